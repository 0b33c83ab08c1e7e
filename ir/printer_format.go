package ir

import "strings"

// prepareForPrinting computes the parts of printing a format that do not depend on the operation:
// the places of spaces, and the attributes that the attribute dictionary omits.
//
// The rules for spaces are upstream's (OpFormatGen.cpp). They are static: the predecessor of an
// element is the element before it in the format, printed or not; after an optional group, both its
// branches are predecessors.
func (f *Format) prepareForPrinting(d *OpDef) {
	f.elided = make([]bool, len(d.attrNames))
	segments := map[string]FormatKind{operandSegmentSizes: FmtOperands, resultSegmentSizes: FmtResults}
	for i, name := range d.attrNames {
		if all, ok := segments[name]; ok {
			f.elided[i] = !formatMentions(f.Elems, all)
		}
	}
	f.propDict = formatMentions(f.Elems, FmtPropDict)
	forEachElem(f.Elems, func(e *FormatElem) {
		if e.Kind == FmtAttr {
			f.elided[e.Index] = true
		}
	})
	s := spacing{space: true}
	s.elems(d, f.Elems)
}

// forEachElem calls visit for all elements, including nested ones.
func forEachElem(es []FormatElem, visit func(*FormatElem)) {
	for i := range es {
		e := &es[i]
		visit(e)
		forEachElem(e.Args, visit)
		forEachElem(e.Then, visit)
		forEachElem(e.Else, visit)
		for _, c := range e.Clauses {
			forEachElem(c, visit)
		}
	}
}

func formatMentions(es []FormatElem, k FormatKind) bool {
	found := false
	forEachElem(es, func(e *FormatElem) { found = found || e.Kind == k })
	return found
}

// spacing is the state of the rules for spaces.
type spacing struct {
	space       bool // the last element requires a space after it
	punctuation bool // the last element was punctuation
}

func (s *spacing) elems(d *OpDef, es []FormatElem) {
	for i := range es {
		s.elem(d, &es[i])
	}
}

func (s *spacing) elem(d *OpDef, e *FormatElem) {
	switch e.Kind {
	case FmtLiteral:
		e.lead = s.space && spaceBefore(e.Text, s.punctuation)
		s.space = len(e.Text) != 1 || strings.IndexByte("<({[", e.Text[0]) < 0
		s.punctuation = e.Text[0] != '_' && !isLetter(e.Text[0])
	case FmtSpace:
		switch e.Text {
		case " ":
			*s = spacing{}
		case "":
			*s = spacing{punctuation: true}
		}
	case FmtOptional:
		e.hidden = elidedAnchor(d, e)
		for i := range e.Then {
			if &e.Then[i] != e.hidden {
				s.elem(d, &e.Then[i])
			}
		}
		for i := range e.Else {
			if &e.Else[i] != e.hidden {
				s.elem(d, &e.Else[i])
			}
		}
	case FmtOIList:
		for _, c := range e.Clauses {
			s.elems(d, c)
		}
	case FmtAttrDict:
		s.punctuation = false
	default:
		e.lead = s.space || !s.punctuation
		*s = spacing{space: true}
	}
}

// spaceBefore reports whether a literal has a space before it.
func spaceBefore(text string, afterPunctuation bool) bool {
	if len(text) != 1 && text != "->" {
		return true
	}
	if afterPunctuation {
		return strings.IndexByte(">)}],", text[0]) < 0
	}
	return strings.IndexByte("<>(){}[],", text[0]) < 0
}

// elidedAnchor returns the anchor of an optional group if it is a unit attribute that is
// not printed, because the presence of the group implies it.
func elidedAnchor(d *OpDef, e *FormatElem) *FormatElem {
	a := e.anchor()
	if a.Kind != FmtAttr || d.Attrs[a.Index].Type != UnitConstraint || a == &e.Then[0] || len(e.Else) > 0 && a == &e.Else[0] {
		return nil
	}
	return a
}

// anchor returns the element that decides whether an optional group is printed.
func (e *FormatElem) anchor() *FormatElem {
	if e.AnchorElse {
		return &e.Else[e.Anchor]
	}
	return &e.Then[e.Anchor]
}

// runFormat prints an operation by its assembly format.
func (p *Printer) runFormat(d *OpDef, op *Operation) { p.elems(d, op, d.format.Elems, nil) }

func (p *Printer) elems(d *OpDef, op *Operation, es []FormatElem, hidden *FormatElem) {
	for i := range es {
		if e := &es[i]; e != hidden {
			p.elem(d, op, e)
		}
	}
}

func (p *Printer) elem(d *OpDef, op *Operation, e *FormatElem) {
	if e.lead {
		p.buf = append(p.buf, ' ')
	}
	switch e.Kind {
	case FmtLiteral:
		p.Str(e.Text)
	case FmtSpace:
		if e.Text == "\n" {
			p.Newline()
		} else {
			p.Str(e.Text)
		}
	case FmtOptional:
		if p.present(d, op, e.anchor()) != e.AnchorElse {
			p.elems(d, op, e.Then, e.hidden)
		} else {
			p.elems(d, op, e.Else, e.hidden)
		}
	case FmtOIList:
		p.oilist(d, op, e)
	case FmtAttr:
		p.formatAttr(d, op, e.Index, false)
	case FmtQualified:
		if arg := &e.Args[0]; arg.Kind == FmtAttr {
			p.formatAttr(d, op, arg.Index, true)
		} else {
			p.elem(d, op, arg)
		}
	case FmtOperand:
		lo, hi := op.OperandRange(e.Index)
		p.operandRange(op, lo, hi)
	case FmtOperands:
		p.operandRange(op, 0, len(op.operands()))
	case FmtType:
		var room [8]Type
		p.Types(op.appendTypes(room[:0], &e.Args[0]))
	case FmtFuncType:
		var room [8]Type
		p.Str("(").Types(op.appendTypes(room[:0], &e.Args[0])).Str(")")
		p.ArrowTypes(op.appendTypes(room[:0], &e.Args[1]))
	case FmtRegion:
		p.regionRange(op, e.Index, variadicEnd(d.Regions[e.Index].Variadic, e.Index, op.NumRegions()))
	case FmtRegions:
		p.regionRange(op, 0, op.NumRegions())
	case FmtSuccessor:
		p.successorRange(op, e.Index, variadicEnd(d.Successors[e.Index].Variadic, e.Index, op.NumSuccessors()))
	case FmtSuccessors:
		p.successorRange(op, 0, op.NumSuccessors())
	case FmtAttrDict:
		p.formatAttrDict(d, op, e.Keyword)
	case FmtPropDict:
		p.formatPropDict(d, op)
	case FmtCustom:
		d.Custom[e.Text].Print(p, op, e.params)
	}
}

// variadicEnd returns the end of the group that begins at i among n regions or
// successors; only the last group may be variadic.
func variadicEnd(variadic bool, i, n int) int {
	if variadic {
		return n
	}
	return i + 1
}

func (p *Printer) operandRange(op *Operation, lo, hi int) {
	for i := lo; i < hi; i++ {
		p.comma(i - lo).Operand(op.operands()[i].value)
	}
}

func (p *Printer) successorRange(op *Operation, lo, hi int) {
	for i := lo; i < hi; i++ {
		p.comma(i - lo).Successor(op.Successor(i))
	}
}

// regionRange writes regions; an implicit terminator without information is omitted.
func (p *Printer) regionRange(op *Operation, lo, hi int) {
	for i := lo; i < hi; i++ {
		r := op.Region(i)
		terminators := true
		if op.Has(ImplicitTerminator) && r.first != nil {
			if t := r.first.Terminator(); t != nil {
				terminators = len(t.AllAttrs()) > 0 || len(t.operands()) > 0 || len(t.results()) > 0
			}
		}
		p.comma(i-lo).Region(r, true, terminators)
	}
}

// appendTypes appends the types for an argument of type(…) or functional-type(…).
func (op *Operation) appendTypes(ts []Type, arg *FormatElem) []Type {
	switch arg.Kind {
	case FmtOperand, FmtOperands:
		lo, hi := 0, len(op.operands())
		if arg.Kind == FmtOperand {
			lo, hi = op.OperandRange(arg.Index)
		}
		for i := lo; i < hi; i++ {
			ts = append(ts, op.operands()[i].value.typ)
		}
	case FmtResult, FmtResults:
		lo, hi := 0, len(op.results())
		if arg.Kind == FmtResult {
			lo, hi = op.resultRange(arg.Index)
		}
		for i := lo; i < hi; i++ {
			ts = append(ts, op.results()[i].typ)
		}
	}
	return ts
}

// present reports whether the anchor of an optional group is present.
func (p *Printer) present(d *OpDef, op *Operation, e *FormatElem) bool {
	switch e.Kind {
	case FmtOperand:
		lo, hi := op.OperandRange(e.Index)
		return lo < hi
	case FmtResult:
		lo, hi := op.resultRange(e.Index)
		return lo < hi
	case FmtAttr:
		a := op.Prop(e.Index)
		return a != nil && a != p.ctx.defaultOf(&d.Attrs[e.Index])
	case FmtRegion:
		if d.Regions[e.Index].Variadic {
			return e.Index < op.NumRegions()
		}
		return e.Index < op.NumRegions() && !op.Region(e.Index).Empty()
	case FmtSuccessor:
		return e.Index < op.NumSuccessors()
	case FmtOperands:
		return len(op.operands()) > 0
	case FmtResults:
		return len(op.results()) > 0
	case FmtType, FmtFuncType, FmtQualified:
		return p.present(d, op, &e.Args[0])
	case FmtCustom:
		for i := range e.Args {
			if p.present(d, op, &e.Args[i]) {
				return true
			}
		}
	}
	return false
}

// oilist writes the clauses with at least one present variable.
func (p *Printer) oilist(d *OpDef, op *Operation, e *FormatElem) {
	for _, clause := range e.Clauses {
		some, unit := false, false
		forEachElem(clause, func(v *FormatElem) {
			switch v.Kind {
			case FmtAttr:
				some = some || p.present(d, op, v)
				unit = unit || len(clause) == 2 && d.Attrs[v.Index].Type == UnitConstraint
			case FmtOperand, FmtResult, FmtRegion:
				some = some || p.present(d, op, v)
			}
		})
		switch {
		case some && unit:
			p.elems(d, op, clause[:1], nil)
		case some:
			p.elems(d, op, clause, nil)
		}
	}
}

// formatAttr writes inherent attribute i for $attr.
func (p *Printer) formatAttr(d *OpDef, op *Operation, i int, qualified bool) {
	a, c := op.Prop(i), d.Attrs[i].Type
	if a == nil {
		p.Str("<<NULL ATTRIBUTE>>")
		return
	}
	if c.Word != nil && !qualified {
		p.KeywordOrString(c.Word(a))
		return
	}
	if s, ok := a.(*StringAttr); ok && c.Symbol {
		p.SymbolName(s.Value)
		return
	}
	if arr, ok := a.(*DenseArrayAttr); ok && c.ValueType != nil {
		p.Str("[").denseElements(arr).Str("]")
		return
	}
	switch {
	case qualified || c == AnyAttr:
		p.Attr(a)
	case c.Print != nil:
		if !p.aliasOnly(a) {
			c.Print(p, a)
		}
	case c.ValueType != nil:
		p.AttrWithoutType(a)
	case c.Parse != nil:
		p.strippedAttr(a)
	default:
		p.Attr(a)
	}
}

// denseElements writes the numbers of a dense array.
func (p *Printer) denseElements(a *DenseArrayAttr) *Printer {
	for i := range a.Len {
		p.comma(i)
		p.buf = appendElement(p.buf, a.Elem, a.element(i))
	}
	return p
}

// aliasOnly writes the alias of an attribute, or only visits the attribute while aliases are
// collected. It returns false if the attribute has yet to be printed.
func (p *Printer) aliasOnly(a Attribute) bool {
	if p.collect != nil {
		p.collect.add(aliasVisit{node: a.storage()})
		return true
	}
	return p.writeAlias(a.storage())
}

// strippedAttr writes a dialect attribute without #dialect.mnemonic, which the format
// implies, and any other attribute completely.
func (p *Printer) strippedAttr(a Attribute) {
	st := a.storage()
	dot := strings.IndexByte(st.text, '.')
	if st.text[0] != '#' || dot < 0 {
		p.Attr(a)
		return
	}
	if p.aliasOnly(a) {
		return
	}
	end := dot + 1
	for end < len(st.text) && (isLetter(st.text[end]) || isDigit(st.text[end]) || st.text[end] == '_') {
		end++
	}
	if _, opaque := a.(*OpaqueAttr); opaque || end == len(st.text) || strings.IndexByte(st.text[:dot], '<') >= 0 {
		p.Attr(a)
		return
	}
	p.span(st, end, false)
}

// formatAttrDict writes the attributes that the format does not mention.
func (p *Printer) formatAttrDict(d *OpDef, op *Operation, keyword bool) {
	var entries []NamedAttr
	if !d.format.propDict {
		entries = p.unmentioned(d, op)
	}
	switch {
	case entries == nil && op.attrs == nil:
		return
	case entries == nil:
		entries = op.attrs.Entries
	default:
		if op.attrs != nil {
			entries = append(entries, op.attrs.Entries...)
		}
		sortNamed(entries)
	}
	word := ""
	if keyword {
		word = " attributes"
	}
	p.attrDict(word, entries)
}

// formatPropDict writes ` <{…}>` with the inherent attributes that the format does not
// mention.
func (p *Printer) formatPropDict(d *OpDef, op *Operation) {
	entries := p.unmentioned(d, op)
	if entries == nil {
		return
	}
	sortNamed(entries)
	p.Str("<{")
	for i := range entries {
		p.comma(i).namedAttr(entries[i])
	}
	p.Str("}>")
}

// unmentioned returns the inherent attributes that are neither printed by another element
// of the format nor equal to their default.
func (p *Printer) unmentioned(d *OpDef, op *Operation) (entries []NamedAttr) {
	for i, a := range op.props() {
		if a == nil || d.format.elided[i] || i < len(d.Attrs) && a == p.ctx.defaultOf(&d.Attrs[i]) {
			continue
		}
		entries = append(entries, NamedAttr{d.attrNames[i], a})
	}
	return entries
}
