package arith

import (
	"optc/dialect/arith/internal/quick"
	"optc/ir"
	"optc/num"
	"optc/sim"
)

// Accumulator adds products of elements of one type to a sum; each step is rounded.
type Accumulator struct {
	sum, product Combiner
	bits         uint64 // width of an integer in bits; 0 for other types
	single       bool   // the type is f32
	double       bool   // the type is f64
}

// AccumulatorOf returns the accumulator of a type.
func AccumulatorOf(m *sim.Machine, t ir.Type) Accumulator {
	s := Accumulator{sum: CombinerOf(m, "add", t), product: CombinerOf(m, "mul", t)}
	if s.sum.quick.One == nil {
		return s
	}
	switch t := t.(type) {
	case *ir.FloatType:
		s.single, s.double = t.Kind == num.F32, t.Kind == num.F64
	default:
		s.bits = s.sum.quick.Format.Keep
	}
	return s
}

// Add returns the sum plus the product of a and b.
func (s *Accumulator) Add(sum, a, b sim.Value) sim.Value {
	return s.sum.Combine(sum, s.product.Combine(a, b))
}

// Run is a sequence of elements of a vector: number At, At + Step and so on.
type Run struct{ At, Step int64 }

func (r Run) from(n int64) Run { return Run{r.At + n*r.Step, r.Step} }

// AddProducts adds the products of n elements of a and b, which are in the runs left and
// right, to the elements of out in the run to, one after the other. The elements of the
// three vectors have the type of the accumulator, and none is poison or wide; see AddAny.
func (s *Accumulator) AddProducts(out *sim.Vector, to Run, a *sim.Vector, left Run, b *sim.Vector, right Run, n int64) {
	for n > 0 {
		done := int64(0)
		switch short := out.Short != nil && a.Short != nil && b.Short != nil; {
		case s.single && short:
			done = addProductsOfFloats(sim.Singles(out.Short), to, sim.Singles(a.Short), left, sim.Singles(b.Short), right, n)
		case s.bits != 0 && short:
			done = addProductsOfInts(out.Short, to, a.Short, left, b.Short, right, n, uint32(s.bits))
		case out.Long == nil || a.Long == nil || b.Long == nil:
		case s.double:
			done = addProductsOfFloats(sim.Doubles(out.Long), to, sim.Doubles(a.Long), left, sim.Doubles(b.Long), right, n)
		case s.bits != 0:
			done = addProductsOfInts(out.Long, to, a.Long, left, b.Long, right, n, s.bits)
		}
		if done < n {
			o, l, r := to.from(done), left.from(done), right.from(done)
			out.SetBits(int(o.At), s.sum.CombineBits(out.Bits(int(o.At)), s.product.CombineBits(a.Bits(int(l.At)), b.Bits(int(r.At)))))
			done++
			if to.Step == 0 && s.isNaN(out, int(o.At)) {
				return // the sum is the quiet form of the first NaN, and stays so
			}
		}
		to, left, right, n = to.from(done), left.from(done), right.from(done), n-done
	}
}

// isNaN reports whether an element of f32 or f64, which is no symbol, is NaN.
func (s *Accumulator) isNaN(v *sim.Vector, i int) bool {
	switch {
	case s.single && v.Short != nil:
		x := sim.Singles(v.Short)[i]
		return x != x
	case s.double && v.Long != nil:
		x := sim.Doubles(v.Long)[i]
		return x != x
	}
	return false
}

// AddAny adds the products of n elements of a and b to element number to of out. Unlike
// AddProducts, it takes elements that are poison or wide.
func (s *Accumulator) AddAny(out *sim.Vector, to int, a *sim.Vector, left Run, b *sim.Vector, right Run, n int64) {
	if sim.Defined(out, a, b) {
		s.AddProducts(out, Run{At: int64(to)}, a, left, b, right, n)
		return
	}
	sum := out.At(to)
	for i := range n {
		sum = s.Add(sum, a.At(int(left.from(i).At)), b.At(int(right.from(i).At)))
	}
	out.Set(to, sum)
}

// addProductsOfFloats returns how many products it has added, until a sum is NaN. A single sum
// is kept in a register; once it is NaN, it stays so. The conversion of a product prevents that
// the processor rounds only once.
func addProductsOfFloats[T float32 | float64](out []T, to Run, a []T, left Run, b []T, right Run, n int64) (done int64) {
	o, l, r := to.At, left.At, right.At
	if sum := out[o]; to.Step == 0 && sum == sum {
		for range n {
			sum += T(a[l] * b[r])
			l, r = l+left.Step, r+right.Step
		}
		if sum == sum {
			out[o] = sum
			return n
		}
		l, r = left.At, right.At
	}
	for ; done < n; done++ {
		sum := out[o] + T(a[l]*b[r])
		if sum != sum {
			return done
		}
		out[o] = sum
		o, l, r = o+to.Step, l+left.Step, r+right.Step
	}
	return done
}

func addProductsOfInts[T uint32 | uint64](out []T, to Run, a []T, left Run, b []T, right Run, n int64, bits T) (done int64) {
	o, l, r := to.At, left.At, right.At
	for range n {
		out[o] = (out[o] + a[l]*b[r]) & bits
		o, l, r = o+to.Step, l+left.Step, r+right.Step
	}
	return n
}

// WidenAll converts the elements of a vector as Widen does; a vector of the wider type is
// returned as it is.
func WidenAll(m *sim.Machine, v *sim.Vector, to ir.Type) *sim.Vector {
	if v.Elem == to {
		return v
	}
	out := sim.NewVector(v.Shape, to)
	var convert func(a, _ uint64, _ sim.NumberFormat) (uint64, bool)
	if from, ok := v.Elem.(*ir.FloatType); ok && m.Symbols == nil && sim.Defined(v) {
		convert = widenings[[2]*num.FloatKind{from.Kind, to.(*ir.FloatType).Kind}]
	}
	for i := range v.Len() {
		if convert != nil {
			if bits, ok := convert(v.Bits(i), 0, sim.NumberFormat{}); ok {
				out.SetBits(i, bits)
				continue
			}
		}
		out.Set(i, Widen(m, v.Elem, to, v.At(i)))
	}
	return out
}

// widenings are the quick conversions to wider floats.
var widenings = map[[2]*num.FloatKind]func(a, _ uint64, _ sim.NumberFormat) (uint64, bool){
	{num.F16, num.F32}:  quick.WidenHalf,
	{num.BF16, num.F32}: quick.WidenBrain,
	{num.F32, num.F64}:  quick.WidenSingle,
}
