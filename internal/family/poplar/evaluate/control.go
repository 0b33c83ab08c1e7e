package evaluate

import (
	"slices"

	"optc/diag"
	"optc/dialect/poplar"
	"optc/dialect/poplar/graph"
	"optc/internal/family/poplar/controlir"
	"optc/ir"
	"optc/ir/affine"
)

// predicate returns the element that a loop or a decision depends on.
func (e *evaluator) predicate(c controlir.Condition) (graph.Region, error) {
	if c.Tensor == nil {
		return graph.Region{}, c.Op.Errorf("expected a predicate; variables are named in lowered graphs only").WithCode(poplar.Codes + "unresolved")
	}
	r, err := graph.Predicate(e.Tensors[c.Tensor])
	if err != nil {
		return r, poplar.Diagnose(c.Op, err)
	}
	return r, nil
}

// step runs an operation inside of a program. Only some of these operations are steps: the others
// make the tensors that steps use.
func (e *evaluator) step(op *ir.Operation) (a graph.Action, isStep bool, err error) {
	before := len(e.Graph.Variables())
	if a, isStep, err = e.action(op); err != nil {
		return a, isStep, err
	}
	for _, v := range e.Graph.Variables()[before:] {
		if e.Created[v] == nil {
			e.Created[v] = op
		}
	}
	return a, isStep, nil
}

func (e *evaluator) action(op *ir.Operation) (a graph.Action, isStep bool, err error) {
	// Each of these five operations is a different action of a graph; the operations that only make tensors are in a table (steps).
	switch of := op.Typed().(type) {
	case poplar.ExecuteOp:
		name, err := e.name(op, of.Set(), of.Suffix())
		if err != nil {
			return nil, true, poplar.Diagnose(op, err)
		}
		set := e.sets[name]
		if set == nil {
			return nil, true, op.Errorf("expected a compute set that is declared before").WithCode(poplar.Codes + "unknown-symbol")
		}
		return graph.Execute{Set: set}, true, nil
	case poplar.CopyOp:
		c, err := graph.NewCopy(e.Tensors[of.Source()], e.Tensors[of.Destination()])
		if err != nil {
			return nil, true, poplar.Diagnose(op, err)
		}
		return c, true, nil
	case poplar.CopyToIPUOp:
		o := graph.CloneOptions{Name: of.Name(), Method: method(of.Method())}
		c, err := e.Graph.CopyToIPU(e.Tensors[of.Source()], toInt(of.IPU()), o)
		if err != nil {
			return nil, true, poplar.Diagnose(op, err)
		}
		e.Tensors[of.Clone()], e.Copies[op] = c.Clone, c.Copy
		return c.Copy, true, nil
	case poplar.CopyFromHostOp:
		return e.hostCopy(op, of.Suffix(), graph.HostCopy{Name: of.Name(), Tensor: e.Tensors[of.Tensor()]})
	case poplar.CopyToHostOp:
		return e.hostCopy(op, of.Suffix(), graph.HostCopy{Name: of.Name(), Tensor: e.Tensors[of.Tensor()], ToHost: true})
	}
	return nil, false, e.op(op)
}

// hostCopy checks a copy from or to the host. All copies of the same array have the
// same type and shape.
func (e *evaluator) hostCopy(op *ir.Operation, suffix affine.Map, c graph.HostCopy) (a graph.Action, isStep bool, err error) {
	fail := func(err error) (graph.Action, bool, error) { return nil, true, poplar.Diagnose(op, err) }
	if c.Name, err = e.name(op, c.Name, suffix); err != nil {
		return fail(err)
	}
	i, known := e.hosts[c.Name]
	if !known {
		e.hosts[c.Name] = len(e.Hosts)
		e.Hosts = append(e.Hosts, c)
	} else if t := e.Hosts[i].Tensor; t.Elem() != c.Tensor.Elem() || !slices.Equal(t.Shape(), c.Tensor.Shape()) {
		return fail(diag.Errorf("host-array", "array '%s' of the host has type %s and shape %v, but the view has %s and %v", c.Name,
			t.Elem(), t.Shape(), c.Tensor.Elem(), c.Tensor.Shape()))
	} else if !c.ToHost {
		e.Hosts[i] = c
	}
	if slices.Contains(e.Graph.HostNames(), c.Name) {
		return fail(diag.Errorf("host-array", "array '%s' of the host has the name of a variable", c.Name))
	}
	if !c.ToHost {
		if err := c.Tensor.CheckWritten("the view"); err != nil {
			return fail(err)
		}
	}
	return c, true, nil
}
