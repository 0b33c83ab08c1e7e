package vector

import (
	"optc/dialect/arith"
	"optc/ir"
	"optc/num"
)

// Combine builds the operation of arith that combines x and y, scalars or vectors.
func (k Kind) Combine(b ir.OpBuilder, x, y *ir.Value) *ir.Value { return k.combine(b, x, y) }

// Identity returns the element that can be combined with any other without changing it,
// as a constant of type t or as a splat of vector type t; nil if the type has no such
// element. (The identity of a sum of floats is +0.0, as in IREE: a sum whose summands are
// all -0.0 becomes +0.0.)
func (k Kind) Identity(t ir.Type) ir.TypedAttr {
	if s, ok := t.(ir.ShapedType); ok {
		elem := k.Identity(s.ElementType())
		if elem == nil {
			return nil
		}
		return arith.Splat(s, elem)
	}
	c := t.Context()
	if f, ok := t.(*ir.FloatType); ok {
		switch k {
		case Add:
			if zero := f.Kind.Zero(false); zero.IsZero() {
				return c.FloatOf(f, zero)
			}
			return nil
		case Mul:
			return c.FloatAttrOf(f, 1)
		}
		return c.FloatOf(f, extreme(f.Kind, k == MaximumF || k == MaxNumF))
	}
	width := ir.IntWidth(t)
	ones := num.IntFromInt64(width, -1)
	one := num.IntFromInt64(width, 1)
	signBit, _ := one.Shl(num.IntFromInt64(width, int64(width-1)))
	switch k {
	case Mul:
		return c.IntOf(t, one)
	case MinUI, And:
		return c.IntOf(t, ones)
	case MaxSI:
		return c.IntOf(t, signBit)
	case MinSI:
		return c.IntOf(t, ones.Xor(signBit))
	}
	return c.IntOf(t, num.IntFromInt64(width, 0))
}

// extreme returns the lowest or the highest number of a kind: an infinity, if it has them.
func extreme(k *num.FloatKind, lowest bool) num.Float {
	if inf, ok := k.Inf(lowest); ok {
		return inf
	}
	if lowest && !k.HasSign() {
		return k.Smallest(false)
	}
	return k.Largest(lowest)
}
