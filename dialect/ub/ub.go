// Package ub is the ub dialect: poison, the value of a computation whose result is
// undefined but harmless until it affects something observable, and code that is never
// reached. Folds of other dialects propagate poison through PoisonAttr.
package ub

import "optc/ir"

// Dialect is the ub dialect.
var Dialect = &ir.Dialect{
	Name:        "ub",
	Summary:     "undefined behaviour",
	Description: `Poison values and unreachable code.`,
	Meaning:     meaning,
	Define: func() ir.Definitions {
		return ir.Definitions{
			Typed: typedOps(),
			Ops:   []*ir.OpDef{poison(), unreachable()},
			Attrs: []*ir.AttrDef{poisonDef},
		}
	},
	Materialize: Materialize,
}

// PoisonAttr is #ub.poison: the constant value of ub.poison.
type PoisonAttr struct{ ir.AttrBase }

// PoisonOf returns #ub.poison.
func PoisonOf(c *ir.Context) *PoisonAttr {
	return ir.InternAttr(ir.Spell(c).Str("#ub.poison"), func(b ir.AttrBase) *PoisonAttr { return &PoisonAttr{b} })
}

// IsPoison reports whether an attribute is #ub.poison.
func IsPoison(a ir.Attribute) bool {
	_, ok := a.(*PoisonAttr)
	return ok
}

// Materialize builds ub.poison for #ub.poison and returns nil for anything else.
func Materialize(b *ir.Builder, value ir.Attribute, t ir.Type, loc ir.Location) *ir.Operation {
	if !IsPoison(value) {
		return nil
	}
	return b.Create(&ir.OpState{
		Def: b.Context().MustOpDef(PoisonOp{}), Loc: loc, Props: []ir.Attribute{value}, ResultTypes: []ir.Type{t},
	})
}

var poisonDef = &ir.AttrDef{
	Mnemonic:    "poison",
	Summary:     "poison",
	Description: `All elements of the value are poison. Folds propagate poison from operands to results.`,
	Examples:    []string{"#ub.poison"},
	Parse:       func(p ir.AsmParser) ir.Attribute { return PoisonOf(p.Context()) },
}

// parsePoison accepts only poison attributes.
func parsePoison(p ir.AsmParser) ir.Attribute {
	pos := p.Pos()
	a := p.Attr(nil)
	if p.Ok() && !IsPoison(a) {
		p.ErrorAt(pos, "invalid kind of attribute specified")
		return nil
	}
	return a
}

func poison() *ir.OpDef {
	return &ir.OpDef{
		Kind:    "ub.poison",
		Summary: "poison value",
		Description: `A value that must not affect anything observable. The results of an operation with
a poison operand are poison, unless the operation defines otherwise.`,
		Results: []ir.ValueDef{{Name: "result", Type: ir.AnyType}},
		Attrs: []ir.PropDef{{
			Name:    "value",
			Type:    &ir.AttrConstraint{Summary: "PoisonAttrInterface instance", Check: IsPoison, Parse: parsePoison},
			Default: func(c *ir.Context) ir.Attribute { return PoisonOf(c) },
		}},
		Traits:   ir.ConstantLike | ir.Pure,
		Assembly: "attr-dict (`<` $value^ `>`)? `:` type($result)",
		Examples: []string{`func.func @f() -> i32 {
  %0 = ub.poison : i32
  return %0 : i32
}`},
	}
}

func unreachable() *ir.OpDef {
	return &ir.OpDef{
		Kind:        "ub.unreachable",
		Summary:     "code that is never reached",
		Description: `Ends a block that cannot be reached by a program without undefined behaviour.`,
		Traits:      ir.Terminator,
		Assembly:    "attr-dict",
		Examples: []string{`func.func @f() {
  ub.unreachable
}`},
	}
}
