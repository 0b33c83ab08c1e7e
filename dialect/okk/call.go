package okk

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"optc/ir"
)

// Caller returns the call that executes an operation.
type Caller func(op *ir.Operation) Call

// Call is a call of a function of a chip's library. The exporter, which knows the places of tensors,
// spells the arguments.
type Call struct {
	Function string
	Args     []Arg
}

// Arg is an argument of a call.
type Arg struct {
	Kind    ArgKind
	Operand int
	Dim     int    // of ExtentArg
	Window  Window // of PaddingArg
	Text    string // of TextArg; of other arguments a format for the argument, if it is not ""
}

// ArgKind is the spelling of an argument.
type ArgKind uint8

const (
	TextArg         ArgKind = iota
	AddressArg              // of an operand
	ShapeArg                // a pointer to the extents in units
	ElementShapeArg         // a pointer to the extents in elements
	StrideArg               // a pointer to the strides
	ExtentArg               // an extent in elements
	WidthArg                // the width of a matrix
	PaddingArg              // a pointer to the padding of Window
)

func textArg(format string, args ...any) Arg { return Arg{Text: fmt.Sprintf(format, args...)} }
func flagArg(b bool) Arg                     { return Arg{Text: strconv.FormatBool(b)} }
func addressArg(operand int) Arg             { return Arg{Kind: AddressArg, Operand: operand} }
func shapeArg(operand int) Arg               { return Arg{Kind: ShapeArg, Operand: operand} }
func strideArg(operand int) Arg              { return Arg{Kind: StrideArg, Operand: operand} }
func extentArg(operand, dim int) Arg         { return Arg{Kind: ExtentArg, Operand: operand, Dim: dim} }
func widthArg(operand int) Arg               { return Arg{Kind: WidthArg, Operand: operand} }

// eachOperand returns an argument for each operand.
func eachOperand(op *ir.Operation, arg func(operand int) Arg) (list []Arg) {
	for i := range op.NumOperands() {
		list = append(list, arg(i))
	}
	return list
}

// optionalAt returns the address of an operand that may be absent, and whether it is there.
func optionalAt(op *ir.Operation, operand int) (address, given Arg) {
	if len(Tensors(op)) <= operand {
		return textArg("0"), flagArg(false)
	}
	return addressArg(operand), flagArg(true)
}

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
	bits := NumberBits(a)
	if ir.IsAttr[*ir.FloatAttr](a) {
		return "(x32){.fp32 = " + cFloat(bits) + "}"
	}
	return fmt.Sprintf("(x32){.u32 = %#xu}", bits)
}

// windowArgs returns the padding, stride and dilation of a window.
func windowArgs(w Window) (padding, stride, dilation Arg) {
	return Arg{Kind: PaddingArg, Window: w},
		textArg("&(dim2){%d, %d}", w.Stride[0], w.Stride[1]), textArg("&(dim2){%d, %d}", w.Dilation[0], w.Dilation[1])
}
