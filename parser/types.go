package parser

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"optc/ir"
	"optc/num"
)

// beginsType tells whether a type may begin with the next token.
func (p *parser) beginsType() bool {
	switch p.tok.kind {
	case tokLParen, tokBang:
		return true
	case tokWord:
		w := p.spelling()
		if _, ok := isIntegerType(w); ok {
			return true
		}
		switch w {
		case "memref", "tensor", "complex", "tuple", "vector", "index", "none":
			return true
		}
		return floatKind(w) != nil
	}
	return false
}

// optionalType returns nil when no type comes next.
func (p *parser) optionalType() ir.Type {
	if !p.beginsType() {
		return nil
	}
	return p.parseType()
}

// parseType parses any type; nil after an error.
func (p *parser) parseType() ir.Type {
	if p.tok.kind == tokLParen {
		return p.functionType()
	}
	return p.nonFunctionType()
}

// typeList parses types separated by commas.
func (p *parser) typeList(into *[]ir.Type) {
	p.commaSeparated(func() {
		t := p.parseType() // it may append there and take it back
		*into = append(*into, t)
	})
}

// typeListParens parses () or (T, …).
func (p *parser) typeListParens(into *[]ir.Type) {
	if !p.expect(tokLParen, "expected '('") || p.accept(tokRParen) {
		return
	}
	p.typeList(into)
	p.expect(tokRParen, "expected ')'")
}

// functionResults parses what follows -> in a function type.
func (p *parser) functionResults(into *[]ir.Type) {
	if p.tok.kind == tokLParen {
		p.typeListParens(into)
		return
	}
	t := p.nonFunctionType() // as in typeList
	*into = append(*into, t)
}

func (p *parser) functionType() ir.Type {
	defer p.leave()
	if !p.enter() {
		return nil
	}
	from := len(p.typeLists)
	p.typeListParens(&p.typeLists)
	inputs := len(p.typeLists)
	p.expect(tokArrow, "expected '->' in function type")
	p.functionResults(&p.typeLists)
	in, out := p.typeLists[from:inputs], p.typeLists[inputs:]
	p.typeLists = p.typeLists[:from]
	if p.failed {
		return nil
	}
	return p.ctx.Function(in, out)
}

func (p *parser) nonFunctionType() ir.Type {
	found := p.tok
	switch p.tok.kind {
	case tokBang:
		return p.extendedType()
	case tokWord:
		w := p.spelling()
		if t := p.keywordType(w); t != nil {
			p.next()
			return t
		}
		if parse := bracketedType(w); parse != nil {
			return p.spelled(parse)
		}
		if digits, ok := isIntegerType(w); ok {
			return p.integerType(w, digits)
		}
	}
	p.suggestType(p.wrongToken("expected non-function type"), found)
	return nil
}

// keywordType returns the type of a single word, or nil. The most frequent ones
// come first and never reach the tables.
func (p *parser) keywordType(w string) ir.Type {
	switch w {
	case "index":
		return p.ctx.Index()
	case "f32":
		return p.ctx.F32()
	case "i32":
		return p.ctx.I32()
	case "i1":
		return p.ctx.I1()
	case "i64":
		return p.ctx.I64()
	case "f16":
		return p.ctx.F16()
	case "f64":
		return p.ctx.F64()
	case "none":
		return p.ctx.None()
	}
	if k := floatKind(w); k != nil {
		return p.ctx.Float(k)
	}
	return nil
}

func (p *parser) integerType(w string, digits int) ir.Type {
	width, err := strconv.ParseUint(w[digits:], 10, 32)
	if err != nil {
		p.error("invalid integer width")
		return nil
	}
	if width > ir.MaxIntegerWidth {
		p.error("integer bitwidth is limited to %d bits", ir.MaxIntegerWidth)
		return nil
	}
	p.next()
	s := ir.Signless
	switch w[0] {
	case 's':
		s = ir.Signed
	case 'u':
		s = ir.Unsigned
	}
	return p.ctx.IntegerOf(int(width), s)
}

// bracketedType returns the parser of a type that begins with a word and <.
func bracketedType(w string) func(*parser) ir.Type {
	switch w {
	case "vector":
		return (*parser).vectorType
	case "tensor":
		return (*parser).tensorType
	case "memref":
		return (*parser).memrefType
	case "tuple":
		return (*parser).tupleType
	case "complex":
		return (*parser).complexType
	}
	return nil
}

// maxSpelling bounds the length of the spellings that are remembered.
const maxSpelling = 256

// recentType is a spelling of the form word<…> that was met not long ago. Such
// spellings are never the beginning of another.
type recentType struct {
	text string
	typ  ir.Type
}

// spelled parses a type of the form word<…>, or takes it from the spellings
// that were parsed before.
func (p *parser) spelled(parse func(*parser) ir.Type) ir.Type {
	lo := p.tok.lo
	for i := range p.recent {
		if r := &p.recent[i]; r.typ != nil && strings.HasPrefix(p.text[lo:], r.text) && p.fits(r.typ) {
			p.tok.hi = lo + len(r.text)
			p.next()
			return r.typ
		}
	}
	hi := p.bodyEnd(p.tok.hi)
	if hi > 0 {
		if t := p.types.known[p.text[lo:hi]]; t != nil && p.fits(t) {
			p.recent[1] = p.recent[0]
			p.recent[0] = recentType{p.text[lo:hi], t}
			p.tok.hi = hi
			p.next()
			return t
		}
	}
	defer p.leave()
	if !p.enter() {
		return nil
	}
	t := parse(p)
	if p.failed {
		return nil
	}
	if hi > 0 && p.prevEnd == hi && p.types.again(p.text[lo:hi]) {
		p.types.set(strings.Clone(p.text[lo:hi]), t)
	}
	return t
}

// bodyEnd returns the end of a <…> that begins at offset i, or 0 when there is
// none, when it is long, or when it holds strings or comments.
func (p *parser) bodyEnd(i int) int {
	if p.at(i) != '<' {
		return 0
	}
	limit := min(len(p.text), i+maxSpelling)
	depth := 0
	for ; i < limit; i++ {
		switch p.text[i] {
		case '<':
			depth++
		case '>':
			if p.text[i-1] == '-' {
				continue
			}
			if depth--; depth == 0 {
				return i + 1
			}
		case '"', '/':
			return 0
		}
	}
	return 0
}

func (p *parser) complexType() ir.Type {
	p.next()
	if !p.expect(tokLess, "expected '<' in complex type") {
		return nil
	}
	pos := p.tok.lo
	elem := p.parseType()
	p.expect(tokGreater, "expected '>' in complex type")
	if p.failed {
		return nil
	}
	switch elem.(type) {
	case *ir.FloatType, *ir.IntegerType:
		return ir.Complex(elem)
	}
	p.errorAt(pos, "invalid element type for complex")
	return nil
}

func (p *parser) tupleType() ir.Type {
	p.next()
	var elems []ir.Type
	if p.expect(tokLess, "expected '<' in tuple type") && !p.accept(tokGreater) {
		p.typeList(&elems)
		p.expect(tokGreater, "expected '>' in tuple type")
	}
	if p.failed {
		return nil
	}
	return p.ctx.Tuple(elems)
}

func (p *parser) vectorType() ir.Type {
	start := p.tok.lo
	p.next()
	if !p.expect(tokLess, "expected '<' in vector type") {
		return nil
	}
	from := len(p.indexes)
	var scalable []bool // of the dimensions up to the last scalable one
	for p.tok.kind == tokInt || p.tok.kind == tokLSquare {
		s := p.accept(tokLSquare)
		p.indexes = append(p.indexes, p.dimension())
		if s {
			scalable = append(scalable, make([]bool, len(p.indexes)-from-len(scalable))...)
			scalable[len(scalable)-1] = true
			p.expect(tokRSquare, "missing ']' closing scalable dimension")
		}
		p.dimensionX()
	}
	elem := p.parseType()
	p.expect(tokGreater, "expected '>' in vector type")
	dims := p.indexes[from:]
	p.indexes = p.indexes[:from]
	if scalable != nil {
		scalable = append(scalable, make([]bool, len(dims)-len(scalable))...)
	}
	if p.failed {
		return nil
	}
	if !ir.IsVectorElement(elem) {
		p.errorAt(start, "failed to verify 'elementType': VectorElementTypeInterface instance")
		return nil
	}
	if slices.Contains(dims, 0) {
		p.errorAt(start, "vector types must have positive constant sizes but got "+num.JoinInts(dims))
		return nil
	}
	return ir.ScalableVector(dims, scalable, elem)
}

func (p *parser) tensorType() ir.Type {
	p.next()
	if !p.expect(tokLess, "expected '<' in tensor type") {
		return nil
	}
	unranked, dims := p.shape()
	pos := p.tok.lo
	elem := p.parseType()
	var encoding ir.Attribute
	if p.accept(tokComma) {
		encoding = p.optionalAttr(nil)
	}
	p.expect(tokGreater, "expected '>' in tensor type")
	if p.failed {
		return nil
	}
	switch {
	case !ir.IsTensorElement(elem):
		p.errorAt(pos, "invalid tensor element type")
		return nil
	case unranked && encoding != nil:
		p.error("cannot apply encoding to unranked tensor")
		return nil
	case unranked:
		return ir.UnrankedTensor(elem)
	}
	return ir.Tensor(dims, elem, encoding)
}

func (p *parser) memrefType() ir.Type {
	start := p.tok.lo
	p.next()
	if !p.expect(tokLess, "expected '<' in memref type") {
		return nil
	}
	unranked, dims := p.shape()
	pos := p.tok.lo
	elem := p.parseType()
	if p.failed {
		return nil
	}
	if !ir.IsMemRefElement(elem) {
		p.errorAt(pos, "invalid memref element type")
		return nil
	}
	var layout, space ir.Attribute
	if !p.accept(tokGreater) {
		p.expect(tokComma, "expected ',' or '>' in memref type")
		p.listUntil(tokGreater, false, func() {
			a := p.parseAttr(nil)
			switch {
			case p.failed:
			case !ir.IsMemRefLayout(a) && space != nil:
				p.error("multiple memory spaces specified in memref type")
			case !ir.IsMemRefLayout(a):
				space = a
			case unranked:
				p.error("cannot have affine map for unranked memref type")
			case space != nil:
				p.error("expected memory space to be last in memref type")
			default:
				layout = a
			}
		})
	}
	if p.failed {
		return nil
	}
	if !ir.IsMemorySpace(space) {
		p.errorAt(start, "unsupported memory space Attribute")
		return nil
	}
	if unranked {
		return ir.UnrankedMemRef(elem, space)
	}
	if msg := ir.CheckLayout(layout, len(dims)); msg != "" {
		p.errorAt(start, msg)
		return nil
	}
	return ir.MemRef(dims, elem, layout, space)
}

// shape parses *x or the dimensions with their x in front of an element type.
func (p *parser) shape() (unranked bool, dims []int64) {
	if p.accept(tokStar) {
		p.dimensionX()
		return true, nil
	}
	return false, p.dims(true, true)
}

// dims parses a dimension list.
func (p *parser) dims(dynamic, trailingX bool) (dims []int64) {
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

// dimension parses an extent. 0x32 is not a hexadecimal number here, but the
// extent 0 followed by x32.
func (p *parser) dimension() int64 {
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

// dimensionX consumes the x between dimensions, which the lexer may have joined
// with what follows.
func (p *parser) dimensionX() {
	if p.tok.kind != tokWord || p.text[p.tok.lo] != 'x' {
		p.wrongToken("expected 'x' in dimension list")
		return
	}
	p.tok.hi = p.tok.lo + 1
	p.next()
}
