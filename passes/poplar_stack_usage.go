package passes

import (
	"optc/dialect/poplar"
	"optc/dialect/poplar/vertex"
	"optc/ir"
)

// PoplarStackUsage is poplar-stack-usage.
var PoplarStackUsage = &Pass{
	Name:  "poplar-stack-usage",
	Title: "Compute the stack usage of functions and vertices",
	Doc: `Every function gets stack, its frame and that of the deepest chain of callees, in bytes;
every vertex gets worker_stack, that of its entry point rounded up to 8. A compute function
that is not declared is declared with a frame estimated from the compute region: the most
bytes of values that are alive at one point, as if none were in a register.

    poplar.function @f own_stack(24) calls(@g)      stack = 32
    poplar.function @g own_stack(8)                 stack = 8`,
	Anchor:   []ir.OpKind{ir.Module},
	Dialects: []string{"poplar"},
	Run:      runPoplarStackUsage,
}

func runPoplarStackUsage(c *Context) (changed bool, err error) {
	rw := c.Rewriter(nil)
	ops := map[string]*ir.Operation{}
	var functions []vertex.Function
	add := func(op *ir.Operation) {
		ops[ir.SymbolName(op)] = op
		functions = append(functions, poplar.FunctionOf(op))
	}
	for _, op := range moduleOps(c, poplar.FunctionOp) {
		add(op)
	}
	vertices := moduleOps(c, poplar.VertexOp)
	for v := range each(c, vertices) {
		codelet := poplar.VertexOf(v).Codelet()
		code := poplar.VertexOf(v).Compute()
		if code == nil || codelet.External || ops[codelet.Compute()] != nil {
			continue
		}
		rw.After(v).Loc = code.Loc()
		add(poplar.FunctionOp.Build(rw, codelet.Compute(), frameOf(code.Region(0))))
		changed = true
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
		poplar.FunctionOp.SetStack(rw, op, usage[name])
		changed = true
	}
	for _, v := range vertices {
		symbol := poplar.VertexOp.Symbol(v)
		if ops[symbol] == nil {
			c.Report(v.Errorf("entry point must be declared before poplar-stack-usage").WithCode(poplar.Codes + "unresolved"))
			continue
		}
		poplar.VertexOp.SetWorkerStack(rw, v, vertex.WorkerStack(usage, []string{symbol}))
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

// frameOf estimates the frame of code in bytes: the largest sum of the sizes of
// values that are alive at one point, rounded up to 8.
func frameOf(r *ir.Region) int64 { return (liveBytes(r) + 7) &^ 7 }

// liveBytes is the largest number of bytes that values defined in a region need
// at one point. A value lives from its definition to its last use in its block,
// where a use inside a nested operation counts as one by that operation; a value
// that another block uses lives to the end of its block.
func liveBytes(r *ir.Region) int64 {
	var most int64
	for b := range r.Blocks() {
		var live int64
		ends := map[*ir.Operation]int64{} // bytes that die at an operation
		begin := func(v *ir.Value) {
			n := valueBytes(v.Type())
			live += n
			if last := lastUse(v, b); last != nil {
				ends[last] += n
			}
		}
		for _, a := range b.Args() {
			begin(a)
		}
		most = max(most, live)
		for op := range b.Ops() {
			for _, v := range op.Results() {
				begin(v)
			}
			var inside int64
			for nested := range op.Regions() {
				inside = max(inside, liveBytes(nested))
			}
			most = max(most, live+inside)
			live -= ends[op]
			for _, v := range op.Results() {
				if v.Unused() {
					live -= valueBytes(v.Type())
				}
			}
		}
	}
	return most
}

// lastUse returns the operation of block b with the last use of v, or nil when v
// is unused or lives to the end of the block.
func lastUse(v *ir.Value, b *ir.Block) *ir.Operation {
	var last *ir.Operation
	for u := v.FirstUse(); u != nil; u = u.Next() {
		user := u.Owner()
		for user != nil && user.Block() != b {
			user = user.Parent()
		}
		if user == nil {
			return nil
		}
		if last == nil || last.IsBefore(user) {
			last = user
		}
	}
	return last
}

// valueBytes is the size of a value in a frame: vectors in full, memrefs and rows
// as address and size, numbers in whole words.
func valueBytes(t ir.Type) int64 {
	const word = 4
	switch t := t.(type) {
	case *ir.VectorType:
		n, _ := ir.NumElements(t.Shape())
		return n * max(1, int64(ir.ElementBytes(t.Elem)))
	case *ir.MemRefType, *poplar.RowsType:
		return 2 * word
	case *ir.IntegerType:
		return (int64(t.Width) + 31) / 32 * word
	case *ir.FloatType:
		return (int64(t.Kind.Bits) + 31) / 32 * word
	}
	return word
}
