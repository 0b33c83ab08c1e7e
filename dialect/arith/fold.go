package arith

import (
	"optc/dialect/ub"
	"optc/ir"
	"optc/num"
)

// This file computes the results of operations on constants, element by element. The attribute of a
// constant is a scalar or a dense constant; a dense constant is a splat or has all elements. Number
// is an integer or float as folds compute with it.

// Number is an integer or float in the form in which folds compute with it.
type Number interface{ AppendBytes(dst []byte) []byte }

// Domain holds the functions that read and write the numbers of an attribute.
type Domain[T Number] struct {
	scalar func(ir.Attribute) (T, bool)
	holds  func(elem ir.Type) bool
	load   func(elem ir.Type, raw []byte) T
	attr   func(t ir.Type, v T) ir.Attribute
}

// Ints is the domain of integers and index, Floats the domain of floats.
var (
	Ints = &Domain[num.Int]{
		scalar: func(a ir.Attribute) (v num.Int, ok bool) {
			if i, ok := a.(*ir.IntegerAttr); ok {
				return i.Value, true
			}
			return v, false
		},
		holds: func(t ir.Type) bool { return ir.AnyInteger.Check(t) || ir.IsType[*ir.IndexType](t) },
		load:  func(t ir.Type, raw []byte) num.Int { return num.IntFromBytes(ir.IntWidth(t), raw) },
		attr:  func(t ir.Type, v num.Int) ir.Attribute { return t.Context().IntOf(t, v) },
	}
	Floats = &Domain[num.Float]{
		scalar: func(a ir.Attribute) (v num.Float, ok bool) {
			if f, ok := a.(*ir.FloatAttr); ok {
				return f.Value, true
			}
			return v, false
		},
		holds: ir.AnyFloat.Check,
		load: func(t ir.Type, raw []byte) num.Float {
			return num.FloatFromBytes(t.(*ir.FloatType).Kind, raw)
		},
		attr: func(t ir.Type, v num.Float) ir.Attribute { return t.Context().FloatOf(t.(*ir.FloatType), v) },
	}
)

// elements returns the raw elements of a dense constant of the domain.
func (d *Domain[T]) elements(a ir.Attribute) *ir.DenseAttr {
	if e, ok := a.(*ir.DenseAttr); ok && e.Strings == nil && d.holds(e.ShapedType().ElementType()) {
		return e
	}
	return nil
}

// MapConstant applies f to a constant and returns the constant of type result, or
// nil when a is not known or f has no value for one of its elements. Poison stays
// poison.
func MapConstant[T, R Number](from *Domain[T], to *Domain[R], a ir.Attribute, result ir.Type, f func(T) (R, bool)) ir.Attribute {
	if ub.IsPoison(a) {
		return a
	}
	if v, ok := from.scalar(a); ok {
		r, ok := f(v)
		if !ok {
			return nil
		}
		return to.attr(result, r)
	}
	e := from.elements(a)
	shape, ok := result.(ir.ShapedType)
	if e == nil || !ok || !ir.HasStaticShape(shape) {
		return nil
	}
	elem := e.ShapedType().ElementType()
	return denseConstant(shape, e.Splat, e.NumElements(), func(i int) (R, bool) { return f(from.load(elem, e.Element(i))) })
}

// ZipConstants is MapConstant for two constants of the same type.
func ZipConstants[T, R Number](from *Domain[T], to *Domain[R], operands []ir.Attribute, result ir.Type, f func(x, y T) (R, bool)) ir.Attribute {
	a, b := operands[0], operands[1]
	switch {
	case ub.IsPoison(a):
		return a
	case ub.IsPoison(b):
		return b
	}
	if x, ok := from.scalar(a); ok {
		y, ok := from.scalar(b)
		if !ok || a.(ir.TypedAttr).Type() != b.(ir.TypedAttr).Type() {
			return nil
		}
		r, ok := f(x, y)
		if !ok {
			return nil
		}
		return to.attr(result, r)
	}
	x, y := from.elements(a), from.elements(b)
	shape, ok := result.(ir.ShapedType)
	if x == nil || y == nil || x.Type() != y.Type() || !ok {
		return nil
	}
	elem := x.ShapedType().ElementType()
	return denseConstant(shape, x.Splat && y.Splat, x.NumElements(), func(i int) (R, bool) {
		return f(from.load(elem, x.Element(i)), from.load(elem, y.Element(i)))
	})
}

// denseConstant builds a dense constant of n elements, or of one element for a splat.
func denseConstant[R Number](t ir.ShapedType, splat bool, n int, element func(i int) (R, bool)) ir.Attribute {
	if splat {
		n = 1
	}
	raw := make([]byte, 0, n*ir.ElementBytes(t.ElementType()))
	for i := range n {
		v, ok := element(i)
		if !ok {
			return nil
		}
		raw = v.AppendBytes(raw)
	}
	return t.Context().Dense(t, raw)
}

// Zero returns the zero of a type: an integer, index or float, or a vector or
// tensor of static shape of these. It returns nil for other types.
func Zero(t ir.Type) ir.TypedAttr {
	c := t.Context()
	switch t := t.(type) {
	case *ir.IntegerType, *ir.IndexType:
		return c.Int(t, 0)
	case *ir.FloatType:
		return c.FloatOf(t, t.Kind.Zero(false))
	case *ir.VectorType, *ir.TensorType:
		s := t.(ir.ShapedType)
		elem := Zero(s.ElementType())
		if elem == nil || !ir.HasStaticShape(s) {
			return nil
		}
		return Splat(s, elem)
	}
	return nil
}

// Splat returns the dense constant all of whose elements are v, an integer or
// float attribute.
func Splat(t ir.ShapedType, v ir.Attribute) *ir.DenseAttr {
	var raw []byte
	switch v := v.(type) {
	case *ir.IntegerAttr:
		raw = v.Value.AppendBytes(nil)
	case *ir.FloatAttr:
		raw = v.Value.AppendBytes(nil)
	}
	return t.Context().Dense(t, raw)
}

// BoolConstant returns an i1 constant, or a splat of it for a shaped type; nil
// when the shape is not static.
func BoolConstant(t ir.Type, v bool) ir.TypedAttr {
	b := t.Context().Bool(v)
	s, shaped := t.(ir.ShapedType)
	switch {
	case !shaped:
		return b
	case !ir.HasStaticShape(s):
		return nil
	}
	return Splat(s, b)
}

// toZero folds to the zero of the result type, if the type has a zero.
func toZero(op *ir.Operation) ir.FoldResult {
	if z := Zero(op.Result(0).Type()); z != nil {
		return ir.FoldToAttr(z)
	}
	return ir.FoldResult{}
}

// isZero and isOne test integer constants and splats of them.
func isZero(a ir.Attribute) bool {
	v, ok := ir.IntOf(a)
	return ok && v.IsZero()
}

func isOne(a ir.Attribute) bool {
	v, ok := ir.IntOf(a)
	return ok && v.IsOne()
}
