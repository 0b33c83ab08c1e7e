package spell

import (
	"cmp"
	"slices"

	"optc/diag"
	"optc/layout"
	"optc/layout/axes"
)

// The functions of CuTe that divide and multiply layouts mode by mode (CUTLASS include/cute/layout.hpp).

// oneModeOf returns a mode as a map.
func oneModeOf(d layout.Dim) (*layout.Map, error) {
	return layout.OfModes(axes.Pair{}, []layout.Dim{d})
}

// padded returns modes with additional modes of extent 1.
func padded(modes []layout.Dim, rank int) []layout.Dim {
	for len(modes) < rank {
		modes = append(modes, layout.Dim{Size: 1})
	}
	return modes
}

// joinedModes returns a mode that runs through modes, the first one fastest.
func joinedModes(modes ...layout.Dim) (d layout.Dim) {
	d.Size = 1
	for _, m := range modes {
		d.Size *= m.Size
		d.Digits = append(d.Digits, m.Digits...)
	}
	return d
}

// dividedModes returns, for each mode, the mode of a tile and the mode of the tiles. Modes without a tile have tiles of one
// element.
func dividedModes(m *layout.Map, tiles []*layout.Map) (inner, outer []layout.Dim, err error) {
	if err := m.Irregular(); err != nil {
		return nil, nil, err
	}
	modes := m.Modes()
	if len(tiles) > len(modes) {
		return nil, nil, diag.Errorf("compose-shape", "expected at most %d tiles, one for each mode, but got %d", len(modes), len(tiles))
	}
	for i, mode := range modes {
		if i >= len(tiles) {
			inner, outer = append(inner, layout.Dim{Size: 1}), append(outer, mode)
			continue
		}
		one, err := oneModeOf(mode)
		if err != nil {
			return nil, nil, err
		}
		divided, err := Divide(one, tiles[i])
		if err != nil {
			return nil, nil, err
		}
		parts := divided.Modes()
		inner, outer = append(inner, parts[0]), append(outer, parts[1])
	}
	return inner, outer, nil
}

// divideBy is a way to arrange the modes of tiles and the modes between tiles.
type divideBy func(inner, outer []layout.Dim) []layout.Dim

func zippedModes(inner, outer []layout.Dim) []layout.Dim {
	return []layout.Dim{joinedModes(inner...), joinedModes(outer...)}
}

func tiledModes(inner, outer []layout.Dim) []layout.Dim {
	return append([]layout.Dim{joinedModes(inner...)}, outer...)
}

func flatModes(inner, outer []layout.Dim) []layout.Dim { return append(slices.Clone(inner), outer...) }

func logicalModes(inner, outer []layout.Dim) (modes []layout.Dim) {
	for i := range inner {
		modes = append(modes, joinedModes(inner[i], outer[i]))
	}
	return modes
}

// divideModes divides by a tile for each mode. A single tile divides all elements, as Divide does.
func divideModes(m *layout.Map, tiles []*layout.Map, by divideBy) (*layout.Map, error) {
	if len(tiles) == 1 && m.Rank() > 1 {
		return Divide(m, tiles[0])
	}
	inner, outer, err := dividedModes(m, tiles)
	if err != nil {
		return nil, err
	}
	return layout.OfModes(m.Axes(), by(inner, outer))
}

// multiplyModes returns copies of m at the places of grid. Each mode of the result runs through the mode of m and then the
// mode of the copies, or, with raked set, in the opposite order.
func multiplyModes(m, grid *layout.Map, raked bool) (*layout.Map, error) {
	_, cells, err := grid.Extent(0)
	if err != nil {
		return nil, err
	}
	size, ok := layout.Mul(m.Count(), cells)
	if !ok {
		return nil, diag.Errorf("too-large", "%d copies of %d elements are more than 2^62", cells, m.Count())
	}
	free, err := Complement(m, size)
	if err != nil {
		return nil, err
	}
	copies, err := grid.Compose(free)
	if err != nil {
		return nil, err
	}
	if err := cmp.Or(m.Irregular(), copies.Irregular()); err != nil {
		return nil, err
	}
	rank := max(m.Rank(), copies.Rank())
	tile, places := padded(m.Modes(), rank), padded(copies.Modes(), rank)
	modes := make([]layout.Dim, rank)
	for i := range modes {
		if raked {
			modes[i] = joinedModes(places[i], tile[i])
		} else {
			modes[i] = joinedModes(tile[i], places[i])
		}
	}
	return layout.OfModes(m.Axes(), modes)
}

// tileToShape returns copies of m that fill a shape, whose extents are multiples of the extents of m. The copies follow
// each other along the dimensions in the given order, by default the first dimension first.
func tileToShape(m *layout.Map, shape, order []int64) (*layout.Map, error) {
	own := m.Shape()
	slices.Reverse(own)
	for len(own) < len(shape) {
		own = append(own, 1)
	}
	if len(own) != len(shape) {
		return nil, diag.Errorf("compose-shape", "expected at least %d extents, but got %d", len(own), len(shape))
	}
	if order == nil {
		for i := range shape {
			order = append(order, int64(i))
		}
	}
	if len(order) != len(shape) {
		return nil, diag.Errorf("compose-shape", "expected the order of %d dimensions, but got %d", len(shape), len(order))
	}
	modes := make([]layout.Dim, len(shape))
	for i, n := range shape {
		if n < 1 || n%own[i] != 0 {
			return nil, diag.Errorf("compose-shape", "extent %d of mode %d is no multiple of %d, the extent of the tile", n, i, own[i])
		}
		modes[i] = layout.Dim{Size: n / own[i]}
	}
	byOrder := make([]int, len(shape))
	for i := range byOrder {
		byOrder[i] = i
	}
	slices.SortStableFunc(byOrder, func(a, b int) int { return cmp.Compare(order[a], order[b]) })
	step := int64(1)
	for _, i := range byOrder {
		modes[i].Digits = []layout.Digit{{Size: modes[i].Size, Offset: step}}
		var ok bool
		if step, ok = layout.Mul(step, modes[i].Size); !ok {
			return nil, diag.Errorf("too-large", "a shape has more than 2^62 elements")
		}
	}
	grid, err := layout.OfModes(axes.Pair{}, modes)
	if err != nil {
		return nil, err
	}
	return multiplyModes(m, grid, false)
}

// upcast returns the layout for elements that are n times as large: steps of less than n elements stay within one large
// element. Errors: bad-digit if n divides no step and extent.
func upcast(m *layout.Map, n int64) (*layout.Map, error) {
	return recast(m, n, func(g layout.Digit) (layout.Digit, bool) {
		step := max(g.Offset, -g.Offset)
		switch {
		case step == 0:
			return g, true
		case step >= n:
			return layout.Digit{Size: g.Size, Offset: g.Offset / n}, step%n == 0
		}
		within := n / step
		size := (g.Size + within - 1) / within
		return layout.Digit{Size: size, Offset: g.Offset / step}, n%step == 0 && (g.Size%within == 0 || g.Size < within)
	})
}

// downcast returns the layout for elements that are n times smaller: a digit of step 1 gets n times as many values, and
// other steps become n times as long.
func downcast(m *layout.Map, n int64) (*layout.Map, error) {
	return recast(m, n, func(g layout.Digit) (layout.Digit, bool) {
		var ok bool
		if step := max(g.Offset, -g.Offset); step == 1 {
			g.Size, ok = layout.Mul(g.Size, n)
			return g, ok
		} else if step < layout.Limit/n {
			return layout.Digit{Size: g.Size, Offset: g.Offset * n}, true
		}
		return g, false
	})
}

// recast changes the digits of a layout for elements of another size.
func recast(m *layout.Map, n int64, change func(layout.Digit) (layout.Digit, bool)) (*layout.Map, error) {
	if n < 1 || n > 1<<20 {
		return nil, diag.Errorf("bad-digit", "expected a factor from 1 to 2^20, but got %d", n)
	}
	if err := m.Irregular(); err != nil {
		return nil, err
	}
	var modes []layout.Dim
	for _, mode := range m.Modes() {
		d := layout.Dim{Size: 1}
		for _, g := range mode.Digits {
			changed, ok := change(g)
			if !ok {
				return nil, diag.Errorf("bad-digit", "%d elements of step %d have no layout for elements that are %d times as large or small", g.Size, g.Offset, n)
			}
			if d.Size, ok = layout.Mul(d.Size, changed.Size); !ok {
				return nil, diag.Errorf("too-large", "a mode has more than 2^62 elements")
			}
			d.Digits = append(d.Digits, changed)
		}
		modes = append(modes, d)
	}
	return layout.OfModes(m.Axes(), modes)
}
