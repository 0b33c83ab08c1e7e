package spell

import (
	"cmp"
	"fmt"

	"optc/diag"
	"optc/layout"
)

// operand is a layout that can be divided and multiplied: a map, which may have a swizzle, or a layout with symbols.
type operand[L any] interface {
	elements() (Term, error)                      // how many there are
	extent() (Term, error)                        // at least the number of cells up to the last one in use
	terms() (*Symbolic, error)                    // the shapes and strides, if they describe the layout
	of(l *Symbolic) (L, error)                    // the layout of shapes and strides
	inDigits() error                              // nil if digits of the layout move its elements
	compose(inner L) (L, error)                   // inner, followed by the layout
	difference(L, string) (how string, err error) // an element with the given name in different cells; "" if there is none
}

// numbers is a map as an operand.
type numbers struct{ *layout.Map }

func (m numbers) elements() (Term, error) { return number(m.Count()), nil }

func (m numbers) extent() (Term, error) {
	_, cells, err := m.Extent(0)
	return number(cells), err
}

func (m numbers) terms() (*Symbolic, error) { return termsOf(m.Modes()), m.Irregular() }

func (numbers) of(l *Symbolic) (numbers, error) {
	m, err := l.At(nil)
	return numbers{m}, err
}

func (m numbers) inDigits() error {
	if _, ok := m.Digits(); !ok {
		return diag.Errorf("compose-shape", "the copies do not fall on the digits of the free cells")
	}
	return nil
}

func (m numbers) compose(inner numbers) (numbers, error) {
	out, err := inner.Compose(m.Map)
	return numbers{out}, err
}

func (m numbers) difference(other numbers, element string) (string, error) {
	index, differ, err := m.Difference(other.Map)
	if !differ {
		return "", err
	}
	p, _ := m.LocateIndex(index)
	q, _ := other.LocateIndex(index)
	return fmt.Sprintf("%s %d is in cell %d, not in cell %d", element, index, p.Offset, q.Offset), nil
}

// onMaps returns a function of operands as a function of maps.
func onMaps(f func(a, b numbers) (numbers, error)) func(a, b *layout.Map) (*layout.Map, error) {
	return func(a, b *layout.Map) (*layout.Map, error) {
		out, err := f(numbers{a}, numbers{b})
		return out.Map, err
	}
}

// onTerms applies a function of shapes and strides.
func onTerms[L operand[L]](l L, f func(*Symbolic) (*Symbolic, error)) (out L, err error) {
	t, err := l.terms()
	if err == nil {
		t, err = f(t)
	}
	if err != nil {
		return out, err
	}
	return l.of(t)
}

// arrange returns the layout that runs through the modes of two layouts.
func arrange[L operand[L]](inner, outer L, by arrangement) (out L, err error) {
	a, err1 := inner.terms()
	b, err2 := outer.terms()
	if err := cmp.Or(err1, err2); err != nil {
		return out, err
	}
	return inner.of(&Symbolic{modes: by(a.modes, b.modes)})
}

func compose[L operand[L]](l, inner L) (L, error) { return l.compose(inner) }

// complement returns the cells that l leaves out, as far as size has elements.
func complement[L operand[L]](l, size L) (out L, err error) {
	n, err := size.elements()
	if err != nil {
		return out, err
	}
	return complementOf(l, n)
}

// complementOf is [Complement].
func complementOf[L operand[L]](l L, size Term) (L, error) {
	return onTerms(l, func(t *Symbolic) (*Symbolic, error) { return t.complement(size) })
}

// divide is [Divide].
func divide[L operand[L]](l, tile L) (out L, err error) {
	rest, err := complement(tile, l)
	if err != nil {
		return out, err
	}
	both, err := arrange(tile, rest, zippedModes)
	if err != nil {
		return out, err
	}
	return l.compose(both)
}

// copies returns the places of copies of l: the cells that l leaves free, in the order of grid.
func copies[L operand[L]](l, grid L) (out L, err error) {
	size, err1 := l.elements()
	cells, err2 := grid.extent()
	if err := cmp.Or(err1, err2); err != nil {
		return out, err
	}
	whole, ok := size.times(cells)
	if !ok {
		return out, diag.Errorf("too-large", "%s copies of %s elements are more than 2^62", cells, size)
	}
	free, err := complementOf(l, whole)
	if err != nil {
		return out, err
	}
	return free.compose(grid)
}

// product is [Product].
func product[L operand[L]](l, grid L) (out L, err error) {
	places, err := copies(l, grid)
	if err == nil {
		err = places.inDigits()
	}
	if err != nil {
		return out, err
	}
	return arrange(l, places, zippedModes)
}

// quotient is [Quotient].
func quotient[L operand[L]](l, part L) (out L, err error) {
	all, err1 := l.elements()
	size, err2 := part.elements()
	cells, err3 := l.extent()
	_, err4 := l.terms()
	if err := cmp.Or(err1, err2, err3, err4); err != nil {
		return out, err
	}
	n, ok := all.over(size)
	if !ok {
		return out, refused("%s elements are no copies of %s elements", all, size)
	}
	first, err1 := onTerms(l, func(t *Symbolic) (*Symbolic, error) { return t.every(number(1), size) })
	rest, err2 := onTerms(l, func(t *Symbolic) (*Symbolic, error) { return t.every(size, n) })
	if err := cmp.Or(err1, err2); err != nil {
		return out, diag.Note(err, "the first %s elements end within a digit", size)
	}
	if how, err := first.difference(part, "element"); err != nil || how != "" {
		return out, cmp.Or(err, error(diag.Errorf("bad-digit", "the first %s elements are no copy: %s", size, how)))
	}
	free, err := complementOf(part, cells)
	if err != nil {
		return out, err
	}
	numbered, err := onTerms(free, (*Symbolic).inverse)
	if err != nil {
		return out, err
	}
	grid, err := numbered.compose(rest)
	if err != nil {
		return out, err
	}
	again, err := free.compose(grid)
	if err != nil {
		return out, err
	}
	if how, err := rest.difference(again, "copy"); err != nil || how != "" {
		return out, cmp.Or(err, error(diag.Errorf("bad-digit", "the copies do not begin in free cells: %s", how)))
	}
	return grid, nil
}
