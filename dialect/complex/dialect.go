package complex

import (
	"optc/dialect/arith"
	"optc/ir"
)

// Dialect is the complex dialect.
var Dialect = &ir.Dialect{
	Name:    "complex",
	Summary: "complex numbers",
	Description: `Arithmetic, functions and comparisons of complex numbers with a real and an imaginary part of
floating point.`,
	Meaning: meaning,
	Define: func() ir.Definitions {
		return ir.Definitions{
			Typed: typedOps(), Ops: ops(), Attrs: []*ir.AttrDef{numberDef},
			Patterns: []*ir.Pattern{bitcastOfBits},
		}
	},
	Materialize: materialize,
}

// materialize builds complex.constant for an array of two numbers, and a constant of arith for a
// part of a number.
func materialize(b *ir.Builder, value ir.Attribute, t ir.Type, loc ir.Location) *ir.Operation {
	parts, isArray := value.(*ir.ArrayAttr)
	if !isArray {
		return arith.Materialize(b, value, t, loc)
	}
	c, isComplex := t.(*ir.ComplexType)
	if !isComplex || len(parts.Elems) != 2 {
		return nil
	}
	for _, e := range parts.Elems {
		if part, ok := e.(ir.TypedAttr); !ok || part.Type() != c.Elem {
			return nil
		}
	}
	return b.Create(&ir.OpState{
		Def: b.Context().MustOpDef(ConstantOp{}), Loc: loc, Props: []ir.Attribute{value}, ResultTypes: []ir.Type{t},
	})
}
