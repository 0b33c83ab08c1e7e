package parser

import (
	"context"
	"errors"

	"optc/ir"
)

// Fragments parses types, attributes and resources that are stored separately in another format.
// They share keys of resources and numbers of distinct attributes, as if they were in the same
// source. It is used by one goroutine.
type Fragments struct{ p *attrParser }

// NewFragments returns a parser for a context. resources maps known keys to resources;
// other keys are declared in the context.
func NewFragments(ctx *ir.Context, resources map[string]*ir.Resource) *Fragments {
	f := newSourceFile(context.Background(), ctx, &ir.Source{}, nil)
	f.resources = resources
	return &Fragments{f.newAttrParser()}
}

// Type parses a whole text as a type.
func (x *Fragments) Type(text string) (t ir.Type, err error) {
	err = x.whole(text, func(p *attrParser) { t = p.parseType() })
	return t, err
}

// Attr parses a whole text as an attribute.
func (x *Fragments) Attr(text string) (a ir.Attribute, err error) {
	err = x.whole(text, func(p *attrParser) { a = p.parseAttr(nil) })
	return a, err
}

// Resource parses a whole text as the value of another tool's resource.
func (x *Fragments) Resource(key, text string) (e ResourceEntry, err error) {
	err = x.whole(text, func(p *attrParser) {
		tok := p.tok
		p.next()
		e = p.resourceEntry(key, tok)
	})
	return e, err
}

func (x *Fragments) whole(text string, parse func(*attrParser)) error {
	p := x.p
	p.source.src = &ir.Source{Name: text, Text: text}
	p.lexer.text = text
	p.recent = [2]recentType{}
	p.failed, p.errs, p.diags = false, 0, nil
	p.wholeText(func() { parse(p) })
	for _, d := range p.diags {
		if d.Severity == ir.Error {
			return errors.New(d.Msg)
		}
	}
	return nil
}
