package change

import (
	"cmp"
	"slices"

	"optc/layout"
)

// Block is a part of a change of layout: in both layouts, the elements whose numbers in the block are 0, 1, … lie at sums of
// digits. If both layouts have a digit of the same elements, the block is this digit. Otherwise the layouts divide the block by
// numbers that do not divide each other:
//
//	15 elements, by 5 in 3 threads, and then by 3 in 5 threads
//	From   5 registers, 3 threads        element 7 = 1·5 + 2:  thread 1, register 2
//	To     3 registers, 5 threads        element 7 = 2·3 + 1:  thread 2, register 1
type Block struct {
	Size     int64
	From, To []layout.Digit // digits of prime sizes, the lowest first; a block of copies has none on one side
}

// Side is a side of a change of layout: the layout before it or after it.
type Side int

// The sides of a change.
const (
	Before Side = iota
	After
)

// On returns the digits of the block on a side.
func (k Block) On(side Side) []layout.Digit {
	if side == Before {
		return k.From
	}
	return k.To
}

// IsCopy reports whether the block distinguishes copies, not elements.
func (k Block) IsCopy() bool { return k.From == nil || k.To == nil }

// Joined returns the digits of the block on a side, the lowest first; digits that continue each other are joined.
func (k Block) Joined(side Side) (list []layout.Digit) {
	for _, g := range k.On(side) {
		if n := len(list); n > 0 && g.Unit == list[n-1].Size*list[n-1].Unit && g.Offset == list[n-1].Size*list[n-1].Offset {
			list[n-1].Size *= g.Size
			continue
		}
		list = append(list, g)
	}
	return list
}

// isMixed reports whether the layouts have no common digits in the block.
func (k Block) isMixed() bool { return len(k.From) > 1 || len(k.To) > 1 }

// held returns the number of elements of the block that are in the same thread on a side.
func (k Block) held(side Side) int64 {
	n := int64(1)
	for _, g := range k.On(side) {
		if g.Unit == 0 {
			n *= g.Size
		}
	}
	return n
}

// neighbours returns the number of elements of the block, a power of two, that are contiguous in every thread that holds any of
// them on a side.
func (k Block) neighbours(side Side) int64 {
	n := int64(1)
	for _, g := range k.On(side) {
		if g.Unit != 0 || g.Size != 2 {
			break
		}
		n *= 2
	}
	return n
}

// Blocks cuts a change of layout into the smallest blocks. They are [Steps] if the digits of the maps have a common refinement.
// ok is false if, in one of the maps, the numbers of elements are not sums of digits of threads and registers.
func Blocks(from, to *layout.Map) (blocks []Block, ok bool) {
	if steps, ok := Steps(from, to); ok {
		return blocksOf(steps), true
	}
	a, ok1 := threadDigits(from)
	b, ok2 := threadDigits(to)
	if !ok1 || !ok2 || !slices.Equal(from.Shape(), to.Shape()) {
		return nil, false
	}
	parts, _ := layout.CommonBlocks(from, to)
	for _, part := range parts {
		before, after := part.Digits(0), part.Digits(1)
		if len(before) > 1 || len(after) > 1 {
			blocks = append(blocks, Block{part.Size, primeDigits(before), primeDigits(after)})
			continue
		}
		low, other := primeParts(before[0]), primeParts(after[0])
		for i, g := range low {
			blocks = append(blocks, Block{g.Size, low[i : i+1], other[i : i+1]})
		}
	}
	// As in Steps, threads before the change come first, the lowest first.
	slices.SortStableFunc(blocks, func(x, y Block) int {
		p, q := x.From[0], y.From[0]
		return cmp.Or(cmp.Compare(min(p.Offset, 1), min(q.Offset, 1)), cmp.Compare(p.Unit+p.Offset, q.Unit+q.Offset))
	})
	for _, g := range a.Free {
		for _, g := range primeParts(g) {
			blocks = append(blocks, Block{Size: g.Size, From: []layout.Digit{g}})
		}
	}
	for _, g := range b.Free {
		for _, g := range primeParts(g) {
			blocks = append(blocks, Block{Size: g.Size, To: []layout.Digit{g}})
		}
	}
	return blocks, true
}

// blocksOf returns the digits of a change as blocks.
func blocksOf(steps []Step) []Block {
	blocks := make([]Block, len(steps))
	for i, s := range steps {
		blocks[i] = Block{Size: s.Size}
		if s.From != (layout.Place{}) {
			blocks[i].From = []layout.Digit{{Size: s.Size, Unit: int64(s.From.Unit), Offset: s.From.Offset}}
		}
		if s.To != (layout.Place{}) {
			blocks[i].To = []layout.Digit{{Size: s.Size, Unit: int64(s.To.Unit), Offset: s.To.Offset}}
		}
	}
	return blocks
}

// threadDigits returns the digits of a map if each digit moves elements only between threads or only between registers, and if the
// number of a thread determines the digits that move elements between threads.
func threadDigits(m *layout.Map) (d layout.Digits, ok bool) {
	d, ok = m.Digits()
	if !ok || d.Base != (layout.Place{}) || d.Width != 1 {
		return d, false
	}
	var sizes, strides [2][]int64 // sizes and strides of threads and of registers
	add := func(g layout.Digit) {
		kind := 0
		if g.Unit == 0 {
			kind = 1
		}
		sizes[kind], strides[kind] = append(sizes[kind], g.Size), append(strides[kind], g.Unit+g.Offset)
	}
	for i, dim := range d.Dims {
		if !dim.IsExact() {
			return d, false
		}
		digits := slices.DeleteFunc(slices.Clone(dim.Digits), func(g layout.Digit) bool { return g.Size == 1 })
		for _, g := range digits {
			if g.Reversed() || (g.Unit == 0) == (g.Offset == 0) {
				return d, false
			}
			add(g)
		}
		d.Dims[i].Digits = digits
	}
	for _, g := range d.Free {
		add(g)
	}
	for kind := range sizes {
		if _, err := layout.NewRadix(sizes[kind], strides[kind]); err != nil {
			return d, false
		}
	}
	return d, true
}

// primeParts splits a digit into digits of prime sizes, the lowest first.
func primeParts(g layout.Digit) (out []layout.Digit) {
	at := layout.Place{Unit: int(g.Unit), Offset: g.Offset}
	for _, s := range (Step{Size: g.Size, From: at}).splitPrimes(nil) {
		out = append(out, layout.Digit{Size: s.Size, Unit: int64(s.From.Unit), Offset: s.From.Offset})
	}
	return out
}

// primeDigits splits digits into digits of prime sizes, the lowest first.
func primeDigits(digits []layout.Digit) (out []layout.Digit) {
	for _, g := range digits {
		out = append(out, primeParts(g)...)
	}
	return out
}
