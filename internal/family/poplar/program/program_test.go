package program_test

import (
	"context"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"

	"optc/dialect/all"
	"optc/ir"
	mlir "optc/parser"
	"optc/passes"
	"optc/registry"
)

// A lowered graph is not evaluated or linked again: the packages for the steps that
// follow do not import the tensor model.
func TestNothingAfterLoweringNeedsTheGraph(t *testing.T) {
	t.Parallel()
	for _, dir := range []string{".", "../pack", "../place", "../image", "../../../../lower"} {
		files, err := filepath.Glob(filepath.Join(dir, "*.go"))
		if err != nil || len(files) == 0 {
			t.Fatal(dir, err)
		}
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
			if err != nil {
				t.Fatal(err)
			}
			for _, im := range f.Imports {
				for _, above := range []string{"poplar/graph", "poplar/evaluate"} {
					if strings.HasSuffix(strings.Trim(im.Path.Value, `"`), above) {
						t.Errorf("%s imports %s", file, im.Path.Value)
					}
				}
			}
		}
	}
}

// After lowering, the program can be printed and parsed at every stage, without a change
// of the final result.
func TestStatesAreText(t *testing.T) {
	t.Parallel()
	const source = `module attributes {poplar.target = #poplar.target<ipu1, scaled32_base = 0x44000>} {
  poplar.vertex @"demo::P" worker external {
    poplar.field @x : !poplar.in<vec<f32, SCALED_PTR32>>
    poplar.field @y : !poplar.out<vec<f32>>
    poplar.constraint "elem(*x) != elem(*y)"
  }
  poplar.graph @g {
    %x = poplar.variable "x" = dense<[1.0, 2.0, 3.0, 4.0]> : !poplar.tensor<4xf32>
    %y = poplar.variable "y" : !poplar.tensor<4xf32>
    poplar.set_tile_mapping %x on 0
    poplar.set_tile_mapping %y on 1
    poplar.compute_set @cs {
      %v = poplar.add_vertex @"demo::P" on 0
      poplar.connect %v @x to %x
      poplar.connect %v @y to %y
    }
    poplar.program {
      poplar.execute @cs
    }
  }
}`
	steps := []string{"poplar-resolve-layouts", "poplar-lower-edges", "poplar-place", "poplar-verify-placement", "poplar-pack-state"}
	whole := run(t, source, steps...)
	text := source
	for _, step := range steps {
		text = run(t, text, step)
	}
	if text != whole {
		t.Errorf("step by step\n%s\nat once\n%s", text, whole)
	}
	// A SCALED_PTR32 is relative to the base that the target specifies.
	if want := `poplar.alloc "x.t0" at 0x44000 size 16 align 4 kind data range 0x44000 to 0x80000`; !strings.Contains(whole, want) {
		t.Errorf("expected %s in\n%s", want, whole)
	}
	if n := strings.Count(whole, "poplar.moves "); n != 1 || !strings.Contains(whole, "poplar.moves after @cs {") {
		t.Errorf("copies stand at %d places of\n%s", n, whole)
	}
	if again := run(t, whole, steps...); again != whole {
		t.Errorf("the passes change a packed program:\n%s\nwas\n%s", again, whole)
	}
}

func run(t *testing.T, text string, steps ...string) string {
	t.Helper()
	ctx := all.Context()
	var ds ir.Diagnostics
	module, err := mlir.Parse(context.Background(), ctx, &ir.Source{Name: "test.mlir", Text: text}, &ds)
	if err != nil {
		t.Fatal(ds.String())
	}
	p, err := registry.Passes().Parse("builtin.module(" + strings.Join(steps, ",") + ")")
	if err != nil {
		t.Fatal(err)
	}
	m := passes.NewManager(ctx)
	m.Sink = &ds
	if err := m.Run(context.Background(), p, module); err != nil {
		t.Fatal(ds.String())
	}
	return string(ir.Print(module, ir.PrintOptions{}))
}
