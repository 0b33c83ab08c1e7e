package standard

import (
	"slices"

	affined "optc/dialect/affine"
	"optc/dialect/arith"
	"optc/ir"
	"optc/passes"
)

// stridesOf builds, for every position of a basis, the product of the extents after it.
// Products do not overflow, by definition.
func stridesOf(cv *passes.Conversion, basis []ir.Mixed, flags arith.Overflow) []*ir.Value {
	strides := make([]*ir.Value, len(basis))
	var dynamic *ir.Value
	static := int64(1)
	for i, b := range slices.Backward(basis) {
		switch {
		case b.Value == nil:
			static *= b.Const
		case dynamic == nil:
			dynamic = b.Value
		default:
			dynamic = arith.NewMulI(cv, dynamic, b.Value, flags).Result()
		}
		if strides[i] = dynamic; dynamic != nil && static == 1 {
			continue
		}
		strides[i] = arith.ConstantIndex(cv, static)
		if dynamic != nil {
			strides[i] = arith.NewMulI(cv, dynamic, strides[i], flags).Result()
		}
	}
	return strides
}

// innerBasis returns the extents without the extent of the first of n indices.
func innerBasis(op *ir.Operation, n int) []ir.Mixed {
	basis := affined.BasisOf(op)
	if len(basis) == n {
		basis = basis[1:]
	}
	return basis
}

// delinearize: digit i of x is x mod stride(i-1), divided by stride(i).
func delinearize(cv *passes.Conversion, op *ir.Operation) {
	x, n := ir.Cast[affined.DelinearizeIndexOp](op).LinearIndex(), op.NumResults()
	strides := stridesOf(cv, innerBasis(op, n), arith.NSW|arith.NUW)
	zero := arith.ConstantIndex(cv, 0)
	mod := func(stride *ir.Value) *ir.Value {
		rest := arith.NewRemSI(cv, x, stride).Result()
		negative := arith.NewCmpI(cv, arith.SLT, rest, zero).Result()
		corrected := arith.NewAddI(cv, rest, stride, arith.NSW).Result()
		return arith.NewSelect(cv, negative, corrected, rest).Result()
	}
	results := []*ir.Value{arith.NewFloorDivSI(cv, x, strides[0]).Result()}
	for i := range len(strides) - 1 {
		results = append(results, arith.NewDivSI(cv, mod(strides[i]), strides[i+1]).Result())
	}
	cv.Replace(op, append(results, mod(strides[len(strides)-1]))...)
}

// linearize adds the indices times their strides, beginning with the indices that are
// invariant in most of the surrounding loops.
func linearize(cv *passes.Conversion, op *ir.Operation) {
	linearizeIndex := ir.Cast[affined.LinearizeIndexOp](op)
	indices := linearizeIndex.MultiIndex()
	flags := arith.NSW
	if linearizeIndex.Disjoint() {
		flags |= arith.NUW
	}
	type term struct {
		value *ir.Value
		loops int
	}
	var terms []term
	strides := stridesOf(cv, innerBasis(op, len(indices)), flags)
	for i, x := range indices {
		v := x
		if i < len(strides) {
			v = arith.NewMulI(cv, x, strides[i], arith.NSW).Result()
		}
		terms = append(terms, term{v, invariantLoops(op, x)})
	}
	slices.SortStableFunc(terms, func(a, b term) int { return b.loops - a.loops })
	sum := terms[0].value
	for _, t := range terms[1:] {
		sum = arith.NewAddI(cv, sum, t.value, arith.NSW).Result()
	}
	cv.Replace(op, sum)
}

// invariantLoops counts the loops around op, beginning with the innermost, that do not contain the
// definition of v.
func invariantLoops(op *ir.Operation, v *ir.Value) int {
	n := 0
	for p := op.Parent(); p != nil; p = p.Parent() {
		l := p.Def().Interfaces.Loop
		if l == nil || l.Bodies == nil {
			continue
		}
		for _, body := range l.Bodies(p) {
			if body.IsAncestorOf(v.ParentBlock().Region()) {
				return n
			}
		}
		n++
	}
	return n
}
