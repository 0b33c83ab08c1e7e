package affine

import (
	"slices"

	"optc/ir"
	"optc/ir/affine"
)

// Value is a map with its operands, dimensions first, the computation of an affine
// operation. The methods rewrite it in place.
type Value struct {
	Map      affine.Map
	Operands []*ir.Value
}

// Equal reports whether both have equal maps and equal operands.
func (v Value) Equal(o Value) bool {
	return v.Map.Equal(o.Map) && slices.Equal(v.Operands, o.Operands)
}

// Compose replaces results of affine.apply among the operands by the computation of the
// affine.apply, then canonicalizes and simplifies (composeAffineMapAndOperands upstream).
//
//	%1 = affine.apply (d0) -> (d0 * 2) (%0)
//	(d0) -> (d0 + 1) (%1)   →   (d0) -> (d0 * 2 + 1) (%0)
func (v *Value) Compose() {
	if len(v.Map.Results) > 0 {
		v.inline()
	}
	v.Canonicalize()
	v.Map = v.Map.Simplify()
}

// inline replaces operands by their computation until no operand is the result of an
// affine.apply.
func (v *Value) inline() {
	if !slices.ContainsFunc(v.Operands, func(o *ir.Value) bool {
		def := o.DefiningOp()
		return ir.Is[ApplyOp](def) || ir.Is[DelinearizeIndexOp](def)
	}) {
		return
	}
	n := v.Map.NumDims
	s := &sources{v.Map, slices.Clone(v.Operands[:n]), slices.Clone(v.Operands[n:])}
	for s.inlineOne(s.dims, affine.Dim) || s.inlineOne(s.symbols, affine.Symbol) {
	}
	var operands []*ir.Value
	renumber := func(list []*ir.Value, leaf func(int) affine.Expr) (by []affine.Expr, n int) {
		by = make([]affine.Expr, len(list))
		for i, o := range list {
			if o == nil {
				by[i] = affine.Const(0) // no longer occurs
				continue
			}
			by[i] = leaf(n)
			n++
			operands = append(operands, o)
		}
		return by, n
	}
	d, numDims := renumber(s.dims, affine.Dim)
	symbols, numSymbols := renumber(s.symbols, affine.Symbol)
	v.Map, v.Operands = s.m.ReplaceDimsAndSymbols(d, symbols, numDims, numSymbols), operands
}

// inlineOne replaces the first operand of list that can be replaced, and reports whether there was one.
func (s *sources) inlineOne(list []*ir.Value, leaf func(int) affine.Expr) bool {
	for i, o := range list {
		if o == nil {
			continue
		}
		switch def := o.DefiningOp(); {
		case ir.Is[DelinearizeIndexOp](def):
			if s.cancelDelinearize(o) {
				return true
			}
		case ir.Is[ApplyOp](def):
			inner := Value{ir.Cast[ApplyOp](def).Map(), ir.Cast[ApplyOp](def).MapOperands()}
			if s.tooLarge(leaf(i), inner.Map) {
				continue
			}
			list[i] = nil
			inner.Canonicalize()
			n := inner.Map.NumDims
			by := inner.Map.ShiftDims(len(s.dims), 0).ShiftSymbols(len(s.symbols), 0).Results[0]
			s.dims = append(s.dims, inner.Operands[:n]...)
			s.symbols = append(s.symbols, inner.Operands[n:]...)
			s.m = s.m.Replace(leaf(i), by, len(s.dims), len(s.symbols))
			return true
		}
	}
	return false
}

// maxComposed bounds the nodes of a map that is composed. A chain in which each
// affine.apply uses the one before twice would otherwise grow exponentially with its
// length, as it does upstream.
const maxComposed = 2_000

// tooLarge reports whether the map would have too many nodes after a leaf is replaced by
// the result of inner.
func (s *sources) tooLarge(leaf affine.Expr, inner affine.Map) bool {
	nodes, leaves := s.m.Size(leaf)
	innerNodes, _ := inner.Size(leaf)
	return nodes+leaves*innerNodes > maxComposed
}

// Canonicalize turns dimensions into symbols where they are valid symbols, turns symbols
// that are only valid dimensions into dimensions, and drops constants, unused and
// repeated operands (canonicalizeMapAndOperands upstream).
//
//	(d0, d1) -> (d0 + d1) (%c4, %n)   →   ()[s0] -> (s0 + 4) [%n]
func (v *Value) Canonicalize() {
	if len(v.Operands) == 0 {
		return
	}
	v.promote()
	v.demote()
	v.unique()
}

// promote turns dimensions that are valid symbols into symbols.
func (v *Value) promote() {
	m := v.Map
	if !slices.ContainsFunc(v.Operands[:m.NumDims], IsValidSymbol) {
		return
	}
	by := make([]affine.Expr, m.NumDims)
	var operands, promoted []*ir.Value
	for i, o := range v.Operands[:m.NumDims] {
		if IsValidSymbol(o) {
			by[i] = affine.Symbol(m.NumSymbols + len(promoted))
			promoted = append(promoted, o)
		} else {
			by[i] = affine.Dim(len(operands))
			operands = append(operands, o)
		}
	}
	numDims := len(operands)
	v.Operands = slices.Concat(operands, v.Operands[m.NumDims:], promoted)
	v.Map = m.ReplaceDimsAndSymbols(by, nil, numDims, m.NumSymbols+len(promoted))
}

// demote turns symbols that are only valid dimensions into dimensions.
func (v *Value) demote() {
	m := v.Map
	misplaced := func(o *ir.Value) bool { return IsValidDim(o) && !IsValidSymbol(o) }
	if !slices.ContainsFunc(v.Operands[m.NumDims:], misplaced) {
		return
	}
	by := make([]affine.Expr, m.NumSymbols)
	var symbols, demoted []*ir.Value
	for i, o := range v.Operands[m.NumDims:] {
		if misplaced(o) {
			by[i] = affine.Dim(m.NumDims + len(demoted))
			demoted = append(demoted, o)
		} else {
			by[i] = affine.Symbol(len(symbols))
			symbols = append(symbols, o)
		}
	}
	v.Operands = slices.Concat(v.Operands[:m.NumDims], demoted, symbols)
	v.Map = m.ReplaceDimsAndSymbols(nil, by, m.NumDims+len(demoted), len(symbols))
}

// unique drops unused, repeated and constant operands.
func (v *Value) unique() {
	m := v.Map
	unusedDims, unusedSymbols := affine.UnusedDims(m), affine.UnusedSymbols(m)
	isConstant := func(o *ir.Value) bool { _, ok := ir.ConstantValue(o).(*ir.IntegerAttr); return ok }
	if !slices.Contains(unusedDims, true) && !slices.Contains(unusedSymbols, true) &&
		!slices.ContainsFunc(v.Operands[m.NumDims:], isConstant) && distinct(v.Operands[:m.NumDims]) && distinct(v.Operands[m.NumDims:]) {
		return
	}
	var operands []*ir.Value
	pass := func(list []*ir.Value, unused []bool, leaf func(int) affine.Expr, constants bool) (by []affine.Expr, n int) {
		by = make([]affine.Expr, len(list))
		first := len(operands)
		for i, o := range list {
			if unused[i] {
				by[i] = affine.Const(0)
				continue
			}
			if a, ok := ir.ConstantValue(o).(*ir.IntegerAttr); ok && constants {
				by[i] = affine.Const(a.Int64())
				continue
			}
			k := slices.Index(operands[first:], o)
			if k < 0 {
				k = len(operands) - first
				operands = append(operands, o)
			}
			by[i] = leaf(k)
		}
		return by, len(operands) - first
	}
	d, numDims := pass(v.Operands[:m.NumDims], unusedDims, affine.Dim, false)
	s, numSymbols := pass(v.Operands[m.NumDims:], unusedSymbols, affine.Symbol, true)
	v.Map, v.Operands = m.ReplaceDimsAndSymbols(d, s, numDims, numSymbols), operands
}

// distinct reports whether no value occurs twice.
func distinct(vs []*ir.Value) bool {
	for i, v := range vs {
		if slices.Contains(vs[:i], v) {
			return false
		}
	}
	return true
}

// ComposedApply returns the value of a map with one result for some operands, dimensions
// first. The value is a number or an existing value if possible, and otherwise the result
// of an affine.apply at the insertion point (makeComposedFoldedAffineApply upstream).
func ComposedApply(b *ir.Builder, m affine.Map, operands []ir.Mixed) ir.Mixed {
	v := Value{Map: m}
	split := func(list []ir.Mixed, leaf func(int) affine.Expr) (by []affine.Expr, n int) {
		by = make([]affine.Expr, len(list))
		for i, o := range list {
			if o.Value == nil {
				by[i] = affine.Const(o.Const)
				continue
			}
			by[i] = leaf(n)
			n++
			v.Operands = append(v.Operands, o.Value)
		}
		return by, n
	}
	d, numDims := split(operands[:m.NumDims], affine.Dim)
	s, numSymbols := split(operands[m.NumDims:], affine.Symbol)
	v.Map = m.ReplaceDimsAndSymbols(d, s, numDims, numSymbols)
	v.Compose()
	e := v.Map.Results[0]
	if c, ok := e.IsConst(); ok {
		return ir.Mixed{Const: c}
	}
	if i, ok := e.IsDim(); ok {
		return ir.Mixed{Value: v.Operands[i]}
	}
	if i, ok := e.IsSymbol(); ok {
		return ir.Mixed{Value: v.Operands[v.Map.NumDims+i]}
	}
	return ir.Mixed{Value: NewApply(b, v.Map, v.Operands).Result()}
}
