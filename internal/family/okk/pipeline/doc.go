// Package okk holds the passes that lower a kernel for TPUs, in the order of the pipeline
// okk (see [Pipeline]): loops, widths, layouts, addresses, and the checks of operands,
// hazards and assertions.
package okk
