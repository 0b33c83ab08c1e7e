package poplar

import (
	"iter"

	"optc/diag"
	"optc/dialect/poplar"
	"optc/dialect/poplar/target"
	"optc/internal/family/poplar/evaluate"
	"optc/ir"
	"optc/passes"
)

// The poplar passes run on a module. Vertices are compiled for the target of the module,
// or, if it has none, for the only target that its graphs name.

// vertexTarget returns the effective target of the vertices of a module. It reports a
// missing or ambiguous target at the operation that needs it.
func vertexTarget(c *passes.Context, user *ir.Operation) (target.Target, bool) {
	t, missing := poplar.RequiredTarget(c.Op, user)
	if missing == nil {
		return t, true
	}
	var found *poplar.TargetAttr
	for op := range c.Op.Body().Ops() {
		graph := ir.As[poplar.GraphOp](op)
		if !graph.Ok() {
			continue
		}
		a := graph.Target()
		if found != nil && a != nil && a != found {
			c.Report(op.Errorf("expected one target for the vertices of the module, but its graphs have '%s' and '%s'", found, a).
				WithCode(poplar.Codes + "target-missing"))
			return target.Target{}, false
		}
		if a != nil {
			found = a
		}
	}
	if found == nil {
		c.Report(missing)
		return target.Target{}, false
	}
	return found.Target, true
}

// The evaluation of a graph; see package evaluate. Passes that do not change the graph
// share an evaluation.
var (
	tensorEvaluation = &passes.Analysis[*evaluate.Evaluation]{Name: "poplar-tensors", Compute: evaluate.Tensors}
	graphEvaluation  = &passes.Analysis[*evaluate.Evaluation]{Name: "poplar-graph", Compute: evaluate.Graph}
)

// moduleOps returns the operations of a kind directly inside the module.
func moduleOps(c *passes.Context, kind ir.OpKind) []*ir.Operation { return passes.OpsIn(c.Op, kind) }

// assertions checks the operations of a kind, directly inside another operation, that a
// pass can check, and removes those that hold. check returns nil if an assertion holds.
func assertions(c *passes.Context, around *ir.Operation, kind ir.OpKind, check func(op *ir.Operation) *ir.Diagnostic) (changed bool) {
	rw := c.Rewriter(nil)
	for op := range passes.Each(c, passes.OpsIn(around, kind)) {
		if d := check(op); d != nil {
			c.Report(d)
			continue
		}
		rw.Erase(op)
		changed = true
	}
	return changed
}

// assertFailed returns the message for a failed assertion.
func assertFailed(op *ir.Operation, want, got any) *ir.Diagnostic {
	return op.Errorf("expected %v, found %v", want, got).WithCode(poplar.Codes + "assert-failed")
}

// namedVertex returns the vertex of a name, which op uses.
func namedVertex(c *passes.Context, op *ir.Operation, name string) (poplar.VertexView, *ir.Diagnostic) {
	var known []string
	for _, v := range moduleOps(c, poplar.VertexOp{}) {
		if ir.SymbolName(v) == name {
			return poplar.VertexOf(v), nil
		}
		known = append(known, ir.SymbolName(v))
	}
	return poplar.VertexView{}, op.Errorf("there is no vertex '%s'%s", name, diag.DidYouMean(name, known)).WithCode(poplar.Codes + "unknown-vertex")
}

func unknownField(op *ir.Operation, vertex, name string, known []string) *ir.Diagnostic {
	return op.Errorf("'%s' has no field '%s'%s", vertex, name, diag.DidYouMean(name, known)).WithCode(poplar.Codes + "unknown-field")
}

// unlowered yields the graphs of the module that are not lowered yet, until the run
// ends.
func unlowered(c *passes.Context) iter.Seq[*ir.Operation] {
	return func(yield func(*ir.Operation) bool) {
		for _, g := range moduleOps(c, poplar.GraphOp{}) {
			if !poplar.IsLowered(g) && (c.Err() != nil || !yield(g)) {
				return
			}
		}
	}
}
