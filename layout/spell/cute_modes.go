package spell

import (
	"cmp"
	"slices"

	"optc/diag"
	"optc/layout"
	"optc/layout/axes"
)

// The functions of CuTe that divide and multiply layouts mode by mode (CUTLASS include/cute/layout.hpp).

// arrangement is a way to arrange the modes of tiles and the modes between tiles.
type arrangement func(inner, outer [][]digit) [][]digit

func zippedModes(inner, outer [][]digit) [][]digit {
	return [][]digit{slices.Concat(inner...), slices.Concat(outer...)}
}

func tiledModes(inner, outer [][]digit) [][]digit {
	return append([][]digit{slices.Concat(inner...)}, outer...)
}

func flatModes(inner, outer [][]digit) [][]digit { return slices.Concat(inner, outer) }

func logicalModes(inner, outer [][]digit) [][]digit {
	modes := make([][]digit, max(len(inner), len(outer)))
	for _, part := range [][][]digit{inner, outer} {
		for i, mode := range part {
			modes[i] = append(modes[i], mode...)
		}
	}
	return modes
}

// divideModes divides by a tile for each mode; modes without a tile have tiles of one element. A single tile divides all elements, as
// Divide does.
func divideModes(m *layout.Map, tiles []*layout.Map, by arrangement) (*layout.Map, error) {
	if len(tiles) == 1 && m.Rank() > 1 {
		return Divide(m, tiles[0])
	}
	l, err := numbers{m}.terms()
	if err != nil {
		return nil, err
	}
	if len(tiles) > len(l.modes) {
		return nil, diag.Errorf("compose-shape", "expected at most %d tiles, one for each mode, but got %d", len(l.modes), len(tiles))
	}
	inner, outer := make([][]digit, len(l.modes)), l.modes
	for i, tile := range tiles {
		mode, err := (&Symbolic{modes: l.modes[i : i+1]}).At(nil)
		if err != nil {
			return nil, err
		}
		divided, err := divide(numbers{mode}, numbers{tile})
		if err != nil {
			return nil, err
		}
		parts, err := divided.terms()
		if err != nil {
			return nil, err
		}
		inner[i], outer[i] = parts.modes[0], parts.modes[1]
	}
	return (&Symbolic{modes: by(inner, outer)}).At(nil)
}

// blockedProduct returns copies of l at the places of grid. Each mode of the result runs through the mode of l and the mode of the copies.
func blockedProduct[L operand[L]](l, grid L) (L, error) { return multiplyModes(l, grid, logicalModes) }

// rakedProduct is blockedProduct with modes that run through the mode of the copies first.
func rakedProduct[L operand[L]](l, grid L) (L, error) {
	return multiplyModes(l, grid, func(tile, places [][]digit) [][]digit { return logicalModes(places, tile) })
}

func multiplyModes[L operand[L]](l, grid L, by arrangement) (out L, err error) {
	places, err := copies(l, grid)
	if err != nil {
		return out, err
	}
	return arrange(l, places, by)
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
	return onMaps(blockedProduct[numbers])(m, grid)
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
