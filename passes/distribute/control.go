package distribute

import (
	"slices"

	"optc/dialect/scf"
	"optc/dialect/vectorext"
	"optc/ir"
)

// loop carries the parts of vectors from iteration to iteration.
//
//	%r = scf.for … iter_args(%a = %v) -> (vector<8x16xf32>) { … scf.yield %b : vector<8x16xf32> }
//	→ %p = to_simt %v
//	  %q = scf.for … iter_args(%s = %p) -> (vector<2x1x1x1x1x2xf32>) {
//	    %a = to_simd %s … %t = to_simt %b  scf.yield %t }
//	  %r = to_simd %q
func (d *parts[L]) loop(op *ir.Operation, sig signatureOf[L]) {
	yield := op.Body().Back()
	yieldSig, ok := d.sigs[yield]
	if !ok {
		return
	}
	first := op.NumOperands() - op.NumResults()
	if !d.agree(op, sig.operands[first:], sig.results) || !d.agree(op, yieldSig.operands, sig.results) {
		return
	}
	loop := d.reshaped(op, sig)
	var none L // of the induction variable
	d.moveBody(op, loop, 0, append([]L{none}, sig.results...))
	d.distributeOperands(yield, yieldSig)
	d.rw.Before(op)
	d.replace(op, loop.ResultList()...)
}

// conditional gives the results of a conditional by their parts.
func (d *parts[L]) conditional(op *ir.Operation, sig signatureOf[L]) {
	var yields []*ir.Operation
	for r := range op.NumRegions() {
		yield := op.Region(r).Front().Back()
		if yieldSig, ok := d.sigs[yield]; !ok || !d.agree(op, yieldSig.operands, sig.results) {
			return
		}
		yields = append(yields, yield)
	}
	cond := d.reshaped(op, sig)
	for r := range op.NumRegions() {
		d.moveBody(op, cond, r, nil)
	}
	for _, yield := range yields {
		d.distributeOperands(yield, d.sigs[yield])
	}
	d.rw.Before(op)
	d.replace(op, cond.ResultList()...)
}

// whileLoop carries parts from the condition to the body and back.
func (d *parts[L]) whileLoop(op *ir.Operation, sig signatureOf[L]) {
	before, after := scf.While.Before(op).Front(), scf.While.After(op).Front()
	condition, yield := before.Back(), after.Back()
	condSig, ok1 := d.sigs[condition]
	yieldSig, ok2 := d.sigs[yield]
	if !ok1 || !ok2 || !d.agree(op, condSig.operands[1:], sig.results) || !d.agree(op, yieldSig.operands, sig.operands) ||
		!d.agree(op, d.layoutsOf(before.Args()), sig.operands) || !d.agree(op, d.layoutsOf(after.Args()), sig.results) {
		return
	}
	loop := d.reshaped(op, sig)
	d.moveBody(op, loop, 0, sig.operands)
	d.moveBody(op, loop, 1, sig.results)
	d.distributeOperands(condition, condSig)
	d.distributeOperands(yield, yieldSig)
	d.rw.Before(op)
	d.replace(op, loop.ResultList()...)
}

// reshaped builds an operation like op on the parts of its vectors, with empty regions.
func (d *parts[L]) reshaped(op *ir.Operation, sig signatureOf[L]) *ir.Operation {
	var none L
	st := stateLike(op)
	for i, v := range op.Operands() {
		if l := sig.operands[i]; l != none {
			v = d.dist(v, l)
		}
		st.Operands = append(st.Operands, v)
	}
	st.ResultTypes = []ir.Type{}
	for i, r := range op.Results() {
		st.ResultTypes = append(st.ResultTypes, d.partType(r, sig.results[i]))
	}
	st.NumRegions = op.NumRegions()
	return d.rw.Create(st)
}

// partType returns the type of what a thread holds of v.
func (d *parts[L]) partType(v *ir.Value, l L) ir.Type {
	var none L
	if l == none {
		return v.Type()
	}
	return simtType(v, l)
}

// moveBody moves region r of op to another operation. The arguments of the block that
// have a layout are parts there.
func (d *parts[L]) moveBody(op, to *ir.Operation, r int, layouts []L) {
	body := op.Region(r).Front()
	types := make([]ir.Type, body.NumArgs())
	for i, a := range body.Args() {
		types[i] = d.partType(a, layouts[i])
	}
	inner := d.rw.NewBlock(to.Region(r), types, op.Loc())
	args := slices.Clone(inner.Args())
	var none L
	for i, a := range body.Args() {
		if layouts[i] != none {
			args[i] = vectorext.ToSIMD.Build(d.rw, a.Type(), args[i], layouts[i])
		}
	}
	d.rw.InlineBlock(body, inner, nil, args)
}

// distributeOperands gives a terminator the parts of its vectors.
func (d *parts[L]) distributeOperands(op *ir.Operation, sig signatureOf[L]) {
	d.rw.Before(op)
	var none L
	for i, l := range sig.operands {
		if l != none {
			part := d.dist(op.Operand(i), l)
			d.rw.Modify(op, func() { op.SetOperand(i, part) })
		}
	}
}
