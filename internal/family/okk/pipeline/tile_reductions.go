package okk

import (
	"slices"

	"optc/dialect/arith"
	"optc/dialect/okk"
	"optc/ir"
)

// A pool of a part goes to a tensor of its own, and is added to the result of the parts before it:
//
//	if h < 8:   pool avg %s, %e          if h < 8:   pool max %m, %t
//	if h >= 8:  pool avg %q, %e          if h >= 8:  pool max %q, %t
//	            add %s, %s, %q                       max %m, %m, %q
//	after:      mul %s, %s scalar 1/parts

// reducesRows reports whether an operation reduces all rows of a tensor to one row, in a way that allows parts.
func reducesRows(op *ir.Operation) bool {
	pool := ir.As[okk.PoolOp](op)
	if !pool.Ok() {
		return false
	}
	w, in := okk.WindowOf(op), okk.InputOf(op).Type().(*okk.LocalType).Tensor
	return in.Shape[2] > 1 && w.Reach(0) == in.Shape[2] && w.Padding(0) == 0 && len(w.Edges) == 0 && (pool.KindAttr() == okk.Maximum || in.DType == okk.F32)
}

// reduce writes the parts of a pool over rows.
func (w *partWriter) reduce(op *ir.Operation, k *axis) {
	at, size, _ := w.ends(k)
	sum := okk.Destination(op)
	pool := func(to *ir.Value) {
		made := w.clone(op)
		kernel := okk.WindowOf(op).Kernel
		ir.Cast[okk.PoolOp](made).SetKernel([]int64{size, kernel[1]})
		made.SetOperand(slices.Index(op.OperandList(), sum), to)
	}
	part := w.partials[op]
	w.when(w.compare(arith.SLT, at, size), func() { pool(sum) })
	w.when(w.compare(arith.SGE, at, size), func() {
		pool(part)
		okk.NewEltwise(w.rw, sum, []*ir.Value{sum, part}, combinationOf(op))
	})
}

// combinationOf returns the function that joins the results of two parts.
func combinationOf(op *ir.Operation) string {
	if ir.Cast[okk.PoolOp](op).KindAttr() == okk.Maximum {
		return "max"
	}
	return "add"
}

// beginReductions makes the tensors for the pools of parts.
func (w *partWriter) beginReductions() {
	for _, op := range w.reductions() {
		v := okk.Destination(op)
		part := okk.NewAlloc(w.rw, v.Type(), nil).Result()
		part.SetNameHint(v.NameHint() + "_part")
		w.partials[op] = part
	}
}

// endReductions divides the sums of averages by the number of parts.
func (w *partWriter) endReductions() {
	for _, op := range w.reductions() {
		if combinationOf(op) == "add" {
			sum := okk.Destination(op)
			scaled := okk.NewEltwise(w.rw, sum, []*ir.Value{sum}, "mul")
			scaled.SetScalar(w.rw.Context().F32Attr(1 / float64(w.splits[0].count())))
		}
	}
}

// reductions lists the pools whose rows a division splits.
func (d *division) reductions() []*ir.Operation {
	if k := d.sum(); k != nil && reducesRows(k.sums[0]) {
		return k.sums
	}
	return nil
}
