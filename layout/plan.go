package layout

import (
	"slices"
	"sort"

	"optc/diag"
)

// Move copies Len cells from one place to another. Moves inside a unit are register moves
// or local copies; the others need an exchange.
type Move struct {
	Src, Dst Place
	Len      int64 // cells
}

// Plan lists the copies that convert data stored according to src to data stored
// according to dst: every place of an element in dst is written exactly once, from a copy
// in the same unit if src has one. The moves are sorted by destination and neighbours are
// joined. Elements that dst stores nowhere are not moved.
//
// Errors: shape-mismatch, width-mismatch; unmapped if dst stores an element
// that src stores nowhere.
func Plan(src, dst *Map) ([]Move, error) {
	moves, err := Moves(src, dst)
	if err != nil {
		return nil, err
	}
	byDst := func(a, b Move) int { return a.Dst.compare(b.Dst) }
	if slices.IsSortedFunc(moves, byDst) {
		return moves, nil
	}
	slices.SortFunc(moves, byDst)
	out := moves[:1]
	for _, v := range moves[1:] {
		out = appendMove(out, v)
	}
	return out, nil
}

// Moves lists the moves of [Plan] in the order of the elements. It returns the errors of
// Plan.
func Moves(src, dst *Map) ([]Move, error) {
	var moves []Move
	err := eachMove(src, dst, func(v Move) bool {
		moves = appendMove(moves, v)
		return true
	})
	if err != nil {
		return nil, err
	}
	return moves, nil
}

// eachMove visits the moves of [Plan] in the order of the elements, not joined; moves of the same elements, to several places,
// follow each other. It ends when visit returns false; it returns the errors of Plan after the visits.
func eachMove(src, dst *Map, visit func(Move) bool) error {
	if err := comparable(src, dst); err != nil {
		return err
	}
	covered := int64(0)
	a, b := src.cursor(0), dst.cursor(0)
	for b.len > 0 { // both are contiguous; at the end of src, a is beyond all of dst
		switch d := b.index - a.index; {
		case d > 0:
			a.skip(min(d, a.len))
		case d < 0:
			b.skip(min(-d, b.len))
		default:
			n := min(a.len, b.len)
			covered += n
			for k := range b.copies() {
				to := b.copy(k)
				if !visit(Move{a.nearest(to.Unit), to, n * dst.width}) {
					return nil
				}
			}
			a.skip(n)
			b.skip(n)
		}
	}
	if stored := dst.stored(); covered < stored {
		return diag.Errorf("unmapped", "expected a source for %d elements, but %d of them are stored nowhere", stored, stored-covered)
	}
	return nil
}

// appendMove appends a move, or joins it with the last move if it continues it.
func appendMove(moves []Move, v Move) []Move {
	if n := len(moves); n > 0 && moves[n-1].continuedBy(v) {
		moves[n-1].Len += v.Len
		return moves
	}
	return append(moves, v)
}

func (v Move) continuedBy(w Move) bool {
	return v.Src.Unit == w.Src.Unit && v.Dst.Unit == w.Dst.Unit &&
		v.Src.Offset+v.Len == w.Src.Offset && v.Dst.Offset+v.Len == w.Dst.Offset
}

// comparable checks that two maps place the same elements.
func comparable(a, b *Map) error {
	if !slices.Equal(a.shape, b.shape) {
		return diag.Errorf("shape-mismatch", "shapes %s and %s differ", SpellExtents(a.shape), SpellExtents(b.shape))
	}
	if a.width != b.width {
		return diag.Errorf("width-mismatch", "elements of %d and %d cells differ", a.width, b.width)
	}
	return nil
}

// nearest returns the copy in the given unit, or else the first copy.
func (c *cursor) nearest(unit int) Place {
	i := sort.Search(c.copies(), func(k int) bool { return c.copy(k).Unit >= unit })
	if i < c.copies() && c.copy(i).Unit == unit {
		return c.copy(i)
	}
	return c.copy(0)
}

// stored is the number of elements that the map stores at least once.
func (m *Map) stored() int64 {
	if m.table == nil {
		return m.count
	}
	var n int64
	for _, s := range m.table.segs {
		n += s.len
	}
	return n
}
