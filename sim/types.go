package sim

import (
	"slices"

	"optc/diag"
	"optc/ir"
	"optc/num"
)

// maxElements bounds a simulated vector or tensor.
const maxElements = 1 << 26

// Supported refuses types that the simulator cannot represent: floats of more than 64 bits, complex
// numbers of such floats, huge vectors and tensors, and vectors and tensors of such elements.
func Supported(t ir.Type) error {
	elem := ir.ElementOrSelf(t)
	number := elem
	if c, ok := elem.(*ir.ComplexType); ok {
		number = c.Elem
	}
	if Width(number) > 64 && !IsWide(number) {
		return diag.Errorf("unsupported", "cannot execute with values of type %s: the simulator has at most 64 bits", t)
	}
	switch t := t.(type) {
	case *ir.MemRefType:
		switch t.Elem.(type) {
		case *ir.IntegerType, *ir.IndexType, *ir.FloatType, *ir.ComplexType, *ir.VectorType:
		default:
			return diag.Errorf("unsupported", "cannot execute with elements of type %s in memory", t.Elem)
		}
	case *ir.TensorType:
		if n, known := ir.NumElements(t.Dims); known && n > maxElements || !known && !slices.Contains(t.Dims, ir.Dynamic) {
			return errTooLarge(t)
		}
		if _, isVector := t.Elem.(*ir.VectorType); isVector {
			return diag.Errorf("unsupported", "cannot execute with values of type %s", t)
		}
	case *ir.VectorType:
		if n, known := ir.NumElements(t.Dims); !known || n > maxElements {
			return errTooLarge(t)
		}
	}
	return nil
}

func errTooLarge(t ir.Type) error {
	return diag.Errorf("unsupported", "cannot execute with values of type %s: expected a known number of elements of at most %d", t, maxElements)
}

// checkArgument reports whether a value can be passed to a parameter of a type.
func checkArgument(i int, t ir.Type, v Value) error {
	if err := Supported(t); err != nil {
		return err
	}
	wrong := func(want string) error {
		return diag.Errorf("arguments", "expected %s for argument %d of type %s", want, i, t)
	}
	switch t := t.(type) {
	case *ir.MemRefType:
		if r := v.MemRef(); r == nil || len(r.Sizes) != len(t.Dims) || r.Elem != t.Elem {
			return wrong("a memref of that rank and element type")
		}
	case *ir.VectorType:
		if x := v.Vector(); !v.IsPoison() && (x == nil || !slices.Equal(x.Shape, t.Dims)) {
			return wrong("a vector of that shape")
		}
	case *ir.TensorType:
		if x := v.Vector(); !v.IsPoison() && (x == nil || CheckShape(x.Shape, t) != nil) {
			return wrong("a tensor of that shape")
		}
	case *ir.FloatType, *ir.IntegerType, *ir.IndexType, *ir.ComplexType:
		if n, wide := v.Ref.(num.Int); wide && n.Width() == Width(t) && IsWide(t) {
			return nil
		}
		if v.Ref != nil && !v.IsPoison() || IsWide(t) && !v.IsPoison() && !HoldsSymbol(v) {
			return wrong("a scalar")
		}
	}
	return nil
}

// CheckShape reports whether a tensor of a shape may have a type.
func CheckShape(shape []int64, t ir.Type) error {
	r, ranked := t.(*ir.TensorType)
	if !ranked {
		return nil
	}
	if len(r.Dims) != len(shape) {
		return diag.Errorf("cast", "the rank is %d, but the result type has %d", len(shape), len(r.Dims))
	}
	for d, n := range r.Dims {
		if n != ir.Dynamic && n != shape[d] {
			return diag.Errorf("cast", "extent %d is %d, but the result type has %d", d, shape[d], n)
		}
	}
	return nil
}
