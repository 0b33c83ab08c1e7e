// Package kernel declares kernels for GPUs as programs: a gpu.module with one kernel, which a
// launch runs in every thread of a grid. The passes of the pipeline gpu derive it from a function
// on vectors with layouts; this package describes it, runs its whole grid in the simulator, and
// writes it for upstream's tools.
package kernel
