package linalg

import (
	"slices"

	"optc/diag"
	"optc/ir"
	"optc/ir/affine"
	"optc/sim"
)

// nest is a structured operation with the values of its operands.
type nest struct {
	*plan
	extents  []int64
	operands []operand
	linear   bool // the positions of all elements are sums of indices
}

// operand is a tensor, a buffer or a scalar of a nest.
type operand struct {
	m      affine.Map
	tensor *sim.Vector
	buffer *sim.MemRef
	scalar sim.Value
	unused bool // the region does not read the element
	index  []int64
	// The position of an element is first plus the index of each loop times its step, if linear.
	first int64
	steps []int64
}

// openNest reads the operands and determines the loops. Outputs that are tensors are copied, unless
// all their elements are written and none is read, and the copies are the results.
func openNest(f *sim.Frame, in *sim.Instr, p *plan) (*nest, error) {
	n := &nest{plan: p, operands: make([]operand, len(p.maps)), linear: true}
	result := 0
	for i, v := range in.Op.Operands() {
		o := &n.operands[i]
		o.m = p.maps[i]
		o.index = make([]int64, len(o.m.Results))
		o.unused = in.Op.Body().Arg(i).Unused()
		switch {
		case ir.AnyMemRef.Check(v.Type()):
			r, err := f.MemRef(in, v)
			if err != nil {
				return nil, err
			}
			o.buffer = r
		case ir.AnyRankedTensor.Check(v.Type()):
			t, err := f.Tensor(in, v)
			if err != nil {
				return nil, err
			}
			if i >= p.outputs {
				if o.unused && o.m.IsPermutation() {
					t = sim.NewVector(t.Shape, t.Elem) // every element is written, and none is read
				} else {
					t = t.Clone()
				}
				f.Set(in, result, sim.Value{Ref: t})
				result++
			}
			o.tensor = t
		default:
			o.scalar = f.Value(in, v)
		}
	}
	if err := n.findExtents(); err != nil {
		return nil, err
	}
	for i := range n.operands {
		n.linear = n.operands[i].findSteps(len(p.iterators)) && n.linear
	}
	return n, nil
}

func (o *operand) shape() []int64 {
	switch {
	case o.tensor != nil:
		return o.tensor.Shape
	case o.buffer != nil:
		return o.buffer.Sizes
	}
	return nil
}

// findExtents determines the extents of the loops, each from the first dimension that is the loop,
// and checks that no index leaves an operand. The error codes are loop-extents and out-of-bounds.
func (n *nest) findExtents() error {
	n.extents = make([]int64, len(n.iterators))
	from := make([]int, len(n.iterators))
	for d := range n.extents {
		n.extents[d] = -1
	}
	for i := range n.operands {
		o := &n.operands[i]
		for r, size := range o.shape() {
			d, ok := o.m.DimPosition(r)
			if !ok {
				continue
			}
			if n.extents[d] < 0 {
				n.extents[d], from[d] = size, i
			} else if n.extents[d] != size {
				return diag.Errorf("loop-extents", "operand #%d has %d elements in dimension %d, but loop d%d has %d iterations", i, size, r, d, n.extents[d]).
					Note("operand #%d determines the extent of the loop", from[d])
			}
		}
	}
	empty := false
	ranges := make([]affine.Interval, len(n.extents))
	for d, size := range n.extents {
		empty = empty || size <= 0
		ranges[d] = affine.Interval{Upper: size - 1, HasLower: true, HasUpper: true}
	}
	if empty {
		for d := range n.extents {
			n.extents[d] = max(n.extents[d], 0)
		}
		return nil
	}
	for i := range n.operands {
		o := &n.operands[i]
		for r, size := range o.shape() {
			if _, ok := o.m.DimPosition(r); ok {
				continue
			}
			b := o.m.Results[r].Bounds(o.m.NumDims, 0, ranges)
			if !b.HasLower || !b.HasUpper || b.Lower < 0 || b.Upper >= size {
				return diag.Errorf("out-of-bounds", "index %s of operand #%d reaches from %d to %d, but dimension %d has %d elements", o.m.Results[r], i, b.Lower, b.Upper, r, size)
			}
		}
	}
	return nil
}

// findSteps computes the steps of positions and reports whether they describe the operand.
func (o *operand) findSteps(loops int) bool {
	o.steps = make([]int64, loops)
	var strides []int64
	switch {
	case o.tensor != nil:
		strides = sim.Strides(o.tensor.Shape)
	case o.buffer != nil:
		strides = sim.Strides(o.buffer.Sizes) // row-major strides: an element number represents the index
	}
	for r, e := range o.m.Results {
		factors, constant, ok := e.Linear(o.m.NumDims, 0)
		if !ok {
			return false
		}
		o.first += constant * strides[r]
		for d, k := range factors {
			o.steps[d] += k * strides[r]
		}
	}
	return true
}

// locate computes the index of an element.
func (o *operand) locate(point []int64) error {
	for r, e := range o.m.Results {
		i, err := e.Eval(point, nil)
		if err != nil {
			return diag.Errorf("division", "%v", err)
		}
		o.index[r] = i
	}
	return nil
}

func (o *operand) load(point []int64) (sim.Value, error) {
	if o.unused {
		return sim.Poison, nil
	}
	if o.tensor == nil && o.buffer == nil {
		return o.scalar, nil
	}
	if err := o.locate(point); err != nil {
		return sim.Value{}, err
	}
	if o.tensor != nil {
		return o.tensor.At(o.tensor.Linear(o.index)), nil
	}
	v, err := o.buffer.Load(o.index)
	if err != nil {
		return v, err
	}
	return v, nil
}

func (o *operand) store(point []int64, v sim.Value) error {
	if err := o.locate(point); err != nil {
		return err
	}
	if o.tensor != nil {
		o.tensor.Set(o.tensor.Linear(o.index), v)
		return nil
	}
	if err := o.buffer.Store(o.index, v); err != nil {
		return err
	}
	return nil
}

// aliased reports whether an output may share memory with another operand, so that the order of
// the iterations matters.
func (n *nest) aliased() bool {
	for i := n.outputs; i < len(n.operands); i++ {
		out := &n.operands[i]
		if out.buffer == nil {
			continue
		}
		for k := range n.operands {
			o := &n.operands[k]
			if k != i && o.buffer != nil && o.buffer.Mem == out.buffer.Mem && !o.unused {
				return true
			}
		}
	}
	return false
}

// dropMarks removes the marks of undefined elements from outputs that have none.
func (n *nest) dropMarks() {
	for i := n.outputs; i < len(n.operands); i++ {
		if t := n.operands[i].tensor; t != nil && t.Undef != nil && !slices.Contains(t.Undef, true) {
			t.Undef = nil
		}
	}
}

// onNumbers reports whether all operands are tensors without undefined elements.
func (n *nest) onNumbers() bool {
	for i := range n.operands {
		if t := n.operands[i].tensor; t == nil || t.Undef != nil {
			return false
		}
	}
	return true
}

// order returns the loops, reductions in their order, with the innermost last: a parallel loop
// along which most operands are contiguous or constant.
func (n *nest) order() (loops []int) {
	inner, best := -1, int64(-1)
	for d, kind := range n.iterators {
		if kind != Parallel {
			continue
		}
		score := min(n.extents[d], rowLength)
		for i := range n.operands {
			switch s := n.operands[i].steps[d]; {
			case s == 1 && i >= n.outputs:
				score += 4 * rowLength
			case s == 0 || s == 1:
				score += 2 * rowLength
			}
		}
		if n.extents[d] == 1 {
			score = 0
		}
		if score > best {
			inner, best = d, score
		}
	}
	for d := range n.iterators {
		if d != inner {
			loops = append(loops, d)
		}
	}
	if inner >= 0 {
		loops = append(loops, inner)
	}
	return loops
}
