package distribute

import (
	"slices"

	"optc/dialect/vectorext"
	"optc/ir"
	"optc/layout/flow"
)

// The methods of threads.Distributor that are the same for all kinds of layouts.

// Rewriter implements threads.Distributor.
func (d *parts[L]) Rewriter() *ir.Rewriter { return d.rw }

// Layout implements threads.Distributor.
func (d *parts[L]) Layout(v *ir.Value) flow.Layout { return flow.Erase(d.ownLayout(v)) }

// ownLayout returns the layout of an operand or a result of the current operation.
func (d *parts[L]) ownLayout(v *ir.Value) (l L) {
	sig := d.signatures[d.current]
	if i := slices.Index(d.current.OperandList(), v); i >= 0 {
		return sig.operands[i]
	}
	if i := slices.Index(d.current.ResultList(), v); i >= 0 {
		return sig.results[i]
	}
	return d.layoutOf(v)
}

// PartType implements threads.Distributor.
func (d *parts[L]) PartType(v *ir.Value) ir.Type { return typeOfPart(v, d.ownLayout(v)) }

// typeOfPart returns the type of the part of v, which is v itself if it has no layout.
func typeOfPart[L vectorext.Layout[L]](v *ir.Value, l L) ir.Type {
	var none L
	if l == none {
		return v.Type()
	}
	return partType(v, l)
}

// Part implements threads.Distributor.
func (d *parts[L]) Part(v *ir.Value) *ir.Value {
	var none L
	if l := d.ownLayout(v); l != none {
		return d.partOf(v, l)
	}
	return v
}

// Whole implements threads.Distributor.
func (d *parts[L]) Whole(t ir.Type, part *ir.Value, l flow.Layout) *ir.Value {
	return vectorext.NewToSIMD(d.rw, t, part, flow.Restore[L](l)).Output()
}

// Replace implements threads.Distributor.
func (d *parts[L]) Replace(parts ...*ir.Value) { d.replaceByParts(d.current, parts...) }

// OnParts implements threads.Distributor.
func (d *parts[L]) OnParts() *ir.Operation {
	op := d.current
	st := stateLike(op)
	for _, v := range op.Operands() {
		st.Operands = append(st.Operands, d.Part(v))
	}
	st.ResultTypes = []ir.Type{}
	for _, r := range op.Results() {
		st.ResultTypes = append(st.ResultTypes, d.PartType(r))
	}
	st.NumRegions = op.NumRegions()
	return d.rw.Create(st)
}

// stateLike starts an operation with the name, place and attributes of op.
func stateLike(op *ir.Operation) *ir.OpState {
	st := &ir.OpState{Loc: op.Loc(), Def: op.Def()}
	for _, a := range op.AllAttrs() {
		st.SetAttr(a.Name, a.Value)
	}
	return st
}

// Enqueue implements threads.Distributor.
func (d *parts[L]) Enqueue(op *ir.Operation, operands, results []flow.Layout) {
	d.enqueue(op, restoreLayouts[L](operands, op.NumOperands()), restoreLayouts[L](results, op.NumResults()))
}

// restoreLayouts returns n layouts of kind L, zero where the list has none.
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
func (d *parts[L]) Yields(r int) (layouts []flow.Layout, ok bool) {
	sig, ok := d.signatures[d.current.Region(r).Front().Back()]
	return eraseLayouts(sig.operands), ok
}

// MoveRegion implements threads.Distributor.
func (d *parts[L]) MoveRegion(r int, op *ir.Operation, args []flow.Layout) {
	var none L
	body := d.current.Region(r).Front()
	layouts := restoreLayouts[L](args, body.NumArgs())
	types := make([]ir.Type, body.NumArgs())
	for i, a := range body.Args() {
		types[i] = typeOfPart(a, layouts[i])
	}
	inner := d.rw.NewBlock(op.Region(r), types, d.current.Loc())
	inside := slices.Clone(inner.Args())
	for i, a := range body.Args() {
		if layouts[i] != none {
			inside[i] = vectorext.NewToSIMD(d.rw, a.Type(), inside[i], layouts[i]).Output()
		}
	}
	d.rw.InlineBlock(body, inner, nil, inside)
	d.giveParts(inner.Back())
	d.rw.Before(d.current)
}

// giveParts gives a terminator the parts of its vectors.
func (d *parts[L]) giveParts(op *ir.Operation) {
	d.rw.Before(op)
	var none L
	for i, l := range d.signatures[op].operands {
		if l != none {
			part := d.partOf(op.Operand(i), l)
			d.rw.Modify(op, func() { op.SetOperand(i, part) })
		}
	}
}

// Agree implements threads.Distributor.
func (d *parts[L]) Agree(have, want []flow.Layout) bool {
	n := len(want)
	return d.layoutsAgree(d.current, restoreLayouts[L](have, n), restoreLayouts[L](want, n))
}

// Leave implements threads.Distributor.
func (d *parts[L]) Leave(format string, args ...any) bool {
	return d.leaveWhole(d.current, format, args...)
}
