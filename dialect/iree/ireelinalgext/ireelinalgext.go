// Package ireelinalgext is the part of IREE's dialect iree_linalg_ext that the passes of optc
// need: gathers, searches for the best element, and stores of vectors that compute the place
// in memory for every element.
package ireelinalgext

import "optc/ir"

// NewMapStore stores input into the memref output; the caller fills the body, which has
// an index argument for each dimension of input.
func NewMapStore(b ir.OpBuilder, input, output *ir.Value) MapStoreOp {
	op := ir.Build[MapStoreOp](b, &ir.OpState{Operands: []*ir.Value{input, output}})
	addIndices(op.Operation(), input)
	return op
}

func addIndices(op *ir.Operation, input *ir.Value) {
	body := ir.NewBlock(nil, nil)
	for range input.Type().(ir.ShapedType).Shape() {
		body.AddArg(input.Type().Context().Index(), op.Loc())
	}
	op.Region(0).Append(body)
}

// Dialect is the iree_linalg_ext dialect.
var Dialect = &ir.Dialect{
	Name:    "iree_linalg_ext",
	Summary: "gathers, searches, and stores with a computed place for every element",
	Description: `Gathers of slices, searches for the best element along a dimension, and stores of whole
vectors whose elements go to places that a region computes.`,
	Partial: true,
	Meaning: meaning,
	Define: func() ir.Definitions {
		return ir.Definitions{Typed: typedOps(), Ops: []*ir.OpDef{argCompare(), gather(), mapStore(MapScatterOp{}), mapStore(MapStoreOp{}), yield()}}
	},
}

// mapStore defines a store. It is map_store since 2026-02, and map_scatter in the revision
// of IREE before.
func mapStore(kind MapStoring) *ir.OpDef {
	return &ir.OpDef{
		Kind:    kind.Kind(),
		New:     ir.ByHand,
		Summary: "store every element at a computed place",
		Description: `For every element of input the region gets the element's indices and yields its
indices in output, and whether the element is stored at all. No two stored
elements may have the same place.`,
		Operands: []ir.ValueDef{
			{Name: "input", Type: ir.AnyShaped},
			{Name: "output", Type: ir.AnyOf(ir.AnyRankedTensor, ir.AnyMemRef), Effects: ir.Write},
		},
		Results:       []ir.ValueDef{{Name: "results", Type: ir.AnyRankedTensor, Kind: ir.Variadic}},
		Regions:       []ir.RegionDef{{Name: "transformation_region", SingleBlock: true}},
		Traits:        ir.SingleBlock | ir.ImplicitTerminator,
		Interfaces:    ir.Interfaces{Terminator: YieldOp{}},
		Assembly:      "attr-dict $input `into` $output $transformation_region `:` type($input) `into` type($output) (`->` type($results)^)?",
		Verify:        verifyMapStore,
		VerifyRegions: verifyYield,
		Implements: []ir.Implementation{ir.AccessesMemory(func(op *ir.Operation) ir.Access {
			store := op.Typed().(MapStoring)
			return ir.Access{Kind: ir.Write, Memory: store.Output(), Moved: store.Input(), Body: op.Body()}
		})},
		Effects: func(op *ir.Operation) []ir.Effect {
			output := op.Typed().(MapStoring).Output()
			if _, ok := output.Type().(*ir.MemRefType); !ok {
				return nil
			}
			return []ir.Effect{{Kind: ir.Write, Value: output}}
		},
		Examples: []string{`func.func @f(%v: vector<4x8xf32>, %m: memref<8x4xf32>) {
  %true = arith.constant true
  ` + kind.Kind().String() + ` %v into %m {
  ^bb0(%i: index, %j: index):
    iree_linalg_ext.yield %j, %i, %true : index, index, i1
  } : vector<4x8xf32> into memref<8x4xf32>
  return
}`},
	}
}

// verifyMapStore follows MapStoreOp::verify (IREE, LinalgExtOps.cpp).
func verifyMapStore(op *ir.Operation) *ir.Diagnostic {
	mapStore := op.Typed().(MapStoring)
	in, out := mapStore.Input().Type().(ir.ShapedType), mapStore.Output().Type().(ir.ShapedType)
	if in.ElementType() != out.ElementType() {
		return op.Errorf("expected input and output element types to match, but got %s and %s", in.ElementType(), out.ElementType())
	}
	if len(in.Shape()) == 0 {
		return op.Errorf("expected input type to have non-zero rank")
	}
	results := op.NumResults()
	if _, ok := out.(*ir.TensorType); ok != (results == 1) {
		return op.Errorf("expected a result for a tensor output and none for a memref, but got %d results", results)
	}
	body := op.Body()
	if n := len(in.Shape()); body.NumArgs() != n {
		return op.Errorf("expected number of block arguments to be equal to the input rank %d, but got %d", n, body.NumArgs())
	}
	for _, a := range body.Args() {
		if !ir.IndexConstraint.Check(a.Type()) {
			return op.Errorf("expected block arguments to be index types, but got %s", a.Type())
		}
	}
	return nil
}

// verifyYield follows MapStoreOp::verifyRegions.
func verifyYield(op *ir.Operation) *ir.Diagnostic {
	end := op.Body().Terminator()
	values, rank := ir.Cast[YieldOp](end).Values(), len(op.Typed().(MapStoring).Output().Type().(ir.ShapedType).Shape())
	if len(values) != rank+1 {
		return end.Errorf("expected transformation_region to yield a value for each output dimension and a mask, %d values, but got %d", rank+1, len(values))
	}
	for _, v := range values[:rank] {
		if !ir.IndexConstraint.Check(v.Type()) {
			return end.Errorf("expected yielded indices to be index types, but got '%s'", v.Type())
		}
	}
	if mask := values[rank].Type(); !ir.BoolConstraint.Check(mask) {
		return end.Errorf("expected yielded mask to be i1 type, but got '%s'", mask)
	}
	return nil
}

func yield() *ir.OpDef {
	return &ir.OpDef{
		Kind:        "iree_linalg_ext.yield",
		Summary:     "result of a region",
		Description: "Ends a region with its results.",
		Operands:    []ir.ValueDef{{Name: "values", Type: ir.AnyType, Kind: ir.Variadic}},
		Traits:      ir.Pure | ir.ReturnLike | ir.Terminator,
		Assembly:    "attr-dict ($values^ `:` type($values))?",
	}
}
