package optmain

import (
	"context"
	"io"
	"slices"

	"optc/diag"
	"optc/dialect/all"
	"optc/dialect/vectorext"
	"optc/internal/base/npy"
	"optc/internal/base/output"
	"optc/internal/family/gpu/kernel"
	"optc/internal/family/okk"
	"optc/internal/family/poplar"
	"optc/internal/tool/tune"
	"optc/layout"
	"optc/lower"
	"optc/optmain/internal/heap"
	"optc/passes"
	"optc/registry"
	"optc/sim"
)

// DefaultConfig is the complete optc.
func DefaultConfig() Config {
	return Config{
		Name:     "optc",
		Title:    "an optimizer and tile compiler for MLIR",
		Dialects: all.Dialects(),
		Passes:   registry.Passes(),
		Commands: Commands(),
		Programs: []*lower.Family{poplar.Family(), okk.Family(), kernel.Family()},
		Errors:   generalErrors,
	}
}

// generalErrors explains the codes that optc reports for every family of hardware.
func generalErrors() []diag.Doc {
	return slices.Concat(vectorext.Errors(), layout.Errors(), passes.Errors(), lower.Errors(), sim.Errors(), npy.Errors(), tune.Errors())
}

// Main is optc: Run with the default configuration and the limits on memory that suit a
// short-lived process, or a smaller one if the command serves. An interrupt leaves no
// temporary files behind.
func Main(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	c := DefaultConfig()
	least := int64(heap.LeastOfRun)
	if cmd := c.command(append(args, "")[0]); cmd != nil && cmd.serves {
		least = heap.LeastOfService
	}
	heap.Relax(least)
	c.ownsProcess = true
	output.RemoveOnInterrupt()
	return output.ExitCode(Run(context.Background(), c, args, stdin, stdout, stderr))
}
