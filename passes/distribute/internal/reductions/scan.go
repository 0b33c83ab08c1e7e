package reductions

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
	"optc/passes/distribute/internal/core"
	"optc/passes/distribute/internal/exchange"
)

// lineScan is the distribution of a vector.scan along one dimension of a layout.
type lineScan struct {
	*core.Nested
	kind      vector.Kind
	inclusive bool
	layout    *vectorext.NestedLayout
	dim       int
	elem      ir.Type
	carried   []int64 // shape of the sums that are carried along the dimension
}

// Scan scans, for every batch and outer position of the dimension, the elements
// of a thread, then the totals of the lanes, and carries the sum to the next position.
// Totals of subgroups are exchanged in workgroup memory.
//
//	vector.scan <add>, %v, %init {inclusive = true, reduction_dim = 0} : vector<16xf32>, vector<f32>, thread 8, element 2
//	→ %s, %t = vector.scan <add>, %part, %zero {inclusive = true, reduction_dim = 2} : vector<1x1x2xf32>, vector<1x1xf32>
//	  %before, %total = iree_gpu.subgroup_scan(%t, identity = %c0) cluster(size = 8) { addf }
//	  %r = arith.addf (vector.broadcast %before), %s
func Scan(d *core.Nested, op *ir.Operation, sig core.NestedSignature) {
	if !combinable(d, op) {
		return
	}
	scan := ir.Cast[vector.ScanOp](op)
	source, kind := scan.Source(), vector.CombiningKind(op)
	l, dim := sig.Operands[0], int(scan.ReductionDim())
	rest := l.Project(flow.OneOf(l.Rank(), int64(dim)))
	elem := ir.ElementOrSelf(source.Type())
	t := l.ThreadTile[dim]
	switch {
	case !d.LayoutsAgree(op, slices.Concat(sig.Operands, sig.Results), []*vectorext.NestedLayout{l, rest, l, rest}) || !d.TellsThreads(op, l):
		return
	case (t > 1 || l.SubgroupTile[dim] > 1) && !d.Exchanges(op):
		return
	case ScansLines(d, l, dim, elem):
		scanLines(d, op, sig, dim)
		return
	}
	s := &lineScan{Nested: d, kind: kind, inclusive: scan.Inclusive(), layout: l, dim: dim, elem: elem}
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
	res, total := s.scan(d.PartOf(source, l))
	init := d.PartOf(scan.InitialValue(), sig.Operands[1])
	s.finish(op, res, total, init)
}

// scanLines gives every thread whole lines along the scanned dimension; it is used if the threads
// that hold parts of a line are not a cluster of lanes or cannot exchange elements of that size.
//
//	vector.scan <add>, %v, %init            // %v: thread 3, element 2
//	→ %w = iree_vector_ext.to_layout %v     // element 6
//	  %s, %t = vector.scan <add>, %w, %init
//	  iree_vector_ext.to_layout %s          // thread 3, element 2
func scanLines(d *core.Nested, op *ir.Operation, sig core.NestedSignature, dim int) {
	l, rest := sig.Operands[0], sig.Operands[1]
	lists := core.CloneLists(l)
	for _, list := range [][]int64{lists.SubgroupTile, lists.BatchTile, lists.OuterTile, lists.ThreadTile} {
		list[dim] = 1
	}
	lists.ElementTile[dim] = l.UndistributedShape()[dim]
	lines := d.NestedLayout(lists)
	convert := func(v *ir.Value, from, to *vectorext.NestedLayout) *ir.Value {
		out := vectorext.NewToLayout(d.RW, v, to).Output()
		d.Schedule(out.DefiningOp(), []*vectorext.NestedLayout{from}, []*vectorext.NestedLayout{to})
		return out
	}
	scan := ir.Cast[vector.ScanOp](op)
	source := convert(scan.Source(), l, lines)
	byLines := vector.NewScan(d.RW, vector.CombiningKind(op), source, scan.InitialValue(), int64(dim), scan.Inclusive())
	layouts := []*vectorext.NestedLayout{lines, rest}
	d.Schedule(byLines.Operation(), layouts, layouts)
	d.RW.Replace(op, convert(byLines.Dest(), lines, l), byLines.AccumulatedValue())
}

// splat builds an identity of the shape of the carried sums.
func (s *lineScan) splat() *ir.Value {
	return s.Constant(s.kind.Identity(ir.Vector(s.carried, s.elem)))
}

// position returns the place of the scanned dimension in the part: of batches, outers
// or elements.
func (s *lineScan) position(group int) int { return group*s.layout.Rank() + s.dim }

// scan scans the part of a thread without the elements of other subgroups, and also
// returns the total of all lanes.
func (s *lineScan) scan(part *ir.Value) (res, total *ir.Value) {
	l := s.layout
	shape := l.DistributedShape()
	id := s.Constant(s.kind.Identity(s.elem))
	res = s.Constant(s.kind.Identity(ir.Vector(shape, s.elem)))
	for b := range l.BatchTile[s.dim] {
		for o := range l.OuterTile[s.dim] {
			offsets, sizes := make([]int64, len(shape)), slices.Clone(shape)
			offsets[s.position(0)], sizes[s.position(0)] = b, 1
			offsets[s.position(1)], sizes[s.position(1)] = o, 1
			chunk := vector.NewExtractStridedSlice(s.RW, part, offsets, sizes).Result()
			scan := vector.NewScan(s.RW, s.kind, chunk, s.splat(), int64(s.position(2)), s.inclusive)
			local, sum := scan.Dest(), scan.AccumulatedValue()
			if !s.inclusive {
				sum = s.kind.Combine(s.RW, sum, s.last(chunk, 0, 0))
			}
			before := total
			if t := l.ThreadTile[s.dim]; t > 1 {
				var lanes *ir.Value
				lanes, sum = s.scanLanes(sum, id)
				before = s.after(total, lanes)
			}
			if before != nil {
				local = s.kind.Combine(s.RW, s.spreadOut(before, sizes), local)
			}
			res = vector.NewInsertStridedSlice(s.RW, local, res, offsets).Result()
			total = s.after(total, sum)
		}
	}
	return res, total
}

// after returns the combination of a sum with the sum before it, which is nil at the begin of a line. An identity
// in its place would change -0.
func (s *lineScan) after(before, sum *ir.Value) *ir.Value {
	if before == nil {
		return sum
	}
	return s.kind.Combine(s.RW, before, sum)
}

// last extracts the last elements along the dimension of a batch and outer position.
func (s *lineScan) last(v *ir.Value, batch, outer int64) *ir.Value {
	shape := v.Type().(*ir.VectorType).Dims
	offsets, sizes := make([]int64, len(shape)), slices.Clone(shape)
	for group, at := range []int64{batch, outer, s.layout.ElementTile[s.dim] - 1} {
		offsets[s.position(group)], sizes[s.position(group)] = at, 1
	}
	return s.ShapeCast(vector.NewExtractStridedSlice(s.RW, v, offsets, sizes).Result(), s.carried)
}

// spreadOut repeats carried sums along the dimension, to the shape of a part.
func (s *lineScan) spreadOut(v *ir.Value, shape []int64) *ir.Value {
	unit := slices.Clone(shape)
	for group := range 3 {
		unit[s.position(group)] = 1
	}
	return vector.NewBroadcast(s.RW, ir.Vector(shape, s.elem), s.ShapeCast(v, unit)).Vector()
}

// scanLanes returns the combination of the lanes before, and the combination of all lanes.
func (s *lineScan) scanLanes(v, id *ir.Value) (before, all *ir.Value) {
	n, _ := ir.NumElements(s.carried)
	flat := s.ShapeCast(v, []int64{n})
	t := ir.Vector([]int64{n}, s.elem)
	before, all = s.Zero(t), s.Zero(t)
	for i := range n {
		x := vector.NewExtract(s.RW, flat, i).Result()
		scan := ireegpu.NewSubgroupScan(s.RW.Builder, x, id, s.layout.ThreadTile[s.dim], s.layout.ThreadStrides[s.dim],
			func(b *ir.Builder, x, y *ir.Value) *ir.Value { return s.kind.Combine(b, x, y) })
		before, all = vector.NewInsert(s.RW, scan.Result(), before, i).Result(), vector.NewInsert(s.RW, scan.Total(), all, i).Result()
	}
	return s.ShapeCast(before, s.carried), s.ShapeCast(all, s.carried)
}

// finish adds the sums of the subgroups before and, to an exclusive scan, the initial value, and
// replaces the operation. The accumulated value of an exclusive scan is the last
// element of its result.
func (s *lineScan) finish(op *ir.Operation, res, total, init *ir.Value) {
	l := s.layout
	shape := l.DistributedShape()
	rest := init.Type().(*ir.VectorType).Dims // extents of the second result
	subgroups := l.SubgroupTile[s.dim] > 1
	var last *ir.Value // element of the result without the initial value
	if subgroups {
		res, total, last = s.exchange(op, res, total, init)
	}
	if s.inclusive {
		s.ReplaceByParts(op, res, s.ShapeCast(total, rest))
		return
	}
	res = s.kind.Combine(s.RW, s.spreadOut(s.ShapeCast(init, s.carried), shape), res)
	switch {
	case subgroups: // exchange combined it
	case l.ThreadTile[s.dim] > 1:
		last = s.ShapeCast(exchange.EachElement(s.Nested, s.end(res), s.fromLastLane), rest)
	default:
		last = s.ShapeCast(s.end(res), rest)
	}
	s.ReplaceByParts(op, res, last)
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
//	%m = memref.alloc() : memref<2x1x1xf32, #gpu.address_space<workgroup>>
//	gpu.barrier
//	scf.if %last_lane { memref.store %total, %m[%subgroup, %place, 0] }
//	gpu.barrier
//	%t0 = memref.load %m[0, %place, 0]  %t1 = memref.load %m[1, %place, 0]
//	carry = subgroup == 1 ? %t0 : zero, all = %t0 + %t1
func (s *lineScan) exchange(op *ir.Operation, res, total, init *ir.Value) (adjusted, all, last *ir.Value) {
	l := s.layout
	n, rest := l.SubgroupTile[s.dim], init.Type().(*ir.VectorType).Dims
	var tail *ir.Value
	if !s.inclusive {
		tail = s.ShapeCast(s.end(res), rest)
	}
	ids := s.IDs(s.Spread(l))
	place, places := s.place(ids)
	held, _ := ir.NumElements(s.carried)
	row := s.rowLength(held)
	totals := s.WorkgroupMemory([]int64{n, places, row}, s.elem)
	var tails *ir.Value
	if !s.inclusive {
		tails = s.WorkgroupMemory([]int64{places, row}, s.elem)
	}
	s.Barrier(core.BeforeWrites)
	first, _ := s.FirstCopy(op, l)
	own := ids.Subgroup[s.dim]
	lastLane := arith.NewAndI(s.RW, first, s.equals(ids.Thread[s.dim], l.ThreadTile[s.dim]-1)).Result()
	s.guarded(op, lastLane, func() { s.keep(total, totals, own, place) })
	if tails != nil {
		s.guarded(op, arith.NewAndI(s.RW, lastLane, s.equals(own, n-1)).Result(), func() { s.keep(tail, tails, place) })
	}
	s.Barrier(core.AfterWrites)
	carry := s.splat()
	all = s.splat()
	before := all // the last subgroup
	for k := range n {
		carry = arith.NewSelect(s.RW, s.equals(own, k), all, carry).Result()
		before = all
		all = s.kind.Combine(s.RW, all, s.kept(s.carried, totals, s.Index(k), place))
	}
	adjusted = s.kind.Combine(s.RW, s.spreadOut(carry, l.DistributedShape()), res)
	if tails != nil {
		last = s.kept(rest, tails, place)
		last = s.kind.Combine(s.RW, init, s.kind.Combine(s.RW, s.ShapeCast(before, rest), last))
	}
	return adjusted, all, last
}

// place numbers the threads that scan different lines, the lanes of a subgroup in their order, and returns their number.
func (s *lineScan) place(ids core.ThreadDigits) (place *ir.Value, places int64) {
	var digits []*ir.Value
	var basis []int64
	for dim, id := range ids.Subgroup {
		if dim != s.dim {
			digits, basis = append(digits, id), append(basis, s.layout.SubgroupTile[dim])
		}
	}
	for _, dim := range s.lineDims() {
		digits, basis = append(digits, ids.Thread[dim]), append(basis, s.layout.ThreadTile[dim])
	}
	places, _ = ir.NumElements(basis)
	return s.Linearize(digits, basis, true), places
}

func (s *lineScan) equals(v *ir.Value, n int64) *ir.Value {
	return arith.NewCmpI(s.RW, arith.EQ, v, s.Index(n)).Result()
}

// guarded builds code that runs under a condition.
func (s *lineScan) guarded(op *ir.Operation, cond *ir.Value, code func()) {
	guard := scf.NewIf(s.RW, cond)
	s.RW.NewBlock(guard.ThenRegion(), nil, op.Loc())
	code()
	scf.NewYield(s.RW)
	s.RW.Before(op)
}

// keep writes the elements of a vector to a row of a buffer.
func (s *lineScan) keep(v, buffer *ir.Value, at ...*ir.Value) {
	n, _ := ir.NumElements(v.Type().(*ir.VectorType).Dims)
	if n == 1 {
		v = vector.NewExtract(s.RW, v, make([]int64, len(v.Type().(*ir.VectorType).Dims))...).Result()
		memref.NewStore(s.RW, v, buffer, append(at, s.Index(0))...)
		return
	}
	vector.NewTransferWrite(s.RW, s.ShapeCast(v, []int64{n}), buffer, append(at, s.Index(0)), nil, affine.MinorIdentity(len(at)+1, 1), []bool{true})
}

// kept reads the values that keep wrote.
func (s *lineScan) kept(shape []int64, buffer *ir.Value, at ...*ir.Value) *ir.Value {
	n, _ := ir.NumElements(shape)
	if n == 1 {
		return vector.NewBroadcast(s.RW, ir.Vector(shape, s.elem), memref.NewLoad(s.RW, buffer, append(at, s.Index(0))...).Result()).Vector()
	}
	t := ir.Vector([]int64{n}, s.elem)
	row := vector.NewTransferRead(s.RW, t, buffer, append(at, s.Index(0)), s.Poison(s.elem), nil, affine.MinorIdentity(len(at)+1, 1), []bool{true}).Vector()
	return s.ShapeCast(row, shape)
}

// fromLastLane returns the value of the last lane of the own cluster.
func (s *lineScan) fromLastLane(x *ir.Value) *ir.Value {
	i32 := s.RW.Context().I32()
	t, stride := s.layout.ThreadTile[s.dim], s.layout.ThreadStrides[s.dim]
	number := func(v int64) *ir.Value { return s.Constant(s.RW.Context().Int(i32, v)) }
	lane := laneID(s.Nested)
	own := arith.NewRemUI(s.RW, arith.NewDivUI(s.RW, lane, number(stride)).Result(), number(t)).Result()
	last := arith.NewAddI(s.RW, arith.NewSubI(s.RW, lane, arith.NewMulI(s.RW, own, number(stride)).Result()).Result(), number((t-1)*stride)).Result()
	return exchange.Shuffle(s.Nested, gpu.ShuffleIdx, x, last)
}

// laneID returns the number of the lane in its subgroup as an i32.
func laneID(d *core.Nested) *ir.Value {
	lane := d.Delinearize(d.ThreadID, []int64{d.Subgroup}, false)[1]
	return arith.NewIndexCast(d.RW, d.RW.Context().I32(), lane).Out()
}

// ScansLines reports whether each thread gets whole lines to scan, because the threads
// that hold parts of a line are not a cluster of lanes or cannot exchange elements of
// that size; iree_gpu.subgroup_scan supports no elements of more than 32 bits on any
// chip.
func ScansLines(d *core.Nested, l *vectorext.NestedLayout, dim int, elem ir.Type) bool {
	t := l.ThreadTile[dim]
	return t > 1 && !(exchange.IsCluster(d, t, l.ThreadStrides[dim]) && gpu.Chip("").Exchanges(elem))
}
