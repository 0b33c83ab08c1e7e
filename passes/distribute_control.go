package passes

import (
	"slices"

	"optc/dialect/scf"
	"optc/dialect/vectorext"
	"optc/ir"
)

// distributeFor carries the parts of vectors from iteration to iteration.
//
//	%r = scf.for … iter_args(%a = %v) -> (vector<8x16xf32>) { … scf.yield %b : vector<8x16xf32> }
//	→ %p = to_simt %v
//	  %q = scf.for … iter_args(%s = %p) -> (vector<2x1x1x1x1x2xf32>) {
//	    %a = to_simd %s … %t = to_simt %b  scf.yield %t }
//	  %r = to_simd %q
func distributeFor(d *distributor, op *ir.Operation, sig signature) bool {
	yield := op.Body().Back()
	yieldSig, ok := d.sigs[yield]
	if op.NumResults() == 0 || !ok {
		return false
	}
	first := op.NumOperands() - op.NumResults()
	for i, l := range sig.results {
		if sig.operands[first+i] != l || yieldSig.operands[i] != l {
			return d.leave(op, "is not distributed: result #%d and what is carried have different layouts", i)
		}
	}
	loop := d.reshaped(op, sig)
	d.moveBody(op, loop, 0, append([]*vectorext.NestedLayout{nil}, sig.results...))
	d.distributeOperands(yield, yieldSig)
	d.rw.Before(op)
	d.replace(op, loop.ResultList()...)
	return true
}

// distributeIf gives the results of a conditional by their parts.
func distributeIf(d *distributor, op *ir.Operation, sig signature) bool {
	if op.NumResults() == 0 {
		return false
	}
	var yields []*ir.Operation
	for r := range op.NumRegions() {
		yield := op.Region(r).Front().Back()
		yieldSig, ok := d.sigs[yield]
		if !ok || !slices.Equal(yieldSig.operands, sig.results) {
			return d.leave(op, "is not distributed: its regions give the results other layouts than its users")
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
	return true
}

// distributeWhile carries parts from the condition to the body and back.
func distributeWhile(d *distributor, op *ir.Operation, sig signature) bool {
	before, after := scf.While.Before(op).Front(), scf.While.After(op).Front()
	condition, yield := before.Back(), after.Back()
	condSig, ok1 := d.sigs[condition]
	yieldSig, ok2 := d.sigs[yield]
	if !ok1 || !ok2 || !slices.Equal(condSig.operands[1:], sig.results) || !slices.Equal(yieldSig.operands, sig.operands) ||
		!slices.Equal(d.layoutsOf(before.Args()), sig.operands) || !slices.Equal(d.layoutsOf(after.Args()), sig.results) {
		return d.leave(op, "is not distributed: a value has another layout where it enters the loop than where it is carried")
	}
	loop := d.reshaped(op, sig)
	d.moveBody(op, loop, 0, sig.operands)
	d.moveBody(op, loop, 1, sig.results)
	d.distributeOperands(condition, condSig)
	d.distributeOperands(yield, yieldSig)
	d.rw.Before(op)
	d.replace(op, loop.ResultList()...)
	return true
}

// reshaped builds an operation like op on the parts of its vectors, with empty regions.
func (d *distributor) reshaped(op *ir.Operation, sig signature) *ir.Operation {
	st := stateLike(op)
	for i, v := range op.Operands() {
		if l := sig.operands[i]; l != nil {
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
func (d *distributor) partType(v *ir.Value, l *vectorext.NestedLayout) ir.Type {
	if l == nil {
		return v.Type()
	}
	return simtType(v, l)
}

// moveBody moves region r of op to another operation. The arguments of the block that
// have a layout are parts there.
func (d *distributor) moveBody(op, to *ir.Operation, r int, layouts []*vectorext.NestedLayout) {
	body := op.Region(r).Front()
	if body == nil {
		return
	}
	types := make([]ir.Type, body.NumArgs())
	for i, a := range body.Args() {
		types[i] = d.partType(a, layouts[i])
	}
	inner := d.rw.NewBlock(to.Region(r), types, op.Loc())
	args := slices.Clone(inner.Args())
	for i, a := range body.Args() {
		if layouts[i] != nil {
			args[i] = vectorext.ToSIMD.Build(d.rw, a.Type(), args[i], layouts[i])
		}
	}
	d.rw.InlineBlock(body, inner, nil, args)
}

// distributeOperands gives a terminator the parts of its vectors.
func (d *distributor) distributeOperands(op *ir.Operation, sig signature) {
	d.rw.Before(op)
	for i, l := range sig.operands {
		if l != nil {
			part := d.dist(op.Operand(i), l)
			d.rw.Modify(op, func() { op.SetOperand(i, part) })
		}
	}
}
