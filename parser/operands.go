package parser

import (
	"optc/ir"
	"optc/ir/affine"
)

func (p *valueParser) Operand() ir.Unresolved { return p.valueUse(true) }

func (p *valueParser) OptionalOperand() (u ir.Unresolved, ok bool) {
	if !p.peekValue() {
		return u, false
	}
	return p.valueUse(true), true
}

func (p *valueParser) Operands(delims string) []ir.Unresolved {
	from := len(p.uses)
	element := func() { p.uses = append(p.uses, p.valueUse(true)) }
	if delims == "" {
		if p.peekValue() {
			p.commaSeparated(element)
		}
	} else {
		open, end := delimiters(delims)
		p.list(open, end, " in operand list", element)
	}
	return p.uses[from:len(p.uses):len(p.uses)]
}

func (p *valueParser) Resolve(st *ir.OpState, t ir.Type, u ir.Unresolved) {
	if v := p.resolve(u, t); v != nil {
		st.Operands = append(st.Operands, v)
	}
}

func (p *valueParser) ResolveEach(st *ir.OpState, t ir.Type, us []ir.Unresolved) {
	for _, u := range us {
		p.Resolve(st, t, u)
	}
}

func (p *valueParser) ResolveAll(st *ir.OpState, operands []ir.Unresolved, types []ir.Type, pos int) {
	if len(operands) != len(types) {
		p.countMismatch(pos, len(operands), len(types))
		return
	}
	for i, u := range operands {
		p.Resolve(st, types[i], u)
	}
}

func (p *valueParser) countMismatch(pos, operands, types int) {
	p.customError(pos, "number of operands and types do not match: got %d operands and %d types", operands, types)
}

func (p *valueParser) Defined(u ir.Unresolved) *ir.Value {
	if p.failed {
		return nil
	}
	d, first := p.lookup(u)
	switch {
	case d.value != nil && !p.isPlaceholder(d.value):
		return p.usedAt(u, d.value)
	case first.count == poisoned: // its definition was reported
		p.failed, p.tok.kind = true, tokError
	default:
		p.errorAt(u.Pos, undeclaredValue)
	}
	return nil
}

func (p *valueParser) Value(u ir.Unresolved, t ir.Type) *ir.Value { return p.resolve(u, t) }

func (p *valueParser) Argument(typed bool) (a ir.Argument) {
	found := p.tok
	a.Unresolved = p.valueUse(false)
	if word := p.text[found.lo:found.hi]; p.failed && found.kind == tokWord && !p.values.has(word) {
		p.lacksPercent(p.last(), found.lo, word)
	}
	if typed {
		p.expect(tokColon, "expected ':'")
		a.Type = p.parseType()
		if p.tok.kind == tokLBrace {
			if d := p.dictEntries(); !p.failed && len(d.entries) > 0 {
				a.Attrs = p.dictOf(d)
			}
		}
	}
	a.Loc, _ = p.trailingLoc()
	return a
}

func (p *valueParser) Arguments(delims string, typed bool) (as []ir.Argument) {
	element := func() { as = append(as, p.Argument(typed)) }
	if delims == "" {
		if p.tok.kind == tokValue {
			p.commaSeparated(element)
		}
		return as
	}
	open, end := delimiters(delims)
	p.list(open, end, " in argument list", element)
	return as
}

func (p *valueParser) Assignments() (args []ir.Argument, values []ir.Unresolved) {
	if !p.accept(tokLParen) {
		p.Errorf("expected '('")
	}
	p.listUntil(tokRParen, true, func() {
		args = append(args, p.Argument(false))
		p.expect(tokEqual, "expected '='")
		values = append(values, p.valueUse(true))
	})
	return args, values
}

func (p *valueParser) Builder() *ir.Builder { return p.builder }

func (p *valueParser) AffineMapOfValues(delims string) (m affine.Map, dims, symbols []ir.Unresolved) {
	a := p.affineParserOfValues()
	element := func() { m.Results = append(m.Results, a.expr()) }
	if delims == "" {
		p.commaSeparated(element)
	} else {
		open, end := delimiters(delims)
		p.list(open, end, " in affine map", element)
	}
	dims, symbols = p.affineOperands(a)
	m.NumDims, m.NumSymbols = len(dims), len(symbols)
	return m, dims, symbols
}

func (p *valueParser) AffineExprOfValues() (e affine.Expr, dims, symbols []ir.Unresolved) {
	a := p.affineParserOfValues()
	e = a.expr()
	dims, symbols = p.affineOperands(a)
	return e, dims, symbols
}

// affineParserOfValues returns a parser of expressions of SSA values.
func (p *valueParser) affineParserOfValues() *affineParser {
	a := &p.affineOfValues
	a.p, a.ssa = &p.tokenStream, true
	a.names, a.dimUses, a.symbolUses = a.names[:0], a.dimUses[:0], a.symbolUses[:0]
	return a
}

// affineOperands returns the values that a found; the lists are valid until the operation
// is complete.
func (p *valueParser) affineOperands(a *affineParser) (dims, symbols []ir.Unresolved) {
	from := len(p.uses)
	p.uses = append(append(p.uses, a.dimUses...), a.symbolUses...)
	all := p.uses[from:len(p.uses):len(p.uses)]
	return all[:len(a.dimUses):len(a.dimUses)], all[len(a.dimUses):]
}
