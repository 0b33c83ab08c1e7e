package vectors

import (
	"optc/dialect/arith"
	fn "optc/dialect/func"
	"optc/dialect/iree/ireegpu"
	"optc/dialect/vector"
	"optc/dialect/vectorext"
	"optc/ir"
	"optc/passes"
)

// CastToFitMMA is vectorext-cast-to-fit-mma.
var CastToFitMMA = &passes.Pass{
	Name:    "vectorext-cast-to-fit-mma",
	Aliases: []string{"iree-llvmgpu-cast-type-to-fit-mma"},
	Title:   "Compute contractions in the type of their matrix intrinsic",
	Doc: `A vector.contract whose result reaches a to_layout with mma_kind gets that intrinsic
as its attribute iree.gpu.mma. If the intrinsic adds in a wider float type than the
contraction does, the accumulator is extended and the result rounded once:

    %d = vector.contract … %a, %b, %c : …, … into vector<32x32xf16>
    →
    %e = arith.extf %c : vector<32x32xf16> to vector<32x32xf32>
    %f = vector.contract … %a, %b, %e : …, … into vector<32x32xf32>
    %d = arith.truncf %f : vector<32x32xf32> to vector<32x32xf16>

The sum is not rounded after every addition any more, so results may differ.`,
	Anchor:   []ir.OpKind{fn.FuncOp{}},
	Dialects: []string{"arith", "iree_gpu", "iree_vector_ext", "vector"},
	Run: func(c *passes.Context) (changed bool, err error) {
		rw := c.Rewriter(nil)
		c.Walk(c.Op, func(op *ir.Operation) ir.WalkResult {
			if ir.Is[vector.ContractOp](op) {
				changed = inferIntrinsic(op, rw) || changed
			}
			return ir.Advance
		})
		patterns := []*ir.Pattern{{Name: "cast-to-fit-mma", Root: vector.ContractOp{}, Rewrite: castToFitMMA}}
		return passes.ApplyPatterns(c, patterns) || changed, nil
	},
}

// inferIntrinsic gives a contraction the intrinsic of the first to_layout that its
// result reaches.
func inferIntrinsic(contract *ir.Operation, rw *ir.Rewriter) bool {
	seen := map[*ir.Operation]bool{}
	for queue := []*ir.Operation{contract}; len(queue) > 0; queue = queue[1:] {
		for _, v := range queue[0].Results() {
			for u := v.FirstUse(); u != nil; u = u.Next() {
				op := u.Owner()
				if seen[op] {
					continue
				}
				seen[op] = true
				toLayout := ir.As[vectorext.ToLayoutOp](op)
				if !toLayout.Ok() {
					queue = append(queue, op)
					continue
				}
				m, ok := toLayout.MMAKind().(*ireegpu.MMA)
				if !ok || ireegpu.IntrinsicOf(contract) == m {
					return false
				}
				rw.Modify(contract, func() { ireegpu.SetIntrinsic(contract, m) })
				return true
			}
		}
	}
	return false
}

// castToFitMMA is described at CastToFitMMA (IREE LLVMGPUCastTypeToFitMMA.cpp).
func castToFitMMA(op *ir.Operation, rw *ir.Rewriter) bool {
	contractOp := ir.Cast[vector.ContractOp](op)
	m, acc := ireegpu.IntrinsicOf(op), contractOp.Acc()
	t, ok := acc.Type().(*ir.VectorType)
	if m == nil || !ok || vector.CombiningKind(op) != vector.Add || ir.Is[vector.MaskOp](op.Parent()) {
		return false
	}
	c := rw.Context()
	from, isFloat := t.Elem.(*ir.FloatType)
	to, wantsFloat := m.ElementType(c, ireegpu.Acc).(*ir.FloatType)
	elem := func(v *ir.Value) ir.Type { return ir.ElementOrSelf(v.Type()) }
	if !isFloat || !wantsFloat || from.Kind.Bits >= to.Kind.Bits ||
		elem(contractOp.Lhs()) != m.ElementType(c, ireegpu.LHS) || elem(contractOp.Rhs()) != m.ElementType(c, ireegpu.RHS) {
		return false
	}
	wide := arith.NewExtF(rw, ir.Vector(t.Dims, to), acc).Out()
	contract := vector.NewContract(rw, contractOp.Lhs(), contractOp.Rhs(), wide,
		contractOp.IndexingMaps(), contractOp.IteratorTypes(), vector.Add).Result()
	contract.DefiningOp().SetDiscardable(op.Discardable())
	rw.Replace(op, arith.NewTruncF(rw, t, contract).Out())
	return true
}
