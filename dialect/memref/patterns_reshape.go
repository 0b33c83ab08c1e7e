package memref

import (
	"slices"

	"optc/dialect/view"
	"optc/ir"
)

// reshapes are the expansions and collapses of memrefs; those of other layouts
// than the identity are not composed.
var reshapes = &view.Reshapes{Expand: ExpandShape, Collapse: CollapseShape, Cast: Cast,
	Plain: func(t ir.Type) bool { return t.(*ir.MemRefType).HasIdentityLayout() }}

func expandShapePatterns() []*ir.Pattern {
	return append(reshapes.ExpandPatterns(),
		&ir.Pattern{Name: "fold-expand-of-cast", Root: ExpandShape, Rewrite: expandOfCast})
}

func collapseShapePatterns() []*ir.Pattern {
	return append(reshapes.CollapsePatterns(),
		&ir.Pattern{Name: "fold-collapse-of-cast", Root: CollapseShape, Rewrite: collapseOfCast})
}

// collapseOfCast collapses the more static memref before a cast.
func collapseOfCast(op *ir.Operation, rw *ir.Rewriter) bool {
	c := op.Operand(0).DefiningOp()
	if !isStaticCast(c) {
		return false
	}
	groups := view.Reassociation(op)
	t := CollapsedType(typeOf(c.Operand(0)), groups)
	if t == nil {
		return false
	}
	return replaceReshape(op, c.Operand(0), t, rw, func() *ir.Value { return reshapes.NewCollapse(rw.Builder, t, c.Operand(0), groups) })
}

// expandOfCast expands the more static memref before a cast.
func expandOfCast(op *ir.Operation, rw *ir.Rewriter) bool {
	c := op.Operand(0).DefiningOp()
	if !isStaticCast(c) {
		return false
	}
	shape, groups, source := view.OutputShape(op), view.Reassociation(op), typeOf(c.Operand(0))
	ir.FoldMixed(shape, ir.Dynamic+1)
	static := view.Statics(shape)
	for i, g := range groups {
		dynamic := slices.ContainsFunc(g, func(d int64) bool { return static[d] == ir.Dynamic })
		if dynamic != (source.Dims[i] == ir.Dynamic) {
			return false
		}
	}
	t, ok := ExpandedType(source, static, groups)
	if !ok {
		return false
	}
	return replaceReshape(op, c.Operand(0), t, rw, func() *ir.Value { return reshapes.NewExpand(rw.Builder, t, c.Operand(0), groups, shape) })
}

// replaceReshape takes another operand if the type stays, and otherwise a cast of
// a new reshape.
func replaceReshape(op *ir.Operation, source *ir.Value, t *ir.MemRefType, rw *ir.Rewriter, build func() *ir.Value) bool {
	if op.Result(0).Type() == ir.Type(t) {
		rw.Modify(op, func() { op.SetOperand(0, source) })
		return true
	}
	rw.Before(op)
	replaceByCast(rw, op, build())
	return true
}
