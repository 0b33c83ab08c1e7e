package memref

import (
	"slices"

	"optc/ir"
)

func extractAlignedPointer() *ir.OpDef {
	return &ir.OpDef{
		Kind:        "memref.extract_aligned_pointer_as_index",
		Summary:     "the pointer as a number",
		Description: "The aligned base pointer, in bytes; the offset is not added.",
		Operands:    []ir.ValueDef{{Name: "source", Type: ir.AnyRankedOrUnrankedMemRef}},
		Results:     []ir.ValueDef{{Name: "aligned_pointer", Type: ir.IndexConstraint}},
		Traits:      ir.Pure,
		Assembly:    "$source `:` type($source) `->` type(results) attr-dict",
		ResultNames: ir.NameResult("intptr"),
	}
}

func extractStridedMetadata() *ir.OpDef {
	return &ir.OpDef{
		Kind:    "memref.extract_strided_metadata",
		Summary: "base, offset, sizes and strides",
		Description: `Takes a memref apart: a memref of rank 0 with the base pointer, the offset, and
the sizes and strides of every dimension, all in elements.`,
		Operands: []ir.ValueDef{{Name: "source", Type: stridedMemRef}},
		Results: []ir.ValueDef{
			{Name: "base_buffer", Type: stridedMemRef0},
			{Name: "offset", Type: ir.IndexConstraint},
			{Name: "sizes", Type: ir.IndexConstraint, Kind: ir.Variadic},
			{Name: "strides", Type: ir.IndexConstraint, Kind: ir.Variadic},
		},
		Traits:   ir.Pure,
		Assembly: "$source `:` type($source) `->` type(results) attr-dict",
		Infer: func(c *ir.Context, st *ir.OpState) ([]ir.Type, *ir.Diagnostic) {
			t, ok := st.Operands[0].Type().(*ir.MemRefType)
			if !ok {
				return nil, ir.Errorf(st.Loc, "'%s' op cannot infer its result types", st.Def.Name())
			}
			return metadataTypes(t), nil
		},
		ResultNames: func(op *ir.Operation, set func(*ir.Value, string)) {
			for g, name := range []string{"base_buffer", "offset", "sizes", "strides"} {
				if vs := op.ResultGroup(g); len(vs) > 0 {
					set(vs[0], name)
				}
			}
		},
		Verify: func(op *ir.Operation) *ir.Diagnostic {
			want := metadataTypes(typeOf(ir.Cast[ExtractStridedMetadataOp](op).Source()))
			if slices.Equal(want, op.ResultTypes()) {
				return nil
			}
			return op.Errorf("inferred type(s) %s are incompatible with return type(s) of operation %s",
				quotedTypes(want), quotedTypes(op.ResultTypes()))
		},
		Implements: []ir.Implementation{viewOfMetadata},
		Fold:       foldStridedMetadata,
	}
}

func quotedTypes(types []ir.Type) string {
	s := ""
	for i, t := range types {
		if i > 0 {
			s += ", "
		}
		s += "'" + t.String() + "'"
	}
	return s
}

func metadataTypes(t *ir.MemRefType) []ir.Type {
	index := t.Context().Index()
	types := []ir.Type{ir.MemRef(nil, t.Elem, nil, t.Space), index}
	return append(types, slices.Repeat([]ir.Type{index}, 2*len(t.Dims))...)
}
