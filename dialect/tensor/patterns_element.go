package tensor

import (
	"slices"

	"optc/dialect/arith"
	"optc/dialect/internal/view"
	"optc/ir"
)

var dimPatterns = []*ir.Pattern{
	{Name: "dim-of-cast", Root: DimOp{}, Rewrite: func(op *ir.Operation, rw *ir.Rewriter) bool {
		dim := ir.Cast[DimOp](op)
		c := ir.DefiningOp[CastOp](dim.Source())
		if !c.Ok() {
			return false
		}
		rw.Replace(op, NewDim(rw, c.Source(), dim.Index()).Result())
		return true
	}},
	{Name: "dim-of-dest-style", Root: DimOp{}, Rewrite: dimOfDestStyle},
	{Name: "dim-of-reshape", Root: DimOp{}, Rewrite: dimOfReshape},
}

// dimOfDestStyle replaces a dim of the result by a dim of the destination.
//
//	%r = tensor.insert %x into %d[%i]; tensor.dim %r, %c   →   tensor.dim %d, %c
func dimOfDestStyle(op *ir.Operation, rw *ir.Rewriter) bool {
	dim := ir.Cast[DimOp](op)
	v := dim.Source()
	source := v.DefiningOp()
	if source == nil || source.Def().Interfaces.DestStyle == nil {
		return false
	}
	lo, hi := source.Def().Interfaces.DestStyle.Inits(source)
	if v.Index() >= hi-lo {
		return false
	}
	rw.Modify(op, func() { dim.SourceMutable().Set(source.Operand(lo + v.Index())) })
	return true
}

// dimOfReshape reads the extent from the operand that holds the shape.
//
//	%r = tensor.reshape %t(%shape); tensor.dim %r, %i   →   tensor.extract %shape[%i]
func dimOfReshape(op *ir.Operation, rw *ir.Rewriter) bool {
	dim := ir.Cast[DimOp](op)
	r := ir.DefiningOp[ReshapeOp](dim.Source())
	if !r.Ok() {
		return false
	}
	rw.After(op)
	n := NewExtract(rw, r.Shape(), dim.Index()).Result()
	if t := dim.Result().Type(); n.Type() != t {
		n = arith.NewIndexCast(rw, t, n).Out()
	}
	rw.Replace(op, n)
	return true
}

var emptyPatterns = []*ir.Pattern{
	{Name: "fold-empty-with-cast", Root: CastOp{}, Rewrite: castOfEmpty},
	{Name: "fold-empty-with-dim", Root: DimOp{}, Rewrite: dimOfEmpty},
	{Name: "fold-empty-sizes", Root: EmptyOp{}, Rewrite: func(op *ir.Operation, rw *ir.Rewriter) bool {
		empty := ir.Cast[EmptyOp](op)
		t, sizes := typeOf(empty.Result()), empty.DynamicSizes()
		shape, rest := view.FoldSizes(t.Dims, sizes)
		if len(rest) == len(sizes) {
			return false
		}
		ReplaceByCast(rw, op, NewEmpty(rw, ir.Tensor(shape, t.Elem, t.Encoding), rest).Result())
		return true
	}},
}

// castOfEmpty makes the extents static that are static in the result of the cast.
//
//	tensor.cast (tensor.empty(%a, %b) : tensor<?x?xf32>) to tensor<4x?xf32>   →   tensor.empty(%b) : tensor<4x?xf32>
func castOfEmpty(op *ir.Operation, rw *ir.Rewriter) bool {
	cast := ir.Cast[CastOp](op)
	e := ir.DefiningOp[EmptyOp](cast.Source())
	t, ok := cast.Dest().Type().(*ir.TensorType)
	if !e.Ok() || !ok || !PreservesStaticInformation(cast.Source().Type(), t) {
		return false
	}
	var sizes []*ir.Value
	for i, m := range ir.MergeMixed(typeOf(e.Result()).Dims, e.DynamicSizes()) {
		if m.Value != nil && t.Dims[i] == ir.Dynamic {
			sizes = append(sizes, m.Value)
		}
	}
	rw.Replace(op, NewEmpty(rw, t, sizes).Result())
	return true
}

func dimOfEmpty(op *ir.Operation, rw *ir.Rewriter) bool {
	dim := ir.Cast[DimOp](op)
	e := ir.DefiningOp[EmptyOp](dim.Source())
	i, ok := dim.ConstantIndex()
	if !e.Ok() || !ok {
		return false
	}
	dims := typeOf(e.Result()).Dims
	if i < 0 || i >= int64(len(dims)) || dims[i] != ir.Dynamic {
		return false
	}
	rw.Replace(op, dynamicExtent(dims, e.DynamicSizes(), int(i)))
	return true
}

var extractPatterns = []*ir.Pattern{
	{Name: "extract-from-cast", Root: ExtractOp{}, Rewrite: func(op *ir.Operation, rw *ir.Rewriter) bool {
		extract := ir.Cast[ExtractOp](op)
		c := ir.DefiningOp[CastOp](extract.Tensor())
		if !c.Ok() {
			return false
		}
		if _, ranked := c.Source().Type().(*ir.TensorType); !ranked {
			return false
		}
		rw.Replace(op, NewExtract(rw, c.Source(), extract.Indices()...).Result())
		return true
	}},
}

var fromElementsPatterns = []*ir.Pattern{
	{Name: "extract-from-index-cast", Root: ExtractOp{}, Rewrite: extractOfIndexCast},
}

// extractOfIndexCast casts a single element instead of all.
//
//	tensor.extract (arith.index_cast %t)[%i]   →   arith.index_cast (tensor.extract %t[%i])
func extractOfIndexCast(op *ir.Operation, rw *ir.Rewriter) bool {
	extract := ir.Cast[ExtractOp](op)
	c := ir.DefiningOp[arith.IndexCastOp](extract.Tensor())
	if !c.Ok() {
		return false
	}
	x := NewExtract(rw, c.In(), extract.Indices()...).Result()
	rw.Replace(op, arith.NewIndexCast(rw, extract.Result().Type(), x).Out())
	return true
}

var generatePatterns = []*ir.Pattern{
	{Name: "extract-from-generate", Root: ExtractOp{}, Rewrite: extractOfGenerate},
	{Name: "fold-generate-sizes", Root: GenerateOp{}, Rewrite: foldGenerateSizes},
}

// extractOfGenerate replaces tensor.extract of a tensor.generate by the computation of that
// element. (Upstream does so even if the region reads memory, which may have changed in between.)
//
//	%t = tensor.generate %n { ^bb0(%i: index): …; tensor.yield %x }
//	tensor.extract %t[%j]   →   … with %j in place of %i
func extractOfGenerate(op *ir.Operation, rw *ir.Rewriter) bool {
	extract := ir.Cast[ExtractOp](op)
	g := ir.DefiningOp[GenerateOp](extract.Tensor()).Operation()
	if g == nil || !ir.IsMemoryEffectFree(g) {
		return false
	}
	var m ir.Mapping
	body, indices := g.Body(), extract.Indices()
	for i, a := range body.Args() {
		m.Map(a, indices[i])
	}
	for o := range body.Ops() {
		if o != body.Back() {
			rw.Clone(o, &m)
		}
	}
	rw.Replace(op, m.Value(ir.Cast[YieldOp](body.Back()).Value()))
	return true
}

// foldGenerateSizes makes extents static whose operands are constants.
func foldGenerateSizes(op *ir.Operation, rw *ir.Rewriter) bool {
	generate := ir.Cast[GenerateOp](op)
	t, extents := typeOf(generate.Result()), generate.DynamicExtents()
	shape, rest := view.FoldSizes(t.Dims, extents)
	if len(rest) == len(extents) {
		return false
	}
	ReplaceByCast(rw, op, NewGenerate(rw, ir.Tensor(shape, t.Elem, t.Encoding), rest, generate.Body()).Result())
	return true
}

var concatPatterns = []*ir.Pattern{
	{Name: "concat-of-one", Root: ConcatOp{}, Rewrite: func(op *ir.Operation, rw *ir.Rewriter) bool {
		inputs := ir.Cast[ConcatOp](op).Inputs()
		if len(inputs) != 1 {
			return false
		}
		ReplaceByCast(rw, op, inputs[0])
		return true
	}},
	{Name: "infer-concat-operand-types", Root: ConcatOp{}, Rewrite: inferConcatOperands},
	{Name: "infer-concat-result-type", Root: ConcatOp{}, Rewrite: inferConcatResult},
}

func foldConcat(op *ir.Operation, _ []ir.Attribute) ir.FoldResult {
	concat := ir.Cast[ConcatOp](op)
	if inputs := concat.Inputs(); len(inputs) == 1 && inputs[0].Type() == concat.Result().Type() {
		return ir.FoldToValue(inputs[0])
	}
	return ir.FoldResult{}
}

// inferConcatOperands casts operands to static extents that other operands have in the
// dimensions which must be equal in all operands.
func inferConcatOperands(op *ir.Operation, rw *ir.Rewriter) bool {
	concat := ir.Cast[ConcatOp](op)
	dim := int(concat.Dim())
	shape, _ := concatShape(op, dim)
	changed := false
	for i, v := range concat.Inputs() {
		t := typeOf(v)
		known := slices.Clone(shape)
		known[dim] = t.Dims[dim]
		to := ir.Tensor(known, t.Elem, nil)
		if PreservesStaticInformation(to, t) {
			continue
		}
		changed = true
		c := NewCast(rw, to, v).Dest()
		rw.Modify(op, func() { op.SetOperand(i, c) })
	}
	return changed
}

// inferConcatResult makes the extents of the result static that follow from static
// extents of the operands.
func inferConcatResult(op *ir.Operation, rw *ir.Rewriter) bool {
	concat := ir.Cast[ConcatOp](op)
	dim, inputs := concat.Dim(), concat.Inputs()
	shape, _ := concatShape(op, int(dim))
	to := ir.Tensor(shape, typeOf(inputs[0]).Elem, nil)
	if PreservesStaticInformation(to, concat.Result().Type()) {
		return false
	}
	ReplaceByCast(rw, op, NewConcat(rw, to, dim, inputs).Result())
	return true
}
