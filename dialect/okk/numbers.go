package okk

import (
	"fmt"
	"math"
)

// Numbers describe the arithmetic of a chip on f32, as far as it is not the arithmetic of IEEE 754. The
// simulator computes as the chip does, and stops where the chip computes something else than a function:
// outside of its domain.
type Numbers struct {
	// Flush is set if numbers below 2^-126 count as zeros, in operands and in results.
	Flush bool
	// EqualNaN is set if a comparison finds a NaN equal to every number.
	EqualNaN bool
	// Lowest is the result of a maximum over nothing but padding and numbers below it.
	Lowest float32
	// Group is the number of products that the chip adds at once in a product of tensors; 0 if it has none.
	Group int
	// Chooses is set if a maximum or minimum is one of the operands with all its bits: of numbers that are not ordered the
	// second one is the maximum, and the first one the minimum.
	Chooses bool
	// Domains are the numbers for which the chip computes functions, by the name of the function. A
	// function that is not listed is computed for all numbers.
	Domains map[string]Domain
}

// Domain is a set of numbers: an interval, without the numbers near 0. A NaN is in each domain, and its result is
// a NaN.
type Domain struct {
	Low, High float32
	// Near is the smallest magnitude of a number other than 0, and Zero is set if 0 is in the domain.
	Near float32
	Zero bool
	// Divisor is set if the numbers are those by which a function divides.
	Divisor bool
}

// Has reports whether a number is in the domain.
func (d Domain) Has(v float32) bool {
	switch {
	case v != v:
		return true
	case v == 0:
		return d.Zero
	}
	return v >= d.Low && v <= d.High && (v >= d.Near || -v >= d.Near)
}

// String describes the numbers: "numbers from -85 to 89".
func (d Domain) String() string {
	switch {
	case d.Divisor:
		return fmt.Sprintf("divisors of magnitudes from %g to %g, and 0", d.Near, d.High)
	case d.Near > 0:
		return fmt.Sprintf("numbers from %g to %g", d.Near, d.High)
	}
	return fmt.Sprintf("numbers from %g to %g", d.Low, d.High)
}

// Remedy says which operation brings numbers from low to high into the domain d of the function; "" if there is none.
func (f *Function) Remedy(d Domain, low, high float32) string {
	if f.Argument != nil {
		return "each number is the source times the natural logarithm of the base"
	}
	least := max(d.Low, d.Near)
	if d.Near == 0 {
		least = d.Low
	}
	switch {
	case d.Divisor:
		return ""
	case low < least && high > d.High:
		return fmt.Sprintf("'okk.eltwise max' with the scalar %s and 'okk.eltwise min' with %s bring such numbers into the domain", scalarText(least), scalarText(d.High))
	case low < least:
		return fmt.Sprintf("'okk.eltwise max' with the scalar %s brings such numbers into the domain", scalarText(least))
	}
	return fmt.Sprintf("'okk.eltwise min' with the scalar %s brings such numbers into the domain", scalarText(d.High))
}

const (
	smallestDivisor = 0x1p-125        // 1 / 2^-126 is infinity
	largestDivisor  = 0x1.fffffep+125 // 1 / 2^126 is 0
	largestFloat    = float32(math.MaxFloat32)
)

// okkNumbers are the numbers of BM1684, as measured on the vendor's functional model.
var okkNumbers = &Numbers{
	Flush: true, EqualNaN: true, Lowest: -math.MaxFloat32,
	Domains: map[string]Domain{
		"exp": {Low: -85, High: 89, Zero: true}, "exp_tunable": {Low: -85, High: 89, Zero: true},
		"tanh": {Low: -88, High: 88, Zero: true}, "tanh_tunable": {Low: -88, High: 88, Zero: true},
		"sigmoid": {Low: -largestFloat, High: 130, Zero: true}, "sigmoid_tunable": {Low: -largestFloat, High: 130, Zero: true},
		"sqrt": {Low: 0, High: largestFloat, Near: smallestDivisor, Zero: true}, "rsqrt": {Low: 0, High: largestFloat, Near: smallestDivisor},
		"div":        {Low: -largestDivisor, High: largestDivisor, Near: smallestDivisor, Zero: true, Divisor: true},
		"reciprocal": {Low: -largestDivisor, High: largestDivisor, Near: smallestDivisor, Zero: true, Divisor: true},
	},
}

// tpuNumbers are the numbers of BM1684X, as measured on the vendor's functional model.
var tpuNumbers = &Numbers{
	Flush: true, Lowest: -math.MaxFloat32, Group: 32, Chooses: true,
	Domains: map[string]Domain{
		"div":        {Low: -largestDivisor, High: largestDivisor, Near: smallestDivisor, Zero: true, Divisor: true},
		"reciprocal": {Low: -largestDivisor, High: largestDivisor, Near: smallestDivisor, Zero: true, Divisor: true},
		"sqrt":       {Low: 0, High: largestFloat, Near: smallestDivisor, Zero: true}, "rsqrt": {Low: 0, High: largestFloat, Near: smallestDivisor},
		"exp": {Low: -largestFloat, High: 88, Zero: true}, "expm1": {Low: -largestFloat, High: 88, Zero: true},
		"tanh": {Low: -44, High: 44, Zero: true}, "sin": {Low: -32, High: 32, Zero: true}, "cos": {Low: -32, High: 32, Zero: true},
		"log": {Low: 0, High: largestFloat, Near: smallestDivisor}, "log1p": {Low: -0.9999, High: largestFloat, Zero: true},
		"pow": {Low: 0, High: largestFloat, Near: smallestDivisor}, "log_base": {Low: 0, High: largestFloat, Near: smallestDivisor},
		"exp_base": {Low: -largestFloat, High: 88, Zero: true}, // of the exponent times the logarithm of the base
	},
}

// Domain returns the numbers for which the machine computes a function; limited is false if these are all numbers.
func (m *Machine) Domain(function string) (d Domain, limited bool) {
	if m.Numbers == nil {
		return d, false
	}
	d, limited = m.Numbers.Domains[function]
	return d, limited
}

// seriesError is the relative error of the exponential function up to which a series of it counts as exact.
const seriesError = 1e-3

// seriesDomain returns the numbers for which the first terms of the series of the exponential function are close to
// it: 1 + x + … + x^terms / terms!.
func seriesDomain(terms int64) Domain {
	close := func(x float64) bool {
		sum, term := 1.0, 1.0
		for k := range min(terms, 1000) {
			term *= x / float64(k+1)
			sum += term
		}
		return math.Abs(sum-math.Exp(x)) <= seriesError*math.Exp(x)
	}
	edge := func(sign float64) float32 {
		low, high := 0.0, 128.0
		for range 40 {
			if middle := (low + high) / 2; close(sign * middle) {
				low = middle
			} else {
				high = middle
			}
		}
		return float32(sign * math.Floor(low*16) / 16)
	}
	return Domain{Low: edge(-1), High: edge(1), Zero: true}
}

// flushed returns the bits of a number of f32 with a number below 2^-126 as a zero of its sign.
func (n *Numbers) flushed(bits uint64) uint64 {
	if n != nil && n.Flush && bits&0x7f800000 == 0 {
		return bits & 0x80000000
	}
	return bits
}

// flushedAs is flushed for numbers of an element type; f16 has no such numbers.
func (n *Numbers) flushedAs(t DType, bits uint64) uint64 {
	switch t {
	case F32:
		return n.flushed(bits)
	case BF16:
		return n.flushed(bits<<16) >> 16
	}
	return bits
}

// lowest returns the bits of the result of a maximum over nothing.
func (n *Numbers) lowest() uint64 {
	if n == nil {
		return bitsOf(float32(math.Inf(-1)))
	}
	return bitsOf(n.Lowest)
}

// equal reports whether a comparison finds two numbers equal.
func (n *Numbers) equal(x, y float64) bool {
	return x == y || n != nil && n.EqualNaN && (x != x || y != y)
}
