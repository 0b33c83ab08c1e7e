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

// function reads a poplar.graph_function, which calls only those before it.
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
		if poplar.SequenceOp.Is(op) {
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
	case poplar.ExecuteOp.Kind:
		s.Set, err = r.named(op, poplar.ExecuteOp.Set(op))
	case poplar.ExchangeOp.Kind:
		s.Moves, err = r.moves(op)
	case poplar.HostMovesOp.Kind:
		s.Host, err = r.hostCopy(op)
	case poplar.RepeatOp.Kind:
		s.Repeat = &Repeat{Count: poplar.RepeatOp.Count(op)}
		s.Repeat.Body, err = r.steps(op.Region(0))
	case poplar.RepeatWhileOp.Kind:
		s.While = &While{}
		s.While.Predicate, s.While.Before, s.While.Body, err = r.decision(op)
	case poplar.IfOp.Kind:
		s.If = &If{}
		s.If.Predicate, s.If.Then, s.If.Otherwise, err = r.decision(op)
	case poplar.CallOp.Kind:
		name := poplar.CallOp.Callee(op)
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

// decision reads what a step depends on, and its two lists of steps.
func (r *reader) decision(op *ir.Operation) (p Predicate, first, second []Step, err error) {
	name := poplar.IfOp.Variable(op)
	if poplar.IfOp.Predicate(op) != nil {
		return p, nil, nil, r.unlowered(op)
	}
	k := slices.IndexFunc(r.p.Variables, func(v *Variable) bool { return v.Name == name })
	if k < 0 {
		var known []string
		for _, v := range r.p.Variables {
			known = append(known, v.Name)
		}
		return p, nil, nil, refused(op, "unknown-alloc", "there is no variable '%s'%s", name, diag.DidYouMean(name, known))
	}
	p = Predicate{r.p.Variables[k], poplar.IfOp.Element(op)}
	if !slices.ContainsFunc(p.Variable.Runs, func(run Run) bool { return p.Element >= run.Begin && p.Element < run.End }) {
		return p, nil, nil, refused(op, "alloc-range", "element %d of '%s' lies nowhere", p.Element, name)
	}
	if first, err = r.steps(op.Region(0)); err == nil {
		second, err = r.steps(op.Region(1))
	}
	return p, first, second, err
}

func (r *reader) hostCopy(op *ir.Operation) (*HostCopy, error) {
	kind := poplar.HostMovesOp
	t := kind.Type(op)
	c := &HostCopy{Name: kind.Name(op), Elem: t.Elem, Shape: t.Shape, ToHost: kind.Direction(op) == poplar.ToHost}
	if other := r.variables[c.Name]; other != nil {
		return nil, refused(op, "host-array", "array '%s' of the host has the name of a variable", c.Name).Note(other.Loc(), "the variable is here")
	}
	var err error
	c.Runs, err = r.runs(op, int64(r.p.Target.TypeSize(c.Elem)))
	return c, err
}
