package picture

import (
	"fmt"
	"strings"

	"optc/draw"
	"optc/ir"
)

// Draw returns the picture of a type or an attribute. It fails if the definition has no
// picture, or cannot draw this type or attribute.
func Draw(n ir.Node, v View) (*draw.Picture, error) {
	if f, ok := Node.OfNode(n); ok {
		return f(n, v)
	}
	return nil, fmt.Errorf("'%s' has no picture; there are pictures of %s", n, strings.Join(Names(n.Context()), ", "))
}

// DrawOp returns the picture of an operation. It fails if the definition has no picture,
// or cannot draw this operation.
func DrawOp(op *ir.Operation, v View) (*draw.Picture, error) {
	if f, ok := Operation.Of(op); ok {
		return f(op, v)
	}
	return nil, fmt.Errorf("'%s' has no picture", op.Name())
}

// Names lists the types, attributes and operations whose definitions have a picture, by
// dialect and in the order of the definitions.
func Names(c *ir.Context) (names []string) {
	for _, d := range c.Dialects() {
		defs := d.Definitions()
		for _, t := range defs.Types {
			if Defined(t) {
				names = append(names, "!"+d.Name+"."+t.Mnemonic)
			}
		}
		for _, a := range defs.Attrs {
			if Defined(a) {
				names = append(names, "#"+d.Name+"."+a.Mnemonic)
			}
		}
		for _, o := range defs.Ops {
			if Defined(o) {
				names = append(names, o.Name())
			}
		}
	}
	return names
}

// Defined reports whether a definition implements a picture.
func Defined(d ir.Definition) bool {
	_, node := Node.In(d)
	_, op := Operation.In(d)
	return node || op
}

// DrawModule draws the operations of a module that have a picture, and the attributes of
// the other operations, each attribute once. Operations and attributes that cannot be
// drawn are reported to the sink; the error is an ir.Errors.
func DrawModule(module *ir.Operation, v View, sink ir.Sink) (pictures draw.Pictures, err error) {
	var problems []*ir.Diagnostic
	add := func(op *ir.Operation, p *draw.Picture, err error) {
		if err != nil {
			problems = append(problems, op.Errorf("cannot be drawn: %v", err))
			return
		}
		pictures = append(pictures, p)
	}
	drawn := map[ir.Node]bool{}
	ir.Walk(module, func(op *ir.Operation) ir.WalkResult {
		if f, ok := Operation.Of(op); ok {
			p, err := f(op, v)
			if err == nil && v.Describe != nil {
				v.Describe(op, p)
			}
			add(op, p, err)
			return ir.Advance
		}
		for _, a := range op.AllAttrs() {
			if f, ok := Node.OfNode(a.Value); ok && !drawn[a.Value] {
				drawn[a.Value] = true
				p, err := f(a.Value, v)
				add(op, p, err)
			}
		}
		return ir.Advance
	})
	ir.Report(sink, problems...)
	return pictures, ir.ErrorsOf(problems)
}
