package memref

import (
	"optc/dialect/internal/view"
	"optc/ir"
	"optc/sim"
)

// accessAttrs are the attributes of loads and stores.
func accessAttrs() []ir.PropDef {
	return []ir.PropDef{
		{Name: "nontemporal", Type: ir.BoolAttr, Optional: true,
			Default: func(c *ir.Context) ir.Attribute { return c.Bool(false) }, Doc: "the data is not used again soon"},
		alignmentDef(),
	}
}

func load() *ir.OpDef {
	return &ir.OpDef{
		Kind:        "memref.load",
		Implements:  []ir.Implementation{ir.AccessesMemory(accessOfLoad)},
		New:         []string{"memref", "indices..."},
		Summary:     "read an element",
		Description: "The element at one index per dimension. alignment is in bytes.",
		Operands:    []ir.ValueDef{{Name: "memref", Type: ir.AnyMemRef, Effects: ir.Read}, ir.VariadicIndex("indices")},
		Results:     []ir.ValueDef{{Name: "result", Type: ir.AnyType}},
		Attrs:       accessAttrs(),
		Constraints: []ir.Constraint{ir.TypesMatchWith{
			Sentence: "result type matches element type of 'memref'", From: "memref", To: "result", Transform: elementOf,
		}},
		Assembly: "$memref `[` $indices `]` attr-dict `:` type($memref)",
		Verify: func(op *ir.Operation) *ir.Diagnostic {
			if want, got := len(typeOf(ir.Cast[LoadOp](op).Memref()).Dims), op.NumOperands()-1; got != want {
				return op.Errorf("incorrect number of indices for load, expected %d but got %d", want, got)
			}
			return nil
		},
		Fold: FoldCasts,
		Examples: []string{`func.func @f(%m: memref<4x8xf32>, %i: index, %j: index) -> f32 {
  %x = memref.load %m[%i, %j] {nontemporal = true} : memref<4x8xf32>
  memref.store %x, %m[%j, %i] : memref<4x8xf32>
  return %x : f32
}`},
	}
}

func store() *ir.OpDef {
	return &ir.OpDef{
		Kind:        "memref.store",
		Implements:  []ir.Implementation{ir.AccessesMemory(accessOfStore), sim.Moves("value")},
		New:         []string{"value", "memref", "indices..."},
		Summary:     "write an element",
		Description: "Writes the element at one index per dimension. alignment is in bytes.",
		Operands: []ir.ValueDef{
			{Name: "value", Type: ir.AnyType},
			{Name: "memref", Type: ir.AnyMemRef, Effects: ir.Write},
			ir.VariadicIndex("indices"),
		},
		Attrs: accessAttrs(),
		Constraints: []ir.Constraint{ir.TypesMatchWith{
			Sentence: "type of 'value' matches element type of 'memref'", From: "memref", To: "value", Transform: elementOf,
		}},
		Assembly: "$value `,` $memref `[` $indices `]` attr-dict `:` type($memref)",
		Verify: func(op *ir.Operation) *ir.Diagnostic {
			if op.NumOperands() != 2+len(typeOf(ir.Cast[StoreOp](op).Memref()).Dims) {
				return op.Errorf("store index operand count not equal to memref rank")
			}
			return nil
		},
		Fold: func(op *ir.Operation, _ []ir.Attribute) ir.FoldResult {
			return FoldCastsExcept(op, ir.Cast[StoreOp](op).Value())
		},
	}
}

func accessOfLoad(op *ir.Operation) ir.Access {
	load := ir.Cast[LoadOp](op)
	return ir.TrailingAccess(ir.Read, load.Memref(), load.Indices(), load.Result())
}

func accessOfStore(op *ir.Operation) ir.Access {
	store := ir.Cast[StoreOp](op)
	return ir.TrailingAccess(ir.Write, store.Memref(), store.Indices(), store.Value())
}

func copyOp() *ir.OpDef {
	return &ir.OpDef{
		Kind: "memref.copy",
		Implements: []ir.Implementation{ir.Accessing.By(func(op *ir.Operation) []ir.Access {
			copied := ir.Cast[CopyOp](op)
			return []ir.Access{{Kind: ir.Read, Memory: copied.Source()}, {Kind: ir.Write, Memory: copied.Target()}}
		})},
		Summary:     "copy all elements",
		Description: "Copies the elements between memrefs of equal shape that do not overlap.",
		Operands: []ir.ValueDef{
			{Name: "source", Type: ir.AnyRankedOrUnrankedMemRef, Effects: ir.Read},
			{Name: "target", Type: ir.AnyRankedOrUnrankedMemRef, Effects: ir.Write},
		},
		Traits:   ir.SameOperandsElementType | ir.SameOperandsShape,
		Assembly: "$source `,` $target attr-dict `:` type($source) `to` type($target)",
		Fold:     foldCopy,
		Patterns: copyPatterns,
	}
}

func dim() *ir.OpDef {
	return view.DefineDim(&ir.OpDef{
		Kind:        "memref.dim",
		Implements:  []ir.Implementation{loweredDim, inferDim},
		Description: "The number of elements in a dimension, which is given by its number. A dimension number outside the rank is undefined behaviour.",
		Fold:        foldDim,
		Patterns:    dimPatterns,
		Examples: []string{`func.func @f(%m: memref<4x?xf32>) -> index {
  %c1 = arith.constant 1 : index
  %n = memref.dim %m, %c1 : memref<4x?xf32>
  return %n : index
}`},
	}, nonScalarMemRef)
}

func rank() *ir.OpDef {
	return &ir.OpDef{
		Kind:        "memref.rank",
		Summary:     "the number of dimensions",
		Description: "The rank, which the type specifies unless the memref is unranked.",
		Operands:    []ir.ValueDef{{Name: "memref", Type: ir.AnyRankedOrUnrankedMemRef}},
		Results:     []ir.ValueDef{{Name: "result", Type: ir.IndexConstraint}},
		Traits:      ir.Pure,
		Assembly:    "$memref attr-dict `:` type($memref)",
		Fold:        foldRank,
	}
}

func prefetch() *ir.OpDef {
	return &ir.OpDef{
		Kind:        "memref.prefetch",
		Summary:     "hint that an element is used soon",
		Description: "localityHint is from 0, no locality, to 3, keep in the cache.",
		Operands:    []ir.ValueDef{{Name: "memref", Type: ir.AnyMemRef, Effects: ir.Write}, ir.VariadicIndex("indices")},
		Attrs: []ir.PropDef{
			{Name: "isWrite", Type: ir.BoolAttr},
			{Name: "localityHint", Type: view.LocalityAttr},
			{Name: "isDataCache", Type: ir.BoolAttr},
		},
		Form: "$memref `[` $indices `]` `,` (`read` | `write`) `,` `locality` `<` $localityHint `>` `,` (`data` | `instr`) attr-dict `:` type($memref)",
		Parse: func(p ir.OpParser, st *ir.OpState) {
			m := p.Operand()
			indices := p.Operands("[]")
			p.Expect(",")
			view.ParsePrefetch(p, st)
			p.AttrDict(st) // printed by upstream, which cannot read it
			p.Expect(":")
			t := p.Type()
			p.Resolve(st, t, m)
			p.ResolveEach(st, p.Context().Index(), indices)
		},
		Print: func(p *ir.Printer, op *ir.Operation) {
			prefetch := ir.Cast[PrefetchOp](op)
			m := prefetch.Memref()
			p.Str(" ").Operand(m).Str("[").Operands(prefetch.Indices()).Str("]")
			view.PrintPrefetch(p, op)
			p.AttrDict(op, "isWrite", "localityHint", "isDataCache").Str(" : ").Type(m.Type())
		},
		Verify: func(op *ir.Operation) *ir.Diagnostic {
			if op.NumOperands() != 1+len(typeOf(ir.Cast[PrefetchOp](op).Memref()).Dims) {
				return op.Errorf("too few indices")
			}
			return nil
		},
		Fold: FoldCasts,
		Examples: []string{`func.func @f(%m: memref<8xf32>, %i: index) {
  memref.prefetch %m[%i], read, locality<3>, data : memref<8xf32>
  return
}`},
	}
}
