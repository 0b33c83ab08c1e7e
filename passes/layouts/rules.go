package layouts

import (
	"optc/dialect/iree/ireegpu"
	"optc/dialect/scf"
	"optc/dialect/vector"
	"optc/dialect/vectorext"
	"optc/ir"
	"optc/ir/affine"
	"optc/passes"
)

// propagation is what the rules do with the layouts that they find.
type propagation[L vectorext.Layout[L]] interface {
	// give tells that v could have the layout.
	give(v *ir.Value, l L)
	// want demands it of an operand, if it is present.
	want(u *ir.OpOperand, l L)
	// known returns the layout of v so far.
	known(v *ir.Value) L
	// firstWriter tells whether the rules are those of the older algorithm.
	firstWriter() bool
}

// propagateForwards gives the results of a user the layout that follows from that
// of an operand.
func propagateForwards[L vectorext.Layout[L]](a propagation[L], u *ir.OpOperand, l L) {
	op := u.Owner()
	switch {
	case ir.IsAny(op, scf.For, scf.While, scf.Yield, scf.Condition):
		forwardsThroughControl(a, u, l)
	case vector.Yield.Is(op):
		if parent := op.Parent(); vector.Mask.Is(parent) {
			a.give(parent.Result(u.Index()), l)
		}
	case op.Has(ir.Elementwise):
		for _, r := range op.Results() {
			a.give(r, l)
		}
	case vector.MultiReduction.Is(op):
		if u == vector.MultiReduction.AccMutable(op) {
			a.give(vector.MultiReduction.Dest(op), l)
			return
		}
		if mask := op.Parent(); vector.Mask.Is(mask) {
			giveMask(a, mask, l)
		}
		a.give(vector.MultiReduction.Dest(op), l.Project(ReducedDims(op, l.Rank())))
	case vector.Scan.Is(op):
		if u == vector.Scan.InitialValueMutable(op) {
			a.give(vector.Scan.AccumulatedValue(op), l)
			return
		}
		a.give(vector.Scan.Dest(op), l)
		a.give(vector.Scan.AccumulatedValue(op), WithoutDim(l, vector.Scan.ReductionDim(op)))
	case vectorext.ArgCompare.Is(op):
		switch u {
		case vectorext.ArgCompare.InitValueMutable(op):
			a.give(vectorext.ArgCompare.ResultValue(op), l)
		case vectorext.ArgCompare.InitIndexMutable(op):
			a.give(vectorext.ArgCompare.ResultIndex(op), l)
		default:
			reduced := WithoutDim(l, vectorext.ArgCompare.Dimension(op))
			a.give(vectorext.ArgCompare.ResultValue(op), reduced)
			a.give(vectorext.ArgCompare.ResultIndex(op), reduced)
		}
	case vector.Transpose.Is(op):
		a.give(vector.Transpose.Result(op), l.Permute(vector.Transpose.Permutation(op)))
	case vector.Contract.Is(op):
		forwardsThroughContract(a, u, l)
	case vector.Gather.Is(op):
		a.give(vector.Gather.Result(op), l)
	case vector.TransferWrite.Is(op):
		if a.firstWriter() && u.Value() == vector.TransferWrite.ValueToStore(op) {
			a.want(vector.TransferWrite.MaskMutable(op), l.Apply(TransferMaskMap(op)))
		}
	case vector.ShapeCast.Is(op):
		result := vector.ShapeCast.Result(op)
		a.give(result, l.Reshape(result.Type().(*ir.VectorType).Dims))
	}
}

// giveMask gives the mask of a masked operation its layout.
func giveMask[L vectorext.Layout[L]](a propagation[L], mask *ir.Operation, l L) {
	if a.firstWriter() {
		a.want(vector.Mask.MaskMutable(mask), l)
	} else {
		a.give(vector.Mask.Mask(mask), l)
	}
}

// forwardsThroughControl follows what loops carry and branches yield.
func forwardsThroughControl[L vectorext.Layout[L]](a propagation[L], u *ir.OpOperand, l L) {
	op, parent := u.Owner(), u.Owner().Parent()
	switch {
	case scf.For.Is(op):
		if i, ok := scf.For.InitOf(u); ok {
			a.give(op.Body().Arg(1+i), l)
			a.give(op.Result(i), l)
		}
	case scf.While.Is(op):
		a.give(scf.While.Before(op).Front().Arg(u.Index()), l)
	case scf.Condition.Is(op):
		if i, ok := scf.Condition.ArgOf(u); ok {
			a.give(scf.While.After(parent).Front().Arg(i), l)
			a.give(parent.Result(i), l)
		}
	case scf.For.Is(parent):
		a.give(parent.Body().Arg(1+u.Index()), l)
		a.give(parent.Result(u.Index()), l)
	case scf.While.Is(parent):
		a.give(scf.While.Before(parent).Front().Arg(u.Index()), l)
	case scf.If.Is(parent):
		a.give(parent.Result(u.Index()), l)
	}
}

func forwardsThroughContract[L vectorext.Layout[L]](a propagation[L], u *ir.OpOperand, l L) {
	op := u.Owner()
	if u == vector.Contract.AccMutable(op) {
		a.give(vector.Contract.Result(op), l)
		return
	}
	if ireegpu.IntrinsicOf(op) != nil {
		return // which says how its result is held
	}
	maps := vector.Contract.IndexingMaps(op)
	if mask := op.Parent(); vector.Mask.Is(mask) {
		if inverse, ok := iterationLayoutMap(maps[u.Index()]); ok {
			giveMask(a, mask, l.Apply(inverse))
		}
	}
	var none L
	lhs, rhs := a.known(vector.Contract.Lhs(op)), a.known(vector.Contract.Rhs(op))
	if lhs != none && rhs != none {
		a.give(vector.Contract.Result(op), lhs.Recombine([]L{lhs, rhs}, maps[:2], maps[2]))
	}
}

// iterationLayoutMap returns the map from the dimensions of an operand to the
// iterators, if each of them is a dimension of the operand.
func iterationLayoutMap(m affine.Map) (inverse affine.Map, ok bool) {
	if !m.IsPermutation() {
		return inverse, false
	}
	return affine.InversePermutation(m)
}

// WithoutDim returns the layout of a vector without a dimension.
func WithoutDim[L vectorext.Layout[L]](l L, dim int64) L {
	drop := make([]bool, l.Rank())
	drop[dim] = true
	return l.Project(drop)
}

// ReducedDims tells which dimensions of the source a multi_reduction removes.
func ReducedDims(op *ir.Operation, rank int) []bool {
	drop := make([]bool, rank)
	for _, d := range vector.MultiReduction.ReductionDims(op) {
		drop[d] = true
	}
	return drop
}

// TransferMaskMap maps the dimensions of a transfer's vector to those of its mask.
func TransferMaskMap(op *ir.Operation) affine.Map {
	t, _ := vector.AsTransfer(op)
	return vectorext.TransferMaskMap(t.Map())
}

// propagateBackwards demands of the operands of an operation the layouts that
// follow from that of its result v.
func propagateBackwards[L vectorext.Layout[L]](a propagation[L], v *ir.Value, l L) {
	op := v.DefiningOp()
	switch {
	case op.Has(ir.Elementwise):
		for i := range op.NumOperands() {
			a.want(op.OpOperand(i), l)
		}
	case vectorext.ToLayout.Is(op):
		if a.firstWriter() || vectorext.ToLayout.SharedMemoryConversion(op) == nil {
			a.want(vectorext.ToLayout.InputMutable(op), l)
		}
	case vector.MultiReduction.Is(op):
		a.want(vector.MultiReduction.AccMutable(op), l)
	case vector.Scan.Is(op):
		if v == vector.Scan.Dest(op) {
			a.want(vector.Scan.SourceMutable(op), l)
			l = WithoutDim(l, vector.Scan.ReductionDim(op))
		}
		a.want(vector.Scan.InitialValueMutable(op), l)
	case vectorext.ArgCompare.Is(op):
		if v == vectorext.ArgCompare.ResultValue(op) {
			a.want(vectorext.ArgCompare.InitValueMutable(op), l)
		} else {
			a.want(vectorext.ArgCompare.InitIndexMutable(op), l)
		}
	case vector.Transpose.Is(op):
		perm := vector.Transpose.Permutation(op)
		inverse := make([]int64, len(perm))
		for i, p := range perm {
			inverse[p] = int64(i)
		}
		a.want(vector.Transpose.VectorMutable(op), l.Permute(inverse))
	case vector.Broadcast.Is(op):
		if source := vector.Broadcast.SourceMutable(op); passes.IsVectorValue(source.Value()) {
			a.want(source, l.Apply(BroadcastMap(op)))
		}
	case vector.Contract.Is(op):
		a.want(vector.Contract.AccMutable(op), l)
	case vector.Gather.Is(op):
		a.want(vector.Gather.IndicesMutable(op), l)
		a.want(vector.Gather.MaskMutable(op), l)
		a.want(vector.Gather.PassThruMutable(op), l)
	case vector.TransferRead.Is(op):
		a.want(vector.TransferRead.MaskMutable(op), l.Apply(TransferMaskMap(op)))
	case vectorext.TransferGather.Is(op):
		wantMapped(a, op, l, vectorext.TransferGather.IndexVecsMutable(op), vectorext.TransferGather.MaskMutable(op))
	case vector.ShapeCast.Is(op):
		source := vector.ShapeCast.SourceMutable(op)
		a.want(source, l.Reshape(source.Value().Type().(*ir.VectorType).Dims))
	}
}

// BroadcastMap maps the dimensions of a broadcast vector to those of its source, of which
// stretched ones have extent 1.
//
//	vector.broadcast %v : vector<4x1xf32> to vector<8x4x16xf32>  →  (d0, d1, d2) -> (d1, 0)
func BroadcastMap(op *ir.Operation) affine.Map {
	src := vector.Broadcast.Source(op).Type().(*ir.VectorType).Dims
	dst := vector.Broadcast.Vector(op).Type().(*ir.VectorType).Dims
	added := len(dst) - len(src)
	results := make([]affine.Expr, len(src))
	for d, n := range src {
		results[d] = affine.Const(0)
		if n == dst[added+d] {
			results[d] = affine.Dim(added + d)
		}
	}
	return affine.NewMap(len(dst), 0, results...)
}

// wantMapped demands of the index operands and the mask of a gather or scatter of a vector
// the layouts that follow from their maps.
func wantMapped[L vectorext.Layout[L]](a propagation[L], op *ir.Operation, l L, indexVecs []*ir.OpOperand, mask *ir.OpOperand) {
	t, _ := vectorext.AsTransfer(op)
	maps := t.VectorMaps()
	for k, u := range indexVecs {
		a.want(u, l.Apply(maps[k]))
	}
	if mask != nil {
		a.want(mask, l.Apply(t.MaskMap()))
	}
}
