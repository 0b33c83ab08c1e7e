package distribute

import (
	"slices"

	"optc/dialect/arith"
	"optc/dialect/vector"
	"optc/ir"
	"optc/layout/flow"
	"optc/layout/threads"
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
	l := s.Layout(d.Layout(whole), vectorShape(whole), len(vectorShape(part)))
	if l == nil {
		return d.Leave("is not distributed: elements of the slice may be in another thread")
	}
	return d.Agree([]flow.Layout{d.Layout(part)}, []flow.Layout{l})
}

// distributeSlice takes the slice from the parts of threads.
func distributeSlice(d runDistributor, op *ir.Operation) {
	take := op.Typed().(vector.Taking)
	source, result := take.Source(), take.Result()
	s := layouts.SliceOf(op)
	if !slicesAgree(d, s, source, result) {
		return
	}
	v := d.inOrder(source)
	in := inPart(s, vectorShape(source), vectorShape(v))
	d.Replace(d.asPart(vector.NewExtractStridedSlice(d.Rewriter(), v, in.Offsets, in.Sizes).Result(), result))
}

// distributeExtraction extracts a row from the parts of threads, or an element.
func distributeExtraction(d runDistributor, op *ir.Operation) {
	switch {
	case !layouts.IsSlice(op):
		distributeElement(d, op)
	case len(ir.Cast[vector.ExtractOp](op).DynamicPosition()) > 0:
		distributeComputedRow(d, op)
	default:
		distributeSlice(d, op)
	}
}

// distributeComputedRow extracts a row at a computed position from the parts of threads, if these hold all rows.
func distributeComputedRow(d runDistributor, op *ir.Operation) {
	extract := ir.Cast[vector.ExtractOp](op)
	source, result := extract.Source(), extract.Result()
	if s := layouts.SliceOf(op); s.Layout(d.Layout(source), vectorShape(source), len(vectorShape(result))) == nil {
		distributeHeldRow(d, op)
		return
	}
	if !slicesAgree(d, layouts.SliceOf(op), source, result) {
		return
	}
	var position []*ir.Value
	for _, at := range extract.MixedPosition() {
		position = append(position, d.common().valueOf(at))
	}
	d.Replace(d.asPart(vector.NewExtractAt(d.Rewriter(), d.inOrder(source), position...).Result(), result))
}

// distributeInsertedSlice puts a slice into the parts of threads.
func distributeInsertedSlice(d runDistributor, op *ir.Operation) {
	put := op.Typed().(vector.Putting)
	part, dest, result := put.ValueToStore(), put.Dest(), put.Result()
	s := layouts.SliceOf(op)
	if !slicesAgree(d, s, result, part) || !d.Agree([]flow.Layout{d.Layout(dest)}, []flow.Layout{d.Layout(result)}) {
		return
	}
	v := d.inOrder(dest)
	in := inPart(s, vectorShape(dest), vectorShape(v))
	r := vector.NewInsertStridedSlice(d.Rewriter(), d.inOrder(part), v, in.Offsets)
	d.Replace(d.asPart(r.Result(), result))
}

// distributeInsertion inserts a row into the parts of threads, and an element, or a row at a computed position, in
// the threads that hold its place.
//
//	vector.insert %f, %v [%i] : f32 into vector<64xf32>
//	→ %c = arith.cmpi eq, %coordinates, %i
//	  arith.select %c, broadcast of %f, %part
func distributeInsertion(d runDistributor, op *ir.Operation) {
	if layouts.IsSlice(op) {
		distributeInsertedSlice(d, op)
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
	is := d.Whole(ir.Vector(vectorShape(result), rw.Context().I1()), here, l)
	chosen := arith.NewSelect(rw, is, value.Vector(), dest)
	d.Enqueue(chosen.Operation(), []flow.Layout{l, l, l}, []flow.Layout{l})
	rw.Replace(op, chosen.Result())
}

// distributedPlace builds, for each element of the part of v, whether its leading coordinates are a position; nil if the
// position has no coordinates.
func distributedPlace(d runDistributor, v *ir.Value, position []ir.Mixed) (here *ir.Value, ok bool) {
	rw := d.Rewriter()
	places := ir.Vector(d.PartType(v).(*ir.VectorType).Dims, rw.Context().Index())
	for dim, at := range position {
		coordinates, ok := d.Coordinates(v, dim)
		if !ok {
			return nil, false
		}
		wanted := d.common().valueOf(at)
		is := arith.NewCmpI(rw, arith.EQ, vector.NewBroadcast(rw, places, coordinates).Vector(), vector.NewBroadcast(rw, places, wanted).Vector()).Result()
		if here != nil {
			is = arith.NewAndI(rw, here, is).Result()
		}
		here = is
	}
	return here, true
}

// distributeShuffle permutes rows that threads hold whole.
func distributeShuffle(d runDistributor, op *ir.Operation) {
	shuffle := ir.Cast[vector.ShuffleOp](op)
	result := shuffle.Vector()
	for _, v := range []*ir.Value{shuffle.V1(), shuffle.V2(), result} {
		if shape := vectorShape(v); len(shape) == 0 || vectorShape(d.inOrder(v))[0] != shape[0] {
			d.Leave("is not distributed: rows may be in another thread")
			return
		}
	}
	d.Replace(d.asPart(vector.NewShuffle(d.Rewriter(), d.inOrder(shuffle.V1()), d.inOrder(shuffle.V2()), shuffle.Mask()).Vector(), result))
}

// distributeToElements takes a vector apart that every thread holds whole.
func distributeToElements(d runDistributor, op *ir.Operation) {
	v := ir.Cast[vector.ToElementsOp](op).Source()
	if d.Layout(v).HeldElements() != int64(op.NumResults()) {
		d.Leave("is not distributed: threads do not hold the whole vector")
		return
	}
	d.Replace(vector.NewToElements(d.Rewriter(), d.inOrder(v)).Elements()...)
}

// distributeFromElements makes a vector that every thread holds whole.
func distributeFromElements(d runDistributor, op *ir.Operation) {
	from := ir.Cast[vector.FromElementsOp](op)
	v := from.Dest()
	if d.Layout(v).HeldElements() != int64(len(from.Elements())) {
		d.Leave("is not distributed: threads do not hold the whole vector")
		return
	}
	d.Replace(d.asPart(vector.NewFromElements(d.Rewriter(), v.Type(), from.Elements()).Dest(), v))
}

// distributeOuterProduct multiplies the parts of threads.
func distributeOuterProduct(d runDistributor, op *ir.Operation) {
	outer := ir.Cast[vector.OuterProductOp](op)
	lhs, rhs, acc, result := outer.Lhs(), outer.Rhs(), outer.Acc(), outer.Result()
	l := d.Layout(result)
	have, want := []flow.Layout{d.Layout(lhs)}, []flow.Layout{l}
	right := rhs
	if len(vectorShape(result)) == 2 {
		want[0] = l.Project([]bool{false, true})
		have, want = append(have, d.Layout(rhs)), append(want, l.Project([]bool{true, false}))
	}
	if acc != nil {
		have, want = append(have, d.Layout(acc)), append(want, l)
	}
	if !d.Agree(have, want) {
		return
	}
	if len(vectorShape(result)) == 2 {
		right = d.inOrder(rhs)
	}
	if acc != nil {
		acc = d.inOrder(acc)
	}
	st := stateLike(op)
	st.Operands = append([]*ir.Value{d.inOrder(lhs), right}, ir.Present(acc)...)
	shape := vectorShape(st.Operands[0])
	if len(vectorShape(result)) == 2 {
		shape = append(slices.Clone(shape), vectorShape(right)...)
	}
	st.ResultTypes = []ir.Type{ir.Vector(shape, result.Type().(*ir.VectorType).Elem)}
	product := ir.Cast[vector.OuterProductOp](d.Rewriter().Create(st))
	d.Replace(d.asPart(product.Result(), result))
}
