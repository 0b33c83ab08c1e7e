package okk

import "optc/ir"

const (
	paddingAttr  = "padding"
	strideAttr   = "stride"
	dilationAttr = "dilation"
	kernelAttr   = "kernel"
)

// Limits of windows (functional model of BM1684).
const (
	maxPadding  = 15
	maxStride   = 15
	maxDilation = 16
)

// Window is the kernel of a convolution or of pooling.
type Window struct {
	Top, Bottom, Left, Right int64 // padding
	Kernel, Stride, Dilation [2]int64
}

// WindowOf returns the window of okk.conv2d, okk.depthwise2d and okk.pool2d. Lists of a
// wrong length count as absent; the verifier refuses them.
func WindowOf(op *ir.Operation) Window {
	w := Window{Kernel: pair(op, kernelAttr), Stride: pair(op, strideAttr), Dilation: pair(op, dilationAttr)}
	if p := intsAttr(op, paddingAttr); len(p) == 4 {
		w.Top, w.Bottom, w.Left, w.Right = p[0], p[1], p[2], p[3]
	}
	if ir.Is[Conv2DOp](op) || ir.Is[DepthwiseOp](op) {
		k := op.Typed().(Convolution).Weight().Type().(*LocalType).Tensor.Shape
		w.Kernel = [2]int64{k[2], k[3]}
	}
	return w
}

// pair returns two numbers, 1 and 1 if they are not given.
func pair(op *ir.Operation, name string) [2]int64 {
	if list := intsAttr(op, name); len(list) == 2 {
		return [2]int64(list)
	}
	return [2]int64{1, 1}
}

func (w Window) window() *window {
	return &window{padding: Dims{w.Top, w.Bottom, w.Left, w.Right}, kernel: w.Kernel, stride: w.Stride, dilation: w.Dilation}
}

// addedTo returns the effect of reading the destination, if the operation adds to it.
func addedTo(op *ir.Operation) []ir.Effect {
	if !ResultAdd(op) {
		return nil
	}
	return []ir.Effect{{Kind: ir.Read, Value: op.Operand(0)}}
}

func windowOps() []*ir.OpDef {
	read := func(name string) ir.ValueDef {
		return ir.ValueDef{Name: name, Type: localConstraint, Effects: ir.Read}
	}
	destination := ir.ValueDef{Name: "destination", Type: localConstraint, Effects: ir.Write}
	bias := ir.ValueDef{Name: "bias", Type: localConstraint, Kind: ir.Optional, Effects: ir.Read}
	padding := optional(paddingAttr, ir.DenseI64ArrayAttr, "zeros at the top, bottom, left and right")
	stride := optional(strideAttr, ir.DenseI64ArrayAttr, "steps along H and W, 1 and 1 if absent")
	dilation := optional(dilationAttr, ir.DenseI64ArrayAttr, "distances of the numbers of the kernel along H and W, 1 and 1 if absent")
	add := word(resultAddAttr, "add to the contents of the destination")
	const withBias = " (`bias` $bias^)?"
	const window = " (`padding` $padding^)? (`stride` $stride^)?"
	return []*ir.OpDef{
		{
			Kind: "okk.conv2d", GoName: "Conv2D",
			Summary: "convolution",
			Description: "Input (N, I, H, W) of any strides, weight (I, O, kernel H, kernel W) of any strides, in mode ic2 where the machine has it, bias a compact " +
				"(1, O, 1, 1), output aligned. Products are added in the order of I, kernel H and kernel W.",
			Operands: []ir.ValueDef{destination, read("input"), read("weight"), bias},
			Attrs:    []ir.PropDef{padding, stride, dilation, add},
			Traits:   ir.HasEffects,
			Assembly: "$destination `,` $input `,` $weight" + withBias + window + " (`dilation` $dilation^)? (`result_add` $result_add^)? attr-dict " +
				"`:` type($destination) `,` type($input) `,` type($weight) (`,` type($bias)^)?",
			Effects: addedTo,
			Verify:  verifyWindow,
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
			Description: "Input and output are aligned, weight (1, C, kernel H, kernel W) and bias (1, C, 1, 1) compact; all start at one NPU.",
			Operands:    []ir.ValueDef{destination, read("input"), read("weight"), bias},
			Attrs:       []ir.PropDef{padding, stride, dilation},
			Traits:      ir.HasEffects,
			Assembly: "$destination `,` $input `,` $weight" + withBias + window + " (`dilation` $dilation^)? attr-dict " +
				"`:` type($destination) `,` type($input) `,` type($weight) (`,` type($bias)^)?",
			Verify: verifyWindow,
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
				"padding never is the maximum.",
			Operands: []ir.ValueDef{destination, read("input")},
			Attrs:    []ir.PropDef{{Name: kindAttr, Type: ir.StrEnum("kind", Average, Maximum)}, {Name: kernelAttr, Type: ir.DenseI64ArrayAttr, Doc: "extents along H and W"}, padding, stride},
			Traits:   ir.HasEffects,
			Assembly: "$kind $destination `,` $input `kernel` $kernel" + window + " attr-dict `:` type($destination) `,` type($input)",
			Verify:   verifyWindow,
			Examples: []string{`okk.kernel @k {
  %x = okk.alloc : !okk.local<1x3x8x8xf32, aligned>
  %y = okk.alloc : !okk.local<1x3x4x4xf32, aligned>
  okk.pool2d avg %y, %x kernel [2, 2] stride [2, 2] : !okk.local<1x3x4x4xf32, aligned>, !okk.local<1x3x8x8xf32, aligned>
}`},
		},
		{
			Kind:    "okk.matmul",
			Summary: "product of matrices",
			Description: "Left (M, K), right (K, N), result (M, N) and bias (1, N) are matrices; result and bias have the width of the right one. Products are added " +
				"in the order of K.",
			Operands: []ir.ValueDef{destination, read("left"), read("right"), bias},
			Attrs:    []ir.PropDef{add},
			Traits:   ir.HasEffects,
			Assembly: "$destination `,` $left `,` $right" + withBias + " (`result_add` $result_add^)? attr-dict " +
				"`:` type($destination) `,` type($left) `,` type($right) (`,` type($bias)^)?",
			Effects: addedTo,
			Verify:  verifyMatmul,
			Examples: []string{`okk.kernel @k {
  %l = okk.alloc : !okk.matrix<2x8xf32, w = 2>
  %r = okk.alloc : !okk.matrix<8x40xf32, w = 10>
  %y = okk.alloc : !okk.matrix<2x40xf32, w = 10>
  okk.matmul %y, %l, %r result_add : !okk.matrix<2x40xf32, w = 10>, !okk.matrix<2x8xf32, w = 2>, !okk.matrix<8x40xf32, w = 10>
}`},
		},
	}
}

// Kinds of okk.pool2d.
const (
	Average = "avg"
	Maximum = "max"
)
