package vector

import (
	"slices"

	"optc/dialect/arith"
	"optc/ir"
)

func foldInsertStridedSlice(op *ir.Operation, _ []ir.Attribute) ir.FoldResult {
	insertStridedSlice := ir.Cast[InsertStridedSliceOp](op)
	if insertStridedSlice.ValueToStore().Type() == insertStridedSlice.Result().Type() {
		return ir.FoldToValue(insertStridedSlice.ValueToStore())
	}
	return ir.FoldResult{}
}

func foldExtractStridedSlice(op *ir.Operation, operands []ir.Attribute) ir.FoldResult {
	extractStridedSlice := ir.Cast[ExtractStridedSliceOp](op)
	if extractStridedSlice.Source().Type() == extractStridedSlice.Result().Type() {
		return ir.FoldToValue(extractStridedSlice.Source())
	}
	if sliceOfInserted(op) {
		return ir.FoldInPlace()
	}
	if d := elements(operands[0]); d != nil {
		return ir.FoldToAttr(sliceOfConstant(op, d))
	}
	return ir.FoldResult{}
}

// sliceOfInserted takes the slice from an inserted slice that contains the whole of it;
// it skips inserted slices that contain no part of it. (Upstream also skips slices that
// begin inside of it, and ignores dimensions without offset.)
//
//	%0 = vector.insert_strided_slice %a, %b {offsets = [2, 2], …}
//	%1 = vector.extract_strided_slice %0 {offsets = [3, 2], …}
//	→ vector.extract_strided_slice %a {offsets = [1, 0], …}
func sliceOfInserted(op *ir.Operation) bool {
	extractStridedSlice := ir.Cast[ExtractStridedSliceOp](op)
	offsets, sizes := extractStridedSlice.Offsets(), extractStridedSlice.Sizes()
	result := vectorOf(extractStridedSlice.Result()).Dims
	rank := len(result)
	for def := ir.DefiningOp[InsertStridedSliceOp](extractStridedSlice.Source()); def.Ok(); def = ir.DefiningOp[InsertStridedSliceOp](def.Dest()) {
		inserted := vectorOf(def.ValueToStore()).Dims
		if len(inserted) != rank {
			return false
		}
		inner, disjoint, partial := make([]int64, rank), false, false
		for d, at := range def.Offsets() {
			first, last := int64(0), result[d] // bounds of the slice; dimensions without offset are taken whole
			if d < len(offsets) {
				first, last = offsets[d], offsets[d]+sizes[d]
			}
			end := at + inserted[d]
			disjoint = disjoint || last <= at || end <= first
			partial = partial || first < at || end < last
			inner[d] = first - at
		}
		switch {
		case disjoint:
			continue
		case partial:
			return false
		}
		extractStridedSlice.SourceMutable().Set(def.ValueToStore())
		extractStridedSlice.SetOffsets(inner[:len(offsets)])
		return true
	}
	return false
}

// sliceOfConstant returns the elements of a slice of a constant.
func sliceOfConstant(op *ir.Operation, d *ir.DenseAttr) ir.Attribute {
	extractStridedSlice := ir.Cast[ExtractStridedSliceOp](op)
	t := vectorOf(extractStridedSlice.Result())
	if d.Splat {
		return withType(d, t)
	}
	raw := make([]byte, 0, numElements(t)*int64(ir.ElementBytes(t.Elem)))
	eachInSlice(t.Dims, vectorOf(extractStridedSlice.Source()).Dims, extractStridedSlice.Offsets(), func(i int64) {
		raw = append(raw, d.Element(int(i))...)
	})
	return t.Context().Dense(t, raw)
}

// eachInSlice calls visit for each element of a slice at some offsets, with the number of
// the element in a vector of shape whole. A slice of lower rank is in the trailing
// dimensions; missing offsets are 0.
func eachInSlice(slice, whole, offsets []int64, visit func(i int64)) {
	lead := len(whole) - len(slice)
	pos := make([]int64, len(whole))
	copy(pos, offsets)
	first := slices.Clone(pos)
	n, _ := ir.NumElements(slice)
	for range n {
		visit(linear(whole, pos))
		for d := len(slice) - 1; d >= 0; d-- {
			if pos[lead+d]++; pos[lead+d] < first[lead+d]+slice[d] {
				break
			}
			pos[lead+d] = first[lead+d]
		}
	}
}

var extractStridedSlicePatterns = []*ir.Pattern{
	{Name: "StridedSliceCreateMaskFolder", Root: ExtractStridedSliceOp{}, Rewrite: sliceOfCreateMask},
	{Name: "StridedSliceConstantMaskFolder", Root: ExtractStridedSliceOp{}, Rewrite: sliceOfConstantMask},
	{Name: "StridedSliceBroadcast", Root: ExtractStridedSliceOp{}, Rewrite: sliceOfBroadcast},
	{Name: "StridedSliceSplat", Root: ExtractStridedSliceOp{}, Rewrite: sliceOfSplat},
	{Name: "ContiguousExtractStridedSliceToExtract", Root: ExtractStridedSliceOp{}, Rewrite: contiguousSlice},
}

// sliceOfCreateMask subtracts the offsets from the sizes of a mask; create_mask clamps
// its sizes itself.
//
//	%0 = vector.create_mask %n : vector<16xi1>
//	%1 = vector.extract_strided_slice %0 {offsets = [4], sizes = [8], strides = [1]} …
//	→ vector.create_mask (%n - 4) : vector<8xi1>
func sliceOfCreateMask(op *ir.Operation, rw *ir.Rewriter) bool {
	extractStridedSlice := ir.Cast[ExtractStridedSliceOp](op)
	def := ir.DefiningOp[CreateMaskOp](extractStridedSlice.Source())
	if !def.Ok() {
		return false
	}
	sizes := def.Operands()
	for d, o := range extractStridedSlice.Offsets() {
		offset := arith.ConstantIndex(rw, o)
		sizes[d] = arith.NewSubI(rw, sizes[d], offset).Result()
	}
	rw.Replace(op, NewCreateMask(rw, extractStridedSlice.Result().Type(), sizes).Result())
	return true
}

// sliceOfConstantMask cuts the sizes of a constant mask.
func sliceOfConstantMask(op *ir.Operation, rw *ir.Rewriter) bool {
	extractStridedSlice := ir.Cast[ExtractStridedSliceOp](op)
	def := ir.DefiningOp[ConstantMaskOp](extractStridedSlice.Source())
	if !def.Ok() {
		return false
	}
	offsets, sizes := extractStridedSlice.Offsets(), extractStridedSlice.Sizes()
	mask := def.MaskDimSizes()
	for d := range offsets {
		mask[d] = max(0, min(offsets[d]+sizes[d], mask[d])-offsets[d])
	}
	if slices.Contains(mask, 0) {
		clear(mask)
	}
	rw.Replace(op, NewConstantMask(rw, extractStridedSlice.Result().Type(), mask).Result())
	return true
}

// sliceOfBroadcast takes the slice before it broadcasts.
//
//	%0 = vector.broadcast %a : vector<4xf32> to vector<3x4xf32>
//	%1 = vector.extract_strided_slice %0 {offsets = [0, 1], sizes = [2, 2], …} …
//	→ %1 = vector.extract_strided_slice %a {offsets = [1], sizes = [2], …} …
//	  vector.broadcast %1 : vector<2xf32> to vector<2x2xf32>
func sliceOfBroadcast(op *ir.Operation, rw *ir.Rewriter) bool {
	extractStridedSlice := ir.Cast[ExtractStridedSliceOp](op)
	def := ir.DefiningOp[BroadcastOp](extractStridedSlice.Source())
	if !def.Ok() {
		return false
	}
	src, to := def.Source(), vectorOf(extractStridedSlice.Result())
	if from := vectorOf(src); from != nil {
		src = sliceBefore(op, rw, src, from, to)
	}
	rw.Replace(op, NewBroadcast(rw, extractStridedSlice.Result().Type(), src).Vector())
	return true
}

// sliceBefore returns src, the operand of a broadcast that op slices, cut along the dimensions that
// op cuts and the broadcast does not stretch.
func sliceBefore(op *ir.Operation, rw *ir.Rewriter, src *ir.Value, from, to *ir.VectorType) *ir.Value {
	lead := len(to.Dims) - len(from.Dims)
	cut := false
	for d, n := range from.Dims {
		cut = cut || n != 1 && n != to.Dims[lead+d]
	}
	if !cut {
		return src
	}
	tail := func(vs []int64) []int64 { return slices.Clone(vs[min(lead, len(vs)):]) }
	extractStridedSlice := ir.Cast[ExtractStridedSliceOp](op)
	offsets, sizes := tail(extractStridedSlice.Offsets()), tail(extractStridedSlice.Sizes())
	for d, n := range from.Dims {
		if n == 1 && d < len(sizes) {
			offsets[d], sizes[d] = 0, 1
		}
	}
	return NewExtractStridedSlice(rw, src, offsets, sizes).Result()
}

// sliceOfSplat broadcasts the scalar that fills the vector.
func sliceOfSplat(op *ir.Operation, rw *ir.Rewriter) bool {
	extractStridedSlice := ir.Cast[ExtractStridedSliceOp](op)
	s := splatSource(extractStridedSlice.Source())
	if s == nil {
		return false
	}
	rw.Replace(op, NewBroadcast(rw, extractStridedSlice.Result().Type(), s).Vector())
	return true
}

// contiguousSlice replaces a slice of consecutive elements.
//
//	%1 = vector.extract_strided_slice %0 {offsets = [1, 2], sizes = [1, 1], …} : vector<8x4x8xi8> to vector<1x1x8xi8>
//	→ %1 = vector.extract %0[1, 2] : vector<8xi8> from vector<8x4x8xi8>
//	  vector.shape_cast %1 : vector<8xi8> to vector<1x1x8xi8>
func contiguousSlice(op *ir.Operation, rw *ir.Rewriter) bool {
	extractStridedSlice := ir.Cast[ExtractStridedSliceOp](op)
	src := vectorOf(extractStridedSlice.Source())
	sizes := extractStridedSlice.Sizes()
	if src.AnyScalable() {
		return false
	}
	fixed := len(sizes)
	for fixed > 0 && sizes[fixed-1] == src.Dims[fixed-1] {
		fixed--
	}
	if fixed == 0 || fixed == len(src.Dims) {
		return false
	}
	for _, n := range sizes[:fixed] {
		if n != 1 {
			return false
		}
	}
	// A result without leading dimensions of extent 1 lowers better.
	for fixed < len(sizes)-1 && sizes[fixed] == 1 {
		fixed++
	}
	e := NewExtract(rw, extractStridedSlice.Source(), extractStridedSlice.Offsets()[:fixed]...).Result()
	rw.Replace(op, NewShapeCast(rw, extractStridedSlice.Result().Type(), e).Result())
	return true
}

var insertStridedSlicePatterns = []*ir.Pattern{
	{Name: "FoldInsertStridedSliceSplat", Root: InsertStridedSliceOp{}, Rewrite: insertSplatIntoSplat},
	{Name: "FoldInsertStridedSliceOfExtract", Root: InsertStridedSliceOp{}, Rewrite: insertOfOwnSlice},
	{Name: "InsertStridedSliceConstantFolder", Root: InsertStridedSliceOp{}, Rewrite: insertSliceIntoConstant},
}

// insertSplatIntoSplat drops an insert of the value that the vector already holds.
func insertSplatIntoSplat(op *ir.Operation, rw *ir.Rewriter) bool {
	insertStridedSlice := ir.Cast[InsertStridedSliceOp](op)
	s := splatSource(insertStridedSlice.ValueToStore())
	if s == nil || splatSource(insertStridedSlice.Dest()) != s {
		return false
	}
	rw.Replace(op, insertStridedSlice.Dest())
	return true
}

// insertOfOwnSlice drops an insert of a slice at the position it was extracted from.
func insertOfOwnSlice(op *ir.Operation, rw *ir.Rewriter) bool {
	insertStridedSlice := ir.Cast[InsertStridedSliceOp](op)
	def := ir.DefiningOp[ExtractStridedSliceOp](insertStridedSlice.ValueToStore())
	if !def.Ok() || def.Source() != insertStridedSlice.Dest() ||
		!slices.Equal(def.Offsets(), insertStridedSlice.Offsets()) ||
		!slices.Equal(def.Strides(), insertStridedSlice.Strides()) {
		return false
	}
	rw.Replace(op, insertStridedSlice.Dest())
	return true
}

// insertSliceIntoConstant computes an insert of a constant into a constant.
func insertSliceIntoConstant(op *ir.Operation, rw *ir.Rewriter) bool {
	insertStridedSlice := ir.Cast[InsertStridedSliceOp](op)
	value, dst := elements(ir.ConstantValue(insertStridedSlice.ValueToStore())), elements(ir.ConstantValue(insertStridedSlice.Dest()))
	t := vectorOf(insertStridedSlice.Result())
	if value == nil || dst == nil || t.AnyScalable() ||
		numElements(t) > foldLimit && !insertStridedSlice.Dest().HasOneUse() {
		return false
	}
	raw, size := dst.Expanded(), int64(ir.ElementBytes(t.Elem))
	next := 0
	eachInSlice(vectorOf(insertStridedSlice.ValueToStore()).Dims, t.Dims, insertStridedSlice.Offsets(), func(i int64) {
		copy(raw[i*size:], value.Element(next))
		next++
	})
	rw.Replace(op, arith.NewConstant(rw, rw.Context().Dense(t, raw)).Result())
	return true
}
