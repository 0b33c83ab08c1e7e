package vector

import (
	"slices"

	"optc/dialect/scf"
	"optc/ir"
)

// UnitDims returns the patterns that take dimensions of extent 1 away from the
// operands of elementwise operations, of vector.transpose, and from values that
// loops carry. At least one dimension stays, and so do scalable ones.
func UnitDims() []*ir.Pattern {
	return []*ir.Pattern{
		{Name: "DropUnitDimFromElementwiseOps", Rewrite: dropElementwiseUnits},
		{Name: "DropUnitDimsFromScfForOp", Root: scf.For, Rewrite: dropLoopUnits},
		{Name: "DropUnitDimsFromTransposeOp", Root: Transpose, Rewrite: dropTransposeUnits},
	}
}

// isUnit tells whether a dimension has the extent 1 on all hardware.
func isUnit(t *ir.VectorType, d int) bool { return t.Dims[d] == 1 && !t.IsScalable(d) }

// withoutUnits drops unit dimensions from a type, but keeps one dimension.
func withoutUnits(t *ir.VectorType) *ir.VectorType {
	var dims []int64
	var scalable []bool
	for d, n := range t.Dims {
		if !isUnit(t, d) {
			dims, scalable = append(dims, n), append(scalable, t.IsScalable(d))
		}
	}
	if len(dims) == 0 {
		dims, scalable = []int64{1}, []bool{false}
	}
	return ir.ScalableVector(dims, scalable, t.Elem)
}

// newShapeCast builds vector.shape_cast.
func newShapeCast(b *ir.Builder, to ir.Type, v *ir.Value) *ir.Value {
	return b.Value(ShapeCast, []*ir.Value{v}, []ir.Type{to})
}

// dropElementwiseUnits takes unit dimensions away from an elementwise operation.
//
//	%0 = arith.mulf %a, %b : vector<1x4xf32>
//	→ %a1 = vector.shape_cast %a : vector<1x4xf32> to vector<4xf32>, %b1 = vector.shape_cast %b …
//	  %r = arith.mulf %a1, %b1 : vector<4xf32>
//	  %0 = vector.shape_cast %r : vector<4xf32> to vector<1x4xf32>
func dropElementwiseUnits(op *ir.Operation, rw *ir.Rewriter) bool {
	if !op.Has(ir.Elementwise) || op.NumResults() != 1 || op.NumRegions() != 0 || op.NumOperands() == 0 {
		return false
	}
	result, first := vectorOf(op.Result(0)), vectorOf(op.Operand(0))
	if result == nil || first == nil || len(first.Dims) < 2 {
		return false
	}
	for _, v := range op.Operands() {
		if t := vectorOf(v); t == nil || withoutUnits(t) == t {
			return false
		}
	}
	defer func(loc ir.Location) { rw.Loc = loc }(rw.Loc)
	rw.Before(op).Loc = op.Loc()
	operands := op.Operands()
	for i, v := range operands {
		operands[i] = newShapeCast(rw.Builder, withoutUnits(vectorOf(v)), v)
	}
	r := rw.Like(op, operands, []ir.Type{withoutUnits(result)}).Result(0)
	rw.Replace(op, newShapeCast(rw.Builder, result, r))
	return true
}

// dropTransposeUnits takes unit dimensions away from a transposition.
//
//	%0 = vector.transpose %v, [2, 0, 1] : vector<1x4x3xf32> to vector<3x1x4xf32>
//	→ %w = vector.shape_cast %v : vector<1x4x3xf32> to vector<4x3xf32>
//	  %t = vector.transpose %w, [1, 0] : vector<4x3xf32> to vector<3x4xf32>
//	  %0 = vector.shape_cast %t : vector<3x4xf32> to vector<3x1x4xf32>
func dropTransposeUnits(op *ir.Operation, rw *ir.Rewriter) bool {
	from := vectorOf(op.Operand(0))
	small := withoutUnits(from)
	if small == from {
		return false
	}
	at := make([]int64, len(from.Dims)) // where a dimension goes
	kept := int64(0)
	for d := range from.Dims {
		at[d] = kept
		if !isUnit(from, d) {
			kept++
		}
	}
	var perm []int64
	for _, d := range permutation(op) {
		if !isUnit(from, int(d)) {
			perm = append(perm, at[d])
		}
	}
	if len(perm) == 0 {
		perm = []int64{0}
	}
	return lower(op, rw, func(l lowering) *ir.Value {
		v := newShapeCast(l.Builder, small, op.Operand(0))
		return newShapeCast(l.Builder, op.Result(0).Type(), l.transpose(v, perm))
	})
}

// dropLoopUnits takes unit dimensions away from a value that a loop carries.
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
	inits := op.Operands()[op.NumOperands()-op.NumResults():]
	i := slices.IndexFunc(inits, func(v *ir.Value) bool {
		t := vectorOf(v)
		return t != nil && withoutUnits(t) != t
	})
	if i < 0 {
		return false
	}
	defer func(loc ir.Location) { rw.Loc = loc }(rw.Loc)
	rw.Before(op).Loc = op.Loc()
	init := newShapeCast(rw.Builder, withoutUnits(vectorOf(inits[i])), inits[i])
	scf.ReplaceInit(rw, op, i, init, newShapeCast)
	return true
}
