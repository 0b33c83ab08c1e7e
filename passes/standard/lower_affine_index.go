package standard

import (
	"slices"

	affined "optc/dialect/affine"
	"optc/dialect/arith"
	"optc/ir"
)

// stridesOf builds, for every position of a basis, the product of the extents after it.
// Products do not overflow, by definition.
func stridesOf(cv *conversion, basis []ir.Mixed, flags arith.Overflow) []*ir.Value {
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
			dynamic = arith.MulI.Build(cv, dynamic, b.Value, flags)
		}
		if strides[i] = dynamic; dynamic != nil && static == 1 {
			continue
		}
		strides[i] = arith.Constant.Index(cv, static)
		if dynamic != nil {
			strides[i] = arith.MulI.Build(cv, dynamic, strides[i], flags)
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
func delinearize(cv *conversion, op *ir.Operation) {
	x, n := affined.DelinearizeIndex.LinearIndex(op), op.NumResults()
	strides := stridesOf(cv, innerBasis(op, n), arith.NSW|arith.NUW)
	zero := arith.Constant.Index(cv, 0)
	mod := func(stride *ir.Value) *ir.Value {
		rest := arith.RemSI.Build(cv, x, stride)
		negative := arith.CmpI.Build(cv, arith.SLT, rest, zero)
		corrected := arith.AddI.Build(cv, rest, stride, arith.NSW)
		return arith.Select.Build(cv, negative, corrected, rest)
	}
	results := []*ir.Value{arith.FloorDivSI.Build(cv, x, strides[0])}
	for i := range len(strides) - 1 {
		results = append(results, arith.DivSI.Build(cv, mod(strides[i]), strides[i+1]))
	}
	cv.Replace(op, append(results, mod(strides[len(strides)-1]))...)
}

// linearize adds the indices times their strides, beginning with the indices that are
// invariant in most of the surrounding loops.
func linearize(cv *conversion, op *ir.Operation) {
	indices := affined.LinearizeIndex.MultiIndex(op)
	flags := arith.NSW
	if affined.LinearizeIndex.Disjoint(op) {
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
			v = arith.MulI.Build(cv, x, strides[i], arith.NSW)
		}
		terms = append(terms, term{v, invariantLoops(op, x)})
	}
	slices.SortStableFunc(terms, func(a, b term) int { return b.loops - a.loops })
	sum := terms[0].value
	for _, t := range terms[1:] {
		sum = arith.AddI.Build(cv, sum, t.value, arith.NSW)
	}
	cv.Replace(op, sum)
}

// invariantLoops counts the loops around op outside of which v is defined, from the
// innermost outwards.
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
