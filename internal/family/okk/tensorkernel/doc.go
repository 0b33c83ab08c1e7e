// Package tensorkernel makes kernels for TPUs of functions on tensors. A tensor is in a buffer of system
// memory, and is seen through strides, so that transpositions, slices and repetitions move nothing. Every loop
// nest loads its operands, computes, and stores its result: products of matrices by okk.matmul, functions of
// elements by arithmetic on tensors of four dimensions, and reductions by windows.
package tensorkernel
