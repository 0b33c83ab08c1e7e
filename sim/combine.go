package sim

import (
	"optc/ir"
	"optc/num"
)

// combiners are the ways in which reductions combine two elements, by the words
// that vector and gpu share. One of the functions is nil where a kind does not
// apply to integers or floats.
var combiners = map[string]struct {
	ints   func(a, b num.Int) num.Int
	floats func(a, b num.Float) num.Float
}{
	"add": {num.Int.Add, func(a, b num.Float) num.Float { return a.Add(b, num.NearestEven) }},
	"mul": {num.Int.Mul, func(a, b num.Float) num.Float { return a.Mul(b, num.NearestEven) }},

	"minui":    {ints: num.Int.MinUnsigned},
	"minsi":    {ints: num.Int.MinSigned},
	"maxui":    {ints: num.Int.MaxUnsigned},
	"maxsi":    {ints: num.Int.MaxSigned},
	"and":      {ints: num.Int.And},
	"or":       {ints: num.Int.Or},
	"xor":      {ints: num.Int.Xor},
	"minnumf":  {floats: num.Float.MinNum},
	"maxnumf":  {floats: num.Float.MaxNum},
	"minimumf": {floats: num.Float.Minimum},
	"maximumf": {floats: num.Float.Maximum},
}

// combine combines two elements of a type by the word of a kind; poison wins.
func combine(kind string, t ir.Type, a, b Value) Value {
	if a.IsPoison() || b.IsPoison() {
		return Poison
	}
	c := combiners[kind]
	if _, isFloat := t.(*ir.FloatType); isFloat {
		return Int(floatBits(c.floats(toFloat(t, a.Bits), toFloat(t, b.Bits))))
	}
	return Int(c.ints(toInt(t, a.Bits), toInt(t, b.Bits)).Uint64())
}

// combineShaped is combine for scalars and, elementwise, vectors of type t.
func combineShaped(kind string, t ir.Type, a, b Value) Value {
	v, ok := t.(*ir.VectorType)
	if !ok {
		return combine(kind, t, a, b)
	}
	x, y := a.Vector(), b.Vector()
	if x == nil || y == nil {
		return Poison
	}
	out := VectorLike(v)
	for i := range out.Elems {
		out.Set(i, combine(kind, v.Elem, x.At(i), y.At(i)))
	}
	return Value{Ref: out}
}
