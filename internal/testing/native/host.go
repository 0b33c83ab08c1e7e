package native

import (
	"fmt"

	"optc/dialect/arith"
	fn "optc/dialect/func"
	"optc/dialect/gpu"
	"optc/ir"
)

// The functions of the runtime.
const (
	positionFunction = "optc_position"
	barrierFunction  = "optc_barrier"
	shuffleFunction  = "optc_shuffle"
)

// The questions that optc_position answers.
const (
	threadID = iota
	blockID
	blockDim
	gridDim
	laneID
)

// hostFunction replaces the kernel of a gpu.module by a function for this machine in the body of a
// module: its workgroup memory is the last argument, memrefs have no memory space, and operations
// of gpu call the runtime. Operations at which threads synchronize pass their number, so that the
// runtime notices threads that wait at different operations.
func hostFunction(into *ir.Operation, kernel *ir.Operation, name string) error {
	c := ir.ContextOf(into)
	h := &host{rw: ir.NewRewriter(c, nil)}
	copied := ir.Clone(kernel, &ir.Arena{}, nil)
	body := copied.Region(0)
	plain := func(v *ir.Value) {
		if t, ok := v.Type().(*ir.MemRefType); ok && t.Space != nil {
			v.SetType(ir.MemRef(t.Dims, t.Elem, t.Layout, nil))
		}
	}
	var ops []*ir.Operation
	ir.Walk(copied, func(op *ir.Operation) ir.WalkResult {
		for _, v := range op.Results() {
			plain(v)
		}
		if op != copied {
			ops = append(ops, op)
		}
		return ir.Advance
	})
	for _, a := range body.Front().Args() {
		plain(a)
	}
	for _, op := range ops {
		h.rw.Before(op).Loc = op.Loc()
		if err := h.replace(op); err != nil {
			return err
		}
	}
	h.rw.AtEnd(into.Body())
	f := fn.NewFunc(h.rw, c.Function(body.Front().ArgTypes(), nil), name)
	f.Body().TakeBody(body)
	return nil
}

// host rewrites the operations of a kernel.
type host struct {
	rw    *ir.Rewriter
	sites int64
}

func (h *host) i32(v int64) *ir.Value { return arith.ConstantInt(h.rw, h.rw.Context().I32(), v) }

// site returns the number of the next operation at which threads synchronize.
func (h *host) site() *ir.Value {
	h.sites++
	return h.i32(h.sites)
}

func (h *host) call(function string, result ir.Type, operands ...*ir.Value) *ir.Value {
	var types []ir.Type
	if result != nil {
		types = append(types, result)
	}
	op := fn.NewCall(h.rw, h.rw.Context().SymbolRef(function), types, operands...).Operation()
	if result == nil {
		return nil
	}
	return op.Result(0)
}

// position queries a position or a size from the runtime.
func (h *host) position(op *ir.Operation, what int64, dim gpu.Dimension) {
	h.rw.Replace(op, h.call(positionFunction, h.rw.Context().Index(), h.i32(what), h.i32(int64(dim))))
}

func (h *host) replace(op *ir.Operation) error {
	// A helper of tests: each of these operations becomes a call of another function of its runtime.
	switch o := op.Typed().(type) {
	case gpu.ThreadIDOp:
		h.position(op, threadID, o.Dimension())
	case gpu.BlockIDOp:
		h.position(op, blockID, o.Dimension())
	case gpu.BlockDimOp:
		h.position(op, blockDim, o.Dimension())
	case gpu.GridDimOp:
		h.position(op, gridDim, o.Dimension())
	case gpu.LaneIDOp:
		h.position(op, laneID, gpu.X)
	case gpu.BarrierOp:
		h.call(barrierFunction, nil, h.site())
		h.rw.Erase(op)
	case gpu.ReturnOp:
		fn.NewReturn(h.rw)
		h.rw.Erase(op)
	case gpu.ShuffleOp:
		h.shuffle(o)
	default:
		if op.Def().Owner() == gpu.Dialect {
			return fmt.Errorf("'%s' cannot be executed natively", op.Name())
		}
	}
	return nil
}

// shuffle calls the runtime with the bits of a value.
func (h *host) shuffle(op gpu.ShuffleOp) {
	i32, t := h.rw.Context().I32(), op.Value().Type()
	v := op.Value()
	if t != i32 {
		v = arith.NewBitcast(h.rw, i32, v).Out()
	}
	got := h.call(shuffleFunction, i32, h.i32(int64(op.Mode())), v, op.Offset(), op.Width(), h.site())
	if t != i32 {
		got = arith.NewBitcast(h.rw, t, got).Out()
	}
	h.rw.Replace(op.Operation(), got, arith.ConstantInt(h.rw, h.rw.Context().I1(), 1))
}

// declarations declares the functions of the runtime in a module.
const declarations = `func.func private @optc_position(i32, i32) -> index
func.func private @optc_barrier(i32)
func.func private @optc_shuffle(i32, i32, i32, i32, i32) -> i32
`
