package ir

import "slices"

// This file has the interface by which operations report which memory their results are views of
// (ViewLikeOpInterface upstream), and finds the buffers that a memref may be a view of.
//
//	%a = memref.alloc() : memref<8x8xf32>                // a buffer
//	%v = memref.subview %a[0, 0] [4, 8] [1, 1] : …       // a view of %a
//	%s = arith.select %c, %v, %m : memref<…>             // a view of %a or of the argument %m

// View is the interface of operations whose results are views of memory that operands are
// views of.
var View = NewInterface[ViewSources]("view of memory")

// ViewSources returns the operands that a result of an operation may be a view of, or nil if the
// result is not a view.
type ViewSources func(result *Value) []*Value

// ViewOfOperand returns the implementation of operations whose results are views of operand i.
func ViewOfOperand(i int) Implementation {
	return View.By(func(result *Value) []*Value { return []*Value{result.DefiningOp().Operand(i)} })
}

// ElementView is the interface of views with the buffer and the type of elements of the memref that they view: only the first
// element, the shape and the strides differ. An implementation is the number of the operand.
var ElementView = NewInterface[int]("view of elements")

// ElementsOfOperand returns the implementations of operations whose result is a view of the elements of operand i.
func ElementsOfOperand(i int) []Implementation {
	return []Implementation{ViewOfOperand(i), ElementView.By(i)}
}

// KeepsStrides is implemented by views of elements with the strides of the viewed memref: casts.
var KeepsStrides = NewInterface[struct{}]("view with the same strides")

// CastOfOperand returns the implementations of operations whose result has the elements and the strides of operand i.
func CastOfOperand(i int) []Implementation {
	return append(ElementsOfOperand(i), KeepsStrides.By(struct{}{}))
}

// ViewedElements returns the memref whose elements v is a view of, or nil.
func ViewedElements(v *Value) *Value {
	if i, ok := ElementView.Of(v.DefiningOp()); ok {
		return v.DefiningOp().Operand(i)
	}
	return nil
}

// MemoryRoots returns the values that v may be a view of and that are not views themselves:
// allocations, arguments of functions, and results of operations without the interface View. The
// list has no duplicates.
func MemoryRoots(v *Value) []*Value {
	if sources := viewSourcesOf(v); len(sources) == 0 { // the usual case
		return []*Value{v}
	}
	var roots []*Value
	seen := map[*Value]bool{v: true}
	for open := []*Value{v}; len(open) > 0; {
		v := open[len(open)-1]
		open = open[:len(open)-1]
		sources := viewSourcesOf(v)
		if len(sources) == 0 {
			roots = append(roots, v)
		}
		for _, s := range slices.Backward(sources) {
			if !seen[s] {
				seen[s] = true
				open = append(open, s)
			}
		}
	}
	return roots
}

// viewSourcesOf returns the values that v is made of by a single operation or by control flow.
func viewSourcesOf(v *Value) []*Value {
	op := v.DefiningOp()
	if op == nil {
		return passedToArgument(v)
	}
	if sources, ok := View.Of(op); ok {
		return sources(v)
	}
	return receivedFrom(op, v)
}

// receivedFrom returns the values that an operation with regions passes on as v.
func receivedFrom(op *Operation, v *Value) (list []*Value) {
	for _, p := range Passings(op) {
		if p.Input == v {
			list = append(list, p.Operand.Value())
		}
	}
	return list
}

// passedToArgument returns the values that become a block argument.
func passedToArgument(arg *Value) (list []*Value) {
	b := arg.OwnerBlock()
	if b.IsEntry() {
		if op := b.ParentOp(); op != nil {
			return receivedFrom(op, arg)
		}
		return nil
	}
	for p := range b.Predecessors() {
		branch := p.Terminator()
		if branch.Def().Interfaces.Branch == nil {
			return nil
		}
		for i, to := range p.Successors() {
			if to == b {
				list = append(list, Passed(branch, i, arg.Index()))
			}
		}
	}
	return list
}
