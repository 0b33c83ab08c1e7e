package layout

import (
	"math"
	"slices"
)

// RowAccesses are the accesses by which the threads of a layout read or write memory in which the
// elements are stored row by row.
type RowAccesses struct {
	Width   int64 // elements of an access, which are neighbours in memory
	Count   int64 // of a thread
	Sectors int64 // sectors of memory that all accesses of a subgroup touch, each access by itself
	Least   int64 // sectors if the elements of each access were neighbours
}

// AccessRows returns the accesses of the first subgroup, from the inverse of the map: digits of
// cells whose steps are neighbours in memory make accesses wide, and the digits of lanes give
// the sectors of an access. ok is false if the map has no inverse.
func (m *Map) AccessRows(t Traffic, sector int64) (a RowAccesses, ok bool) {
	inverse, ok := m.Inverse()
	if !ok {
		return a, false
	}
	spec, _ := inverse.Turned()
	dims := spec.Dims
	turns := map[DigitRef]bool{}
	for _, t := range spec.Turns {
		turns[t.At], turns[t.By] = true, true
	}
	a = RowAccesses{Width: 1, Count: dims[1].Size}
	for grown := true; grown; {
		grown = false
		for k, g := range dims[1].Digits {
			if g.Offset != a.Width || grown || turns[DigitRef{1, k}] {
				continue
			}
			for size := g.Size; size%2 == 0 && a.Width*2*t.Element <= t.Widest; size /= 2 {
				a.Width, a.Count, grown = a.Width*2, a.Count/2, true
			}
		}
	}
	bytes := a.Width * t.Element
	for cell := range dims[1].Size {
		if at, _ := inverse.Locate([]int64{0, cell}); at.Offset%a.Width != 0 {
			continue // a cell within an access
		}
		places := make([]int64, 0, t.Subgroup)
		for lane := range min(t.Subgroup, dims[0].Size) {
			place, _ := inverse.Locate([]int64{lane, cell})
			places = append(places, place.Offset*t.Element)
		}
		touched, least := Sectors(places, bytes, sector)
		a.Sectors, a.Least = a.Sectors+touched, a.Least+least
	}
	return a, true
}

// Sectors returns the number of sectors of memory that an access touches in which lanes access some bytes at each
// of the addresses, and their least number, if the bytes were neighbours.
func Sectors(addresses []int64, bytes, sector int64) (touched, least int64) {
	places := slices.Compact(slices.Sorted(slices.Values(addresses)))
	end := int64(math.MinInt64) // of the sectors that are counted
	for _, at := range places {
		from, to := at/sector, (at+bytes-1)/sector+1
		touched += max(to-max(from, end), 0)
		end = max(end, to)
	}
	return touched, (int64(len(places))*bytes + sector - 1) / sector
}
