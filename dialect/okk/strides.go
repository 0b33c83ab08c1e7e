package okk

import "optc/ir"

// RequiredLayout returns the layout in which an operation takes its operand i; required is false
// if it takes any strides.
func RequiredLayout(op *ir.Operation, i int) (l Layout, required bool) {
	switch x := op.Typed().(type) {
	case FunctionOp, PoolOp:
		return Aligned, true
	case SelectOp:
		return Aligned, len(x.Constants()) == 4
	case BiasOp, ScaleOp, ScaleBiasOp:
		return Compact, i > 1
	case Conv2DOp:
		if i == 3 {
			return Compact, true
		}
		return Aligned, i == 0
	case DepthwiseOp:
		if i > 1 {
			return Compact, true
		}
		return Aligned, true
	case MatmulOp:
		return Matrix, true
	case Int8ToFP32Op:
		if op.Operand(0).Type().(*LocalType).Tensor.Layout == Compact {
			return Compact, true
		}
		return Aligned, true
	case ComputeOp:
		return Aligned, x.Aligned()
	}
	return 0, false
}
