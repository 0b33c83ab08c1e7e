package nests

import (
	"slices"

	"optc/dialect/linalg"
	"optc/ir"
	"optc/ir/affine"
)

// Nest is a structured operation on tensors of known shape, whose indices are sums of loops.
type Nest struct {
	Op *ir.Operation
	// Loops are the loops in the order of the operation.
	Loops []Loop
	// Operands are the operands of the operation: inputs, then the tensors from which the region extracts
	// elements, then the initial tensors of the outputs.
	Operands []Operand
	// Inputs is the number of operands before the outputs.
	Inputs int
}

// Loop is a loop of a nest.
type Loop struct {
	Extent    int64
	Reduction bool
}

// Operand is a tensor or a scalar of a nest.
type Operand struct {
	Value *ir.Value
	Shape []int64 // nil for a scalar
	Elem  ir.Type
	// Factors and Constants give the index in each dimension: the sum of the loops times their
	// factors, and of the constant.
	Factors   [][]int64
	Constants []int64
	// Read reports whether the region uses the element.
	Read bool
	// Arg is the argument of the region for the element, or nil if Extract is set.
	Arg *ir.Value
	// Extract is the operation of the region that reads an element at indices that the region computes, or nil. The
	// factors and constants of a dimension with such an index, which Whole lists, are zero.
	Extract *ir.Operation
	Whole   []bool
}

// IsWhole reports whether the region computes the index in a dimension.
func (o *Operand) IsWhole(r int) bool { return o.Extract != nil && o.Whole[r] }

// IsScalar reports whether an operand is no tensor.
func (o *Operand) IsScalar() bool { return linalg.IsScalar(o.Value.Type()) }

// Read reads a structured operation. The error says what the operation has that a nest does not have.
func Read(op *ir.Operation) (*Nest, *ir.Diagnostic) {
	n := &Nest{Op: op, Inputs: len(linalg.InputsOf(op))}
	iterators, maps := linalg.IteratorsOf(op), linalg.MapsOf(op)
	for _, it := range iterators {
		n.Loops = append(n.Loops, Loop{Extent: -1, Reduction: it == linalg.Reduction})
	}
	for i, v := range op.Operands() {
		o, d := readOperand(op, i, v, maps[i])
		if d != nil {
			return nil, d
		}
		n.Operands = append(n.Operands, o)
		for r, size := range o.Shape {
			if l, ok := maps[i].DimPosition(r); ok && n.Loops[l].Extent < 0 {
				n.Loops[l].Extent = size
			}
		}
	}
	for l, loop := range n.Loops {
		if loop.Extent < 0 {
			return nil, op.Errorf("has loop d%d, whose extent no operand gives", l).WithCode("tensors.form")
		}
	}
	if d := n.addExtracts(); d != nil {
		return nil, d
	}
	return n, n.checkOutputs()
}

func readOperand(op *ir.Operation, i int, v *ir.Value, m affine.Map) (o Operand, d *ir.Diagnostic) {
	o = Operand{Value: v, Elem: ir.ElementOrSelf(v.Type()), Arg: op.Body().Arg(i)}
	o.Read = !o.Arg.Unused()
	if o.IsScalar() {
		return o, nil
	}
	if d := CheckStatic(op, v.Type()); d != nil {
		return o, d
	}
	o.Shape = v.Type().(ir.ShapedType).Shape()
	for r, e := range m.Results {
		factors, constant, ok := e.Linear(m.NumDims, 0)
		if !ok {
			return o, op.Errorf("has index %s in dimension %d of operand #%d, but only sums of loops times numbers have a form on this machine", e, r, i).WithCode("tensors.form")
		}
		o.Factors = append(o.Factors, factors)
		o.Constants = append(o.Constants, constant)
	}
	return o, nil
}

// checkOutputs requires every point of the parallel loops to have its own elements in the
// outputs, so that the points may be computed in any order.
func (n *Nest) checkOutputs() *ir.Diagnostic {
	for i, o := range n.Outputs() {
		seen := make([]bool, len(n.Loops))
		for r, factors := range o.Factors {
			l := slices.IndexFunc(factors, func(k int64) bool { return k != 0 })
			if l < 0 && o.Shape[r] == 1 && o.Constants[r] == 0 {
				continue
			}
			if l < 0 || factors[l] != 1 || o.Constants[r] != 0 || seen[l] || n.Loops[l].Reduction || slices.ContainsFunc(factors[l+1:], func(k int64) bool { return k != 0 }) {
				return n.Op.Errorf("has an index in dimension %d of output #%d that is no parallel loop of its own", r, i).WithCode("tensors.form")
			}
			seen[l] = true
		}
		for l, loop := range n.Loops {
			if !seen[l] && !loop.Reduction && loop.Extent != 1 {
				return n.Op.Errorf("has parallel loop d%d, which is no index of output #%d", l, i).WithCode("tensors.form").
					HintNote(n.Op.Loc(), "make the loop a reduction, or an index of the output")
			}
		}
	}
	return nil
}

// Outputs returns the operands that are outputs.
func (n *Nest) Outputs() []Operand { return n.Operands[n.Inputs:] }

// Reduces reports whether a loop of more than one iteration is a reduction.
func (n *Nest) Reduces() bool {
	return slices.ContainsFunc(n.Loops, func(l Loop) bool { return l.Reduction && l.Extent != 1 })
}

// Points returns the number of points of the nest.
func (n *Nest) Points() int64 {
	points := int64(1)
	for _, l := range n.Loops {
		points *= l.Extent
	}
	return points
}

// Range returns the indices [lower, upper) of a dimension of an operand that are used where each
// loop l runs over [first[l], first[l]+size[l]).
func (o *Operand) Range(r int, first, size []int64) (lower, upper int64) {
	if o.IsWhole(r) {
		return 0, o.Shape[r]
	}
	lower, upper = o.Constants[r], o.Constants[r]+1
	for l, k := range o.Factors[r] {
		lower += k * first[l]
		upper += k * first[l]
		if k > 0 {
			upper += k * (size[l] - 1)
		} else {
			lower += k * (size[l] - 1)
		}
	}
	return lower, upper
}

// Uses reports whether the index of an operand depends on a loop.
func (o *Operand) Uses(l int) bool {
	return slices.ContainsFunc(o.Factors, func(factors []int64) bool { return factors[l] != 0 })
}
