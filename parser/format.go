package parser

import "optc/ir"

// formatParser parses operations according to their assembly formats.
type formatParser struct {
	groupParser
	// outer is the whole parser, for the definitions of dialects. Through it, operations
	// also parse the regions that they contain.
	outer  ir.OpParser
	fields memo[fieldKey, ir.Attribute] // fields by constraint and exact spelling
}

// runFormat parses the operands, attributes, regions and types of an operation in the
// order of its assembly format.
func (p *formatParser) runFormat(pl *opPlan, fr *opFrame) {
	fr.prepare(pl.def)
	p.formatElems(pl, fr, pl.format.Elems)
	if !p.failed {
		p.resolveGroups(pl, fr)
	}
}

func (p *formatParser) formatElems(pl *opPlan, fr *opFrame, es []ir.FormatElem) {
	for i := range es {
		if p.failed {
			return
		}
		p.formatElem(pl, fr, &es[i])
	}
}

// formatElem parses an element of a format.
func (p *formatParser) formatElem(pl *opPlan, fr *opFrame, e *ir.FormatElem) {
	st := &fr.st
	switch e.Kind {
	case ir.FmtLiteral:
		if !p.acceptLiteral(e.Text) {
			p.literalExpected(pl, fr, e)
		}
	case ir.FmtOperand:
		p.operandGroup(&pl.def.Operands[e.Index], &fr.groups[e.Index])
	case ir.FmtOperands:
		p.useList(&fr.all)
	case ir.FmtAttr:
		p.formatAttr(pl, st, e.Index, pl.def.Attrs[e.Index].Optional)
	case ir.FmtRegion:
		p.formatRegion(pl, st, e.Index)
	case ir.FmtRegions:
		if p.tok.kind == tokLBrace {
			p.commaSeparated(func() { p.addRegion(pl, st) })
		}
	case ir.FmtSuccessor:
		if pl.def.Successors[e.Index].Variadic {
			p.successorList(st)
		} else {
			st.Successors = append(st.Successors, p.successor())
		}
	case ir.FmtSuccessors:
		p.successorList(st)
	case ir.FmtType:
		p.formatType(pl, fr, &e.Args[0])
	case ir.FmtFuncType:
		p.formatFuncType(fr, e)
	case ir.FmtQualified:
		p.formatElem(pl, fr, &e.Args[0])
	case ir.FmtAttrDict:
		if e.Keyword {
			p.AttrDictWithKeyword(st)
		} else {
			p.AttrDict(st)
		}
	case ir.FmtPropDict:
		p.PropDict(st)
	case ir.FmtCustom:
		pl.def.Custom[e.Text].Parse(p.outer, st, e.Params())
	case ir.FmtOptional:
		p.optionalGroup(pl, fr, e)
	case ir.FmtOIList:
		p.oiList(pl, fr, e)
	}
}

func isWordLiteral(s string) bool { return charClass[s[0]]&isLetter != 0 || s[0] == '_' }

func (p *formatParser) acceptLiteral(s string) bool {
	switch {
	case isWordLiteral(s):
		return p.acceptWord(s)
	case s == "::":
		return p.Accept(s)
	}
	return !p.failed && p.accept(literalKind(s))
}

// literalExpected reports that a literal of an operation's format is missing, and what a ':' is for.
func (p *formatParser) literalExpected(pl *opPlan, fr *opFrame, e *ir.FormatElem) {
	if isWordLiteral(e.Text) {
		p.Errorf("expected '%s'", e.Text)
		return
	}
	d := p.wrongToken("expected '" + e.Text + "'")
	es := pl.format.Elems
	for i := range len(es) - 1 {
		if next := es[i+1].Kind; &es[i] == e && e.Text == ":" && (next == ir.FmtType || next == ir.FmtFuncType) {
			d.HintNote(d.Loc, "the type of '%s' is missing: ': %s'", pl.def.Kind, p.commonType(pl, fr))
		}
	}
}

// commonType spells the type that all operands and results of an operation have, if an operand
// shows it, for a message.
func (p *formatParser) commonType(pl *opPlan, fr *opFrame) string {
	if pl.def.Traits&ir.SameOperandsAndResultType != 0 {
		for i := range fr.groups {
			for _, u := range fr.groups[i].uses {
				if d, _ := p.lookup(u); d.value != nil {
					return d.value.Type().String()
				}
			}
		}
	}
	return "<type>"
}

func (p *formatParser) operandGroup(v *ir.ValueDef, g *valueGroup) {
	g.pos = p.tok.lo
	switch v.Kind {
	case ir.Single:
		g.uses = append(g.uses, p.valueUse(true))
	case ir.Optional:
		if p.peekValue() {
			g.uses = append(g.uses, p.valueUse(true))
		}
	case ir.Variadic:
		p.useList(g)
	}
}

// useList parses a possibly empty list of operands separated by commas.
func (p *formatParser) useList(g *valueGroup) {
	g.pos = p.tok.lo
	for p.peekValue() {
		g.uses = append(g.uses, p.valueUse(true))
		if !p.accept(tokComma) {
			return
		}
		if !p.peekValue() {
			p.wrongToken("expected SSA operand")
		}
	}
}

func (p *formatParser) formatType(pl *opPlan, fr *opFrame, arg *ir.FormatElem) {
	into, kind := &fr.all.types, ir.Variadic
	var c *ir.TypeConstraint
	switch arg.Kind {
	case ir.FmtOperand:
		d := &pl.def.Operands[arg.Index]
		into, kind, c = &fr.groups[arg.Index].types, d.Kind, d.Type
	case ir.FmtResult:
		d := &pl.def.Results[arg.Index]
		into, kind, c = &fr.resultGroups[arg.Index].types, d.Kind, d.Type
	case ir.FmtResults:
		into = &fr.st.ResultTypes
		fr.allResults = true
	}
	switch kind {
	case ir.Single:
		pos := p.tok.lo
		t := p.classType(c)
		*into = append(*into, t)
		if arg.Kind == ir.FmtOperand && pl.definedBefore(arg.Index) {
			p.checkDefined(pos, t, fr.groups[arg.Index].uses)
		}
	case ir.Optional:
		if t := p.optionalType(); t != nil {
			*into = append(*into, t)
		}
	case ir.Variadic:
		p.typeList(into)
	}
}

// classType parses a type and refuses a type that is not in the class of the constraint.
func (p *formatParser) classType(c *ir.TypeConstraint) ir.Type {
	pos := p.tok.lo
	t := p.parseType()
	if c == nil || c.Class == nil || p.failed || c.Class.Has(t) {
		return t
	}
	if c.Class.Name == "" {
		p.customError(pos, "invalid kind of type specified")
	} else {
		p.customError(pos, "invalid kind of type specified: expected %s, but found '%s'", c.Class.Name, t)
	}
	return t
}

// checkDefined reports the type at pos if operands before it are defined with another
// type.
func (p *formatParser) checkDefined(pos int, t ir.Type, uses []ir.Unresolved) {
	for _, u := range uses {
		if v := p.Defined(u); v != nil && v.Type() != t {
			p.customError(pos, "expected the type of the operand, '%s', but got '%s'", v.Type(), t)
		}
	}
}

func (p *formatParser) formatFuncType(fr *opFrame, e *ir.FormatElem) {
	ft := p.FunctionType()
	if p.failed {
		return
	}
	for i, ts := range [][]ir.Type{ft.Inputs, ft.Results} {
		arg := &e.Args[i]
		switch arg.Kind {
		case ir.FmtOperand:
			fr.groups[arg.Index].types = append(fr.groups[arg.Index].types, ts...)
		case ir.FmtResult:
			fr.resultGroups[arg.Index].types = append(fr.resultGroups[arg.Index].types, ts...)
		case ir.FmtOperands:
			fr.all.types = append(fr.all.types, ts...)
		case ir.FmtResults:
			fr.st.ResultTypes = append(fr.st.ResultTypes, ts...)
			fr.allResults = true
		}
	}
}

func (p *formatParser) formatRegion(pl *opPlan, st *ir.OpState, i int) {
	if pl.def.Regions[i].Variadic {
		if p.tok.kind == tokLBrace {
			p.commaSeparated(func() { p.addRegion(pl, st) })
		}
		return
	}
	for len(st.Regions) < i {
		st.Regions = append(st.Regions, nil)
	}
	p.addRegion(pl, st)
}

func (p *formatParser) addRegion(pl *opPlan, st *ir.OpState) {
	r := p.outer.Region(nil, false)
	st.Regions = append(st.Regions, r)
	if p.failed {
		return
	}
	if pl.def.Traits&(ir.ImplicitTerminator|ir.SingleBlock) != 0 && r.Empty() {
		r.Append(p.arena.NewBlock())
	}
	if pl.def.Traits&ir.ImplicitTerminator != 0 {
		p.ensureTerminator(pl, st, r)
	}
}

// ensureTerminator adds the terminator that the text omits.
func (p *formatParser) ensureTerminator(pl *opPlan, st *ir.OpState, r *ir.Region) {
	def := p.ctx.OpDef(pl.def.Interfaces.Terminator.Kind().String())
	if last := r.Back().Back(); def == nil || last != nil && last.Has(ir.Terminator) {
		return
	}
	r.Back().Append(p.arena.NewOperation(&ir.OpState{Def: def, Loc: st.Loc}))
}

func (p *formatParser) successorList(st *ir.OpState) {
	if p.tok.kind == tokBlock {
		p.commaSeparated(func() { st.Successors = append(st.Successors, p.successor()) })
	}
}

// optionalGroup parses ( … )? or ( … ) : ( … )?. The first element decides whether the
// group is present.
func (p *formatParser) optionalGroup(pl *opPlan, fr *opFrame, e *ir.FormatElem) {
	first := 0
	for first < len(e.Then)-1 && e.Then[first].Kind == ir.FmtSpace {
		first++
	}
	if !p.optionalElem(pl, fr, &e.Then[first]) {
		p.formatElems(pl, fr, e.Else)
		return
	}
	// If the anchor is a unit attribute, the presence of the group implies it.
	unit := -1
	if !e.AnchorElse && e.Anchor != first && e.Then[e.Anchor].Kind == ir.FmtAttr {
		if i := e.Then[e.Anchor].Index; pl.def.Attrs[i].Type == ir.UnitConstraint {
			unit = e.Anchor
			fr.st.SetProp(pl.def.Attrs[i].Name, p.ctx.Unit())
		}
	}
	for i := first + 1; i < len(e.Then) && !p.failed; i++ {
		switch inner := &e.Then[i]; {
		case i == unit:
		case inner.Kind == ir.FmtAttr: // must be there, optional or not
			p.formatAttr(pl, &fr.st, inner.Index, false)
		default:
			p.formatElem(pl, fr, inner)
		}
	}
}

// optionalElem parses the first element of an optional group and reports whether it is
// present.
func (p *formatParser) optionalElem(pl *opPlan, fr *opFrame, e *ir.FormatElem) bool {
	switch e.Kind {
	case ir.FmtLiteral:
		return p.acceptLiteral(e.Text)
	case ir.FmtAttr:
		if pl.def.Attrs[e.Index].Type.Array && p.tok.kind != tokLSquare {
			return false
		}
		return p.formatAttr(pl, &fr.st, e.Index, true)
	case ir.FmtRegion, ir.FmtRegions:
		if p.tok.kind != tokLBrace {
			return false
		}
	case ir.FmtSuccessor, ir.FmtSuccessors:
		if p.tok.kind != tokBlock {
			return false
		}
	case ir.FmtType:
		if !p.beginsType() {
			return false
		}
	case ir.FmtFuncType:
		if p.tok.kind != tokLParen {
			return false
		}
	}
	lo := p.tok.lo
	p.formatElem(pl, fr, e)
	return p.tok.lo != lo
}

// oiList parses the clauses of an oilist in any order, each at most once.
func (p *formatParser) oiList(pl *opPlan, fr *opFrame, e *ir.FormatElem) {
	seen := make([]bool, len(e.Clauses))
	for found := true; found && !p.failed; {
		found = false
		for i, c := range e.Clauses {
			if len(c) == 0 || c[0].Kind != ir.FmtLiteral || !p.acceptLiteral(c[0].Text) {
				continue
			}
			if seen[i] {
				_, pos, _ := fr.st.Loc.Source()
				p.customError(pos, "`%s` clause can appear at most once in the expansion of the oilist directive", c[0].Text)
				return
			}
			seen[i], found = true, true
			p.clause(pl, fr, c[1:])
		}
	}
}

// clause parses the text after the keyword of a clause. If the clause has only a unit
// attribute, the keyword implies it.
func (p *formatParser) clause(pl *opPlan, fr *opFrame, es []ir.FormatElem) {
	if len(es) == 1 && es[0].Kind == ir.FmtAttr && pl.def.Attrs[es[0].Index].Type == ir.UnitConstraint {
		fr.st.SetProp(pl.def.Attrs[es[0].Index].Name, p.ctx.Unit())
		return
	}
	p.formatElems(pl, fr, es)
}
