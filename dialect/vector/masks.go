package vector

import (
	"optc/dialect/arith"
	"optc/ir"
)

// maskFormat is what is known about a mask.
type maskFormat uint8

const (
	unknownMask maskFormat = iota
	allTrue
	allFalse
)

// formatOf looks at the operation that makes a mask. A create_mask is only found
// to be all false, because one that is all true becomes a constant.
func formatOf(mask *ir.Value) maskFormat {
	def := mask.DefiningOp()
	switch {
	case def == nil:
	case ConstantMask.Is(def):
		return formatOfSizes(ConstantMask.MaskDimSizes(def), vectorOf(mask).Dims)
	case CreateMask.Is(def):
		for _, v := range CreateMask.Operands(def) {
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

func formatOfSizes(sizes, dims []int64) maskFormat {
	full, empty := true, true
	for d := range min(len(sizes), len(dims)) {
		full = full && sizes[d] >= dims[d]
		empty = empty && sizes[d] <= 0
	}
	switch {
	case full:
		return allTrue
	case empty:
		return allFalse
	}
	return unknownMask
}

// vscaleMultiplier returns n of a value n * vscale.
func vscaleMultiplier(v *ir.Value) (n int64, ok bool) {
	if VScale.DefiningOp(v) != nil {
		return 1, true
	}
	mul := arith.MulI.DefiningOp(v)
	if mul == nil {
		return 0, false
	}
	for i := range 2 {
		if VScale.DefiningOp(mul.Operand(i)) != nil {
			return constantIndex(mul.Operand(1 - i))
		}
	}
	return 0, false
}

// foldConstantMask computes masks that are all true or all false.
func foldConstantMask(op *ir.Operation, _ []ir.Attribute) ir.FoldResult {
	t, sizes := vectorOf(ConstantMask.Result(op)), ConstantMask.MaskDimSizes(op)
	c := t.Context()
	if len(t.Dims) == 0 {
		return ir.FoldToAttr(c.Dense(t, []byte{byte(sizes[0])}))
	}
	full, empty := true, true
	for d, n := range sizes {
		full = full && n == t.Dims[d]
		empty = empty && n == 0
	}
	switch {
	case full:
		return ir.FoldToAttr(c.Dense(t, []byte{1}))
	case empty:
		return ir.FoldToAttr(c.Dense(t, []byte{0}))
	}
	return ir.FoldResult{}
}

// foldMask removes a mask without operation, and one that is all true.
//
//	%0 = vector.mask %m { vector.yield %a : vector<8xf32> } …  →  %a
func foldMask(op *ir.Operation, _ []ir.Attribute) ir.FoldResult {
	inner := maskedOp(op)
	if inner == nil {
		if Mask.Passthru(op) != nil || op.NumResults() == 0 {
			return ir.FoldResult{}
		}
		return ir.FoldToValues(Yield.Operands(op.Body().Back()))
	}
	if formatOf(Mask.Mask(op)) != allTrue {
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
	{Name: "CanonializeEmptyMaskOp", Root: Mask, Rewrite: emptyMaskToSelect},
}

// emptyMaskToSelect replaces a mask without operation but with passthru.
//
//	%0 = vector.mask %m, %p { vector.yield %a : vector<8xf32> } …
//	→ %0 = arith.select %m, %a, %p : vector<8xi1>, vector<8xf32>
func emptyMaskToSelect(op *ir.Operation, rw *ir.Rewriter) bool {
	passthru := Mask.Passthru(op)
	if maskedOp(op) != nil || passthru == nil {
		return false
	}
	yielded := Yield.Operands(op.Body().Back())[0]
	rw.Replace(op, arith.Select.Build(rw, Mask.Mask(op), yielded, passthru))
	return true
}

var createMaskPatterns = []*ir.Pattern{
	{Name: "CreateMaskFolder", Root: CreateMask, Rewrite: createMaskToConstant},
}

// createMaskToConstant replaces a mask whose sizes are constant.
//
//	vector.create_mask %c3, %c9 : vector<4x3xi1>  →  vector.constant_mask [3, 3] : vector<4x3xi1>
func createMaskToConstant(op *ir.Operation, rw *ir.Rewriter) bool {
	t := vectorOf(CreateMask.Result(op))
	dims, scalable := t.Dims, scalableDims(t)
	if len(dims) == 0 {
		dims, scalable = []int64{1}, []bool{false}
	}
	sizes := make([]int64, len(dims))
	zero := false
	for i, v := range CreateMask.Operands(op) {
		n, ok := constantIndex(v)
		switch {
		case ok && scalable[i] && n >= 0:
			return false // only all false is a constant
		case !ok:
			if n, ok = vscaleMultiplier(v); !ok || n < dims[i] {
				return false
			}
		}
		sizes[i] = max(0, min(n, dims[i]))
		zero = zero || sizes[i] == 0
	}
	if zero {
		clear(sizes)
	}
	rw.Replace(op, ConstantMask.Build(rw, CreateMask.Result(op).Type(), sizes))
	return true
}
