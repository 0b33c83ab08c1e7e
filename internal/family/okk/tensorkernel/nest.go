package tensorkernel

import (
	"slices"

	"optc/dialect/okk"
	"optc/internal/family/nests"
	"optc/ir"
	"optc/num"
)

// Nest is nests.Machine.
func (m *maker) Nest(n *nests.Nest, operands []*value) ([]*value, *ir.Diagnostic) {
	m.Loc = n.Op.Loc()
	if len(n.Outputs()) != 1 {
		return nil, n.Op.Errorf("has %d results, but a kernel computes the results of an operation one at a time", len(n.Outputs())).WithCode("tensors.form")
	}
	if i := slices.IndexFunc(n.Operands, func(o nests.Operand) bool { return o.Extract != nil }); i >= 0 {
		return nil, n.Op.Errorf("extracts elements at indices that it computes, for which kernels have no function").WithCode("tensors.form").
			HintNote(n.Operands[i].Extract.Loc(), "gather the elements on the host, and make them an argument")
	}
	if loops := n.Indices(); len(loops) > 0 {
		return nil, n.Op.Errorf("uses the index of loop d%d, for which kernels have no function", loops[0]).WithCode("tensors.form")
	}
	out := &n.Outputs()[0]
	if _, d := newValue(n.Op, out.Shape, out.Elem, nil); d != nil {
		return nil, d
	}
	result := m.Made(out.Shape, out.Elem)
	if p := productOf(n, operands, result); p != nil {
		m.multiply(p, operands[n.Inputs])
		return []*value{result}, nil
	}
	if w := windowOf(n, operands); w != nil {
		m.slideWindow(w, operands, result)
		return []*value{result}, nil
	}
	if n.Reduces() {
		return []*value{result}, m.reduce(n, operands, result)
	}
	return []*value{result}, m.mapElements(n, operands, result)
}

// space is a choice of dimensions for loops.
type space struct {
	axes [4]axis // N, C, H, W, of the tensors that are read and the result
}

func (s *space) extents() (e okk.Dims) {
	for d, a := range s.axes {
		e[d] = a.Extent
	}
	return e
}

// boxOf returns tensor i in the dimensions.
func (s *space) boxOf(i int, first int64) box {
	b := box{extents: s.extents(), first: first}
	for d, a := range s.axes {
		if b.strides[d] = a.Steps[i]; a.Steps[i] == 0 && d == 3 {
			b.extents[3] = 1
		}
	}
	return b.complete()
}

// unit is an axis of one iteration.
func unit(tensors int) axis { return axis{Extent: 1, Steps: make([]int64, tensors)} }

// fitsW reports whether an axis may be along W: copies have stride 1 along W, and a tensor can repeat there.
func fitsW(a axis) bool {
	return !slices.ContainsFunc(a.Steps, func(s int64) bool { return s > 1 || s < 0 }) && a.Steps[len(a.Steps)-1] == 1
}

// parallelSpace chooses dimensions for parallel loops. The last tensor is the result. It returns nil if
// there are more loops than dimensions.
func (m *maker) parallelSpace(list []axis, tensors int) *space {
	s := &space{axes: [4]axis{unit(tensors), unit(tensors), unit(tensors), unit(tensors)}}
	list = nests.JoinAxes(list)
	if n := len(list); n > 0 && fitsW(list[n-1]) {
		s.axes[3] = list[n-1]
		list = list[:n-1]
	}
	if len(list) > 3 {
		return nil
	}
	if len(list) == 0 {
		s.axes[1], s.axes[3] = m.spread(s.axes[3])
		s.axes[2], s.axes[3] = inRows(s.axes[3])
		return s
	}
	// The loop that fills the lanes best is along C.
	best := 0
	for i, a := range list {
		if a.Extent <= m.machine.ChanMax && m.rows(a.Extent)*list[best].Extent < m.rows(list[best].Extent)*a.Extent {
			best = i
		}
	}
	s.axes[1] = list[best]
	for i, d := range []int{2, 0} {
		if rest := slices.Delete(slices.Clone(list), best, best+1); i < len(rest) {
			s.axes[d] = rest[len(rest)-1-i]
		}
	}
	return s
}

// rows returns the rounds in which the lanes work on channels.
func (m *maker) rows(channels int64) int64 { return num.CeilDiv(channels, m.machine.NPUs) }

// spread divides an axis among the lanes: channels, and elements of each.
func (m *maker) spread(a axis) (channels, inner axis) {
	best, least := int64(1), a.Extent
	alignment := m.machine.Align / okk.F32.Bytes()
	for k := int64(1); k <= min(a.Extent, m.machine.ChanMax); k++ {
		if a.Extent%k != 0 {
			continue
		}
		if cost := m.rows(k) * num.CeilDiv(a.Extent/k, alignment) * alignment; cost < least {
			best, least = k, cost
		}
	}
	channels, inner = unit(len(a.Steps)), axis{Extent: a.Extent / best, Steps: a.Steps}
	channels.Extent = best
	for i, step := range a.Steps {
		channels.Steps[i] = step * inner.Extent
	}
	return channels, inner
}

// longRow is the number of elements from which on the elements of a channel are divided into rows, along which
// a kernel may be divided.
const longRow = 64

// inRows divides the elements of a channel into rows of at most longRow elements.
func inRows(a axis) (rows, inner axis) {
	width := a.Extent
	for w := min(a.Extent, longRow); w > 1 && a.Extent > longRow; w-- {
		if a.Extent%w == 0 {
			width = w
			break
		}
	}
	rows, inner = unit(len(a.Steps)), axis{Extent: width, Steps: a.Steps}
	rows.Extent = a.Extent / width
	for i, step := range a.Steps {
		rows.Steps[i] = step * width
	}
	return rows, inner
}

// readers lists the operands that the region reads as tensors, with the loops of a nest as axes of them and of
// the result.
func readers(n *nests.Nest, operands []*value, result *value, inputs int) (read []int, firsts []int64, list []axis) {
	var steps [][]int64
	for i := range inputs {
		o := &n.Operands[i]
		if !o.Read || o.IsScalar() || operands[i].Splat != nil {
			continue
		}
		s, first := operands[i].StepsOf(o, len(n.Loops))
		read, steps, firsts = append(read, i), append(steps, s), append(firsts, first)
	}
	s, first := result.StepsOf(&n.Outputs()[0], len(n.Loops))
	steps, firsts = append(steps, s), append(firsts, first)
	for l, loop := range n.Loops {
		a := axis{Extent: loop.Extent}
		for _, of := range steps {
			a.Steps = append(a.Steps, of[l])
		}
		list = append(list, a)
	}
	return read, firsts, list
}

// mapElements writes a nest without reductions.
func (m *maker) mapElements(n *nests.Nest, operands []*value, result *value) *ir.Diagnostic {
	read, firsts, list := readers(n, operands, result, len(n.Operands))
	s := m.parallelSpace(list, len(firsts))
	if s == nil {
		return tooManyLoops(n)
	}
	r := &region{maker: m, nest: n, extents: s.extents(), known: map[*ir.Value]operand{}}
	m.loadAll(r, s, read, firsts, operands)
	v, d := r.compute()
	if d != nil {
		return d
	}
	okk.NewStore(m, r.tensor(v), m.show(result.Buffer, s.boxOf(len(read), firsts[len(read)])))
	return nil
}

// loadAll loads the tensors that a region reads.
func (m *maker) loadAll(r *region, s *space, read []int, firsts []int64, operands []*value) {
	for k, i := range read {
		r.known[r.nest.Operands[i].Arg] = operand{tensor: m.load(operands[i].Buffer, s.boxOf(k, firsts[k]), s.extents())}
	}
	for i := range r.nest.Operands {
		switch o := &r.nest.Operands[i]; {
		case !o.Read:
		case o.IsScalar():
			number, _ := nests.ScalarOf(r.nest.Op, o.Value)
			r.known[o.Arg] = operand{number: number}
		case operands[i].Splat != nil:
			r.known[o.Arg] = operand{number: operands[i].Splat}
		}
	}
}

// load writes the load of a box, which is repeated along W up to the extents.
func (m *maker) load(buffer *ir.Value, b box, extents okk.Dims) *ir.Value {
	t := m.local(b.extents)
	okk.NewLoad(m, m.show(buffer, b), t)
	if b.extents == extents {
		return t
	}
	whole := okk.Local(m.Context(), okk.Type{DType: okk.F32, Layout: okk.Aligned, Shape: extents, Broadcast: true}, 0)
	return okk.NewBroadcast(m, okk.AutoOf(whole), t, nil).Result()
}

func tooManyLoops(n *nests.Nest) *ir.Diagnostic {
	return n.Op.Errorf("has more loops than the four dimensions of a tensor of a kernel").WithCode("tensors.form").
		HintNote(n.Op.Loc(), "reshape the operands so that loops which follow each other are one")
}
