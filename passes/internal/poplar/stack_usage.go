package poplar

import (
	"optc/dialect/poplar"
	"optc/dialect/poplar/vertex"
	"optc/ir"
	"optc/passes"
)

// PoplarStackUsage is poplar-stack-usage.
var StackUsage = &passes.Pass{
	Name:  "poplar-stack-usage",
	Title: "Compute the stack usage of functions and vertices",
	Doc: `Every function gets stack, the size in bytes of its frame and the deepest chain of
its callees; every vertex gets worker_stack, the stack of its entry point rounded
up to 8. A compute function that is not declared is declared with a frame
estimated from the compute region: the most bytes of values that are alive at any
point, as if none were in a register, memory from memref.alloca, the states for
poplar.start, and the frames of the functions that func.call reaches. If the stack
cannot be bounded, because of an allocation in a loop or a recursion, a
declaration is needed. The simulator checks the stack that is really used.

    poplar.function @f own_stack(24) calls(@g)      stack = 32
    poplar.function @g own_stack(8)                 stack = 8`,
	Anchor:   []ir.OpKind{ir.ModuleOp{}},
	Dialects: []string{"poplar"},
	Run:      runPoplarStackUsage,
}

func runPoplarStackUsage(c *passes.Context) (changed bool, err error) {
	rw := c.Rewriter(nil)
	ops := map[string]*ir.Operation{}
	var functions []vertex.Function
	add := func(op *ir.Operation) {
		ops[ir.SymbolName(op)] = op
		functions = append(functions, poplar.FunctionOf(op))
	}
	for _, op := range moduleOps(c, poplar.FunctionOp{}) {
		add(op)
	}
	vertices := moduleOps(c, poplar.VertexOp{})
	frames := newFrames()
	for v := range passes.Each(c, vertices) {
		codelet := poplar.VertexOf(v).Codelet()
		code := poplar.VertexOf(v).Compute()
		if code == nil || codelet.External || ops[codelet.Compute()] != nil {
			continue
		}
		frame, d := frames.of(code)
		if d != nil {
			c.Report(d.Note(v.Loc(), "a declared figure counts instead: poplar.function @\"%s\" total_stack(…)", codelet.Compute()))
			continue
		}
		rw.After(v).Loc = code.Loc()
		add(poplar.NewFunction(rw, codelet.Compute(), frame).Operation())
		changed = true
	}
	if c.Err() != nil || c.Failed() {
		return changed, nil
	}
	usage, problems := vertex.StackUsage(functions)
	for _, p := range problems {
		at := ops[p.Function]
		if at == nil {
			at = callerOf(p.Function, functions, ops)
		}
		c.Report(at.OpError(poplar.Codes, p.Err))
	}
	if problems != nil {
		return changed, nil
	}
	for name, op := range ops {
		rw.Modify(op, func() { ir.Cast[poplar.FunctionOp](op).SetStack(int64(usage[name])) })
		changed = true
	}
	for _, v := range vertices {
		vertexOp := ir.Cast[poplar.VertexOp](v)
		symbol := vertexOp.Symbol()
		if ops[symbol] == nil {
			c.Report(v.Errorf("entry point must be declared before poplar-stack-usage").WithCode(poplar.Codes + "unresolved"))
			continue
		}
		rw.Modify(v, func() { vertexOp.SetWorkerStack(int64(vertex.WorkerStack(usage, []string{symbol}))) })
		changed = true
	}
	return changed, nil
}

// callerOf returns the first function that calls a function which is declared
// nowhere.
func callerOf(name string, functions []vertex.Function, ops map[string]*ir.Operation) *ir.Operation {
	for _, f := range functions {
		for _, callees := range [][]string{f.Calls, f.Indirect} {
			for _, callee := range callees {
				if callee == name {
					return ops[f.Name]
				}
			}
		}
	}
	return nil
}
