package arith

import (
	"slices"

	"optc/ir"
)

// This file holds functions that complete the definitions of operations with the same form of
// declaration. Each function completes a definition that already has its name, texts, folds and
// particular traits.

var fixedWidthIntegerLike = ir.Like("signless-fixed-width-integer-like", ir.AnySignlessInteger.Check)

func binary(d *ir.OpDef, t *ir.TypeConstraint, assembly string, attrs ...ir.PropDef) *ir.OpDef {
	d.Operands = []ir.ValueDef{{Name: "lhs", Type: t}, {Name: "rhs", Type: t}}
	d.Results = []ir.ValueDef{{Name: "result", Type: t}}
	d.Attrs = attrs
	for _, a := range attrs {
		d.New = []string{"lhs", "rhs", a.Name + "..."}
	}
	d.Traits |= ir.NoMemoryEffect | ir.SameOperandsAndResultType | ir.Elementwise
	d.Assembly = "$lhs `,` $rhs " + assembly + "attr-dict `:` type($result)"
	return d
}

// intBinary is an operation of two integers.
func intBinary(d *ir.OpDef) *ir.OpDef { return binary(d, ir.SignlessIntegerLike, "") }

// intOverflowing is an operation of two integers with overflow flags.
func intOverflowing(d *ir.OpDef) *ir.OpDef {
	d.Traits |= ir.Pure
	return binary(d, ir.SignlessIntegerLike, "(`overflow` `` $overflowFlags^)? ", overflowProp())
}

// intExact is an operation on two integers that may promise to lose no bits.
func intExact(d *ir.OpDef) *ir.OpDef {
	return binary(d, ir.SignlessIntegerLike, "(`exact` $isExact^)? ", ir.PropDef{Name: isExact, Type: ir.UnitConstraint, Optional: true})
}

const fastMathAssembly = "(`fastmath` `` $fastmath^)? "

// floatBinary is an operation of two floats.
func floatBinary(d *ir.OpDef) *ir.OpDef {
	d.Traits |= ir.Pure
	return binary(d, ir.FloatLike, fastMathAssembly, FastMathProp())
}

// cast is a conversion of the elements.
func cast(d *ir.OpDef, from, to *ir.TypeConstraint, assembly string, attrs ...ir.PropDef) *ir.OpDef {
	d.Operands = []ir.ValueDef{{Name: "in", Type: from}}
	d.Results = []ir.ValueDef{{Name: "out", Type: to}}
	d.Attrs = attrs
	d.Traits |= ir.Pure | ir.SameOperandsAndResultShape | ir.Elementwise
	d.Constraints = []ir.Constraint{sameTensorDims}
	d.Assembly = "$in " + assembly + "attr-dict `:` type($in) `to` type($out)"
	return d
}

// scalingCast is a conversion with a scale for each element.
func scalingCast(d *ir.OpDef, fits ir.Rule, assembly string, attrs ...ir.PropDef) *ir.OpDef {
	d.Operands = []ir.ValueDef{{Name: "in", Type: ir.FloatLike}, {Name: "scale", Type: ir.FloatLike}}
	d.Results = []ir.ValueDef{{Name: "out", Type: ir.FloatLike}}
	d.Attrs = attrs
	d.Traits |= ir.Pure | ir.Elementwise
	d.Constraints = []ir.Constraint{sameTensorDims, fits}
	d.Assembly = "$in `,` $scale " + assembly + "attr-dict `:` type($in) `,` type($scale) `to` type($out)"
	return d
}

// extended is an operation of two integers whose result has two parts.
func extended(d *ir.OpDef, low, high string) *ir.OpDef {
	t := ir.SignlessIntegerLike
	d.Operands = []ir.ValueDef{{Name: "lhs", Type: t}, {Name: "rhs", Type: t}}
	d.Results = []ir.ValueDef{{Name: low, Type: t}, {Name: high, Type: t}}
	d.Traits |= ir.Pure | ir.Commutative | ir.Elementwise
	d.Constraints = []ir.Constraint{ir.AllTypesMatch{"lhs", "rhs", low, high}}
	d.Assembly = "$lhs `,` $rhs attr-dict `:` type($lhs)"
	return d
}

// comparison tests a relation of two values.
func comparison(d *ir.OpDef, t *ir.TypeConstraint, predicates *ir.AttrConstraint, assembly string, attrs ...ir.PropDef) *ir.OpDef {
	d.Operands = []ir.ValueDef{{Name: "lhs", Type: t}, {Name: "rhs", Type: t}}
	d.Results = []ir.ValueDef{{Name: "result", Type: ir.BoolLike}}
	d.Attrs = append([]ir.PropDef{{Name: predicate, Type: predicates}}, attrs...)
	d.Traits |= ir.Pure | ir.SameTypeOperands | ir.Elementwise
	d.Constraints = []ir.Constraint{SameShapeI1("lhs")}
	d.Assembly = "$predicate `,` $lhs `,` $rhs " + assembly + "attr-dict `:` type($lhs)"
	return d
}

// I1Like returns i1, or a vector or tensor of i1 of the shape of t.
func I1Like(t ir.Type) ir.Type { return ir.WithElement(t, t.Context().I1()) }

// SameShapeI1 requires the result to be i1 in the shape of an operand.
func SameShapeI1(operand string) ir.TypesMatchWith {
	return ir.TypesMatchWith{
		Sentence: "result type has i1 element type and same shape as operands",
		From:     operand, To: "result", Transform: I1Like,
	}
}

// sameTensorDims requires equal extents of tensors; SameOperandsAndResultShape would accept a
// dynamic extent on one side. Unranked tensors are not checked, as upstream checks something else
// for them.
var sameTensorDims = ir.Predicate{
	Sentence: "input and output have the same tensor dimensions",
	Holds: func(op *ir.Operation) bool {
		in, out := input(op).Type(), op.Result(0).Type()
		return in == out || !ir.IsType[*ir.UnrankedTensorType](in) && !ir.IsType[*ir.UnrankedTensorType](out) &&
			slices.Equal(tensorDims(in), tensorDims(out))
	},
}

// tensorDims returns the extents of a ranked tensor and nil for other types.
func tensorDims(t ir.Type) []int64 {
	if r, ok := t.(*ir.TensorType); ok {
		return r.Dims
	}
	return nil
}
