package vector

import (
	"optc/ir"
	"optc/sim"
)

var dynamicIndexList = map[string]ir.CustomDirective{"DynamicIndexList": ir.DynamicIndexList}

func extract() *ir.OpDef {
	return &ir.OpDef{
		Kind:    "vector.extract",
		New:     []string{"source", "static_position..."},
		Summary: "select an element or a part of a vector",
		Description: `The position fixes the leading dimensions; the remaining dimensions form the
result. A position of -1 gives poison.`,
		Implements: []ir.Implementation{sim.Moves("source"), extractFrom},
		Operands: []ir.ValueDef{
			{Name: "source", Type: anyVector},
			{Name: "dynamic_position", Type: ir.IndexConstraint, Kind: ir.Variadic},
		},
		Results:       []ir.ValueDef{{Name: "result", Type: ir.AnyType}},
		Attrs:         []ir.PropDef{denseDef(staticPosition)},
		Traits:        ir.Pure,
		Constraints:   []ir.Constraint{sameElements("operand and result have same element type", ir.Method(ExtractOp.Source), ir.Method(ExtractOp.Result))},
		Assembly:      "$source `` custom<DynamicIndexList>($dynamic_position, $static_position) attr-dict `:` type($result) `from` type($source)",
		Custom:        dynamicIndexList,
		Infer:         inferExtract,
		Verify:        verifyExtract,
		VerifyRegions: verifyExtractResult,
		Fold:          foldExtract,
		Patterns:      extractPatterns,
		Examples: []string{`func.func @f(%a: vector<4x8xf32>, %i: index) {
  %0 = vector.extract %a[3] : vector<8xf32> from vector<4x8xf32>
  %1 = vector.extract %a[%i, 1] : f32 from vector<4x8xf32>
  return
}`},
	}
}

func insert() *ir.OpDef {
	return &ir.OpDef{
		Kind:    "vector.insert",
		New:     []string{"valueToStore", "dest", "static_position..."},
		Summary: "replace an element or a part of a vector",
		Description: `The result is dest with the value at the given position. A position of -1 gives
poison.`,
		Implements: []ir.Implementation{sim.Moves("valueToStore", "dest")},
		Operands: []ir.ValueDef{
			{Name: "valueToStore", Type: ir.AnyType},
			{Name: "dest", Type: anyVector},
			{Name: "dynamic_position", Type: ir.IndexConstraint, Kind: ir.Variadic},
		},
		Results: []ir.ValueDef{{Name: "result", Type: anyVector}},
		Attrs:   []ir.PropDef{denseDef(staticPosition)},
		Traits:  ir.Pure,
		Constraints: []ir.Constraint{
			sameElements("source operand and result have same element type", ir.Method(InsertOp.ValueToStore), ir.Method(InsertOp.Result)),
			ir.AllTypesMatch{"dest", "result"},
		},
		Assembly: "$valueToStore `,` $dest custom<DynamicIndexList>($dynamic_position, $static_position) attr-dict `:` type($valueToStore) `into` type($dest)",
		Custom:   dynamicIndexList,
		Verify:   verifyInsert,
		Fold:     foldInsert,
		Patterns: insertPatterns,
		Examples: []string{`func.func @f(%a: f32, %b: vector<4x8xf32>, %i: index) -> vector<4x8xf32> {
  %0 = vector.insert %a, %b [%i, 1] : f32 into vector<4x8xf32>
  return %0 : vector<4x8xf32>
}`},
	}
}

func fromElements() *ir.OpDef {
	return &ir.OpDef{
		Kind:        "vector.from_elements",
		Summary:     "make a vector of scalars",
		Description: `The operands are the elements in row-major order.`,
		Implements:  []ir.Implementation{sim.Moves()},
		Operands:    []ir.ValueDef{{Name: "elements", Type: ir.AnyType, Kind: ir.Variadic}},
		Results:     []ir.ValueDef{{Name: "dest", Type: fixedVector}},
		Traits:      ir.Pure,
		Constraints: []ir.Constraint{matchesElements("dest", "elements", func(op *ir.Operation) (*ir.Value, []*ir.Value) {
			fromElements := ir.Cast[FromElementsOp](op)
			return fromElements.Dest(), fromElements.Elements()
		})},
		Form:  "$elements attr-dict `:` type($dest)",
		Parse: parseFromElements,
		Print: func(p *ir.Printer, op *ir.Operation) {
			p.Str(" ").Operands(op.OperandList()).AttrDict(op).Str(" : ").Type(ir.Cast[FromElementsOp](op).Dest().Type())
		},
		Fold:     foldFromElements,
		Patterns: fromElementsPatterns,
		Examples: []string{`func.func @f(%a: f32, %b: f32) -> vector<2x2xf32> {
  %0 = vector.from_elements %a, %b, %b, %a : vector<2x2xf32>
  return %0 : vector<2x2xf32>
}`},
	}
}

func toElements() *ir.OpDef {
	return &ir.OpDef{
		Kind:        "vector.to_elements",
		Summary:     "take a vector apart",
		Description: `The results are the elements in row-major order.`,
		Implements:  []ir.Implementation{sim.Moves()},
		Operands:    []ir.ValueDef{{Name: "source", Type: anyVector}},
		Results:     []ir.ValueDef{{Name: "elements", Type: ir.AnyType, Kind: ir.Variadic}},
		Traits:      ir.Pure,
		Constraints: []ir.Constraint{matchesElements("source", "elements", func(op *ir.Operation) (*ir.Value, []*ir.Value) {
			toElements := ir.Cast[ToElementsOp](op)
			return toElements.Source(), toElements.Elements()
		})},
		Assembly: "$source attr-dict `:` type($source)",
		Infer: func(_ *ir.Context, st *ir.OpState) ([]ir.Type, *ir.Diagnostic) {
			t := vectorOf(st.Operands[0])
			types := make([]ir.Type, numElements(t))
			for i := range types {
				types[i] = t.Elem
			}
			return types, nil
		},
		Fold:     foldToElements,
		Patterns: toElementsPatterns,
		Examples: []string{`func.func @f(%a: vector<2xf32>) -> (f32, f32) {
  %0:2 = vector.to_elements %a : vector<2xf32>
  return %0#0, %0#1 : f32, f32
}`},
	}
}

func scalableInsert() *ir.OpDef {
	return &ir.OpDef{
		Kind:        "vector.scalable.insert",
		Summary:     "insert a vector into a scalable vector",
		Description: `The position is in elements and a multiple of the length of the inserted vector.`,
		Operands:    []ir.ValueDef{{Name: "valueToStore", Type: vector1D}, {Name: "dest", Type: scalable1D}},
		Results:     []ir.ValueDef{{Name: "result", Type: scalable1D}},
		Attrs:       []ir.PropDef{{Name: posAttr, Type: ir.I64Attr}},
		Traits:      ir.Pure,
		Constraints: []ir.Constraint{
			sameElementTypes("valueToStore", "dest"),
			ir.AllTypesMatch{"dest", "result"},
			multipleOf("source", ir.Method(ScalableInsertOp.Pos), ir.Method(ScalableInsertOp.ValueToStore)),
		},
		Assembly: "$valueToStore `,` $dest `[` $pos `]` attr-dict `:` type($valueToStore) `into` type($dest)",
		Examples: []string{`func.func @f(%a: vector<4xf32>, %b: vector<[16]xf32>) -> vector<[16]xf32> {
  %0 = vector.scalable.insert %a, %b[8] : vector<4xf32> into vector<[16]xf32>
  return %0 : vector<[16]xf32>
}`},
	}
}

func scalableExtract() *ir.OpDef {
	return &ir.OpDef{
		Kind:        "vector.scalable.extract",
		Summary:     "extract a vector from a scalable vector",
		Description: `The position is in elements and a multiple of the length of the result.`,
		Operands:    []ir.ValueDef{{Name: "source", Type: scalable1D}},
		Results:     []ir.ValueDef{{Name: "result", Type: vector1D}},
		Attrs:       []ir.PropDef{{Name: posAttr, Type: ir.I64Attr}},
		Traits:      ir.Pure,
		Constraints: []ir.Constraint{
			sameElementTypes("source", "result"),
			multipleOf("result", ir.Method(ScalableExtractOp.Pos), ir.Method(ScalableExtractOp.Result)),
		},
		Assembly: "$source `[` $pos `]` attr-dict `:` type($result) `from` type($source)",
		Examples: []string{`func.func @f(%a: vector<[16]xf32>) -> vector<4xf32> {
  %0 = vector.scalable.extract %a[8] : vector<4xf32> from vector<[16]xf32>
  return %0 : vector<4xf32>
}`},
	}
}

func shuffle() *ir.OpDef {
	return &ir.OpDef{
		Kind:    "vector.shuffle",
		Summary: "select rows of two vectors",
		Description: `Row i of the result is row mask[i] of the concatenation of the operands; -1 gives
poison.`,
		Implements: []ir.Implementation{sim.Moves()},
		Operands:   []ir.ValueDef{{Name: "v1", Type: fixedVector}, {Name: "v2", Type: fixedVector}},
		Results:    []ir.ValueDef{{Name: "vector", Type: rankedVector}},
		Attrs:      []ir.PropDef{denseDef(maskAttr)},
		Traits:     ir.Pure,
		Constraints: []ir.Constraint{
			sameElements("first operand v1 and result have same element type", ir.Method(ShuffleOp.V1), ir.Method(ShuffleOp.Vector)),
			sameElements("second operand v2 and result have same element type", ir.Method(ShuffleOp.V2), ir.Method(ShuffleOp.Vector)),
		},
		Assembly: "operands $mask attr-dict `:` type(operands)",
		Infer:    inferShuffle,
		Verify:   verifyShuffle,
		Fold:     foldShuffle,
		Patterns: shufflePatterns,
		Examples: []string{`func.func @f(%a: vector<2xf32>, %b: vector<4xf32>) -> vector<3xf32> {
  %0 = vector.shuffle %a, %b [0, 1, 5] : vector<2xf32>, vector<4xf32>
  return %0 : vector<3xf32>
}`},
	}
}

func interleave() *ir.OpDef {
	return &ir.OpDef{
		Kind:        "vector.interleave",
		Summary:     "alternate the elements of two vectors",
		Description: `The innermost dimension takes elements of lhs and rhs in turn.`,
		Implements:  []ir.Implementation{sim.Moves()},
		Operands:    []ir.ValueDef{{Name: "lhs", Type: anyVector}, {Name: "rhs", Type: anyVector}},
		Results:     []ir.ValueDef{{Name: "result", Type: rankedVector}},
		Traits:      ir.Pure,
		Constraints: []ir.Constraint{
			ir.AllTypesMatch{"lhs", "rhs"},
			ir.TypesMatchWith{Sentence: "type of 'result' is double the width of the inputs", From: "lhs", To: "result", Transform: func(t ir.Type) ir.Type {
				v := t.(*ir.VectorType)
				if len(v.Dims) == 0 {
					return ir.Vector([]int64{2}, v.Elem)
				}
				return withLastDim(v, 2*lastDim(v.Dims))
			}},
		},
		Assembly: "$lhs `,` $rhs  attr-dict `:` type($lhs) `->` type($result)",
		Examples: []string{`func.func @f(%a: vector<2x[4]xi8>, %b: vector<2x[4]xi8>) -> vector<2x[8]xi8> {
  %0 = vector.interleave %a, %b : vector<2x[4]xi8> -> vector<2x[8]xi8>
  return %0 : vector<2x[8]xi8>
}`},
	}
}

func deinterleave() *ir.OpDef {
	return &ir.OpDef{
		Kind:        "vector.deinterleave",
		Summary:     "separate even and odd elements",
		Description: `The first result holds the even elements of the innermost dimension, the second the odd elements.`,
		Implements:  []ir.Implementation{sim.Moves()},
		Operands:    []ir.ValueDef{{Name: "source", Type: rankedVector}},
		Results:     []ir.ValueDef{{Name: "res1", Type: rankedVector}, {Name: "res2", Type: rankedVector}},
		Traits:      ir.Pure,
		Constraints: []ir.Constraint{
			ir.Predicate{Sentence: "the trailing dimension of the source vector has an even number of elements", Holds: func(op *ir.Operation) bool {
				return lastDim(vectorOf(ir.Cast[DeinterleaveOp](op).Source()).Dims)%2 == 0
			}},
			ir.TypesMatchWith{Sentence: "the trailing dimension of the results is half the width of source trailing dimension", From: "source", To: "res1", Transform: func(t ir.Type) ir.Type {
				v := t.(*ir.VectorType)
				if lastDim(v.Dims) < 2 {
					return t
				}
				return withLastDim(v, lastDim(v.Dims)/2)
			}},
			ir.AllTypesMatch{"res1", "res2"},
		},
		Assembly: "$source attr-dict `:` type($source) `->` type($res1)",
		Examples: []string{`func.func @f(%a: vector<8xi8>) -> (vector<4xi8>, vector<4xi8>) {
  %0, %1 = vector.deinterleave %a : vector<8xi8> -> vector<4xi8>
  return %0, %1 : vector<4xi8>, vector<4xi8>
}`},
	}
}

func withLastDim(t *ir.VectorType, n int64) *ir.VectorType {
	dims := append([]int64(nil), t.Dims...)
	dims[len(dims)-1] = n
	return ir.ScalableVector(dims, t.Scalable, t.Elem)
}
