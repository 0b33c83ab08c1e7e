// Package gpu is the gpu dialect: kernels and their launches, the position of a thread,
// joint operations of the threads of a subgroup or workgroup, and matrix fragments. The
// distribution of programs over threads builds its operations.
package gpu
