package standard

import (
	"slices"

	"optc/dialect/arith"
	"optc/dialect/linalg"
	"optc/ir"
)

// transposeConstant computes the elements of a constant that an operation only moves (FoldConstantTranspose upstream).
//
//	linalg.transpose ins(dense<[[1, 2, 3], [4, 5, 6]]>) …  permutation = [1, 0]   →   dense<[[1, 4], [2, 5], [3, 6]]>
func transposeConstant(op *ir.Operation, rw *ir.Rewriter) bool {
	inputs, outputs := linalg.InputsOf(op), linalg.OutputsOf(op)
	if !linalg.IsOnTensors(op) || len(inputs) != 1 || len(outputs) != 1 || !hasOnlyUse(inputs[0]) {
		return false
	}
	body, ms := op.Body(), linalg.MapsOf(op)
	to, static := op.Result(0).Type().(*ir.TensorType), ir.HasStaticShape(op.Result(0).Type().(ir.ShapedType))
	constant, isDense := ir.ConstantValue(inputs[0]).(*ir.DenseAttr)
	yield := ir.As[linalg.YieldOp](body.Front())
	if !isDense || !static || len(to.Dims) == 0 || constant.ShapedType().ElementType() != to.Elem ||
		!ms[0].IsPermutation() || !ms[1].IsPermutation() || !yield.Ok() || yield.Values()[0] != body.Arg(0) {
		return false
	}
	switch to.Elem.(type) {
	case *ir.IntegerType, *ir.FloatType:
	default:
		return false
	}
	raw := constant.Raw
	if !constant.Splat {
		raw = make([]byte, len(constant.Raw))
		size := ir.ElementBytes(to.Elem)
		from := constant.ShapedType().Shape()
		loops := make([]int64, len(to.Dims))
		for i := range constant.NumElements() {
			rest := int64(i)
			for r := range slices.Backward(to.Dims) {
				d, _ := ms[1].DimPosition(r)
				loops[d], rest = rest%to.Dims[r], rest/to.Dims[r]
			}
			at := int64(0)
			for r, n := range from {
				d, _ := ms[0].DimPosition(r)
				at = at*n + loops[d]
			}
			copy(raw[i*size:(i+1)*size], constant.Element(int(at)))
		}
	}
	rw.Replace(op, arith.NewConstant(rw, rw.Context().Dense(to, raw)).Result())
	return true
}
