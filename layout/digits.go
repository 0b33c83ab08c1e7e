package layout

import (
	"slices"

	"optc/diag"
	"optc/layout/axes"
)

// Digit is a digit of a mixed-radix number. Each step of its value moves the element by Unit units
// and by Offset cells. If these are negative, the digit runs through its places in the opposite
// order. Unit and Offset have the same sign, unless one of them is 0.
type Digit struct {
	Size   int64 // number of values, at least 1
	Unit   int64
	Offset int64
}

// Reversed reports whether the digit runs through its places in the opposite order.
func (g Digit) Reversed() bool { return g.Unit < 0 || g.Offset < 0 }

// reverse returns the digit that runs through the same places in the opposite order.
func (g Digit) reverse() Digit { return Digit{g.Size, -g.Unit, -g.Offset} }

// Forward returns the digit without its reversal.
func (g Digit) Forward() Digit {
	if g.Reversed() {
		return g.reverse()
	}
	return g
}

// Value returns the digit of a thread.
func (g Digit) Value(thread int64) int64 {
	if g.Unit == 0 {
		return 0
	}
	return thread / g.Unit % g.Size
}

// Dim is a dimension of the digit form. Coordinate c is written as the number c + Shift
// in the mixed radix of the digits, least significant first. The product of the digit
// sizes is at least Size + Shift; values that no coordinate reaches are places without an
// element.
type Dim struct {
	Size   int64 // extent in elements, at least 1
	Shift  int64 // at least 0
	Digits []Digit

	// Partial is the class of the places that only complete a group of coordinates. The
	// coordinates of a group differ only in the lowest digit. Partial is Dummy, Tail, or
	// 0 if unreached places are simply Free.
	Partial Class
}

// Sizes returns the sizes of the digits, most significant first, as a mixed
// radix is written.
func (d Dim) Sizes() []int64 {
	sizes := make([]int64, 0, len(d.Digits))
	for _, g := range slices.Backward(d.Digits) {
		sizes = append(sizes, g.Size)
	}
	return sizes
}

// Weight is the number that a step of digit k adds to the coordinate: the product of the
// sizes of the digits below.
func (d Dim) Weight(k int) int64 {
	weight := int64(1)
	for _, g := range d.Digits[:k] {
		weight *= g.Size
	}
	return weight
}

// Digits is the regular form of a unit map:
//
//	place(c) = Base + Σ over dimensions and digits of value × (Unit, Offset)
//
// An element exists once per combination of the values of the Free digits,
// whose Offset must be 0.
type Digits struct {
	Units    int       // at least 1
	Axes     axes.Pair // axes of the places
	Width    int64     // cells per element, at least 1
	Dims     []Dim
	Free     []Digit
	Turns    []Turn // turns of values of digits, in this order, before places are summed
	Base     Place
	Capacity int64 // cells per unit; 0 if not bounded
	Reserved int64 // cells reserved in every unit, beginning with Base.Offset; 0 if not known
	Spare    Class // class of cells between elements: Padding or Gap; 0 means Gap
}

// New builds a map in digit form. Errors: bad-shape, bad-digit, too-large,
// unit-range, does-not-fit.
func New(d Digits) (*Map, error) {
	if len(d.Turns) > 0 {
		return newTurned(d)
	}
	d.Dims = slices.Clone(d.Dims)
	d.Free = slices.Clone(d.Free)
	shape := make([]int64, len(d.Dims))
	for i := range d.Dims {
		d.Dims[i].Digits = slices.Clone(d.Dims[i].Digits)
		shape[i] = d.Dims[i].Size
	}
	if d.Spare == 0 {
		d.Spare = Gap
	}
	m := &Map{units: d.Units, axes: d.Axes.Named(), width: d.Width, capacity: d.Capacity, base: d.Base.Offset, reserved: d.Reserved}
	if err := m.setShape(shape); err != nil {
		return nil, err
	}
	if err := checkDigits(d); err != nil {
		return nil, err
	}
	f := &digitForm{spec: d}
	f.expandFree()
	f.normalise()
	f.orderDigits()
	hi, cell := int64(d.Base.Unit), d.Base.Offset
	lo := hi
	for _, dim := range d.Dims {
		most, _ := extremeSum(dim, nil, Digit.unit, true)
		least, _ := extremeSum(dim, nil, Digit.unit, false)
		hi, lo = hi+most, lo+least
		least, _ = extremeSum(dim, nil, Digit.offset, false)
		cell += least
	}
	if cell < 0 {
		return nil, diag.Errorf("bad-digit", "expected cells of at least 0, but the digits reach %d", cell)
	}
	hi += int64(f.free[len(f.free)-1])
	if lo < 0 || hi >= int64(d.Units) {
		return nil, diag.Errorf("unit-range", "expected %ss in [0, %d), but the digits reach [%d, %d]", d.Axes.Unit, d.Units, lo, hi)
	}
	m.digits = f
	if err := m.check(); err != nil {
		return nil, err
	}
	return m, nil
}

// Digits returns the digit form; false if digits turn each other or the map is in table form.
func (m *Map) Digits() (Digits, bool) {
	if m.digits == nil {
		return Digits{}, false
	}
	d := m.digits.spec
	d.Axes = m.axes
	d.Dims = slices.Clone(d.Dims)
	for i := range d.Dims {
		d.Dims[i].Digits = slices.Clone(d.Dims[i].Digits)
	}
	d.Free = slices.Clone(d.Free)
	return d, true
}

func checkDigits(d Digits) error {
	if d.Units < 1 || d.Width < 1 || d.Capacity < 0 || d.Reserved < 0 || d.Base.Offset < 0 || d.Base.Offset >= Limit {
		return diag.Errorf("bad-digit", "expected at least 1 unit of non-negative capacity and elements of at least 1 cell, but got %d units, width %d, capacity %d, reserved %d, base offset %d",
			d.Units, d.Width, d.Capacity, d.Reserved, d.Base.Offset)
	}
	reachUnit, reachOffset := int64(max(d.Base.Unit, 0)), d.Base.Offset+d.Width
	add := func(g Digit) error {
		back := g.Forward()
		if g.Size < 1 || back.Reversed() {
			return diag.Errorf("bad-digit", "expected a size of at least 1 and strides of one sign, but got size %d, unit stride %d, offset stride %d", g.Size, g.Unit, g.Offset)
		}
		u, ok1 := Mul(g.Size-1, back.Unit)
		o, ok2 := Mul(g.Size-1, back.Offset)
		reachUnit, reachOffset = reachUnit+u, reachOffset+o
		if !ok1 || !ok2 || reachUnit >= Limit || reachOffset >= Limit || reachOffset < 0 {
			return diag.Errorf("too-large", "a digit of size %d with unit stride %d and offset stride %d reaches beyond 2^62", g.Size, g.Unit, g.Offset)
		}
		return nil
	}
	for i, dim := range d.Dims {
		product := int64(1)
		for _, g := range dim.Digits {
			if err := add(g); err != nil {
				return err
			}
			var ok bool
			if product, ok = Mul(product, g.Size); !ok {
				return diag.Errorf("too-large", "the digits of dimension %d have more than 2^62 values", i)
			}
		}
		if dim.Shift < 0 || dim.Shift > product-dim.Size {
			return diag.Errorf("bad-digit", "expected digits with at least %d values for dimension %d, but got %d", dim.Shift+dim.Size, i, product).
				Note("shift %d + extent %d", dim.Shift, dim.Size)
		}
	}
	copies := int64(1)
	for _, g := range d.Free {
		if g.Offset != 0 || g.Unit < 0 {
			return diag.Errorf("bad-digit", "expected a free digit with offset stride 0 that is not reversed, but got the strides %d and %d", g.Unit, g.Offset)
		}
		if err := add(g); err != nil {
			return err
		}
		var ok bool
		copies, ok = Mul(copies, g.Size)
		switch {
		case !ok || copies > int64(d.Units):
			return diag.Errorf("unit-range", "expected at most %d copies of an element, one per unit, but the free digits make more", d.Units)
		case copies > maxHeld:
			return diag.Errorf("too-large", "expected at most %d copies of an element, but the free digits make %d", maxHeld, copies)
		}
	}
	return nil
}

func (g Digit) unit() int64   { return g.Unit }
func (g Digit) offset() int64 { return g.Offset }

// digitForm is a checked Digits with values that the algorithms derive from it once.
type digitForm struct {
	spec Digits
	free []int // units to add for each copy of an element, ascending; never empty

	// base and axes are the same function with as few digits as possible.
	// Axes are outermost first; flat indices run through them in row-major
	// order. Dimensions of extent 1 have gone into base.
	base Place
	axes []axis

	// The digits of dimension d have the numbers [first[d], first[d+1]).
	first []int

	// order lists the digits in the order in which Invert decodes them. low is the place that all of them, without their
	// reversals, count from.
	order []digitRef
	low   Place
}

// inlineDigits is the number of digits up to which their values need no allocation.
const inlineDigits = 48

// of returns the part of values for the digits of dimension d.
func (f *digitForm) of(values []int64, d int) []int64 { return values[f.first[d]:f.first[d+1]] }

// axis is a run of dimensions that act as a single dimension.
type axis struct {
	size, shift int64
	digits      []Digit
}

func (f *digitForm) expandFree() {
	f.free = []int{0}
	for _, g := range f.spec.Free {
		n := len(f.free)
		for v := int64(1); v < g.Size; v++ {
			for _, u := range f.free[:n] {
				f.free = append(f.free, u+int(v*g.Unit))
			}
		}
	}
	slices.Sort(f.free)
	f.free = slices.Compact(f.free)
}

// locate returns the place of a coordinate that is known to be in the shape.
func (f *digitForm) locate(coord []int64) Place {
	p := f.spec.Base
	for d, c := range coord {
		p = p.AddNumber(c+f.spec.Dims[d].Shift, f.spec.Dims[d].Digits)
	}
	return p
}

func (f *digitForm) locateIndex(index int64) Place {
	p := f.base
	for i := len(f.axes) - 1; i >= 0; i-- {
		a := f.axes[i]
		p = p.AddNumber(index%a.size+a.shift, a.digits)
		index /= a.size
	}
	return p
}

// copies appends the places of all copies of an element whose first copy is at p.
func (f *digitForm) copies(p Place, buf []Place) []Place {
	for _, u := range f.free {
		buf = append(buf, Place{p.Unit + u, p.Offset})
	}
	return buf
}

// AddNumber moves p by the number v, written in the given digits.
func (p Place) AddNumber(v int64, digits []Digit) Place {
	for _, g := range digits {
		if v == 0 {
			break
		}
		x := v % g.Size
		v /= g.Size
		p.Unit += int(x * g.Unit)
		p.Offset += x * g.Offset
	}
	return p
}

// normalise fills base and axes.
func (f *digitForm) normalise() {
	f.base = f.spec.Base
	f.axes = nil
	for d := len(f.spec.Dims) - 1; d >= 0; d-- {
		dim := f.spec.Dims[d]
		if dim.Size == 1 {
			f.base = f.base.AddNumber(dim.Shift, dim.Digits)
			continue
		}
		a := simplify(axis{dim.Size, dim.Shift, dim.Digits})
		if n := len(f.axes); n > 0 {
			if merged, ok := mergeAxes(a, f.axes[n-1]); ok {
				f.axes[n-1] = merged
				continue
			}
		}
		f.axes = append(f.axes, a)
	}
	slices.Reverse(f.axes)
}

// simplify returns the same function with digits of size 1 dropped, the top digit reduced to the
// values that the axis reaches, and neighbouring digits joined if the higher digit continues the
// lower.
func simplify(a axis) axis {
	need := a.shift + a.size // number of values still to be distinguished
	var out []Digit
	for _, g := range a.digits {
		size := min(g.Size, need)
		need = (need + size - 1) / size
		if size == 1 {
			continue
		}
		g.Size = size
		if n := len(out); n > 0 && g.Unit == out[n-1].Size*out[n-1].Unit && g.Offset == out[n-1].Size*out[n-1].Offset {
			out[n-1].Size *= size
			continue
		}
		out = append(out, g)
	}
	a.digits = out
	return a
}

// mergeAxes joins two neighbouring axes if their row-major sequence is again a single number in
// mixed radix. It recognizes two cases: the inner axis uses all values of its digits, or the outer
// axis only continues the inner top digit.
func mergeAxes(outer, inner axis) (axis, bool) {
	below := int64(1) // number of values of the inner digits without the top digit
	for _, g := range inner.digits[:len(inner.digits)-1] {
		below *= g.Size
	}
	top := inner.digits[len(inner.digits)-1]
	size := outer.size * inner.size
	if inner.shift == 0 && below*top.Size == inner.size {
		shift, ok := Mul(outer.shift, inner.size)
		if !ok {
			return axis{}, false
		}
		return simplify(axis{size, shift, slices.Concat(inner.digits, outer.digits)}), true
	}
	if len(outer.digits) != 1 || outer.shift != 0 || inner.size%below != 0 {
		return axis{}, false
	}
	steps := inner.size / below
	if g := outer.digits[0]; g.Unit != steps*top.Unit || g.Offset != steps*top.Offset {
		return axis{}, false
	}
	digits := slices.Clone(inner.digits)
	digits[len(digits)-1].Size = (inner.shift + size + below - 1) / below
	return axis{size, inner.shift, digits}, true
}
