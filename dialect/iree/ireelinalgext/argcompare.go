package ireelinalgext

import (
	"slices"

	"optc/ir"
	"optc/num"
)

func argCompare() *ir.OpDef {
	return &ir.OpDef{
		Kind:    "iree_linalg_ext.arg_compare",
		New:     ir.ByHand,
		Summary: "the element along a dimension that wins, and its index",
		Description: `Reduces a dimension with a comparator, which returns true when its first argument wins over the
best element so far. The outputs are the first best element and its index. Without a tensor of
indices the index is the position along the dimension, plus index_base if given.`,
		Operands: []ir.ValueDef{
			{Name: "input_value", Type: ir.AnyShaped}, {Name: "input_index", Type: ir.AnyShaped, Kind: ir.Optional},
			{Name: "output_value", Type: ir.AnyShaped}, {Name: "output_index", Type: ir.AnyShaped},
			{Name: "index_base", Type: ir.IndexConstraint, Kind: ir.Optional},
		},
		Results: []ir.ValueDef{{Name: "results", Type: ir.AnyRankedTensor, Kind: ir.Variadic}},
		Attrs:   []ir.PropDef{{Name: "dimension", Type: ir.I64Attr}},
		Regions: []ir.RegionDef{{Name: "region", SingleBlock: true}},
		Traits:  ir.AttrSizedOperandSegments | ir.SingleBlock | ir.ImplicitTerminator | ir.HasEffects,
		Interfaces: ir.Interfaces{Terminator: YieldOp{}, DestStyle: &ir.DestStyle{Inits: func(op *ir.Operation) (lo, hi int) {
			lo = 1 + ir.Count(ir.Cast[ArgCompareOp](op).InputIndex())
			return lo, lo + 2
		}}},
		Effects:      destination,
		Speculatable: speculatable,
		Assembly: "attr-dict `dimension` `(` $dimension `)` `ins` `(` $input_value (`,` $input_index^)? `:` type($input_value) (`,` type($input_index)^)? `)` " +
			"`outs` `(` $output_value `,` $output_index `:` type($output_value) `,` type($output_index) `)` " +
			"(`index_base` `(` $index_base^ `:` type($index_base) `)`)? $region (`->` type($results)^)?",
		Verify:        verifyArgCompare,
		VerifyRegions: verifyComparator,
		Examples: []string{`func.func @f(%x: tensor<2x10xf32>, %v: tensor<2xf32>, %i: tensor<2xi32>) -> (tensor<2xf32>, tensor<2xi32>) {
  %0:2 = iree_linalg_ext.arg_compare dimension(1) ins(%x : tensor<2x10xf32>) outs(%v, %i : tensor<2xf32>, tensor<2xi32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.cmpf ogt, %a, %b : f32
    iree_linalg_ext.yield %c : i1
  } -> tensor<2xf32>, tensor<2xi32>
  return %0#0, %0#1 : tensor<2xf32>, tensor<2xi32>
}`},
	}
}

// verifyArgCompare follows ArgCompareOp::verify (IREE, LinalgExtOps.cpp).
func verifyArgCompare(op *ir.Operation) *ir.Diagnostic {
	argCompare := ir.Cast[ArgCompareOp](op)
	elem := func(v *ir.Value) ir.Type { return ir.ElementOrSelf(v.Type()) }
	value, best, at := argCompare.InputValue(), argCompare.OutputValue(), argCompare.OutputIndex()
	if index := argCompare.InputIndex(); index != nil {
		switch {
		case !slices.Equal(shapeOf(value), shapeOf(index)):
			return op.Errorf("explicit-index mode: value and index inputs must have the same shape. Value shape: [%s], index shape: [%s]",
				num.JoinInts(shapeOf(value)), num.JoinInts(shapeOf(index)))
		case !isIndexLike(elem(index)):
			return op.Errorf("explicit-index mode: index input must have integer or index element type, but got %s", elem(index))
		case elem(index) != elem(at):
			return op.Errorf("explicit-index mode: input and output index element types must match. Input index type: %s, output index type: %s",
				elem(index), elem(at))
		case argCompare.IndexBase() != nil:
			return op.Errorf("index_base must not be used with explicit indices")
		}
	}
	rank, dim := len(shapeOf(value)), argCompare.Dimension()
	switch {
	case elem(value) != elem(best):
		return op.Errorf("input and output value element types must match. Input type: %s, output value type: %s", elem(value), elem(best))
	case !isIndexLike(elem(at)):
		return op.Errorf("output index must have integer or index element type, but got %s", elem(at))
	case !slices.Equal(shapeOf(best), shapeOf(at)):
		return op.Errorf("output indices/values shape must match. Output value shape: [%s], output index shape: [%s]",
			num.JoinInts(shapeOf(best)), num.JoinInts(shapeOf(at)))
	case dim < 0 || dim >= int64(rank):
		return op.Errorf("reduction dimension exceeds or equals input rank. got dimension: %d, but input rank is: %d", dim, rank)
	}
	if want := slices.Delete(slices.Clone(shapeOf(value)), int(dim), int(dim)+1); !slices.Equal(want, shapeOf(best)) {
		return op.Errorf("output shape must match input shape with reduction dimension removed. Expected: [%s], but got: [%s]",
			num.JoinInts(want), num.JoinInts(shapeOf(best)))
	}
	return verifyResults(op, best, at)
}

// verifyComparator follows ArgCompareOp::verifyRegions.
func verifyComparator(op *ir.Operation) *ir.Diagnostic {
	body, elem := op.Body(), ir.ElementOrSelf(ir.Cast[ArgCompareOp](op).InputValue().Type())
	if body.NumArgs() != 2 {
		return op.Errorf("region block should have 2 arguments, but got %d", body.NumArgs())
	}
	if x, y := body.Arg(0).Type(), body.Arg(1).Type(); x != elem || y != elem {
		return op.Errorf("comparator arguments must match input value element type. Expected: %s, but got: %s and %s", elem, x, y)
	}
	yielded := ir.Cast[YieldOp](body.Terminator()).Values()
	if len(yielded) != 1 {
		return op.Errorf("expected linalg_ext.yield to return 1 operand, but got %d", len(yielded))
	}
	if t := yielded[0].Type(); !ir.BoolConstraint.Check(t) {
		return op.Errorf("region block must end with a linalg_ext.yield i1, but got: %s", t)
	}
	return nil
}
