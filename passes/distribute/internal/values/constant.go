package values

import (
	"slices"

	"optc/dialect/arith"
	"optc/dialect/iree/revision"
	"optc/dialect/vector"
	"optc/dialect/vectorext"
	"optc/ir"
	"optc/layout"
	"optc/layout/threads"
	"optc/passes"
	"optc/passes/distribute/internal/core"
)

// threadDigitsOf describes the digits of a thread id in a layout: their sizes, the number of
// threads that a step of each digit moves by, and the radix by which a thread finds them.
type threadDigitsOf struct {
	sizes, strides []int64
	radix          layout.Radix
}

// differsByThread reports whether threads hold different parts of a constant. IREE does
// not distribute such constants, and neither does this project for IREE's revisions.
func differsByThread(c *passes.Context, op *ir.Operation) bool {
	value, ok := ir.ConstantOf(op).(*ir.DenseAttr)
	return ok && !value.Splat && revision.Of(c.IR) == revision.Release
}

// distributeSplat distributes a constant whose elements are equal.
//
//	%c = arith.constant dense<1.0> : vector<8x16xf32>
//	→ %c = arith.constant dense<1.0> : vector<2x1x1x1x1x2xf32>
func distributeSplat(d threads.Distributor, op *ir.Operation) {
	value, ok := ir.ConstantOf(op).(*ir.DenseAttr)
	if !ok || !value.Splat {
		d.Leave("is not distributed: only splat constants are")
		return
	}
	part := d.PartType(op.Result(0)).(*ir.VectorType)
	d.Replace(arith.NewConstant(d.Rewriter(), d.Rewriter().Context().Dense(part, value.Raw)).Result())
}

// Constant distributes a constant in a nested layout.
func Constant(d *core.Nested, op *ir.Operation, sig core.NestedSignature) {
	l := sig.Results[0]
	if !differsByThread(d.Pass, op) {
		distributeSplat(d, op)
		return
	}
	if !d.TellsParts(op, sig) || !d.TellsThreads(op, l) {
		return
	}
	radix, _ := l.ThreadRadix(d.Subgroup)
	subgroups := slices.Clone(l.SubgroupStrides)
	for dim := range subgroups {
		subgroups[dim] *= d.Subgroup
	}
	d.ReplaceByParts(op, chosen(d, op, l, threadDigitsOf{slices.Concat(l.SubgroupTile, l.ThreadTile), append(subgroups, l.ThreadStrides...), radix}))
}

// PackedConstant distributes a constant in a layout of iree_map.
func PackedConstant(d *core.Packed, op *ir.Operation, sig core.PackedSignature) {
	l := sig.Results[0]
	if !differsByThread(d.Pass, op) {
		distributeSplat(d, op)
		return
	}
	if !d.TellsParts(op, sig) {
		return
	}
	digits := threadDigitsOf{radix: d.Spread(l).Radix}
	for dim := range l.Rank() {
		for _, leaf := range l.Mode(dim) {
			if leaf.Stride > 0 {
				digits.sizes, digits.strides = append(digits.sizes, leaf.Size), append(digits.strides, leaf.Stride)
			}
		}
	}
	d.ReplaceByParts(op, chosen(d.Base, op, l, digits))
}

// chosen makes every thread choose its part of a constant whose elements are sorted by threads.
//
//	arith.constant dense<[0, 1, 2, 3]> : vector<4xi32>, thread 2, element 2
//	→ %c = arith.constant dense<[[[[0, 1]]], [[[2, 3]]]]> : vector<2x1x1x2xi32>
//	  vector.extract %c[%digit] : vector<1x1x2xi32> from vector<2x1x1x2xi32>
func chosen(d *core.Nested, op *ir.Operation, l vectorext.Distribution, digits threadDigitsOf) *ir.Value {
	value := ir.ConstantOf(op).(*ir.DenseAttr)
	part := core.PartType(op.Result(0), l)
	size := int64(ir.ElementBytes(part.Elem))
	var raw []byte
	rows := int64(0)
	for at := range core.PositionsIn(digits.sizes) {
		thread := int64(0)
		for i, digit := range at {
			thread += digit * digits.strides[i]
		}
		held, _ := l.Held(thread, d.Subgroup)
		for _, element := range held {
			raw = append(raw, value.Raw[element*size:(element+1)*size]...)
		}
		rows++
	}
	c := d.RW.Context()
	if rows == 1 {
		return arith.NewConstant(d.RW, c.Dense(part, raw)).Result()
	}
	table := arith.NewConstant(d.RW, c.Dense(ir.Vector(append([]int64{rows}, part.Dims...), part.Elem), raw)).Result()
	row := d.Linearize(d.Digits(digits.radix), digits.sizes, true)
	return vector.NewExtractAt(d.RW, table, row).Result()
}
