package standard

import (
	"optc/dialect/arith"
	"optc/dialect/linalg"
	"optc/dialect/tensor"
	"optc/ir"
	"optc/passes"
)

// TensorToLinalg replaces tensor.pad.
//
//	%0 = tensor.pad %x low[1] high[2] {            →   %e = tensor.empty() : tensor<7xf32>
//	^bb0(%i: index):                                   %f = linalg.fill ins(%c : f32) outs(%e : tensor<7xf32>) -> tensor<7xf32>
//	  tensor.yield %c : f32                            %0 = tensor.insert_slice %x into %f[1] [4] [1] : tensor<4xf32> into tensor<7xf32>
//	} : tensor<4xf32> to tensor<7xf32>
var TensorToLinalg = &passes.Pass{
	Name:  "convert-tensor-to-linalg",
	Title: "Convert some Tensor dialect ops to Linalg dialect",
	Doc: `Replaces tensor.pad by a tensor that is filled with the padding, or generated if its elements may differ, and the insertion of the source.
Operations of other dialects than arith, linalg and tensor that fold are folded, as upstream does.`,
	Dialects: []string{"arith", "linalg", "tensor"},
	Run: func(c *passes.Context) (bool, error) {
		cv := &passes.Conversion{
			Legal: func(op *ir.Operation) bool {
				switch op.Def().Dialect() {
				case "arith", "linalg", "tensor":
					return !ir.Is[tensor.PadOp](op)
				}
				return false
			},
			Illegal:  func(op *ir.Operation) bool { return ir.Is[tensor.PadOp](op) },
			Rewrites: map[ir.Kind]passes.Rewrite{tensor.PadOp{}.Kind(): padToFill},
		}
		return cv.Run(c), nil
	},
}

func padToFill(cv *passes.Conversion, op *ir.Operation) {
	pad := ir.Cast[tensor.PadOp](op)
	source := cv.Converted(pad.Source())[0]
	result, from := pad.Result().Type().(*ir.TensorType), pad.Source().Type().(*ir.TensorType)
	low, high := convertedMixed(cv, pad.MixedLow()), convertedMixed(cv, pad.MixedHigh())
	value := func(m ir.Mixed) *ir.Value {
		if m.Value != nil {
			return m.Value
		}
		return arith.ConstantIndex(cv, m.Const)
	}
	f := cv.OrFold()
	extent := func(d int) ir.Mixed {
		if from.Dims[d] != ir.Dynamic {
			return ir.Mixed{Const: from.Dims[d]}
		}
		return ir.Mixed{Value: f.Value(tensor.NewDim(f, source, arith.ConstantIndex(cv, int64(d))))}
	}
	var sizes []*ir.Value
	for d, n := range result.Dims {
		if n == ir.Dynamic {
			sum := value(extent(d))
			for _, m := range [...]ir.Mixed{low[d], high[d]} {
				sum = f.Value(arith.NewAddI(f, sum, value(m)))
			}
			sizes = append(sizes, sum)
		}
	}
	empty := tensor.NewEmpty(cv, ir.Tensor(result.Dims, result.Elem, nil), sizes).Result()
	filled := padded(cv, op, empty, sizes)
	extents, ones := make([]ir.Mixed, len(from.Dims)), make([]ir.Mixed, len(from.Dims))
	for d := range extents {
		extents[d], ones[d] = extent(d), ir.Mixed{Const: 1}
	}
	cv.Replace(op, tensor.NewInsertSlice(cv, source, filled, low, extents, ones).Result())
}

func convertedMixed(cv *passes.Conversion, ms []ir.Mixed) []ir.Mixed {
	list := make([]ir.Mixed, len(ms))
	for i, m := range ms {
		if list[i] = m; m.Value != nil {
			list[i].Value = cv.Converted(m.Value)[0]
		}
		if n, known := list[i].Constant(); known { // as upstream, which folds the lists of tensor.insert_slice
			list[i] = ir.Mixed{Const: n}
		}
	}
	return list
}

// padded returns a tensor with the padding at all elements.
func padded(cv *passes.Conversion, op *ir.Operation, empty *ir.Value, sizes []*ir.Value) *ir.Value {
	if v := tensor.PaddingOf(op); v != nil {
		if c := ir.ConstantValue(v); c != nil && v.ParentBlock() == op.Body() {
			v = cv.Clone(v.DefiningOp(), &ir.Mapping{}).Result(0)
		}
		return linalg.NewFill(cv.Builder, v, empty).ResultTensors()[0]
	}
	body := &ir.Region{}
	g := tensor.NewGenerate(cv, op.Result(0).Type(), sizes, body)
	ir.CloneRegion(op.Region(0), g.Operation().Region(0), cv.Arena(), &ir.Mapping{})
	return g.Operation().Result(0)
}
