package codelets

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"optc/dialect/all"
	"optc/dialect/poplar"
	"optc/dialect/poplar/target"
	"optc/internal/family/poplar/codelet"
	"optc/ir"
)

// architectures are the targets on whose tiles codelets are compared.
var architectures = []string{"ipu1", "ipu2", "ipu21"}

// readClasses imports a file. It returns all classes, some of which have no code.
func readClasses(t *testing.T, src codelet.Source) ([]*class, *ir.Diagnostics) {
	t.Helper()
	chip, err := target.Lookup("ipu2")
	if err != nil {
		t.Fatal(err)
	}
	src.Open = os.ReadFile
	var problems ir.Diagnostics
	module, err := codelet.Import(context.Background(), all.Context(), chip, src, &problems)
	if module == nil {
		t.Fatal(err)
	}
	var list []*class
	for op := range module.Body().Ops() {
		if ir.Is[poplar.VertexOp](op) {
			ir.Cast[poplar.VertexOp](op).SetExternal(false) // the code is executed
			v := poplar.VertexOf(op)
			list = append(list, &class{name: v.Codelet().Name, view: v, text: op.String(), noCode: ir.Cast[poplar.VertexOp](op).NoCode()})
		}
	}
	return list, &problems
}

// hostMacros returns the flags that define the macros of the import for the host.
func hostMacros(t *testing.T, src codelet.Source) (flags []string) {
	t.Helper()
	chip, err := target.Lookup("ipu2")
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range slices.Concat(codelet.Macros(&chip), src.Defines) {
		if name, _, _ := strings.Cut(d, "="); !slices.Contains(src.Undefined, name) {
			flags = append(flags, "-D"+d)
		}
	}
	return flags
}

// The codelets in testdata and in the library of the examples do the same on a tile as on
// this machine.
func TestOwnCodelets(t *testing.T) {
	var files []string
	for _, folder := range []string{"testdata", filepath.Join("..", "..", "..", "..", "examples", "library")} {
		list, err := filepath.Glob(filepath.Join(folder, "*.cpp"))
		if err != nil || len(list) == 0 {
			t.Fatalf("no codelets in %s: %v", folder, err)
		}
		files = append(files, list...)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			classes, problems := readClasses(t, codelet.Source{Files: []string{file}})
			if len(problems.List()) > 0 {
				t.Error(problems.String())
			}
			path, err := filepath.Abs(file)
			if err != nil {
				t.Fatal(err)
			}
			h, err := buildHost(t, path, hostMacros(t, codelet.Source{}), classes)
			if err != nil {
				t.Fatal(err)
			}
			for k, c := range classes {
				v := compare(t, h, k, c, architectures)
				if v.problem != "" || v.states < wantedStates {
					t.Errorf("%s: %d of %d states: %s", c.name, v.states, v.tried, v.problem)
				}
			}
		})
	}
}
