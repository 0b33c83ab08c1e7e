package view

import "optc/ir"

// Reshapes are the names of the operations that merge and split dimensions in a
// dialect, and of its cast.
type Reshapes struct {
	Expand, Collapse, Cast ir.OpKind
	// Plain tells whether reshapes of a type may be composed.
	Plain func(t ir.Type) bool
}

// NewExpand builds an expansion to the type t, whose extents are shape.
func (r *Reshapes) NewExpand(b *ir.Builder, t ir.Type, v *ir.Value, groups [][]int64, shape []ir.Mixed) *ir.Value {
	c := b.Context()
	static, values := ir.SplitMixed(shape)
	return b.Value(r.Expand, append([]*ir.Value{v}, values...), []ir.Type{t},
		ir.NamedAttr{Name: "reassociation", Value: ReassociationAttr(c, groups)},
		ir.NamedAttr{Name: "static_output_shape", Value: c.DenseI64Array(static)})
}

// NewCollapse builds a collapse to the type t.
func (r *Reshapes) NewCollapse(b *ir.Builder, t ir.Type, v *ir.Value, groups [][]int64) *ir.Value {
	return b.Value(r.Collapse, []*ir.Value{v}, []ir.Type{t},
		ir.NamedAttr{Name: "reassociation", Value: ReassociationAttr(b.Context(), groups)})
}

// OutputShape returns the extents of the result of an expansion.
func OutputShape(op *ir.Operation) []ir.Mixed { return op.MixedList("static_output_shape", 1) }

// ExpandPatterns make one reshape of an expansion and what it expands.
func (r *Reshapes) ExpandPatterns() []*ir.Pattern {
	return []*ir.Pattern{
		{Name: "compose-expansions", Root: r.Expand, Rewrite: r.composeSame},
		{Name: "compose-expand-of-collapse", Root: r.Expand, Rewrite: r.expandOfCollapse},
	}
}

// CollapsePatterns make one reshape of a collapse and what it collapses.
func (r *Reshapes) CollapsePatterns() []*ir.Pattern {
	return []*ir.Pattern{
		{Name: "compose-collapses", Root: r.Collapse, Rewrite: r.composeSame},
		{Name: "compose-collapse-of-expand", Root: r.Collapse, Rewrite: r.collapseOfExpand},
	}
}

func dims(v *ir.Value) []int64 { return v.Type().(ir.ShapedType).Shape() }

func (r *Reshapes) plain(vs ...*ir.Value) bool {
	for _, v := range vs {
		if !r.Plain(v.Type()) {
			return false
		}
	}
	return true
}

// composeSame merges two expansions, or two collapses.
//
//	collapse (collapse %x [[0, 1], [2], [3]]) [[0], [1, 2]]   →   collapse %x [[0, 1], [2, 3]]
func (r *Reshapes) composeSame(op *ir.Operation, rw *ir.Rewriter) bool {
	inner := op.Operand(0).DefiningOp()
	if !op.Kind().Is(inner) || !r.plain(inner.Operand(0), op.Operand(0), op.Result(0)) {
		return false
	}
	groups, ok := Compose(Reassociation(inner), Reassociation(op))
	if !ok {
		return false
	}
	rw.Before(op)
	t := op.Result(0).Type()
	if r.Expand.Is(op) {
		rw.Replace(op, r.NewExpand(rw.Builder, t, inner.Operand(0), groups, OutputShape(op)))
	} else {
		rw.Replace(op, r.NewCollapse(rw.Builder, t, inner.Operand(0), groups))
	}
	return true
}

// collapseOfExpand makes one reshape of an expansion and a collapse of its groups.
func (r *Reshapes) collapseOfExpand(op *ir.Operation, rw *ir.Rewriter) bool {
	inner := op.Operand(0).DefiningOp()
	if !r.Expand.Is(inner) || inner.Operand(0).Type() == op.Result(0).Type() || !r.plain(op.Operand(0), inner.Operand(0)) {
		return false
	}
	groups, ok := CollapseOfExpand(Reassociation(inner), Reassociation(op))
	if !ok {
		return false
	}
	source, t := inner.Operand(0), op.Result(0).Type()
	rw.Before(op)
	switch from, to := len(dims(source)), len(dims(op.Result(0))); {
	case from > to:
		rw.Replace(op, r.NewCollapse(rw.Builder, t, source, groups))
	case from < to:
		shape := CollapsedSizes(rw.Builder, Reassociation(op), OutputShape(inner))
		rw.Replace(op, r.NewExpand(rw.Builder, t, source, groups, shape))
	default:
		rw.Replace(op, rw.Value(r.Cast, []*ir.Value{source}, []ir.Type{t}))
	}
	return true
}

// expandOfCollapse makes one reshape of a collapse and an expansion of its groups.
func (r *Reshapes) expandOfCollapse(op *ir.Operation, rw *ir.Rewriter) bool {
	inner := op.Operand(0).DefiningOp()
	if !r.Collapse.Is(inner) || !r.plain(op.Operand(0), inner.Operand(0)) {
		return false
	}
	source, t := inner.Operand(0), op.Result(0).Type()
	from, to := dims(source), dims(op.Result(0))
	collapse, expand := Reassociation(inner), Reassociation(op)
	if len(from) == len(to) {
		return false
	}
	if len(from) > len(to) {
		groups, ok := ExpandOfCollapse(collapse, expand, from, to)
		if !ok {
			return false
		}
		rw.Before(op)
		rw.Replace(op, r.NewCollapse(rw.Builder, t, source, groups))
		return true
	}
	groups, ok := ExpandOfCollapse(expand, collapse, to, from)
	if !ok {
		return false
	}
	rw.Before(op)
	rw.Replace(op, r.NewExpand(rw.Builder, t, source, groups, OutputShape(op)))
	return true
}
