package layout

import (
	"fmt"
	"slices"
)

// partAt names a part of a block.
type partAt struct{ block, part int }

// innerChooser lists the parts that may be at the lowest addresses, in their order, and the widths of the accesses of both sides. Behind registers,
// which widen accesses, other parts may fill a word.
type innerChooser struct {
	buffer  *Buffer
	most    int64 // elements of an access
	word    int64 // elements
	choices [][]partAt
	widths  [][2]int64
	left    int // choices that may still be listed
	// signatures are the same for parts that are exchanged without changing the words of lanes.
	signatures map[partAt]string
}

// choose continues a choice of parts, which has some cells; open says for each side whether the cells are registers of it.
func (c *innerChooser) choose(inner []partAt, cells int64, widths [2]int64, open [2]bool) {
	if c.left == 0 {
		return
	}
	c.left--
	c.choices, c.widths = append(c.choices, inner), append(c.widths, widths)
	if 2*cells > max(c.most, c.word) {
		return
	}
	for i, parts := range c.buffer.Parts {
		for p := range parts {
			at := partAt{i, p}
			next, wider, still := widths, false, open
			for side := range open {
				if n := min(c.buffer.neighbours(at, Side(side)), max(c.most/cells, 1)); open[side] && n > 1 {
					next[side], wider = cells*n, true
					still[side] = n == parts[p].Size
				} else {
					still[side] = false
				}
			}
			packed := cells < c.word
			if (wider || packed) && !slices.Contains(inner, at) && !c.isRepeated(inner, at) && (still != open || len(inner) == 0 || isBefore(inner[len(inner)-1], at)) {
				c.choose(append(slices.Clone(inner), at), cells*parts[p].Size, next, still)
			}
		}
	}
}

// isRepeated reports whether a part before another one, which is not chosen, has the same signature.
func (c *innerChooser) isRepeated(inner []partAt, at partAt) bool {
	for i, parts := range c.buffer.Parts[:at.block+1] {
		for p := range parts {
			if other := (partAt{i, p}); isBefore(other, at) && c.signatures[other] == c.signatures[at] && !slices.Contains(inner, other) {
				return true
			}
		}
	}
	return false
}

// signatures returns, for each part, its size, its neighbours, and the lanes of a subgroup that differ in it.
func (b *Buffer) signatures(t Traffic) map[partAt]string {
	list := map[partAt]string{}
	for i, parts := range b.Parts {
		below := int64(1)
		for p, part := range parts {
			at := partAt{i, p}
			key := fmt.Sprint(part.Size)
			for _, side := range []Side{Before, After} {
				key += fmt.Sprint(" ", b.neighbours(at, side))
				if _, ok := b.termsOf(i, side); !ok {
					key += fmt.Sprint(at)
					continue
				}
				weight := int64(1)
				for _, g := range b.Blocks[i].On(side) {
					if weight >= below && weight < below*part.Size && g.Unit != 0 && g.Unit < t.Subgroup {
						key += fmt.Sprint(weight/below, g)
					}
					weight *= g.Size
				}
			}
			list[at] = key
			below *= part.Size
		}
	}
	return list
}

// isBefore orders parts.
func isBefore(x, y partAt) bool {
	return x.block < y.block || x.block == y.block && x.part < y.part
}

// neighbours returns the number of elements of a part, a power of two, that are neighbouring registers of every thread that has any of them on a side.
func (b *Buffer) neighbours(at partAt, side Side) int64 {
	if _, ok := b.termsOf(at.block, side); !ok {
		return 1
	}
	n, weight, below := int64(1), int64(1), int64(1)
	for _, p := range b.Parts[at.block][:at.part] {
		below *= p.Size
	}
	end := below * b.Parts[at.block][at.part].Size
	for _, g := range b.Blocks[at.block].On(side) {
		if weight >= below && weight < end {
			if g.Unit != 0 || g.Size != 2 {
				break
			}
			n *= 2
		}
		weight *= g.Size
	}
	return n
}
