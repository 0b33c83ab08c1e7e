// Package mlprogram is the ml_program dialect: functions and variables of a program of a machine learning framework.
//
//	ml_program.global private mutable @state(dense<0.0> : tensor<4xf32>) : tensor<4xf32>
//	ml_program.func @step(%x: tensor<4xf32>) -> tensor<4xf32> {
//	  %old = ml_program.global_load @state : tensor<4xf32>
//	  %new = arith.addf %old, %x : tensor<4xf32>
//	  ml_program.global_store @state = %new : tensor<4xf32>
//	  ml_program.return %new : tensor<4xf32>
//	}
//
// Operations are read, checked, printed and moved; they are not executed.
package mlprogram

import "optc/ir"

// Dialect is the ml_program dialect.
var Dialect = &ir.Dialect{
	Name:    "ml_program",
	Summary: "functions and variables of machine learning programs",
	Description: `Functions hold statements, or a graph of operations without an order. Variables are read and written by name, in a graph with
tokens that specify their order. A program for a machine uses func.func and memref.global instead.`,
	Define: func() ir.Definitions {
		return ir.Definitions{
			Typed: typedOps(),
			Ops: []*ir.OpDef{
				function(), global(), globalLoad(), globalLoadConst(), globalLoadGraph(), globalStore(), globalStoreGraph(),
				output(), returnOp(), subgraph(), token(),
			},
			Types: []*ir.TypeDef{tokenTypeDef},
			Attrs: []*ir.AttrDef{externDef},
		}
	},
	InlineInto: ir.InlineAlways,
	AttrAlias: func(a ir.Attribute) string {
		if _, ok := a.(*ExternAttr); ok {
			return "extern"
		}
		return ""
	},
}

// TokenType is !ml_program.token: a value that orders two operations of a graph.
type TokenType struct{ ir.TypeBase }

// TokenOf returns !ml_program.token.
func TokenOf(c *ir.Context) *TokenType {
	return ir.InternType(ir.Spell(c).Str("!ml_program.token"), func(b ir.TypeBase) *TokenType { return &TokenType{b} })
}

var tokenTypeDef = &ir.TypeDef{
	Mnemonic: "token", Summary: "order of operations in a graph",
	Examples: []string{"!ml_program.token"},
	Parse:    func(p ir.AsmParser) ir.Type { return TokenOf(p.Context()) },
}

var isToken = &ir.TypeConstraint{
	Summary: "Token for establishing execution ordering in a graph",
	Build:   func(c *ir.Context) ir.Type { return TokenOf(c) },
	Check: func(t ir.Type) bool {
		_, ok := t.(*TokenType)
		return ok
	},
}

// ExternAttr is #ml_program.extern, or with a type #ml_program.extern : T: a value that is stored elsewhere.
type ExternAttr struct {
	ir.AttrBase
	typ ir.Type
}

// Type implements ir.TypedAttr.
func (a *ExternAttr) Type() ir.Type { return a.typ }

// ExternOf returns #ml_program.extern : t; without a type, t is none.
func ExternOf(c *ir.Context, t ir.Type) *ExternAttr {
	s := ir.Spell(c).Str("#ml_program.extern")
	if t != ir.Type(c.None()) {
		s.Str(" : ").Node(t)
	}
	return ir.InternAttr(s, func(b ir.AttrBase) *ExternAttr { return &ExternAttr{b, t} })
}

var externDef = &ir.AttrDef{
	Mnemonic: "extern", Summary: "value that is stored elsewhere",
	Syntax:   `(":" type)?`,
	Examples: []string{"#ml_program.extern : tensor<4xi32>"},
	ParseTyped: func(p ir.AsmParser, t ir.Type) ir.Attribute {
		if t == nil {
			t = p.Context().None()
		}
		return ExternOf(p.Context(), t)
	},
}
