package nests

import (
	"slices"

	"optc/dialect/arith"
	"optc/ir"
)

// Product is a nest that is a product of matrices, or of several pairs of them. The steps of its axes
// are of the left matrix, the right matrix, the result, and other tensors; a matrix that several products share has step 0
// along their batch.
type Product struct {
	Operands          [2]int   // of the nest: the left matrix and the right one
	Firsts            [3]int64 // the first elements of the left matrix, the right one and the result
	Rows, Cols, Inner Axis
	Batches           []Axis
}

// ProductOf reads a nest as products of matrices, or returns nil if it is none. The factors may be
// extended to the type of the result.
func ProductOf[B any](n *Nest, operands []*View[B], result *View[B]) *Product {
	if n.Inputs != 2 || operands[0].Splat != nil || operands[1].Splat != nil {
		return nil
	}
	var steps [3][]int64
	var firsts [3]int64
	for i, v := range []*View[B]{operands[0], operands[1], result} {
		steps[i], firsts[i] = v.StepsOf(&n.Operands[i], len(n.Loops))
	}
	var parallel, reduced []Axis
	for l, loop := range n.Loops {
		axis := Axis{Extent: loop.Extent, Steps: []int64{steps[0][l], steps[1][l], steps[2][l]}}
		if loop.Reduction {
			reduced = append(reduced, axis)
		} else {
			parallel = append(parallel, axis)
		}
	}
	return ProductOfAxes(n, parallel, reduced, firsts)
}

// ProductOfAxes reads a nest as products of matrices by the axes of its loops. The steps are of both inputs, of
// the result, and of other tensors that a kernel uses at the points of the result.
func ProductOfAxes(n *Nest, parallel, reduced []Axis, firsts [3]int64) *Product {
	if n.Inputs != 2 || !n.IsSumOfProducts() {
		return nil
	}
	p := &Product{Operands: [2]int{0, 1}, Firsts: firsts}
	var rows, cols, inner []Axis
	for i, axis := range append(slices.Clone(parallel), reduced...) {
		a, b, o := axis.Steps[0] != 0, axis.Steps[1] != 0, axis.Steps[2] != 0
		switch {
		case axis.Extent == 1:
		case i >= len(parallel):
			if inner = append(inner, axis); !a || !b {
				return nil
			}
		case a && !b && o:
			rows = append(rows, axis)
		case !a && b && o:
			cols = append(cols, axis)
		case a && b && o:
			p.Batches = append(p.Batches, axis)
		default:
			return nil
		}
	}
	none := Axis{Extent: 1, Steps: make([]int64, stepsOf(parallel, reduced))}
	if inner = JoinAxes(inner); len(inner) > 1 {
		return nil
	}
	p.Rows, p.Cols, p.Inner = p.longest(rows, none), p.longest(cols, none), p.longest(inner, none)
	p.Batches = JoinAxes(p.Batches)
	if p.Cols.Extent > 1 && p.Cols.Steps[2] != 1 {
		p.transpose()
	}
	return p
}

// stepsOf returns the number of tensors of some axes.
func stepsOf(lists ...[]Axis) int {
	for _, list := range lists {
		for _, a := range list {
			return len(a.Steps)
		}
	}
	return 3
}

// longest returns the longest of some axes, or none. The others become batches, in which one of the matrices repeats.
func (p *Product) longest(list []Axis, none Axis) Axis {
	list = JoinAxes(list)
	if len(list) == 0 {
		return none
	}
	best := 0
	for i, a := range list {
		if a.Extent >= list[best].Extent {
			best = i
		}
	}
	longest := list[best]
	p.Batches = append(p.Batches, slices.Delete(list, best, best+1)...)
	return longest
}

// IsSumOfProducts reports whether the region adds the product of both inputs.
func (n *Nest) IsSumOfProducts() bool {
	combiner := n.Combiner()
	if combiner == nil || !ir.Is[arith.AddFOp](combiner) {
		return false
	}
	out := n.Outputs()[0].Arg
	i := slices.IndexFunc(combiner.OperandList(), func(v *ir.Value) bool { return v != out })
	times := ir.As[arith.MulFOp](combiner.OperandList()[i].DefiningOp())
	if !times.Ok() {
		return false
	}
	factors := []*ir.Value{times.Lhs(), times.Rhs()}
	for i, v := range factors {
		if extended := ir.As[arith.ExtFOp](v.DefiningOp()); extended.Ok() {
			factors[i] = extended.In()
		}
	}
	return slices.Contains(factors, n.Operands[0].Arg) && slices.Contains(factors, n.Operands[1].Arg)
}

// transpose makes a product the transposed product of the transposed matrices.
func (p *Product) transpose() {
	swap := func(a Axis) Axis {
		steps := slices.Clone(a.Steps)
		steps[0], steps[1] = steps[1], steps[0]
		return Axis{Extent: a.Extent, Steps: steps}
	}
	p.Operands[0], p.Operands[1] = p.Operands[1], p.Operands[0]
	p.Firsts[0], p.Firsts[1] = p.Firsts[1], p.Firsts[0]
	p.Rows, p.Cols, p.Inner = swap(p.Cols), swap(p.Rows), swap(p.Inner)
	for i, a := range p.Batches {
		p.Batches[i] = swap(a)
	}
}
