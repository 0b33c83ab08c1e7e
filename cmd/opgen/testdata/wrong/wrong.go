// Package wrong is a dialect with an error in a definition.
package wrong

import "optc/ir"

// Dialect does not compile.
var Dialect = &ir.Dialect{Name: "wrong", Define: func() ir.Definitions {
	return ir.Definitions{Ops: []*ir.OpDef{wrong()}}
}}

func wrong() *ir.OpDef {
	return &ir.OpDef{
		Kind:     "wrong.op",
		Operands: []ir.ValueDef{{Name: "x", Type: ir.AnyNumber}},
	}
}
