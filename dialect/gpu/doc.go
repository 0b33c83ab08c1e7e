// Package gpu is the gpu dialect: kernels and their launches, the position of a
// thread, what the threads of a subgroup or workgroup do together, and matrix
// fragments. Programs distributed over threads are written in it.
package gpu
