package spell

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"optc/diag"
	"optc/layout"
	"optc/layout/axes"
)

// CuTe's layouts are maps with one unit whose dimensions, the modes, are written in reverse: the
// first mode is the fastest. A mode has digits, the lowest first. Strides may be negative; the cells of a layout are
// counted from its lowest cell.

// Modes writes modes as CuTe writes them, as in "((4,8),2):((32,1),16)". A single mode of several digits is a
// tuple of one entry, "((4,8)):((8,1))", since "(4,8):(8,1)" has two modes.
func Modes(modes []layout.Dim) string {
	var t modeTexts
	for _, mode := range modes {
		var sizes, steps []string
		for _, g := range joinedDigits(mode.Digits) {
			sizes, steps = append(sizes, strconv.FormatInt(g.Size, 10)), append(steps, strconv.FormatInt(g.Offset, 10))
		}
		t.add(sizes, steps)
	}
	return t.String()
}

// modeTexts are the shapes and strides of modes.
type modeTexts struct {
	shapes, strides []string
	nested          bool // the last mode has several digits
}

// add appends a mode of digits.
func (t *modeTexts) add(sizes, steps []string) {
	t.shapes, t.strides = append(t.shapes, spellTuple(sizes)), append(t.strides, spellTuple(steps))
	t.nested = len(sizes) > 1
}

func (t *modeTexts) String() string {
	text := spellTuple(t.shapes) + ":" + spellTuple(t.strides)
	if t.nested && len(t.shapes) == 1 {
		text = "(" + t.shapes[0] + "):(" + t.strides[0] + ")"
	}
	return text
}

// spellTuple writes a tuple; a tuple of one entry is the entry.
func spellTuple(list []string) string {
	if len(list) == 1 {
		return list[0]
	}
	return "(" + strings.Join(list, ",") + ")"
}

// joinedDigits drops digits of size 1, and joins two digits if the second continues the first.
func joinedDigits(digits []layout.Digit) (joined []layout.Digit) {
	for _, g := range digits {
		if n := len(joined); n > 0 && joined[n-1].Offset*joined[n-1].Size == g.Offset {
			joined[n-1].Size *= g.Size
		} else if g.Size > 1 {
			joined = append(joined, g)
		}
	}
	if len(joined) == 0 {
		joined = []layout.Digit{{Size: 1}}
	}
	return joined
}

// CuTe writes a map with one unit as CuTe does; ok is false if shapes and strides do not describe the map.
func CuTe(m *layout.Map) (text string, ok bool) {
	if m.Irregular() != nil {
		return "", false
	}
	return Modes(m.Modes()), true
}

// spread returns a map of one mode as a map with a mode for each digit, as CuTe's functions return a layout of one mode.
// Other maps are returned unchanged.
func spread(m *layout.Map) (*layout.Map, error) {
	if m.Rank() != 1 || m.Irregular() != nil {
		return m, nil
	}
	digits := joinedDigits(m.Modes()[0].Digits)
	modes := make([]layout.Dim, len(digits))
	for i, g := range digits {
		modes[i] = layout.Dim{Size: g.Size, Digits: []layout.Digit{g}}
	}
	return layout.OfModes(m.Axes(), modes)
}

// flatMode returns all modes merged into one. Errors: see [layout.Map.Irregular].
func flatMode(m *layout.Map) (layout.Dim, error) {
	if err := m.Irregular(); err != nil {
		return layout.Dim{}, err
	}
	mode := layout.Dim{Size: m.Count()}
	for _, part := range m.Modes() {
		mode.Digits = append(mode.Digits, part.Digits...)
	}
	return mode, nil
}

// Complement returns the map to the cells, up to size, that m leaves out: every cell below size is
// the sum of a cell of m and a cell of the complement. The error code is bad-digit if digits of m
// overlap.
//
//	complement of 4:2 in 24  =  (2,3):(1,8)
func Complement(m *layout.Map, size int64) (*layout.Map, error) {
	mode, err := flatMode(m)
	if err != nil {
		return nil, err
	}
	digits := mode.Digits
	for i, g := range digits {
		digits[i] = g.Forward()
	}
	slices.SortFunc(digits, func(a, b layout.Digit) int { return cmp.Compare(a.Offset, b.Offset) })
	rest, span := layout.Dim{Size: 1}, int64(1)
	add := func(n, stride int64) {
		rest.Digits = append(rest.Digits, layout.Digit{Size: n, Offset: stride})
		rest.Size *= n
	}
	for _, g := range digits {
		if g.Size == 1 || g.Offset == 0 {
			continue
		}
		if g.Offset%span != 0 {
			return nil, diag.Errorf("bad-digit", "the stride %d is not a multiple of %d, the span of the digits of smaller strides", g.Offset, span)
		}
		add(g.Offset/span, span)
		var ok bool
		if span, ok = layout.Mul(g.Offset, g.Size); !ok {
			return nil, diag.Errorf("too-large", "%d values of stride %d reach beyond 2^62", g.Size, g.Offset)
		}
	}
	add((size+span-1)/span, span)
	return layout.OfModes(m.Axes(), []layout.Dim{rest})
}

// Divide returns m in tiles: the first mode runs through a tile, the cells of tile, and the second
// through the tiles. Errors: see Complement and Compose.
//
//	(4,2,3):(2,1,8) divided by 4:2  =  ((2,2),(2,3)):((4,1),(2,8))
func Divide(m, tile *layout.Map) (*layout.Map, error) {
	rest, err := Complement(tile, m.Count())
	if err != nil {
		return nil, err
	}
	inner, err1 := flatMode(tile)
	outer, err2 := flatMode(rest)
	if err := cmp.Or(err1, err2); err != nil {
		return nil, err
	}
	both, err := layout.OfModes(axes.Pair{}, []layout.Dim{inner, outer})
	if err != nil {
		return nil, err
	}
	return both.Compose(m)
}

// Product returns copies of m at the places of grid: the first mode runs through m, the second
// through the copies. Errors: see Complement and Compose.
//
//	product of (2,2):(4,1) and 6:1  =  ((2,2),(2,3)):((4,1),(2,8))
func Product(m, grid *layout.Map) (*layout.Map, error) {
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
	if _, ok := copies.Digits(); !ok {
		return nil, diag.Errorf("compose-shape", "the copies do not fall on the digits of the free cells")
	}
	inner, err1 := flatMode(m)
	outer, err2 := flatMode(copies)
	if err := cmp.Or(err1, err2); err != nil {
		return nil, err
	}
	return layout.OfModes(m.Axes(), []layout.Dim{inner, outer})
}
