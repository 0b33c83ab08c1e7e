package vector

import (
	"slices"

	"optc/ir"
	"optc/ir/affine"
)

// This file describes which elements of memory the operations read and write.

// accessesMemory returns the implementations of an operation that accesses memory as of specifies, and others.
func accessesMemory(of func(op *ir.Operation) ir.Access, others ...ir.Implementation) []ir.Implementation {
	return append([]ir.Implementation{ir.AccessesMemory(of)}, others...)
}

func accessOfLoad(op *ir.Operation) ir.Access {
	load := ir.Cast[LoadOp](op)
	a := ir.TrailingAccess(ir.Read, load.Base(), load.Indices(), load.Result())
	a.Alignment = load.Alignment()
	return a
}

func accessOfStore(op *ir.Operation) ir.Access {
	store := ir.Cast[StoreOp](op)
	a := ir.TrailingAccess(ir.Write, store.Base(), store.Indices(), store.ValueToStore())
	a.Alignment = store.Alignment()
	return a
}

func accessOfMaskedLoad(op *ir.Operation) ir.Access {
	load := op.Typed().(MaskedLoading)
	a := withMask(ir.TrailingAccess(ir.Read, load.Base(), load.Indices(), load.Result()), load.Mask())
	a.Padding = load.PassThru()
	return a
}

func accessOfMaskedStore(op *ir.Operation) ir.Access {
	store := op.Typed().(MaskedStoring)
	return withMask(ir.TrailingAccess(ir.Write, store.Base(), store.Indices(), store.ValueToStore()), store.Mask())
}

// withMask adds a mask with the dimensions of the vector.
func withMask(a ir.Access, mask *ir.Value) ir.Access {
	a.Mask, a.MaskMap = mask, affine.Identity(len(mask.Type().(*ir.VectorType).Dims))
	return a
}

// packed makes elements neighbours that are on.
func packed(of func(op *ir.Operation) ir.Access) func(op *ir.Operation) ir.Access {
	return func(op *ir.Operation) ir.Access {
		a := of(op)
		a.Packed = true
		return a
	}
}

func accessOfGather(op *ir.Operation) ir.Access {
	gather := ir.Cast[GatherOp](op)
	a := chosen(ir.Read, gather.Base(), gather.Offsets(), gather.Result(), gather.Indices(), gather.Mask())
	a.Padding = gather.PassThru()
	return a
}

func accessOfScatter(op *ir.Operation) ir.Access {
	scatter := ir.Cast[ScatterOp](op)
	return chosen(ir.Write, scatter.Base(), scatter.Offsets(), scatter.ValueToStore(), scatter.Indices(), scatter.Mask())
}

// chosen is the access to elements whose last index a vector chooses.
func chosen(kind ir.EffectKinds, base *ir.Value, offsets []*ir.Value, moved, indices, mask *ir.Value) ir.Access {
	rank := len(vectorOf(moved).Dims)
	results := slices.Repeat([]affine.Expr{affine.Const(0)}, len(offsets))
	if len(results) > 0 { // otherwise the memory has one element, and no dimension to index
		results[len(results)-1] = affine.Symbol(0)
	}
	return withMask(ir.Access{
		Kind: kind, Memory: base, Indices: offsets, Moved: moved, Single: true,
		Map:    affine.NewMap(rank, 1, results...),
		Chosen: []ir.Choice{{Operand: indices, Map: affine.Identity(rank)}},
	}, mask)
}

func accessOfTransfer(op *ir.Operation) ir.Access {
	t := Transfer{op}
	perm, inside := t.Map(), t.InBounds()
	a := ir.Access{Kind: ir.Write, Memory: t.Base(), Indices: t.Indices(), Moved: t.Vector(), Mask: t.Mask()}
	results := slices.Repeat([]affine.Expr{affine.Const(0)}, len(a.Indices))
	for r, e := range perm.Results {
		if d, ok := e.IsDim(); ok {
			results[d] = affine.Dim(r)
			if !inside[r] {
				a.Guarded = append(a.Guarded, d)
			}
		}
	}
	a.Map = affine.NewMap(len(perm.Results), 0, results...)
	if t.IsRead() {
		a.Kind, a.Padding = ir.Read, t.Padding()
	}
	if a.Mask != nil {
		a.MaskMap = TransferMaskMap(perm)
	}
	return a
}

// TransferMaskMap maps the dimensions of the vector of a transfer with the given
// permutation map to the dimensions of its mask: broadcast dimensions are dropped, the
// others are in memory order. A mask has at least one dimension; if no vector dimension
// runs along the memory, the mask has a unit dimension, the constant 0 here.
func TransferMaskMap(perm affine.Map) affine.Map {
	inverse, _ := affine.InversePermutation(affine.CompressUnusedDims(perm))
	if len(inverse.Results) == 0 {
		return affine.NewMap(len(perm.Results), 0, affine.Const(0))
	}
	return inverse
}
