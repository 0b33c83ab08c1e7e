package memref

import (
	"optc/dialect/internal/view"
	"optc/ir"
)

// sliceLists are the offsets, sizes and strides of memref.subview and
// memref.reinterpret_cast.
var sliceLists = view.SliceFrom(1)

func subView() *ir.OpDef {
	return &ir.OpDef{
		Kind: "memref.subview", GoName: "SubView",
		Summary: "a strided part of a memref",
		Description: `A part of the source, specified by an offset, a size and a stride for each
dimension, in elements of that dimension. Dimensions of size 1 may be missing in
the result type.`,
		Operands: view.SliceOperands(ir.ValueDef{Name: "source", Type: ir.AnyMemRef}),
		Results:  []ir.ValueDef{{Name: "result", Type: ir.AnyMemRef}},
		Attrs:    sliceLists.Props(),
		Traits:   ir.AttrSizedOperandSegments | ir.Pure,
		Assembly: "$source `` custom<DynamicIndexList>($offsets, $static_offsets) " +
			"custom<DynamicIndexList>($sizes, $static_sizes) custom<DynamicIndexList>($strides, $static_strides) " +
			"attr-dict `:` type($source) `to` type($result)",
		Custom:      view.IndexLists,
		ResultNames: ir.NameResult("subview"),
		Verify:      verifySubView,
		Fold:        foldSubView,
		Patterns:    subViewPatterns,
		Implements:  elementsOfSource,
		Examples: []string{`func.func @f(%m: memref<8x16xf32>, %i: index) -> memref<4xf32, strided<[2], offset: ?>> {
  %v = memref.subview %m[%i, 4] [1, 4] [1, 2] : memref<8x16xf32> to memref<4xf32, strided<[2], offset: ?>>
  return %v : memref<4xf32, strided<[2], offset: ?>>
}`},
	}
}

func reinterpretCast() *ir.OpDef {
	return &ir.OpDef{
		Kind:    "memref.reinterpret_cast",
		Summary: "the memory of a memref with other sizes and strides",
		Description: `Takes the base pointer of the source and gives it a new offset, sizes and strides,
all in elements. The source's own offset, sizes and strides are ignored.`,
		Operands: view.SliceOperands(ir.ValueDef{Name: "source", Type: ir.AnyRankedOrUnrankedMemRef}),
		Results:  []ir.ValueDef{{Name: "result", Type: stridedMemRef}},
		Attrs:    sliceLists.Props(),
		Traits:   ir.AttrSizedOperandSegments | ir.Pure,
		Assembly: "$source `to` `offset` `` `:` custom<DynamicIndexList>($offsets, $static_offsets) " +
			"`` `,` `sizes` `` `:` custom<DynamicIndexList>($sizes, $static_sizes) " +
			"`` `,` `strides` `` `:` custom<DynamicIndexList>($strides, $static_strides) " +
			"attr-dict `:` type($source) `to` type($result)",
		Custom:      view.IndexLists,
		ResultNames: ir.NameResult("reinterpret_cast"),
		Verify:      verifyReinterpretCast,
		Fold:        foldReinterpretCast,
		Patterns:    reinterpretCastPatterns,
		Implements:  elementsOfSource,
		Examples: []string{`func.func @f(%m: memref<?xf32>, %n: index) -> memref<4x?xf32, strided<[?, 1]>> {
  %v = memref.reinterpret_cast %m to offset: [0], sizes: [4, %n], strides: [%n, 1] : memref<?xf32> to memref<4x?xf32, strided<[?, 1]>>
  return %v : memref<4x?xf32, strided<[?, 1]>>
}`},
	}
}

func view1D() *ir.OpDef {
	return &ir.OpDef{
		Kind:    "memref.view",
		Summary: "typed memory in a byte buffer",
		Description: `A contiguous memref that begins byte_shift bytes into a buffer of i8. The operands
in the second brackets are the unknown extents.`,
		Operands: []ir.ValueDef{
			{Name: "source", Type: byteBuffer},
			{Name: "byte_shift", Type: ir.IndexConstraint},
			ir.VariadicIndex("sizes"),
		},
		Results:     []ir.ValueDef{{Name: "result", Type: ir.AnyMemRef}},
		Traits:      ir.Pure,
		Assembly:    "$source `[` $byte_shift `]` `` `[` $sizes `]` attr-dict `:` type($source) `to` type(results)",
		ResultNames: ir.NameResult("view"),
		Verify:      verifyView,
		Fold:        foldView,
		Patterns:    viewPatterns,
		Implements:  []ir.Implementation{viewOfSource},
		Examples: []string{`func.func @f(%m: memref<64xi8>, %s: index, %n: index) -> memref<?x4xf32> {
  %v = memref.view %m[%s][%n] : memref<64xi8> to memref<?x4xf32>
  return %v : memref<?x4xf32>
}`},
	}
}

func transpose() *ir.OpDef {
	return &ir.OpDef{
		Kind:        "memref.transpose",
		Summary:     "permute the dimensions",
		Description: "The same memory with the dimensions in another order: result dimension i is dimension permutation[i] of the source.",
		Operands:    []ir.ValueDef{{Name: "in", Type: stridedMemRef}},
		Results:     []ir.ValueDef{{Name: "result", Type: stridedMemRef}},
		Attrs:       []ir.PropDef{{Name: permutation, Type: ir.AffineMapConstraint}},
		Traits:      ir.Pure,
		Form:        "$in $permutation attr-dict `:` type($in) `to` type($result)",
		Parse: func(p ir.OpParser, st *ir.OpState) {
			in := p.Operand()
			m := p.AffineMap()
			p.AttrDict(st)
			p.Expect(":")
			source := p.Type()
			p.Keyword("to")
			result := p.Type()
			if !p.Ok() {
				return
			}
			st.SetProp(permutation, p.Context().AffineMap(m))
			p.Resolve(st, source, in)
			st.ResultTypes = []ir.Type{result}
		},
		Print: func(p *ir.Printer, op *ir.Operation) {
			transpose := ir.Cast[TransposeOp](op)
			in := transpose.In()
			p.Str(" ").Operand(in).Str(" "+transpose.Permutation().String()).
				AttrDict(op, permutation).Str(" : ").Type(in.Type()).Str(" to ").Type(transpose.Result().Type())
		},
		ResultNames: ir.NameResult("transpose"),
		Verify:      verifyTranspose,
		Fold:        foldTranspose,
		Implements:  elementsOfSource,
		Examples: []string{`func.func @f(%m: memref<4x8xf32>) -> memref<8x4xf32, strided<[1, 8]>> {
  %t = memref.transpose %m (d0, d1) -> (d1, d0) : memref<4x8xf32> to memref<8x4xf32, strided<[1, 8]>>
  return %t : memref<8x4xf32, strided<[1, 8]>>
}`},
	}
}
