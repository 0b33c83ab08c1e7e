package linalg

import (
	"slices"

	"optc/ir"
	"optc/ir/affine"
)

// Unfold gives linalg.generic inputs at the indices of the loops: an input whose map permutes or repeats dimensions is
// transposed and broadcast before, into tensors that empty makes. It reports whether there was one. All loops are parallel, the
// region computes something, all shapes are static, and there is more than one input (DecomposeProjectedPermutation upstream).
//
//	linalg.generic {indexing_maps = [(d0, d1) -> (d1, d0), …]} ins(%x, %y : …)
//
// becomes
//
//	%t = linalg.transpose ins(%x : …) outs(%empty : …) permutation = [1, 0]
//	linalg.generic {indexing_maps = [(d0, d1) -> (d0, d1), …]} ins(%t, %y : …)
func Unfold(rw *ir.Rewriter, g GenericOp, empty func(shape []int64, elem ir.Type) *ir.Value) bool {
	op := g.Operation()
	inputs, maps := slices.Clone(InputsOf(op)), slices.Clone(MapsOf(op))
	if len(inputs) == 1 && len(OutputsOf(op)) == 1 || slices.Contains(IteratorsOf(op), Reduction) || count(op.Region(0).Front()) == 1 {
		return false
	}
	for i, v := range op.OperandList() {
		t, ok := v.Type().(*ir.TensorType)
		if !ok || slices.Contains(t.Dims, ir.Dynamic) || !maps[i].IsProjectedPermutation(false) {
			return false
		}
	}
	extents, known := loopExtents(op, maps)
	if !known || !slices.ContainsFunc(maps[:len(inputs)], func(m affine.Map) bool { return !m.IsIdentity() }) {
		return false
	}
	for i, v := range inputs {
		dims := maps[i].ResultDims()
		if maps[i].IsIdentity() {
			continue
		}
		t := v.Type().(*ir.TensorType)
		if sorted := slices.Sorted(slices.Values(dims)); !slices.Equal(sorted, dims) {
			permutation, shape := make([]int64, len(dims)), make([]int64, len(dims))
			for to, d := range sorted {
				from := slices.Index(dims, d)
				permutation[to], shape[to] = int64(from), t.Dims[from]
			}
			v = NewTranspose(rw.Builder, v, empty(shape, t.Elem), permutation).Operation().Result(0)
			dims = sorted
		}
		if len(dims) < len(extents) {
			v = NewBroadcast(rw.Builder, v, empty(extents, t.Elem), otherDims(len(extents), dims)).Operation().Result(0)
		}
		inputs[i], maps[i] = v, affine.Identity(len(extents))
	}
	plain := NewGeneric(rw, inputs, OutputsOf(op), maps, IteratorsOf(op)).Operation()
	rw.Modify(plain, func() { plain.Region(0).TakeBody(op.Region(0)) })
	rw.Replace(op, plain.ResultList()...)
	return true
}
