// Package ireeutil is the part of IREE's dialect util that test programs and kernels use: values
// that no pass may look through, and numbers with assumptions.
package ireeutil

import (
	"optc/ir"
	"optc/sim"
)

// Dialect is the util dialect.
var Dialect = &ir.Dialect{
	Name:        "util",
	Summary:     "values that no pass looks through, and bounds of numbers",
	Description: "Constants and values that passes must not fold, and assumptions about numbers; the other operations of IREE's dialect are kept as text.",
	Partial:     true,
	Meaning: func() ir.Meaning {
		return sim.Table{
			AssumeIntOp{}.Kind(): runAssume,
			UnfoldableConstantOp{}.Kind(): func(f *sim.Frame, in *sim.Instr) error {
				v, err := sim.ValueOf(ir.Cast[UnfoldableConstantOp](in.Op).Value())
				f.Set(in, 0, v)
				return err
			},
			OptimizationBarrierOp{}.Kind(): func(f *sim.Frame, in *sim.Instr) error {
				f.SetAll(in, f.Args(in))
				return nil
			},
		}
	},
	Define: func() ir.Definitions {
		return ir.Definitions{Typed: typedOps(), Ops: []*ir.OpDef{assumeInt(), optimizationBarrier(), unfoldableConstant()}, Attrs: []*ir.AttrDef{assumption}}
	},
}

func unfoldableConstant() *ir.OpDef {
	return &ir.OpDef{
		Kind: "util.unfoldable_constant", New: []string{"value"}, Summary: "a constant that is not folded",
		Description: "A constant of which no pass knows the value.",
		Attrs:       []ir.PropDef{{Name: "value", Type: ir.TypedAttrConstraint}},
		Results:     []ir.ValueDef{{Name: "result", Type: ir.AnyType}},
		Traits:      ir.FirstAttrDerivedResultType,
		Form:        "attr-dict $value",
		Parse: func(p ir.OpParser, st *ir.OpState) {
			p.AttrDict(st)
			pos := p.Pos()
			a := p.Attr(nil)
			if !p.Ok() {
				return
			}
			typed, ok := a.(ir.TypedAttr)
			if !ok || typed.Type() == nil {
				p.ErrorAt(pos, "expected an attribute with a type")
				return
			}
			st.SetProp("value", a)
			st.ResultTypes = []ir.Type{typed.Type()}
		},
		Print: func(p *ir.Printer, op *ir.Operation) {
			p.AttrDict(op, "value")
			p.Str(" ").Attr(op.Attr("value"))
		},
		Examples: []string{`func.func @f() -> tensor<2xf32> {
  %0 = util.unfoldable_constant dense<[1.0, 2.0]> : tensor<2xf32>
  return %0 : tensor<2xf32>
}`},
	}
}

func optimizationBarrier() *ir.OpDef {
	return &ir.OpDef{
		Kind: "util.optimization_barrier", New: ir.ByHand, Summary: "values that no pass looks through",
		Description: "The results are the operands, and no pass knows it.",
		Operands:    []ir.ValueDef{{Name: "operands", Type: ir.AnyType, Kind: ir.Variadic}},
		Results:     []ir.ValueDef{{Name: "results", Type: ir.AnyType, Kind: ir.Variadic}},
		Infer: func(_ *ir.Context, st *ir.OpState) ([]ir.Type, *ir.Diagnostic) {
			return ir.TypesOf(st.Operands), nil
		},
		Form: "attr-dict ($operands `:` type($operands))?",
		Parse: func(p ir.OpParser, st *ir.OpState) {
			p.AttrDict(st)
			pos := p.Pos()
			if operands := p.Operands(""); len(operands) > 0 {
				p.Expect(":")
				types := p.Types()
				p.ResolveAll(st, operands, types, pos)
				st.ResultTypes = append([]ir.Type(nil), types...)
			}
		},
		Print: func(p *ir.Printer, op *ir.Operation) {
			p.AttrDict(op)
			if op.NumOperands() > 0 {
				p.Str(" ").Operands(op.OperandList()).Str(" : ").Types(op.OperandTypes())
			}
		},
		Verify: func(op *ir.Operation) *ir.Diagnostic {
			if len(op.OperandTypes()) != op.NumResults() {
				return op.Errorf("expected a result for each of the %d operands, but got %d", op.NumOperands(), op.NumResults())
			}
			for i, v := range op.Operands() {
				if v.Type() != op.Result(i).Type() {
					return op.Errorf("expected result %d of type '%s', but got '%s'", i, v.Type(), op.Result(i).Type())
				}
			}
			return nil
		},
		Examples: []string{`func.func @f(%x: f32) -> f32 {
  %0 = util.optimization_barrier %x : f32
  return %0 : f32
}`},
	}
}
