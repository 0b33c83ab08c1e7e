// Package gpu holds the passes that turn a function for one thread of a workgroup into a kernel for
// a GPU, in the order of the pipeline gpu (see [Pipeline]): the launch, exchanges between lanes,
// workgroup memory, the kernel itself, and the check that upstream's tools and the chip support
// every operation.
package gpu
