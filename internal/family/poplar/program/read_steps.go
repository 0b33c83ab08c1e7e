package program

import (
	"slices"

	"optc/diag"
	"optc/dialect/poplar"
	"optc/dialect/poplar/tilemap"
	"optc/internal/family/poplar/controlir"
	"optc/ir"
)

// program reads the steps of a poplar.program.
func (r *reader) program(op *ir.Operation) (err error) {
	r.p.Steps, err = r.steps.Steps(op.Region(0))
	return err
}

// function reads a poplar.graph_function.
func (r *reader) function(op *ir.Operation) error {
	return r.steps.Function(ir.As[poplar.GraphFunctionOp](op))
}

// instruction reads a step without nested steps.
func (r *reader) instruction(op *ir.Operation) (a Instruction, isStep bool, err error) {
	// A lowered program has these four instructions; any other step was not lowered.
	switch of := op.Typed().(type) {
	case poplar.ExecuteOp:
		a.Set, err = r.named(op, of.Set())
	case poplar.ExchangeOp:
		a.Moves, err = r.moves(op)
	case poplar.ExchangeElementsOp:
		a.Transfer, err = r.transfer(op)
	case poplar.HostMovesOp:
		a.Host, err = r.hostTransfer(op)
	default:
		return a, true, r.unlowered(op)
	}
	return a, true, err
}

// predicate finds the element that a loop or a decision depends on.
func (r *reader) predicate(c controlir.Condition) (p Predicate, err error) {
	if c.Tensor != nil {
		return p, r.unlowered(c.Op)
	}
	variable, err := r.variable(c.Op, c.Variable)
	if err != nil {
		return p, err
	}
	p = Predicate{variable, c.Element}
	if !slices.ContainsFunc(p.Variable.Runs, func(run AllocRun) bool { return p.Element >= run.Begin && p.Element < run.End }) {
		return p, refused(c.Op, "alloc-range", "element %d of '%s' lies nowhere", p.Element, c.Variable)
	}
	return p, nil
}

// variable finds a variable by name. The error code is unknown-alloc.
func (r *reader) variable(op *ir.Operation, name string) (*Storage, error) {
	k := slices.IndexFunc(r.p.Variables, func(v *Storage) bool { return v.Name == name })
	if k >= 0 {
		return r.p.Variables[k], nil
	}
	var known []string
	for _, v := range r.p.Variables {
		known = append(known, v.Name)
	}
	return nil, refused(op, "unknown-alloc", "there is no variable '%s'%s", name, diag.DidYouMean(name, known))
}

// transfer reads a transfer between variables. The error codes are unknown-alloc,
// element-type, element-count and the codes of View.Check.
func (r *reader) transfer(op *ir.Operation) (*Transfer, error) {
	c := &Transfer{}
	exchangeElements := ir.Cast[poplar.ExchangeElementsOp](op)
	for i, e := range []poplar.Elements{exchangeElements.Source(), exchangeElements.Destination()} {
		variable, err := r.variable(op, e.Variable)
		if err != nil {
			return nil, err
		}
		v := &StorageView{Variable: variable, First: e.First}
		for k, n := range e.Counts {
			v.Loops = append(v.Loops, tilemap.Loop{Count: n, Step: e.Steps[k]})
		}
		if err := v.Check(i == 1); err != nil {
			return nil, poplar.Diagnose(op, err)
		}
		*[]*StorageView{&c.From, &c.To}[i] = *v
	}
	if from, to := c.From.Variable.Elem, c.To.Variable.Elem; from != to {
		return nil, refused(op, "element-type", "expected variables of one type, but '%s' has %s and '%s' has %s", c.From.Variable.Name, from, c.To.Variable.Name, to)
	}
	if from, to := c.From.NumElems(), c.To.NumElems(); from != to {
		return nil, refused(op, "element-count", "expected as many elements on both sides, but got %d and %d", from, to)
	}
	return c, nil
}

func (r *reader) hostTransfer(op *ir.Operation) (*HostTransfer, error) {
	hostMoves := ir.Cast[poplar.HostMovesOp](op)
	t := hostMoves.Type()
	c := &HostTransfer{Name: hostMoves.Name(), Elem: t.Elem, Shape: t.Shape, ToHost: hostMoves.Direction() == poplar.ToHost}
	if other := r.variables[c.Name]; other != nil {
		return nil, refused(op, "host-array", "array '%s' of the host has the name of a variable", c.Name).Note(other.Loc(), "the variable is here")
	}
	var err error
	c.Runs, err = r.runs(op, int64(r.p.Target.TypeSize(c.Elem)))
	return c, err
}
