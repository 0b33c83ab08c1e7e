// Package tensorgrid makes kernels for GPUs of functions on tensors. Each loop nest becomes a kernel over a
// grid; nests and copies that compute elements at the points of its results become parts of the kernel. Kernels run in order, on the arguments of the program and on one arena of global memory. Slices,
// transpositions and repetitions are strides of the accesses.
package tensorgrid
