package vectors

import (
	"slices"

	"optc/dialect/arith"
	"optc/dialect/tensor"
	"optc/dialect/vectorext"
	"optc/ir"
	"optc/passes"
)

// FoldUnitExtents is vectorext-fold-unit-extent-dims.
var FoldUnitExtents = &passes.Pass{
	Name:    "vectorext-fold-unit-extent-dims",
	Aliases: []string{"iree-vector-ext-fold-unit-extent-dims"},
	Title:   "Drop dimensions of extent 1 from layouts of tensors",
	Doc: `A to_layout of a tensor with dimensions of extent 1 is done on a slice without them,
if the layout has one element along them:

    %r = iree_vector_ext.to_layout %t to layout(#l) : tensor<1x8xf32>
    →
    %s = tensor.extract_slice %t[0, 0] [1, 8] [1, 1] : tensor<1x8xf32> to tensor<8xf32>
    %a = iree_vector_ext.to_layout %s to layout(#m) : tensor<8xf32>
    %r = tensor.insert_slice %a into tensor.empty … : tensor<8xf32> into tensor<1x8xf32>

A layout that is larger than the tensor along such a dimension stays: its tiles
would be lost.`,
	Dialects: []string{"arith", "iree_vector_ext", "tensor"},
	Run: func(c *passes.Context) (bool, error) {
		return passes.ApplyPatterns(c, []*ir.Pattern{{Name: "fold-unit-extents", Root: vectorext.ToLayoutOp{}, Rewrite: foldUnitExtents}}), nil
	},
}

// foldUnitExtents is described at FoldUnitExtents (IREE
// VectorExtFoldUnitExtentDims.cpp).
func foldUnitExtents(op *ir.Operation, rw *ir.Rewriter) bool {
	toLayout := ir.Cast[vectorext.ToLayoutOp](op)
	l := toLayout.Layout()
	t, ok := toLayout.Input().Type().(*ir.TensorType)
	if !ok || l == nil {
		return false
	}
	laid := l.UndistributedShape()
	drop := make([]bool, len(t.Dims))
	for d, n := range t.Dims {
		drop[d] = n == 1 && laid[d] == 1
	}
	if !slices.Contains(drop, true) {
		return false
	}
	source := toLayout.Input()
	whole := make([]ir.Mixed, len(t.Dims))
	var kept []int64
	var sizes []*ir.Value
	for d, n := range t.Dims {
		whole[d] = ir.Mixed{Const: n}
		if n == ir.Dynamic {
			size := tensor.NewDim(rw, source, arith.ConstantIndex(rw.Builder, int64(d))).Result()
			whole[d] = ir.Mixed{Value: size, Const: ir.Dynamic}
			sizes = append(sizes, size)
		}
		if !drop[d] {
			kept = append(kept, n)
		}
	}
	zeros, ones := make([]ir.Mixed, len(t.Dims)), slices.Repeat([]ir.Mixed{{Const: 1}}, len(t.Dims))
	all := ir.MixedSlice{Offsets: zeros, Sizes: whole, Strides: ones}
	slice := tensor.NewExtractSlice(rw, ir.Tensor(kept, t.Elem, t.Encoding), source, all.Offsets, all.Sizes, all.Strides).Result()
	laidOut := vectorext.NewToLayoutLike(rw, ir.Cast[vectorext.ToLayoutOp](op), slice, l.Project(drop)).Output()
	empty := tensor.NewEmpty(rw, t, sizes).Result()
	rw.Replace(op, tensor.NewInsertSlice(rw, laidOut, empty, all.Offsets, all.Sizes, all.Strides).Result())
	return true
}
