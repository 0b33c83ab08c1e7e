package passes

import (
	"slices"

	"optc/dialect/arith"
	"optc/dialect/gpu"
	"optc/dialect/ireegpu"
	"optc/dialect/vector"
	"optc/dialect/vectorext"
	"optc/ir"
)

// lineScan is the distribution of a vector.scan along one dimension of a layout.
type lineScan struct {
	*distributor
	kind      vector.Kind
	inclusive bool
	layout    *vectorext.NestedLayout
	dim       int
	elem      ir.Type
	carried   []int64 // shape of what is carried along the dimension
}

// distributeScan scans, for every batch and outer position of the dimension, what a
// thread holds, then the totals of the lanes, and carries the sum on to the next
// position. Totals of subgroups meet in workgroup memory.
//
//	vector.scan <add>, %v, %init {inclusive = true, reduction_dim = 0} : vector<16xf32>, vector<f32>, thread 8, element 2
//	→ %s, %t = vector.scan <add>, %part, %zero {inclusive = true, reduction_dim = 2} : vector<1x1x2xf32>, vector<1x1xf32>
//	  %before, %total = iree_gpu.subgroup_scan(%t, identity = %c0) cluster(size = 8) { addf }
//	  %r = arith.addf (vector.broadcast %before), %s
func distributeScan(d *distributor, op *ir.Operation, sig signature) bool {
	source, kind := vector.Scan.Source(op), vector.CombiningKind(op)
	l, dim := sig.operands[0], int(vector.Scan.ReductionDim(op))
	drop := make([]bool, l.Rank())
	drop[dim] = true
	elem := ir.ElementOrSelf(source.Type())
	t, stride := l.ThreadTile[dim], l.ThreadStrides[dim]
	switch {
	case sig.results[0] != l || sig.operands[1] != l.Project(drop) || sig.results[1] != sig.operands[1]:
		return d.leave(op, "is not distributed: its operands and results have different layouts")
	case kind.Identity(elem) == nil:
		return d.leave(op, "is not distributed: %s has no identity for %s", kind, elem)
	case d.spread(op, l) == nil:
		return false
	case d.alone && (t > 1 || l.SubgroupTile[dim] > 1):
		return d.leave(op, "is not distributed: it combines elements of several workers, which cannot exchange values while they run")
	case t > 1 && !(d.isCluster(t, stride) && gpu.Chip("").Exchanges(elem)): // iree_gpu.subgroup_scan has no wider elements on any chip
		d.scanLines(op, sig, dim)
		return true
	}
	s := &lineScan{distributor: d, kind: kind, inclusive: vector.Scan.Inclusive(op), layout: l, dim: dim, elem: elem}
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
	res, total := s.scan(d.dist(source, l))
	init := d.dist(vector.Scan.InitialValue(op), sig.operands[1])
	s.finish(op, res, total, init)
	return true
}

// scanLines gives every thread whole lines along the scanned dimension, where the
// threads that hold parts of a line are no cluster of lanes or cannot exchange elements
// of that size.
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
		out := vectorext.ToLayout.Build(d.rw, v, to)
		d.again(out.DefiningOp(), []*vectorext.NestedLayout{from}, []*vectorext.NestedLayout{to})
		return out
	}
	source := convert(vector.Scan.Source(op), l, lines)
	v, total := vector.Scan.Build(d.rw, vector.CombiningKind(op), source, vector.Scan.InitialValue(op), int64(dim), vector.Scan.Inclusive(op))
	layouts := []*vectorext.NestedLayout{lines, rest}
	d.again(v.DefiningOp(), layouts, layouts)
	d.rw.Replace(op, convert(v, lines, l), total)
}

// splat builds a constant of the shape of what is carried.
func (s *lineScan) splat() *ir.Value {
	return s.constant(s.kind.Identity(ir.Vector(s.carried, s.elem)))
}

// position returns the place of the scanned dimension in the part: of batches, outers
// or elements.
func (s *lineScan) position(group int) int { return group*s.layout.Rank() + s.dim }

// scan scans the part of a thread without what other subgroups hold, and returns with
// it the total of all lanes.
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
			chunk := vector.ExtractStridedSlice.Build(s.rw, part, offsets, sizes)
			local, sum := vector.Scan.Build(s.rw, s.kind, chunk, s.splat(), int64(s.position(2)), s.inclusive)
			if !s.inclusive {
				sum = s.kind.Combine(s.rw, sum, s.last(chunk, 0, 0))
			}
			before := total
			if t := l.ThreadTile[s.dim]; t > 1 {
				var lanes *ir.Value
				lanes, sum = s.scanLanes(sum, id)
				before = s.kind.Combine(s.rw, total, lanes)
			}
			res = vector.InsertStridedSlice.Build(s.rw, s.kind.Combine(s.rw, s.spreadOut(before, sizes), local), res, offsets)
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
	return s.shapeCast(vector.ExtractStridedSlice.Build(s.rw, v, offsets, sizes), s.carried)
}

// spreadOut repeats what is carried along the dimension, to the shape of a part.
func (s *lineScan) spreadOut(v *ir.Value, shape []int64) *ir.Value {
	unit := slices.Clone(shape)
	for group := range 3 {
		unit[s.position(group)] = 1
	}
	return vector.Broadcast.Build(s.rw, ir.Vector(shape, s.elem), s.shapeCast(v, unit))
}

// scanLanes returns the combination of the lanes before, and that of all.
func (s *lineScan) scanLanes(v, id *ir.Value) (before, all *ir.Value) {
	n, _ := ir.NumElements(s.carried)
	flat := s.shapeCast(v, []int64{n})
	t := ir.Vector([]int64{n}, s.elem)
	before, all = s.zero(t), s.zero(t)
	for i := range n {
		x := vector.Extract.Build(s.rw, flat, i)
		r, sum := ireegpu.SubgroupScan.Build(s.rw.Builder, x, id, s.layout.ThreadTile[s.dim], s.layout.ThreadStrides[s.dim],
			func(b *ir.Builder, x, y *ir.Value) *ir.Value { return s.kind.Combine(b, x, y) })
		before, all = vector.Insert.Build(s.rw, r, before, i), vector.Insert.Build(s.rw, sum, all, i)
	}
	return s.shapeCast(before, s.carried), s.shapeCast(all, s.carried)
}

// finish adds what the subgroups before hold and, to an exclusive scan, the initial
// value, and replaces the operation.
func (s *lineScan) finish(op *ir.Operation, res, total, init *ir.Value) {
	l := s.layout
	shape := l.DistributedShape()
	rest := init.Type().(*ir.VectorType).Dims // of the second result
	tail := s.last(res, l.BatchTile[s.dim]-1, l.OuterTile[s.dim]-1)
	if t := l.ThreadTile[s.dim]; t > 1 && !s.inclusive {
		tail = s.eachElement(tail, s.fromLastLane)
	}
	carry := (*ir.Value)(nil) // what the subgroups before hold
	if n := l.SubgroupTile[s.dim]; n > 1 {
		partials := []*ir.Value{total}
		if !s.inclusive {
			partials = append(partials, tail)
		}
		all := s.exchange(partials)
		own := s.ids(s.spread(op, l)).subgroup[s.dim]
		carry, total = s.splat(), s.at(all[0], 0)
		before := s.splat() // of the last subgroup
		for k := range n - 1 {
			next := s.index(k + 1)
			carry = arith.Select.Build(s.rw, arith.CmpI.Build(s.rw, arith.EQ, own, next), total, carry)
			before = total
			total = s.kind.Combine(s.rw, total, s.at(all[0], k+1))
		}
		res = s.kind.Combine(s.rw, s.spreadOut(carry, shape), res)
		if !s.inclusive {
			tail = s.kind.Combine(s.rw, before, s.at(all[1], n-1))
		}
	}
	if s.inclusive {
		s.replace(op, res, s.shapeCast(total, rest))
		return
	}
	res = s.kind.Combine(s.rw, s.spreadOut(s.shapeCast(init, s.carried), shape), res)
	s.replace(op, res, s.kind.Combine(s.rw, init, s.shapeCast(tail, rest)))
}

// exchange lets the partial results of the subgroups meet in workgroup memory and
// returns what a thread reads: those of all subgroups.
func (s *lineScan) exchange(partials []*ir.Value) []*ir.Value {
	m := s.meetingOf(s.layout, []int64{int64(s.dim)}, crossing{memory: []int{s.dim}})
	if s.layout.ThreadTile[s.dim] > 1 {
		// All lanes hold the result of their subgroup.
		lists := cloneLists(s.layout)
		lists.ThreadTile[s.dim], lists.ThreadStrides[s.dim] = 1, 0
		m = s.meetingOf(s.distributor.layout(lists), []int64{int64(s.dim)}, crossing{memory: []int{s.dim}})
	}
	return s.meet(m, partials)
}

// at returns what subgroup k brought.
func (s *lineScan) at(all *ir.Value, k int64) *ir.Value {
	shape := all.Type().(*ir.VectorType).Dims
	offsets, sizes := make([]int64, len(shape)), slices.Clone(shape)
	offsets[s.position(2)], sizes[s.position(2)] = k, 1
	return s.shapeCast(vector.ExtractStridedSlice.Build(s.rw, all, offsets, sizes), s.carried)
}

// fromLastLane returns the value of the last lane of the own cluster.
func (s *lineScan) fromLastLane(x *ir.Value) *ir.Value {
	i32 := s.rw.Context().I32()
	t, stride := s.layout.ThreadTile[s.dim], s.layout.ThreadStrides[s.dim]
	number := func(v int64) *ir.Value { return s.constant(s.rw.Context().Int(i32, v)) }
	lane := s.laneID()
	own := arith.RemUI.Build(s.rw, arith.DivUI.Build(s.rw, lane, number(stride)), number(t))
	last := arith.AddI.Build(s.rw, arith.SubI.Build(s.rw, lane, arith.MulI.Build(s.rw, own, number(stride))), number((t-1)*stride))
	return s.shuffle(gpu.ShuffleIdx, x, last)
}

// laneID returns the number of the lane in its subgroup as an i32.
func (d *distributor) laneID() *ir.Value {
	lane := d.delinearize(d.threadID, []int64{d.subgroup}, false)[1]
	return arith.IndexCast.Build(d.rw, d.rw.Context().I32(), lane)
}

// meet writes partial results to workgroup memory and returns what the thread reads
// of each, in the layout m.read.
func (d *distributor) meet(m meeting, partials []*ir.Value) []*ir.Value {
	buffers := make([]*ir.Value, len(partials))
	for i, v := range partials {
		buffers[i] = d.workgroupMemory(m.shape, ir.ElementOrSelf(v.Type()))
	}
	d.barrier()
	for i, v := range partials {
		d.writeAll(d.shapeCast(v, m.write.DistributedShape()), buffers[i], m.write)
	}
	d.barrier()
	all := make([]*ir.Value, len(partials))
	for i, v := range partials {
		all[i] = d.dist(d.readAll(buffers[i], m, d.poison(ir.ElementOrSelf(v.Type()))), m.read)
	}
	return all
}
