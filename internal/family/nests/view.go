package nests

import (
	"slices"

	"optc/ir"
)

// View is a tensor as a machine with buffers sees it: a number everywhere, or elements of a buffer at
// strides. Slices, transpositions and repetitions are views of the same buffer, and move nothing.
// B is a buffer of the machine, whose elements have no gaps.
type View[B any] struct {
	Shape   []int64
	Elem    ir.Type
	Splat   ir.Attribute // or nil
	Buffer  B
	First   int64   // the element of the buffer that is the first element of the tensor
	Strides []int64 // in elements
	Made    bool    // the buffer holds a result of the program, and nothing else
}

// NewView returns a tensor that is a whole buffer.
func NewView[B any](shape []int64, elem ir.Type, buffer B) *View[B] {
	return &View[B]{Shape: shape, Elem: elem, Buffer: buffer, Strides: ir.RowMajorStrides(shape)}
}

// Len returns the number of elements.
func (v *View[B]) Len() int64 {
	n, _ := ir.NumElements(v.Shape)
	return n
}

// IsGapless reports whether the elements of a tensor follow each other.
func (v *View[B]) IsGapless() bool {
	for d, s := range ir.RowMajorStrides(v.Shape) {
		if v.Shape[d] > 1 && v.Strides[d] != s {
			return false
		}
	}
	return true
}

// Permuted returns a tensor with its dimensions in another order.
func (v *View[B]) Permuted(order []int64) *View[B] {
	p := *v
	p.Shape, p.Strides, p.Made = nil, nil, false
	for _, d := range order {
		p.Shape, p.Strides = append(p.Shape, v.Shape[d]), append(p.Strides, v.Strides[d])
	}
	return &p
}

// Repeated returns a tensor with additional dimensions, along which its elements repeat.
func (v *View[B]) Repeated(shape, dims []int64) *View[B] {
	p := *v
	p.Shape, p.Strides, p.Made = shape, nil, false
	from := 0
	for d := range shape {
		if slices.Contains(dims, int64(d)) {
			p.Strides = append(p.Strides, 0)
			continue
		}
		p.Strides = append(p.Strides, v.Strides[from])
		from++
	}
	return &p
}

// Part returns a part of a tensor.
func (v *View[B]) Part(offsets, sizes, steps []int64) *View[B] {
	p := *v
	p.Shape, p.Strides, p.Made = sizes, nil, false
	for d, s := range v.Strides {
		p.First += offsets[d] * s
		p.Strides = append(p.Strides, s*steps[d])
	}
	return &p
}

// Reshaped returns a tensor without gaps in another shape.
func (v *View[B]) Reshaped(shape []int64) *View[B] {
	p := *v
	p.Shape, p.Strides, p.Made = shape, ir.RowMajorStrides(shape), false
	return &p
}

// StepsOf returns the distance of the elements of an operand in consecutive iterations of each loop, and
// the element at the start of the loops.
func (v *View[B]) StepsOf(o *Operand, loops int) (steps []int64, first int64) {
	steps = make([]int64, loops)
	first = v.First
	for r, factors := range o.Factors {
		for l, k := range factors {
			steps[l] += k * v.Strides[r]
		}
		first += o.Constants[r] * v.Strides[r]
	}
	return steps, first
}

// Buffers is a machine whose tensors are in buffers, which it can copy.
type Buffers[B any] interface {
	// Made returns a tensor in a new buffer.
	Made(shape []int64, elem ir.Type) *View[B]
	// Copy copies the elements of a tensor to another one of the same shape.
	Copy(to, from *View[B])
}

// Gapless returns a tensor whose elements follow each other, in its buffer or in a new one.
func Gapless[B any](m Buffers[B], v *View[B]) *View[B] {
	if v.Splat != nil || v.IsGapless() {
		return v
	}
	copied := m.Made(v.Shape, v.Elem)
	m.Copy(copied, v)
	return copied
}

// MoveViews returns the result of a move: a number everywhere, a view of a source, or a new buffer with copies.
func MoveViews[B any](m Buffers[B], move *Move, sources []*View[B]) *View[B] {
	switch v := (*View[B])(nil); {
	case move.Kind == Splat:
		return &View[B]{Shape: move.Shape, Elem: move.Elem, Splat: move.Value, Strides: ir.RowMajorStrides(move.Shape)}
	case !slices.ContainsFunc(sources, func(s *View[B]) bool { return s.Splat == nil || s.Splat != sources[0].Splat }):
		return &View[B]{Shape: move.Shape, Elem: move.Elem, Splat: sources[0].Splat, Strides: ir.RowMajorStrides(move.Shape)}
	case move.Kind == Permute:
		return sources[0].Permuted(move.Dims)
	case move.Kind == Broadcast:
		return sources[0].Repeated(move.Shape, move.Dims)
	case move.Kind == Slice:
		return sources[0].Part(move.Offsets, move.Sizes, move.Steps)
	case move.Kind == Reshape:
		if v = sources[0]; slices.Equal(v.Shape, move.Shape) {
			return v
		}
		return Gapless(m, v).Reshaped(move.Shape)
	case move.Kind == Insert:
		v = m.Made(move.Shape, move.Elem)
		m.Copy(v, sources[0])
		m.Copy(v.Part(move.Offsets, move.Sizes, move.Steps), Gapless(m, sources[1]).Reshaped(move.Sizes))
		return v
	default: // Concat
		v = m.Made(move.Shape, move.Elem)
		offsets := make([]int64, len(move.Shape))
		for _, s := range sources {
			m.Copy(v.Part(offsets, s.Shape, ones(len(offsets))), s)
			offsets[move.Dims[0]] += s.Shape[move.Dims[0]]
		}
		return v
	}
}

// Axis is a loop with the distances of the elements of some tensors in consecutive iterations.
type Axis struct {
	Extent int64
	Steps  []int64
}

// continues reports whether an iteration goes on where all iterations of the inner axis end.
func (a Axis) continues(inner Axis) bool {
	for i, step := range a.Steps {
		if step != inner.Steps[i]*inner.Extent {
			return false
		}
	}
	return true
}

// JoinAxes drops axes of one iteration, and joins neighbours that go through all tensors as one axis does.
func JoinAxes(list []Axis) (joined []Axis) {
	for _, a := range list {
		if a.Extent == 1 {
			continue
		}
		if last := len(joined) - 1; last >= 0 && joined[last].continues(a) {
			joined[last] = Axis{joined[last].Extent * a.Extent, a.Steps}
			continue
		}
		joined = append(joined, a)
	}
	return joined
}

// ElementsOf returns the elements of a constant as they are in memory, or the number that all of them are.
// Both are nil if the values are not in the file.
func ElementsOf(a ir.ElementsAttr) (raw []byte, splat ir.Attribute) {
	switch e := a.(type) {
	case *ir.DenseAttr:
		if e.Splat {
			return nil, e.ElementAttr(0)
		}
		return e.Raw, nil
	case *ir.ResourceAttr:
		if r := e.Type().Context().Resources.Get(e.Key); r != nil {
			return r.Data, nil
		}
	}
	return nil, nil
}
