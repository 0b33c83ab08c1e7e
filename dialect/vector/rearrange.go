package vector

import (
	"slices"

	"optc/ir"
)

// rearranges implements ir.Rearranging.
func rearranges(of func(op *ir.Operation) ir.Rearrangement) ir.Implementation {
	return ir.Rearranging.By(of)
}

// dimsOf returns the extents of a vector, none of a scalar.
func dimsOf(v *ir.Value) []int64 {
	if t, ok := v.Type().(*ir.VectorType); ok {
		return t.Dims
	}
	return nil
}

// broadcastFrom: the trailing dimensions of the result are the dimensions of the source, where an extent of 1 may be stretched.
var broadcastFrom = rearranges(func(op *ir.Operation) ir.Rearrangement {
	from := ir.Cast[BroadcastOp](op).Source()
	dims := dimsOf(from)
	return ir.Rearrangement{Source: from, Whole: true, From: func(at, source []int64) {
		inner := at[len(at)-len(source):]
		for i, n := range dims {
			source[i] = min(inner[i], n-1)
		}
	}}
})

// shapeCastFrom: elements keep their order.
var shapeCastFrom = rearranges(func(op *ir.Operation) ir.Rearrangement {
	cast := ir.Cast[ShapeCastOp](op)
	from, to := dimsOf(cast.Source()), dimsOf(cast.Result())
	return ir.Rearrangement{Source: cast.Source(), Whole: true, From: func(at, source []int64) {
		place := int64(0)
		for d, i := range at {
			place = place*to[d] + i
		}
		for d := len(from) - 1; d >= 0; d-- {
			source[d], place = place%from[d], place/from[d]
		}
	}}
})

// transposeFrom: dimension i of the result is dimension permutation[i] of the source.
var transposeFrom = rearranges(func(op *ir.Operation) ir.Rearrangement {
	transpose := ir.Cast[TransposeOp](op)
	permutation := transpose.Permutation()
	return ir.Rearrangement{Source: transpose.Vector(), Whole: true, From: func(at, source []int64) {
		for i, p := range permutation {
			source[p] = at[i]
		}
	}}
})

// sliceFrom: the leading dimensions begin at offsets.
var sliceFrom = rearranges(func(op *ir.Operation) ir.Rearrangement {
	slice := ir.Cast[ExtractStridedSliceOp](op)
	offsets := slice.Offsets()
	return ir.Rearrangement{Source: slice.Source(), From: func(at, source []int64) {
		copy(source, at)
		for i, o := range offsets {
			source[i] += o
		}
	}}
})

// extractFrom: the leading dimensions are at a position.
var extractFrom = rearranges(func(op *ir.Operation) ir.Rearrangement {
	extract := ir.Cast[ExtractOp](op)
	r := ir.Rearrangement{Source: extract.Source()}
	if position := extract.StaticPosition(); len(extract.DynamicPosition()) == 0 {
		r.From = func(at, source []int64) { copy(source[copy(source, position):], at) }
	}
	return r
})

// Boxed is satisfied by the types of operations that take a box out of a vector or put one into it: vector.extract,
// vector.insert, vector.extract_strided_slice, vector.insert_strided_slice.
type Boxed interface {
	ir.TypedOp
	// Box returns the offset and the size of the box along each dimension of the larger vector. Dimensions at computed positions
	// have the offset [ir.Dynamic].
	Box() (offsets, sizes []int64)
}

// box returns a box that has the extents of a vector, except for extent 1 at the given positions of the leading dimensions.
func box(whole *ir.Value, position []int64) (offsets, sizes []int64) {
	sizes = slices.Clone(dimsOf(whole))
	offsets = make([]int64, len(sizes))
	copy(offsets, position)
	for d := range position {
		sizes[d] = 1
	}
	return offsets, sizes
}

// Box implements Boxed.
func (op ExtractOp) Box() (offsets, sizes []int64) { return box(op.Source(), op.StaticPosition()) }

// Box implements Boxed.
func (op InsertOp) Box() (offsets, sizes []int64) { return box(op.Dest(), op.StaticPosition()) }

// Box implements Boxed.
func (op ExtractStridedSliceOp) Box() (offsets, sizes []int64) {
	offsets, sizes = box(op.Source(), nil)
	copy(offsets, op.Offsets())
	copy(sizes, op.Sizes())
	return offsets, sizes
}

// Box implements Boxed.
func (op InsertStridedSliceOp) Box() (offsets, sizes []int64) {
	offsets, sizes = box(op.Dest(), nil)
	copy(offsets, op.Offsets())
	part := dimsOf(op.ValueToStore())
	copy(sizes[len(sizes)-len(part):], part)
	return offsets, sizes
}

// MovesSlice reports whether an operation extracts or inserts, at a known position, a part that is a vector rather
// than an element. An extraction may be at a computed place.
func MovesSlice(op *ir.Operation) bool {
	const poison = -1
	at, ok := op.Typed().(positioned)
	if !ok {
		_, isBoxed := op.Typed().(Boxed)
		return isBoxed
	}
	part := op.Result(0)
	if put, ok := at.(Putting); ok {
		if part = put.ValueToStore(); len(at.DynamicPosition()) > 0 {
			return false
		}
	}
	_, isVector := part.Type().(*ir.VectorType)
	return isVector && !slices.Contains(at.StaticPosition(), poison)
}

// ElementsOf returns the scalars of which a vector is made, in row-major order, or the scalar itself; nil if they are not
// known.
func ElementsOf(v *ir.Value) []*ir.Value {
	if _, isVector := v.Type().(*ir.VectorType); !isVector {
		return []*ir.Value{v}
	}
	if cast := ir.DefiningOp[ShapeCastOp](v); cast.Ok() {
		return ElementsOf(cast.Source())
	}
	if insert := ir.DefiningOp[InsertOp](v); insert.Ok() {
		return insertedElements(insert)
	}
	if repeat := ir.DefiningOp[BroadcastOp](v); repeat.Ok() {
		n, _ := ir.NumElements(dimsOf(v))
		if _, isVector := repeat.Source().Type().(*ir.VectorType); !isVector && n == 1 {
			return []*ir.Value{repeat.Source()}
		}
	}
	return nil
}

// insertedElements returns the elements of a flat vector that a chain of inserts fills; nil if some elements are not inserted.
func insertedElements(last InsertOp) []*ir.Value {
	t := last.Result().Type().(*ir.VectorType)
	if len(t.Dims) != 1 {
		return nil
	}
	elements := make([]*ir.Value, t.Dims[0])
	for op := last; op.Ok(); op = ir.DefiningOp[InsertOp](op.Dest()) {
		at := op.StaticPosition()
		if len(at) != 1 || at[0] == ir.Dynamic {
			return nil
		}
		if elements[at[0]] == nil {
			elements[at[0]] = op.ValueToStore()
		}
	}
	if slices.Contains(elements, nil) {
		return nil
	}
	return elements
}
