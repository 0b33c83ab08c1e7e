package parser

import (
	"strings"

	"optc/ir"
)

// formatAttr parses inherent attribute i and reports whether it was present.
func (p *formatParser) formatAttr(pl *opPlan, st *ir.OpState, i int, optional bool) bool {
	d := &pl.def.Attrs[i]
	a, ok := p.inherentAttr(d, optional)
	if !ok || p.failed {
		return ok
	}
	for len(st.Props) <= i {
		st.Props = append(st.Props, nil)
	}
	st.Props[i] = a
	return true
}

// inherentAttr parses the value of a declared attribute in the form of its constraint.
func (p *formatParser) inherentAttr(d *ir.PropDef, optional bool) (a ir.Attribute, ok bool) {
	c := d.Type
	var t ir.Type
	switch {
	case c == nil:
	case optional && c == ir.StrAttr && p.tok.kind != tokString:
		return nil, false
	case c.Symbol:
		name, ok := p.OptionalSymbolName()
		if !ok && !optional {
			p.customError(p.tok.lo, "expected valid '@'-identifier for symbol name")
		}
		if !ok {
			return nil, false
		}
		return p.ctx.Str(name), true
	case c.Enum != nil && p.tok.kind != tokHash:
		return p.enumAttr(d, optional)
	case c.Array:
		return p.bareDenseArray(c.ValueType(p.ctx)), true
	case c.Parse != nil && p.tok.kind != tokHash:
		lo := p.tok.lo
		a = p.constraintField(c)
		return a, !optional || a != nil && p.tok.lo != lo
	case c.ValueType != nil:
		t = c.ValueType(p.ctx)
	}
	pos := p.tok.lo
	if optional {
		a = p.optionalAttr(t)
	} else {
		a = p.parseAttr(t)
	}
	if a != nil && c != nil && c.Class && !c.Check(a) {
		p.customError(pos, "invalid kind of attribute specified")
	}
	return a, a != nil
}

// fieldKey is the exact spelling of an attribute in the form of its constraint.
type fieldKey struct {
	c    *ir.AttrConstraint
	text string
}

// constraintField parses an attribute in the form of its constraint, or returns the
// cached result for the same spelling of the form <…>.
func (p *formatParser) constraintField(c *ir.AttrConstraint) ir.Attribute {
	lo := p.tok.lo
	hi := p.bodyEnd(lo)
	if hi > 0 {
		if a := p.fields.known[fieldKey{c, p.text[lo:hi]}]; a != nil && p.fits(a) {
			p.tok.hi = hi
			p.next()
			return a
		}
	}
	a := c.Parse(p.outer)
	if hi > 0 && a != nil && !p.failed && p.prevEnd == hi && p.fields.seenBefore(p.text[lo:hi]) {
		p.fields.set(fieldKey{c, strings.Clone(p.text[lo:hi])}, a)
	}
	return a
}

// enumAttr parses a word of an enumeration, or a string with such a word.
func (p *formatParser) enumAttr(d *ir.PropDef, optional bool) (a ir.Attribute, ok bool) {
	c := d.Type
	pos := p.tok.lo
	var word string
	switch p.tok.kind {
	case tokString:
		word = unquote(p.spelling())
	case tokWord:
		word = p.spelling()
		if a = p.fields.known[fieldKey{c, word}]; a != nil {
			break
		}
		if a = c.Enum(p.ctx, word); a == nil {
			word = ""
		} else {
			p.fields.set(fieldKey{c, strings.Clone(word)}, a)
		}
	}
	if word == "" {
		if !optional {
			word, _ = p.OptionalKeyword()
			e := p.customError(pos, "expected string or keyword containing one of the following enum values for attribute '%s' [%s]",
				d.Name, strings.Join(c.Keywords, ", "))
			p.suggest(e, pos, word, c.Keywords)
		}
		return nil, false
	}
	p.next()
	if a == nil {
		a = c.Enum(p.ctx, word)
	}
	if a == nil {
		p.customError(pos, "invalid %s attribute specification: \"%s\"", d.Name, word)
	}
	return a, true
}

func (p *formatParser) AttrDict(st *ir.OpState) {
	if p.tok.kind == tokLBrace {
		p.formatAttrDict(st, p.tok.lo)
	}
}

func (p *formatParser) AttrDictWithKeyword(st *ir.OpState) {
	if pos := p.tok.lo; p.acceptWord("attributes") {
		p.formatAttrDict(st, pos)
	}
}

// formatAttrDict parses the dictionary of a custom form; formats check its contents at
// once.
func (p *formatParser) formatAttrDict(st *ir.OpState, pos int) {
	inFormat := st.Def.Parse == nil
	d := p.attrDict(st, inFormat)
	if inFormat && !p.failed {
		p.checkInherent(st, pos, d)
	}
}

func (p *formatParser) PropDict(st *ir.OpState) {
	if p.accept(tokLess) {
		props := p.parseAttr(nil)
		p.expect(tokGreater, "expected '>' to close properties")
		p.setProperties(st, props)
	}
}

// attrDict parses { name = value, … }. Attributes that the definition declares become
// inherent attributes. override is set if an attribute may be set already, as in the
// generic form and in formats.
func (p *formatParser) attrDict(st *ir.OpState, override bool) *dictionary {
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
func (p *formatParser) checkInherent(st *ir.OpState, pos int, d *dictionary) {
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
func (p *formatParser) duplicateAttr(st *ir.OpState, name string) {
	_, pos, _ := st.Loc.Source()
	p.errorAt(pos, p.custom("attribute '"+name+"' occurs more than once in the attribute list"))
}

// genericAttrs parses the { … } of the generic form.
func (p *formatParser) genericAttrs(st *ir.OpState) {
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

// setProperties sets inherent attributes from a properties attribute.
func (p *formatParser) setProperties(st *ir.OpState, props ir.Attribute) {
	if props == nil || p.failed {
		return
	}
	if err := st.SetProperties(props); err != nil {
		p.reportDiagnostic(ir.Errorf(st.Loc, "invalid properties %s for op %s: %v", props, st.Def.Name(), err))
	}
}
