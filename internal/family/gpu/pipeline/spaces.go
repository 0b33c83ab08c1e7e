package gpu

import (
	"optc/dialect/gpu"
	"optc/dialect/memref"
	"optc/ir"
)

// placeMemories gives the arguments of a kernel the memory space global, its buffers of a thread the
// memory space private, and views the space of their memory. A memory gets no space if an operation
// uses it other than to access it or to make a view.
func placeMemories(rw *ir.Rewriter, kernel gpu.FuncOp) {
	op := kernel.Operation()
	rw.Modify(op, func() {
		for _, a := range op.Body().Args() {
			setSpace(a, gpu.GlobalMemory)
		}
		ir.Walk(op, func(o *ir.Operation) ir.WalkResult {
			if alloca := ir.As[memref.AllocaOp](o); alloca.Ok() {
				setSpace(alloca.Memref(), gpu.PrivateMemory)
			}
			return ir.Advance
		})
		kernel.SetFunctionType(ir.ContextOf(op).Function(op.Body().ArgTypes(), nil))
	})
}

// setSpace gives a memref that has no space, and the views of the memref, the types that the function in returns.
func setSpace(v *ir.Value, in func(*ir.MemRefType) *ir.MemRefType) {
	if t, ok := v.Type().(*ir.MemRefType); !ok || t.Space != nil {
		return
	}
	views, ok := viewsOf(v)
	if !ok {
		return
	}
	for _, x := range views {
		x.SetType(in(x.Type().(*ir.MemRefType)))
	}
}

// movesFrom reports whether an operation moves elements between a memory and another value.
func movesFrom(op *ir.Operation, memory *ir.Value) bool {
	a, ok := ir.MoveOf(op)
	return ok && a.Memory == memory
}

// viewsOf returns a memref and its views; ok is false if an operation passes one of them on other
// than as a view.
func viewsOf(v *ir.Value) (list []*ir.Value, ok bool) {
	list = []*ir.Value{v}
	for i := 0; i < len(list); i++ {
		for use := list[i].FirstUse(); use != nil; use = use.Next() {
			op := use.Owner()
			switch {
			case ir.Is[memref.DimOp](op), movesFrom(op, list[i]):
			case op.NumResults() == 1 && ir.ViewedElements(op.Result(0)) == list[i], ir.Is[memref.ViewOp](op):
				list = append(list, op.Result(0))
			default:
				return nil, false
			}
		}
	}
	return list, true
}
