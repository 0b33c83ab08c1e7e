package distribute

import (
	"optc/dialect/arith"
	"optc/dialect/vector"
	"optc/dialect/vectorext"
	"optc/ir"
	"optc/layout/flow"
	"optc/layout/threads"
	"optc/passes/layouts"
)

// runDistributor is a distributor of any kind of layouts.
type runDistributor interface {
	threads.Distributor
	// inOrder returns the part of an operand with a dimension for each dimension of the whole vector, in
	// which the elements have the order of the whole vector.
	inOrder(v *ir.Value) *ir.Value
	// asPart brings a vector that is in order into the order of the part of v.
	asPart(ordered, v *ir.Value) *ir.Value
	// distribution returns the layout of an operand or a result of the current operation.
	distribution(v *ir.Value) vectorext.Distribution
	// common returns the distributor that builds code of threads for all kinds of layouts.
	common() *distributor
}

func (d *parts[L]) distribution(v *ir.Value) vectorext.Distribution { return d.ownLayout(v) }

func (d *distributor) common() *distributor     { return d }
func (d *packDistributor) common() *distributor { return d.base }

func (d *distributor) inOrder(v *ir.Value) *ir.Value {
	l := d.ownLayout(v)
	return d.unpacked(d.partOf(v, l), l)
}

func (d *distributor) asPart(ordered, v *ir.Value) *ir.Value {
	l := d.ownLayout(v)
	return d.packed(d.shapeCast(ordered, l.DistributedUnpackedShape()), l)
}

func (d *packDistributor) inOrder(v *ir.Value) *ir.Value {
	l := d.ownLayout(v)
	shape := make([]int64, l.Rank())
	for dim := range shape {
		shape[dim], _ = ir.NumElements(l.Mode(dim).Values())
	}
	return d.base.shapeCast(d.partOf(v, l), shape)
}

func (d *packDistributor) asPart(ordered, v *ir.Value) *ir.Value {
	return d.base.shapeCast(ordered, d.ownLayout(v).DistributedShape())
}

// byRuns returns a rule for operations on runs of elements (file vector_runs.go of layouts), for all kinds
// of layouts.
func byRuns(rule func(d runDistributor, op *ir.Operation)) *threads.Rule {
	return &threads.Rule{Distribute: func(d threads.Distributor, op *ir.Operation) { rule(d.(runDistributor), op) }}
}

// distributeInterleave interleaves the parts of threads that hold pairs. Threads that hold an element of
// each pair choose it.
//
//	vector.interleave %a, %b : vector<16xf32> -> vector<32xf32>, thread 8, element 4
//	→ vector.interleave %p, %q : vector<1x1x2xf32> -> vector<1x1x4xf32>
//
//	thread 16, batch 2
//	→ arith.select %odd, %q, %p : vector<2x1x1xf32>
func distributeInterleave(d runDistributor, op *ir.Operation) {
	interleave, rw := ir.Cast[vector.InterleaveOp](op), d.Rewriter()
	lhs, rhs, result := interleave.Lhs(), interleave.Rhs(), interleave.Result()
	fine, rank := vectorShape(result), len(vectorShape(lhs))
	c, whole := layouts.Coarser(d.Layout(result), fine, rank, 2)
	if !d.Agree([]flow.Layout{d.Layout(lhs), d.Layout(rhs)}, []flow.Layout{c, c}) {
		return
	}
	if whole {
		d.Replace(d.asPart(vector.NewInterleave(rw, d.inOrder(lhs), d.inOrder(rhs)).Result(), result))
		return
	}
	at, ok := d.Coordinates(result, len(fine)-1)
	if !ok {
		return
	}
	first := vector.NewExtract(rw, at, make([]int64, len(vectorShape(at)))...).Result()
	odd := arith.NewAndI(rw, first, arith.ConstantIndex(rw, 1)).Result()
	isOdd := arith.NewCmpI(rw, arith.NE, odd, arith.ConstantIndex(rw, 0)).Result()
	// The part of the result has a dimension more if the operands have none.
	p, q := d.asPart(d.inOrder(lhs), result), d.asPart(d.inOrder(rhs), result)
	d.Replace(arith.NewSelect(rw, isOdd, q, p).Result())
}

// distributeDeinterleave divides the parts of threads, which hold pairs.
func distributeDeinterleave(d runDistributor, op *ir.Operation) {
	deinterleave := ir.Cast[vector.DeinterleaveOp](op)
	source, even, odd := deinterleave.Source(), deinterleave.Res1(), deinterleave.Res2()
	if !holdsRuns(d, source, even, 2) || !d.Agree([]flow.Layout{d.Layout(odd)}, []flow.Layout{d.Layout(even)}) {
		return
	}
	pairs := d.inOrder(source)
	t := pairs.Type().(*ir.VectorType)
	shape := coarseShape(t.Dims, 2)
	half := ir.Vector(shape, t.Elem)
	r := vector.NewDeinterleave(d.Rewriter(), half, half, pairs)
	d.Replace(d.asPart(r.Res1(), even), d.asPart(r.Res2(), odd))
}

// distributeBitcast casts the parts of threads, which hold whole runs.
//
//	vector.bitcast %v : vector<16xi32> to vector<64xi8>, thread 8, element 8
//	→ vector.bitcast %p : vector<1x1x2xi32> to vector<1x1x8xi8>
func distributeBitcast(d runDistributor, op *ir.Operation) {
	bitcast := ir.Cast[vector.BitcastOp](op)
	source, result := bitcast.Source(), bitcast.Result()
	k, widens := layouts.Runs(op)
	switch {
	case k == 1 && !d.Agree([]flow.Layout{d.Layout(result)}, []flow.Layout{d.Layout(source)}),
		k > 1 && widens && !holdsRuns(d, source, result, k),
		k > 1 && !widens && !holdsRuns(d, result, source, k):
		return
	}
	runs := d.inOrder(source)
	shape := append([]int64{}, vectorShape(runs)...)
	if last := len(shape) - 1; last >= 0 {
		from, to := vectorShape(source), vectorShape(result)
		shape[last] = shape[last] * to[last] / from[last]
	}
	elem := result.Type().(*ir.VectorType).Elem
	d.Replace(d.asPart(vector.NewBitcast(d.Rewriter(), ir.Vector(shape, elem), runs).Result(), result))
}

// holdsRuns reports whether threads hold whole runs of a fine vector, where they hold elements of a coarse
// vector; if not, it leaves the current operation.
func holdsRuns(d threads.Distributor, fine, coarse *ir.Value, k int64) bool {
	c, whole := layouts.Coarser(d.Layout(fine), vectorShape(fine), len(vectorShape(coarse)), k)
	if !whole {
		return d.Leave("is not distributed: %d elements that belong together are in different threads", k)
	}
	return d.Agree([]flow.Layout{d.Layout(coarse)}, []flow.Layout{c})
}

// coarseShape returns the shape of a vector with a k-th of the elements along the last dimension.
func coarseShape(fine []int64, k int64) []int64 {
	shape := append([]int64{}, fine...)
	shape[len(shape)-1] /= k
	return shape
}

func vectorShape(v *ir.Value) []int64 { return v.Type().(*ir.VectorType).Dims }
