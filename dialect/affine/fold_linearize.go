package affine

import (
	"slices"

	"optc/dialect/view"
	"optc/ir"
)

// noBound is the extent of a first index that the basis leaves out.
var noBound = ir.Mixed{Const: ir.Dynamic}

// paddedBasis returns one extent for every index, the first of them noBound when
// the basis leaves it out.
func paddedBasis(op *ir.Operation, indices int) []ir.Mixed {
	ms := basis.Of(op)
	if len(ms) < indices {
		ms = append([]ir.Mixed{noBound}, ms...)
	}
	return ms
}

// foldBasis makes numbers of extents that are constants.
func foldBasis(op *ir.Operation) bool {
	ms := basis.Of(op)
	if !ir.FoldMixed(ms, ir.Dynamic+1) {
		return false
	}
	first := op.OperandGroup(linearizeIndices)
	static, values := ir.SplitMixed(ms)
	c := op.Attr(basis.Attr).Context()
	op.SetOperands(slices.Concat(first, values))
	op.SetAttr(basis.Attr, c.DenseI64Array(static))
	if op.Has(ir.AttrSizedOperandSegments) {
		op.SetAttr("operandSegmentSizes", c.DenseI32Array([]int32{int32(len(first)), int32(len(values))}))
	}
	return true
}

// foldLinearize folds constants, no index to 0 and a single index to itself.
func foldLinearize(op *ir.Operation, operands []ir.Attribute) ir.FoldResult {
	if foldBasis(op) {
		return ir.FoldInPlace()
	}
	indices := op.OperandGroup(linearizeIndices)
	c := op.Result(0).Type().Context()
	switch len(indices) {
	case 0:
		return ir.FoldToAttr(c.IndexAttr(0))
	case 1:
		return ir.FoldToValue(indices[0])
	}
	static := basis.Static(op)
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
	if foldBasis(op) {
		return ir.FoldInPlace()
	}
	n := op.NumResults()
	if n == 1 {
		return ir.FoldToValue(op.Operand(0))
	}
	a, ok := operands[0].(*ir.IntegerAttr)
	static := basis.Static(op)
	if !ok || view.CountDynamic(static) > 0 || n == 0 {
		return ir.FoldResult{}
	}
	if len(static) == n {
		static = static[1:]
	}
	c := op.Result(0).Type().Context()
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

// NewLinearize builds affine.linearize_index. The basis has one extent for each
// index, or one less; a first extent without bound counts as absent.
func NewLinearize(b *ir.Builder, indices []*ir.Value, extents []ir.Mixed, isDisjoint bool) *ir.Value {
	if len(extents) > 0 && extents[0] == noBound {
		extents = extents[1:]
	}
	static, values := ir.SplitMixed(extents)
	c := b.Context()
	st := &ir.OpState{Def: c.MustOpDef(LinearizeIndex), Operands: slices.Concat(indices, values)}
	st.SetProp(basis.Attr, c.DenseI64Array(static))
	if isDisjoint {
		st.SetProp(disjoint, c.Unit())
	}
	st.SetSegments(c, len(indices), len(values))
	st.ResultTypes = []ir.Type{c.Index()}
	return b.Create(st).Result(0)
}

// NewDelinearize builds affine.delinearize_index with one result for each extent;
// a first extent without bound is left out of the basis.
func NewDelinearize(b *ir.Builder, index *ir.Value, extents []ir.Mixed) []*ir.Value {
	c := b.Context()
	types := slices.Repeat([]ir.Type{c.Index()}, len(extents))
	if len(extents) > 0 && extents[0] == noBound {
		extents = extents[1:]
	}
	static, values := ir.SplitMixed(extents)
	st := &ir.OpState{Def: c.MustOpDef(DelinearizeIndex), Operands: slices.Concat([]*ir.Value{index}, values), ResultTypes: types}
	st.SetProp(basis.Attr, c.DenseI64Array(static))
	return b.Create(st).Results()
}
