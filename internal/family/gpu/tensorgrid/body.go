package tensorgrid

import (
	"slices"

	"optc/dialect/arith"
	"optc/dialect/linalg"
	"optc/dialect/tensor"
	"optc/dialect/vector"
	"optc/internal/family/nests"
	"optc/ir"
)

// body is the computation of a kernel at its points.
type body struct {
	*group
	stages   []*stage
	accesses []access
}

// access is a tensor in memory that a kernel reads or writes.
type access struct {
	view      *value
	steps     []int64 // along the axes of the group
	first     int64
	write     bool
	extracted bool // the region computes indices
}

// stage is a step of a kernel with the accesses of its operands.
type stage struct {
	*step
	reads     []int                      // the access of each operand, or -1
	writes    []int                      // the access of each result, or -1 if only later stages use it
	constants map[*ir.Value]ir.Attribute // arguments of the region that are the same number everywhere
	registers map[int]register           // operands that earlier stages compute
	values    [][]*ir.Value              // results by row, as soon as they are computed
}

// register is a result of a stage.
type register struct{ stage, result int }

// newBody finds the accesses of the steps of a kernel. The function isStored reports whether another kernel or the host
// reads a buffer.
func newBody(g *group, isStored func(*buffer) bool) *body {
	b := &body{group: g}
	for k, s := range g.steps {
		st := &stage{step: s, constants: map[*ir.Value]ir.Attribute{}, registers: map[int]register{}}
		for i := range s.operands {
			st.reads = append(st.reads, -1)
			switch {
			case s.nest != nil && s.nest.Operands[i].IsScalar():
				st.constants[s.nest.Operands[i].Arg], _ = nests.ScalarOf(s.nest.Op, s.nest.Operands[i].Value)
			case s.nest != nil && s.operands[i].Splat != nil && !s.extracts(i):
				st.constants[s.nest.Operands[i].Arg] = s.operands[i].Splat
			case !s.reads(i):
			case g.isRegister(k, i):
				from, r, _ := g.resultOf(s.operands[i].Buffer)
				st.registers[i] = register{from, r}
			default:
				st.reads[i] = len(b.accesses)
				steps, first := s.operandSteps(i)
				b.accesses = append(b.accesses, access{view: s.operands[i], steps: g.along(k, steps), first: first, extracted: s.extracts(i)})
			}
		}
		for r, v := range s.results {
			st.writes = append(st.writes, -1)
			if s.nest == nil || isStored(v.Buffer) || k == len(g.steps)-1 {
				st.writes[r] = len(b.accesses)
				steps, first := s.resultSteps(r)
				b.accesses = append(b.accesses, access{view: v, steps: g.along(k, steps), first: first, write: true})
			}
		}
		b.stages = append(b.stages, st)
	}
	return b
}

// axes returns the axes of reductions, or the other axes, with the steps of some tensors.
func (b *body) axes(reduced bool, steps [][]int64) (list []axis) {
	for a, n := range b.extents {
		if b.reduced[a] != reduced {
			continue
		}
		next := axis{Axis: nests.Axis{Extent: n}, number: a, part: 1}
		for _, s := range steps {
			next.Steps = append(next.Steps, s[a])
		}
		list = append(list, next)
	}
	return list
}

// accessSteps returns the steps of the accesses.
func (b *body) accessSteps() (list [][]int64) {
	for i := range b.accesses {
		list = append(list, b.accesses[i].steps)
	}
	return list
}

// usesIndices reports whether a region uses the index of a loop.
func (b *body) usesIndices() bool {
	return slices.ContainsFunc(b.stages, func(s *stage) bool { return s.nest != nil && len(s.nest.Indices()) > 0 })
}

// isVectorizable reports whether all operations of the regions work on vectors too.
func (b *body) isVectorizable() bool {
	return !slices.ContainsFunc(b.stages, func(s *stage) bool { return !s.isVectorizable() })
}

func (s *stage) isVectorizable() bool {
	if s.nest == nil {
		return true
	}
	body := s.nest.Op.Body()
	for op := range body.Ops() {
		if op != body.Back() && (!op.Has(ir.Elementwise) && ir.ConstantOf(op) == nil && !ir.Is[linalg.IndexOp](op) && !ir.Is[tensor.ExtractOp](op) || op.NumRegions() > 0) {
			return false
		}
	}
	return true
}

// regionWriter writes regions of nests on numbers, or on vectors of a shape.
type regionWriter struct {
	*ir.Builder
	shape []int64
}

// vectorOf returns the type of the elements.
func (w *regionWriter) vectorOf(elem ir.Type) ir.Type {
	if w.shape == nil {
		return elem
	}
	return ir.Vector(w.shape, elem)
}

// spread returns a scalar as a vector.
func (w *regionWriter) spread(v *ir.Value) *ir.Value {
	if _, isVector := v.Type().(*ir.VectorType); isVector || w.shape == nil {
		return v
	}
	return vector.NewBroadcast(w, w.vectorOf(v.Type()), v).Vector()
}

// region writes the operations of a stage whose region is vectorizable, and returns the new elements of the outputs.
// The function index returns the index of a loop, and the function extract an element of an operand at computed indices.
func (w *regionWriter) region(s *stage, known map[*ir.Value]*ir.Value, index func(loop int) *ir.Value, extract func(operand int, at []*ir.Value) *ir.Value) (results []*ir.Value) {
	body := s.nest.Op.Body()
	for op := range body.Ops() {
		switch of := ir.As[linalg.IndexOp](op); {
		case op == body.Back():
			for _, v := range op.Operands() {
				results = append(results, w.spread(w.valueOf(s, known, v)))
			}
		case of.Ok():
			known[of.Result()] = index(int(of.Dim()))
		case ir.Is[tensor.ExtractOp](op):
			i := s.nest.ExtractedBy(op)
			known[op.Result(0)] = extract(i, s.nest.Operands[i].Computed(func(v *ir.Value) *ir.Value { return w.valueOf(s, known, v) }))
		default:
			w.clone(s, known, op)
		}
	}
	return results
}

// valueOf returns a value of the region, or a constant.
func (w *regionWriter) valueOf(s *stage, known map[*ir.Value]*ir.Value, v *ir.Value) *ir.Value {
	if w := known[v]; w != nil {
		return w
	}
	number := s.constants[v]
	if number == nil {
		number, _ = nests.ScalarOf(s.nest.Op, v)
	}
	known[v] = arith.NewConstant(w, number).Result()
	return known[v]
}

// clone writes an operation of the region on scalars, or on vectors if an operand is a vector.
func (w *regionWriter) clone(s *stage, known map[*ir.Value]*ir.Value, op *ir.Operation) {
	var operands []*ir.Value
	wide := false
	for _, v := range op.Operands() {
		v := w.valueOf(s, known, v)
		_, isVector := v.Type().(*ir.VectorType)
		operands, wide = append(operands, v), wide || isVector
	}
	types := op.ResultTypes()
	if wide {
		for i, v := range operands {
			operands[i] = w.spread(v)
		}
		for i, t := range types {
			types[i] = w.vectorOf(t)
		}
	}
	for i, v := range w.Like(op, operands, types).ResultList() {
		known[op.Result(i)] = v
	}
}
