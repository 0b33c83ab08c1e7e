package ptx

import (
	"cmp"
	"math"
	"math/bits"
	"slices"

	"optc/ir/ranges"
)

// sum is an index: registers, each times a factor, and a constant, in the arithmetic of 64 bits.
type sum struct {
	terms    []term // terms by scope and order of creation
	constant int64
	values   ranges.Interval
	known    bool // values holds the values that the index may have
}

// term is a register times a factor. A 32-bit register holds its index as a signed number, unless its
// range is known to need another reading.
type term struct {
	reg    *register
	factor int64
}

// digit records that a register holds a digit of another index: (of / weight) mod base, without the
// remainder if base is 0. whole is the register of of / weight.
type digit struct {
	of, whole    *register
	weight, base int64
}

func constantSum(n int64) *sum {
	return &sum{constant: n, values: ranges.Single(n), known: true}
}

// sumOf returns the index that a register holds.
func sumOf(o operand) *sum {
	if o.isConst() {
		return constantSum(o.signed())
	}
	s := &sum{terms: []term{{o.reg, 1}}}
	s.values, s.known = o.reg.interval()
	return s
}

// interval returns the range of numbers that a register may hold.
func (r *register) interval() (ranges.Interval, bool) {
	if r.known {
		return r.values, true
	}
	return ranges.Interval{Lo: math.MinInt32, Hi: math.MaxInt32}, r.class == word
}

// within notes the values that an index is known to have.
func (s *sum) within(r ranges.Interval) *sum {
	if s.known && r.Includes(s.values) {
		return s
	}
	out := *s
	if s.known {
		r.Lo, r.Hi = max(r.Lo, s.values.Lo), min(r.Hi, s.values.Hi)
	}
	out.values, out.known = r, true
	if len(s.terms) == 1 && s.terms[0].factor == 1 && s.constant == 0 && !s.terms[0].reg.known {
		s.terms[0].reg.values, s.terms[0].reg.known = r, true
	}
	return &out
}

// isWord reports whether an index is known to fit into 32 bits, as a signed number.
func (s *sum) isWord() bool {
	return s.known && s.values.Lo >= math.MinInt32 && s.values.Hi <= math.MaxInt32
}

// isNatural reports whether an index is known to be from 0 to 2^31 - 1.
func (s *sum) isNatural() bool { return s.isWord() && s.values.Lo >= 0 }

// plus returns s + factor * t.
func (s *sum) plus(t *sum, factor int64) *sum {
	out := &sum{constant: s.constant + factor*t.constant}
	out.terms = append(slices.Clone(s.terms), t.times(factor)...)
	if s.known && t.known {
		if r, ok := t.values.Mul(ranges.Single(factor)); ok {
			out.values, out.known = s.values.Add(r)
		}
	}
	out.normalize()
	return out
}

func (s *sum) times(factor int64) (list []term) {
	for _, t := range s.terms {
		list = append(list, term{t.reg, t.factor * factor})
	}
	return list
}

// normalize joins terms, and digits that make one number together.
func (s *sum) normalize() {
	for {
		slices.SortStableFunc(s.terms, func(a, b term) int {
			return cmp.Or(cmp.Compare(a.reg.scope.depth, b.reg.scope.depth), cmp.Compare(a.reg.order, b.reg.order))
		})
		list := s.terms[:0:0]
		for _, t := range s.terms {
			if n := len(list); n > 0 && list[n-1].reg == t.reg {
				list[n-1].factor += t.factor
			} else {
				list = append(list, t)
			}
		}
		s.terms = slices.DeleteFunc(list, func(t term) bool { return t.factor == 0 })
		if !s.joinDigits() {
			break
		}
	}
	if r, ok := s.bounds(); ok && (!s.known || s.values.Includes(r)) {
		s.values, s.known = r, true
	}
}

// joinDigits replaces two digits that are all of an index, if their factors fit:
// 16 * (x / 4) + 4 * (x mod 4) is 4 * x.
func (s *sum) joinDigits() bool {
	for i, a := range s.terms {
		for k, b := range s.terms {
			x, y := a.reg.digit, b.reg.digit
			if x.of == nil || x.of != y.of || x.base != 0 || y.base == 0 || x.weight != y.weight*y.base || a.factor != b.factor*y.base {
				continue
			}
			s.terms[i] = term{y.whole, b.factor}
			s.terms = slices.Delete(s.terms, k, k+1)
			return true
		}
	}
	return false
}

// bounds returns the interval of a sum, from the intervals of its terms.
func (s *sum) bounds() (ranges.Interval, bool) {
	total, ok := ranges.Single(s.constant), true
	for _, t := range s.terms {
		r, known := t.reg.interval()
		if !known {
			return total, false
		}
		if r, known = r.Mul(ranges.Single(t.factor)); !known {
			return total, false
		}
		if total, ok = total.Add(r); !ok {
			return total, false
		}
	}
	return total, true
}

// word returns an index as a register of 32 bits, or as a constant; the upper bits of an index that
// has more are lost.
func (c *code) word(s *sum) operand {
	if len(s.terms) == 0 {
		return constant(word, uint64(s.constant))
	}
	terms := slices.Clone(s.terms)
	var total operand
	constantLeft := s.constant
	// The sum begins with a register without a factor, or with the constant.
	if i := slices.IndexFunc(terms, func(t term) bool { return t.factor == 1 }); i >= 0 && terms[i].reg.scope.depth == terms[0].reg.scope.depth {
		total = c.low(terms[i].reg)
		terms = slices.Delete(terms, i, i+1)
	} else if constantLeft != 0 {
		total, constantLeft = constant(word, uint64(constantLeft)), 0
	}
	for _, t := range terms {
		x := c.low(t.reg)
		factor := constant(word, uint64(t.factor))
		switch {
		case total.reg == nil && total.bits == 0:
			total = c.product(x, t.factor)
		case t.factor == 1:
			total = c.value("add.s32", word, total, x)
		case t.factor == -1:
			total = c.value("sub.s32", word, total, x)
		default:
			total = c.value("mad.lo.s32", word, x, factor, total)
		}
	}
	if constantLeft != 0 {
		total = c.value("add.s32", word, total, constant(word, uint64(constantLeft)))
	}
	if s.isWord() {
		bound(total, s.values)
	}
	return total
}

// product returns a register of 32 bits times a factor.
func (c *code) product(x operand, factor int64) operand {
	switch {
	case factor == 1:
		return x
	case factor == -1:
		return c.value("neg.s32", word, x)
	case factor > 0 && factor&(factor-1) == 0:
		return c.value("shl.b32", word, x, constant(word, uint64(bits.TrailingZeros64(uint64(factor)))))
	}
	return c.value("mul.lo.s32", word, x, constant(word, uint64(factor)))
}

// low returns the lower 32 bits of a register.
func (c *code) low(r *register) operand {
	o := operand{reg: r, class: r.class}
	if r.class == double {
		return c.value("cvt.u32.u64", word, o)
	}
	return o
}

// double returns an index as a register of 64 bits, or as a constant.
func (c *code) double(s *sum) operand {
	if len(s.terms) == 0 {
		return constant(double, uint64(s.constant))
	}
	if len(s.terms) == 1 && s.terms[0].factor == 1 && s.terms[0].reg.class == double && s.constant == 0 {
		return operand{reg: s.terms[0].reg, class: double}
	}
	if s.isWord() {
		x := c.word(s)
		if s.isNatural() {
			return c.value("cvt.u64.u32", double, x)
		}
		return c.value("cvt.s64.s32", double, x)
	}
	total := constant(double, uint64(s.constant))
	for _, t := range s.terms {
		total = c.addTo(total, t.reg, t.factor)
	}
	return total
}

// addTo returns total + factor * r in 64 bits.
func (c *code) addTo(total operand, r *register, factor int64) operand {
	x := operand{reg: r, class: r.class}
	if r.class == double {
		switch {
		case total.isConst() && total.bits == 0 && factor == 1:
			return x
		case factor == 1:
			return c.value("add.s64", double, x, total)
		}
		return c.value("mad.lo.s64", double, x, constant(double, uint64(factor)), total)
	}
	if factor < math.MinInt32 || factor > math.MaxInt32 {
		return c.value("mad.lo.s64", double, c.double(sumOf(x)), constant(double, uint64(factor)), total)
	}
	typ := "s32"
	if v, _ := r.interval(); v.Lo >= 0 && factor >= 0 {
		typ = "u32"
	}
	if total.isConst() && total.bits == 0 {
		return c.value("mul.wide."+typ, double, x, constant(word, uint64(factor)))
	}
	return c.value("mad.wide."+typ, double, x, constant(word, uint64(factor)), total)
}

// addressOf returns a register for the part of an address that is no constant: base + size * s in 64
// bits, without the constant of s. Registers of outer scopes are added first.
func (c *code) addressOf(base operand, s *sum, size int64) operand {
	total := base
	for first := 0; first < len(s.terms); {
		last := first + 1
		for last < len(s.terms) && s.terms[last].reg.scope.depth == s.terms[first].reg.scope.depth {
			last++
		}
		total = c.addTerms(total, s.terms[first:last], size)
		first = last
	}
	return total
}

// addTerms adds size * terms to total. Terms that fit into 32 bits are added first, so that the
// addresses of several buffers share their sum.
func (c *code) addTerms(total operand, terms []term, size int64) operand {
	divisor := int64(0)
	for _, t := range terms {
		divisor = greatestDivisor(divisor, t.factor)
	}
	part := &sum{}
	for _, t := range terms {
		part.terms = append(part.terms, term{t.reg, t.factor / divisor})
	}
	part.values, part.known = part.bounds()
	if len(terms) > 1 && part.isWord() && slices.ContainsFunc(part.terms, func(t term) bool { return t.factor == 1 }) {
		return c.addTo(total, c.word(part).reg, size*divisor)
	}
	for _, t := range terms {
		total = c.addTo(total, t.reg, size*t.factor)
	}
	return total
}

func greatestDivisor(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return max(a, -a)
}

// sharedAddressOf is like addressOf for addresses of workgroup memory, of 32 bits.
func (c *code) sharedAddressOf(base operand, s *sum, size int64) operand {
	total := base
	for _, t := range s.terms {
		total = c.value("mad.lo.s32", word, c.low(t.reg), constant(word, uint64(size*t.factor)), total)
	}
	return total
}

// divided returns the quotient and the rest of an index by a constant, both rounded down: digits of x.
func (c *code) divided(x *sum, by int64) (quotient, rest *sum) {
	if by == 1 {
		return x, constantSum(0)
	}
	// Terms that are multiples of the divisor are divided exactly, if the sum of the other terms is below it.
	q, r := &sum{}, &sum{}
	for _, t := range x.terms {
		if t.factor%by == 0 {
			q.terms = append(q.terms, term{t.reg, t.factor / by})
		} else {
			r.terms = append(r.terms, t)
		}
	}
	r.constant = ((x.constant % by) + by) % by
	q.constant = (x.constant - r.constant) / by
	r.normalize()
	q.normalize()
	if r.known && r.values.Lo >= 0 && r.values.Hi < by {
		return q, r
	}
	if len(q.terms) > 0 || q.constant != 0 {
		if r.known && q.known {
			inner, rest := c.divided(r, by)
			return q.plus(inner, 1), rest
		}
	}
	return c.quotient(x, by), c.rest(x, by)
}

// quotient writes the division of an index by a constant, rounded down.
func (c *code) quotient(x *sum, by int64) *sum {
	if !x.isNatural() || by > math.MaxInt32 {
		return c.floor(x, by, false)
	}
	o := c.word(x)
	if o.isConst() {
		return constantSum(o.signed() / by)
	}
	if d := o.reg.digit; d.of != nil && d.base == 0 && d.weight <= math.MaxInt32/by {
		return c.quotient(sumOf(operand{reg: d.of, class: word}), d.weight*by)
	}
	var out operand
	if by&(by-1) == 0 {
		out = c.value("shr.u32", word, o, constant(word, uint64(bits.TrailingZeros64(uint64(by)))))
	} else {
		out = c.value("div.u32", word, o, constant(word, uint64(by)))
	}
	out = bound(out, ranges.Interval{Lo: x.values.Lo / by, Hi: x.values.Hi / by})
	out.reg.digit = digit{of: o.reg, whole: out.reg, weight: by}
	return sumOf(out)
}

// rest writes the remainder of dividing a non-negative index by a constant.
func (c *code) rest(x *sum, by int64) *sum {
	if !x.isNatural() || by > math.MaxInt32 {
		return c.floor(x, by, true)
	}
	o := c.word(x)
	if o.isConst() {
		return constantSum(o.signed() % by)
	}
	var out operand
	shift := uint64(0)
	if d := o.reg.digit; d.of != nil && d.base == 0 && d.weight&(d.weight-1) == 0 {
		shift = uint64(bits.TrailingZeros64(uint64(d.weight)))
	}
	switch {
	case by&(by-1) != 0:
		out = c.value("rem.u32", word, o, constant(word, uint64(by)))
	case shift > 0:
		out = c.value("bfe.u32", word, operand{reg: o.reg.digit.of, class: word}, constant(word, shift), constant(word, uint64(bits.TrailingZeros64(uint64(by)))))
	default:
		out = c.value("and.b32", word, o, constant(word, uint64(by-1)))
	}
	out = bound(out, ranges.Interval{Lo: 0, Hi: min(by-1, x.values.Hi)})
	out.reg.digit = digit{of: o.reg, whole: o.reg, weight: 1, base: by}
	if d := o.reg.digit; d.of != nil && d.base == 0 {
		out.reg.digit = digit{of: d.of, whole: o.reg, weight: d.weight, base: by}
	}
	return sumOf(out)
}

// floor writes the division of an index that may be negative.
func (c *code) floor(x *sum, by int64, rest bool) *sum {
	typ, class, o := "s64", double, operand{}
	if x.isWord() && by <= math.MaxInt32 {
		typ, class, o = "s32", word, c.word(x)
	} else {
		o = c.double(x)
	}
	k := constant(class, uint64(by))
	r := c.value("rem."+typ, class, o, k)
	negative := c.value("setp.lt."+typ, predicate, r, constant(class, 0))
	r = c.value("selp.b"+typ[1:], class, c.value("add."+typ, class, r, k), r, negative)
	if rest {
		return sumOf(bound(r, ranges.Interval{Lo: 0, Hi: by - 1}))
	}
	return sumOf(c.value("div."+typ, class, c.value("sub."+typ, class, o, r), k))
}
