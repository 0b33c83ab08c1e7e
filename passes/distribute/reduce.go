package distribute

import (
	"slices"

	"optc/dialect/arith"
	"optc/dialect/iree/ireegpu"
	"optc/dialect/iree/revision"
	"optc/dialect/vector"
	"optc/dialect/vectorext"
	"optc/ir"
	"optc/ir/affine"
	"optc/layout/flow"
	"optc/layout/threads"
	"optc/passes"
	"optc/passes/layouts"
)

// distributeMultiReduction combines the elements of a thread, then the results of the lanes of a
// subgroup, then the results of the subgroups through workgroup memory, and last the
// accumulator.
//
//	vector.multi_reduction <add>, %v, %a [1] : vector<4x32xf32> to vector<4xf32>, thread [4,8], element [1,4]
//	→ %l = vector.multi_reduction <add>, %part, %zeros [1, 3, 5] : vector<1x1x1x1x1x4xf32> to vector<1x1x1xf32>
//	  %x = vector.extract %l[0, 0, 0]
//	  %y = gpu.subgroup_reduce add %x cluster(size = 8)
//	  %r = arith.addf (vector.broadcast %y), %part_of_a
func distributeMultiReduction(d *distributor, op *ir.Operation, sig signature) {
	if !combinable(d, op) {
		return
	}
	reduce := ir.Cast[vector.MultiReductionOp](op)
	source, acc, kind := reduce.Source(), reduce.Acc(), reduce.KindAttr()
	l, dims := sig.operands[0], reducedDims(reduce)
	cross, ok := d.crossing(op, l, ir.ElementOrSelf(source.Type()), dims)
	if !ok || !d.accumulatorAgrees(op, sig, l.Project(layouts.ReducedDims(op, l.Rank()))) {
		return
	}
	part := d.partOf(source, l)
	accPart := acc
	if passes.IsVectorValue(acc) {
		accPart = d.partOf(acc, sig.operands[1])
	}
	rank := int64(l.Rank())
	var local []int64
	for group := range int64(3) {
		for _, dim := range dims {
			local = append(local, group*rank+dim)
		}
	}
	v := vector.NewMultiReduction(d.rw, kind, part, d.constant(kind.Identity(accPart.Type())), local).Dest()
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
		d.replaceByParts(op, kind.Combine(d.rw, v, accPart))
	} else {
		d.replaceByParts(op, vector.NewExtract(d.rw, kind.Combine(d.rw, v, d.single(acc)), 0).Result())
	}
}

// distributeReduction distributes a reduction as the multi_reduction of the only dimension.
//
//	vector.reduction <add>, %v, %acc  →  vector.multi_reduction <add>, %v, %acc [0]
func distributeReduction(d threads.Distributor, op *ir.Operation) {
	if !combinable(d, op) {
		return
	}
	reduce, rw := ir.Cast[vector.ReductionOp](op), d.Rewriter()
	out := vector.NewMultiReduction(rw, reduce.KindAttr(), reduce.Vector(), startOf(rw, reduce), []int64{0})
	d.Enqueue(out.Operation(), []flow.Layout{d.Layout(reduce.Vector())}, nil)
	rw.Replace(op, out.Dest())
}

// startOf returns the accumulator of a reduction, or else the identity of its kind.
func startOf(rw *ir.Rewriter, op vector.ReductionOp) *ir.Value {
	if acc := op.Acc(); acc != nil {
		return acc
	}
	return arith.NewConstant(rw, op.KindAttr().Identity(op.Dest().Type())).Result()
}

// combinable reports whether the combination of op can begin with an identity; if not, it
// leaves op undistributed.
func combinable(d threads.Distributor, op *ir.Operation) bool {
	if hasIdentity(op) {
		return true
	}
	return d.Leave("is not distributed: %s has no identity for %s", vector.CombiningKind(op), ir.ElementOrSelf(op.Result(0).Type()))
}

// hasIdentity reports whether a value exists that the combination of op leaves unchanged.
func hasIdentity(op *ir.Operation) bool {
	return vector.CombiningKind(op).Identity(ir.ElementOrSelf(op.Result(0).Type())) != nil
}

// single makes a vector of one element.
func (d *distributor) single(v *ir.Value) *ir.Value {
	return vector.NewBroadcast(d.rw, ir.Vector([]int64{1}, v.Type()), v).Vector()
}

// reduceInMemory exchanges the partial results v of the threads in workgroup memory, and
// reduces the elements read from there in place of op (IREE
// GPUNestedLayoutDistributionPatterns.cpp; there a thread that reads all results itself
// reads only the first one).
//
//	%alloc = memref.alloc() : memref<8x2xf32, #gpu.address_space<workgroup>>
//	gpu.barrier memfence [#gpu.address_space<workgroup>]
//	vector.transfer_write %v, %alloc
//	gpu.barrier memfence [#gpu.address_space<workgroup>]
//	%r = vector.transfer_read %alloc, %identity
//	vector.multi_reduction <add>, %r, %acc [1]
func (d *distributor) reduceInMemory(op *ir.Operation, sig signature, v *ir.Value, cross crossing) {
	reduce := ir.Cast[vector.MultiReductionOp](op)
	l, kind, dims := sig.operands[0], reduce.KindAttr(), reducedDims(reduce)
	elem := ir.ElementOrSelf(v.Type())
	m := d.meetingOf(l, dims, cross)
	v = d.shapeCast(v, m.write.DistributedShape())
	buffer := d.workgroupMemory(m.shape, elem)
	d.barrier(beforeWrites)
	d.writeAll(v, buffer, m.write)
	d.barrier(afterWrites)
	read := d.readAll(buffer, m, d.constant(kind.Identity(elem)))
	out := vector.NewMultiReduction(d.rw, kind, read, reduce.Acc(), dims).Dest()
	d.enqueue(out.DefiningOp(), []*vectorext.NestedLayout{m.read, sig.operands[1]}, sig.results)
	d.rw.Replace(op, out)
}

// distributeContract contracts the parts of threads, and enqueues a reduction of the partial
// sums, unless a thread holds all terms of its sums.
//
//	vector.contract … %a, %b, %c : vector<8x16xf32>, vector<16x4xf32> into vector<8x4xf32>
//	→ %p = vector.contract … %part_of_a, %part_of_b, %zeros : vector<1x2x1x1x1x2xf32>, vector<2x1x1x1x2x4xf32> into vector<1x1x1x1x1x4xf32>
//	  %w = vector<8x4x4xf32> of which a thread holds %p
//	  vector.multi_reduction <add>, %w, %c [2]
func distributeContract(d *distributor, op *ir.Operation, sig signature) {
	if !combinable(d, op) {
		return
	}
	if mma := ireegpu.IntrinsicOf(op); mma != nil {
		distributeMMA(d, op, sig, mma)
		return
	}
	contract := ir.Cast[vector.ContractOp](op)
	maps, kind := contract.IndexingMaps(), vector.CombiningKind(op)
	acc := contract.Acc()
	iteration, ok := d.iterationLayout(op, sig, maps)
	if !ok {
		return
	}
	elem := ir.ElementOrSelf(acc.Type())
	result := iteration.Apply(maps[2])
	if !d.accumulatorAgrees(op, sig, result) {
		return
	}
	var reduced []int64
	for i, t := range contract.IteratorTypes() {
		if t == vector.Reduced {
			reduced = append(reduced, int64(i))
		}
	}
	if _, ok := d.crossing(op, iteration, elem, reduced); !ok {
		return
	}
	lhs, rhs := d.partOf(contract.Lhs(), sig.operands[0]), d.partOf(contract.Rhs(), sig.operands[1])
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
	iterators := contract.IteratorTypes()
	all := slices.Concat(iterators, iterators, iterators)
	if d.sumsInThread(iteration, iterators) {
		if !passes.IsVectorValue(acc) {
			d.rw.Replace(op, vector.NewContract(d.rw, lhs, rhs, acc, local, all, kind).Result())
			return
		}
		d.replaceByParts(op, vector.NewContract(d.rw, lhs, rhs, d.partOf(acc, sig.operands[2]), local, all, kind).Result())
		return
	}
	var init *ir.Value
	if passes.IsVectorValue(acc) {
		init = d.constant(kind.Identity(result.SIMTType(elem)))
	} else {
		init = d.constant(kind.Identity(elem))
	}
	c := vector.NewContract(d.rw, lhs, rhs, init, local, all, kind).Result()
	if !passes.IsVectorValue(c) {
		c = d.single(c)
	}
	// The dimensions that remain to be reduced come last.
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
	whole := vectorext.NewToSIMD(d.rw, ir.Vector(partial.UndistributedShape(), elem), c, partial).Output()
	out := vector.NewMultiReduction(d.rw, kind, whole, acc, dims).Dest()
	d.enqueue(out.DefiningOp(), []*vectorext.NestedLayout{partial, sig.operands[2]}, sig.results)
	d.rw.Replace(op, out)
}

// sumsInThread reports whether each thread holds all terms of the sums of a contraction, with iterators in
// layout l, in the order in which the contraction of whole vectors adds them. Then the sums begin with the
// accumulator, too. Projects that are followed by --compat add the accumulator last.
func (d *distributor) sumsInThread(l *vectorext.NestedLayout, iterators []vector.IteratorType) bool {
	if revision.Of(d.rw.Context()) != revision.Release {
		return false
	}
	last := 0 // level of the part of a thread, whose dimensions are batches, outers and elements
	for dim, t := range iterators {
		if t != vector.Reduced {
			continue
		}
		if l.SubgroupTile[dim] > 1 || l.ThreadTile[dim] > 1 {
			return false
		}
		for level, tile := range [][]int64{l.BatchTile, l.OuterTile, l.ElementTile} {
			if tile[dim] > 1 && level < last {
				return false
			}
			if tile[dim] > 1 {
				last = level
			}
		}
	}
	return true
}

// iterationLayout returns the layout of the iterators of a contraction, which follows from the
// layouts of lhs and rhs; ok is false, and op is left, if these disagree.
func (d *distributor) iterationLayout(op *ir.Operation, sig signature, maps []affine.Map) (l *vectorext.NestedLayout, ok bool) {
	if l = vectorext.Recombine(sig.operands[:2], maps[:2], affine.Identity(maps[0].NumDims)); l == nil {
		return nil, d.leaveWhole(op, "is not distributed: lhs has %s and rhs has %s, which differ in a dimension that they share",
			sig.operands[0].Stripped(), sig.operands[1].Stripped())
	}
	return l, d.spreads(op, l)
}
