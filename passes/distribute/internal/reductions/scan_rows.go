package reductions

import (
	"cmp"
	"slices"

	"optc/layout/change"
)

// mostPadding bounds the accesses by which a row of totals is made longer.
const mostPadding = 4

// rowLength returns the number of elements between the totals of neighbouring threads in workgroup memory, each of which
// has n totals: the number for which the banks of the chip need the fewest phases, and the least of such numbers.
//
//	16 totals of f32: rows of 20, so that 8 lanes that read 16 bytes each are served together
func (s *lineScan) rowLength(n int64) int64 {
	t := s.Chip.TrafficOf(s.elem, s.Chip.Lanes(s.Subgroup))
	width := int64(1)
	for n%(2*width) == 0 && 2*width*t.Element <= t.Widest {
		width *= 2
	}
	best, least := n, int64(-1)
	for padding := range int64(mostPadding) {
		row, cycles := n+padding*width, int64(0)
		for at := int64(0); at < n; at += width {
			r := change.Request{Side: change.After, Width: width * t.Element}
			for lane := range t.Subgroup {
				r.Addresses = append(r.Addresses, (s.placeOf(lane)*row+at)*t.Element)
			}
			cycles += t.Banks.Cycles(r)
		}
		if least < 0 || cycles < least {
			best, least = row, cycles
		}
	}
	return best
}

// placeOf returns the place of a lane of the first subgroup.
func (s *lineScan) placeOf(lane int64) (place int64) {
	for _, dim := range s.lineDims() {
		if n := s.layout.ThreadTile[dim]; n > 1 {
			place = place*n + lane/s.layout.ThreadStrides[dim]%n
		}
	}
	return place
}

// lineDims returns the dimensions that are not scanned; the dimension by which neighbouring lanes differ is the last one.
func (s *lineScan) lineDims() (dims []int) {
	for dim := range s.layout.Rank() {
		if dim != s.dim {
			dims = append(dims, dim)
		}
	}
	slices.SortStableFunc(dims, func(a, b int) int { return cmp.Compare(s.layout.ThreadStrides[b], s.layout.ThreadStrides[a]) })
	return dims
}
