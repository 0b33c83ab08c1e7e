package passes_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"optc/dialect/all"
	poplarpasses "optc/internal/family/poplar/pipeline"
	"optc/ir"
	"optc/parser"
	"optc/passes"
)

// computed runs a pipeline of passes and returns the analyses that were computed,
// with the pass that needed them.
func computed(t *testing.T, text string, steps ...passes.Step) (names []string) {
	t.Helper()
	ctx := ir.NewContext(all.Dialects()...)
	var ds ir.Diagnostics
	module, err := parser.Parse(t.Context(), ctx, &ir.Source{Name: "in.mlir", Text: text}, &ds)
	if err != nil {
		t.Fatal(ds.String())
	}
	m := passes.NewManager(ctx)
	m.Sink = &ds
	m.Instrumentations = append(m.Instrumentations, &passes.Instrumentation{
		BeforeAnalysis: func(e *passes.Event, name string) { names = append(names, name+" for "+e.Instance.Pass.Name) },
	})
	if err := m.Run(context.Background(), passes.On(ir.ModuleOp{}, steps...), module); err != nil {
		t.Fatal(ds.String())
	}
	return names
}

// A build evaluates the graph once for the passes that check and lower it, and once
// before every pass that changes it.
func TestEvaluationsOfABuild(t *testing.T) {
	t.Parallel()
	const text = `module attributes {poplar.target = #poplar.target<ipu2, tiles_per_ipu = 8>} {
  poplar.vertex @"demo::P" worker {
    poplar.field @x : !poplar.inout<vec<f32>>
    poplar.compute (%x : memref<?xf32>) {
      poplar.compute_return
    }
  }
  poplar.graph @g {
    %x = poplar.variable "x" : !poplar.tensor<64xf32>
    poplar.map_linear %x
    poplar.compute_set @cs {
      poplar.each_tile (%xs, %tile) of (%x) {
        %v = poplar.add_vertex @"demo::P" on %tile
        poplar.connect %v @x to %xs
      }
    }
    poplar.program {
      poplar.execute @cs
    }
  }
}`
	want := []string{
		"poplar-tensors for poplar-map-tensors",
		"poplar-tensors for poplar-expand-tiles",
		"poplar-graph for poplar-check-races", // the passes after it take the program that linking made
	}
	defaults := poplarpasses.Pipeline.Options.(poplarpasses.TileOptions)
	if got := computed(t, text, poplarpasses.Pipeline.Build(&defaults)...); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// An analysis is computed again after a pass that changed the IR, and after an error.
func TestAnalysisIsKept(t *testing.T) {
	t.Parallel()
	count := 0
	size := &passes.Analysis[int]{Name: "size", Compute: func(_ context.Context, op *ir.Operation) (n int, err error) {
		if count++; count == 1 {
			return 0, fmt.Errorf("not yet")
		}
		for range op.Body().Ops() {
			n++
		}
		return n, nil
	}}
	var got []int
	ask := &passes.Pass{Name: "ask", Run: func(c *passes.Context) (bool, error) {
		n, _ := size.Of(c, c.Op)
		got = append(got, n, count)
		return false, nil
	}}
	grow := &passes.Pass{Name: "grow", Run: func(c *passes.Context) (bool, error) {
		b := c.Rewriter(nil)
		b.AtEnd(c.Op.Body()).Loc = c.Op.Loc()
		b.Clone(c.Op.Body().Front(), nil)
		return true, nil
	}}
	computed(t, "%c = arith.constant 1 : index",
		passes.Use(ask), passes.Use(ask), passes.Use(ask), passes.Use(grow), passes.Use(ask))
	if want := []int{0, 1, 1, 2, 1, 2, 2, 3}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// An analysis that a pass brings up to date itself is not computed again.
func TestAnalysisIsRenewed(t *testing.T) {
	t.Parallel()
	size := &passes.Analysis[int]{Name: "size", Compute: func(_ context.Context, op *ir.Operation) (n int, err error) {
		for range op.Body().Ops() {
			n++
		}
		return n, nil
	}}
	var got []int
	ask := &passes.Pass{Name: "ask", Run: func(c *passes.Context) (bool, error) {
		n, err := size.Of(c, c.Op)
		got = append(got, n)
		return false, err
	}}
	grow := &passes.Pass{Name: "grow", Run: func(c *passes.Context) (bool, error) {
		n, err := size.Of(c, c.Op)
		b := c.Rewriter(nil)
		b.AtEnd(c.Op.Body()).Loc = c.Op.Loc()
		b.Clone(c.Op.Body().Front(), nil)
		size.Renew(c, c.Op, n+1)
		return true, err
	}}
	names := computed(t, "%c = arith.constant 1 : index",
		passes.Use(ask), passes.Use(grow), passes.Use(ask), passes.Use(grow), passes.Use(ask))
	if want := []int{1, 2, 3}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if want := []string{"size for ask"}; !slices.Equal(names, want) {
		t.Errorf("computed %q, want %q", names, want)
	}
}
