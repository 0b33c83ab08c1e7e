package parser

import (
	"fmt"
	"slices"
	"strings"
	"sync/atomic"

	"optc/internal/parallel"
	"optc/ir"
	"optc/num"
)

// literal is a nested list of numbers as written. Elements are kept as tokens,
// because what they mean depends on the type, which comes last.
type literal struct {
	p     *parser
	elems []element
	shape []int64
	str   *token // the literal is one string
}

// element is one number, word or string of a literal: a token without the room
// that a token takes, as there may be millions.
type element struct {
	lo, hi   int32
	kind     kind
	negative bool
}

func (l *literal) add(negative bool) {
	t := l.p.tok
	l.elems = append(l.elems, element{int32(t.lo), int32(t.hi), t.kind, negative})
	l.p.next()
}

func (e *element) token() token { return token{e.kind, int(e.lo), int(e.hi)} }

// parse reads a nested list or a single element. A string stands for the whole
// literal where hex is allowed.
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
			// The frequent case: numbers after numbers.
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

// numbers reads more numbers behind a comma, apart from the last one, and returns how
// many. It stops at whatever is written in an unusual way.
func (l *literal) numbers() (n int64) {
	p := l.p
	if p.tok.kind != tokComma {
		return 0
	}
	for i := p.tok.hi; ; n++ {
		for p.at(i) == ' ' {
			i++
		}
		negative := p.at(i) == '-'
		if negative {
			i++
		}
		if class[p.at(i)]&isDigit == 0 {
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
		l.elems = append(l.elems, element{int32(t.lo), int32(t.hi), t.kind, negative})
		i = t.hi + 1
		p.tok, p.prevEnd = token{tokComma, t.hi, i}, t.hi
	}
}

// grow makes room for as many elements as there are commas before the next >, if it is
// a large constant.
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

// attr builds the constant of a type; pos is where messages about the whole
// literal point.
func (l *literal) attr(pos int, t ir.ShapedType) *ir.DenseAttr {
	p := l.p
	if p.failed {
		return nil
	}
	elem := t.ElementType()
	if l.str != nil && isNumber(elem) {
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
	case l.str == nil && len(l.elems) == 0 && n > 0:
		p.errorAt(pos, fmt.Sprintf("parsed zero elements, but type ('%s') expected at least 1", t))
		return nil
	}
	if c, ok := elem.(*ir.ComplexType); ok {
		if len(l.shape) == 0 && n != 0 && len(l.elems) != 2 {
			p.errorAt(pos, fmt.Sprintf("parsed %d elements, but type ('%s') expected 2 elements", len(l.elems), c))
			return nil
		}
		if len(l.shape) > 0 && int64(len(l.elems)) != 2*n {
			p.errorAt(pos, fmt.Sprintf("parsed %d elements, but type ('%s') expected %d elements", len(l.elems), t, 2*n))
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
		p.errorAt(pos, fmt.Sprintf("parsed %d elements, but type ('%s') expected %d elements", len(l.elems), t, n))
		return nil
	}
	return p.ctx.Dense(t, raw)
}

func isNumber(t ir.Type) bool {
	switch t.(type) {
	case *ir.IntegerType, *ir.IndexType, *ir.FloatType, *ir.ComplexType:
		return true
	}
	return false
}

func (l *literal) integers(t ir.Type) []byte {
	p := l.p
	width, sign := ir.IntWidth(t), signedness(t)
	size := ir.ElementBytes(t)
	raw := make([]byte, 0, size*len(l.elems))
	for i := range l.elems {
		if p.poll(); p.failed {
			return nil
		}
		e := l.elems[i].token()
		negative := l.elems[i].negative
		word := p.text[e.lo:e.hi]
		switch e.kind {
		case tokFloat:
			p.errorAt(e.lo, "expected integer elements, but parsed floating-point")
			return nil
		case tokWord:
			if t != ir.Type(p.ctx.I1()) {
				p.errorAt(e.lo, "expected i1 type for 'true' or 'false' values")
				return nil
			}
			raw = num.IntFromBool(word == "true").AppendBytes(raw)
			continue
		}
		if negative && sign == num.Unsigned {
			p.errorAt(e.lo, "expected unsigned integer elements, but parsed negative value")
			return nil
		}
		v, ok := p.parseInt(e, negative, width, sign)
		if !ok {
			p.errorAt(e.lo, "integer constant out of range for type")
			return nil
		}
		raw = v.AppendBytes(raw)
	}
	return raw
}

func (l *literal) floats(t *ir.FloatType) []byte {
	raw := make([]byte, 0, ir.ElementBytes(t)*len(l.elems))
	for i := range l.elems {
		l.p.poll()
		v, ok := l.p.floatLiteral(l.elems[i].token(), l.elems[i].negative, t.Kind)
		if !ok || l.p.failed {
			return nil
		}
		raw = v.AppendBytes(raw)
	}
	return raw
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

// hex builds a constant from a string of hex digits: the elements, or one for
// all of them, packed little-endian. Elements of i1 take one bit each.
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

// unpackBits returns n bits, lowest first, as a byte each. A single byte of all
// zeros or ones stands for any number of them.
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

// hexBytes decodes a literal "0x…".
func (p *parser) hexBytes(str token) (raw []byte, ok bool) {
	lit := p.text[str.lo:str.hi]
	if len(lit) < 4 || lit[1] != '0' || lit[2] != 'x' || len(lit)%2 != 0 {
		return nil, false
	}
	first, last := str.lo+3, str.hi-1
	raw = make([]byte, (last-first)/2)
	var bad atomic.Uint32
	p.windows(first, last, func(from, to int) bool {
		const piece = 1 << 18
		parallel.Do(p.cfg.maxThreads(), (to-from+piece-1)/piece, func(_, i int) {
			digits := p.text[from+i*piece : min(to, from+(i+1)*piece)]
			bad.Or(uint32(decodeHex(raw[(from-first+i*piece)/2:][:len(digits)/2], digits)))
		})
		return true
	})
	return raw, bad.Load() < 16
}

// decodeHex decodes two digits a byte. The result is above 15 if there is another character.
func decodeHex(raw []byte, digits string) (bad byte) {
	for i := range raw {
		hi, lo := hexDigits[digits[2*i]], hexDigits[digits[2*i+1]]
		bad |= hi | lo
		raw[i] = hi<<4 | lo
	}
	return bad
}

// hexDigits is the value of a hex digit, and 255 for other characters.
var hexDigits = [256]byte{
	255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
	255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
	255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
	0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 255, 255, 255, 255, 255, 255,
	255, 10, 11, 12, 13, 14, 15, 255, 255, 255, 255, 255, 255, 255, 255, 255,
	255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
	255, 10, 11, 12, 13, 14, 15, 255, 255, 255, 255, 255, 255, 255, 255, 255,
	255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
	255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
	255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
	255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
	255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
	255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
	255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
	255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
	255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
}

// ParseDense reads dense<literal> that is the whole text. Its type is the one behind it; if
// there is none it is t, or, if t has open extents, a tensor of the shape of the brackets.
// The error is of type ir.Errors.
func ParseDense(c *ir.Context, text string, t ir.ShapedType, sink ir.Sink) (d *ir.DenseAttr, err error) {
	err = parseWhole(c, text, sink, func(p *parser) {
		pos := p.tok.lo
		if p.text[pos:p.tok.hi] != "dense" {
			p.error("expected 'dense'")
			return
		}
		l := p.denseLiteral()
		var of ir.Type = t
		switch {
		case p.tok.kind == tokColon:
			of = nil
		case ir.HasStaticShape(t):
		case len(l.shape) == 0:
			p.error("expected ':' and the type of the literal, whose shape is not known")
		default:
			of = ir.Tensor(l.shape, t.ElementType(), nil)
		}
		st := p.elementsType(pos, of)
		if !p.failed {
			d = l.attr(pos, st)
		}
	})
	return d, err
}

// denseAttr parses dense<literal> : type.
func (p *parser) denseAttr(t ir.Type) ir.Attribute {
	pos := p.tok.lo
	l := p.denseLiteral()
	st := p.elementsType(pos, t)
	if p.failed {
		return nil
	}
	return l.attr(pos, st)
}

// denseLiteral parses dense<literal>.
func (p *parser) denseLiteral() *literal {
	p.next()
	p.expect(tokLess, "expected '<' after 'dense'")
	l := &literal{p: p}
	if !p.accept(tokGreater) {
		l.parse(true)
		p.expect(tokGreater, "expected '>'")
	}
	return l
}

// elementsType parses : type behind a constant unless the type is known.
func (p *parser) elementsType(pos int, t ir.Type) ir.ShapedType {
	if t == nil {
		p.expect(tokColon, "expected ':'")
		t = p.parseType()
	}
	if p.failed {
		return nil
	}
	st, ok := t.(ir.ShapedType)
	if !ok {
		p.errorAt(pos, "elements literal must be a shaped type")
		return nil
	}
	if !ir.HasStaticShape(st) {
		p.errorAt(pos, "elements literal type must have static shape")
		return nil
	}
	return st
}

// sparseAttr parses sparse<indices, values> : type.
func (p *parser) sparseAttr(t ir.Type) ir.Attribute {
	pos := p.tok.lo
	p.next()
	p.expect(tokLess, "Expected '<' after 'sparse'")
	indices, values := literal{p: p}, literal{p: p}
	empty := p.accept(tokGreater)
	var indicesPos, valuesPos int
	if !empty {
		indicesPos = p.tok.lo
		indices.parse(false)
		p.expect(tokComma, "expected ','")
		valuesPos = p.tok.lo
		values.parse(true)
		p.expect(tokGreater, "expected '>'")
	}
	st := p.elementsType(pos, t)
	if p.failed {
		return nil
	}
	rank := int64(ir.Rank(st))
	indexShape := indices.shape
	switch {
	case empty:
		indexShape = []int64{0, rank}
	case len(indexShape) == 0:
		indexShape = []int64{1, rank}
	}
	valueShape := values.shape
	if len(valueShape) == 0 {
		valueShape = indexShape[:1]
	}
	i := indices.attr(indicesPos, ir.Tensor(indexShape, p.ctx.I64(), nil))
	v := values.attr(valuesPos, ir.Tensor(valueShape, st.ElementType(), nil))
	if p.failed {
		return nil
	}
	if msg := ir.CheckSparse(st, i, v); msg != "" {
		p.errorAt(pos, msg)
		return nil
	}
	return p.ctx.Sparse(st, i, v)
}

// denseArrayAttr parses array<T: 1, 2>.
func (p *parser) denseArrayAttr(ir.Type) ir.Attribute {
	p.next()
	p.expect(tokLess, "expected '<' after 'array'")
	pos := p.tok.lo
	t := p.parseType()
	if p.failed {
		return nil
	}
	bits := 0
	switch e := t.(type) {
	case *ir.IntegerType:
		bits = e.Width
	case *ir.FloatType:
		bits = e.Kind.Bits
	default:
		p.errorAt(pos, fmt.Sprintf("expected integer or float type, got: '%s'", t))
		return nil
	}
	if t != ir.Type(p.ctx.I1()) && bits%8 != 0 {
		p.errorAt(pos, "element type bitwidth must be a multiple of 8")
		return nil
	}
	var raw []byte
	n := 0
	if !p.accept(tokGreater) {
		p.expect(tokColon, "expected ':' after dense array type")
		p.commaSeparated(func() {
			raw = p.denseArrayElement(raw, t)
			n++
		})
		p.expect(tokGreater, "expected '>' to close an array attribute")
	}
	if p.failed {
		return nil
	}
	return p.ctx.DenseArray(t, n, raw)
}

// bareDenseArray parses [1, 2], the form of a dense array whose type the format
// of the operation implies.
func (p *parser) bareDenseArray(t ir.Type) ir.Attribute {
	var raw []byte
	n := 0
	p.list(tokLSquare, tokRSquare, "", func() {
		raw = p.bareElement(raw, t)
		n++
	})
	if p.failed {
		return nil
	}
	return p.ctx.DenseArray(t, n, raw)
}

func (p *parser) bareElement(raw []byte, t ir.Type) []byte {
	if f, ok := t.(*ir.FloatType); ok {
		return num.FloatFromFloat64(f.Kind, p.Float()).AppendBytes(raw)
	}
	pos := p.tok.lo
	v := p.Integer()
	// Numbers may be written as signed or as unsigned ones.
	if w := ir.IntWidth(t); w < 64 && (v < -1<<(w-1) || v >= 1<<w) && !p.failed {
		p.customError(pos, "integer value too large")
	}
	return num.IntFromInt64(ir.IntWidth(t), v).AppendBytes(raw)
}

func (p *parser) denseArrayElement(raw []byte, t ir.Type) []byte {
	negative := p.accept(tokMinus)
	tok := p.tok
	if f, ok := t.(*ir.FloatType); ok {
		v, ok := p.floatLiteral(tok, negative, f.Kind)
		if !ok {
			return raw
		}
		p.next()
		return v.AppendBytes(raw)
	}
	isBool := t == ir.Type(p.ctx.I1())
	switch {
	case p.peekWord("true") || p.peekWord("false"):
		if !isBool {
			p.error("expected i1 type for 'true' or 'false' values")
			return raw
		}
		v := num.IntFromBool(p.spelling() == "true")
		p.next()
		return v.AppendBytes(raw)
	case !p.accept(tokInt):
		p.error("expected integer literal")
		return raw
	case isBool:
		p.error("expected 'true' or 'false' values for i1 type")
		return raw
	}
	v, ok := p.parseInt(tok, negative, ir.IntWidth(t), arraySign(t, negative))
	if !ok {
		p.error("integer constant out of range")
		return raw
	}
	return v.AppendBytes(raw)
}

// arraySign is the signedness by which a number of a dense array is read:
// upstream takes negative numbers for unsigned types there.
func arraySign(t ir.Type, negative bool) num.Signedness {
	if negative {
		return num.Signless
	}
	return signedness(t)
}
