package spell

import (
	"cmp"
	"slices"

	"optc/diag"
	"optc/layout"
	"optc/layout/axes"
)

// Symbolic is a layout in CuTe's spelling whose shapes and strides are terms: it represents the layouts of all values of the
// symbols. A function of symbolic layouts has a result if facts about the terms decide each of its steps: which term divides
// another, and which is at most as large as another. So a result holds for all values.
//
//	divide((m,16n):(16n,1), 4:m)  =  (4,(m,4n)):(1,(16n,4))     tiles of 4 columns
type Symbolic struct {
	modes [][]symbolicDigit
}

// symbolicDigit is a digit of a mode: values of the digit that differ by 1 are stride cells apart.
type symbolicDigit struct{ size, stride Term }

// undecided is the error if the result depends on the values of the symbols.
func undecided(format string, args ...any) error {
	return diag.Errorf("bad-digit", format+" for all values of the symbols", args...)
}

// Symbols returns the letters that occur in the layout.
func (l *Symbolic) Symbols() string {
	var all []byte
	for _, g := range l.flat() {
		all = append(all, g.size.Symbols+g.stride.Symbols...)
	}
	slices.Sort(all)
	return string(slices.Compact(all))
}

// At returns the layout where symbols have values.
func (l *Symbolic) At(value func(symbol rune) int64) (*layout.Map, error) {
	modes := make([]layout.Dim, len(l.modes))
	for i, mode := range l.modes {
		modes[i].Size = 1
		for _, g := range mode {
			n := g.size.at(value)
			modes[i].Size *= n
			modes[i].Digits = append(modes[i].Digits, layout.Digit{Size: n, Offset: g.stride.at(value)})
		}
	}
	return layout.OfModes(axes.Pair{}, modes)
}

// joinedSymbols is joinedDigits for terms.
func joinedSymbols(digits []symbolicDigit) (joined []symbolicDigit) {
	for _, g := range digits {
		if g.size == number(1) {
			continue
		}
		if n := len(joined); n > 0 {
			last := &joined[n-1]
			if next, ok := last.stride.times(last.size); ok && next == g.stride {
				if size, ok := last.size.times(g.size); ok {
					last.size = size
					continue
				}
			}
		}
		joined = append(joined, g)
	}
	if len(joined) == 0 {
		joined = []symbolicDigit{{number(1), number(0)}}
	}
	return joined
}

// flat returns the digits of all modes.
func (l *Symbolic) flat() []symbolicDigit { return slices.Concat(l.modes...) }

func oneMode(digits []symbolicDigit) *Symbolic {
	return &Symbolic{modes: [][]symbolicDigit{joinedSymbols(digits)}}
}

// spread is [Map.spread].
func (l *Symbolic) spread() *Symbolic {
	if len(l.modes) != 1 {
		return l
	}
	digits := joinedSymbols(l.modes[0])
	modes := make([][]symbolicDigit, len(digits))
	for i, g := range digits {
		modes[i] = []symbolicDigit{g}
	}
	return &Symbolic{modes: modes}
}

// productOf returns the product of sizes; the error code is too-large.
func productOf(digits []symbolicDigit) (size Term, err error) {
	size = number(1)
	for _, g := range digits {
		var ok bool
		if size, ok = size.times(g.size); !ok {
			return size, diag.Errorf("too-large", "%s times %s elements are more than 2^62", size, g.size)
		}
	}
	return size, nil
}

// weighedSymbol is a digit with the step that it makes in the numbers of elements.
type weighedSymbol struct {
	symbolicDigit
	weight Term
}

// ascending returns the digits that move elements by ascending strides, and the digits of stride 0. Every stride is at
// least the span of the digits before.
func (l *Symbolic) ascending() (list, still []weighedSymbol, err error) {
	weight := number(1)
	for _, g := range joinedSymbols(l.flat()) {
		w := weighedSymbol{g, weight}
		if weight, err = productOf([]symbolicDigit{{size: weight}, g}); err != nil {
			return nil, nil, err
		}
		switch {
		case g.stride.Factor == 0:
			still = append(still, w)
		default:
			list = append(list, w)
		}
	}
	for i := range list {
		for k := i + 1; k < len(list); k++ {
			if list[k].stride.atMost(list[i].stride) && list[k].stride != list[i].stride {
				list[i], list[k] = list[k], list[i]
			}
		}
		if i == 0 {
			continue
		}
		span, ok := list[i-1].stride.times(list[i-1].size)
		if !ok || !span.atMost(list[i].stride) {
			return nil, nil, undecided("the stride %s is not at least %s, which the digit of size %s and stride %s spans,", list[i].stride, span, list[i-1].size, list[i-1].stride)
		}
	}
	return list, still, nil
}

// complement is Map.Complement.
func (l *Symbolic) complement(size Term) (*Symbolic, error) {
	list, _, err := l.ascending()
	if err != nil {
		return nil, err
	}
	var rest []symbolicDigit
	span := number(1)
	for _, g := range list {
		n, ok := g.stride.over(span)
		if !ok {
			return nil, undecided("the stride %s is not a multiple of %s", g.stride, span)
		}
		if g.size.Factor == 1 && !g.stride.atMost(size) {
			return nil, undecided("the digit of size %s and stride %s beyond %s does not have at least 2 values", g.size, g.stride, size)
		}
		rest = append(rest, symbolicDigit{n, span})
		if span, ok = g.stride.times(g.size); !ok {
			return nil, diag.Errorf("too-large", "%s values of stride %s reach beyond 2^62", g.size, g.stride)
		}
	}
	switch n, ok := size.over(span); {
	case ok:
		rest = append(rest, symbolicDigit{n, span})
	case !size.atMost(span):
		return nil, undecided("%s is not a multiple of %s, nor at most %s,", size, span, span)
	}
	return oneMode(rest), nil
}

// compose returns inner followed by l.
func (l *Symbolic) compose(inner *Symbolic) (*Symbolic, error) {
	outer := joinedSymbols(l.flat())
	out := &Symbolic{}
	for _, mode := range inner.modes {
		var digits []symbolicDigit
		for _, g := range mode {
			var err error
			if digits, err = splitSymbols(outer, g, digits); err != nil {
				return nil, err
			}
		}
		out.modes = append(out.modes, digits)
	}
	return out, nil
}

// splitSymbols appends the digits that g has in the digits of a layout.
func splitSymbols(outer []symbolicDigit, g symbolicDigit, out []symbolicDigit) ([]symbolicDigit, error) {
	if g.stride.Factor == 0 {
		return append(out, g), nil
	}
	size, step := g.size, g.stride
	for i, a := range outer {
		if size == number(1) {
			return out, nil
		}
		if rest, ok := step.over(a.size); ok && i < len(outer)-1 {
			step = rest // the digit keeps its value
			continue
		}
		room, ok := a.size.over(step)
		if !ok {
			return nil, undecided("a step of %s cells does not fall on the digit of size %s", step, a.size)
		}
		stride, ok := step.times(a.stride)
		if !ok {
			return nil, diag.Errorf("too-large", "%s times the stride %s is more than 2^62", step, a.stride)
		}
		if _, fits := room.over(size); fits {
			return append(out, symbolicDigit{size, stride}), nil
		}
		if size, ok = size.over(room); !ok {
			return nil, undecided("%s values of stride %s do not fall on the digit of size %s", g.size, g.stride, a.size)
		}
		out = append(out, symbolicDigit{room, stride})
		step = number(1)
	}
	if size != number(1) {
		return nil, undecided("%s values of stride %s do not stay within the layout", g.size, g.stride)
	}
	return out, nil
}

// divide is Map.Divide.
func (l *Symbolic) divide(tile *Symbolic) (*Symbolic, error) {
	size, err := productOf(l.flat())
	if err != nil {
		return nil, err
	}
	rest, err := tile.complement(size)
	if err != nil {
		return nil, err
	}
	return l.compose(&Symbolic{modes: [][]symbolicDigit{tile.flat(), rest.flat()}})
}

// span returns a term that is at least the number of cells up to the last.
func (l *Symbolic) span() (Term, error) {
	list, _, err := l.ascending()
	if err != nil || len(list) == 0 {
		return number(1), err
	}
	last := list[len(list)-1]
	span, ok := last.stride.times(last.size)
	if !ok {
		return span, diag.Errorf("too-large", "%s values of stride %s reach beyond 2^62", last.size, last.stride)
	}
	return span, nil
}

// product is Map.Product.
func (l *Symbolic) product(grid *Symbolic) (*Symbolic, error) {
	size, err1 := productOf(l.flat())
	cells, err2 := grid.span()
	if err := cmp.Or(err1, err2); err != nil {
		return nil, err
	}
	whole, err := productOf([]symbolicDigit{{size: size}, {size: cells}})
	if err != nil {
		return nil, err
	}
	free, err := l.complement(whole)
	if err != nil {
		return nil, err
	}
	copies, err := free.compose(grid)
	if err != nil {
		return nil, err
	}
	return &Symbolic{modes: [][]symbolicDigit{l.flat(), copies.flat()}}, nil
}

// quotient is Map.Quotient.
func (l *Symbolic) quotient(part *Symbolic) (*Symbolic, error) {
	all, err1 := productOf(l.flat())
	size, err2 := productOf(part.flat())
	cells, err3 := l.span()
	if err := cmp.Or(err1, err2, err3); err != nil {
		return nil, err
	}
	n, ok := all.over(size)
	if !ok {
		return nil, undecided("%s elements are no copies of %s elements", all, size)
	}
	split, err := l.compose(&Symbolic{modes: [][]symbolicDigit{{{size, number(1)}}, {{n, size}}}})
	if err != nil {
		return nil, err
	}
	first, rest := oneMode(split.modes[0]), oneMode(split.modes[1])
	if want := oneMode(part.flat()); !slices.Equal(first.flat(), want.flat()) {
		return nil, undecided("the first %s elements are %s, no copy of %s", size, first, want)
	}
	free, err := part.complement(cells)
	if err != nil {
		return nil, err
	}
	inverse, err := free.inverse()
	if err != nil {
		return nil, err
	}
	grid, err := inverse.compose(rest)
	if err != nil {
		return nil, err
	}
	again, err := free.compose(grid)
	if err != nil {
		return nil, err
	}
	if again := oneMode(again.flat()); !slices.Equal(again.flat(), rest.flat()) {
		return nil, undecided("the copies of %s do not begin in free cells", part)
	}
	return grid, nil
}

// inverse is Map.LeftInverse.
func (l *Symbolic) inverse() (*Symbolic, error) {
	list, _, err := l.ascending()
	if err != nil {
		return nil, err
	}
	var digits []symbolicDigit
	last := number(1)
	for i, g := range list {
		n, ok := g.stride.over(last)
		switch {
		case !ok:
			return nil, undecided("the stride %s is not a multiple of the stride %s", g.stride, last)
		case i > 0:
			digits[len(digits)-1].size = n
		default:
			digits = append(digits, symbolicDigit{n, number(0)})
		}
		digits = append(digits, symbolicDigit{g.size, g.weight})
		last = g.stride
	}
	return oneMode(digits), nil
}

// rightInverse is Map.RightInverse: the longest one that holds for all values of the symbols.
func (l *Symbolic) rightInverse() (*Symbolic, error) {
	list, _, err := l.ascending()
	if err != nil {
		return nil, err
	}
	var digits []symbolicDigit
	span := number(1)
	for _, g := range list {
		if g.stride != span {
			break
		}
		digits = append(digits, symbolicDigit{g.size, g.weight})
		span, _ = span.times(g.size) // the span of digits of l
	}
	return oneMode(digits), nil
}

// kernel is Map.Kernel, and cells is Map.Cells.
func (l *Symbolic) kernel() (*Symbolic, error) {
	_, still, err := l.ascending()
	var digits []symbolicDigit
	for _, g := range still {
		digits = append(digits, symbolicDigit{g.size, g.weight})
	}
	return oneMode(digits), err
}

func (l *Symbolic) cells() (*Symbolic, error) {
	list, _, err := l.ascending()
	var digits []symbolicDigit
	for _, g := range list {
		digits = append(digits, g.symbolicDigit)
	}
	return oneMode(digits), err
}
