package vector

import "optc/ir"

// vectors accepts the vector types for which holds is true (nil: all); what completes the summary
// "… of … values".
func vectors(summary string, holds func(v *ir.VectorType) bool) *ir.TypeConstraint {
	return &ir.TypeConstraint{Summary: summary, Class: ir.VectorClass, Check: func(t ir.Type) bool {
		v, ok := t.(*ir.VectorType)
		return ok && (holds == nil || holds(v))
	}}
}

func isFixed(v *ir.VectorType) bool  { return !v.AnyScalable() }
func hasRank1(v *ir.VectorType) bool { return len(v.Dims) == 1 }
func hasDims(v *ir.VectorType) bool  { return len(v.Dims) > 0 }
func ofI1(v *ir.VectorType) bool     { return isI1(v.Elem) }

func isI1(t ir.Type) bool { return t == ir.Type(t.Context().I1()) }

func isIntOrIndex(t ir.Type) bool {
	_, ok := t.(*ir.IntegerType)
	return ok || ir.IsType[*ir.IndexType](t)
}

// The summaries are upstream's (CommonTypeConstraints.td), even if they specify less than
// the constraint.
var (
	anyVector    = vectors("vector of any type values", nil)
	rankedVector = vectors("vector of any type values", hasDims)
	fixedVector  = vectors("fixed-length vector of any type values", isFixed)
	floatVector  = vectors("vector of floating-point values", func(v *ir.VectorType) bool { return ir.AnyFloat.Check(v.Elem) })
	anyMask      = vectors("vector of 1-bit signless integer values", ofI1)
	rankedMask   = vectors("vector of 1-bit signless integer values", func(v *ir.VectorType) bool { return hasDims(v) && ofI1(v) })
	fixedMask    = vectors("fixed-length vector of 1-bit signless integer values", func(v *ir.VectorType) bool { return hasDims(v) && isFixed(v) && ofI1(v) })
	indices      = vectors("vector of integer or index values", func(v *ir.VectorType) bool { return hasDims(v) && isIntOrIndex(v.Elem) })
	indexVector  = vectors("vector of index values of ranks 1", func(v *ir.VectorType) bool { return hasRank1(v) && ir.IsType[*ir.IndexType](v.Elem) })
	vector1D     = vectors(" of ranks 1", hasRank1)
	scalable1D   = vectors(" of ranks 1", func(v *ir.VectorType) bool { return hasRank1(v) && v.AnyScalable() })

	tensorOrMemRef = &ir.TypeConstraint{Summary: "Tensor or MemRef of any type values", Check: func(t ir.Type) bool {
		return ir.AnyTensor.Check(t) || ir.AnyMemRef.Check(t)
	}}
	staticMemRef = &ir.TypeConstraint{Summary: "statically shaped memref of any type values", Class: ir.MemRefClass, Check: func(t ir.Type) bool {
		m, ok := t.(*ir.MemRefType)
		return ok && ir.HasStaticShape(m)
	}}
	printable = &ir.TypeConstraint{Check: func(t ir.Type) bool {
		return anyVector.Check(t) || isIntOrIndex(t) || ir.AnyFloat.Check(t)
	}}
)

// sameElements requires two values of an operation to have the same element type.
func sameElements(sentence string, a, b func(op *ir.Operation) *ir.Value) ir.Predicate {
	return ir.Predicate{Sentence: sentence, Holds: func(op *ir.Operation) bool {
		return ir.ElementOrSelf(a(op).Type()) == ir.ElementOrSelf(b(op).Type())
	}}
}

// vectorOf returns the type of a value that must be a vector according to the
// declaration.
func vectorOf(v *ir.Value) *ir.VectorType {
	t, _ := v.Type().(*ir.VectorType)
	return t
}

// scalableDims returns a flag for every dimension.
func scalableDims(t *ir.VectorType) []bool {
	if t.Scalable == nil {
		return make([]bool, len(t.Dims))
	}
	return t.Scalable
}

// maskFor returns the type of a mask with the shape of t.
func maskFor(t *ir.VectorType) *ir.VectorType {
	return ir.ScalableVector(t.Dims, t.Scalable, t.Context().I1())
}

// numElements returns the product of the extents.
func numElements(t *ir.VectorType) int64 {
	n, _ := ir.NumElements(t.Dims)
	return n
}

// sameCount reports whether two vectors have as many elements on all hardware.
func sameCount(a, b *ir.VectorType) bool {
	return numElements(a) == numElements(b) && numScalable(a) == numScalable(b)
}

// BitWidth returns the width of a scalar in bits, 64 for index (the default data
// layout), 0 for types without a known size.
func BitWidth(t ir.Type) int64 {
	switch t := t.(type) {
	case *ir.IntegerType:
		return int64(t.Width)
	case *ir.FloatType:
		return int64(t.Kind.Bits)
	case *ir.IndexType:
		return 64
	}
	return 0
}
