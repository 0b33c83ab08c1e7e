package values

import (
	"optc/dialect/arith"
	"optc/dialect/iree/revision"
	"optc/dialect/vector"
	"optc/ir"
	"optc/layout"
	"optc/passes/distribute/internal/core"
)

// Step computes the positions of a thread's elements:
//
//	vector.step : vector<48xindex>, subgroup 2, batch 3, thread 4, element 2
//	→ %c = arith.constant dense<[0, 1, 8, 9, 16, 17]> : vector<6xindex>
//	  %c + 24 * subgroup id + 2 * thread id, cast to vector<3x1x2xindex>
//
// IREE's revision of 2026-08 has a constant for the tiles and a step for the elements
// instead of a single constant:
//
//	broadcast(dense<[[0], [8], [16]]> : vector<3x1xindex>) + broadcast(vector.step : vector<2xindex>)
//
// In a layout of iree_map:
//
//	vector.step : vector<48xindex> in ((2, 8, 3)) : ((0, 1, 0))
//	→ %c = arith.constant dense<[[0, 1, 2], [24, 25, 26]]> : vector<2x3xindex>
//	  %c + affine.linearize_index disjoint [%c0, %digit, %c0] by (2, 8, 3)
func Step(d core.Distributor, op *ir.Operation) {
	if at, ok := d.Coordinates(op.Result(0), 0); ok {
		d.Replace(at)
	}
}

// CreateMask distributes a mask of bounds that are values.
func CreateMask(d *core.Nested, op *ir.Operation, sig core.NestedSignature) {
	prefixMask(d, op, sig, func() []*ir.Value { return ir.Cast[vector.CreateMaskOp](op).Operands() })
}

// ConstantMask distributes a mask of constant bounds.
func ConstantMask(d *core.Nested, op *ir.Operation, sig core.NestedSignature) {
	prefixMask(d, op, sig, func() []*ir.Value {
		sizes := ir.Cast[vector.ConstantMaskOp](op).MaskDimSizes()
		bounds := make([]*ir.Value, len(sizes))
		for i, n := range sizes {
			bounds[i] = d.Index(n)
		}
		return bounds
	})
}

// prefixMask distributes a mask that is a prefix along every dimension: each thread counts the
// elements before the bound in all of its batches, and makes a prefix mask of its unpacked part.
// (IREE's GPUNestedLayoutDistributionPatterns.cpp turns off all elements of the threads after the
// thread of the bound, also in earlier batches.)
func prefixMask(d *core.Nested, op *ir.Operation, sig core.NestedSignature, bounds func() []*ir.Value) {
	l := sig.Results[0]
	s := d.Spread(l)
	ids := d.IDs(s)
	us := bounds()
	local := make([]*ir.Value, l.Rank())
	for dim, u := range us {
		local[dim] = localBound(d, u, s.Dims[dim], ids.Subgroup[dim], ids.Thread[dim])
	}
	flat := ir.Vector(l.DistributedUnpackedShape(), d.RW.Context().I1())
	d.ReplaceByParts(op, d.PackedPart(vector.NewCreateMask(d.RW, flat, local).Result(), l))
}

// localBound returns the number of a thread's elements before the bound u along a dimension.
// An interval of u gives an interval of the number, so that int-range-optimizations finds the
// masks of full tiles.
//
//	vector.create_mask %u : vector<24xi1>, batch 3, thread 4, element 2
//	→ %row, %rest = affine.delinearize_index (%u clamped to 0 … 24) into (8)
//	  2 * %row + (%rest - 2 * thread id, clamped to 0 … 2)
func localBound(d *core.Nested, u *ir.Value, dim layout.Dim, subgroup, thread *ir.Value) *ir.Value {
	held := dim.Digits[layout.NestedBatch].Size * dim.Digits[layout.NestedOuter].Size * dim.Digits[layout.NestedElement].Size
	// A unit dimension has no digits. Canonicalization replaces the digits of a unit basis by 0, also
	// for a bound of 0, which makes the mask empty.
	if dim.Size == 1 {
		return u
	}
	if k, ok := ir.ConstantValue(u).(*ir.IntegerAttr); ok && k.Int64() == dim.Size {
		return d.Index(held)
	}
	if revision.Of(d.Pass.IR) != revision.Release {
		return comparedBound(d, u, dim, subgroup, thread)
	}
	u = below(d, arith.NewMaxSI(d.RW, u, d.Index(0)).Result(), subgroup, dim.Weight(layout.NestedSubgroup), dim.Weight(layout.NestedSubgroup))
	e, span := dim.Digits[layout.NestedElement].Size, dim.Weight(layout.NestedThread)*dim.Digits[layout.NestedThread].Size
	if held == e {
		return below(d, u, thread, e, e)
	}
	p := d.Delinearize(u, []int64{span}, false)
	return arith.NewAddI(d.RW, arith.NewMulI(d.RW, p[0], d.Index(e)).Result(), below(d, p[1], thread, e, e)).Result()
}

// below returns how many of the size elements that begin at digit * stride are before a bound. The
// bound is at least 0.
func below(d *core.Nested, u, digit *ir.Value, stride, size int64) *ir.Value {
	u = arith.NewSubI(d.RW, u, arith.NewMulI(d.RW, digit, d.Index(stride)).Result()).Result()
	return arith.NewMinSI(d.RW, arith.NewMaxSI(d.RW, u, d.Index(0)).Result(), d.Index(size)).Result()
}

// comparedBound is localBound as the revisions of IREE write it.
//
//	→ q = u - 1 split into (subgroup, batch, outer, thread, element) digits p
//	  threads before p's thread hold all of p's row, p's thread up to p's element,
//	  threads behind it only the rows before
func comparedBound(d *core.Nested, u *ir.Value, dim layout.Dim, subgroup, thread *ir.Value) *ir.Value {
	b, o, e := dim.Digits[layout.NestedBatch].Size, dim.Digits[layout.NestedOuter].Size, dim.Digits[layout.NestedElement].Size
	all, zero, one, last := d.Index(b*o*e), d.Index(0), d.Index(1), d.Index(e-1)
	p := d.Delinearize(arith.NewSubI(d.RW, u, one).Result(), dim.Sizes(), true)
	row := []int64{b, o, e}
	whole := arith.NewAddI(d.RW, d.Linearize([]*ir.Value{p[1], p[2], last}, row, false), one).Result()
	upTo := arith.NewAddI(d.RW, d.Linearize([]*ir.Value{p[1], p[2], p[4]}, row, false), one).Result()
	before := zero
	if b*o > 1 {
		before = d.Linearize([]*ir.Value{p[1], p[2], zero}, row, false)
	}
	n := arith.NewSelect(d.RW, arith.NewCmpI(d.RW, arith.SLT, thread, p[3]).Result(), whole, before).Result()
	n = arith.NewSelect(d.RW, arith.NewCmpI(d.RW, arith.EQ, thread, p[3]).Result(), upTo, n).Result()
	return arith.NewSelect(d.RW, arith.NewCmpI(d.RW, arith.EQ, subgroup, p[0]).Result(), n, arith.NewSelect(d.RW, arith.NewCmpI(d.RW, arith.SLT, subgroup, p[0]).Result(), all, zero).Result()).Result()
}
