package fn

import "optc/ir"

// Dialect is the func dialect.
var Dialect = &ir.Dialect{
	Name:    "func",
	Summary: "functions and calls",
	Description: `Functions are symbols with one region. Their arguments are the arguments of
the entry block; their results are the operands of func.return.`,
	Meaning: meaning,
	Define: func() ir.Definitions {
		return ir.Definitions{
			Typed: typedOps(),
			Ops:   []*ir.OpDef{call(), callIndirect(), constant(), function(), returnOp()},
		}
	},
	Materialize: materialize,
	InlineInto:  ir.InlineAlways,
}

// materialize builds func.constant for a symbol of function type.
func materialize(b *ir.Builder, value ir.Attribute, t ir.Type, loc ir.Location) *ir.Operation {
	ref, ok := value.(*ir.SymbolRefAttr)
	if _, isFunction := t.(*ir.FunctionType); !ok || !isFunction || len(ref.Nested) > 0 {
		return nil
	}
	return b.Create(&ir.OpState{
		Def: b.Context().MustOpDef(ConstantOp{}), Loc: loc, Props: []ir.Attribute{value}, ResultTypes: []ir.Type{t},
	})
}
