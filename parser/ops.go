package parser

import (
	"fmt"
	"strings"

	"optc/ir"
)

// opParser parses operations in custom and in generic form.
type opParser struct {
	formatParser
	plans    planTable
	dialects []string     // the default dialects of the operations around
	emptied  []*ir.Region // regions for reuse, whose blocks were moved to operations
}

// parseOp parses an operation with its result list and appends it to a block. After an
// error the names of the results are declared but have no values.
func (p *opParser) parseOp(into *ir.Block) *ir.Operation {
	p.poll()
	fr := p.pushFrame()
	opName, types := p.opName, len(p.typeLists)
	begin := p.tok.lo
	op := p.operation(fr, into)
	if p.cfg.ranges != nil && op != nil {
		p.cfg.ranges.add(op, sourceSpan{p.src, begin, p.prevEnd})
	}
	p.opName, p.typeLists = opName, p.typeLists[:types]
	if p.failed {
		for _, r := range fr.results {
			p.poison(r.name, r.pos)
		}
	}
	p.level--
	return op
}

func (p *opParser) NestedOp(into *ir.Block) *ir.Operation { return p.parseOp(into) }

const noOperation = "expected operation name in quotes"

// noOperation reports that the next token begins no operation of the block, and explains a
// comment of C and a type after an operation that is already complete.
func (p *opParser) noOperation(into *ir.Block) {
	at, last := p.tok.lo, into.Back()
	isType := p.tok.kind == tokColon
	d := p.wrongToken(noOperation)
	switch {
	case strings.HasPrefix(p.text[at:], "/*"):
		p.hint(d, at, "comments begin with '//'")
	case isType && last != nil:
		p.hint(d, at, "'"+last.Name()+"' ends before this ':'; no type follows it")
	}
}

func (p *opParser) operation(fr *opFrame, into *ir.Block) *ir.Operation {
	pos := p.tok.lo
	if p.tok.kind == tokValue {
		p.resultNames(fr)
	}
	switch p.tok.kind {
	case tokWord:
		p.customOp(fr)
	case tokString:
		p.genericOp(fr)
	default:
		p.noOperation(into)
	}
	if p.failed {
		return nil
	}
	if l, ok := p.trailingLoc(); ok {
		fr.st.Loc = l
	}
	if p.failed {
		return nil
	}
	op := p.arena.NewOperation(&fr.st)
	for _, r := range fr.st.Regions {
		if r != nil && r.Empty() {
			p.emptied = append(p.emptied, r)
		}
	}
	into.Append(op)
	p.defineResults(fr, op, pos)
	return op
}

// resultNames parses %a:2, %b =
func (p *opParser) resultNames(fr *opFrame) {
	p.commaSeparated(func() {
		pos := p.tok.lo
		if p.tok.kind != tokValue {
			p.wrongToken("expected valid ssa identifier")
			return
		}
		r := resultName{p.text[pos+1 : p.tok.hi], 1, pos}
		p.next()
		if p.accept(tokColon) {
			if p.tok.kind != tokInt {
				p.wrongToken("expected integer number of results")
				return
			}
			n, err := parseUint(p.spelling(), 64)
			if err != nil || n < 1 {
				p.error("expected named operation to have at least 1 result")
				return
			}
			// No operation has more results than the text has bytes.
			r.count = int(min(n, uint64(len(p.text))))
			p.next()
		}
		fr.results = append(fr.results, r)
	})
	p.expect(tokEqual, "expected '=' after SSA name")
}

func (p *opParser) defineResults(fr *opFrame, op *ir.Operation, pos int) {
	if len(fr.results) == 0 {
		return
	}
	if op.NumResults() == 0 {
		p.errorAt(pos, "cannot name an operation with no results")
		return
	}
	if n := fr.numResultNames(); n != op.NumResults() {
		p.errorAt(pos, fmt.Sprintf("operation defines %d results but was provided %d to bind", op.NumResults(), n))
		return
	}
	k := 0
	for i := range fr.results {
		r := &fr.results[i]
		hint := nameHint(r.name)
		for number := range r.count {
			op.Result(k + number).SetNameHint(hint)
		}
		p.define(r.name, 0, r.count, r.pos, op.Result(k))
		k += r.count
	}
}

func (p *opParser) genericOp(fr *opFrame) {
	pos := p.tok.lo
	name := unquote(p.spelling())
	if name == "" {
		p.error("empty operation name is invalid")
		return
	}
	if strings.IndexByte(name, 0) >= 0 {
		p.error("null character not allowed in operation name")
		return
	}
	p.next()
	pl := p.plans.planNamed(name)
	st := &fr.st
	st.Loc = ir.At(p.src, pos)
	if pl == nil {
		dialect, _, _ := strings.Cut(name, ".")
		if d := p.ctx.Dialect(dialect); (d == nil || d.Partial) && !p.ctx.AllowUnregistered {
			p.error("operation being parsed with an unregistered dialect. If this is intended, please use -allow-unregistered-dialect with the MLIR tool used")
			return
		}
		st.Def = p.ctx.UnregisteredOpDef(name)
	} else {
		st.Def = pl.def
	}
	p.genericRest(fr)
	if pl != nil && !p.failed {
		pl.fillDefaults(st)
		st.FillSegments(p.ctx)
	}
}

// genericRest parses the text after the name of an operation in generic form:
// (operands)[successors]<properties>(regions) {attributes} : (T, …) -> (T, …)
func (p *opParser) genericRest(fr *opFrame) {
	st := &fr.st
	if !p.expect(tokLParen, "expected '(' to start operand list") {
		return
	}
	if p.tok.kind == tokValue {
		p.commaSeparated(func() { fr.operands = append(fr.operands, p.valueUse(true)) })
	}
	p.expect(tokRParen, "expected ')' to end operand list")

	if p.tok.kind == tokLSquare {
		if st.Def.Registered() && st.Def.Traits&ir.Terminator == 0 {
			p.error("successors in non-terminator")
			return
		}
		p.next()
		p.listUntil(tokRSquare, false, func() { st.Successors = append(st.Successors, p.successor()) })
	}

	var props ir.Attribute
	if p.accept(tokLess) {
		props = p.parseAttr(nil)
		p.expect(tokGreater, "expected '>' to close properties")
	}

	if p.accept(tokLParen) {
		p.commaSeparated(func() { st.Regions = append(st.Regions, p.outer.Region(nil, false)) })
		p.expect(tokRParen, "expected ')' to end region list")
	}
	if p.tok.kind == tokLBrace {
		p.genericAttrs(st)
	}
	p.setProperties(st, props)
	p.genericType(fr)
}

// genericType parses : (T, …) -> (T, …) and resolves the operands.
func (p *opParser) genericType(fr *opFrame) {
	st := &fr.st
	p.expect(tokColon, "expected ':' followed by operation type")
	pos := p.tok.lo
	if p.tok.kind == tokLParen {
		p.typeListParens(&fr.types)
		p.expect(tokArrow, "expected '->' in function type")
		p.functionResults(&st.ResultTypes)
	} else if t := p.parseType(); t != nil {
		ft, ok := t.(*ir.FunctionType)
		if !ok {
			p.errorAt(pos, "expected function type")
			return
		}
		fr.types = append(fr.types, ft.Inputs...)
		st.ResultTypes = append(st.ResultTypes, ft.Results...)
	}
	if p.failed {
		return
	}
	if n := len(fr.operands); n != len(fr.types) {
		plural := "s"
		if n == 1 {
			plural = ""
		}
		p.errorAt(pos, fmt.Sprintf("expected %d operand type%s but had %d", n, plural, len(fr.types)))
		return
	}
	for i, u := range fr.operands {
		v := p.resolve(u, fr.types[i])
		if v == nil {
			return
		}
		st.Operands = append(st.Operands, v)
	}
}
