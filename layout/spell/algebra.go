package spell

import (
	"fmt"
	"slices"

	"optc/diag"
)

// The functions of one layout, and compositions, on shapes and strides: a number is a term without symbols. Digits of numbers may have
// negative strides, which are reversed.

// digit is a digit of a mode: values of the digit that differ by 1 are stride cells apart.
type digit struct{ size, stride Term }

// refused is the error of a function whose condition does not hold, or does not hold for all values of the symbols.
func refused(format string, args ...any) error {
	if slices.ContainsFunc(args, func(a any) bool { t, ok := a.(Term); return ok && t.Symbols != "" }) {
		format += " for all values of the symbols"
	}
	return diag.Errorf("bad-digit", format, args...)
}

// joined drops digits of size 1, and joins two digits if the second continues the first.
func joined(digits []digit) (list []digit) {
	for _, g := range digits {
		if g.size == number(1) {
			continue
		}
		if n := len(list); n > 0 {
			last := &list[n-1]
			if next, ok := last.size.times(last.stride); ok && next == g.stride {
				if size, ok := last.size.times(g.size); ok {
					last.size = size
					continue
				}
			}
		}
		list = append(list, g)
	}
	if len(list) == 0 {
		list = []digit{{number(1), number(0)}}
	}
	return list
}

// flat returns the digits of all modes.
func (l *Symbolic) flat() []digit { return slices.Concat(l.modes...) }

// oneMode returns a layout of one mode with as few digits as possible.
func oneMode(digits []digit) *Symbolic { return &Symbolic{modes: [][]digit{joined(digits)}} }

// coalesce is [Coalesce].
func (l *Symbolic) coalesce() (*Symbolic, error) { return oneMode(l.flat()), nil }

// spread returns a layout of one mode as a layout with a mode for each digit, as CuTe's functions return a layout of one mode.
// Other layouts are returned unchanged.
func (l *Symbolic) spread() (*Symbolic, error) {
	if len(l.modes) != 1 {
		return l, nil
	}
	out := &Symbolic{}
	for _, g := range joined(l.modes[0]) {
		out.modes = append(out.modes, []digit{g})
	}
	return out, nil
}

// elements returns the number of elements; the error code is too-large.
func (l *Symbolic) elements() (size Term, err error) {
	size = number(1)
	for _, g := range l.flat() {
		if size, err = sizeTimes(size, g.size); err != nil {
			break
		}
	}
	return size, err
}

// sizeTimes returns the number of n times size elements.
func sizeTimes(size, n Term) (product Term, err error) {
	product, ok := size.times(n)
	if !ok {
		err = diag.Errorf("too-large", "%s times %s elements are more than 2^62", size, n)
	}
	return product, err
}

// storedDigit is a digit with the step that it makes in the numbers of elements. For a reversed digit, the weight is negative in place of
// the stride.
type storedDigit struct {
	digit
	weight Term
}

// storedDigits returns the digits of more than one value by ascending strides, as far as one is at most another for all values of
// the symbols.
func storedDigits(digits []digit) (list []storedDigit, err error) {
	weight := number(1)
	for _, g := range digits {
		s := storedDigit{g, weight}
		if weight, err = sizeTimes(weight, g.size); err != nil {
			return nil, err
		}
		if g.stride.Factor < 0 {
			s.stride.Factor, s.weight.Factor = -s.stride.Factor, -s.weight.Factor
		}
		if g.size != number(1) {
			list = append(list, s)
		}
	}
	slices.SortStableFunc(list, func(a, b storedDigit) int {
		switch {
		case a.stride == b.stride:
			return 0
		case a.stride.atMost(b.stride):
			return -1
		case b.stride.atMost(a.stride):
			return 1
		}
		return 0
	})
	return list, nil
}

// nested returns the digits of stride 0, and the digits that move elements if every stride is at least the cells that the smaller ones
// span: then only digits of stride 0 bring elements to the same cell.
func (l *Symbolic) nested() (still, list []storedDigit, err error) {
	all, err := storedDigits(joined(l.flat()))
	span := number(1)
	for _, g := range all {
		if g.stride == number(0) {
			still = append(still, g)
			continue
		}
		if !span.atMost(g.stride) {
			return nil, nil, refused("the stride %s is not at least %s, the cells that the digits of smaller strides span", g.stride, span)
		}
		if span, err = g.spanAfter(span); err != nil {
			return nil, nil, err
		}
		list = append(list, g)
	}
	return still, list, err
}

// span returns the cells that a digit spans, with those that it leaves out after its last value.
func (g digit) span() (cells Term, err error) {
	cells, ok := g.size.times(g.stride)
	if !ok {
		err = diag.Errorf("too-large", "%s values of stride %s reach beyond 2^62", g.size, g.stride)
	}
	return cells, err
}

// spanAfter returns the cells up to the last one of a digit and of the digits of smaller strides, which span some cells. With symbols there
// may be fewer.
func (g digit) spanAfter(smaller Term) (Term, error) {
	if g.size.Symbols+g.stride.Symbols+smaller.Symbols != "" {
		return g.span()
	}
	steps, err := digit{number(g.size.Factor - 1), g.stride}.span()
	return number(steps.Factor + smaller.Factor), err
}

// complement is [Complement].
func (l *Symbolic) complement(size Term) (*Symbolic, error) {
	list, err := storedDigits(joined(l.flat()))
	if err != nil {
		return nil, err
	}
	var rest []digit
	span := number(1)
	for _, g := range list {
		if g.stride == number(0) {
			continue
		}
		n, ok := g.stride.over(span)
		if !ok {
			return nil, refused("the stride %s is not a multiple of %s, the span of the digits of smaller strides", g.stride, span)
		}
		if g.size.Factor == 1 && !g.stride.atMost(size) {
			return nil, refused("the digit of size %s and stride %s beyond %s does not have at least 2 values", g.size, g.stride, size)
		}
		rest = append(rest, digit{n, span})
		if span, err = g.span(); err != nil {
			return nil, err
		}
	}
	n, ok := size.overUp(span)
	if !ok {
		return nil, refused("%s is not a multiple of %s, nor at most %s,", size, span, span)
	}
	return oneMode(append(rest, digit{n, span})), nil
}

// compose returns inner followed by l.
func (l *Symbolic) compose(inner *Symbolic) (*Symbolic, error) {
	outer := joined(l.flat())
	out := &Symbolic{}
	for _, mode := range inner.modes {
		var digits []digit
		for _, g := range mode {
			var err error
			if digits, err = splitDigit(outer, g, digits); err != nil {
				return nil, err
			}
		}
		out.modes = append(out.modes, digits)
	}
	return out, nil
}

// every returns the layout of each step-th element, n of them.
func (l *Symbolic) every(step, n Term) (*Symbolic, error) {
	digits, err := splitDigit(joined(l.flat()), digit{n, step}, nil)
	return oneMode(digits), err
}

// splitDigit appends the digits that g has in the digits of a layout.
func splitDigit(outer []digit, g digit, out []digit) ([]digit, error) {
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
			return nil, refused("a step of %s cells does not fall on the digit of size %s", step, a.size)
		}
		stride, ok := step.times(a.stride)
		if !ok {
			return nil, diag.Errorf("too-large", "%s times the stride %s is more than 2^62", step, a.stride)
		}
		if _, fits := room.over(size); fits {
			return append(out, digit{size, stride}), nil
		}
		if size, ok = size.over(room); !ok {
			return nil, refused("%s values of stride %s do not fall on the digit of size %s", g.size, g.stride, a.size)
		}
		out = append(out, digit{room, stride})
		step = number(1)
	}
	if size != number(1) {
		return nil, refused("%s values of stride %s do not stay within the layout", g.size, g.stride)
	}
	return out, nil
}

// inverse is [LeftInverse].
func (l *Symbolic) inverse() (*Symbolic, error) {
	_, list, err := l.nested()
	if err != nil {
		return nil, err
	}
	var digits []digit
	last := number(1)
	for i, g := range list {
		n, ok := g.stride.over(last)
		switch {
		case !ok:
			return nil, refused("the stride %s is not a multiple of the stride %s", g.stride, last)
		case i == 0:
			digits = append(digits, digit{n, number(0)})
		default:
			before := &digits[len(digits)-1]
			if before.stride.Factor < 0 && before.size != n {
				return nil, refused("the cells that the stride %s leaves out follow elements in the opposite order, and would come to numbers below them", g.stride)
			}
			before.size = n
		}
		digits = append(digits, digit{g.size, g.weight})
		last = g.stride
	}
	return oneMode(digits), nil
}

// rightInverse is [RightInverse]: the longest one that holds for all values of the symbols.
func (l *Symbolic) rightInverse() (*Symbolic, error) {
	list, err := storedDigits(l.flat())
	var digits []digit
	span := number(1)
	for _, g := range list {
		if g.stride == span {
			digits = append(digits, digit{g.size, g.weight})
			span, _ = span.times(g.size) // at most the number of elements
		}
	}
	return oneMode(digits), err
}

// kernel is [Kernel].
func (l *Symbolic) kernel() (*Symbolic, error) {
	still, _, err := l.nested()
	var digits []digit
	for _, g := range still {
		digits = append(digits, digit{g.size, g.weight})
	}
	return oneMode(digits), err
}

// cells is [Cells].
func (l *Symbolic) cells() (*Symbolic, error) {
	_, list, err := l.nested()
	var digits []digit
	for _, g := range list {
		digits = append(digits, g.digit)
	}
	return oneMode(digits), err
}

// extent returns a term that is at least the number of cells up to the last.
func (l *Symbolic) extent() (span Term, err error) {
	_, list, err := l.nested()
	if err != nil || len(list) == 0 {
		return number(1), err
	}
	return list[len(list)-1].span()
}

// A layout with symbols is an operand as it is.

func (l *Symbolic) terms() (*Symbolic, error) { return l, nil }

func (*Symbolic) of(l *Symbolic) (*Symbolic, error) { return l, nil }

func (*Symbolic) inDigits() error { return nil }

func (l *Symbolic) difference(other *Symbolic, _ string) (string, error) {
	if a, b := oneMode(l.flat()), oneMode(other.flat()); !slices.Equal(a.modes[0], b.modes[0]) {
		return fmt.Sprintf("they are %s, not %s for all values of the symbols", a, b), nil
	}
	return "", nil
}
