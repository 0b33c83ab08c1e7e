package values

import (
	"optc/dialect/arith"
	"optc/dialect/vector"
	"optc/ir"
	"optc/passes/distribute/internal/core"
)

// PackedCreateMask distributes a mask of bounds that are values, in a layout of iree_map.
func PackedCreateMask(d *core.Packed, op *ir.Operation, sig core.PackedSignature) {
	packedPrefixMask(d, op, sig, ir.Cast[vector.CreateMaskOp](op).Operands())
}

// PackedConstantMask distributes a mask of constant bounds, in a layout of iree_map.
func PackedConstantMask(d *core.Packed, op *ir.Operation, sig core.PackedSignature) {
	var bounds []*ir.Value
	for _, n := range ir.Cast[vector.ConstantMaskOp](op).MaskDimSizes() {
		bounds = append(bounds, d.Index(n))
	}
	packedPrefixMask(d, op, sig, bounds)
}

// packedPrefixMask compares the coordinates of a thread's elements with the bounds of a mask.
//
//	vector.create_mask %n : vector<48xi1> in ((2, 8, 3)) : ((0, 1, 0))
//	→ arith.cmpi slt, %coordinates, (vector.broadcast %n) : vector<2x3xindex>
func packedPrefixMask(d *core.Packed, op *ir.Operation, sig core.PackedSignature, bounds []*ir.Value) {
	l := sig.Results[0]
	s := d.Spread(l)
	threads := d.Digits(s.Radix)
	t := core.PartType(op.Result(0), l)
	var on *ir.Value
	for dim, n := range bounds {
		if k, ok := ir.ConstantValue(n).(*ir.IntegerAttr); ok && k.Int64() >= l.Mode(dim).Size() {
			continue
		}
		at := d.CoordinatesAlong(l, s, threads, dim)
		below := arith.NewCmpI(d.RW, arith.SLT, at, vector.NewBroadcast(d.RW, at.Type(), n).Vector()).Result()
		below = vector.NewBroadcast(d.RW, t, below).Vector()
		if on == nil {
			on = below
		} else {
			on = arith.NewAndI(d.RW, on, below).Result()
		}
	}
	if on == nil {
		on = vector.NewBroadcast(d.RW, t, d.Constant(d.RW.Context().Bool(true))).Vector()
	}
	d.ReplaceByParts(op, on)
}
