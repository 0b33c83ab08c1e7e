package linalg

import (
	"slices"

	"optc/dialect/arith"
	"optc/dialect/tensor"
	"optc/ir"
	"optc/ir/affine"
)

// withOperands builds an operation again, with other operands; results take the types of their outputs.
func withOperands(rw *ir.Rewriter, op *ir.Operation, operands []*ir.Value) *ir.Operation {
	like := rw.Clone(op, nil)
	lo, _ := initsOf(op)
	rw.Modify(like, func() {
		for i, v := range operands {
			like.SetOperand(i, v)
		}
		for k, r := range like.Results() {
			r.SetType(operands[lo+k].Type())
		}
	})
	return like
}

// castOfResult gives an operation the extents that a cast of its result states, if both are in one block.
//
//	%0 = linalg.exp ins(%x : tensor<?xf32>) outs(%y : tensor<?xf32>)
//	%1 = tensor.cast %0 : tensor<?xf32> to tensor<4xf32>
//	→ %c = tensor.cast %y : tensor<?xf32> to tensor<4xf32>
//	  %1 = linalg.exp ins(%x : tensor<?xf32>) outs(%c : tensor<4xf32>)
func castOfResult(op *ir.Operation, rw *ir.Rewriter) bool {
	cast := ir.Cast[tensor.CastOp](op)
	v, to := cast.Source(), cast.Dest().Type()
	producer := v.DefiningOp()
	if producer == nil || !Structured.Has(producer) || producer.Block() != op.Block() || !tensor.PreservesStaticInformation(v.Type(), to) {
		return false
	}
	rw.Before(producer).Loc = producer.Loc()
	lo, _ := initsOf(producer)
	operands := slices.Clone(producer.OperandList())
	operands[lo+v.Index()] = tensor.NewCast(rw, to, operands[lo+v.Index()]).Dest()
	like := withOperands(rw, producer, operands)
	results := like.ResultList()
	known := results[v.Index()]
	results[v.Index()] = tensor.NewCast(rw, v.Type(), known).Dest()
	rw.Replace(producer, results...)
	rw.Replace(op, known)
	return true
}

// inferExtents makes extents of operands static that another operand has for the same loop.
//
//	linalg.add ins(%x, %y : tensor<?x4xf32>, tensor<3x?xf32>) outs(%z : tensor<?x?xf32>)
//	→ linalg.add ins(%a, %b : tensor<3x4xf32>, tensor<3x4xf32>) outs(%c : tensor<3x4xf32>), of casts to these types
func inferExtents(op *ir.Operation, rw *ir.Rewriter) bool {
	ms := MapsOf(op)
	if !IsOnTensors(op) || slices.ContainsFunc(ms, func(m affine.Map) bool { return !m.IsProjectedPermutation(false) }) {
		return false
	}
	extents := knownExtents(op)
	operands, changed := slices.Clone(op.OperandList()), false
	for i, v := range operands {
		t, ranked := v.Type().(*ir.TensorType)
		if !ranked {
			continue
		}
		shape := slices.Clone(t.Dims)
		for r := range shape {
			if d, _ := ms[i].DimPosition(r); shape[r] == ir.Dynamic {
				shape[r] = extents[d]
			}
		}
		if !slices.Equal(shape, t.Dims) {
			operands[i], changed = tensor.NewCast(rw, ir.Tensor(shape, t.Elem, nil), v).Dest(), true
		}
	}
	if !changed {
		return false
	}
	results := withOperands(rw, op, operands).ResultList()
	for k, v := range results {
		if t := op.Result(k).Type(); v.Type() != t {
			results[k] = tensor.NewCast(rw, t, v).Dest()
		}
	}
	rw.Replace(op, results...)
	return true
}

// knownExtents returns the static extents of the loops, each from the first operand that has it; others are Dynamic.
func knownExtents(op *ir.Operation) []int64 {
	extents := slices.Repeat([]int64{ir.Dynamic}, len(IteratorsOf(op)))
	for i, m := range MapsOf(op) {
		s, shaped := op.Operand(i).Type().(ir.ShapedType)
		if !shaped {
			continue
		}
		for r := range m.Results {
			if d, isDim := m.DimPosition(r); isDim && extents[d] == ir.Dynamic {
				extents[d] = s.Shape()[r]
			}
		}
	}
	return extents
}

// foldIndex is 0 for a loop that runs once.
func foldIndex(op *ir.Operation, _ []ir.Attribute) ir.FoldResult {
	d := ir.Cast[IndexOp](op).Dim()
	if parent := op.Parent(); parent != nil && Structured.Has(parent) {
		if extents := knownExtents(parent); d < int64(len(extents)) && extents[d] == 1 {
			return ir.FoldToAttr(op.Result(0).Type().Context().IndexAttr(0))
		}
	}
	return ir.FoldResult{}
}

// transposePatterns merge transpositions, and move them before broadcasts.
var transposePatterns = []*ir.Pattern{
	{Name: "fold-transpose-with-transpose", Root: TransposeOp{}, Rewrite: func(op *ir.Operation, rw *ir.Rewriter) bool {
		outer := ir.Cast[TransposeOp](op)
		inner := ir.DefiningOp[TransposeOp](outer.Input())
		if !inner.Ok() {
			return false
		}
		permutation := slices.Clone(outer.Permutation())
		for i, d := range permutation {
			permutation[i] = inner.Permutation()[d]
		}
		rw.Replace(op, NewTranspose(rw.Builder, inner.Input(), outer.Init(), permutation).Result()...)
		return true
	}},
	{Name: "swap-transpose-with-broadcast", Root: TransposeOp{}, Rewrite: transposeOfBroadcast},
}

// transposeOfBroadcast transposes the smaller tensor.
//
//	%0 = linalg.broadcast ins(%x : tensor<2x4xf32>) outs(%y : tensor<2x3x4xf32>) dimensions = [1]
//	linalg.transpose ins(%0) outs(%z : tensor<4x3x2xf32>) permutation = [2, 1, 0]
//	→ %1 = linalg.transpose ins(%x) outs(%e : tensor<4x2xf32>) permutation = [1, 0]
//	  linalg.broadcast ins(%1) outs(%z) dimensions = [1]
func transposeOfBroadcast(op *ir.Operation, rw *ir.Rewriter) bool {
	transpose := ir.Cast[TransposeOp](op)
	broadcast := ir.DefiningOp[BroadcastOp](transpose.Input())
	if !broadcast.Ok() || !transpose.Input().HasOneUse() {
		return false
	}
	added, permutation := broadcast.Dimensions(), transpose.Permutation()
	t := broadcast.Input().Type().(*ir.TensorType)
	var inner, dims []int64
	for _, d := range permutation {
		if slices.Contains(added, d) {
			continue
		}
		before := int64(0)
		for _, a := range added {
			if a < d {
				before++
			}
		}
		inner = append(inner, d-before)
	}
	for _, a := range added {
		dims = append(dims, int64(slices.Index(permutation, a)))
	}
	sizes := ir.MergeMixed(t.Dims, nil)
	for d, n := range t.Dims {
		if n == ir.Dynamic {
			sizes[d] = ir.Mixed{Value: tensor.NewDim(rw, broadcast.Input(), arith.ConstantIndex(rw, int64(d))).Result()}
		}
	}
	shape := make([]ir.Mixed, len(inner))
	for i, d := range inner {
		shape[i] = sizes[d]
	}
	empty := tensor.EmptyOf(rw, shape, t.Elem, nil)
	v := NewTranspose(rw.Builder, broadcast.Input(), empty, inner).Result()[0]
	rw.Replace(op, NewBroadcast(rw.Builder, v, transpose.Init(), dims).Result()...)
	return true
}

// foldBroadcasts adds the dimensions of two broadcasts at once.
func foldBroadcasts(op *ir.Operation, rw *ir.Rewriter) bool {
	outer := ir.Cast[BroadcastOp](op)
	inner := ir.DefiningOp[BroadcastOp](outer.Input())
	if !inner.Ok() {
		return false
	}
	dims := slices.Clone(outer.Dimensions())
	var kept []int64
	for d := range shapeOf(outer.Init()) {
		if !slices.Contains(dims, int64(d)) {
			kept = append(kept, int64(d))
		}
	}
	for _, d := range inner.Dimensions() {
		dims = append(dims, kept[d])
	}
	slices.Sort(dims)
	rw.Replace(op, NewBroadcast(rw.Builder, inner.Input(), outer.Init(), dims).Result()...)
	return true
}
