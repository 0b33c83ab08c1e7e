package ir

import (
	"fmt"
	"strings"

	"optc/draw"
)

// View says for whom something is drawn. How machines and places are written is up
// to the dialect.
type View struct {
	Machine string // whose figures count; "" for those of the program, or the usual ones
	At      string // where it lies; "" for the start
}

// Draw draws a type or an attribute as its definition says. It is an error if it has
// no picture, and whatever keeps the definition from drawing it.
func Draw(n Node, v View) (*draw.Picture, error) {
	if f := drawing(n); f != nil {
		return f(v)
	}
	return nil, fmt.Errorf("'%s' has no picture; there are pictures of %s", n, strings.Join(n.Context().Drawn(), ", "))
}

// HasPicture reports whether the definition of a type or an attribute draws it.
func HasPicture(n Node) bool { return drawing(n) != nil }

// drawing returns what draws n, or nil.
func drawing(n Node) func(View) (*draw.Picture, error) {
	dialect, mnemonic, ok := splitName(n.storage().text)
	d := n.Context().Dialect(dialect)
	if !ok || d == nil {
		return nil
	}
	switch n := n.(type) {
	case Type:
		if def := d.Type(mnemonic); def != nil && def.Draw != nil {
			return func(v View) (*draw.Picture, error) { return def.Draw(n, v) }
		}
	case Attribute:
		if def := d.Attr(mnemonic); def != nil && def.Draw != nil {
			return func(v View) (*draw.Picture, error) { return def.Draw(n, v) }
		}
	}
	return nil
}

// splitName returns dialect and mnemonic of a spelling that begins with
// "!dialect.mnemonic" or "#dialect.mnemonic".
func splitName(spelling string) (dialect, mnemonic string, ok bool) {
	if spelling == "" || spelling[0] != '!' && spelling[0] != '#' {
		return "", "", false
	}
	name, _, _ := strings.Cut(spelling[1:], "<")
	return strings.Cut(name, ".")
}

// Drawn lists what the dialects of the context draw: types, attributes and
// operations, in the order of their definitions.
func (c *Context) Drawn() (names []string) {
	for _, d := range c.list {
		names = append(names, d.Drawn()...)
	}
	return names
}

// Drawn lists the types, attributes and operations of a dialect that have a picture.
func (d *Dialect) Drawn() (names []string) {
	for _, t := range d.Definitions().Types {
		if t.Draw != nil {
			names = append(names, "!"+d.Name+"."+t.Mnemonic)
		}
	}
	for _, a := range d.Definitions().Attrs {
		if a.Draw != nil {
			names = append(names, "#"+d.Name+"."+a.Mnemonic)
		}
	}
	for _, o := range d.Definitions().Ops {
		if o.Draw != nil {
			names = append(names, o.Name())
		}
	}
	return names
}

// DrawOps draws the operations of a module that have a picture, and the attributes of the
// other ones, each once. What cannot be drawn is reported to the sink; the
// error is an Errors.
func DrawOps(module *Operation, v View, sink Sink) (pictures draw.Pictures, err error) {
	var problems []*Diagnostic
	add := func(op *Operation, p *draw.Picture, err error) {
		if err != nil {
			problems = append(problems, op.Errorf("cannot be drawn: %v", err))
			return
		}
		pictures = append(pictures, p)
	}
	drawn := map[Node]bool{}
	Walk(module, func(op *Operation) WalkResult {
		if op.Def().Draw != nil {
			p, err := op.Def().Draw(op, v)
			add(op, p, err)
			return Advance
		}
		for _, a := range op.AllAttrs() {
			if !drawn[a.Value] && HasPicture(a.Value) {
				drawn[a.Value] = true
				p, err := Draw(a.Value, v)
				add(op, p, err)
			}
		}
		return Advance
	})
	Report(sink, problems...)
	return pictures, ErrorsOf(problems)
}
