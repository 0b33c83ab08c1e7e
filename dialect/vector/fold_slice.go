package vector

import (
	"slices"

	"optc/dialect/arith"
	"optc/ir"
)

func foldInsertStridedSlice(op *ir.Operation, _ []ir.Attribute) ir.FoldResult {
	if op.Operand(0).Type() == op.Result(0).Type() {
		return ir.FoldToValue(op.Operand(0))
	}
	return ir.FoldResult{}
}

func foldExtractStridedSlice(op *ir.Operation, operands []ir.Attribute) ir.FoldResult {
	if op.Operand(0).Type() == op.Result(0).Type() {
		return ir.FoldToValue(op.Operand(0))
	}
	if sliceOfInserted(op) {
		return ir.FoldInPlace()
	}
	if d := elements(operands[0]); d != nil {
		return ir.FoldToAttr(sliceOfConstant(op, d))
	}
	return ir.FoldResult{}
}

// sliceOfInserted takes the slice from an inserted slice that holds all of it;
// slices that hold none of it are passed by.
//
//	%0 = vector.insert_strided_slice %a, %b {offsets = [2, 2], …}
//	%1 = vector.extract_strided_slice %0 {offsets = [3, 2], …}
//	→ vector.extract_strided_slice %a {offsets = [1, 0], …}
func sliceOfInserted(op *ir.Operation) bool {
	offsets, sizes := int64s(op, "offsets"), int64s(op, "sizes")
	rank := len(vectorOf(op.Operand(0)).Dims)
	for def := definedBy(op.Operand(0), InsertStridedSlice); def != nil; def = definedBy(def.Operand(1), InsertStridedSlice) {
		inserted := vectorOf(def.Operand(0)).Dims
		if len(inserted) != rank {
			return false
		}
		at := int64s(def, "offsets")
		inner, disjoint, partial := make([]int64, len(offsets)), false, false
		for d := range offsets {
			end := at[d] + inserted[d]
			if offsets[d] < at[d] || offsets[d] >= end {
				disjoint = true
				break
			}
			partial = partial || offsets[d]+sizes[d] > end
			inner[d] = offsets[d] - at[d]
		}
		switch {
		case disjoint:
			continue
		case partial:
			return false
		}
		op.SetOperand(0, def.Operand(0))
		op.SetAttr("offsets", op.Operand(0).Type().Context().I64Array(inner))
		return true
	}
	return false
}

// sliceOfConstant returns the elements of a slice of a constant.
func sliceOfConstant(op *ir.Operation, d *ir.DenseAttr) ir.Attribute {
	t := vectorOf(op.Result(0))
	if d.Splat {
		return withType(d, t)
	}
	raw := make([]byte, 0, numElements(t)*int64(ir.ElementBytes(t.Elem)))
	eachInSlice(t.Dims, vectorOf(op.Operand(0)).Dims, int64s(op, "offsets"), func(i int64) {
		raw = append(raw, d.Element(int(i))...)
	})
	return t.Context().Dense(t, raw)
}

// eachInSlice calls visit with the number, in a vector of shape whole, of each
// element of a slice at some offsets. A slice of lower rank lies in the trailing
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

// sliceOfCreateMask moves the sizes of a mask by the offsets; create_mask clamps
// them itself.
//
//	%0 = vector.create_mask %n : vector<16xi1>
//	%1 = vector.extract_strided_slice %0 {offsets = [4], sizes = [8], strides = [1]} …
//	→ vector.create_mask (%n - 4) : vector<8xi1>
func sliceOfCreateMask(op *ir.Operation, rw *ir.Rewriter) bool {
	def := definedBy(op.Operand(0), CreateMask)
	if def == nil {
		return false
	}
	sizes := def.Operands()
	c := rw.Context()
	for d, o := range int64s(op, "offsets") {
		offset := valueBefore(op, rw, arith.Constant, nil, []ir.Type{c.Index()}, named("value", c.IndexAttr(o)))
		sizes[d] = valueBefore(op, rw, arith.SubI, []*ir.Value{sizes[d], offset}, nil)
	}
	rw.ReplaceOp(op, CreateMask, sizes, op.ResultTypes())
	return true
}

// sliceOfConstantMask cuts the sizes of a constant mask.
func sliceOfConstantMask(op *ir.Operation, rw *ir.Rewriter) bool {
	def := definedBy(op.Operand(0), ConstantMask)
	if def == nil {
		return false
	}
	offsets, sizes := int64s(op, "offsets"), int64s(op, "sizes")
	mask := int64s(def, maskDimSizes)
	for d := range offsets {
		mask[d] = max(0, min(offsets[d]+sizes[d], mask[d])-offsets[d])
	}
	if slices.Contains(mask, 0) {
		clear(mask)
	}
	rw.ReplaceOp(op, ConstantMask, nil, op.ResultTypes(), dense(rw.Context(), maskDimSizes, mask))
	return true
}

// sliceOfBroadcast cuts before it broadcasts.
//
//	%0 = vector.broadcast %a : vector<4xf32> to vector<3x4xf32>
//	%1 = vector.extract_strided_slice %0 {offsets = [0, 1], sizes = [2, 2], …} …
//	→ %1 = vector.extract_strided_slice %a {offsets = [1], sizes = [2], …} …
//	  vector.broadcast %1 : vector<2xf32> to vector<2x2xf32>
func sliceOfBroadcast(op *ir.Operation, rw *ir.Rewriter) bool {
	def := definedBy(op.Operand(0), Broadcast)
	if def == nil {
		return false
	}
	src, to := def.Operand(0), vectorOf(op.Result(0))
	if from := vectorOf(src); from != nil {
		src = sliceBefore(op, rw, src, from, to)
	}
	rw.ReplaceOp(op, Broadcast, []*ir.Value{src}, op.ResultTypes())
	return true
}

// sliceBefore cuts the operand of a broadcast where the slice op cuts dimensions
// that are not broadcast.
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
	offsets, sizes := tail(int64s(op, "offsets")), tail(int64s(op, "sizes"))
	for d, n := range from.Dims {
		if n == 1 && d < len(sizes) {
			offsets[d], sizes[d] = 0, 1
		}
	}
	c := rw.Context()
	return valueBefore(op, rw, ExtractStridedSlice, []*ir.Value{src}, []ir.Type{sliceType(from, sizes)},
		named("offsets", c.I64Array(offsets)), named("sizes", c.I64Array(sizes)),
		named("strides", c.I64Array(tail(int64s(op, "strides")))))
}

// sliceOfSplat broadcasts the scalar that fills the vector.
func sliceOfSplat(op *ir.Operation, rw *ir.Rewriter) bool {
	s := splatSource(op.Operand(0))
	if s == nil {
		return false
	}
	rw.ReplaceOp(op, Broadcast, []*ir.Value{s}, op.ResultTypes())
	return true
}

// contiguousSlice replaces a slice of consecutive elements.
//
//	%1 = vector.extract_strided_slice %0 {offsets = [1, 2], sizes = [1, 1], …} : vector<8x4x8xi8> to vector<1x1x8xi8>
//	→ %1 = vector.extract %0[1, 2] : vector<8xi8> from vector<8x4x8xi8>
//	  vector.shape_cast %1 : vector<8xi8> to vector<1x1x8xi8>
func contiguousSlice(op *ir.Operation, rw *ir.Rewriter) bool {
	src := vectorOf(op.Operand(0))
	sizes := int64s(op, "sizes")
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
	e := valueBefore(op, rw, Extract, []*ir.Value{op.Operand(0)}, nil, dense(rw.Context(), staticPosition, int64s(op, "offsets")[:fixed]))
	rw.ReplaceOp(op, ShapeCast, []*ir.Value{e}, op.ResultTypes())
	return true
}

var insertStridedSlicePatterns = []*ir.Pattern{
	{Name: "FoldInsertStridedSliceSplat", Root: InsertStridedSlice, Rewrite: insertSplatIntoSplat},
	{Name: "FoldInsertStridedSliceOfExtract", Root: InsertStridedSlice, Rewrite: insertOfOwnSlice},
	{Name: "InsertStridedSliceConstantFolder", Root: InsertStridedSlice, Rewrite: insertSliceIntoConstant},
}

// insertSplatIntoSplat drops an insert of what is there already.
func insertSplatIntoSplat(op *ir.Operation, rw *ir.Rewriter) bool {
	s := splatSource(op.Operand(0))
	if s == nil || splatSource(op.Operand(1)) != s {
		return false
	}
	rw.Replace(op, op.Operand(1))
	return true
}

// insertOfOwnSlice drops an insert of a slice where it was taken from.
func insertOfOwnSlice(op *ir.Operation, rw *ir.Rewriter) bool {
	def := definedBy(op.Operand(0), ExtractStridedSlice)
	if def == nil || def.Operand(0) != op.Operand(1) ||
		def.Attr("offsets") != op.Attr("offsets") || def.Attr("strides") != op.Attr("strides") {
		return false
	}
	rw.Replace(op, op.Operand(1))
	return true
}

// insertSliceIntoConstant computes an insert of a constant into a constant.
func insertSliceIntoConstant(op *ir.Operation, rw *ir.Rewriter) bool {
	value, dst := elements(ir.ConstantValue(op.Operand(0))), elements(ir.ConstantValue(op.Operand(1)))
	t := vectorOf(op.Result(0))
	if value == nil || dst == nil || t.AnyScalable() ||
		numElements(t) > foldLimit && !op.Operand(1).HasOneUse() {
		return false
	}
	raw, size := dst.Expanded(), int64(ir.ElementBytes(t.Elem))
	next := 0
	eachInSlice(vectorOf(op.Operand(0)).Dims, t.Dims, int64s(op, "offsets"), func(i int64) {
		copy(raw[i*size:], value.Element(next))
		next++
	})
	rw.ReplaceOp(op, arith.Constant, nil, op.ResultTypes(), named("value", rw.Context().Dense(t, raw)))
	return true
}
