package access

import (
	"optc/dialect/arith"
	"optc/dialect/vector"
	"optc/ir"
	"optc/layout/flow"
	"optc/passes/distribute/internal/core"
	"optc/passes/distribute/internal/threadcode"
)

// ExpandLoad distributes a load of consecutive elements into the lanes of a mask as a gather: the place of an
// element is the number of lanes before it that the mask turns on.
//
//	vector.expandload %m[%i], %mask, %v
//	→ %ones = arith.extui %mask
//	  %places, %_ = vector.scan <add>, %ones, %zero {inclusive = false, reduction_dim = 0}
//	  vector.gather %m[%i] [%places], %mask, %v
func ExpandLoad(d core.Distributor, op *ir.Operation) {
	load := ir.Cast[vector.ExpandLoadOp](op)
	l := d.Layout(load.Result())
	places := placesInRun(d, op, load.Mask(), load.PassThru(), l)
	if places == nil {
		return
	}
	gather := vector.NewGather(d.Rewriter(), load.Base(), load.Indices(), places, load.Mask(), load.PassThru())
	d.Enqueue(gather.Operation(), lastOperands(gather.Operation(), l, l, l), []flow.Layout{l})
	d.Rewriter().Replace(op, gather.Result())
}

// CompressStore distributes a store of the lanes of a mask into consecutive elements as a scatter.
func CompressStore(d core.Distributor, op *ir.Operation) {
	store := ir.Cast[vector.CompressStoreOp](op)
	v := store.ValueToStore()
	l := d.Layout(v)
	places := placesInRun(d, op, store.Mask(), v, l)
	if places == nil {
		return
	}
	scatter := vector.NewScatter(d.Rewriter(), store.Base(), store.Indices(), places, store.Mask(), v).Operation()
	d.Enqueue(scatter, lastOperands(scatter, l, l, l), nil)
	d.Rewriter().Erase(op)
}

// placesInRun counts, for each element of a mask, the preceding elements that are on; it returns nil, and op is left
// undistributed, if the mask and the vector v have other layouts than l, or if threads cannot exchange their counts.
func placesInRun(d core.Distributor, op *ir.Operation, mask, v *ir.Value, l flow.Layout) *ir.Value {
	if !d.Agree([]flow.Layout{d.Layout(mask), d.Layout(v)}, []flow.Layout{l, l}) {
		return nil
	}
	base, rw := d.Common(), d.Rewriter()
	if d.Distribution(v).WorkgroupThreads(base.Subgroup) > 1 && !base.Exchanges(op) {
		return nil
	}
	count, shape := rw.Context().I32(), threadcode.VectorShape(mask)
	ones := arith.NewExtUI(rw, ir.Vector(shape, count), mask)
	d.Enqueue(ones.Operation(), []flow.Layout{l}, []flow.Layout{l})
	start, total := base.Zero(ir.Vector(nil, count)), l.Project([]bool{true})
	d.Enqueue(start.DefiningOp(), nil, []flow.Layout{total})
	scan := vector.NewScan(rw, vector.Add, ones.Out(), start, 0, false)
	d.Enqueue(scan.Operation(), []flow.Layout{l, total}, []flow.Layout{l, total})
	return scan.Dest()
}

// lastOperands returns a list of layouts for the operands of op; only the last ones are given.
func lastOperands(op *ir.Operation, last ...flow.Layout) []flow.Layout {
	return append(make([]flow.Layout, op.NumOperands()-len(last)), last...)
}
