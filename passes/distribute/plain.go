package distribute

import (
	"slices"

	"optc/dialect/arith"
	"optc/dialect/ub"
	"optc/dialect/vector"
	"optc/ir"
	"optc/ir/affine"
)

// load reads as a transfer does.
//
//	vector.load %m[%i, %j]  →  vector.transfer_read %m[%i, %j], %poison {in_bounds = [true]}
func (d *parts[L]) load(op *ir.Operation, sig signatureOf[L]) {
	base, indices := vector.Load.Base(op), vector.Load.Indices(op)
	perm, bounds, ok := d.minorTransfer(op, base, vector.Load.Result(op))
	if !ok {
		return
	}
	padding := ub.Poison.Build(d.rw, ir.ElementOrSelf(base.Type()))
	v := vector.TransferRead.Build(d.rw, vector.Load.Result(op).Type(), base, indices, padding, nil, perm, bounds)
	d.again(v.DefiningOp(), make([]L, 2+len(indices)), sig.results)
	d.rw.Replace(op, v)
}

// store writes as a transfer does.
//
//	vector.store %v, %m[%i, %j]  →  vector.transfer_write %v, %m[%i, %j] {in_bounds = [true]}
func (d *parts[L]) store(op *ir.Operation, sig signatureOf[L]) {
	v, base, indices := vector.Store.ValueToStore(op), vector.Store.Base(op), vector.Store.Indices(op)
	perm, bounds, ok := d.minorTransfer(op, base, v)
	if !ok {
		return
	}
	d.again(vector.TransferWrite.Build(d.rw, v, base, indices, nil, perm, bounds), sig.operands, nil)
	d.rw.Erase(op)
}

// minorTransfer returns the map and the bounds of a transfer of v along the last
// dimensions of memory; ok is false, with a reason, where its elements are vectors.
func (d *parts[L]) minorTransfer(op *ir.Operation, base, v *ir.Value) (perm affine.Map, bounds []bool, ok bool) {
	t, rank := base.Type().(*ir.MemRefType), len(v.Type().(*ir.VectorType).Dims)
	if _, ofVectors := t.Elem.(*ir.VectorType); ofVectors {
		return perm, nil, d.leave(op, "is not distributed: the elements of the memory are vectors")
	}
	return d.rw.Context().MinorIdentity(len(t.Dims), rank).Map, slices.Repeat([]bool{true}, rank), true
}

// reduction reduces as a multi_reduction of the only dimension does.
//
//	vector.reduction <add>, %v, %acc  →  vector.multi_reduction <add>, %v, %acc [0]
func (d *parts[L]) reduction(op *ir.Operation, sig signatureOf[L]) {
	kind, v := vector.CombiningKind(op), vector.Reduction.Vector(op)
	out := vector.MultiReduction.Build(d.rw, kind, v, d.startOf(op), []int64{0})
	var none L
	d.again(out.DefiningOp(), []L{sig.operands[0], none}, []L{none})
	d.rw.Replace(op, out)
}

// startOf returns what a vector.reduction combines the elements with: its accumulator,
// or else the identity of its kind.
func (d *parts[L]) startOf(op *ir.Operation) *ir.Value {
	if acc := vector.Reduction.Acc(op); acc != nil {
		return acc
	}
	return arith.Constant.Build(d.rw, vector.CombiningKind(op).Identity(vector.Reduction.Dest(op).Type()))
}
