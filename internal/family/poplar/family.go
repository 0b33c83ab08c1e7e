package poplar

import (
	"context"
	"fmt"
	"slices"

	"optc/diag"
	"optc/dialect/poplar"
	"optc/dialect/poplar/target"
	"optc/internal/family/nests"
	"optc/internal/family/poplar/codelet"
	"optc/internal/family/poplar/evaluate"
	"optc/internal/family/poplar/export"
	"optc/internal/family/poplar/link"
	"optc/internal/family/poplar/program"
	"optc/internal/family/poplar/run"
	"optc/ir"
	"optc/layout/axes"
	"optc/lower"
)

// Family declares programs for tiles: a poplar.graph with the vertices of its module.
func Family() *lower.Family {
	return &lower.Family{
		Name:      "poplar",
		Op:        poplar.GraphOp{},
		Source:    isSource,
		SourceDoc: nests.SourceDoc + " for tiles with --target ipu2",
		Doc:       "A vertex finds its operands only by decoding its state in tile memory.",
		Pipeline:  "builtin.module(tile)",
		Planning: &lower.Planning{
			Source: nests.IsProgram, Prepare: "normalize-tensors,fuse-tensors", Pass: "poplar-plan-tensors", Plan: "poplar.parts", Cost: "poplar.cost", Others: "poplar.others",
		},
		Options:   "tile",
		Reference: "builtin.module(poplar-instantiate,poplar-resolve-layouts,poplar-mangle-names,poplar-expand-loops,poplar-map-tensors,poplar-expand-tiles)",
		Targets:   targets,
		Stage:     stage,
		Values:    initial,
		Build:     buildProgram,
		Plain:     plainMachine,
		Layouts:   &lower.Layouts{Axes: []axes.Axis{axes.Worker, axes.Tile}, Access: accessLayout, Change: changeLayout},
		Export: &lower.Export{
			Doc: "Vertex classes are written as C++ (classes.cpp) and, for a target, as constants for hand-written code " +
				"(classes_<target>.h): the symbol, the size and alignment of the state, and the offset and size of each field, in bytes.",
			Pipeline: "builtin.module(normalize-tensors,poplar-plan-tensors,poplar-convert-tensors,poplar-instantiate,poplar-resolve-layouts,poplar-mangle-names)",
			Write:    exportClasses,
			Languages: []lower.Language{{
				Name: "poplar",
				Doc: "A whole program is written in C++ against Poplar's public API: graph.hpp makes the variables with their tiles, the vertices and " +
					"the program, in the order of the source and with its loops; codelets.cpp has the classes whose code is in the file, classes of C++ " +
					"stay in their files; main.cpp makes the graph, reads and writes arrays, and runs the program.",
				Pipeline: "builtin.module(normalize-tensors,poplar-plan-tensors,poplar-convert-tensors,poplar-source)",
				Write:    export.Files,
			}},
		},
		Import: &lower.Import{
			Doc: "Vertex classes are read from C++ as a compiler for the target sees them: macros, templates for the arguments of their explicit " +
				"instantiations, base classes, fields, constraints. The body of compute becomes a poplar.compute; a warning names the construct " +
				"of a body that cannot be translated, and the class has no code. Headers of the SDK are known; other headers that cannot be " +
				"found are left out. Several files are one program. The declarations of stack in C++ and assembly become poplar.function.",
			Extensions: []string{".cpp", ".hpp", ".h", ".S"},
			Target:     "ipu2",
			Read:       importClasses,
		},
		Errors: func() []diag.Doc {
			return slices.Concat(poplar.Errors(), nests.Errors(), codelet.Errors(), export.Errors(), link.Errors(), run.Errors())
		},
	}
}

// isSource reports whether an operation is a function on tensors in a module for tiles.
func isSource(op *ir.Operation) bool {
	if !nests.IsProgram(op) {
		return false
	}
	_, targeted := poplar.TargetFor(op)
	return targeted
}

// exportClasses writes the classes of a module for a compiler and for an assembler.
func exportClasses(module *ir.Operation, sink ir.Sink) (map[string][]byte, error) {
	t, missing := poplar.RequiredTarget(module, module)
	if missing != nil {
		return nil, missing
	}
	var problems ir.Diagnostics
	files := map[string][]byte{"classes.cpp": codelet.CPP(module, &problems)}
	if t.IsTile() {
		files["classes_"+t.Arch+".h"] = codelet.Assembly(module, &problems)
	}
	ir.Report(sink, problems.List()...)
	return files, problems.Err()
}

// importClasses reads vertex classes from C++.
func importClasses(ctx context.Context, c *ir.Context, o lower.ImportOptions, sink ir.Sink) (*ir.Operation, error) {
	t, err := target.Lookup(o.Target)
	if err != nil {
		return nil, err
	}
	return codelet.Import(ctx, c, t, codelet.Source{
		Files: o.Files, Folders: o.Folders, Defines: o.Defines, Undefined: o.Undefined, Declarations: o.Declarations, Open: o.Open,
	}, sink)
}

func targets() (list []lower.Target) {
	for _, arch := range target.Architectures() {
		t := diag.Must(target.Lookup(arch))
		described := lower.Target{
			Name:    arch,
			Summary: "runs vertices natively; has no images",
			Doc:     "Fields, which #poplar.target<" + arch + ", field = value> overrides in the text:",
			Set: func(c *ir.Context, module *ir.Operation) error {
				meant, err := poplar.Retarget(module, t)
				if err != nil {
					return poplar.Diagnose(module, err)
				}
				module.SetAttr(poplar.TargetAttrName, poplar.TargetOf(c, meant))
				return nil
			},
		}
		if t.IsTile() {
			described.Summary = fmt.Sprintf("%d tiles of %d bytes from %#x, %d workers each", t.NumTiles(), t.BytesPerTile, t.MemBase, t.Workers)
		}
		for _, f := range target.TargetFields() {
			described.Fields = append(described.Fields, lower.Field{Setting: diag.Must(t.Setting(f.Name)).String(), Doc: f.Doc})
		}
		list = append(list, described)
	}
	return list
}

func stage(ctx context.Context, graph *ir.Operation) lower.Stage {
	if _, ok := poplar.TargetFor(graph); !ok {
		return lower.Untargeted
	}
	if !poplar.IsLowered(graph) {
		return lower.Targeted
	}
	if p, err := program.Read(ctx, graph); err != nil || unpacked(p) != nil {
		return lower.Lowered
	}
	return lower.Complete
}

// plainMachine interprets a graph, or its lowered form, without addresses.
func plainMachine(ctx context.Context, graph *ir.Operation, o lower.Options) (lower.Machine, error) {
	if poplar.IsLowered(graph) {
		p, err := program.Read(ctx, graph)
		if err != nil {
			return nil, err
		}
		return run.NewLowered(p, o)
	}
	ev, err := evaluate.Graph(ctx, graph)
	if err != nil {
		return nil, err
	}
	return run.NewPlain(ev, o)
}
