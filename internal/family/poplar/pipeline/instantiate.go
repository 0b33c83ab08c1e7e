package poplar

import (
	"errors"
	"slices"

	"optc/dialect/poplar"
	"optc/ir"
	"optc/passes"
)

// PoplarInstantiate is poplar-instantiate.
var Instantiate = &passes.Pass{
	Name:  "poplar-instantiate",
	Title: "Instantiate vertex templates",
	Doc: `Replaces every poplar.instantiate by the vertex that it names, evaluating the
predicates of the template, and removes the templates.

    poplar.vertex_template @"demo::Scale" params(T : type, inplace : i1) worker external(T == f16 && !inplace) {
      poplar.field @src : !poplar.in<vec<$T, ONE_PTR>> when(!inplace)
      poplar.field @dst : !poplar.inout<vec<$T>>
    }
    poplar.instantiate @"demo::Scale"<f16, true>

becomes

    poplar.vertex @"demo::Scale<half, true>" worker {
      poplar.field @dst : !poplar.inout<vec<f16>>
    }

The compute region of a template is copied into compiled instances; external ones have
none. Generic code is read for each of them.`,
	Anchor:   []ir.OpKind{ir.ModuleOp{}},
	Dialects: []string{"poplar"},
	Guarantees: []passes.Condition{{Text: "there are no vertex templates", Check: func(op *ir.Operation) *ir.Diagnostic {
		for o := range op.Body().Ops() {
			if ir.Is[poplar.VertexTemplateOp](o) || ir.Is[poplar.InstantiateOp](o) {
				return o.Errorf("must be instantiated").WithCode(poplar.Codes + "unresolved")
			}
		}
		return nil
	}}},
	Run: runPoplarInstantiate,
}

func runPoplarInstantiate(c *passes.Context) (changed bool, err error) {
	rw := c.Rewriter(nil)
	templates := map[string]*ir.Operation{}
	for _, t := range moduleOps(c, poplar.VertexTemplateOp{}) {
		templates[ir.SymbolName(t)] = t
	}
	existing := map[string]*ir.Operation{}
	for _, v := range moduleOps(c, poplar.VertexOp{}) {
		existing[ir.SymbolName(v)] = v
	}
	for op := range passes.Each(c, moduleOps(c, poplar.InstantiateOp{})) {
		instantiateOp := ir.Cast[poplar.InstantiateOp](op)
		t := poplar.TemplateOf(templates[instantiateOp.Template()])
		bound, err := t.Bind(instantiateOp.Args())
		if err != nil {
			c.Report(op.OpError(poplar.Codes, err))
			continue
		}
		name := t.InstanceName(bound)
		if first := existing[name]; first != nil {
			c.Report(op.Errorf("'%s' exists already", name).WithCode(poplar.Codes+"instance-twice").Note(first.Loc(), "the first one is here"))
			continue
		}
		changed = true
		v, err := instantiate(c, rw, op, t, name, bound)
		if err != nil {
			for _, d := range diagnosed(t.Operation, err) {
				c.Report(d.Note(op.Loc(), "in the instance '%s'", name))
			}
			continue
		}
		existing[name] = v
		rw.Erase(op)
	}
	if c.Failed() {
		return changed, nil
	}
	for _, t := range templates {
		rw.Erase(t)
		changed = true
	}
	return changed, nil
}

// diagnosed returns the diagnostics that an error about a template consists of.
func diagnosed(template *ir.Operation, err error) []*ir.Diagnostic {
	var list ir.Errors
	if errors.As(err, &list) {
		return list
	}
	return []*ir.Diagnostic{poplar.Diagnose(template, err)}
}

// instantiate builds the vertex of an instantiation before op.
func instantiate(c *passes.Context, rw *ir.Rewriter, op *ir.Operation, t poplar.TemplateView, name string, args map[string]poplar.TemplateArg) (*ir.Operation, error) {
	external := false
	if text := ir.Cast[poplar.VertexTemplateOp](t.Operation).External(); text != "" {
		var err error
		if external, err = poplar.EvalPredicate(text, args); err != nil {
			return nil, err
		}
	}
	kind, err := t.VertexKind(args)
	if err != nil {
		return nil, err
	}
	rw.Before(op).Loc = op.Loc()
	v := poplar.NewVertex(rw, name, kind, external).Operation()
	rw.Modify(v, func() { v.SetDiscardable(t.Discardable()) })
	rw.AtEnd(v.Body())
	for member := range t.Body().Ops() {
		if when := poplar.When(member); when != "" {
			holds, err := poplar.EvalPredicate(when, args)
			if err != nil {
				return nil, poplar.Diagnose(member, err)
			}
			if !holds {
				continue
			}
		}
		if ir.Is[poplar.ComputeOp](member) && external {
			continue
		}
		if generic := poplar.GenericOf(member); generic.IsGeneric() {
			if member, err = generic.Instantiate(c, args); err != nil {
				return nil, err
			}
		}
		m := rw.Clone(member, nil)
		poplar.ClearWhen(rw, m)
		if ir.Is[poplar.FieldOp](m) {
			if err := bindField(rw, m, args); err != nil {
				return nil, poplar.Diagnose(m, err)
			}
		}
	}
	return v, nil
}

// bindField gives a field the type that its template arguments make, and its default
// value the type of that.
func bindField(rw *ir.Rewriter, f *ir.Operation, args map[string]poplar.TemplateArg) error {
	s, ok := poplar.FieldOf(f).IRType().(*poplar.TemplateType)
	if !ok {
		return nil
	}
	bound, err := s.Bind(args)
	if err != nil {
		return err
	}
	fieldOp := ir.Cast[poplar.FieldOp](f)
	rw.Modify(f, func() { fieldOp.SetType(bound) })
	ctx := rw.Context()
	field, _ := poplar.FieldTypeOf(bound)
	t := poplar.ValueType(ctx, field.Elem)
	// The verifier of the field reports a value that is not a number of the type.
	switch v := fieldOp.Value().(type) {
	case nil:
	case *ir.ArrayAttr:
		elems := slices.Clone(v.Elems)
		for i, e := range elems {
			if n, err := poplar.Number(t, e); err == nil {
				elems[i] = n
			}
		}
		rw.Modify(f, func() { fieldOp.SetValue(ctx.Array(elems)) })
	default:
		if n, err := poplar.Number(t, v); err == nil {
			rw.Modify(f, func() { fieldOp.SetValue(n) })
		}
	}
	return nil
}
