package layout

import (
	"cmp"
	"slices"

	"optc/num"
)

// Class is the kind of contents of a cell.
type Class uint8

// The classes, in an order in which a stronger reason for holding nothing takes
// precedence over a weaker one.
const (
	_       Class = iota
	Element       // a cell of an element
	Dummy         // filler that completes a packed group of elements
	Tail          // completes the last, short group of a dimension that is dealt in groups
	Padding       // between the elements of a block, up to its rounded size
	Gap           // skipped by strides
	Free          // a whole block without an element
	Outside       // not in the range of the map
)

var classNames = [...]string{"", "element", "dummy", "tail", "padding", "gap", "free", "outside"}

func (c Class) String() string { return classNames[c] }

// Hit is the answer of [Map.Invert].
type Hit struct {
	Class Class
	Index int64 // flat index of the element; only for Element
	Cell  int64 // which cell of the element, in [0, Width); only for Element
}

// Invert returns the contents of the cell at an offset of a unit. If several elements
// share the cell, it returns one of them. Every cell outside [Map.Range] is Outside.
func (m *Map) Invert(unit int, offset int64) Hit {
	lo, hi := m.Range(unit)
	if offset < lo || offset >= hi {
		return Hit{Class: Outside}
	}
	if m.digits != nil {
		return m.digits.invert(m, unit, offset)
	}
	if m.turned != nil {
		return m.turned.invert(unit, offset)
	}
	if m.chain != nil {
		if hit, ok := m.chain.invert(unit, offset); ok {
			return hit
		}
	}
	if r, ok := m.byUnit().at(unit, offset, m.width); ok {
		d := offset - r.Offset
		return Hit{Class: Element, Index: r.Index + d/m.width, Cell: d % m.width}
	}
	return m.spare(unit, offset)
}

// spare classifies a cell in range that no element and no digit reaches.
func (m *Map) spare(unit int, offset int64) Hit {
	if lo, hi := m.Extent(unit); offset < lo || offset >= hi {
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
			if g.reversed() {
				f.low = f.low.add(g, g.Size-1)
			}
			if g.Unit != 0 || g.Offset != 0 {
				f.order = append(f.order, digitRef{Digit: g.forward(), reverses: g.reversed(), at: n})
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
	values []int64 // of the digits
	best   Hit
	coord  []int64
}

func (f *digitForm) invert(m *Map, unit int, offset int64) Hit {
	var (
		buf    [inlineDigits]int64
		coords [8]int64
	)
	d := decoder{f: f, m: m, best: Hit{Class: Outside}, values: buf[:0], coord: coords[:0]}
	for range f.first[len(f.first)-1] {
		d.values = append(d.values, 0)
	}
	for range f.spec.Dims {
		d.coord = append(d.coord, 0)
	}
	unit -= f.low.Unit
	offset -= f.low.Offset
	for _, u := range f.free {
		if d.search(0, int64(unit-u), offset) {
			return d.best
		}
	}
	if d.best.Class != Outside {
		return d.best
	}
	if f.spec.Spare == Gap {
		return m.spare(unit+f.low.Unit, offset+f.low.Offset)
	}
	for _, u := range f.free {
		if d.greedy(int64(unit-u), offset) && d.classify() != Free {
			return Hit{Class: f.spec.Spare}
		}
	}
	return Hit{Class: Free}
}

// search tries every way to write the remaining unit and offset with the
// digits from the i-th on. It records the best hit and reports whether it is
// an element.
func (d *decoder) search(i int, unit, offset int64) bool {
	if i == len(d.f.order) {
		if unit != 0 || offset < 0 || offset >= d.m.width {
			return false
		}
		class := d.classify()
		d.best.Class = min(d.best.Class, class)
		if class == Element {
			d.best.Index, _ = d.m.Index(d.coord)
			d.best.Cell = offset
		}
		return class == Element
	}
	r := &d.f.order[i]
	var from, to int64
	if r.Unit != 0 {
		from, to = r.values(unit, r.Unit, r.unitRest)
	} else {
		from, to = r.values(offset, r.Offset, r.offsetRest+d.m.width-1)
	}
	for q := to; q >= from; q-- {
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
		d.coord[i] = dim.raise(len(dim.Digits)-1, v-dim.Shift)
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
		// Lower digits add less than one step of this digit, so that only the step below
		// the range and the step into it can lead to the cell.
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
