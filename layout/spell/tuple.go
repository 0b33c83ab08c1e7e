package spell

import "optc/diag"

// tuple is a number, or a tuple of parts. The numbers are of type N: integers with coordinates in layouts of numbers, terms in
// layouts with symbols.
type tuple[N any] struct {
	leaf  N
	parts []tuple[N]
}

// readTuple reads a number or a tuple of numbers.
func readTuple[N any](p *cuteParser, number func() (N, error)) (t tuple[N], err error) {
	if !p.take("(") {
		t.leaf, err = number()
		return t, err
	}
	t.parts = []tuple[N]{}
	for {
		part, err := readTuple(p, number)
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

// readStrided reads a shape and its strides. If strides are left out, the cells are contiguous. end is the end of the shape in the
// text.
func readStrided[N any](p *cuteParser, number func() (N, error), one N, times func(a, b N) N) (shape, stride tuple[N], end int, err error) {
	if shape, err = readTuple(p, number); err != nil {
		return shape, stride, p.at, err
	}
	stride, _ = shape.columns(one, times)
	end = p.at
	if p.take(":") {
		stride, err = readTuple(p, number)
	}
	return shape, stride, end, err
}

// columns returns the strides of a contiguous shape, the first extent fastest, and the stride after them.
func (t tuple[N]) columns(from N, times func(a, b N) N) (strides tuple[N], next N) {
	if t.parts == nil {
		return tuple[N]{leaf: from}, times(from, t.leaf)
	}
	out := tuple[N]{parts: make([]tuple[N], len(t.parts))}
	for i, part := range t.parts {
		out.parts[i], from = part.columns(from, times)
	}
	return out, from
}

// modesOf returns a shape and strides with a part for each mode.
func modesOf[N any](shape, stride tuple[N]) (sizes, strides []tuple[N], err error) {
	if shape.parts == nil {
		return []tuple[N]{shape}, []tuple[N]{stride}, nil
	}
	return shape.parts, stride.parts, sameLength(shape, stride)
}

// eachDigit visits the extents of a mode with their strides; a stride that has parts is refused by the visit.
func eachDigit[N any](shape, stride tuple[N], visit func(size N, stride tuple[N]) error) error {
	if shape.parts == nil {
		return visit(shape.leaf, stride)
	}
	if err := sameLength(shape, stride); err != nil {
		return err
	}
	for i, part := range shape.parts {
		if err := eachDigit(part, stride.parts[i], visit); err != nil {
			return err
		}
	}
	return nil
}

// sameLength checks that two tuples have as many parts.
func sameLength[N any](shape, stride tuple[N]) error {
	if len(shape.parts) == len(stride.parts) {
		return nil
	}
	return diag.Errorf("bad-digit", "expected as many strides as extents, but got %d for %d", len(stride.parts), len(shape.parts))
}

// readSecond reads the end of a function: the second layout, unless there is none, and a parenthesis.
func readSecond[L any](p *cuteParser, f cuteFunction, read func() (L, error)) (b L, err error) {
	if !f.unary {
		if !p.take(",") {
			return b, p.expected("','")
		}
		if b, err = read(); err != nil {
			return b, err
		}
	}
	if !p.take(")") {
		return b, p.expected("')'")
	}
	return b, nil
}
