package standard

import (
	"optc/dialect/gpu"
	"optc/dialect/memref"
	"optc/dialect/nvgpu"
	"optc/dialect/vector"
	"optc/ir"
)

// memoryAccess is an access of a memref that can be built for another memref.
type memoryAccess struct {
	memory  *ir.Value
	indices []*ir.Value
	// vector is moved to or from the last dimensions of the memref; nil if the access moves one element or has its own rules.
	vector *ir.Value
	// inBounds reports that the indices name an element; a vector may begin outside of the memref.
	inBounds bool
	// build builds the access at other indices of another memref. Promised alignments are not kept.
	build func(b ir.OpBuilder, memory *ir.Value, indices []*ir.Value) ir.TypedOp
	// hint describes what accesses to a memref.subview lose, as upstream; nil for nothing.
	hint func(built ir.TypedOp)
}

// aliasAccess is a kind of access with the views whose sources it accesses instead.
type aliasAccess struct {
	op    ir.OpKind
	views []*aliasView
	of    func(op *ir.Operation) memoryAccess
}

var everyAliasView = []*aliasView{subViews, expandShapes, collapseShapes}

// aliasAccesses are the accesses that fold, besides the transfers of foldTransfer.
var aliasAccesses = []aliasAccess{
	{memref.LoadOp{}, everyAliasView, func(op *ir.Operation) memoryAccess {
		o := ir.Cast[memref.LoadOp](op)
		return memoryAccess{memory: o.Memref(), indices: o.Indices(), inBounds: true, build: func(b ir.OpBuilder, m *ir.Value, at []*ir.Value) ir.TypedOp {
			l := memref.NewLoad(b, m, at...)
			if o.Nontemporal() {
				l.SetNontemporal(true)
			}
			return l
		}}
	}},
	{memref.StoreOp{}, everyAliasView, func(op *ir.Operation) memoryAccess {
		o := ir.Cast[memref.StoreOp](op)
		return memoryAccess{memory: o.Memref(), indices: o.Indices(), inBounds: true, build: func(b ir.OpBuilder, m *ir.Value, at []*ir.Value) ir.TypedOp {
			s := memref.NewStore(b, o.Value(), m, at...)
			if o.Nontemporal() {
				s.SetNontemporal(true)
			}
			return s
		}}
	}},
	{vector.LoadOp{}, everyAliasView, func(op *ir.Operation) memoryAccess {
		o := ir.Cast[vector.LoadOp](op)
		return memoryAccess{memory: o.Base(), indices: o.Indices(), vector: o.Result(), build: func(b ir.OpBuilder, m *ir.Value, at []*ir.Value) ir.TypedOp {
			return vector.NewLoad(b, o.Result().Type(), m, at)
		}, hint: func(built ir.TypedOp) {
			if o.Nontemporal() {
				ir.Cast[vector.LoadOp](built.Operation()).SetNontemporal(true)
			}
		}}
	}},
	{vector.StoreOp{}, everyAliasView, func(op *ir.Operation) memoryAccess {
		o := ir.Cast[vector.StoreOp](op)
		return memoryAccess{memory: o.Base(), indices: o.Indices(), vector: o.ValueToStore(), build: func(b ir.OpBuilder, m *ir.Value, at []*ir.Value) ir.TypedOp {
			return vector.NewStore(b, o.ValueToStore(), m, at)
		}, hint: func(built ir.TypedOp) {
			if o.Nontemporal() {
				ir.Cast[vector.StoreOp](built.Operation()).SetNontemporal(true)
			}
		}}
	}},
	{vector.MaskedLoadOp{}, everyAliasView, func(op *ir.Operation) memoryAccess {
		o := ir.Cast[vector.MaskedLoadOp](op)
		return memoryAccess{memory: o.Base(), indices: o.Indices(), vector: o.Result(), build: func(b ir.OpBuilder, m *ir.Value, at []*ir.Value) ir.TypedOp {
			return vector.NewMaskedLoad(b, m, at, o.Mask(), o.PassThru())
		}}
	}},
	{vector.MaskedStoreOp{}, everyAliasView, func(op *ir.Operation) memoryAccess {
		o := ir.Cast[vector.MaskedStoreOp](op)
		return memoryAccess{memory: o.Base(), indices: o.Indices(), vector: o.ValueToStore(), build: func(b ir.OpBuilder, m *ir.Value, at []*ir.Value) ir.TypedOp {
			return vector.NewMaskedStore(b, m, at, o.Mask(), o.ValueToStore())
		}}
	}},
	{gpu.SubgroupMMALoadMatrixOp{}, []*aliasView{subViews}, func(op *ir.Operation) memoryAccess {
		o := ir.Cast[gpu.SubgroupMMALoadMatrixOp](op)
		return memoryAccess{memory: o.SrcMemref(), indices: o.Indices(), build: func(b ir.OpBuilder, m *ir.Value, at []*ir.Value) ir.TypedOp {
			l := gpu.NewSubgroupMMALoadMatrix(b, o.Res().Type(), m, at, o.LeadDimension())
			l.SetTranspose(o.Transpose())
			return l
		}}
	}},
	{gpu.SubgroupMMAStoreMatrixOp{}, []*aliasView{subViews}, func(op *ir.Operation) memoryAccess {
		o := ir.Cast[gpu.SubgroupMMAStoreMatrixOp](op)
		return memoryAccess{memory: o.DstMemref(), indices: o.Indices(), build: func(b ir.OpBuilder, m *ir.Value, at []*ir.Value) ir.TypedOp {
			s := gpu.NewSubgroupMMAStoreMatrix(b, o.Src(), m, at, o.LeadDimension())
			s.SetTranspose(o.Transpose())
			return s
		}}
	}},
	{nvgpu.LdMatrixOp{}, []*aliasView{subViews}, func(op *ir.Operation) memoryAccess {
		o := ir.Cast[nvgpu.LdMatrixOp](op)
		return memoryAccess{memory: o.SrcMemref(), indices: o.Indices(), build: func(b ir.OpBuilder, m *ir.Value, at []*ir.Value) ir.TypedOp {
			return nvgpu.NewLdMatrix(b, o.Res().Type(), m, o.Transpose(), o.NumTiles(), at...)
		}}
	}},
}
