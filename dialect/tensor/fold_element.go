package tensor

import (
	"slices"

	"optc/dialect/ub"
	"optc/ir"
)

// foldDim folds to a static extent, or to the operand of tensor.generate or a slice that
// specifies the extent, and skips casts.
func foldDim(op *ir.Operation, operands []ir.Attribute) ir.FoldResult {
	v := ir.Cast[DimOp](op).Source()
	index, ok := operands[1].(*ir.IntegerAttr)
	t, ranked := v.Type().(*ir.TensorType)
	if !ok || !ranked {
		return ir.FoldResult{}
	}
	i := index.Int64()
	if i < 0 || i >= int64(len(t.Dims)) {
		return ir.FoldResult{}
	}
	if n := t.Dims[i]; n != ir.Dynamic {
		return ir.FoldToAttr(t.Context().IndexAttr(n))
	}
	switch source := v.DefiningOp(); {
	case ir.Is[GenerateOp](source):
		return ir.FoldToValue(dynamicExtent(t.Dims, ir.Cast[GenerateOp](source).DynamicExtents(), int(i)))
	case ir.Is[ExtractSliceOp](source) && len(typeOf(ir.Cast[ExtractSliceOp](source).Source()).Dims) == len(t.Dims):
		if size := ir.Cast[ExtractSliceOp](source).MixedSizes()[i]; size.Value != nil {
			return ir.FoldToValue(size.Value)
		}
	}
	return ir.FoldResult{InPlace: foldCasts(op)}
}

// dynamicExtent returns the operand that specifies the unknown extent of a dimension.
func dynamicExtent(dims []int64, values []*ir.Value, dim int) *ir.Value {
	for _, n := range dims[:dim] {
		if n == ir.Dynamic {
			values = values[1:]
		}
	}
	return values[0]
}

// foldCasts replaces operands that are results of static casts by the sources of the
// casts (foldTensorCast upstream).
func foldCasts(op *ir.Operation) (changed bool) {
	for i := range op.NumOperands() {
		if c := op.Operand(i).DefiningOp(); IsStaticCast(c) {
			op.SetOperand(i, ir.Cast[CastOp](c).Source())
			changed = true
		}
	}
	return changed
}

func foldRank(op *ir.Operation, _ []ir.Attribute) ir.FoldResult {
	if t, ranked := ir.Cast[RankOp](op).Tensor().Type().(*ir.TensorType); ranked {
		return ir.FoldToAttr(t.Context().IndexAttr(int64(len(t.Dims))))
	}
	return ir.FoldResult{}
}

// elements returns a as a dense constant of numbers, or nil if it is not one.
func elements(a ir.Attribute) *ir.DenseAttr {
	d, ok := a.(*ir.DenseAttr)
	if !ok || d.Strings != nil {
		return nil
	}
	return d
}

// foldExtract folds to an element of a constant or of tensor.from_elements, and to the
// value inserted at the same constant place.
func foldExtract(op *ir.Operation, operands []ir.Attribute) ir.FoldResult {
	constant := elements(operands[0])
	if constant != nil && constant.Splat {
		return foldToAttr(constant.ElementAttr(0))
	}
	extract := ir.Cast[ExtractOp](op)
	tensor := extract.Tensor()
	t := typeOf(tensor)
	at, inside := int64(0), true
	indices := make([]int64, len(operands)-1)
	for d, a := range operands[1:] {
		index, ok := a.(*ir.IntegerAttr)
		if !ok {
			return ir.FoldResult{}
		}
		i := index.Int64()
		inside = inside && i >= 0 && (t.Dims[d] == ir.Dynamic || i < t.Dims[d])
		at = at*max(t.Dims[d], 0) + i
		indices[d] = i
	}
	switch source := tensor.DefiningOp(); {
	case ir.Is[FromElementsOp](source) && at >= 0 && at < int64(source.NumOperands()):
		return ir.FoldToValue(ir.Cast[FromElementsOp](source).Element(at))
	case ir.Is[InsertOp](source) && slices.EqualFunc(ir.Cast[InsertOp](source).Indices(), extract.Indices(), sameConstant):
		return ir.FoldToValue(ir.Cast[InsertOp](source).Scalar())
	case constant != nil && inside:
		return foldToAttr(constant.ElementAttr(int(at)))
	}
	if sparse, ok := operands[0].(*ir.SparseAttr); ok && inside {
		return foldToAttr(sparse.ElementAttr(indices))
	}
	return ir.FoldResult{}
}

func sameConstant(a, b *ir.Value) bool {
	return a == b || ir.ConstantValue(a) != nil && ir.ConstantValue(a) == ir.ConstantValue(b)
}

// foldToAttr is ir.FoldToAttr for attributes that may be nil.
func foldToAttr(a ir.Attribute) ir.FoldResult {
	if a == nil {
		return ir.FoldResult{}
	}
	return ir.FoldToAttr(a)
}

// foldInsert folds the insertion of an element that all elements are equal to.
func foldInsert(op *ir.Operation, operands []ir.Attribute) ir.FoldResult {
	dest := elements(operands[1])
	if dest != nil && dest.Splat && operands[0] != nil && operands[0] == dest.ElementAttr(0) {
		return ir.FoldToAttr(dest)
	}
	return ir.FoldResult{}
}

// foldGather folds a gather from a splat.
func foldGather(op *ir.Operation, operands []ir.Attribute) ir.FoldResult {
	return foldToAttr(resizedSplat(operands[0], typeOf(ir.Cast[GatherOp](op).Result())))
}

// resizedSplat returns a splat with another static shape; nil if a is not a splat.
func resizedSplat(a ir.Attribute, t *ir.TensorType) ir.Attribute {
	if d := elements(a); d != nil && d.Splat && ir.HasStaticShape(t) {
		return t.Context().Dense(t, d.Raw)
	}
	return nil
}

// foldFromElements computes constants.
func foldFromElements(op *ir.Operation, operands []ir.Attribute) ir.FoldResult {
	t := typeOf(ir.Cast[FromElementsOp](op).Result())
	raw := make([]byte, 0, len(operands)*ir.ElementBytes(t.Elem))
	for _, a := range operands {
		if a == nil || ub.IsPoison(a) {
			return ir.FoldResult{}
		}
		one, ok := ir.ConstantBytes(a, t.Elem)
		if !ok {
			return ir.FoldResult{}
		}
		raw = append(raw, one...)
	}
	return ir.FoldToAttr(t.Context().Dense(t, raw))
}

// foldSplat makes a constant of a constant.
func foldSplat(op *ir.Operation, operands []ir.Attribute) ir.FoldResult {
	t := typeOf(ir.Cast[SplatOp](op).Aggregate())
	if _, dense := operands[0].(*ir.DenseAttr); dense || !ir.HasStaticShape(t) {
		return ir.FoldResult{}
	}
	raw, ok := ir.ConstantBytes(operands[0], t.Elem)
	if !ok {
		return ir.FoldResult{}
	}
	return ir.FoldToAttr(t.Context().Dense(t, raw))
}
