package vector

import (
	"slices"

	"optc/dialect/arith"
	"optc/ir"
)

// maskFormat is the static knowledge about a mask.
type maskFormat uint8

const (
	unknownMask maskFormat = iota
	allTrue
	allFalse
)

// formatOf derives the format from the operation that makes a mask. A create_mask can only be
// recognized as false everywhere, because a create_mask that is true everywhere is folded to a
// constant.
func formatOf(mask *ir.Value) maskFormat {
	def := mask.DefiningOp()
	switch {
	case def == nil:
	case ir.Is[ConstantMaskOp](def):
		return formatOfSizes(def)
	case ir.Is[CreateMaskOp](def):
		for _, v := range ir.Cast[CreateMaskOp](def).Operands() {
			if n, ok := constantIndex(v); ok && n <= 0 {
				return allFalse
			}
		}
	default:
		return formatOfConstant(elements(ir.ConstantOf(def)))
	}
	return unknownMask
}

func formatOfConstant(d *ir.DenseAttr) maskFormat {
	if d == nil || !d.Splat {
		return unknownMask
	}
	if d.Raw[0]&1 != 0 {
		return allTrue
	}
	return allFalse
}

// formatOfSizes derives the format from the sizes of a vector.constant_mask: either all
// sizes are 0, or none.
func formatOfSizes(op *ir.Operation) maskFormat {
	constantMask := ir.Cast[ConstantMaskOp](op)
	switch sizes := constantMask.MaskDimSizes(); {
	case sizes[0] == 0:
		return allFalse
	case slices.Equal(sizes, dimsOrOne(vectorOf(constantMask.Result()))):
		return allTrue
	}
	return unknownMask
}

// dimsOrOne returns the extents of a mask, or a single 1 for rank 0, because such a mask has one
// bit too.
func dimsOrOne(t *ir.VectorType) []int64 {
	if len(t.Dims) == 0 {
		return []int64{1}
	}
	return t.Dims
}

// vscaleMultiplier returns n of a value n * vscale, 0 for other values.
func vscaleMultiplier(v *ir.Value) (n int64) {
	if ir.DefiningOp[VScaleOp](v).Ok() {
		return 1
	}
	if mul := ir.DefiningOp[arith.MulIOp](v); mul.Ok() && ir.DefiningOp[VScaleOp](mul.Lhs()).Ok() {
		n, _ = constantIndex(mul.Rhs()) // canonicalization makes the constant the right operand
	}
	return n
}

// foldConstantMask computes masks that are true everywhere or false everywhere.
func foldConstantMask(op *ir.Operation, _ []ir.Attribute) ir.FoldResult {
	t := vectorOf(ir.Cast[ConstantMaskOp](op).Result())
	switch formatOfSizes(op) {
	case allTrue:
		return ir.FoldToAttr(t.Context().Dense(t, []byte{1}))
	case allFalse:
		return ir.FoldToAttr(t.Context().Dense(t, []byte{0}))
	}
	return ir.FoldResult{}
}

// foldMask removes a mask without operation, and a mask that is true everywhere.
//
//	%0 = vector.mask %m { vector.yield %a : vector<8xf32> } …  →  %a
func foldMask(op *ir.Operation, _ []ir.Attribute) ir.FoldResult {
	inner := maskedOp(op)
	mask := ir.Cast[MaskOp](op)
	if inner == nil {
		if mask.Passthru() != nil || op.NumResults() == 0 {
			return ir.FoldResult{}
		}
		return ir.FoldToValues(ir.Cast[YieldOp](op.Body().Back()).Operands())
	}
	if formatOf(mask.Mask()) != allTrue {
		return ir.FoldResult{}
	}
	op.Body().Back().SetOperands(nil)
	inner.MoveBefore(op)
	if op.NumResults() == 0 {
		return ir.FoldInPlace()
	}
	return ir.FoldToValues(inner.ResultList())
}

var maskPatterns = []*ir.Pattern{
	{Name: "CanonializeEmptyMaskOp", Root: MaskOp{}, Rewrite: emptyMaskToSelect},
}

// emptyMaskToSelect replaces a mask that has no operation but a passthru.
//
//	%0 = vector.mask %m, %p { vector.yield %a : vector<8xf32> } …
//	→ %0 = arith.select %m, %a, %p : vector<8xi1>, vector<8xf32>
func emptyMaskToSelect(op *ir.Operation, rw *ir.Rewriter) bool {
	mask := ir.Cast[MaskOp](op)
	passthru := mask.Passthru()
	if maskedOp(op) != nil || passthru == nil {
		return false
	}
	yielded := ir.Cast[YieldOp](op.Body().Back()).Operands()[0]
	rw.Replace(op, arith.NewSelect(rw, mask.Mask(), yielded, passthru).Result())
	return true
}

var createMaskPatterns = []*ir.Pattern{
	{Name: "CreateMaskFolder", Root: CreateMaskOp{}, Rewrite: createMaskToConstant},
}

// createMaskToConstant replaces a mask whose sizes are constant.
//
//	vector.create_mask %c3, %c9 : vector<4x3xi1>  →  vector.constant_mask [3, 3] : vector<4x3xi1>
func createMaskToConstant(op *ir.Operation, rw *ir.Rewriter) bool {
	createMask := ir.Cast[CreateMaskOp](op)
	t := vectorOf(createMask.Result())
	dims := dimsOrOne(t)
	sizes := make([]int64, len(dims))
	for i, v := range createMask.Operands() {
		n, ok := constantIndex(v)
		switch {
		case ok && t.IsScalable(i) && n >= 0:
			return false // only a mask that is false everywhere is a constant
		case !ok:
			if n = vscaleMultiplier(v); n < dims[i] {
				return false
			}
		}
		sizes[i] = max(0, min(n, dims[i]))
	}
	if slices.Contains(sizes, 0) {
		clear(sizes)
	}
	rw.Replace(op, NewConstantMask(rw, createMask.Result().Type(), sizes).Result())
	return true
}
