package memref

import (
	"slices"

	"optc/dialect/internal/view"
	"optc/ir"
)

var expandShapePatterns = []*ir.Pattern{
	{Name: "compose-expansions", Root: ExpandShape, Rewrite: composeSame},
	{Name: "compose-expand-of-collapse", Root: ExpandShape, Rewrite: expandOfCollapse},
	{Name: "fold-expand-of-cast", Root: ExpandShape, Rewrite: expandOfCast},
}

var collapseShapePatterns = []*ir.Pattern{
	{Name: "compose-collapses", Root: CollapseShape, Rewrite: composeSame},
	{Name: "compose-collapse-of-expand", Root: CollapseShape, Rewrite: collapseOfExpand},
	{Name: "fold-collapse-of-cast", Root: CollapseShape, Rewrite: collapseOfCast},
}

// NewExpandShape builds memref.expand_shape.
func NewExpandShape(b *ir.Builder, t ir.Type, v *ir.Value, groups [][]int64, shape []ir.Mixed) *ir.Value {
	c := b.Context()
	static, values := ir.SplitMixed(shape)
	return b.Value(ExpandShape, append([]*ir.Value{v}, values...), []ir.Type{t},
		ir.NamedAttr{Name: "reassociation", Value: view.ReassociationAttr(c, groups)},
		ir.NamedAttr{Name: "static_output_shape", Value: c.DenseI64Array(static)})
}

// NewCollapseShape builds memref.collapse_shape.
func NewCollapseShape(b *ir.Builder, t ir.Type, v *ir.Value, groups [][]int64) *ir.Value {
	return b.Value(CollapseShape, []*ir.Value{v}, []ir.Type{t},
		ir.NamedAttr{Name: "reassociation", Value: view.ReassociationAttr(b.Context(), groups)})
}

func identityLayouts(vs ...*ir.Value) bool {
	return !slices.ContainsFunc(vs, func(v *ir.Value) bool { return !typeOf(v).HasIdentityLayout() })
}

// composeSame merges two expansions, or two collapses.
func composeSame(op *ir.Operation, rw *ir.Rewriter) bool {
	inner := op.Operand(0).DefiningOp()
	if !inner.Is(op.Name()) || !identityLayouts(inner.Operand(0), op.Operand(0), op.Result(0)) {
		return false
	}
	groups, ok := view.Compose(view.Reassociation(inner), view.Reassociation(op))
	if !ok {
		return false
	}
	rw.Before(op)
	t := op.Result(0).Type()
	if op.Is(ExpandShape) {
		rw.Replace(op, NewExpandShape(rw.Builder, t, inner.Operand(0), groups, OutputShape(op)))
	} else {
		rw.Replace(op, NewCollapseShape(rw.Builder, t, inner.Operand(0), groups))
	}
	return true
}

// collapseOfExpand makes one reshape of an expansion and a collapse of its groups.
func collapseOfExpand(op *ir.Operation, rw *ir.Rewriter) bool {
	inner := op.Operand(0).DefiningOp()
	if !inner.Is(ExpandShape) || inner.Operand(0).Type() == op.Result(0).Type() ||
		!identityLayouts(op.Operand(0), inner.Operand(0)) {
		return false
	}
	groups, ok := view.CollapseOfExpand(view.Reassociation(inner), view.Reassociation(op))
	if !ok {
		return false
	}
	source, t := inner.Operand(0), typeOf(op.Result(0))
	rw.Before(op)
	switch from := len(typeOf(source).Dims); {
	case from > len(t.Dims):
		rw.Replace(op, NewCollapseShape(rw.Builder, t, source, groups))
	case from < len(t.Dims):
		shape := view.CollapsedSizes(rw.Builder, view.Reassociation(op), OutputShape(inner))
		rw.Replace(op, NewExpandShape(rw.Builder, t, source, groups, shape))
	default:
		replaceByCast(rw, op, source)
	}
	return true
}

// expandOfCollapse makes one reshape of a collapse and an expansion of its groups.
func expandOfCollapse(op *ir.Operation, rw *ir.Rewriter) bool {
	inner := op.Operand(0).DefiningOp()
	if !inner.Is(CollapseShape) || !identityLayouts(op.Operand(0), inner.Operand(0)) {
		return false
	}
	source, t := inner.Operand(0), typeOf(op.Result(0))
	from, collapse, expand := typeOf(source), view.Reassociation(inner), view.Reassociation(op)
	if len(from.Dims) == len(t.Dims) {
		return false
	}
	if len(from.Dims) > len(t.Dims) {
		groups, ok := view.ExpandOfCollapse(collapse, expand, from.Dims, t.Dims)
		if !ok {
			return false
		}
		rw.Before(op)
		rw.Replace(op, NewCollapseShape(rw.Builder, t, source, groups))
		return true
	}
	groups, ok := view.ExpandOfCollapse(expand, collapse, t.Dims, from.Dims)
	if !ok {
		return false
	}
	rw.Before(op)
	rw.Replace(op, NewExpandShape(rw.Builder, t, source, groups, OutputShape(op)))
	return true
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
	return replaceReshape(op, c.Operand(0), t, rw, func() *ir.Value { return NewCollapseShape(rw.Builder, t, c.Operand(0), groups) })
}

// expandOfCast expands the more static memref before a cast.
func expandOfCast(op *ir.Operation, rw *ir.Rewriter) bool {
	c := op.Operand(0).DefiningOp()
	if !isStaticCast(c) {
		return false
	}
	shape, groups, source := OutputShape(op), view.Reassociation(op), typeOf(c.Operand(0))
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
	return replaceReshape(op, c.Operand(0), t, rw, func() *ir.Value { return NewExpandShape(rw.Builder, t, c.Operand(0), groups, shape) })
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
