package standard

import (
	"optc/dialect/arith"
	fn "optc/dialect/func"
	"optc/dialect/poplar"
	"optc/ir"
	"optc/ir/ranges"
	"optc/passes"
)

// IntRangeOptimizations is int-range-optimizations.
var IntRangeOptimizations = &passes.Pass{
	Name:  "int-range-optimizations",
	Title: "Do optimizations based on integer range analysis",
	Doc: `Computes bounds of integers from the ids of threads and workers and from the bounds
of loops. Removes comparisons that always hold, minima and maxima of which one operand is
always the result, and digits of an index that are 0. Also removes bounds of masks that
include the whole vector, transfers whose mask is always off, and the guards of transfers
that stay inside of memory.

    %d:2 = affine.delinearize_index %worker into (6) : index, index   // of six workers
    %c = arith.cmpi eq, %d#0, %c0                                     → true
    … %d#1 …                                                          → … %worker …`,
	Anchor:   []ir.OpKind{fn.FuncOp{}, poplar.VertexOp{}},
	Dialects: []string{"affine", "arith"},
	Run:      runIntRanges,
}

func runIntRanges(c *passes.Context) (changed bool, err error) {
	known := ranges.Analyze(c.Op, c.Ended)
	rw := c.Rewriter(nil)
	var ops []*ir.Operation
	c.Walk(c.Op, func(op *ir.Operation) ir.WalkResult {
		ops = append(ops, op)
		return ir.Advance
	})
	for op := range passes.Each(c, ops) {
		rw.Before(op).Loc = op.Loc()
		simplify, ok := ranges.Simplification.Of(op)
		if ok && simplify(op, rw, known) || makeConstant(op, rw, known) {
			changed = true
		}
	}
	return changed, nil
}

// makeConstant replaces an operation with a single possible result.
func makeConstant(op *ir.Operation, rw *ir.Rewriter, known ranges.Values) bool {
	if op.NumResults() != 1 || op.Has(ir.ConstantLike) || !ir.IsPure(op) {
		return false
	}
	t, r := op.Result(0).Type(), known.Of(op.Result(0))
	if !r.IsSingle() {
		return false
	}
	rw.Replace(op, arith.NewConstant(rw, rw.Context().Int(t, r.Lo)).Result())
	return true
}
