package okk

import (
	"optc/diag"
	"optc/ir"
)

// resultAdd reports whether an operation adds its result to the contents of the
// destination.
func resultAdd(op *ir.Operation) bool { return op.Attr(resultAddAttr) != nil }

var resultAddWord = word(resultAddAttr, "add to the contents of the destination")

// The parts that windows have in common.
const (
	paddingStride   = " (`padding` $padding^)? (`edges` `` `(` $edges^ `)`)? (`stride` $stride^)?"
	edgesText       = "Two operands after `edges` add rows of padding: the first at the top, the second at the bottom."
	biasForm        = " (`bias` $bias^)?"
	biasType        = " (`,` type($bias)^)?"
	dilatedOutput   = ", H and W of the output floor((extent + padding - dilation·(kernel - 1) - 1) / stride) + 1"
	undilatedOutput = ", H and W of the output floor((extent + padding - kernel) / stride) + 1"
)

func windowRows() []*Row {
	padding := optional(paddingAttr, ir.DenseI64ArrayAttr, "zeros at the top, bottom, left and right")
	stride := optional(strideAttr, ir.DenseI64ArrayAttr, "steps along H and W, 1 and 1 if absent")
	dilation := optional(dilationAttr, ir.DenseI64ArrayAttr, "distances of the numbers of the kernel along H and W, 1 and 1 if absent")
	return []*Row{
		{
			Kind: "okk.conv2d", GoName: "Conv2D",
			Summary: "convolution",
			Description: "Input (N, I, H, W) of any strides, weight (I, O, kernel H, kernel W) of any strides, in mode ic2 where the machine has it, bias a compact " +
				"(1, O, 1, 1), output aligned. Products are added in the order of I, kernel H and kernel W. " + edgesText,
			Attrs: []ir.PropDef{padding, stride, dilation, resultAddWord},
			Assembly: "$destination `,` $input `,` $weight" + biasForm + paddingStride + " (`dilation` $dilation^)? (`result_add` $result_add^)? attr-dict " +
				"`:` type($destination) `,` type($input) `,` type($weight)" + biasType,
			OpClass: OpClass{
				Name: "conv2d", ShapeRule: "(N, O, ·, ·) from (N, I, ·, ·), weight (I, O, ·, ·) and bias (1, O, 1, 1)", WindowRule: dilatedOutput,
				Operands: []Column{
					{Name: "destination", Access: ir.Write, Shape: "NOPQ", Types: f32Set, Mode: InN1, Layouts: aligned},
					{Name: "input", Access: ir.Read, Shape: "NIHW", Types: f32Set, Mode: InN1},
					{Name: "weight", Access: ir.Read, Shape: "IOKL", Types: f32Set, Mode: InIC2, Chosen: compact, AtStart: true, WholeUnits: true},
					{Name: "bias", Arity: ir.Optional, Access: ir.Read, Shape: "1O11", Types: f32Set, Mode: InN1, Layouts: compact, AtStart: true},
				},
			},
			CheckAttrs: checkWindow, Adds: resultAdd,
			Engine: ComputeEngine, Divide: "NOP", Sum: "I", Last: "bias", Compute: (*Arithmetic).convolve, Range: windowRange, Machine: convolutionOn,
			Calls: map[string]Caller{OKKernel: func(op *ir.Operation) Call {
				w := WindowOf(op)
				padding, stride, dilation := windowArgs(w)
				bias, given := optionalAt(op, 3)
				return Call{"okk_bdc_conv2d", []Arg{
					addressArg(0), addressArg(1), addressArg(2), bias, shapeArg(1), extentArg(0, 1), textArg("%d", w.Kernel[0]), textArg("%d", w.Kernel[1]),
					strideArg(1), strideArg(2), given, flagArg(resultAdd(op)), padding, stride, dilation,
				}}
			}, TPUKernel: func(op *ir.Operation) Call {
				w := WindowOf(op)
				padding, stride, dilation := windowArgs(w)
				bias, given := optionalAt(op, 3)
				return Call{"tpu_bdc_fp_conv2d", []Arg{addressArg(0), addressArg(1), addressArg(2), bias, shapeArg(1), strideArg(1), extentArg(0, 1), kernelArg(w), padding, stride, dilation,
					typeArg(op, 0), typeArg(op, 1), given, flagArg(resultAdd(op))}}
			}},
			Examples: []string{`okk.kernel @k {
  %x = okk.alloc : !okk.local<1x3x8x8xf32, aligned>
  %w = okk.alloc : !okk.local<3x5x3x3xf32, mode = ic2, compact>
  %b = okk.alloc : !okk.local<1x5x1x1xf32, compact>
  %y = okk.alloc : !okk.local<1x5x4x4xf32, aligned>
  okk.conv2d %y, %x, %w bias %b padding [1, 1, 1, 1] stride [2, 2] : !okk.local<1x5x4x4xf32, aligned>, !okk.local<1x3x8x8xf32, aligned>, !okk.local<3x5x3x3xf32, mode = ic2, compact>, !okk.local<1x5x1x1xf32, compact>
}`},
		},
		{
			Kind: "okk.depthwise2d", GoName: "Depthwise",
			Summary:     "convolution of every channel with a kernel of its own",
			Description: "Input and output are aligned, weight (1, C, kernel H, kernel W) and bias (1, C, 1, 1) compact; all start at one NPU. " + edgesText,
			Attrs:       []ir.PropDef{padding, stride, dilation},
			Assembly: "$destination `,` $input `,` $weight" + biasForm + paddingStride + " (`dilation` $dilation^)? attr-dict " +
				"`:` type($destination) `,` type($input) `,` type($weight)" + biasType,
			OpClass: OpClass{
				Name: "depthwise2d", SameType: true, SameStart: true,
				ShapeRule: "(N, C, ·, ·) from (N, C, ·, ·), weight (1, C, ·, ·) and bias (1, C, 1, 1)", WindowRule: dilatedOutput,
				Operands: []Column{
					{Name: "destination", Access: ir.Write, Shape: "NCPQ", Types: f32Set, Layouts: aligned},
					{Name: "input", Access: ir.Read, Shape: "NCHW", Types: f32Set, Layouts: aligned},
					{Name: "weight", Access: ir.Read, Shape: "1CKL", Types: f32Set, Layouts: compact},
					{Name: "bias", Arity: ir.Optional, Access: ir.Read, Shape: "1C11", Types: f32Set, Layouts: compact},
				},
			},
			CheckAttrs: checkWindow,
			Engine:     ComputeEngine, Divide: "NCP", Compute: (*Arithmetic).convolveChannels, Range: windowRange, Machine: f32OnTPU,
			Calls: map[string]Caller{OKKernel: func(op *ir.Operation) Call {
				w := WindowOf(op)
				padding, stride, dilation := windowArgs(w)
				bias, given := optionalAt(op, 3)
				return Call{"okk_bdc_depthwise2d", []Arg{
					addressArg(0), addressArg(1), addressArg(2), bias, shapeArg(1), textArg("%d", w.Kernel[0]), textArg("%d", w.Kernel[1]), given, padding, stride, dilation,
				}}
			}, TPUKernel: func(op *ir.Operation) Call {
				w := WindowOf(op)
				padding, stride, dilation := windowArgs(w)
				bias, given := optionalAt(op, 3)
				return Call{"tpu_bdc_fp_depthwise2d", []Arg{addressArg(0), addressArg(1), addressArg(2), bias, shapeArg(1), kernelArg(w), padding, stride, dilation, typeArg(op, 0), given}}
			}},
			Examples: []string{`okk.kernel @k {
  %x = okk.alloc : !okk.local<1x3x8x8xf32, aligned>
  %w = okk.alloc : !okk.local<1x3x3x3xf32, compact>
  %y = okk.alloc : !okk.local<1x3x6x6xf32, aligned>
  okk.depthwise2d %y, %x, %w : !okk.local<1x3x6x6xf32, aligned>, !okk.local<1x3x8x8xf32, aligned>, !okk.local<1x3x3x3xf32, compact>
}`},
		},
		{
			Kind: "okk.pool2d", GoName: "Pool",
			Summary: "average or maximum of a window",
			Description: "Input and output are aligned and start at one NPU. The average divides by the size of the kernel, padding included; " +
				"padding never is the maximum. " + edgesText,
			Attrs:    []ir.PropDef{{Name: kindAttr, Type: ir.StrEnum("kind", Average, Maximum)}, {Name: kernelAttr, Type: ir.DenseI64ArrayAttr, Doc: "extents along H and W"}, padding, stride},
			Assembly: "$kind $destination `,` $input `kernel` $kernel" + paddingStride + " attr-dict `:` type($destination) `,` type($input)",
			OpClass: OpClass{
				Name: "pool2d", SameType: true, SameStart: true, ShapeRule: "(N, C, ·, ·) from (N, C, ·, ·)", WindowRule: undilatedOutput,
				Operands: []Column{
					{Name: "destination", Access: ir.Write, Shape: "NCPQ", Types: f32Set, Layouts: aligned},
					{Name: "input", Access: ir.Read, Shape: "NCHW", Types: f32Set, Layouts: aligned},
				},
			},
			CheckAttrs: checkWindow,
			Engine:     ComputeEngine, Divide: "NCP", Compute: widened((*Arithmetic).pool), Range: poolRange, Machine: floatsOnTPU,
			Calls: map[string]Caller{OKKernel: func(op *ir.Operation) Call {
				w := WindowOf(op)
				padding, stride, _ := windowArgs(w)
				return Call{"okk_bdc_" + ir.Cast[PoolOp](op).KindAttr() + "_pool2d",
					[]Arg{addressArg(0), addressArg(1), shapeArg(1), textArg("%d", w.Kernel[0]), textArg("%d", w.Kernel[1]), padding, stride}}
			}, TPUKernel: callTPUPool},
			Examples: []string{`okk.kernel @k {
  %x = okk.alloc : !okk.local<1x3x8x8xf32, aligned>
  %y = okk.alloc : !okk.local<1x3x4x4xf32, aligned>
  okk.pool2d avg %y, %x kernel [2, 2] stride [2, 2] : !okk.local<1x3x4x4xf32, aligned>, !okk.local<1x3x8x8xf32, aligned>
}`},
		},
	}
}

func matmulRow() *Row {
	return &Row{
		Kind:    "okk.matmul",
		Summary: "product of matrices",
		Description: "Left (M, K), right (K, N), result (M, N) and bias (1, N) are matrices; result and bias have the width of the right one. Products are added " +
			"in the order of K.",
		Attrs: []ir.PropDef{resultAddWord},
		Assembly: "$destination `,` $left `,` $right" + biasForm + " (`result_add` $result_add^)? attr-dict " +
			"`:` type($destination) `,` type($left) `,` type($right)" + biasType,
		OpClass: OpClass{
			Name: "matmul", ShapeRule: "(M, N) from (M, K) and (K, N) and bias (1, N), result and bias with the width of the right operand",
			Operands: []Column{
				{Name: "destination", Access: ir.Write, Shape: "MN", Types: f32Set, Layouts: matrix},
				{Name: "left", Access: ir.Read, Shape: "MK", Types: f32Set, Layouts: matrix},
				{Name: "right", Access: ir.Read, Shape: "KN", Types: f32Set, Layouts: matrix},
				{Name: "bias", Arity: ir.Optional, Access: ir.Read, Shape: "1N", Types: f32Set, Layouts: matrix},
			},
		},
		Adds:   resultAdd,
		Engine: ComputeEngine, Divide: "MN", Sum: "K", Last: "bias", Compute: (*Arithmetic).multiply, Range: matrixRange,
		Calls: map[string]Caller{OKKernel: func(op *ir.Operation) Call {
			return callMatmul(op, "okk_bdc_matmul")
		}, TPUKernel: func(op *ir.Operation) Call {
			return callMatmul(op, "tpu_bdc_fp32_mm")
		}},
		Examples: []string{`okk.kernel @k {
  %l = okk.alloc : !okk.matrix<2x8xf32, w = 2>
  %r = okk.alloc : !okk.matrix<8x40xf32, w = 10>
  %y = okk.alloc : !okk.matrix<2x40xf32, w = 10>
  okk.matmul %y, %l, %r result_add : !okk.matrix<2x40xf32, w = 10>, !okk.matrix<2x8xf32, w = 2>, !okk.matrix<8x40xf32, w = 10>
}`},
	}
}

// Kinds of okk.pool2d.
const (
	Average = "avg"
	Maximum = "max"
)

// convolutionOn: the function of TPUKernel takes no strides of the weights. In each lane the numbers of all input channels
// follow each other, for one output channel after the other.
func convolutionOn(m *Machine, op *ir.Operation, _ *OpClass) error {
	if m.Interface != TPUKernel {
		return nil
	}
	t := op.Operand(2).Type().(*LocalType).Tensor
	plane := t.Shape[2] * t.Shape[3]
	want := Dims{plane, t.Shape[0] * plane, t.Shape[3], 1}
	if t.Layout == Compact && t.Shape[1] <= m.NPUs || t.Layout == Strided && t.Strides == want {
		return nil
	}
	return diag.Errorf("layout-required", "expected weights in compact layout for at most %d output channels, or with the strides %s", m.NPUs, spellList(want[:])).
		Note("the chip reads the numbers of all input channels one after the other for each output channel")
}

// callMatmul is the call of a product of matrices, whose function has the same arguments in both libraries.
func callMatmul(op *ir.Operation, function string) Call {
	bias, given := optionalAt(op, 3)
	return Call{function, []Arg{
		addressArg(0), addressArg(1), addressArg(2), bias, extentArg(1, 0), extentArg(1, 1), extentArg(2, 1), widthArg(1), widthArg(2), given, flagArg(resultAdd(op)),
	}}
}

// kernelArg is the size of the kernel of a window.
func kernelArg(w Window) Arg { return textArg("&(dim2){%d, %d}", w.Kernel[0], w.Kernel[1]) }

// callTPUPool is the call of okk.pool2d: an average is a sum of products with a number, and a maximum has a number in its
// padding.
func callTPUPool(op *ir.Operation) Call {
	w, t := WindowOf(op), op.Operand(0).Type().(*LocalType).Tensor.DType
	padding, stride, dilation := windowArgs(w)
	kind, bits := ir.Cast[PoolOp](op).KindAttr(), roundings[0].float(t, -narrowFloats[t].largest)
	if kind == Average {
		bits = roundings[0].float(t, 1/float64(w.Kernel[0]*w.Kernel[1]))
	}
	return Call{"tpu_bdc_fp_" + kind + "_pool2d",
		[]Arg{addressArg(0), addressArg(1), shapeArg(1), kernelArg(w), padding, stride, dilation, typeArg(op, 0), textArg("(scalar_t){.u32 = %#xu}", bits)}}
}
