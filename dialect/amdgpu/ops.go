package amdgpu

import (
	"fmt"
	"slices"

	"optc/ir"

	"optc/ir/lowering"
	"optc/layout/threads"
	"optc/num"
	"optc/sim"
)

// oneOf accepts 32-bit integers of a list.
func oneOf(values ...int64) *ir.AttrConstraint {
	words := num.JoinInts(values)
	return &ir.AttrConstraint{
		Go:      ir.GoI32,
		Summary: fmt.Sprintf("32-bit signless integer attribute whose value is one of {%s}", words),
		Check:   func(a ir.Attribute) bool { return ir.I32Attr.Check(a) && slices.Contains(values, ir.IntOr(a, 0)) },
		Stores:  ir.I32Attr.Stores, ValueType: ir.I32Attr.ValueType,
	}
}

func i32Default(v int64) func(c *ir.Context) ir.Attribute {
	return func(c *ir.Context) ir.Attribute { return c.Int(c.I32(), v) }
}

func flag(name string) ir.PropDef {
	return ir.PropDef{Name: name, Type: ir.UnitConstraint, Optional: true}
}

// vectorOrScalar accepts numbers, and vectors of numbers with one of the given lengths; without
// lengths, any length.
func vectorOrScalar(what string, lengths ...int64) *ir.TypeConstraint {
	return &ir.TypeConstraint{Summary: what, Check: func(t ir.Type) bool {
		if v, ok := t.(*ir.VectorType); ok {
			return len(v.Dims) == 1 && (len(lengths) == 0 || slices.Contains(lengths, v.Dims[0])) && isNumber(v.Elem)
		}
		return isNumber(t)
	}}
}

func isNumber(t ir.Type) bool { return ir.AnyFloat.Check(t) || ir.AnySignlessInteger.Check(t) }

// mnk is custom<MNKDimensionList>($m, $n, $k): 16x16x4.
var mnk = ir.CustomDirective{
	Form: "#1 `x` #2 `x` #3",
	Parse: func(p ir.OpParser, st *ir.OpState, _ []ir.FormatArg) {
		pos := p.Pos()
		dims := p.Dims(false, false)
		if !p.Ok() {
			return
		}
		if len(dims) != 3 {
			p.ErrorAt(pos, "expected 3 dimensions in MNK dimension list")
			return
		}
		for i, name := range []string{mAttr, nAttr, kAttr} {
			st.SetProp(name, p.Context().Int(p.Context().I32(), dims[i]))
		}
	},
	Print: func(p *ir.Printer, op *ir.Operation, _ []ir.FormatArg) {
		product := op.Typed().(matrixProduct)
		p.Int(product.M()).Str("x").Int(product.N()).Str("x").Int(product.K())
	},
}

func mfma() *ir.OpDef {
	return &ir.OpDef{
		Kind: "amdgpu.mfma", GoName: "MFMA",
		New:     []string{"m", "n", "k", "blocks", "sourceA", "sourceB", "destC"},
		Summary: "matrix product of a subgroup of 64 lanes (CDNA)",
		Description: `Adds the product of an m x k and a k x n matrix to an m x n matrix, for several
blocks at once. The lanes of a subgroup execute the instruction together. Of A, lane
l of 64 holds k / (64 / m) elements of row l mod m, from column (l div m) * k / (64 / m)
on. Of B, it holds the same part of the transposed matrix. Of the result, it holds
column l mod n, in groups of 4 rows, a group for every 64 / n lanes.`,
		Operands: []ir.ValueDef{
			{Name: "sourceA", Type: vectorOrScalar("number or vector of numbers")}, {Name: "sourceB", Type: vectorOrScalar("number or vector of numbers")},
			{Name: "destC", Type: vectorOrScalar("64-bit float or vector of 4, 16 or 32 numbers", 4, 16, 32)},
		},
		Results: []ir.ValueDef{{Name: "destD", Type: vectorOrScalar("64-bit float or vector of 4, 16 or 32 numbers", 4, 16, 32)}},
		Attrs: []ir.PropDef{
			{Name: mAttr, Type: oneOf(4, 16, 32)}, {Name: nAttr, Type: oneOf(4, 16, 32)},
			{Name: kAttr, Type: oneOf(1, 2, 4, 8, 16, 32, 64, 128)},
			{Name: blocksAttr, Type: oneOf(1, 2, 4, 16), Default: i32Default(1), Absent: 1, Doc: "matrices that are multiplied at once"},
			{Name: cbszAttr, Type: ir.I32Attr, Default: i32Default(0), Doc: "2^cbsz blocks share A"},
			{Name: abidAttr, Type: ir.I32Attr, Default: i32Default(0), Doc: "block whose A is shared"},
			{Name: blgpAttr, Type: permutations.Constraint(), Default: func(c *ir.Context) ir.Attribute { return permutations.Of(c, 0) }, Doc: "permutation of the lanes of B"},
			flag(reducePrecision), flag("negateA"), flag("negateB"), flag("negateC"),
		},
		Traits:      ir.Pure,
		Constraints: []ir.Constraint{ir.AllTypesMatch{"destC", "destD"}},
		Assembly: "custom<MNKDimensionList>($m, $n, $k) $sourceA `*` $sourceB `+` $destC attr-dict `blgp` `=` $blgp " +
			"`:` type($sourceA) `,` type($sourceB) `,` type($destC)",
		Custom:     map[string]ir.CustomDirective{"MNKDimensionList": mnk},
		Verify:     verifyMFMA,
		Implements: []ir.Implementation{lowering.By(lowering.Native("amd")), sim.Moves(), threads.MeetingOf(threads.OfSubgroup), threads.AlwaysIn(threads.Thread)},
		Examples: []string{`func.func @f(%a: vector<4xf16>, %b: vector<4xf16>, %c: vector<16xf32>) -> vector<16xf32> {
  %d = amdgpu.mfma 32x32x8 %a * %b + %c blgp = none : vector<4xf16>, vector<4xf16>, vector<16xf32>
  return %d : vector<16xf32>
}`},
	}
}

// lanes is the number of threads of a subgroup that executes amdgpu.mfma.
const lanes = 64

func length(t ir.Type) int64 {
	if v, ok := t.(*ir.VectorType); ok {
		return v.Dims[0]
	}
	return 1
}

// verifyMFMA checks that 64 lanes hold all elements (AMDGPUDialect.cpp,
// MFMAOp::verify).
func verifyMFMA(op *ir.Operation) *ir.Diagnostic {
	mfma := ir.Cast[MFMAOp](op)
	m, n, k, blocks := mfma.M(), mfma.N(), mfma.K(), mfma.Blocks()
	a, b, c := mfma.SourceA().Type(), mfma.SourceB().Type(), mfma.DestC().Type()
	if length(a) != length(b) || ir.ElementBytes(ir.ElementOrSelf(a)) != ir.ElementBytes(ir.ElementOrSelf(b)) {
		return op.Errorf("expected both source operands to have vectors of the same size, but got %s and %s", a, b)
	}
	if want := m * k * blocks / lanes; length(a) != want {
		return op.Errorf("expected %d source values for this operation but got %d", want, length(a))
	}
	if want := m * n * blocks / lanes; length(c) != want {
		return op.Errorf("expected %d result values for this operation but got %d", want, length(c))
	}
	return nil
}

func wmma() *ir.OpDef {
	return &ir.OpDef{
		Kind: "amdgpu.wmma", GoName: "WMMA",
		New:     []string{"m", "n", "k", "sourceA", "sourceB", "destC"},
		Summary: "matrix product of a subgroup of 32 lanes (RDNA)",
		Description: `Adds the product of a 16 x k and a k x 16 matrix to a 16 x 16 matrix. Lane l of 32
holds of A row l mod 16: all k columns, in both halves of the subgroup (RDNA 3),
or the half of the columns that begins with (l div 16) * k / 2. B is held like the
transpose of A. Of the result it holds column l mod 16: the rows with the parity
of l div 16 (RDNA 3), or the 8 that begin with (l div 16) * 8. Accumulators of 16
bits have 16 places on RDNA 3; subwordOffset selects the even or the odd places.`,
		Operands: []ir.ValueDef{
			{Name: "sourceA", Type: vectorOrScalar("vector of numbers")}, {Name: "sourceB", Type: vectorOrScalar("vector of numbers")},
			{Name: "destC", Type: vectorOrScalar("vector of 4, 8 or 16 numbers", 4, 8, 16)},
		},
		Results: []ir.ValueDef{{Name: "destD", Type: vectorOrScalar("vector of 4, 8 or 16 numbers", 4, 8, 16)}},
		Attrs: []ir.PropDef{
			{Name: mAttr, Type: oneOf(16)}, {Name: nAttr, Type: oneOf(16)}, {Name: kAttr, Type: oneOf(4, 16, 32, 64, 128)},
			{Name: subwordOffset, Type: oneOf(0, 1), Default: i32Default(0)},
			flag(unsignedA), flag(unsignedB), flag("clamp"),
		},
		Traits:      ir.Pure,
		Constraints: []ir.Constraint{ir.AllTypesMatch{"destC", "destD"}},
		Assembly:    "custom<MNKDimensionList>($m, $n, $k) $sourceA `*` $sourceB `+` $destC attr-dict `:` type($sourceA) `,` type($sourceB) `,` type($destC)",
		Custom:      map[string]ir.CustomDirective{"MNKDimensionList": mnk},
		Verify:      verifyWMMA,
		Implements:  []ir.Implementation{lowering.By(lowering.Native("amd")), sim.Moves(), threads.MeetingOf(threads.OfSubgroup), threads.AlwaysIn(threads.Thread)},
		Examples: []string{`func.func @f(%a: vector<16xf16>, %b: vector<16xf16>, %c: vector<8xf32>) -> vector<8xf32> {
  %d = amdgpu.wmma 16x16x16 %a * %b + %c : vector<16xf16>, vector<16xf16>, vector<8xf32>
  return %d : vector<8xf32>
}`},
	}
}

func verifyWMMA(op *ir.Operation) *ir.Diagnostic {
	wmma := ir.Cast[WMMAOp](op)
	a, b := wmma.SourceA().Type(), wmma.SourceB().Type()
	if length(a) != length(b) || ir.ElementBytes(ir.ElementOrSelf(a)) != ir.ElementBytes(ir.ElementOrSelf(b)) {
		return op.Errorf("expected both source operands to have vectors of the same size, but got %s and %s", a, b)
	}
	if n, k := length(a), wmma.K(); n != k && 2*n != k {
		return op.Errorf("expected %d or %d source values for this operation but got %d", k, k/2, n)
	}
	return nil
}

func fatRawBufferCast() *ir.OpDef {
	return &ir.OpDef{
		Kind:    "amdgpu.fat_raw_buffer_cast",
		Summary: "treat memory as a buffer whose accesses are checked",
		Description: `The same memory as a buffer of AMD GPUs. Reads out of its bounds give 0, and
writes out of its bounds have no effect.`,
		Operands: []ir.ValueDef{
			{Name: "source", Type: ir.AnyMemRef},
			{Name: "validBytes", Type: ir.I64Constraint, Kind: ir.Optional},
			{Name: "cacheSwizzleStride", Type: &ir.TypeConstraint{Summary: "14-bit signless integer", Check: func(t ir.Type) bool {
				i, ok := t.(*ir.IntegerType)
				return ok && i.Width == 14
			}, Build: func(c *ir.Context) ir.Type { return c.Integer(14) }}, Kind: ir.Optional},
		},
		Results: []ir.ValueDef{{Name: "result", Type: ir.AnyMemRef}},
		Attrs: []ir.PropDef{
			{Name: "boundsCheck", Type: ir.BoolAttr, Default: func(c *ir.Context) ir.Attribute { return c.Bool(true) }},
			flag("resetOffset"),
		},
		Traits: ir.Pure | ir.AttrSizedOperandSegments,
		Assembly: "$source oilist(`validBytes` `(` $validBytes `)` | `cacheSwizzleStride` `(` $cacheSwizzleStride `)` | " +
			"`boundsCheck` `(` $boundsCheck `)` | `resetOffset` $resetOffset) attr-dict `:` type($source) `to` type($result)",
		Verify: func(op *ir.Operation) *ir.Diagnostic {
			fatRawBufferCast := ir.Cast[FatRawBufferCastOp](op)
			from, to := fatRawBufferCast.Source().Type().(*ir.MemRefType), fatRawBufferCast.Result().Type().(*ir.MemRefType)
			if !slices.Equal(from.Dims, to.Dims) || from.Elem != to.Elem {
				return op.Errorf("expected the result to have the shape and element type of the source, %s, but got %s", from, to)
			}
			return nil
		},
		Implements: []ir.Implementation{lowering.By(lowering.Native("amd")), ir.ViewOfOperand(0)},
		Examples: []string{`func.func @f(%m: memref<16x?xf32>) -> memref<16x?xf32, #amdgpu.address_space<fat_raw_buffer>> {
  %b = amdgpu.fat_raw_buffer_cast %m : memref<16x?xf32> to memref<16x?xf32, #amdgpu.address_space<fat_raw_buffer>>
  return %b : memref<16x?xf32, #amdgpu.address_space<fat_raw_buffer>>
}`},
	}
}
