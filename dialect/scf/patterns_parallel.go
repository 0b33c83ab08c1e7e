package scf

import (
	"slices"

	"optc/ir"
)

// parallelPatterns are the canonicalizations of scf.parallel.
var parallelPatterns = []*ir.Pattern{
	{Name: "fold-single-iteration-parallel", Root: ParallelOp{}, Rewrite: foldParallelDims},
	{Name: "merge-nested-parallel", Root: ParallelOp{}, Rewrite: mergeNestedParallel},
}

// newParallel builds scf.parallel with an empty body block.
func newParallel(rw *ir.Rewriter, op *ir.Operation, lower, upper, step, inits []*ir.Value) (*ir.Operation, *ir.Block) {
	c := rw.Context()
	loop := NewParallel(rw, lower, upper, step, inits)
	body := ir.NewBlock(slices.Repeat([]ir.Type{c.Index()}, len(lower)), nil)
	loop.Region().Append(body)
	return loop.Operation(), body
}

// foldParallelDims removes dimensions with a single iteration, and loops without
// iterations.
//
//	scf.parallel (%i, %j) = (%c0, %c0) to (%c1, %n) step (%c1, %c1) { use %i, %j }
//	  →  scf.parallel (%j) = (%c0) to (%n) step (%c1) { use %c0, %j }
func foldParallelDims(op *ir.Operation, rw *ir.Rewriter) bool {
	parallel := ir.Cast[ParallelOp](op)
	lowers, uppers, steps := parallel.LowerBound(), parallel.UpperBound(), parallel.Step()
	inits := parallel.InitVals()
	var lower, upper, step []*ir.Value
	single := make([]bool, len(lowers))
	for i := range lowers {
		n, known := tripCount(mixedValue(lowers[i]), mixedValue(uppers[i]), mixedValue(steps[i]), false)
		switch {
		case known && n.IsZero():
			rw.Replace(op, inits...)
			return true
		case known && n.IsOne():
			single[i] = true
		default:
			lower, upper, step = append(lower, lowers[i]), append(upper, uppers[i]), append(step, steps[i])
		}
	}
	if len(lower) == len(lowers) {
		return false
	}
	if len(lower) == 0 {
		inlineParallel(op, lowers, inits, rw)
		return true
	}
	loop, body := newParallel(rw, op, lower, upper, step, inits)
	args, next := make([]*ir.Value, len(lowers)), 0
	for i := range args {
		if single[i] {
			args[i] = lowers[i]
		} else {
			args[i] = body.Arg(next)
			next++
		}
	}
	rw.AtEnd(body)
	copyBody(rw, op.Body(), nil, mapArgs(&ir.Mapping{}, op.Body(), args))
	rw.Replace(op, loop.ResultList()...)
	return true
}

// mapArgs maps the arguments of a block to values, for a copy of the block.
func mapArgs(m *ir.Mapping, b *ir.Block, vs []*ir.Value) *ir.Mapping {
	for i, a := range b.Args() {
		m.Map(a, vs[i])
	}
	return m
}

// copyBody copies the operations of a block to the insertion point: the operations before
// until, or all of them if until is nil. The copies are added to the driver's worklist
// such that the last copy is visited first.
func copyBody(rw *ir.Rewriter, b *ir.Block, until *ir.Operation, m *ir.Mapping) {
	for op := b.Front(); op != until; op = op.Next() {
		rw.Clone(op, m)
	}
}

// inlineParallel replaces a loop with a single iteration by its body, and combines the
// operands of its reductions with the initial values.
func inlineParallel(op *ir.Operation, ivs, inits []*ir.Value, rw *ir.Rewriter) {
	reduce := op.Body().Back()
	m := mapArgs(&ir.Mapping{}, op.Body(), ivs)
	copyBody(rw, op.Body(), reduce, m)
	results := make([]*ir.Value, len(inits))
	for i := range inits {
		b := reduce.Region(i).Front()
		mapArgs(m, b, []*ir.Value{inits[i], m.Value(reduce.Operand(i))})
		copyBody(rw, b, b.Back(), m)
		results[i] = m.Value(ir.Cast[ReduceReturnOp](b.Back()).Result())
	}
	rw.Replace(op, results...)
}

// mergeNestedParallel merges two perfectly nested loops into one loop.
//
//	scf.parallel (%i) … { scf.parallel (%j) … { a } }   →   scf.parallel (%i, %j) … { a }
func mergeNestedParallel(op *ir.Operation, rw *ir.Rewriter) bool {
	outer := op.Body()
	inner := outer.Front()
	if !ir.Is[ParallelOp](inner) || inner.Next() != outer.Back() || op.NumResults() > 0 || inner.NumResults() > 0 {
		return false
	}
	for _, v := range inner.Operands() {
		if slices.Contains(outer.Args(), v) {
			return false
		}
	}
	both := func(bounds func(*ir.Operation) []*ir.Value) []*ir.Value { return concat(bounds(op), bounds(inner)) }
	loop, body := newParallel(rw, op, both(ir.Method(ParallelOp.LowerBound)), both(ir.Method(ParallelOp.UpperBound)), both(ir.Method(ParallelOp.Step)), nil)
	n := outer.NumArgs()
	m := mapArgs(&ir.Mapping{}, outer, body.Args()[:n])
	rw.AtEnd(body)
	copyBody(rw, inner.Body(), inner.Body().Back(), mapArgs(m, inner.Body(), body.Args()[n:]))
	NewReduce(rw, nil)
	rw.Replace(op, loop.ResultList()...)
	return true
}
