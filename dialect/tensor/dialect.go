package tensor

import (
	"optc/dialect/arith"
	"optc/ir"
)

// Dialect is the tensor dialect.
var Dialect = &ir.Dialect{
	Name:        "tensor",
	Summary:     "tensors as values",
	Description: "Elements, slices, shapes and construction of tensors.",
	Meaning:     meaning,
	Define: func() ir.Definitions {
		return ir.Definitions{
			Typed: typedOps(),
			Ops: []*ir.OpDef{
				empty(), fromElements(), splat(), generate(), yield(),
				dim(), rank(), cast(), bitcast(),
				extract(), insert(), gather(), scatter(),
				extractSlice(), insertSlice(), parallelInsertSlice(), pad(), concat(),
				reshape(), expandShape(), collapseShape(),
			},
			Patterns: []*ir.Pattern{castOfDestStyle},
		}
	},
	Materialize: arith.Materialize,
}

// typeOf returns the type of a value that is a ranked tensor according to the
// declaration.
func typeOf(v *ir.Value) *ir.TensorType { return v.Type().(*ir.TensorType) }

// elementOf is the element type of a tensor, for relations between operands and results
// of an operation.
func elementOf(t ir.Type) ir.Type {
	if s, ok := t.(ir.ShapedType); ok {
		return s.ElementType()
	}
	return nil
}

func sameType(t ir.Type) ir.Type { return t }

func rankedTensor(name string) ir.ValueDef { return ir.ValueDef{Name: name, Type: ir.AnyRankedTensor} }

// rankedOf accepts ranked tensors with the given rank (-1: any) and element type.
func rankedOf(summary string, rank int, elem func(ir.Type) bool) *ir.TypeConstraint {
	return &ir.TypeConstraint{Summary: summary, Class: ir.RankedTensorClass, Check: func(t ir.Type) bool {
		r, ok := t.(*ir.TensorType)
		return ok && (rank < 0 || len(r.Dims) == rank) && elem(r.Elem)
	}}
}

// Constraints; the summaries are upstream's.
var (
	integerOrIndex = ir.AnyOf(ir.AnySignlessInteger, ir.IndexConstraint)
	indicesTensor  = rankedOf("ranked tensor of signless integer or index values", -1, integerOrIndex.Check)
	shapeTensor    = rankedOf("1D tensor of signless integer or index values", 1, integerOrIndex.Check)
	nonScalar      = &ir.TypeConstraint{Summary: "non-0-ranked or unranked tensor", Class: ir.TensorClass, Check: func(t ir.Type) bool {
		if r, ok := t.(*ir.TensorType); ok {
			return len(r.Dims) > 0
		}
		return ir.AnyTensor.Check(t)
	}}
	staticTensor = &ir.TypeConstraint{Summary: "statically shaped tensor of any type values", Class: ir.RankedTensorClass, Check: func(t ir.Type) bool {
		r, ok := t.(*ir.TensorType)
		return ok && ir.HasStaticShape(r)
	}}
	numberTensor = &ir.TypeConstraint{
		Summary: "tensor of signless integer or unsigned integer or signed integer or floating-point values",
		Class:   ir.TensorClass,
		Check: func(t ir.Type) bool {
			if !ir.AnyTensor.Check(t) {
				return false
			}
			e := ir.ElementOrSelf(t)
			return ir.AnyInteger.Check(e) || ir.AnyFloat.Check(e)
		},
	}
)
