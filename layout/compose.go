package layout

import (
	"slices"

	"optc/diag"
)

// Compose returns the composition of m and outer: the element that m stores in cell o of
// unit u is stored where outer stores its element (u, o). Outer has a row for each unit and
// a column for each cell of m; if m has one unit, outer may have any shape, and o is the
// flat index. Cells of m are elements of outer, so that m has width 1; the result has the
// width of outer.
//
//	element → (thread, register)  then  (thread, register) → address  =  element → address
//
// If every digit of m can be written as a sum of digits of outer without carries, the result is in digit form. Otherwise it is a
// chain, which evaluates one map after the other. Time and memory are bounded by powers of the number of digits; only if one of
// the maps is a table are they proportional to the number of runs.
//
// Errors: compose-shape if outer does not cover the places of m; unmapped if outer does not store one of them; undecided if m is a
// chain whose places are not known (see [Map.Extent]); too-large for a table of more than 2^24 runs.
func (m *Map) Compose(outer *Map) (*Map, error) {
	if outer.Rank() != 2 && m.units > 1 || m.width != 1 {
		return nil, diag.Errorf("compose-shape", "expected a map of width 1 followed by one of rank 2, but got width %d and rank %d", m.width, outer.Rank())
	}
	if m.table != nil || outer.table != nil {
		return m.composeRuns(outer)
	}
	return m.composeForms(outer)
}

// composeForms composes maps that are no tables.
func (m *Map) composeForms(outer *Map) (*Map, error) {
	var (
		d  Digits
		ok bool
	)
	switch {
	case m.digits != nil && outer.digits != nil:
		d, ok = composeDigits(m.digits, outer, m.columns(outer))
	case m.chain != nil:
		then, err := m.chain.then.composeForms(outer)
		if err != nil { // m may leave out places of then
			return m.newChain(outer)
		}
		return composeChain(m.chain.first, then)
	case outer.chain != nil:
		first, err := m.composeForms(outer.chain.first)
		if err != nil {
			return nil, err
		}
		return composeChain(first, outer.chain.then)
	default:
		d, ok = composeTurned(m, outer)
	}
	if ok {
		if out, err := New(d); err == nil { // otherwise a unit has two copies of an element
			return out, nil
		}
	}
	return m.newChain(outer)
}

// composeChain composes two maps; the first may be a chain. The places of the first map are within the shape of the second.
func composeChain(first, then *Map) (*Map, error) {
	if first.chain == nil {
		return first.composeForms(then)
	}
	return first.before(then, first.columns(then)), nil
}

// columns returns the distance of the rows of outer in its flat indices.
func (m *Map) columns(outer *Map) int64 {
	if m.units == 1 || outer.Rank() != 2 {
		return outer.count
	}
	return outer.shape[1]
}

// radixDigit is a digit of the flat indices of a map: indices that differ by weight differ by 1 in
// the digit, and their places are step apart.
type radixDigit struct {
	weight, size int64
	step         Place
	exact        bool  // the digit above has the weight weight × size
	start        int64 // value for the lowest index of a sum
}

// flatRadix is a mixed radix for the flat indices of a map, least significant digit first. It serves to write the digits of
// another map as sums of its own digits.
type flatRadix struct {
	digits []radixDigit
	axes   []flatAxis
	at     Place     // place of the lowest index of a sum
	made   [][]int64 // for each digit of the other map, the multiples of the radix's digits that it adds; negative if reversed
}

// flatAxis is a part of the digits: the sum of the digits from first to last, weighted relative to the lowest of them, is below
// size.
type flatAxis struct {
	first, last int
	size, start int64
}

// radixOf returns the radix of axes; the outermost axis comes first.
func radixOf(base Place, axes []axis) flatRadix {
	r := flatRadix{at: base}
	weight := int64(1)
	for i := len(axes) - 1; i >= 0; i-- {
		a := axes[i]
		below := int64(1)
		first := len(r.digits)
		for k, g := range a.digits {
			start := a.shift / below % g.Size
			r.at.Unit += int(start * g.Unit)
			r.at.Offset += start * g.Offset
			r.digits = append(r.digits, radixDigit{
				weight: weight * below, size: g.Size, step: Place{int(g.Unit), g.Offset},
				exact: k < len(a.digits)-1 || a.shift == 0 && below*g.Size == a.size, start: start,
			})
			below *= g.Size
		}
		r.axes = append(r.axes, flatAxis{first: first, last: len(r.digits), size: a.size})
		weight *= a.size
	}
	return r
}

// split writes size multiples of stride in the radix, and appends the digits to out. ok is false if
// the digit by itself would carry to the next digit of the radix.
func (r *flatRadix) split(size, stride int64, reversed bool, out []Digit) (_ []Digit, ok bool) {
	counts := make([]int64, len(r.digits))
	for size > 1 {
		rest, part := stride, size
		for k := len(r.digits) - 1; k >= 0; k-- {
			counts[k], rest = rest/r.digits[k].weight, rest%r.digits[k].weight
		}
		if rest != 0 {
			return out, false
		}
		for k, g := range r.digits {
			if counts[k]*(size-1) < g.size {
				continue
			}
			if !g.exact || counts[k] >= g.size || g.size%counts[k] != 0 || size%(g.size/counts[k]) != 0 {
				return out, false
			}
			part = g.size / counts[k]
			break
		}
		d, made := Digit{Size: part}, slices.Clone(counts)
		for k, n := range counts {
			d.Unit += n * int64(r.digits[k].step.Unit)
			d.Offset += n * r.digits[k].step.Offset
		}
		if reversed {
			r.start(made, part-1)
			d = d.reverse()
			for k := range made {
				made[k] = -made[k]
			}
		}
		r.made = append(r.made, made)
		out = append(out, d)
		size /= part
		var fits bool
		if stride, fits = Mul(stride, part); !fits && size > 1 {
			return out, false
		}
	}
	return out, true
}

// start adds n times the given multiples of digits to the lowest index.
func (r *flatRadix) start(counts []int64, n int64) {
	for i := range r.axes {
		a := &r.axes[i]
		for k := a.first; k < a.last; k++ {
			g := &r.digits[k]
			r.at.Unit += int(n*counts[k]) * g.step.Unit
			r.at.Offset += n * counts[k] * g.step.Offset
			g.start += n * counts[k]
			a.start += n * counts[k] * (g.weight / r.digits[a.first].weight)
		}
	}
}

// move adds a constant flat index to the lowest index; ok is false if the digits of the radix do not write it.
func (r *flatRadix) move(index int64) (ok bool) {
	counts := make([]int64, len(r.digits))
	for k := len(r.digits) - 1; k >= 0; k-- {
		counts[k], index = index/r.digits[k].weight, index%r.digits[k].weight
	}
	r.start(counts, 1)
	return index == 0
}

// carries reports whether a sum of the digits of dims and of copies, as made lists them, carries from a digit of the radix to
// the next digit, or beyond an axis.
func (r *flatRadix) carries(dims []Dim, copies []Digit) bool {
	for _, a := range r.axes {
		for k := a.first; k < a.last; k++ {
			if !r.isBelow(dims, copies, r.digits[k].start, r.digits[k].size, func(made []int64) int64 { return made[k] }) {
				return true
			}
		}
		below := func(made []int64) (sum int64) {
			for k := a.first; k < a.last; k++ {
				sum += made[k] * (r.digits[k].weight / r.digits[a.first].weight)
			}
			return sum
		}
		if !r.isBelow(dims, copies, a.start, a.size, below) {
			return true
		}
	}
	return false
}

// isBelow reports whether start plus any sum of the digits of dims and copies, weighted by weight, is below bound.
func (r *flatRadix) isBelow(dims []Dim, copies []Digit, start, bound int64, weight func(made []int64) int64) bool {
	most, k := start, 0 // if every digit has its highest value
	for _, dim := range dims {
		for _, g := range dim.Digits {
			most += (g.Size - 1) * max(0, weight(r.made[k]))
			k++
		}
	}
	for _, g := range copies {
		most += (g.Size - 1) * weight(r.made[k])
		start += (g.Size - 1) * weight(r.made[k])
		k++
	}
	if most < bound {
		return true
	}
	k = 0
	for _, dim := range dims {
		weighted := Dim{Size: dim.Size, Shift: dim.Shift}
		for _, g := range dim.Digits {
			weighted.Digits = append(weighted.Digits, Digit{Size: g.Size, Offset: weight(r.made[k])})
			k++
		}
		n, _ := extremeSum(weighted, nil, Digit.offset, true)
		start += n
	}
	return start < bound
}

// composeDigits composes two maps in digit form; in outer's flat indices, neighbouring units are
// columns apart.
func composeDigits(f *digitForm, outer *Map, columns int64) (d Digits, ok bool) {
	r := radixOf(outer.digits.base, outer.digits.axes)
	return r.compose(f, outer, columns)
}

// compose composes a map with outer, whose flat indices r divides.
func (r *flatRadix) compose(f *digitForm, outer *Map, columns int64) (d Digits, ok bool) {
	index, fits := Mul(int64(f.low.Unit), columns)
	if index += f.low.Offset; f.low.Offset < 0 || !fits || index >= outer.count || !r.move(index) {
		return d, false
	}
	split := func(g Digit, out []Digit) ([]Digit, bool) {
		back := g.Reversed()
		g = g.Forward()
		stride, fits := Mul(g.Unit, columns)
		if stride += g.Offset; !fits || stride < 0 {
			return out, false
		}
		if g.Offset > 0 && outer.Rank() == 2 && (g.Size-1)*g.Offset >= columns {
			return out, false // the cells of a unit would continue in the next row
		}
		if reach, fits := Mul(g.Size-1, stride); !fits || reach >= outer.count {
			return out, false
		}
		if g.Size > 1 && stride == 0 {
			r.made = append(r.made, make([]int64, len(r.digits)))
			return append(out, Digit{Size: g.Size}), true
		}
		return r.split(g.Size, stride, back, out)
	}
	of := outer.digits.spec
	d = Digits{Units: outer.units, Axes: outer.axes, Width: outer.width, Capacity: outer.capacity, Reserved: of.Reserved, Spare: of.Spare}
	for _, dim := range f.spec.Dims {
		digits := []Digit{}
		for _, g := range dim.Digits {
			if digits, ok = split(g, digits); !ok {
				return d, false
			}
		}
		d.Dims = append(d.Dims, Dim{Size: dim.Size, Shift: dim.Shift, Digits: digits})
	}
	var copies []Digit
	for _, g := range f.spec.Free {
		if copies, ok = split(g, copies); !ok {
			return d, false
		}
	}
	if r.carries(d.Dims, copies) {
		return d, false
	}
	d.Free = append(d.Free, of.Free...)
	for _, c := range copies {
		if c.Unit != 0 || c.Offset != 0 {
			d.Free = append(d.Free, c) // New refuses copies in one unit
		}
	}
	d.Base = r.at
	return d, true
}

// composeRuns composes two maps, one of which is a table, run by run.
func (m *Map) composeRuns(outer *Map) (*Map, error) {
	columns := m.columns(outer)
	rows := outer.count / columns
	var runs []Run
	c := outer.newCursor()
	for r := range m.Runs() {
		if int64(r.Unit) >= rows || r.Offset+r.Len > columns {
			return nil, diag.Errorf("compose-shape", "expected places inside %s, but %ss [%d, %d) of %s are in use", SpellExtents(outer.shape), m.axes.Cell, r.Offset, r.Offset+r.Len, m.axes.Unit.At(int64(r.Unit)))
		}
		from := int64(r.Unit)*columns + r.Offset
		to := from + r.Len
		c.seek(from)
		for pos := from; pos < to; {
			if c.index != pos {
				return nil, diag.Errorf("unmapped", "%s of %s is stored nowhere", m.axes.Cell.At(pos-int64(r.Unit)*columns), m.axes.Unit.At(int64(r.Unit)))
			}
			n := min(c.len, to-pos)
			for k := range c.copies() {
				runs = append(runs, Run{r.Index + pos - from, n, c.copy(k)})
			}
			if len(runs) > maxSteps {
				return nil, tooManyRuns("composition")
			}
			pos += n
			c.skip(n)
		}
	}
	t, err := outer.retable(m.shape, runs)
	if err == nil {
		if folded, ok := t.Fold(); ok {
			return folded, nil
		}
	}
	return t, err
}
