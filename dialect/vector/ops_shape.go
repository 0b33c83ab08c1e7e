package vector

import (
	"optc/ir"
	"optc/sim"
)

// reshaping is an operation from one vector to another whose types are written
// `source to result`.
func reshaping(d *ir.OpDef, source, result string) *ir.OpDef {
	if d.Operands == nil {
		d.Operands = []ir.ValueDef{{Name: source, Type: anyVector}}
	}
	if d.Results == nil {
		d.Results = []ir.ValueDef{{Name: result, Type: anyVector}}
	}
	d.Traits |= ir.Pure
	if d.Assembly == "" {
		d.Assembly = "$" + source + " attr-dict `:` type($" + source + ") `to` type($" + result + ")"
	}
	return d
}

func broadcast() *ir.OpDef {
	return reshaping(&ir.OpDef{
		Kind:    "vector.broadcast",
		Summary: "repeat a scalar or a vector",
		Description: `The source fills the trailing dimensions of the result and is repeated along the
leading ones. A dimension of extent 1 is stretched to the extent of the result.`,
		Implements:  []ir.Implementation{sim.Moves(), broadcastFrom},
		Operands:    []ir.ValueDef{{Name: "source", Type: ir.AnyType}},
		Constraints: []ir.Constraint{sameElements("source operand and result have same element type", ir.Method(BroadcastOp.Source), ir.Method(BroadcastOp.Vector))},
		Verify:      verifyBroadcast,
		Fold:        foldBroadcast,
		Patterns:    broadcastPatterns,
		Examples: []string{`func.func @f(%a: f32, %b: vector<1x4xf32>) {
  %0 = vector.broadcast %a : f32 to vector<16xf32>
  %1 = vector.broadcast %b : vector<1x4xf32> to vector<2x3x4xf32>
  return
}`},
	}, "source", "vector")
}

func shapeCast() *ir.OpDef {
	return reshaping(&ir.OpDef{
		Kind:    "vector.shape_cast",
		Summary: "change the shape of a vector",
		Description: `The elements in row-major order stay the same. Source and result have the same
number of elements and of scalable dimensions.`,
		Implements: []ir.Implementation{sim.Moves(), shapeCastFrom},
		Verify:     verifyShapeCast,
		Fold:       foldShapeCast,
		Patterns:   shapeCastPatterns,
		Examples: []string{`func.func @f(%a: vector<4x3xf32>) -> vector<2x6xf32> {
  %0 = vector.shape_cast %a : vector<4x3xf32> to vector<2x6xf32>
  return %0 : vector<2x6xf32>
}`},
	}, "source", "result")
}

func transpose() *ir.OpDef {
	return reshaping(&ir.OpDef{
		Kind:        "vector.transpose",
		New:         ir.ByHand,
		Summary:     "permute the dimensions",
		Description: `Dimension i of the result is dimension permutation[i] of the operand.`,
		Implements:  []ir.Implementation{sim.Moves(), transposeFrom},
		Attrs:       []ir.PropDef{denseDef(permutationAttr)},
		Constraints: []ir.Constraint{sameElements("operand and result have same element type", ir.Method(TransposeOp.Vector), ir.Method(TransposeOp.Result))},
		Assembly:    "$vector `,` $permutation attr-dict `:` type($vector) `to` type($result)",
		Verify:      verifyTranspose,
		Fold:        foldTranspose,
		Patterns:    transposePatterns,
		Examples: []string{`func.func @f(%a: vector<2x3xf32>) -> vector<3x2xf32> {
  %0 = vector.transpose %a, [1, 0] : vector<2x3xf32> to vector<3x2xf32>
  return %0 : vector<3x2xf32>
}`},
	}, "vector", "result")
}

func bitcast() *ir.OpDef {
	return reshaping(&ir.OpDef{
		Kind:    "vector.bitcast",
		Summary: "reinterpret the bits of the elements",
		Description: `The bits of the innermost dimension stay the same, lowest first; the element
type, and with it the innermost extent, changes.`,
		Constraints: []ir.Constraint{ir.AllMatch{Names: []string{"source", "result"}, Text: "rank", Of: func(t ir.Type) any {
			return ir.Rank(t.(ir.ShapedType))
		}}},
		Verify: verifyBitcast,
		Fold:   foldBitcast,
		Examples: []string{`func.func @f(%a: vector<8x4xi16>) -> vector<8x2xf32> {
  %0 = vector.bitcast %a : vector<8x4xi16> to vector<8x2xf32>
  return %0 : vector<8x2xf32>
}`},
	}, "source", "result")
}

func typeCast() *ir.OpDef {
	return reshaping(&ir.OpDef{
		Kind:        "vector.type_cast",
		Summary:     "view a memref of scalars as one vector",
		Description: `The shape of the memref becomes the shape of the element type.`,
		Operands:    []ir.ValueDef{{Name: "memref", Type: staticMemRef}},
		Results:     []ir.ValueDef{{Name: "result", Type: ir.AnyMemRef}},
		Verify:      verifyTypeCast,
		Implements:  []ir.Implementation{ir.ViewOfOperand(0)},
		Examples: []string{`func.func @f(%a: memref<5x4xf32>) -> memref<vector<5x4xf32>> {
  %0 = vector.type_cast %a : memref<5x4xf32> to memref<vector<5x4xf32>>
  return %0 : memref<vector<5x4xf32>>
}`},
	}, "memref", "result")
}
