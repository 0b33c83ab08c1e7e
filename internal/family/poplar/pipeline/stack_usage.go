package poplar

import (
	"maps"
	"optc/dialect/poplar"
	"optc/dialect/poplar/vertex"
	"optc/ir"
	"optc/passes"
	"slices"
)

// PoplarStackUsage is poplar-stack-usage.
var StackUsage = &passes.Pass{
	Name:  "poplar-stack-usage",
	Title: "Compute the stack usage of functions and vertices",
	Doc: `Every function gets stack, the size in bytes of its frame and the deepest chain of
its callees; every vertex gets worker_stack, the stack of its entry point rounded
up to 8. A compute function that is not declared is declared with a frame
that is estimated from the compute region. The frame holds the values that are alive
at any point, as if none were in a register, and memory from memref.alloca. It also
holds the states for poplar.start, and the frames of the functions that func.call
reaches. If the stack
cannot be bounded, because of an allocation in a loop or a recursion, a
declaration is needed. The simulator checks the stack that is really used. In a module
with a graph, classes that no graph uses need no figures: what is unknown stays out.

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
	used := usedClasses(c, vertices)
	frames := newFrames()
	for v := range passes.Each(c, vertices) {
		codelet := poplar.VertexOf(v).Codelet()
		code := poplar.VertexOf(v).Compute()
		if code == nil || codelet.External || ops[codelet.Compute()] != nil {
			continue
		}
		frame, d := frames.of(code)
		if d != nil {
			if used[v] {
				c.Report(d.Note(v.Loc(), "a declared figure counts instead: poplar.function @\"%s\" total_stack(…)", codelet.Compute()))
			}
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
	unneeded := unneededFunctions(vertices, used, functions)
	problems = slices.DeleteFunc(problems, func(p vertex.StackProblem) bool { return unneeded[p.Function] })
	missing := map[string]*ir.Diagnostic{}
	for _, v := range vertices {
		if d := poplar.WithoutCode(v); d != nil {
			missing[poplar.VertexOf(v).Codelet().Compute()] = d
		}
	}
	for _, p := range problems {
		if d := missing[p.Function]; d != nil {
			c.Report(d)
			continue
		}
		at := ops[p.Function]
		if at == nil {
			at = callerOf(p.Function, functions, ops)
		}
		c.Report(at.OpError(poplar.Codes, p.Err))
	}
	if len(problems) > 0 {
		return changed, nil
	}
	for name, op := range ops {
		if n, known := usage[name]; known {
			rw.Modify(op, func() { ir.Cast[poplar.FunctionOp](op).SetStack(int64(n)) })
			changed = true
		}
	}
	for _, v := range vertices {
		vertexOp := ir.Cast[poplar.VertexOp](v)
		symbol := vertexOp.Symbol()
		if _, known := usage[symbol]; !known && !used[v] {
			continue
		}
		if ops[symbol] == nil {
			c.Report(v.Errorf("entry point must be declared before poplar-stack-usage").WithCode(poplar.Codes + "unresolved"))
			continue
		}
		rw.Modify(v, func() { vertexOp.SetWorkerStack(int64(vertex.WorkerStack(usage, []string{symbol}))) })
		changed = true
	}
	return changed, nil
}

// usedClasses returns the classes whose code the graphs of the module run, and the classes
// that their code starts. In a module without a graph these are all classes.
func usedClasses(c *passes.Context, vertices []*ir.Operation) map[*ir.Operation]bool {
	used := map[*ir.Operation]bool{}
	tables := ir.NewSymbolTables()
	var use func(class *ir.Operation)
	use = func(class *ir.Operation) {
		if class == nil || used[class] {
			return
		}
		used[class] = true
		for started := range poplar.VertexOf(class).Started(tables) {
			use(started)
		}
	}
	graphs := moduleOps(c, poplar.GraphOp{})
	if len(graphs) == 0 {
		for _, v := range vertices {
			use(v)
		}
	}
	for _, g := range graphs {
		ir.Walk(g, func(op *ir.Operation) ir.WalkResult {
			if ir.Is[poplar.AddVertexOp](op) || ir.Is[poplar.StateOp](op) {
				class, _ := poplar.ClassOf(op, tables) // an error is reported when the graph is evaluated
				use(class)
			}
			return ir.Advance
		})
	}
	return used
}

// unneededFunctions returns the functions that only classes reach which no graph uses.
func unneededFunctions(vertices []*ir.Operation, used map[*ir.Operation]bool, functions []vertex.Function) map[string]bool {
	unneeded := map[string]bool{}
	for _, v := range vertices {
		if !used[v] {
			unneeded[ir.Cast[poplar.VertexOp](v).Symbol()] = true
			unneeded[poplar.VertexOf(v).Codelet().Compute()] = true
		}
	}
	callees := map[string][]string{}
	for _, f := range functions {
		callees[f.Name] = slices.Concat(f.Calls, f.Indirect)
	}
	reached := func(roots []string) map[string]bool {
		seen := map[string]bool{}
		for len(roots) > 0 {
			name := roots[len(roots)-1]
			roots = roots[:len(roots)-1]
			if !seen[name] {
				seen[name] = true
				roots = append(roots, callees[name]...)
			}
		}
		return seen
	}
	roots := slices.Collect(maps.Keys(unneeded))
	var others []string
	for _, f := range functions {
		if !unneeded[f.Name] {
			others = append(others, f.Name)
		}
	}
	unneeded = reached(roots)
	for name := range reached(others) {
		delete(unneeded, name)
	}
	return unneeded
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
