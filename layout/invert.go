package layout

import (
	"cmp"
	"slices"

	"optc/num"
)

// Class is the kind of contents of a cell.
type Class uint8

// The classes, ordered such that a stronger reason for a cell to hold nothing takes precedence over
// a weaker one.
const (
	_         Class = iota
	Element         // a cell of an element
	Dummy           // filler that completes a packed group of elements
	Tail            // completes the last, short group of a dimension that is dealt in groups
	Padding         // between the elements of a block, up to its rounded size
	Gap             // skipped by strides
	Free            // a whole block without an element
	Outside         // not in the range of the map
	Undecided       // the digits do not show the contents
)

var classNames = [...]string{"", "element", "dummy", "tail", "padding", "gap", "free", "outside", "undecided"}

func (c Class) String() string { return classNames[c] }

// Hit is the answer of [Map.Invert].
type Hit struct {
	Class Class
	Index int64 // flat index of the element; only for Element
	Cell  int64 // which cell of the element, in [0, Width); only for Element
}

// Invert returns the contents of the cell at an offset of a unit. If several elements
// share the cell, it returns one of them. Every cell outside [Map.Range] is Outside.
//
// A cell is Undecided if digits overlap and 2^24 sums of them do not reach an element: the question is NP-complete (subset sum), with
// a digit of size 2 for each number.
func (m *Map) Invert(unit int, offset int64) Hit {
	lo, hi, err := m.Range(unit)
	switch {
	case err != nil:
		return Hit{Class: Undecided}
	case offset < lo || offset >= hi:
		return Hit{Class: Outside}
	case m.table != nil:
		if r, ok := m.byUnit().at(unit, offset, m.width); ok {
			d := offset - r.Offset
			return Hit{Class: Element, Index: r.Index + d/m.width, Cell: d % m.width}
		}
		return m.spare(unit, offset)
	}
	hit, ok := m.findAny(unit, offset)
	if ok || hit.Class == Undecided {
		return hit
	}
	return m.classify(unit, offset, hit.Class)
}

// findAny is find for any element; the class is Undecided if too many steps show none.
func (m *Map) findAny(unit int, offset int64) (hit Hit, ok bool) {
	if m.digits != nil { // allocates no memory
		steps := budget{maxSteps}
		if hit, ok = m.digits.find(m, unit, offset, &steps, nil); steps.left < 0 {
			hit.Class = Undecided
		}
		return hit, ok
	}
	steps := newBudget()
	if hit, ok = m.find(unit, offset, steps, nil); steps.left < 0 {
		hit.Class = Undecided
	}
	return hit, ok
}

// find returns the first element in a cell that is accepted, or any if accept is nil, of a map that is no table. If ok is false, the
// class of the hit is Outside unless digits lead to the cell, but reach beyond the elements. steps are exceeded if elements may be
// missing.
func (m *Map) find(unit int, offset int64, steps *budget, accept func(Hit) bool) (hit Hit, ok bool) {
	switch {
	case m.chain != nil:
		return m.chain.find(unit, offset, steps, accept)
	case m.turned == nil:
		return m.digits.find(m, unit, offset, steps, accept)
	}
	undone := accept
	if accept != nil {
		undone = func(h Hit) bool { return accept(m.turned.undo(h)) }
	}
	if hit, ok = m.turned.plain.find(unit, offset, steps, undone); ok {
		hit = m.turned.undo(hit)
	}
	return hit, ok
}

// classify returns the class of a cell without an element, given the class that find found.
func (m *Map) classify(unit int, offset int64, found Class) Hit {
	plain := m
	switch {
	case m.turned != nil:
		plain = m.turned.plain
	case m.chain != nil && m.chain.then.isInjective():
		return m.chain.classify(unit, offset)
	case m.chain != nil:
		return m.spare(unit, offset)
	}
	switch f := plain.digits; {
	case found != Outside:
		return Hit{Class: found}
	case f.spec.Spare != Gap:
		return f.classifySpare(plain, unit, offset)
	}
	return plain.spare(unit, offset)
}

// spare classifies a cell in range that no element and no digit reaches.
func (m *Map) spare(unit int, offset int64) Hit {
	switch lo, hi, err := m.Extent(unit); {
	case err != nil:
		return Hit{Class: Undecided}
	case offset < lo || offset >= hi:
		return Hit{Class: Free}
	}
	return Hit{Class: Gap}
}

// digitRef is a digit in the order of decoding, with the largest sum that the digits
// after it can add.
type digitRef struct {
	Digit            // without its reversal
	reverses   bool  // the digit has the value Size - 1 - n where n is decoded
	at         int   // number of the digit, counted through all dimensions
	unitRest   int64 // largest unit of the later digits
	offsetRest int64 // largest offset of the later digits
	offsetGCD  int64 // greatest common divisor of the later offset strides
}

// orderDigits fills first and order: digits with a unit stride first, by descending unit
// stride, then digits with an offset stride, by descending offset stride. Digits without
// any stride are omitted, because their value has no effect on the place.
func (f *digitForm) orderDigits() {
	f.order, f.first, f.low = nil, make([]int, 1, len(f.spec.Dims)+1), f.spec.Base
	n := 0
	for _, dim := range f.spec.Dims {
		for _, g := range dim.Digits {
			if g.Reversed() {
				f.low = f.low.add(g, g.Size-1)
			}
			if g.Unit != 0 || g.Offset != 0 {
				f.order = append(f.order, digitRef{Digit: g.Forward(), reverses: g.Reversed(), at: n})
			}
			n++
		}
		f.first = append(f.first, n)
	}
	slices.SortStableFunc(f.order, func(a, b digitRef) int {
		return cmp.Or(cmp.Compare(b.Unit, a.Unit), cmp.Compare(b.Offset, a.Offset))
	})
	var unit, offset, g int64
	for i := len(f.order) - 1; i >= 0; i-- {
		r := &f.order[i]
		r.unitRest, r.offsetRest, r.offsetGCD = unit, offset, g
		unit += (r.Size - 1) * r.Unit
		offset += (r.Size - 1) * r.Offset
		if r.Size > 1 {
			g = num.GCD(g, r.Offset)
		}
	}
}

// value returns the value of the digit where n is decoded.
func (r *digitRef) value(n int64) int64 {
	if r.reverses {
		return r.Size - 1 - n
	}
	return n
}

// values returns the range of values of a digit with the given stride that
// leave between 0 and rest of amount to the later digits.
func (r *digitRef) values(amount, stride, rest int64) (from, to int64) {
	return max(0, (amount-rest+stride-1)/stride), min(r.Size-1, amount/stride)
}

// decoder is a search for the digits that lead to a cell.
type decoder struct {
	f      *digitForm
	m      *Map
	order  []digitRef
	values []int64 // values of the digits
	best   Hit
	coord  []int64
	accept func(Hit) bool // nil if every element is accepted
	*budget
}

// find is Map.find by digits. If accept may refuse elements, it also tries the digits whose values do not move elements.
func (f *digitForm) find(m *Map, unit int, offset int64, steps *budget, accept func(Hit) bool) (hit Hit, ok bool) {
	var (
		buf    [inlineDigits]int64
		coords [8]int64
	)
	d := decoder{f: f, m: m, order: f.order, best: Hit{Class: Outside}, values: buf[:0], coord: coords[:0], accept: accept, budget: steps}
	for range f.first[len(f.first)-1] {
		d.values = append(d.values, 0)
	}
	for range f.spec.Dims {
		d.coord = append(d.coord, 0)
	}
	if accept != nil {
		d.order = f.allDigits()
	}
	for _, u := range f.free {
		if d.search(0, int64(unit-f.low.Unit-u), offset-f.low.Offset) {
			return d.best, true
		}
	}
	return d.best, false
}

// allDigits returns the order of decoding, and then the digits whose values do not move elements.
func (f *digitForm) allDigits() []digitRef {
	order := slices.Clone(f.order)
	for i, dim := range f.spec.Dims {
		for k, g := range dim.Digits {
			if g.Unit == 0 && g.Offset == 0 {
				order = append(order, digitRef{Digit: g, at: f.first[i] + k})
			}
		}
	}
	return order
}

// classifySpare returns the class of a cell that no digits reach, if cells between elements are of their own class.
func (f *digitForm) classifySpare(m *Map, unit int, offset int64) Hit {
	d := decoder{f: f, m: m, values: make([]int64, f.first[len(f.first)-1]), coord: make([]int64, len(f.spec.Dims))}
	for _, u := range f.free {
		if d.greedy(int64(unit-f.low.Unit-u), offset-f.low.Offset) && d.classify() != Free {
			return Hit{Class: f.spec.Spare}
		}
	}
	return Hit{Class: Free}
}

// search tries every way to write the remaining unit and offset with digit i and the later digits.
// It records the best hit and reports whether the hit is an element.
func (d *decoder) search(i int, unit, offset int64) bool {
	if !d.spend(1) {
		return false
	}
	if i == len(d.order) {
		if unit != 0 || offset < 0 || offset >= d.m.width {
			return false
		}
		class := d.classify()
		if class != Element {
			d.best.Class = min(d.best.Class, class)
			return false
		}
		index, _ := d.m.Index(d.coord)
		if hit := (Hit{Element, index, offset}); d.accept == nil || d.accept(hit) {
			d.best = hit
			return true
		}
		return false
	}
	r := &d.order[i]
	from, to := int64(0), r.Size-1
	switch {
	case r.Unit != 0:
		from, to = r.values(unit, r.Unit, r.unitRest)
	case r.Offset != 0:
		from, to = r.values(offset, r.Offset, r.offsetRest+d.m.width-1)
	}
	for q := to; q >= from && d.left >= 0; q-- {
		rest := offset - q*r.Offset
		if r.Unit == 0 && r.offsetGCD > 0 && rest%r.offsetGCD >= d.m.width {
			continue
		}
		d.values[r.at] = r.value(q)
		if d.search(i+1, unit-q*r.Unit, rest) {
			return true
		}
	}
	return false
}

// greedy writes the unit exactly and as much of the offset as possible with
// the largest digits first; false if the digits do not reach the unit.
func (d *decoder) greedy(unit, offset int64) bool {
	for _, r := range d.f.order {
		q := min(r.Size-1, max(offset, 0)/max(r.Offset, 1))
		if r.Unit != 0 {
			q = max(0, min(r.Size-1, unit/r.Unit))
		}
		d.values[r.at] = r.value(q)
		unit -= q * r.Unit
		offset -= q * r.Offset
	}
	return unit == 0
}

// classify turns the digit values into a coordinate and returns its class.
func (d *decoder) classify() Class {
	class := Element
	for i, dim := range d.f.spec.Dims {
		var v int64
		values := d.f.of(d.values, i)
		for k := len(dim.Digits) - 1; k >= 0; k-- {
			v = v*dim.Digits[k].Size + values[k]
		}
		d.coord[i] = v - dim.Shift
		if d.accept == nil {
			d.coord[i] = dim.raise(len(dim.Digits)-1, d.coord[i])
		}
		class = max(class, dim.class(d.coord[i], values))
	}
	return class
}

// raise adds to a negative coordinate the values that the digits without any stride, from
// the k-th down, can add: decoding leaves these digits at 0 because their value does not
// move the element. It returns a coordinate in range if there is one.
func (dim Dim) raise(k int, v int64) int64 {
	if v >= 0 {
		return v
	}
	for ; k >= 0; k-- {
		g := dim.Digits[k]
		if g.Unit != 0 || g.Offset != 0 {
			continue
		}
		scale := dim.Weight(k)
		// Lower digits add less than one step of this digit, so that only two of its values can lead to
		// the cell: the last one below the range and the first one in it.
		for up := -v / scale; up <= min(-v/scale+1, g.Size-1); up++ {
			if w := dim.raise(k-1, v+up*scale); w >= 0 && w < dim.Size {
				return w
			}
		}
	}
	return v
}

// class returns the class of coordinate v of the dimension, which may be out of range.
func (dim Dim) class(v int64, digits []int64) Class {
	if v >= 0 && v < dim.Size {
		return Element
	}
	if dim.Partial == 0 || len(digits) == 0 {
		return Free
	}
	group := v - digits[0]
	if group+dim.Digits[0].Size <= 0 || group >= dim.Size {
		return Free
	}
	return dim.Partial
}
