package affine

import (
	"slices"

	"optc/dialect/memref"
	"optc/ir"
)

// This file decides which values may be dimensions and symbols of affine maps, as
// AffineOps.cpp does upstream.

// ScopeOf returns the region of the nearest enclosing operation with the trait
// AffineScope that contains op, or nil.
func ScopeOf(op *ir.Operation) *ir.Region {
	for op != nil {
		r := op.ParentRegion()
		if r == nil {
			return nil
		}
		if op = r.Parent(); op != nil && op.Has(ir.AffineScope) {
			return r
		}
	}
	return nil
}

// isTopLevel reports whether a value is defined directly in an affine scope.
func isTopLevel(v *ir.Value) bool {
	b := v.ParentBlock()
	if b == nil {
		return false
	}
	p := b.ParentOp()
	return p != nil && p.Has(ir.AffineScope)
}

func isTopLevelIn(v *ir.Value, scope *ir.Region) bool {
	b := v.ParentBlock()
	return b != nil && b.Region() == scope
}

func isIndex(v *ir.Value) bool {
	_, ok := v.Type().(*ir.IndexType)
	return ok
}

// isInductionVar reports whether v is an argument of an affine loop.
func isInductionVar(v *ir.Value) bool {
	if v.DefiningOp() != nil {
		return false
	}
	p := v.ParentBlock().ParentOp()
	return ir.Is[ForOp](p) || ir.Is[ParallelOp](p)
}

// IsValidDim reports whether v may be a dimension wherever it is used.
func IsValidDim(v *ir.Value) bool {
	if !isIndex(v) {
		return false
	}
	if op := v.DefiningOp(); op != nil {
		return isValidDimIn(v, ScopeOf(op))
	}
	p := v.ParentBlock().ParentOp()
	return p != nil && (p.Has(ir.AffineScope) || ir.Is[ForOp](p) || ir.Is[ParallelOp](p))
}

// isValidDimIn is IsValidDim for a use in the given scope: symbols, loop variables, and
// results that affine.apply and similar operations compute from dimensions.
func isValidDimIn(v *ir.Value, scope *ir.Region) bool { return new(validity).dim(v, scope) }

// isValidSymbolIn is IsValidSymbol for a use in the given scope: values that do not
// change while control is in the scope.
func isValidSymbolIn(v *ir.Value, scope *ir.Region) bool { return new(validity).symbol(v, scope) }

// validity remembers which values are valid, because a value can be used many times in
// the computation of others. In operations that are not verified yet a value may even
// depend on itself; such a value is not valid.
type validity struct{ dims, symbols map[use]bool }

type use struct {
	value *ir.Value
	scope *ir.Region
}

// rememberAnswer returns the known answer about a value, or asks f and stores the answer.
// Operations whose operands are only block arguments or constants are not stored.
func rememberAnswer(known *map[use]bool, u use, f func() bool) bool {
	if !slices.ContainsFunc(u.value.DefiningOp().OperandList(), isComputed) {
		return f()
	}
	answer, ok := (*known)[u]
	if ok {
		return answer
	}
	if *known == nil {
		*known = map[use]bool{}
	}
	(*known)[u] = false
	answer = f()
	(*known)[u] = answer
	return answer
}

// isComputed reports whether an operation with operands defines v.
func isComputed(v *ir.Value) bool {
	op := v.DefiningOp()
	return op != nil && op.NumOperands() > 0
}

func (c *validity) dim(v *ir.Value, scope *ir.Region) bool {
	switch {
	case !isIndex(v):
		return false
	case c.symbol(v, scope):
		return true
	}
	op := v.DefiningOp()
	switch {
	case op == nil:
		return isInductionVar(v)
	case ir.Is[ApplyOp](op) || ir.Is[DelinearizeIndexOp](op) || ir.Is[LinearizeIndexOp](op):
		return rememberAnswer(&c.dims, use{v, scope}, func() bool {
			return !slices.ContainsFunc(op.OperandList(), func(o *ir.Value) bool { return !c.dim(o, scope) })
		})
	case isDim(op):
		return isTopLevel(op.Operand(0))
	}
	return false
}

// IsValidSymbol reports whether v may be a symbol wherever it is used.
func IsValidSymbol(v *ir.Value) bool {
	if !isIndex(v) {
		return false
	}
	if isTopLevel(v) {
		return true
	}
	if op := v.DefiningOp(); op != nil {
		return isValidSymbolIn(v, ScopeOf(op))
	}
	return false
}

func (c *validity) symbol(v *ir.Value, scope *ir.Region) bool {
	if !isIndex(v) {
		return false
	}
	if scope != nil && isTopLevelIn(v, scope) {
		return true
	}
	op := v.DefiningOp()
	switch {
	case op == nil:
	case ir.ConstantOf(op) != nil:
		return true
	case (op.Has(ir.Pure) || ir.IsPure(op)) && rememberAnswer(&c.symbols, use{v, scope}, func() bool { return c.allSymbols(op, scope) }):
		return true
	case isDim(op):
		return c.dimSymbol(op, scope)
	}
	// A value from outside the scope is valid if the scope may use such values.
	if scope == nil || scope.Parent() == nil || scope.Parent().Has(ir.IsolatedFromAbove) {
		return false
	}
	outer := scope.ParentRegion()
	return outer != nil && c.symbol(v, outer)
}

func (c *validity) allSymbols(op *ir.Operation, scope *ir.Region) bool {
	return !slices.ContainsFunc(op.OperandList(), func(o *ir.Value) bool { return !c.symbol(o, scope) })
}

func isDim(op *ir.Operation) bool { return op != nil && op.Def().Interfaces.ShapedDim != nil }

// dimSymbol: an extent is a symbol if its memref is defined outside of all loops, or if
// the extent is an operand, itself a symbol, of a view or allocation.
func (c *validity) dimSymbol(dim *ir.Operation, scope *ir.Region) bool {
	shaped := dim.Def().Interfaces.ShapedDim
	v := shaped.ShapedValue(dim)
	if isTopLevel(v) {
		return true
	}
	source := v.DefiningOp()
	for ir.Is[memref.CastOp](source) {
		v = ir.Cast[memref.CastOp](source).Source()
		if _, unranked := v.Type().(*ir.UnrankedMemRefType); unranked {
			return false
		}
		source = v.DefiningOp()
	}
	i, ok := ir.Mixed{Value: shaped.Dimension(dim)}.Constant()
	if !ok || source == nil {
		return false
	}
	var sizes []*ir.Value
	switch source.Kind() {
	case memref.ViewOp{}.Kind():
		sizes = ir.Cast[memref.ViewOp](source).Sizes()
	case memref.SubViewOp{}.Kind():
		sizes = ir.Cast[memref.SubViewOp](source).Sizes()
	case memref.AllocOp{}.Kind():
		sizes = ir.Cast[memref.AllocOp](source).DynamicSizes()
	default:
		return false
	}
	t := v.Type().(*ir.MemRefType)
	if i < 0 || i >= int64(len(t.Dims)) {
		return false
	}
	if t.Dims[i] != ir.Dynamic {
		return true
	}
	at := 0
	for _, n := range t.Dims[:i] {
		if n == ir.Dynamic {
			at++
		}
	}
	return at < len(sizes) && c.symbol(sizes[at], scope)
}
