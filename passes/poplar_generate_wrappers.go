package passes

import (
	"optc/dialect/poplar"
	"optc/dialect/poplar/vertex"
	"optc/ir"
)

// PoplarGenerateWrappersOptions are the options of PoplarGenerateWrappers.
type PoplarGenerateWrappersOptions struct {
	WrapperFrame int64 `opt:"wrapper-frame" help:"bytes of stack that a wrapper itself uses"`
}

// PoplarGenerateWrappers is poplar-generate-wrappers.
var PoplarGenerateWrappers = &Pass{
	Name:  "poplar-generate-wrappers",
	Title: "Declare the entry points of compiled vertices and check those of external ones",
	Doc: `A compiled vertex gets a wrapper with its symbol, because a tile calls vertices in a
way of its own and compute is an ordinary method; an external vertex must have a
poplar.function of its symbol.

    poplar.function @__runCodelet_demo__Blend___half own_stack(0) calls(@"demo::Blend<half>::compute") wrapper(multi)`,
	Options:  PoplarGenerateWrappersOptions{},
	Anchor:   []ir.OpKind{ir.Module},
	Dialects: []string{"poplar"},
	Run:      runPoplarGenerateWrappers,
}

func runPoplarGenerateWrappers(c *Context) (changed bool, err error) {
	vertices := moduleOps(c, poplar.VertexOp)
	if len(vertices) == 0 {
		return false, nil
	}
	t, ok := vertexTarget(c, vertices[0])
	if !ok {
		return false, nil
	}
	functions := map[string]*ir.Operation{}
	for _, f := range moduleOps(c, poplar.FunctionOp) {
		functions[ir.SymbolName(f)] = f
	}
	frame := OptionsOf[PoplarGenerateWrappersOptions](c).WrapperFrame
	for _, v := range vertices {
		symbol, ok := v.Attr("symbol").(*ir.StringAttr)
		if !ok {
			c.Report(v.Errorf("name must be mangled before poplar-generate-wrappers").WithCode(poplar.Codes + "unresolved"))
			continue
		}
		f := functions[symbol.Value]
		if f != nil && f.Attr("wrapper") != nil {
			continue // made by an earlier run
		}
		w, needed, err := vertex.WrapperOf(&t, poplar.VertexOf(v).Codelet(), symbol.Value, f != nil)
		if err != nil {
			d := v.OpError(poplar.Codes, err)
			if f != nil {
				d.Note(f.Loc(), "the function is declared here")
			}
			c.Report(d)
			continue
		}
		if needed {
			functions[w.Symbol] = addWrapper(c, v, w, frame)
			changed = true
		}
	}
	return changed, nil
}

// addWrapper declares a wrapper behind its vertex.
func addWrapper(c *Context, v *ir.Operation, w vertex.Wrapper, frame int64) *ir.Operation {
	kind := "vertex"
	if w.Kind == vertex.Multi {
		kind = "multi"
	}
	b := c.Rewriter(nil).Builder
	b.After(v).Loc = v.Loc()
	return b.Op(poplar.FunctionOp, nil, nil,
		ir.NamedAttr{Name: "sym_name", Value: c.IR.Str(w.Symbol)},
		ir.NamedAttr{Name: "own_stack", Value: c.IR.I64Attr(frame)},
		ir.NamedAttr{Name: "calls", Value: c.IR.Array([]ir.Attribute{c.IR.SymbolRef(w.Compute)})},
		ir.NamedAttr{Name: "wrapper", Value: c.IR.Str(kind)})
}
