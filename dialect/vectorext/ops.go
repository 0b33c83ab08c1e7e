package vectorext

import (
	"slices"

	"optc/dialect/iree/revision"
	"optc/ir"
	"optc/layout/picture"
	"optc/layout/threads"
	"optc/num"
	"optc/sim"
)

func toLayout() *ir.OpDef {
	return &ir.OpDef{
		Kind:    "iree_vector_ext.to_layout",
		New:     ir.ByHand,
		Summary: "give a value a layout",
		Description: `Converts a shaped value to a layout. The layout analysis starts from these
operations, the anchors. With shared_memory_conversion the elements go through shared
memory; mma_kind names the matrix instruction that requires the layout.

An anchor whose layout is a question mark is open: ` + "`optc tune`" + ` chooses its layout. Until
then the function cannot be distributed.

    %a = iree_vector_ext.to_layout %x to layout(?) : vector<16x64xf16>`,
		Operands: []ir.ValueDef{{Name: "input", Type: ir.AnyShaped}},
		Results:  []ir.ValueDef{{Name: "output", Type: ir.AnyShaped}},
		Attrs: []ir.PropDef{
			{Name: layoutAttr, Type: layoutConstraint, Optional: true, Go: ir.GoAttr[*NestedLayout]()},
			{Name: sharedMemoryConversion, Type: ir.AnyAttr, Optional: true},
			{Name: mmaKindAttr, Type: ir.AnyAttr, Optional: true},
		},
		Traits:      ir.Pure,
		Constraints: []ir.Constraint{ir.AllTypesMatch{"input", "output"}},
		Assembly:    "$input `to` `layout` `(` (qualified($layout)^) : (`` `?`)? `)` attr-dict `:` type($input)",
		Verify:      verifyToLayout,
		Implements:  []ir.Implementation{sim.Moves(), sameElements, toLayoutFlow, picture.Operation.By(drawConversion)},
		Examples: []string{
			`func.func @f(%x: vector<16x64xf16>) -> vector<16x64xf16> {
  %r = iree_vector_ext.to_layout %x to layout(#iree_vector_ext.nested_layout<subgroup_tile = [2, 1], batch_tile = [1, 4], outer_tile = [1, 1], thread_tile = [8, 8], element_tile = [1, 2], subgroup_strides = [1, 0], thread_strides = [8, 1]>) : vector<16x64xf16>
  return %r : vector<16x64xf16>
}

func.func @g(%x: vector<16x64xf16>) -> vector<16x64xf16> {
  %r = iree_vector_ext.to_layout %x to layout(?) : vector<16x64xf16>
  return %r : vector<16x64xf16>
}`,
		},
	}
}

func verifyToLayout(op *ir.Operation) *ir.Diagnostic {
	if IsOpen(op) {
		return nil
	}
	err := LayoutOf(op).CheckShape(ir.Cast[ToLayoutOp](op).Input().Type().(ir.ShapedType))
	if err == nil {
		return verifySubgroups(op)
	}
	// The message is reported at the operation but does not name it (IREE
	// VectorExtAttrs.cpp, isValidLayout).
	d := ir.Errorf(op.Loc(), "%s", err.Msg)
	for _, n := range err.Notes {
		d.Note(op.Loc(), "%s", n).Notes[len(d.Notes)-1].Hint = true
	}
	return d
}

// verifySubgroups checks that different subgroups hold different parts. Threads without a stride
// are not checked here, because IREE's tests use such layouts.
func verifySubgroups(op *ir.Operation) *ir.Diagnostic {
	l, ok := LayoutOf(op).(*NestedLayout)
	if !ok {
		return nil
	}
	for d, tile := range l.SubgroupTile {
		if tile > 1 && l.SubgroupStrides[d] == 0 {
			return op.Errorf("expected a stride of at least 1 for the %d subgroups of dimension %d, but subgroup_strides[%d] is 0", tile, d, d).
				WithCode("layout-subgroups").
				Note(op.Loc(), "a stride is the distance of the numbers of neighbouring subgroups: 1 for the dimension along which the numbers are consecutive")
		}
	}
	return nil
}

const castAssembly = "$input attr-dict `:` type($input) `->` type($output)"

// printCast prints a cast. IREE's casts have no layout, so that none is printed if the
// context follows one of IREE's revisions.
func printCast(p *ir.Printer, op *ir.Operation) {
	p.Str(" ").Operands(op.OperandList())
	if revision.Of(p.Context()) == revision.Release {
		p.AttrDict(op)
	} else {
		p.AttrDict(op, layoutAttr)
	}
	p.Str(" : ").Type(op.Operand(0).Type()).Str(" -> ").Type(op.Result(0).Type())
}

func toSIMD() *ir.OpDef {
	return &ir.OpDef{
		Kind:    "iree_vector_ext.to_simd",
		Summary: "treat the parts that threads hold as a single vector",
		Description: `A temporary cast from the distributed type to the undistributed one. Pairs of
to_simd and to_simt fold away. With a layout the cast can be executed: every
thread of the workgroup contributes its part and gets the whole vector. IREE's
casts have no layout; with --compat none is printed.`,
		New:      []string{"output", "input", "layout"},
		Operands: []ir.ValueDef{{Name: "input", Type: ir.AnyVector}},
		Results:  []ir.ValueDef{{Name: "output", Type: ir.AnyVector}},
		Traits:   ir.Pure | ir.SameOperandsAndResultElementType,
		Attrs:    castAttrs,
		Assembly: castAssembly,
		Print:    printCast,
		Verify: func(op *ir.Operation) *ir.Diagnostic {
			toSIMD := ir.Cast[ToSIMDOp](op)
			return verifyCast(op, toSIMD.Output(), toSIMD.Input())
		},
		Fold:       func(op *ir.Operation, _ []ir.Attribute) ir.FoldResult { return foldCast(op) },
		Implements: []ir.Implementation{sim.Moves(), threads.AlwaysIn(threads.Workgroup), threads.MeetingOf(threads.OfWorkgroup)},
		Examples: []string{
			`func.func @f(%a: vector<1x4x1x1x1x2xf16>) -> vector<16x64xf16> {
  %b = iree_vector_ext.to_simd %a : vector<1x4x1x1x1x2xf16> -> vector<16x64xf16>
  return %b : vector<16x64xf16>
}`,
		},
	}
}

func toSIMT() *ir.OpDef {
	return &ir.OpDef{
		Kind:    "iree_vector_ext.to_simt",
		Summary: "the part of a vector that a thread holds",
		Description: `A temporary cast from the undistributed type to the distributed one. Pairs of
to_simd and to_simt fold away. With a layout the cast can be executed: a thread
gets its part of the whole vector. IREE's casts have no layout; with --compat none
is printed.`,
		New:      []string{"output", "input", "layout"},
		Operands: []ir.ValueDef{{Name: "input", Type: ir.AnyVector}},
		Results:  []ir.ValueDef{{Name: "output", Type: ir.AnyVector}},
		Traits:   ir.Pure | ir.SameOperandsAndResultElementType,
		Attrs:    castAttrs,
		Assembly: castAssembly,
		Print:    printCast,
		Verify: func(op *ir.Operation) *ir.Diagnostic {
			toSIMT := ir.Cast[ToSIMTOp](op)
			return verifyCast(op, toSIMT.Input(), toSIMT.Output())
		},
		Fold:       func(op *ir.Operation, _ []ir.Attribute) ir.FoldResult { return foldCast(op) },
		Implements: []ir.Implementation{sim.Moves(), threads.AlwaysIn(threads.Thread)},
		Examples: []string{
			`func.func @f(%a: vector<16x64xf16>) -> vector<1x4x1x1x1x2xf16> {
  %b = iree_vector_ext.to_simt %a : vector<16x64xf16> -> vector<1x4x1x1x1x2xf16>
  return %b : vector<1x4x1x1x1x2xf16>
}`,
		},
	}
}

// castAttrs are the attributes of both casts.
var castAttrs = []ir.PropDef{{Name: layoutAttr, Type: layoutConstraint, Optional: true, Doc: "which thread holds which elements"}}

// verifyCast checks that the layout, if there is one, divides the whole vector into parts
// of the other type.
func verifyCast(op *ir.Operation, whole, part *ir.Value) *ir.Diagnostic {
	l := op.Typed().(layoutCast).Layout()
	if l == nil {
		return nil
	}
	for _, v := range []struct {
		what string
		typ  *ir.VectorType
		want []int64
	}{{"a whole vector", vectorOf(whole), l.UndistributedShape()}, {"a part", vectorOf(part), l.DistributedShape()}} {
		if !slices.Equal(v.typ.Dims, v.want) {
			return op.Errorf("expected %s of shape [%s] with %s, but got %s", v.what, num.JoinInts(v.want), l.Stripped(), v.typ)
		}
	}
	return nil
}

// foldCast folds a cast of the opposite cast to the original value. Types and layouts
// must be equal; the reference does not compare them.
//
//	%b = to_simd %a : vector<1x1x4xf32> -> vector<16xf32>
//	%c = to_simt %b : vector<16xf32> -> vector<1x1x4xf32>    →  %a
func foldCast(op *ir.Operation) ir.FoldResult {
	cast := op.Typed().(layoutCast)
	inverse, ok := cast.Input().DefiningOp().Typed().(layoutCast)
	if !ok || inverse.Kind() == cast.Kind() || inverse.Input().Type() != cast.Output().Type() || inverse.Layout() != cast.Layout() {
		return ir.FoldResult{}
	}
	return ir.FoldToValue(inverse.Input())
}

// Names of the attributes. Of transfers the unified form uses indexing_maps, and the
// per-dimension form uses indexed, indexed_maps, permutation_map and in_bounds.
const (
	indexingMaps   = "indexing_maps"
	indexedAttr    = "indexed"
	indexedMaps    = "indexed_maps"
	permutationMap = "permutation_map"
	inBounds       = "in_bounds"
	layoutAttr     = "layout"

	sharedMemoryConversion = "shared_memory_conversion"
	mmaKindAttr            = "mma_kind"
	dimensionAttr          = "dimension"
)

// IsOpen reports whether op is a to_layout whose layout is still to be chosen.
func IsOpen(op *ir.Operation) bool { return ir.Is[ToLayoutOp](op) && op.Attr(layoutAttr) == nil }

// LayoutOf returns the layout of a to_layout, of any kind; nil if it is open.
func LayoutOf(op *ir.Operation) Distribution { return ir.Get[Distribution](op, layoutAttr) }
