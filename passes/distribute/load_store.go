package distribute

import (
	"slices"

	"optc/dialect/ub"
	"optc/dialect/vector"
	"optc/ir"
	"optc/ir/affine"
	"optc/layout/flow"
	"optc/layout/threads"
)

// distributeLoad distributes a load as the transfer that reads the same elements.
//
//	vector.load %m[%i, %j]  →  vector.transfer_read %m[%i, %j], %poison {in_bounds = [true]}
func distributeLoad(d threads.Distributor, op *ir.Operation) {
	load, rw := ir.Cast[vector.LoadOp](op), d.Rewriter()
	perm, bounds, ok := minorTransfer(d, load.Base(), load.Result())
	if !ok {
		return
	}
	padding := ub.NewPoison(rw, ir.ElementOrSelf(load.Base().Type())).Result()
	read := vector.NewTransferRead(rw, load.Result().Type(), load.Base(), load.Indices(), padding, nil, perm, bounds)
	d.Enqueue(read.Operation(), nil, []flow.Layout{d.Layout(load.Result())})
	rw.Replace(op, read.Vector())
}

// distributeStore distributes a store as the transfer that writes the same elements.
//
//	vector.store %v, %m[%i, %j]  →  vector.transfer_write %v, %m[%i, %j] {in_bounds = [true]}
func distributeStore(d threads.Distributor, op *ir.Operation) {
	store, rw := ir.Cast[vector.StoreOp](op), d.Rewriter()
	v := store.ValueToStore()
	perm, bounds, ok := minorTransfer(d, store.Base(), v)
	if !ok {
		return
	}
	write := vector.NewTransferWrite(rw, v, store.Base(), store.Indices(), nil, perm, bounds).Operation()
	d.Enqueue(write, []flow.Layout{d.Layout(v)}, nil)
	rw.Erase(op)
}

// minorTransfer returns the map and the bounds of a transfer of v along the last dimensions of
// memory. ok is false, and the operation is left, if the elements of the memory are vectors.
func minorTransfer(d threads.Distributor, base, v *ir.Value) (perm affine.Map, bounds []bool, ok bool) {
	t, rank := base.Type().(*ir.MemRefType), len(v.Type().(*ir.VectorType).Dims)
	if _, ofVectors := t.Elem.(*ir.VectorType); ofVectors {
		return perm, nil, d.Leave("is not distributed: the elements of the memory are vectors")
	}
	return d.Rewriter().Context().MinorIdentity(len(t.Dims), rank).Map, slices.Repeat([]bool{true}, rank), true
}
