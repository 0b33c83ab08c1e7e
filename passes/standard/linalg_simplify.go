package standard

import (
	"slices"

	"optc/dialect/arith"
	"optc/dialect/bufferization"
	"optc/dialect/linalg"
	"optc/dialect/tensor"
	"optc/ir"
	"optc/ir/affine"
	"optc/passes"
)

// InlineScalarOperands makes regions read elements that are the same for all points of the loops directly.
//
//	linalg.generic … ins(%x, %s : tensor<4xf32>, tensor<f32>)   →   linalg.generic … ins(%x : tensor<4xf32>)
//	  outs(%y : …) {                                                  outs(%y : …) {
//	^bb0(%in: f32, %in_0: f32, %out: f32):                          ^bb0(%in: f32, %out: f32):
//	  %0 = arith.addf %in, %in_0 : f32                                %s0 = tensor.extract %s[] : tensor<f32>
//	                                                                  %0 = arith.addf %in, %s0 : f32
var InlineScalarOperands = &passes.Pass{
	Name:     "linalg-inline-scalar-operands",
	Title:    "Inline scalar operands into linalg generic ops",
	Doc:      "An input of a linalg.generic on tensors whose indices are constants, as the indices of a scalar are, is read in the region.",
	Dialects: []string{"linalg", "tensor"},
	Run: passes.Patterns(func() []*ir.Pattern {
		return []*ir.Pattern{{Name: "inline-scalar-operands", Root: linalg.GenericOp{}, Rewrite: inlineScalars}}
	}),
}

func inlineScalars(op *ir.Operation, rw *ir.Rewriter) bool {
	maps, inputs := linalg.MapsOf(op), linalg.InputsOf(op)
	if !linalg.IsOnTensors(op) {
		return false
	}
	inlined := func(i int) bool { return i < len(inputs) && maps[i].IsConstant() }
	var kept []*ir.Value
	var keptMaps []affine.Map
	for i, v := range inputs {
		if !inlined(i) {
			kept = append(kept, v)
		}
	}
	for i, m := range maps {
		if !inlined(i) {
			keptMaps = append(keptMaps, m)
		}
	}
	if len(kept) == len(inputs) {
		return false
	}
	generic := linalg.NewGeneric(rw, kept, linalg.OutputsOf(op), keptMaps, linalg.IteratorsOf(op)).Operation()
	after := rw.Save()
	rw.Modify(generic, func() { generic.Region(0).TakeBody(op.Region(0)) })
	body := generic.Body()
	for i, element := range inputs {
		if !inlined(i) {
			continue
		}
		rw.AtStart(body)
		if !linalg.IsScalar(element.Type()) {
			at := make([]*ir.Value, len(maps[i].Results))
			for d, e := range maps[i].Results {
				c, _ := e.IsConst()
				at[d] = arith.ConstantIndex(rw, c)
			}
			element = tensor.NewExtract(rw, inputs[i], at...).Result()
		}
		rw.ReplaceUses(body.Arg(i), element)
	}
	for i := range slices.Backward(inputs) {
		if inlined(i) {
			body.EraseArg(i)
		}
	}
	rw.Restore(after)
	rw.Replace(op, generic.ResultList()...)
	return true
}

// ElementwiseToLinalg replaces functions of the elements of tensors by linalg.generic.
//
//	%0 = math.exp %x : tensor<4xf32>   →   %0 = linalg.generic {…} ins(%x : tensor<4xf32>) outs(%x : tensor<4xf32>) {
//	                                       ^bb0(%in: f32, %out: f32):
//	                                         %1 = math.exp %in : f32
//	                                         linalg.yield %1 : f32
//	                                       } -> tensor<4xf32>
var ElementwiseToLinalg = &passes.Pass{
	Name:  "convert-elementwise-to-linalg",
	Title: "Convert ElementwiseMappable ops to linalg",
	Doc: `Replaces operations on ranked tensors that compute each element from one element of each operand by
linalg.generic. An operand with the type of a result is its output, and otherwise a tensor.empty. Operations on other
types that fold are folded, as upstream does.`,
	Dialects: []string{"linalg", "tensor"},
	Run: func(c *passes.Context) (bool, error) {
		cv := &passes.Conversion{
			Legal:     func(op *ir.Operation) bool { return !isElementwiseOnTensors(op) },
			Otherwise: elementwiseToLinalg,
		}
		return cv.Run(c), nil
	},
}

// isElementwiseOnTensors is isElementwiseMappableOpOnRankedTensors upstream.
func isElementwiseOnTensors(op *ir.Operation) bool {
	if !op.Has(ir.Elementwise) {
		return false
	}
	for _, v := range op.Operands() {
		if ir.AnyRankedTensor.Check(v.Type()) {
			return true
		}
	}
	return false
}

func elementwiseToLinalg(cv *passes.Conversion, op *ir.Operation) {
	operands := cv.Converted(op.OperandList()...)
	rank := -1
	outputs := make([]*ir.Value, op.NumResults())
	for i, t := range op.ResultTypes() {
		rank = len(t.(*ir.TensorType).Dims)
		outputs[i] = outputFor(cv, t.(*ir.TensorType), operands)
	}
	maps := make([]affine.Map, 0, len(operands)+len(outputs))
	for _, v := range operands {
		if ir.AnyRankedTensor.Check(v.Type()) {
			maps = append(maps, affine.Identity(rank))
		} else {
			maps = append(maps, affine.NewMap(rank, 0))
		}
	}
	for range outputs {
		maps = append(maps, affine.Identity(rank))
	}
	generic := linalg.NewGeneric(cv, operands, outputs, maps, make([]linalg.Iterator, rank)).Operation()
	after := cv.Save()
	var elements []ir.Type
	for _, v := range append(operands, outputs...) {
		elements = append(elements, ir.ElementOrSelf(v.Type()))
	}
	body := cv.NewBlock(generic.Region(0), elements, op.Loc())
	results := make([]ir.Type, op.NumResults())
	for i, t := range op.ResultTypes() {
		results[i] = ir.ElementOrSelf(t)
	}
	linalg.NewYield(cv, cv.Like(op, body.Args()[:len(operands)], results).ResultList())
	cv.Restore(after)
	cv.Replace(op, generic.ResultList()...)
}

// outputFor returns a tensor of a type: an operand, or an empty tensor with the extents of the first that is
// a tensor.
func outputFor(cv *passes.Conversion, t *ir.TensorType, operands []*ir.Value) *ir.Value {
	var like *ir.Value
	for _, v := range operands {
		if v.Type() == ir.Type(t) {
			return v
		}
		if like == nil && ir.AnyRankedTensor.Check(v.Type()) {
			like = v
		}
	}
	var sizes []*ir.Value
	for d, n := range t.Dims {
		if n == ir.Dynamic {
			sizes = append(sizes, tensor.NewDim(cv, like, arith.ConstantIndex(cv, int64(d))).Result())
		}
	}
	return tensor.NewEmpty(cv, ir.Tensor(t.Dims, t.Elem, t.Encoding), sizes).Result()
}

// EmptyTensorToAllocTensor replaces tensors without contents by allocations.
//
//	%0 = tensor.empty(%n) : tensor<?xf32>   →   %0 = bufferization.alloc_tensor(%n) : tensor<?xf32>
var EmptyTensorToAllocTensor = &passes.Pass{
	Name:     "empty-tensor-to-alloc-tensor",
	Title:    "Replace all empty ops by alloc_tensor ops",
	Doc:      "Replaces each tensor.empty by bufferization.alloc_tensor, which bufferization turns into an allocation of its own.",
	Dialects: []string{"bufferization"},
	Run: passes.Patterns(func() []*ir.Pattern {
		return []*ir.Pattern{{Name: "empty-to-alloc", Root: tensor.EmptyOp{}, Rewrite: func(op *ir.Operation, rw *ir.Rewriter) bool {
			empty := ir.Cast[tensor.EmptyOp](op)
			rw.Replace(op, bufferization.NewAllocTensor(rw, empty.Result().Type(), nil, empty.DynamicSizes()...).Result())
			return true
		}}}
	}),
}
