package layout

import (
	"cmp"
	"slices"
)

// partsDifference returns the lowest flat index of an element for which two maps, whose places are sums of parts, have different
// places or different numbers of places. ok is false if walks over the elements of parts do not show it.
func (m *Map) partsDifference(other *Map, parts []mapPart, same func(a, b Place) bool) (index int64, differ, ok bool) {
	if !slices.EqualFunc(m.locateAllIndex(0, nil), other.locateAllIndex(0, nil), same) {
		return 0, true, true
	}
	differsAt := func(index int64) bool {
		p, _ := m.LocateIndex(index)
		q, _ := other.LocateIndex(index)
		return !same(p, q)
	}
	best, equal := m.count, m.count // a difference, and an index below which elements of parts that are not decided are equal
	var walks [][]indexRange
	for _, p := range parts {
		switch {
		case !p.linear:
			walks = append(walks, p.ranges)
		case differsAt(p.ranges[0].weight):
			best = min(best, p.ranges[0].weight)
		}
	}
	slices.SortFunc(walks, func(a, b []indexRange) int { return cmp.Compare(sizeOf(a), sizeOf(b)) })
	steps := newBudget()
	for i, ranges := range walks {
		share := steps.left / int64(len(walks)-i)
		for index := range elementsOf(ranges) {
			if index >= best {
				break
			}
			if differsAt(index) {
				best = index
				break
			}
			if share--; share < 0 {
				equal = min(equal, index)
				break
			}
			steps.left--
		}
	}
	if best < m.count && best <= equal {
		return best, true, true
	}
	return 0, false, equal == m.count
}

// sizeOf returns the number of elements whose digits outside of ranges are all 0.
func sizeOf(ranges []indexRange) int64 {
	n := int64(1)
	for _, r := range ranges {
		n *= r.size()
	}
	return n
}

// elementsOf yields the flat indices of the elements whose digits outside of ranges are all 0, in ascending order.
func elementsOf(ranges []indexRange) func(yield func(int64) bool) {
	slices.SortFunc(ranges, func(a, b indexRange) int { return cmp.Compare(a.weight, b.weight) })
	return func(yield func(int64) bool) {
		for index := int64(0); yield(index); {
			k := 0
			for ; k < len(ranges); k++ {
				if index += ranges[k].weight; index/ranges[k].weight%ranges[k].size() != 0 {
					break
				}
				index -= ranges[k].end
			}
			if k == len(ranges) {
				return
			}
		}
	}
}

// commonParts returns the finest parts of the flat index such that the places of both maps are sums over them. Parts of one map are
// divided at the ends of the other map's ranges, if the numbers divide each other.
func commonParts(a, b []mapPart, count int64) (parts []mapPart) {
	var ends []int64
	for _, p := range slices.Concat(a, b) {
		for _, r := range p.ranges {
			ends = append(ends, r.end)
		}
	}
	slices.Sort(ends)
	below := int64(1)
	for _, end := range slices.Compact(append(ends, count)) {
		if end > below && isCut(a, end) && isCut(b, end) {
			parts = append(parts, mapPart{ranges: []indexRange{{below, end}}, linear: true})
			below = end
		}
	}
	sets := newSets(len(parts))
	for _, p := range slices.Concat(a, b) {
		first := -1
		for i := range parts {
			c := &parts[i]
			r := c.ranges[0]
			touches := slices.ContainsFunc(p.ranges, func(q indexRange) bool { return q.weight < r.end && r.weight < q.end })
			if !touches {
				continue
			}
			within := len(p.ranges) == 1 && p.ranges[0].weight <= r.weight && r.end <= p.ranges[0].end
			c.linear = c.linear && p.linear && within
			if !p.linear {
				if first >= 0 {
					sets.join(i, first)
				}
				first = i
			}
		}
	}
	return joinParts(parts, sets)
}

// isCut reports whether flat indices can be divided at end: where a range of parts ends, or where its values are divided.
func isCut(parts []mapPart, end int64) bool {
	for _, p := range parts {
		for _, r := range p.ranges {
			if r.weight < end && end < r.end {
				return end%r.weight == 0 && r.end%end == 0
			}
		}
	}
	return true
}

// partsExtents returns the first and the last offset of each unit in use, if the places of a map without copies are sums of parts; ok
// is false if they are not, or if too many sums are in different units.
func (m *Map) partsExtents() (extents map[int][2]int64, ok bool) {
	parts, ok := m.parts()
	if !ok || m.hasCopies() {
		return nil, false
	}
	steps := newBudget()
	zero, _ := m.LocateIndex(0)
	extents = map[int][2]int64{zero.Unit: {zero.Offset, zero.Offset}}
	for _, p := range parts {
		add := map[int][2]int64{}
		for index := range elementsOf(p.ranges) {
			if !steps.spend(1) {
				return nil, false
			}
			at, _ := m.LocateIndex(index)
			at = at.minus(zero)
			if p.linear && at.Unit == 0 && index > 0 {
				end := at.Offset * (p.ranges[0].size() - 1)
				add[0] = [2]int64{min(0, end), max(0, end)}
				break
			}
			widen(add, at.Unit, at.Offset, at.Offset)
		}
		sums := map[int][2]int64{}
		if !steps.spend(int64(len(add)) * int64(len(extents))) {
			return nil, false
		}
		for unit, r := range extents {
			for more, s := range add {
				widen(sums, unit+more, r[0]+s[0], r[1]+s[1])
			}
		}
		extents = sums
	}
	return extents, true
}

// widen adds offsets to the first and the last offset of a unit.
func widen(extents map[int][2]int64, unit int, first, last int64) {
	if r, used := extents[unit]; used {
		first, last = min(first, r[0]), max(last, r[1])
	}
	extents[unit] = [2]int64{first, last}
}
