package gpu

import (
	"math"

	"optc/ir"
	"optc/ir/ranges"
)

// ArrayOf returns the type of the array of an argument of a kernel that only has its address, because some extents of the array are
// arguments of their own; nil for other arguments.
func ArrayOf(kernel *ir.Operation, i int) *ir.MemRefType {
	if a, ok := argumentAttr(kernel, i, arrayAttr).(*ir.TypeAttr); ok {
		t, _ := a.Value.(*ir.MemRefType)
		return t
	}
	return nil
}

// SetArray notes the type of the array of an argument that only has its address.
func SetArray(kernel *ir.Operation, i int, t *ir.MemRefType) {
	setArgumentAttr(kernel, i, arrayAttr, ir.TypeAttrOf(t))
}

// ExtentOf returns the argument and the dimension whose extent argument i of a kernel is; ok is false for other arguments.
func ExtentOf(kernel *ir.Operation, i int) (argument, dimension int, ok bool) {
	if at := ir.ReadInts(argumentAttr(kernel, i, extentAttr)); len(at) == 2 {
		return int(at[0]), int(at[1]), true
	}
	return 0, 0, false
}

// SetExtent makes argument i of a kernel the extent of an argument along a dimension.
func SetExtent(kernel *ir.Operation, i, argument, dimension int) {
	setArgumentAttr(kernel, i, extentAttr, ir.ContextOf(kernel).DenseI64Array([]int64{int64(argument), int64(dimension)}))
}

// MaxExtent is the largest extent that is an argument of a kernel: indices of 32 bits reach every element of a dimension.
const MaxExtent = math.MaxInt32

// MultiplesOf returns numbers that divide the extents of argument i of function: one for each dimension, or nil if nothing is
// known.
func MultiplesOf(function *ir.Operation, i int) []int64 {
	return ir.ReadInts(argumentAttr(function, i, multipleAttr))
}

// inferExtents is the rule of kernels: extents are natural numbers.
var inferExtents = ranges.Inference.By(&ranges.Rule{Arguments: func(op *ir.Operation, known ranges.Values) {
	if op.Region(0).Empty() {
		return
	}
	for i := range ir.Cast[FuncOp](op).FunctionType().Inputs {
		if _, _, ok := ExtentOf(op, i); ok {
			known.Set(op.Body().Arg(i), ranges.Interval{Lo: 0, Hi: MaxExtent})
		}
	}
}})
