package standard

import (
	"slices"

	affined "optc/dialect/affine"
	"optc/dialect/arith"
	"optc/dialect/memref"
	"optc/dialect/vector"
	"optc/ir"
	"optc/ir/affine"
	"optc/passes"
)

// FoldMemRefAliasOps makes accesses of views access the underlying memory directly.
//
//	%v = memref.subview %m[%i] [4] [2] : memref<16xf32> to memref<4xf32, strided<[2], offset: ?>>
//	%x = memref.load %v[%j] : memref<4xf32, strided<[2], offset: ?>>
//	→
//	%k = affine.apply affine_map<()[s0, s1] -> (s0 + s1 * 2)>()[%i, %j]
//	%x = memref.load %m[%k] : memref<16xf32>
var FoldMemRefAliasOps = &passes.Pass{
	Name:  "fold-memref-alias-ops",
	Title: "Fold memref alias ops into consumer load/store ops",
	Class: "FoldMemRefAliasOpsPass",
	Doc: `Accesses of a memref.subview become accesses of its source: loads and stores of memref and vector, transfers,
gpu.subgroup_mma_load_matrix, gpu.subgroup_mma_store_matrix and nvgpu.ldmatrix. Loads, stores and reads by transfers also
see through memref.expand_shape, and loads and stores through memref.collapse_shape. Affine operations compute the indices.
A memref.subview of another becomes one of its source. Promised alignments are dropped.

    %v = memref.subview %m[%i] [4] [2] : memref<16xf32> to memref<4xf32, strided<[2], offset: ?>>
    %x = memref.load %v[%j] : memref<4xf32, strided<[2], offset: ?>>
    →
    %k = affine.apply affine_map<()[s0, s1] -> (s0 + s1 * 2)>()[%i, %j]
    %x = memref.load %m[%k] : memref<16xf32>

Transfers of memref.subview are kept if they may leave the bounds or a stride is not 1, and writes to a memref.expand_shape. So
are accesses whose vector would have other elements, or would run over the end of a row of the source, as one along dimensions
that memref.collapse_shape merges; upstream folds these.`,
	Dialects: []string{"affine", "memref", "vector"},
	Run:      passes.Patterns(foldMemRefAliasPatterns),
}

func foldMemRefAliasPatterns() []*ir.Pattern {
	ps := []*ir.Pattern{{Name: "subview-of-subview", Root: memref.SubViewOp{}, Rewrite: foldSubViewOfSubView}}
	for _, a := range aliasAccesses {
		for _, v := range a.views {
			ps = append(ps, accessPattern(a.op, v, func(op *ir.Operation, rw *ir.Rewriter) bool { return v.fold(a.of(op), op, rw) }))
		}
	}
	return append(ps,
		accessPattern(vector.TransferReadOp{}, subViews, subViews.foldTransfer),
		accessPattern(vector.TransferReadOp{}, expandShapes, expandShapes.foldTransfer),
		accessPattern(vector.TransferWriteOp{}, subViews, subViews.foldTransfer))
}

func accessPattern(root ir.OpKind, v *aliasView, rewrite func(op *ir.Operation, rw *ir.Rewriter) bool) *ir.Pattern {
	return &ir.Pattern{Name: root.Kind().String() + "-of-" + v.op.Kind().String(), Root: root, Rewrite: rewrite}
}

// fold replaces an access of a view by an access of the view's source.
func (v *aliasView) fold(a memoryAccess, op *ir.Operation, rw *ir.Rewriter) bool {
	view := a.memory.DefiningOp()
	if !v.op.Kind().Is(view) || !v.keepsElements(view, a) {
		return false
	}
	built := a.build(rw, ir.ViewedElements(a.memory), v.indices(rw, view, a.indices, a.inBounds))
	if a.hint != nil && v != subViews {
		a.hint(built)
	}
	if loaded := built.Operation(); loaded.NumResults() > 0 {
		rw.Replace(op, loaded.Result(0))
	} else {
		rw.Erase(op)
	}
	return true
}

// keepsElements reports whether an access of the source moves the elements that an access of the view moves.
func (v *aliasView) keepsElements(view *ir.Operation, a memoryAccess) bool {
	source := memrefType(ir.ViewedElements(a.memory))
	if a.vector == nil || ir.AnyVector.Check(source.Elem) {
		return true
	}
	rank := len(a.vector.Type().(*ir.VectorType).Dims)
	beside := rank == 1 && len(memrefType(a.memory).Dims) == 0 // the source has further elements beside the only one of the view
	switch {
	case rank == 0:
		return true
	case rank > len(source.Dims) || !beside && !v.keeps(view, rank):
		return false
	case rank > 1:
		return true
	}
	strides, _, ok := source.StridesAndOffset()
	return ok && strides[len(strides)-1] == 1
}

// foldTransfer replaces a transfer of a view by a transfer of the view's source.
func (v *aliasView) foldTransfer(op *ir.Operation, rw *ir.Rewriter) bool {
	t, _ := vector.AsTransfer(op)
	view := t.Base().DefiningOp()
	if !v.op.Kind().Is(view) || !v.transfers(t, view) {
		return false
	}
	source := ir.ViewedElements(t.Base())
	indices, m := v.indices(rw, view, t.Indices(), false), v.permutation(t.Map(), view)
	if t.IsRead() {
		rw.Replace(op, vector.NewTransferRead(rw, t.VectorType(), source, indices, t.Padding(), t.Mask(), m, t.InBounds()).Vector())
		return true
	}
	vector.NewTransferWrite(rw, t.Vector(), source, indices, t.Mask(), m, t.InBounds())
	rw.Erase(op)
	return true
}

// aliasView is a kind of view that accesses see through.
type aliasView struct {
	op ir.OpKind
	// indices builds the indices into the source.
	indices func(rw *ir.Rewriter, view *ir.Operation, at []*ir.Value, inBounds bool) []*ir.Value
	// keeps reports whether the last n dimensions of the view are the last n dimensions of the source, element by element.
	keeps func(view *ir.Operation, n int) bool
	// transfers reports whether a transfer of the source moves the same elements.
	transfers func(t vector.Transfer, view *ir.Operation) bool
	// permutation returns the map of a transfer of the source.
	permutation func(m affine.Map, view *ir.Operation) affine.Map
}

var subViews = &aliasView{
	op: memref.SubViewOp{},
	indices: func(rw *ir.Rewriter, view *ir.Operation, at []*ir.Value, _ bool) []*ir.Value {
		return indicesInSource(rw, view, ir.MixedValues(at))
	},
	keeps: func(view *ir.Operation, n int) bool {
		s, dropped := ir.Cast[memref.SubViewOp](view).MixedStrides(), memref.DroppedBy(view)
		return !slices.Contains(dropped[len(dropped)-n:], true) && allOnes(s[len(s)-n:])
	},
	transfers: func(t vector.Transfer, view *ir.Operation) bool {
		return !t.MayLeaveBounds() && allOnes(ir.Cast[memref.SubViewOp](view).MixedStrides())
	},
	permutation: func(m affine.Map, view *ir.Operation) affine.Map {
		dropped := memref.DroppedBy(view)
		kept := affine.Map{NumDims: len(dropped)}
		for d, isDropped := range dropped {
			if !isDropped {
				kept.Results = append(kept.Results, affine.Dim(d))
			}
		}
		return m.Compose(kept)
	},
}

var expandShapes = &aliasView{
	op: memref.ExpandShapeOp{},
	indices: func(rw *ir.Rewriter, view *ir.Operation, at []*ir.Value, inBounds bool) (list []*ir.Value) {
		expand := ir.Cast[memref.ExpandShapeOp](view)
		shape := expand.MixedOutputShape()
		for _, group := range expand.Reassociation() {
			lo, hi := group[0], group[len(group)-1]+1
			if len(group) == 1 {
				list = append(list, at[lo])
				continue
			}
			list = append(list, affined.NewLinearizeIndex(rw, at[lo:hi], shape[lo:hi], inBounds).Operation().Result(0))
		}
		return list
	},
	keeps: func(view *ir.Operation, n int) bool {
		groups := ir.Cast[memref.ExpandShapeOp](view).Reassociation()
		return allSingle(groups[len(groups)-n+1:])
	},
	transfers: func(t vector.Transfer, view *ir.Operation) bool {
		groups := ir.Cast[memref.ExpandShapeOp](view).Reassociation()
		n := len(t.VectorType().Dims)
		if !t.Map().IsMinorIdentity() || len(groups) < n {
			return false
		}
		return n == 0 || allSingle(groups[len(groups)-n+1:]) && (t.InBounds()[0] || len(groups[len(groups)-n]) == 1)
	},
	permutation: func(m affine.Map, view *ir.Operation) affine.Map {
		return affine.MinorIdentity(len(ir.Cast[memref.ExpandShapeOp](view).Reassociation()), len(m.Results))
	},
}

var collapseShapes = &aliasView{
	op: memref.CollapseShapeOp{},
	indices: func(rw *ir.Rewriter, view *ir.Operation, at []*ir.Value, _ bool) (list []*ir.Value) {
		source := ir.Cast[memref.CollapseShapeOp](view).Src()
		sizes := metadataOf(memref.NewExtractStridedMetadata(rw, source).Operation()).Sizes
		setKnown(sizes, memrefType(source).Dims)
		groups := ir.Cast[memref.CollapseShapeOp](view).Reassociation()
		for g, group := range groups {
			lo, hi := group[0], group[len(group)-1]+1
			if len(group) == 1 {
				list = append(list, at[g])
				continue
			}
			for _, r := range affined.NewDelinearizeIndex(rw, at[g], sizes[lo:hi]).Operation().Results() {
				list = append(list, r)
			}
		}
		if len(groups) == 0 {
			for range sizes {
				list = append(list, arith.ConstantIndex(rw, 0))
			}
		}
		return list
	},
	keeps: func(view *ir.Operation, n int) bool {
		groups := ir.Cast[memref.CollapseShapeOp](view).Reassociation()
		return allSingle(groups[len(groups)-n:])
	},
}

// allSingle reports whether every group has one dimension.
func allSingle(groups [][]int64) bool {
	return !slices.ContainsFunc(groups, func(g []int64) bool { return len(g) != 1 })
}

// allOnes reports whether all strides are known to be 1.
func allOnes(strides []ir.Mixed) bool {
	return !slices.ContainsFunc(strides, func(m ir.Mixed) bool {
		n, known := m.Constant()
		return !known || n != 1
	})
}

// indicesInSource returns the indices into the source of a memref.subview: offset + index * stride; the index of a dropped
// dimension is 0.
func indicesInSource(rw *ir.Rewriter, view *ir.Operation, at []ir.Mixed) []*ir.Value {
	s := ir.Cast[memref.SubViewOp](view).Lists()
	list := make([]*ir.Value, len(s.Offsets))
	m := affine.NewMap(0, 3, affine.Symbol(0).Add(affine.Symbol(1).Mul(affine.Symbol(2))))
	for d, dropped := range memref.DroppedBy(view) {
		var index ir.Mixed
		if !dropped {
			index, at = at[0], at[1:]
		}
		list[d] = valueOf(rw, affined.ComposedApply(rw.Builder, m, []ir.Mixed{s.Offsets[d], index, s.Strides[d]}))
	}
	return list
}

// foldSubViewOfSubView makes one view of two, if the strides of both are 1.
//
//	%v = memref.subview %m[%i] [8] [1] : memref<16xf32> to memref<8xf32, strided<[1], offset: ?>>
//	%w = memref.subview %v[%j] [4] [1] : memref<8xf32, strided<[1], offset: ?>> to memref<4xf32, strided<[1], offset: ?>>
//	→ %k = affine.apply affine_map<()[s0, s1] -> (s0 + s1)>()[%i, %j]
//	  %w = memref.subview %m[%k] [4] [1] : memref<16xf32> to memref<4xf32, strided<[1], offset: ?>>
func foldSubViewOfSubView(op *ir.Operation, rw *ir.Rewriter) bool {
	subView := ir.Cast[memref.SubViewOp](op)
	source := ir.DefiningOp[memref.SubViewOp](subView.Source())
	if !source.Ok() || !allOnes(subView.MixedStrides()) || !allOnes(source.MixedStrides()) {
		return false
	}
	list := ir.MixedSlice{Sizes: source.MixedSizes(), Strides: source.MixedStrides()}
	inner, innerDropped := subView.MixedSizes(), memref.DroppedBy(op)
	dropped := memref.DroppedBy(source.Operation())
	for d, isDropped := range dropped {
		if !isDropped {
			list.Sizes[d], inner = inner[0], inner[1:]
			dropped[d], innerDropped = innerDropped[0], innerDropped[1:]
		}
	}
	list.Offsets = ir.MixedValues(indicesInSource(rw, source.Operation(), subView.MixedOffsets()))
	ir.FoldMixed(list.Offsets, 0)
	t := memrefType(subView.Result())
	if !sameLayout(t, reducedViewType(memrefType(source.Source()), list, dropped)) {
		// Numbers that the views had as values are in the type now, as all strides should be.
		list.Strides = slices.Repeat([]ir.Mixed{{Const: 1}}, len(list.Strides))
		t = reducedViewType(memrefType(source.Source()), list, dropped)
	}
	v := memref.NewSubView(rw, t, source.Source(), list.Offsets, list.Sizes, list.Strides).Result()
	if !sameLayout(t, memrefType(subView.Result())) {
		v = memref.NewCast(rw, subView.Result().Type(), v).Dest()
	}
	rw.Replace(op, v)
	return true
}

// reducedViewType returns the type of a view without its dropped dimensions.
func reducedViewType(source *ir.MemRefType, list ir.MixedSlice, dropped []bool) *ir.MemRefType {
	offsets, _ := ir.SplitMixed(list.Offsets)
	sizes, _ := ir.SplitMixed(list.Sizes)
	steps, _ := ir.SplitMixed(list.Strides)
	full := memref.SubViewType(source, offsets, sizes, steps)
	strides, offset, _ := full.StridesAndOffset()
	var dims, by []int64
	for d, isDropped := range dropped {
		if !isDropped {
			dims, by = append(dims, full.Dims[d]), append(by, strides[d])
		}
	}
	return ir.MemRef(dims, full.Elem, source.Context().StridedLayout(offset, by), full.Space)
}

// sameLayout reports whether two types of memory have equal extents, strides and offsets.
func sameLayout(a, b *ir.MemRefType) bool {
	x, from, _ := a.StridesAndOffset()
	y, to, _ := b.StridesAndOffset()
	return slices.Equal(a.Dims, b.Dims) && slices.Equal(x, y) && from == to
}
