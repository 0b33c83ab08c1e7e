// Package ireecheck is IREE's dialect check for tensors: expectations of test programs.
package ireecheck

import "optc/ir"

// Dialect is the check dialect.
var Dialect = &ir.Dialect{
	Name:        "check",
	Summary:     "expectations of test programs",
	Description: "Comparisons of tensors with the expected values. An expectation that does not hold ends the execution of the function with both values.",
	Partial:     true,
	Meaning:     meaning,
	Define: func() ir.Definitions {
		return ir.Definitions{Typed: typedOps(), Ops: []*ir.OpDef{
			truth("expect_true", "a number is not 0"), truth("expect_false", "a number is 0"), allTrue(),
			comparison("expect_eq", false, false), comparison("expect_eq_const", true, false),
			comparison("expect_almost_eq", false, true), comparison("expect_almost_eq_const", true, true),
		}}
	},
}

func truth(name, what string) *ir.OpDef {
	return &ir.OpDef{
		Kind: ir.Kind("check." + name), Summary: "expects that " + what,
		Description: "Expects that " + what + ".",
		Operands:    []ir.ValueDef{{Name: "operand", Type: ir.AnySignlessInteger}},
		Assembly:    "`(` $operand `)` attr-dict `:` type($operand)",
		Examples:    []string{"func.func @f(%x: i32) {\n  check." + name + "(%x) : i32\n  return\n}"},
	}
}

var integers = &ir.TypeConstraint{Summary: "tensor of signless integer values", Class: ir.TensorClass, Check: func(t ir.Type) bool {
	return ir.AnyTensor.Check(t) && ir.AnySignlessInteger.Check(ir.ElementOrSelf(t))
}}

var floats = &ir.TypeConstraint{Summary: "tensor of floating-point values", Class: ir.TensorClass, Check: func(t ir.Type) bool {
	return ir.AnyTensor.Check(t) && ir.AnyFloat.Check(ir.ElementOrSelf(t))
}}

func allTrue() *ir.OpDef {
	return &ir.OpDef{
		Kind: "check.expect_all_true", Summary: "expects that no element is 0", Description: "Expects that no element of a tensor is 0.",
		Operands: []ir.ValueDef{{Name: "operand", Type: integers}},
		Assembly: "`` `(` $operand `)` attr-dict `:` type($operand)",
		Examples: []string{"func.func @f(%x: tensor<2xi32>) {\n  check.expect_all_true(%x) : tensor<2xi32>\n  return\n}"},
	}
}

// comparison defines a comparison with a tensor or a constant, exact or within a tolerance.
func comparison(name string, constant, almost bool) *ir.OpDef {
	elements, what := ir.AnyTensor, "equal"
	if almost {
		elements, what = floats, "almost equal"
	}
	d := &ir.OpDef{
		Kind: ir.Kind("check." + name), New: ir.ByHand, Summary: "expects that two tensors are " + what,
		Description: "Expects that all elements of two tensors are " + what + ".",
		Operands:    []ir.ValueDef{{Name: "lhs", Type: elements}},
	}
	other, example := "rhs", "%x"
	if constant {
		other, example = "value", "dense<0.0> : tensor<2xf32>"
		d.Attrs = []ir.PropDef{{Name: other, Type: ir.ElementsConstraint}}
	} else {
		d.Operands = append(d.Operands, ir.ValueDef{Name: other, Type: elements})
	}
	d.Constraints = []ir.Constraint{ir.AllTypesMatch{"lhs", other}}
	tolerance := ""
	if almost {
		d.Description += " The difference may be at most atol + rtol times the magnitude of the expected element."
		for _, t := range []struct {
			name  string
			value float64
		}{{"atol", float64(float32(1e-4))}, {"rtol", 0}} {
			d.Attrs = append(d.Attrs, ir.PropDef{Name: t.name, Type: ir.F32Attr, Default: func(c *ir.Context) ir.Attribute { return c.F32Attr(t.value) }})
			tolerance += "(`` `,` `" + t.name + "` $" + t.name + "^)? "
		}
	}
	d.Assembly = "`` `(` $lhs `,` $" + other + " " + tolerance + "`)` attr-dict `:` type($lhs)"
	d.Examples = []string{"func.func @f(%x: tensor<2xf32>) {\n  check." + name + "(%x, " + example + ") : tensor<2xf32>\n  return\n}"}
	return d
}
