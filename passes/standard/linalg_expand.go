package standard

import (
	"slices"

	"optc/dialect/affine"
	"optc/dialect/arith"
	"optc/dialect/linalg"
	"optc/dialect/tensor"
	"optc/ir"
	maps "optc/ir/affine"
	"optc/passes"
)

// expansionPatterns move reshapes across operations, so that elementwise operations become adjacent
// (populateFoldReshapeOpsByExpansionPatterns and populateBubbleUpExpandShapePatterns upstream).
func expansionPatterns() []*ir.Pattern {
	return slices.Concat([]*ir.Pattern{
		{Name: "fold-reshape-with-generic-by-expansion", Root: tensor.ExpandShapeOp{}, Rewrite: expandProducer},
		{Name: "fold-pad-with-reshape-by-expansion", Root: tensor.PadOp{}, Rewrite: padBeforeCollapse},
		{Name: "fold-reshape-with-pad-by-expansion", Root: tensor.ExpandShapeOp{}, Rewrite: expandBeforePad},
	}, forStructured(&ir.Pattern{Name: "fold-with-reshape-by-expansion", Rewrite: expandConsumer}), []*ir.Pattern{
		{Name: "bubble-up-expand-shape", Root: tensor.ExpandShapeOp{}, Rewrite: expandBeforeCollapse},
	})
}

// forStructured returns a pattern for each structured operation.
func forStructured(p *ir.Pattern) (list []*ir.Pattern) {
	for _, d := range linalg.Dialect.Definitions().Ops {
		if _, ok := linalg.Structured.In(d); ok {
			list = append(list, &ir.Pattern{Name: p.Name, Root: d.Kind, Benefit: p.Benefit, Rewrite: p.Rewrite})
		}
	}
	return list
}

// hasOnlyUse reports whether a value is the only result with a use of its operation, and has one use.
func hasOnlyUse(v *ir.Value) bool {
	return v.DefiningOp() != nil && hasOneUse(v.DefiningOp())
}

// loopExpansion divides the loops of a structured operation as a reshape divides the dimensions of an operand.
type loopExpansion struct {
	loops  [][]int       // loops that replace each loop
	shapes [][]ir.Mixed  // extents of the loops that replace each loop
	n      int           // all loops
	op     *ir.Operation // the structured operation
	maps   []maps.Map    // its maps
	fused  int           // the operand that is reshaped
	groups [][]int64     // its dimensions before the collapse, or after the expansion
}

// expandable reports whether a reshape of an operand can become a change of the loops.
func expandable(op *ir.Operation, operand int) bool {
	ms := linalg.MapsOf(op)
	return linalg.IsOnTensors(op) && len(ms[operand].Results) > 0 &&
		!slices.ContainsFunc(ms, func(m maps.Map) bool { return !m.IsProjectedPermutation(false) })
}

// newLoopExpansion divides loops; static are the extents of the reshaped operand. It returns nil if another operand cannot be
// reshaped accordingly, because different extents of it are known.
func newLoopExpansion(op *ir.Operation, operand int, groups [][]int64, static []int64) *loopExpansion {
	x := &loopExpansion{op: op, maps: linalg.MapsOf(op), fused: operand, groups: groups}
	if len(groups) == 0 {
		return nil
	}
	x.loops = make([][]int, x.maps[operand].NumDims)
	x.shapes = make([][]ir.Mixed, len(x.loops))
	x.divide(ir.MergeMixed(static, nil), x.extents(nil))
	for i, v := range op.Operands() {
		if t, isTensor := v.Type().(*ir.TensorType); isTensor && (i != operand || i >= len(linalg.InputsOf(op))) && !x.fits(t, x.maps[i]) {
			return nil
		}
	}
	return x
}

// divide sets the loops and their extents.
func (x *loopExpansion) divide(shape, extents []ir.Mixed) {
	for d := range x.shapes {
		x.shapes[d] = []ir.Mixed{extents[d]}
	}
	for r, e := range x.maps[x.fused].Results {
		d, _ := e.IsDim()
		group := x.groups[r]
		x.shapes[d] = shape[group[0]:][:len(group)]
	}
	x.n = 0
	for d, s := range x.shapes {
		x.loops[d] = make([]int, len(s))
		for k := range s {
			x.loops[d][k] = x.n
			x.n++
		}
	}
}

// extents returns the extents of the loops, each from the first operand that has it; without a rewriter dynamic extents have no value.
// All dynamic extents of operands are computed, as upstream does.
func (x *loopExpansion) extents(rw *ir.Rewriter) []ir.Mixed {
	extents := make([]ir.Mixed, x.maps[x.fused].NumDims)
	known := make([]bool, len(extents))
	for i, m := range x.maps {
		t, isTensor := x.op.Operand(i).Type().(*ir.TensorType)
		if !isTensor {
			continue
		}
		sizes := ir.MergeMixed(t.Dims, nil)
		if rw != nil {
			sizes = tensor.MixedSizes(rw, x.op.Operand(i))
		}
		for r, e := range m.Results {
			if d, _ := e.IsDim(); !known[d] {
				known[d], extents[d] = true, sizes[r]
			}
		}
	}
	return extents
}

// expanded returns the type, the groups and the extents of an operand after the division.
func (x *loopExpansion) expanded(t *ir.TensorType, m maps.Map) (to *ir.TensorType, groups [][]int64, shape []ir.Mixed) {
	for _, e := range m.Results {
		d, _ := e.IsDim()
		var group []int64
		for _, s := range x.shapes[d] {
			group = append(group, int64(len(shape)))
			shape = append(shape, s)
		}
		groups = append(groups, group)
	}
	static := make([]int64, len(shape))
	for i, s := range shape {
		if static[i] = s.Const; s.Value != nil {
			static[i] = ir.Dynamic
		}
	}
	return ir.Tensor(static, t.Elem, nil), groups, shape
}

// fits reports whether an operand has the extents that a reshape to its type after the division needs.
func (x *loopExpansion) fits(t *ir.TensorType, m maps.Map) bool {
	to, groups, _ := x.expanded(t, m)
	if to == t {
		return true
	}
	for r, group := range groups {
		product := int64(1)
		for _, d := range group {
			product = ir.MulSaturated(product, to.Dims[d])
		}
		if product != t.Dims[r] {
			return false
		}
	}
	return true
}

// fuse builds the operation on divided loops. source takes the place of the operand if that is an input. The results are
// reshaped to the types of the old results.
func (x *loopExpansion) fuse(rw *ir.Rewriter, source *ir.Value, shape []ir.Mixed) []*ir.Value {
	rw.Before(x.op).Loc = x.op.Loc()
	x.divide(shape, x.extents(rw))
	inputs := len(linalg.InputsOf(x.op))
	values, fresh := make([]*ir.Value, len(x.maps)), make([]maps.Map, len(x.maps))
	for i, v := range x.op.Operands() {
		values[i], fresh[i] = v, x.expandedMap(x.maps[i])
		if t, isTensor := v.Type().(*ir.TensorType); i == x.fused && i < inputs {
			values[i] = source
		} else if isTensor {
			if to, groups, sizes := x.expanded(t, x.maps[i]); to != t {
				values[i] = tensor.NewExpandShape(rw, to, v, groups, sizes).Result()
			}
		}
	}
	results := x.build(rw, values, fresh).ResultList()
	for k, r := range x.op.Results() {
		if results[k].Type() != r.Type() {
			_, groups, _ := x.expanded(r.Type().(*ir.TensorType), x.maps[inputs+k])
			results[k] = tensor.NewCollapseShape(rw, r.Type(), results[k], groups).Result()
		}
	}
	return results
}

func (x *loopExpansion) expandedMap(m maps.Map) maps.Map {
	var results []maps.Expr
	for _, e := range m.Results {
		d, _ := e.IsDim()
		for _, loop := range x.loops[d] {
			results = append(results, maps.Dim(loop))
		}
	}
	return maps.NewMap(x.n, 0, results...)
}

// build builds the operation on other operands: a fill, a copy or a transposition again, and otherwise a linalg.generic.
func (x *loopExpansion) build(rw *ir.Rewriter, values []*ir.Value, fresh []maps.Map) *ir.Operation {
	if ir.Is[linalg.TransposeOp](x.op) {
		return x.transpose(rw, values, fresh)
	}
	if ir.Is[linalg.FillOp](x.op) || ir.Is[linalg.CopyOp](x.op) {
		like := rw.Clone(x.op, nil)
		rw.Modify(like, func() {
			for i, v := range values {
				like.SetOperand(i, v)
			}
			for k, r := range like.Results() {
				r.SetType(values[len(linalg.InputsOf(like))+k].Type())
			}
		})
		return like
	}
	iterators := make([]linalg.Iterator, x.n)
	for d, iterator := range linalg.IteratorsOf(x.op) {
		for _, loop := range x.loops[d] {
			iterators[loop] = iterator
		}
	}
	inputs := len(linalg.InputsOf(x.op))
	generic := linalg.NewGeneric(rw, values[:inputs], values[inputs:], fresh, iterators).Operation()
	rw.Modify(generic, func() { generic.Region(0).TakeBody(x.op.Region(0)) })
	at := rw.Save()
	x.indices(rw, generic)
	rw.Restore(at)
	rw.Loc = x.op.Loc()
	return generic
}

// transpose builds a linalg.transpose: dimension i of the output is dimension permutation[i] of the input, and the loops are the dimensions of
// the output.
func (x *loopExpansion) transpose(rw *ir.Rewriter, values []*ir.Value, fresh []maps.Map) *ir.Operation {
	input, output := fresh[0], fresh[1]
	permutation := make([]int64, x.n)
	for r := range output.Results {
		d, _ := output.DimPosition(r)
		from, _ := input.ResultPosition(d)
		permutation[r] = int64(from)
	}
	return linalg.NewTranspose(rw.Builder, values[0], values[1], permutation).Operation()
}

// indices replaces each linalg.index of an old loop by the sum of the new loops that replace it.
//
//	linalg.index 0   →   %k = linalg.index 1; %i = linalg.index 0; affine.apply (d0 + d1 * 4) (%k, %i)
func (x *loopExpansion) indices(rw *ir.Rewriter, generic *ir.Operation) {
	linear := maps.NewMap(2, 1, maps.Dim(0).Add(maps.Dim(1).Mul(maps.Symbol(0))))
	var old []*ir.Operation
	ir.Walk(generic, func(op *ir.Operation) ir.WalkResult {
		if ir.Is[linalg.IndexOp](op) && nestOf(op) == generic {
			old = append(old, op)
		}
		return ir.Advance
	})
	for _, op := range old {
		d := ir.Cast[linalg.IndexOp](op).Dim()
		loops, shape := x.loops[d], x.shapes[d]
		if len(loops) == 1 && loops[0] == int(d) {
			continue
		}
		rw.After(op).Loc = x.op.Loc()
		inner := make([]*ir.Value, len(loops))
		for k, loop := range loops[1:] {
			inner[k+1] = linalg.NewIndex(rw, int64(loop)).Result()
		}
		index := ir.Mixed{Value: linalg.NewIndex(rw, int64(loops[0])).Result()}
		rw.Loc = op.Loc()
		for k := 1; k < len(loops); k++ {
			index = affine.ComposedApply(rw.Builder, linear, []ir.Mixed{{Value: inner[k]}, index, shape[k]})
		}
		v := index.Value
		if v == nil {
			v = arith.ConstantIndex(rw, index.Const)
		}
		rw.Replace(op, v)
	}
}

// expandConsumer divides the loops of an operation instead of collapsing an input.
//
//	%c = tensor.collapse_shape %x [[0, 1]] : tensor<2x3xf32> into tensor<6xf32>
//	linalg.generic … ins(%c) outs(%y)
//	→ %e = tensor.expand_shape %y [[0, 1]] output_shape [2, 3] : tensor<6xf32> into tensor<2x3xf32>
//	  %0 = linalg.generic … ins(%x) outs(%e)
//	  tensor.collapse_shape %0 [[0, 1]] : tensor<2x3xf32> into tensor<6xf32>
func expandConsumer(op *ir.Operation, rw *ir.Rewriter) bool {
	for i, v := range linalg.InputsOf(op) {
		collapse := ir.DefiningOp[tensor.CollapseShapeOp](v)
		if !collapse.Ok() || !expandable(op, i) || !hasOnlyUse(v) {
			continue
		}
		x := newLoopExpansion(op, i, collapse.Reassociation(), collapse.Src().Type().(*ir.TensorType).Dims)
		if x == nil {
			return false
		}
		rw.Loc = collapse.Operation().Loc()
		rw.Replace(op, x.fuse(rw, collapse.Src(), tensor.MixedSizes(rw, collapse.Src()))...)
		return true
	}
	return false
}

// expandProducer divides the loops of an operation instead of expanding its result.
func expandProducer(op *ir.Operation, rw *ir.Rewriter) bool {
	expand := ir.Cast[tensor.ExpandShapeOp](op)
	src := expand.Src()
	producer := src.DefiningOp()
	if producer == nil || !linalg.Structured.Has(producer) || !hasOnlyUse(src) {
		return false
	}
	operand := len(linalg.InputsOf(producer)) + src.Index()
	if !expandable(producer, operand) {
		return false
	}
	x := newLoopExpansion(producer, operand, expand.Reassociation(), expand.Result().Type().(*ir.TensorType).Dims)
	if x == nil || !passes.MoveDefinitions(rw, expand.OutputShape(), producer) {
		return false
	}
	results := x.fuse(rw, nil, expand.MixedOutputShape())
	v := results[src.Index()]
	if collapse := ir.DefiningOp[tensor.CollapseShapeOp](v); collapse.Ok() {
		v = collapse.Src()
	}
	rw.Replace(op, v)
	rw.Replace(producer, results...)
	return true
}

// expandedPadding is the padding of a tensor whose dimensions without padding are divided.
type expandedPadding struct {
	low, high []ir.Mixed
	shape     []int64 // shape of the padded tensor
	value     *ir.Value
}

// expandPadding returns the padding in a shape with more dimensions; ok is false if a dimension that is divided has padding, or the new
// elements differ (computeExpandedPadding upstream).
func expandPadding(pad tensor.PadOp, shape []int64, groups [][]int64) (p expandedPadding, ok bool) {
	p = expandedPadding{
		low: make([]ir.Mixed, len(shape)), high: make([]ir.Mixed, len(shape)), shape: slices.Clone(shape), value: tensor.PaddingOf(pad.Operation()),
	}
	low, high, padded := pad.MixedLow(), pad.MixedHigh(), pad.Result().Type().(*ir.TensorType).Dims
	for r, group := range groups {
		if len(group) != 1 {
			if !low[r].IsConst(0) || !high[r].IsConst(0) {
				return p, false
			}
			continue
		}
		p.low[group[0]], p.high[group[0]], p.shape[group[0]] = low[r], high[r], padded[r]
	}
	return p, p.value != nil
}

// padBeforeCollapse pads a tensor before it is collapsed.
func padBeforeCollapse(op *ir.Operation, rw *ir.Rewriter) bool {
	pad := ir.Cast[tensor.PadOp](op)
	collapse := ir.DefiningOp[tensor.CollapseShapeOp](pad.Source())
	if !collapse.Ok() || !hasOnlyUse(pad.Source()) {
		return false
	}
	t, groups := pad.Result().Type().(*ir.TensorType), collapse.Reassociation()
	p, ok := expandPadding(pad, collapse.Src().Type().(*ir.TensorType).Dims, groups)
	if !ok {
		return false
	}
	v := padWith(rw, ir.Tensor(p.shape, t.Elem, t.Encoding), collapse.Src(), p.low, p.high, p.value, pad.Nofold())
	rw.Replace(op, tensor.NewCollapseShape(rw, t, v, groups).Result())
	return true
}

// expandBeforePad expands a tensor before it is padded.
func expandBeforePad(op *ir.Operation, rw *ir.Rewriter) bool {
	expand := ir.Cast[tensor.ExpandShapeOp](op)
	pad := ir.DefiningOp[tensor.PadOp](expand.Src())
	if !pad.Ok() || !hasOnlyUse(expand.Src()) {
		return false
	}
	to, groups := expand.Result().Type().(*ir.TensorType), expand.Reassociation()
	p, ok := expandPadding(pad, to.Dims, groups)
	if !ok {
		return false
	}
	shape, static := expand.MixedOutputShape(), slices.Clone(to.Dims)
	source := pad.Source().Type().(*ir.TensorType)
	if !sizesAvailable(expand.OutputShape(), pad.Source()) {
		return false
	}
	afterValue(rw, pad.Source())
	sizes := tensor.MixedSizes(rw, pad.Source())
	for r, group := range groups {
		if len(group) == 1 {
			static[group[0]], shape[group[0]] = source.Dims[r], sizes[r]
		}
	}
	v := tensor.NewExpandShape(rw, ir.Tensor(static, to.Elem, to.Encoding), pad.Source(), groups, shape).Result()
	rw.Before(op)
	t := pad.Result().Type().(*ir.TensorType)
	rw.Replace(op, padWith(rw, ir.Tensor(p.shape, t.Elem, t.Encoding), v, p.low, p.high, p.value, pad.Nofold()))
	return true
}

// sizesAvailable reports whether values are defined where a tensor is.
func sizesAvailable(values []*ir.Value, v *ir.Value) bool {
	var dom ir.Dominance
	var at *ir.Operation
	if def := v.DefiningOp(); def != nil {
		at = def.Next()
	} else {
		at = v.OwnerBlock().Front()
	}
	return !slices.ContainsFunc(values, func(size *ir.Value) bool { return !dom.ValueDominates(size, at) })
}

// expandBeforeCollapse swaps a collapse and an expansion that concern different dimensions.
//
//	%c = tensor.collapse_shape %x [[0, 1], [2]] : tensor<2x3x8xf32> into tensor<6x8xf32>
//	tensor.expand_shape %c [[0], [1, 2]] output_shape [6, 4, 2] : tensor<6x8xf32> into tensor<6x4x2xf32>
//	→ %e = tensor.expand_shape %x [[0], [1], [2, 3]] output_shape [2, 3, 4, 2] : tensor<2x3x8xf32> into tensor<2x3x4x2xf32>
//	  tensor.collapse_shape %e [[0, 1], [2], [3]] : tensor<2x3x4x2xf32> into tensor<6x4x2xf32>
func expandBeforeCollapse(op *ir.Operation, rw *ir.Rewriter) bool {
	expand := ir.Cast[tensor.ExpandShapeOp](op)
	collapse := ir.DefiningOp[tensor.CollapseShapeOp](expand.Src())
	if !collapse.Ok() || len(expand.Reassociation()) == 0 {
		return false
	}
	from, to := collapse.Src().Type().(*ir.TensorType), expand.Result().Type().(*ir.TensorType)
	inner, outer := collapse.Reassociation(), expand.Reassociation()
	for i := range inner {
		a, b := from.Dims[inner[i][0]:][:len(inner[i])], to.Dims[outer[i][0]:][:len(outer[i])]
		if len(a) == len(b) && (!slices.Equal(a, b) || countOf(a, ir.Dynamic) > 1) || len(a) != len(b) && len(a) != 1 && len(b) != 1 {
			return false
		}
	}
	sizes, results := tensor.MixedSizes(rw, collapse.Src()), expand.MixedOutputShape()
	var shape []ir.Mixed
	var expands, collapses [][]int64
	next := func(s ir.Mixed) int64 {
		shape = append(shape, s)
		return int64(len(shape) - 1)
	}
	for i := range inner {
		var group []int64
		switch {
		case len(inner[i]) == len(outer[i]):
			for _, d := range outer[i] {
				k := next(results[d])
				expands, collapses = append(expands, []int64{k}), append(collapses, []int64{k})
			}
		case len(inner[i]) != 1:
			for _, d := range inner[i] {
				k := next(sizes[d])
				expands, group = append(expands, []int64{k}), append(group, k)
			}
			collapses = append(collapses, group)
		default:
			for _, d := range outer[i] {
				k := next(results[d])
				collapses, group = append(collapses, []int64{k}), append(group, k)
			}
			expands = append(expands, group)
		}
	}
	static, _ := ir.SplitMixed(shape)
	v := collapse.Src()
	if len(expands) != len(shape) {
		v = tensor.NewExpandShape(rw, ir.Tensor(static, to.Elem, to.Encoding), v, expands, shape).Result()
	}
	if len(collapses) != len(shape) {
		v = tensor.NewCollapseShape(rw, to, v, collapses).Result()
	}
	rw.Replace(op, v)
	return true
}

func countOf(list []int64, v int64) (n int) {
	for _, x := range list {
		if x == v {
			n++
		}
	}
	return n
}
