package affine

import (
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

// isTopLevel tells whether a value is defined directly in an affine scope.
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

// isInductionVar tells whether v is an argument of an affine loop.
func isInductionVar(v *ir.Value) bool {
	if v.DefiningOp() != nil {
		return false
	}
	p := v.ParentBlock().ParentOp()
	return p.Is(For) || p.Is(Parallel)
}

// IsValidDim tells whether v may be a dimension wherever it is used.
func IsValidDim(v *ir.Value) bool {
	if !isIndex(v) {
		return false
	}
	if op := v.DefiningOp(); op != nil {
		return isValidDimIn(v, ScopeOf(op))
	}
	p := v.ParentBlock().ParentOp()
	return p != nil && (p.Has(ir.AffineScope) || p.Is(For) || p.Is(Parallel))
}

// isValidDimIn is IsValidDim for a use in that scope: symbols, loop variables,
// and what affine.apply and the like make of dimensions.
func isValidDimIn(v *ir.Value, scope *ir.Region) bool {
	switch {
	case !isIndex(v):
		return false
	case isValidSymbolIn(v, scope):
		return true
	}
	op := v.DefiningOp()
	switch {
	case op == nil:
		return isInductionVar(v)
	case op.Is(Apply) || op.Is(DelinearizeIndex) || op.Is(LinearizeIndex):
		for _, o := range op.Operands() {
			if !isValidDimIn(o, scope) {
				return false
			}
		}
		return true
	case isDim(op):
		return isTopLevel(op.Operand(0))
	}
	return false
}

// IsValidSymbol tells whether v may be a symbol wherever it is used.
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

// isValidSymbolIn is IsValidSymbol for a use in that scope: what does not change
// while control is in the scope.
func isValidSymbolIn(v *ir.Value, scope *ir.Region) bool {
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
	case isPureOfSymbols(op, scope):
		return true
	case isDim(op):
		return isDimSymbol(op, scope)
	}
	// A value from outside the scope, if the scope may use such values.
	if scope == nil || scope.Parent() == nil || scope.Parent().Has(ir.IsolatedFromAbove) {
		return false
	}
	outer := scope.ParentRegion()
	return outer != nil && isValidSymbolIn(v, outer)
}

func isPureOfSymbols(op *ir.Operation, scope *ir.Region) bool {
	if !ir.IsPure(op) {
		return false
	}
	for _, o := range op.Operands() {
		if !isValidSymbolIn(o, scope) {
			return false
		}
	}
	return true
}

const tensorDim = "tensor.dim" // package tensor imports this one

func isDim(op *ir.Operation) bool { return op.Is(memref.Dim) || op.Is(tensorDim) }

// isDimSymbol: an extent of a value that is defined outside of all loops, or one
// that a view or allocation was given as a symbol.
func isDimSymbol(dim *ir.Operation, scope *ir.Region) bool {
	if isTopLevel(dim.Operand(0)) {
		return true
	}
	source := dim.Operand(0).DefiningOp()
	for source.Is(memref.Cast) {
		if _, unranked := source.Operand(0).Type().(*ir.UnrankedMemRefType); unranked {
			return false
		}
		source = source.Operand(0).DefiningOp()
	}
	i, ok := ir.Mixed{Value: dim.Operand(1)}.Constant()
	if !ok || source == nil {
		return false
	}
	var sizes []*ir.Value
	switch source.Name() {
	case memref.View, memref.SubView:
		sizes = source.OperandGroup(2)
	case memref.Alloc:
		sizes = source.OperandGroup(0)
	default:
		return false
	}
	t := source.Result(0).Type().(*ir.MemRefType)
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
	return at < len(sizes) && isValidSymbolIn(sizes[at], scope)
}
