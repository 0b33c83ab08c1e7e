package vector

import (
	"optc/dialect/arith"
	"optc/ir"
)

var stepPatterns = []*ir.Pattern{
	{Name: "StepCompareFolder", Root: Step, Rewrite: compareStep},
}

// compareStep computes comparisons of a step with a constant that is the same for all
// elements and greater than the last element. Upstream does so for scalable vectors as
// well, whose length is only a lower bound; here their comparisons are kept.
//
//	%s = vector.step : vector<4xindex>
//	arith.cmpi ult, %s, dense<7>  →  dense<true>
func compareStep(op *ir.Operation, rw *ir.Rewriter) bool {
	t := vectorOf(Step.Result(op))
	if t.AnyScalable() {
		return false
	}
	for u := Step.Result(op).FirstUse(); u != nil; u = u.Next() {
		cmp := u.Owner()
		if !arith.CmpI.Is(cmp) {
			continue
		}
		c, ok := ir.ConstantInt(arith.CmpI.Rhs(cmp))
		if !ok {
			continue
		}
		result, known := compareRange(arith.CmpI.Predicate(cmp), t.Dims[0], c.Int64())
		if !known {
			continue
		}
		rw.Before(cmp)
		rw.Replace(cmp, arith.Constant.Build(rw, arith.BoolConstant(arith.CmpI.Result(cmp).Type(), result)))
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
