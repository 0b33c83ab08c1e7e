package evaluate

import (
	"slices"

	"optc/diag"
	"optc/dialect/poplar"
	"optc/internal/poplar/graph"
	"optc/ir"
)

// sequence runs the steps of a region, which may be empty.
func (e *evaluator) sequence(r *ir.Region) (*graph.Sequence, error) {
	s := &graph.Sequence{}
	if r.Empty() {
		return s, nil
	}
	return s, e.steps(r.Front(), s)
}

// control returns the step for an operation that contains steps, or that transfers data
// from or to the host.
func (e *evaluator) control(op *ir.Operation) (graph.Step, error) {
	switch op.Kind() {
	case poplar.RepeatKind.Kind():
		body, err := e.sequence(op.Region(0))
		return &graph.Repeat{Count: poplar.RepeatKind.Count(op), Body: body}, err
	case poplar.RepeatWhileKind.Kind(), poplar.IfKind.Kind():
		return e.decision(op)
	case poplar.CallKind.Kind():
		name := poplar.CallKind.Callee(op)
		body := e.functions[name]
		if body == nil {
			return nil, op.Errorf("expected a function that is declared before").WithCode(poplar.Codes + "unknown-symbol")
		}
		return graph.Call{Name: name, Body: body}, nil
	}
	return e.hostCopy(op)
}

func (e *evaluator) decision(op *ir.Operation) (graph.Step, error) {
	p := poplar.IfKind.Predicate(op)
	if p == nil {
		return nil, op.Errorf("expected a predicate; variables are named in lowered graphs only").WithCode(poplar.Codes + "unresolved")
	}
	predicate, err := graph.Predicate(e.Tensors[p])
	if err != nil {
		return nil, poplar.Diagnose(op, err)
	}
	first, err := e.sequence(op.Region(0))
	if err != nil {
		return nil, err
	}
	second, err := e.sequence(op.Region(1))
	if poplar.IfKind.Is(op) {
		return &graph.If{Predicate: predicate, Then: first, Otherwise: second}, err
	}
	return &graph.RepeatWhile{Predicate: predicate, Before: first, Body: second}, err
}

// hostCopy returns a copy from or to the host. All copies of the same array have the same
// type and shape.
func (e *evaluator) hostCopy(op *ir.Operation) (graph.Step, error) {
	kind := poplar.CopyToHostKind
	c := graph.HostCopy{Name: kind.Name(op), Tensor: e.Tensors[kind.Tensor(op)], ToHost: kind.Is(op)}
	fail := func(err error) (graph.Step, error) { return nil, poplar.Diagnose(op, err) }
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
	if !c.ToHost && c.Tensor.ContainsConstant() {
		return fail(diag.Errorf("connect-const", "the view is written but shows constants"))
	}
	if !c.ToHost && c.Tensor.ContainsAliases() {
		return fail(diag.Errorf("connect-alias", "the view is written but shows aliases"))
	}
	return c, nil
}
