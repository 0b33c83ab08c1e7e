package spell

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"optc/diag"
	"optc/layout"
	"optc/layout/axes"
)

// IsCuTe reports whether a text begins like a layout or an expression that [EvalCuTe] accepts.
func IsCuTe(text string) bool {
	text = printed(text)
	if rest := strings.TrimLeft(text, "0123456789"); rest != text {
		if rest = strings.TrimLeft(rest, " "); strings.HasPrefix(rest, ":") || strings.HasPrefix(rest, "o ") {
			return true // a mode follows, such as 8:1, or 8 o 4:2
		}
	}
	if strings.Contains(text, ":") {
		if _, err := EvalSymbolic(text); err == nil {
			return true // a mode with symbols follows, such as 16m:1
		}
	}
	if strings.HasPrefix(text, "(") || slices.ContainsFunc(swizzleNames, func(name string) bool { return strings.HasPrefix(text, name) }) {
		return true
	}
	return slices.ContainsFunc(cuteFunctions, func(f cuteFunction) bool {
		return strings.HasPrefix(text, f.name+"(") || strings.HasPrefix(text, f.name+"<")
	})
}

// CuTeFunctions returns the names of the functions that [EvalCuTe] accepts.
func CuTeFunctions() (names []string) {
	for _, f := range cuteFunctions {
		names = append(names, f.name)
	}
	return names
}

// cuteFunction is a function of two layouts. A number is a layout of as many neighbouring cells.
type cuteFunction struct {
	name  string
	unary bool
	apply func(a, b *layout.Map) (*layout.Map, error)
	// The function of layouts with symbols, or nil.
	symbolic func(a, b *Symbolic) (*Symbolic, error)
	// Used instead of apply, for other arguments after a layout: two tuples of numbers, with no fewer entries than least; a tile for
	// each mode; or a factor.
	cut    func(a *layout.Map, from, sizes []int64) (*layout.Map, error)
	least  int
	tiles  arrangement
	factor func(a *layout.Map, n int64) (*layout.Map, error)
	// The function of a swizzled layout is the swizzle of the function.
	swizzled bool
}

var cuteFunctions = []cuteFunction{
	binary("compose", onMaps(compose[numbers]), compose[*Symbolic]),
	binary("divide", Divide, divide[*Symbolic]),
	binary("product", Product, product[*Symbolic]),
	binary("quotient", Quotient, quotient[*Symbolic]),
	binary("complement", func(a, b *layout.Map) (*layout.Map, error) { return Complement(a, b.Count()) }, complement[*Symbolic]),
	unary("inverse", LeftInverse, (*Symbolic).inverse),
	unary("right_inverse", RightInverse, (*Symbolic).rightInverse),
	unary("coalesce", Coalesce, (*Symbolic).coalesce),
	unary("kernel", Kernel, (*Symbolic).kernel),
	unary("image", Cells, (*Symbolic).cells),
	{name: "slice", cut: sliceModes, least: 2},
	binary("composition", onMaps(compose[numbers]), compose[*Symbolic]),
	unary("left_inverse", LeftInverse, (*Symbolic).inverse),
	{name: "logical_divide", tiles: logicalModes},
	{name: "zipped_divide", tiles: zippedModes},
	{name: "tiled_divide", tiles: tiledModes},
	{name: "flat_divide", tiles: flatModes},
	binary("logical_product", Product, product[*Symbolic]),
	binary("blocked_product", onMaps(blockedProduct[numbers]), blockedProduct[*Symbolic]),
	binary("raked_product", onMaps(rakedProduct[numbers]), rakedProduct[*Symbolic]),
	{name: "tile_to_shape", cut: tileToShape, least: 1, swizzled: true},
	{name: "upcast", factor: upcast},
	{name: "downcast", factor: downcast},
}

func unary(name string, apply func(*layout.Map) (*layout.Map, error), symbolic func(*Symbolic) (*Symbolic, error)) cuteFunction {
	return cuteFunction{name: name, unary: true,
		apply:    func(a, _ *layout.Map) (*layout.Map, error) { return apply(a) },
		symbolic: func(a, _ *Symbolic) (*Symbolic, error) { return symbolic(a) },
	}
}

func binary(name string, apply func(a, b *layout.Map) (*layout.Map, error), symbolic func(a, b *Symbolic) (*Symbolic, error)) cuteFunction {
	return cuteFunction{name: name, apply: apply, symbolic: symbolic}
}

// sliceModes returns the part of a layout that begins at coordinates from and has extents sizes, the first mode first.
func sliceModes(m *layout.Map, from, sizes []int64) (*layout.Map, error) {
	rank := m.Rank()
	if len(from) != rank || len(sizes) != rank {
		return nil, diag.Errorf("slice-range", "expected an offset and an extent for each of the %d modes, but got %d and %d", rank, len(from), len(sizes))
	}
	for mode, o := range from {
		n, z := m.Shape()[rank-1-mode], sizes[mode]
		if z < 1 {
			return nil, diag.Errorf("slice-range", "expected extents of at least 1, but got %d in mode %d", z, mode)
		}
		if o < 0 || z > n-o {
			return nil, diag.Errorf("slice-range", "slice [%d, %d) leaves mode %d of extent %d", o, o+z, mode, n)
		}
	}
	slices.Reverse(from)
	slices.Reverse(sizes)
	return m.Slice(from, sizes)
}

// EvalCuTe evaluates a layout in CuTe's spelling, or a function of layouts: compose(A, B), which is
// B followed by A, divide(A, B), product(A, B), quotient(A, B), complement(A, n), inverse(A), right_inverse(A),
// coalesce(A), kernel(A), image(A), and CuTe's own names and functions, such as zipped_divide(A, (4,8)), raked_product(A, B),
// tile_to_shape(A, (64,64)) and upcast<2>(A). Numbers, pointers and bases of coordinates are read as CuTe prints them, as in
// Sw<3,4,3> o smem_ptr[16b](unset) o (_8,_64):(_64,_1) and (_4,_8):(_1@0,_1@1), whose cells number the coordinates, the first
// dimension first. A layout may be composed
// of an outer layout or a swizzle, an offset and an inner layout: Swizzle<3,4,3> o 0 o (8,64):(64,1). The error code is
// bad-digit for a text that is no layout; the functions have other errors.
func EvalCuTe(text string) (*layout.Map, error) {
	p := cuteParser{text: withoutSpaces(printed(text))}
	m, err := p.layout()
	if err == nil && p.at < len(p.text) {
		err = p.expected("the end")
	}
	return m, err
}

// withoutSpaces removes the spaces of a text, except between two digits.
func withoutSpaces(text string) string {
	words := strings.Fields(text)
	for i, w := range words[:max(len(words)-1, 0)] {
		if isDigit(w[len(w)-1]) && isDigit(words[i+1][0]) {
			words[i] += " "
		}
	}
	return strings.Join(words, "")
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// cuteParser reads layouts.
type cuteParser struct {
	text string
	at   int
}

func (p *cuteParser) expected(what string) error {
	if p.at == len(p.text) {
		return &unexpected{diag.Errorf("bad-digit", "expected %s, but got the end", what), 0}
	}
	return &unexpected{diag.Errorf("bad-digit", "expected %s, but got '%s'", what, p.text[p.at:]), len(p.text) - p.at}
}

// unexpected is a mistake before the last bytes of a text without spaces.
type unexpected struct {
	err  error
	rest int
}

func (e *unexpected) Error() string { return e.err.Error() }

func (e *unexpected) Unwrap() error { return e.err }

// MistakeAt returns the offset in a text at which [EvalCuTe] or [EvalSymbolic] found a mistake; ok is false if the error has
// no position.
func MistakeAt(text string, err error) (at int, ok bool) {
	var e *unexpected
	if !errors.As(err, &e) {
		return 0, false
	}
	for at = len(text); at > 0 && len(withoutSpaces(printed(text[at:]))) < e.rest; {
		at--
	}
	return at, true
}

// take skips a text; ok is false if it does not follow.
func (p *cuteParser) take(text string) (ok bool) {
	if ok = strings.HasPrefix(p.text[p.at:], text); ok {
		p.at += len(text)
	}
	return ok
}

// layout reads a layout, or a composition A o offset o B: B, followed by offset more cells of A.
func (p *cuteParser) layout() (*layout.Map, error) {
	var outer *layout.Map
	var err error
	if swizzle, ok, err := p.swizzle(); err != nil {
		return nil, err
	} else if ok {
		if !p.take("o") {
			return nil, p.expected("'o'")
		}
		inner, err := p.offsetLayout()
		if err != nil {
			return nil, err
		}
		return inner.Swizzled(swizzle)
	}
	if outer, err = p.simpleLayout(); err != nil || !p.take("o") {
		return outer, err
	}
	inner, err := p.offsetLayout()
	if err != nil {
		return nil, err
	}
	return inner.Compose(outer)
}

// offsetLayout reads an offset, which may be left out, and a layout.
func (p *cuteParser) offsetLayout() (*layout.Map, error) { return p.afterOffset(p.layout) }

// afterOffset reads an optional offset, and then calls read.
func (p *cuteParser) afterOffset(read func() (*layout.Map, error)) (*layout.Map, error) {
	from := p.at
	offset, err := p.signed()
	if err != nil || !p.take("o") {
		p.at, offset = from, 0
	}
	if offset < 0 {
		return nil, diag.Errorf("bad-digit", "expected an offset of at least 0, but got %d", offset)
	}
	m, err := read()
	if err != nil || offset == 0 {
		return m, err
	}
	d, ok := m.Digits()
	if !ok {
		return nil, diag.Errorf("bad-digit", "expected a layout in digits after the offset %d", offset)
	}
	d.Base.Offset += offset
	return layout.New(d)
}

// swizzleNames are the beginnings of swizzles in CuTe's C++ code, in its printed layouts and in the cute dialect.
var swizzleNames = []string{"Swizzle<", "Sw<", "S<"}

// swizzle reads a swizzle; ok is false if there is none.
func (p *cuteParser) swizzle() (s layout.Swizzle, ok bool, err error) {
	if !slices.ContainsFunc(swizzleNames, p.take) {
		return s, false, nil
	}
	for i, n := range []*int64{&s.Bits, &s.Base, &s.Shift} {
		if i > 0 && !p.take(",") {
			return s, true, p.expected("','")
		}
		if *n, err = p.signed(); err != nil {
			return s, true, err
		}
	}
	if !p.take(">") {
		return s, true, p.expected("'>'")
	}
	return s, true, nil
}

func (p *cuteParser) simpleLayout() (*layout.Map, error) {
	for _, f := range cuteFunctions {
		if f.factor != nil && p.take(f.name+"<") {
			return p.recast(nil, f)
		}
		if !p.take(f.name + "(") {
			continue
		}
		if f.swizzled {
			if s, ok, err := p.swizzle(); err != nil {
				return nil, err
			} else if ok {
				return p.cutSwizzled(s, f)
			}
		}
		a, err := p.layout()
		switch {
		case err != nil:
			return nil, err
		case f.cut != nil:
			return p.cut(a, f)
		case f.tiles != nil:
			return p.tiles(a, f)
		case f.factor != nil:
			return p.recast(a, f)
		}
		b, err := readSecond(p, f, p.layout)
		if err != nil {
			return nil, err
		}
		m, err := f.apply(a, b)
		if err != nil {
			return nil, err
		}
		return spread(m)
	}
	from := p.at
	shape, stride, end, err := readStrided(p, p.step, cuteStep{number: 1}, func(a, b cuteStep) cuteStep { return cuteStep{number: a.number * b.number} })
	if err != nil {
		return nil, err
	}
	if err := numberCoordinates(shape, &stride); err != nil {
		return nil, err
	}
	sizes, strides, err := modesOf(shape, stride)
	if err != nil {
		return nil, err
	}
	modes := make([]layout.Dim, len(sizes))
	elements := int64(1)
	for i, size := range sizes {
		mode := layout.Dim{Size: 1}
		if err := eachDigit(size, strides[i], func(size cuteStep, stride tuple[cuteStep]) error { return addStep(&mode, size.number, stride) }); err != nil {
			return nil, err
		}
		modes[i] = mode
		var ok bool
		if elements, ok = layout.Mul(elements, mode.Size); !ok {
			return nil, diag.Errorf("too-large", "expected extents whose product is below 2^62, but got %s", p.text[from:end])
		}
	}
	return layout.OfModes(axes.Pair{}, modes)
}

// cutSwizzled applies a function to the layout after a swizzle; the swizzle applies to the result.
func (p *cuteParser) cutSwizzled(s layout.Swizzle, f cuteFunction) (*layout.Map, error) {
	if !p.take("o") {
		return nil, p.expected("'o'")
	}
	m, err := p.afterOffset(func() (*layout.Map, error) {
		a, err := p.layout()
		if err != nil {
			return nil, err
		}
		return p.cut(a, f)
	})
	if err != nil {
		return nil, err
	}
	return m.Swizzled(s)
}

// cut reads two tuples of numbers and the end of a function call, and applies the function.
func (p *cuteParser) cut(a *layout.Map, f cuteFunction) (*layout.Map, error) {
	var lists [2][]int64
	for i := range lists {
		if i >= f.least && strings.HasPrefix(p.text[p.at:], ")") {
			break
		}
		if !p.take(",") {
			return nil, p.expected("','")
		}
		t, err := readTuple(p, p.step)
		if err != nil {
			return nil, err
		}
		if lists[i], err = numberPerMode(t); err != nil {
			return nil, err
		}
	}
	if !p.take(")") {
		return nil, p.expected("')'")
	}
	return f.cut(a, lists[0], lists[1])
}

// numberPerMode returns the numbers of a tuple without further tuples; a number is a tuple of one.
func numberPerMode(t tuple[cuteStep]) (list []int64, err error) {
	if t.parts == nil {
		t.parts = []tuple[cuteStep]{t}
	}
	for _, part := range t.parts {
		if part.parts != nil {
			return nil, diag.Errorf("bad-digit", "expected a number for each mode")
		}
		list = append(list, part.leaf.number)
	}
	return list, nil
}

// recast reads the end of a function with a factor, as in upcast(A, 2), or, if a is nil, as in upcast<2>(A), and applies it.
func (p *cuteParser) recast(a *layout.Map, f cuteFunction) (*layout.Map, error) {
	if a != nil && !p.take(",") {
		return nil, p.expected("','")
	}
	n, err := p.number()
	if a == nil && err == nil {
		if !p.take(">(") {
			return nil, p.expected("'>('")
		}
		a, err = p.layout()
	}
	if err != nil {
		return nil, err
	}
	if !p.take(")") {
		return nil, p.expected("')'")
	}
	return f.factor(a, n)
}

// tiles reads the tile of each mode, as in (4,8) or <4:1,8:2>, or one layout that is a tile of all elements, and applies
// a function.
func (p *cuteParser) tiles(a *layout.Map, f cuteFunction) (*layout.Map, error) {
	if !p.take(",") {
		return nil, p.expected("','")
	}
	from := p.at
	var tiles []*layout.Map
	if !p.take("<") {
		// A tuple without strides has an extent for each mode, with strides it is a layout.
		t, err := readTuple(p, p.step)
		if err == nil && !strings.HasPrefix(p.text[p.at:], ":") && t.parts != nil {
			sizes, err := numberPerMode(t)
			if err != nil {
				return nil, err
			}
			for _, n := range sizes {
				tile, err := layout.OfModes(axes.Pair{}, []layout.Dim{{Size: n, Digits: []layout.Digit{{Size: n, Offset: 1}}}})
				if err != nil {
					return nil, err
				}
				tiles = append(tiles, tile)
			}
		} else {
			p.at = from
		}
	}
	for end := ")"; tiles == nil || end == ">"; {
		if p.at > from {
			end = ">"
		}
		tile, err := p.layout()
		if err != nil {
			return nil, err
		}
		tiles = append(tiles, tile)
		if end == ")" || p.take(">") {
			break
		}
		if !p.take(",") {
			return nil, p.expected("',' or '>'")
		}
	}
	if !p.take(")") {
		return nil, p.expected("')'")
	}
	return divideModes(a, tiles, f.tiles)
}

// cuteStep is a number and the coordinate that it is a step along: 2@1@0 is step 2 of part 1 of dimension 0, and its coordinate
// is 0, 1.
type cuteStep struct {
	number int64
	basis  []int64
}

// bases lists the digits of a tuple of strides with a basis, with the extents that they have in the tuple of shapes.
func bases(stride *tuple[cuteStep], shape tuple[cuteStep], list []basisDigit) []basisDigit {
	if stride.parts == nil {
		if stride.leaf.basis != nil {
			list = append(list, basisDigit{&stride.leaf, shape.leaf.number})
		}
		return list
	}
	for i := range stride.parts {
		if i < len(shape.parts) {
			list = bases(&stride.parts[i], shape.parts[i], list)
		}
	}
	return list
}

// basisDigit is a digit whose steps are along a coordinate.
type basisDigit struct {
	stride *cuteStep
	size   int64
}

// numberCoordinates gives strides along coordinates strides of cells: coordinates are numbered, the first dimension first, in
// the smallest tensor that has all of them.
func numberCoordinates(shape tuple[cuteStep], stride *tuple[cuteStep]) error {
	list := bases(stride, shape, nil)
	slices.SortStableFunc(list, func(a, b basisDigit) int { return slices.Compare(a.stride.basis, b.stride.basis) })
	step := int64(1)
	for i := 0; i < len(list); {
		extent, end := int64(1), i
		for ; end < len(list) && slices.Equal(list[end].stride.basis, list[i].stride.basis); end++ {
			g := list[end]
			span, ok := layout.Mul(g.stride.number, g.size-1)
			if extent += span; !ok || g.stride.number < 0 || extent >= layout.Limit {
				return diag.Errorf("bad-digit", "expected coordinates from 0 to 2^62, but got a step of %d", g.stride.number)
			}
		}
		for ; i < end; i++ {
			var ok bool
			if list[i].stride.number, ok = layout.Mul(list[i].stride.number, step); !ok {
				return diag.Errorf("too-large", "expected extents whose product is below 2^62")
			}
		}
		var ok bool
		if step, ok = layout.Mul(step, extent); !ok {
			return diag.Errorf("too-large", "expected extents whose product is below 2^62")
		}
	}
	return nil
}

// number reads a non-negative number.
func (p *cuteParser) number() (int64, error) {
	end := p.at
	for end < len(p.text) && isDigit(p.text[end]) {
		end++
	}
	n, err := strconv.ParseInt(p.text[p.at:end], 10, 32)
	switch {
	case end > p.at && err != nil:
		return 0, diag.Errorf("bad-digit", "expected a number below 2^31, but got %s", p.text[p.at:end])
	case err != nil && p.at < len(p.text) && p.text[p.at] >= 'A' && p.text[p.at] <= 'Z':
		return 0, p.expected("a number, or a symbol, which is a lower-case letter")
	case err != nil:
		return 0, p.expected("a number")
	}
	p.at = end
	return n, nil
}

// signed reads a number, which may be negative.
func (p *cuteParser) signed() (int64, error) {
	if p.take("-") {
		n, err := p.number()
		return -n, err
	}
	return p.number()
}

// step reads a number, possibly with a coordinate.
func (p *cuteParser) step() (s cuteStep, err error) {
	s.number, err = p.signed()
	for err == nil && p.take("@") {
		var k int64
		k, err = p.number()
		s.basis = append([]int64{k}, s.basis...)
	}
	return s, err
}

// addStep appends a digit of a mode.
func addStep(d *layout.Dim, size int64, stride tuple[cuteStep]) error {
	if stride.parts != nil {
		return diag.Errorf("bad-digit", "expected a number as the stride of %d", size)
	}
	var ok bool
	if d.Size, ok = layout.Mul(d.Size, size); !ok || size < 1 {
		return diag.Errorf("bad-digit", "expected extents of at least 1 whose product is below 2^62, but got %d", size)
	}
	d.Digits = append(d.Digits, layout.Digit{Size: size, Offset: stride.leaf.number})
	return nil
}
