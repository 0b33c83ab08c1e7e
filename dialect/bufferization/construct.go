package bufferization

import "optc/ir"

// NewAllocCopy builds bufferization.alloc_tensor with the elements of a tensor.
func NewAllocCopy(b ir.OpBuilder, copied *ir.Value) AllocTensorOp {
	st := &ir.OpState{Operands: []*ir.Value{copied}, ResultTypes: []ir.Type{copied.Type()}}
	st.SetPropAt(1, ir.SegmentAttr(b.Context(), []int{0, 1, 0}))
	return ir.Build[AllocTensorOp](b, st)
}
