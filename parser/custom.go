package parser

import (
	"strings"

	"optc/diag"
	"optc/ir"
)

func (p *opParser) customOp(fr *opFrame) {
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
		def.Parse(p.outer, st)
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

// lookupCustom finds the operation with a name in custom form: the full name, or the name
// without the default dialect. tried is the second full name that was looked up.
func (p *opParser) lookupCustom(name string) (pl *opPlan, tried string) {
	if pl = p.plans.planNamed(name); pl != nil {
		return pl, ""
	}
	if strings.IndexByte(name, '.') < 0 {
		if pc := p.values.piece; pc != nil && len(p.dialects) == 1 {
			pc.defaulted = true
		}
		return p.plans.planIn(p.dialects[len(p.dialects)-1], name)
	}
	return nil, ""
}

// finishCustom adds the default attributes and result types that the text omits.
func (p *opParser) finishCustom(pl *opPlan, fr *opFrame) {
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
func (p *opParser) unknownOp(pos int, name, tried string) {
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

// suggestOp adds the operations of any dialect that an unknown name may mean.
func (p *opParser) suggestOp(d *ir.Diagnostic, pos int, name string) {
	const most = 3
	var names []string
	same := p.operationsNamed(name)
	full := map[string]string{} // by mnemonic
	for _, dialect := range p.ctx.Dialects() {
		for _, o := range dialect.Definitions().Ops {
			_, mnemonic, _ := strings.Cut(o.Name(), ".")
			if full[mnemonic] == "" {
				full[mnemonic] = o.Name()
				names = append(names, mnemonic)
			}
		}
	}
	switch s := diag.Suggest(name, names); {
	case p.suggestTried(d, token{tokWord, pos, pos + len(name)}):
	case p.lex(pos+len(name)).kind == tokEqual:
		p.lacksPercent(d, pos, name)
	case same != nil:
		p.meant(d, pos, name, same[:min(len(same), most)]...)
	case s != "":
		p.meant(d, pos, name, full[s])
	}
}

// operationsNamed returns the operations of any dialect whose names without the dialect
// are mnemonic.
func (s *source) operationsNamed(mnemonic string) (names []string) {
	for _, dialect := range s.ctx.Dialects() {
		for _, o := range dialect.Definitions().Ops {
			if o.Name() == dialect.Name+"."+mnemonic {
				names = append(names, o.Name())
			}
		}
	}
	return names
}
