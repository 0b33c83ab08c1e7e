package tensorkernel

import (
	"optc/dialect/okk"
	"optc/internal/family/nests"
	"optc/ir"
)

// value is the knowledge about a tensor: a number everywhere, or a buffer with strides.
type value = nests.View[*ir.Value]

// axis is a loop with the distances of the elements of some tensors in consecutive iterations.
type axis = nests.Axis

// isWhole reports whether a tensor is its buffer, in order.
func isWhole(v *value) bool {
	return v.Splat == nil && v.First == 0 && v.IsGapless() && v.Len() == elementsOf(v.Buffer)
}

func elementsOf(buffer *ir.Value) int64 {
	n, _ := ir.NumElements(buffer.Type().(*okk.SystemType).Tensor.LogicalShape())
	return n
}

// newValue describes a tensor of a type, in a buffer if there is one.
func newValue(op *ir.Operation, shape []int64, elem ir.Type, buffer *ir.Value) (*value, *ir.Diagnostic) {
	if elem != ir.ContextOf(op).F32() {
		return nil, op.Errorf("has elements of type '%s', for which kernels have no functions of tensors", elem).WithCode(okk.Codes+"tensor-element").
			HintNote(op.Loc(), "the functions of the chip compute with f32")
	}
	return nests.NewView(shape, elem, buffer), nil
}

// box is a tensor of four dimensions with strides.
type box struct {
	extents, strides okk.Dims
	first            int64
}
