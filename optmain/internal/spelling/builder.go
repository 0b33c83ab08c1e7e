package spelling

import (
	"fmt"

	"optc/layout"
)

// builder makes a layout of threads from digits: each digit numbers places along an axis, and moves an element
// along a dimension. The digits of an axis are added beginning with the lowest.
type builder struct {
	shape  []int64
	limit  []int64 // extent of each dimension in a workgroup
	stride []int64 // strides of the dimensions in flat indices
	reach  []int64 // product of the digits of a dimension so far
	digits [4][]layout.Digit
	err    error
}

// newBuilder begins a layout of a tensor; dimension d is divided among split[d] workgroups; a nil split means a single workgroup.
func newBuilder(shape, split []int64) (*builder, error) {
	if _, ok := count(shape, maxElements); !ok {
		return nil, fmt.Errorf("expected at most %d elements, but the shape is %s", maxElements, spellShape(shape))
	}
	b := &builder{shape: shape, limit: make([]int64, len(shape)), stride: make([]int64, len(shape)), reach: make([]int64, len(shape))}
	step := int64(1)
	for d := len(shape) - 1; d >= 0; d-- {
		b.stride[d], b.reach[d], b.limit[d] = step, 1, shape[d]
		if split != nil {
			b.limit[d] = max(shape[d]/split[d], 1)
		}
		step *= shape[d]
	}
	return b, nil
}

// add appends a digit of size values to an axis, which moves an element along dim by the extent of all digits of dim
// so far.
func (b *builder) add(axis, dim int, size int64) {
	b.addAt(axis, dim, size, b.reach[dim])
	b.reach[dim] = min(b.reach[dim]*size, beyond)
}

// beyond is larger than every tensor.
const beyond = 2 * maxElements

// addAt appends a digit of size values that move an element by weight along dim. If the tensor ends
// before the digit does, the remaining values of the digit are copies.
func (b *builder) addAt(axis, dim int, size, weight int64) {
	b.clip(axis, dim, size, weight, b.limit[dim])
}

func (b *builder) clip(axis, dim int, size, weight, limit int64) {
	held := int64(1)
	if weight < limit {
		held = min(size, limit/weight)
		if limit%weight != 0 || size%held != 0 || limit%(weight*held) != 0 {
			b.err = fmt.Errorf("dimension %d of extent %d is no multiple of %d parts of %d", dim, limit, size, weight)
		}
	}
	if held > 1 {
		b.digits[axis] = append(b.digits[axis], layout.Digit{Size: held, Offset: weight * b.stride[dim]})
	}
	b.copies(axis, size/held)
}

// copies appends a digit that moves no element.
func (b *builder) copies(axis int, n int64) {
	if n > 1 {
		b.digits[axis] = append(b.digits[axis], layout.Digit{Size: n})
	}
}

// block appends a digit of workgroups, which divides the whole tensor, not the part of a workgroup.
func (b *builder) block(dim int, size, weight int64) {
	b.clip(workgroup, dim, size, weight, b.shape[dim])
}

// fill appends registers for the rest of every dimension, in the given order.
func (b *builder) fill(order []int) {
	for _, d := range order {
		if b.reach[d] < b.limit[d] {
			b.add(register, d, b.limit[d]/b.reach[d])
		}
	}
}

// layout returns the layout with the digits.
func (b *builder) layout() (*Layout, error) {
	if b.err != nil {
		return nil, b.err
	}
	spec := layout.Digits{Units: 1, Width: 1, Dims: make([]layout.Dim, len(b.digits))}
	places := int64(1)
	for axis, digits := range b.digits {
		dim := layout.Dim{Size: 1, Digits: digits}
		for _, g := range digits {
			if g.Size > maxElements/(places*dim.Size) {
				return nil, fmt.Errorf("expected at most %d places of elements", maxElements)
			}
			dim.Size *= g.Size
		}
		places *= dim.Size
		spec.Dims[axis] = dim
	}
	m, err := layout.New(spec)
	if err != nil {
		return nil, err
	}
	return &Layout{Shape: b.shape, Map: m}, nil
}
