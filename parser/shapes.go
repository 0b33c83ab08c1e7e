package parser

import (
	"math"
	"strconv"

	"optc/ir"
)

// shape parses *x or the dimensions with their x before an element type.
func (p *typeParser) shape() (unranked bool, dims []int64) {
	if p.accept(tokStar) {
		p.dimensionX()
		return true, nil
	}
	return false, p.dims(true, true)
}

// dims parses a dimension list.
func (p *typeParser) dims(dynamic, trailingX bool) (dims []int64) {
	isDim := func() bool { return p.tok.kind == tokInt || p.tok.kind == tokQuestion }
	one := func() {
		switch {
		case p.tok.kind == tokQuestion && !dynamic:
			p.error("expected static shape")
		case p.accept(tokQuestion):
			dims = append(dims, ir.Dynamic)
		default:
			dims = append(dims, p.dimension())
		}
	}
	if trailingX {
		for isDim() {
			one()
			p.dimensionX()
		}
		return dims
	}
	if isDim() {
		one()
		for p.tok.kind == tokWord && p.text[p.tok.lo] == 'x' {
			p.dimensionX()
			one()
		}
	}
	return dims
}

func (p *typeParser) Dims(dynamic, trailingX bool) []int64 { return p.dims(dynamic, trailingX) }

// dimension parses an extent. 0x32 is not a hexadecimal number here, but the extent 0
// followed by x32.
func (p *typeParser) dimension() int64 {
	w := p.spelling()
	if p.tok.kind != tokInt {
		p.error("invalid dimension")
		return 0
	}
	if len(w) > 1 && w[1] == 'x' {
		p.tok.hi = p.tok.lo + 1
		p.next()
		return 0
	}
	v, err := strconv.ParseUint(w, 10, 64)
	if err != nil || v > math.MaxInt64 {
		p.error("invalid dimension")
		return 0
	}
	p.next()
	return int64(v)
}

// dimensionX consumes the x between dimensions, which the lexer may have joined with the
// following text.
func (p *typeParser) dimensionX() {
	if p.tok.kind != tokWord || p.text[p.tok.lo] != 'x' {
		p.wrongToken("expected 'x' in dimension list")
		return
	}
	p.tok.hi = p.tok.lo + 1
	p.next()
}
