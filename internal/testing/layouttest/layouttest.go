// Package layouttest makes random layouts for the tests of several packages. It uses only sizes and steps, so that the tests of
// package layout itself can use it.
//
//	16 elements   →   2 · 4 · 2 values   →   unit + 1, cell + 1, cell + 4
package layouttest

import (
	"flag"
	"math/rand/v2"

	"optc/internal/testing/raced"
)

// Layouts is the number of random layouts per test.
var Layouts = flag.Int("layouts", raced.Runs(300), "random layouts that tests compare with enumeration")

// Digit has the fields of a digit of a layout.
type Digit = struct{ Size, Unit, Offset int64 }

// Radix divides a dimension into digits.
func Radix(rng *rand.Rand, n int64) (sizes []int64) {
	for n > 1 {
		p := int64(2)
		for n%p != 0 || rng.IntN(3) == 0 && p < n {
			p++
			for n%p != 0 {
				p++
			}
		}
		sizes = append(sizes, p)
		n /= p
	}
	return sizes
}

// Shape returns one or two extents.
func Shape(rng *rand.Rand) []int64 {
	shape := make([]int64, 1+rng.IntN(2))
	for i := range shape {
		shape[i] = []int64{1, 2, 4, 6, 8, 12, 16, 24, 9, 20}[rng.IntN(10)]
	}
	return shape
}

// Deal distributes the elements of a shape: each digit moves the element to another unit or
// another cell. The free digits are of units that hold copies.
func Deal(rng *rand.Rand, shape []int64) (dims [][]Digit, free []Digit, units int) {
	type at struct{ dim, digit int }
	var all []at
	for i, n := range shape {
		var digits []Digit
		for _, size := range Radix(rng, n) {
			all = append(all, at{i, len(digits)})
			digits = append(digits, Digit{Size: size})
		}
		dims = append(dims, digits)
	}
	rng.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	span, cells := int64(1), int64(1)
	for _, x := range all {
		if rng.IntN(6) == 0 {
			n := int64(2 + rng.IntN(2))
			free = append(free, Digit{Size: n, Unit: span})
			span *= n
		}
		g := &dims[x.dim][x.digit]
		if rng.IntN(2) == 0 {
			g.Unit = span
			span *= g.Size
		} else {
			g.Offset = cells
			cells *= g.Size
		}
	}
	return dims, free, int(span)
}

// Modes returns the digits of modes of a memory in which no two elements share a cell, except by digits of stride 0. The cells
// that a stride leaves out are a multiple of the next smaller stride. Some digits are reversed.
func Modes(rng *rand.Rand) [][]Digit {
	var digits []Digit
	span := int64(1 + rng.IntN(3)) // stride of the next digit
	for range 1 + rng.IntN(4) {
		size := int64(2 + rng.IntN(3))
		g := Digit{Size: size, Offset: span}
		if rng.IntN(4) == 0 {
			g.Offset = -span
		}
		digits = append(digits, g)
		span *= size + int64(rng.IntN(3))
		if rng.IntN(8) == 0 {
			digits = append(digits, Digit{Size: 2})
		}
	}
	rng.Shuffle(len(digits), func(i, j int) { digits[i], digits[j] = digits[j], digits[i] })
	modes := make([][]Digit, 1)
	for _, g := range digits {
		if last := len(modes) - 1; len(modes[last]) > 0 && rng.IntN(2) == 0 {
			modes = append(modes, nil)
		}
		last := len(modes) - 1
		modes[last] = append(modes[last], g)
	}
	return modes
}
