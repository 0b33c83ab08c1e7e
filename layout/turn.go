package layout

import (
	"cmp"
	"slices"

	"optc/diag"
	"optc/num"
)

// Turn adds a multiple of a digit to another digit: the value of digit At becomes
//
//	(value + Factor · value of By) mod Size of At
//
// For digits of size 2 and an odd factor this is an exclusive or, for larger digits a rotation.
// A swizzle is a list of turns: rows of 4 words whose columns are rotated by the row have
// a digit of the column, of size 4, which is turned by the digit of the row.
//
//	row 0    0 1 2 3
//	row 1    3 0 1 2        column c of row r is stored in word (c + r) mod 4
//	row 2    2 3 0 1
type Turn struct {
	At, By DigitRef
	Factor int64
}

// DigitRef is a digit of a dimension.
type DigitRef struct{ Dim, Digit int }

// turnedForm is a digit form whose digits turn each other.
type turnedForm struct {
	plain *Map // without the turns
	turns []Turn
}

// newTurned builds a map whose digits turn each other in the order of d.Turns.
func newTurned(d Digits) (*Map, error) {
	turns := d.Turns
	d.Turns = nil
	plain, err := New(d)
	if err != nil {
		return nil, err
	}
	for _, t := range turns {
		for _, r := range []DigitRef{t.At, t.By} {
			if r.Dim < 0 || r.Dim >= len(d.Dims) || r.Digit < 0 || r.Digit >= len(d.Dims[r.Dim].Digits) {
				return nil, diag.Errorf("bad-digit", "expected turns of digits, but there is no digit %d of dimension %d", r.Digit, r.Dim)
			}
		}
		if t.At == t.By {
			return nil, diag.Errorf("bad-digit", "digit %d of dimension %d turns itself", t.At.Digit, t.At.Dim)
		}
		if dim := d.Dims[t.At.Dim]; !dim.IsExact() {
			return nil, diag.Errorf("bad-digit", "expected a dimension whose digits have as many values as the dimension has elements, %d, because digits of dimension %d turn", dim.Size, t.At.Dim)
		}
	}
	turns = joinedTurns(turns, plain)
	if len(turns) == 0 {
		return plain, nil
	}
	m := *plain
	m.digits = nil
	m.turned = &turnedForm{plain: plain, turns: turns}
	return &m, nil
}

// joinedTurns leaves out turns that do nothing. If no digit that turns another one is turned itself, the order of turns
// does not matter: then turns of the same digits are added, and turns are ordered by the digits.
func joinedTurns(turns []Turn, plain *Map) (out []Turn) {
	turned, turning := map[DigitRef]bool{}, map[DigitRef]bool{}
	spec := &plain.digits.spec
	for _, t := range turns {
		size := spec.Dims[t.At.Dim].Digits[t.At.Digit].Size
		t.Factor = num.Mod(t.Factor, size)
		if t.Factor != 0 && spec.Dims[t.By.Dim].Digits[t.By.Digit].Size > 1 {
			out = append(out, t)
			turned[t.At], turning[t.By] = true, true
		}
	}
	for at := range turned {
		if turning[at] {
			return out
		}
	}
	slices.SortStableFunc(out, func(a, b Turn) int {
		return cmp.Or(cmp.Compare(a.At.Dim, b.At.Dim), cmp.Compare(a.At.Digit, b.At.Digit), cmp.Compare(a.By.Dim, b.By.Dim), cmp.Compare(a.By.Digit, b.By.Digit))
	})
	joined := out[:0]
	for _, t := range out {
		if n := len(joined); n > 0 && joined[n-1].At == t.At && joined[n-1].By == t.By {
			t.Factor = num.Mod(t.Factor+joined[n-1].Factor, spec.Dims[t.At.Dim].Digits[t.At.Digit].Size)
			joined = joined[:n-1]
		}
		if t.Factor != 0 {
			joined = append(joined, t)
		}
	}
	return joined
}

// IsExact reports whether coordinates reach every value of the digits.
func (d Dim) IsExact() bool { return d.Shift == 0 && d.Weight(len(d.Digits)) == d.Size }

// Turned returns the digit form with its turns; false if the map is in table form.
func (m *Map) Turned() (Digits, bool) {
	if m.turned == nil {
		return m.Digits()
	}
	d, ok := m.turned.plain.Digits()
	d.Axes = m.axes
	d.Turns = slices.Clone(m.turned.turns)
	return d, ok
}

// locate returns the first place of a flat index that is known to be in the shape.
func (f *turnedForm) locate(index int64) Place {
	spec, first := &f.plain.digits.spec, f.plain.digits.first
	var buf [inlineDigits]int64
	values := append(buf[:0], make([]int64, first[len(first)-1])...)
	for d, dim := range slices.Backward(spec.Dims) {
		v := index%dim.Size + dim.Shift
		index /= dim.Size
		for k, g := range dim.Digits {
			values[first[d]+k], v = v%g.Size, v/g.Size
		}
	}
	for _, t := range f.turns {
		size := spec.Dims[t.At.Dim].Digits[t.At.Digit].Size
		at := &values[first[t.At.Dim]+t.At.Digit]
		*at = num.Mod(*at+t.Factor*values[first[t.By.Dim]+t.By.Digit], size)
	}
	p := spec.Base
	for d, dim := range spec.Dims {
		for k, g := range dim.Digits {
			p = p.add(g, values[first[d]+k])
		}
	}
	return p
}

// undo returns the element of a cell where an element is without turns.
func (f *turnedForm) undo(hit Hit) Hit {
	spec, first := &f.plain.digits.spec, f.plain.digits.first
	var buf [inlineDigits]int64
	values := append(buf[:0], make([]int64, first[len(first)-1])...)
	rest := hit.Index
	for d, dim := range slices.Backward(spec.Dims) {
		v := rest%dim.Size + dim.Shift
		rest /= dim.Size
		for k, g := range dim.Digits {
			values[first[d]+k], v = v%g.Size, v/g.Size
		}
	}
	for _, t := range slices.Backward(f.turns) {
		size := spec.Dims[t.At.Dim].Digits[t.At.Digit].Size
		at := &values[first[t.At.Dim]+t.At.Digit]
		*at = num.Mod(*at-t.Factor*values[first[t.By.Dim]+t.By.Digit], size)
	}
	hit.Index = 0
	for d, dim := range spec.Dims {
		v := int64(0)
		for k, g := range slices.Backward(dim.Digits) {
			v = v*g.Size + values[first[d]+k]
		}
		hit.Index = hit.Index*dim.Size + v - dim.Shift
	}
	return hit
}

// locateAll appends all places of a flat index.
func (f *turnedForm) locateAll(index int64, buf []Place) []Place {
	return f.plain.digits.copies(f.locate(index), buf)
}

// reshape returns the view of the map under another shape; ok is false if the shape cuts a
// digit that takes part in a turn, or the map has dimensions that are not exact.
func (f *turnedForm) reshape(shape []int64) (m *Map, ok bool) {
	spec, _ := f.plain.Digits()
	type piece struct {
		Digit
		of DigitRef
	}
	var pieces []piece // pieces of flat indices, the lowest first
	for d, dim := range slices.Backward(spec.Dims) {
		if !dim.IsExact() {
			return nil, false
		}
		for k, g := range dim.Digits {
			if g.Size > 1 {
				pieces = append(pieces, piece{g, DigitRef{d, k}})
			}
		}
	}
	turns := map[DigitRef]bool{}
	for _, t := range f.turns {
		turns[t.At], turns[t.By] = true, true
	}
	where := map[DigitRef]DigitRef{}
	spec.Dims = make([]Dim, len(shape))
	for d, n := range slices.Backward(shape) {
		dim := &spec.Dims[d]
		dim.Size = n
		for n > 1 {
			p := &pieces[0]
			if p.Size <= n && n%p.Size == 0 {
				where[p.of] = DigitRef{d, len(dim.Digits)}
				dim.Digits = append(dim.Digits, p.Digit)
				n /= p.Size
				pieces = pieces[1:]
				continue
			}
			if p.Size%n != 0 || turns[p.of] {
				return nil, false
			}
			dim.Digits = append(dim.Digits, Digit{n, p.Unit, p.Offset})
			p.Digit = Digit{p.Size / n, p.Unit * n, p.Offset * n}
			n = 1
		}
	}
	for _, t := range f.turns {
		at, ok1 := where[t.At]
		by, ok2 := where[t.By]
		if ok1 && ok2 { // digits of size 1 turn nothing
			spec.Turns = append(spec.Turns, Turn{At: at, By: by, Factor: t.Factor})
		}
	}
	m, err := New(spec)
	return m, err == nil
}
