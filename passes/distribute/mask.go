package distribute

import (
	"encoding/binary"
	"slices"

	"optc/dialect/arith"
	"optc/dialect/iree/revision"
	"optc/dialect/vector"
	"optc/dialect/vectorext"
	"optc/ir"
	"optc/layout"
)

// constant builds an arith.constant of a typed attribute.
func (d *distributor) constant(a ir.TypedAttr) *ir.Value {
	return arith.NewConstant(d.rw, a).Result()
}

// distributeStep computes the positions of a thread's elements:
//
//	vector.step : vector<48xindex>, subgroup 2, batch 3, thread 4, element 2
//	→ %c = arith.constant dense<[0, 1, 8, 9, 16, 17]> : vector<6xindex>
//	  %c + 24 * subgroup id + 2 * thread id, cast to vector<3x1x2xindex>
//
// IREE's revision of 2026-08 has a constant for the tiles and a step for the elements
// instead of a single constant:
//
//	broadcast(dense<[[0], [8], [16]]> : vector<3x1xindex>) + broadcast(vector.step : vector<2xindex>)
func distributeStep(d *distributor, op *ir.Operation, sig signature) {
	d.replaceByParts(op, d.coordinates(sig.results[0]))
}

// coordinates builds the part of a vector.step in a layout of one dimension.
func (d *distributor) coordinates(l *vectorext.NestedLayout) *ir.Value {
	s := d.spread(l)
	ids, dim := d.ids(s), s.dims[0]
	n, _ := ir.NumElements(l.DistributedShape())
	e := l.ElementTile[0]
	elem := d.rw.Context().Index()
	var acc *ir.Value
	if revision.Of(d.rw.Context()) == revision.Today {
		t := ir.Vector([]int64{n / e, e}, elem)
		step := vector.NewBroadcast(d.rw, t, vector.NewStep(d.rw, ir.Vector([]int64{e}, elem)).Result()).Vector()
		tiles := d.stepStarts(s, ir.Vector([]int64{n / e}, elem), e)
		acc = arith.NewAddI(d.rw, vector.NewBroadcast(d.rw, t, d.shapeCast(tiles, []int64{n / e, 1})).Vector(), step).Result()
	} else {
		acc = d.stepStarts(s, ir.Vector([]int64{n}, elem), 1)
	}
	for _, part := range []struct {
		weight int64
		id     *ir.Value
	}{{dim.Weight(layout.NestedSubgroup), ids.subgroup[0]}, {dim.Weight(layout.NestedThread), ids.thread[0]}} {
		scaled := arith.NewMulI(d.rw, d.index(part.weight), part.id).Result()
		acc = arith.NewAddI(d.rw, acc, vector.NewBroadcast(d.rw, acc.Type(), scaled).Vector()).Result()
	}
	return d.shapeCast(acc, l.DistributedShape())
}

// Coordinates implements threads.Distributor.
func (d *distributor) Coordinates(v *ir.Value, dim int) (at *ir.Value, ok bool) {
	l := d.ownLayout(v)
	along := l.Project(allBut(l.Rank(), dim))
	if !d.spreads(d.current, l) || !d.spreads(d.current, along) {
		return nil, false
	}
	shape := slices.Repeat([]int64{1}, 3*l.Rank())
	for group, n := range along.DistributedShape() {
		shape[group*l.Rank()+dim] = n
	}
	return d.shapeCast(d.coordinates(along), shape), true
}

// allBut returns a list of rank entries that are all true but one, for Project.
func allBut(rank, dim int) []bool {
	drop := slices.Repeat([]bool{true}, rank)
	drop[dim] = false
	return drop
}

// stepStarts is a constant: the position in the whole vector, which has one dimension, of every
// stride-th element of thread 0.
func (d *distributor) stepStarts(s *spread, t *ir.VectorType, stride int64) *ir.Value {
	var raw []byte
	for at := range t.Dims[0] {
		raw = binary.LittleEndian.AppendUint64(raw, uint64(s.units.Invert(0, at*stride).Index))
	}
	return d.constant(d.rw.Context().Dense(t, raw))
}

func distributeCreateMask(d *distributor, op *ir.Operation, sig signature) {
	d.mask(op, sig, func() []*ir.Value { return ir.Cast[vector.CreateMaskOp](op).Operands() })
}

func distributeConstantMask(d *distributor, op *ir.Operation, sig signature) {
	d.mask(op, sig, func() []*ir.Value {
		sizes := ir.Cast[vector.ConstantMaskOp](op).MaskDimSizes()
		bounds := make([]*ir.Value, len(sizes))
		for i, n := range sizes {
			bounds[i] = d.index(n)
		}
		return bounds
	})
}

// mask distributes a mask of a prefix along every dimension: each thread counts the elements
// before the bound in all of its batches, and makes a prefix mask of its unpacked part.
// (IREE's GPUNestedLayoutDistributionPatterns.cpp turns off all elements of the threads after
// the thread of the bound, also in earlier batches.)
func (d *distributor) mask(op *ir.Operation, sig signature, bounds func() []*ir.Value) {
	l := sig.results[0]
	s := d.spread(l)
	ids := d.ids(s)
	us := bounds()
	local := make([]*ir.Value, l.Rank())
	for dim, u := range us {
		local[dim] = d.localBound(u, s.dims[dim], ids.subgroup[dim], ids.thread[dim])
	}
	flat := ir.Vector(l.DistributedUnpackedShape(), d.rw.Context().I1())
	d.replaceByParts(op, d.packed(vector.NewCreateMask(d.rw, flat, local).Result(), l))
}

// localBound returns the number of a thread's elements before the bound u along a dimension.
// An interval of u gives an interval of the number, so that int-range-optimizations finds the
// masks of full tiles.
//
//	vector.create_mask %u : vector<24xi1>, batch 3, thread 4, element 2
//	→ %row, %rest = affine.delinearize_index (%u clamped to 0 … 24) into (8)
//	  2 * %row + (%rest - 2 * thread id, clamped to 0 … 2)
func (d *distributor) localBound(u *ir.Value, dim layout.Dim, subgroup, thread *ir.Value) *ir.Value {
	held := dim.Digits[layout.NestedBatch].Size * dim.Digits[layout.NestedOuter].Size * dim.Digits[layout.NestedElement].Size
	// A unit dimension has no digits. Canonicalization replaces the digits of a unit basis by
	// 0, also for a bound of 0, with which the mask is empty.
	if dim.Size == 1 {
		return u
	}
	if k, ok := ir.ConstantValue(u).(*ir.IntegerAttr); ok && k.Int64() == dim.Size {
		return d.index(held)
	}
	if revision.Of(d.c.IR) != revision.Release {
		return d.comparedBound(u, dim, subgroup, thread)
	}
	u = d.below(arith.NewMaxSI(d.rw, u, d.index(0)).Result(), subgroup, dim.Weight(layout.NestedSubgroup), dim.Weight(layout.NestedSubgroup))
	e, span := dim.Digits[layout.NestedElement].Size, dim.Weight(layout.NestedThread)*dim.Digits[layout.NestedThread].Size
	if held == e {
		return d.below(u, thread, e, e)
	}
	p := d.delinearize(u, []int64{span}, false)
	return arith.NewAddI(d.rw, arith.NewMulI(d.rw, p[0], d.index(e)).Result(), d.below(p[1], thread, e, e)).Result()
}

// below returns the number of elements before a bound, of size elements from digit * stride on.
// The bound is at least 0.
func (d *distributor) below(u, digit *ir.Value, stride, size int64) *ir.Value {
	u = arith.NewSubI(d.rw, u, arith.NewMulI(d.rw, digit, d.index(stride)).Result()).Result()
	return arith.NewMinSI(d.rw, arith.NewMaxSI(d.rw, u, d.index(0)).Result(), d.index(size)).Result()
}

// comparedBound is localBound as the revisions of IREE write it.
//
//	→ q = u - 1 split into (subgroup, batch, outer, thread, element) digits p
//	  threads before p's thread hold all of p's row, p's thread up to p's element,
//	  threads behind it only the rows before
func (d *distributor) comparedBound(u *ir.Value, dim layout.Dim, subgroup, thread *ir.Value) *ir.Value {
	b, o, e := dim.Digits[layout.NestedBatch].Size, dim.Digits[layout.NestedOuter].Size, dim.Digits[layout.NestedElement].Size
	all, zero, one, last := d.index(b*o*e), d.index(0), d.index(1), d.index(e-1)
	p := d.delinearize(arith.NewSubI(d.rw, u, one).Result(), dim.Sizes(), true)
	row := []int64{b, o, e}
	whole := arith.NewAddI(d.rw, d.linearize([]*ir.Value{p[1], p[2], last}, row, false), one).Result()
	upTo := arith.NewAddI(d.rw, d.linearize([]*ir.Value{p[1], p[2], p[4]}, row, false), one).Result()
	before := zero
	if b*o > 1 {
		before = d.linearize([]*ir.Value{p[1], p[2], zero}, row, false)
	}
	n := arith.NewSelect(d.rw, arith.NewCmpI(d.rw, arith.SLT, thread, p[3]).Result(), whole, before).Result()
	n = arith.NewSelect(d.rw, arith.NewCmpI(d.rw, arith.EQ, thread, p[3]).Result(), upTo, n).Result()
	return arith.NewSelect(d.rw, arith.NewCmpI(d.rw, arith.EQ, subgroup, p[0]).Result(), n, arith.NewSelect(d.rw, arith.NewCmpI(d.rw, arith.SLT, subgroup, p[0]).Result(), all, zero).Result()).Result()
}
