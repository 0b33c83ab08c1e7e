package vector

import (
	"optc/dialect/arith"
	"optc/dialect/ub"
	"optc/ir"
	"optc/num"
)

// materialize builds the constants that the folds of the dialect return: poison, and the
// constants of arith.
func materialize(b *ir.Builder, value ir.Attribute, t ir.Type, loc ir.Location) *ir.Operation {
	if ub.IsPoison(value) {
		return ub.Materialize(b, value, t, loc)
	}
	return arith.Materialize(b, value, t, loc)
}

// elements returns a as a constant whose elements are numbers, or nil.
func elements(a ir.Attribute) *ir.DenseAttr {
	d, ok := a.(*ir.DenseAttr)
	if !ok || d.Strings != nil {
		return nil
	}
	return d
}

// splat returns a as a constant whose elements are all equal, or nil.
func splat(a ir.Attribute) *ir.DenseAttr {
	if d := elements(a); d != nil && d.Splat {
		return d
	}
	return nil
}

// withType returns the constant of another type that has the same elements in row-major
// order; a splat may have any number of elements.
func withType(d *ir.DenseAttr, t *ir.VectorType) ir.Attribute { return t.Context().Dense(t, d.Raw) }

// scalar returns the attribute of an element of type t.
func scalar(t ir.Type, raw []byte) ir.Attribute {
	if f, ok := t.(*ir.FloatType); ok {
		return t.Context().FloatOf(f, num.FloatFromBytes(f.Kind, raw))
	}
	return t.Context().IntOf(t, num.IntFromBytes(ir.IntWidth(t), raw))
}

// part returns the constant of type t, a scalar or vector, that consists of consecutive
// elements of d, beginning with element first.
func part(d *ir.DenseAttr, first int64, t ir.Type) ir.Attribute {
	v, ok := t.(*ir.VectorType)
	switch {
	case !ok:
		return scalar(t, d.Element(int(first)))
	case d.Splat:
		return withType(d, v)
	}
	size := int64(ir.ElementBytes(v.Elem))
	return t.Context().Dense(v, d.Raw[first*size:(first+numElements(v))*size])
}

// constantIndex returns the value of a constant index or integer.
func constantIndex(v *ir.Value) (n int64, ok bool) {
	a, ok := ir.ConstantValue(v).(*ir.IntegerAttr)
	if ok {
		n = a.Int64()
	}
	return n, ok
}

// linear returns the number of the element at a position in row-major order; missing
// trailing dimensions count as 0.
func linear(dims, pos []int64) (n int64) {
	for d, size := range dims {
		n *= size
		if d < len(pos) {
			n += pos[d]
		}
	}
	return n
}

// splatSource returns the scalar that fills a vector, or nil.
func splatSource(v *ir.Value) *ir.Value {
	b := ir.DefiningOp[BroadcastOp](v)
	if !b.Ok() || vectorOf(b.Source()) != nil {
		return nil
	}
	return b.Source()
}
