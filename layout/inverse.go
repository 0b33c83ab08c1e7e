package layout

import (
	"cmp"
	"slices"

	"optc/diag"
	"optc/layout/axes"
)

// Inverse returns the map from places to elements: its shape has a row for each unit and a
// column for each cell, and its only unit stores the flat index of the element that m stores
// there. Followed by another map of the same elements it is a change of layout:
//
//	(thread, register) → element  then  element → (thread, register)
//
// Rows are units that share a copy of the elements, so that the digits of copies move nothing; neither do digits of units and cells
// that m does not use. Turns of digits are undone in the opposite order. So m followed by its inverse is the identity, and the
// inverse followed by m is the identity on the first copy. ok is false if m is not in digit form, or has digits that overlap, that
// move both unit and cell, or that reach beyond its elements.
func (m *Map) Inverse() (inverse *Map, ok bool) {
	spec, ok := m.Turned()
	plain, _ := m.plain()
	if !ok || m.width != 1 || plain.digits.low != (Place{}) || spec.Base != (Place{}) && len(spec.Turns) > 0 {
		return nil, false
	}
	var units, cells []inverseDigit
	first := int64(0) // the element in the first cell of the first unit
	weight := int64(1)
	for i, dim := range slices.Backward(spec.Dims) {
		below := int64(1)
		for k, g := range dim.Digits {
			d := inverseDigit{size: g.Size, weight: weight * below, of: DigitRef{i, k}}
			below *= g.Size
			if g.Reversed() {
				first += (g.Size - 1) * d.weight
				d.weight = -d.weight
				g = g.Forward()
			}
			switch {
			case g.Size == 1:
				continue
			case g.Unit > 0 && g.Offset == 0:
				d.stride = g.Unit
				units = append(units, d)
			case g.Offset > 0 && g.Unit == 0:
				d.stride = g.Offset
				cells = append(cells, d)
			default:
				return nil, false
			}
		}
		if dim.Shift != 0 || below != dim.Size {
			return nil, false
		}
		weight *= dim.Size
	}
	for _, g := range spec.Free {
		if g.Size > 1 && g.Unit > 0 {
			units = append(units, inverseDigit{size: g.Size, stride: g.Unit, of: DigitRef{Dim: -1}})
		}
	}
	where := map[DigitRef]DigitRef{}
	rows, ok1 := invertDigits(units, 0, where)
	columns, ok2 := invertDigits(cells, 1, where)
	if !ok1 || !ok2 {
		return nil, false
	}
	d := Digits{Units: 1, Width: 1, Dims: []Dim{rows, columns}, Base: Place{Offset: first}}
	for _, t := range slices.Backward(spec.Turns) {
		at, ok1 := where[t.At]
		by, ok2 := where[t.By]
		if ok1 && ok2 { // digits of size 1 turn nothing
			d.Turns = append(d.Turns, Turn{At: at, By: by, Factor: -t.Factor})
		}
	}
	inverse, err := New(d)
	return inverse, err == nil
}

// inverseDigit is a digit of places: a step of its value moves stride places, and weight
// elements.
type inverseDigit struct {
	size, stride, weight int64
	of                   DigitRef // the digit of the elements; dimension -1 for copies
}

// invertDigits returns the dimension of places with the given digits, and notes where each digit
// went; ok is false if they overlap.
func invertDigits(digits []inverseDigit, to int, where map[DigitRef]DigitRef) (dim Dim, ok bool) {
	slices.SortFunc(digits, func(a, b inverseDigit) int { return cmp.Compare(a.stride, b.stride) })
	dim.Size = 1
	for _, g := range digits {
		if g.stride%dim.Size != 0 {
			return dim, false
		}
		if between := g.stride / dim.Size; between > 1 {
			dim.Digits = append(dim.Digits, Digit{Size: between})
		}
		where[g.of] = DigitRef{to, len(dim.Digits)}
		dim.Digits = append(dim.Digits, Digit{Size: g.size, Offset: g.weight})
		if dim.Size, ok = Mul(g.stride, g.size); !ok {
			return dim, false
		}
	}
	return dim, true
}

// Placed returns the map of elements to places along axes whose inverse m is: m has a row for each unit and a column
// for each cell, and its only unit stores the flat index of the element there. Digits of rows that
// move nothing are copies. The result has one dimension. Errors: bad-digit if a unit has an
// element several times, digits overlap, or some elements are nowhere.
//
//	(thread, register) → element   becomes   element → (thread, register)
func (m *Map) Placed(on axes.Pair) (*Map, error) {
	spec, ok := m.Turned()
	if !ok || len(spec.Dims) != 2 {
		return nil, diag.Errorf("bad-digit", "expected digits of units and of cells")
	}
	if plain, _ := m.plain(); plain.digits.low != (Place{}) {
		return nil, diag.Errorf("bad-digit", "expected element 0 in a place, but the first is element %d", plain.digits.low.Offset)
	}
	if len(spec.Turns) > 0 && spec.Base != (Place{}) {
		return nil, diag.Errorf("bad-digit", "expected digits that turn, but are not reversed")
	}
	out := Digits{Units: int(m.shape[0]), Axes: on, Width: 1}
	var list []inverseDigit
	steps := map[DigitRef]Digit{}
	for i, dim := range spec.Dims {
		if !dim.IsExact() {
			return nil, diag.Errorf("bad-digit", "the digits of places have more values than there are places")
		}
		for k, g := range dim.Digits {
			step := Digit{Size: g.Size, Unit: dim.Weight(k)}
			if i == 1 {
				step = Digit{Size: g.Size, Offset: dim.Weight(k)}
			}
			if g.Reversed() {
				g = g.Forward()
				out.Base = out.Base.add(step, step.Size-1)
				step = step.reverse()
			}
			switch {
			case g.Size == 1:
			case g.Offset > 0:
				steps[DigitRef{i, k}] = step
				list = append(list, inverseDigit{size: g.Size, stride: g.Offset, of: DigitRef{i, k}})
			case i == 1:
				return nil, diag.Errorf("bad-digit", "a %s has each element %d times", on.Unit, g.Size)
			default:
				out.Free = append(out.Free, step)
			}
		}
	}
	where := map[DigitRef]DigitRef{}
	dim, ok := invertDigits(list, 0, where)
	if !ok || len(dim.Digits) != len(list) {
		return nil, diag.Errorf("bad-digit", "the digits of places overlap, or leave out elements")
	}
	for of, at := range where {
		step := steps[of]
		dim.Digits[at.Digit].Unit, dim.Digits[at.Digit].Offset = step.Unit, step.Offset
	}
	out.Dims = []Dim{dim}
	for _, t := range slices.Backward(spec.Turns) {
		at, ok1 := where[t.At]
		by, ok2 := where[t.By]
		if ok1 && !ok2 {
			return nil, diag.Errorf("bad-digit", "copies of an element are in %ss that differ for each element", on.Unit)
		}
		if ok1 && ok2 {
			out.Turns = append(out.Turns, Turn{At: at, By: by, Factor: -t.Factor})
		}
	}
	return New(out)
}

// Copies returns the map of a layout for more units, a multiple of its own number: the additional units hold copies.
func (m *Map) Copies(units int) (*Map, error) {
	d, ok := m.Turned()
	if !ok || units%m.units != 0 {
		return nil, diag.Errorf("unit-range", "expected digits of a number of %ss that divides %d, but got %d", m.axes.Unit, units, m.units)
	}
	d.Free = append(d.Free, Digit{Size: int64(units / m.units), Unit: int64(m.units)})
	d.Units = units
	return New(d)
}
