package vectorext

import "optc/layout"

// Reshape returns the layout of the vector after vector.shape_cast to newShape,
// or nil when no nested layout describes it (IREE VectorExtAttrs.cpp, reshape).
//
// A shape cast moves nothing: the new layout is the view of the unit map in the
// new shape. IREE's digit-wise procedure merges digits out of order when several
// old dimensions fall into one, and then gives elements to other threads; such a
// result is refused here.
func (l *NestedLayout) Reshape(newShape []int64) *NestedLayout {
	units, err := l.UnitMap(0, 0)
	if err != nil {
		return nil
	}
	view, err := units.Reshape(newShape)
	if err != nil {
		return nil
	}
	threads, _ := layout.NewRadix(l.ThreadTile, l.ThreadStrides)
	levels := levels{
		layout.NestedElement: product(l.ElementTile),
		layout.NestedThread:  threads.Span,
		layout.NestedOuter:   product(l.ElementTile) * product(l.OuterTile),
	}
	lists, ok := levels.lists(view)
	if !ok {
		return nil
	}
	out := validLayout(l.Context(), lists)
	if got, err := out.UnitMap(threads.Span, 0); err != nil || !got.Equal(view) {
		return nil
	}
	return out
}

// levels tells the digits of a nested layout apart by what they move. A step of
// an element digit moves an element by less positions than there are elements in
// a tile, one of an outer digit by less than there are in all outer tiles, and so
// on: the entry of a level is the bound of its strides, 0 for the outermost
// levels, of batches for positions and of subgroups for threads.
type levels [layout.NestedDigits]int64

// lists returns the lists of a nested layout with the digits of a map, if these are in
// the order of a nested layout. ok is false when a level ends within a value of a digit.
func (ls levels) lists(m *layout.Map) (out LayoutLists, ok bool) {
	d, _ := m.Digits()
	tiles := [layout.NestedDigits]*[]int64{&out.ElementTile, &out.ThreadTile, &out.OuterTile, &out.BatchTile, &out.SubgroupTile}
	for _, list := range out.lists() {
		*list = make([]int64, len(d.Dims))
	}
	for i, dim := range d.Dims {
		for _, tile := range tiles {
			(*tile)[i] = 1
		}
		for _, g := range dim.Digits {
			for g.Size > 1 {
				level, n := ls.of(g)
				if n < 2 || g.Size%n != 0 {
					return out, false
				}
				if (*tiles[level])[i] == 1 {
					switch level {
					case layout.NestedThread:
						out.ThreadStrides[i] = g.Unit
					case layout.NestedSubgroup:
						out.SubgroupStrides[i] = g.Unit / ls[layout.NestedThread]
					}
				}
				(*tiles[level])[i] *= n
				g = layout.Digit{Size: g.Size / n, Unit: g.Unit * n, Offset: g.Offset * n}
			}
		}
	}
	return out, true
}

// of returns the level of the lowest steps of a digit, and how many of its values
// belong to that level: a digit that goes on where another one ends is one with
// it in a map.
func (ls levels) of(g layout.Digit) (level int, n int64) {
	outwards, stride := []int{layout.NestedElement, layout.NestedOuter, layout.NestedBatch}, g.Offset
	if g.Unit > 0 {
		outwards, stride = []int{layout.NestedThread, layout.NestedSubgroup}, g.Unit
	}
	for _, level = range outwards {
		if bound := ls[level]; stride < bound {
			return level, min(g.Size, bound/stride)
		}
	}
	return level, g.Size
}

func product(list []int64) int64 {
	n := int64(1)
	for _, v := range list {
		n *= v
	}
	return n
}
