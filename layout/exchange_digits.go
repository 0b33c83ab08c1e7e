package layout

import (
	"cmp"
	"slices"

	"optc/num"
)

// jointPart is a part of the flat indices of two maps; for each map, it has the places of the elements whose number in the part is 0,
// 1, … A place of the map is a sum of one place per part. Digits move by the same step each time, the values of other parts are
// listed.
//
//	axis of 8 elements            values     moves in the first map, in the second
//	first map   4, 2              4          (0, 1)  (1, 0)
//	second map  4 units, 2        2          (0, 8)  (0, 1)
type jointPart struct {
	size int64
	step [2]Place   // step of a digit in both maps
	list [][2]Place // nil for a digit
}

// at returns the contribution of a value of the part to the places.
func (p jointPart) at(value int64) [2]Place {
	if p.list != nil {
		return p.list[value]
	}
	return [2]Place{p.step[0].Times(value), p.step[1].Times(value)}
}

// jointParts returns the parts of two maps in digit form that have the same number of elements, the lowest first; ok is false if
// the maps' digits have none in common, and there are too many elements to list.
func jointParts(f, g *digitForm) (parts []jointPart, ok bool) {
	listed := int64(0)
	for _, b := range commonBlocks(f.axes, g.axes) {
		if len(b.axes[0]) == 1 && len(b.axes[1]) == 1 {
			if digits, ok := jointDigits(b.axes[0][0], b.axes[1][0]); ok {
				parts = append(parts, digits...)
				continue
			}
		}
		part := jointPart{size: b.Size}
		if listed += b.Size; listed > maxHeld {
			return nil, false
		}
		x, y := b.of(0, 1).digits, b.of(1, 1).digits
		for c := range part.size {
			part.list = append(part.list, [2]Place{x.locateIndex(c), y.locateIndex(c)})
		}
		parts = append(parts, part)
	}
	joined := parts[:0]
	for _, p := range parts {
		if n := len(joined); n > 0 && p.list == nil && joined[n-1].list == nil && joined[n-1].at(joined[n-1].size) == p.step {
			joined[n-1].size *= p.size
			continue
		}
		joined = append(joined, p)
	}
	return joined, true
}

// jointDigits returns the digits of an axis in two maps; ok is false if they have no common refinement.
func jointDigits(a, b axis) (digits []jointPart, ok bool) {
	if len(a.digits) == 1 && len(b.digits) == 1 { // a shift adds a constant
		x, y := a.digits[0], b.digits[0]
		return []jointPart{{size: a.size, step: [2]Place{{int(x.Unit), x.Offset}, {int(y.Unit), y.Offset}}}}, true
	}
	weights := []int64{a.size}
	for _, x := range []axis{a, b} {
		weight := int64(1)
		for _, g := range x.digits {
			weights = append(weights, weight)
			weight *= g.Size
		}
		if x.shift != 0 || weight != x.size {
			return nil, false
		}
	}
	slices.Sort(weights)
	weights = slices.Compact(weights)
	for i, weight := range weights[1:] {
		if weight%weights[i] != 0 {
			return nil, false
		}
		digits = append(digits, jointPart{size: weight / weights[i], step: [2]Place{
			Place{}.AddNumber(weights[i], a.digits), Place{}.AddNumber(weights[i], b.digits),
		}})
	}
	return digits, true
}

// exchangeSum counts an exchange as a sum over parts.
type exchangeSum struct {
	*Exchange
	src, dst *Map
	wide     int64
	counts   map[exchangeState]int64 // elements by the sums of the parts that move units, or are listed
	digits   []jointPart             // the other digits, if they move offsets differently
	alike    int64                   // elements for each sum of all these parts
	together int64                   // elements that are neighbours before and after
	zeros    map[int64]int64         // how often the digits add up to a number
	steps    int64                   // steps that are left
}

// exchangeState is a sum of parts: the units before and after, and how much larger the offset is after.
type exchangeState struct {
	from, to int
	apart    int64
}

// countDigits counts the moves of two maps in digit form; ok is false if digits do not show them. The elements of src must not share
// cells, because a cell is sent once.
func (x *Exchange) countDigits(src, dst *Map, wide int64) (ok bool) {
	if src.digits == nil || dst.digits == nil || !src.isInjective() {
		return false
	}
	parts, ok := jointParts(src.digits, dst.digits)
	s := exchangeSum{Exchange: x, src: src, dst: dst, wide: wide, alike: 1, together: 1, zeros: map[int64]int64{}, steps: maxSteps}
	if !ok || wide > 1 && !s.findNeighbours(parts) || !s.add(parts) {
		return false
	}
	for state, n := range s.counts {
		if !s.addState(state, n) {
			return false
		}
	}
	return true
}

// findNeighbours sets together, the elements of each move; ok is false if moves have different numbers of elements.
func (s *exchangeSum) findNeighbours(parts []jointPart) (ok bool) {
	if s.src.hasCopies() || s.dst.hasCopies() {
		return false
	}
	next := [2]Place{{Offset: s.src.width}, {Offset: s.dst.width}}
	var back [2]Place // how much the parts below move when they begin again
	for i, p := range parts {
		for value := range max(int64(len(p.list)), 2) - 1 {
			at, to := p.at(value), p.at(value+1)
			step := [2]Place{to[0].minus(at[0]).plus(back[0]), to[1].minus(at[1]).plus(back[1])}
			switch {
			case step != next:
			case i > 0 || p.list != nil:
				return false
			default:
				s.together = p.size
			}
		}
		last := p.at(p.size - 1)
		back = [2]Place{back[0].minus(last[0]), back[1].minus(last[1])}
	}
	return true
}

// add sums up the parts; ok is false if there are too many sums.
func (s *exchangeSum) add(parts []jointPart) (ok bool) {
	p, _ := s.src.LocateIndex(0)
	q, _ := s.dst.LocateIndex(0)
	s.counts = map[exchangeState]int64{{p.Unit, q.Unit, q.Offset - p.Offset}: 1}
	for _, part := range parts {
		switch by := part.step; {
		case part.list != nil || by[0].Unit != 0 || by[1].Unit != 0:
			if ok = s.addPart(part); !ok {
				return false
			}
		case by[0].Offset == by[1].Offset:
			s.alike *= part.size
		default:
			s.digits = append(s.digits, part)
		}
	}
	slices.SortFunc(s.digits, func(a, b jointPart) int { return cmp.Compare(abs(a.apart()), abs(b.apart())) })
	return true
}

// apart is the offset of a step of a digit in the second map minus the offset in the first.
func (p jointPart) apart() int64 { return p.step[1].Offset - p.step[0].Offset }

// addPart adds the values of a part to all sums.
func (s *exchangeSum) addPart(part jointPart) (ok bool) {
	values := map[exchangeState]int64{}
	for value := range part.size {
		at := part.at(value)
		values[exchangeState{at[0].Unit, at[1].Unit, at[1].Offset - at[0].Offset}]++
		if s.steps--; s.steps <= 0 {
			return false
		}
	}
	if s.steps -= int64(len(values)) * int64(len(s.counts)); s.steps <= 0 {
		return false
	}
	sums := make(map[exchangeState]int64, len(values)*len(s.counts))
	for a, n := range s.counts {
		for b, m := range values {
			sums[exchangeState{a.from + b.from, a.to + b.to, a.apart + b.apart}] += n * m
		}
	}
	s.counts = sums
	return true
}

// addState counts the moves of n elements for each sum of the digits; ok is false if there are too many sums.
func (s *exchangeSum) addState(state exchangeState, n int64) (ok bool) {
	n *= s.alike
	all := n
	for _, p := range s.digits {
		all *= p.size
	}
	sent := false
	for _, copied := range s.dst.digits.free {
		from, to := state.from, state.to+copied
		if _, near := slices.BinarySearch(s.src.digits.free, to-state.from); near {
			from = to
		}
		s.pairs[[2]int{from, to}] += all * s.dst.width
		if from != to {
			s.Between += all * s.dst.width
			s.Received[to] += all * s.dst.width
			if !sent {
				s.Sent[from] += all * s.dst.width
			}
			sent = true
			continue
		}
		zeros, ok := s.zerosOf(len(s.digits), -state.apart)
		if !ok {
			return false
		}
		same := n * zeros
		s.Same += same * s.dst.width
		s.Within += (all - same) * s.dst.width
		s.Accesses[to] += (all - same) / s.together * ((s.together*s.dst.width + s.wide - 1) / s.wide)
	}
	return true
}

// zerosOf counts the values of the lowest k digits for which the difference of the two maps' offsets is apart; ok is false if
// there are too many sums.
func (s *exchangeSum) zerosOf(k int, apart int64) (n int64, ok bool) {
	if s.steps--; s.steps <= 0 {
		return 0, false
	}
	if k == 0 {
		if apart == 0 {
			n = 1
		}
		return n, true
	}
	if k == len(s.digits) {
		if n, ok = s.zeros[apart]; ok {
			return n, true
		}
	}
	least, most := int64(0), int64(0) // sums of the digits below
	for _, p := range s.digits[:k-1] {
		end := (p.size - 1) * p.apart()
		least, most = least+min(0, end), most+max(0, end)
	}
	g := s.digits[k-1]
	low, high := apart-most, apart-least // range that this digit may move
	step := g.apart()
	if step < 0 {
		low, high, step = -high, -low, -step
	}
	for value := max(0, -num.FloorDiv(-low, step)); value <= min(g.size-1, num.FloorDiv(high, step)); value++ {
		sum, ok := s.zerosOf(k-1, apart-value*g.apart())
		if !ok {
			return 0, false
		}
		n += sum
	}
	if k == len(s.digits) {
		s.zeros[apart] = n
	}
	return n, true
}
