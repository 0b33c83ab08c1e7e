package linalg

import (
	affined "optc/dialect/affine"
	"optc/dialect/arith"
	"optc/dialect/tensor"
	"optc/ir"
	"optc/ir/affine"
)

// Extents returns the extents of a result of a structured operation or of an operation on tensors, computed from its operands
// (reifyResultShapes upstream). Static extents are nil; the list is nil if the operation does not know the extents.
//
//	%0 = tensor.collapse_shape %x [[0, 1]] : tensor<?x4xf32> into tensor<?xf32>   // its extent: %d * 4, of %d = tensor.dim %x, 0
func Extents(rw *ir.Rewriter, v *ir.Value) []*ir.Value {
	op, t := v.DefiningOp(), v.Type().(*ir.TensorType)
	dynamic := func(sizes []*ir.Value) []*ir.Value {
		extents := make([]*ir.Value, len(t.Dims))
		for d, n := range t.Dims {
			if n == ir.Dynamic {
				extents[d], sizes = sizes[0], sizes[1:]
			}
		}
		return extents
	}
	switch {
	case Structured.Has(op):
		return structuredExtents(rw, v)
	case ir.Is[tensor.EmptyOp](op):
		return dynamic(ir.Cast[tensor.EmptyOp](op).DynamicSizes())
	case ir.Is[tensor.GenerateOp](op):
		return dynamic(ir.Cast[tensor.GenerateOp](op).DynamicExtents())
	case ir.Is[tensor.SplatOp](op):
		return dynamic(ir.Cast[tensor.SplatOp](op).DynamicSizes())
	case ir.Is[tensor.CollapseShapeOp](op):
		return collapsedExtents(rw, ir.Cast[tensor.CollapseShapeOp](op))
	case ir.Is[tensor.ExpandShapeOp](op):
		return valuesOf(ir.Cast[tensor.ExpandShapeOp](op).MixedOutputShape())
	case ir.Is[tensor.PadOp](op):
		return paddedExtents(rw, ir.Cast[tensor.PadOp](op))
	case ir.Is[tensor.ConcatOp](op):
		return concatExtents(rw, ir.Cast[tensor.ConcatOp](op))
	case ir.Is[tensor.InsertSliceOp](op):
		return dimsOf(rw, ir.Cast[tensor.InsertSliceOp](op).Dest())
	case ir.Is[tensor.InsertOp](op):
		return dimsOf(rw, ir.Cast[tensor.InsertOp](op).Dest())
	case ir.Is[tensor.ExtractSliceOp](op):
		return sliceExtents(rw, ir.Cast[tensor.ExtractSliceOp](op))
	}
	return nil
}

// dimsOf returns the dynamic extents of a tensor, nil for static ones.
func dimsOf(rw *ir.Rewriter, v *ir.Value) []*ir.Value {
	t, ranked := v.Type().(*ir.TensorType)
	if !ranked {
		return nil
	}
	extents := make([]*ir.Value, len(t.Dims))
	for d, n := range t.Dims {
		if n == ir.Dynamic {
			extents[d] = tensor.Extent(rw, v, d)
		}
	}
	return extents
}

// sliceExtents returns the sizes of the dimensions that a slice keeps.
func sliceExtents(rw *ir.Rewriter, op tensor.ExtractSliceOp) (extents []*ir.Value) {
	sizes, dropped := op.MixedSizes(), op.DroppedDims()
	for i, m := range sizes {
		if !dropped[i] {
			extents = append(extents, m.Value)
		}
	}
	return extents
}

// structuredExtents returns the extents of an output of a loop nest, from the first operand that has a dimension for the
// same loop.
func structuredExtents(rw *ir.Rewriter, v *ir.Value) []*ir.Value {
	op := v.DefiningOp()
	all := make([][]*ir.Value, op.NumOperands())
	for i, x := range op.Operands() {
		all[i] = dimsOf(rw, x)
	}
	ms := MapsOf(op)
	lo, _ := op.Def().Interfaces.DestStyle.Inits(op)
	out := lo + v.Index()
	dims := v.Type().(*ir.TensorType).Dims
	extents := make([]*ir.Value, len(dims))
	for d, n := range dims {
		if n != ir.Dynamic {
			continue
		}
		loop, isLoop := ms[out].DimPosition(d)
		if isLoop {
			for i := 0; i < lo && extents[d] == nil; i++ {
				if k, ok := ms[i].ResultPosition(loop); ok {
					extents[d] = all[i][k]
					if extents[d] == nil { // a static extent of the input
						t := op.Operand(i).Type().(*ir.TensorType)
						extents[d] = arith.ConstantIndex(rw, t.Dims[k])
					}
				}
			}
		}
		if extents[d] == nil {
			extents[d] = tensor.Extent(rw, op.Operand(out), d)
		}
	}
	return extents
}

// valuesOf returns the values of a list of indices, nil for numbers.
func valuesOf(ms []ir.Mixed) []*ir.Value {
	values := make([]*ir.Value, len(ms))
	for i, m := range ms {
		values[i] = m.Value
	}
	return values
}

// collapsedExtents multiplies the extents of each group.
func collapsedExtents(rw *ir.Rewriter, op tensor.CollapseShapeOp) []*ir.Value {
	dims := op.Result().Type().(*ir.TensorType).Dims
	from := op.Src().Type().(*ir.TensorType)
	extents := make([]*ir.Value, len(dims))
	for g, group := range op.Reassociation() {
		if dims[g] != ir.Dynamic {
			continue
		}
		var factors []*ir.Value
		product, known := affine.Const(1), int64(1)
		for _, d := range group {
			v := tensor.Extent(rw, op.Src(), int(d))
			if n := from.Dims[d]; n != ir.Dynamic {
				known *= n
				continue
			}
			product = product.Mul(affine.Symbol(len(factors)))
			factors = append(factors, v)
		}
		product = product.Mul(affine.Const(known))
		extents[g] = affined.NewApply(rw, affine.NewMap(0, len(factors), product), factors).Result()
	}
	return extents
}

// paddedExtents adds the padding to the extents of the source.
func paddedExtents(rw *ir.Rewriter, op tensor.PadOp) []*ir.Value {
	dims := op.Result().Type().(*ir.TensorType).Dims
	extents := make([]*ir.Value, len(dims))
	low, high := op.MixedLow(), op.MixedHigh()
	sum := affine.NewMap(3, 0, affine.Dim(0).Add(affine.Dim(1)).Add(affine.Dim(2)))
	sums := make([]ir.Mixed, len(dims))
	for d, n := range dims {
		if n == ir.Dynamic {
			sums[d] = affined.ComposedApply(rw.Builder, sum, []ir.Mixed{{Value: tensor.Extent(rw, op.Source(), d)}, low[d], high[d]})
		}
	}
	for d, n := range dims {
		if n == ir.Dynamic {
			extents[d] = valueOf(rw, sums[d])
		}
	}
	return extents
}

func valueOf(rw *ir.Rewriter, m ir.Mixed) *ir.Value {
	if m.Value != nil {
		return m.Value
	}
	return arith.ConstantIndex(rw, m.Const)
}

// concatExtents adds the extents of the inputs along the dimension of the concatenation. Other extents are taken from an
// input whose extent is a number, or else from the first input.
func concatExtents(rw *ir.Rewriter, op tensor.ConcatOp) []*ir.Value {
	dims := op.Result().Type().(*ir.TensorType).Dims
	extents := make([]*ir.Value, len(dims))
	dim := int(op.Dim())
	for d, n := range dims {
		if n != ir.Dynamic || d == dim {
			continue
		}
		known := int64(ir.Dynamic)
		for _, v := range op.Inputs() {
			if n := v.Type().(*ir.TensorType).Dims[d]; n != ir.Dynamic {
				known = n
			}
		}
		if known != ir.Dynamic {
			extents[d] = arith.ConstantIndex(rw, known)
		} else {
			extents[d] = tensor.NewDim(rw, op.Inputs()[0], arith.ConstantIndex(rw, int64(d))).Result()
		}
	}
	if dims[dim] == ir.Dynamic {
		sum := affine.Const(0)
		var terms []ir.Mixed
		for i, v := range op.Inputs() {
			sum = sum.Add(affine.Dim(i))
			terms = append(terms, ir.Mixed{Value: tensor.Extent(rw, v, dim)})
		}
		extents[dim] = valueOf(rw, affined.ComposedApply(rw.Builder, affine.NewMap(len(terms), 0, sum), terms))
	}
	return extents
}
