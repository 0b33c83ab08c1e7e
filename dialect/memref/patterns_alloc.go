package memref

import (
	"slices"

	"optc/dialect/arith"
	"optc/dialect/internal/view"
	"optc/ir"
)

var (
	allocPatterns   = allocLikePatterns(AllocOp{})
	allocaPatterns  = allocLikePatterns(AllocaOp{})
	reallocPatterns = []*ir.Pattern{{Name: "erase-dead-" + ReallocOp{}.Kind().String(), Root: ReallocOp{}, Rewrite: eraseDeadAlloc}}
)

func allocLikePatterns(kind ir.OpKind) []*ir.Pattern {
	return []*ir.Pattern{
		{Name: "fold-constant-sizes-of-" + kind.Kind().String(), Root: kind, Rewrite: foldAllocSizes},
		{Name: "erase-dead-" + kind.Kind().String(), Root: kind, Rewrite: eraseDeadAlloc},
	}
}

// foldAllocSizes makes extents static whose operands are constants.
//
//	memref.alloc(%c4) : memref<?xf32>   →   %0 = memref.alloc() : memref<4xf32>
//	                                        memref.cast %0 : memref<4xf32> to memref<?xf32>
func foldAllocSizes(op *ir.Operation, rw *ir.Rewriter) bool {
	alloc := op.Typed().(Allocation)
	t, sizes := typeOf(alloc.Memref()), alloc.DynamicSizes()
	shape, rest := view.FoldSizes(t.Dims, sizes)
	if len(rest) == len(sizes) {
		return false
	}
	static := ir.MemRef(shape, t.Elem, t.Layout, t.Space)
	var v *ir.Value
	if ir.Is[AllocOp](op) {
		v = NewAlloc(rw, static, rest, alloc.SymbolOperands(), alloc.Alignment()).Memref()
	} else {
		v = NewAlloca(rw, static, rest, alloc.SymbolOperands(), alloc.Alignment()).Memref()
	}
	ReplaceByCast(rw, op, v)
	return true
}

// eraseDeadAlloc erases an allocation that is only written and freed.
func eraseDeadAlloc(op *ir.Operation, rw *ir.Rewriter) bool {
	v := op.Result(0)
	var users []*ir.Operation
	for u := v.FirstUse(); u != nil; u = u.Next() {
		o := u.Owner()
		if !ir.Is[DeallocOp](o) && (!ir.Is[StoreOp](o) || ir.Cast[StoreOp](o).Value() == v) {
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
	{Name: "erase-self-copy", Root: CopyOp{}, Rewrite: func(op *ir.Operation, rw *ir.Rewriter) bool {
		copyOp := ir.Cast[CopyOp](op)
		if copyOp.Source() != copyOp.Target() {
			return false
		}
		rw.Erase(op)
		return true
	}},
	{Name: "erase-empty-copy", Root: CopyOp{}, Rewrite: func(op *ir.Operation, rw *ir.Rewriter) bool {
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
	{Name: "inline-alloca-scope", Root: AllocaScopeOp{}, Rewrite: inlineScope},
	{Name: "hoist-alloca-out-of-scope", Root: AllocaScopeOp{}, Rewrite: hoistAllocas},
}

// stackAllocates reports whether an operation itself is known to take stack memory; may
// is the result for operations about which nothing is known.
func stackAllocates(op *ir.Operation, may bool) bool {
	if op.Has(ir.RecursiveMemoryEffects) {
		return false
	}
	if ir.Is[AllocaOp](op) {
		return true
	}
	_, known := ir.EffectsOf(op)
	return !known && may
}

// isLast reports whether op is the last operation, except for the terminator, of a region
// with one block.
func isLast(op *ir.Operation) bool {
	return op.Next() != nil && op.Next() == op.Block().Terminator() && op.ParentRegion().HasOneBlock()
}

// inlineScope inlines a scope that has no stack allocations or that is at the end of
// another scope.
func inlineScope(op *ir.Operation, rw *ir.Rewriter) bool {
	free := ir.WalkRegion(ir.Cast[AllocaScopeOp](op).BodyRegion(), func(o *ir.Operation) ir.WalkResult {
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
	rw.Replace(op, ir.Cast[AllocaScopeReturnOp](term).Results()...)
	rw.Erase(term)
	return true
}

// hoistAllocas moves stack allocations out of the operations around a scope if these
// operations end where their allocation scope ends.
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
		if stackAllocates(o, false) && !slices.ContainsFunc(o.OperandList(), func(v *ir.Value) bool {
			return region.IsAncestorOf(v.ParentBlock().Region())
		}) {
			hoisted = append(hoisted, o)
		}
		return ir.Advance
	})
	for _, o := range hoisted {
		rw.Before(outer)
		rw.Replace(o, rw.Clone(o, nil).ResultList()...)
	}
	return len(hoisted) > 0
}

var dimPatterns = []*ir.Pattern{{Name: "dim-of-memref-reshape", Root: DimOp{}, Rewrite: dimOfReshape}}

// dimOfReshape reads the extent from the shape that a memref.reshape was given.
//
//	%1 = memref.reshape %0(%shape)
//	%2 = memref.dim %1, %i   →   memref.load %shape[%i]   (right behind the reshape)
func dimOfReshape(op *ir.Operation, rw *ir.Rewriter) bool {
	dim := ir.Cast[DimOp](op)
	r := ir.DefiningOp[ReshapeOp](dim.Source())
	if !r.Ok() {
		return false
	}
	// The index must be available after the reshape.
	index := dim.Index()
	if index.ParentBlock() == r.Operation().Block() {
		if d := index.DefiningOp(); d != nil && r.Operation().IsBefore(d) {
			return false
		}
	} else if op.Block() != r.Operation().Block() {
		if from := index.ParentBlock().Region(); from == r.Operation().ParentRegion() || !from.IsAncestorOf(r.Operation().ParentRegion()) {
			return false
		}
	}
	rw.After(r.Operation())
	v := NewLoad(rw, r.Shape(), index).Result()
	if t := dim.Result().Type(); v.Type() != t {
		v = arith.NewIndexCast(rw, t, v).Out()
	}
	rw.Replace(op, v)
	return true
}
