package core

import (
	"encoding/binary"
	"slices"

	"optc/dialect/arith"
	"optc/dialect/iree/ireemap"
	"optc/dialect/vector"
	"optc/ir"
	"optc/layout"
	"optc/passes/distribute/internal/moves"
)

// Packed distributes vectors with layouts of the dialect iree_map (IREE
// MapDistributionPatterns.cpp). Every digit of a coordinate is found in the thread or in
// the position in its part, so that there are no batches, outers and subgroups.
type Packed struct {
	Parts[*ireemap.PackLayout]
	Base     *Nested // builds code of threads, and distributes operations with nested layouts
	spreadOf map[*ireemap.PackLayout]*PackedSpread
}

// NewPacked returns the context of the same code for vectors with layouts of iree_map.
func NewPacked(base *Nested) *Packed {
	point, _ := ireemap.NewPackLayout(base.Pass.IR, nil)
	return &Packed{Parts: newParts(base.Pass, base.Builder, point), Base: base, spreadOf: map[*ireemap.PackLayout]*PackedSpread{}}
}

// PackedSignature holds the iree_map layouts of an operation's operands and results.
type PackedSignature = signatureOf[*ireemap.PackLayout]

// PlanWork finds layouts for values that have no layout of another kind.
func (d *Packed) PlanWork(root *ir.Operation) {
	d.Parts.PlanWork(root, func(v *ir.Value) bool { return d.Base.Layouts[v] != nil })
	d.Base.byMap = d.Layouts
	if d.Base.Layouts != nil {
		// Layouts of vectors of rank 0 are the same in both kinds, and the other
		// distributor handles these vectors, including copies made meanwhile.
		d.queue = slices.DeleteFunc(d.queue, func(op *ir.Operation) bool {
			sig := d.signatures[op]
			points := !slices.ContainsFunc(slices.Concat(sig.Operands, sig.Results), func(l *ireemap.PackLayout) bool { return l != nil && l != d.rank0 })
			if points {
				delete(d.signatures, op)
				if _, listed := d.Base.signatures[op]; !listed {
					d.InNested(op, sig)
				}
			}
			return points
		})
	}
}

// DistributeQueue distributes the queued operations.
func (d *Packed) DistributeQueue() {
	d.VisitQueue(func(op *ir.Operation) {
		d.Base.explainPlanned(op)
		if rule := moves.RuleOf(op); rule != nil {
			rule.Distribute(d, op)
		}
	})
}

// PackedSpread holds the radix by which a thread finds the digits of a layout in its id.
type PackedSpread struct {
	Radix layout.Radix
	first []int // number of the first digit of each dimension, among all digits of threads
}

// Spread returns the spread of a layout that Spreads has accepted.
func (d *Packed) Spread(l *ireemap.PackLayout) *PackedSpread { return d.spreadOf[l] }

// Spreads reports whether different dimensions of the layout have different digits of the thread
// id; if not, it leaves op.
func (d *Packed) Spreads(op *ir.Operation, l *ireemap.PackLayout) bool {
	if d.spreadOf[l] != nil {
		return true
	}
	s, overlap := newPackedSpread(l)
	if overlap != nil {
		return d.LeaveWhole(op, "is not distributed: strides of %s overlap", l.Stripped())
	}
	d.spreadOf[l] = s
	return true
}

// TellsParts reports whether the layouts of op distribute its vectors, so that each
// thread can compute which elements it holds; if not, it leaves op undistributed.
func (d *Packed) TellsParts(op *ir.Operation, sig PackedSignature) bool {
	for _, l := range slices.Concat(sig.Operands, sig.Results) {
		if l != nil && !d.Spreads(op, l) {
			return false
		}
	}
	return true
}

func newPackedSpread(l *ireemap.PackLayout) (s *PackedSpread, overlap error) {
	s = &PackedSpread{}
	var sizes, strides []int64
	for dim := range l.Rank() {
		s.first = append(s.first, len(sizes))
		for _, leaf := range l.Mode(dim) {
			if leaf.Stride > 0 {
				sizes, strides = append(sizes, leaf.Size), append(strides, leaf.Stride)
			}
		}
	}
	radix, err := layout.NewRadix(sizes, strides)
	if err != nil {
		return nil, err
	}
	s.Radix = radix
	return s, nil
}

// Begin returns the coordinate, in a dimension, of an element that a thread holds: own are the
// element's digits within the part, and at is its last digit.
//
//	affine.linearize_index [own or digit of the thread, …, at] by (sizes of the digits, …)
func (d *Packed) Begin(l *ireemap.PackLayout, s *PackedSpread, dim int, threads []*ir.Value, own []int64, at *ir.Value) *ir.Value {
	var digits []*ir.Value
	var basis []int64
	next := s.first[dim]
	for _, leaf := range l.Mode(dim) {
		basis = append(basis, leaf.Size)
		if leaf.Stride > 0 {
			digits = append(digits, threads[next])
			next++
			continue
		}
		value := int64(0)
		if len(own) > 0 {
			value, own = own[0], own[1:]
		}
		digits = append(digits, d.Index(value))
	}
	if at == nil {
		return d.Linearize(digits, basis, true)
	}
	return d.Linearize(append(digits, at), append(basis, 1), false)
}

// CoordinatesAlong builds the coordinates along a dimension of the elements that a thread
// holds, of extent 1 in the digits of other dimensions.
func (d *Packed) CoordinatesAlong(l *ireemap.PackLayout, s *PackedSpread, threads []*ir.Value, dim int) *ir.Value {
	var shape []int64
	for other := range l.Rank() {
		values := l.Mode(other).Values()
		if other != dim {
			values = slices.Repeat([]int64{1}, len(values))
		}
		shape = append(shape, values...)
	}
	var raw []byte
	held, _ := l.Project(allBut(l.Rank(), dim)).Held(0, 0) // there are no errors
	for _, at := range held {
		raw = binary.LittleEndian.AppendUint64(raw, uint64(at))
	}
	c := d.RW.Context()
	t := ir.Vector(shape, c.Index())
	distances := d.Constant(c.Dense(t, raw))
	first := d.Begin(l, s, dim, threads, nil, nil)
	return arith.NewAddI(d.RW, distances, vector.NewBroadcast(d.RW, t, first).Vector()).Result()
}

// Coordinates implements threads.Distributor.
func (d *Packed) Coordinates(v *ir.Value, dim int) (at *ir.Value, ok bool) {
	l := d.OwnLayout(v)
	if !d.Spreads(d.current, l) {
		return nil, false
	}
	s := d.Spread(l)
	return d.CoordinatesAlong(l, s, d.Digits(s.Radix), dim), true
}

// Thread implements threads.Distributor.
func (d *Packed) Thread() *ir.Value { return d.ThreadID }

// FirstHolder implements threads.Distributor.
func (d *Packed) FirstHolder(v *ir.Value) (first *ir.Value, ok bool) {
	l := d.OwnLayout(v)
	if !d.Spreads(d.current, l) {
		return nil, false
	}
	return d.FirstOf(d.Spread(l).Radix, 1), true
}
