package program

import (
	"slices"

	"optc/diag"
	"optc/dialect/poplar"
	"optc/ir"
)

// program reads the steps of a poplar.program.
func (r *reader) program(op *ir.Operation) (err error) {
	r.p.Steps, err = r.steps(op.Region(0))
	return err
}

// function reads a poplar.graph_function, which calls only functions before it.
func (r *reader) function(op *ir.Operation) error {
	steps, err := r.steps(op.Region(0))
	r.p.Functions = append(r.p.Functions, &Function{ir.SymbolName(op), steps})
	return err
}

// steps reads the steps of a region, which may be empty.
func (r *reader) steps(region *ir.Region) (list []Step, err error) {
	if region.Empty() {
		return nil, nil
	}
	for op := range region.Front().Ops() {
		if poplar.SequenceKind.Is(op) {
			inner, err := r.steps(op.Region(0))
			if err != nil {
				return nil, err
			}
			list = append(list, inner...)
			continue
		}
		s, err := r.step(op)
		if err != nil {
			return nil, err
		}
		list = append(list, s)
	}
	return list, nil
}

func (r *reader) step(op *ir.Operation) (s Step, err error) {
	switch op.Kind() {
	case poplar.ExecuteKind.Kind():
		s.Set, err = r.named(op, poplar.ExecuteKind.Set(op))
	case poplar.ExchangeKind.Kind():
		s.Moves, err = r.moves(op)
	case poplar.ExchangeElementsKind.Kind():
		s.Copy, err = r.copy(op)
	case poplar.HostMovesKind.Kind():
		s.Host, err = r.hostCopy(op)
	case poplar.RepeatKind.Kind():
		s.Repeat = &Repeat{Count: poplar.RepeatKind.Count(op)}
		s.Repeat.Body, err = r.steps(op.Region(0))
	case poplar.RepeatWhileKind.Kind():
		s.While = &While{}
		s.While.Predicate, s.While.Before, s.While.Body, err = r.decision(op)
	case poplar.IfKind.Kind():
		s.If = &If{}
		s.If.Predicate, s.If.Then, s.If.Otherwise, err = r.decision(op)
	case poplar.CallKind.Kind():
		name := poplar.CallKind.Callee(op)
		k := slices.IndexFunc(r.p.Functions, func(f *Function) bool { return f.Name == name })
		if k < 0 {
			return s, refused(op, "unknown-symbol", "expected a function that is declared before")
		}
		s.Call = r.p.Functions[k]
	default:
		return s, r.unlowered(op)
	}
	return s, err
}

// decision reads the predicate of a step, and its two lists of steps.
func (r *reader) decision(op *ir.Operation) (p Predicate, first, second []Step, err error) {
	name := poplar.IfKind.Variable(op)
	if poplar.IfKind.Predicate(op) != nil {
		return p, nil, nil, r.unlowered(op)
	}
	variable, err := r.variable(op, name)
	if err != nil {
		return p, nil, nil, err
	}
	p = Predicate{variable, poplar.IfKind.Element(op)}
	if !slices.ContainsFunc(p.Variable.Runs, func(run Run) bool { return p.Element >= run.Begin && p.Element < run.End }) {
		return p, nil, nil, refused(op, "alloc-range", "element %d of '%s' lies nowhere", p.Element, name)
	}
	if first, err = r.steps(op.Region(0)); err == nil {
		second, err = r.steps(op.Region(1))
	}
	return p, first, second, err
}

// variable finds a variable by name. Error unknown-alloc.
func (r *reader) variable(op *ir.Operation, name string) (*Variable, error) {
	k := slices.IndexFunc(r.p.Variables, func(v *Variable) bool { return v.Name == name })
	if k >= 0 {
		return r.p.Variables[k], nil
	}
	var known []string
	for _, v := range r.p.Variables {
		known = append(known, v.Name)
	}
	return nil, refused(op, "unknown-alloc", "there is no variable '%s'%s", name, diag.DidYouMean(name, known))
}

// copy reads a copy between variables. Errors unknown-alloc, element-type, element-count and
// the errors of View.Check.
func (r *reader) copy(op *ir.Operation) (*Copy, error) {
	c := &Copy{}
	kind := poplar.ExchangeElementsKind
	for i, e := range []poplar.Elements{kind.Src(op), kind.Dst(op)} {
		variable, err := r.variable(op, e.Variable)
		if err != nil {
			return nil, err
		}
		v := &View{Variable: variable, First: e.First}
		for k, n := range e.Counts {
			v.Loops = append(v.Loops, Loop{n, e.Steps[k]})
		}
		if err := v.Check(i == 1); err != nil {
			return nil, poplar.Diagnose(op, err)
		}
		*[]*View{&c.From, &c.To}[i] = *v
	}
	if from, to := c.From.Variable.Elem, c.To.Variable.Elem; from != to {
		return nil, refused(op, "element-type", "expected variables of one type, but '%s' has %s and '%s' has %s", c.From.Variable.Name, from, c.To.Variable.Name, to)
	}
	if from, to := c.From.NumElems(), c.To.NumElems(); from != to {
		return nil, refused(op, "element-count", "expected as many elements on both sides, but got %d and %d", from, to)
	}
	return c, nil
}

func (r *reader) hostCopy(op *ir.Operation) (*HostCopy, error) {
	kind := poplar.HostMovesKind
	t := kind.Type(op)
	c := &HostCopy{Name: kind.Name(op), Elem: t.Elem, Shape: t.Shape, ToHost: kind.Direction(op) == poplar.ToHost}
	if other := r.variables[c.Name]; other != nil {
		return nil, refused(op, "host-array", "array '%s' of the host has the name of a variable", c.Name).Note(other.Loc(), "the variable is here")
	}
	var err error
	c.Runs, err = r.runs(op, int64(r.p.Target.TypeSize(c.Elem)))
	return c, err
}
