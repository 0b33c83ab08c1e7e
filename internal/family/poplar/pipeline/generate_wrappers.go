package poplar

import (
	"optc/dialect/poplar"
	"optc/dialect/poplar/vertex"
	"optc/ir"
	"optc/passes"
)

// PoplarGenerateWrappersOptions are the options of PoplarGenerateWrappers.
type GenerateWrappersOptions struct {
	WrapperFrame int64 `opt:"wrapper-frame" help:"bytes of stack that a wrapper itself uses"`
}

// PoplarGenerateWrappers is poplar-generate-wrappers.
var GenerateWrappers = &passes.Pass{
	Name:  "poplar-generate-wrappers",
	Title: "Declare the entry points of compiled vertices and check the entry points of external vertices",
	Doc: `A compiled vertex gets a wrapper with its symbol, because a tile calls vertices by
a special convention and compute is an ordinary method; an external vertex must
have a poplar.function with its symbol.

    poplar.function @__runCodelet_demo__Blend___half own_stack(0) calls(@"demo::Blend<half>::compute") wrapper(multi)`,
	Options:  GenerateWrappersOptions{},
	Anchor:   []ir.OpKind{ir.ModuleOp{}},
	Dialects: []string{"poplar"},
	Run:      runPoplarGenerateWrappers,
}

func runPoplarGenerateWrappers(c *passes.Context) (changed bool, err error) {
	vertices := moduleOps(c, poplar.VertexOp{})
	if len(vertices) == 0 {
		return false, nil
	}
	t, ok := vertexTarget(c, vertices[0])
	if !ok {
		return false, nil
	}
	functions := map[string]*ir.Operation{}
	for _, f := range moduleOps(c, poplar.FunctionOp{}) {
		functions[ir.SymbolName(f)] = f
	}
	frame := passes.OptionsOf[GenerateWrappersOptions](c).WrapperFrame
	for v := range passes.Each(c, vertices) {
		symbol := ir.Cast[poplar.VertexOp](v).Symbol()
		if symbol == "" {
			c.Report(v.Errorf("name must be mangled before poplar-generate-wrappers").WithCode(poplar.Codes + "unresolved"))
			continue
		}
		f := functions[symbol]
		if f != nil && ir.Cast[poplar.FunctionOp](f).Wrapper() != "" {
			continue // a wrapper made by an earlier run
		}
		w, needed, err := vertex.WrapperOf(&t, poplar.VertexOf(v).Codelet(), symbol, f != nil)
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

// addWrapper declares a wrapper after its vertex.
func addWrapper(c *passes.Context, v *ir.Operation, w vertex.Wrapper, frame int64) *ir.Operation {
	rw := c.Rewriter(nil)
	rw.After(v).Loc = v.Loc()
	return poplar.NewWrapper(rw, w.Symbol, frame, w.Compute, w.Kind).Operation()
}
