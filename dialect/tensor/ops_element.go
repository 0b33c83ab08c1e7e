package tensor

import (
	"slices"

	"optc/dialect/internal/view"
	"optc/ir"
	"optc/sim"
)

func dim() *ir.OpDef {
	return view.DefineDim(&ir.OpDef{
		Kind:        "tensor.dim",
		Description: "The extent of the dimension of that number. A number outside the rank is undefined behaviour.",
		Fold:        foldDim,
		Patterns:    dimPatterns,
		Examples: []string{`func.func @f(%t: tensor<4x?xf32>) -> index {
  %c1 = arith.constant 1 : index
  %n = tensor.dim %t, %c1 : tensor<4x?xf32>
  return %n : index
}`},
	}, nonScalar)
}

func rank() *ir.OpDef {
	return &ir.OpDef{
		Kind:        "tensor.rank",
		Summary:     "the number of dimensions",
		Description: "The rank, which is known for all but unranked tensors.",
		Operands:    []ir.ValueDef{{Name: "tensor", Type: ir.AnyTensor}},
		Results:     []ir.ValueDef{{Name: "result", Type: ir.IndexConstraint}},
		Traits:      ir.Pure,
		Assembly:    "$tensor attr-dict `:` type($tensor)",
		ResultNames: ir.NameResult("rank"),
		Fold:        foldRank,
	}
}

func extract() *ir.OpDef {
	return &ir.OpDef{
		Kind:        "tensor.extract",
		New:         []string{"tensor", "indices..."},
		Summary:     "an element",
		Description: "The element at the given index in each dimension.",
		Implements:  []ir.Implementation{sim.Moves("tensor")},
		Operands:    []ir.ValueDef{rankedTensor("tensor"), ir.VariadicIndex("indices")},
		Results:     []ir.ValueDef{{Name: "result", Type: ir.AnyType}},
		Traits:      ir.Pure,
		Constraints: []ir.Constraint{ir.TypesMatchWith{
			Sentence: "result type matches element type of tensor", From: "tensor", To: "result", Transform: elementOf,
		}},
		Assembly:    "$tensor `[` $indices `]` attr-dict `:` type($tensor)",
		ResultNames: ir.NameResult("extracted"),
		Verify: func(op *ir.Operation) *ir.Diagnostic {
			if op.NumOperands()-1 != len(typeOf(ir.Cast[ExtractOp](op).Tensor()).Dims) {
				return op.Errorf("incorrect number of indices for extract_element")
			}
			return nil
		},
		Fold:     foldExtract,
		Patterns: extractPatterns,
		Examples: []string{`func.func @f(%t: tensor<4x8xf32>, %i: index) -> tensor<4x8xf32> {
  %x = tensor.extract %t[%i, %i] : tensor<4x8xf32>
  %r = tensor.insert %x into %t[%i, %i] : tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}`},
	}
}

func insert() *ir.OpDef {
	return &ir.OpDef{
		Kind:        "tensor.insert",
		Summary:     "a tensor with one element replaced",
		Description: "The tensor dest with the scalar as the element at the indices.",
		Implements:  []ir.Implementation{sim.Moves("scalar", "dest")},
		Operands:    []ir.ValueDef{{Name: "scalar", Type: ir.AnyType}, rankedTensor("dest"), ir.VariadicIndex("indices")},
		Results:     []ir.ValueDef{rankedTensor("result")},
		Traits:      ir.Pure,
		Constraints: []ir.Constraint{
			ir.TypesMatchWith{Sentence: "result type matches type of dest", From: "dest", To: "result", Transform: sameType},
			ir.TypesMatchWith{Sentence: "scalar type matches element type of dest", From: "dest", To: "scalar", Transform: elementOf},
		},
		Assembly:    "$scalar `into` $dest `[` $indices `]` attr-dict `:` type($dest)",
		Interfaces:  ir.Interfaces{DestStyle: destAt1},
		ResultNames: ir.NameResult("inserted"),
		Verify: func(op *ir.Operation) *ir.Diagnostic {
			if op.NumOperands()-2 != len(typeOf(ir.Cast[InsertOp](op).Dest()).Dims) {
				return op.Errorf("incorrect number of indices")
			}
			return nil
		},
		Fold: foldInsert,
	}
}

// destAt1 is the destination of insertions, operand 1.
var destAt1 = &ir.DestStyle{Inits: func(*ir.Operation) (lo, hi int) { return 1, 2 }}

func gather() *ir.OpDef {
	return &ir.OpDef{
		Kind:    "tensor.gather",
		Summary: "slices at given coordinates",
		Description: `The last dimension of the indices holds coordinates in the dimensions gather_dims
of the source. The result has the other dimensions of the indices, followed by the
dimensions of the slice of the source, in which the gathered dimensions have
extent 1 or are absent. unique promises that no coordinate occurs twice.`,
		Operands:    []ir.ValueDef{rankedTensor("source"), {Name: "indices", Type: indicesTensor}},
		Results:     []ir.ValueDef{rankedTensor("result")},
		Attrs:       []ir.PropDef{{Name: "gather_dims", Type: ir.DenseI64ArrayAttr}, {Name: "unique", Type: ir.UnitConstraint, Optional: true}},
		Traits:      ir.Pure,
		Assembly:    "$source `[` $indices `]` `gather_dims` `(` $gather_dims `)` (`unique` $unique^)? attr-dict `:` functional-type(operands, results)",
		ResultNames: ir.NameResult("gather"),
		Verify: func(op *ir.Operation) *ir.Diagnostic {
			gather := ir.Cast[GatherOp](op)
			source, indices, result := typeOf(gather.Source()), typeOf(gather.Indices()), typeOf(gather.Result())
			dims := gather.GatherDims()
			if d := verifyCoordinates(op, dims, indices.Dims, len(source.Dims), "gather", "source"); d != nil {
				return d
			}
			full, reduced := gatheredType(source, indices, dims, false), gatheredType(source, indices, dims, true)
			if result != full && result != reduced {
				return op.Errorf("result type mismatch: expected '%s' or its rank-reduced variant '%s' (got: '%s')", full, reduced, result)
			}
			return nil
		},
		Fold: foldGather,
		Examples: []string{`func.func @f(%s: tensor<4x4x4xf32>, %i: tensor<1x2x1xindex>) -> tensor<1x2x4x1x4xf32> {
  %0 = tensor.gather %s[%i] gather_dims([1]) unique : (tensor<4x4x4xf32>, tensor<1x2x1xindex>) -> tensor<1x2x4x1x4xf32>
  return %0 : tensor<1x2x4x1x4xf32>
}`},
	}
}

func scatter() *ir.OpDef {
	return &ir.OpDef{
		Kind:    "tensor.scatter",
		Summary: "a tensor with slices at given coordinates replaced",
		Description: `The inverse of tensor.gather: writes the slices of the source into dest. The
coordinates must be unique, which the attribute unique promises.`,
		Operands:    []ir.ValueDef{rankedTensor("source"), rankedTensor("dest"), {Name: "indices", Type: indicesTensor}},
		Results:     []ir.ValueDef{rankedTensor("result")},
		Attrs:       []ir.PropDef{{Name: "scatter_dims", Type: ir.DenseI64ArrayAttr}, {Name: "unique", Type: ir.UnitConstraint, Optional: true}},
		Traits:      ir.Pure,
		Assembly:    "$source `into` $dest `[` $indices `]` `scatter_dims` `(` $scatter_dims `)` (`unique` $unique^)? attr-dict `:` functional-type(operands, results)",
		ResultNames: ir.NameResult("scatter"),
		Verify: func(op *ir.Operation) *ir.Diagnostic {
			scatter := ir.Cast[ScatterOp](op)
			source, dest, indices := typeOf(scatter.Source()), typeOf(scatter.Dest()), typeOf(scatter.Indices())
			dims := scatter.ScatterDims()
			if d := verifyCoordinates(op, dims, indices.Dims, len(dest.Dims), "scatter", "dest"); d != nil {
				return d
			}
			if !scatter.Unique() {
				return op.Errorf("requires 'unique' attribute to be set")
			}
			full, reduced := gatheredType(dest, indices, dims, false), gatheredType(dest, indices, dims, true)
			if source != full && source != reduced {
				return op.Errorf("source type mismatch: expected '%s' or its rank-reduced variant '%s' (got: '%s')", full, reduced, source)
			}
			return nil
		},
		Examples: []string{`func.func @f(%s: tensor<1x2x4x4xf32>, %d: tensor<4x4x4xf32>, %i: tensor<1x2x1xindex>) -> tensor<4x4x4xf32> {
  %0 = tensor.scatter %s into %d[%i] scatter_dims([1]) unique : (tensor<1x2x4x4xf32>, tensor<4x4x4xf32>, tensor<1x2x1xindex>) -> tensor<4x4x4xf32>
  return %0 : tensor<4x4x4xf32>
}`},
	}
}

// verifyCoordinates checks the dimensions of a gather or scatter.
func verifyCoordinates(op *ir.Operation, dims, indices []int64, rank int, word, target string) *ir.Diagnostic {
	n := int64(len(dims))
	switch {
	case n == 0:
		return op.Errorf("%s_dims must be non-empty", word)
	case n > int64(rank):
		return op.Errorf("%s_dims overflow %s rank", word, target)
	case len(indices) == 0 || indices[len(indices)-1] != n:
		return op.Errorf("%s_dims length must match the size of last dimension of indices", word)
	}
	for _, d := range dims {
		if d < 0 {
			return op.Errorf("%s_dims value must be non-negative", word)
		}
		if d >= int64(rank) {
			return op.Errorf("%s_dims value must be smaller than %s rank", word, target)
		}
	}
	for i := 1; i < len(dims); i++ {
		if dims[i-1] >= dims[i] {
			return op.Errorf("%s_dims values must be strictly increasing", word)
		}
	}
	return nil
}

// gatheredType returns the result type of a gather, in which the gathered dimensions have
// extent 1 or are absent.
func gatheredType(source, indices *ir.TensorType, dims []int64, reduced bool) *ir.TensorType {
	shape := slices.Clone(indices.Dims[:len(indices.Dims)-1])
	for d, n := range source.Dims {
		if !slices.Contains(dims, int64(d)) {
			shape = append(shape, n)
		} else if !reduced {
			shape = append(shape, 1)
		}
	}
	return ir.Tensor(shape, source.Elem, source.Encoding)
}
