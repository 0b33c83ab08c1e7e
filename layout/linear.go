package layout

import (
	"math/bits"
	"slices"

	"optc/diag"
)

// Linear returns a map with one unit. The element with the bits b is stored in the cell that is the
// exclusive or of the images of the set bits of b: images[d] lists the images of the bits of
// dimension d, the lowest bit first. Triton's linear layouts have this form.
//
// Elimination finds the digits and their turns: if two images share a bit, one of the two digits turns the
// other. The error code is bad-digit if the images reach only a part of the cells with these bits, because
// no digits describe such a part.
//
//	bits  1, 2, 3  →  digits 1 and 2, and the third bit turns both
func Linear(images [][]int64) (*Map, error) {
	d := Digits{Units: 1, Width: 1, Dims: make([]Dim, len(images))}
	var list []linearDigit
	for i, dim := range images {
		if len(dim) > 60 {
			return nil, diag.Errorf("too-large", "dimension %d has more than 60 bits", i)
		}
		d.Dims[i].Size = 1 << len(dim)
		for k, image := range dim {
			if image < 0 || image >= Limit {
				return nil, diag.Errorf("bad-digit", "expected images from 0 to 2^62, but got %d", image)
			}
			list = append(list, linearDigit{image: image, of: DigitRef{i, k}})
		}
	}
	// Images of a single bit come first: they are kept.
	slices.SortStableFunc(list, func(a, b linearDigit) int {
		return min(bits.OnesCount64(uint64(a.image)), 2) - min(bits.OnesCount64(uint64(b.image)), 2)
	})
	for j := range list {
		for i := range j {
			if list[i].pivot != 0 && list[j].image&list[i].pivot != 0 {
				d.Turns = append(d.Turns, turnBit(list, i, j))
			}
		}
		list[j].pivot = list[j].image & -list[j].image
		for k := range j {
			if list[j].pivot != 0 && list[k].image&list[j].pivot != 0 {
				d.Turns = append(d.Turns, turnBit(list, j, k))
			}
		}
	}
	for i := range d.Dims {
		d.Dims[i].Digits = make([]Digit, len(images[i]))
	}
	for _, g := range list {
		if g.image != g.pivot {
			return nil, diag.Errorf("bad-digit", "the images of the bits reach only a part of the cells: %d is the smallest image that has the bit %d", g.image, g.pivot)
		}
		d.Dims[g.of.Dim].Digits[g.of.Digit] = Digit{Size: 2, Offset: g.image}
	}
	return New(d)
}

// linearDigit is a bit of elements during elimination.
type linearDigit struct {
	image, pivot int64 // pivot is the bit of the image that no other image has
	of           DigitRef
}

// turnBit removes the image of bit i from the image of bit j, and returns the turn that makes up for it.
func turnBit(list []linearDigit, i, j int) Turn {
	list[j].image ^= list[i].image
	return Turn{At: list[i].of, By: list[j].of, Factor: 1}
}
