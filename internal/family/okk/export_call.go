package okk

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"optc/diag"
	"optc/dialect/okk"
	"optc/internal/family/okk/extent"
	"optc/ir"
)

// operation writes the calls that execute an operation.
func (x *exporter) operation(op *ir.Operation) error {
	switch {
	case ir.IsAny(op, okk.LoadOp{}, okk.StoreOp{}, okk.CopyOp{}, okk.SysCopyOp{}):
		return x.copy(op)
	case ir.Is[okk.FillOp](op):
		return x.fill(op)
	case ir.Is[okk.PackOp](op):
		x.pack(op)
		return nil
	case ir.Is[okk.UnpackOp](op):
		x.unpack(op)
		return nil
	case ir.Is[okk.ComputeOp](op):
		return x.user(op)
	}
	args := x.operands(op)
	switch {
	case ir.Is[okk.SetOp](op):
		x.call("okk_bdc_32bit_set_C", x.addressOf(args[0]), x32(op.Typed().(okk.Filling).Value()), x.shape(args[0]), x.stride(args[0]))
	case ir.Is[okk.EltwiseOp](op):
		x.eltwise(op, args)
	case ir.Is[okk.SelectOp](op):
		x.choose(op, args)
	case ir.Is[okk.FunctionOp](op):
		x.whole(op, args)
	case ir.IsAny(op, okk.BiasOp{}, okk.ScaleOp{}, okk.ScaleBiasOp{}):
		x.call(perChannelFunctions[op.Name()], append(x.addresses(args), x.shape(args[0]), x.stride(args[0]), x.stride(args[1]))...)
	case ir.Is[okk.Conv2DOp](op):
		x.convolution(op, args)
	case ir.Is[okk.DepthwiseOp](op):
		x.depthwise(op, args)
	case ir.Is[okk.PoolOp](op):
		x.pooling(op, args)
	case ir.Is[okk.MatmulOp](op):
		x.matmul(op, args)
	case ir.Is[okk.FixedPointOp](op):
		x.fixedPoint(op, args)
	default: // okk.int8_to_fp32
		function := "okk_bdc_int8_to_fp32"
		if args[1].typ.Mode != okk.N1 {
			function = "okk_bdc_4N_int8_to_fp32"
		}
		x.call(function, append(x.addresses(args), x.elementShape(args[0]), boolean(args[1].typ.DType.Signed()), boolean(args[0].typ.Layout != okk.Compact))...)
	}
	return nil
}

func noForm(format string, args ...any) error {
	return diag.Errorf("no-c-form", "cannot be written as C: "+format, args...)
}

// call writes a call, in several lines if it is long.
func (x *exporter) call(function string, args ...string) {
	indent := strings.Repeat("  ", len(x.scopes))
	line := indent + function + "("
	for i, a := range args {
		if i < len(args)-1 {
			a += ","
		} else {
			a += ");"
		}
		if i > 0 {
			if len(line)+1+len(a) > 120 {
				x.body.WriteString(line + "\n")
				line = indent + "   "
			}
			line += " "
		}
		line += a
	}
	if len(args) == 0 {
		line += ");"
	}
	x.body.WriteString(line + "\n")
}

// stridesOf are the strides of a tensor in units; strides without effect are replaced by
// the strides of a tensor without gaps.
func stridesOf(t *okk.Tensor) okk.Dims {
	if t.Type.Broadcast {
		return t.Strides
	}
	return t.Canonical()
}

// biasArgument returns the address of an optional tensor, and whether there is one.
func (x *exporter) biasArgument(args []*operand, i int) (at, given string) {
	if len(args) <= i {
		return "0", "false"
	}
	return x.addressOf(args[i]), "true"
}

func boolean(b bool) string { return strconv.FormatBool(b) }

// cFloat is a constant of type float with the same bits.
func cFloat(bits uint32) string {
	v := math.Float32frombits(bits)
	if v != v || math.IsInf(float64(v), 0) {
		return fmt.Sprintf("((x32){.u32 = %#xu}).fp32", bits)
	}
	text := strconv.FormatFloat(float64(v), 'g', -1, 32)
	if !strings.ContainsAny(text, ".e") {
		text += ".0"
	}
	return text + "f"
}

// x32 is a constant of 32 bits.
func x32(a ir.Attribute) string {
	bits := numberBits(a)
	if ir.IsAttr[*ir.FloatAttr](a) {
		return "(x32){.fp32 = " + cFloat(bits) + "}"
	}
	return fmt.Sprintf("(x32){.u32 = %#xu}", bits)
}

var perChannelFunctions = map[string]string{
	okk.BiasOp{}.Kind().String(): "okk_bdc_bias", okk.ScaleOp{}.Kind().String(): "okk_bdc_scale", okk.ScaleBiasOp{}.Kind().String(): "okk_bdc_scale_bias",
}

// eltwise writes a function of tensors or of tensors and a number.
func (x *exporter) eltwise(op *ir.Operation, args []*operand) {
	eltwise := ir.Cast[okk.EltwiseOp](op)
	f := okk.FunctionOf(okk.Eltwise, eltwise.KindAttr())
	list := x.addresses(args)
	if number := eltwise.Scalar(); number != nil {
		list = append(list, eltwiseNumber(f, number))
	}
	list = append(list, x.shape(args[0]))
	for _, t := range args {
		list = append(list, x.stride(t))
	}
	x.call(form(f, eltwise.Scalar() != nil, eltwise.Reversed()), list...)
}

// form is the name of a function with or without a number.
func form(f *okk.Function, scalar, reversed bool) string {
	switch {
	case reversed:
		return f.Reversed
	case scalar:
		return f.Scalar
	}
	return f.C
}

// eltwiseNumber is a number as its function takes it: float, x32 for bits, int for
// shifts.
func eltwiseNumber(f *okk.Function, number ir.Attribute) string {
	switch {
	case f.Types.Has(okk.F32) && f.Types.Has(okk.I32):
		return x32(number)
	case f.Types.Has(okk.F32):
		return cFloat(numberBits(number))
	}
	return fmt.Sprint(int32(numberBits(number)))
}

// choose writes a comparison.
func (x *exporter) choose(op *ir.Operation, args []*operand) {
	selectOp := ir.Cast[okk.SelectOp](op)
	choices := selectOp.Constants()
	predicate := selectOp.Predicate()
	dst, sources := args[0], args[1:]
	tensors := make([]*operand, len(choices)) // nil for numbers
	for i, a := range choices {
		if ir.IsAttr[*ir.UnitAttr](a) {
			tensors[i], sources = sources[0], sources[1:]
		}
	}
	if len(choices) == 4 {
		list := []string{x.addressOf(dst)}
		if predicate == okk.Equal && tensors[0] == nil {
			// The functional model of BM1684 finds a number equal to every element if the number
			// is the first source.
			choices, tensors = swapFirst(choices), swapFirst(tensors)
		}
		for i, a := range choices {
			kind := "x32_or_addr_t"
			value := x32(a)
			if i < 2 {
				kind, value = "fp32_or_addr_t", cFloat(numberBits(a))
			}
			if tensors[i] != nil {
				list = append(list, fmt.Sprintf("&(%s){true, {.addr = %s}}", kind, x.addressOf(tensors[i])))
			} else {
				list = append(list, fmt.Sprintf("&(%s){false, {.val = %s}}", kind, value))
			}
		}
		x.call("okk_bdc_"+predicate+"_select", append(list, x.shape(dst))...)
		return
	}
	list := []string{x.addressOf(dst)}
	name := predicate
	switch {
	case tensors[0] != nil && tensors[1] != nil:
		list = append(list, x.addressOf(tensors[0]), x.addressOf(tensors[1]))
	case tensors[0] != nil:
		name += "_C"
		list = append(list, x.addressOf(tensors[0]), cFloat(numberBits(choices[1])))
	default:
		// Equality has a single form, because the order of its sources does not matter.
		if name = "C_" + predicate; predicate == okk.Equal {
			name = predicate + "_C"
		}
		list = append(list, x.addressOf(tensors[1]), cFloat(numberBits(choices[0])))
	}
	list = append(list, x32(choices[2]), x.shape(dst), x.stride(dst))
	for _, t := range tensors {
		if t != nil {
			list = append(list, x.stride(t))
		}
	}
	x.call("okk_bdc_"+name+"_select_value", list...)
}

// swapFirst returns a list whose first two elements changed their places.
func swapFirst[T any](list []T) []T {
	list = slices.Clone(list)
	list[0], list[1] = list[1], list[0]
	return list
}

// whole writes a function of a whole tensor.
func (x *exporter) whole(op *ir.Operation, args []*operand) {
	function := ir.Cast[okk.FunctionOp](op)
	f := okk.WholeOf(function.KindAttr())
	list := append(x.addresses(args), x.shape(args[0]))
	if f.Series {
		list = append(list, fmt.Sprint(function.Series()))
	}
	x.call(f.C, list...)
}

// windowArguments returns the padding, stride and dilation of a window.
func windowArguments(w okk.Window) (padding, stride, dilation string) {
	return fmt.Sprintf("&(Padding){%d, %d, %d, %d}", w.Top, w.Bottom, w.Left, w.Right),
		fmt.Sprintf("&(dim2){%d, %d}", w.Stride[0], w.Stride[1]), fmt.Sprintf("&(dim2){%d, %d}", w.Dilation[0], w.Dilation[1])
}

func (x *exporter) convolution(op *ir.Operation, args []*operand) {
	w := okk.WindowOf(op)
	padding, stride, dilation := windowArguments(w)
	at, given := x.biasArgument(args, 3)
	x.call("okk_bdc_conv2d", append(x.addresses(args[:3]), at, x.shape(args[1]), x.text(x.shapeOf(args[0].value)[1]), fmt.Sprint(w.Kernel[0]), fmt.Sprint(w.Kernel[1]),
		x.stride(args[1]), x.stride(args[2]), given, boolean(okk.ResultAdd(op)), padding, stride, dilation)...)
}

func (x *exporter) depthwise(op *ir.Operation, args []*operand) {
	w := okk.WindowOf(op)
	padding, stride, dilation := windowArguments(w)
	at, given := x.biasArgument(args, 3)
	x.call("okk_bdc_depthwise2d", append(x.addresses(args[:3]), at, x.shape(args[1]), fmt.Sprint(w.Kernel[0]), fmt.Sprint(w.Kernel[1]), given, padding, stride, dilation)...)
}

func (x *exporter) pooling(op *ir.Operation, args []*operand) {
	w := okk.WindowOf(op)
	padding, stride, _ := windowArguments(w)
	x.call("okk_bdc_"+ir.Cast[okk.PoolOp](op).KindAttr()+"_pool2d",
		append(x.addresses(args), x.shape(args[1]), fmt.Sprint(w.Kernel[0]), fmt.Sprint(w.Kernel[1]), padding, stride)...)
}

func (x *exporter) matmul(op *ir.Operation, args []*operand) {
	at, given := x.biasArgument(args, 3)
	left, right := x.sizes.Shape(args[1].value), x.sizes.Shape(args[2].value)
	list := append(x.addresses(args[:3]), at)
	for _, n := range []extent.Size{left[0], left[1], right[1], x.width(args[1].value), x.width(args[2].value)} {
		list = append(list, x.text(n))
	}
	x.call("okk_bdc_matmul", append(list, given, boolean(okk.ResultAdd(op)))...)
}

// width returns the columns of a matrix in a channel, which are not more than its columns.
func (x *exporter) width(v *ir.Value) extent.Size {
	t := v.Type().(*okk.LocalType)
	return x.sizes.Smallest(extent.Constant(t.Tensor.Width), x.sizes.Shape(v)[1])
}

// fixedPoint writes a function of packed integers; the shape counts elements, strides
// count units.
func (x *exporter) fixedPoint(op *ir.Operation, args []*operand) {
	fixedPoint := ir.Cast[okk.FixedPointOp](op)
	f := okk.FunctionOf(okk.FixedPoint, fixedPoint.KindAttr())
	number := fixedPoint.Scalar()
	reversed := fixedPoint.Reversed()
	list := x.addresses(args)
	if number != nil {
		list = append(list, fmt.Sprint(int32(numberBits(number))))
	}
	list = append(list, x.elementShape(args[0]))
	for _, t := range args {
		list = append(list, x.stride(t))
	}
	dst := args[0].typ.DType
	rshift := fmt.Sprint(fixedPoint.Rshift())
	sign := func(t okk.DType) string { return map[bool]string{true: "S", false: "U"}[t.Signed()] }
	switch f.Name {
	case okk.Mul16x8:
		list = append(list, fmt.Sprintf("%s16_MUL_%s8_TO_%s16", sign(args[1].typ.DType), sign(args[3].typ.DType), sign(dst)), rshift)
	case okk.MulS16U8:
		list = append(list, rshift)
	case "add", "sub", "mul", "mac", "max", "min":
		first, bits := args[1].typ.DType, 8*args[1].typ.DType.Bytes()
		signs := [2]string{sign(first)}
		if number == nil {
			signs[1] = sign(args[2].typ.DType)
		} else if signs[1] = "U"; f.Selects {
			signs[1] = signs[0]
		} else if int32(numberBits(number)) < 0 {
			signs[1] = "S"
		}
		if reversed {
			signs[0], signs[1] = signs[1], signs[0]
		}
		if f.ReadsDestination {
			list = append(list, boolean(dst.Signed()))
		}
		list = append(list, fmt.Sprintf("%s%d_OP_%s%d_TO_%s%d", signs[0], bits, signs[1], bits, sign(dst), 8*dst.Bytes()))
		if f.ReadsDestination {
			list = append(list, fmt.Sprint(fixedPoint.Lshift()))
		}
		if f.Name != "max" && f.Name != "min" {
			list = append(list, rshift)
		}
	}
	x.call(form(f, number != nil, reversed), list...)
}

// user writes a call of a function that the user brings: an address, a shape and strides
// for each tensor, destinations first.
func (x *exporter) user(op *ir.Operation) error {
	compute := ir.Cast[okk.ComputeOp](op)
	name := compute.Callee()
	if newNames().Pick(name) != name {
		return noForm("'%s' is no name for a function of C", name)
	}
	var list, parameters []string
	for i, v := range append(compute.Destinations(), compute.Sources()...) {
		o := x.operand(v)
		list = append(list, x.addressOf(o), x.shape(o), x.dims(x.like(v)+"_stride", x.strides(v)))
		who := "dst"
		if i >= len(compute.Destinations()) {
			who, i = "src", i-len(compute.Destinations())
		}
		parameters = append(parameters, fmt.Sprintf("local_addr_t %s%d, const dim4 *%s%d_shape, const dim4 *%s%d_stride", who, i, who, i, who, i))
	}
	prototype := "void " + name + "(" + strings.Join(parameters, ",\n    ") + ")"
	switch other, known := x.callees[name]; {
	case name == x.name || known && other != prototype:
		return noForm("'%s' would be two functions", name)
	case !known:
		x.callees[name] = prototype
		x.order = append(x.order, name)
	}
	x.call(name, list...)
	return nil
}
