package sums

import (
	"slices"

	"optc/dialect/vector"
	"optc/dialect/vectorext"
	"optc/ir"
	"optc/passes/distribute/internal/core"
	"optc/passes/distribute/internal/reductions"
)

// orderedScan is a vector.scan along a dimension that is split into its digits. All other
// dimensions are merged into the first and the last dimension of the shape.
//
//	vector<2x24x3xf32> along 24 = 2 subgroups x 3 batches x 2 threads x 2 elements: 2 x 2 x 3 x 2 x 2 x 3
type orderedScan struct {
	*core.Nested
	kind  vector.Kind
	elem  ir.Type
	shape []int64 // before, subgroups, batches and outers, threads, elements, after
}

// The digits of a scanned dimension in the shape.
const (
	scannedSubgroup = 1 + iota
	scannedBatch
	scannedThread
	scannedElement
)

// scanInOrder replaces a scan of a vector in a layout. It combines in the order of Scan: the
// elements that a thread holds of a batch, the preceding lanes, the preceding batches, the
// preceding subgroups, and last the initial value.
func scanInOrder(d *core.Nested, op *ir.Operation, l *vectorext.NestedLayout) {
	scan := ir.Cast[vector.ScanOp](op)
	source, init, inclusive := scan.Source(), scan.InitialValue(), scan.Inclusive()
	dim := int(scan.ReductionDim())
	if !d.Spreads(op, l) {
		return
	}
	elem, dims := ir.ElementOrSelf(source.Type()), source.Type().(*ir.VectorType).Dims
	before, _ := ir.NumElements(dims[:dim])
	after, _ := ir.NumElements(dims[dim+1:])
	s := &orderedScan{Nested: d, kind: vector.CombiningKind(op), elem: elem, shape: []int64{
		before, l.SubgroupTile[dim], l.BatchTile[dim] * l.OuterTile[dim], l.ThreadTile[dim], l.ElementTile[dim], after,
	}}
	if reductions.ScansLines(d, l, dim, elem) {
		s.shape = []int64{before, 1, 1, 1, dims[dim], after}
	}
	v := d.ShapeCast(source, s.shape)
	scanned := vector.NewScan(d.RW, s.kind, v, s.identity(slices.Delete(slices.Clone(s.shape), scannedElement, scannedElement+1)), scannedElement, inclusive)
	out, sum := scanned.Dest(), scanned.AccumulatedValue()
	if !inclusive {
		sum = s.kind.Combine(d.RW, sum, s.last(v, scannedElement))
	}
	var lanes *ir.Value
	if s.shape[scannedThread] > 1 {
		lanes, sum = s.prefix(sum, scannedThread)
	} else {
		sum = s.last(sum, scannedThread)
	}
	carry, total := s.prefix(sum, scannedBatch)
	carry = s.repeat(carry, scannedThread)
	if lanes != nil {
		carry = s.kind.Combine(d.RW, carry, lanes)
	}
	out = s.kind.Combine(d.RW, s.repeat(carry, scannedElement), out)
	rest := init.Type().(*ir.VectorType).Dims
	end := d.ShapeCast(s.last(out, scannedElement, scannedThread, scannedBatch, scannedSubgroup), rest)
	subgroups := s.shape[scannedSubgroup] > 1
	if subgroups {
		carry, total = s.prefix(total, scannedSubgroup)
		end = s.kind.Combine(d.RW, d.ShapeCast(s.last(carry, scannedSubgroup), rest), end)
		out = s.kind.Combine(d.RW, s.repeat(carry, scannedBatch, scannedThread, scannedElement), out)
	} else {
		total = s.last(total, scannedSubgroup)
	}
	total = d.ShapeCast(total, rest)
	if !inclusive {
		first := s.repeat(d.ShapeCast(init, []int64{before, after}), scannedSubgroup, scannedBatch, scannedThread, scannedElement)
		out = s.kind.Combine(d.RW, first, out)
		if total = s.kind.Combine(d.RW, init, end); !subgroups {
			total = d.ShapeCast(s.last(out, scannedElement, scannedThread, scannedBatch, scannedSubgroup), rest)
		}
	}
	d.RW.Replace(op, d.ShapeCast(out, dims), total)
}

func (s *orderedScan) identity(shape []int64) *ir.Value {
	return s.Constant(s.kind.Identity(ir.Vector(shape, s.elem)))
}

// prefix returns, along a digit, the combination of the elements before each position, and the
// combination of all, which does not have the digit.
func (s *orderedScan) prefix(v *ir.Value, digit int) (before, all *ir.Value) {
	shape := slices.Delete(slices.Clone(v.Type().(*ir.VectorType).Dims), digit, digit+1)
	before = vector.NewScan(s.RW, s.kind, v, s.identity(shape), int64(digit), false).Dest()
	return before, s.kind.Combine(s.RW, s.last(before, digit), s.last(v, digit))
}

// last takes the elements at the last position along some digits, later digits first, and
// removes these digits.
func (s *orderedScan) last(v *ir.Value, digits ...int) *ir.Value {
	for _, digit := range digits {
		sizes := slices.Clone(v.Type().(*ir.VectorType).Dims)
		offsets := make([]int64, len(sizes))
		offsets[digit], sizes[digit] = sizes[digit]-1, 1
		v = s.ShapeCast(vector.NewExtractStridedSlice(s.RW, v, offsets, sizes).Result(), slices.Delete(slices.Clone(sizes), digit, digit+1))
	}
	return v
}

// repeat adds digits, earlier ones first, and repeats v along them.
func (s *orderedScan) repeat(v *ir.Value, digits ...int) *ir.Value {
	for _, digit := range digits {
		shape := slices.Insert(slices.Clone(v.Type().(*ir.VectorType).Dims), digit, 1)
		v = s.ShapeCast(v, shape)
		shape[digit] = s.shape[digit]
		v = vector.NewBroadcast(s.RW, ir.Vector(shape, s.elem), v).Vector()
	}
	return v
}
