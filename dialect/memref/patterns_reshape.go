package memref

import (
	"slices"

	"optc/dialect/internal/view"
	"optc/ir"
)

// reshapes are the expansions and collapses of memrefs; only reshapes of memrefs with the
// identity layout are composed.
var reshapes = &view.Reshapes{Expand: ExpandShapeOp{}, Collapse: CollapseShapeOp{}, Cast: CastOp{},
	Plain: func(t ir.Type) bool { return t.(*ir.MemRefType).HasIdentityLayout() }}

func expandShapePatterns() []*ir.Pattern {
	return append(reshapes.ExpandPatterns(),
		&ir.Pattern{Name: "fold-expand-of-cast", Root: ExpandShapeOp{}, Rewrite: expandOfCast})
}

func collapseShapePatterns() []*ir.Pattern {
	return append(reshapes.CollapsePatterns(),
		&ir.Pattern{Name: "fold-collapse-of-cast", Root: CollapseShapeOp{}, Rewrite: collapseOfCast})
}

// collapseOfCast collapses the more static memref before a cast.
func collapseOfCast(op *ir.Operation, rw *ir.Rewriter) bool {
	collapseShape := ir.Cast[CollapseShapeOp](op)
	c := collapseShape.Src().DefiningOp()
	if !isStaticCast(c) {
		return false
	}
	source, groups := ir.Cast[CastOp](c).Source(), collapseShape.Reassociation()
	t := CollapsedType(typeOf(source), groups)
	if t == nil {
		return false
	}
	return replaceReshape(op, source, t, rw, func() *ir.Value { return NewCollapseShape(rw, t, source, groups).Result() })
}

// expandOfCast expands the more static memref before a cast.
func expandOfCast(op *ir.Operation, rw *ir.Rewriter) bool {
	expandShape := ir.Cast[ExpandShapeOp](op)
	c := expandShape.Src().DefiningOp()
	if !isStaticCast(c) {
		return false
	}
	source, shape, groups := ir.Cast[CastOp](c).Source(), expandShape.MixedOutputShape(), expandShape.Reassociation()
	ir.FoldMixed(shape, ir.Dynamic+1)
	from, static := typeOf(source), view.Statics(shape)
	for i, g := range groups {
		dynamic := slices.ContainsFunc(g, func(d int64) bool { return static[d] == ir.Dynamic })
		if dynamic != (from.Dims[i] == ir.Dynamic) {
			return false
		}
	}
	t, ok := ExpandedType(from, static, groups)
	if !ok {
		return false
	}
	return replaceReshape(op, source, t, rw, func() *ir.Value { return NewExpandShape(rw, t, source, groups, shape).Result() })
}

// replaceReshape changes the operand if the type stays the same, and otherwise replaces
// the reshape by a cast of a new reshape.
func replaceReshape(op *ir.Operation, source *ir.Value, t *ir.MemRefType, rw *ir.Rewriter, build func() *ir.Value) bool {
	reshape := op.Typed().(view.Reassociative)
	if reshape.Result().Type() == ir.Type(t) {
		rw.Modify(op, func() { reshape.SrcMutable().Set(source) })
		return true
	}
	rw.Before(op)
	ReplaceByCast(rw, op, build())
	return true
}
