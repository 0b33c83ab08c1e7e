package arith

import (
	"sync"

	"optc/ir"
	"optc/num"
	"optc/sim"
)

// combiners holds, by the word that vector and gpu use for a combining kind, the function by which
// reductions combine two elements, with its quick forms. One of the functions is nil where a kind
// does not apply to integers or floats.
var combiners = sync.OnceValue(func() map[string]*combining {
	return map[string]*combining{
		"add": {ints: num.Int.Add, floats: func(a, b num.Float) num.Float { return a.Add(b, num.NearestEven) },
			quickInts: sums, quickFloats: sumsOfFloats},
		"mul": {ints: num.Int.Mul, floats: func(a, b num.Float) num.Float { return a.Mul(b, num.NearestEven) },
			quickInts: products, quickFloats: productsOfFloats},

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
})

type combining struct {
	ints        func(a, b num.Int) num.Int
	floats      func(a, b num.Float) num.Float
	quickInts   sim.Quick
	quickFloats FloatForms
}

// Combiner combines two elements of a type.
type Combiner struct {
	quick   sim.Quick
	kind    *combining
	word    string
	t       ir.Type
	symbols sim.Symbols // symbols of the machine, or nil
}

// CombinerOf returns the combiner of a type by the word of a kind.
func CombinerOf(m *sim.Machine, kind string, t ir.Type) Combiner {
	c := Combiner{kind: combiners()[kind], word: kind, t: t, symbols: m.Symbols}
	if c.symbols != nil || sim.IsWide(t) {
		return c
	}
	if f, isFloat := t.(*ir.FloatType); isFloat {
		c.quick = c.kind.quickFloats.of(f.Kind)
	} else {
		c.quick = c.kind.quickInts
	}
	c.quick.Format = sim.NumberFormat{Up: uint(64 - sim.Width(t)), Keep: ^uint64(0) >> (64 - sim.Width(t))}
	return c
}

func (c *Combiner) exact(a, b uint64) uint64 {
	if _, isFloat := c.t.(*ir.FloatType); isFloat {
		return sim.FloatBits(c.kind.floats(sim.ToFloat(c.t, a), sim.ToFloat(c.t, b)))
	}
	return c.kind.ints(sim.ToInt(c.t, a), sim.ToInt(c.t, b)).Uint64()
}

// CombineBits combines two elements that are not poison.
func (c *Combiner) CombineBits(a, b uint64) uint64 {
	if c.symbols != nil && (sim.IsSymbol(a) || sim.IsSymbol(b)) {
		return c.symbols.Combine(c.word, c.t, a, b)
	}
	if c.quick.One != nil {
		if r, ok := c.quick.One(a, b, c.quick.Format); ok {
			return r
		}
	}
	return c.exact(a, b)
}

// CombineAll combines n elements of a vector, beginning with element first, with acc, one after the
// other; none is poison.
func (c *Combiner) CombineAll(acc uint64, v *sim.Vector, first, n int) uint64 {
	if v.Short != nil {
		return combineElements(c, acc, v.Short[first:][:n], c.quick.FoldShort)
	}
	return combineElements(c, acc, v.Long[first:][:n], c.quick.FoldLong)
}

func combineElements[T uint32 | uint64](c *Combiner, acc uint64, elems []T, fold sim.Folder[T]) uint64 {
	for len(elems) > 0 {
		done := 0
		if fold != nil {
			acc, done = fold(acc, elems, &c.quick.Format)
		}
		if done < len(elems) {
			acc = c.CombineBits(acc, uint64(elems[done]))
			done++
		}
		elems = elems[done:]
	}
	return acc
}

// Combine combines two elements; poison wins.
func (c *Combiner) Combine(a, b sim.Value) sim.Value {
	if a.IsPoison() || b.IsPoison() {
		return sim.Poison
	}
	if sim.IsWide(c.t) {
		if c.symbols != nil && (sim.HoldsSymbol(a) || sim.HoldsSymbol(b)) {
			return sim.Int(c.symbols.Combine(c.word, c.t, c.symbol(a), c.symbol(b)))
		}
		return sim.IntValue(c.kind.ints(a.AsInt(c.t), b.AsInt(c.t)))
	}
	return sim.Int(c.CombineBits(a.Bits, b.Bits))
}

// symbol returns the symbol of an integer of more than 64 bits.
func (c *Combiner) symbol(v sim.Value) uint64 {
	if sim.HoldsSymbol(v) {
		return v.Bits
	}
	return c.symbols.Wide(v.AsInt(c.t))
}

// Combine combines two elements of one type as the word of a kind specifies; the result
// is poison if an element is.
func Combine(m *sim.Machine, kind string, t ir.Type, a, b sim.Value) sim.Value {
	c := CombinerOf(m, kind, t)
	return c.Combine(a, b)
}

// CombineShaped is combine for scalars and, elementwise, vectors of type t.
func CombineShaped(m *sim.Machine, kind string, t ir.Type, a, b sim.Value) sim.Value {
	v, ok := t.(*ir.VectorType)
	if !ok {
		return Combine(m, kind, t, a, b)
	}
	x, y := a.Vector(), b.Vector()
	if x == nil || y == nil {
		return sim.Poison
	}
	out, c := sim.VectorLike(v), CombinerOf(m, kind, v.Elem)
	for i := range out.Len() {
		out.Set(i, c.Combine(x.At(i), y.At(i)))
	}
	return sim.Value{Ref: out}
}

// Widen converts an element to a wider type, integer to integer or float to float,
// keeping its sign.
func Widen(m *sim.Machine, from, to ir.Type, v sim.Value) sim.Value {
	if from == to || v.IsPoison() {
		return v
	}
	if m.Symbols != nil && sim.IsSymbol(v.Bits) {
		return sim.Int(m.Symbols.Widen(from, to, v.Bits))
	}
	if k, ok := to.(*ir.FloatType); ok {
		x, _ := sim.ToFloat(from, v.Bits).Convert(k.Kind, num.NearestEven)
		return sim.Int(sim.FloatBits(x))
	}
	return sim.IntValue(v.AsInt(from).SignExtend(sim.Width(to)))
}
