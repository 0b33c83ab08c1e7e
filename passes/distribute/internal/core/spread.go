package core

import (
	"encoding/binary"
	"iter"
	"slices"

	"optc/dialect/arith"
	"optc/dialect/iree/revision"
	"optc/dialect/vector"
	"optc/dialect/vectorext"
	"optc/ir"
	"optc/ir/affine"
	"optc/layout"
)

// NestedSpread is a layout with its unit map, and the radices by which a thread finds the digits of
// its subgroup and of its thread id.
type NestedSpread struct {
	*vectorext.NestedLayout
	units              *layout.Map  // element → (thread, position in the thread's part)
	Dims               []layout.Dim // the digits of every vector dimension
	subgroups, threads layout.Radix
}

// Spread returns the spread of a layout that Spreads has accepted.
func (d *Nested) Spread(l *vectorext.NestedLayout) *NestedSpread { return d.spreadOf[l] }

// Spreads reports whether different threads hold different parts of a vector in the layout; if not,
// it leaves op.
func (d *Nested) Spreads(op *ir.Operation, l *vectorext.NestedLayout) bool {
	if d.spreadOf[l] != nil {
		return true
	}
	s, err := newNestedSpread(l)
	if err != nil {
		d.LeaveWhole(op, "is not distributed: subgroup or thread tiles of %s tell no threads apart", l.Stripped())
		d.Reasons[op].Note(op.Loc(), "%v", err)
		return false
	}
	d.spreadOf[l] = s
	return true
}

// TellsParts reports whether the layouts of op distribute its vectors, so that each
// thread can compute which elements it holds; if not, it leaves op undistributed.
func (d *Nested) TellsParts(op *ir.Operation, sig NestedSignature) bool {
	for _, l := range slices.Concat(sig.Operands, sig.Results) {
		if l != nil && !d.Spreads(op, l) {
			return false
		}
	}
	return true
}

func newNestedSpread(l *vectorext.NestedLayout) (*NestedSpread, error) {
	units, err := l.UnitMap(0, 0)
	if err != nil {
		return nil, err
	}
	digits, _ := units.Digits()
	s := &NestedSpread{NestedLayout: l, units: units, Dims: digits.Dims}
	s.subgroups, _ = layout.NewRadix(l.SubgroupTile, l.SubgroupStrides)
	s.threads, _ = layout.NewRadix(l.ThreadTile, l.ThreadStrides)
	return s, nil
}

// ThreadDigits are the virtual subgroup and thread ids of a layout, per dimension.
type ThreadDigits struct{ Subgroup, Thread []*ir.Value }

// IDs splits the thread id along a layout:
//
//	%s:3 = affine.delinearize_index %tid into (S..., W)
//	%t:3 = affine.delinearize_index %tid into (T...)
func (d *Nested) IDs(s *NestedSpread) ThreadDigits {
	return ThreadDigits{d.Digits(s.subgroups, d.Subgroup), d.Digits(s.threads)}
}

// FirstCopy builds the condition under which a thread is the first of the threads that hold the
// same elements: every digit of the thread id that belongs to no dimension must be 0. ok is false,
// and op is left undistributed, if the digits of subgroups and threads overlap.
func (d *Nested) FirstCopy(op *ir.Operation, l *vectorext.NestedLayout) (cond *ir.Value, ok bool) {
	radix, overlap := l.ThreadRadix(d.Subgroup)
	if overlap == nil {
		return d.FirstOf(radix, 1), true
	}
	if first := d.firstInSubgroup(l); first != nil {
		return first, true
	}
	return nil, d.TellsThreads(op, l)
}

// firstInSubgroup is FirstCopy for thread tiles that do not divide the subgroup, such as 5 of 32
// lanes: the digits of a thread continue from one subgroup to the next, and the first span of lanes
// of each subgroup contains every value once. It is nil if the span does not fit into a subgroup.
func (d *Nested) firstInSubgroup(l *vectorext.NestedLayout) *ir.Value {
	s := d.Spread(l)
	span := s.threads.Span
	if d.Subgroup < 1 || span > d.Subgroup {
		return nil
	}
	lane := d.Delinearize(d.ThreadID, []int64{d.Subgroup}, false)[1]
	first := arith.NewCmpI(d.RW, arith.ULT, lane, d.Index(span)).Result()
	first = arith.NewAndI(d.RW, first, d.WithoutFiller(s.threads)).Result()
	return arith.NewAndI(d.RW, first, d.FirstOf(s.subgroups, d.Subgroup)).Result()
}

// TellsThreads reports whether subgroups and threads have different digits of the thread id; if
// not, it leaves op undistributed.
func (d *Nested) TellsThreads(op *ir.Operation, l *vectorext.NestedLayout) bool {
	if _, overlap := l.ThreadRadix(d.Subgroup); overlap != nil {
		return d.LeaveWhole(op, "is not distributed: subgroup and thread tiles of %s overlap", l.Stripped())
	}
	return true
}

// Thread implements threads.Distributor.
func (d *Nested) Thread() *ir.Value { return d.ThreadID }

// FirstHolder implements threads.Distributor.
func (d *Nested) FirstHolder(v *ir.Value) (first *ir.Value, ok bool) {
	return d.FirstCopy(d.current, d.OwnLayout(v))
}

// PositionsIn visits the positions of a shape in row-major order; the list is reused.
func PositionsIn(shape []int64) iter.Seq[[]int64] {
	return func(yield func([]int64) bool) {
		n, _ := ir.NumElements(shape)
		at := make([]int64, len(shape))
		for range n {
			if !yield(at) {
				return
			}
			for i := len(at) - 1; i >= 0; i-- {
				if at[i]++; at[i] < shape[i] {
					break
				}
				at[i] = 0
			}
		}
	}
}

// UnpackedPart deinterleaves the part of a thread:
//
//	B1xB2xO1xO2xE1xE2 → transpose [0, 2, 4, 1, 3, 5] → shape_cast (B1*O1*E1)x(B2*O2*E2)
func (d *Nested) UnpackedPart(part *ir.Value, l *vectorext.NestedLayout) *ir.Value {
	rank := l.Rank()
	var perm []int64
	for i := range rank {
		perm = append(perm, int64(i), int64(rank+i), int64(2*rank+i))
	}
	part = d.ShapeCast(part, l.DistributedShape())
	return d.ShapeCast(vector.NewTranspose(d.RW, part, perm).Result(), l.DistributedUnpackedShape())
}

// PackedPart is the inverse of unpacked.
func (d *Nested) PackedPart(v *ir.Value, l *vectorext.NestedLayout) *ir.Value {
	rank := l.Rank()
	var shape, perm []int64
	for i := range rank {
		shape = append(shape, l.BatchTile[i], l.OuterTile[i], l.ElementTile[i])
	}
	for group := range 3 {
		for i := range rank {
			perm = append(perm, int64(3*i+group))
		}
	}
	return vector.NewTranspose(d.RW, d.ShapeCast(v, shape), perm).Result()
}

// IteratorsOf returns the iterators that the results of a projected permutation are.
func IteratorsOf(m affine.Map) []int {
	dims := make([]int, len(m.Results))
	for i, e := range m.Results {
		dims[i], _ = e.IsDim()
	}
	return dims
}

// StepPart builds the part of a vector.step in a layout of one dimension.
func (d *Nested) StepPart(l *vectorext.NestedLayout) *ir.Value {
	s := d.Spread(l)
	ids, dim := d.IDs(s), s.Dims[0]
	n, _ := ir.NumElements(l.DistributedShape())
	e := l.ElementTile[0]
	elem := d.RW.Context().Index()
	var acc *ir.Value
	if revision.Of(d.RW.Context()) == revision.Today {
		t := ir.Vector([]int64{n / e, e}, elem)
		step := vector.NewBroadcast(d.RW, t, vector.NewStep(d.RW, ir.Vector([]int64{e}, elem)).Result()).Vector()
		tiles := d.stepStarts(s, ir.Vector([]int64{n / e}, elem), e)
		acc = arith.NewAddI(d.RW, vector.NewBroadcast(d.RW, t, d.ShapeCast(tiles, []int64{n / e, 1})).Vector(), step).Result()
	} else {
		acc = d.stepStarts(s, ir.Vector([]int64{n}, elem), 1)
	}
	for _, part := range []struct {
		weight int64
		id     *ir.Value
	}{{dim.Weight(layout.NestedSubgroup), ids.Subgroup[0]}, {dim.Weight(layout.NestedThread), ids.Thread[0]}} {
		scaled := arith.NewMulI(d.RW, d.Index(part.weight), part.id).Result()
		acc = arith.NewAddI(d.RW, acc, vector.NewBroadcast(d.RW, acc.Type(), scaled).Vector()).Result()
	}
	return d.ShapeCast(acc, l.DistributedShape())
}

// Coordinates implements threads.Distributor.
func (d *Nested) Coordinates(v *ir.Value, dim int) (at *ir.Value, ok bool) {
	l := d.OwnLayout(v)
	along := l.Project(allBut(l.Rank(), dim))
	if !d.Spreads(d.current, l) || !d.Spreads(d.current, along) {
		return nil, false
	}
	if l.Rank() == 1 {
		return d.StepPart(along), true
	}
	shape := slices.Repeat([]int64{1}, 3*l.Rank())
	for group, n := range along.DistributedShape() {
		shape[group*l.Rank()+dim] = n
	}
	return d.ShapeCast(d.StepPart(along), shape), true
}

// allBut returns a list of rank entries that are all true except entry dim, for Project.
func allBut(rank, dim int) []bool {
	drop := slices.Repeat([]bool{true}, rank)
	drop[dim] = false
	return drop
}

// stepStarts is a constant: the position in the whole vector, which has one dimension, of every
// stride-th element of thread 0.
func (d *Nested) stepStarts(s *NestedSpread, t *ir.VectorType, stride int64) *ir.Value {
	var raw []byte
	for at := range t.Dims[0] {
		raw = binary.LittleEndian.AppendUint64(raw, uint64(s.units.Invert(0, at*stride).Index))
	}
	return d.Constant(d.RW.Context().Dense(t, raw))
}

// PartSize returns the number of elements that a thread holds.
func PartSize(l vectorext.Distribution) int64 {
	n, _ := ir.NumElements(l.DistributedShape())
	return n
}

// MaxHeld bounds the elements that a thread accesses individually.
const MaxHeld = 1 << 10

// MaxHolders is the largest number of elements whose holders are compared individually.
const MaxHolders = 1 << 18

// OnMemRef reports whether v is a memref.
func OnMemRef(v *ir.Value) bool {
	_, ok := v.Type().(*ir.MemRefType)
	return ok
}
