package tensors

import (
	"slices"

	"optc/dialect/linalg"
	"optc/dialect/tensor"
	"optc/ir"
	"optc/ir/affine"
)

// maxWindow is the largest number of points of a window for which the operation is unrolled.
const maxWindow = 64

// windows are the loops of a convolution or pool that run over a window of an input.
type windows struct {
	*structured
	loops []int // loops of the window
	kept  []int // the other loops
}

// vectorizeWindows vectorizes a convolution or pool directly: for each point of its window, an operation
// without a window on slices of the inputs, one after the other.
//
//	conv_1d: out[i] += in[i + w] * k[w]   →   out[i] += in[i + 0] * k[0], out[i] += in[i + 1] * k[1], …
//
// Sums of floats keep their order: the window must come before the other loops that reduce.
func (z *structured) vectorizeWindows() bool {
	w := &windows{structured: z}
	if !w.find() {
		return false
	}
	var chain []*ir.Operation
	outputs := linalg.OutputsOf(z.op)
	at := make([]int64, len(w.loops))
	for {
		g := w.point(at, outputs)
		if chain = append(chain, g); len(chain) == 1 && !isVectorizable(g, z) {
			w.drop(g)
			return false
		}
		outputs = g.ResultList()
		if !w.next(at) {
			break
		}
	}
	z.rw.Replace(z.op, outputs...)
	for _, g := range chain {
		z.rw.Before(g)
		vectorizeStructured(g, nil, z.rw, z.options)
	}
	return true
}

// drop erases an operation and the slices that it reads.
func (w *windows) drop(g *ir.Operation) {
	operands := g.OperandList()
	w.rw.Erase(g)
	for _, v := range operands {
		if v.Unused() && ir.DefiningOp[tensor.ExtractSliceOp](v).Ok() {
			w.rw.Erase(v.DefiningOp())
		}
	}
}

// isVectorizable reports whether an operation without a window has a vector form.
func isVectorizable(op *ir.Operation, like *structured) bool {
	z := newStructured(op, like.rw, like.options)
	return z.setSizes(nil) && z.check()
}

// find determines the loops of the window, and reports whether there is a window that can be unrolled.
func (w *windows) find() bool {
	iterators, inside := linalg.IteratorsOf(w.op), make([]bool, len(w.sizes))
	for _, m := range w.maps {
		for _, e := range m.Results {
			if _, isDim := e.IsDim(); isDim {
				continue
			}
			for d, it := range iterators {
				inside[d] = inside[d] || it == linalg.Reduction && e.IsFunctionOfDim(d)
			}
		}
	}
	points := int64(1)
	for d, in := range inside {
		if !in {
			w.kept = append(w.kept, d)
			continue
		}
		w.loops = append(w.loops, d)
		if points *= w.sizes[d]; points > maxWindow {
			return false
		}
	}
	if len(w.loops) == 0 || w.partial(w.all()) || !w.keepsOrder(iterators) {
		return false
	}
	for o := range w.op.Body().Ops() {
		if ir.Is[linalg.IndexOp](o) {
			return false
		}
	}
	for i, v := range w.op.Operands() {
		if !linalg.IsScalar(v.Type()) && !w.isSliced(w.maps[i]) {
			return false
		}
	}
	return true
}

// keepsOrder reports whether elements are combined in the same order if the window is outside of the
// other loops that reduce. Integers have no order.
func (w *windows) keepsOrder(iterators []linalg.Iterator) bool {
	last := w.loops[len(w.loops)-1]
	for _, d := range w.kept {
		if iterators[d] == linalg.Reduction && d < last {
			return !slices.ContainsFunc(linalg.OutputsOf(w.op), func(v *ir.Value) bool { return ir.AnyFloat.Check(ir.ElementOrSelf(v.Type())) })
		}
	}
	return true
}

// isSliced reports whether, at a fixed point of the window, each index is a constant plus a multiple of one loop.
func (w *windows) isSliced(m affine.Map) bool {
	for _, e := range m.Results {
		factors, constant, ok := e.Linear(m.NumDims, 0)
		if !ok || constant < 0 || slices.ContainsFunc(factors, func(f int64) bool { return f < 0 }) {
			return false
		}
		moving := 0
		for _, d := range w.kept {
			if factors[d] > 0 {
				moving++
			}
		}
		if moving > 1 {
			return false
		}
	}
	return true
}

// next moves to the next point of the window, in the order of the loops, and reports whether there is a next point.
func (w *windows) next(at []int64) bool {
	for i, d := range slices.Backward(w.loops) {
		if at[i]++; at[i] < w.sizes[d] {
			return true
		}
		at[i] = 0
	}
	return false
}

// point builds the operation for a point of the window.
func (w *windows) point(at []int64, outputs []*ir.Value) *ir.Operation {
	inputs := slices.Clone(linalg.InputsOf(w.op))
	maps := make([]affine.Map, len(w.maps))
	for i, m := range w.maps {
		if i >= len(inputs) || linalg.IsScalar(inputs[i].Type()) {
			maps[i] = w.without(m)
			continue
		}
		inputs[i], maps[i] = w.slice(inputs[i], m, at)
	}
	iterators := make([]linalg.Iterator, len(w.kept))
	for i, d := range w.kept {
		iterators[i] = linalg.IteratorsOf(w.op)[d]
	}
	g := linalg.NewGeneric(w.rw, inputs, outputs, maps, iterators).Operation()
	whole := w.rw.Clone(w.op, nil)
	w.rw.Modify(g, func() { g.Region(0).TakeBody(whole.Region(0)) })
	w.rw.Erase(whole)
	return g
}

// without returns a map without the loops of the window.
func (w *windows) without(m affine.Map) affine.Map {
	results := make([]affine.Expr, len(m.Results))
	for r, e := range m.Results {
		d, _ := e.IsDim()
		results[r] = affine.Dim(slices.Index(w.kept, d))
	}
	return affine.NewMap(len(w.kept), 0, results...)
}

// slice returns the elements of an input for a point of the window, and their map.
func (w *windows) slice(v *ir.Value, m affine.Map, at []int64) (*ir.Value, affine.Map) {
	var s ir.MixedSlice
	var shape []int64
	var results []affine.Expr
	for _, e := range m.Results {
		factors, offset, _ := e.Linear(m.NumDims, 0)
		for i, d := range w.loops {
			offset += factors[d] * at[i]
		}
		size, stride := int64(1), int64(1)
		for i, d := range w.kept {
			if factors[d] > 0 {
				size, stride = w.sizes[d], factors[d]
				shape, results = append(shape, size), append(results, affine.Dim(i))
			}
		}
		s.Offsets, s.Sizes, s.Strides = append(s.Offsets, number(offset)), append(s.Sizes, number(size)), append(s.Strides, number(stride))
	}
	t := v.Type().(*ir.TensorType)
	moved := affine.NewMap(len(w.kept), 0, results...)
	if slices.Equal(shape, t.Dims) && !slices.ContainsFunc(s.Strides, func(n ir.Mixed) bool { return n.Const != 1 }) {
		return v, moved
	}
	return tensor.NewExtractSlice(w.rw, ir.Tensor(shape, t.Elem, nil), v, s.Offsets, s.Sizes, s.Strides).Result(), moved
}
