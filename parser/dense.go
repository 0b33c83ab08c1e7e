package parser

import (
	"fmt"
	"sync/atomic"

	"optc/internal/base/parallel"
	"optc/ir"
	"optc/num"
)

// constantParser parses numbers, arrays of numbers and resources.
type constantParser struct {
	typeParser
	raw []byte // bytes of the dense array being parsed
}

// ParseDense parses a whole text as dense<literal>. The type follows the literal. If it
// is missing, the type is t, or, if t has open extents, a tensor with the shape of the
// brackets. The error is of type ir.Errors.
func ParseDense(c *ir.Context, text string, t ir.ShapedType, sink ir.Sink) (d *ir.DenseAttr, err error) {
	err = parseWhole(c, text, sink, func(p *attrParser) {
		pos := p.tok.lo
		if p.text[pos:p.tok.hi] != "dense" {
			p.error("expected 'dense'")
			return
		}
		l := p.denseLiteral(nil)
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
func (p *constantParser) denseAttr(t ir.Type) ir.Attribute {
	pos := p.tok.lo
	l := p.denseLiteral(t)
	st := p.elementsType(pos, t)
	if p.failed {
		return nil
	}
	return l.attr(pos, st)
}

// denseLiteral parses dense<literal>; t is its type, or nil if the type follows.
func (p *constantParser) denseLiteral(t ir.Type) *literal {
	p.next()
	p.expect(tokLess, "expected '<' after 'dense'")
	l := &literal{p: p, typed: t == nil}
	if !p.accept(tokGreater) {
		l.parse(true)
		p.expect(tokGreater, "expected '>'")
	}
	return l
}

// elementsType parses : type after a constant unless the type t is given.
func (p *constantParser) elementsType(pos int, t ir.Type) ir.ShapedType {
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
func (p *constantParser) sparseAttr(t ir.Type) ir.Attribute {
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
func (p *constantParser) denseArrayAttr(ir.Type) ir.Attribute {
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
	raw, n := p.raw[:0], 0
	if !p.accept(tokGreater) {
		p.expect(tokColon, "expected ':' after dense array type")
		p.commaSeparated(func() {
			raw = p.denseArrayElement(raw, t)
			n++
		})
		p.raw = raw
		p.expect(tokGreater, "expected '>' to close an array attribute")
	}
	if p.failed {
		return nil
	}
	return p.ctx.DenseArray(t, n, raw)
}

func (p *constantParser) denseArrayElement(raw []byte, t ir.Type) []byte {
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

// arraySign is the signedness with which a number of a dense array is read: upstream
// accepts negative numbers for unsigned types there.
func arraySign(t ir.Type, negative bool) num.Signedness {
	if negative {
		return num.Signless
	}
	return signedness(t)
}

// bareDenseArray parses [1, 2], the form of a dense array whose type follows from the
// format of the operation.
func (p *constantParser) bareDenseArray(t ir.Type) ir.Attribute {
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

func (p *constantParser) bareElement(raw []byte, t ir.Type) []byte {
	if f, ok := t.(*ir.FloatType); ok {
		return num.FloatFromFloat64(f.Kind, p.Float()).AppendBytes(raw)
	}
	pos := p.tok.lo
	v := p.Integer()
	// Numbers may be written as signed or as unsigned.
	if w := ir.IntWidth(t); w < 64 && (v < -1<<(w-1) || v >= 1<<w) && !p.failed {
		p.customError(pos, "integer value too large")
	}
	return num.IntFromInt64(ir.IntWidth(t), v).AppendBytes(raw)
}

// typeAhead returns the shaped type after a colon at an offset, or nil.
func (p *constantParser) typeAhead(offset int) ir.ShapedType {
	t, _ := p.attributes.typeAt(offset).(ir.ShapedType)
	if t == nil || !ir.HasStaticShape(t) {
		return nil
	}
	return t
}

// hexBytes decodes a literal "0x…".
func (p *constantParser) hexBytes(str token) (raw []byte, ok bool) {
	lit := p.text[str.lo:str.hi]
	if len(lit) < 4 || lit[1] != '0' || lit[2] != 'x' || len(lit)%2 != 0 {
		return nil, false
	}
	first, last := str.lo+3, str.hi-1
	raw = make([]byte, (last-first)/2)
	var bad atomic.Bool
	p.windows(first, last, func(from, to int) bool {
		const piece = 1 << 18
		parallel.Do(p.cfg.maxThreads(), (to-from+piece-1)/piece, func(_, i int) {
			digits := p.text[from+i*piece : min(to, from+(i+1)*piece)]
			if !num.DecodeHex(raw[(from-first+i*piece)/2:][:len(digits)/2], digits) {
				bad.Store(true)
			}
		})
		return true
	})
	return raw, !bad.Load()
}
