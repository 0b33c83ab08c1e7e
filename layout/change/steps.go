package change

import "optc/layout"

// Step is a digit of a change of layout: elements that differ by 1 in the digit are From apart in
// the first layout and To apart in the second. A digit of copies in the first layout has no To, a
// digit of copies in the second has no From.
type Step struct {
	Size     int64
	From, To layout.Place
}

// Source returns the place of the digit in the first layout.
func (s Step) Source() layout.Place { return s.From }

// Target returns the place of the digit in the second layout.
func (s Step) Target() layout.Place { return s.To }

// IsCopy reports whether the digit distinguishes copies, not elements.
func (s Step) IsCopy() bool { return s.From == (layout.Place{}) || s.To == (layout.Place{}) }

// Steps writes a change of layout in digits, from the inverse of one map followed by the
// other; digits are split into primes, so that each is of one kind. The lowest digits of
// units of the first layout come first, then its cells, then copies of the second layout. ok
// is false if the digits of the maps have no common refinement.
func Steps(from, to *layout.Map) (steps []Step, ok bool) {
	inverse, ok := from.Inverse()
	if !ok {
		return nil, false
	}
	after, err := inverse.Compose(to)
	if err != nil {
		return nil, false
	}
	d, ok := after.Digits()
	if !ok || d.Base != (layout.Place{}) {
		return nil, false
	}
	for i, dim := range d.Dims {
		weight := int64(1)
		for _, g := range dim.Digits {
			at := layout.Place{Offset: weight}
			if i == 0 {
				at = layout.Place{Unit: int(weight)}
			}
			s := Step{Size: g.Size, From: at, To: layout.Place{Unit: int(g.Unit), Offset: g.Offset}}
			if s.To == (layout.Place{}) && i == 1 {
				return nil, false // cells that hold nothing
			}
			steps = s.splitPrimes(steps)
			weight *= g.Size
		}
	}
	for _, g := range d.Free {
		steps = Step{Size: g.Size, To: layout.Place{Unit: int(g.Unit)}}.splitPrimes(steps)
	}
	return steps, true
}

// splitPrimes appends the digits of prime size that together are s, the lowest first.
func (s Step) splitPrimes(out []Step) []Step {
	size, from, to := s.Size, s.From, s.To
	for p := int64(2); size > 1; p++ {
		if p*p > size {
			p = size
		}
		for size%p == 0 {
			out = append(out, Step{Size: p, From: from, To: to})
			size, from, to = size/p, from.Times(p), to.Times(p)
		}
	}
	return out
}
