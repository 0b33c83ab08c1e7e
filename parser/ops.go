package parser

import (
	"fmt"
	"strings"

	"optc/diag"
	"optc/ir"
)

// frame holds what is known of an operation while it is parsed. Frames are
// reused; their slices grow to the size of the largest operation.
type frame struct {
	st       ir.OpState
	results  []resultName
	operands []ir.Unresolved
	types    []ir.Type

	resultTypes []ir.Type // memory for those of st

	// What a format read.
	groups, resultGroups []group
	all                  group // of the directives operands and type(operands)
	allResults           bool  // the types of all results were written together
	inferred             bool  // the result types are complete
}

// resultName is one item of a result list: %name:count.
type resultName struct {
	name       string
	count, pos int
}

func (fr *frame) reset() {
	st := &fr.st
	clear(st.Props)
	st.Operands = st.Operands[:0]
	if st.Def != nil && st.Def.Parse == nil { // otherwise it may be any list
		fr.resultTypes = st.ResultTypes[:0]
	}
	st.ResultTypes = fr.resultTypes
	st.Props = st.Props[:0]
	st.Attrs, st.Dict = st.Attrs[:0], nil
	st.Regions = st.Regions[:0]
	st.NumRegions = 0
	st.Successors = st.Successors[:0]
	fr.results = fr.results[:0]
	fr.operands = fr.operands[:0]
	fr.types = fr.types[:0]
	fr.allResults, fr.inferred = false, false
}

func (p *parser) push() *frame {
	if p.level == len(p.frames) {
		p.frames = append(p.frames, &frame{})
	}
	fr := p.frames[p.level]
	p.level++
	fr.reset()
	return fr
}

// parseOp parses one operation with its result list and appends it to a block.
// After an error the names of the results are known, without meaning.
func (p *parser) parseOp(into *ir.Block) *ir.Operation {
	p.poll()
	fr := p.push()
	opName, types := p.opName, len(p.typeLists)
	begin := p.tok.lo
	op := p.operation(fr, into)
	if p.cfg.ranges != nil && op != nil {
		p.cfg.ranges.add(op, span{p.src, begin, p.prevEnd})
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

const noOperation = "expected operation name in quotes"

func (p *parser) operation(fr *frame, into *ir.Block) *ir.Operation {
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
		p.wrongToken(noOperation)
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
			p.regions = append(p.regions, r)
		}
	}
	into.Append(op)
	p.defineResults(fr, op, pos)
	return op
}

// resultNames parses %a:2, %b =
func (p *parser) resultNames(fr *frame) {
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
			// No operation has as many results as the text has bytes.
			r.count = int(min(n, uint64(len(p.text))))
			p.next()
		}
		fr.results = append(fr.results, r)
	})
	p.expect(tokEqual, "expected '=' after SSA name")
}

func (fr *frame) numResultNames() int {
	n := 0
	for i := range fr.results {
		n += fr.results[i].count
	}
	return n
}

func (p *parser) defineResults(fr *frame, op *ir.Operation, pos int) {
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
			op.Result(k).SetNameHint(hint)
			p.define(r.name, number, r.pos, op.Result(k))
			k++
		}
	}
}

// Generic form.

func (p *parser) genericOp(fr *frame) {
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
	pl := p.planNamed(name)
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

// genericRest parses everything behind the name of an operation in generic form:
// (operands)[successors]<properties>(regions) {attributes} : (T, …) -> (T, …)
func (p *parser) genericRest(fr *frame) {
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
		p.commaSeparated(func() { st.Regions = append(st.Regions, p.parseRegion(nil, false)) })
		p.expect(tokRParen, "expected ')' to end region list")
	}
	if p.tok.kind == tokLBrace {
		p.genericAttrs(st)
	}
	p.setProperties(st, props)
	p.genericType(fr)
}

// genericType parses : (T, …) -> (T, …) and resolves the operands.
func (p *parser) genericType(fr *frame) {
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

// Custom form.

// lookupCustom finds the operation that a name stands for in custom form: its
// full name, or one of the default dialect. tried is the second name.
func (p *parser) lookupCustom(name string) (pl *plan, tried string) {
	if pl = p.planNamed(name); pl != nil {
		return pl, ""
	}
	if strings.IndexByte(name, '.') < 0 {
		if pc := p.values.piece; pc != nil && len(p.dialects) == 1 {
			pc.defaulted = true
		}
		return p.planIn(p.dialects[len(p.dialects)-1], name)
	}
	return nil, ""
}

func (p *parser) customOp(fr *frame) {
	pos, name := p.tok.lo, p.spelling()
	pl, tried := p.lookupCustom(name)
	if pl == nil {
		p.unknownOp(pos, name, tried)
		return
	}
	p.next()
	def := pl.def
	st := &fr.st
	st.Def, st.Loc = def, ir.At(p.src, pos)
	p.opName = def.Name()
	p.dialects = append(p.dialects, def.DefaultDialect)
	uses := len(p.uses)
	switch {
	case def.Parse != nil:
		def.Parse(p, st)
	case pl.format != nil:
		p.runFormat(pl, fr)
	case pl.err != nil:
		p.fault(&ir.Fault{Of: "operation '" + def.Name() + "'", Msg: pl.err.Error()})
	default:
		p.errorAt(pos, p.custom("has no custom assembly form"))
	}
	p.dialects = p.dialects[:len(p.dialects)-1]
	p.uses = p.uses[:uses]
	if !p.failed {
		p.finishCustom(pl, fr)
	}
}

// finishCustom completes what the text leaves out.
func (p *parser) finishCustom(pl *plan, fr *frame) {
	st := &fr.st
	pl.fillDefaults(st)
	st.NumRegions = pl.regions
	if len(st.ResultTypes) > 0 || len(st.Def.Results) == 0 || fr.inferred || fr.allResults {
		return
	}
	d := ir.CheckOperands(st)
	var ts []ir.Type
	if d == nil {
		ts, d = ir.InferTypes(p.ctx, st)
	}
	if d != nil {
		p.reportDiagnostic(d)
		return
	}
	st.ResultTypes = append(st.ResultTypes, ts...)
}

// unknownOp reports a custom form of an operation that is not registered.
func (p *parser) unknownOp(pos int, name, tried string) {
	if _, isType := isIntegerType(name); isType {
		p.wrongToken(noOperation)
		return
	}
	full := name
	if tried != "" {
		full = tried
	}
	dialect, _, _ := strings.Cut(full, ".")
	p.next()
	if d := p.ctx.Dialect(dialect); d != nil {
		msg := "custom op '" + name + "' is unknown"
		if tried != "" {
			msg += " (tried '" + tried + "' as well)"
		}
		e := p.errorAt(pos, msg)
		var known []string
		for _, o := range d.Definitions().Ops {
			known = append(known, o.Name()[len(dialect)+1:])
		}
		if s := diag.Suggest(full[len(dialect)+1:], known); s != "" {
			p.meant(e, pos, name, dialect+"."+s)
		} else if strings.IndexByte(name, '.') < 0 {
			p.suggestOp(e, pos, name)
		}
		return
	}
	msg := "Dialect `" + dialect + "' not found for custom op '" + name + "' "
	if tried != "" {
		msg += " (tried '" + tried + "' as well)"
	}
	e := p.errorAt(pos, msg)
	var names []string
	for _, d := range p.ctx.Dialects() {
		names = append(names, d.Name)
	}
	p.note(e, pos, "Available dialects: "+strings.Join(names, ", ")+
		" ; for more info on dialect registration see https://mlir.llvm.org/getting_started/Faq/#registered-loaded-dependent-whats-up-with-dialects-management")
	if s := diag.Suggest(dialect, names); s != "" {
		p.hint(e, pos, "did you mean dialect '"+s+"'?").Fix(ir.At(p.src, pos), name, s+strings.TrimPrefix(name, dialect))
	} else if strings.IndexByte(name, '.') < 0 {
		p.suggestOp(e, pos, name)
	}
}

// Parts that both forms share.

// successor parses ^name.
func (p *parser) successor() *ir.Block {
	if p.tok.kind != tokBlock {
		p.wrongToken("expected block name")
		return nil
	}
	b := p.blockNamed(p.spelling(), p.tok.lo)
	p.next()
	return b
}

// genericAttrs parses the { … } of the generic form.
func (p *parser) genericAttrs(st *ir.OpState) {
	if len(st.Def.AttrNames()) > 0 {
		p.attrDict(st, true)
		return
	}
	d := p.dictEntries()
	if p.failed || len(d.entries) == 0 {
		return
	}
	st.Dict = p.dictOf(d)
}

// attrDict parses { name = value, … }. Those that the definition declares become
// inherent attributes. override tells whether an attribute may be set already,
// as in the generic form and in formats.
func (p *parser) attrDict(st *ir.OpState, override bool) *dictionary {
	d := p.dictEntries()
	if p.failed {
		return d
	}
	first := len(st.Attrs)
	for _, e := range d.entries {
		if override && st.SetSegmentAttr(e) {
			continue
		}
		if i := st.Def.AttrIndex(e.Name); i >= 0 {
			if !override && i < len(st.Props) && st.Props[i] != nil {
				p.duplicateAttr(st, e.Name)
				return d
			}
			st.SetProp(e.Name, e.Value)
			continue
		}
		for _, a := range st.Attrs[:first] {
			if a.Name == e.Name {
				p.duplicateAttr(st, e.Name)
				return d
			}
		}
		st.Attrs = append(st.Attrs, e)
	}
	return d
}

// checkInherent reports the first attribute of a dictionary that its declaration
// does not allow, in the order of the declarations.
func (p *parser) checkInherent(st *ir.OpState, pos int, d *dictionary) {
	for i := range st.Def.Attrs {
		def := &st.Def.Attrs[i]
		if def.Type == nil || def.Type.Check == nil {
			continue
		}
		for _, e := range d.entries {
			if e.Name == def.Name && !def.Type.Check(e.Value) {
				p.customError(pos, "'%s' op attribute '%s' failed to satisfy constraint: %s", st.Def.Name(), def.Name, def.Type.Summary)
				return
			}
		}
	}
}

// duplicateAttr reports an attribute that the custom form sets twice.
func (p *parser) duplicateAttr(st *ir.OpState, name string) {
	_, pos, _ := st.Loc.Source()
	p.errorAt(pos, p.custom("attribute '"+name+"' occurs more than once in the attribute list"))
}
