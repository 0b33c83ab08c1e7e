package vector

import (
	"optc/dialect/memref"
	"optc/ir"
	"optc/sim"
)

func index(name string) ir.ValueDef {
	return ir.ValueDef{Name: name, Type: ir.IndexConstraint, Kind: ir.Variadic}
}

func load() *ir.OpDef {
	return &ir.OpDef{
		Kind:       "vector.load",
		Implements: accessesMemory(accessOfLoad),
		New:        []string{"result", "base", "indices", "alignment...?"},
		Summary:    "read a vector from consecutive memory",
		Description: `Reads a part of a memref that begins at the indices and extends along the trailing
dimensions. The innermost dimension has stride 1. The effect of an access out of
bounds depends on the target.`,
		Operands: []ir.ValueDef{{Name: "base", Type: ir.AnyMemRef, Effects: ir.Read}, index("indices")},
		Results:  []ir.ValueDef{{Name: "result", Type: anyVector}},
		Attrs:    []ir.PropDef{nontemporalDef(), alignmentDef()},
		Assembly: "$base `[` $indices `]` attr-dict `:` type($base) `,` type($result)",
		Verify: func(op *ir.Operation) *ir.Diagnostic {
			load := ir.Cast[LoadOp](op)
			return verifyConsecutive(op, load.Base(), load.Result(), consecutiveLoad)
		},
		Fold: memref.FoldCasts,
		Examples: []string{`func.func @f(%m: memref<8x16xf32>, %i: index) -> vector<2x4xf32> {
  %0 = vector.load %m[%i, %i] {alignment = 16 : i64} : memref<8x16xf32>, vector<2x4xf32>
  return %0 : vector<2x4xf32>
}`},
	}
}

func store() *ir.OpDef {
	return &ir.OpDef{
		Kind:        "vector.store",
		Implements:  accessesMemory(accessOfStore, sim.Moves("valueToStore")),
		Summary:     "write a vector to consecutive memory",
		Description: `The counterpart of vector.load.`,
		Operands:    []ir.ValueDef{{Name: "valueToStore", Type: anyVector}, {Name: "base", Type: ir.AnyMemRef, Effects: ir.Write}, index("indices")},
		Attrs:       []ir.PropDef{nontemporalDef(), alignmentDef()},
		Assembly:    "$valueToStore `,` $base `[` $indices `]` attr-dict `:` type($base) `,` type($valueToStore)",
		Verify: func(op *ir.Operation) *ir.Diagnostic {
			store := ir.Cast[StoreOp](op)
			return verifyConsecutive(op, store.Base(), store.ValueToStore(), consecutiveStore)
		},
		Fold: memref.FoldCasts,
		Examples: []string{`func.func @f(%m: memref<8x16xf32>, %i: index, %v: vector<4xf32>) {
  vector.store %v, %m[%i, %i] {nontemporal = true} : memref<8x16xf32>, vector<4xf32>
  return
}`},
	}
}

const (
	maskedReadForm  = "$base `[` $indices `]` `,` $mask `,` $pass_thru attr-dict `:` type($base) `,` type($mask) `,` type($pass_thru) `into` type($result)"
	maskedWriteForm = "$base `[` $indices `]` `,` $mask `,` $valueToStore attr-dict `:` type($base) `,` type($mask) `,` type($valueToStore)"
)

// maskedRead completes the definition of an operation that reads memory where a mask is
// set.
func maskedRead(d *ir.OpDef, mask *ir.TypeConstraint) *ir.OpDef {
	d.Operands = []ir.ValueDef{
		{Name: "base", Type: ir.AnyMemRef, Effects: ir.Read}, index("indices"),
		{Name: "mask", Type: mask}, {Name: "pass_thru", Type: rankedVector},
	}
	d.Results = []ir.ValueDef{{Name: "result", Type: rankedVector}}
	d.Attrs = []ir.PropDef{alignmentDef()}
	d.Assembly = maskedReadForm
	return d
}

// maskedWrite completes the definition of an operation that writes memory where a mask is
// set.
func maskedWrite(d *ir.OpDef, mask *ir.TypeConstraint) *ir.OpDef {
	d.Operands = []ir.ValueDef{
		{Name: "base", Type: ir.AnyMemRef, Effects: ir.Write}, index("indices"),
		{Name: "mask", Type: mask}, {Name: "valueToStore", Type: rankedVector},
	}
	d.Attrs = []ir.PropDef{alignmentDef()}
	d.Assembly = maskedWriteForm
	return d
}

func maskedLoad() *ir.OpDef {
	return maskedRead(&ir.OpDef{
		Kind: "vector.maskedload", GoName: "MaskedLoad",
		Implements:  accessesMemory(accessOfMaskedLoad, sim.Moves("pass_thru")),
		New:         []string{"base", "indices", "mask", "pass_thru", "result=pass_thru"},
		Summary:     "read the elements that a mask selects",
		Description: `Reads like vector.load; elements that are off in the mask come from pass_thru.`,
		Verify:      verifyMaskedLoad,
		Fold:        memref.FoldCasts,
		Patterns:    maskedLoadPatterns,
		Examples: []string{`func.func @f(%m: memref<?xf32>, %i: index, %k: vector<4xi1>, %p: vector<4xf32>) -> vector<4xf32> {
  %0 = vector.maskedload %m[%i], %k, %p : memref<?xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  return %0 : vector<4xf32>
}`},
	}, rankedMask)
}

func maskedStore() *ir.OpDef {
	return maskedWrite(&ir.OpDef{
		Kind: "vector.maskedstore", GoName: "MaskedStore",
		Implements:  accessesMemory(accessOfMaskedStore, sim.Moves("valueToStore")),
		Summary:     "write the elements that a mask selects",
		Description: `Writes like vector.store, only the elements that are on in the mask.`,
		Verify:      verifyMaskedStore,
		Fold:        memref.FoldCasts,
		Patterns:    maskedStorePatterns,
		Examples: []string{`func.func @f(%m: memref<?xf32>, %i: index, %k: vector<4xi1>, %v: vector<4xf32>) {
  vector.maskedstore %m[%i], %k, %v : memref<?xf32>, vector<4xi1>, vector<4xf32>
  return
}`},
	}, rankedMask)
}

func expandLoad() *ir.OpDef {
	return maskedRead(&ir.OpDef{
		Kind: "vector.expandload", GoName: "ExpandLoad",
		Implements: accessesMemory(packed(accessOfMaskedLoad), sim.Moves("pass_thru")),
		New:        []string{"base", "indices", "mask", "pass_thru", "result=pass_thru"},
		Summary:    "read consecutive memory into the elements that a mask selects",
		Description: `Consecutive elements of memory fill the elements that are on in the mask; the
others come from pass_thru.`,
		Verify:   verifyExpandLoad,
		Patterns: expandLoadPatterns,
		Examples: []string{`func.func @f(%m: memref<?xf32>, %i: index, %k: vector<4xi1>, %p: vector<4xf32>) -> vector<4xf32> {
  %0 = vector.expandload %m[%i], %k, %p : memref<?xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  return %0 : vector<4xf32>
}`},
	}, fixedMask)
}

func compressStore() *ir.OpDef {
	return maskedWrite(&ir.OpDef{
		Kind: "vector.compressstore", GoName: "CompressStore",
		Implements:  accessesMemory(packed(accessOfMaskedStore), sim.Moves("valueToStore")),
		Summary:     "write the elements that a mask selects to consecutive memory",
		Description: `The elements that are on in the mask go to consecutive elements of memory.`,
		Verify:      verifyCompressStore,
		Patterns:    compressStorePatterns,
		Examples: []string{`func.func @f(%m: memref<?xf32>, %i: index, %k: vector<4xi1>, %v: vector<4xf32>) {
  vector.compressstore %m[%i], %k, %v : memref<?xf32>, vector<4xi1>, vector<4xf32>
  return
}`},
	}, fixedMask)
}

func gather() *ir.OpDef {
	return &ir.OpDef{
		Kind:       "vector.gather",
		Implements: accessesMemory(accessOfGather, sim.Moves("pass_thru")),
		New:        []string{"base", "offsets", "indices", "mask", "pass_thru", "alignment...?", "result=pass_thru"},
		Summary:    "read elements at computed places",
		Description: `Element i is read at the offsets, the innermost of which is increased by index i;
elements that are off in the mask come from pass_thru.`,
		Operands: []ir.ValueDef{
			{Name: "base", Type: tensorOrMemRef, Effects: ir.Read}, index("offsets"),
			{Name: "indices", Type: indices}, {Name: "mask", Type: rankedMask}, {Name: "pass_thru", Type: rankedVector},
		},
		Results:  []ir.ValueDef{{Name: "result", Type: rankedVector}},
		Attrs:    []ir.PropDef{alignmentDef()},
		Assembly: "$base `[` $offsets `]` `[` $indices `]` `,` $mask `,` $pass_thru attr-dict `:` type($base) `,` type($indices)  `,` type($mask) `,` type($pass_thru) `into` type($result)",
		Verify:   verifyGather,
		Patterns: gatherPatterns,
		Examples: []string{`func.func @f(%m: memref<?xf32>, %o: index, %i: vector<4xindex>, %k: vector<4xi1>, %p: vector<4xf32>) -> vector<4xf32> {
  %0 = vector.gather %m[%o] [%i], %k, %p : memref<?xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  return %0 : vector<4xf32>
}`},
	}
}

func scatter() *ir.OpDef {
	return &ir.OpDef{
		Kind:       "vector.scatter",
		Implements: accessesMemory(accessOfScatter, sim.Moves("valueToStore")),
		New:        ir.ByHand,
		Summary:    "write elements to computed places",
		Description: `Element i is written at the offsets, the innermost of which is increased by index
i, unless it is off in the mask. If several elements are written to the same
place, the last one remains. A tensor base is a value: the result is the tensor
with the elements in it.`,
		Operands: []ir.ValueDef{
			{Name: "base", Type: tensorOrMemRef, Effects: ir.Write}, index("offsets"),
			{Name: "indices", Type: indices}, {Name: "mask", Type: rankedMask}, {Name: "valueToStore", Type: rankedVector},
		},
		Results:  []ir.ValueDef{{Name: "result", Type: ir.AnyRankedTensor, Kind: ir.Optional}},
		Attrs:    []ir.PropDef{alignmentDef()},
		Assembly: "$base `[` $offsets `]` `[` $indices `]` `,` $mask `,` $valueToStore attr-dict `:` type($base) `,` type($indices)  `,` type($mask) `,` type($valueToStore) (`->` type($result)^)?",
		Verify:   verifyScatter,
		Patterns: scatterPatterns,
		Examples: []string{`func.func @f(%m: memref<?xf32>, %o: index, %i: vector<4xindex>, %k: vector<4xi1>, %v: vector<4xf32>) {
  vector.scatter %m[%o] [%i], %k, %v : memref<?xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32>
  return
}`},
	}
}
