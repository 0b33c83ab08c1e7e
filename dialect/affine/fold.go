package affine

import (
	"slices"

	"optc/dialect/memref"
	"optc/dialect/ub"
	"optc/ir"
	"optc/ir/affine"
)

// constants returns a function that gives the map the values of its constant operands.
func constants(operands []ir.Attribute) func(i int) (int64, bool) {
	return func(i int) (int64, bool) {
		a, ok := operands[i].(*ir.IntegerAttr)
		if !ok {
			return 0, false
		}
		return a.Int64(), true
	}
}

// foldApply folds a dimension or symbol to the operand, and constants.
func foldApply(op *ir.Operation, operands []ir.Attribute) ir.FoldResult {
	apply := ir.Cast[ApplyOp](op)
	m, inputs := apply.Map(), apply.MapOperands()
	e := m.Results[0]
	if d, ok := e.IsDim(); ok {
		return ir.FoldToValue(inputs[d])
	}
	if s, ok := e.IsSymbol(); ok {
		return ir.FoldToValue(inputs[m.NumDims+s])
	}
	c := apply.Result().Type().Context()
	_, values, err := m.PartialConstantFold(constants(operands))
	if err != nil {
		return ir.FoldToAttr(ub.PoisonOf(c))
	}
	if values == nil {
		return ir.FoldResult{}
	}
	return ir.FoldToAttr(c.IndexAttr(values[0]))
}

// foldMinMax folds constant results of the map, and the operation if all are.
func foldMinMax(kind extremum) func(op *ir.Operation, operands []ir.Attribute) ir.FoldResult {
	return func(op *ir.Operation, operands []ir.Attribute) ir.FoldResult {
		extreme := op.Typed().(extremum)
		m := extreme.Map()
		folded, values, err := m.PartialConstantFold(constants(operands))
		if err != nil {
			return ir.FoldResult{}
		}
		c := extreme.Result().Type().Context()
		switch {
		case folded.NumSymbols == 1 && folded.IsSymbolIdentity():
			return ir.FoldToValue(extreme.Operands()[folded.NumDims])
		case len(values) > 0 && kind == extremum(MinOp{}):
			return ir.FoldToAttr(c.IndexAttr(slices.Min(values)))
		case len(values) > 0:
			return ir.FoldToAttr(c.IndexAttr(slices.Max(values)))
		case folded.Equal(m):
			return ir.FoldResult{}
		}
		setMap(op, c, folded)
		return ir.FoldInPlace()
	}
}

// foldAccess bypasses the memref.cast of an accessed memref; a load of a constant global becomes
// the constant.
func foldAccess(a access) func(op *ir.Operation, operands []ir.Attribute) ir.FoldResult {
	return func(op *ir.Operation, _ []ir.Attribute) ir.FoldResult {
		if f := memref.FoldCastsExcept(op, a.stored(op)); f.InPlace || op.NumResults() == 0 {
			return f
		}
		return foldConstantLoad(op)
	}
}

func foldConstantLoad(op *ir.Operation) ir.FoldResult {
	load := ir.Cast[LoadOp](op)
	init := memref.ConstantGlobal(load.Memref())
	if init == nil {
		return ir.FoldResult{}
	}
	at, shape := int64(0), init.ShapedType().Shape()
	if !init.Splat {
		for i, e := range load.Map().Results {
			v, ok := e.IsConst()
			if !ok || v < 0 || v >= shape[i] {
				return ir.FoldResult{}
			}
			at = at*shape[i] + v
		}
	}
	return ir.FoldToAttr(init.ElementAttr(int(at)))
}

// foldFor folds and canonicalizes the bounds. A loop that never runs folds to its initial
// values, and a loop whose body only yields folds to the values of the last yield.
func foldFor(op *ir.Operation, _ []ir.Attribute) ir.FoldResult {
	changed := foldBound(op, LowerBound(op), lowerMap, forLower)
	changed = foldBound(op, UpperBound(op), upperMap, forUpper) || changed
	changed = canonicalizeBounds(op) || changed
	if op.NumResults() > 0 {
		if vs := valuesOfEmptyLoop(op); vs != nil {
			return ir.FoldToValues(vs)
		}
	}
	return ir.FoldResult{InPlace: changed}
}

// valuesOfEmptyLoop returns the results of a loop that never runs or whose body only
// yields; nil if they are not known.
func valuesOfEmptyLoop(op *ir.Operation) []*ir.Value {
	body, inits := op.Body(), ir.Cast[ForOp](op).Inits()
	trips, known := TripCount(op)
	if known && trips == 0 {
		return inits
	}
	if body.Front() != body.Back() {
		return nil
	}
	results := make([]*ir.Value, op.NumResults())
	outside, permuted := false, false
	for i, v := range body.Back().Operands() {
		if v == body.Arg(0) {
			return nil
		}
		k := slices.Index(body.Args()[1:], v)
		if k < 0 {
			outside = true
			results[i] = v
			continue
		}
		permuted = permuted || k != i
		results[i] = inits[k]
	}
	if !known && (outside || permuted) || known && trips >= 2 && permuted {
		return nil
	}
	return results
}

// foldBound replaces a bound whose operands are constants by a number.
func foldBound(op *ir.Operation, b Bound, attr string, group int) bool {
	m, operands := b.Map, b.Operands
	if _, constant := m.SingleConstant(); constant {
		return false
	}
	_, values, err := m.PartialConstantFold(func(i int) (int64, bool) {
		a, ok := ir.ConstantValue(operands[i]).(*ir.IntegerAttr)
		if !ok {
			return 0, false
		}
		return a.Int64(), true
	})
	if err != nil || len(values) == 0 {
		return false
	}
	v := slices.Min(values)
	if group == forLower {
		v = slices.Max(values)
	}
	setBound(op, attr, group, Value{Map: affine.Constant(v)})
	return true
}

// setBound replaces the map of a bound and its operands.
func setBound(op *ir.Operation, attr string, group int, v Value) {
	c := op.Body().Arg(0).Type().Context()
	var operands []*ir.Value
	var sizes []int32
	loop := ir.Cast[ForOp](op)
	groups := [...][]*ir.Value{forLower: loop.LowerBoundOperands(), forUpper: loop.UpperBoundOperands(), forInits: loop.Inits()}
	groups[group] = v.Operands
	for _, vs := range groups {
		operands = append(operands, vs...)
		sizes = append(sizes, int32(len(vs)))
	}
	op.SetOperands(operands)
	op.SetAttr("operandSegmentSizes", c.DenseI32Array(sizes))
	op.SetAttr(attr, c.AffineMap(v.Map))
}

func canonicalizeBounds(op *ir.Operation) bool {
	canonical := func(b Bound, isLower bool) (v Value, changed bool) {
		v = Value(b)
		v.Compose()
		v.Canonicalize()
		v.dropDominated(isLower)
		v.Map = affine.RemoveDuplicateResults(v.Map)
		return v, !v.Map.Equal(b.Map)
	}
	lower, lowerChanged := canonical(LowerBound(op), true)
	upper, upperChanged := canonical(UpperBound(op), false)
	if lowerChanged {
		setBound(op, lowerMap, forLower, lower)
	}
	if upperChanged {
		setBound(op, upperMap, forUpper, upper)
	}
	return lowerChanged || upperChanged
}

// foldIf canonicalizes the condition.
func foldIf(op *ir.Operation, _ []ir.Attribute) ir.FoldResult {
	ifOp := ir.Cast[IfOp](op)
	set, operands := ifOp.Condition(), ifOp.Operands()
	v := Value{affine.NewMap(set.NumDims, set.NumSymbols, set.Constraints...), operands}
	if slices.ContainsFunc(operands, func(o *ir.Value) bool { return ir.Is[ApplyOp](o.DefiningOp()) }) {
		v.Compose()
	}
	v.Canonicalize()
	canonical := affine.IntegerSet{NumDims: v.Map.NumDims, NumSymbols: v.Map.NumSymbols, Constraints: v.Map.Results, EqFlags: set.EqFlags}
	if canonical.Equal(set) && slices.Equal(v.Operands, operands) {
		return ir.FoldResult{}
	}
	op.SetAttr(conditionAttr, op.Attr(conditionAttr).Context().IntegerSet(canonical))
	op.SetOperands(v.Operands)
	return ir.FoldInPlace()
}

// foldParallel canonicalizes the bounds.
func foldParallel(op *ir.Operation, _ []ir.Attribute) ir.FoldResult {
	c := op.Attr(lowersMap).Context()
	canonical := func(b Bounds) (v Value, changed bool) {
		v = Value{b.Map, b.Operands}
		v.Compose()
		return v, !v.Equal(Value{b.Map, b.Operands})
	}
	lower, lowerChanged := canonical(LowerBounds(op))
	upper, upperChanged := canonical(UpperBounds(op))
	if !lowerChanged && !upperChanged {
		return ir.FoldResult{}
	}
	op.SetAttr(lowersMap, c.AffineMap(lower.Map))
	op.SetAttr(uppersMap, c.AffineMap(upper.Map))
	op.SetOperands(slices.Concat(lower.Operands, upper.Operands))
	return ir.FoldInPlace()
}
