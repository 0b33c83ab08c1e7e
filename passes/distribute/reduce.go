package distribute

import (
	"math/bits"
	"slices"

	"optc/dialect/gpu"
	"optc/dialect/iree/ireegpu"
	"optc/dialect/memref"
	"optc/dialect/vector"
	"optc/dialect/vectorext"
	"optc/ir"
	"optc/ir/affine"
	"optc/passes"
	"optc/passes/layouts"
)

// crossing says how partial results of a reduction meet that different threads hold.
type crossing struct {
	lanes  []int // dimensions whose threads are a cluster of lanes of one subgroup
	memory []int // dimensions whose threads, or subgroups, meet in workgroup memory
}

// crossing plans the reduction of some dimensions of a layout; ok is false, with a
// remark, when threads would have to exchange values that cannot.
func (d *distributor) crossing(op *ir.Operation, l *vectorext.NestedLayout, elem ir.Type, dims []int64) (c crossing, ok bool) {
	for _, dim := range dims {
		t, stride := l.ThreadTile[dim], l.ThreadStrides[dim]
		inLanes := t > 1 && d.isCluster(t, stride) && d.chip.Exchanges(elem)
		if inLanes {
			c.lanes = append(c.lanes, int(dim))
		}
		if l.SubgroupTile[dim] > 1 || t > 1 && !inLanes {
			c.memory = append(c.memory, int(dim))
		}
	}
	return c, len(c.lanes)+len(c.memory) == 0 || d.exchanges(op)
}

// exchanges reports whether threads can exchange values, as op needs; the workers of a tile
// cannot.
func (d *distributor) exchanges(op *ir.Operation) bool {
	return !d.alone || d.leave(op, "is not distributed: it needs elements of several workers, which cannot exchange values while they run")
}

// isCluster reports whether threads with some stride are a cluster of
// gpu.subgroup_reduce.
func (d *distributor) isCluster(threads, stride int64) bool {
	power := func(n int64) bool { return bits.OnesCount64(uint64(n)) == 1 }
	return power(threads) && power(stride) && d.subgroup%(threads*stride) == 0
}

// distributeMultiReduction combines what a thread holds, then the results of the
// lanes of a subgroup, then those of the subgroups through workgroup memory, and last
// the accumulator.
//
//	vector.multi_reduction <add>, %v, %a [1] : vector<4x32xf32> to vector<4xf32>, thread [4,8], element [1,4]
//	→ %l = vector.multi_reduction <add>, %part, %zeros [1, 3, 5] : vector<1x1x1x1x1x4xf32> to vector<1x1x1xf32>
//	  %x = vector.extract %l[0, 0, 0]
//	  %y = gpu.subgroup_reduce add %x cluster(size = 8)
//	  %r = arith.addf (vector.broadcast %y), %part_of_a
func distributeMultiReduction(d *distributor, op *ir.Operation, sig signature) {
	source, acc, kind := vector.MultiReduction.Source(op), vector.MultiReduction.Acc(op), vector.CombiningKind(op)
	l, dims := sig.operands[0], slices.Sorted(slices.Values(vector.MultiReduction.ReductionDims(op)))
	cross, ok := d.crossing(op, l, ir.ElementOrSelf(source.Type()), dims)
	if !ok || !d.combinesTo(op, sig, l.Project(layouts.ReducedDims(op, l.Rank()))) {
		return
	}
	part := d.dist(source, l)
	accPart := acc
	if passes.IsVectorValue(acc) {
		accPart = d.dist(acc, sig.operands[1])
	}
	rank := int64(l.Rank())
	var local []int64
	for group := range int64(3) {
		for _, dim := range dims {
			local = append(local, group*rank+dim)
		}
	}
	v := vector.MultiReduction.Build(d.rw, kind, part, d.constant(kind.Identity(accPart.Type())), local)
	if !passes.IsVectorValue(v) {
		v = d.single(v)
	}
	if len(cross.lanes) > 0 {
		v = d.reduceLanes(kind, v, l, cross.lanes)
	}
	if len(cross.memory) > 0 {
		d.reduceInMemory(op, sig, v, cross)
		return
	}
	if passes.IsVectorValue(acc) {
		d.replace(op, kind.Combine(d.rw, v, accPart))
	} else {
		d.replace(op, vector.Extract.Build(d.rw, kind.Combine(d.rw, v, d.single(acc)), 0))
	}
}

// single makes a vector of one element.
func (d *distributor) single(v *ir.Value) *ir.Value {
	return vector.Broadcast.Build(d.rw, ir.Vector([]int64{1}, v.Type()), v)
}

// reduceLanes combines every element of v over the lanes of some dimensions.
func (d *distributor) reduceLanes(kind vector.Kind, v *ir.Value, l *vectorext.NestedLayout, dims []int) *ir.Value {
	return d.eachElement(v, func(x *ir.Value) *ir.Value {
		for _, dim := range dims {
			x = gpu.SubgroupReduce.Build(d.rw, gpu.ReductionOfWord(kind.String()), x, l.ThreadTile[dim], l.ThreadStrides[dim])
		}
		return x
	})
}

// eachElement builds a vector whose elements are computed one by one from those of v.
func (d *distributor) eachElement(v *ir.Value, compute func(x *ir.Value) *ir.Value) *ir.Value {
	t := v.Type().(*ir.VectorType)
	n, _ := ir.NumElements(t.Dims)
	flat := d.shapeCast(v, []int64{n})
	out := d.zero(ir.Vector([]int64{n}, t.Elem))
	for i := range n {
		out = vector.Insert.Build(d.rw, compute(vector.Extract.Build(d.rw, flat, i)), out, i)
	}
	return d.shapeCast(out, t.Dims)
}

// meeting is how partial results that threads hold come together in workgroup memory.
type meeting struct {
	shape       []int64                 // of the memory: of a reduced dimension one element per holder
	write, read *vectorext.NestedLayout // of what is written, and of what is read
}

// meetingOf plans the exchange of partial results of a layout over the reduced
// dimensions dims, of which those of cross.lanes are the same in all lanes of their
// clusters. Holders are read by the lanes of a reduced dimension that are enough for
// all of them, or else every thread reads all.
func (d *distributor) meetingOf(l *vectorext.NestedLayout, dims []int64, cross crossing) meeting {
	write, read := cloneLists(l), cloneLists(l)
	m := meeting{shape: l.UndistributedShape()}
	need := int64(1)
	for _, dim := range dims {
		threads := l.ThreadTile[dim]
		if slices.Contains(cross.lanes, int(dim)) {
			threads = 1
		}
		write.BatchTile[dim], write.OuterTile[dim], write.ThreadTile[dim], write.ElementTile[dim] = 1, 1, threads, 1
		m.shape[dim] = l.SubgroupTile[dim] * threads
		need *= powerOf2(m.shape[dim])
	}
	stride := int64(0) // of the lanes that read; 0 when each thread reads all
	for _, dim := range cross.lanes {
		if l.ThreadTile[dim] >= need {
			stride = l.ThreadStrides[dim]
			break
		}
	}
	for _, dim := range dims {
		for _, tile := range [][]int64{read.SubgroupTile, read.BatchTile, read.OuterTile, read.ThreadTile, read.ElementTile} {
			tile[dim] = 1
		}
		if stride == 0 {
			read.ElementTile[dim] = m.shape[dim]
			continue
		}
		read.ThreadTile[dim], read.ThreadStrides[dim] = powerOf2(m.shape[dim]), stride
		stride *= read.ThreadTile[dim]
	}
	m.write, m.read = d.layout(write), d.layout(read)
	return m
}

// powerOf2 returns the least power of two that is not below n.
func powerOf2(n int64) int64 { return 1 << bits.Len64(uint64(n-1)) }

func cloneLists(l *vectorext.NestedLayout) vectorext.LayoutLists {
	return vectorext.LayoutLists{
		SubgroupTile: slices.Clone(l.SubgroupTile), BatchTile: slices.Clone(l.BatchTile), OuterTile: slices.Clone(l.OuterTile),
		ThreadTile: slices.Clone(l.ThreadTile), ElementTile: slices.Clone(l.ElementTile),
		SubgroupStrides: slices.Clone(l.SubgroupStrides), ThreadStrides: slices.Clone(l.ThreadStrides),
	}
}

// layout returns the attribute of lists that are known to be valid.
func (d *distributor) layout(lists vectorext.LayoutLists) *vectorext.NestedLayout {
	l, _ := vectorext.NewLayout(d.rw.Context(), lists)
	return l
}

// reduceInMemory lets the partial results v of the threads meet in workgroup memory,
// and reduces what is read from there in place of op (IREE
// GPUNestedLayoutDistributionPatterns.cpp; there a thread that reads all results
// itself reads only the first one).
//
//	%alloc = memref.alloc() : memref<8x2xf32, #gpu.address_space<workgroup>>
//	gpu.barrier memfence [#gpu.address_space<workgroup>]
//	vector.transfer_write %v, %alloc
//	gpu.barrier memfence [#gpu.address_space<workgroup>]
//	%r = vector.transfer_read %alloc, %identity
//	vector.multi_reduction <add>, %r, %acc [1]
func (d *distributor) reduceInMemory(op *ir.Operation, sig signature, v *ir.Value, cross crossing) {
	l, kind, dims := sig.operands[0], vector.CombiningKind(op), slices.Sorted(slices.Values(vector.MultiReduction.ReductionDims(op)))
	elem := ir.ElementOrSelf(v.Type())
	m := d.meetingOf(l, dims, cross)
	v = d.shapeCast(v, m.write.DistributedShape())
	buffer := d.workgroupMemory(m.shape, elem)
	d.barrier()
	d.writeAll(v, buffer, m.write)
	d.barrier()
	read := d.readAll(buffer, m, d.constant(kind.Identity(elem)))
	out := vector.MultiReduction.Build(d.rw, kind, read, vector.MultiReduction.Acc(op), dims)
	d.again(out.DefiningOp(), []*vectorext.NestedLayout{m.read, sig.operands[1]}, sig.results)
	d.rw.Replace(op, out)
}

// workgroupMemory allocates memory that all threads of the workgroup see.
func (d *distributor) workgroupMemory(shape []int64, elem ir.Type) *ir.Value {
	t := gpu.WorkgroupMemory(shape, elem)
	return memref.Alloc.Build(d.rw, t, nil, nil, nil)
}

// barrier orders accesses to workgroup memory.
func (d *distributor) barrier() { gpu.Barrier.Build(d.rw, gpu.Workgroup) }

// writeAll writes the whole vector whose parts are v in a layout.
func (d *distributor) writeAll(v, buffer *ir.Value, l *vectorext.NestedLayout) {
	rank := l.Rank()
	whole := vectorext.ToSIMD.Build(d.rw, ir.Vector(l.UndistributedShape(), ir.ElementOrSelf(v.Type())), v, l)
	write := vector.TransferWrite.Build(d.rw, whole, buffer, d.zeros(rank), nil, affine.Identity(rank), slices.Repeat([]bool{true}, rank))
	d.again(write, append([]*vectorext.NestedLayout{l}, make([]*vectorext.NestedLayout, 1+rank)...), nil)
}

// readAll reads the buffer in the layout of a meeting. Lanes that have nothing to read
// get the padding.
func (d *distributor) readAll(buffer *ir.Value, m meeting, padding *ir.Value) *ir.Value {
	rank := m.read.Rank()
	shape := m.read.UndistributedShape()
	operands := make([]*vectorext.NestedLayout, 2+rank)
	var mask *ir.Value
	if !slices.Equal(shape, m.shape) {
		sizes := make([]*ir.Value, rank)
		for i, n := range m.shape {
			sizes[i] = d.index(n)
		}
		mask = vector.CreateMask.Build(d.rw, ir.Vector(shape, d.rw.Context().I1()), sizes)
		d.again(mask.DefiningOp(), make([]*vectorext.NestedLayout, rank), []*vectorext.NestedLayout{m.read})
		operands = append(operands, m.read)
	}
	t := ir.Vector(shape, padding.Type())
	read := vector.TransferRead.Build(d.rw, t, buffer, d.zeros(rank), padding, mask, affine.Identity(rank), slices.Repeat([]bool{true}, rank))
	d.again(read.DefiningOp(), operands, []*vectorext.NestedLayout{m.read})
	return read
}

func (d *distributor) zeros(n int) []*ir.Value {
	vs := make([]*ir.Value, n)
	for i := range vs {
		vs[i] = d.index(0)
	}
	return vs
}

// distributeShapeCast casts what a thread holds: in both layouts its elements come in
// the same order if the layout of the result is that of the source, reshaped.
//
//	vector.shape_cast %v : vector<32xf32> to vector<4x8xf32>, batch 4, thread 4, element 2
//	→ vector.shape_cast %part : vector<4x1x2xf32> to vector<4x1x1x1x1x2xf32>
func distributeShapeCast(d *distributor, op *ir.Operation, sig signature) {
	from, to := sig.operands[0], sig.results[0]
	view := from.Reshape(to.UndistributedShape())
	if view == nil || view != to && !view.SameThreads(to, d.subgroup) {
		d.leave(op, "is not distributed: %s is not %s in another shape", to.Stripped(), from.Stripped())
		return
	}
	v := d.unpacked(d.dist(vector.ShapeCast.Source(op), from), from)
	d.replace(op, d.packed(d.shapeCast(v, to.DistributedUnpackedShape()), to))
}

// distributeContract contracts what threads hold, and leaves what remains to be summed
// over threads to a reduction.
//
//	vector.contract … %a, %b, %c : vector<8x16xf32>, vector<16x4xf32> into vector<8x4xf32>
//	→ %p = vector.contract … %part_of_a, %part_of_b, %zeros : vector<1x2x1x1x1x2xf32>, vector<2x1x1x1x2x4xf32> into vector<1x1x1x1x1x4xf32>
//	  %w = vector<8x4x4xf32> of which a thread holds %p
//	  vector.multi_reduction <add>, %w, %c [2]
func distributeContract(d *distributor, op *ir.Operation, sig signature) {
	if mma := ireegpu.IntrinsicOf(op); mma != nil {
		distributeMMA(d, op, sig, mma)
		return
	}
	maps, kind := vector.Contract.IndexingMaps(op), vector.CombiningKind(op)
	acc := vector.Contract.Acc(op)
	iteration, ok := d.iterationLayout(op, sig, maps)
	if !ok {
		return
	}
	elem := ir.ElementOrSelf(acc.Type())
	result := iteration.Apply(maps[2])
	if !d.combinesTo(op, sig, result) {
		return
	}
	var reduced []int64
	for i, t := range vector.Contract.IteratorTypes(op) {
		if t == vector.Reduced {
			reduced = append(reduced, int64(i))
		}
	}
	if _, ok := d.crossing(op, iteration, elem, reduced); !ok {
		return
	}
	lhs, rhs := d.dist(vector.Contract.Lhs(op), sig.operands[0]), d.dist(vector.Contract.Rhs(op), sig.operands[1])
	n := maps[0].NumDims
	local := make([]affine.Map, len(maps))
	for i, m := range maps {
		results := make([]affine.Expr, 0, 3*len(m.Results))
		for group := range 3 {
			for _, e := range m.Results {
				dim, _ := e.IsDim()
				results = append(results, affine.Dim(group*n+dim))
			}
		}
		local[i] = affine.NewMap(3*n, 0, results...)
	}
	iterators := vector.Contract.IteratorTypes(op)
	var init *ir.Value
	if passes.IsVectorValue(acc) {
		init = d.constant(kind.Identity(result.SIMTType(elem)))
	} else {
		init = d.constant(kind.Identity(elem))
	}
	c := vector.Contract.Build(d.rw, lhs, rhs, init, local, slices.Concat(iterators, iterators, iterators), kind)
	if !passes.IsVectorValue(c) {
		c = d.single(c)
	}
	// The dimensions that are left to be reduced come last.
	lists := cloneLists(iteration)
	for _, dim := range reduced {
		lists.BatchTile[dim], lists.OuterTile[dim], lists.ElementTile[dim] = 1, 1, 1
	}
	order := slices.Clone(maps[2].Results)
	dims := make([]int64, len(reduced))
	for i, dim := range reduced {
		dims[i] = int64(len(order))
		order = append(order, affine.Dim(int(dim)))
	}
	partial := d.layout(lists).Apply(affine.NewMap(n, 0, order...))
	c = d.shapeCast(c, partial.DistributedShape())
	whole := vectorext.ToSIMD.Build(d.rw, ir.Vector(partial.UndistributedShape(), elem), c, partial)
	out := vector.MultiReduction.Build(d.rw, kind, whole, acc, dims)
	d.again(out.DefiningOp(), []*vectorext.NestedLayout{partial, sig.operands[2]}, sig.results)
	d.rw.Replace(op, out)
}

// iterationLayout returns the layout of the iterators of a contraction, which is that
// of the dimensions of lhs and rhs; ok is false, with a remark, where they disagree.
func (d *distributor) iterationLayout(op *ir.Operation, sig signature, maps []affine.Map) (l *vectorext.NestedLayout, ok bool) {
	if l = vectorext.Recombine(sig.operands[:2], maps[:2], affine.Identity(maps[0].NumDims)); l == nil {
		return nil, d.leave(op, "is not distributed: lhs has %s and rhs has %s, which differ in a dimension that they share",
			sig.operands[0].Stripped(), sig.operands[1].Stripped())
	}
	return l, d.spreads(op, l)
}
