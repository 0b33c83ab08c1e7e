package vector

import (
	"slices"

	"optc/dialect/arith"
	"optc/ir"
)

var extractPatterns = []*ir.Pattern{
	{Name: "ExtractOpFromBroadcast", Root: ExtractOp{}, Rewrite: extractToBroadcast},
	{Name: "ExtractOpFromCreateMask", Root: ExtractOp{}, Rewrite: extractOfCreateMask},
	{Name: "foldExtractFromShapeCastToShapeCast", Root: ExtractOp{}, Rewrite: extractToShapeCast},
	{Name: "foldExtractFromFromElements", Root: ExtractOp{}, Rewrite: extractToFromElements},
	{Name: "extract-of-units", Root: ExtractOp{}, Rewrite: extractOfUnits},
}

// extractToBroadcast broadcasts to the smaller vector.
//
//	%0 = vector.broadcast %a : vector<1xf32> to vector<3x4xf32>
//	%1 = vector.extract %0[1] …  →  vector.broadcast %a : vector<1xf32> to vector<4xf32>
func extractToBroadcast(op *ir.Operation, rw *ir.Rewriter) bool {
	extract := ir.Cast[ExtractOp](op)
	src, t := broadcastSource(extract.Source().DefiningOp()), vectorOf(extract.Result())
	if src == nil || t == nil || !Broadcastable(src.Type(), t) {
		return false
	}
	rw.Replace(op, NewBroadcast(rw, t, src).Vector())
	return true
}

// extractOfCreateMask makes the smaller mask directly, if the position is known to be inside or
// outside of the true part.
//
//	%0 = vector.create_mask %c3, %n : vector<4x8xi1>
//	%1 = vector.extract %0[2] …  →  vector.create_mask %n : vector<8xi1>
func extractOfCreateMask(op *ir.Operation, rw *ir.Rewriter) bool {
	extract := ir.Cast[ExtractOp](op)
	def, t := ir.DefiningOp[CreateMaskOp](extract.Source()), vectorOf(extract.Result())
	if !def.Ok() || t == nil {
		return false
	}
	pos, bounds, whole := extract.StaticPosition(), def.Operands(), vectorOf(def.Result())
	unknown, off := false, formatOf(def.Result()) == allFalse
	for d, p := range pos {
		if off {
			break
		}
		n, ok := constantIndex(bounds[d])
		switch {
		case !ok:
			unknown = true
		case p != ir.Dynamic:
			off = p >= n
		case n < whole.Dims[d] || whole.IsScalable(d):
			unknown = true
		}
	}
	switch {
	case off:
		rw.Replace(op, arith.NewConstant(rw, rw.Context().Dense(t, []byte{0})).Result())
	case unknown:
		return false
	default:
		rw.Replace(op, NewCreateMask(rw, extract.Result().Type(), bounds[len(pos):]).Result())
	}
	return true
}

// extractToShapeCast drops an extract of all elements.
//
//	%0 = vector.shape_cast %a : vector<4xf32> to vector<1x2x2xf32>
//	%1 = vector.extract %0[0] …  →  vector.shape_cast %a : vector<4xf32> to vector<2x2xf32>
func extractToShapeCast(op *ir.Operation, rw *ir.Rewriter) bool {
	extract := ir.Cast[ExtractOp](op)
	def, t := ir.DefiningOp[ShapeCastOp](extract.Source()), vectorOf(extract.Result())
	if !def.Ok() || t == nil || !sameCount(vectorOf(def.Source()), t) {
		return false
	}
	rw.Replace(op, NewShapeCast(rw, extract.Result().Type(), def.Source()).Result())
	return true
}

// extractToFromElements makes a vector of the selected elements.
//
//	%0 = vector.from_elements %a, %b, %c, %d : vector<2x2xf32>
//	%1 = vector.extract %0[1] …  →  vector.from_elements %c, %d : vector<2xf32>
func extractToFromElements(op *ir.Operation, rw *ir.Rewriter) bool {
	extract := ir.Cast[ExtractOp](op)
	def, t := ir.DefiningOp[FromElementsOp](extract.Source()), vectorOf(extract.Result())
	if !def.Ok() || t == nil || isDynamic(op) || t.AnyScalable() {
		return false
	}
	first := linear(vectorOf(def.Dest()).Dims, extract.StaticPosition())
	rw.Replace(op, NewFromElements(rw, extract.Result().Type(), def.Elements()[first:first+numElements(t)]).Dest())
	return true
}

var insertPatterns = []*ir.Pattern{
	{Name: "InsertToBroadcast", Root: InsertOp{}, Rewrite: insertToBroadcast},
	{Name: "InsertSplatToSplat", Root: InsertOp{}, Rewrite: insertSplat},
	{Name: "InsertChainFullyInitialized", Root: InsertOp{}, Rewrite: insertChainToElements},
}

// insertToBroadcast replaces an insert that fills dest.
//
//	vector.insert %a, %b [0] : vector<4xf32> into vector<1x4xf32>
//	→ vector.broadcast %a : vector<4xf32> to vector<1x4xf32>
func insertToBroadcast(op *ir.Operation, rw *ir.Rewriter) bool {
	insert := ir.Cast[InsertOp](op)
	t := vectorOf(insert.ValueToStore())
	if t == nil || !sameCount(t, vectorOf(insert.Result())) {
		return false
	}
	rw.Replace(op, NewBroadcast(rw, insert.Result().Type(), insert.ValueToStore()).Vector())
	return true
}

// insertSplat replaces an insert of the value that the vector already holds.
func insertSplat(op *ir.Operation, rw *ir.Rewriter) bool {
	insert := ir.Cast[InsertOp](op)
	s := splatSource(insert.ValueToStore())
	if s == nil || splatSource(insert.Dest()) != s {
		return false
	}
	rw.Replace(op, NewBroadcast(rw, insert.Result().Type(), s).Vector())
	return true
}

// insertChainToElements replaces a chain of inserts at constant positions that writes
// every element; where an element is written several times, the last write counts.
//
//	%0 = vector.insert %a, %v [0] : f32 into vector<2xf32>
//	%1 = vector.insert %b, %0 [1] : f32 into vector<2xf32>
//	→ vector.from_elements %a, %b : vector<2xf32>
func insertChainToElements(op *ir.Operation, rw *ir.Rewriter) bool {
	insert := ir.Cast[InsertOp](op)
	t := vectorOf(insert.Result())
	if t.AnyScalable() || continuesChain(op) {
		return false
	}
	chain, ok := insertsBefore(op)
	if !ok {
		return false
	}
	chain, ok = fillingInserts(chain, t)
	if !ok {
		return false
	}
	elems := make([]*ir.Value, numElements(t))
	for _, in := range slices.Backward(chain) {
		inInsert := ir.Cast[InsertOp](in)
		at, value := linear(t.Dims, inInsert.StaticPosition()), inInsert.ValueToStore()
		v := vectorOf(value)
		if v == nil {
			elems[at] = value
			continue
		}
		copy(elems[at:], NewToElements(rw, value).Elements())
	}
	rw.Replace(op, NewFromElements(rw, insert.Result().Type(), elems).Dest())
	return true
}

// continuesChain reports whether another insert writes into the result.
func continuesChain(op *ir.Operation) bool {
	insert := ir.Cast[InsertOp](op)
	for u := insert.Result().FirstUse(); u != nil; u = u.Next() {
		if ir.Is[InsertOp](u.Owner()) && ir.Cast[InsertOp](u.Owner()).Dest() == insert.Result() {
			return true
		}
	}
	return false
}

// insertsBefore returns the chain of inserts that ends with op, last first. ok is false
// when a position is not constant, or when an intermediate vector has another use.
func insertsBefore(op *ir.Operation) (chain []*ir.Operation, ok bool) {
	for in := op; in != nil; {
		if isDynamic(in) {
			return nil, false
		}
		chain = append(chain, in)
		if in = ir.DefiningOp[InsertOp](ir.Cast[InsertOp](in).Dest()).Operation(); in != nil && !ir.Cast[InsertOp](in).Result().HasOneUse() {
			return nil, false
		}
	}
	return chain, true
}

// fillingInserts returns the last inserts that together write every element of a vector;
// ok is false when some element is not written.
func fillingInserts(chain []*ir.Operation, t *ir.VectorType) (used []*ir.Operation, ok bool) {
	written := make([]bool, numElements(t))
	missing := len(written)
	for i, in := range chain {
		insert := ir.Cast[InsertOp](in)
		if slices.Contains(insert.StaticPosition(), poisonIndex) {
			return nil, false
		}
		size := int64(1)
		if v := vectorOf(insert.ValueToStore()); v != nil {
			size = numElements(v)
		}
		at := linear(t.Dims, insert.StaticPosition())
		for k := at; k < at+size; k++ {
			if !written[k] {
				written[k] = true
				missing--
			}
		}
		if missing == 0 {
			return chain[:i+1], true
		}
	}
	return nil, false
}

var fromElementsPatterns = []*ir.Pattern{
	{Name: "rewriteFromElementsAsBroadcast", Root: FromElementsOp{}, Rewrite: equalElementsToBroadcast},
	{Name: "FromElementsToShapeCast", Root: FromElementsOp{}, Rewrite: extractedElementsToShapeCast},
}

// equalElementsToBroadcast replaces a vector whose elements are all the same value.
//
//	vector.from_elements %a, %a : vector<2xf32>  →  vector.broadcast %a : f32 to vector<2xf32>
func equalElementsToBroadcast(op *ir.Operation, rw *ir.Rewriter) bool {
	fromElements := ir.Cast[FromElementsOp](op)
	elements := fromElements.Elements()
	for _, v := range elements {
		if v != elements[0] {
			return false
		}
	}
	rw.Replace(op, NewBroadcast(rw, fromElements.Dest().Type(), elements[0]).Vector())
	return true
}

// extractedElementsToShapeCast extracts a group of elements at once if they are adjacent
// in a vector.
//
//	%0 = vector.extract %v[0, 0] : i8 from vector<2x2xi8>
//	%1 = vector.extract %v[0, 1] : i8 from vector<2x2xi8>
//	%2 = vector.from_elements %0, %1 : vector<2xi8>
//	→ %0 = vector.extract %v[0] : vector<2xi8> from vector<2x2xi8>
//	  %2 = vector.shape_cast %0 …
func extractedElementsToShapeCast(op *ir.Operation, rw *ir.Rewriter) bool {
	fromElements := ir.Cast[FromElementsOp](op)
	elements := fromElements.Elements()
	n := int64(len(elements))
	first := ir.DefiningOp[ExtractOp](elements[0])
	if !first.Ok() || isDynamic(first.Operation()) {
		return false
	}
	src, t := first.Source(), vectorOf(first.Source())
	// The elements must be a whole trailing part of the vector …
	pos, size := first.StaticPosition(), int64(1)
	fixed := len(pos)
	for fixed > 0 && pos[fixed-1] == 0 && size < n && !t.IsScalable(fixed-1) {
		fixed--
		size *= t.Dims[fixed]
	}
	if size != n {
		return false
	}
	// … in order.
	next := slices.Clone(pos)
	for _, v := range elements {
		e := ir.DefiningOp[ExtractOp](v)
		if !e.Ok() || e.Source() != src || !slices.Equal(e.StaticPosition(), next) {
			return false
		}
		increment(next, t.Dims)
	}
	e := rw.OrFold().Value(NewExtract(rw.OrFold(), src, pos[:fixed]...))
	rw.Replace(op, NewShapeCast(rw, fromElements.Dest().Type(), e).Result())
	return true
}

// increment moves a position to the next element in row-major order.
func increment(pos, dims []int64) {
	for d := len(pos) - 1; d >= 0; d-- {
		if pos[d]++; pos[d] < dims[d] {
			return
		}
		pos[d] = 0
	}
}

var toElementsPatterns = []*ir.Pattern{
	{Name: "ToElementsOfBroadcast", Root: ToElementsOp{}, Rewrite: elementsOfBroadcast},
}

// elementsOfBroadcast takes the elements from the vector that was broadcast.
//
//	%0 = vector.broadcast %a : vector<1xf32> to vector<2xf32>
//	%1:2 = vector.to_elements %0 …  →  %1 = vector.to_elements %a, twice
func elementsOfBroadcast(op *ir.Operation, rw *ir.Rewriter) bool {
	toElements := ir.Cast[ToElementsOp](op)
	def := ir.DefiningOp[BroadcastOp](toElements.Source())
	if !def.Ok() {
		return false
	}
	src, t := def.Source(), vectorOf(toElements.Source())
	from := vectorOf(src)
	elems := NewToElements(rw, src).Elements()
	results := make([]*ir.Value, 0, op.NumResults())
	lead := len(t.Dims) - len(from.Dims)
	pos := make([]int64, len(t.Dims))
	for range op.NumResults() {
		inner := slices.Clone(pos[lead:])
		for d, n := range from.Dims {
			if n == 1 {
				inner[d] = 0
			}
		}
		results = append(results, elems[linear(from.Dims, inner)])
		increment(pos, t.Dims)
	}
	rw.Replace(op, results...)
	return true
}

var shufflePatterns = []*ir.Pattern{
	{Name: "ShuffleSplat", Root: ShuffleOp{}, Rewrite: shuffleOfSplat},
	{Name: "ShuffleInterleave", Root: ShuffleOp{}, Rewrite: shuffleToInterleave},
	{Name: "Canonicalize0DShuffleOp", Root: ShuffleOp{}, Rewrite: shuffleOfScalars},
}

// shuffleOfSplat replaces a shuffle of vectors that are broadcasts of the same scalar.
func shuffleOfSplat(op *ir.Operation, rw *ir.Rewriter) bool {
	shuffle := ir.Cast[ShuffleOp](op)
	s := splatSource(shuffle.V1())
	if s == nil || splatSource(shuffle.V2()) != s {
		return false
	}
	rw.Replace(op, NewBroadcast(rw, shuffle.Vector().Type(), s).Vector())
	return true
}

// shuffleToInterleave replaces a shuffle that alternates between both operands by
// vector.interleave.
//
//	vector.shuffle %a, %b [0, 2, 1, 3] …  →  vector.interleave %a, %b : vector<2xf32> -> vector<4xf32>
func shuffleToInterleave(op *ir.Operation, rw *ir.Rewriter) bool {
	shuffle := ir.Cast[ShuffleOp](op)
	t := vectorOf(shuffle.Vector())
	mask, half := shuffle.Mask(), numElements(t)/2
	if len(t.Dims) != 1 || shuffle.V1().Type() != shuffle.V2().Type() || numElements(vectorOf(shuffle.V1()))*2 != t.Dims[0] {
		return false
	}
	for i := range half {
		if mask[2*i] != i || mask[2*i+1] != half+i {
			return false
		}
	}
	rw.Replace(op, NewInterleave(rw, shuffle.V1(), shuffle.V2()).Result())
	return true
}

// shuffleOfScalars replaces a shuffle that selects one of two vectors of rank 0.
func shuffleOfScalars(op *ir.Operation, rw *ir.Rewriter) bool {
	shuffle := ir.Cast[ShuffleOp](op)
	mask := shuffle.Mask()
	if len(vectorOf(shuffle.V1()).Dims) > 0 || len(mask) != 1 {
		return false
	}
	pick := shuffle.V2()
	if mask[0] == 0 {
		pick = shuffle.V1()
	}
	rw.Replace(op, NewBroadcast(rw, shuffle.Vector().Type(), pick).Vector())
	return true
}
