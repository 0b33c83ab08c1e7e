package ir

import "slices"

// What generic code does with the operands that a terminator passes to its
// successors, on top of the Branch interface.

func (br *Branch) produced(op *Operation, i int) int {
	if br.Produced == nil {
		return 0
	}
	return br.Produced(op, i)
}

// passed returns the value that op passes to successor i for its argument a, or
// nil when op produces it itself.
func (br *Branch) passed(op *Operation, i, a int) *Value {
	lo, hi := br.Forwarded(op, i)
	if k := lo + a - br.produced(op, i); k >= lo && k < hi {
		return op.operands[k].value
	}
	return nil
}

// Passed returns the value that a branch passes for argument a of successor i,
// or nil when it makes that value itself.
func Passed(op *Operation, i, a int) *Value { return op.def.Interfaces.Branch.passed(op, i, a) }

// successorArgument returns the block argument that receives the used value, or
// nil when the terminator does something else with it.
func successorArgument(u *OpOperand) *Value {
	op := u.owner
	br := op.def.Interfaces.Branch
	if br == nil {
		return nil
	}
	k := u.Index()
	for i := range op.NumSuccessors() {
		if lo, hi := br.Forwarded(op, i); k >= lo && k < hi {
			return op.Successor(i).args[br.produced(op, i)+k-lo]
		}
	}
	return nil
}

// mutable tells whether the passed operands can be changed: the operation has
// SetForwarded, or its variadic operand groups are its successors' in order.
func (br *Branch) mutable(op *Operation) bool {
	return br.SetForwarded != nil || op.NumSuccessors() == 0 ||
		variadicGroup(op.def, op.NumSuccessors()-1) >= 0 && variadicGroup(op.def, op.NumSuccessors()) < 0
}

// variadicGroup returns the number of the operand group that is variadic group i,
// or -1.
func variadicGroup(d *OpDef, i int) int {
	for g := range d.Operands {
		if d.Operands[g].Kind == Variadic {
			if i == 0 {
				return g
			}
			i--
		}
	}
	return -1
}

// setForwarded replaces the operands that op passes to successor i.
func (br *Branch) setForwarded(op *Operation, i int, vs []*Value) {
	if br.SetForwarded != nil {
		br.SetForwarded(op, i, vs)
		return
	}
	op.SetOperandGroup(variadicGroup(op.def, i), vs)
}

// erase removes the operands for the arguments of successor i that drop chooses,
// and tells whether there were any.
func (br *Branch) erase(op *Operation, i int, drop func(a int) bool) bool {
	lo, hi := br.Forwarded(op, i)
	a := br.produced(op, i) - 1
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

// DropBlockArgument removes argument i of a block, which must be unused, and what
// branches pass for it. It tells whether the branches allow that.
func DropBlockArgument(b *Block, i int) bool {
	for u := b.uses; u != nil; u = u.next {
		br := u.owner.def.Interfaces.Branch
		if br == nil || !br.mutable(u.owner) || br.passed(u.owner, u.Index(), i) == nil {
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
