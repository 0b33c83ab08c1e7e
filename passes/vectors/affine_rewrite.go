package vectors

import (
	"slices"

	"optc/dialect/arith"
	"optc/dialect/tensor"
	"optc/dialect/vector"
	"optc/ir"
)

// read builds the transfer that replaces a gather and returns the vector.
func (p *transferPlan) read() *ir.Value {
	mem, indices := p.memory()
	vec := p.VectorType()
	perm := p.permutation(len(indices))
	v := vector.NewTransferRead(p.rw, ir.Vector(p.runSizes(), vec.Elem), mem, indices, p.Padding(), p.newMask(), perm, p.allInBounds()).Vector()
	v = p.fromRuns(v, p.all())
	v = p.cast(v, vec.Dims)
	if p.mask == selectAfterwards {
		padding := vector.NewBroadcast(p.rw, vec, p.Padding()).Vector()
		v = arith.NewSelect(p.rw, p.maskOver(p.allDims()), v, padding).Result()
	}
	return v
}

// write builds the transfer that replaces a scatter and returns the tensor with the vector
// in it, nil for a memref.
func (p *transferPlan) write() *ir.Value {
	mem, indices := p.memory()
	v := p.cast(p.Vector(), p.sizes())
	v = p.toRuns(v, p.all(), p.runOrder())
	v = p.cast(v, p.runSizes())
	w := vector.NewTransferWrite(p.rw, v, mem, indices, p.newMask(), p.permutation(len(indices)), p.allInBounds())
	written := w.Result()
	if written != nil && p.view.kind == stridedView {
		offsets, sizes, strides := p.slice()
		return tensor.NewInsertSlice(p.rw, written, p.Base(), offsets, sizes, strides).Result()
	}
	return written
}

func (p *transferPlan) allInBounds() []bool { return slices.Repeat([]bool{true}, len(p.runs)) }

// runSizes returns the extents of the vector that is transferred.
func (p *transferPlan) runSizes() []int64 {
	sizes := make([]int64, len(p.runs))
	for i, r := range p.runs {
		sizes[i] = r.size
	}
	return sizes
}

// all returns the positions of all digits.
func (p *transferPlan) all() []int {
	all := make([]int, len(p.digits))
	for i := range all {
		all[i] = i
	}
	return all
}

// allDims returns the dimensions of the vector.
func (p *transferPlan) allDims() []int {
	dims := make([]int, len(p.VectorType().Dims))
	for d := range dims {
		dims[d] = d
	}
	return dims
}

// runOrder returns the digits in the order of the vector that is transferred.
func (p *transferPlan) runOrder() (order []int) {
	for _, r := range p.runs {
		order = append(order, r.digits...)
	}
	return order
}

// fromRuns turns the vector that was read into a vector with a dimension for each digit.
func (p *transferPlan) fromRuns(v *ir.Value, digits []int) *ir.Value {
	order := p.runOrder()
	if slices.Equal(order, digits) && !slices.Contains(p.reversed, true) {
		return v // only extents differ
	}
	v = p.cast(v, p.sizesOf(order))
	v = p.transposed(v, order, digits)
	return p.reverse(v, digits)
}

// toRuns orders a vector with a dimension for each of the digits, each counted in the
// direction of the memory.
func (p *transferPlan) toRuns(v *ir.Value, digits, order []int) *ir.Value {
	return p.transposed(p.reverse(v, digits), digits, order)
}

// transposed orders the dimensions of a vector, each of which is a digit.
func (p *transferPlan) transposed(v *ir.Value, from, to []int) *ir.Value {
	if slices.Equal(from, to) {
		return v
	}
	perm := make([]int64, len(to))
	for i, d := range to {
		perm[i] = int64(slices.Index(from, d))
	}
	return vector.NewTranspose(p.rw, v, perm).Result()
}

// reverse reverses the vector along those digits that count down in memory. A shuffle reverses the
// first dimension of a vector.
func (p *transferPlan) reverse(v *ir.Value, digits []int) *ir.Value {
	for _, i := range digits {
		if !p.reversed[i] {
			continue
		}
		first := append([]int{i}, slices.DeleteFunc(slices.Clone(digits), func(d int) bool { return d == i })...)
		v = p.transposed(v, digits, first)
		var falling []int64
		for at := p.linearIndices.digits[i].size - 1; at >= 0; at-- {
			falling = append(falling, at)
		}
		v = vector.NewShuffle(p.rw, v, v, falling).Vector()
		v = p.transposed(v, first, digits)
	}
	return v
}

func (p *transferPlan) sizesOf(digits []int) []int64 {
	sizes := make([]int64, len(digits))
	for i, d := range digits {
		sizes[i] = p.digits[d].size
	}
	return sizes
}

// cast changes the extents of a vector.
func (p *transferPlan) cast(v *ir.Value, dims []int64) *ir.Value {
	t := v.Type().(*ir.VectorType)
	if slices.Equal(t.Dims, dims) {
		return v
	}
	return vector.NewShapeCast(p.rw, ir.Vector(dims, t.Elem), v).Result()
}

// newMask returns the mask of the new transfer, whose dimensions are in the order of the
// memory.
func (p *transferPlan) newMask() *ir.Value {
	if p.mask != maskedTransfer {
		return nil
	}
	var dims []int
	for _, i := range p.kept {
		if d := p.digits[i].dim; !slices.Contains(dims, d) {
			dims = append(dims, d)
		}
	}
	byMemory := slices.SortedFunc(slices.Values(p.runs), func(a, b run) int { return a.along - b.along })
	var order []int
	var sizes []int64
	for _, r := range byMemory {
		if r.along >= 0 {
			order, sizes = append(order, r.digits...), append(sizes, r.size)
		}
	}
	m := p.cast(p.maskOver(dims), p.sizesOf(p.kept))
	return p.cast(p.toRuns(m, p.kept, order), sizes)
}

// maskOver returns the mask as a vector with these dimensions of the vector, in ascending
// order, which include the dimensions of the mask whose extent is not 1.
func (p *transferPlan) maskOver(dims []int) *ir.Value {
	m, vec := p.Mask(), p.VectorType()
	var have []int
	for _, e := range p.MaskMap().Results {
		d, _ := e.IsDim()
		have = append(have, d)
	}
	extents := func(dims []int) []int64 {
		var sizes []int64
		for _, d := range dims {
			sizes = append(sizes, vec.Dims[d])
		}
		return sizes
	}
	have = slices.DeleteFunc(have, func(d int) bool { return !slices.Contains(dims, d) })
	m = p.cast(m, extents(have)) // without dimensions of extent 1
	missing := slices.DeleteFunc(slices.Clone(dims), func(d int) bool { return slices.Contains(have, d) })
	if len(missing) > 0 {
		have = append(missing, have...)
		m = vector.NewBroadcast(p.rw, ir.Vector(extents(have), p.rw.Context().I1()), m).Vector()
	}
	return p.transposed(m, have, dims)
}
