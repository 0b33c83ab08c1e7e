package standard

import (
	"optc/dialect/arith"
	"optc/dialect/math"
	"optc/ir"
	"optc/passes"
)

// UpliftToFMA joins products and sums whose flags allow it.
//
//	%p = arith.mulf %a, %b fastmath<contract> : f32   →   %s = math.fma %a, %b, %c fastmath<contract> : f32
//	%s = arith.addf %p, %c fastmath<contract> : f32
var UpliftToFMA = &passes.Pass{
	Name:     "math-uplift-to-fma",
	Title:    "Uplift arith ops to math.fma",
	Doc:      "Replaces a sum of a product by math.fma, which rounds once, if both have the flag contract. The result has the flags that both have.",
	Dialects: []string{"math"},
	Run: passes.Patterns(func() []*ir.Pattern {
		return []*ir.Pattern{{Name: "uplift-fma", Root: arith.AddFOp{}, Rewrite: upliftFMA}}
	}),
}

func upliftFMA(op *ir.Operation, rw *ir.Rewriter) bool {
	sum := ir.Cast[arith.AddFOp](op)
	product, addend := ir.DefiningOp[arith.MulFOp](sum.Lhs()), sum.Rhs()
	if !product.Ok() {
		product, addend = ir.DefiningOp[arith.MulFOp](sum.Rhs()), sum.Lhs()
	}
	if !product.Ok() || sum.Fastmath()&product.Fastmath()&arith.AllowContract == 0 {
		return false
	}
	rw.Replace(op, math.NewFMA(rw, product.Lhs(), product.Rhs(), addend, sum.Fastmath()&product.Fastmath()).Result())
	return true
}
