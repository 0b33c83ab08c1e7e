package tensorgraph

import (
	"fmt"
	"slices"
	"testing"

	"optc/dialect/all"
	"optc/dialect/linalg"
	"optc/dialect/poplar/target"
	"optc/internal/family/nests"
	"optc/ir"
	"optc/num"
	"optc/parser"
)

// readNest reads the structured operation of a function.
func readNest(t *testing.T, text string) *nests.Nest {
	t.Helper()
	var ds ir.Diagnostics
	module, err := parser.Parse(t.Context(), ir.NewContext(all.Dialects()...), &ir.Source{Name: "in.mlir", Text: text}, &ds)
	if err != nil {
		t.Fatal(ds.String())
	}
	var op *ir.Operation
	ir.Walk(module, func(o *ir.Operation) ir.WalkResult {
		if linalg.Structured.Has(o) {
			op = o
		}
		return ir.Advance
	})
	n, d := nests.Read(op)
	if d != nil {
		t.Fatal(d)
	}
	return n
}

// freeValues describes the operands of a nest, none of which has a tile yet.
func freeValues(t *testing.T, n *nests.Nest) (operands []*value) {
	t.Helper()
	for _, o := range n.Operands {
		v, d := newValue(n.Op, o.Value.Type())
		if d != nil {
			t.Fatal(d)
		}
		v.free = true
		operands = append(operands, v)
	}
	return operands
}

func ipu2(t *testing.T) target.Target {
	t.Helper()
	arch, err := target.Lookup("ipu2")
	if err != nil {
		t.Fatal(err)
	}
	return arch
}

// TestMatmulPlan compares the plan of a product of 512x512 matrices for 1472 tiles with all divisions, and with the cycles that
// perfect division would take.
func TestMatmulPlan(t *testing.T) {
	t.Parallel()
	n := readNest(t, `func.func @f(%x: tensor<512x512xf32>, %w: tensor<512x512xf32>, %z: tensor<512x512xf32>) -> tensor<512x512xf32> {
  %p = linalg.matmul ins(%x, %w : tensor<512x512xf32>, tensor<512x512xf32>) outs(%z : tensor<512x512xf32>) -> tensor<512x512xf32>
  return %p : tensor<512x512xf32>
}`)
	operands := freeValues(t, n)
	p := &planner{ipu2(t)}
	chosen, cost := p.choose(n, operands, nil)
	tiles, most := int64(p.target.NumTiles()), int64(p.target.BytesPerTile)*share/100
	best, count := int64(-1), 0
	for m := int64(1); m <= min(512, tiles); m++ {
		for c := int64(1); c <= 512 && m*c <= tiles; c++ {
			for _, k := range divisors(512, tiles/(m*c)) {
				count++
				if other := p.costOf(n, operands, []int64{m, c, k}); other.bytes <= most && (best < 0 || other.cycles() < best) {
					best = other.cycles()
				}
			}
		}
	}
	perfect := num.CeilDiv(p.costOf(n, operands, slices.Repeat([]int64{1}, 3)).compute, tiles)
	t.Logf("plan [%s]: compute %d cycles, %.3f of perfect division; exchange %d; together %.3f of the best of %d divisions", num.JoinInts(chosen), cost.compute,
		float64(cost.compute)/float64(perfect), cost.exchange, float64(cost.cycles())/float64(best), count)
	if float64(cost.compute) > 1.3*float64(perfect) || float64(cost.cycles()) > 1.1*float64(best) {
		t.Error("the plan is too slow")
	}
}

// TestPartsOfReductions: combining the parts of a reduction is less work than the reduction, so that dividing ends.
func TestPartsOfReductions(t *testing.T) {
	t.Parallel()
	for extent, want := range map[int64][]int64{1: {1}, 2: {1}, 7: {1}, 12: {1, 2, 3, 4, 6}} {
		n := readNest(t, fmt.Sprintf(`func.func @f(%%x: tensor<%dx3xf32>, %%z: tensor<3xf32>) -> tensor<3xf32> {
  %%r = linalg.reduce { arith.addf } ins(%%x : tensor<%dx3xf32>) outs(%%z : tensor<3xf32>) dimensions = [0]
  return %%r : tensor<3xf32>
}`, extent, extent))
		p := &planner{ipu2(t)}
		for l, loop := range n.Loops {
			if got := p.candidates(n)[l]; loop.Reduction && !slices.Equal(got, want) {
				t.Errorf("%d iterations are divided in %d parts, want %d", extent, got, want)
			}
		}
	}
}

// TestLanes: a worker computes up to four points together where they load elements in common, and what is left after them; sizes that
// four does not divide cost more for each point.
func TestLanes(t *testing.T) {
	t.Parallel()
	n := readNest(t, `func.func @f(%x: tensor<9x16xf32>, %w: tensor<16x60xf32>, %z: tensor<9x60xf32>) -> tensor<9x60xf32> {
  %p = linalg.matmul ins(%x, %w : tensor<9x16xf32>, tensor<16x60xf32>) outs(%z : tensor<9x60xf32>) -> tensor<9x60xf32>
  return %p : tensor<9x60xf32>
}`)
	arch := ipu2(t)
	operands := freeValues(t, n)
	cycles := func(rows int64) int64 { return (&planner{arch}).blockCycles(n, operands, []int64{rows, 60, 16}) }
	// Each of six workers has ten columns. In an iteration over the sum it loads an element of a column and one of each row, multiplies and
	// adds for each row, and goes on.
	for rows, want := range map[int64]int64{1: 1 + 1 + 2 + 1, 4: 1 + 4 + 8 + 1, 5: (1 + 4 + 8 + 1) + (1 + 1 + 2 + 1), 8: 2 * (1 + 4 + 8 + 1)} {
		if got := cycles(rows); got != 6*10*16*want {
			t.Errorf("%d rows: %d cycles, want %d", rows, got, 6*10*16*want)
		}
	}
}

// TestSharedOperand: a factor that several tiles use is divided among them, and free tensors are found through another shape.
func TestSharedOperand(t *testing.T) {
	t.Parallel()
	n := readNest(t, `func.func @f(%x: tensor<8x16xf32>, %w: tensor<16x12xf32>, %z: tensor<8x12xf32>) -> tensor<8x12xf32> {
  %p = linalg.matmul ins(%x, %w : tensor<8x16xf32>, tensor<16x12xf32>) outs(%z : tensor<8x12xf32>) -> tensor<8x12xf32>
  return %p : tensor<8x12xf32>
}`)
	operands := freeValues(t, n)
	shown := &value{shape: operands[1].shape, elem: operands[1].elem, base: operands[1]}
	operands[1] = shown
	p := &planner{ipu2(t)}
	parts := []int64{4, 3, 1}
	placed := 0
	if _, d := p.assign(n, operands, parts, func(*nests.Operand, *value) { placed++ }); d != nil {
		t.Fatal(d)
	}
	if shown.isFree() || shown.base.free || shown.division != nil {
		t.Error("the second factor has no tiles, or a division that says where all its elements are")
	}
	if _, covers := divided(&n.Operands[1], n, parts, grainsOf(n)); covers != shared {
		t.Errorf("the second factor is covered as %d, want %d", covers, shared)
	}
	if l := sharingLoop(&n.Operands[1], parts); l != 0 {
		t.Errorf("the second factor is shared along loop %d, want 0", l)
	}
	if placed != 4 { // x, w, z, and the result
		t.Errorf("%d tensors were placed, want 4", placed)
	}
}
