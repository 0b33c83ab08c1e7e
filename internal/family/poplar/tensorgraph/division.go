package tensorgraph

import (
	"optc/internal/family/nests"
	"optc/ir"
	"optc/num"
)

// division specifies the tiles of the elements of a tensor. Dimension d has parts[d] parts; part i of it
// adds i * strides[d] to the number of the tile. Every part but the last has a multiple of grains[d]
// elements.
type division struct{ parts, strides, grains []int64 }

// span is a range of parts of one size.
type span struct {
	part, count int64 // the first part, and the number of parts
	first, size int64 // the first index, and the indices of each part
}

// runs divides the indices of a loop into parts that are as equal as possible: larger parts first, then
// smaller ones, then a last part that is not a multiple of the grain.
func runs(extent, parts, grain int64) (list []span) {
	units := num.CeilDiv(extent, grain)
	size, larger := units/parts, units%parts
	part, first := int64(0), int64(0)
	add := func(count, size int64) {
		if count > 0 && size > 0 {
			list = append(list, span{part: part, count: count, first: first, size: size})
			part, first = part+count, first+count*size
		}
	}
	rest := grain*units - extent // elements that the last part lacks
	smaller := parts - larger
	if rest > 0 {
		smaller--
	}
	add(larger, grain*(size+1))
	add(smaller, grain*size)
	if rest > 0 {
		add(1, grain*size-rest)
	}
	return list
}

// largest returns the size of the largest part.
func largest(extent, parts, grain int64) int64 {
	return min(extent, grain*num.CeilDiv(num.CeilDiv(extent, grain), parts))
}

// fit is a way in which the parts of an operand, one for each block of a plan, cover the operand.
type fit int

const (
	overlapping fit = iota // parts overlap in some elements, or leave out elements
	shared                 // each element is in the parts of several blocks, which use the same part
	exact                  // each element is in the part of one block
)

// divided returns the division of an operand in which the part of every tile is the elements that its block uses, and how the parts cover
// the operand.
func divided(o *nests.Operand, n *nests.Nest, parts, grains []int64) (d division, covers fit) {
	rank := len(o.Shape)
	d = division{make([]int64, rank), make([]int64, rank), make([]int64, rank)}
	strides := ir.RowMajorStrides(parts) // how much the next part of a loop increases the number of the tile
	used := make([]bool, len(parts))
	covers = exact
	first, size := make([]int64, len(parts)), make([]int64, len(parts))
	for l := range size {
		size[l] = n.Loops[l].Extent
	}
	for r, factors := range o.Factors {
		d.parts[r], d.grains[r] = 1, 1
		if lower, upper := o.Range(r, first, size); lower != 0 || upper != o.Shape[r] {
			covers = overlapping
		}
		for l, k := range factors {
			if k == 0 || parts[l] == 1 {
				continue
			}
			if k != 1 || o.Constants[r] != 0 || o.Shape[r] != n.Loops[l].Extent || d.parts[r] != 1 || used[l] {
				covers = overlapping
			}
			used[l] = true
			d.parts[r], d.strides[r], d.grains[r] = parts[l], strides[l], grains[l]
		}
	}
	for l, p := range parts {
		if p > 1 && !used[l] && covers == exact {
			covers = shared
		}
	}
	return d, covers
}

// equal reports whether two divisions put the same elements on the same tiles.
func (d division) equal(other division) bool {
	for r, p := range d.parts {
		if p != other.parts[r] || p > 1 && (d.strides[r] != other.strides[r] || d.grains[r] != other.grains[r]) {
			return false
		}
	}
	return true
}
