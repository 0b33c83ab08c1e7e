package layout

import (
	"slices"
	"strconv"
	"strings"

	"optc/diag"
)

// IsCuTe reports whether a text begins like a layout or an expression that [EvalCuTe] accepts.
func IsCuTe(text string) bool {
	if rest := strings.TrimLeft(text, "0123456789"); rest != text {
		if rest = strings.TrimLeft(rest, " "); strings.HasPrefix(rest, ":") || strings.HasPrefix(rest, "o ") {
			return true // a mode, such as 8:1, or 8 o 4:2
		}
	}
	if strings.Contains(text, ":") {
		if _, err := EvalSymbolic(text); err == nil {
			return true // a mode with symbols, such as 16m:1
		}
	}
	if strings.HasPrefix(text, "(") || slices.ContainsFunc(swizzleNames, func(name string) bool { return strings.HasPrefix(text, name) }) {
		return true
	}
	return slices.ContainsFunc(cuteFunctions, func(f cuteFunction) bool { return strings.HasPrefix(text, f.name+"(") })
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
	apply func(a, b *Map) (*Map, error)
	cut   func(a *Map, from, sizes []int64) (*Map, error) // instead of apply, for a layout and two tuples of numbers
}

var cuteFunctions = []cuteFunction{
	{name: "compose", apply: func(a, b *Map) (*Map, error) { return b.Compose(a) }},
	{name: "divide", apply: (*Map).Divide},
	{name: "product", apply: (*Map).Product},
	{name: "quotient", apply: (*Map).Quotient},
	{name: "complement", apply: func(a, b *Map) (*Map, error) { return a.Complement(b.count) }},
	{name: "inverse", unary: true, apply: func(a, _ *Map) (*Map, error) { return a.LeftInverse() }},
	{name: "right_inverse", unary: true, apply: func(a, _ *Map) (*Map, error) { return a.RightInverse() }},
	{name: "coalesce", unary: true, apply: func(a, _ *Map) (*Map, error) { return a.Coalesce() }},
	{name: "kernel", unary: true, apply: func(a, _ *Map) (*Map, error) { return a.Kernel() }},
	{name: "image", unary: true, apply: func(a, _ *Map) (*Map, error) { return a.Cells() }},
	{name: "slice", cut: (*Map).sliceModes},
}

// sliceModes returns the part of a layout from coordinates on, of given extents, the first mode first.
func (m *Map) sliceModes(from, sizes []int64) (*Map, error) {
	rank := m.Rank()
	if len(from) != rank || len(sizes) != rank {
		return nil, diag.Errorf("slice-range", "expected an offset and an extent for each of the %d modes, but got %d and %d", rank, len(from), len(sizes))
	}
	for mode, o := range from {
		n, z := m.shape[rank-1-mode], sizes[mode]
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
// coalesce(A), kernel(A), image(A). A layout may be composed
// of an outer layout or a swizzle, an offset and an inner layout: Swizzle<3,4,3> o 0 o (8,64):(64,1). The error code is
// bad-digit for a text that is no layout; the functions have other errors.
func EvalCuTe(text string) (*Map, error) {
	p := cuteParser{text: withoutSpaces(text)}
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
		return diag.Errorf("bad-digit", "expected %s, but got the end", what)
	}
	return diag.Errorf("bad-digit", "expected %s, but got '%s'", what, p.text[p.at:])
}

// take skips a text; ok is false if it does not follow.
func (p *cuteParser) take(text string) (ok bool) {
	if ok = strings.HasPrefix(p.text[p.at:], text); ok {
		p.at += len(text)
	}
	return ok
}

// layout reads a layout, or a composition A o offset o B: B, followed by offset more cells of A.
func (p *cuteParser) layout() (*Map, error) {
	var outer *Map
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
func (p *cuteParser) offsetLayout() (*Map, error) {
	from := p.at
	offset, err := p.signed()
	if err != nil || !p.take("o") {
		p.at, offset = from, 0
	}
	if offset < 0 {
		return nil, diag.Errorf("bad-digit", "expected an offset of at least 0, but got %d", offset)
	}
	m, err := p.layout()
	if err != nil || offset == 0 {
		return m, err
	}
	d, ok := m.Digits()
	if !ok {
		return nil, diag.Errorf("bad-digit", "expected a layout in digits after the offset %d", offset)
	}
	d.Base.Offset += offset
	return New(d)
}

// swizzleNames begin the swizzles of CuTe's C++ code, of its printed layouts and of the cute dialect.
var swizzleNames = []string{"Swizzle<", "Sw<", "S<"}

// swizzle reads a swizzle; ok is false if there is none.
func (p *cuteParser) swizzle() (s Swizzle, ok bool, err error) {
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

func (p *cuteParser) simpleLayout() (*Map, error) {
	for _, f := range cuteFunctions {
		if !p.take(f.name + "(") {
			continue
		}
		a, err := p.layout()
		if err == nil && f.cut != nil {
			return p.cut(a, f)
		}
		var b *Map
		if err == nil && !f.unary {
			if !p.take(",") {
				return nil, p.expected("','")
			}
			b, err = p.layout()
		}
		if err != nil {
			return nil, err
		}
		if !p.take(")") {
			return nil, p.expected("')'")
		}
		m, err := f.apply(a, b)
		if err != nil {
			return nil, err
		}
		return m.spread()
	}
	from := p.at
	shape, err := p.tuple()
	if err != nil {
		return nil, err
	}
	stride, _ := shape.columns(1)
	end := p.at
	if p.take(":") {
		if stride, err = p.tuple(); err != nil {
			return nil, err
		}
	}
	if shape.parts == nil {
		shape, stride = cuteTuple{parts: []cuteTuple{shape}}, cuteTuple{parts: []cuteTuple{stride}}
	}
	if len(shape.parts) != len(stride.parts) {
		return nil, diag.Errorf("bad-digit", "expected as many strides as extents, but got %d for %d", len(stride.parts), len(shape.parts))
	}
	modes := make([]Dim, len(shape.parts))
	elements := int64(1)
	for i, s := range shape.parts {
		mode := Dim{Size: 1}
		if err := mode.addCuTe(s, stride.parts[i]); err != nil {
			return nil, err
		}
		modes[i] = mode
		var ok bool
		if elements, ok = mul(elements, mode.Size); !ok {
			return nil, diag.Errorf("too-large", "expected extents whose product is below 2^62, but got %s", p.text[from:end])
		}
	}
	return ofModes(Axes{}, modes)
}

// cut reads two tuples of numbers, the end of a function, and applies it.
func (p *cuteParser) cut(a *Map, f cuteFunction) (*Map, error) {
	var lists [2][]int64
	for i := range lists {
		if !p.take(",") {
			return nil, p.expected("','")
		}
		t, err := p.tuple()
		if err != nil {
			return nil, err
		}
		if t.parts == nil {
			t.parts = []cuteTuple{t}
		}
		for _, part := range t.parts {
			if part.parts != nil {
				return nil, diag.Errorf("bad-digit", "expected a number for each mode")
			}
			lists[i] = append(lists[i], part.number)
		}
	}
	if !p.take(")") {
		return nil, p.expected("')'")
	}
	return f.cut(a, lists[0], lists[1])
}

// cuteTuple is a number, or a tuple of parts.
type cuteTuple struct {
	number int64
	parts  []cuteTuple
}

// columns returns the strides of a shape whose cells follow each other, the first extent fastest, and the stride after them.
func (t cuteTuple) columns(from int64) (strides cuteTuple, next int64) {
	if t.parts == nil {
		return cuteTuple{number: from}, from * t.number
	}
	out := cuteTuple{parts: make([]cuteTuple, len(t.parts))}
	for i, part := range t.parts {
		out.parts[i], from = part.columns(from)
	}
	return out, from
}

// number reads a number.
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

func (p *cuteParser) tuple() (t cuteTuple, err error) {
	if !p.take("(") {
		n, err := p.signed()
		return cuteTuple{number: n}, err
	}
	t.parts = []cuteTuple{}
	for {
		part, err := p.tuple()
		if err != nil {
			return t, err
		}
		t.parts = append(t.parts, part)
		switch {
		case p.take(")"):
			return t, nil
		case !p.take(","):
			return t, p.expected("',' or ')'")
		}
	}
}

// addCuTe appends the digits of a mode.
func (d *Dim) addCuTe(shape, stride cuteTuple) error {
	if shape.parts == nil {
		if stride.parts != nil {
			return diag.Errorf("bad-digit", "expected a number as the stride of %d", shape.number)
		}
		var ok bool
		if d.Size, ok = mul(d.Size, shape.number); !ok || shape.number < 1 {
			return diag.Errorf("bad-digit", "expected extents of at least 1 whose product is below 2^62, but got %d", shape.number)
		}
		d.Digits = append(d.Digits, Digit{Size: shape.number, Offset: stride.number})
		return nil
	}
	if len(shape.parts) != len(stride.parts) {
		return diag.Errorf("bad-digit", "expected as many strides as extents, but got %d for %d", len(stride.parts), len(shape.parts))
	}
	for i, part := range shape.parts {
		if err := d.addCuTe(part, stride.parts[i]); err != nil {
			return err
		}
	}
	return nil
}
