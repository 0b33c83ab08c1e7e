package quick

import "optc/sim"

// Comparisons of all elements of vectors. There is a loop for each relation, so that the
// processor need not branch on the elements.

// compareEach sets r to the outcomes of comparisons.
func compareEach[T uint32 | uint64 | int32 | int64 | float32 | float64](r []uint32, a, b []T, relation Outcomes) {
	switch relation &^ Unordered {
	case Less:
		relateEach(r, a, b, func(x, y T) bool { return x < y })
	case Greater:
		relateEach(r, b, a, func(x, y T) bool { return x < y })
	case Less | Equal:
		relateEach(r, a, b, func(x, y T) bool { return x <= y })
	case Greater | Equal:
		relateEach(r, b, a, func(x, y T) bool { return x <= y })
	case Equal:
		relateEach(r, a, b, func(x, y T) bool { return x == y })
	case Less | Greater:
		relateEach(r, a, b, func(x, y T) bool { return x != y })
	case 0:
		clear(r)
	default:
		for i := range r {
			r[i] = 1
		}
	}
}

// relateEach sets r to the results of is. It is inlined together with is.
func relateEach[T any](r []uint32, a, b []T, is func(x, y T) bool) {
	a, b = a[:len(r)], b[:len(r)]
	for i := range r {
		on := uint32(0)
		if is(a[i], b[i]) {
			on = 1
		}
		r[i] = on
	}
}

// hasNaN reports whether an element of a or b is NaN.
func hasNaN[F float32 | float64](a, b []F) bool {
	b = b[:len(a)]
	var sum F // NaN if an element is, or if infinities of both signs were added
	for i, x := range a {
		sum += x + b[i]
	}
	if sum == sum {
		return false
	}
	for i, x := range a {
		if x != x || b[i] != b[i] {
			return true
		}
	}
	return false
}

func CompareSingles(r, a, b []uint32, n *sim.NumberFormat) bool {
	x, y := sim.Singles(a), sim.Singles(b)
	if hasNaN(x, y) {
		return false
	}
	compareEach(r, x, y, Outcomes(n.Relation))
	return true
}

func CompareDoubles(r []uint32, a, b []uint64, n *sim.NumberFormat) bool {
	x, y := sim.Doubles(a), sim.Doubles(b)
	if hasNaN(x, y) {
		return false
	}
	compareEach(r, x, y, Outcomes(n.Relation))
	return true
}

// CompareIntegers compares integers whose order is the order of their bits.
func CompareIntegers[T uint32 | uint64](r []uint32, a, b []T, n *sim.NumberFormat) bool {
	compareEach(r, a, b, Outcomes(n.Relation))
	return true
}

func CompareSigned32(r, a, b []uint32, n *sim.NumberFormat) bool {
	compareEach(r, sim.Signed32(a), sim.Signed32(b), Outcomes(n.Relation))
	return true
}

func CompareSigned64(r []uint32, a, b []uint64, n *sim.NumberFormat) bool {
	compareEach(r, sim.Signed64(a), sim.Signed64(b), Outcomes(n.Relation))
	return true
}
