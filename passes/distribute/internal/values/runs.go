package values

import (
	"optc/dialect/arith"
	"optc/dialect/vector"
	"optc/ir"
	"optc/layout/flow"
	"optc/layout/threads"
	"optc/passes/distribute/internal/core"
	"optc/passes/distribute/internal/threadcode"
	"optc/passes/layouts"
)

// Interleave interleaves the parts of threads that hold pairs. Threads that hold an element of
// each pair choose it.
//
//	vector.interleave %a, %b : vector<16xf32> -> vector<32xf32>, thread 8, element 4
//	→ vector.interleave %p, %q : vector<1x1x2xf32> -> vector<1x1x4xf32>
//
//	thread 16, batch 2
//	→ arith.select %odd, %q, %p : vector<2x1x1xf32>
func Interleave(d core.Distributor, op *ir.Operation) {
	interleave, rw := ir.Cast[vector.InterleaveOp](op), d.Rewriter()
	lhs, rhs, result := interleave.Lhs(), interleave.Rhs(), interleave.Result()
	fine, rank := threadcode.VectorShape(result), len(threadcode.VectorShape(lhs))
	c, whole := layouts.Coarser(d.Layout(result), fine, rank, 2)
	if !d.Agree([]flow.Layout{d.Layout(lhs), d.Layout(rhs)}, []flow.Layout{c, c}) {
		return
	}
	if whole {
		d.Replace(d.AsPart(vector.NewInterleave(rw, d.InOrder(lhs), d.InOrder(rhs)).Result(), result))
		return
	}
	at, ok := d.Coordinates(result, len(fine)-1)
	if !ok {
		return
	}
	first := vector.NewExtract(rw, at, make([]int64, len(threadcode.VectorShape(at)))...).Result()
	odd := arith.NewAndI(rw, first, arith.ConstantIndex(rw, 1)).Result()
	isOdd := arith.NewCmpI(rw, arith.NE, odd, arith.ConstantIndex(rw, 0)).Result()
	// The part of the result has a dimension more if the operands have none.
	p, q := d.AsPart(d.InOrder(lhs), result), d.AsPart(d.InOrder(rhs), result)
	d.Replace(arith.NewSelect(rw, isOdd, q, p).Result())
}

// Deinterleave divides the parts of threads, which hold pairs.
func Deinterleave(d core.Distributor, op *ir.Operation) {
	deinterleave := ir.Cast[vector.DeinterleaveOp](op)
	source, even, odd := deinterleave.Source(), deinterleave.Res1(), deinterleave.Res2()
	if !holdsRuns(d, source, even, 2) || !d.Agree([]flow.Layout{d.Layout(odd)}, []flow.Layout{d.Layout(even)}) {
		return
	}
	pairs := d.InOrder(source)
	t := pairs.Type().(*ir.VectorType)
	shape := coarseShape(t.Dims, 2)
	half := ir.Vector(shape, t.Elem)
	r := vector.NewDeinterleave(d.Rewriter(), half, half, pairs)
	d.Replace(d.AsPart(r.Res1(), even), d.AsPart(r.Res2(), odd))
}

// Bitcast casts the parts of threads, which hold whole runs.
//
//	vector.bitcast %v : vector<16xi32> to vector<64xi8>, thread 8, element 8
//	→ vector.bitcast %p : vector<1x1x2xi32> to vector<1x1x8xi8>
func Bitcast(d core.Distributor, op *ir.Operation) {
	bitcast := ir.Cast[vector.BitcastOp](op)
	source, result := bitcast.Source(), bitcast.Result()
	k, widens := layouts.Runs(op)
	switch {
	case k == 1 && !d.Agree([]flow.Layout{d.Layout(result)}, []flow.Layout{d.Layout(source)}),
		k > 1 && widens && !holdsRuns(d, source, result, k),
		k > 1 && !widens && !holdsRuns(d, result, source, k):
		return
	}
	runs := d.InOrder(source)
	shape := append([]int64{}, threadcode.VectorShape(runs)...)
	if last := len(shape) - 1; last >= 0 {
		from, to := threadcode.VectorShape(source), threadcode.VectorShape(result)
		shape[last] = shape[last] * to[last] / from[last]
	}
	elem := result.Type().(*ir.VectorType).Elem
	d.Replace(d.AsPart(vector.NewBitcast(d.Rewriter(), ir.Vector(shape, elem), runs).Result(), result))
}

// holdsRuns reports whether threads that hold elements of a coarse vector hold whole runs of the fine
// vector; if not, it leaves the current operation.
func holdsRuns(d threads.Distributor, fine, coarse *ir.Value, k int64) bool {
	c, whole := layouts.Coarser(d.Layout(fine), threadcode.VectorShape(fine), len(threadcode.VectorShape(coarse)), k)
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
