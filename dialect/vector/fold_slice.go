package vector

import (
	"slices"

	"optc/dialect/arith"
	"optc/ir"
)

func foldInsertStridedSlice(op *ir.Operation, _ []ir.Attribute) ir.FoldResult {
	if InsertStridedSlice.ValueToStore(op).Type() == InsertStridedSlice.Result(op).Type() {
		return ir.FoldToValue(InsertStridedSlice.ValueToStore(op))
	}
	return ir.FoldResult{}
}

func foldExtractStridedSlice(op *ir.Operation, operands []ir.Attribute) ir.FoldResult {
	if ExtractStridedSlice.Source(op).Type() == ExtractStridedSlice.Result(op).Type() {
		return ir.FoldToValue(ExtractStridedSlice.Source(op))
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
	offsets, sizes := ExtractStridedSlice.Offsets(op), ExtractStridedSlice.Sizes(op)
	result := vectorOf(ExtractStridedSlice.Result(op)).Dims
	rank := len(result)
	for def := InsertStridedSlice.DefiningOp(ExtractStridedSlice.Source(op)); def != nil; def = InsertStridedSlice.DefiningOp(InsertStridedSlice.Dest(def)) {
		inserted := vectorOf(InsertStridedSlice.ValueToStore(def)).Dims
		if len(inserted) != rank {
			return false
		}
		inner, disjoint, partial := make([]int64, rank), false, false
		for d, at := range InsertStridedSlice.Offsets(def) {
			first, last := int64(0), result[d] // of the slice; dimensions without offset are taken whole
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
		ExtractStridedSlice.SourceMutable(op).Set(InsertStridedSlice.ValueToStore(def))
		ExtractStridedSlice.SetOffsets(op, inner[:len(offsets)])
		return true
	}
	return false
}

// sliceOfConstant returns the elements of a slice of a constant.
func sliceOfConstant(op *ir.Operation, d *ir.DenseAttr) ir.Attribute {
	t := vectorOf(ExtractStridedSlice.Result(op))
	if d.Splat {
		return withType(d, t)
	}
	raw := make([]byte, 0, numElements(t)*int64(ir.ElementBytes(t.Elem)))
	eachInSlice(t.Dims, vectorOf(ExtractStridedSlice.Source(op)).Dims, ExtractStridedSlice.Offsets(op), func(i int64) {
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
	{Name: "StridedSliceCreateMaskFolder", Root: ExtractStridedSlice, Rewrite: sliceOfCreateMask},
	{Name: "StridedSliceConstantMaskFolder", Root: ExtractStridedSlice, Rewrite: sliceOfConstantMask},
	{Name: "StridedSliceBroadcast", Root: ExtractStridedSlice, Rewrite: sliceOfBroadcast},
	{Name: "StridedSliceSplat", Root: ExtractStridedSlice, Rewrite: sliceOfSplat},
	{Name: "ContiguousExtractStridedSliceToExtract", Root: ExtractStridedSlice, Rewrite: contiguousSlice},
}

// sliceOfCreateMask subtracts the offsets from the sizes of a mask; create_mask clamps
// its sizes itself.
//
//	%0 = vector.create_mask %n : vector<16xi1>
//	%1 = vector.extract_strided_slice %0 {offsets = [4], sizes = [8], strides = [1]} …
//	→ vector.create_mask (%n - 4) : vector<8xi1>
func sliceOfCreateMask(op *ir.Operation, rw *ir.Rewriter) bool {
	def := CreateMask.DefiningOp(ExtractStridedSlice.Source(op))
	if def == nil {
		return false
	}
	sizes := CreateMask.Operands(def)
	for d, o := range ExtractStridedSlice.Offsets(op) {
		offset := arith.Constant.Index(rw, o)
		sizes[d] = arith.SubI.Build(rw, sizes[d], offset)
	}
	rw.Replace(op, CreateMask.Build(rw, ExtractStridedSlice.Result(op).Type(), sizes))
	return true
}

// sliceOfConstantMask cuts the sizes of a constant mask.
func sliceOfConstantMask(op *ir.Operation, rw *ir.Rewriter) bool {
	def := ConstantMask.DefiningOp(ExtractStridedSlice.Source(op))
	if def == nil {
		return false
	}
	offsets, sizes := ExtractStridedSlice.Offsets(op), ExtractStridedSlice.Sizes(op)
	mask := ConstantMask.MaskDimSizes(def)
	for d := range offsets {
		mask[d] = max(0, min(offsets[d]+sizes[d], mask[d])-offsets[d])
	}
	if slices.Contains(mask, 0) {
		clear(mask)
	}
	rw.Replace(op, ConstantMask.Build(rw, ExtractStridedSlice.Result(op).Type(), mask))
	return true
}

// sliceOfBroadcast takes the slice before it broadcasts.
//
//	%0 = vector.broadcast %a : vector<4xf32> to vector<3x4xf32>
//	%1 = vector.extract_strided_slice %0 {offsets = [0, 1], sizes = [2, 2], …} …
//	→ %1 = vector.extract_strided_slice %a {offsets = [1], sizes = [2], …} …
//	  vector.broadcast %1 : vector<2xf32> to vector<2x2xf32>
func sliceOfBroadcast(op *ir.Operation, rw *ir.Rewriter) bool {
	def := Broadcast.DefiningOp(ExtractStridedSlice.Source(op))
	if def == nil {
		return false
	}
	src, to := Broadcast.Source(def), vectorOf(ExtractStridedSlice.Result(op))
	if from := vectorOf(src); from != nil {
		src = sliceBefore(op, rw, src, from, to)
	}
	rw.Replace(op, Broadcast.Build(rw, ExtractStridedSlice.Result(op).Type(), src))
	return true
}

// sliceBefore takes a slice of the operand of a broadcast where the slice op cuts
// dimensions that are not broadcast.
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
	offsets, sizes := tail(ExtractStridedSlice.Offsets(op)), tail(ExtractStridedSlice.Sizes(op))
	for d, n := range from.Dims {
		if n == 1 && d < len(sizes) {
			offsets[d], sizes[d] = 0, 1
		}
	}
	return ExtractStridedSlice.Build(rw, src, offsets, sizes)
}

// sliceOfSplat broadcasts the scalar that fills the vector.
func sliceOfSplat(op *ir.Operation, rw *ir.Rewriter) bool {
	s := splatSource(ExtractStridedSlice.Source(op))
	if s == nil {
		return false
	}
	rw.Replace(op, Broadcast.Build(rw, ExtractStridedSlice.Result(op).Type(), s))
	return true
}

// contiguousSlice replaces a slice of consecutive elements.
//
//	%1 = vector.extract_strided_slice %0 {offsets = [1, 2], sizes = [1, 1], …} : vector<8x4x8xi8> to vector<1x1x8xi8>
//	→ %1 = vector.extract %0[1, 2] : vector<8xi8> from vector<8x4x8xi8>
//	  vector.shape_cast %1 : vector<8xi8> to vector<1x1x8xi8>
func contiguousSlice(op *ir.Operation, rw *ir.Rewriter) bool {
	src := vectorOf(ExtractStridedSlice.Source(op))
	sizes := ExtractStridedSlice.Sizes(op)
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
	e := Extract.Build(rw, ExtractStridedSlice.Source(op), ExtractStridedSlice.Offsets(op)[:fixed]...)
	rw.Replace(op, ShapeCast.Build(rw, ExtractStridedSlice.Result(op).Type(), e))
	return true
}

var insertStridedSlicePatterns = []*ir.Pattern{
	{Name: "FoldInsertStridedSliceSplat", Root: InsertStridedSlice, Rewrite: insertSplatIntoSplat},
	{Name: "FoldInsertStridedSliceOfExtract", Root: InsertStridedSlice, Rewrite: insertOfOwnSlice},
	{Name: "InsertStridedSliceConstantFolder", Root: InsertStridedSlice, Rewrite: insertSliceIntoConstant},
}

// insertSplatIntoSplat drops an insert of the value that the vector already holds.
func insertSplatIntoSplat(op *ir.Operation, rw *ir.Rewriter) bool {
	s := splatSource(InsertStridedSlice.ValueToStore(op))
	if s == nil || splatSource(InsertStridedSlice.Dest(op)) != s {
		return false
	}
	rw.Replace(op, InsertStridedSlice.Dest(op))
	return true
}

// insertOfOwnSlice drops an insert of a slice at the place from which it was taken.
func insertOfOwnSlice(op *ir.Operation, rw *ir.Rewriter) bool {
	def := ExtractStridedSlice.DefiningOp(InsertStridedSlice.ValueToStore(op))
	if def == nil || ExtractStridedSlice.Source(def) != InsertStridedSlice.Dest(op) ||
		!slices.Equal(ExtractStridedSlice.Offsets(def), InsertStridedSlice.Offsets(op)) ||
		!slices.Equal(ExtractStridedSlice.Strides(def), InsertStridedSlice.Strides(op)) {
		return false
	}
	rw.Replace(op, InsertStridedSlice.Dest(op))
	return true
}

// insertSliceIntoConstant computes an insert of a constant into a constant.
func insertSliceIntoConstant(op *ir.Operation, rw *ir.Rewriter) bool {
	value, dst := elements(ir.ConstantValue(InsertStridedSlice.ValueToStore(op))), elements(ir.ConstantValue(InsertStridedSlice.Dest(op)))
	t := vectorOf(InsertStridedSlice.Result(op))
	if value == nil || dst == nil || t.AnyScalable() ||
		numElements(t) > foldLimit && !InsertStridedSlice.Dest(op).HasOneUse() {
		return false
	}
	raw, size := dst.Expanded(), int64(ir.ElementBytes(t.Elem))
	next := 0
	eachInSlice(vectorOf(InsertStridedSlice.ValueToStore(op)).Dims, t.Dims, InsertStridedSlice.Offsets(op), func(i int64) {
		copy(raw[i*size:], value.Element(next))
		next++
	})
	rw.Replace(op, arith.Constant.Build(rw, rw.Context().Dense(t, raw)))
	return true
}
