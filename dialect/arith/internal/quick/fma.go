package quick

import (
	"math"

	"optc/sim"
)

// The results of products and sums with one rounding are not ok if they are NaN.

func FmaDouble(a, b, c uint64) (uint64, bool) {
	return sim.FromDouble(math.FMA(sim.AsDouble(a), sim.AsDouble(b), sim.AsDouble(c)))
}

func FmaDoubles(r, a, b, c []uint64) bool {
	a, b, c = a[:len(r)], b[:len(r)], c[:len(r)]
	for i := range r {
		v, ok := FmaDouble(a[i], b[i], c[i])
		if !ok {
			return false
		}
		r[i] = v
	}
	return true
}

func FmaSingle(a, b, c uint64) (uint64, bool) {
	return sim.FromSingle(fuseSingle(sim.AsSingle(a), sim.AsSingle(b), sim.AsSingle(c)))
}

func FmaSingles(r, a, b, c []uint32) bool {
	v, x, y, z := sim.Singles(r), sim.Singles(a)[:len(r)], sim.Singles(b)[:len(r)], sim.Singles(c)[:len(r)]
	for i := range v {
		s := fuseSingle(x[i], y[i], z[i])
		if s != s {
			return false
		}
		v[i] = s
	}
	return true
}

// fuseSingle computes the exact product and the sum in double precision. Rounding the double sum to
// single precision is the same as rounding once, unless the sum is halfway between two singles (it
// ends with a one and 28 zeros) or so small that the single has fewer bits.
func fuseSingle(a, b, c float32) float32 {
	s := float64(a)*float64(b) + float64(c)
	const minNormal = (1023 - 126) << 52 // the bits of 2^-126, the smallest single with all bits
	if n := math.Float64bits(s); n<<35 == 1<<63 || n<<1-1 < minNormal<<1-1 {
		return fuseToOdd(a, b, c)
	}
	return float32(s)
}

// fuseToOdd rounds the sum of the exact product to odd in double precision; rounding that sum
// to single precision has the effect of a single rounding (Boldo and Melquiond, "Emulation
// of FMA and correctly rounded sums", 2008). The error of the sum is computed by Knuth's
// two-sum.
func fuseToOdd(a, b, c float32) float32 {
	p, z := float64(a)*float64(b), float64(c)
	s := p + z
	t := s - p
	e := (p - (s - t)) + (z - t)
	if bits := math.Float64bits(s); (e < 0 || e > 0) && bits&1 == 0 {
		if math.Signbit(e) == math.Signbit(s) {
			bits++
		} else {
			bits--
		}
		s = math.Float64frombits(bits)
	}
	return float32(s)
}
