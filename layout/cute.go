package layout

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"optc/diag"
)

// CuTe's layouts are maps with one unit whose dimensions, the modes, are written in reverse: the
// first mode is the fastest. A mode has digits, the lowest first. Strides may be negative; the cells of a layout are
// counted from its lowest cell.

// SpellCuTe writes modes as CuTe writes them, as in "((4,8),2):((32,1),16)". A single mode of several digits is a
// tuple of one entry, "((4,8)):((8,1))", since "(4,8):(8,1)" has two modes.
func SpellCuTe(modes []Dim) string {
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
	t.shapes, t.strides = append(t.shapes, tuple(sizes)), append(t.strides, tuple(steps))
	t.nested = len(sizes) > 1
}

func (t *modeTexts) String() string {
	text := tuple(t.shapes) + ":" + tuple(t.strides)
	if t.nested && len(t.shapes) == 1 {
		text = "(" + t.shapes[0] + "):(" + t.strides[0] + ")"
	}
	return text
}

// tuple writes a tuple; a tuple of one entry is the entry.
func tuple(list []string) string {
	if len(list) == 1 {
		return list[0]
	}
	return "(" + strings.Join(list, ",") + ")"
}

// joinedDigits leaves out digits of size 1, and makes one digit of two of which the second
// continues the first.
func joinedDigits(digits []Digit) (joined []Digit) {
	for _, g := range digits {
		if n := len(joined); n > 0 && joined[n-1].Offset*joined[n-1].Size == g.Offset {
			joined[n-1].Size *= g.Size
		} else if g.Size > 1 {
			joined = append(joined, g)
		}
	}
	if len(joined) == 0 {
		joined = []Digit{{Size: 1}}
	}
	return joined
}

// CuTe writes a map with one unit as CuTe does; ok is false if shapes and strides do not describe the map.
func (m *Map) CuTe() (text string, ok bool) {
	if m.irregular() != nil {
		return "", false
	}
	return SpellCuTe(m.modes()), true
}

// ofModes returns the map with the given modes. If digits are reversed, the first element is in the cell that makes the
// lowest cell 0.
func ofModes(x Axes, modes []Dim) (*Map, error) {
	first := int64(0)
	for _, dim := range modes {
		for _, g := range dim.Digits {
			if n, ok := mul(g.Size-1, -g.Offset); g.Reversed() && ok && first < limit {
				first += n
			}
		}
	}
	return ofModesFrom(x, first, modes)
}

// ofModesFrom returns the map with the given modes whose first element is in a cell.
func ofModesFrom(x Axes, first int64, modes []Dim) (*Map, error) {
	dims := slices.Clone(modes)
	slices.Reverse(dims)
	return New(Digits{Units: 1, Axes: x, Width: 1, Dims: dims, Base: Place{Offset: first}})
}

// spread returns a map of one mode as a map with a mode for each digit, as CuTe's functions return a layout of one mode.
// Other maps are returned unchanged.
func (m *Map) spread() (*Map, error) {
	if m.Rank() != 1 || m.irregular() != nil {
		return m, nil
	}
	digits := joinedDigits(m.modes()[0].Digits)
	modes := make([]Dim, len(digits))
	for i, g := range digits {
		modes[i] = Dim{Size: g.Size, Digits: []Digit{g}}
	}
	return ofModes(m.axes, modes)
}

// modes returns the modes of a map in digit form.
func (m *Map) modes() []Dim {
	d, _ := m.Digits()
	slices.Reverse(d.Dims)
	return d.Dims
}

// irregular returns the reason why shapes and strides do not describe a map, or nil. The error code is bad-digit.
func (m *Map) irregular() error {
	switch {
	case m.chain != nil:
		return diag.Errorf("bad-digit", "expected a layout of shapes and strides, but got two layouts one after the other, which have no common shape and strides")
	case m.digits == nil:
		return diag.Errorf("bad-digit", "expected a layout of shapes and strides, without a swizzle")
	case m.digits.low.Offset != 0:
		return diag.Errorf("bad-digit", "expected a layout that uses cell 0, but the lowest cell is %d", m.digits.low.Offset)
	}
	for _, dim := range m.digits.spec.Dims {
		if !dim.IsExact() {
			return diag.Errorf("bad-digit", "expected %d elements, as many as the digits have values, but got %d", dim.Weight(len(dim.Digits)), dim.Size)
		}
	}
	return nil
}

// flatMode returns all modes as one. Errors: see irregular.
func (m *Map) flatMode() (Dim, error) {
	if err := m.irregular(); err != nil {
		return Dim{}, err
	}
	mode := Dim{Size: m.count}
	for _, part := range m.modes() {
		mode.Digits = append(mode.Digits, part.Digits...)
	}
	return mode, nil
}

// Complement returns the map to the cells that m leaves out, up to size: every cell below size is
// the sum of a cell of m and a cell of the complement. The error code is bad-digit if digits of
// m overlap.
//
//	complement of 4:2 in 24  =  (2,3):(1,8)
func (m *Map) Complement(size int64) (*Map, error) {
	mode, err := m.flatMode()
	if err != nil {
		return nil, err
	}
	digits := mode.Digits
	for i, g := range digits {
		digits[i] = g.forward()
	}
	slices.SortFunc(digits, func(a, b Digit) int { return cmp.Compare(a.Offset, b.Offset) })
	rest, span := Dim{Size: 1}, int64(1)
	add := func(n, stride int64) {
		rest.Digits = append(rest.Digits, Digit{Size: n, Offset: stride})
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
		if span, ok = mul(g.Offset, g.Size); !ok {
			return nil, diag.Errorf("too-large", "%d values of stride %d reach beyond 2^62", g.Size, g.Offset)
		}
	}
	add((size+span-1)/span, span)
	return ofModes(m.axes, []Dim{rest})
}

// Divide returns m in tiles: the first mode runs through a tile, the cells of tile, and the second
// through the tiles. Errors: see Complement and Compose.
//
//	(4,2,3):(2,1,8) divided by 4:2  =  ((2,2),(2,3)):((4,1),(2,8))
func (m *Map) Divide(tile *Map) (*Map, error) {
	rest, err := tile.Complement(m.count)
	if err != nil {
		return nil, err
	}
	inner, err1 := tile.flatMode()
	outer, err2 := rest.flatMode()
	if err := cmp.Or(err1, err2); err != nil {
		return nil, err
	}
	both, err := ofModes(Axes{}, []Dim{inner, outer})
	if err != nil {
		return nil, err
	}
	return both.Compose(m)
}

// Product returns copies of m at the places of grid: the first mode runs through m, the second
// through the copies. Errors: see Complement and Compose.
//
//	product of (2,2):(4,1) and 6:1  =  ((2,2),(2,3)):((4,1),(2,8))
func (m *Map) Product(grid *Map) (*Map, error) {
	_, cells, err := grid.Extent(0)
	if err != nil {
		return nil, err
	}
	size, ok := mul(m.count, cells)
	if !ok {
		return nil, diag.Errorf("too-large", "%d copies of %d elements are more than 2^62", cells, m.count)
	}
	free, err := m.Complement(size)
	if err != nil {
		return nil, err
	}
	copies, err := grid.Compose(free)
	if err != nil {
		return nil, err
	}
	if copies.digits == nil {
		return nil, diag.Errorf("compose-shape", "the copies do not fall on the digits of the free cells")
	}
	inner, err1 := m.flatMode()
	outer, err2 := copies.flatMode()
	if err := cmp.Or(err1, err2); err != nil {
		return nil, err
	}
	return ofModes(m.axes, []Dim{inner, outer})
}
