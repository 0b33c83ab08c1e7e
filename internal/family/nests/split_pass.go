package nests

import (
	"slices"

	"optc/dialect/arith"
	fn "optc/dialect/func"
	"optc/dialect/linalg"
	"optc/ir"
	"optc/passes"
)

// SplitOptions are the options of SplitReductions.
type SplitOptions struct {
	Parts int64 `opt:"parts" help:"parts of each reduction; loops whose extent it does not divide stay whole"`
}

// SplitReductions is split-tensors.
var SplitReductions = &passes.Pass{
	Name:  "split-tensors",
	Title: "Compute reductions of tensors in independent parts",
	Doc: `The outermost reduction of a structured operation is divided into parts. One operation computes the result of each part, in a
parallel loop, and another one combines the results (split_reduction of upstream's transform dialect):

    %0 = linalg.matmul ins(%a, %b : tensor<4x64xf32>, tensor<64x8xf32>) outs(%c : tensor<4x8xf32>) -> tensor<4x8xf32>
    →  (parts=4)
    %x = tensor.expand_shape %a [[0], [1, 2]] output_shape [4, 4, 16] : tensor<4x64xf32> into tensor<4x4x16xf32>
    %y = tensor.expand_shape %b [[0, 1], [2]] output_shape [4, 16, 8] : tensor<64x8xf32> into tensor<4x16x8xf32>
    %p = linalg.generic {…, iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
           ins(%x, %y : …) outs(%zeros : tensor<4x4x8xf32>) { … } -> tensor<4x4x8xf32>
    %0 = linalg.generic {…, iterator_types = ["reduction", "parallel", "parallel"]}
           ins(%p : tensor<4x4x8xf32>) outs(%c : tensor<4x8xf32>) { … } -> tensor<4x8xf32>

Operations on tensors of known shape with one result are divided, whose region combines it by one operation with a neutral number,
such as a sum, a product or arith.maximumf; arith.maxnumf has none but NaN, and stays whole. Operations with two results are divided if the second
belongs to the largest or smallest number, such as its index. An extent that no number of parts divides is first padded by pad-tensors.

Sums and products of floats may be combined in another order.`,
	Options:  SplitOptions{Parts: 4},
	Anchor:   []ir.OpKind{fn.FuncOp{}},
	Dialects: []string{"arith", "linalg", "tensor"},
	Stats:    []passes.Stat{{Name: "split", Doc: "reductions that were divided"}},
	Run: func(c *passes.Context) (changed bool, err error) {
		parts := passes.OptionsOf[SplitOptions](c).Parts
		if parts < 1 {
			return false, c.Op.Errorf("expected parts of at least 1, but got %d", parts)
		}
		for op := range passes.Each(c, structuredOps(c)) {
			n, d := Read(op)
			if d != nil {
				continue // it has no known shape
			}
			l := slices.IndexFunc(n.Loops, func(l Loop) bool { return l.Reduction && l.Extent > parts && l.Extent%parts == 0 })
			if l < 0 || parts == 1 || !n.CanSplit(l) || lacksNeutral(n.Combiner()) {
				continue
			}
			each := slices.Repeat([]int64{1}, len(n.Loops))
			each[l] = parts
			n.Split(c.Rewriter(nil), each)
			c.Count("split", 1)
			changed = true
		}
		return changed, nil
	},
}

// lacksNeutral reports whether an operation has no neutral number but NaN.
func lacksNeutral(combiner *ir.Operation) bool {
	return combiner != nil && (ir.Is[arith.MaxNumFOp](combiner) || ir.Is[arith.MinNumFOp](combiner))
}

// structuredOps returns the structured operations on tensors inside of a function.
func structuredOps(c *passes.Context) (found []*ir.Operation) {
	c.Walk(c.Op, func(op *ir.Operation) ir.WalkResult {
		if linalg.Structured.Has(op) && linalg.IsOnTensors(op) {
			found = append(found, op)
		}
		return ir.Advance
	})
	return found
}
