package memref

import (
	"slices"

	"optc/dialect/view"
	"optc/ir"
)

// replaceByCast replaces the result of op by a cast of v to its type.
func replaceByCast(rw *ir.Rewriter, op *ir.Operation, v *ir.Value) {
	rw.Replace(op, NewCast(rw.Builder, op.Result(0).Type(), v))
}

// NewCast builds memref.cast to another type.
func NewCast(b *ir.Builder, to ir.Type, v *ir.Value) *ir.Value {
	return b.Value(Cast, []*ir.Value{v}, []ir.Type{to})
}

var (
	allocPatterns   = allocLikePatterns(Alloc)
	allocaPatterns  = allocLikePatterns(Alloca)
	reallocPatterns = []*ir.Pattern{{Name: "erase-dead-" + Realloc.String(), Root: Realloc, Rewrite: eraseDeadAlloc}}
)

func allocLikePatterns(name ir.OpKind) []*ir.Pattern {
	return []*ir.Pattern{
		{Name: "fold-constant-sizes-of-" + name.String(), Root: name, Rewrite: foldAllocSizes},
		{Name: "erase-dead-" + name.String(), Root: name, Rewrite: eraseDeadAlloc},
	}
}

// foldAllocSizes makes extents static that are constants.
//
//	memref.alloc(%c4) : memref<?xf32>   →   %0 = memref.alloc() : memref<4xf32>
//	                                        memref.cast %0 : memref<4xf32> to memref<?xf32>
func foldAllocSizes(op *ir.Operation, rw *ir.Rewriter) bool {
	t, sizes := typeOf(op.Result(0)), op.OperandGroup(allocSizes)
	shape, rest := view.FoldSizes(t.Dims, sizes)
	if len(rest) == len(sizes) {
		return false
	}
	symbols := op.OperandGroup(allocSymbols)
	st := &ir.OpState{Def: op.Def(), Loc: op.Loc(), Operands: slices.Concat(rest, symbols),
		ResultTypes: []ir.Type{ir.MemRef(shape, t.Elem, t.Layout, t.Space)}}
	st.SetProp("alignment", op.Attr("alignment"))
	st.SetSegments(rw.Context(), len(rest), len(symbols))
	rw.Before(op)
	replaceByCast(rw, op, rw.Create(st).Result(0))
	return true
}

// eraseDeadAlloc erases an allocation that is only written and freed.
func eraseDeadAlloc(op *ir.Operation, rw *ir.Rewriter) bool {
	v := op.Result(0)
	var users []*ir.Operation
	for u := v.FirstUse(); u != nil; u = u.Next() {
		o := u.Owner()
		if !Dealloc.Is(o) && (!Store.Is(o) || o.Operand(0) == v) {
			return false
		}
		if !slices.Contains(users, o) {
			users = append(users, o)
		}
	}
	for _, o := range users {
		rw.Erase(o)
	}
	rw.Erase(op)
	return true
}

var copyPatterns = []*ir.Pattern{
	{Name: "erase-self-copy", Root: Copy, Rewrite: func(op *ir.Operation, rw *ir.Rewriter) bool {
		if op.Operand(0) != op.Operand(1) {
			return false
		}
		rw.Erase(op)
		return true
	}},
	{Name: "erase-empty-copy", Root: Copy, Rewrite: func(op *ir.Operation, rw *ir.Rewriter) bool {
		for _, v := range op.Operands() {
			if t, ok := v.Type().(*ir.MemRefType); ok && slices.Contains(t.Dims, 0) {
				rw.Erase(op)
				return true
			}
		}
		return false
	}},
}

var allocaScopePatterns = []*ir.Pattern{
	{Name: "inline-alloca-scope", Root: AllocaScope, Rewrite: inlineScope},
	{Name: "hoist-alloca-out-of-scope", Root: AllocaScope, Rewrite: hoistAllocas},
}

// stackAllocates tells whether an operation itself is known to take stack memory;
// may answers for operations of which nothing is known.
func stackAllocates(op *ir.Operation, may bool) bool {
	if op.Has(ir.RecursiveMemoryEffects) {
		return false
	}
	if Alloca.Is(op) {
		return true
	}
	_, known := ir.EffectsOf(op)
	return !known && may
}

// isLast tells whether op is the last operation but the terminator of a region
// with one block.
func isLast(op *ir.Operation) bool {
	return op.Next() != nil && op.Next() == op.Block().Terminator() && op.ParentRegion().HasOneBlock()
}

// inlineScope inlines a scope without stack allocations, or at the end of another
// scope.
func inlineScope(op *ir.Operation, rw *ir.Rewriter) bool {
	free := ir.WalkRegion(op.Region(0), func(o *ir.Operation) ir.WalkResult {
		switch {
		case stackAllocates(o, true):
			return ir.Interrupt
		case o.Has(ir.AutomaticAllocationScope):
			return ir.Skip
		}
		return ir.Advance
	})
	if !free && (!op.Parent().Has(ir.AutomaticAllocationScope) || !isLast(op)) {
		return false
	}
	term := op.Body().Back()
	rw.InlineBlock(op.Body(), op.Block(), op, nil)
	rw.Replace(op, term.Operands()...)
	rw.Erase(term)
	return true
}

// hoistAllocas moves stack allocations out of the operations around a scope that
// end where their allocation scope does.
//
//	func { scf.if %c { memref.alloca_scope { %a = memref.alloca … } } return }   →   %a before the scf.if
func hoistAllocas(op *ir.Operation, rw *ir.Rewriter) bool {
	outer := op.Parent()
	if outer == nil || outer.Has(ir.AutomaticAllocationScope) || !isLast(op) || outer.Block() == nil || !isLast(outer) {
		return false
	}
	for p := outer.Parent(); ; p = outer.Parent() {
		if p == nil {
			return false
		}
		if p.Has(ir.AutomaticAllocationScope) {
			break
		}
		if outer = p; outer.Block() == nil || !isLast(outer) {
			return false
		}
	}
	var region *ir.Region
	for r := range outer.Regions() {
		if r.IsAncestorOf(op.ParentRegion()) {
			region = r
		}
	}
	var hoisted []*ir.Operation
	ir.WalkPost(op, func(o *ir.Operation) ir.WalkResult {
		if stackAllocates(o, false) && !slices.ContainsFunc(o.Operands(), func(v *ir.Value) bool {
			return region.IsAncestorOf(v.ParentBlock().Region())
		}) {
			hoisted = append(hoisted, o)
		}
		return ir.Advance
	})
	for _, o := range hoisted {
		rw.Before(outer)
		rw.Replace(o, rw.Clone(o, nil).Results()...)
	}
	return len(hoisted) > 0
}

var dimPatterns = []*ir.Pattern{{Name: "dim-of-memref-reshape", Root: Dim, Rewrite: dimOfReshape}}

// dimOfReshape reads the extent from the shape that a memref.reshape was given.
//
//	%1 = memref.reshape %0(%shape)
//	%2 = memref.dim %1, %i   →   memref.load %shape[%i]   (right behind the reshape)
func dimOfReshape(op *ir.Operation, rw *ir.Rewriter) bool {
	r := op.Operand(0).DefiningOp()
	if !Reshape.Is(r) {
		return false
	}
	// The index must be available behind the reshape.
	index := op.Operand(1)
	if index.ParentBlock() == r.Block() {
		if d := index.DefiningOp(); d != nil && r.IsBefore(d) {
			return false
		}
	} else if op.Block() != r.Block() {
		if from := index.ParentBlock().Region(); from == r.ParentRegion() || !from.IsAncestorOf(r.ParentRegion()) {
			return false
		}
	}
	rw.After(r)
	shape := r.Operand(1)
	v := rw.Value(Load, []*ir.Value{shape, index}, []ir.Type{typeOf(shape).Elem})
	if v.Type() != op.Result(0).Type() {
		v = rw.Value(ir.Kind("arith.index_cast"), []*ir.Value{v}, op.ResultTypes())
	}
	rw.Replace(op, v)
	return true
}
