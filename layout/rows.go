package layout

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
		touched, elements := map[int64]bool{}, map[int64]bool{}
		for lane := range min(t.Subgroup, dims[0].Size) {
			place, _ := inverse.Locate([]int64{lane, cell})
			at := place.Offset * t.Element
			elements[at] = true
			for s := at / sector; s <= (at+bytes-1)/sector; s++ {
				touched[s] = true
			}
		}
		a.Sectors += int64(len(touched))
		a.Least += (int64(len(elements))*bytes + sector - 1) / sector
	}
	return a, true
}
