package vector

import (
	"slices"

	"optc/dialect/arith"
	"optc/ir"
)

var extractPatterns = []*ir.Pattern{
	{Name: "ExtractOpFromBroadcast", Root: Extract, Rewrite: extractToBroadcast},
	{Name: "ExtractOpFromCreateMask", Root: Extract, Rewrite: extractOfCreateMask},
	{Name: "foldExtractFromShapeCastToShapeCast", Root: Extract, Rewrite: extractToShapeCast},
	{Name: "foldExtractFromFromElements", Root: Extract, Rewrite: extractToFromElements},
	{Name: "extract-of-units", Root: Extract, Rewrite: extractOfUnits},
}

// extractToBroadcast broadcasts to the smaller vector.
//
//	%0 = vector.broadcast %a : vector<1xf32> to vector<3x4xf32>
//	%1 = vector.extract %0[1] …  →  vector.broadcast %a : vector<1xf32> to vector<4xf32>
func extractToBroadcast(op *ir.Operation, rw *ir.Rewriter) bool {
	src, t := broadcastSource(Extract.Source(op).DefiningOp()), vectorOf(Extract.Result(op))
	if src == nil || t == nil || !Broadcastable(src.Type(), t) {
		return false
	}
	rw.Replace(op, Broadcast.Build(rw, t, src))
	return true
}

// extractOfCreateMask makes the smaller mask, if the position is known to be inside the
// true part or outside.
//
//	%0 = vector.create_mask %c3, %n : vector<4x8xi1>
//	%1 = vector.extract %0[2] …  →  vector.create_mask %n : vector<8xi1>
func extractOfCreateMask(op *ir.Operation, rw *ir.Rewriter) bool {
	def, t := CreateMask.DefiningOp(Extract.Source(op)), vectorOf(Extract.Result(op))
	if def == nil || t == nil {
		return false
	}
	pos, bounds, whole := Extract.StaticPosition(op), CreateMask.Operands(def), vectorOf(CreateMask.Result(def))
	unknown, off := false, formatOf(CreateMask.Result(def)) == allFalse
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
		rw.Replace(op, arith.Constant.Build(rw, rw.Context().Dense(t, []byte{0})))
	case unknown:
		return false
	default:
		rw.Replace(op, CreateMask.Build(rw, Extract.Result(op).Type(), bounds[len(pos):]))
	}
	return true
}

// extractToShapeCast drops an extract of all elements.
//
//	%0 = vector.shape_cast %a : vector<4xf32> to vector<1x2x2xf32>
//	%1 = vector.extract %0[0] …  →  vector.shape_cast %a : vector<4xf32> to vector<2x2xf32>
func extractToShapeCast(op *ir.Operation, rw *ir.Rewriter) bool {
	def, t := ShapeCast.DefiningOp(Extract.Source(op)), vectorOf(Extract.Result(op))
	if def == nil || t == nil || !sameCount(vectorOf(ShapeCast.Source(def)), t) {
		return false
	}
	rw.Replace(op, ShapeCast.Build(rw, Extract.Result(op).Type(), ShapeCast.Source(def)))
	return true
}

// extractToFromElements makes a vector of the selected elements.
//
//	%0 = vector.from_elements %a, %b, %c, %d : vector<2x2xf32>
//	%1 = vector.extract %0[1] …  →  vector.from_elements %c, %d : vector<2xf32>
func extractToFromElements(op *ir.Operation, rw *ir.Rewriter) bool {
	def, t := FromElements.DefiningOp(Extract.Source(op)), vectorOf(Extract.Result(op))
	if def == nil || t == nil || isDynamic(op) || t.AnyScalable() {
		return false
	}
	first := linear(vectorOf(FromElements.Dest(def)).Dims, Extract.StaticPosition(op))
	rw.Replace(op, FromElements.Build(rw, Extract.Result(op).Type(), FromElements.Elements(def)[first:first+numElements(t)]))
	return true
}

var insertPatterns = []*ir.Pattern{
	{Name: "InsertToBroadcast", Root: Insert, Rewrite: insertToBroadcast},
	{Name: "InsertSplatToSplat", Root: Insert, Rewrite: insertSplat},
	{Name: "InsertChainFullyInitialized", Root: Insert, Rewrite: insertChainToElements},
}

// insertToBroadcast replaces an insert that fills dest.
//
//	vector.insert %a, %b [0] : vector<4xf32> into vector<1x4xf32>
//	→ vector.broadcast %a : vector<4xf32> to vector<1x4xf32>
func insertToBroadcast(op *ir.Operation, rw *ir.Rewriter) bool {
	t := vectorOf(Insert.ValueToStore(op))
	if t == nil || !sameCount(t, vectorOf(Insert.Result(op))) {
		return false
	}
	rw.Replace(op, Broadcast.Build(rw, Insert.Result(op).Type(), Insert.ValueToStore(op)))
	return true
}

// insertSplat replaces an insert of the value that the vector already holds.
func insertSplat(op *ir.Operation, rw *ir.Rewriter) bool {
	s := splatSource(Insert.ValueToStore(op))
	if s == nil || splatSource(Insert.Dest(op)) != s {
		return false
	}
	rw.Replace(op, Broadcast.Build(rw, Insert.Result(op).Type(), s))
	return true
}

// insertChainToElements replaces a chain of inserts at constant positions that writes
// every element; where an element is written several times, the last write counts.
//
//	%0 = vector.insert %a, %v [0] : f32 into vector<2xf32>
//	%1 = vector.insert %b, %0 [1] : f32 into vector<2xf32>
//	→ vector.from_elements %a, %b : vector<2xf32>
func insertChainToElements(op *ir.Operation, rw *ir.Rewriter) bool {
	t := vectorOf(Insert.Result(op))
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
		at, value := linear(t.Dims, Insert.StaticPosition(in)), Insert.ValueToStore(in)
		v := vectorOf(value)
		if v == nil {
			elems[at] = value
			continue
		}
		copy(elems[at:], ToElements.Build(rw, value))
	}
	rw.Replace(op, FromElements.Build(rw, Insert.Result(op).Type(), elems))
	return true
}

// continuesChain reports whether another insert writes into the result.
func continuesChain(op *ir.Operation) bool {
	for u := Insert.Result(op).FirstUse(); u != nil; u = u.Next() {
		if Insert.Is(u.Owner()) && Insert.Dest(u.Owner()) == Insert.Result(op) {
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
		if in = Insert.DefiningOp(Insert.Dest(in)); in != nil && !Insert.Result(in).HasOneUse() {
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
		if slices.Contains(Insert.StaticPosition(in), poisonIndex) {
			return nil, false
		}
		size := int64(1)
		if v := vectorOf(Insert.ValueToStore(in)); v != nil {
			size = numElements(v)
		}
		at := linear(t.Dims, Insert.StaticPosition(in))
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
	{Name: "rewriteFromElementsAsBroadcast", Root: FromElements, Rewrite: equalElementsToBroadcast},
	{Name: "FromElementsToShapeCast", Root: FromElements, Rewrite: extractedElementsToShapeCast},
}

// equalElementsToBroadcast replaces a vector whose elements are all the same value.
//
//	vector.from_elements %a, %a : vector<2xf32>  →  vector.broadcast %a : f32 to vector<2xf32>
func equalElementsToBroadcast(op *ir.Operation, rw *ir.Rewriter) bool {
	elements := FromElements.Elements(op)
	for _, v := range elements {
		if v != elements[0] {
			return false
		}
	}
	rw.Replace(op, Broadcast.Build(rw, FromElements.Dest(op).Type(), elements[0]))
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
	elements := FromElements.Elements(op)
	n := int64(len(elements))
	first := Extract.DefiningOp(elements[0])
	if first == nil || isDynamic(first) {
		return false
	}
	src, t := Extract.Source(first), vectorOf(Extract.Source(first))
	// The elements must be a whole trailing part of the vector …
	pos, size := Extract.StaticPosition(first), int64(1)
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
		e := Extract.DefiningOp(v)
		if e == nil || Extract.Source(e) != src || !slices.Equal(Extract.StaticPosition(e), next) {
			return false
		}
		increment(next, t.Dims)
	}
	e := Extract.Build(rw.OrFold(), src, pos[:fixed]...)
	rw.Replace(op, ShapeCast.Build(rw, FromElements.Dest(op).Type(), e))
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
	{Name: "ToElementsOfBroadcast", Root: ToElements, Rewrite: elementsOfBroadcast},
}

// elementsOfBroadcast takes the elements from the vector that was broadcast.
//
//	%0 = vector.broadcast %a : vector<1xf32> to vector<2xf32>
//	%1:2 = vector.to_elements %0 …  →  %1 = vector.to_elements %a, twice
func elementsOfBroadcast(op *ir.Operation, rw *ir.Rewriter) bool {
	def := Broadcast.DefiningOp(ToElements.Source(op))
	if def == nil {
		return false
	}
	src, t := Broadcast.Source(def), vectorOf(ToElements.Source(op))
	from := vectorOf(src)
	elems := ToElements.Build(rw, src)
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
	{Name: "ShuffleSplat", Root: Shuffle, Rewrite: shuffleOfSplat},
	{Name: "ShuffleInterleave", Root: Shuffle, Rewrite: shuffleToInterleave},
	{Name: "Canonicalize0DShuffleOp", Root: Shuffle, Rewrite: shuffleOfScalars},
}

// shuffleOfSplat replaces a shuffle of vectors that are broadcasts of the same scalar.
func shuffleOfSplat(op *ir.Operation, rw *ir.Rewriter) bool {
	s := splatSource(Shuffle.V1(op))
	if s == nil || splatSource(Shuffle.V2(op)) != s {
		return false
	}
	rw.Replace(op, Broadcast.Build(rw, Shuffle.Vector(op).Type(), s))
	return true
}

// shuffleToInterleave replaces a shuffle that alternates between both operands by
// vector.interleave.
//
//	vector.shuffle %a, %b [0, 2, 1, 3] …  →  vector.interleave %a, %b : vector<2xf32> -> vector<4xf32>
func shuffleToInterleave(op *ir.Operation, rw *ir.Rewriter) bool {
	t := vectorOf(Shuffle.Vector(op))
	mask, half := Shuffle.Mask(op), numElements(t)/2
	if len(t.Dims) != 1 || Shuffle.V1(op).Type() != Shuffle.V2(op).Type() || numElements(vectorOf(Shuffle.V1(op)))*2 != t.Dims[0] {
		return false
	}
	for i := range half {
		if mask[2*i] != i || mask[2*i+1] != half+i {
			return false
		}
	}
	rw.Replace(op, Interleave.Build(rw, Shuffle.V1(op), Shuffle.V2(op)))
	return true
}

// shuffleOfScalars replaces a shuffle that selects one of two vectors of rank 0.
func shuffleOfScalars(op *ir.Operation, rw *ir.Rewriter) bool {
	mask := Shuffle.Mask(op)
	if len(vectorOf(Shuffle.V1(op)).Dims) > 0 || len(mask) != 1 {
		return false
	}
	pick := Shuffle.V2(op)
	if mask[0] == 0 {
		pick = Shuffle.V1(op)
	}
	rw.Replace(op, Broadcast.Build(rw, Shuffle.Vector(op).Type(), pick))
	return true
}
