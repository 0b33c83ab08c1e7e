package tensorkernel

import (
	"slices"

	"optc/dialect/okk"
	"optc/internal/family/nests"
	"optc/ir"
)

// value is what is known of a tensor: a number everywhere, or a buffer with strides.
type value struct {
	shape   []int64
	elem    ir.Type
	splat   ir.Attribute // or nil
	buffer  *ir.Value    // a buffer without gaps
	first   int64        // the element of the buffer that is the first element of the tensor
	strides []int64      // in elements
	made    bool         // the buffer holds a result of the kernel, and nothing else
}

// rowMajor returns the strides of a tensor without gaps.
func rowMajor(shape []int64) []int64 {
	strides := make([]int64, len(shape))
	next := int64(1)
	for d := len(shape) - 1; d >= 0; d-- {
		strides[d] = next
		next *= shape[d]
	}
	return strides
}

// isWhole reports whether a tensor is its buffer, in order.
func (v *value) isWhole() bool {
	n, _ := ir.NumElements(v.shape)
	return v.splat == nil && v.first == 0 && v.isGapless() && n == elementsOf(v.buffer)
}

// isGapless reports whether the elements of a tensor follow each other.
func (v *value) isGapless() bool {
	for d, s := range rowMajor(v.shape) {
		if v.shape[d] > 1 && v.strides[d] != s {
			return false
		}
	}
	return true
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
	return &value{shape: shape, elem: elem, buffer: buffer, strides: rowMajor(shape)}, nil
}

// axis is a loop with the distances of the elements of some tensors in consecutive iterations.
type axis struct {
	extent int64
	steps  []int64
}

// continues reports whether an iteration goes on where all iterations of the inner axis end.
func (a axis) continues(inner axis) bool {
	for i, step := range a.steps {
		if step != inner.steps[i]*inner.extent {
			return false
		}
	}
	return true
}

// join drops axes of one iteration, and joins neighbours that go through all tensors as one axis does.
func join(list []axis) (joined []axis) {
	for _, a := range list {
		if a.extent == 1 {
			continue
		}
		if last := len(joined) - 1; last >= 0 && joined[last].continues(a) {
			joined[last] = axis{joined[last].extent * a.extent, a.steps}
			continue
		}
		joined = append(joined, a)
	}
	return joined
}

// stepsOf returns the distance of the elements of an operand in consecutive iterations of each loop, and
// the element at the start of the loops.
func stepsOf(o *nests.Operand, v *value, loops int) (steps []int64, first int64) {
	steps = make([]int64, loops)
	first = v.first
	for r, factors := range o.Factors {
		for l, k := range factors {
			steps[l] += k * v.strides[r]
		}
		first += o.Constants[r] * v.strides[r]
	}
	return steps, first
}

// box is a tensor of four dimensions with strides.
type box struct {
	extents, strides okk.Dims
	first            int64
}

// permuted returns a tensor with its dimensions in another order.
func (v *value) permuted(order []int64) *value {
	p := *v
	p.shape, p.strides, p.made = nil, nil, false
	for _, d := range order {
		p.shape, p.strides = append(p.shape, v.shape[d]), append(p.strides, v.strides[d])
	}
	return &p
}

// repeated returns a tensor with additional dimensions, along which its elements repeat.
func (v *value) repeated(shape, dims []int64) *value {
	p := *v
	p.shape, p.strides, p.made = shape, nil, false
	from := 0
	for d := range shape {
		if slices.Contains(dims, int64(d)) {
			p.strides = append(p.strides, 0)
			continue
		}
		p.strides = append(p.strides, v.strides[from])
		from++
	}
	return &p
}

// part returns a part of a tensor.
func (v *value) part(offsets, sizes, steps []int64) *value {
	p := *v
	p.shape, p.strides, p.made = sizes, nil, false
	for d, s := range v.strides {
		p.first += offsets[d] * s
		p.strides = append(p.strides, s*steps[d])
	}
	return &p
}
