package vector

import (
	"optc/dialect/arith"
	"optc/ir"
)

var stepPatterns = []*ir.Pattern{
	{Name: "StepCompareFolder", Root: StepOp{}, Rewrite: compareStep},
}

// compareStep computes comparisons of a step with a constant that is the same for all
// elements and greater than the last element. Upstream does so for scalable vectors as
// well, whose length is only a lower bound; here their comparisons are kept.
//
//	%s = vector.step : vector<4xindex>
//	arith.cmpi ult, %s, dense<7>  →  dense<true>
func compareStep(op *ir.Operation, rw *ir.Rewriter) bool {
	step := ir.Cast[StepOp](op)
	t := vectorOf(step.Result())
	if t.AnyScalable() {
		return false
	}
	for u := step.Result().FirstUse(); u != nil; u = u.Next() {
		cmp := ir.As[arith.CmpIOp](u.Owner())
		if !cmp.Ok() {
			continue
		}
		c, ok := ir.ConstantInt(cmp.Rhs())
		if !ok {
			continue
		}
		result, known := compareRange(cmp.Predicate(), t.Dims[0], c.Int64())
		if !known {
			continue
		}
		rw.Before(cmp.Operation())
		rw.Replace(cmp.Operation(), arith.NewConstant(rw, arith.BoolConstant(cmp.Result().Type(), result)).Result())
		return true
	}
	return false
}

// compareRange compares all numbers from 0 to n-1 with c; known is false when the results
// differ or c is negative.
func compareRange(p arith.CmpIPredicate, n, c int64) (result, known bool) {
	switch p {
	case arith.ULT, arith.UGE:
		return p == arith.ULT, n <= c
	case arith.ULE, arith.UGT:
		return p == arith.ULE, n-1 <= c
	case arith.EQ, arith.NE:
		return p == arith.NE, n <= c
	}
	return false, false
}
