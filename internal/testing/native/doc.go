// Package native executes GPU kernels on the local machine, for tests: upstream's tools lower them
// to the machine's instructions, and a runtime in C runs the threads of a workgroup as coroutines,
// with real barriers and shuffles. It checks the pipeline for GPUs with independent code. Kernels
// in C++ are compiled by the system's compiler and executed in the same way.
package native
