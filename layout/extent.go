package layout

// extent returns the range of offsets that elements use in a unit.
func (f *digitForm) extent(unit int, width int64) (lo, hi int64) {
	fixed := make([][]int64, len(f.spec.Dims))
	for d, dim := range f.spec.Dims {
		fixed[d] = make([]int64, len(dim.Digits))
		for k := range fixed[d] {
			fixed[d][k] = -1
		}
	}
	found := false
	visit := func() {
		least, most := f.spec.Base.Offset, f.spec.Base.Offset
		for d, dim := range f.spec.Dims {
			a, ok := extreme(dim, fixed[d], Digit.offset, false)
			if !ok {
				return
			}
			b, _ := extreme(dim, fixed[d], Digit.offset, true)
			least, most = least+a, most+b
		}
		if !found {
			lo, hi, found = least, most+width, true
		}
		lo, hi = min(lo, least), max(hi, most+width)
	}
	// decode fixes the unit digits from the i-th of the order on, in every way
	// that adds up to rest units.
	var decode func(i int, rest int64)
	decode = func(i int, rest int64) {
		if i == len(f.order) || f.order[i].Unit == 0 {
			if rest == 0 {
				visit()
			}
			return
		}
		r := f.order[i]
		from, to := r.values(rest, r.Unit, r.unitRest)
		for q := from; q <= to; q++ {
			fixed[r.dim][r.k] = q
			decode(i+1, rest-q*r.Unit)
		}
		fixed[r.dim][r.k] = -1
	}
	for _, u := range f.free {
		decode(0, int64(unit-f.spec.Base.Unit-u))
	}
	return lo, hi
}

// extreme returns the largest (or smallest) sum of digit value × weight over
// the coordinates of a dimension, with the digits k where fixed[k] ≥ 0 held at
// that value; false if no coordinate has those values. A nil fixed holds none.
//
// It walks the digits from the most significant one and keeps the best sum for
// each of four states: whether the value so far equals that of the first
// coordinate, and whether it equals that of the last.
func extreme(dim Dim, fixed []int64, weight func(Digit) int64, largest bool) (int64, bool) {
	type state struct {
		sum int64
		ok  bool
	}
	var best [2][2]state // [at first][at last]
	best[1][1].ok = true
	first, last := dim.Shift, dim.Shift+dim.Size-1
	scale := int64(1)
	for _, g := range dim.Digits {
		scale *= g.Size
	}
	for k := len(dim.Digits) - 1; k >= 0; k-- {
		g := dim.Digits[k]
		scale /= g.Size
		a, b := first/scale%g.Size, last/scale%g.Size
		var next [2][2]state
		for atFirst := range 2 {
			for atLast := range 2 {
				s := best[atFirst][atLast]
				if !s.ok {
					continue
				}
				lo, hi := int64(0), g.Size-1
				if atFirst == 1 {
					lo = a
				}
				if atLast == 1 {
					hi = b
				}
				// The sum is linear in the value, so the ends of the range
				// and their inner neighbours are the only candidates.
				candidates := [4]int64{lo, lo + 1, hi - 1, hi}
				n := 4
				if fixed != nil && fixed[k] >= 0 {
					candidates[0], n = fixed[k], 1
				}
				for _, v := range candidates[:n] {
					if v < lo || v > hi {
						continue
					}
					t := &next[bit(atFirst == 1 && v == a)][bit(atLast == 1 && v == b)]
					sum := s.sum + v*weight(g)
					if !t.ok || (sum > t.sum) == largest {
						*t = state{sum, true}
					}
				}
			}
		}
		best = next
	}
	var out state
	for _, row := range best {
		for _, s := range row {
			if s.ok && (!out.ok || (s.sum > out.sum) == largest) {
				out = s
			}
		}
	}
	return out.sum, out.ok
}

func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}
