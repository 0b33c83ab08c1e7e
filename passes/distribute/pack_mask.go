package distribute

import (
	"optc/dialect/arith"
	"optc/dialect/vector"
	"optc/ir"
)

func packCreateMask(d *packDistributor, op *ir.Operation, sig packSignature) {
	d.mask(op, sig, ir.Cast[vector.CreateMaskOp](op).Operands())
}

func packConstantMask(d *packDistributor, op *ir.Operation, sig packSignature) {
	var bounds []*ir.Value
	for _, n := range ir.Cast[vector.ConstantMaskOp](op).MaskDimSizes() {
		bounds = append(bounds, d.base.index(n))
	}
	d.mask(op, sig, bounds)
}

// mask compares the coordinates of a thread's elements with the bounds of a mask.
//
//	vector.create_mask %n : vector<48xi1> in ((2, 8, 3)) : ((0, 1, 0))
//	→ arith.cmpi slt, %coordinates, (vector.broadcast %n) : vector<2x3xindex>
func (d *packDistributor) mask(op *ir.Operation, sig packSignature, bounds []*ir.Value) {
	l := sig.results[0]
	s := d.spread(l)
	threads := d.base.digits(s.radix)
	t := partType(op.Result(0), l)
	var on *ir.Value
	for dim, n := range bounds {
		if k, ok := ir.ConstantValue(n).(*ir.IntegerAttr); ok && k.Int64() >= l.Mode(dim).Size() {
			continue
		}
		at := d.coordinates(l, s, threads, dim)
		below := arith.NewCmpI(d.rw, arith.SLT, at, vector.NewBroadcast(d.rw, at.Type(), n).Vector()).Result()
		below = vector.NewBroadcast(d.rw, t, below).Vector()
		if on == nil {
			on = below
		} else {
			on = arith.NewAndI(d.rw, on, below).Result()
		}
	}
	if on == nil {
		on = vector.NewBroadcast(d.rw, t, d.base.constant(d.rw.Context().Bool(true))).Vector()
	}
	d.replaceByParts(op, on)
}
