package layout

// extent returns the range of offsets that elements use in a unit; ok is false if the digits of units reach it in too many ways.
func (f *digitForm) extent(unit int, width int64) (lo, hi int64, ok bool) {
	var buf [inlineDigits]int64
	s := extentSearch{f: f, width: width, fixed: buf[:0], budget: budget{maxSteps}}
	for range f.first[len(f.first)-1] {
		s.fixed = append(s.fixed, -1)
	}
	for _, u := range f.free {
		s.decode(0, int64(unit-f.low.Unit-u))
	}
	return s.lo, s.hi, s.left >= 0
}

// extentSearch is a search for the offsets in use of a unit.
type extentSearch struct {
	f      *digitForm
	width  int64
	fixed  []int64 // values of the unit digits; -1 for the other digits
	lo, hi int64
	found  bool
	budget
}

// decode fixes the unit digits from the i-th of the order on, in every way that
// adds up to rest units.
func (s *extentSearch) decode(i int, rest int64) {
	order := s.f.order
	if !s.spend(1) {
		return
	}
	if i == len(order) || order[i].Unit == 0 {
		if rest == 0 {
			s.visit()
		}
		return
	}
	r := &order[i]
	from, to := r.values(rest, r.Unit, r.unitRest)
	for q := from; q <= to && s.left >= 0; q++ {
		s.fixed[r.at] = r.value(q)
		s.decode(i+1, rest-q*r.Unit)
	}
	s.fixed[r.at] = -1
}

// visit adds the offsets that go with the fixed digits.
func (s *extentSearch) visit() {
	least, most := s.f.spec.Base.Offset, s.f.spec.Base.Offset
	for d, dim := range s.f.spec.Dims {
		a, ok := extremeSum(dim, s.f.of(s.fixed, d), Digit.offset, false)
		if !ok {
			return
		}
		b, _ := extremeSum(dim, s.f.of(s.fixed, d), Digit.offset, true)
		least, most = least+a, most+b
	}
	if !s.found {
		s.lo, s.hi, s.found = least, most+s.width, true
	}
	s.lo, s.hi = min(s.lo, least), max(s.hi, most+s.width)
}

// extremeSum returns the largest (or smallest) sum of digit value × weight over the coordinates of
// a dimension for which each digit k with fixed[k] ≥ 0 has that value; ok is false if no coordinate
// has those values. A nil fixed fixes no digit.
//
// It walks the digits from the most significant one and keeps the best sum for each of
// four states: whether the digits so far equal the first coordinate's, and whether they
// equal the last coordinate's.
func extremeSum(dim Dim, fixed []int64, weight func(Digit) int64, largest bool) (int64, bool) {
	sign := int64(-1)
	if largest {
		sign = 1
	}
	var best [2][2]extremeState // [at first][at last]
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
		var next [2][2]extremeState
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
				if fixed != nil && fixed[k] >= 0 {
					lo, hi = max(lo, fixed[k]), min(hi, fixed[k])
				}
				if lo > hi {
					continue
				}
				// The sum is linear in the value, so the ends of the range
				// and their inner neighbours are the only candidates.
				for _, v := range [...]int64{lo, min(lo+1, hi), max(lo, hi-1), hi} {
					next[bitOf(atFirst == 1 && v == a)][bitOf(atLast == 1 && v == b)].raise(s.sum + sign*v*weight(g))
				}
			}
		}
		best = next
	}
	var out extremeState
	for _, row := range best {
		for _, s := range row {
			if s.ok {
				out.raise(s.sum)
			}
		}
	}
	return sign * out.sum, out.ok
}

// extremeState is the largest sum so far; not ok if there is none.
type extremeState struct {
	sum int64
	ok  bool
}

func (s *extremeState) raise(sum int64) {
	if s.ok {
		sum = max(sum, s.sum)
	}
	*s = extremeState{sum, true}
}

func bitOf(b bool) int {
	if b {
		return 1
	}
	return 0
}
