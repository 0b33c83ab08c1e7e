package view

import "optc/ir"

// ReassociativeKind has the common methods of expansions and collapses
// (ReassociativeReshapeOpInterface upstream).
type ReassociativeKind struct{ ir.OldKind }

func (ReassociativeKind) Src(op *ir.Operation) *ir.Value            { return op.Operand(0) }
func (ReassociativeKind) SrcMutable(op *ir.Operation) *ir.OpOperand { return op.OpOperand(0) }
func (ReassociativeKind) Result(op *ir.Operation) *ir.Value         { return op.Result(0) }

// Reassociation returns, for every dimension of the collapsed shape, the dimensions of
// the expanded shape that form it.
func (ReassociativeKind) Reassociation(op *ir.Operation) [][]int64 {
	a := ir.Get[*ir.ArrayAttr](op, reassociation)
	if a == nil {
		return nil
	}
	groups := make([][]int64, len(a.Elems))
	for i, e := range a.Elems {
		groups[i], _ = ir.Int64s(e)
	}
	return groups
}

// SameReassociation reports whether two reshapes have the same groups.
func (ReassociativeKind) SameReassociation(a, b *ir.Operation) bool {
	return a.Attr(reassociation) == b.Attr(reassociation)
}

const reassociation = "reassociation"

func reassociationAttr(c *ir.Context, groups [][]int64) *ir.ArrayAttr {
	elems := make([]ir.Attribute, len(groups))
	for i, g := range groups {
		elems[i] = c.I64Array(g)
	}
	return c.Array(elems)
}

// ExpandKind is the kind of memref.expand_shape and tensor.expand_shape.
type ExpandKind struct {
	ReassociativeKind
	OutputShape List // the extents of the result
}

// Expand returns the kind of that name.
func Expand(name ir.Kind) ExpandKind {
	return ExpandKind{ReassociativeKind{ir.OldKind(name)}, List{"static_output_shape", 1, "bounds"}}
}

// Build expands src to the type t, whose extents are shape.
func (k ExpandKind) Build(b ir.OpBuilder, t ir.Type, src *ir.Value, groups [][]int64, shape []ir.Mixed) *ir.Value {
	c := b.Context()
	static, values := ir.SplitMixed(shape)
	st := &ir.OpState{Def: c.MustOpDef(k.Kind()), Operands: append([]*ir.Value{src}, values...), ResultTypes: []ir.Type{t}}
	st.SetProp(reassociation, reassociationAttr(c, groups))
	st.SetProp(k.OutputShape.Attr, c.DenseI64Array(static))
	return k.CreateValue(b, st)
}

// CollapseKind is the kind of memref.collapse_shape and tensor.collapse_shape.
type CollapseKind struct{ ReassociativeKind }

// Collapse returns the kind of that name.
func Collapse(name ir.Kind) CollapseKind { return CollapseKind{ReassociativeKind{ir.OldKind(name)}} }

// Build collapses src to the type t.
func (k CollapseKind) Build(b ir.OpBuilder, t ir.Type, src *ir.Value, groups [][]int64) *ir.Value {
	st := &ir.OpState{Def: b.Context().MustOpDef(k.Kind()), Operands: []*ir.Value{src}, ResultTypes: []ir.Type{t}}
	st.SetProp(reassociation, reassociationAttr(b.Context(), groups))
	return k.CreateValue(b, st)
}

// Reshapes holds the operations that split and merge dimensions in a dialect, and the
// dialect's cast.
type Reshapes struct {
	Expand   ExpandKind
	Collapse CollapseKind
	Cast     CastKind
	// Plain reports whether reshapes of a type may be composed.
	Plain func(t ir.Type) bool
}

// ExpandPatterns merge an expansion with the expansion or collapse that defines its
// operand.
func (r *Reshapes) ExpandPatterns() []*ir.Pattern {
	return []*ir.Pattern{
		{Name: "compose-expansions", Root: r.Expand, Rewrite: r.composeSame},
		{Name: "compose-expand-of-collapse", Root: r.Expand, Rewrite: r.expandOfCollapse},
	}
}

// CollapsePatterns merge a collapse with the expansion or collapse that defines its
// operand.
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
	var k ReassociativeKind
	inner := k.Src(op).DefiningOp()
	if !op.Kind().Is(inner) || !r.plain(k.Src(inner), k.Src(op), k.Result(op)) {
		return false
	}
	groups, ok := Compose(k.Reassociation(inner), k.Reassociation(op))
	if !ok {
		return false
	}
	t := k.Result(op).Type()
	if r.Expand.Is(op) {
		rw.Replace(op, r.Expand.Build(rw, t, k.Src(inner), groups, r.Expand.OutputShape.Of(op)))
	} else {
		rw.Replace(op, r.Collapse.Build(rw, t, k.Src(inner), groups))
	}
	return true
}

// collapseOfExpand replaces a collapse of an expansion by a single reshape.
func (r *Reshapes) collapseOfExpand(op *ir.Operation, rw *ir.Rewriter) bool {
	expanded, result := r.Collapse.Src(op), r.Collapse.Result(op)
	inner := r.Expand.DefiningOp(expanded)
	if inner == nil {
		return false
	}
	source, t := r.Expand.Src(inner), result.Type()
	if source.Type() == t || !r.plain(expanded, source) {
		return false
	}
	groups, ok := CollapseOfExpand(r.Expand.Reassociation(inner), r.Collapse.Reassociation(op))
	if !ok {
		return false
	}
	switch from, to := len(dims(source)), len(dims(result)); {
	case from > to:
		rw.Replace(op, r.Collapse.Build(rw, t, source, groups))
	case from < to:
		shape := CollapsedSizes(rw, r.Collapse.Reassociation(op), r.Expand.OutputShape.Of(inner))
		rw.Replace(op, r.Expand.Build(rw, t, source, groups, shape))
	default:
		r.Cast.Replace(rw, op, source)
	}
	return true
}

// expandOfCollapse replaces an expansion of a collapse by a single reshape.
func (r *Reshapes) expandOfCollapse(op *ir.Operation, rw *ir.Rewriter) bool {
	collapsed, result := r.Expand.Src(op), r.Expand.Result(op)
	inner := r.Collapse.DefiningOp(collapsed)
	if inner == nil {
		return false
	}
	source, t := r.Collapse.Src(inner), result.Type()
	if !r.plain(collapsed, source) {
		return false
	}
	from, to := dims(source), dims(result)
	collapse, expand := r.Collapse.Reassociation(inner), r.Expand.Reassociation(op)
	if len(from) == len(to) {
		return false
	}
	if len(from) > len(to) {
		groups, ok := ExpandOfCollapse(collapse, expand, from, to)
		if !ok {
			return false
		}
		rw.Replace(op, r.Collapse.Build(rw, t, source, groups))
		return true
	}
	groups, ok := ExpandOfCollapse(expand, collapse, to, from)
	if !ok {
		return false
	}
	rw.Before(op)
	rw.Replace(op, r.Expand.Build(rw, t, source, groups, r.Expand.OutputShape.Of(op)))
	return true
}
