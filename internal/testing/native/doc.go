// Package native executes kernels for GPUs on this machine, for tests: upstream's tools lower
// them to x86 or whatever the machine is, and a runtime in C runs the threads of a workgroup as
// coroutines, with real barriers and shuffles. It judges the pipeline for GPUs by code that
// others wrote. Kernels in C++ are compiled by the system's compiler and executed in the same way.
package native
