package vector

import (
	"slices"

	"optc/dialect/arith"
	"optc/dialect/memref"
	"optc/dialect/scf"
	"optc/ir"
	"optc/ir/affine"
)

// UnitDims returns the patterns that drop dimensions of extent 1 from the operands of
// elementwise operations, from vector.transpose, and from values that loops carry. At
// least one dimension is kept, and so are scalable dimensions.
func UnitDims() []*ir.Pattern {
	return []*ir.Pattern{
		{Name: "DropUnitDimFromElementwiseOps", Rewrite: dropElementwiseUnits},
		{Name: "DropUnitDimsFromScfForOp", Root: scf.ForOp{}, Rewrite: dropLoopUnits},
		{Name: "DropUnitDimsFromTransposeOp", Root: TransposeOp{}, Rewrite: dropTransposeUnits},
	}
}

// TransferUnitDims returns the patterns that drop dimensions of extent 1 from transfers of whole
// memrefs, if memref and vector have the same dimensions of extent 1. They are used together with
// UnitDims (pass drop-vector-unit-dims).
//
// Upstream is not followed where it is wrong: it drops the passthru of a mask around a
// transfer, makes invalid masks of rank 0, and treats some views with unknown strides as
// contiguous.
func TransferUnitDims() []*ir.Pattern {
	return append([]*ir.Pattern{
		{Name: "TransferReadDropUnitDimsPattern", Root: TransferReadOp{}, Rewrite: dropTransferUnits},
		{Name: "TransferWriteDropUnitDimsPattern", Root: TransferWriteOp{}, Rewrite: dropTransferUnits},
	}, UnitDims()...)
}

// isUnit reports whether a dimension has the extent 1 on all hardware.
func isUnit(t *ir.VectorType, d int) bool { return t.Dims[d] == 1 && !t.IsScalable(d) }

// withoutAnyUnits drops unit dimensions from a type.
func withoutAnyUnits(t *ir.VectorType) *ir.VectorType {
	var dims []int64
	var scalable []bool
	for d, n := range t.Dims {
		if !isUnit(t, d) {
			dims, scalable = append(dims, n), append(scalable, t.IsScalable(d))
		}
	}
	return ir.ScalableVector(dims, scalable, t.Elem)
}

// withoutUnits drops unit dimensions from a type, but keeps at least one dimension.
func withoutUnits(t *ir.VectorType) *ir.VectorType {
	if small := withoutAnyUnits(t); len(small.Dims) > 0 {
		return small
	}
	return ir.Vector([]int64{1}, t.Elem)
}

// dropElementwiseUnits drops unit dimensions of an elementwise operation.
//
//	%0 = arith.mulf %a, %b : vector<1x4xf32>
//	→ %a1 = vector.shape_cast %a : vector<1x4xf32> to vector<4xf32>, %b1 = vector.shape_cast %b …
//	  %r = arith.mulf %a1, %b1 : vector<4xf32>
//	  %0 = vector.shape_cast %r : vector<4xf32> to vector<1x4xf32>
func dropElementwiseUnits(op *ir.Operation, rw *ir.Rewriter) bool {
	if !op.Has(ir.Elementwise) || op.NumResults() != 1 {
		return false
	}
	for _, v := range op.Operands() {
		if t := vectorOf(v); t == nil || len(t.Dims) == 0 || withoutUnits(t) == t {
			return false
		}
	}
	operands := op.OperandList()
	for i, v := range operands {
		operands[i] = NewShapeCast(rw, withoutUnits(vectorOf(v)), v).Result()
	}
	result := vectorOf(op.Result(0))
	r := rw.Like(op, operands, []ir.Type{withoutUnits(result)}).Result(0)
	rw.Replace(op, NewShapeCast(rw, result, r).Result())
	return true
}

// dropTransposeUnits drops unit dimensions of a transposition.
//
//	%0 = vector.transpose %v, [2, 0, 1] : vector<1x4x3xf32> to vector<3x1x4xf32>
//	→ %w = vector.shape_cast %v : vector<1x4x3xf32> to vector<4x3xf32>
//	  %t = vector.transpose %w, [1, 0] : vector<4x3xf32> to vector<3x4xf32>
//	  %0 = vector.shape_cast %t : vector<3x4xf32> to vector<3x1x4xf32>
func dropTransposeUnits(op *ir.Operation, rw *ir.Rewriter) bool {
	transpose := ir.Cast[TransposeOp](op)
	from := vectorOf(transpose.Vector())
	small := withoutUnits(from)
	if small == from {
		return false
	}
	at := make([]int64, len(from.Dims)) // the new place of each dimension
	kept := int64(0)
	for d := range from.Dims {
		at[d] = kept
		if !isUnit(from, d) {
			kept++
		}
	}
	var perm []int64
	for _, d := range transpose.Permutation() {
		if !isUnit(from, int(d)) {
			perm = append(perm, at[d])
		}
	}
	return lowerByBuilding(op, rw, func(l lowering) *ir.Value {
		v := NewShapeCast(l, small, transpose.Vector()).Result()
		return NewShapeCast(l, transpose.Result().Type(), l.transpose(v, perm)).Result()
	})
}

// dropLoopUnits drops unit dimensions of a loop's iteration argument.
//
//	%r = scf.for … iter_args(%a = %v) -> (vector<1x4xf32>) { … scf.yield %b }
//	→ %w = vector.shape_cast %v : vector<1x4xf32> to vector<4xf32>
//	  %s = scf.for … iter_args(%c = %w) -> (vector<4xf32>) {
//	    %a = vector.shape_cast %c : vector<4xf32> to vector<1x4xf32>
//	    …
//	    %d = vector.shape_cast %b : vector<1x4xf32> to vector<4xf32>
//	    scf.yield %d
//	  }
//	  %r = vector.shape_cast %s : vector<4xf32> to vector<1x4xf32>
func dropLoopUnits(op *ir.Operation, rw *ir.Rewriter) bool {
	inits := op.OperandList()[op.NumOperands()-op.NumResults():]
	i := slices.IndexFunc(inits, func(v *ir.Value) bool {
		t := vectorOf(v)
		return t != nil && withoutUnits(t) != t
	})
	if i < 0 {
		return false
	}
	init := NewShapeCast(rw, withoutUnits(vectorOf(inits[i])), inits[i]).Result()
	scf.ReplaceInit(rw, op, i, init, func(b ir.OpBuilder, to ir.Type, v *ir.Value) *ir.Value {
		return ir.ValueOf(b, NewShapeCast(b, to, v))
	})
	return true
}

// dropTransferUnits drops unit dimensions of a transfer and of its mask.
//
//	%0 = vector.transfer_read %m[%c0, %c0], %p {in_bounds = [true, true]} : memref<4x1xf32>, vector<4x1xf32>
//	→ %s = memref.subview %m[0, 0] [4, 1] [1, 1] : memref<4x1xf32> to memref<4xf32, strided<[1]>>
//	  %v = vector.transfer_read %s[%c0], %p {in_bounds = [true]} : memref<4xf32, strided<[1]>>, vector<4xf32>
//	  %0 = vector.shape_cast %v : vector<4xf32> to vector<4x1xf32>
func dropTransferUnits(op *ir.Operation, rw *ir.Rewriter) bool {
	t := Transfer{op}
	m, onMemRef := t.BaseType().(*ir.MemRefType)
	v := t.VectorType()
	if !onMemRef || !t.isPlain() || !m.IsStrided() || !slices.Contains(m.Dims, 1) {
		return false
	}
	added := len(m.Dims) - len(v.Dims)
	for d, n := range m.Dims {
		i, known := constantIndex(t.Indices()[d])
		if (n == 1) != (d < added || isUnit(v, d-added)) || !known || i != 0 {
			return false
		}
	}
	root, mask := maskAround(op)
	small := withoutAnyUnits(v)
	rank := len(small.Dims)
	if root != op && ir.Cast[MaskOp](root).Passthru() != nil || rank == 0 && (mask != nil || t.Mask() != nil) {
		return false
	}
	var bounds []*ir.Value
	if t.Mask() != nil {
		var ok bool
		if bounds, ok = boundsWithoutUnits(t.Mask()); !ok {
			return false
		}
	}
	rw.Before(root).Loc = op.Loc()
	l := lowering{rw, root, mask}
	p := place{perm: affine.MinorIdentity(rank, rank), bounds: slices.Repeat([]bool{true}, rank)}
	if t.Mask() != nil {
		p.mask = NewCreateMask(l, maskFor(small), bounds).Result()
	}
	p.base = memref.WithoutUnits(rw, t.Base())
	p.indices = slices.Repeat([]*ir.Value{arith.ConstantIndex(l, 0)}, rank)
	cast := func(v *ir.Value, to *ir.VectorType) *ir.Value {
		if v == nil {
			return nil
		}
		return l.OrFold().Value(NewShapeCast(l.OrFold(), to, v))
	}
	if t.IsRead() {
		mask = cast(mask, maskFor(small))
		read := l.masked(mask, small, func() *ir.Value { return l.transfer(t, p, nil, small) })
		rw.Replace(root, cast(read, v))
		return true
	}
	written := cast(t.Vector(), small)
	mask = cast(mask, maskFor(small))
	l.masked(mask, nil, func() *ir.Value { return l.transfer(t, p, written, nil) })
	rw.Erase(root)
	return true
}

// boundsWithoutUnits returns the bounds of a vector.create_mask along the dimensions that are not
// unit dimensions; ok is false if there is no unit dimension, or if the mask may be off in a unit
// dimension.
func boundsWithoutUnits(mask *ir.Value) (bounds []*ir.Value, ok bool) {
	def, t := ir.DefiningOp[CreateMaskOp](mask), vectorOf(mask)
	if !def.Ok() {
		return nil, false
	}
	for d, b := range def.Operands() {
		if !isUnit(t, d) {
			bounds = append(bounds, b)
		} else if n, known := constantIndex(b); !known || n != 1 {
			return nil, false
		}
	}
	return bounds, len(bounds) < len(t.Dims)
}
