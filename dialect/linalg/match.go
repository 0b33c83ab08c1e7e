package linalg

import (
	"optc/dialect/arith"
	"optc/dialect/complex"
	"optc/ir"
)

// pairs of multiplication and addition that a contraction computes.
var sumsOfProducts = map[ir.Kind]ir.Kind{
	arith.AddFOp{}.Kind(): arith.MulFOp{}.Kind(), arith.AddIOp{}.Kind(): arith.MulIOp{}.Kind(), arith.OrIOp{}.Kind(): arith.AndIOp{}.Kind(),
	complex.AddOp{}.Kind(): complex.MulOp{}.Kind(),
}

// isSumOfProducts reports whether a region adds the product of its first two arguments to its third,
// after any conversions (isContractionBody upstream).
func isSumOfProducts(b *ir.Block) bool {
	term := b.Back()
	if term == nil || b.NumArgs() != 3 || term.NumOperands() != 1 {
		return false
	}
	sum := skipUnary(term.Operand(0)).DefiningOp()
	if sum == nil || sum.NumOperands() != 2 || sum.NumResults() != 1 {
		return false
	}
	x, y := skipUnary(sum.Operand(0)), skipUnary(sum.Operand(1))
	if x != b.Arg(2) && y != b.Arg(2) {
		return false
	}
	if x.DefiningOp() == nil {
		x = y
	}
	product := x.DefiningOp()
	if product == nil || product.NumOperands() != 2 || sumsOfProducts[sum.Kind()] != product.Kind() {
		return false
	}
	l, r := skipUnary(product.Operand(0)), skipUnary(product.Operand(1))
	return l == b.Arg(0) && r == b.Arg(1) || l == b.Arg(1) && r == b.Arg(0)
}

// skipUnary follows a value through operations with one operand.
func skipUnary(v *ir.Value) *ir.Value {
	for op := v.DefiningOp(); op != nil && op.NumOperands() == 1; op = v.DefiningOp() {
		v = op.Operand(0)
	}
	return v
}

// verifyContraction follows verifyContractionInterface, for valid loops.
func verifyContraction(op *ir.Operation) *ir.Diagnostic {
	lo, hi := initsOf(op)
	if lo != 2 || hi != 3 {
		return op.PlainErrorf("expected op with 2 inputs and 1 output")
	}
	reduces := false
	for _, i := range IteratorsOf(op) {
		reduces = reduces || i == Reduction
	}
	if !reduces {
		return op.PlainErrorf("expected at least 1 reduction")
	}
	for _, m := range MapsOf(op) {
		if !m.IsProjectedPermutation(false) {
			return op.PlainErrorf("expected indexing maps to be projected permutations")
		}
	}
	if !isSumOfProducts(op.Body()) {
		return op.PlainErrorf("expected add/mul op in the body")
	}
	return nil
}

// IsContraction reports whether a structured operation sums products of two operands
// (isaContractionOpInterface upstream).
func IsContraction(op *ir.Operation) bool { return verifyContraction(op) == nil }
