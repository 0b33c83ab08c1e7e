package vectorext

import "optc/layout"

// Reshape returns the layout of the vector after vector.shape_cast to newShape,
// or nil when no nested layout describes it (IREE VectorExtAttrs.cpp, reshape).
//
// A shape cast moves no elements: the new layout is the view of the unit map in the new
// shape. IREE's digit-wise procedure merges digits out of order when several old
// dimensions are merged into one, and thus assigns elements to other threads; such a
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
	got, err := out.UnitMap(threads.Span, 0)
	if err != nil {
		return nil
	}
	if equal, err := got.Equal(view); err != nil || !equal {
		return nil
	}
	return out
}

// levels distinguishes the digits of a nested layout by their strides. A step of an
// element digit moves an element by fewer positions than a tile has elements, a step of
// an outer digit by fewer positions than all outer tiles have, and so on. The entry of a
// level is the exclusive bound of the strides of its digits; it is 0 for the outermost
// levels, batches for positions and subgroups for threads.
type levels [layout.NestedDigits]int64

// lists returns the lists of a nested layout with the digits of a map, if the digits are in the
// order of a nested layout. ok is false if a boundary between two levels is inside of a digit and
// does not divide it.
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

// of returns the level of the lowest steps of a digit, and how many of its values belong to that
// level: a map merges a digit with the next if the second continues where the first ends, so that a
// digit can span levels.
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
