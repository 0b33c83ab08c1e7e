package parser

import "optc/ir"

// typeList parses types separated by commas.
func (p *typeParser) typeList(into *[]ir.Type) {
	p.commaSeparated(func() {
		t := p.parseType() // it may append there and remove it again
		*into = append(*into, t)
	})
}

// typeListParens parses () or (T, …).
func (p *typeParser) typeListParens(into *[]ir.Type) {
	if !p.expect(tokLParen, "expected '('") || p.accept(tokRParen) {
		return
	}
	p.typeList(into)
	p.expect(tokRParen, "expected ')'")
}

// functionResults parses the results of a function type, after ->.
func (p *typeParser) functionResults(into *[]ir.Type) {
	if p.tok.kind == tokLParen {
		p.typeListParens(into)
		return
	}
	t := p.nonFunctionType() // parsed as in typeList
	*into = append(*into, t)
}

// typesFrom returns the types that were read since the list had the given length; nil for
// none.
func (p *typeParser) typesFrom(from int) []ir.Type {
	if from == len(p.typeLists) {
		return nil
	}
	return p.typeLists[from:len(p.typeLists):len(p.typeLists)]
}

func (p *typeParser) Type() ir.Type { return p.parseType() }

func (p *typeParser) OptionalType() ir.Type { return p.optionalType() }

func (p *typeParser) Types() []ir.Type {
	from := len(p.typeLists)
	p.typeList(&p.typeLists)
	return p.typesFrom(from)
}

func (p *typeParser) ArrowTypes() []ir.Type {
	from := len(p.typeLists)
	if p.expect(tokArrow, "expected '->'") {
		p.functionResults(&p.typeLists)
	}
	return p.typesFrom(from)
}

func (p *typeParser) OptionalArrowTypes() []ir.Type {
	from := len(p.typeLists)
	if p.accept(tokArrow) {
		p.functionResults(&p.typeLists)
	}
	return p.typesFrom(from)
}

func (p *typeParser) FunctionType() *ir.FunctionType {
	pos := p.tok.lo
	t := p.parseType()
	ft, ok := t.(*ir.FunctionType)
	if !ok && !p.failed {
		p.customError(pos, "invalid kind of type specified: expected builtin.function, but found '%s'", t)
	}
	return ft
}
