package vector

import (
	"slices"

	"optc/dialect/ub"
	"optc/ir"
)

// ScanLowering returns the pattern that decomposes scans.
func ScanLowering() []*ir.Pattern {
	return []*ir.Pattern{{Name: "unroll-scan", Root: ScanOp{}, Rewrite: unrollScan}}
}

// unrollScan combines the slices of a scan one after the other.
//
//	%d, %l = vector.scan <add>, %v, %init {inclusive = false, reduction_dim = 0} : vector<2xi32>, vector<i32>
//	→ %a = vector.shape_cast %init, inserted at 0
//	  %b = %init + %v[0], inserted at 1; %l = %b
func unrollScan(op *ir.Operation, rw *ir.Rewriter) bool {
	scan := ir.Cast[ScanOp](op)
	t, rest := vectorOf(scan.Source()), vectorOf(scan.InitialValue())
	dim := int(scan.ReductionDim())
	if t.AnyScalable() || t.Dims[dim] > maxTiles {
		return false
	}
	rw.Before(op).Loc = op.Loc()
	sizes, at := slices.Clone(t.Dims), make([]int64, len(t.Dims))
	sizes[dim] = 1
	slice := func(i int64) *ir.Value {
		at[dim] = i
		return NewShapeCast(rw, rest, NewExtractStridedSlice(rw, scan.Source(), at, sizes).Result()).Result()
	}
	kind, last := CombiningKind(op), scan.InitialValue()
	out := ub.NewPoison(rw, t).Result()
	for i := range t.Dims[dim] {
		switch {
		case i == 0 && scan.Inclusive():
			last = slice(0)
		case i > 0 && scan.Inclusive():
			last = kind.Combine(rw, last, slice(i))
		case i > 0:
			last = kind.Combine(rw, last, slice(i-1))
		}
		at[dim] = i
		out = NewInsertStridedSlice(rw, NewShapeCast(rw, ir.Vector(sizes, t.Elem), last).Result(), out, at).Result()
	}
	rw.Replace(op, out, last)
	return true
}
