package layout

// plain returns the map without turns, and the turns, of a map that is not in table form.
func (m *Map) plain() (*Map, []Turn) {
	if m.turned != nil {
		return m.turned.plain, m.turned.turns
	}
	return m, nil
}

// composeTurned composes maps whose digits turn each other. The turns of m come first, then the turns of outer;
// a digit of outer that turns must be a single digit of m. ok is false if it is not, or if a digit that m turns
// is divided.
func composeTurned(m, outer *Map) (d Digits, ok bool) {
	inner, first := m.plain()
	second, last := outer.plain()
	if len(inner.digits.spec.Free) > 0 || inner.digits.low != inner.digits.spec.Base {
		return d, false
	}
	spec := second.digits.spec
	axes := make([]axis, len(spec.Dims))
	number := map[DigitRef]int{} // number of each of outer's digits in the radix
	for i, dim := range spec.Dims {
		axes[i] = axis{dim.Size, dim.Shift, dim.Digits}
	}
	r := radixOf(spec.Base, axes)
	n := 0
	for i := len(spec.Dims) - 1; i >= 0; i-- {
		for k := range spec.Dims[i].Digits {
			number[DigitRef{i, k}] = n
			n++
		}
	}
	start := r.at
	if d, ok = r.compose(inner.digits, second, m.columns(outer)); !ok || r.at != start {
		return d, false // a constant part would take part in the turns
	}
	parts, whole := newParts(inner.digits.spec.Dims, d.Dims)
	for _, t := range first {
		if len(parts[t.At]) != 1 {
			return d, false
		}
		factor := t.Factor
		for _, by := range parts[t.By] {
			d.Turns = append(d.Turns, Turn{At: parts[t.At][0], By: by, Factor: factor})
			factor *= d.Dims[by.Dim].Digits[by.Digit].Size
		}
	}
	for _, t := range last {
		at, by := number[t.At], number[t.By]
		target := -1
		for k, counts := range r.made {
			if counts[at] != 0 {
				if target >= 0 || counts[at] != 1 || !isAlone(counts) {
					return d, false
				}
				target = k
			}
		}
		if target < 0 {
			return d, false
		}
		to := whole[target]
		if d.Dims[to.Dim].Digits[to.Digit].Size != r.digits[at].size {
			return d, false
		}
		for k, counts := range r.made {
			if counts[by] != 0 {
				d.Turns = append(d.Turns, Turn{At: to, By: whole[k], Factor: t.Factor * counts[by]})
			}
		}
	}
	return d, true
}

// isAlone reports whether only one number is not 0.
func isAlone(counts []int64) bool {
	n := 0
	for _, c := range counts {
		if c != 0 {
			n++
		}
	}
	return n == 1
}

// newParts returns, for each digit of dims, the digits of divided that it was divided into, and all digits of
// divided in the order in which they were made.
func newParts(dims, divided []Dim) (parts map[DigitRef][]DigitRef, whole []DigitRef) {
	parts = map[DigitRef][]DigitRef{}
	for i, dim := range dims {
		at := 0
		for k, g := range dim.Digits {
			for size := int64(1); size < g.Size; at++ {
				size *= divided[i].Digits[at].Size
				ref := DigitRef{i, at}
				parts[DigitRef{i, k}] = append(parts[DigitRef{i, k}], ref)
				whole = append(whole, ref)
			}
		}
	}
	return parts, whole
}
