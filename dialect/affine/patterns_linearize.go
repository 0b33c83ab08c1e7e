package affine

import (
	"slices"

	"optc/dialect/arith"
	"optc/ir"
	"optc/ir/affine"
)

var linearizePatterns = []*ir.Pattern{
	{Name: "cancel-linearize-of-delinearize", Root: LinearizeIndexOp{}, Rewrite: cancelLinearize},
	{Name: "drop-linearize-leading-zero", Root: LinearizeIndexOp{}, Rewrite: dropLeadingZero},
	{Name: "drop-linearize-unit-components", Root: LinearizeIndexOp{}, Rewrite: dropUnitComponents},
}

var delinearizePatterns = []*ir.Pattern{
	{Name: "cancel-delinearize-of-linearize", Root: DelinearizeIndexOp{}, Rewrite: cancelDelinearize},
	{Name: "split-delinearize-of-last-component", Root: DelinearizeIndexOp{}, Rewrite: splitDelinearize},
	{Name: "drop-delinearize-unit-extents", Root: DelinearizeIndexOp{}, Rewrite: dropUnitExtents},
}

// dropUnitExtents replaces indices of extent 1 by 0.
//
//	%0:3 = affine.delinearize_index %i into (1, 4, 1)   →   0, %i, 0
func dropUnitExtents(op *ir.Operation, rw *ir.Rewriter) bool {
	padded := paddedBasis(op, op.NumResults())
	results := make([]*ir.Value, len(padded))
	var rest []ir.Mixed
	var zero *ir.Value
	for i, m := range padded {
		if v, ok := m.Constant(); ok && v == 1 {
			if zero == nil {
				zero = arith.ConstantIndex(rw, 0)
			}
			results[i] = zero
		} else {
			rest = append(rest, m)
		}
	}
	if len(rest) == len(padded) {
		return false
	}
	if len(rest) > 0 {
		split := NewDelinearizeIndex(rw, ir.Cast[DelinearizeIndexOp](op).LinearIndex(), rest).MultiIndex()
		for i := range results {
			if results[i] == nil {
				results[i], split = split[0], split[1:]
			}
		}
	}
	rw.Replace(op, results...)
	return true
}

// cancelDelinearize drops trailing extents that are equal in a disjoint linearize_index.
//
//	%0 = affine.linearize_index disjoint [%a, %b, %c] by (2, 3, 5)
//	%1:2 = affine.delinearize_index %0 into (6, 5)   →   linearize [%a, %b] by (2, 3), %c
func cancelDelinearize(op *ir.Operation, rw *ir.Rewriter) bool {
	lin := ir.DefiningOp[LinearizeIndexOp](ir.Cast[DelinearizeIndexOp](op).LinearIndex())
	if !lin.Ok() || !lin.Disjoint() {
		return false
	}
	indices := lin.MultiIndex()
	inner, outer := BasisOf(lin.Operation()), BasisOf(op)
	n := 0
	for n < len(inner) && n < len(outer) && inner[len(inner)-1-n] == outer[len(outer)-1-n] {
		n++
	}
	if n == 0 {
		return false
	}
	results := op.NumResults()
	if n == len(inner) && n == len(outer) && len(indices) == results {
		rw.Replace(op, indices...)
		return true
	}
	kept := len(indices) - n
	linear := NewLinearizeIndex(rw, indices[:kept], inner[:len(inner)-n], true).LinearIndex()
	split := NewDelinearizeIndex(rw, linear, paddedBasis(op, results)[:results-n]).MultiIndex()
	rw.Replace(op, slices.Concat(split, indices[kept:])...)
	return true
}

// splitDelinearize splits the last component of a disjoint linearize_index separately if
// the product of the last extents is the component's extent.
//
//	%0 = affine.linearize_index disjoint [%a, %b] by (3, 32)
//	%1:3 = affine.delinearize_index %0 into (3, 8, 4)   →   delinearize of [%a] by (3), %b into (8, 4)
func splitDelinearize(op *ir.Operation, rw *ir.Rewriter) bool {
	lin := ir.DefiningOp[LinearizeIndexOp](ir.Cast[DelinearizeIndexOp](op).LinearIndex())
	if !lin.Ok() || !lin.Disjoint() {
		return false
	}
	inner, outer := BasisOf(lin.Operation()), BasisOf(op)
	if len(inner) == 0 || inner[len(inner)-1].Value != nil {
		return false
	}
	target := inner[len(inner)-1].Const
	size, n := int64(1), 0
	for ; n < len(outer) && size < target; n++ {
		m := outer[len(outer)-1-n]
		if m.Value != nil {
			return false
		}
		size *= m.Const
	}
	if size != target || n < 2 {
		return false
	}
	indices := lin.MultiIndex()
	last := len(indices) - 1
	linear := NewLinearizeIndex(rw, indices[:last], inner[:len(inner)-1], true).LinearIndex()
	results := op.NumResults()
	front := NewDelinearizeIndex(rw, linear, paddedBasis(op, results)[:results-n]).MultiIndex()
	back := NewDelinearizeIndex(rw, indices[last], outer[len(outer)-n:]).MultiIndex()
	rw.Replace(op, slices.Concat(front, back)...)
	return true
}

// dropUnitComponents drops indices with extent 1 that are 0: constants, or any if the
// operation is disjoint.
//
//	affine.linearize_index disjoint [%a, %b] by (4, 1)   →   linearize [%a] by (4)
func dropUnitComponents(op *ir.Operation, rw *ir.Rewriter) bool {
	linearizeIndex := ir.Cast[LinearizeIndexOp](op)
	indices := linearizeIndex.MultiIndex()
	padded := paddedBasis(op, len(indices))
	var keptIndices []*ir.Value
	var kept []ir.Mixed
	for i, m := range padded {
		if v, ok := m.Constant(); ok && v == 1 && (linearizeIndex.Disjoint() || isConstant(indices[i], 0)) {
			continue
		}
		keptIndices, kept = append(keptIndices, indices[i]), append(kept, m)
	}
	if len(kept) == len(indices) {
		return false
	}
	if len(kept) == 0 {
		rw.Replace(op, arith.ConstantIndex(rw, 0))
		return true
	}
	rw.Replace(op, NewLinearizeIndex(rw, keptIndices, kept, linearizeIndex.Disjoint()).LinearIndex())
	return true
}

func isConstant(v *ir.Value, want int64) bool {
	a, ok := ir.ConstantValue(v).(*ir.IntegerAttr)
	return ok && a.Int64() == want
}

// dropLeadingZero drops a first index that is 0.
//
//	affine.linearize_index [%c0, %a, %b] by (2, 4, 8)   →   linearize [%a, %b] by (4, 8)
func dropLeadingZero(op *ir.Operation, rw *ir.Rewriter) bool {
	linearizeIndex := ir.Cast[LinearizeIndexOp](op)
	indices := linearizeIndex.MultiIndex()
	if len(indices) == 0 || !isConstant(indices[0], 0) {
		return false
	}
	if len(indices) == 1 {
		rw.Replace(op, indices[0])
		return true
	}
	rw.Replace(op, NewLinearizeIndex(rw, indices[1:], paddedBasis(op, len(indices))[1:], linearizeIndex.Disjoint()).LinearIndex())
	return true
}

// run is a run of consecutive results of a delinearize_index that are consecutive indices
// of a linearize_index, with equal extents.
type run struct {
	split      *ir.Operation
	index      int // first index
	result     int // first result
	length     int
	newResults []*ir.Value // nil when the whole operation is skipped
}

// runs finds the runs of at least two indices, at most one per delinearize_index.
//
// The extent of the first index of a run must be known on both sides and equal, unless it
// has no effect: because the index is first on both sides, or because the linearize_index
// promises that it is within its extent.
func runs(op *ir.Operation, indices []*ir.Value, extents []ir.Mixed) []run {
	var found []run
	for i := 0; i < len(indices); {
		split := indices[i].DefiningOp()
		if !ir.Is[DelinearizeIndexOp](split) {
			i++
			continue
		}
		r := indices[i].Index()
		outer := paddedBasis(split, split.NumResults())
		if outer[r] != extents[i] && (r != 0 || i != 0 && (!ir.Cast[LinearizeIndexOp](op).Disjoint() || outer[r] != noBound)) {
			i++
			continue
		}
		n := 1
		for i+n < len(indices) && r+n < split.NumResults() &&
			indices[i+n] == split.Result(r+n) && extents[i+n] == outer[r+n] {
			n++
		}
		if n < 2 || slices.ContainsFunc(found, func(f run) bool { return f.split == split }) {
			i++
			continue
		}
		found = append(found, run{split: split, index: i, result: r, length: n})
		i += n
	}
	return found
}

// cancelLinearize merges indices that a delinearize_index took apart.
//
//	%0:3 = affine.delinearize_index %i into (2, 4, 8)
//	%1 = affine.linearize_index [%a, %0#1, %0#2] by (3, 4, 8)
//	  →
//	%0:2 = affine.delinearize_index %i into (2, 32)
//	%1 = affine.linearize_index [%a, %0#1] by (3, 32)
func cancelLinearize(op *ir.Operation, rw *ir.Rewriter) bool {
	linearizeIndex := ir.Cast[LinearizeIndexOp](op)
	indices := linearizeIndex.MultiIndex()
	extents := paddedBasis(op, len(indices))
	found := runs(op, indices, extents)
	if len(found) == 0 {
		return false
	}
	var newIndices []*ir.Value
	var newExtents []ir.Mixed
	end := 0
	for i := range found {
		f := &found[i]
		newIndices = append(newIndices, indices[end:f.index]...)
		newExtents = append(newExtents, extents[end:f.index]...)
		end = f.index + f.length
		merged := extents[f.index:end]
		rw.Before(f.split)
		size := product(rw, merged)
		newExtents = append(newExtents, size)
		delinearizeIndex := ir.Cast[DelinearizeIndexOp](f.split)
		if f.length == f.split.NumResults() {
			newIndices = append(newIndices, delinearizeIndex.LinearIndex())
			continue
		}
		outer := paddedBasis(f.split, f.split.NumResults())
		outer = slices.Concat(outer[:f.result], []ir.Mixed{size}, outer[f.result+f.length:])
		split := NewDelinearizeIndex(rw, delinearizeIndex.LinearIndex(), outer).MultiIndex()
		parts := NewDelinearizeIndex(rw, split[f.result], merged).MultiIndex()
		f.newResults = slices.Concat(split[:f.result], parts, split[f.result+1:])
		newIndices = append(newIndices, split[f.result])
	}
	newIndices = append(newIndices, indices[end:]...)
	newExtents = append(newExtents, extents[end:]...)
	rw.Before(op)
	rw.Replace(op, NewLinearizeIndex(rw, newIndices, newExtents, linearizeIndex.Disjoint()).LinearIndex())
	for _, f := range found {
		if f.newResults != nil {
			rw.Replace(f.split, f.newResults...)
		}
	}
	return true
}

// product multiplies extents, by affine.apply if some are not constants.
func product(b ir.OpBuilder, extents []ir.Mixed) ir.Mixed {
	e := affine.Const(1)
	var values []*ir.Value
	for _, m := range extents {
		if m == noBound {
			return noBound
		}
		if v, ok := m.Constant(); ok {
			e = e.Mul(affine.Const(v))
			continue
		}
		e = e.Mul(affine.Symbol(len(values)))
		values = append(values, m.Value)
	}
	if v, ok := e.IsConst(); ok {
		return ir.Mixed{Const: v}
	}
	return ir.Mixed{Value: ir.ValueOf(b, NewApply(b, affine.NewMap(0, len(values), e), values))}
}
