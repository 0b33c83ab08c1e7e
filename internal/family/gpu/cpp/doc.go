// Package cpp writes kernels for GPUs as C++: one source that compiles as CUDA, as HIP, and as
// plain C++17 with the headers that it brings along, which run the threads of a workgroup as
// fibers. A host program reads and writes the arguments.
//
// The source is written to be read: values keep the names that they have in the kernel, loops stay
// loops, an operation on a vector is a loop over its elements, an expression that is used once is
// written at its use, and comments show the operations of the kernel.
package cpp
