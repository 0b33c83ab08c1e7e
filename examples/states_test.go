package examples_test

import (
	"bytes"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"optc/dialect/all"
	"optc/dialect/poplar"
	"optc/internal/base/output"
	"optc/ir"
	"optc/lower"
	"optc/parser"
	"optc/passes"
	"optc/registry"
)

// steps returns the passes of a named pipeline separately, each as a pipeline.
func steps(t *testing.T, name string) []*passes.Pipeline {
	t.Helper()
	whole, err := registry.Passes().Parse("builtin.module(" + name + ")")
	if err != nil {
		t.Fatal(err)
	}
	var list []*passes.Pipeline
	for _, s := range whole.Steps {
		nested, ok := s.(*passes.Pipeline)
		if !ok {
			list = append(list, passes.On(ir.ModuleOp{}, s))
			continue
		}
		for _, inner := range nested.Steps {
			step := passes.On(ir.Kind(nested.Anchor), inner)
			step.Optional = nested.Optional
			list = append(list, passes.On(ir.ModuleOp{}, step))
		}
	}
	return list
}

// parse reads and verifies a module in a new context.
func parse(t testing.TB, text string) *ir.Operation {
	t.Helper()
	var ds ir.Diagnostics
	module, err := parser.Parse(t.Context(), all.Context(), &ir.Source{Name: "state.mlir", Text: text}, &ds)
	if err != nil || ir.Verify(module, &ds) != nil {
		t.Fatalf("%s\nin\n%s", ds.String(), text)
	}
	return module
}

// tiled compiles a program that names its target.
func tiled(t testing.TB, text string) *ir.Operation {
	t.Helper()
	module := parse(t, text)
	p, err := registry.Passes().Parse("builtin.module(tile)")
	if err != nil {
		t.Fatal(err)
	}
	if err := passes.NewManager(contextOf(module)).Run(t.Context(), p, module); err != nil {
		t.Fatal(err)
	}
	return module
}

// files builds the files that `optc build` writes.
func files(t testing.TB, module *ir.Operation) map[string][]byte {
	t.Helper()
	files, err := build(t, module).Files(module, lower.FileOptions{Text: true})
	if err != nil {
		t.Fatal(err)
	}
	content := map[string][]byte{}
	for name, file := range files {
		content[name] = output.Content(file)
	}
	return content
}

// TestStates stops after every pass of the pipeline tile: the module is printed, pretty
// and generic, can be parsed again, verifies, prints the same bytes, and after the rest
// of the pipeline the parsed module gives the same images.
func TestStates(t *testing.T) {
	t.Parallel()
	examples, err := filepath.Glob("*.mlir")
	if err != nil || len(examples) < 4 {
		t.Fatal(examples, err)
	}
	for _, file := range examples {
		for _, target := range []string{"ipu1", "ipu2"} {
			t.Run(strings.TrimSuffix(file, ".mlir")+"/"+target, func(t *testing.T) {
				t.Parallel()
				want := files(t, compile(t, file, target, "builtin.module(tile)"))
				module := compile(t, file, target, "builtin.module()")
				rest := steps(t, "tile")
				for len(rest) > 0 {
					manager := passes.NewManager(contextOf(module))
					if err := manager.Run(t.Context(), rest[0], module); err != nil {
						t.Fatal(err)
					}
					after := rest[0].String()
					rest = rest[1:]
					checkState(t, after, module, rest, want)
				}
			})
		}
	}
}

// contextOf returns the context that a module was parsed into.
func contextOf(module *ir.Operation) *ir.Context { return module.Attr(poplar.TargetAttrName).Context() }

// checkState checks a state of a module.
func checkState(t *testing.T, after string, module *ir.Operation, rest []*passes.Pipeline, want map[string][]byte) {
	t.Helper()
	pretty, generic := ir.PrintOptions{}, ir.PrintOptions{Generic: true}
	for _, form := range []ir.PrintOptions{pretty, generic, {DebugInfo: true}} {
		text := string(ir.Print(module, form))
		again := parse(t, text)
		if got := string(ir.Print(again, form)); got != text {
			t.Fatalf("after %s the module prints\n%s\nand what is parsed from that\n%s", after, text, got)
		}
		for _, other := range []ir.PrintOptions{pretty, generic} {
			if got, want := ir.Print(again, other), ir.Print(module, other); !bytes.Equal(got, want) {
				t.Fatalf("after %s what is parsed from\n%s\nprints\n%s\nnot\n%s", after, text, got, want)
			}
		}
		for _, step := range rest {
			if err := passes.NewManager(contextOf(again)).Run(t.Context(), step, again); err != nil {
				t.Fatalf("after %s and parsing, %s fails: %v", after, step, err)
			}
		}
		got := files(t, again)
		for _, name := range slices.Sorted(maps.Keys(want)) {
			if !bytes.Equal(got[name], want[name]) {
				t.Errorf("after %s and parsing, %s becomes\n%s\nnot\n%s", after, name, got[name], want[name])
			}
		}
		if len(got) != len(want) {
			t.Errorf("after %s and parsing there are %d files, not %d", after, len(got), len(want))
		}
	}
}
