package distribute

import (
	"slices"

	"optc/dialect/arith"
	"optc/dialect/gpu"
	"optc/dialect/vector"
	"optc/dialect/vectorext"
	"optc/ir"
	"optc/layout"
)

// laneExchange is a change of layout in which elements move between the lanes of a
// subgroup only.
type laneExchange struct {
	// registers are, for each position of the new part, the positions in the old parts
	// where some thread finds its element, ascending.
	registers [][]int64
	moved     []bool // positions at which the element comes from another lane in some thread
	shuffles  int    // gpu.shuffle operations of a thread
}

// lanesOf returns the exchange that performs moves, for parts with the given number of
// elements; ok is false where an element comes from another subgroup.
func lanesOf(moves []layout.Move, held, subgroup int64) (x laneExchange, ok bool) {
	x = laneExchange{registers: make([][]int64, held), moved: make([]bool, held)}
	for _, m := range moves {
		if int64(m.Src.Unit)/subgroup != int64(m.Dst.Unit)/subgroup {
			return x, false
		}
		for k := range m.Len {
			to, from := m.Dst.Offset+k, m.Src.Offset+k
			x.moved[to] = x.moved[to] || m.Src.Unit != m.Dst.Unit
			if at, found := slices.BinarySearch(x.registers[to], from); !found {
				x.registers[to] = slices.Insert(x.registers[to], at, from)
			}
		}
	}
	for i, moved := range x.moved {
		if moved {
			x.shuffles += len(x.registers[i])
		}
	}
	return x, true
}

// convertInLanes changes a layout by shuffles. The coordinate of an element in the new
// layout, split into the digits of the old layout, determines its lane and register.
//
//	%y = iree_vector_ext.to_layout %x to layout(#b)     // #a: thread 8 of 2 elements, #b: batch 2, thread 8
//	→ %i = affine.linearize_index [%batch, %thread] by (2, 8)
//	  %d:2 = affine.delinearize_index %i into (8, 2)    // lane and register
//	  %p, %_ = gpu.shuffle idx %part[0], %d#0, 64
//	  %q, %_ = gpu.shuffle idx %part[1], %d#0, 64
//	  %e = arith.select (%d#1 == 1), %q, %p
func (d *distributor) convertInLanes(op *ir.Operation, from, to *spread, x laneExchange) {
	part := d.partOf(ir.Cast[vectorext.ToLayoutOp](op).Input(), from.NestedLayout)
	held, _ := ir.NumElements(from.DistributedShape())
	flat := d.shapeCast(part, []int64{held})
	radix, _ := from.ThreadRadix(d.subgroup)
	basis := basisOf(radix)
	own := d.delinearize(d.threadID, basis, false)
	ids := d.ids(to)
	elements := make([]*ir.Value, 0, len(x.moved))
	for at := range positionsIn(to.DistributedShape()) {
		registers, moved := x.registers[len(elements)], x.moved[len(elements)]
		source, register := d.sourceOf(at, from, to, ids, slices.Clone(own), radix.At, basis)
		get := func(r int64) *ir.Value {
			v := vector.NewExtract(d.rw, flat, r).Result()
			if moved {
				v = d.shuffle(gpu.ShuffleIdx, v, source)
			}
			return v
		}
		e := get(registers[0])
		for _, r := range registers[1:] {
			e = arith.NewSelect(d.rw, arith.NewCmpI(d.rw, arith.EQ, register, d.index(r)).Result(), get(r), e).Result()
		}
		elements = append(elements, e)
	}
	d.replaceByParts(op, d.vectorOf(elements, to.NestedLayout))
}

// sourceOf returns the lane and the position of a part in layout from, in which the
// element is that this thread holds in layout to at some position. Digits of the thread
// that no element depends on stay the thread's own.
func (d *distributor) sourceOf(at []int64, from, to *spread, ids threadDigits, own []*ir.Value, digitAt []int, basis []int64) (lane, register *ir.Value) {
	rank := to.Rank()
	var groups [3][]*ir.Value // batch, outer and element in the old part
	for dim := range rank {
		b, o, e := d.index(at[dim]), d.index(at[rank+dim]), d.index(at[2*rank+dim])
		i := d.linearize([]*ir.Value{ids.subgroup[dim], b, o, ids.thread[dim], e}, to.dims[dim].Sizes(), true)
		digits := d.delinearize(i, from.dims[dim].Sizes(), true)
		digit := func(level int) *ir.Value { return digits[layout.NestedDigits-1-level] }
		for g, level := range []int{layout.NestedBatch, layout.NestedOuter, layout.NestedElement} {
			groups[g] = append(groups[g], digit(level))
		}
		own[len(basis)-digitAt[dim]] = digit(layout.NestedSubgroup)
		own[len(basis)-digitAt[rank+dim]] = digit(layout.NestedThread)
	}
	thread := d.linearize(own, basis, true)
	lane = arith.NewIndexCast(d.rw, d.rw.Context().I32(), d.delinearize(thread, []int64{d.subgroup}, false)[1]).Out()
	return lane, d.linearize(slices.Concat(groups[0], groups[1], groups[2]), from.DistributedShape(), true)
}

// shuffle exchanges a value among all lanes of a subgroup; indices go as 64-bit
// integers.
func (d *distributor) shuffle(mode gpu.ShuffleMode, v, offset *ir.Value) *ir.Value {
	c := d.rw.Context()
	width := d.constant(c.Int(c.I32(), d.subgroup))
	t := v.Type()
	if _, isIndex := t.(*ir.IndexType); !isIndex {
		return gpu.NewShuffle(d.rw, mode, v, offset, width).ShuffleResult()
	}
	bits := d.indexCast(v, c.Integer(64))
	return d.indexCast(gpu.NewShuffle(d.rw, mode, bits, offset, width).ShuffleResult(), t)
}
