package memref

import (
	"slices"

	"optc/dialect/internal/view"
	"optc/ir"
)

func cast() *ir.OpDef {
	return view.DefineCast(&ir.OpDef{
		Kind:    "memref.cast",
		Summary: "more or less static types",
		Description: `The same memref with a type that specifies more or fewer of the extents, offset
and strides. Whatever the new type adds must be true.`,
		ResultNames: ir.NameResult("cast"),
		Fold:        foldCast,
		Implements:  castOfSource,
		Examples: []string{`func.func @f(%m: memref<4x?xf32>) -> memref<?x?xf32> {
  %r = memref.cast %m : memref<4x?xf32> to memref<?x?xf32>
  return %r : memref<?x?xf32>
}`},
	}, ir.AnyRankedOrUnrankedMemRef, CastCompatible)
}

func memorySpaceCast() *ir.OpDef {
	return view.DefineCast(&ir.OpDef{
		Kind:        "memref.memory_space_cast",
		Summary:     "another memory space",
		Description: "The same memref seen through another memory space.",
		ResultNames: ir.NameResult("memspacecast"),
		Fold:        foldMemorySpaceCast,
		Implements:  castOfSource,
		Examples: []string{`func.func @f(%m: memref<4xf32, 1>) -> memref<4xf32> {
  %r = memref.memory_space_cast %m : memref<4xf32, 1> to memref<4xf32>
  return %r : memref<4xf32>
}`},
	}, ir.AnyRankedOrUnrankedMemRef, func(a, b ir.Type) bool {
		switch a := a.(type) {
		case *ir.MemRefType:
			b, ok := b.(*ir.MemRefType)
			return ok && ir.MemRef(a.Dims, a.Elem, a.Layout, b.Space) == b
		case *ir.UnrankedMemRefType:
			b, ok := b.(*ir.UnrankedMemRefType)
			return ok && a.Elem == b.Elem
		}
		return false
	})
}

// CastCompatible reports whether memref.cast may turn a into b: extents, strides
// and offsets agree where both know them (CastOp::areCastCompatible upstream).
func CastCompatible(from, to ir.Type) bool {
	a, ok := from.(*ir.MemRefType)
	b, ok2 := to.(*ir.MemRefType)
	if !ok || !ok2 {
		return (ok || ok2) && ir.ElementOrSelf(from) == ir.ElementOrSelf(to) && ir.MemorySpace(from) == ir.MemorySpace(to)
	}
	if a.Elem != b.Elem || a.Space != b.Space || len(a.Dims) != len(b.Dims) {
		return false
	}
	if a.Layout != b.Layout {
		as, aOffset, ok := a.StridesAndOffset()
		bs, bOffset, ok2 := b.StridesAndOffset()
		if !ok || !ok2 || !compatible(aOffset, bOffset) || !allCompatible(as, bs) {
			return false
		}
	}
	return allCompatible(a.Dims, b.Dims)
}

func compatible(a, b int64) bool { return a == b || a == ir.Dynamic || b == ir.Dynamic }

func allCompatible(as, bs []int64) bool {
	if len(as) != len(bs) {
		return false
	}
	for i := range as {
		if !compatible(as[i], bs[i]) {
			return false
		}
	}
	return true
}

func assumeAlignment() *ir.OpDef {
	return &ir.OpDef{
		Kind:        "memref.assume_alignment",
		Summary:     "promise an alignment",
		Description: "The operand, with the promise that its pointer is a multiple of alignment bytes.",
		Operands:    []ir.ValueDef{{Name: "memref", Type: ir.AnyMemRef}},
		Results:     []ir.ValueDef{{Name: "result", Type: ir.AnyMemRef}},
		Attrs: []ir.PropDef{{Name: alignment, Doc: "bytes", Type: &ir.AttrConstraint{
			Go:        ir.GoI32,
			Summary:   "32-bit signless integer attribute whose value is positive",
			Check:     func(a ir.Attribute) bool { return ir.I32Attr.Check(a) && ir.IntOr(a, 0) > 0 },
			Stores:    ir.I32Attr.Stores,
			ValueType: ir.I32Attr.ValueType,
		}}},
		Traits:      ir.Pure | ir.SameOperandsAndResultType,
		Assembly:    "$memref `,` $alignment attr-dict `:` type($memref)",
		ResultNames: ir.NameResult("assume_align"),
		Verify: func(op *ir.Operation) *ir.Diagnostic {
			if n := ir.Cast[AssumeAlignmentOp](op).Alignment(); n&(n-1) != 0 {
				return op.Errorf("alignment must be power of 2")
			}
			return nil
		},
		Fold:       foldAssumeAlignment,
		Implements: castOfSource,
		Examples: []string{`func.func @f(%m: memref<4xf32>) -> memref<4xf32> {
  %r = memref.assume_alignment %m, 16 : memref<4xf32>
  return %r : memref<4xf32>
}`},
	}
}

func distinctObjects() *ir.OpDef {
	return &ir.OpDef{
		Kind:        "memref.distinct_objects",
		Summary:     "promise that memrefs do not alias",
		Description: "The operands, with the promise that accesses to one operand never touch the memory of another.",
		Operands:    []ir.ValueDef{{Name: "operands", Type: ir.AnyMemRef, Kind: ir.Variadic}},
		Results:     []ir.ValueDef{{Name: "results", Type: ir.AnyMemRef, Kind: ir.Variadic}},
		Traits:      ir.Pure,
		Assembly:    "$operands attr-dict `:` type($operands)",
		Implements:  []ir.Implementation{viewsOfOperands},
		Infer: func(_ *ir.Context, st *ir.OpState) ([]ir.Type, *ir.Diagnostic) {
			types := make([]ir.Type, len(st.Operands))
			for i, v := range st.Operands {
				types[i] = v.Type()
			}
			return types, nil
		},
		Verify: func(op *ir.Operation) *ir.Diagnostic {
			if !slices.Equal(op.OperandTypes(), op.ResultTypes()) {
				return op.Errorf("operand types and result types must match")
			}
			if op.NumOperands() == 0 {
				return op.Errorf("expected at least one operand")
			}
			return nil
		},
		Examples: []string{`func.func @f(%a: memref<4xf32>, %b: memref<8xf32>) {
  %0, %1 = memref.distinct_objects %a, %b : memref<4xf32>, memref<8xf32>
  return
}`},
	}
}
