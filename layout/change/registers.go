package change

import "optc/layout"

// registers returns the number of registers of a thread, and the element in each register of a thread, or -1 for none; ok is false if
// it is not known.
func registers(m *layout.Map) (n int64, element func(thread, register int64) int64, ok bool) {
	if inverse, ok := m.Inverse(); ok {
		return inverse.Shape()[1], func(thread, register int64) int64 {
			p, _ := inverse.Locate([]int64{thread, register})
			return p.Offset
		}, true
	}
	low, high, err := m.Extent(0)
	return high, func(thread, register int64) int64 {
		if hit := m.Invert(int(thread), register); hit.Class == layout.Element {
			return hit.Index
		}
		return -1
	}, err == nil && low == 0 && m.Width() == 1
}
