package arith

import (
	"slices"

	"optc/ir"
)

func constant() *ir.OpDef {
	return &ir.OpDef{
		Kind: "arith.constant", Summary: "constant",
		Description: `An integer, index or float, or a dense constant of these.`,
		Results:     []ir.ValueDef{{Name: "result", Type: ir.AnyType}},
		Attrs:       []ir.PropDef{{Name: "value", Type: typedValue}},
		Traits:      ir.ConstantLike | ir.Pure,
		Constraints: []ir.Constraint{ir.AllTypesMatch{"value", "result"}},
		Assembly:    "attr-dict $value",
		Infer:       inferConstant,
		Verify:      verifyConstant,
		ResultNames: nameConstant,
		Examples: []string{`func.func @f() {
  %c1_i32 = arith.constant 1 : i32
  %true = arith.constant true
  %cst = arith.constant dense<2.500000e+00> : vector<4xf32>
  return
}`},
	}
}

// typedValue accepts attributes that have a type; an attribute without a written type has
// none.
var typedValue = &ir.AttrConstraint{
	Class:   true,
	Summary: ir.TypedAttrConstraint.Summary,
	Check:   func(a ir.Attribute) bool { return valueType(a) != nil },
}

func valueType(a ir.Attribute) ir.Type {
	t, ok := a.(ir.TypedAttr)
	if !ok {
		return nil
	}
	if t.Type() == nil {
		return a.Context().None()
	}
	return t.Type()
}

func inferConstant(_ *ir.Context, st *ir.OpState) ([]ir.Type, *ir.Diagnostic) {
	return []ir.Type{valueType(st.Prop("value"))}, nil
}

func verifyConstant(op *ir.Operation) *ir.Diagnostic {
	constant := ir.Cast[ConstantOp](op)
	value := constant.Value()
	if t, ok := constant.Result().Type().(*ir.IntegerType); ok && t.Signedness != ir.Signless {
		return op.Errorf("integer return type must be signless")
	}
	if !isConstantValue(value) {
		return op.Errorf("value must be an integer, float, or elements attribute")
	}
	if v, ok := constant.Result().Type().(*ir.VectorType); ok && v.AnyScalable() {
		if d, ok := value.(*ir.DenseAttr); !ok || !d.Splat {
			return op.Errorf("intializing scalable vectors with elements attribute is not supported unless it's a vector splat")
		}
	}
	return nil
}

// nameConstant proposes the names true and false for i1, c1 for index, c1_i32 for other
// integers, and cst for everything else.
func nameConstant(op *ir.Operation, set func(*ir.Value, string)) {
	constant := ir.Cast[ConstantOp](op)
	r := constant.Result()
	i, ok := constant.Value().(*ir.IntegerAttr)
	t, isInt := r.Type().(*ir.IntegerType)
	switch {
	case !ok:
		set(r, "cst")
	case isInt && t.Width == 1 && i.Bool():
		set(r, "true")
	case isInt && t.Width == 1:
		set(r, "false")
	case isInt:
		set(r, "c"+i.Value.String()+"_"+t.String())
	default:
		set(r, "c"+i.Value.String())
	}
}

func selectOp() *ir.OpDef {
	return &ir.OpDef{
		Kind: "arith.select", Summary: "one of two values",
		Implements: []ir.Implementation{inferSelect, viewOfChoice},
		Fold:       foldSelect,
		Patterns:   selectPatterns,
		Description: `The second operand if the condition is true, and the third one
otherwise. A vector or tensor of conditions chooses element by element. Only the chosen
value matters: the result is not poison if only the other value is.`,
		Operands: []ir.ValueDef{
			{Name: "condition", Type: ir.BoolLike},
			{Name: "true_value", Type: ir.AnyType},
			{Name: "false_value", Type: ir.AnyType},
		},
		Results: []ir.ValueDef{{Name: "result", Type: ir.AnyType}},
		Traits:  ir.Pure | ir.Elementwise,
		Constraints: []ir.Constraint{
			ir.AllTypesMatch{"true_value", "false_value", "result"},
			ir.Predicate{Sentence: "condition is signless i1 or has matching shape", Holds: conditionMatches},
		},
		Form:   "$condition `,` $true_value `,` $false_value attr-dict `:` (type($condition) `,`)? type($result)",
		Parse:  parseSelect,
		Print:  printSelect,
		Verify: verifySelect,
		Examples: []string{`func.func @f(%c: i1, %m: vector<4xi1>, %v: vector<4xf32>) {
  %0 = arith.select %c, %v, %v : vector<4xf32>
  %1 = arith.select %m, %v, %v : vector<4xi1>, vector<4xf32>
  return
}`},
	}
}

func conditionMatches(op *ir.Operation) bool {
	selectOp := ir.Cast[SelectOp](op)
	condition := selectOp.Condition().Type()
	if condition == ir.Type(condition.Context().I1()) {
		return true
	}
	return slices.Equal(shapeOf(condition), shapeOf(selectOp.Result().Type()))
}

func shapeOf(t ir.Type) []int64 {
	if s, ok := t.(ir.ShapedType); ok {
		return s.Shape()
	}
	return nil
}

func verifySelect(op *ir.Operation) *ir.Diagnostic {
	selectOp := ir.Cast[SelectOp](op)
	condition, result := selectOp.Condition().Type(), selectOp.Result().Type()
	if condition == ir.Type(condition.Context().I1()) {
		return nil
	}
	if want := I1Like(result); want != condition {
		return op.Errorf("expected condition type to have the same shape as the result type, expected '%s', but got '%s'", want, condition)
	}
	return nil
}

// parseSelect reads %c, %a, %b : [condition type,] type.
func parseSelect(p ir.OpParser, st *ir.OpState) {
	pos := p.Pos()
	operands := p.Operands("")
	if p.Ok() && len(operands) != 3 {
		p.ErrorAt(pos, "expected 3 operands")
	}
	p.AttrDict(st)
	p.Expect(":")
	var condition ir.Type = p.Context().I1()
	t := p.Type()
	if p.Accept(",") {
		condition, t = t, p.Type()
	}
	if !p.Ok() {
		return
	}
	p.Resolve(st, condition, operands[0])
	p.Resolve(st, t, operands[1])
	p.Resolve(st, t, operands[2])
	st.ResultTypes = append(st.ResultTypes, t)
}

func printSelect(p *ir.Printer, op *ir.Operation) {
	p.Str(" ").Operands(op.OperandList()).AttrDict(op).Str(" : ")
	selectOp := ir.Cast[SelectOp](op)
	if c, shaped := selectOp.Condition().Type().(ir.ShapedType); shaped {
		p.Type(c).Str(", ")
	}
	p.Type(selectOp.Result().Type())
}
