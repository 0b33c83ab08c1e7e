package affine

import (
	"slices"

	"optc/ir"
)

// NewLinearizeIndex combines indices into a single index. The basis has an extent for each index,
// or for each but the first; a first extent without bound counts as absent.
func NewLinearizeIndex(b ir.OpBuilder, indices []*ir.Value, extents []ir.Mixed, disjoint bool) LinearizeIndexOp {
	static, values := splitBasis(extents)
	c := b.Context()
	st := &ir.OpState{Def: ir.DefOf[LinearizeIndexOp](c), Operands: slices.Concat(indices, values), ResultTypes: []ir.Type{c.Index()}}
	st.SetProp(basisAttr, c.DenseI64Array(static))
	if disjoint {
		st.SetProp(disjointAttr, c.Unit())
	}
	st.SetSegments(c, len(indices), len(values))
	return ir.Build[LinearizeIndexOp](b, st)
}

// NewDelinearizeIndex splits an index, with one result for each extent; a first extent
// without bound is omitted from the basis.
func NewDelinearizeIndex(b ir.OpBuilder, index *ir.Value, extents []ir.Mixed) DelinearizeIndexOp {
	c := b.Context()
	types := slices.Repeat([]ir.Type{c.Index()}, len(extents))
	static, values := splitBasis(extents)
	st := &ir.OpState{Def: ir.DefOf[DelinearizeIndexOp](c), Operands: slices.Concat([]*ir.Value{index}, values), ResultTypes: types}
	st.SetProp(basisAttr, c.DenseI64Array(static))
	return ir.Build[DelinearizeIndexOp](b, st)
}

// splitBasis returns the static and the dynamic extents, without a first extent that has no bound.
func splitBasis(extents []ir.Mixed) (static []int64, values []*ir.Value) {
	if len(extents) > 0 && extents[0] == noBound {
		extents = extents[1:]
	}
	return ir.SplitMixed(extents)
}
