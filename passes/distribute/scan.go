package distribute

import (
	"slices"

	"optc/dialect/arith"
	"optc/dialect/gpu"
	"optc/dialect/iree/ireegpu"
	"optc/dialect/memref"
	"optc/dialect/scf"
	"optc/dialect/vector"
	"optc/dialect/vectorext"
	"optc/ir"
	"optc/ir/affine"
	"optc/layout/flow"
)

// lineScan is the distribution of a vector.scan along one dimension of a layout.
type lineScan struct {
	*distributor
	kind      vector.Kind
	inclusive bool
	layout    *vectorext.NestedLayout
	dim       int
	elem      ir.Type
	carried   []int64 // shape of the sums that are carried along the dimension
}

// distributeScan scans, for every batch and outer position of the dimension, the elements
// of a thread, then the totals of the lanes, and carries the sum to the next position.
// Totals of subgroups are exchanged in workgroup memory.
//
//	vector.scan <add>, %v, %init {inclusive = true, reduction_dim = 0} : vector<16xf32>, vector<f32>, thread 8, element 2
//	→ %s, %t = vector.scan <add>, %part, %zero {inclusive = true, reduction_dim = 2} : vector<1x1x2xf32>, vector<1x1xf32>
//	  %before, %total = iree_gpu.subgroup_scan(%t, identity = %c0) cluster(size = 8) { addf }
//	  %r = arith.addf (vector.broadcast %before), %s
func distributeScan(d *distributor, op *ir.Operation, sig signature) {
	if !combinable(d, op) {
		return
	}
	scan := ir.Cast[vector.ScanOp](op)
	source, kind := scan.Source(), vector.CombiningKind(op)
	l, dim := sig.operands[0], int(scan.ReductionDim())
	rest := l.Project(flow.OneOf(l.Rank(), int64(dim)))
	elem := ir.ElementOrSelf(source.Type())
	t := l.ThreadTile[dim]
	switch {
	case !d.layoutsAgree(op, slices.Concat(sig.operands, sig.results), []*vectorext.NestedLayout{l, rest, l, rest}) || !d.tellsThreads(op, l):
		return
	case (t > 1 || l.SubgroupTile[dim] > 1) && !d.exchanges(op):
		return
	case d.scansLines(l, dim, elem):
		d.scanLines(op, sig, dim)
		return
	}
	s := &lineScan{distributor: d, kind: kind, inclusive: scan.Inclusive(), layout: l, dim: dim, elem: elem}
	for group, tile := range [][]int64{l.BatchTile, l.OuterTile, l.ElementTile} {
		for i, n := range tile {
			switch {
			case i != dim:
				s.carried = append(s.carried, n)
			case group < 2:
				s.carried = append(s.carried, 1)
			}
		}
	}
	res, total := s.scan(d.partOf(source, l))
	init := d.partOf(scan.InitialValue(), sig.operands[1])
	s.finish(op, res, total, init)
}

// scanLines gives every thread whole lines along the scanned dimension, where the threads
// that hold parts of a line are not a cluster of lanes or cannot exchange elements of
// that size.
//
//	vector.scan <add>, %v, %init            // %v: thread 3, element 2
//	→ %w = iree_vector_ext.to_layout %v     // element 6
//	  %s, %t = vector.scan <add>, %w, %init
//	  iree_vector_ext.to_layout %s          // thread 3, element 2
func (d *distributor) scanLines(op *ir.Operation, sig signature, dim int) {
	l, rest := sig.operands[0], sig.operands[1]
	lists := cloneLists(l)
	for _, list := range [][]int64{lists.SubgroupTile, lists.BatchTile, lists.OuterTile, lists.ThreadTile} {
		list[dim] = 1
	}
	lists.ElementTile[dim] = l.UndistributedShape()[dim]
	lines := d.layout(lists)
	convert := func(v *ir.Value, from, to *vectorext.NestedLayout) *ir.Value {
		out := vectorext.NewToLayout(d.rw, v, to).Output()
		d.enqueue(out.DefiningOp(), []*vectorext.NestedLayout{from}, []*vectorext.NestedLayout{to})
		return out
	}
	scan := ir.Cast[vector.ScanOp](op)
	source := convert(scan.Source(), l, lines)
	byLines := vector.NewScan(d.rw, vector.CombiningKind(op), source, scan.InitialValue(), int64(dim), scan.Inclusive())
	layouts := []*vectorext.NestedLayout{lines, rest}
	d.enqueue(byLines.Operation(), layouts, layouts)
	d.rw.Replace(op, convert(byLines.Dest(), lines, l), byLines.AccumulatedValue())
}

// splat builds an identity of the shape of the carried sums.
func (s *lineScan) splat() *ir.Value {
	return s.constant(s.kind.Identity(ir.Vector(s.carried, s.elem)))
}

// position returns the place of the scanned dimension in the part: of batches, outers
// or elements.
func (s *lineScan) position(group int) int { return group*s.layout.Rank() + s.dim }

// scan scans the part of a thread without the elements of other subgroups, and also
// returns the total of all lanes.
func (s *lineScan) scan(part *ir.Value) (res, total *ir.Value) {
	l := s.layout
	shape := l.DistributedShape()
	id := s.constant(s.kind.Identity(s.elem))
	res = s.constant(s.kind.Identity(ir.Vector(shape, s.elem)))
	total = s.splat()
	for b := range l.BatchTile[s.dim] {
		for o := range l.OuterTile[s.dim] {
			offsets, sizes := make([]int64, len(shape)), slices.Clone(shape)
			offsets[s.position(0)], sizes[s.position(0)] = b, 1
			offsets[s.position(1)], sizes[s.position(1)] = o, 1
			chunk := vector.NewExtractStridedSlice(s.rw, part, offsets, sizes).Result()
			scan := vector.NewScan(s.rw, s.kind, chunk, s.splat(), int64(s.position(2)), s.inclusive)
			local, sum := scan.Dest(), scan.AccumulatedValue()
			if !s.inclusive {
				sum = s.kind.Combine(s.rw, sum, s.last(chunk, 0, 0))
			}
			before := total
			if t := l.ThreadTile[s.dim]; t > 1 {
				var lanes *ir.Value
				lanes, sum = s.scanLanes(sum, id)
				before = s.kind.Combine(s.rw, total, lanes)
			}
			res = vector.NewInsertStridedSlice(s.rw, s.kind.Combine(s.rw, s.spreadOut(before, sizes), local), res, offsets).Result()
			total = s.kind.Combine(s.rw, total, sum)
		}
	}
	return res, total
}

// last extracts the last elements along the dimension of a batch and outer position.
func (s *lineScan) last(v *ir.Value, batch, outer int64) *ir.Value {
	shape := v.Type().(*ir.VectorType).Dims
	offsets, sizes := make([]int64, len(shape)), slices.Clone(shape)
	for group, at := range []int64{batch, outer, s.layout.ElementTile[s.dim] - 1} {
		offsets[s.position(group)], sizes[s.position(group)] = at, 1
	}
	return s.shapeCast(vector.NewExtractStridedSlice(s.rw, v, offsets, sizes).Result(), s.carried)
}

// spreadOut repeats carried sums along the dimension, to the shape of a part.
func (s *lineScan) spreadOut(v *ir.Value, shape []int64) *ir.Value {
	unit := slices.Clone(shape)
	for group := range 3 {
		unit[s.position(group)] = 1
	}
	return vector.NewBroadcast(s.rw, ir.Vector(shape, s.elem), s.shapeCast(v, unit)).Vector()
}

// scanLanes returns the combination of the lanes before, and the combination of all lanes.
func (s *lineScan) scanLanes(v, id *ir.Value) (before, all *ir.Value) {
	n, _ := ir.NumElements(s.carried)
	flat := s.shapeCast(v, []int64{n})
	t := ir.Vector([]int64{n}, s.elem)
	before, all = s.zero(t), s.zero(t)
	for i := range n {
		x := vector.NewExtract(s.rw, flat, i).Result()
		scan := ireegpu.NewSubgroupScan(s.rw.Builder, x, id, s.layout.ThreadTile[s.dim], s.layout.ThreadStrides[s.dim],
			func(b *ir.Builder, x, y *ir.Value) *ir.Value { return s.kind.Combine(b, x, y) })
		before, all = vector.NewInsert(s.rw, scan.Result(), before, i).Result(), vector.NewInsert(s.rw, scan.Total(), all, i).Result()
	}
	return s.shapeCast(before, s.carried), s.shapeCast(all, s.carried)
}

// finish adds the sums of the subgroups before and, to an exclusive scan, the initial value, and
// replaces the operation. The accumulated value of an exclusive scan is the last
// element of its result.
func (s *lineScan) finish(op *ir.Operation, res, total, init *ir.Value) {
	l := s.layout
	shape := l.DistributedShape()
	rest := init.Type().(*ir.VectorType).Dims // of the second result
	subgroups := l.SubgroupTile[s.dim] > 1
	var last *ir.Value // element of the result without the initial value
	if subgroups {
		res, total, last = s.exchange(op, res, total, init)
	}
	if s.inclusive {
		s.replaceByParts(op, res, s.shapeCast(total, rest))
		return
	}
	res = s.kind.Combine(s.rw, s.spreadOut(s.shapeCast(init, s.carried), shape), res)
	switch {
	case subgroups: // exchange combined it
	case l.ThreadTile[s.dim] > 1:
		last = s.shapeCast(s.eachElement(s.end(res), s.fromLastLane), rest)
	default:
		last = s.shapeCast(s.end(res), rest)
	}
	s.replaceByParts(op, res, last)
}

// end returns the last elements along the dimension of a part.
func (s *lineScan) end(v *ir.Value) *ir.Value {
	return s.last(v, s.layout.BatchTile[s.dim]-1, s.layout.OuterTile[s.dim]-1)
}

// exchange exchanges the totals of the subgroups in workgroup memory, and the last
// elements of the last subgroup if the scan is exclusive. It returns the result with the
// total of the subgroups before, the total of all, and the accumulated value of an
// exclusive scan: the initial value, the total of the subgroups before the last, and the
// last element of the last.
//
//	%m = memref.alloc() : memref<2x1x1x1xf32, #gpu.address_space<workgroup>>
//	gpu.barrier
//	scf.if %last_lane { vector.transfer_write %total, %m[%subgroup, %place, …] }
//	gpu.barrier
//	%t0 = vector.transfer_read %m[0, …]  %t1 = vector.transfer_read %m[1, …]
//	carry = subgroup == 1 ? %t0 : zero, all = %t0 + %t1
func (s *lineScan) exchange(op *ir.Operation, res, total, init *ir.Value) (adjusted, all, last *ir.Value) {
	l := s.layout
	n, rest := l.SubgroupTile[s.dim], init.Type().(*ir.VectorType).Dims
	var tail *ir.Value
	if !s.inclusive {
		tail = s.shapeCast(s.end(res), rest)
	}
	ids := s.ids(s.spread(l))
	place, places := s.place(ids)
	totals := s.workgroupMemory(slices.Concat([]int64{n, places}, s.carried), s.elem)
	var tails *ir.Value
	if !s.inclusive {
		tails = s.workgroupMemory(slices.Concat([]int64{places}, rest), s.elem)
	}
	s.barrier(beforeWrites)
	first, _ := s.firstCopy(op, l)
	own := ids.subgroup[s.dim]
	lastLane := arith.NewAndI(s.rw, first, s.equals(ids.thread[s.dim], l.ThreadTile[s.dim]-1)).Result()
	s.guarded(op, lastLane, func() { s.keep(total, totals, own, place) })
	if tails != nil {
		s.guarded(op, arith.NewAndI(s.rw, lastLane, s.equals(own, n-1)).Result(), func() { s.keep(tail, tails, place) })
	}
	s.barrier(afterWrites)
	carry := s.splat()
	all = s.splat()
	before := all // the last subgroup
	for k := range n {
		carry = arith.NewSelect(s.rw, s.equals(own, k), all, carry).Result()
		before = all
		all = s.kind.Combine(s.rw, all, s.kept(s.carried, totals, s.index(k), place))
	}
	adjusted = s.kind.Combine(s.rw, s.spreadOut(carry, l.DistributedShape()), res)
	if tails != nil {
		last = s.kept(rest, tails, place)
		last = s.kind.Combine(s.rw, init, s.kind.Combine(s.rw, s.shapeCast(before, rest), last))
	}
	return adjusted, all, last
}

// place numbers the threads that scan different lines, and returns their number.
func (s *lineScan) place(ids threadDigits) (place *ir.Value, places int64) {
	var digits []*ir.Value
	var basis []int64
	for dim := range s.layout.Rank() {
		if dim != s.dim {
			digits = append(digits, ids.subgroup[dim], ids.thread[dim])
			basis = append(basis, s.layout.SubgroupTile[dim], s.layout.ThreadTile[dim])
		}
	}
	places, _ = ir.NumElements(basis)
	return s.linearize(digits, basis, true), places
}

func (s *lineScan) equals(v *ir.Value, n int64) *ir.Value {
	return arith.NewCmpI(s.rw, arith.EQ, v, s.index(n)).Result()
}

// guarded builds code that runs under a condition.
func (s *lineScan) guarded(op *ir.Operation, cond *ir.Value, code func()) {
	guard := scf.NewIf(s.rw, cond)
	s.rw.NewBlock(guard.ThenRegion(), nil, op.Loc())
	code()
	scf.NewYield(s.rw)
	s.rw.Before(op)
}

// keep writes a vector to the last dimensions of a buffer.
func (s *lineScan) keep(v, buffer *ir.Value, at ...*ir.Value) {
	rank := len(v.Type().(*ir.VectorType).Dims)
	if rank == 0 {
		memref.NewStore(s.rw, vector.NewExtract(s.rw, v).Result(), buffer, at...)
		return
	}
	vector.NewTransferWrite(s.rw, v, buffer, append(at, s.zeros(rank)...), nil, affine.MinorIdentity(len(at)+rank, rank), slices.Repeat([]bool{true}, rank))
}

// kept reads the values that keep wrote.
func (s *lineScan) kept(shape []int64, buffer *ir.Value, at ...*ir.Value) *ir.Value {
	rank, t := len(shape), ir.Vector(shape, s.elem)
	if rank == 0 {
		return vector.NewBroadcast(s.rw, t, memref.NewLoad(s.rw, buffer, at...).Result()).Vector()
	}
	return vector.NewTransferRead(s.rw, t, buffer, append(at, s.zeros(rank)...), s.poison(s.elem), nil, affine.MinorIdentity(len(at)+rank, rank), slices.Repeat([]bool{true}, rank)).Vector()
}

// fromLastLane returns the value of the last lane of the own cluster.
func (s *lineScan) fromLastLane(x *ir.Value) *ir.Value {
	i32 := s.rw.Context().I32()
	t, stride := s.layout.ThreadTile[s.dim], s.layout.ThreadStrides[s.dim]
	number := func(v int64) *ir.Value { return s.constant(s.rw.Context().Int(i32, v)) }
	lane := s.laneID()
	own := arith.NewRemUI(s.rw, arith.NewDivUI(s.rw, lane, number(stride)).Result(), number(t)).Result()
	last := arith.NewAddI(s.rw, arith.NewSubI(s.rw, lane, arith.NewMulI(s.rw, own, number(stride)).Result()).Result(), number((t-1)*stride)).Result()
	return s.shuffle(gpu.ShuffleIdx, x, last)
}

// laneID returns the number of the lane in its subgroup as an i32.
func (d *distributor) laneID() *ir.Value {
	lane := d.delinearize(d.threadID, []int64{d.subgroup}, false)[1]
	return arith.NewIndexCast(d.rw, d.rw.Context().I32(), lane).Out()
}
