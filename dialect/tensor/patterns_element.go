package tensor

import (
	"slices"

	"optc/dialect/arith"
	"optc/dialect/view"
	"optc/ir"
)

var dimPatterns = []*ir.Pattern{
	{Name: "dim-of-cast", Root: Dim, Rewrite: func(op *ir.Operation, rw *ir.Rewriter) bool {
		c := Cast.DefiningOp(Dim.Source(op))
		if c == nil {
			return false
		}
		rw.Replace(op, Dim.Build(rw, Cast.Source(c), Dim.Index(op)))
		return true
	}},
	{Name: "dim-of-dest-style", Root: Dim, Rewrite: dimOfDestStyle},
	{Name: "dim-of-reshape", Root: Dim, Rewrite: dimOfReshape},
}

// dimOfDestStyle asks the destination instead of the result.
//
//	%r = tensor.insert %x into %d[%i]; tensor.dim %r, %c   →   tensor.dim %d, %c
func dimOfDestStyle(op *ir.Operation, rw *ir.Rewriter) bool {
	v := Dim.Source(op)
	source := v.DefiningOp()
	if source == nil || source.Def().Interfaces.DestStyle == nil {
		return false
	}
	lo, hi := source.Def().Interfaces.DestStyle.Inits(source)
	if v.Index() >= hi-lo {
		return false
	}
	rw.Modify(op, func() { Dim.SourceMutable(op).Set(source.Operand(lo + v.Index())) })
	return true
}

// dimOfReshape reads the extent from the operand that holds the shape.
//
//	%r = tensor.reshape %t(%shape); tensor.dim %r, %i   →   tensor.extract %shape[%i]
func dimOfReshape(op *ir.Operation, rw *ir.Rewriter) bool {
	r := Reshape.DefiningOp(Dim.Source(op))
	if r == nil {
		return false
	}
	rw.After(op)
	n := Extract.Build(rw, Reshape.Shape(r), Dim.Index(op))
	if t := Dim.Result(op).Type(); n.Type() != t {
		n = arith.IndexCast.Build(rw, t, n)
	}
	rw.Replace(op, n)
	return true
}

var emptyPatterns = []*ir.Pattern{
	{Name: "fold-empty-with-cast", Root: Cast, Rewrite: castOfEmpty},
	{Name: "fold-empty-with-dim", Root: Dim, Rewrite: dimOfEmpty},
	{Name: "fold-empty-sizes", Root: Empty, Rewrite: func(op *ir.Operation, rw *ir.Rewriter) bool {
		t, sizes := typeOf(Empty.Result(op)), Empty.DynamicSizes(op)
		shape, rest := view.FoldSizes(t.Dims, sizes)
		if len(rest) == len(sizes) {
			return false
		}
		Cast.Replace(rw, op, Empty.Build(rw, ir.Tensor(shape, t.Elem, t.Encoding), rest))
		return true
	}},
}

// castOfEmpty makes the extents static that are static in the result of the cast.
//
//	tensor.cast (tensor.empty(%a, %b) : tensor<?x?xf32>) to tensor<4x?xf32>   →   tensor.empty(%b) : tensor<4x?xf32>
func castOfEmpty(op *ir.Operation, rw *ir.Rewriter) bool {
	e := Empty.DefiningOp(Cast.Source(op))
	t, ok := Cast.Dest(op).Type().(*ir.TensorType)
	if e == nil || !ok || !PreservesStaticInformation(Cast.Source(op).Type(), t) {
		return false
	}
	var sizes []*ir.Value
	for i, m := range ir.MergeMixed(typeOf(Empty.Result(e)).Dims, Empty.DynamicSizes(e)) {
		if m.Value != nil && t.Dims[i] == ir.Dynamic {
			sizes = append(sizes, m.Value)
		}
	}
	rw.Replace(op, Empty.Build(rw, t, sizes))
	return true
}

func dimOfEmpty(op *ir.Operation, rw *ir.Rewriter) bool {
	e := Empty.DefiningOp(Dim.Source(op))
	i, ok := Dim.ConstantIndex(op)
	if e == nil || !ok {
		return false
	}
	dims := typeOf(Empty.Result(e)).Dims
	if i < 0 || i >= int64(len(dims)) || dims[i] != ir.Dynamic {
		return false
	}
	rw.Replace(op, dynamicExtent(dims, Empty.DynamicSizes(e), int(i)))
	return true
}

var extractPatterns = []*ir.Pattern{
	{Name: "extract-from-cast", Root: Extract, Rewrite: func(op *ir.Operation, rw *ir.Rewriter) bool {
		c := Cast.DefiningOp(Extract.Tensor(op))
		if c == nil {
			return false
		}
		if _, ranked := Cast.Source(c).Type().(*ir.TensorType); !ranked {
			return false
		}
		rw.Replace(op, Extract.Build(rw, Cast.Source(c), Extract.Indices(op)...))
		return true
	}},
}

var fromElementsPatterns = []*ir.Pattern{
	{Name: "extract-from-index-cast", Root: Extract, Rewrite: extractOfIndexCast},
}

// extractOfIndexCast casts a single element instead of all.
//
//	tensor.extract (arith.index_cast %t)[%i]   →   arith.index_cast (tensor.extract %t[%i])
func extractOfIndexCast(op *ir.Operation, rw *ir.Rewriter) bool {
	c := arith.IndexCast.DefiningOp(Extract.Tensor(op))
	if c == nil {
		return false
	}
	x := Extract.Build(rw, arith.IndexCast.In(c), Extract.Indices(op)...)
	rw.Replace(op, arith.IndexCast.Build(rw, Extract.Result(op).Type(), x))
	return true
}

var generatePatterns = []*ir.Pattern{
	{Name: "extract-from-generate", Root: Extract, Rewrite: extractOfGenerate},
	{Name: "fold-generate-sizes", Root: Generate, Rewrite: foldGenerateSizes},
}

// extractOfGenerate computes the element where it is used. (Upstream does so even if the
// region reads memory, which may have changed in between.)
//
//	%t = tensor.generate %n { ^bb0(%i: index): …; tensor.yield %x }
//	tensor.extract %t[%j]   →   … with %j in place of %i
func extractOfGenerate(op *ir.Operation, rw *ir.Rewriter) bool {
	g := Generate.DefiningOp(Extract.Tensor(op))
	if g == nil || !ir.IsMemoryEffectFree(g) {
		return false
	}
	var m ir.Mapping
	body, indices := g.Body(), Extract.Indices(op)
	for i, a := range body.Args() {
		m.Map(a, indices[i])
	}
	for o := range body.Ops() {
		if o != body.Back() {
			rw.Clone(o, &m)
		}
	}
	rw.Replace(op, m.Value(Yield.Value(body.Back())))
	return true
}

// foldGenerateSizes makes extents static whose operands are constants.
func foldGenerateSizes(op *ir.Operation, rw *ir.Rewriter) bool {
	t, extents := typeOf(Generate.Result(op)), Generate.DynamicExtents(op)
	shape, rest := view.FoldSizes(t.Dims, extents)
	if len(rest) == len(extents) {
		return false
	}
	Cast.Replace(rw, op, Generate.Build(rw, ir.Tensor(shape, t.Elem, t.Encoding), rest, Generate.Body(op)))
	return true
}

var concatPatterns = []*ir.Pattern{
	{Name: "concat-of-one", Root: Concat, Rewrite: func(op *ir.Operation, rw *ir.Rewriter) bool {
		inputs := Concat.Inputs(op)
		if len(inputs) != 1 {
			return false
		}
		Cast.Replace(rw, op, inputs[0])
		return true
	}},
	{Name: "infer-concat-operand-types", Root: Concat, Rewrite: inferConcatOperands},
	{Name: "infer-concat-result-type", Root: Concat, Rewrite: inferConcatResult},
}

func foldConcat(op *ir.Operation, _ []ir.Attribute) ir.FoldResult {
	if inputs := Concat.Inputs(op); len(inputs) == 1 && inputs[0].Type() == Concat.Result(op).Type() {
		return ir.FoldToValue(inputs[0])
	}
	return ir.FoldResult{}
}

// inferConcatOperands casts operands to static extents that other operands have in the
// dimensions which must be equal in all operands.
func inferConcatOperands(op *ir.Operation, rw *ir.Rewriter) bool {
	dim := int(Concat.Dim(op))
	shape, _ := concatShape(op, dim)
	changed := false
	for i, v := range Concat.Inputs(op) {
		t := typeOf(v)
		known := slices.Clone(shape)
		known[dim] = t.Dims[dim]
		to := ir.Tensor(known, t.Elem, nil)
		if PreservesStaticInformation(to, t) {
			continue
		}
		changed = true
		c := Cast.Build(rw, to, v)
		rw.Modify(op, func() { op.SetOperand(i, c) })
	}
	return changed
}

// inferConcatResult makes the extents of the result static that follow from static
// extents of the operands.
func inferConcatResult(op *ir.Operation, rw *ir.Rewriter) bool {
	dim, inputs := Concat.Dim(op), Concat.Inputs(op)
	shape, _ := concatShape(op, int(dim))
	to := ir.Tensor(shape, typeOf(inputs[0]).Elem, nil)
	if PreservesStaticInformation(to, Concat.Result(op).Type()) {
		return false
	}
	Cast.Replace(rw, op, Concat.Build(rw, to, dim, inputs))
	return true
}
