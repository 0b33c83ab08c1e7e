package tensor

import (
	"optc/dialect/internal/view"
	"optc/ir"
	"optc/sim"
)

const sliceAssembly = "`` custom<DynamicIndexList>($offsets, $static_offsets) " +
	"custom<DynamicIndexList>($sizes, $static_sizes) custom<DynamicIndexList>($strides, $static_strides) attr-dict "

// Lists of indices of operations.
var (
	extractLists = view.SliceFrom(1)
	insertLists  = view.SliceFrom(2)
	padLow       = view.List{Attr: "static_low", Group: 1, Word: "low"}
	padHigh      = view.List{Attr: "static_high", Group: 2, Word: "high"}
)

func extractSlice() *ir.OpDef {
	return &ir.OpDef{
		Kind:        "tensor.extract_slice",
		Summary:     "a strided part of a tensor",
		Description: "Offsets, sizes and strides per dimension of the source. Dimensions of size 1 may be missing in the result type.",
		Implements:  []ir.Implementation{sim.Moves("source")},
		Operands:    view.SliceOperands(rankedTensor("source")),
		Results:     []ir.ValueDef{rankedTensor("result")},
		Attrs:       extractLists.Props(),
		Traits:      ir.AttrSizedOperandSegments | ir.Pure,
		Assembly:    "$source " + sliceAssembly + "`:` type($source) `to` type($result)",
		Custom:      view.IndexLists,
		ResultNames: ir.NameResult("extracted_slice"),
		Verify: func(op *ir.Operation) *ir.Diagnostic {
			extractSlice := ir.Cast[ExtractSliceOp](op)
			return verifySlice(op, extractLists, typeOf(extractSlice.Source()), typeOf(extractSlice.Result()))
		},
		Fold:     foldExtractSlice,
		Patterns: extractSlicePatterns,
		Examples: []string{`func.func @f(%t: tensor<8x16xf32>, %i: index) -> tensor<?xf32> {
  %0 = tensor.extract_slice %t[%i, 0] [1, %i] [1, 2] : tensor<8x16xf32> to tensor<?xf32>
  return %0 : tensor<?xf32>
}`},
	}
}

func insertOperands() []ir.ValueDef {
	return view.SliceOperands(rankedTensor("source"), rankedTensor("dest"))
}

func insertSlice() *ir.OpDef {
	return &ir.OpDef{
		Kind:        "tensor.insert_slice",
		Summary:     "a tensor with a strided part replaced",
		Description: "The tensor dest in which the source replaces the slice. The source may lack dimensions of size 1.",
		Implements:  []ir.Implementation{sim.Moves("source", "dest")},
		Operands:    insertOperands(),
		Results:     []ir.ValueDef{rankedTensor("result")},
		Attrs:       insertLists.Props(),
		Traits:      ir.AttrSizedOperandSegments | ir.Pure,
		Constraints: []ir.Constraint{ir.TypesMatchWith{
			Sentence: "expected result type to match dest type", From: "dest", To: "result", Transform: sameType,
		}},
		Assembly:    "$source `into` $dest " + sliceAssembly + "`:` type($source) `into` type($dest)",
		Custom:      view.IndexLists,
		Interfaces:  ir.Interfaces{DestStyle: destAt1},
		ResultNames: ir.NameResult("inserted_slice"),
		Verify: func(op *ir.Operation) *ir.Diagnostic {
			insertSlice := ir.Cast[InsertSliceOp](op)
			return verifySlice(op, insertLists, typeOf(insertSlice.Dest()), typeOf(insertSlice.Source()))
		},
		Fold:     foldInsertSlice,
		Patterns: insertSlicePatterns(InsertSliceOp{}),
		Examples: []string{`func.func @f(%s: tensor<4xf32>, %t: tensor<8x16xf32>, %i: index) -> tensor<8x16xf32> {
  %0 = tensor.insert_slice %s into %t[%i, 0] [1, 4] [1, 2] : tensor<4xf32> into tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}`},
	}
}

func parallelInsertSlice() *ir.OpDef {
	return &ir.OpDef{
		Kind:        "tensor.parallel_insert_slice",
		Summary:     "the part of a shared tensor that a thread writes",
		Description: "tensor.insert_slice into a shared output of a parallel loop, in the terminator of the loop.",
		Implements:  []ir.Implementation{sim.Moves("source", "dest")},
		Operands:    insertOperands(),
		Attrs:       insertLists.Props(),
		Traits:      ir.AttrSizedOperandSegments,
		Assembly:    "$source `into` $dest " + sliceAssembly + "`:` type($source) `into` type($dest)",
		Custom:      view.IndexLists,
		Verify: func(op *ir.Operation) *ir.Diagnostic {
			if p := op.Parent(); !p.Def().Interfaces.InParallel {
				return op.PlainErrorf("expected InParallelOpInterface parent, got:\n%s", ir.Print(p, ir.PrintOptions{Generic: true}))
			}
			parallelInsertSlice := ir.Cast[ParallelInsertSliceOp](op)
			return verifySlice(op, insertLists, typeOf(parallelInsertSlice.Dest()), typeOf(parallelInsertSlice.Source()))
		},
		Patterns: insertSlicePatterns(ParallelInsertSliceOp{}),
	}
}

// verifySlice checks the lists against the type of the whole, and checks that part is the
// type of the slice, possibly without dimensions of size 1.
func verifySlice(op *ir.Operation, lists view.Slice, whole, part *ir.TensorType) *ir.Diagnostic {
	n := len(whole.Dims)
	if d := lists.VerifyLists(op, [3]int{n, n, n}); d != nil {
		return d
	}
	full := ir.Tensor(lists.Sizes.Static(op), whole.Elem, whole.Encoding)
	switch view.RankReduced(full, part) {
	case view.RankTooLarge:
		return op.PlainErrorf("expected rank to be smaller or equal to the other rank. ")
	case view.SizeMismatch:
		return op.PlainErrorf("expected type to be '%s' or a rank-reduced version. (size mismatch) ", full)
	case view.ElemTypeMismatch:
		return op.PlainErrorf("expected element type to be '%s'", full.Elem)
	}
	return lists.VerifyInBounds(op, whole.Dims)
}

const nofold = "nofold"

func pad() *ir.OpDef {
	return &ir.OpDef{
		Kind:    "tensor.pad",
		Summary: "a tensor with a border",
		Description: `Adds low elements before and high elements after every dimension. The region gets
the indices of a new element in the result and yields the element. nofold keeps
the operation even if it adds no elements.`,
		Operands: []ir.ValueDef{rankedTensor("source"), ir.VariadicIndex("low"), ir.VariadicIndex("high")},
		Results:  []ir.ValueDef{rankedTensor("result")},
		Attrs: []ir.PropDef{
			padLow.Prop(),
			padHigh.Prop(),
			{Name: nofold, Type: ir.UnitConstraint, Optional: true},
		},
		Regions:    []ir.RegionDef{{Name: "region", SingleBlock: true}},
		Traits:     ir.AttrSizedOperandSegments | ir.Pure | ir.SingleBlock | ir.ImplicitTerminator,
		Interfaces: ir.Interfaces{Terminator: YieldOp{}},
		Assembly: "$source (`nofold` $nofold^)? `low` `` custom<DynamicIndexList>($low, $static_low) " +
			"`high` `` custom<DynamicIndexList>($high, $static_high) $region attr-dict `:` type($source) `to` type($result)",
		Custom:        view.IndexLists,
		ResultNames:   ir.NameResult("padded"),
		Verify:        verifyPad,
		VerifyRegions: verifyPadRegion,
		Fold:          foldPad,
		Patterns:      padPatterns,
		Examples: []string{`func.func @f(%t: tensor<4x?xf32>, %n: index, %x: f32) -> tensor<6x?xf32> {
  %0 = tensor.pad %t low[1, %n] high[1, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %x : f32
  } : tensor<4x?xf32> to tensor<6x?xf32>
  return %0 : tensor<6x?xf32>
}`},
	}
}

// paddedShape returns the extents after padding; nil if the lists do not have the length
// of the shape. Unknown extents are taken from result, if it is given.
func paddedShape(source, low, high, result []int64) []int64 {
	if len(low) != len(source) || len(high) != len(source) {
		return nil
	}
	shape := make([]int64, len(source))
	for i, n := range source {
		shape[i] = ir.AddSaturated(ir.AddSaturated(n, low[i]), high[i])
		if shape[i] == ir.Dynamic && result != nil {
			shape[i] = result[i]
		}
	}
	return shape
}

func verifyPad(op *ir.Operation) *ir.Diagnostic {
	pad := ir.Cast[PadOp](op)
	source, result := typeOf(pad.Source()), typeOf(pad.Result())
	shape := paddedShape(source.Dims, pad.StaticLow(), pad.StaticHigh(), nil)
	if shape == nil {
		return op.PlainErrorf("failed to infer expectedType from sourceType '%s', specified resultType is '%s'", source, result)
	}
	want := ir.Tensor(shape, source.Elem, nil)
	mismatch := len(shape) != len(result.Dims)
	for i := 0; !mismatch && i < len(shape); i++ {
		mismatch = shape[i] != ir.Dynamic && shape[i] != result.Dims[i]
	}
	if mismatch {
		return op.PlainErrorf("specified type '%s' does not match the inferred type '%s'", result, want)
	}
	return nil
}

func verifyPadRegion(op *ir.Operation) *ir.Diagnostic {
	t, body := typeOf(ir.Cast[PadOp](op).Result()), op.Body()
	if body.NumArgs() != len(t.Dims) {
		return op.PlainErrorf("expected the block to have %d arguments", len(t.Dims))
	}
	for i, a := range body.ArgTypes() {
		if !ir.IndexConstraint.Check(a) {
			return op.Errorf("expected block argument %d to be an index", i+1)
		}
	}
	if y := body.Back(); y.NumOperands() != 1 || ir.Cast[YieldOp](y).Value().Type() != t.Elem {
		return op.Errorf("expected yield type to match shape element type")
	}
	return nil
}

const concatDim = "dim"

func concat() *ir.OpDef {
	return &ir.OpDef{
		Kind:        "tensor.concat",
		New:         []string{"result", "dim", "inputs"},
		Summary:     "join tensors",
		Description: "Concatenates the operands along a dimension.",
		Operands:    []ir.ValueDef{{Name: "inputs", Type: ir.AnyRankedTensor, Kind: ir.Variadic}},
		Results:     []ir.ValueDef{rankedTensor("result")},
		Attrs:       []ir.PropDef{{Name: concatDim, Type: ir.I64Attr}},
		Traits:      ir.Pure,
		Assembly:    "`dim` `(` $dim `)` $inputs attr-dict `:` functional-type(operands, results)",
		ResultNames: ir.NameResult("concat"),
		Verify:      verifyConcat,
		Fold:        foldConcat,
		Patterns:    concatPatterns,
		Examples: []string{`func.func @f(%a: tensor<3x6xf32>, %b: tensor<3x?xf32>) -> tensor<3x?xf32> {
  %0 = tensor.concat dim(1) %a, %b : (tensor<3x6xf32>, tensor<3x?xf32>) -> tensor<3x?xf32>
  return %0 : tensor<3x?xf32>
}`},
	}
}

// concatShape returns the extents of a concatenation; bad is the dimension in which the operands
// disagree, or -1.
func concatShape(op *ir.Operation, dim int) (shape []int64, bad int) {
	for i, v := range ir.Cast[ConcatOp](op).Inputs() {
		dims := typeOf(v).Dims
		if i == 0 {
			shape = append(shape, dims...)
			continue
		}
		for d, n := range dims {
			switch {
			case d == dim:
				shape[d] = ir.AddSaturated(shape[d], n)
			case shape[d] == ir.Dynamic:
				shape[d] = n
			case n != ir.Dynamic && n != shape[d]:
				return nil, d
			}
		}
	}
	return shape, -1
}

func verifyConcat(op *ir.Operation) *ir.Diagnostic {
	concat := ir.Cast[ConcatOp](op)
	inputs, result := concat.Inputs(), typeOf(concat.Result())
	if len(inputs) == 0 {
		return op.Errorf("requires at least one input")
	}
	for _, v := range inputs {
		if len(typeOf(v).Dims) != len(result.Dims) {
			return op.Errorf("rank of concatenated inputs must match result rank")
		}
	}
	for _, v := range inputs {
		if typeOf(v).Elem != result.Elem {
			return op.Errorf("inputs and result element type must match")
		}
	}
	dim := concat.Dim()
	if dim < 0 || dim >= int64(len(result.Dims)) {
		return op.Errorf("concatenation dim must be less than the tensor rank")
	}
	shape, bad := concatShape(op, int(dim))
	if bad >= 0 {
		return op.Errorf("static concatenation size mismatch along non-concatenated dimension %d", bad)
	}
	for d, n := range shape {
		if m := result.Dims[d]; n != m && n != ir.Dynamic && m != ir.Dynamic {
			return op.Errorf("result type '%s'does not match inferred shape '%s' static sizes", result, ir.Tensor(shape, result.Elem, nil))
		}
	}
	return nil
}
