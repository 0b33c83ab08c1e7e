package nests

import (
	"slices"

	"optc/dialect/linalg"
	"optc/dialect/tensor"
	"optc/ir"
)

// addExtracts adds the tensors from which the region extracts elements to the inputs. An index that is a loop is
// a factor of the operand, so that a part of the loop uses a part of the tensor.
func (n *Nest) addExtracts() (d *ir.Diagnostic) {
	var list []Operand
	ir.Walk(n.Op, func(op *ir.Operation) ir.WalkResult {
		extract := ir.As[tensor.ExtractOp](op)
		if !extract.Ok() {
			return ir.Advance
		}
		if op.Block() != n.Op.Body() {
			d = op.Errorf("is in a region of '%s', but elements are extracted by the operation itself", op.Block().ParentOp().Name()).WithCode("tensors.form").
				HintNote(op.Loc(), "extract the element before, and choose between elements by arith.select")
			return ir.Interrupt
		}
		if d = CheckStatic(op, extract.Tensor().Type()); d != nil {
			return ir.Interrupt
		}
		t := extract.Tensor().Type().(*ir.TensorType)
		o := Operand{Value: extract.Tensor(), Shape: t.Dims, Elem: t.Elem, Read: true, Extract: op, Constants: make([]int64, len(t.Dims))}
		for _, v := range extract.Indices() {
			factors := make([]int64, len(n.Loops))
			loop := ir.DefiningOp[linalg.IndexOp](v)
			if loop.Ok() {
				factors[loop.Dim()] = 1
			}
			o.Factors, o.Whole = append(o.Factors, factors), append(o.Whole, !loop.Ok())
		}
		list = append(list, o)
		return ir.Advance
	})
	n.Operands = slices.Insert(n.Operands, n.Inputs, list...)
	n.Inputs += len(list)
	return d
}

// Extracts reports whether the region extracts elements of tensors.
func (n *Nest) Extracts() bool {
	return slices.ContainsFunc(n.Operands, func(o Operand) bool { return o.Extract != nil })
}

// ExtractedBy returns the number of the operand from which an operation of the region extracts an element, or -1.
func (n *Nest) ExtractedBy(op *ir.Operation) int {
	return slices.IndexFunc(n.Operands, func(o Operand) bool { return o.Extract == op })
}

// Computed returns the indices of an extracted element that the region computes, by dimension; the others are nil.
func (o *Operand) Computed(of func(*ir.Value) *ir.Value) (list []*ir.Value) {
	for r, v := range ir.Cast[tensor.ExtractOp](o.Extract).Indices() {
		if !o.Whole[r] {
			v = nil
		} else {
			v = of(v)
		}
		list = append(list, v)
	}
	return list
}
