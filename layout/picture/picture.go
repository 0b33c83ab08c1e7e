// Package picture holds the interfaces by which types, attributes and operations have pictures: for
// example of the elements that each thread holds, of the bits of a state, or of the place of a
// tensor in memory. `optc layout`, the language server and the page of a compilation use them
// without depending on any dialect.
//
// A definition implements the interface, or a model does so for a definition of another
// dialect:
//
//	Implements: []ir.Implementation{picture.Node.By(drawLayout)},
//
// The function fills a picture of package optc/draw, which becomes text or SVG:
//
//	func drawLayout(n ir.Node, v picture.View) (*draw.Picture, error) {
//		l := n.(*Layout)
//		…
//	}
package picture

import (
	"optc/draw"
	"optc/ir"
)

// View holds the settings of a picture that a user may choose. Each dialect has its own
// names of machines and its own notation for addresses.
type View struct {
	Machine string // the machine whose figures count; "" for the machine of the program, or the usual one
	At      string // the address or tile at which the drawn thing is placed; "" for the first one
	// Describe adds to the picture of an operation in a module; nil adds nothing.
	Describe func(op *ir.Operation, p *draw.Picture)
}

var (
	// Node is implemented by types and attributes that have a picture.
	Node = ir.NewInterface[func(n ir.Node, v View) (*draw.Picture, error)]("picture of a type or an attribute")

	// Operation is implemented by operations that have a picture.
	Operation = ir.NewInterface[func(op *ir.Operation, v View) (*draw.Picture, error)]("picture of an operation")

	// Term is implemented by terms that a picture explains.
	Term = ir.NewInterface[Sample]("picture of a term")
)

// Sample is a type or an attribute whose picture explains a term.
type Sample struct {
	Text string // the type or attribute: it has a picture, and the term occurs in it
	View View
}
