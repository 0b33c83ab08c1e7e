package tensorkernel

import (
	"slices"

	"optc/dialect/arith"
	"optc/dialect/okk"
	"optc/internal/family/nests"
	"optc/ir"
)

// slide is a window along a dimension: the loop that moves it, and the loop inside of it.
type slide struct {
	moving, inside   int // loops, or -1
	dim              int // of the picture
	stride, dilation int64
}

// windowed is a convolution or a pool: a window that slides over pictures.
type windowed struct {
	nest     *nests.Nest
	slides   [2]slide // along H and W
	picture  int      // operand
	kernel   int      // operand, or -1 of a pool
	combiner *ir.Operation
	// Loops, or -1. Batch and channel are parallel and index the picture; input is the reduction
	// over its channels, output the loop that only the kernel has.
	batch, channel, input, output int
}

// windowOf reads a nest as a convolution or a pool, or returns nil if it is none.
func windowOf(n *nests.Nest, operands []*value) *windowed {
	w := &windowed{nest: n, picture: -1, kernel: -1, batch: -1, channel: -1, input: -1, output: -1, combiner: n.Combiner()}
	if w.combiner == nil {
		return nil
	}
	for i := range n.Inputs {
		switch o := &n.Operands[i]; {
		case !o.Read || o.IsScalar():
		case operands[i].Splat != nil:
			return nil
		case w.picture < 0:
			w.picture = i
		case w.kernel < 0:
			w.kernel = i
		default:
			return nil
		}
	}
	if w.picture < 0 || !w.hasBody() || !w.findLoops() {
		return nil
	}
	return w
}

// hasBody reports whether the region is a product that is added, or an element that is combined.
func (w *windowed) hasBody() bool {
	out := w.nest.Outputs()[0].Arg
	i := slices.IndexFunc(w.combiner.OperandList(), func(v *ir.Value) bool { return v != out })
	added := w.combiner.OperandList()[i]
	picture := w.nest.Operands[w.picture].Arg
	if w.kernel < 0 {
		_, known := windows[w.combiner.Kind()]
		return known && added == picture
	}
	times := ir.As[arith.MulFOp](added.DefiningOp())
	kernel := w.nest.Operands[w.kernel].Arg
	return ir.Is[arith.AddFOp](w.combiner) && times.Ok() && (times.Lhs() == picture && times.Rhs() == kernel || times.Lhs() == kernel && times.Rhs() == picture)
}

// findLoops finds the roles of the loops.
func (w *windowed) findLoops() bool {
	n := w.nest
	var slides []slide
	used := make([]bool, len(n.Loops))
	ok := true
	set := func(role *int, l int) {
		if *role >= 0 && n.Loops[l].Extent > 1 {
			ok = false
		}
		*role = l
	}
	inKernel := func(l int) bool { return w.kernel >= 0 && n.Operands[w.kernel].Uses(l) }
	picture := &n.Operands[w.picture]
	for r, factors := range picture.Factors {
		s := slide{moving: -1, inside: -1, dim: r, stride: 1, dilation: 1}
		for l, k := range factors {
			switch {
			case k == 0:
			case k < 0 || used[l]:
				return false
			case n.Loops[l].Reduction:
				s.inside, s.dilation = l, k
			default:
				s.moving, s.stride = l, k
			}
			used[l] = used[l] || k != 0
		}
		if picture.Constants[r] != 0 {
			return false
		}
		switch {
		case s.moving >= 0 && s.inside >= 0:
			slides = append(slides, s)
		case s.inside >= 0 && s.dilation == 1 && inKernel(s.inside):
			set(&w.input, s.inside)
		case s.moving >= 0 && s.stride == 1 && (inKernel(s.moving) || w.kernel < 0 && w.batch >= 0):
			set(&w.channel, s.moving)
		case s.moving >= 0 && s.stride == 1:
			set(&w.batch, s.moving)
		case s.moving < 0 && s.inside < 0:
		default:
			return false
		}
	}
	for l, loop := range n.Loops {
		switch {
		case used[l] || loop.Extent == 1:
		case loop.Reduction || !inKernel(l):
			return false
		default:
			set(&w.output, l)
		}
	}
	if !ok || len(slides) == 0 || len(slides) > 2 || w.channel >= 0 && w.output >= 0 || w.kernel >= 0 && w.channel >= 0 && w.input >= 0 {
		return false
	}
	w.slides = [2]slide{{moving: -1, inside: -1, dim: -1, stride: 1, dilation: 1}, slides[len(slides)-1]}
	if len(slides) == 2 {
		w.slides[0] = slides[0]
	}
	for _, s := range w.slides {
		if s.stride > okk.MostStride || s.dilation > okk.MostDilation {
			return false
		}
	}
	// Pools have no dilation.
	return w.kernel >= 0 || w.slides[0].dilation == 1 && w.slides[1].dilation == 1
}

// extent returns the extent of a loop, 1 of a missing one.
func (w *windowed) extent(l int) int64 {
	if l < 0 {
		return 1
	}
	return w.nest.Loops[l].Extent
}

// fourLoops returns a tensor of an operand with the dimensions of four loops; missing ones have extent 1.
func (w *windowed) fourLoops(o *nests.Operand, v *value, loops [4]int) *value {
	steps, first := v.StepsOf(o, len(w.nest.Loops))
	four := &value{Elem: v.Elem, Buffer: v.Buffer, First: first}
	for _, l := range loops {
		four.Shape = append(four.Shape, w.extent(l))
		if l < 0 {
			four.Strides = append(four.Strides, 0)
		} else {
			four.Strides = append(four.Strides, steps[l])
		}
	}
	return four
}

// pictureValue returns the picture with the dimensions N, C, H and W, as far as windows reach.
func (w *windowed) pictureValue(v *value) *value {
	channel := w.channel
	if w.input >= 0 {
		channel = w.input
	}
	four := w.fourLoops(&w.nest.Operands[w.picture], v, [4]int{w.batch, channel, -1, -1})
	for i, s := range w.slides {
		if s.dim >= 0 {
			four.Shape[2+i] = (w.extent(s.moving)-1)*s.stride + (w.extent(s.inside)-1)*s.dilation + 1
			four.Strides[2+i] = v.Strides[s.dim]
		}
	}
	return four
}

// loadFour loads a tensor of four dimensions, by a copy in which W follows each other if need be.
func (m *maker) loadFour(v *value, t *ir.Value) *ir.Value {
	if v.Shape[3] > 1 && v.Strides[3] != 1 {
		v = m.gapless(v)
	}
	b := box{extents: okk.Dims(v.Shape), strides: okk.Dims(v.Strides), first: v.First}
	okk.NewLoad(m, m.show(v.Buffer, b.complete()), t)
	return t
}

// slideWindow writes a convolution or a pool.
func (m *maker) slideWindow(w *windowed, operands []*value, result *value) {
	n := w.nest
	picture := w.pictureValue(operands[w.picture])
	in := m.loadFour(picture, m.local(okk.Dims(picture.Shape)))
	channels := w.channel
	if w.output >= 0 {
		channels = w.output
	}
	shown := w.fourLoops(&n.Outputs()[0], result, [4]int{w.batch, channels, w.slides[0].moving, w.slides[1].moving})
	extents := okk.Dims(shown.Shape)
	out := m.local(extents)
	stride := []int64{w.slides[0].stride, w.slides[1].stride}
	dilation := []int64{w.slides[0].dilation, w.slides[1].dilation}
	r := &region{maker: m, nest: n, extents: extents, known: map[*ir.Value]operand{}}
	switch {
	case w.kernel < 0:
		out = m.pool(w, in, out, r)
	case w.channel >= 0:
		kernel := w.fourLoops(&n.Operands[w.kernel], operands[w.kernel], [4]int{-1, w.channel, w.slides[0].inside, w.slides[1].inside})
		t := okk.Local(m.Context(), okk.Type{DType: okk.F32, Layout: okk.Compact, Shape: okk.Dims(kernel.Shape)}, 0)
		weight := m.loadFour(kernel, okk.NewAlloc(m, t, nil).Result())
		op := okk.NewDepthwise(m, out, in, weight, nil)
		op.SetStride(stride)
		op.SetDilation(dilation)
	default:
		kernel := w.fourLoops(&n.Operands[w.kernel], operands[w.kernel], [4]int{w.input, w.output, w.slides[0].inside, w.slides[1].inside})
		t := okk.Type{DType: okk.F32, Layout: okk.Compact, Shape: okk.Dims(kernel.Shape)}
		weight := m.loadFour(kernel, okk.NewAlloc(m, okk.Local(m.Context(), t, 0), nil).Result())
		if m.machine.Modes.Has(okk.IC2) {
			t.Mode = okk.IC2
			packed := okk.NewAlloc(m, okk.AutoOf(okk.Local(m.Context(), t, 0)), nil).Result()
			okk.NewPack(m, weight, packed)
			weight = packed
		}
		op := okk.NewConv2D(m, out, in, weight, nil)
		op.SetStride(stride)
		op.SetDilation(dilation)
	}
	out = m.withInitial(w, r, out, operands[n.Inputs], shown)
	m.storeFour(out, shown)
}

// pool writes a pool. An average is multiplied by the size of the window.
func (m *maker) pool(w *windowed, in, out *ir.Value, r *region) *ir.Value {
	kernel := []int64{w.extent(w.slides[0].inside), w.extent(w.slides[1].inside)}
	window := windows[w.combiner.Kind()]
	kind := "max"
	if window.sum {
		kind = "avg"
	}
	whole := &region{maker: m, nest: w.nest, extents: okk.Dims(in.Type().(*okk.LocalType).Tensor.LogicalShape())}
	if window.negative {
		in = whole.eltwise("neg", []operand{{tensor: in}})
	}
	op := okk.NewPool(m, out, in, kind, kernel)
	op.SetStride([]int64{w.slides[0].stride, w.slides[1].stride})
	switch c := m.Context(); {
	case window.negative:
		return r.eltwise("neg", []operand{{tensor: out}})
	case window.sum:
		return r.eltwise("mul", []operand{{tensor: out}, {number: c.FloatAttrOf(c.F32(), float64(kernel[0]*kernel[1]))}})
	}
	return out
}

// withInitial combines results with the initial tensor.
func (m *maker) withInitial(w *windowed, r *region, out *ir.Value, start, shown *value) *ir.Value {
	if isNeutral(w.combiner, start.Splat) {
		return out
	}
	initial := operand{number: start.Splat}
	if start.Splat == nil {
		// It has the shape and the strides of the result.
		whole := m.gapless(start)
		from := *shown
		from.Buffer, from.First = whole.Buffer, shown.First+whole.First
		initial.tensor = m.loadFour(&from, m.local(r.extents))
	}
	return r.eltwise(windows[w.combiner.Kind()].combine, []operand{{tensor: out}, initial})
}

// storeFour stores a tensor of four dimensions, by a copy if W does not follow each other in the result.
func (m *maker) storeFour(t *ir.Value, v *value) {
	to := v
	if v.Shape[3] > 1 && v.Strides[3] != 1 {
		to = m.Made(v.Shape, v.Elem)
	}
	b := box{extents: okk.Dims(to.Shape), strides: okk.Dims(to.Strides), first: to.First}
	okk.NewStore(m, t, m.show(to.Buffer, b.complete()))
	if to != v {
		m.Copy(v, to)
	}
}
