package ir

import "slices"

// Generic handling of the operands that a terminator passes to its successors, on top of
// the Branch interface.

// Passed returns the value that a branch passes for argument a of successor i.
func Passed(op *Operation, i, a int) *Value {
	lo, _ := op.def.Interfaces.Branch.Forwarded(op, i)
	return op.operands()[lo+a].value
}

// successorArgument returns the block argument that receives the used value, or nil when
// the terminator uses the value otherwise.
func successorArgument(u *OpOperand) *Value {
	op := u.owner
	br := op.def.Interfaces.Branch
	if br == nil {
		return nil
	}
	k := u.Index()
	for i := range op.NumSuccessors() {
		if lo, hi := br.Forwarded(op, i); k >= lo && k < hi {
			return op.Successor(i).args[k-lo]
		}
	}
	return nil
}

// setForwarded replaces the operands that op passes to successor i.
func (br *Branch) setForwarded(op *Operation, i int, vs []*Value) {
	if br.SetForwarded != nil {
		br.SetForwarded(op, i, vs)
		return
	}
	variadic := -1
	g := slices.IndexFunc(op.def.Operands, func(v ValueDef) bool {
		if v.Kind == Variadic {
			variadic++
		}
		return variadic == i
	})
	op.SetOperandGroup(g, vs)
}

// erase removes the operands for the arguments of successor i that drop selects, and
// reports whether there were any.
func (br *Branch) erase(op *Operation, i int, drop func(a int) bool) bool {
	lo, hi := br.Forwarded(op, i)
	a := -1
	kept := slices.DeleteFunc(op.OperandList()[lo:hi], func(*Value) bool {
		a++
		return drop(a)
	})
	if len(kept) == hi-lo {
		return false
	}
	br.setForwarded(op, i, kept)
	return true
}

// extend appends operands for further arguments of successor i.
func (br *Branch) extend(op *Operation, i int, more []*Value) {
	lo, hi := br.Forwarded(op, i)
	br.setForwarded(op, i, append(op.OperandList()[lo:hi:hi], more...))
}

// DropBlockArgument removes argument i of a block, which must be unused, and the values
// that branches pass for it. It reports whether the branches allow the removal.
func DropBlockArgument(b *Block, i int) bool {
	for u := b.uses; u != nil; u = u.next {
		if u.owner.def.Interfaces.Branch == nil {
			return false
		}
	}
	for u := b.uses; u != nil; u = u.next {
		u.owner.def.Interfaces.Branch.erase(u.owner, u.Index(), func(a int) bool { return a == i })
	}
	b.EraseArg(i)
	return true
}

// SetOperandGroup replaces the operands of group g of the definition and adjusts
// the recorded segment sizes.
func (op *Operation) SetOperandGroup(g int, vs []*Value) {
	lo, hi := op.OperandRange(g)
	all := op.OperandList()
	grown := slices.Concat(all[:lo], vs, all[hi:])
	if a, ok := op.Attr(operandSegmentSizes).(*DenseArrayAttr); ok {
		sizes, _ := a.int64s()
		sizes32 := make([]int32, len(sizes))
		for i, n := range sizes {
			sizes32[i] = int32(n)
		}
		sizes32[g] = int32(len(vs))
		op.SetAttr(operandSegmentSizes, a.Context().DenseI32Array(sizes32))
	}
	op.SetOperands(grown)
}
