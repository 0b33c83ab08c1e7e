package view

import "optc/ir"

const reassociation = "reassociation"

// Reassociative is satisfied by the types of expansions and collapses
// (ReassociativeReshapeOpInterface upstream).
type Reassociative interface {
	ir.TypedOp
	Src() *ir.Value
	SrcMutable() *ir.OpOperand
	Result() *ir.Value
	// Reassociation returns, for every dimension of the collapsed shape, the dimensions of
	// the expanded shape that form it.
	Reassociation() [][]int64
}

// Expansion is satisfied by the types of memref.expand_shape and tensor.expand_shape.
type Expansion interface {
	Reassociative
	OutputShape() []*ir.Value
	StaticOutputShape() []int64
	MixedOutputShape() []ir.Mixed
}

// SameReassociation reports whether two reshapes have the same groups.
func SameReassociation(a, b Reassociative) bool {
	return a.Operation().Attr(reassociation) == b.Operation().Attr(reassociation)
}

// OutputShape is the list of the extents of an expansion.
var OutputShape = List{"static_output_shape", 1, "bounds"}

// Reshapes holds the operations that split and merge dimensions in a dialect, and the
// dialect's cast, as zero values of their types.
type Reshapes struct {
	Expand   Expansion
	Collapse Reassociative
	Cast     ir.TypedOp
	// Plain reports whether reshapes of a type may be composed.
	Plain func(t ir.Type) bool
}

// expand builds an expansion of src to the type t, whose extents are shape.
func (r *Reshapes) expand(b ir.OpBuilder, t ir.Type, src *ir.Value, groups [][]int64, shape []ir.Mixed) *ir.Value {
	c := b.Context()
	static, values := ir.SplitMixed(shape)
	k := r.Expand.Kind()
	st := &ir.OpState{Def: c.MustOpDef(k), Operands: append([]*ir.Value{src}, values...), ResultTypes: []ir.Type{t}}
	st.SetProp(reassociation, c.IndexLists(groups))
	st.SetProp(OutputShape.Attr, c.DenseI64Array(static))
	return k.CreateValue(b, st)
}

// collapse builds a collapse of src to the type t.
func (r *Reshapes) collapse(b ir.OpBuilder, t ir.Type, src *ir.Value, groups [][]int64) *ir.Value {
	k := r.Collapse.Kind()
	st := &ir.OpState{Def: b.Context().MustOpDef(k), Operands: []*ir.Value{src}, ResultTypes: []ir.Type{t}}
	st.SetProp(reassociation, b.Context().IndexLists(groups))
	return k.CreateValue(b, st)
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
	outer := op.Typed().(Reassociative)
	def := outer.Src().DefiningOp()
	if !op.Kind().Is(def) {
		return false
	}
	inner := def.Typed().(Reassociative)
	if !r.plain(inner.Src(), outer.Src(), outer.Result()) {
		return false
	}
	groups, ok := Compose(inner.Reassociation(), outer.Reassociation())
	if !ok {
		return false
	}
	t := outer.Result().Type()
	if expansion, ok := outer.(Expansion); ok {
		rw.Replace(op, r.expand(rw, t, inner.Src(), groups, expansion.MixedOutputShape()))
	} else {
		rw.Replace(op, r.collapse(rw, t, inner.Src(), groups))
	}
	return true
}

// collapseOfExpand replaces a collapse of an expansion by a single reshape.
func (r *Reshapes) collapseOfExpand(op *ir.Operation, rw *ir.Rewriter) bool {
	collapse := op.Typed().(Reassociative)
	expanded, result := collapse.Src(), collapse.Result()
	expand, ok := expanded.DefiningOp().Typed().(Expansion)
	if !ok {
		return false
	}
	source, t := expand.Src(), result.Type()
	if source.Type() == t || !r.plain(expanded, source) {
		return false
	}
	groups, ok := CollapseOfExpand(expand.Reassociation(), collapse.Reassociation())
	if !ok {
		return false
	}
	switch from, to := len(dims(source)), len(dims(result)); {
	case from > to:
		rw.Replace(op, r.collapse(rw, t, source, groups))
	case from < to:
		shape := CollapsedSizes(rw, collapse.Reassociation(), expand.MixedOutputShape())
		rw.Replace(op, r.expand(rw, t, source, groups, shape))
	default:
		rw.Replace(op, r.Cast.Kind().CreateValue(rw, &ir.OpState{Operands: []*ir.Value{source}, ResultTypes: []ir.Type{t}}))
	}
	return true
}

// expandOfCollapse replaces an expansion of a collapse by a single reshape.
func (r *Reshapes) expandOfCollapse(op *ir.Operation, rw *ir.Rewriter) bool {
	expansion := op.Typed().(Expansion)
	collapsed, result := expansion.Src(), expansion.Result()
	if !r.Collapse.Kind().Is(collapsed.DefiningOp()) {
		return false
	}
	inner := collapsed.DefiningOp().Typed().(Reassociative)
	source, t := inner.Src(), result.Type()
	if !r.plain(collapsed, source) {
		return false
	}
	from, to := dims(source), dims(result)
	collapse, expand := inner.Reassociation(), expansion.Reassociation()
	if len(from) == len(to) {
		return false
	}
	if len(from) > len(to) {
		groups, ok := ExpandOfCollapse(collapse, expand, from, to)
		if !ok {
			return false
		}
		rw.Replace(op, r.collapse(rw, t, source, groups))
		return true
	}
	groups, ok := ExpandOfCollapse(expand, collapse, to, from)
	if !ok {
		return false
	}
	rw.Before(op)
	rw.Replace(op, r.expand(rw, t, source, groups, expansion.MixedOutputShape()))
	return true
}
