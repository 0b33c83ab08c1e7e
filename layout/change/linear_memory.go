package change

import (
	"math"
	"math/bits"

	"optc/diag"
	"optc/layout"
)

// bitHolders are threads whose elements are exclusive ors: the element in a register of a thread is the exclusive or of a number for
// each set bit of the thread's number and a number for each set bit of the register's.
type bitHolders struct{ threads, registers []uint64 }

// bitHoldersOf returns the numbers of a map; ok is false if its elements are not exclusive ors, or if a thread has an element twice.
func bitHoldersOf(m *layout.Map) (h bitHolders, ok bool) {
	registers, element, ok := registers(m)
	threads := int64(m.Units())
	isPower := func(n int64) bool { return n&(n-1) == 0 }
	if !ok || !isPower(registers) || !isPower(threads) || !isPower(m.Count()) || registers > mostAccessed/threads {
		return h, false
	}
	for t := int64(1); t < threads; t *= 2 {
		h.threads = append(h.threads, uint64(element(t, 0)))
	}
	for r := int64(1); r < registers; r *= 2 {
		h.registers = append(h.registers, uint64(element(0, r)))
	}
	for t := range threads {
		for r := range registers {
			if element(t, r) != int64(combined(h.threads, t)^combined(h.registers, r)) {
				return h, false
			}
		}
	}
	return h, len(bitSpan(h.registers)) == len(h.registers)
}

// combined returns the exclusive or of the numbers at the positions of n's set bits.
func combined(list []uint64, n int64) (x uint64) {
	for left := uint64(n); left != 0; left &= left - 1 {
		x ^= list[bits.TrailingZeros64(left)]
	}
	return x
}

// linearMemory is a search for a memory that moves elements from some threads to others; its cells are exclusive ors as well: each
// bit of a cell number stands for an element.
//
//	cell bits   0 …     registers of both sides, so that their accesses are wide
//	            … 4     numbers outside of rows: lanes that are served together differ in these bits, and so in banks
//	            5 …     rows
//
// A space over bits is not the union of two smaller spaces. So for each row bit there is a number that is neither a difference of
// lanes that write together nor of lanes that read together, and no side has conflicts.
type linearMemory struct {
	traffic Traffic
	sides   [2]bitHolders
	size    int // bits of the number of an element
}

// newLinearMemory returns the search for a change; ok is false if a side, or the number of banks, is no power of two.
func newLinearMemory(from, to *layout.Map, t Traffic) (m *linearMemory, ok bool) {
	row := t.Banks.Row() / t.Element
	if row < 1 || row&(row-1) != 0 || row*t.Element != t.Banks.Row() || t.Subgroup&(t.Subgroup-1) != 0 {
		return nil, false
	}
	m = &linearMemory{traffic: t, size: bits.Len64(uint64(from.Count())) - 1}
	for side, holders := range []*layout.Map{from, to} {
		if m.sides[side], ok = bitHoldersOf(holders); !ok {
			return nil, false
		}
	}
	return m, true
}

// memories lists memories for all widths of accesses, as the elements for the bits of their cells.
func (m *linearMemory) memories() (list [][]uint64) {
	lanes := bitSpan(m.sides[Before].threads, m.sides[After].threads)
	wide := m.wide()
	add := func(both, more []uint64, side Side) {
		if cells, ok := m.cells(both, more, side); ok {
			list = append(list, cells)
		}
	}
	for width := range m.mostBits(wide) + 1 {
		both := wide[:width]
		add(both, nil, Before)
		for side, h := range m.sides {
			for _, x := range h.registers {
				var more []uint64
				for _, y := range append([]uint64{x}, h.registers...) {
					inner := bitSpan(both, more)
					if width+len(more) == m.mostBits(h.registers) {
						break
					}
					if free := bitSpan(lanes, more).with(y); !inner.has(y) && len(free.meet(bitSpan(both))) == 0 {
						more = append(more, y)
						add(both, more, Side(side))
					}
				}
			}
		}
	}
	return list
}

// wide returns the elements that may be neighbours in accesses of both sides. These elements are registers on both sides. Moreover,
// no two elements of an access differ by an exclusive or of numbers of threads: an element has the same position in its access in
// every thread that writes or reads it.
func (m *linearMemory) wide() []uint64 {
	common := bitSpan(m.sides[Before].registers).meet(bitSpan(m.sides[After].registers))
	return common.beyond(common.meet(bitSpan(m.sides[Before].threads, m.sides[After].threads)))
}

// mostBits returns the number of bits of the widest access to some registers.
func (m *linearMemory) mostBits(registers []uint64) int {
	return min(len(registers), bits.Len64(uint64(m.traffic.Widest/m.traffic.Element))-1)
}

// cells returns the elements for the bits of the cells of a memory whose accesses have the elements both as neighbours on both sides,
// and the elements more as neighbours on one side; ok is false if they are not neighbours in each lane.
func (m *linearMemory) cells(both, more []uint64, side Side) (cells []uint64, ok bool) {
	inner := bitSpan(both, more)
	outer := bitSpan(m.sides[side].threads)
	if len(inner.meet(outer)) > 0 {
		return nil, false
	}
	for _, x := range m.sides[1-side].threads {
		switch {
		case bitSpan(outer, more).has(x):
		case bitSpan(outer, inner).has(x):
			return nil, false
		default:
			outer = outer.with(x)
		}
	}
	for k := range m.size {
		if x := uint64(1) << k; !bitSpan(outer, inner).has(x) {
			outer = outer.with(x)
		}
	}
	together := m.together(side, len(both)+len(more))
	others := m.together(1-side, len(both))
	var rows []uint64
	row := bits.Len64(uint64(m.traffic.Banks.Row()/m.traffic.Element)) - 1
	for len(rows) < m.size-row {
		x, ok := outer.outside(bitSpan(rows, together), bitSpan(rows, others))
		if !ok {
			if x, ok = outer.outside(bitSpan(rows, together), bitSpan(rows)); !ok {
				return nil, false
			}
		}
		rows = append(rows, x)
	}
	cells = append(cells, both...)
	cells = append(cells, more...)
	cells = append(cells, outer.beyond(bitSpan(rows))...)
	cells = append(cells, rows...)
	return cells, len(cells) == m.size
}

// together returns the numbers by which lanes of a side that are served together differ, for accesses of a number of bits.
func (m *linearMemory) together(side Side, width int) []uint64 {
	threads := m.sides[side].threads
	if differ := m.traffic.Banks.differ(side, m.traffic.Element<<width); differ != nil {
		var list []uint64
		for _, d := range differ {
			x := uint64(0)
			for k, thread := range threads {
				if d>>k&1 != 0 {
					x ^= thread
				}
			}
			list = append(list, x)
		}
		return list
	}
	lanes := min(m.traffic.Banks.Lanes(m.traffic.Element<<width), m.traffic.Subgroup)
	return threads[:min(bits.Len64(uint64(lanes))-1, len(threads))]
}

// memoryOf returns the map of a shape whose cells have the elements of their bits: the inverse of the map from cells to elements.
func memoryOf(shape []int64, cells []uint64) (*layout.Map, error) {
	images := make([]int64, len(cells))
	for k, element := range cells {
		images[k] = int64(element)
	}
	elements, err := layout.Linear([][]int64{images})
	if err != nil {
		return nil, err
	}
	rows, err := layout.RowMajor(shape)
	if err != nil {
		return nil, err
	}
	inverse, ok := elements.Inverse()
	if !ok {
		return nil, diag.Errorf("bad-digit", "expected elements of cells that are independent, but got %v", cells)
	}
	return rows.Compose(inverse)
}

// bound returns a number of cycles that no memory can go below: as leastCycles does for blocks.
func (m *linearMemory) bound() int64 {
	cycles := func(side Side, widest int) int64 {
		h, least := m.sides[side], int64(math.MaxInt64)
		lanes := min(m.traffic.Subgroup, 1<<len(h.threads))
		for width := range widest + 1 {
			n := m.traffic.Banks.Lanes(m.traffic.Element << width)
			least = min(least, int64(1)<<(len(h.registers)-width)*((lanes+n-1)/n))
		}
		return least
	}
	before, after, both := m.mostBits(m.sides[Before].registers), m.mostBits(m.sides[After].registers), m.mostBits(m.wide())
	return min(cycles(Before, before)+cycles(After, both), cycles(Before, both)+cycles(After, after))
}
