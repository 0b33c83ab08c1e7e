package change

import (
	"cmp"
	"math"
	"slices"

	"optc/layout"
	"optc/num"
)

// Buffer is memory through which elements go from one layout to another: every thread writes
// the elements that it holds, and reads the elements that it needs. The address of an element
// is the sum, or the exclusive or, of one number per block of the change.
type Buffer struct {
	Blocks  []Block
	Strides []int64 // for each block: the distance of the addresses of its elements, in elements; 0 for copies
	Xor     bool    // addresses are combined by exclusive or
	Cells   int64   // elements
	Write   Accesses
	Read    Accesses
	Bound   int64 // cycles that every buffer takes at least, with the operations that find addresses
	// Matrices specifies how the buffer is read. In matrices, the digits after the change belong to the rows that lanes address.
	Matrices Matrices
	Other    *Buffer // the best buffer of the other arrangement, padding or exclusive or; nil if there is none
}

// Accesses are the accesses by which a thread writes or reads a buffer.
type Accesses struct {
	Width  int64 // elements of an access, which are neighbours in the buffer
	Count  int64 // accesses of a thread
	Cycles int64 // cycles of all accesses of a subgroup
	Least  int64 // cycles of the accesses without conflicts between banks
	Turns  int64 // operations by which a thread computes addresses, besides its own part of them and additions of constants
}

// Traffic describes the accesses to a buffer.
type Traffic struct {
	Banks    Banks
	Widest   int64 // bytes of the widest access
	Element  int64 // bytes of an element
	Subgroup int64 // threads that access memory together
	Threads  int64 // threads of a workgroup; 0 for any number of whole subgroups
	Matrices bool  // a subgroup of 32 lanes can read matrices of 16-bit elements
}

// FindBuffer returns the buffer that takes the fewest cycles for a change of layout.
//
// The digits that are registers on both sides come first in the buffer, so that accesses are wide,
// and then digits of the lanes that are served together. If writing needs a digit of lanes for the
// banks and reading needs another digit, both cannot have the bits of the bank. So the values of the
// second digit are stored in different rows that begin at different banks: with padding, a row is
// longer than the number of banks; with exclusive or, a row is permuted.
//
//	32 lanes write rows of 4 words, and 32 lanes read columns; 32 banks
//	address = 36 × row + column            row r begins at bank 4·r: no two lanes meet in a bank
//
// The elements of a block without common digits keep their order, so that addresses are sums of digits on both sides. Such a block may
// have conflicts that another order would avoid.
//
// FindBuffer compares arrangements and counts the cycles of each exactly, with the operations that an
// exclusive or needs. Of two arrangements that take the same number of whole cycles it returns the smaller.
func FindBuffer(blocks []Block, t Traffic) (best Buffer) {
	bound := leastCycles(blocks, t)
	var kinds [2]*Buffer // best buffers with padding, and with exclusive or
	keep := func(kind int, b Buffer) {
		if kinds[kind] == nil || b.compare(*kinds[kind]) < 0 {
			kinds[kind] = &b
		}
	}
	for _, widest := range []int64{16, 8, 4, 2, 1} {
		if widest > t.Widest || widest < t.Element && widest > 1 {
			continue
		}
		most := max(widest/t.Element, 1)
		for i, inner := range innerChoices(blocks, most) {
			if i%usualChoices == 0 && best.Strides != nil && best.IsLeast() {
				return best
			}
			for kind, xor := range []bool{false, true} {
				b := Buffer{Blocks: blocks, Xor: xor, Bound: bound}
				if !b.arrange(inner, t) {
					continue
				}
				b.count(most, t)
				keep(kind, b)
			}
			best = *kinds[0]
			if best.Other = kinds[1]; kinds[1] != nil && kinds[1].compare(best) < 0 {
				best, best.Other = *kinds[1], kinds[0]
			}
		}
	}
	return best
}

// leastCycles returns a number of cycles that no buffer can go below. The cells of an access are contiguous, and the
// accesses of one side are parts of the accesses of the other side. Both sides are as wide as the runs of elements
// that the same threads hold on both sides, and one side may be wider.
func leastCycles(blocks []Block, t Traffic) int64 {
	narrow := func(n int64) int64 { // the widest access that n elements allow
		width := int64(1)
		for n%(2*width) == 0 && 2*width*t.Element <= t.Widest {
			width *= 2
		}
		return width
	}
	common, held := int64(1), [2]int64{1, 1}
	for _, k := range blocks {
		if k.IsCopy() {
			continue
		}
		common *= k.heldTogether()
		for side := range held {
			held[side] *= k.held(Side(side))
		}
	}
	cycles := func(side Side, widest int64) int64 {
		b := Buffer{Blocks: blocks, Strides: make([]int64, len(blocks))}
		lanes := int64(len(b.activeLanes(t, side)))
		least := int64(math.MaxInt64)
		for width := int64(1); width <= widest; width *= 2 { // banks may be too few for several wide accesses
			n := t.Banks.Lanes(width * t.Element)
			least = min(least, held[side]/width*((lanes+n-1)/n))
		}
		return least
	}
	both := narrow(common)
	return min(cycles(Before, narrow(held[Before]))+cycles(After, both), cycles(Before, both)+cycles(After, narrow(held[After])))
}

// maxCounted bounds the elements of a block, and the accesses of a side, that are counted individually.
const maxCounted = 1 << 14

// heldTogether returns the largest common divisor of the nonzero numbers of elements that a thread before the change and a thread
// after it have in common.
func (k Block) heldTogether() (n int64) {
	if !k.isMixed() {
		return min(k.held(Before), k.held(After))
	}
	if k.Size > maxCounted {
		return num.GCD(k.held(Before), k.held(After))
	}
	shared := map[[2]int]int64{}
	for i := range k.Size {
		shared[[2]int{layout.Place{}.AddNumber(i, k.From).Unit, layout.Place{}.AddNumber(i, k.To).Unit}]++
	}
	for _, count := range shared {
		n = num.GCD(n, count)
	}
	return n
}

// compare orders buffers by whole cycles, then by accesses, then by memory, then by arithmetic.
func (b Buffer) compare(c Buffer) int {
	return cmp.Or(cmp.Compare(b.cycles(), c.cycles()), cmp.Compare(b.Write.Count+b.Read.Count, c.Write.Count+c.Read.Count),
		cmp.Compare(b.Cells, c.Cells), cmp.Compare(b.turns(), c.turns()))
}

// cycles returns the whole cycles of accesses and of the operations that find addresses.
func (b *Buffer) cycles() int64 { return b.Write.Cycles + b.Read.Cycles + wholeTurns(b.turns()) }

// wholeTurns returns the whole cycles of operations that find addresses.
func wholeTurns(turns int64) int64 { return turns * arithmeticCost / phaseCost }

// IsLeast reports whether no buffer takes fewer cycles.
func (b *Buffer) IsLeast() bool { return b.cycles() == b.Bound }

func (b *Buffer) turns() int64 { return b.Write.Turns + b.Read.Turns }

// IsPermuted reports whether addresses combine a digit of the row with a digit of the bank.
func (b *Buffer) IsPermuted() bool {
	return b.Xor && slices.ContainsFunc(b.Strides, func(stride int64) bool { return stride&(stride-1) != 0 })
}
