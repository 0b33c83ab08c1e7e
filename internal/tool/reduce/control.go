package reduce

import (
	"optc/dialect/cf"
	"optc/ir"
)

// regions lists the regions whose contents can take the place of their operation.
//
//	scf.for %i = %a to %b step %c { memref.store %x, %m[%i] … }   →   memref.store %x, %m[%a] …
func (e *editor) regions() (list []edit) {
	e.each(func(op *ir.Operation) {
		if op.Has(ir.IsolatedFromAbove) {
			return
		}
		for i := range op.NumRegions() {
			list = append(list, edit{op, func() bool { return e.unwrap(op, op.Region(i)) }})
		}
	})
	return list
}

// unwrap replaces an operation by the contents of one of its regions, which has one
// block. Arguments are replaced by operands of the same type or constants, and results by
// the values that the block yields.
func (e *editor) unwrap(op *ir.Operation, r *ir.Region) bool {
	if !r.HasOneBlock() {
		return false
	}
	b := r.Front()
	args := make([]*ir.Value, b.NumArgs())
	taken := map[*ir.Value]bool{}
	for i, a := range b.Args() {
		for _, v := range op.Operands() {
			if args[i] == nil && v.Type() == a.Type() && !taken[v] {
				args[i], taken[v] = v, true
			}
		}
		if args[i] == nil {
			args[i] = e.constant(a.Type(), op)
		}
		if args[i] == nil {
			return false
		}
	}
	rw := e.rewriter(op)
	var yielded []*ir.Value
	if end := b.Back(); end != nil && end.IsTerminator() {
		if end.NumSuccessors() > 0 {
			return false
		}
		yielded = end.OperandList()
		rw.Erase(end)
	}
	rw.InlineBlock(b, op.Block(), op, args)
	for i, v := range yielded { // operands for an argument that was replaced
		for k, a := range b.Args() {
			if v == a {
				yielded[i] = args[k]
			}
		}
	}
	used := map[*ir.Value]bool{}
	return e.replace(op, func(t ir.Type) *ir.Value {
		for _, v := range yielded {
			if v.Type() == t && !used[v] {
				used[v] = true
				return v
			}
		}
		return e.constant(t, op)
	})
}

// branches lists the branches that can always go to one of their successors.
//
//	cf.cond_br %c, ^bb1(%x : i32), ^bb2   →   cf.br ^bb1(%x : i32)
func (e *editor) branches() (list []edit) {
	e.each(func(op *ir.Operation) {
		branch := op.Def().Interfaces.Branch
		if branch == nil || op.NumSuccessors() < 2 {
			return
		}
		for i := range op.NumSuccessors() {
			list = append(list, edit{op, func() bool {
				lo, hi := branch.Forwarded(op, i)
				rw, region := e.rewriter(op), op.ParentRegion()
				cf.NewBranch(rw, cf.Target{Block: op.Successor(i), Args: op.OperandList()[lo:hi]})
				rw.Erase(op)
				e.eraseUnreachable(region)
				return true
			}})
		}
	})
	return list
}

// eraseUnreachable erases the blocks of a region that cannot be reached.
func (e *editor) eraseUnreachable(r *ir.Region) {
	ir.EraseUnreachableBlocks(ir.NewRewriter(e.ir, nil), []*ir.Region{r})
}

// blocks lists the branches that can become an end of the region, copied from another
// block, and the branches whose target can be merged with their block.
//
//	cf.br ^bb1     →   return %z : i32
//	^bb1: "a.b"()  →   (without ^bb1) "a.b"()
func (e *editor) blocks() (list []edit) {
	e.each(func(op *ir.Operation) {
		if op.NumSuccessors() == 0 {
			return
		}
		list = append(list, edit{op, func() bool { return e.leave(op) }}, edit{op, func() bool { return e.join(op) }})
	})
	return list
}

// leave replaces a branch by a copy of an operation that ends the region in another
// block.
func (e *editor) leave(op *ir.Operation) bool {
	var end *ir.Operation
	region := op.ParentRegion()
	for b := range region.Blocks() {
		if t := b.Terminator(); t != nil && t.NumSuccessors() == 0 {
			end = t
		}
	}
	if end == nil {
		return false
	}
	rw := e.rewriter(op)
	leaving := rw.Clone(end, nil)
	for i, v := range end.Operands() {
		w := e.visible(v.Type(), leaving)
		if w == nil {
			w = e.constant(v.Type(), leaving)
		}
		if w == nil {
			return false
		}
		leaving.SetOperand(i, w)
	}
	rw.Erase(op)
	e.eraseUnreachable(region)
	return true
}

// join merges the target of a branch, which has no other predecessor, into the branch's
// block.
func (e *editor) join(op *ir.Operation) bool {
	branch := op.Def().Interfaces.Branch
	if branch == nil || op.NumSuccessors() != 1 {
		return false
	}
	to := op.Successor(0)
	if to.SinglePredecessor() != op.Block() || to == op.Block() || to.IsEntry() {
		return false
	}
	lo, hi := branch.Forwarded(op, 0)
	if hi-lo != to.NumArgs() {
		return false
	}
	args, from := op.OperandList()[lo:hi], op.Block()
	rw := e.rewriter(op)
	rw.Erase(op)
	rw.InlineBlock(to, from, nil, args)
	return true
}

// blockArguments lists the arguments of blocks that can be removed, in favour of the
// value from one of the branches, an outer argument or a constant.
//
//	cf.br ^bb1(%x : i32)                         →   cf.br ^bb1
//	^bb1(%a: i32): "a.b"(%a) : (i32) -> ()       →   ^bb1: "a.b"(%x) : (i32) -> ()
func (e *editor) blockArguments() (list []edit) {
	e.each(func(op *ir.Operation) {
		for r := range op.Regions() {
			for b := range r.Blocks() {
				for i := range b.NumArgs() {
					if !b.IsEntry() {
						list = append(list, edit{op, func() bool { return e.dropBlockArgument(b, i) }})
					}
				}
			}
		}
	})
	return list
}

func (e *editor) dropBlockArgument(b *ir.Block, i int) bool {
	if b.Region() == nil || b.Empty() || i >= b.NumArgs() {
		return false
	}
	arg := b.Arg(i)
	if !arg.Unused() {
		v := e.visible(arg.Type(), b.Front())
		if v == nil {
			v = e.constant(arg.Type(), b.Front())
		}
		if v == nil {
			return false
		}
		arg.ReplaceAllUsesWith(v)
	}
	return ir.DropBlockArgument(b, i)
}
