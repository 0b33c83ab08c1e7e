package vectors

import (
	"slices"

	"optc/ir/affine"
)

// digit is a part of the coordinate of a vector's dimension: a coordinate is written in a mixed
// radix so that the index along every dimension of the memory is linear in the digits,
//
//	index[k] = start[k] + Σ digit · steps[k]
//
// A dimension of size 16 that runs over a 4×4 matrix has two digits of size 4.
type digit struct {
	dim   int     // dimension of the vector
	size  int64   // at least 2
	steps []int64 // per dimension of the memory
}

// isBroadcast reports whether no index depends on the digit.
func (d digit) isBroadcast() bool { return d.along() < 0 }

// along returns the dimension of the memory that the digit runs along, or -1 if there is
// none.
func (d digit) along() int {
	return slices.IndexFunc(d.steps, func(s int64) bool { return s != 0 })
}

// isDiagonal reports whether the digit runs along several dimensions of the memory.
func (d digit) isDiagonal() bool {
	k := d.along()
	return k >= 0 && slices.ContainsFunc(d.steps[k+1:], func(s int64) bool { return s != 0 })
}

// linearIndices are the indices of a transfer as a linear function of digits.
type linearIndices struct {
	start  []*indexForm // per dimension of the memory, the index of the first element, a scalar
	digits []digit      // digits by dimension of the vector, the most significant digit first
}

// linearize splits the dimensions of a vector into digits. indices holds, per dimension of the
// memory, the form of each element's index. ok is false if no split makes all indices linear; then
// nonlinear is a dimension of the memory whose index is not linear.
func linearize(dims []int64, indices []*indexForm) (l linearIndices, nonlinear int, ok bool) {
	weight := int64(elementsOf(dims)) // weight of a dimension in the row-major position
	for d, n := range dims {
		weight /= n
		line := func(k int, i int64) int64 { return indices[k].table[i*weight] }
		split, nonlinear := splitDim(d, n, len(indices), line)
		if nonlinear >= 0 {
			return l, nonlinear, false
		}
		l.digits = append(l.digits, split...)
	}
	for k, f := range indices {
		if !l.predicts(dims, k, f.table) {
			return l, k, false
		}
		l.start = append(l.start, &indexForm{width: f.width, table: f.table[:1], terms: f.terms})
	}
	return l, -1, true
}

// splitDim splits a dimension of n elements into digits, the most significant one first;
// index(k, i) is the index along dimension k of the memory at coordinate i. nonlinear is
// -1 or a dimension whose index prevents it.
func splitDim(dim int, n int64, memoryDims int, index func(k int, i int64) int64) (digits []digit, nonlinear int) {
	for weight := int64(1); n > 1; {
		d := digit{dim: dim, steps: make([]int64, memoryDims)}
		run, breaks := n, -1
		for k := range memoryDims {
			d.steps[k] = index(k, weight) - index(k, 0)
			for i := int64(1); i < run; i++ {
				if index(k, i*weight)-index(k, (i-1)*weight) != d.steps[k] {
					run, breaks = i, k
				}
			}
		}
		for d.size = run; d.size > 1 && n%d.size != 0; d.size-- {
		}
		if d.size <= 1 {
			return nil, breaks
		}
		digits = append(digits, d)
		weight *= d.size
		n /= d.size
	}
	slices.Reverse(digits)
	return digits, -1
}

// predicts reports whether the index along dimension k of the memory is everywhere the
// index that the digits give.
func (l linearIndices) predicts(dims []int64, k int, table []int64) bool {
	at := make([]int64, len(l.digits))
	sizes := l.sizes()
	for _, want := range table {
		got := table[0]
		for i, d := range l.digits {
			got += at[i] * d.steps[k]
		}
		if got != want {
			return false
		}
		advance(at, sizes)
	}
	return true
}

// sizes returns the sizes of the digits.
func (l linearIndices) sizes() []int64 {
	sizes := make([]int64, len(l.digits))
	for i, d := range l.digits {
		sizes[i] = d.size
	}
	return sizes
}

// block is a box of elements of the memory that digits run over: for each dimension of the memory
// it has the digits along it, which count the elements of the box one by one.
type block struct {
	// digits are positions of digits per dimension, the most significant first.
	digits [][]int
	sizes  []int64 // size of the box per dimension, 1 if no digit runs there
	steps  []int64 // between these elements, at least 1
	// reversed are the digits whose index falls.
	reversed []bool
}

// blockOf returns the box that the digits run over. ok is false if a digit runs along several
// dimensions, or if the digits along a dimension do not count one by one.
func (l linearIndices) blockOf() (b block, ok bool) {
	rank := len(l.start)
	b = block{
		digits: make([][]int, rank), sizes: slices.Repeat([]int64{1}, rank), steps: slices.Repeat([]int64{1}, rank),
		reversed: make([]bool, len(l.digits)),
	}
	for i, d := range l.digits {
		switch k := d.along(); {
		case d.isDiagonal():
			return b, false
		case k >= 0:
			b.digits[k] = append(b.digits[k], i)
			b.reversed[i] = d.steps[k] < 0
		}
	}
	for k, digits := range b.digits {
		step := func(i int) int64 { return magnitude(l.digits[i].steps[k]) }
		slices.SortStableFunc(digits, func(i, j int) int { return int(min(1, max(-1, step(j)-step(i)))) })
		for at := len(digits) - 1; at >= 0; at-- {
			switch {
			case at == len(digits)-1:
				b.steps[k] = step(digits[at])
			case step(digits[at]) != b.steps[k]*b.sizes[k]:
				return b, false
			}
			b.sizes[k] *= l.digits[digits[at]].size
		}
	}
	return b, true
}

func magnitude(v int64) int64 { return max(v, -v) }

// lowest returns the smallest index that the digits reach along dimension k of the memory,
// as the form of a scalar.
func (l linearIndices) lowest(k int) *indexForm {
	first := *l.start[k]
	first.table = slices.Clone(first.table)
	for _, d := range l.digits {
		first.table[0] += (d.size - 1) * min(0, d.steps[k])
	}
	return &first
}

// memoryIndices returns the forms of the indices of a vector's elements along each dimension of the
// memory. base maps the dimensions of the vector, and a symbol for each vector of indices, to the
// memory; maps selects the elements of the vectors of indices; offsets are added.
func memoryIndices(dims []int64, base affine.Map, maps []affine.Map, forms, offsets []*indexForm) []*indexForm {
	n := elementsOf(dims)
	indices := make([]*indexForm, len(base.Results))
	for k, e := range base.Results {
		f := &indexForm{width: 64, dims: dims, table: make([]int64, n)}
		at := make([]int64, len(dims))
		for i := range f.table {
			if d, ok := e.IsDim(); ok {
				f.table[i] = at[d]
			} else if s, ok := e.IsSymbol(); ok {
				f.table[i] = forms[s].table[selectedElement(maps[s], at, forms[s].dims)]
			}
			f.table[i] += offsets[k].table[0]
			advance(at, dims)
		}
		sum := offsets[k].sum()
		if s, ok := e.IsSymbol(); ok {
			sum = forms[s].sum().Plus(sum)
		}
		f.terms = sum.Terms
		indices[k] = f
	}
	return indices
}

// selectedElement returns the row-major position of the element of a vector that the
// results of a map, dimensions or constants, select.
func selectedElement(m affine.Map, at, dims []int64) int64 {
	source := make([]int64, len(dims))
	for i, e := range m.Results {
		if d, ok := e.IsDim(); ok {
			source[i] = at[d]
		}
	}
	return linearized(source, dims)
}
