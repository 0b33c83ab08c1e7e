package poplar

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"optc/dialect/all"
	"optc/dialect/poplar"
	"optc/internal/family/poplar/program"
	"optc/ir"
	"optc/parser"
	"optc/passes"
)

// The program that poplar-lower-edges makes, and that poplar-place brings up to date, is the program that the graph
// describes, for the examples and the graphs of the lit tests.
func TestPlacedProgramIsRenewed(t *testing.T) {
	t.Parallel()
	var files []string
	for _, pattern := range []string{"examples/*.mlir", "examples/codelets/*.mlir", "examples/programs/*.mlir", "examples/workers/*.mlir", "examples/models/mlp.mlir", "test/lit/poplar/*.mlir"} {
		found, err := filepath.Glob(filepath.Join("..", "..", "..", "..", pattern))
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, found...)
	}
	compared := 0
	for _, file := range files {
		compared += comparePlaced(t, file)
	}
	if compared < 40 {
		t.Errorf("%d programs were compared", compared)
	}
}

// comparePlaced places the graphs of a file and returns the number of programs that it
// compared.
func comparePlaced(t *testing.T, file string) (compared int) {
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	compare := &passes.Pass{Name: "compare", Run: func(c *passes.Context) (bool, error) {
		for _, g := range moduleOps(c, poplar.GraphOp{}) {
			kept, err := linkedProgram.Of(c, g)
			if err != nil {
				return false, err
			}
			read, err := program.Read(c, g)
			if err != nil {
				return false, err
			}
			compared++
			if !reflect.DeepEqual(kept, read) {
				t.Errorf("%s: the program differs from the graph", file)
			}
		}
		return false, nil
	}}
	options := Pipeline.Options.(TileOptions)
	p := passes.On(ir.ModuleOp{}, passes.Use(SetTarget, SetTargetOptions{Arch: "ipu2"}))
	for _, step := range Pipeline.Build(&options) {
		p.Steps = append(p.Steps, step)
		if i, ok := step.(*passes.Instance); ok && (i.Pass == LowerEdges || i.Pass == Place) {
			p.Steps = append(p.Steps, passes.Use(compare))
		}
	}
	for _, part := range strings.Split(string(text), "// -----") {
		c := all.Context()
		if m, err := parser.Parse(t.Context(), c, &ir.Source{Name: file, Text: part}, nil); err == nil {
			passes.NewManager(c).Run(t.Context(), p, m) // some files of the lit tests are wrong on purpose
		}
	}
	return compared
}
