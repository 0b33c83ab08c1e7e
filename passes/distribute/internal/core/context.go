package core

import (
	"slices"

	"optc/dialect/vectorext"
	"optc/ir"
	"optc/layout/flow"
)

// The methods of threads.Distributor that are the same for all kinds of layouts.

// Rewriter implements threads.Distributor.
func (d *Parts[L]) Rewriter() *ir.Rewriter { return d.RW }

// Layout implements threads.Distributor.
func (d *Parts[L]) Layout(v *ir.Value) flow.Layout { return flow.Erase(d.OwnLayout(v)) }

// OwnLayout returns the layout of an operand or a result of the current operation.
func (d *Parts[L]) OwnLayout(v *ir.Value) (l L) {
	sig := d.signatures[d.current]
	if i := slices.Index(d.current.OperandList(), v); i >= 0 {
		return sig.Operands[i]
	}
	if i := slices.Index(d.current.ResultList(), v); i >= 0 {
		return sig.Results[i]
	}
	return d.layoutOf(v)
}

// PartType implements threads.Distributor.
func (d *Parts[L]) PartType(v *ir.Value) ir.Type { return typeOfPart(v, d.OwnLayout(v)) }

// typeOfPart returns the type of the part of v, which is v itself if it has no layout.
func typeOfPart[L vectorext.Layout[L]](v *ir.Value, l L) ir.Type {
	var none L
	if l == none {
		return v.Type()
	}
	return PartType(v, l)
}

// Part implements threads.Distributor.
func (d *Parts[L]) Part(v *ir.Value) *ir.Value {
	var none L
	if l := d.OwnLayout(v); l != none {
		return d.PartOf(v, l)
	}
	return v
}

// Whole implements threads.Distributor.
func (d *Parts[L]) Whole(t ir.Type, part *ir.Value, l flow.Layout) *ir.Value {
	return vectorext.NewToSIMD(d.RW, t, part, flow.Restore[L](l)).Output()
}

// Replace implements threads.Distributor.
func (d *Parts[L]) Replace(parts ...*ir.Value) { d.ReplaceByParts(d.current, parts...) }

// OnParts implements threads.Distributor.
func (d *Parts[L]) OnParts() *ir.Operation {
	op := d.current
	st := StateLike(op)
	for _, v := range op.Operands() {
		st.Operands = append(st.Operands, d.Part(v))
	}
	st.ResultTypes = []ir.Type{}
	for _, r := range op.Results() {
		st.ResultTypes = append(st.ResultTypes, d.PartType(r))
	}
	st.NumRegions = op.NumRegions()
	return d.RW.Create(st)
}

// StateLike starts an operation with the name, place and attributes of op.
func StateLike(op *ir.Operation) *ir.OpState {
	st := &ir.OpState{Loc: op.Loc(), Def: op.Def()}
	for _, a := range op.AllAttrs() {
		st.SetAttr(a.Name, a.Value)
	}
	return st
}

// Enqueue implements threads.Distributor.
func (d *Parts[L]) Enqueue(op *ir.Operation, operands, results []flow.Layout) {
	d.Schedule(op, restoreLayouts[L](operands, op.NumOperands()), restoreLayouts[L](results, op.NumResults()))
}

// restoreLayouts returns n layouts of kind L; layouts that the list lacks are zero.
func restoreLayouts[L vectorext.Layout[L]](list []flow.Layout, n int) []L {
	out := make([]L, n)
	for i, l := range list {
		out[i] = flow.Restore[L](l)
	}
	return out
}

func eraseLayouts[L vectorext.Layout[L]](list []L) []flow.Layout {
	out := make([]flow.Layout, len(list))
	for i, l := range list {
		out[i] = flow.Erase(l)
	}
	return out
}

// Yields implements threads.Distributor.
func (d *Parts[L]) Yields(r int) (layouts []flow.Layout, ok bool) {
	sig, ok := d.signatures[d.current.Region(r).Front().Back()]
	return eraseLayouts(sig.Operands), ok
}

// MoveRegion implements threads.Distributor.
func (d *Parts[L]) MoveRegion(r int, op *ir.Operation, args []flow.Layout) {
	var none L
	body := d.current.Region(r).Front()
	layouts := restoreLayouts[L](args, body.NumArgs())
	types := make([]ir.Type, body.NumArgs())
	for i, a := range body.Args() {
		types[i] = typeOfPart(a, layouts[i])
	}
	inner := d.RW.NewBlock(op.Region(r), types, d.current.Loc())
	inside := slices.Clone(inner.Args())
	for i, a := range body.Args() {
		if layouts[i] != none {
			inside[i] = vectorext.NewToSIMD(d.RW, a.Type(), inside[i], layouts[i]).Output()
		}
	}
	d.RW.InlineBlock(body, inner, nil, inside)
	d.giveParts(inner.Back())
	d.RW.Before(d.current)
}

// giveParts gives a terminator the parts of its vectors.
func (d *Parts[L]) giveParts(op *ir.Operation) {
	d.RW.Before(op)
	var none L
	for i, l := range d.signatures[op].Operands {
		if l != none {
			part := d.PartOf(op.Operand(i), l)
			d.RW.Modify(op, func() { op.SetOperand(i, part) })
		}
	}
}

// Agree implements threads.Distributor.
func (d *Parts[L]) Agree(have, want []flow.Layout) bool {
	n := len(want)
	return d.LayoutsAgree(d.current, restoreLayouts[L](have, n), restoreLayouts[L](want, n))
}

// Leave implements threads.Distributor.
func (d *Parts[L]) Leave(format string, args ...any) bool {
	return d.LeaveWhole(d.current, format, args...)
}
