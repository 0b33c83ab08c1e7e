package tensorkernel

import (
	"optc/dialect/arith"
	"optc/dialect/math"
	"optc/dialect/okk"
	"optc/internal/family/nests"
	"optc/ir"
)

// operand is a tensor of local memory, or a number everywhere.
type operand struct {
	tensor  *ir.Value
	number  ir.Attribute
	compare *comparison // of a choice
}

// comparison chooses elements by okk.select.
type comparison struct {
	predicate string
	of        [2]operand
	negated   bool
}

// comparisons lists the predicates of floats as predicates of okk.select: of the operands, or of the operands exchanged, and
// whether the choices are exchanged. Other predicates differ where an operand is no number.
var comparisons = map[arith.CmpFPredicate]struct {
	predicate          string
	exchanged, negated bool
}{
	arith.OGT:  {predicate: okk.Greater},
	arith.OLT:  {predicate: okk.Greater, exchanged: true},
	arith.OEQ:  {predicate: okk.Equal},
	arith.UNE:  {predicate: okk.Equal, negated: true},
	arith.ULEF: {predicate: okk.Greater, negated: true},
	arith.UGEF: {predicate: okk.Greater, exchanged: true, negated: true},
}

// region writes the functions of whole tensors for the region of a nest.
type region struct {
	*maker
	nest    *nests.Nest
	extents okk.Dims
	known   map[*ir.Value]operand
	skip    *ir.Operation // an operation that is not written, or nil
}

// functions lists the operations that are a function of tensors, by its name in okk.eltwise.
var functions = map[ir.Kind]string{
	arith.AddFOp{}.Kind():     "add",
	arith.SubFOp{}.Kind():     "sub",
	arith.MulFOp{}.Kind():     "mul",
	arith.DivFOp{}.Kind():     "div",
	arith.MaximumFOp{}.Kind(): "max",
	arith.MaxNumFOp{}.Kind():  "max",
	arith.MinimumFOp{}.Kind(): "min",
	arith.MinNumFOp{}.Kind():  "min",
}

// wholeFunctions lists the operations that are a function of whole tensors, by its name in okk.function.
var wholeFunctions = map[ir.Kind]string{
	math.ExpOp{}.Kind():   "exp",
	math.TanhOp{}.Kind():  "tanh",
	math.SqrtOp{}.Kind():  "sqrt",
	math.RsqrtOp{}.Kind(): "rsqrt",
}

// compute writes the operations of the region, and returns the new element of the output.
func (r *region) compute() (operand, *ir.Diagnostic) {
	body := r.nest.Op.Body()
	for op := range body.Ops() {
		if op == body.Back() || op == r.skip {
			continue
		}
		v, d := r.operation(op)
		if d != nil {
			return operand{}, d
		}
		r.known[op.Result(0)] = v
	}
	return r.of(r.nest.Yielded())
}

// of returns what is known of a value of the region, or a constant outside of it.
func (r *region) of(v *ir.Value) (operand, *ir.Diagnostic) {
	if o, ok := r.known[v]; ok {
		return o, nil
	}
	number, d := nests.ScalarOf(r.nest.Op, v)
	return operand{number: number}, d
}

func (r *region) operation(op *ir.Operation) (operand, *ir.Diagnostic) {
	if number := ir.ConstantOf(op); number != nil {
		return operand{number: number}, nil
	}
	var sources []operand
	for _, v := range op.Operands() {
		s, d := r.of(v)
		if d != nil {
			return s, d
		}
		sources = append(sources, s)
	}
	if compare := ir.As[arith.CmpFOp](op); compare.Ok() {
		if c, ok := comparisons[compare.Predicate()]; ok {
			of := [2]operand{sources[0], sources[1]}
			if c.exchanged {
				of[0], of[1] = of[1], of[0]
			}
			return operand{compare: &comparison{predicate: c.predicate, of: of, negated: c.negated}}, nil
		}
	}
	if choice := ir.As[arith.SelectOp](op); choice.Ok() && sources[0].compare != nil {
		return operand{tensor: r.choose(sources[0].compare, sources[1], sources[2])}, nil
	}
	if op.NumResults() == 1 && op.Result(0).Type() == r.Context().F32() {
		if name, ok := functions[op.Kind()]; ok {
			return operand{tensor: r.eltwise(name, sources)}, nil
		}
		if name, ok := wholeFunctions[op.Kind()]; ok {
			return operand{tensor: r.function(op, name, r.tensor(sources[0]))}, nil
		}
		if ir.Is[arith.NegFOp](op) {
			// The chip's own negative is 0 - x, which is 0 for 0.
			c := r.Context()
			return operand{tensor: r.eltwise("mul", []operand{sources[0], {number: c.FloatAttrOf(c.F32(), -1)}})}, nil
		}
		if ir.Is[math.AbsFOp](op) {
			x := operand{tensor: r.tensor(sources[0])}
			return operand{tensor: r.eltwise("max", []operand{x, {tensor: r.eltwise("neg", []operand{x})}})}, nil
		}
	}
	return operand{}, r.nest.Op.Errorf("computes '%s', which has no form on tensors of a kernel", op.Name()).WithCode("tensors.form").
		HintNote(r.nest.Op.Loc(), "kernels have sums, differences, products, quotients, maxima and minima of f32, absf, exp, tanh, sqrt, rsqrt, and choices by ogt, olt, oeq, une, ule and uge")
}

// tensor returns an operand as a tensor.
func (r *region) tensor(o operand) *ir.Value {
	if o.tensor != nil {
		return o.tensor
	}
	t := r.local(r.extents)
	okk.NewSet(r, t, o.number)
	return t
}

// eltwise writes a function of tensors, one of which may be a number.
func (r *region) eltwise(name string, sources []operand) *ir.Value {
	destination := r.local(r.extents)
	if len(sources) == 2 && sources[0].tensor == nil && sources[1].tensor == nil {
		sources[0].tensor = r.tensor(sources[0])
	}
	if len(sources) == 2 && sources[0].tensor == nil && name != "sub" && name != "div" {
		sources[0], sources[1] = sources[1], sources[0]
	}
	var tensors []*ir.Value
	var number ir.Attribute
	reversed := false
	for i, s := range sources {
		switch {
		case s.tensor != nil:
			tensors = append(tensors, s.tensor)
		case len(sources) == 1:
			tensors = append(tensors, r.tensor(s))
		default:
			number, reversed = s.number, i == 0
		}
	}
	op := okk.NewEltwise(r, destination, tensors, name)
	if number != nil {
		op.SetScalar(number)
		op.SetReversed(reversed)
	}
	return destination
}

// choose writes a choice of elements.
func (r *region) choose(c *comparison, x, y operand) *ir.Value {
	if c.negated {
		x, y = y, x
	}
	destination := r.local(r.extents)
	var tensors []*ir.Value
	var constants []ir.Attribute
	for i, o := range []operand{c.of[0], c.of[1], x, y} {
		if o.tensor == nil && i == 0 && c.of[1].tensor == nil && x.tensor == nil && y.tensor == nil {
			o.tensor = r.tensor(o) // one of the four is a tensor
		}
		if o.tensor != nil {
			tensors, constants = append(tensors, r.own(o.tensor)), append(constants, r.Context().Unit())
		} else {
			constants = append(constants, o.number)
		}
	}
	okk.NewSelect(r, destination, tensors, c.predicate, constants)
	return destination
}

// function writes a function of a whole tensor, whose argument is first brought into the domain of the chip.
func (r *region) function(op *ir.Operation, name string, source *ir.Value) *ir.Value {
	f := okk.FunctionOf(okk.WholeTensor, name)
	if d, limited := r.machine.Domain(name); limited && d.Near == 0 {
		c := r.Context()
		low, high := float64(d.Low), float64(d.High)
		bound := func(kind string, n float64) {
			source = r.eltwise(kind, []operand{{tensor: source}, {number: c.FloatAttrOf(c.F32(), n)}})
		}
		bound("max", low)
		bound("min", high)
		r.remark(r.nest.Op.Remarkf("has arguments of '%s' that are clamped to the domain of the chip, from %g to %g", op.Name(), low, high))
	}
	destination := r.local(r.extents)
	var work *ir.Value
	if f.Works > 0 {
		work = r.local(r.extents)
	}
	okk.NewFunction(r, destination, source, work, name)
	return destination
}
