package parser

import (
	"fmt"
	"slices"
	"strings"

	"optc/internal/base/parallel"
	"optc/ir"
	"optc/num"
)

// literal is a nested list of numbers as written. Elements are stored as tokens, because their
// meaning depends on the type, which comes last.
type literal struct {
	p     *constantParser
	elems []literalElement
	shape []int64
	str   *token // the literal is a single string
	typed bool   // the type follows the literal
	run   numberRun
}

// literalElement is a number, word or string of a literal, stored in less memory than a
// token because there may be millions.
type literalElement struct {
	lo, hi   int32
	kind     tokenKind
	negative bool
}

func elementOfToken(t token, negative bool) literalElement {
	return literalElement{lo: int32(t.lo), hi: int32(t.hi), kind: t.kind, negative: negative}
}

func (l *literal) add(negative bool) {
	l.elems = append(l.elems, elementOfToken(l.p.tok, negative))
	l.p.next()
}

// count returns the number of elements.
func (l *literal) count() int64 { return int64(len(l.elems)) + l.run.n }

func (e *literalElement) token() token { return token{e.kind, int(e.lo), int(e.hi)} }

// parse reads a nested list or a single element. If hex is allowed, a string is the whole literal.
func (l *literal) parse(hex bool) {
	p := l.p
	switch {
	case hex && p.tok.kind == tokString:
		t := p.tok
		l.str = &t
		p.next()
	case p.tok.kind == tokLSquare:
		l.shape = l.list()
	default:
		l.element()
	}
}

func (l *literal) list() (dims []int64) {
	p := l.p
	defer p.leave()
	if !p.enter() {
		return nil
	}
	var inner []int64
	n := int64(0)
	p.list(tokLSquare, tokRSquare, "", func() {
		if p.tok.kind != tokLSquare && n > 0 && len(inner) == 0 {
			// The frequent case: consecutive numbers.
			l.element()
			n += 1 + l.numbers()
			return
		}
		var d []int64
		if p.tok.kind == tokLSquare {
			d = l.list()
		} else {
			l.element()
		}
		if n > 0 && !slices.Equal(d, inner) {
			p.error("tensor literal is invalid; ranks are not consistent between elements")
		}
		inner = d
		n++
	})
	return append([]int64{n}, inner...)
}

// numbers reads more numbers after a comma, except for the last number, and returns how many. It
// stops at any element that is written in an unusual form.
func (l *literal) numbers() (n int64) {
	p := l.p
	if p.tok.kind != tokComma {
		return 0
	}
	for i := p.tok.hi; ; n++ {
		i = p.skipBlanks(i)
		negative := p.at(i) == '-'
		if negative {
			i++
		}
		if charClass[p.at(i)]&isDigit == 0 {
			return n
		}
		t := p.number(i)
		if p.at(t.hi) != ',' {
			return n
		}
		if p.poll(); p.failed {
			return n
		}
		if len(l.elems) == cap(l.elems) {
			l.grow(i)
		}
		l.elems = append(l.elems, elementOfToken(t, negative))
		i = t.hi + 1
		if n == leastRun && l.typed && !l.run.tried {
			i = l.run.pack(l, i)
			n += l.run.n
		}
		if p.failed {
			return n
		}
		p.tok, p.prevEnd = token{tokComma, i - 1, i}, i-1
	}
}

// grow reserves memory for as many elements as there are commas before the next >, if the
// constant is large.
func (l *literal) grow(offset int) {
	if len(l.elems) < 1<<12 {
		return
	}
	if end := strings.IndexByte(l.p.text[offset:], '>'); end >= 0 {
		l.elems = slices.Grow(l.elems, strings.Count(l.p.text[offset:offset+end], ",")+1)
	}
}

func (l *literal) element() {
	p := l.p
	switch p.tok.kind {
	case tokInt, tokFloat, tokString:
		l.add(false)
		return
	case tokMinus:
		p.next()
		if p.tok.kind != tokInt && p.tok.kind != tokFloat {
			p.error("expected integer or floating point literal")
			return
		}
		l.add(true)
		return
	case tokLParen:
		defer p.leave()
		if !p.enter() {
			return
		}
		p.next()
		l.element()
		p.expect(tokComma, "expected ',' between complex elements")
		l.element()
		p.expect(tokRParen, "expected ')' after complex elements")
		return
	case tokWord:
		if w := p.spelling(); w == "true" || w == "false" {
			l.add(false)
			return
		}
	}
	p.error("expected element literal of primitive type")
}

// attr builds the constant of a type; pos is the place for messages about the whole
// literal.
func (l *literal) attr(pos int, t ir.ShapedType) *ir.DenseAttr {
	p := l.p
	if p.failed {
		return nil
	}
	elem := t.ElementType()
	if l.str != nil && isNumberType(elem) {
		return l.hex(pos, t)
	}
	n, ok := ir.NumElements(t.Shape())
	switch {
	case !ok:
		p.errorAt(pos, fmt.Sprintf("type '%s' has too many elements", t))
		return nil
	case len(l.shape) > 0 && !slices.Equal(l.shape, t.Shape()):
		p.errorAt(pos, "inferred shape of elements literal (["+num.JoinInts(l.shape)+"]) does not match type (["+num.JoinInts(t.Shape())+"])")
		return nil
	case l.str == nil && l.count() == 0 && n > 0:
		p.errorAt(pos, fmt.Sprintf("parsed zero elements, but type ('%s') expected at least 1", t))
		return nil
	}
	if c, ok := elem.(*ir.ComplexType); ok {
		if len(l.shape) == 0 && n != 0 && l.count() != 2 {
			p.errorAt(pos, fmt.Sprintf("parsed %d elements, but type ('%s') expected 2 elements", l.count(), c))
			return nil
		}
		if len(l.shape) > 0 && l.count() != 2*n {
			p.errorAt(pos, fmt.Sprintf("parsed %d elements, but type ('%s') expected %d elements", l.count(), t, 2*n))
			return nil
		}
		elem = c.Elem
	}
	var raw []byte
	switch e := elem.(type) {
	case *ir.IntegerType, *ir.IndexType:
		raw = l.integers(e)
	case *ir.FloatType:
		raw = l.floats(e)
	default:
		return l.strings(pos, t)
	}
	if p.failed {
		return nil
	}
	if size := int64(ir.ElementBytes(t.ElementType())); int64(len(raw)) != size && int64(len(raw)) != n*size {
		p.errorAt(pos, fmt.Sprintf("parsed %d elements, but type ('%s') expected %d elements", l.count(), t, n))
		return nil
	}
	return p.ctx.Dense(t, raw)
}

func isNumberType(t ir.Type) bool {
	switch t.(type) {
	case *ir.IntegerType, *ir.IndexType, *ir.FloatType, *ir.ComplexType:
		return true
	}
	return false
}

func (l *literal) integers(t ir.Type) []byte {
	raw, bad, msg := l.pack(t, l.putInteger(t))
	if msg != "" {
		l.p.errorAt(bad.lo, msg)
	}
	return raw
}

func (l *literal) putInteger(t ir.Type) putFunc {
	p := l.p
	width, sign := ir.IntWidth(t), signedness(t)
	return func(raw []byte, e literalElement) (msg string) {
		switch {
		case e.kind == tokFloat:
			return "expected integer elements, but parsed floating-point"
		case e.kind == tokWord && t != ir.Type(p.ctx.I1()):
			return "expected i1 type for 'true' or 'false' values"
		case e.kind == tokWord:
			num.IntFromBool(p.text[e.lo:e.hi] == "true").AppendBytes(raw)
			return ""
		case e.negative && sign == num.Unsigned:
			return "expected unsigned integer elements, but parsed negative value"
		case num.PutShortInt(raw[:cap(raw)], p.text[e.lo:e.hi], e.negative, width, sign):
			return ""
		}
		v, ok := p.parseInt(e.token(), e.negative, width, sign)
		if !ok {
			return "integer constant out of range for type"
		}
		v.AppendBytes(raw)
		return ""
	}
}

func (l *literal) floats(t *ir.FloatType) []byte {
	raw, bad, msg := l.pack(t, l.putFloat(t))
	if msg != "" {
		l.p.floatError(bad, msg)
	}
	return raw
}

func (l *literal) putFloat(t *ir.FloatType) putFunc {
	return func(raw []byte, e literalElement) (msg string) {
		v, msg := l.p.float(e.token(), e.negative, t.Kind)
		if msg == "" {
			v.AppendBytes(raw)
		}
		return msg
	}
}

// putFunc appends an element to an empty slice that has enough capacity. msg is the
// reason if it cannot.
type putFunc func(raw []byte, e literalElement) (msg string)

// pack returns the bytes of the elements. bad is the first element that cannot be
// converted, with its message.
func (l *literal) pack(t ir.Type, put putFunc) (raw []byte, bad token, msg string) {
	if !l.run.tried {
		return l.packElements(t, l.elems, put)
	}
	before, bad, msg := l.packElements(t, l.elems[:l.run.at], put)
	if msg != "" || l.p.failed {
		return nil, bad, msg
	}
	behind, bad, msg := l.packElements(t, l.elems[l.run.at:], put)
	return slices.Concat(before, l.run.raw, behind), bad, msg
}

// packElements packs elements with put, on several goroutines.
func (l *literal) packElements(t ir.Type, elems []literalElement, put putFunc) (raw []byte, bad token, msg string) {
	const piece = 1 << 14
	p, size, n := l.p, ir.ElementBytes(t), len(elems)
	raw = make([]byte, size*n)
	if n <= piece {
		bad, msg = packPiece(raw, size, elems, put)
		return raw, bad, msg
	}
	type failure struct {
		bad token
		msg string
	}
	failures := make([]failure, (n+piece-1)/piece)
	parallel.Do(p.cfg.maxThreads(), len(failures), func(_, k int) {
		if f := &failures[k]; !p.ended() {
			from, to := k*piece, min(n, (k+1)*piece)
			f.bad, f.msg = packPiece(raw[from*size:to*size], size, elems[from:to], put)
		}
	})
	if p.ended() {
		p.stop()
		return nil, bad, ""
	}
	for _, f := range failures {
		if f.msg != "" {
			return nil, f.bad, f.msg
		}
	}
	return raw, bad, ""
}

func packPiece(raw []byte, size int, elems []literalElement, put putFunc) (bad token, msg string) {
	for i, e := range elems {
		if msg := put(raw[i*size:i*size:(i+1)*size], e); msg != "" {
			return e.token(), msg
		}
	}
	return bad, ""
}

func (l *literal) strings(pos int, t ir.ShapedType) *ir.DenseAttr {
	p := l.p
	if l.str != nil {
		return p.ctx.DenseStrings(t, []string{unquote(p.text[l.str.lo:l.str.hi])})
	}
	values := make([]string, 0, len(l.elems))
	for _, e := range l.elems {
		word := p.text[e.lo:e.hi]
		if e.kind != tokString {
			p.errorAt(pos, "expected string token, got "+word)
			return nil
		}
		values = append(values, unquote(word))
	}
	return p.ctx.DenseStrings(t, values)
}

// hex builds a constant from a string of hex digits: all elements, or one element for all
// of them, packed little-endian. Elements of i1 take a bit each.
func (l *literal) hex(pos int, t ir.ShapedType) *ir.DenseAttr {
	p := l.p
	raw, ok := p.hexBytes(*l.str)
	if !ok {
		p.errorAt(l.str.lo, "expected string containing hex digits starting with `0x`")
		return nil
	}
	n, ok := ir.NumElements(t.Shape())
	if ok && t.ElementType() == ir.Type(p.ctx.I1()) {
		raw, ok = unpackBits(raw, n)
	} else {
		size := int64(ir.ElementBytes(t.ElementType()))
		got := int64(len(raw))
		ok = ok && (got == size || n <= got && got == n*size)
	}
	if !ok {
		p.errorAt(pos, fmt.Sprintf("elements hex data size is invalid for provided type: '%s'", t))
		return nil
	}
	return p.ctx.Dense(t, raw)
}

// unpackBits returns n bits, lowest first, as a byte each. A single byte of all zeros or ones is a
// splat, for any n.
func unpackBits(bits []byte, n int64) (raw []byte, ok bool) {
	if len(bits) == 1 && (bits[0] == 0 || bits[0] == 0xFF) {
		return []byte{bits[0] & 1}, true
	}
	if int64(len(bits)) != n/8+(n%8+7)/8 {
		return nil, false
	}
	raw = make([]byte, n)
	for i := range raw {
		raw[i] = bits[i/8] >> (i % 8) & 1
	}
	return raw, true
}
