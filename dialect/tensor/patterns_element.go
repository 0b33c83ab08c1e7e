package tensor

import (
	"slices"

	"optc/dialect/arith"
	"optc/dialect/view"
	"optc/ir"
)

// replaceByCast replaces an operation by a cast of a value to its type.
func replaceByCast(rw *ir.Rewriter, op *ir.Operation, v *ir.Value) {
	rw.Replace(op, NewCast(rw.Builder, op.Result(0).Type(), v))
}

var dimPatterns = []*ir.Pattern{
	{Name: "dim-of-cast", Root: Dim, Rewrite: func(op *ir.Operation, rw *ir.Rewriter) bool {
		c := op.Operand(0).DefiningOp()
		if !Cast.Is(c) {
			return false
		}
		rw.ReplaceOp(op, Dim, []*ir.Value{c.Operand(0), op.Operand(1)}, op.ResultTypes())
		return true
	}},
	{Name: "dim-of-dest-style", Root: Dim, Rewrite: dimOfDestStyle},
	{Name: "dim-of-reshape", Root: Dim, Rewrite: dimOfReshape},
}

// dimOfDestStyle asks the destination instead of the result.
//
//	%r = tensor.insert %x into %d[%i]; tensor.dim %r, %c   →   tensor.dim %d, %c
func dimOfDestStyle(op *ir.Operation, rw *ir.Rewriter) bool {
	v := op.Operand(0)
	source := v.DefiningOp()
	if source == nil || source.Def().Interfaces.DestStyle == nil {
		return false
	}
	lo, hi := source.Def().Interfaces.DestStyle.Inits(source)
	if v.Index() >= hi-lo {
		return false
	}
	rw.Modify(op, func() { op.SetOperand(0, source.Operand(lo+v.Index())) })
	return true
}

// dimOfReshape reads the extent from the operand that holds the shape.
//
//	%r = tensor.reshape %t(%shape); tensor.dim %r, %i   →   tensor.extract %shape[%i]
func dimOfReshape(op *ir.Operation, rw *ir.Rewriter) bool {
	r := op.Operand(0).DefiningOp()
	if !Reshape.Is(r) {
		return false
	}
	rw.After(op)
	shape := r.Operand(1)
	n := rw.Value(Extract, []*ir.Value{shape, op.Operand(1)}, []ir.Type{typeOf(shape).Elem})
	if n.Type() != op.Result(0).Type() {
		n = arith.IndexCast.Build(rw, op.Result(0).Type(), n)
	}
	rw.Replace(op, n)
	return true
}

var emptyPatterns = []*ir.Pattern{
	{Name: "fold-empty-with-cast", Root: Cast, Rewrite: castOfEmpty},
	{Name: "fold-empty-with-dim", Root: Dim, Rewrite: dimOfEmpty},
	{Name: "fold-empty-sizes", Root: Empty, Rewrite: func(op *ir.Operation, rw *ir.Rewriter) bool {
		t := typeOf(op.Result(0))
		shape, rest := view.FoldSizes(t.Dims, op.Operands())
		if len(rest) == op.NumOperands() {
			return false
		}
		rw.Before(op)
		replaceByCast(rw, op, rw.Value(Empty, rest, []ir.Type{ir.Tensor(shape, t.Elem, t.Encoding)}))
		return true
	}},
}

// castOfEmpty makes the extents static that the cast knows.
//
//	tensor.cast (tensor.empty(%a, %b) : tensor<?x?xf32>) to tensor<4x?xf32>   →   tensor.empty(%b) : tensor<4x?xf32>
func castOfEmpty(op *ir.Operation, rw *ir.Rewriter) bool {
	e := op.Operand(0).DefiningOp()
	t, ok := op.Result(0).Type().(*ir.TensorType)
	if !Empty.Is(e) || !ok || !PreservesStaticInformation(e.Result(0).Type(), t) {
		return false
	}
	var sizes []*ir.Value
	for i, m := range ir.MergeMixed(typeOf(e.Result(0)).Dims, e.Operands()) {
		if m.Value != nil && t.Dims[i] == ir.Dynamic {
			sizes = append(sizes, m.Value)
		}
	}
	rw.ReplaceOp(op, Empty, sizes, []ir.Type{t})
	return true
}

func dimOfEmpty(op *ir.Operation, rw *ir.Rewriter) bool {
	e := op.Operand(0).DefiningOp()
	i, ok := ir.Mixed{Value: op.Operand(1)}.Constant()
	if !Empty.Is(e) || !ok {
		return false
	}
	dims := typeOf(e.Result(0)).Dims
	if i < 0 || i >= int64(len(dims)) || dims[i] != ir.Dynamic {
		return false
	}
	rw.Replace(op, dynamicExtent(dims, e.Operands(), int(i)))
	return true
}

var extractPatterns = []*ir.Pattern{
	{Name: "extract-from-cast", Root: Extract, Rewrite: func(op *ir.Operation, rw *ir.Rewriter) bool {
		c := op.Operand(0).DefiningOp()
		if !Cast.Is(c) {
			return false
		}
		if _, ranked := c.Operand(0).Type().(*ir.TensorType); !ranked {
			return false
		}
		operands := op.Operands()
		operands[0] = c.Operand(0)
		rw.ReplaceOp(op, Extract, operands, op.ResultTypes())
		return true
	}},
}

var fromElementsPatterns = []*ir.Pattern{
	{Name: "extract-from-index-cast", Root: Extract, Rewrite: extractOfIndexCast},
}

// extractOfIndexCast casts one element instead of all.
//
//	tensor.extract (arith.index_cast %t)[%i]   →   arith.index_cast (tensor.extract %t[%i])
func extractOfIndexCast(op *ir.Operation, rw *ir.Rewriter) bool {
	c := op.Operand(0).DefiningOp()
	if !arith.IndexCast.Is(c) {
		return false
	}
	operands := op.Operands()
	operands[0] = c.Operand(0)
	rw.Before(op)
	x := rw.Value(Extract, operands, []ir.Type{typeOf(c.Operand(0)).Elem})
	rw.Replace(op, arith.IndexCast.Build(rw, op.Result(0).Type(), x))
	return true
}

var generatePatterns = []*ir.Pattern{
	{Name: "extract-from-generate", Root: Extract, Rewrite: extractOfGenerate},
	{Name: "fold-generate-sizes", Root: Generate, Rewrite: foldGenerateSizes},
}

// extractOfGenerate computes the element where it is used.
//
//	%t = tensor.generate %n { ^bb0(%i: index): …; tensor.yield %x }
//	tensor.extract %t[%j]   →   … with %j in place of %i
func extractOfGenerate(op *ir.Operation, rw *ir.Rewriter) bool {
	g := op.Operand(0).DefiningOp()
	if !Generate.Is(g) || !ir.WouldBeTriviallyDead(g) {
		return false
	}
	var m ir.Mapping
	body := g.Body()
	for i, a := range body.Args() {
		m.Map(a, op.Operand(1+i))
	}
	rw.Before(op)
	for o := range body.Ops() {
		if o != body.Back() {
			rw.Clone(o, &m)
		}
	}
	rw.Replace(op, m.Value(body.Back().Operand(0)))
	return true
}

// foldGenerateSizes makes extents static that are constants.
func foldGenerateSizes(op *ir.Operation, rw *ir.Rewriter) bool {
	t := typeOf(op.Result(0))
	shape, rest := view.FoldSizes(t.Dims, op.Operands())
	if len(rest) == op.NumOperands() {
		return false
	}
	rw.Before(op)
	g := rw.Op(Generate, rest, []ir.Type{ir.Tensor(shape, t.Elem, t.Encoding)})
	g.Region(0).TakeBody(op.Region(0))
	replaceByCast(rw, op, g.Result(0))
	return true
}

var concatPatterns = []*ir.Pattern{
	{Name: "concat-of-one", Root: Concat, Rewrite: func(op *ir.Operation, rw *ir.Rewriter) bool {
		if op.NumOperands() != 1 {
			return false
		}
		rw.Before(op)
		replaceByCast(rw, op, op.Operand(0))
		return true
	}},
	{Name: "infer-concat-operand-types", Root: Concat, Rewrite: inferConcatOperands},
	{Name: "infer-concat-result-type", Root: Concat, Rewrite: inferConcatResult},
}

func foldConcat(op *ir.Operation, _ []ir.Attribute) ir.FoldResult {
	if op.NumOperands() == 1 && op.Operand(0).Type() == op.Result(0).Type() {
		return ir.FoldToValue(op.Operand(0))
	}
	return ir.FoldResult{}
}

// inferConcatOperands casts operands to what the others know of the dimensions
// that all have in common.
func inferConcatOperands(op *ir.Operation, rw *ir.Rewriter) bool {
	dim := int(ir.IntOr(op.Attr("dim"), 0))
	shape, _ := concatShape(op, dim)
	changed := false
	for i, v := range op.Operands() {
		t := typeOf(v)
		known := slices.Clone(shape)
		known[dim] = t.Dims[dim]
		to := ir.Tensor(known, t.Elem, nil)
		if PreservesStaticInformation(to, t) {
			continue
		}
		changed = true
		rw.Before(op)
		c := NewCast(rw.Builder, to, v)
		rw.Modify(op, func() { op.SetOperand(i, c) })
	}
	return changed
}

// inferConcatResult makes the extents of the result static that the operands know.
func inferConcatResult(op *ir.Operation, rw *ir.Rewriter) bool {
	shape, _ := concatShape(op, int(ir.IntOr(op.Attr("dim"), 0)))
	to := ir.Tensor(shape, typeOf(op.Operand(0)).Elem, nil)
	if PreservesStaticInformation(to, op.Result(0).Type()) {
		return false
	}
	rw.Before(op)
	v := rw.Value(Concat, op.Operands(), []ir.Type{to}, ir.NamedAttr{Name: "dim", Value: op.Attr("dim")})
	replaceByCast(rw, op, v)
	return true
}
