package vector

import (
	"slices"

	"optc/dialect/ub"
	"optc/ir"
)

// foldExtract folds vector.extract. The order of the cases is upstream's, because the
// first case that applies decides the resulting text.
func foldExtract(op *ir.Operation, operands []ir.Attribute) ir.FoldResult {
	extract := ir.Cast[ExtractOp](op)
	pos, src := extract.StaticPosition(), extract.Source()
	if len(pos) == 0 && src.Type() == extract.Result().Type() {
		return ir.FoldToValue(src)
	}
	if ub.IsPoison(operands[0]) {
		return ir.FoldToAttr(operands[0])
	}
	changed := foldConstantPosition(extract, operands, extract.Source())
	if slices.Contains(pos, poisonIndex) {
		return ir.FoldToAttr(ub.PoisonOf(extract.Source().Type().Context()))
	}
	if a := extractFromConstant(op, operands[0]); a != nil {
		return ir.FoldToAttr(a)
	}
	if slices.Contains(extract.StaticPosition(), poisonIndex) {
		return ir.FoldInPlace() // folds to poison the next time
	}
	for _, fold := range []func(*ir.Operation) ir.FoldResult{
		extractFromExtracts, extractFromInserts, extractFromBroadcast, extractFromShuffle,
		extractFromShapeCast, extractFromSlice, extractFromInsertedSlices, extractFromElements,
	} {
		if r := fold(op); r.Ok() {
			return r
		}
	}
	return ir.FoldResult{InPlace: changed}
}

// foldConstantPosition turns constant operands of the dynamic position into numbers of
// the static position, which selects in vector. The operands of the position are the last
// operands of op, an operation of kind k.
//
//	vector.extract %v[%c2, %i]  →  vector.extract %v[2, %i]
func foldConstantPosition(op positioned, constants []ir.Attribute, vector *ir.Value) bool {
	dynamic := op.DynamicPosition()
	if len(dynamic) == 0 {
		return false
	}
	pos, shape := op.StaticPosition(), vectorOf(vector).Dims
	kept := op.Operation().OperandList()[:len(constants)-len(dynamic)]
	constants = constants[len(kept):]
	next, changed := 0, false
	for i, p := range pos {
		if p != ir.Dynamic {
			continue
		}
		// A constant out of bounds stays an operand, because the code may never run.
		if a, ok := constants[next].(*ir.IntegerAttr); ok && a.Int64() >= poisonIndex && a.Int64() < shape[i] {
			pos[i], changed = a.Int64(), true
		} else {
			kept = append(kept, dynamic[next])
		}
		next++
	}
	if changed {
		op.SetStaticPosition(pos)
		op.Operation().SetOperands(kept)
	}
	return changed
}

// extractAt makes op an extract from src at a constant position.
func extractAt(op *ir.Operation, src *ir.Value, pos []int64) ir.FoldResult {
	extract := ir.Cast[ExtractOp](op)
	extract.SourceMutable().Set(src)
	extract.SetStaticPosition(pos)
	return ir.FoldInPlace()
}

// isDynamic reports whether an extract or insert has an operand in its position.
func isDynamic(op *ir.Operation) bool {
	return countDynamic(op.Typed().(positioned).StaticPosition()) > 0
}

// extractFromConstant returns the selected part of a constant. If the constant is a
// splat, the position may be unknown; otherwise it must be constant.
func extractFromConstant(op *ir.Operation, a ir.Attribute) ir.Attribute {
	d := elements(a)
	if d == nil {
		return nil
	}
	extract := ir.Cast[ExtractOp](op)
	src := vectorOf(extract.Source())
	pos := extract.StaticPosition()
	switch {
	case d.Splat:
		pos = nil
	case src.AnyScalable() || countDynamic(pos) > 0 || slices.Contains(pos, poisonIndex):
		return nil
	}
	return part(d, linear(src.Dims, pos), extract.Result().Type())
}

// extractFromExtracts joins the positions of a chain.
//
//	%0 = vector.extract %v[1] …
//	%1 = vector.extract %0[2] …  →  vector.extract %v[1, 2] …
func extractFromExtracts(op *ir.Operation) ir.FoldResult {
	extract := ir.Cast[ExtractOp](op)
	inner := ir.DefiningOp[ExtractOp](extract.Source())
	if !inner.Ok() || isDynamic(op) {
		return ir.FoldResult{}
	}
	pos := extract.StaticPosition()
	src := extract.Source()
	for ; inner.Ok(); inner = ir.DefiningOp[ExtractOp](src) {
		if isDynamic(inner.Operation()) {
			return ir.FoldResult{}
		}
		pos = append(inner.StaticPosition(), pos...)
		src = inner.Source()
	}
	return extractAt(op, src, pos)
}

// insertChain walks back through inserts and transposes from an extract to the value that
// it selects. pos is the position in the current vector, followed by a marker -1, -2, …
// for each dimension of the result: the order of the markers is the permutation of the
// result by the transposes so far.
type insertChain struct {
	op      *ir.Operation
	pos     []int64
	markers []int64
}

func extractFromInserts(op *ir.Operation) ir.FoldResult {
	if isDynamic(op) {
		return ir.FoldResult{}
	}
	extract := ir.Cast[ExtractOp](op)
	c := insertChain{op: op, pos: extract.StaticPosition()}
	for i := len(c.pos); i < len(vectorOf(extract.Source()).Dims); i++ {
		c.markers = append(c.markers, -int64(len(c.markers)+1))
	}
	c.pos = append(c.pos, c.markers...)
	return c.fold()
}

// straight reports whether the result is not permuted.
func (c *insertChain) straight() bool {
	return slices.Equal(c.markers, c.pos[len(c.pos)-len(c.markers):])
}

func (c *insertChain) fold() ir.FoldResult {
	src := ir.Cast[ExtractOp](c.op).Source()
	for {
		def := src.DefiningOp()
		switch {
		case ir.Is[TransposeOp](def):
			perm := ir.Cast[TransposeOp](def).Permutation()
			inner := make([]int64, len(perm))
			for i, p := range perm {
				inner[p] = c.pos[i]
			}
			c.pos, src = inner, ir.Cast[TransposeOp](def).Vector()
			continue
		case !ir.Is[InsertOp](def):
			return c.extractFrom(src)
		}
		at, extracted := ir.Cast[InsertOp](def).StaticPosition(), len(c.pos)-len(c.markers)
		if !isDynamic(def) {
			insert := ir.Cast[InsertOp](def)
			if slices.Equal(at, c.pos[:extracted]) && c.straight() {
				return ir.FoldToValue(insert.ValueToStore())
			}
			if slices.Equal(at, c.pos[:len(at)]) {
				c.pos = c.pos[len(at):]
				return c.extractFrom(insert.ValueToStore())
			}
		}
		if c.overlaps(at) {
			return ir.FoldResult{}
		}
		src = ir.Cast[InsertOp](def).Dest()
	}
}

// overlaps reports whether the selected part may have an element in common with the value
// inserted at another position.
func (c *insertChain) overlaps(at []int64) bool {
	for i, p := range at {
		if p >= 0 && c.pos[i] >= 0 && p != c.pos[i] {
			return false
		}
	}
	return true
}

// extractFrom extracts from the value that the walk ended at.
func (c *insertChain) extractFrom(src *ir.Value) ir.FoldResult {
	if src == ir.Cast[ExtractOp](c.op).Source() || len(c.pos) < len(c.markers) || !c.straight() {
		return ir.FoldResult{}
	}
	pos := c.pos[:len(c.pos)-len(c.markers)]
	if slices.ContainsFunc(pos, func(p int64) bool { return p < 0 }) {
		return ir.FoldResult{}
	}
	return extractAt(c.op, src, pos)
}

// broadcastSource returns the operand of an operation that only repeats its operand or
// adds leading dimensions of extent 1; nil for other operations.
func broadcastSource(op *ir.Operation) *ir.Value {
	switch op := op.Typed().(type) {
	case BroadcastOp:
		return op.Source()
	case ShapeCastOp:
		src, dst := vectorOf(op.Source()), vectorOf(op.Result())
		if added := len(dst.Dims) - len(src.Dims); len(src.Dims) == 0 || added >= 0 && innerType(dst, added) == ir.Type(src) {
			return op.Source()
		}
	}
	return nil
}

// extractFromBroadcast extracts from the operand of a broadcast.
//
//	%0 = vector.broadcast %a : vector<3x4xf32> to vector<2x3x4xf32>
//	%1 = vector.extract %0[1, 2] …  →  vector.extract %a[2] …
func extractFromBroadcast(op *ir.Operation) ir.FoldResult {
	extract := ir.Cast[ExtractOp](op)
	in := broadcastSource(extract.Source().DefiningOp())
	if in == nil {
		return ir.FoldResult{}
	}
	if in.Type() == extract.Result().Type() {
		return ir.FoldToValue(in)
	}
	from := vectorOf(in)
	if from == nil {
		return ir.FoldResult{}
	}
	added := len(vectorOf(extract.Source()).Dims) - len(from.Dims)
	fixed := len(extract.StaticPosition()) - added
	if fixed < 0 {
		return ir.FoldResult{}
	}
	rest := innerType(from, fixed)
	if fixed == len(from.Dims) {
		rest = from.Elem // the rest is the element, also for a vector of rank 0
	}
	if rest != extract.Result().Type() {
		return ir.FoldResult{}
	}
	return narrowPosition(op, in, fixed, added)
}

// narrowPosition makes op extract from in. The new position consists of the first n
// entries of op's position without the leading added entries, with 0 where in has extent
// 1.
func narrowPosition(op *ir.Operation, in *ir.Value, n, added int) ir.FoldResult {
	extract := ir.Cast[ExtractOp](op)
	old, dynamic := extract.StaticPosition(), extract.DynamicPosition()
	pos, operands := make([]int64, n), []*ir.Value{in}
	for i, p := range old {
		var v *ir.Value
		if p == ir.Dynamic {
			v, dynamic = dynamic[0], dynamic[1:]
		}
		k := i - added
		if k < 0 || k >= n || isUnit(vectorOf(in), k) {
			continue
		}
		if pos[k] = p; v != nil {
			operands = append(operands, v)
		}
	}
	op.SetOperands(operands)
	extract.SetStaticPosition(pos)
	return ir.FoldInPlace()
}

// extractFromShuffle extracts from the operand of a shuffle of rank 1.
//
//	%0 = vector.shuffle %a, %b [0, 8, 7, 15] : vector<8xf32>, vector<8xf32>
//	%1 = vector.extract %0[3] …  →  vector.extract %b[7] …
func extractFromShuffle(op *ir.Operation) ir.FoldResult {
	extract := ir.Cast[ExtractOp](op)
	def := ir.DefiningOp[ShuffleOp](extract.Source())
	if !def.Ok() || isDynamic(op) || len(vectorOf(def.Vector()).Dims) != 1 {
		return ir.FoldResult{}
	}
	pos := extract.StaticPosition()
	if len(pos) != 1 {
		return ir.FoldResult{}
	}
	n := rowCount(vectorOf(def.V1()))
	pick := def.Mask()[pos[0]]
	if pick < n {
		return extractAt(op, def.V1(), []int64{pick})
	}
	return extractAt(op, def.V2(), []int64{pick - n})
}

// extractFromShapeCast extracts from the operand of a cast, if the extents of the result
// are trailing extents of the operand.
func extractFromShapeCast(op *ir.Operation) ir.FoldResult {
	extract := ir.Cast[ExtractOp](op)
	def := ir.DefiningOp[ShapeCastOp](extract.Source())
	if !def.Ok() || isDynamic(op) {
		return ir.FoldResult{}
	}
	src, cast := vectorOf(def.Source()), vectorOf(extract.Source())
	at := extract.StaticPosition()
	fixed := len(src.Dims) - len(cast.Dims) + len(at)
	if fixed < 0 || innerType(src, fixed) != innerType(cast, len(at)) || !hasCountablePositions(src, fixed) || !hasCountablePositions(cast, len(at)) {
		return ir.FoldResult{}
	}
	n := linear(cast.Dims[:len(at)], at)
	pos := make([]int64, fixed)
	for d := len(pos) - 1; d >= 0; d-- {
		pos[d], n = n%src.Dims[d], n/src.Dims[d]
	}
	return extractAt(op, def.Source(), pos)
}

// hasCountablePositions reports whether the positions in the first n dimensions can be
// numbered in row-major order: only the first dimension may be scalable. Upstream does
// not check this.
func hasCountablePositions(t *ir.VectorType, n int) bool {
	return n == 0 || !slices.Contains(scalableDims(t)[1:n], true)
}

// extractFromSlice extracts from the operand of a slice, if the slice keeps the
// dimensions of the result whole.
func extractFromSlice(op *ir.Operation) ir.FoldResult {
	extract := ir.Cast[ExtractOp](op)
	def := ir.DefiningOp[ExtractStridedSliceOp](extract.Source())
	if !def.Ok() || isDynamic(op) {
		return ir.FoldResult{}
	}
	whole, slice := vectorOf(def.Source()).Dims, vectorOf(def.Result()).Dims
	offsets := def.Offsets()
	for n := len(offsets) - 1; n >= 0 && slice[n] == whole[n]; n-- {
		offsets = offsets[:n]
	}
	pos := extract.StaticPosition()
	if len(pos) < len(offsets) {
		return ir.FoldResult{}
	}
	for i, o := range offsets {
		pos[i] += o
	}
	return extractAt(op, def.Source(), pos)
}

// extractFromInsertedSlices extracts from an inserted slice that contains the whole
// result; it skips slices that contain no part of the result.
func extractFromInsertedSlices(op *ir.Operation) ir.FoldResult {
	if isDynamic(op) {
		return ir.FoldResult{}
	}
	extract := ir.Cast[ExtractOp](op)
	pos := extract.StaticPosition()
	rank := len(vectorOf(extract.Source()).Dims) - len(pos)
	for def := ir.DefiningOp[InsertStridedSliceOp](extract.Source()); def.Ok(); def = ir.DefiningOp[InsertStridedSliceOp](def.Dest()) {
		slice, whole := vectorOf(def.ValueToStore()).Dims, vectorOf(def.Dest()).Dims
		if rank > len(slice) {
			return ir.FoldResult{}
		}
		lead := len(whole) - len(slice)
		if !isInSlice(pos, def.Operation().Attr(sliceOffsets), slice, lead) {
			continue
		}
		if !slices.Equal(slice[len(slice)-rank:], whole[len(whole)-rank:]) {
			return ir.FoldResult{}
		}
		return extractAt(op, def.ValueToStore(), positionInSlice(pos, def.Offsets(), lead))
	}
	return ir.FoldResult{}
}

// isInSlice reports whether a position is inside a slice at some offsets, whose rank is lower
// by lead. It reads the offsets one by one, as far as they are needed: a chain may have many
// slices, each of which is compared with many positions.
func isInSlice(pos []int64, offsets ir.Attribute, slice []int64, lead int) bool {
	list, ok := offsets.(*ir.ArrayAttr)
	if !ok {
		return false
	}
	for d, p := range pos {
		size := int64(1)
		if d >= lead {
			size = slice[d-lead]
		}
		if o, ok := list.Elems[d].(*ir.IntegerAttr); !ok || p < o.Int64() || p >= o.Int64()+size {
			return false
		}
	}
	return true
}

// positionInSlice returns a position relative to a slice that contains it and whose rank is
// lower by lead.
func positionInSlice(pos, offsets []int64, lead int) (inner []int64) {
	for d := lead; d < len(pos); d++ {
		inner = append(inner, pos[d]-offsets[d])
	}
	return inner
}

// extractFromElements folds to the element that a vector was made of.
func extractFromElements(op *ir.Operation) ir.FoldResult {
	extract := ir.Cast[ExtractOp](op)
	def := ir.DefiningOp[FromElementsOp](extract.Source())
	if !def.Ok() || isDynamic(op) || vectorOf(extract.Result()) != nil {
		return ir.FoldResult{}
	}
	t := vectorOf(def.Dest())
	return ir.FoldToValue(def.Elements()[linear(t.Dims, extract.StaticPosition())])
}
