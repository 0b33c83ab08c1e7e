package gpu

import (
	"optc/dialect/gpu"
	"optc/dialect/memref"
	"optc/dialect/vector"
	"optc/ir"
)

// placeArguments gives the arguments of a kernel, and the views of them, the memory space global.
// An argument that an operation uses in another way than to access memory or to make a view stays
// without a space.
func placeArguments(rw *ir.Rewriter, kernel gpu.FuncOp) {
	op := kernel.Operation()
	rw.Modify(op, func() {
		for _, a := range op.Body().Args() {
			if t, ok := a.Type().(*ir.MemRefType); !ok || t.Space != nil {
				continue
			}
			views, ok := viewsOf(a)
			if !ok {
				continue
			}
			for _, v := range views {
				v.SetType(gpu.GlobalMemory(v.Type().(*ir.MemRefType)))
			}
		}
		kernel.SetFunctionType(ir.ContextOf(op).Function(op.Body().ArgTypes(), nil))
	})
}

// viewsOf returns a memref and the views of it; ok is false if an operation passes one of them on
// in another way.
func viewsOf(v *ir.Value) (list []*ir.Value, ok bool) {
	list = []*ir.Value{v}
	for i := 0; i < len(list); i++ {
		for use := list[i].FirstUse(); use != nil; use = use.Next() {
			op := use.Owner()
			switch {
			case ir.IsAny(op, memref.LoadOp{}, memref.StoreOp{}, memref.DimOp{}, vector.LoadOp{}, vector.StoreOp{}):
			case op.NumResults() == 1 && viewed(op.Result(0)) == list[i]:
				list = append(list, op.Result(0))
			default:
				return nil, false
			}
		}
	}
	return list, true
}
