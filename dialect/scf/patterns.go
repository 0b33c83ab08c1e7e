package scf

import "optc/ir"

// forPatterns are the canonicalizations of scf.for.
var forPatterns = []*ir.Pattern{
	{Name: "simplify-trivial-loops", Root: For, Rewrite: simplifyTrivialLoop},
}

// ifPatterns are the canonicalizations of scf.if.
var ifPatterns = []*ir.Pattern{
	{Name: "remove-static-condition", Root: If, Rewrite: removeStaticCondition},
	{Name: "remove-empty-else", Root: If, Rewrite: removeEmptyElse},
}

// tripCount returns how often a loop with constant bounds runs; known is false
// when that is not constant.
func tripCount(op *ir.Operation) (n int64, known bool) {
	if op.Operand(forLower) == op.Operand(forUpper) {
		return 0, true
	}
	lo, ok1 := ir.ConstantValue(op.Operand(forLower)).(*ir.IntegerAttr)
	hi, ok2 := ir.ConstantValue(op.Operand(forUpper)).(*ir.IntegerAttr)
	step, ok3 := ir.ConstantValue(op.Operand(forStep)).(*ir.IntegerAttr)
	if !ok1 || !ok2 || op.Attr("unsignedCmp") != nil {
		return 0, false
	}
	if lo.Int64() >= hi.Int64() {
		return 0, true
	}
	if !ok3 || step.Int64() <= 0 {
		return 0, false
	}
	return (hi.Int64()-lo.Int64()-1)/step.Int64() + 1, true
}

// simplifyTrivialLoop replaces a loop that never runs by its initial values, and
// inlines one that runs once.
//
//	scf.for %i = %c0 to %c4 step %c4 { use %i }  →  use %c0
func simplifyTrivialLoop(op *ir.Operation, rw *ir.Rewriter) bool {
	n, known := tripCount(op)
	inits := op.Operands()[forInits:]
	switch {
	case known && n == 0:
		rw.Replace(op, inits...)
		return true
	case known && n == 1:
		inline(op, op.Body(), append([]*ir.Value{op.Operand(forLower)}, inits...), rw)
		return true
	}
	return false
}

// inline puts the operations of a block in the place of op, whose results become
// the operands of the block's terminator.
func inline(op *ir.Operation, b *ir.Block, args []*ir.Value, rw *ir.Rewriter) {
	term := b.Back()
	rw.InlineBlock(b, op.Block(), op, args)
	results := term.Operands()
	rw.Replace(op, results...)
	rw.Erase(term)
}

// removeStaticCondition keeps only the branch that a constant condition takes.
//
//	scf.if %true { a } else { b }  →  a
func removeStaticCondition(op *ir.Operation, rw *ir.Rewriter) bool {
	cond, ok := ir.ConstantValue(op.Operand(0)).(*ir.IntegerAttr)
	if !ok {
		return false
	}
	region := op.Region(1)
	if cond.Bool() {
		region = op.Region(0)
	}
	if region.Empty() {
		rw.Erase(op)
		return true
	}
	inline(op, region.Front(), nil, rw)
	return true
}

// removeEmptyElse drops an else branch that does nothing.
func removeEmptyElse(op *ir.Operation, rw *ir.Rewriter) bool {
	r := op.Region(1)
	if op.NumResults() > 0 || r.Empty() || r.Front().Front() != r.Front().Back() {
		return false
	}
	b := r.Front()
	rw.Erase(b.Back())
	rw.Modify(op, b.Erase)
	return true
}
