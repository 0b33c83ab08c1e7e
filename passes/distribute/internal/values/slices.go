package values

import (
	"slices"

	"optc/dialect/arith"
	"optc/dialect/vector"
	"optc/ir"
	"optc/layout/flow"
	"optc/layout/threads"
	"optc/passes/distribute/internal/core"
	"optc/passes/distribute/internal/threadcode"
	"optc/passes/layouts"
)

// inPart returns the place of a slice in the parts of threads, in order: threads hold the same elements of
// every block.
//
//	offsets = [32], sizes = [32] of vector<64xf32>, batch 2, thread 32  →  offsets = [1], sizes = [1] of vector<2xf32>
func inPart(s layouts.Slice, whole, part []int64) (in layouts.Slice) {
	for d, n := range whole {
		in.Offsets = append(in.Offsets, s.Offsets[d]*part[d]/n)
		in.Sizes = append(in.Sizes, s.Sizes[d]*part[d]/n)
	}
	return in
}

// slicesAgree reports whether the layout of a part follows from the layout of the vector that it is a slice
// of; if not, it leaves the current operation.
func slicesAgree(d threads.Distributor, s layouts.Slice, whole, part *ir.Value) bool {
	l := s.Layout(d.Layout(whole), threadcode.VectorShape(whole), len(threadcode.VectorShape(part)))
	if l == nil {
		return d.Leave("is not distributed: elements of the slice may be in another thread")
	}
	return d.Agree([]flow.Layout{d.Layout(part)}, []flow.Layout{l})
}

// Slice takes the slice from the parts of threads.
func Slice(d core.Distributor, op *ir.Operation) {
	take := op.Typed().(vector.Taking)
	source, result := take.Source(), take.Result()
	s := layouts.SliceOf(op)
	if !slicesAgree(d, s, source, result) {
		return
	}
	v := d.InOrder(source)
	in := inPart(s, threadcode.VectorShape(source), threadcode.VectorShape(v))
	d.Replace(d.AsPart(vector.NewExtractStridedSlice(d.Rewriter(), v, in.Offsets, in.Sizes).Result(), result))
}

// Extraction extracts a row from the parts of threads, or an element.
func Extraction(d core.Distributor, op *ir.Operation) {
	switch {
	case !vector.MovesSlice(op):
		distributeElement(d, op)
	case len(ir.Cast[vector.ExtractOp](op).DynamicPosition()) > 0:
		distributeComputedRow(d, op)
	default:
		Slice(d, op)
	}
}

// distributeComputedRow extracts a row at a computed position from the parts of threads, if these hold all rows.
func distributeComputedRow(d core.Distributor, op *ir.Operation) {
	extract := ir.Cast[vector.ExtractOp](op)
	source, result := extract.Source(), extract.Result()
	if s := layouts.SliceOf(op); s.Layout(d.Layout(source), threadcode.VectorShape(source), len(threadcode.VectorShape(result))) == nil {
		distributeHeldRow(d, op)
		return
	}
	if !slicesAgree(d, layouts.SliceOf(op), source, result) {
		return
	}
	var position []*ir.Value
	for _, at := range extract.MixedPosition() {
		position = append(position, d.Common().ValueOf(at))
	}
	d.Replace(d.AsPart(vector.NewExtractAt(d.Rewriter(), d.InOrder(source), position...).Result(), result))
}

// InsertedSlice puts a slice into the parts of threads.
func InsertedSlice(d core.Distributor, op *ir.Operation) {
	put := op.Typed().(vector.Putting)
	part, dest, result := put.ValueToStore(), put.Dest(), put.Result()
	s := layouts.SliceOf(op)
	if !slicesAgree(d, s, result, part) || !d.Agree([]flow.Layout{d.Layout(dest)}, []flow.Layout{d.Layout(result)}) {
		return
	}
	v := d.InOrder(dest)
	in := inPart(s, threadcode.VectorShape(dest), threadcode.VectorShape(v))
	r := vector.NewInsertStridedSlice(d.Rewriter(), d.InOrder(part), v, in.Offsets)
	d.Replace(d.AsPart(r.Result(), result))
}

// Insertion inserts a row into the parts of threads, and an element, or a row at a computed position,
// only in the threads that hold that position.
//
//	vector.insert %f, %v [%i] : f32 into vector<64xf32>
//	→ %c = arith.cmpi eq, %coordinates, %i
//	  arith.select %c, broadcast of %f, %part
func Insertion(d core.Distributor, op *ir.Operation) {
	if vector.MovesSlice(op) {
		InsertedSlice(d, op)
		return
	}
	insert, rw := ir.Cast[vector.InsertOp](op), d.Rewriter()
	part, dest, result := insert.ValueToStore(), insert.Dest(), insert.Result()
	if slices.Contains(insert.StaticPosition(), poisonPosition) {
		d.Leave("is not distributed: the position is poison")
		return
	}
	l := d.Layout(result)
	have, want := []flow.Layout{d.Layout(dest)}, []flow.Layout{l}
	row := []flow.Layout{nil}
	if t, isVector := part.Type().(*ir.VectorType); isVector {
		row[0] = l.Project(layouts.SliceOf(op).Leading(len(t.Dims)))
		have, want = append(have, d.Layout(part)), append(want, row[0])
	}
	if !d.Agree(have, want) {
		return
	}
	here, ok := distributedPlace(d, result, insert.MixedPosition())
	if !ok {
		return
	}
	value := vector.NewBroadcast(rw, result.Type(), part)
	d.Enqueue(value.Operation(), row, []flow.Layout{l})
	if here == nil { // a vector of rank 0
		rw.Replace(op, value.Vector())
		return
	}
	is := d.Whole(ir.Vector(threadcode.VectorShape(result), rw.Context().I1()), here, l)
	chosen := arith.NewSelect(rw, is, value.Vector(), dest)
	d.Enqueue(chosen.Operation(), []flow.Layout{l, l, l}, []flow.Layout{l})
	rw.Replace(op, chosen.Result())
}

// distributedPlace builds, for each element of the part of v, whether its leading coordinates are a position; nil if the
// position has no coordinates.
func distributedPlace(d core.Distributor, v *ir.Value, position []ir.Mixed) (here *ir.Value, ok bool) {
	rw := d.Rewriter()
	places := ir.Vector(d.PartType(v).(*ir.VectorType).Dims, rw.Context().Index())
	for dim, at := range position {
		coordinates, ok := d.Coordinates(v, dim)
		if !ok {
			return nil, false
		}
		wanted := d.Common().ValueOf(at)
		is := arith.NewCmpI(rw, arith.EQ, vector.NewBroadcast(rw, places, coordinates).Vector(), vector.NewBroadcast(rw, places, wanted).Vector()).Result()
		if here != nil {
			is = arith.NewAndI(rw, here, is).Result()
		}
		here = is
	}
	return here, true
}

// Shuffle permutes rows that threads hold whole.
func Shuffle(d core.Distributor, op *ir.Operation) {
	shuffle := ir.Cast[vector.ShuffleOp](op)
	result := shuffle.Vector()
	for _, v := range []*ir.Value{shuffle.V1(), shuffle.V2(), result} {
		if shape := threadcode.VectorShape(v); len(shape) == 0 || threadcode.VectorShape(d.InOrder(v))[0] != shape[0] {
			d.Leave("is not distributed: rows may be in another thread")
			return
		}
	}
	d.Replace(d.AsPart(vector.NewShuffle(d.Rewriter(), d.InOrder(shuffle.V1()), d.InOrder(shuffle.V2()), shuffle.Mask()).Vector(), result))
}

// ToElements returns the elements of a vector that every thread holds as a whole.
func ToElements(d core.Distributor, op *ir.Operation) {
	v := ir.Cast[vector.ToElementsOp](op).Source()
	if d.Layout(v).HeldElements() != int64(op.NumResults()) {
		d.Leave("is not distributed: threads do not hold the whole vector")
		return
	}
	d.Replace(vector.NewToElements(d.Rewriter(), d.InOrder(v)).Elements()...)
}

// FromElements makes a vector that every thread holds whole.
func FromElements(d core.Distributor, op *ir.Operation) {
	from := ir.Cast[vector.FromElementsOp](op)
	v := from.Dest()
	if d.Layout(v).HeldElements() != int64(len(from.Elements())) {
		d.Leave("is not distributed: threads do not hold the whole vector")
		return
	}
	d.Replace(d.AsPart(vector.NewFromElements(d.Rewriter(), v.Type(), from.Elements()).Dest(), v))
}
