package tensorkernel

import (
	"optc/dialect/arith"
	"optc/dialect/okk"
	"optc/internal/family/nests"
	"optc/ir"
)

// windows lists the operations that combine the elements of a window: by a maximum, or by a sum.
var windows = map[ir.Kind]struct {
	combine  string // in okk.eltwise
	sum      bool
	negative bool // the maximum of the negative elements
}{
	arith.AddFOp{}.Kind():     {combine: "add", sum: true},
	arith.MaximumFOp{}.Kind(): {combine: "max"},
	arith.MaxNumFOp{}.Kind():  {combine: "max"},
	arith.MinimumFOp{}.Kind(): {combine: "min", negative: true},
	arith.MinNumFOp{}.Kind():  {combine: "min", negative: true},
}

// reduce writes a nest with reductions: what each point adds, a window over the reductions, and what it makes of
// the initial tensor. Parallel loops are along N and C, reductions along H and W.
func (m *maker) reduce(n *nests.Nest, operands []*value, result *value) *ir.Diagnostic {
	combiner := n.Combiner()
	if combiner == nil {
		return n.Op.Errorf("reduces in an order that matters, for which kernels have no function").WithCode("tensors.form")
	}
	window, ok := windows[combiner.Kind()]
	if !ok {
		return n.Op.Errorf("reduces by '%s', for which kernels have no function", combiner.Name()).WithCode("tensors.form").
			HintNote(n.Op.Loc(), "kernels have sums, maxima and minima")
	}
	read, firsts, list := readers(n, operands, result, n.Inputs)
	var parallel, reduced []axis
	for l, loop := range n.Loops {
		if loop.Reduction {
			reduced = append(reduced, list[l])
		} else {
			parallel = append(parallel, list[l])
		}
	}
	parallel, reduced = nests.JoinAxes(parallel), nests.JoinAxes(reduced)
	if lanes := m.machine.NPUs; len(parallel) == 1 && parallel[0].Extent > lanes && parallel[0].Extent%lanes == 0 {
		// The weights of a sum have the channels: few of them leave room for the elements.
		outer, inner := unit(len(firsts)), axis{Extent: lanes, Steps: parallel[0].Steps}
		outer.Extent = parallel[0].Extent / lanes
		for i, step := range inner.Steps {
			outer.Steps[i] = step * lanes
		}
		parallel = []axis{outer, inner}
	}
	if len(parallel) == 1 && parallel[0].Extent > m.machine.ChanMax {
		outer, inner := m.spread(parallel[0])
		parallel = []axis{outer, inner}
		if inner.Extent > outer.Extent && inner.Extent > m.machine.ChanMax {
			return tooManyLoops(n)
		}
	}
	if len(parallel) > 2 || len(reduced) > 2 {
		return tooManyLoops(n)
	}
	s := &space{axes: [4]axis{unit(len(firsts)), unit(len(firsts)), unit(len(firsts)), unit(len(firsts))}}
	for i := range parallel {
		s.axes[1-i] = parallel[len(parallel)-1-i]
	}
	inner := 3
	if k := len(reduced); k == 1 && !isWide(reduced[0], len(read)) {
		inner = 2
	} else if k == 2 && !isWide(reduced[1], len(read)) {
		return tooManyLoops(n)
	}
	for i := range reduced {
		s.axes[inner-i] = reduced[len(reduced)-1-i]
	}
	r := &region{maker: m, nest: n, extents: s.extents(), known: map[*ir.Value]operand{}, skip: combiner}
	m.loadAll(r, s, read, firsts, operands)
	// What a point adds is the operand of the combiner that is not the old element.
	added, d := r.added(combiner)
	if d != nil {
		return d
	}
	combined := m.window(r, added, window.sum, window.negative)
	r.extents[2], r.extents[3] = 1, 1
	s.axes[2], s.axes[3] = unit(len(firsts)), unit(len(firsts))
	out := s.boxOf(len(read), firsts[len(read)])
	start, d := m.initial(n, operands[n.Inputs], s, out)
	if d != nil {
		return d
	}
	total := combined
	if !isNeutral(combiner, start.number) {
		total = r.eltwise(window.combine, []operand{{tensor: combined}, start})
	}
	okk.NewStore(m, total, m.show(result.Buffer, out))
	return nil
}

// isWide reports whether an axis may be along W for the tensors that are read.
func isWide(a axis, read int) bool {
	for _, s := range a.Steps[:read] {
		if s != 0 && s != 1 {
			return false
		}
	}
	return true
}

// added writes what a point adds to a reduction.
func (r *region) added(combiner *ir.Operation) (*ir.Value, *ir.Diagnostic) {
	body := r.nest.Op.Body()
	for op := range body.Ops() {
		if op == body.Back() || op == combiner {
			continue
		}
		v, d := r.operation(op)
		if d != nil {
			return nil, d
		}
		r.known[op.Result(0)] = v
	}
	for _, v := range combiner.Operands() {
		if v != r.nest.Outputs()[0].Arg {
			o, d := r.of(v)
			return r.tensor(o), d
		}
	}
	return nil, nil
}

// window writes the combination of the elements of each channel.
func (m *maker) window(r *region, added *ir.Value, sum, negative bool) *ir.Value {
	extents := r.extents
	kernel := []int64{extents[2], extents[3]}
	extents[2], extents[3] = 1, 1
	if sum {
		weight := okk.Local(m.Context(), okk.Type{DType: okk.F32, Layout: okk.Compact, Shape: okk.Dims{1, extents[1], kernel[0], kernel[1]}}, 0)
		ones := okk.NewAlloc(m, weight, nil).Result()
		c := m.Context()
		okk.NewSet(m, ones, c.FloatAttrOf(c.F32(), 1))
		total := m.local(extents)
		okk.NewDepthwise(m, total, r.own(added), ones, nil)
		return total
	}
	if negative {
		added = r.eltwise("neg", []operand{{tensor: added}})
	}
	most := m.local(extents)
	okk.NewPool(m, most, r.own(added), "max", kernel)
	if negative {
		low := m.local(extents)
		okk.NewEltwise(m, low, []*ir.Value{most}, "neg")
		return low
	}
	return most
}

// own returns a tensor of its own elements: a repeated tensor is copied.
func (r *region) own(v *ir.Value) *ir.Value {
	if !ir.Is[okk.BroadcastOp](v.DefiningOp()) {
		return v
	}
	return r.eltwise("copy", []operand{{tensor: v}})
}

// initial loads the initial elements of the results.
func (m *maker) initial(n *nests.Nest, v *value, s *space, out box) (operand, *ir.Diagnostic) {
	if v.Splat != nil {
		return operand{number: v.Splat}, nil
	}
	// The initial tensor has the shape of the result, but may have other strides.
	whole := m.gapless(v)
	b := out
	b.first += whole.First
	return operand{tensor: m.load(whole.Buffer, b, s.extents())}, nil
}

// isNeutral reports whether a number changes nothing that an operation combines.
func isNeutral(combiner *ir.Operation, number ir.Attribute) bool {
	return number != nil && number == nests.NeutralOf(combiner)
}
