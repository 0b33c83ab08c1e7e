package change

import (
	"cmp"
	"math/bits"
	"slices"

	"optc/layout"
	"optc/num"
)

const (
	usualChoices = 3 // choices of inner blocks that are compared also if the first is as good as any
	maxChoices   = 24
)

// innerChoices returns choices of the blocks at the lowest addresses, for accesses of up to most elements: registers on both sides,
// followed by nothing, by registers of the first side, by registers of the second side, or by a block without common digits. The
// first usualChoices take the lowest registers.
func innerChoices(blocks []Block, most int64) (list [][]int) {
	var common, before, after, mixed []int
	for i, k := range blocks {
		held, kept := k.neighbours(Before) > 1, k.neighbours(After) > 1
		switch {
		case k.IsCopy():
		case k.isMixed():
			if held || kept {
				mixed = append(mixed, i)
			}
		case held && kept:
			if most >= 2 {
				common = append(common, i)
				most /= 2
			}
		case held:
			before = append(before, i)
		case kept:
			after = append(after, i)
		}
	}
	list = [][]int{common}
	var rest [][]int
	for _, registers := range [][]int{before, after} {
		if n := min(bits.Len64(uint64(most))-1, len(registers)); n > 0 {
			choices := appendChoices(nil, common, registers, n)
			list, rest = append(list, choices[0]), append(rest, choices[1:]...)
		}
	}
	for _, i := range mixed {
		list = append(list, append(slices.Clone(common), i))
	}
	return append(list, rest...)
}

// appendChoices appends lists that consist of blocks and n of the others, in their order.
func appendChoices(list [][]int, blocks, others []int, n int) [][]int {
	if n == 0 {
		return append(list, blocks)
	}
	for i := 0; i+n <= len(others) && len(list) < maxChoices; i++ {
		list = appendChoices(list, append(slices.Clone(blocks), others[i]), others[i+1:], n-1)
	}
	return list
}

// servedTogether returns the blocks that distinguish threads that are served together, without the
// inner blocks.
func servedTogether(blocks []Block, inner []int, t Traffic, side Side) (served []int) {
	type lanes struct {
		block int
		layout.Digit
	}
	var list []lanes
	width := int64(1)
	for _, i := range inner {
		n := blocks[i].neighbours(side)
		width *= n
		if n < blocks[i].Size {
			break
		}
	}
	for i, k := range blocks {
		for _, g := range k.On(side) {
			if g.Unit != 0 && g.Unit < t.Subgroup {
				list = append(list, lanes{i, g})
			}
		}
	}
	slices.SortFunc(list, func(a, b lanes) int { return cmp.Compare(a.Unit, b.Unit) })
	left, apart := t.Banks.Lanes(width*t.Element), int64(0) // bits by which the numbers of lanes differ
	for _, x := range t.Banks.differ(side, width*t.Element) {
		apart |= x
	}
	for _, g := range list {
		k := blocks[g.block]
		switch {
		case left <= 1:
			return served
		case apart != 0 && apart&(g.Unit*g.Size-g.Unit) == 0:
			continue // the lanes that this digit numbers are served at different times
		case !k.IsCopy() && !slices.Contains(inner, g.block):
			if !slices.Contains(served, g.block) {
				served = append(served, g.block)
			}
		case k.To == nil:
			continue // threads with copies do not write
		}
		left /= g.Size
	}
	return served
}

// arrangement places blocks in a buffer, one after the other.
type arrangement struct {
	*Buffer
	placed []bool
	align  int64 // elements per access: the addresses of all outer blocks are multiples of it
	row    int64 // elements that are this far apart are at the same place of the same bank, and of an access
}

// begin places the inner blocks.
func (b *Buffer) begin(inner []int, t Traffic) *arrangement {
	b.Strides, b.Cells = make([]int64, len(b.Blocks)), 1
	a := &arrangement{Buffer: b, placed: make([]bool, len(b.Blocks)), align: 1, row: t.Banks.Row() / num.GCD(t.Banks.Row(), t.Element)}
	for i, k := range b.Blocks {
		a.placed[i] = k.IsCopy()
	}
	for _, i := range inner {
		a.put(i, 0)
		a.align *= max(b.Blocks[i].neighbours(Before), b.Blocks[i].neighbours(After))
	}
	a.row *= a.align / num.GCD(a.row, a.align)
	return a
}

// put places a block after the others, with padding before its second element.
func (a *arrangement) put(i int, padding int64) {
	a.placed[i] = true
	a.Strides[i] = a.Cells + padding
	a.Cells += a.Strides[i] * (a.Blocks[i].Size - 1)
}

// arrange places the blocks; ok is false for an exclusive or of digits that are not all bits.
func (b *Buffer) arrange(inner []int, t Traffic) (ok bool) {
	if b.Xor && slices.ContainsFunc(b.Blocks, func(k Block) bool { return k.Size != 2 }) {
		return false
	}
	a := b.begin(inner, t)
	writers := servedTogether(b.Blocks, inner, t, Before)
	readers := servedTogether(b.Blocks, inner, t, After)
	for _, i := range writers {
		if slices.Contains(readers, i) {
			a.put(i, 0)
		}
	}
	var turned []int // blocks of the writers that readers' blocks may follow
	for _, i := range writers {
		if !a.placed[i] {
			a.put(i, 0)
			turned = append(turned, i)
		}
	}
	for _, i := range readers {
		if a.placed[i] {
			continue
		}
		at := slices.IndexFunc(turned, func(w int) bool { return b.Blocks[w].Size == b.Blocks[i].Size })
		if a.Cells*b.Blocks[i].Size <= a.row || at < 0 {
			a.put(i, 0)
			continue
		}
		bank := b.Strides[turned[at]]
		turned = slices.Delete(turned, at, at+1)
		if b.Xor {
			a.put(i, 0)
			b.Strides[i] |= bank
			continue
		}
		a.put(i, num.Mod(bank-a.Cells, a.row))
	}
	for i := range b.Blocks {
		if !a.placed[i] {
			a.put(i, 0)
		}
	}
	return true
}
