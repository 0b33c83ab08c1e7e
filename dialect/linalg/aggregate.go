package linalg

import (
	"optc/dialect/memref"
	"optc/ir"
)

// softmax and the transformations of Winograd's convolution consist of several loop nests.

func softmax() *ir.OpDef {
	return &ir.OpDef{
		Kind: "linalg.softmax", New: ir.ByHand, Summary: "exponentials that sum to 1 along a dimension",
		Description: `For each row along the dimension: the largest element is subtracted, and the exponentials of the
differences are divided by their sum.`,
		Operands:    []ir.ValueDef{{Name: "input", Type: ir.AnyShaped}, {Name: "output", Type: ir.AnyShaped}},
		Results:     []ir.ValueDef{{Name: "result", Type: ir.AnyRankedTensor, Kind: ir.Variadic}},
		Attrs:       []ir.PropDef{{Name: "dimension", Type: ir.I64Attr}},
		Constraints: []ir.Constraint{sameElement{}},
		Interfaces:  ir.Interfaces{DestStyle: &ir.DestStyle{Inits: initAt(1)}},
		Effects: func(op *ir.Operation) (list []ir.Effect) {
			for i, v := range op.Operands() {
				if ir.AnyMemRef.Check(v.Type()) {
					list = append(list, ir.Effect{Kind: ir.Read, Value: v})
					if i == 1 {
						list = append(list, ir.Effect{Kind: ir.Write, Value: v})
					}
				}
			}
			return list
		},
		Assembly: "attr-dict `dimension` `(` $dimension `)` `ins` `(` $input `:` type($input) `)` `outs` `(` $output `:` type($output) `)` (`->` type($result)^)?",
		Verify:   verifySoftmax,
		Fold:     memref.FoldCasts,
		Examples: []string{`func.func @f(%x: tensor<4x8xf32>, %y: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = linalg.softmax dimension(1) ins(%x : tensor<4x8xf32>) outs(%y : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}`},
	}
}

// sameElement requires the operands to have the same element type.
type sameElement struct{}

func (sameElement) Doc() string { return "input and output have same element type" }

func (sameElement) Check(op *ir.Operation) *ir.Diagnostic {
	if ir.ElementOrSelf(op.Operand(0).Type()) != ir.ElementOrSelf(op.Operand(1).Type()) {
		return op.Errorf("failed to verify that input and output have same element type")
	}
	return nil
}

func verifySoftmax(op *ir.Operation) *ir.Diagnostic {
	softmaxOp := ir.Cast[SoftmaxOp](op)
	in, out := shapeOf(softmaxOp.Input()), shapeOf(softmaxOp.Output())
	for i := range min(len(in), len(out)) {
		if in[i] != out[i] && in[i] != ir.Dynamic && out[i] != ir.Dynamic {
			return op.Errorf("incompatible output shape")
		}
	}
	if len(in) != len(out) {
		return op.Errorf("incompatible output shape")
	}
	if d := softmaxOp.Dimension(); d < 0 || d >= int64(len(in)) {
		return op.Errorf("incorrect dimension specified")
	}
	return nil
}

// winogradSizes are m and r of F(m x m, r x r).
var winogradSizes = []struct {
	word string
	m, r int64
}{{"F_2_3", 2, 3}, {"F_4_3", 4, 3}, {"F_2_5", 2, 5}}

var winogradFmr = ir.IntEnum("allowed 32-bit signless integer cases: 0, 1, 2", 32, []string{"F_2_3", "F_4_3", "F_2_5"}, nil)

// winograd is the definition of a transformation between tensors of some ranks.
func winograd(name, input, summary, example string, from, to int, verify func(op *ir.Operation, m, r int64) *ir.Diagnostic) *ir.OpDef {
	ranked := func(rank int) *ir.TypeConstraint {
		return &ir.TypeConstraint{
			Summary: map[int]string{4: "4D tensor of any type values", 6: "6D tensor of any type values"}[rank], Class: ir.TensorClass,
			Check: func(t ir.Type) bool { r, ok := t.(*ir.TensorType); return ok && len(r.Dims) == rank },
		}
	}
	return &ir.OpDef{
		Kind: ir.Kind("linalg.winograd_" + name), New: ir.ByHand, Summary: summary,
		Description: "A part of Winograd's convolution F(m x m, r x r), which computes tiles of m x m results with filters of r x r numbers. fmr is F_m_r.",
		Operands:    []ir.ValueDef{{Name: input, Type: ranked(from)}, {Name: "output", Type: ranked(to)}},
		Results:     []ir.ValueDef{{Name: "result", Type: ranked(to)}},
		Attrs:       []ir.PropDef{{Name: "fmr", Type: winogradFmr}},
		Constraints: []ir.Constraint{ir.AllMatch{Names: []string{input, "output"}, Text: "element type", Of: func(t ir.Type) any { return ir.ElementOrSelf(t) }}},
		Interfaces:  ir.Interfaces{DestStyle: &ir.DestStyle{Inits: initAt(1)}},
		Assembly: "attr-dict `fmr` `(` $fmr `)` `ins` `(` $" + input + " `:` type($" + input + ") `)` " +
			"`outs` `(` $output `:` type($output) `)` `->` type($result)",
		Examples: []string{example},
		Verify: func(op *ir.Operation) *ir.Diagnostic {
			f := winogradSizes[ir.IntOr(op.Attr("fmr"), 0)]
			return verify(op, f.m, f.r)
		},
	}
}

func winogradOps() []*ir.OpDef {
	return []*ir.OpDef{
		winograd("filter_transform", "filter", "filter of Winograd's convolution, transformed", `func.func @f(%x: tensor<2x3x3x5xf32>, %y: tensor<6x6x5x2xf32>) -> tensor<6x6x5x2xf32> {
  %0 = linalg.winograd_filter_transform fmr(F_4_3) ins(%x : tensor<2x3x3x5xf32>) outs(%y : tensor<6x6x5x2xf32>) -> tensor<6x6x5x2xf32>
  return %0 : tensor<6x6x5x2xf32>
}`, 4, 4, verifyWinogradFilter),
		winograd("input_transform", "input", "input of Winograd's convolution, transformed", `func.func @f(%x: tensor<2x10x10x5xf32>, %y: tensor<6x6x2x2x2x5xf32>) -> tensor<6x6x2x2x2x5xf32> {
  %0 = linalg.winograd_input_transform fmr(F_4_3) ins(%x : tensor<2x10x10x5xf32>) outs(%y : tensor<6x6x2x2x2x5xf32>) -> tensor<6x6x2x2x2x5xf32>
  return %0 : tensor<6x6x2x2x2x5xf32>
}`, 4, 6, verifyWinogradInput),
		winograd("output_transform", "value", "result of Winograd's convolution, transformed back", `func.func @f(%x: tensor<6x6x2x2x2x2xf32>, %y: tensor<2x8x8x2xf32>) -> tensor<2x8x8x2xf32> {
  %0 = linalg.winograd_output_transform fmr(F_4_3) ins(%x : tensor<6x6x2x2x2x2xf32>) outs(%y : tensor<2x8x8x2xf32>) -> tensor<2x8x8x2xf32>
  return %0 : tensor<2x8x8x2xf32>
}`, 6, 4, verifyWinogradOutput),
	}
}

// verifyWinogradFilter follows WinogradFilterTransformOp::verify: from FHWC to HWCF.
func verifyWinogradFilter(op *ir.Operation, m, r int64) *ir.Diagnostic {
	filter, out := shapeOf(op.Operand(0)), shapeOf(op.Operand(1))
	h, w := filter[1], filter[2]
	if h != r && h != 1 {
		return op.Errorf("expect filter height either equals to r or 1")
	}
	if w != r && w != 1 {
		return op.Errorf("expect filter width either equals to r or 1")
	}
	if h == 1 && w == 1 {
		return op.Errorf("expect either filter height or width equals to r")
	}
	return winogradShape(op, out, []int64{winogradExtent(h, r, m), winogradExtent(w, r, m), filter[3], filter[0]})
}

// winogradExtent is the extent of transformed tiles along a dimension that the filter has, or 1.
func winogradExtent(n, r, m int64) int64 {
	if n == 1 {
		return 1
	}
	return m + r - 1
}

// winogradShape compares the extents of the output with those that follow.
func winogradShape(op *ir.Operation, got, want []int64) *ir.Diagnostic {
	for i := range want {
		if got[i] != want[i] && got[i] != ir.Dynamic && want[i] != ir.Dynamic {
			return op.Errorf("the output shape is not expected")
		}
	}
	return nil
}

// verifyWinogradInput follows WinogradInputTransformOp::verify: from NHWC to tiles.
func verifyWinogradInput(op *ir.Operation, m, r int64) *ir.Diagnostic {
	in, out := shapeOf(op.Operand(0)), shapeOf(op.Operand(1))
	want := []int64{ir.Dynamic, ir.Dynamic, ir.Dynamic, ir.Dynamic, in[0], in[3]}
	for i := range 2 {
		switch alpha := m + r - 1; {
		case in[i+1] != ir.Dynamic && out[i] == 1:
			want[i], want[i+2] = 1, in[i+1]
		case in[i+1] != ir.Dynamic:
			want[i], want[i+2] = alpha, (in[i+1]-(r-1))/m
		default:
			want[i] = out[i]
		}
	}
	return winogradShape(op, out, want)
}

// verifyWinogradOutput follows WinogradOutputTransformOp::verify: from tiles to NHWF.
func verifyWinogradOutput(op *ir.Operation, m, r int64) *ir.Diagnostic {
	in, out := shapeOf(op.Operand(0)), shapeOf(op.Operand(1))
	alpha := m + r - 1
	for i, word := range []string{"height", "width"} {
		if n := in[i]; n != alpha && n != 1 && n != ir.Dynamic {
			return op.Errorf("expect input %s equals to input tile size", word)
		}
	}
	want := []int64{in[4], ir.Dynamic, ir.Dynamic, in[5]}
	for i := range 2 {
		if n := in[i+2]; n != ir.Dynamic && in[i] != ir.Dynamic {
			if want[i+1] = n; in[i] != 1 {
				want[i+1] = n * m
			}
		}
	}
	return winogradShape(op, out, want)
}
