package parser

import (
	"slices"
	"strings"

	"optc/ir"
)

// nameSet finds repeated names in a list that is usually short.
type nameSet map[string]bool

// add returns false when one of the entries, all of which were added before, already has
// the name.
func (s *nameSet) add(name string, entries []ir.NamedAttr) bool {
	if len(entries) < 16 {
		return !slices.ContainsFunc(entries, func(e ir.NamedAttr) bool { return e.Name == name })
	}
	if *s == nil {
		*s = make(nameSet, 64)
		for _, e := range entries {
			(*s)[e.Name] = true
		}
	}
	if (*s)[name] {
		return false
	}
	(*s)[name] = true
	return true
}

// namedAttr parses an entry of a dictionary, after the given entries.
func (p *attrParser) namedAttr(seen *nameSet, entries []ir.NamedAttr) (name string, value ir.Attribute) {
	switch p.tok.kind {
	case tokString:
		name = unquote(p.spelling())
	case tokWord:
		name = p.spelling()
	default:
		p.wrongToken("expected attribute name")
		return
	}
	if name == "" {
		p.error("expected valid attribute name")
		return
	}
	if !seen.add(name, entries) {
		p.error("duplicate key '%s' in dictionary attribute", name)
		return
	}
	p.next()
	if !p.accept(tokEqual) {
		return name, p.ctx.Unit()
	}
	return name, p.parseAttr(nil)
}

// dictionary is a parsed { … }. The entries are in source order and must not be changed.
type dictionary struct {
	entries []ir.NamedAttr
	attr    *ir.DictAttr // made on demand
	depth   int          // depth of the values
}

func (p *attrParser) dictAttr() ir.Attribute {
	d := p.dictEntries()
	if p.failed {
		return nil
	}
	return p.dictOf(d)
}

func (p *attrParser) dictOf(d *dictionary) *ir.DictAttr {
	if d.attr == nil {
		d.attr = p.ctx.Dict(d.entries)
	}
	return d.attr
}

// dictEntries parses { name = value, … }, or returns the cached result for the same
// spelling. The result is valid until another dictionary is parsed.
func (p *attrParser) dictEntries() *dictionary {
	lo := p.tok.lo
	hi := p.braceEnd(lo)
	if hi > 0 {
		if d := p.dicts.known[p.text[lo:hi]]; d != nil && p.depth+d.depth < MaxDepth {
			p.tok.hi = hi
			p.next()
			return d
		}
	}
	from := len(p.entries)
	var seen nameSet
	p.list(tokLBrace, tokRBrace, " in attribute dictionary", func() {
		name, value := p.namedAttr(&seen, p.entries[from:])
		p.entries = append(p.entries, ir.NamedAttr{Name: name, Value: value})
	})
	p.dict = dictionary{entries: p.entries[from:]}
	p.entries = p.entries[:from]
	if p.failed || p.prevEnd != hi || !p.dicts.seenBefore(p.text[lo:hi]) {
		return &p.dict
	}
	d := &dictionary{entries: slices.Clone(p.dict.entries)}
	for i, e := range d.entries {
		d.entries[i].Name = strings.Clone(e.Name)
		d.depth = max(d.depth, ir.Depth(e.Value))
	}
	p.dicts.set(strings.Clone(p.text[lo:hi]), d)
	return d
}
