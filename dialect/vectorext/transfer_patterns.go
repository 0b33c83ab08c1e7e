package vectorext

import (
	"slices"

	affined "optc/dialect/affine"
	"optc/dialect/arith"
	"optc/dialect/vector"
	"optc/ir"
	"optc/ir/affine"
)

// gatherPatterns and scatterPatterns are the canonicalization patterns of IREE's
// VectorExtOps.cpp, where they are sound: an index operand with a single element makes a
// dimension contiguous only if the slice has size 1 along it.
var (
	gatherPatterns = []*ir.Pattern{
		{Name: "fold-single-element-index-vec", Root: TransferGatherOp{}, Rewrite: foldSingleElement},
		{Name: "fold-contiguous-gather-to-transfer-read", Root: TransferGatherOp{}, Rewrite: gatherToRead},
		{Name: "fold-index-vec-add-broadcast", Root: TransferGatherOp{}, Rewrite: foldAddBroadcast},
		{Name: "fold-gather-with-false-mask", Root: TransferGatherOp{}, Rewrite: foldFalseMask},
	}
	scatterPatterns = []*ir.Pattern{
		{Name: "fold-single-element-index-vec", Root: TransferScatterOp{}, Rewrite: foldSingleElement},
		{Name: "fold-contiguous-scatter-to-transfer-write", Root: TransferScatterOp{}, Rewrite: scatterToWrite},
		{Name: "fold-index-vec-add-broadcast", Root: TransferScatterOp{}, Rewrite: foldAddBroadcast},
		{Name: "fold-scatter-with-false-mask", Root: TransferScatterOp{}, Rewrite: foldFalseMask},
	}
)

// foldSingleElement moves an index operand with a single element into the offset.
//
//	… %m[%o] [%v : vector<1xindex>] {… affine_map<(d0)[s0] -> (s0)> …}
//	→ %e = vector.extract %v[0] : index from vector<1xindex>
//	  %s = affine.apply affine_map<(d0, d1) -> (d0 + d1)>(%o, %e)
//	  … %m[%s] {… affine_map<(d0) -> (0)>}
//
// In the per-dimension form the dimension becomes contiguous, which is only the
// same when its slice has extent 1.
func foldSingleElement(op *ir.Operation, rw *ir.Rewriter) bool {
	t := Transfer{op}
	if !t.Unified() {
		return t.foldSingleIndexed(rw)
	}
	for k, v := range t.IndexVecs() {
		if n, ok := elementCount(v); !ok || n != 1 {
			continue
		}
		offsets, used := t.addToOffsets(rw, k, func() *ir.Value { return extractOnly(rw, v) })
		if !used {
			continue
		}
		rw.Modify(op, func() { t.dropIndexVec(k, affine.Const(0), offsets) })
		return true
	}
	return false
}

func (t Transfer) foldSingleIndexed(rw *ir.Rewriter) bool {
	slice, i := t.SliceSizes(), 0
	for k, indexed := range t.Indexed() {
		if !indexed {
			continue
		}
		v := t.IndexVecs()[i]
		if n, ok := elementCount(v); ok && n == 1 && slice[k] == 1 {
			offsets := t.Offsets()
			offsets[k] = addIndex(rw, offsets[k], extractOnly(rw, v))
			rw.Modify(t.Operation, func() { t.dropIndexed(k, i, offsets) })
			return true
		}
		i++
	}
	return false
}

// elementCount returns the number of elements of an index operand, which is 1 for a
// scalar.
func elementCount(v *ir.Value) (int64, bool) {
	vec, ok := v.Type().(*ir.VectorType)
	if !ok {
		return 1, true
	}
	return ir.NumElements(vec.Dims)
}

// extractOnly returns the only element of an index operand.
func extractOnly(rw *ir.Rewriter, v *ir.Value) *ir.Value {
	vec, ok := v.Type().(*ir.VectorType)
	if !ok {
		return v
	}
	return vector.NewExtract(rw, v, make([]int64, len(vec.Dims))...).Result()
}

// addToOffsets adds an index to the offset of every base dimension that uses symbol k;
// used is false if there is none.
func (t Transfer) addToOffsets(rw *ir.Rewriter, k int, index func() *ir.Value) (offsets []*ir.Value, used bool) {
	var dims []int
	for d, e := range t.Maps()[0].Results {
		if s, ok := e.IsSymbol(); ok && s == k {
			dims = append(dims, d)
		}
	}
	if dims == nil {
		return nil, false
	}
	offsets = t.Offsets()
	add := index()
	for _, d := range dims {
		offsets[d] = addIndex(rw, offsets[d], add)
	}
	return offsets, true
}

// addIndex returns a + b as an affine.apply, or b when a is the constant 0.
func addIndex(rw *ir.Rewriter, a, b *ir.Value) *ir.Value {
	if i, ok := ir.ConstantValue(a).(*ir.IntegerAttr); ok && i.Value.IsZero() {
		return b
	}
	sum := affine.NewMap(2, 0, affine.Dim(0).Add(affine.Dim(1)))
	return affined.NewApply(rw, sum, []*ir.Value{a, b}).Result()
}

// foldAddBroadcast moves the uniform part of an index operand into the offset.
//
//	%b = vector.broadcast %s : index to vector<8xindex>
//	%v = arith.addi %x, %b : vector<8xindex>
//	… %m[%o] [%v : vector<8xindex>]
//	→ … %m[%o + %s] [%x : vector<8xindex>]
func foldAddBroadcast(op *ir.Operation, rw *ir.Rewriter) bool {
	t := Transfer{op}
	if !t.Unified() {
		return false
	}
	vecs := t.IndexVecs()
	for k, v := range vecs {
		add := ir.DefiningOp[arith.AddIOp](v)
		if !add.Ok() {
			continue
		}
		lhs, rhs := add.Lhs(), add.Rhs()
		for _, terms := range [][2]*ir.Value{{lhs, rhs}, {rhs, lhs}} {
			b := ir.DefiningOp[vector.BroadcastOp](terms[0])
			if !b.Ok() || isVector(b.Source().Type()) {
				continue
			}
			offsets, used := t.addToOffsets(rw, k, func() *ir.Value { return b.Source() })
			if !used {
				break
			}
			vecs[k] = terms[1]
			rw.Modify(op, func() { t.setOperands(offsets, vecs, t.Mask()) })
			return true
		}
	}
	return false
}

// foldFalseMask replaces a transfer whose mask is false everywhere: a gather by its
// padding, a scatter by its tensor.
func foldFalseMask(op *ir.Operation, rw *ir.Rewriter) bool {
	t := Transfer{op}
	if m := t.Mask(); m == nil || !isBoolSplat(m, false) {
		return false
	}
	switch {
	case t.IsGather():
		rw.Replace(op, vector.NewBroadcast(rw, t.VectorType(), t.Padding()).Vector())
	case op.NumResults() > 0:
		rw.Replace(op, t.Base())
	default:
		rw.Erase(op)
	}
	return true
}

// gatherToRead replaces a gather without index operands by a contiguous read.
//
//	%r = iree_vector_ext.transfer_gather %m[%a, %b], %pad {indexing_maps = [affine_map<(d0, d1) -> (0, d1)>]}
//	  : memref<64x16xf32>, vector<1x2xf32>
//	→ %r = vector.transfer_read %m[%a, %b], %pad {in_bounds = [true, true], permutation_map = affine_map<(d0, d1) -> (0, d1)>}
//	  : memref<64x16xf32>, vector<1x2xf32>
func gatherToRead(op *ir.Operation, rw *ir.Rewriter) bool {
	t := Transfer{op}
	if len(t.IndexVecs()) > 0 {
		return false
	}
	perm, inBounds, mask := t.PermutationMap(), t.InBounds(), t.Mask()
	if t.Unified() {
		var ok bool
		if perm, ok = t.transferPermutation(); !ok {
			return false
		}
		if mask, ok = t.transferMask(rw, perm); !ok {
			return false
		}
		inBounds = slices.Repeat([]bool{true}, len(t.VectorType().Dims))
	}
	rw.Replace(op, vector.NewTransferRead(rw, t.VectorType(), t.Base(), t.Offsets(), t.Padding(), mask, perm, inBounds).Vector())
	return true
}

// scatterToWrite replaces a scatter without index operands by a contiguous
// write. Every vector dimension must occur in the base map, because a write does
// not broadcast.
func scatterToWrite(op *ir.Operation, rw *ir.Rewriter) bool {
	t := Transfer{op}
	if len(t.IndexVecs()) > 0 {
		return false
	}
	perm, ok := t.transferPermutation()
	if !ok || !allDims(perm) {
		return false
	}
	mask, ok := t.transferMask(rw, perm)
	if !ok {
		return false
	}
	inBounds := slices.Repeat([]bool{true}, len(t.VectorType().Dims))
	rw.Replace(op, vector.NewTransferWrite(rw, t.Vector(), t.Base(), t.Offsets(), mask, perm, inBounds).Operation().ResultList()...)
	return true
}

// transferPermutation inverts the base map: result i is the base dimension whose
// entry is d_i, or 0 when there is none. ok is false for a diagonal, which a
// transfer cannot express.
func (t Transfer) transferPermutation() (perm affine.Map, ok bool) {
	base := t.Maps()[0]
	perm = affine.Map{NumDims: len(base.Results), Results: slices.Repeat([]affine.Expr{affine.Const(0)}, base.NumDims)}
	seen := make([]bool, base.NumDims)
	for k, e := range base.Results {
		d, isDim := e.IsDim()
		if !isDim {
			continue
		}
		if seen[d] {
			return perm, false
		}
		seen[d] = true
		perm.Results[d] = affine.Dim(k)
	}
	return perm, true
}

// maskDims returns the vector dimensions that the mask of the transfer has before unit
// dimensions are dropped, in the order of the memory dimensions. ok is false when the
// mask depends on a dimension that the transfer broadcasts, or uses a dimension twice,
// because the mask of a vector.transfer cannot express that.
func (t Transfer) maskDims(perm affine.Map) (dims []int, ok bool) {
	shape, maps := t.VectorType().Dims, t.Maps()
	inMask := make([]bool, len(shape))
	for _, e := range maps[len(maps)-1].Results {
		d, _ := e.IsDim()
		if inMask[d] {
			return nil, false
		}
		inMask[d] = true
	}
	var moved []int // not broadcast, to be sorted by memory dimension
	for d, e := range perm.Results {
		switch {
		case isDim(e):
			moved = append(moved, d)
		case shape[d] != 1 && inMask[d]:
			return nil, false
		case shape[d] != 1:
			continue
		}
		dims = append(dims, d)
	}
	slices.SortFunc(moved, func(a, b int) int {
		ka, _ := perm.Results[a].IsDim()
		kb, _ := perm.Results[b].IsDim()
		return ka - kb
	})
	next := 0
	for i, d := range dims {
		if isDim(perm.Results[d]) {
			dims[i] = moved[next]
			next++
		}
	}
	return dims, true
}

// transferMask brings the mask into the form that vector.transfer_* expects: missing
// dimensions are broadcast in front and transposed into place, unit dimensions that the
// transfer broadcasts are dropped. ok is false where maskDims returns false; without a
// mask there is none.
func (t Transfer) transferMask(rw *ir.Rewriter, perm affine.Map) (mask *ir.Value, ok bool) {
	if mask = t.Mask(); mask == nil {
		return nil, true
	}
	dims, ok := t.maskDims(perm)
	if !ok {
		return nil, false
	}
	c, maps := rw.Context(), t.Maps()
	var have []int
	for _, e := range maps[len(maps)-1].Results {
		d, _ := e.IsDim()
		have = append(have, d)
	}
	vec := t.VectorType()
	maskType := func(dims []int) *ir.VectorType {
		shape, scalable := make([]int64, len(dims)), make([]bool, len(dims))
		for i, d := range dims {
			shape[i], scalable[i] = vec.Dims[d], vec.IsScalable(d)
		}
		return ir.ScalableVector(shape, scalable, c.I1())
	}
	if missing := slices.DeleteFunc(slices.Clone(dims), func(d int) bool { return slices.Contains(have, d) }); len(missing) > 0 {
		have = append(missing, have...)
		mask = vector.NewBroadcast(rw, maskType(have), mask).Vector()
	}
	if !slices.Equal(have, dims) {
		order := make([]int64, len(dims))
		for i, d := range dims {
			order[i] = int64(slices.Index(have, d))
		}
		mask = vector.NewTranspose(rw, mask, order).Result()
	}
	want := vector.TransferMaskType(vec, perm)
	if mask.Type() == ir.Type(want) {
		return mask, true
	}
	return vector.NewShapeCast(rw, want, mask).Result(), true
}
