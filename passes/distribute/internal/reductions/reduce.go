package reductions

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
	"optc/passes/distribute/internal/core"
	"optc/passes/distribute/internal/exchange"
	"optc/passes/distribute/internal/threadcode"
	"optc/passes/layouts"
)

// MultiReduction combines the elements of a thread, then the results of the lanes of a
// subgroup, then the results of the subgroups through workgroup memory, and last the
// accumulator.
//
//	vector.multi_reduction <add>, %v, %a [1] : vector<4x32xf32> to vector<4xf32>, thread [4,8], element [1,4]
//	→ %l = vector.multi_reduction <add>, %part, %zeros [1, 3, 5] : vector<1x1x1x1x1x4xf32> to vector<1x1x1xf32>
//	  %x = vector.extract %l[0, 0, 0]
//	  %y = gpu.subgroup_reduce add %x cluster(size = 8)
//	  %r = arith.addf (vector.broadcast %y), %part_of_a
func MultiReduction(d *core.Nested, op *ir.Operation, sig core.NestedSignature) {
	if !combinable(d, op) {
		return
	}
	reduce := ir.Cast[vector.MultiReductionOp](op)
	source, acc, kind := reduce.Source(), reduce.Acc(), reduce.KindAttr()
	l, dims := sig.Operands[0], ReducedDims(reduce)
	cross, ok := exchange.CrossingOf(d, op, l, ir.ElementOrSelf(source.Type()), dims)
	if !ok || !d.AccumulatorAgrees(op, sig, l.Project(layouts.ReducedDims(op, l.Rank()))) {
		return
	}
	part := d.PartOf(source, l)
	accPart := acc
	if passes.IsVectorValue(acc) {
		accPart = d.PartOf(acc, sig.Operands[1])
	}
	rank := int64(l.Rank())
	var local []int64
	for group := range int64(3) {
		for _, dim := range dims {
			local = append(local, group*rank+dim)
		}
	}
	v := vector.NewMultiReduction(d.RW, kind, part, d.Constant(kind.Identity(accPart.Type())), local).Dest()
	if !passes.IsVectorValue(v) {
		v = d.Single(v)
	}
	if len(cross.Lanes) > 0 {
		v = exchange.ReduceLanes(d, kind, v, l, cross.Lanes)
	}
	if len(cross.Memory) > 0 {
		reduceInMemory(d, op, sig, v, cross)
		return
	}
	if passes.IsVectorValue(acc) {
		d.ReplaceByParts(op, kind.Combine(d.RW, v, accPart))
	} else {
		d.ReplaceByParts(op, vector.NewExtract(d.RW, kind.Combine(d.RW, v, d.Single(acc)), 0).Result())
	}
}

// Reduction distributes a reduction as the multi_reduction of the only dimension.
//
//	vector.reduction <add>, %v, %acc  →  vector.multi_reduction <add>, %v, %acc [0]
func Reduction(d threads.Distributor, op *ir.Operation) {
	if !combinable(d, op) {
		return
	}
	reduce, rw := ir.Cast[vector.ReductionOp](op), d.Rewriter()
	out := vector.NewMultiReduction(rw, reduce.KindAttr(), reduce.Vector(), StartOf(rw, reduce), []int64{0})
	d.Enqueue(out.Operation(), []flow.Layout{d.Layout(reduce.Vector())}, nil)
	rw.Replace(op, out.Dest())
}

// StartOf returns the accumulator of a reduction, or else the identity of its kind.
func StartOf(rw *ir.Rewriter, op vector.ReductionOp) *ir.Value {
	if acc := op.Acc(); acc != nil {
		return acc
	}
	return arith.NewConstant(rw, op.KindAttr().Identity(op.Dest().Type())).Result()
}

// combinable reports whether the combination of op can begin with an identity; if not, it
// leaves op undistributed.
func combinable(d threads.Distributor, op *ir.Operation) bool {
	if HasIdentity(op) {
		return true
	}
	return d.Leave("is not distributed: %s has no identity for %s", vector.CombiningKind(op), ir.ElementOrSelf(op.Result(0).Type()))
}

// HasIdentity reports whether a value exists that the combination of op leaves unchanged.
func HasIdentity(op *ir.Operation) bool {
	return vector.CombiningKind(op).Identity(ir.ElementOrSelf(op.Result(0).Type())) != nil
}

// reduceInMemory exchanges the partial results v of the threads through workgroup memory, and
// replaces op by a reduction of the elements read from there (IREE
// GPUNestedLayoutDistributionPatterns.cpp; there, a thread that reads all results itself reads only
// the first one). If that takes fewer cycles, each thread reduces its share of the results, and
// reads the other results from a second buffer.
//
//	%alloc = memref.alloc() : memref<16xf32, #gpu.address_space<workgroup>>
//	gpu.barrier memfence [#gpu.address_space<workgroup>]
//	scf.if %first_of_copies { vector.store %v, %alloc[%at] }
//	gpu.barrier memfence [#gpu.address_space<workgroup>]
//	%r = vector.load %alloc[%from]
//	vector.multi_reduction <add>, %r, %acc [1]
func reduceInMemory(d *core.Nested, op *ir.Operation, sig core.NestedSignature, v *ir.Value, cross exchange.Crossing) {
	reduce := ir.Cast[vector.MultiReductionOp](op)
	l, kind, dims := sig.Operands[0], reduce.KindAttr(), ReducedDims(reduce)
	elem := ir.ElementOrSelf(v.Type())
	m := exchange.MeetingOf(d, l, dims, cross)
	v = d.ShapeCast(v, m.Write.DistributedShape())
	var read *ir.Value
	if p := exchange.PlanPartials(d, m, elem, dims); p != nil {
		if sum := p.Combine(d, op, kind, v, dims); sum != nil {
			acc := d.PartOf(reduce.Acc(), sig.Operands[1])
			d.ReplaceByParts(op, kind.Combine(d.RW, d.ShapeCast(sum, sig.Operands[1].DistributedShape()), acc))
			return
		}
		read = p.ReadAll(d, op, v)
	} else {
		buffer := d.WorkgroupMemory(m.Shape, elem)
		d.Barrier(core.BeforeWrites)
		exchange.WriteAll(d, v, buffer, m.Write)
		d.Barrier(core.AfterWrites)
		read = exchange.ReadAll(d, buffer, m, d.Constant(kind.Identity(elem)))
	}
	out := vector.NewMultiReduction(d.RW, kind, read, reduce.Acc(), dims).Dest()
	d.Schedule(out.DefiningOp(), []*vectorext.NestedLayout{m.Read, sig.Operands[1]}, sig.Results)
	d.RW.Replace(op, out)
}

// Contract contracts the parts of threads, and enqueues a reduction of the partial
// sums, unless a thread holds all terms of its sums.
//
//	vector.contract … %a, %b, %c : vector<8x16xf32>, vector<16x4xf32> into vector<8x4xf32>
//	→ %p = vector.contract … %part_of_a, %part_of_b, %zeros : vector<1x2x1x1x1x2xf32>, vector<2x1x1x1x2x4xf32> into vector<1x1x1x1x1x4xf32>
//	  %w = vector<8x4x4xf32> of which a thread holds %p
//	  vector.multi_reduction <add>, %w, %c [2]
func Contract(d *core.Nested, op *ir.Operation, sig core.NestedSignature) {
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
	iteration, ok := iterationLayout(d, op, sig, maps)
	if !ok {
		return
	}
	elem := ir.ElementOrSelf(acc.Type())
	result := iteration.Apply(maps[2])
	if !d.AccumulatorAgrees(op, sig, result) {
		return
	}
	var reduced []int64
	for i, t := range contract.IteratorTypes() {
		if t == vector.Reduced {
			reduced = append(reduced, int64(i))
		}
	}
	if _, ok := exchange.CrossingOf(d, op, iteration, elem, reduced); !ok {
		return
	}
	lhs, rhs := d.PartOf(contract.Lhs(), sig.Operands[0]), d.PartOf(contract.Rhs(), sig.Operands[1])
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
	if SumsInThread(d, iteration, iterators) {
		if !passes.IsVectorValue(acc) {
			d.RW.Replace(op, vector.NewContract(d.RW, lhs, rhs, acc, local, all, kind).Result())
			return
		}
		d.ReplaceByParts(op, vector.NewContract(d.RW, lhs, rhs, d.PartOf(acc, sig.Operands[2]), local, all, kind).Result())
		return
	}
	var init *ir.Value
	if passes.IsVectorValue(acc) {
		init = d.Constant(kind.Identity(result.SIMTType(elem)))
	} else {
		init = d.Constant(kind.Identity(elem))
	}
	c := vector.NewContract(d.RW, lhs, rhs, init, local, all, kind).Result()
	if !passes.IsVectorValue(c) {
		c = d.Single(c)
	}
	// The dimensions that remain to be reduced come last.
	lists := core.CloneLists(iteration)
	for _, dim := range reduced {
		lists.BatchTile[dim], lists.OuterTile[dim], lists.ElementTile[dim] = 1, 1, 1
	}
	order := slices.Clone(maps[2].Results)
	dims := make([]int64, len(reduced))
	for i, dim := range reduced {
		dims[i] = int64(len(order))
		order = append(order, affine.Dim(int(dim)))
	}
	partial := d.NestedLayout(lists).Apply(affine.NewMap(n, 0, order...))
	c = d.ShapeCast(c, partial.DistributedShape())
	whole := vectorext.NewToSIMD(d.RW, ir.Vector(partial.UndistributedShape(), elem), c, partial).Output()
	out := vector.NewMultiReduction(d.RW, kind, whole, acc, dims).Dest()
	d.Schedule(out.DefiningOp(), []*vectorext.NestedLayout{partial, sig.Operands[2]}, sig.Results)
	d.RW.Replace(op, out)
}

// SumsInThread reports whether each thread holds all terms of the sums of a contraction, whose iterators
// have layout l, in the order in which the contraction of whole vectors adds them. Then the sums begin
// with the accumulator, too. Projects that are followed by --compat add the accumulator last.
func SumsInThread(d *core.Nested, l *vectorext.NestedLayout, iterators []vector.IteratorType) bool {
	if revision.Of(d.RW.Context()) != revision.Release {
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
// layouts of lhs and rhs; ok is false, and op is left undistributed, if these disagree.
func iterationLayout(d *core.Nested, op *ir.Operation, sig core.NestedSignature, maps []affine.Map) (l *vectorext.NestedLayout, ok bool) {
	if l = vectorext.Recombine(sig.Operands[:2], maps[:2], affine.Identity(maps[0].NumDims)); l == nil {
		return nil, d.LeaveWhole(op, "is not distributed: lhs has %s and rhs has %s, which differ in a dimension that they share",
			sig.Operands[0].Stripped(), sig.Operands[1].Stripped())
	}
	return l, d.Spreads(op, l)
}

// ReducedDims returns the dimensions that a vector.multi_reduction reduces, ascending.
func ReducedDims(op vector.MultiReductionOp) []int64 {
	return slices.Sorted(slices.Values(op.ReductionDims()))
}

// OuterProduct multiplies the parts of threads.
func OuterProduct(d core.Distributor, op *ir.Operation) {
	outer := ir.Cast[vector.OuterProductOp](op)
	lhs, rhs, acc, result := outer.Lhs(), outer.Rhs(), outer.Acc(), outer.Result()
	l := d.Layout(result)
	have, want := []flow.Layout{d.Layout(lhs)}, []flow.Layout{l}
	right := rhs
	if len(threadcode.VectorShape(result)) == 2 {
		want[0] = l.Project([]bool{false, true})
		have, want = append(have, d.Layout(rhs)), append(want, l.Project([]bool{true, false}))
	}
	if acc != nil {
		have, want = append(have, d.Layout(acc)), append(want, l)
	}
	if !d.Agree(have, want) {
		return
	}
	if len(threadcode.VectorShape(result)) == 2 {
		right = d.InOrder(rhs)
	}
	if acc != nil {
		acc = d.InOrder(acc)
	}
	st := core.StateLike(op)
	st.Operands = append([]*ir.Value{d.InOrder(lhs), right}, ir.Present(acc)...)
	shape := threadcode.VectorShape(st.Operands[0])
	if len(threadcode.VectorShape(result)) == 2 {
		shape = append(slices.Clone(shape), threadcode.VectorShape(right)...)
	}
	st.ResultTypes = []ir.Type{ir.Vector(shape, result.Type().(*ir.VectorType).Elem)}
	product := ir.Cast[vector.OuterProductOp](d.Rewriter().Create(st))
	d.Replace(d.AsPart(product.Result(), result))
}
