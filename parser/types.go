package parser

import (
	"slices"
	"strconv"
	"strings"

	"optc/ir"
	"optc/num"
)

// typeParser parses types.
type typeParser struct {
	symbolParser
	attributes attributeHook
	types      memo[string, ir.Type] // types by exact spelling
	recent     [2]recentType         // the types that were parsed last
	typeLists  []ir.Type             // results of Types of the operations, and the function types, being parsed
	indexes    []int64               // lists and shapes being parsed
}

// attributeHook calls upwards from types, constants and locations to the attributes that they may
// contain. It is also the parser that dialect definitions use.
type attributeHook interface {
	ir.AsmParser
	extendedAttr(t ir.Type) ir.Attribute
	// typeAt returns the type after a colon at an offset, or nil if there is none. It
	// reports nothing and does not change the position.
	typeAt(offset int) ir.Type
}

// beginsType reports whether a type may begin with the next token.
func (p *typeParser) beginsType() bool {
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
func (p *typeParser) optionalType() ir.Type {
	if !p.beginsType() {
		return nil
	}
	return p.parseType()
}

// parseType parses any type; nil after an error.
func (p *typeParser) parseType() ir.Type {
	if p.tok.kind == tokLParen {
		return p.functionType()
	}
	return p.nonFunctionType()
}

func (p *typeParser) functionType() ir.Type {
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

func (p *typeParser) nonFunctionType() ir.Type {
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

// keywordType returns the type of a single word, or nil. The most frequent types come
// first and do not need the tables.
func (p *typeParser) keywordType(w string) ir.Type {
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

func (p *typeParser) integerType(w string, digits int) ir.Type {
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
func bracketedType(w string) func(*typeParser) ir.Type {
	switch w {
	case "vector":
		return (*typeParser).vectorType
	case "tensor":
		return (*typeParser).tensorType
	case "memref":
		return (*typeParser).memrefType
	case "tuple":
		return (*typeParser).tupleType
	case "complex":
		return (*typeParser).complexType
	}
	return nil
}

// maxSpelling bounds the length of the spellings that are cached.
const maxSpelling = 256

// recentType is a spelling of the form word<…> that occurred recently. No such spelling
// is the beginning of another.
type recentType struct {
	text string
	typ  ir.Type
}

// spelled parses a type of the form word<…>, or returns the cached result for the same
// spelling.
func (p *typeParser) spelled(parse func(*typeParser) ir.Type) ir.Type {
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
	if hi > 0 && p.prevEnd == hi && p.types.seenBefore(p.text[lo:hi]) {
		p.types.set(strings.Clone(p.text[lo:hi]), t)
	}
	return t
}

func (p *typeParser) complexType() ir.Type {
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

func (p *typeParser) tupleType() ir.Type {
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

func (p *typeParser) vectorType() ir.Type {
	start := p.tok.lo
	p.next()
	if !p.expect(tokLess, "expected '<' in vector type") {
		return nil
	}
	from := len(p.indexes)
	var scalable []bool // whether each dimension is scalable, up to the last scalable one
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

func (p *typeParser) tensorType() ir.Type {
	p.next()
	if !p.expect(tokLess, "expected '<' in tensor type") {
		return nil
	}
	unranked, dims := p.shape()
	pos := p.tok.lo
	elem := p.parseType()
	var encoding ir.Attribute
	if p.accept(tokComma) {
		encoding = p.attributes.OptionalAttr(nil)
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

func (p *typeParser) memrefType() ir.Type {
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
			a := p.attributes.Attr(nil)
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

// foreignTypes are names of types in other languages.
var foreignTypes = map[string]string{
	"bool": "i1", "char": "i8", "int8": "i8", "uint8": "ui8", "short": "i16", "int16": "i16", "uint16": "ui16",
	"int": "i32", "int32": "i32", "uint32": "ui32", "unsigned": "ui32", "long": "i64", "int64": "i64", "uint64": "ui64",
	"size_t": "index", "half": "f16", "float16": "f16", "bfloat16": "bf16", "float": "f32", "float32": "f32",
	"double": "f64", "float64": "f64",
}

// builtinTypes are the types that need no sigil.
var builtinTypes = []string{
	"i1", "i8", "i16", "i32", "i64", "f16", "bf16", "f32", "f64", "index", "none", "complex", "tuple", "vector", "tensor", "memref",
}

// suggestType adds the type that a word may mean, or a hint that it names a value.
func (p *typeParser) suggestType(d *ir.Diagnostic, t token) {
	word := p.text[t.lo:t.hi]
	switch s := foreignTypes[word]; {
	case t.kind != tokWord:
	case s != "":
		p.meant(d, t.lo, word, s)
	case p.lex(t.hi).kind == tokColon:
		p.lacksPercent(d, t.lo, word)
	default:
		p.suggest(d, t.lo, word, builtinTypes)
	}
}
