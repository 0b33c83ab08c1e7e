// Package passes transforms operations: it declares passes, composes them into
// pipelines, runs pipelines over the operations of a module, in parallel where
// operations are isolated, and watches them run.
//
// A pass is a Go value that contains its complete description, from which the parser of
// pipelines, the command's flags, its help and the reference are made. Package
// registry lists all passes:
//
//	var SymbolDCE = &passes.Pass{
//		Name:  "symbol-dce",
//		Title: "Eliminate dead symbols",
//		Stats: []passes.Stat{{Name: "num-dce'd", Doc: "Number of symbols DCE'd"}},
//		Run:   runSymbolDCE,
//	}
//
//	func runSymbolDCE(c *passes.Context) (changed bool, err error) { … c.Count("num-dce'd", 1) … }
//
// A pipeline is a value too, built in Go or parsed from MLIR's notation:
//
//	p := passes.On(ir.ModuleOp{}, passes.On(ir.Kind("func.func"), passes.Use(standard.CSE)))
//	p, err := registry.Passes().Parse("builtin.module(func.func(cse))")
//
// A Manager runs it. The resulting IR, the order of diagnostics and all other output do not depend
// on the number of threads.
package passes
