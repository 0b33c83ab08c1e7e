package sim

import (
	"optc/dialect/vector"
	"optc/ir"
	"optc/num"
)

// combiners are the ways in which reductions combine two elements, by the words
// that vector and gpu share, with their quick forms. One of the functions is nil where a
// kind does not apply to integers or floats.
var combiners = map[string]*combining{
	"add": {num.Int.Add, func(a, b num.Float) num.Float { return a.Add(b, num.NearestEven) }, sums, sumsOfFloats},
	"mul": {num.Int.Mul, func(a, b num.Float) num.Float { return a.Mul(b, num.NearestEven) }, products, productsOfFloats},

	"minui":    {ints: num.Int.MinUnsigned, quickInts: minimaUnsigned},
	"minsi":    {ints: num.Int.MinSigned, quickInts: minimaSigned},
	"maxui":    {ints: num.Int.MaxUnsigned, quickInts: maximaUnsigned},
	"maxsi":    {ints: num.Int.MaxSigned, quickInts: maximaSigned},
	"and":      {ints: num.Int.And, quickInts: ands},
	"or":       {ints: num.Int.Or, quickInts: ors},
	"xor":      {ints: num.Int.Xor, quickInts: xors},
	"minnumf":  {floats: num.Float.MinNum, quickFloats: minima},
	"maxnumf":  {floats: num.Float.MaxNum, quickFloats: maxima},
	"minimumf": {floats: num.Float.Minimum, quickFloats: minima},
	"maximumf": {floats: num.Float.Maximum, quickFloats: maxima},
}

type combining struct {
	ints        func(a, b num.Int) num.Int
	floats      func(a, b num.Float) num.Float
	quickInts   quick
	quickFloats map[*num.FloatKind]quick
}

// combiner combines two elements of a type.
type combiner struct {
	quick
	kind *combining
	t    ir.Type
}

// combinerOf returns the combiner of a type by the word of a kind.
func combinerOf(kind string, t ir.Type) combiner {
	c := combiner{kind: combiners[kind], t: t}
	if f, isFloat := t.(*ir.FloatType); isFloat {
		c.quick = c.kind.quickFloats[f.Kind]
	} else {
		c.quick = c.kind.quickInts
	}
	c.n = format{up: uint(64 - width(t)), keep: ^uint64(0) >> (64 - width(t))}
	return c
}

func (c *combiner) exact(a, b uint64) uint64 {
	if _, isFloat := c.t.(*ir.FloatType); isFloat {
		return floatBits(c.kind.floats(toFloat(c.t, a), toFloat(c.t, b)))
	}
	return c.kind.ints(toInt(c.t, a), toInt(c.t, b)).Uint64()
}

// bits combines two elements that are not poison.
func (c *combiner) bits(a, b uint64) uint64 {
	if c.one != nil {
		if r, ok := c.one(a, b, c.n); ok {
			return r
		}
	}
	return c.exact(a, b)
}

// all combines elements with acc, one after the other; none is poison.
func (c *combiner) all(acc uint64, elems []uint64) uint64 {
	for len(elems) > 0 {
		done := 0
		if c.fold != nil {
			acc, done = c.fold(acc, elems, &c.n)
		}
		if done < len(elems) {
			acc = c.bits(acc, elems[done])
			done++
		}
		elems = elems[done:]
	}
	return acc
}

// combine combines two elements; poison wins.
func (c *combiner) combine(a, b Value) Value {
	if a.IsPoison() || b.IsPoison() {
		return Poison
	}
	return Int(c.bits(a.Bits, b.Bits))
}

// accumulator adds products of elements of a type to a sum; each step is rounded.
type accumulator struct{ sum, product combiner }

func accumulatorOf(t ir.Type) accumulator {
	return accumulator{combinerOf(vector.Add.String(), t), combinerOf(vector.Mul.String(), t)}
}

func (s *accumulator) add(sum, a, b Value) Value {
	return s.sum.combine(sum, s.product.combine(a, b))
}

// combine combines two elements of a type by the word of a kind; poison wins.
func combine(kind string, t ir.Type, a, b Value) Value {
	c := combinerOf(kind, t)
	return c.combine(a, b)
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
	out, c := VectorLike(v), combinerOf(kind, v.Elem)
	for i := range out.Elems {
		out.Set(i, c.combine(x.At(i), y.At(i)))
	}
	return Value{Ref: out}
}
