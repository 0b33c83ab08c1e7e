package kernel

import (
	"optc/dialect/affine"
	"optc/dialect/amdgpu"
	"optc/dialect/scf"
	"optc/ir"
	"optc/ir/ranges"
)

// wordLimit bounds indices and bytes of arrays for which addresses are computed in 32 bits. It is
// below the largest number of 32 bits, so that an index stays in range when upstream's lowering adds the
// extent of a vector or the step of a loop to it.
const wordLimit = 1 << 30

// fitsWords reports whether 32 bits hold all that the kernels of the program compute with indices: every
// index is known to be from 0 to wordLimit, so that signed and unsigned operations agree, and no
// array has more bytes.
func (g *program) fitsWords() bool {
	for _, k := range g.kernels {
		known, fits := ranges.Analyze(k.op, nil), true
		ir.Walk(k.op, func(op *ir.Operation) ir.WalkResult {
			if fits = fits && opFitsWords(op, known); !fits {
				return ir.Interrupt
			}
			return ir.Advance
		})
		if !fits {
			return false
		}
	}
	return true
}

// opFitsWords is fitsWords for an operation, without those in its regions.
func opFitsWords(op *ir.Operation, known *ranges.Analysis) bool {
	if ir.Is[scf.ForOp](op) {
		// The index of the iteration after the last one is compared with the upper bound.
		loop := ir.Cast[scf.ForOp](op)
		if !isWord(loop.UpperBound(), known) || !isWord(loop.Step(), known) {
			return false
		}
	}
	if d := ir.As[affine.DelinearizeIndexOp](op); d.Ok() && !areWords(d.StaticBasis()) {
		return false
	}
	switch owner := op.Def().Owner(); {
	case owner == affine.Dialect && !ir.IsAny(op, affine.LinearizeIndexOp{}, affine.DelinearizeIndexOp{}):
		return false // the terms of a map may be out of range where their sum is not
	case owner == amdgpu.Dialect:
		for _, v := range op.Operands() {
			if isIndex(v.Type()) {
				return false // upstream lowers these operations before the others, to 64 bits
			}
		}
	}
	for _, v := range op.Results() {
		if !isWord(v, known) {
			return false
		}
	}
	for r := range op.Regions() {
		for b := range r.Blocks() {
			for _, v := range b.Args() {
				if !isWord(v, known) {
					return false
				}
			}
		}
	}
	return true
}

// isWord reports whether a value is no index, or an index from 0 to wordLimit; and no array, or an array whose elements are
// no indices and have at most wordLimit bytes together.
func isWord(v *ir.Value, known *ranges.Analysis) bool {
	switch t := v.Type().(type) {
	case *ir.IndexType:
		return known.Of(v).IsBelow(wordLimit)
	case *ir.VectorType:
		return !isIndex(t.Elem)
	case *ir.MemRefType:
		strides, offset, ok := t.StridesAndOffset()
		if !ok || isIndex(t.Elem) || offset == ir.Dynamic {
			return false
		}
		last := offset
		for i, n := range t.Dims {
			if n == ir.Dynamic || strides[i] == ir.Dynamic || strides[i] < 0 {
				return false
			}
			step, ok := ranges.Single(n).Mul(ranges.Single(strides[i]))
			sum, fits := step.Add(ranges.Single(last))
			if !ok || !fits {
				return false
			}
			last = sum.Hi
		}
		return last <= wordLimit/mostElementBytes
	}
	return true
}

// mostElementBytes is the size of the largest element of an array.
const mostElementBytes = 16

// areWords reports whether the product of the extents of a basis is known and at most wordLimit.
func areWords(basis []int64) bool {
	product := int64(1)
	for _, n := range basis {
		if n < 1 || n > wordLimit/product {
			return false
		}
		product *= n
	}
	return true
}

func isIndex(t ir.Type) bool {
	_, ok := t.(*ir.IndexType)
	return ok
}
