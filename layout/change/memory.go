package change

import (
	"cmp"
	"math"
	"slices"

	"optc/diag"
	"optc/layout"
	"optc/num"
)

// MemoryAccesses are the accesses of the threads of a layout to a memory that has a layout of its own.
type MemoryAccesses struct {
	Width   int64 // elements of an access, which are neighbours in memory
	Count   int64 // accesses of a thread
	Cycles  int64 // cycles of all accesses of a subgroup to a memory with banks
	Least   int64 // cycles without conflicts between banks
	Sectors int64 // sectors, of a memory without banks, that all accesses of a subgroup touch, each access counted separately
	Fewest  int64 // sectors if the elements of each access were neighbours
	// Slowest is an access that takes the most cycles, and Served is how banks serve it.
	Slowest int64
	Served  []Service
}

// mostAccessed bounds the registers of all threads whose accesses are counted.
const mostAccessed = 1 << 20

// AccessMemory returns the accesses of the first subgroup to elements that are stored in the cells of memory, a map of
// the same shape as threads: its writes (the side Before), or its reads (After). An access moves as many registers as are aligned
// neighbours in memory in every thread, the same registers in each. Lanes that hold the same element read it together. The error code is access-memory for
// elements of different shapes, for threads that hold elements irregularly, and for more than 2^20 registers.
//
//	8x4 f16, 8 lanes with 4 elements each: rows of 4 are one access of 8 bytes, and columns, with
//	registers 4 cells apart, 4 accesses of 2 bytes
func AccessMemory(threads, memory *layout.Map, t Traffic, side Side, sector int64) (a MemoryAccesses, err error) {
	if x, y := threads.Shape(), memory.Shape(); !slices.Equal(x, y) {
		return a, diag.Errorf("access-memory", "expected threads and memory with elements of one shape, but got %s and %s", layout.SpellExtents(x), layout.SpellExtents(y))
	}
	registers, element, ok := registers(threads)
	if !ok {
		return a, diag.Errorf("access-memory", "expected threads that hold elements as digits say")
	}
	units := int64(threads.Units())
	lanes := min(t.Subgroup, units)
	if registers > mostAccessed/units {
		return a, diag.Errorf("access-memory", "expected at most %d registers in %d threads, but got %d in each", mostAccessed, units, registers)
	}
	cells := make([][]int64, units)
	for unit := range units {
		cells[unit] = make([]int64, registers)
		for r := range registers {
			i := element(unit, r)
			if i < 0 {
				return a, diag.Errorf("access-memory", "expected an element in each register, but %s of %s has none", threads.Axes().Cell.At(r), threads.Axes().Unit.At(unit))
			}
			cell, _ := memory.LocateIndex(i)
			cells[unit][r] = cell.Offset
		}
	}
	order := make([]int64, registers) // order of the registers, by the cells of the first lane
	for r := range order {
		order[r] = int64(r)
	}
	slices.SortFunc(order, func(x, y int64) int { return cmp.Compare(cells[0][x], cells[0][y]) })
	for a.Width = max(t.Widest/t.Element, 1); !areAccesses(cells, order, a.Width); a.Width /= 2 {
	}
	bytes := a.Width * t.Element
	a.Count = registers / a.Width
	request, slowest := Request{Side: side, Addresses: make([]int64, lanes), Width: bytes}, int64(0)
	for first := int64(0); first < registers; first += a.Width {
		for lane := range lanes {
			request.Addresses[lane] = cells[lane][order[first]] * t.Element
		}
		cycles := t.Banks.Cycles(request)
		a.Cycles, a.Least = a.Cycles+cycles, a.Least+t.Banks.Least(request)
		touched, fewest := Sectors(request.Addresses, bytes, sector)
		a.Sectors, a.Fewest = a.Sectors+touched, a.Fewest+fewest
		if cycles > slowest {
			slowest, a.Slowest, a.Served = cycles, first/a.Width, t.Banks.Serve(request)
		}
	}
	return a, nil
}

// areAccesses reports whether each width registers, in an order, are aligned neighbours in every thread.
func areAccesses(cells [][]int64, order []int64, width int64) bool {
	if int64(len(order))%width != 0 {
		return false
	}
	for _, lane := range cells {
		for i, r := range order {
			if first := lane[order[int64(i)/width*width]]; first%width != 0 || lane[r] != first+int64(i)%width {
				return false
			}
		}
	}
	return true
}

// Sectors returns the number of sectors of memory that an access touches if each lane accesses the given number
// of bytes at its address, which may be negative, and the least possible number, for contiguous bytes.
func Sectors(addresses []int64, bytes, sector int64) (touched, least int64) {
	places := slices.Compact(slices.Sorted(slices.Values(addresses)))
	end := int64(math.MinInt64) // end of the sectors counted so far
	for _, at := range places {
		from, to := num.FloorDiv(at, sector), num.FloorDiv(at+bytes-1, sector)+1
		touched += max(to-max(from, end), 0)
		end = max(end, to)
	}
	return touched, (int64(len(places))*bytes + sector - 1) / sector
}
