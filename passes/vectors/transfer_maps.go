package vectors

import (
	"slices"

	"optc/dialect/vector"
	"optc/ir"
	"optc/ir/affine"
)

// transferMapPatterns returns the patterns that give transfers minor identities as maps, with broadcasts only inside of them
// (populateVectorTransferPermutationMapLoweringPatterns upstream).
func transferMapPatterns() []*ir.Pattern {
	pattern := func(name string, root ir.OpKind, rewrite func(t vector.Transfer, rw *ir.Rewriter) bool) *ir.Pattern {
		return &ir.Pattern{Name: name, Root: root, Rewrite: func(op *ir.Operation, rw *ir.Rewriter) bool {
			t, _ := vector.AsTransfer(op)
			return t.Rank() > 0 && !isMasked(op) && rewrite(t, rw)
		}}
	}
	return []*ir.Pattern{
		pattern("read-permuted", vector.TransferReadOp{}, readPermuted),
		pattern("write-permuted", vector.TransferWriteOp{}, writePermuted),
		pattern("read-broadcast", vector.TransferReadOp{}, readBroadcast),
		pattern("write-missing", vector.TransferWriteOp{}, writeMissing),
	}
}

// readPermuted reads in the order of the memory and transposes.
//
//	vector.transfer_read %m[%i, %j], %p {permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : memref<?x?xf32>, vector<2x4xf32>
//	→ %0 = vector.transfer_read %m[%i, %j], %p : memref<?x?xf32>, vector<4x2xf32>
//	  vector.transpose %0, [1, 0] : vector<4x2xf32> to vector<2x4xf32>
func readPermuted(t vector.Transfer, rw *ir.Rewriter) bool {
	m := t.Map()
	places, ok := m.IsPermutationOfMinorIdentityWithBroadcasting()
	if !ok && t.Mask() != nil {
		// Parts of a mask are taken in the order of the memory, which upstream takes for the order of the vector.
		places, ok = placesInMemory(m), true
	}
	if !ok || slices.IsSorted(places) {
		return false
	}
	from := t.VectorType()
	order := make([]int64, len(places))
	dims, scalable := slices.Clone(from.Dims), make([]bool, len(from.Dims))
	results, bounds := make([]affine.Expr, len(places)), make([]bool, len(places))
	for i, p := range places {
		order[i] = int64(p)
		dims[p], scalable[p] = from.Dims[i], from.IsScalable(i)
		results[p], bounds[p] = m.Results[i], t.InBounds()[i]
	}
	read := vector.NewTransferRead(rw, ir.ScalableVector(dims, scalable, from.Elem), t.Base(), t.Indices(), t.Padding(), t.Mask(), m.WithResults(results), bounds)
	rw.Replace(t.Operation, vector.NewTranspose(rw, read.Vector(), order).Result())
	return true
}

// placesInMemory returns the position that each result would have if the dimensions were in order and broadcasts kept their
// positions.
func placesInMemory(m affine.Map) []int {
	places := make([]int, len(m.Results))
	var moved []int
	for i := range m.Results {
		places[i] = i
		if _, ok := m.DimPosition(i); ok {
			moved = append(moved, i)
		}
	}
	order := slices.Clone(moved)
	slices.SortFunc(order, func(i, j int) int {
		a, _ := m.DimPosition(i)
		b, _ := m.DimPosition(j)
		return a - b
	})
	for k, i := range order {
		places[i] = moved[k]
	}
	return places
}

// writePermuted transposes and writes in the order of the memory.
//
//	vector.transfer_write %v, %m[%i, %j] {permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : vector<2x4xf32>, memref<?x?xf32>
//	→ %0 = vector.transpose %v, [1, 0] : vector<2x4xf32> to vector<4x2xf32>
//	  vector.transfer_write %0, %m[%i, %j] : vector<4x2xf32>, memref<?x?xf32>
func writePermuted(t vector.Transfer, rw *ir.Rewriter) bool {
	m := t.Map()
	places, ok := m.IsPermutationOfMinorIdentityWithBroadcasting()
	if !ok || m.IsMinorIdentity() {
		return false
	}
	inverse, _ := affine.InversePermutation(affine.CompressUnusedDims(m))
	order, bounds := make([]int64, len(inverse.Results)), make([]bool, len(places))
	for i, d := range inverse.ResultDims() {
		order[i] = int64(d)
	}
	for i, p := range places {
		bounds[p] = t.InBounds()[i]
	}
	v := vector.NewTranspose(rw, t.Vector(), order).Result()
	w := vector.NewTransferWrite(rw, v, t.Base(), t.Indices(), t.Mask(), affine.MinorIdentity(m.NumDims, len(m.Results)), bounds)
	replaceWrite(rw, t, w)
	return true
}

// writeMissing adds the dimensions of the memory that the map leaves out, with extent 1.
//
//	vector.transfer_write %v, %m[%i, %j] {permutation_map = affine_map<(d0, d1) -> (d0)>} : vector<4xf32>, memref<?x?xf32>
//	→ %0 = vector.broadcast %v : vector<4xf32> to vector<1x4xf32>
//	  vector.transfer_write %0, %m[%i, %j] {in_bounds = [true, false], permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : vector<1x4xf32>, memref<?x?xf32>
func writeMissing(t vector.Transfer, rw *ir.Rewriter) bool {
	m := t.Map()
	if _, ok := m.IsPermutationOfMinorIdentityWithBroadcasting(); ok {
		return false
	}
	var results []affine.Expr
	var missing []bool // for each dimension, beginning with the first that the map has: whether it is missing
	for d := range m.NumDims {
		if _, ok := m.ResultPosition(d); ok {
			missing = append(missing, false)
		} else if len(missing) > 0 {
			missing = append(missing, true)
			results = append(results, affine.Dim(d))
		}
	}
	added := len(results)
	v, mask := withLeadingUnits(rw, t.Vector(), added), t.Mask()
	if mask != nil {
		// The dimensions of a mask are in the order of the memory.
		order, unit, kept := make([]int64, len(missing)), int64(0), int64(added)
		for i, isMissing := range missing {
			if isMissing {
				order[i] = unit
				unit++
			} else {
				order[i] = kept
				kept++
			}
		}
		mask = vector.NewTranspose(rw, withLeadingUnits(rw, mask, added), order).Result()
	}
	bounds := append(slices.Repeat([]bool{true}, added), t.InBounds()...)
	w := vector.NewTransferWrite(rw, v, t.Base(), t.Indices(), mask, m.WithResults(append(results, m.Results...)), bounds)
	replaceWrite(rw, t, w)
	return true
}

// withLeadingUnits broadcasts a vector to n more dimensions of extent 1.
func withLeadingUnits(rw *ir.Rewriter, v *ir.Value, n int) *ir.Value {
	t := v.Type().(*ir.VectorType)
	scalable := make([]bool, n+len(t.Dims))
	for d := range t.Dims {
		scalable[n+d] = t.IsScalable(d)
	}
	return vector.NewBroadcast(rw, ir.ScalableVector(append(slices.Repeat([]int64{1}, n), t.Dims...), scalable, t.Elem), v).Vector()
}

// readBroadcast reads without the leading dimensions that are broadcast.
//
//	vector.transfer_read %m[%i], %p {in_bounds = [true, true], permutation_map = affine_map<(d0) -> (0, d0)>} : memref<?xf32>, vector<2x4xf32>
//	→ %0 = vector.transfer_read %m[%i], %p {in_bounds = [true]} : memref<?xf32>, vector<4xf32>
//	  vector.broadcast %0 : vector<4xf32> to vector<2x4xf32>
func readBroadcast(t vector.Transfer, rw *ir.Rewriter) bool {
	m := t.Map()
	n := 0
	for n < len(m.Results) {
		if c, ok := m.Results[n].IsConst(); !ok || c != 0 {
			break
		}
		n++
	}
	rest := m.WithResults(m.Results[n:])
	if _, ok := rest.IsMinorIdentityWithBroadcasting(); n == 0 || !ok {
		return false
	}
	v := t.VectorType()
	part := v
	for range n {
		part = partType(part)
	}
	read := vector.NewTransferRead(rw, part, t.Base(), t.Indices(), t.Padding(), t.Mask(), rest, t.InBounds()[n:])
	rw.Replace(t.Operation, vector.NewBroadcast(rw, v, read.Vector()).Vector())
	return true
}

func replaceWrite(rw *ir.Rewriter, t vector.Transfer, w vector.TransferWriteOp) {
	if t.NumResults() > 0 {
		rw.Replace(t.Operation, w.Result())
	} else {
		rw.Erase(t.Operation)
	}
}
