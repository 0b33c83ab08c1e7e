package affine

import (
	"slices"

	"optc/dialect/internal/view"
	"optc/ir"
)

// noBound means the extent of a first index that the basis omits.
var noBound = ir.Mixed{Const: ir.Dynamic}

// paddedBasis returns an extent for every index; the first extent is noBound when the
// basis omits it.
func paddedBasis(op *ir.Operation, indices int) []ir.Mixed {
	ms := BasisOf(op)
	if len(ms) < indices {
		ms = append([]ir.Mixed{noBound}, ms...)
	}
	return ms
}

// foldBasis replaces extents that are positive constants by numbers; first holds the
// operands before the basis. For other constants the behaviour is undefined only where
// the operation runs, which may be never.
func foldBasis(op *ir.Operation, first ...*ir.Value) bool {
	ms := BasisOf(op)
	if !ir.FoldMixed(ms, 1) {
		return false
	}
	static, values := ir.SplitMixed(ms)
	c := op.Attr(basisAttr).Context()
	op.SetOperands(slices.Concat(first, values))
	op.SetAttr(basisAttr, c.DenseI64Array(static))
	if op.Has(ir.AttrSizedOperandSegments) {
		op.SetAttr("operandSegmentSizes", c.DenseI32Array([]int32{int32(len(first)), int32(len(values))}))
	}
	return true
}

// foldLinearize folds constants; without indices it folds to 0, and with a single index to that index.
func foldLinearize(op *ir.Operation, operands []ir.Attribute) ir.FoldResult {
	linearizeIndex := ir.Cast[LinearizeIndexOp](op)
	indices := linearizeIndex.MultiIndex()
	if foldBasis(op, indices...) {
		return ir.FoldInPlace()
	}
	c := linearizeIndex.LinearIndex().Type().Context()
	switch len(indices) {
	case 0:
		return ir.FoldToAttr(c.IndexAttr(0))
	case 1:
		return ir.FoldToValue(indices[0])
	}
	static := linearizeIndex.StaticBasis()
	if view.CountDynamic(static) > 0 {
		return ir.FoldResult{}
	}
	sum, stride := int64(0), int64(1)
	for i := len(indices) - 1; i >= 0; i-- {
		a, ok := operands[i].(*ir.IntegerAttr)
		if !ok {
			return ir.FoldResult{}
		}
		sum += a.Int64() * stride
		if k := len(static) - (len(indices) - i); k >= 0 {
			stride *= static[k]
		}
	}
	return ir.FoldToAttr(c.IndexAttr(sum))
}

// foldDelinearize folds constants, and a single result to the index itself.
func foldDelinearize(op *ir.Operation, operands []ir.Attribute) ir.FoldResult {
	delinearizeIndex := ir.Cast[DelinearizeIndexOp](op)
	index := delinearizeIndex.LinearIndex()
	if foldBasis(op, index) {
		return ir.FoldInPlace()
	}
	n := op.NumResults()
	if n == 1 {
		return ir.FoldToValue(index)
	}
	a, ok := operands[0].(*ir.IntegerAttr)
	static := delinearizeIndex.StaticBasis()
	if !ok || view.CountDynamic(static) > 0 || n == 0 {
		return ir.FoldResult{}
	}
	if len(static) == n {
		static = static[1:]
	}
	c := index.Type().Context()
	results := make([]ir.FoldedValue, n)
	rest := a.Int64()
	for i := n - 1; i > 0; i-- {
		b := static[i-1]
		q, r := rest/b, rest%b
		if r < 0 {
			q, r = q-1, r+b
		}
		results[i].Attr = c.IndexAttr(r)
		rest = q
	}
	results[0].Attr = c.IndexAttr(rest)
	return ir.FoldResult{Results: results}
}
