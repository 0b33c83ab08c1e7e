package tensorgraph

import (
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

// TestMatmulPlan compares the plan of a product of 512x512 matrices for 1472 tiles with all divisions, and with the cycles that
// perfect division would take.
func TestMatmulPlan(t *testing.T) {
	t.Parallel()
	const text = `func.func @f(%x: tensor<512x512xf32>, %w: tensor<512x512xf32>, %z: tensor<512x512xf32>) -> tensor<512x512xf32> {
  %p = linalg.matmul ins(%x, %w : tensor<512x512xf32>, tensor<512x512xf32>) outs(%z : tensor<512x512xf32>) -> tensor<512x512xf32>
  return %p : tensor<512x512xf32>
}`
	var ds ir.Diagnostics
	module, err := parser.Parse(t.Context(), ir.NewContext(all.Dialects()...), &ir.Source{Name: "in.mlir", Text: text}, &ds)
	if err != nil {
		t.Fatal(ds.String())
	}
	var op *ir.Operation
	ir.Walk(module, func(o *ir.Operation) ir.WalkResult {
		if ir.Is[linalg.MatmulOp](o) {
			op = o
		}
		return ir.Advance
	})
	n, d := nests.Read(op)
	if d != nil {
		t.Fatal(d)
	}
	var operands []*value
	for _, o := range n.Operands {
		v, d := newValue(op, o.Value.Type())
		if d != nil {
			t.Fatal(d)
		}
		v.free = true
		operands = append(operands, v)
	}
	arch, err := target.Lookup("ipu2")
	if err != nil {
		t.Fatal(err)
	}
	p := &planner{arch}
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
