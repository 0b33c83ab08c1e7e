package standard

import (
	"optc/dialect/linalg"
	"optc/dialect/tensor"
	"optc/ir"
	"optc/passes"
)

// SpecializeGenericOps replaces linalg.generic by named operations, the opposite of [GeneralizeNamedOps].
//
//	linalg.generic {indexing_maps = […],                    →   linalg.matmul ins(%a, %b : …) outs(%c : …)
//	    iterator_types = […]} ins(%a, %b : …) outs(%c : …) {
//	^bb0(%in: f32, %in_0: f32, %out: f32):
//	  %0 = arith.mulf %in, %in_0 : f32
//	  %1 = arith.addf %out, %0 : f32
//	  linalg.yield %1 : f32
//	}
var SpecializeGenericOps = &passes.Pass{
	Name:  "linalg-specialize-generic-ops",
	Title: "Convert generic ops back to named ops",
	Doc: `Replaces linalg.generic by the named operation that computes the same. These are copy, fill, transpose and broadcast, exp, and
add, sub, mul and div of floats. Also matmul and batch_matmul, of which one factor may be transposed, and convolutions and pools, with
the strides and dilations of the maps. An input of static shape that is permuted or repeated by its map is transposed and
broadcast first, if there are several inputs and all loops are parallel.

    %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>],
        iterator_types = ["parallel", "parallel"]} ins(%x : tensor<4x8xf32>) outs(%y : tensor<4x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1 = math.exp %in : f32
      linalg.yield %1 : f32
    } -> tensor<4x8xf32>

becomes

    %0 = linalg.exp ins(%x : tensor<4x8xf32>) outs(%y : tensor<4x8xf32>) -> tensor<4x8xf32>`,
	Dialects: []string{"linalg"},
	Run: passes.Patterns(func() []*ir.Pattern {
		return []*ir.Pattern{
			{Name: "specialize-generic-op", Root: linalg.GenericOp{}, Rewrite: specialize},
			{Name: "unfold-generic-op", Root: linalg.GenericOp{}, Rewrite: unfold},
		}
	}),
}

func specialize(op *ir.Operation, rw *ir.Rewriter) bool {
	named := linalg.Specialize(rw.Builder, ir.Cast[linalg.GenericOp](op))
	if named == nil {
		return false
	}
	rw.Replace(op, named.ResultList()...)
	return true
}

func unfold(op *ir.Operation, rw *ir.Rewriter) bool {
	return linalg.Unfold(rw, ir.Cast[linalg.GenericOp](op), func(shape []int64, elem ir.Type) *ir.Value {
		return tensor.NewEmpty(rw, ir.Tensor(shape, elem, nil), nil).Result()
	})
}
