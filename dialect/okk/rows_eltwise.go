package okk

import (
	"fmt"
	"math"
	"slices"

	"optc/ir"
)

// Function is a function of the chip's library that computes on tensors: a row of the table of an
// operation that has an attribute kind.
type Function struct {
	Name    string // in an operation
	Sources int    // tensors that it reads, beside the destination, and its work buffers
	// C is the name of the function on tensors, Scalar of the function whose last source
	// is a number, and Reversed of the function whose first source is a number: "" where
	// there is none.
	C, Scalar, Reversed string
	// TPU is the form in TPUKernel; its C is "" if there is none.
	TPU Form
	// ReadsDestination is set if the destination is also a source.
	ReadsDestination bool
	Types            DTypeSet // element types of the first source, and of all operands of okk.eltwise
	// Operands holds the element types of destination and sources, if they are not all
	// equal.
	Operands []DTypeSet
	// NarrowSources is set if sources have 8 bits, WideResult if the destination has 16 bits,
	// Selects if the result is one of the sources.
	NarrowSources, WideResult, Selects bool
	Tables                             []string  // tables of coefficients, of okk.math
	Works                              int       // number of work buffers, which are destroyed, at the end of the sources
	Rshift                             bool      // takes a shift of the result to the right
	Series                             bool      // takes the number of terms of a series
	Table                              *[2]int64 // the smallest and the largest number in a table
	// Base is set if the last source is the base of a power or logarithm. Argument is the number that has to be in the domain, the
	// first source if nil.
	Base     bool
	Argument func(x, y float32) float32
	// Flushes is set if a chip that flushes small numbers flushes the operands and the result; Keeps if the result
	// is a source as it is.
	Flushes, Keeps bool
	// Monotonic is set if the function rises or falls with each operand while the others stay; a function with a
	// domain, in its domain.
	Monotonic bool
	// Bounds describe the results of a function of okk.math.
	Bounds *Bounds

	// First reports whether the result of a maximum or minimum is the first source.
	First func(x, y float64) bool
	// Typed computes an element of a type from the bits of the sources, for functions that differ between types.
	Typed func(n *Numbers, t DType, x, y uint64) uint64

	// One of three computes an element: Sum of destination and sources, which may be symbols; Bits of
	// the bits of the sources; Exact of the numbers of destination and sources, whose result is
	// rounded and saturated, unless Raw is set.
	Sum   func(a *Arithmetic, d, x, y uint64) uint64
	Bits  func(x, y uint64) uint64
	Exact func(d, x, y, z int64) int64
	Raw   bool
}

// Form is the form of a function in the library of a chip: names as [Function] has them, and the element types.
type Form struct {
	C, Scalar, Reversed string
	Types               DTypeSet
	// Untyped is set if the function takes no element type and has its number as a float.
	Untyped bool
	// Shifts is set if the last source is the amount of a shift, whose function takes three types and a rounding.
	Shifts bool
	// Rounding is the way to round that the function takes after the type.
	Rounding string
	// Whole is set if the function takes no strides, so that tensors are aligned.
	Whole bool
	// NumberLast is set if the number follows the shape.
	NumberLast bool
	// Typed computes an element of a type, as [Function] has it, if the library computes something else than others.
	Typed func(n *Numbers, t DType, x, y uint64) uint64
}

const (
	floatSet = DTypeSet(1<<F32 | 1<<F16 | 1<<BF16)
	f32Set   = DTypeSet(1 << F32)
	i32Set   = DTypeSet(1 << I32)
	bits32   = DTypeSet(1<<F32 | 1<<I32 | 1<<UI32)
	int32Set = DTypeSet(1<<I32 | 1<<UI32)

	integers     = int32Set | smallInt
	signedInts   = DTypeSet(1<<I32 | 1<<I16 | 1<<I8)
	unsignedInts = DTypeSet(1<<UI32 | 1<<UI16 | 1<<UI8)
)

// Eltwise lists the functions of okk.eltwise (OKKernel manual, fp32 and 32-bit
// functions; declarations in okk.h).
var Eltwise = []Function{
	{Name: "copy", Sources: 1, Monotonic: true, C: "okk_bdc_32bit_cpy", TPU: Form{C: "tpu_bdc_cpy", Types: allDTypes}, Types: bits32,
		Sum: func(_ *Arithmetic, _, x, _ uint64) uint64 { return x }},
	{Name: "relu", Sources: 1, Monotonic: true, C: "okk_bdc_relu", TPU: Form{C: "tpu_bdc_relu", Types: floatSet}, Types: f32Set, Flushes: true,
		Bits: floats(func(x, _ float32) float32 { return larger(x, 0) })},
	{Name: "reciprocal", Sources: 1, Monotonic: true, C: "okk_bdc_reciprocal", TPU: Form{C: "tpu_bdc_fp32_reciprocal", Types: f32Set, Untyped: true}, Types: f32Set, Flushes: true,
		Bits: floats(func(x, _ float32) float32 { return 1 / x })},
	{Name: "neg", Sources: 1, Monotonic: true, C: "okk_bdc_neg", TPU: Form{C: "tpu_bdc_neg", Types: floatSet}, Types: f32Set, Flushes: true,
		Bits: floats(func(x, _ float32) float32 { return 0 - x })},
	{Name: "add", Sources: 2, Monotonic: true, C: "okk_bdc_add", Scalar: "okk_bdc_add_C", TPU: Form{C: "tpu_bdc_fp_add", Scalar: "tpu_bdc_fp_add_C", Types: floatSet}, Types: f32Set,
		Sum: func(a *Arithmetic, _, x, y uint64) uint64 { return a.add(x, y) }},
	{Name: "sub", Sources: 2, Monotonic: true, C: "okk_bdc_sub", Scalar: "okk_bdc_sub_C", Reversed: "okk_bdc_C_sub", TPU: Form{C: "tpu_bdc_fp_sub", Scalar: "tpu_bdc_fp_sub_C", Reversed: "tpu_bdc_fp_C_sub", Types: floatSet}, Types: f32Set, Flushes: true,
		Bits: floats(func(x, y float32) float32 { return x - y })},
	{Name: "mul", Sources: 2, Monotonic: true, C: "okk_bdc_mul", Scalar: "okk_bdc_mul_C", TPU: Form{C: "tpu_bdc_fp_mul", Scalar: "tpu_bdc_fp_mul_C", Types: floatSet}, Types: f32Set,
		Sum: func(a *Arithmetic, _, x, y uint64) uint64 { return a.mul(x, y) }},
	{Name: "div", Sources: 2, Monotonic: true, C: "okk_bdc_div", Scalar: "okk_bdc_div_C", Reversed: "okk_bdc_C_div", TPU: Form{C: "tpu_bdc_fp32_div", Scalar: "tpu_bdc_fp32_div_C", Reversed: "tpu_bdc_fp32_C_div", Types: f32Set, Untyped: true}, Types: f32Set, Flushes: true,
		Bits: floats(func(x, y float32) float32 { return x / y })},
	{Name: "mac", Sources: 2, Monotonic: true, C: "okk_bdc_mac", Scalar: "okk_bdc_mac_C", TPU: Form{C: "tpu_bdc_fp32_mac", Scalar: "tpu_bdc_fp32_mac_C", Types: f32Set, Untyped: true}, ReadsDestination: true, Types: f32Set,
		Sum: func(a *Arithmetic, d, x, y uint64) uint64 { return a.add(d, a.mul(x, y)) }},
	{Name: "max", Sources: 2, Monotonic: true, C: "okk_bdc_max", Scalar: "okk_bdc_max_C", TPU: Form{C: "tpu_bdc_max", Scalar: "tpu_bdc_max_C", Types: allDTypes}, Types: f32Set, Flushes: true,
		Bits: floats(larger), First: func(x, y float64) bool { return x > y }},
	{Name: "min", Sources: 2, Monotonic: true, C: "okk_bdc_min", Scalar: "okk_bdc_min_C", TPU: Form{C: "tpu_bdc_min", Scalar: "tpu_bdc_min_C", Types: allDTypes}, Types: f32Set, Flushes: true, Keeps: true,
		Bits: floats(smaller), First: func(x, y float64) bool { return !(x >= y) }},
	{Name: "and", Sources: 2, C: "okk_bdc_32bit_and", Scalar: "okk_bdc_32bit_and_C", TPU: Form{C: "tpu_bdc_and", Scalar: "tpu_bdc_and_C", Types: integers}, Types: bits32,
		Bits: func(x, y uint64) uint64 { return x & y }},
	{Name: "or", Sources: 2, C: "okk_bdc_32bit_or", Scalar: "okk_bdc_32bit_or_C", TPU: Form{C: "tpu_bdc_or", Scalar: "tpu_bdc_or_C", Types: integers}, Types: bits32,
		Bits: func(x, y uint64) uint64 { return x | y }},
	{Name: "xor", Sources: 2, C: "okk_bdc_32bit_xor", Scalar: "okk_bdc_32bit_xor_C", TPU: Form{C: "tpu_bdc_xor", Scalar: "tpu_bdc_xor_C", Types: integers}, Types: bits32,
		Bits: func(x, y uint64) uint64 { return x ^ y }},
	{Name: "arithmetic_shift", Sources: 2, C: "okk_bdc_32bit_arithmetic_shift", Scalar: "okk_bdc_32bit_arithmetic_shift_C", Reversed: "okk_bdc_32bit_C_arithmetic_shift", TPU: Form{C: "tpu_bdc_arithmetic_shift", Scalar: "tpu_bdc_arithmetic_shift_C", Types: signedInts, Shifts: true, Typed: shiftedTyped(true)}, Types: int32Set,
		Bits: func(x, y uint64) uint64 { return uint64(uint32(shifted(int64(int32(x)), int64(int32(y))))) }},
	{Name: "logical_shift", Sources: 2, C: "okk_bdc_32bit_logical_shift", Scalar: "okk_bdc_32bit_logical_shift_C", Reversed: "okk_bdc_32bit_C_logical_shift", TPU: Form{C: "tpu_bdc_logical_shift", Scalar: "tpu_bdc_logical_shift_C", Types: unsignedInts, Shifts: true, Typed: shiftedTyped(false)}, Types: int32Set,
		Bits: func(x, y uint64) uint64 { return uint64(uint32(shifted(int64(x), int64(int32(y))))) }},
	{Name: "abs", Sources: 1, TPU: Form{C: "tpu_bdc_abs", Types: allDTypes}, Types: allDTypes, Typed: magnitudeOf},
	{Name: "not", Sources: 1, TPU: Form{C: "tpu_bdc_not", Types: integers}, Types: integers,
		Typed: func(_ *Numbers, t DType, x, _ uint64) uint64 { return ^x & t.mask() }},
	{Name: "floor", Sources: 1, TPU: Form{C: "tpu_bdc_fp_floor", Types: floatSet}, Types: floatSet, Typed: rounded("down")},
	{Name: "ceil", Sources: 1, TPU: Form{C: "tpu_bdc_fp_ceil", Types: floatSet}, Types: floatSet, Typed: rounded("up")},
	{Name: "round", Sources: 1, TPU: Form{C: "tpu_bdc_fp_round", Types: floatSet, Rounding: "away"}, Types: floatSet, Typed: rounded("away")},
	{Name: "round_even", Sources: 1, TPU: Form{C: "tpu_bdc_fp_round", Types: floatSet, Rounding: "even"}, Types: floatSet, Typed: rounded("even")},
	{Name: "trunc", Sources: 1, TPU: Form{C: "tpu_bdc_fp_round", Types: floatSet, Rounding: "zero"}, Types: floatSet, Typed: rounded("zero")},
	{Name: "prelu", Sources: 2, TPU: Form{Scalar: "tpu_bdc_prelu", Types: floatSet, Whole: true}, Types: floatSet, Typed: sloped},
	{Name: "diff_abs", Sources: 2, TPU: Form{C: "tpu_bdc_fp_diff_abs", Scalar: "tpu_bdc_fp_diff_abs_C", Types: floatSet}, Types: floatSet, Typed: distance},
}

// WholeTensor lists the functions of okk.function, which take whole tensors in aligned
// layout (OKKernel manual, fp32 functions; declarations in okk.h).
var WholeTensor = []Function{
	{Name: "sqrt", Sources: 1, Monotonic: true, C: "okk_bdc_sqrt", TPU: Form{C: "tpu_bdc_fp32_sqrt"}, Operands: toF32, Flushes: true, Bits: exact(math.Sqrt)},
	{Name: "rsqrt", Sources: 1, Monotonic: true, C: "okk_bdc_rsqrt", TPU: Form{C: "tpu_bdc_fp32_rsqrt"}, Operands: toF32, Flushes: true, Bits: exact(func(x float64) float64 { return 1 / math.Sqrt(x) })},
	{Name: "taylor_exp", Sources: 1, Monotonic: true, C: "okk_bdc_taylor_exp", Operands: toF32, Series: true, Bits: exact(math.Exp)},
	{Name: "lookup_exp", Sources: 1, C: "okk_bdc_lookup_exp", Operands: []DTypeSet{f32Set, i32Set},
		Bits: func(x, _ uint64) uint64 { return bitsOf(float32(math.Exp(float64(int32(x))))) }},
	{Name: "exp", Sources: 2, Monotonic: true, C: "okk_bdc_exp", Operands: toF32, Works: 1, Flushes: true, Bits: exact(math.Exp)},
	{Name: "exp_tunable", Sources: 2, Monotonic: true, C: "okk_bdc_exp_tunable", Operands: toF32, Works: 1, Series: true, Flushes: true, Bits: exact(math.Exp)},
	{Name: "sigmoid", Sources: 2, Monotonic: true, C: "okk_bdc_sigmoid", Operands: toF32, Works: 1, Flushes: true, Bits: exact(sigmoid)},
	{Name: "sigmoid_tunable", Sources: 2, Monotonic: true, C: "okk_bdc_sigmoid_tunable", Operands: toF32, Works: 1, Series: true, Flushes: true, Bits: exact(sigmoid)},
	{Name: "tanh", Sources: 2, Monotonic: true, C: "okk_bdc_tanh", Operands: toF32, Works: 1, Flushes: true, Bits: exact(math.Tanh)},
	{Name: "tanh_tunable", Sources: 2, Monotonic: true, C: "okk_bdc_tanh_tunable", Operands: toF32, Works: 1, Series: true, Flushes: true, Bits: exact(math.Tanh)},
	{Name: "fp32_to_int32", Sources: 1, C: "okk_bdc_fp32_to_int32", Operands: []DTypeSet{i32Set, f32Set},
		Bits: func(x, _ uint64) uint64 { return truncated(x) }},
	// OKKernel manual, Data Type Converting Functions.
	{Name: "int32_to_fp32", Sources: 1, C: "okk_bdc_lookup_int32_to_fp32", Operands: []DTypeSet{f32Set, i32Set}, Table: &[2]int64{-128, 127},
		Bits: func(x, _ uint64) uint64 { return bitsOf(float32(int32(x))) }},
}

var toF32 = []DTypeSet{f32Set, f32Set, f32Set}

func functionNames(list []Function) []string {
	names := make([]string, len(list))
	for i, f := range list {
		names[i] = f.Name
	}
	return names
}

// FunctionOf returns the entry of a list that an operation names.
func FunctionOf(list []Function, name string) *Function {
	if i := slices.IndexFunc(list, func(f Function) bool { return f.Name == name }); i >= 0 {
		return &list[i]
	}
	return nil
}

// Predicates of okk.select.
const (
	Greater      = "greater"
	Equal        = "equal"
	less         = "less"
	greaterEqual = "greater_equal"
	lessEqual    = "less_equal"
	notEqual     = "not_equal"
)

// sourcesOf is the column of any number of sources.
var sourcesOf = Column{Name: "sources", Arity: ir.Variadic, Access: ir.Read}

func eltwiseRows() []*Row {
	const t = "!okk.local<1x3x4x5xf32, aligned>"
	tensors := "okk.kernel @k {\n  %a = okk.alloc : " + t + "\n  %b = okk.alloc : " + t + "\n  %c = okk.alloc : " + t + "\n"
	destination := Column{Name: "destination", Access: ir.Write}
	return []*Row{
		{
			Kind:    "okk.eltwise",
			Summary: "elementwise function of tensors with any strides",
			Description: "Elements of f32 have copy, relu, reciprocal, neg, add, sub, mul, div, max, min and mac, which adds the product to the " +
				"destination. Elements of 32 bits have and, or and xor. 32-bit integers have shifts, to the left by " +
				"positive and to the right by negative amounts; the amounts may be i32 for tensors of ui32. A number may replace the last source, or with " +
				"`reversed` the first one. The destination may also be a source.",
			Attrs: []ir.PropDef{
				{Name: kindAttr, Type: ir.StrEnum("kind", functionNames(Eltwise)...)}, optional(scalarAttr, numberAttr, ""), word(reversedAttr, "the number is the first source"),
			},
			Assembly: "$kind $destination `,` $sources (`scalar` $scalar^)? (`reversed` $reversed^)? attr-dict `:` type($destination) `,` type($sources)",
			OpClass: OpClass{
				Name: "eltwise", SameType: true, SamePacked: true, SameStart: true, InPlace: true, Operands: []Column{destination, sourcesOf},
			},
			Functions: Eltwise, Form: eltwiseForm, CheckAttrs: checkEltwise,
			Engine: ComputeEngine, Divide: "NCH", Compute: (*Arithmetic).elementwise, Range: elementwiseRange,
			Calls: map[string]Caller{OKKernel: func(op *ir.Operation) Call {
				f, list := FunctionOf(Eltwise, ir.Cast[EltwiseOp](op).KindAttr()), eachOperand(op, addressArg)
				if number := op.Attr(scalarAttr); number != nil {
					list = append(list, textArg("%s", eltwiseNumber(f, number)))
				}
				return Call{f.form(op), append(append(list, shapeArg(0)), eachOperand(op, strideArg)...)}
			}, TPUKernel: callTPUEltwise},
			Examples: []string{tensors + "  okk.eltwise add %c, %a, %b : " + t + ", " + t + ", " + t + "\n  okk.eltwise sub %a, %a scalar 1.0 : f32 reversed : " + t + ", " + t + "\n}"},
		},
		{
			Kind:    "okk.select",
			Summary: "choose elements by comparison",
			Description: "`select greater %d, a, b, x, y` gives x where a > b and y elsewhere; without y, which needs a number for x and takes any strides, 0 " +
				"elsewhere. Each of the four is a tensor or a number; at least one is a tensor. BM1684 compares f32, with greater and equal; BM1684X compares two tensors of any type.",
			Attrs:    []ir.PropDef{{Name: "predicate", Type: ir.StrEnum("predicate", Greater, Equal, less, greaterEqual, lessEqual, notEqual)}, {Name: constantsAttr, Type: ir.ArrayConstraint}},
			Assembly: "$predicate $destination `,` custom<Choices>($sources, $constants) attr-dict `:` type($destination) `,` type($sources)",
			Custom:   map[string]ir.CustomDirective{"Choices": {Parse: parseChoices, Print: printChoices, Form: "(value | number), …"}},
			OpClass: OpClass{
				Name: "select", SamePacked: true, SameStart: true, InPlace: true, Operands: []Column{destination, sourcesOf},
			},
			Form: choiceForm, CheckAttrs: checkSelect,
			Engine: ComputeEngine, Divide: "NCH", Compute: (*Arithmetic).choose, Range: chosenRange,
			Machine:  selectOn,
			Calls:    map[string]Caller{OKKernel: callSelect, TPUKernel: callTPUSelect},
			Examples: []string{tensors + "  okk.select greater %c, %a, 0.0 : f32, %b, 1.0 : f32 : " + t + ", " + t + ", " + t + "\n  okk.select equal %c, %a, %b, 1.0 : f32 : " + t + ", " + t + ", " + t + "\n}"},
		},
		{
			Kind:    "okk.function",
			Summary: "function of a whole tensor in aligned layout",
			Description: "The hardware approximates exp, sigmoid and tanh, and destroys a work buffer of the shape of the destination. The tunable forms and " +
				"taylor_exp take the number of terms of the series. BM1684X has sqrt and rsqrt; its other functions are functions of okk.math. fp32_to_int32 cuts the fraction off, and saturates. int32_to_fp32 takes the integers of its table, -128 to 127. When the simulator executes a kernel, results are exact, rounded to f32.",
			Attrs:    []ir.PropDef{{Name: kindAttr, Type: ir.StrEnum("kind", functionNames(WholeTensor)...)}, optionalInt("series", 0, "terms of the series")},
			Assembly: "$kind $destination `,` $source (`work` $work^)? (`series` $series^)? attr-dict `:` type($destination) `,` type($source) (`,` type($work)^)?",
			OpClass: OpClass{
				Name: "function", SamePacked: true, SameStart: true, Operands: []Column{
					{Name: "destination", Access: ir.Write, Layouts: aligned},
					{Name: "source", Access: ir.Read, Layouts: aligned},
					{Name: "work", Arity: ir.Optional, Access: ir.Write, Layouts: aligned},
				},
			},
			Functions: WholeTensor, Form: wholeForm, CheckAttrs: checkFunction,
			Engine: ComputeEngine, Divide: "NCH", Compute: (*Arithmetic).whole, Range: wholeRange,
			Calls: map[string]Caller{OKKernel: func(op *ir.Operation) Call {
				function := ir.Cast[FunctionOp](op)
				f, list := FunctionOf(WholeTensor, function.KindAttr()), append(eachOperand(op, addressArg), shapeArg(0))
				if f.Series {
					list = append(list, textArg("%d", function.Series()))
				}
				return Call{f.C, list}
			}, TPUKernel: func(op *ir.Operation) Call {
				return Call{FunctionOf(WholeTensor, ir.Cast[FunctionOp](op).KindAttr()).TPU.C, append(eachOperand(op, addressArg), shapeArg(0))}
			}},
			Examples: []string{tensors + "  okk.function taylor_exp %b, %a series 10 : " + t + ", " + t + "\n  okk.function sigmoid %b, %a work %c : " + t + ", " + t + ", " + t + "\n}"},
		},
	}
}

// form returns the name of the function of an operation, with or without a number.
func (f *Function) form(op *ir.Operation) string {
	return Form{C: f.C, Scalar: f.Scalar, Reversed: f.Reversed}.of(op)
}

func (f Form) of(op *ir.Operation) string {
	switch {
	case op.Attr(reversedAttr) != nil:
		return f.Reversed
	case op.Attr(scalarAttr) != nil:
		return f.Scalar
	}
	return f.C
}

// eltwiseNumber is a number as its function takes it: float, x32 for bits, int for
// shifts.
func eltwiseNumber(f *Function, number ir.Attribute) string {
	switch {
	case f.Types.Has(F32) && f.Types.Has(I32):
		return x32(number)
	case f.Types.Has(F32):
		return cFloat(NumberBits(number))
	}
	return fmt.Sprint(int32(NumberBits(number)))
}

// checkForm checks the number of sources of a function, and which of them is a number.
func checkForm(op *ir.Operation, f *Function, sources int) *ir.Diagnostic {
	scalar, reversed := op.Attr(scalarAttr) != nil, op.Attr(reversedAttr) != nil
	want := f.Sources
	switch {
	case reversed && !scalar:
		return problem(op, "bad-op", "'reversed' says that a number is the first source, but there is none")
	case reversed && f.Reversed+f.TPU.Reversed == "":
		return problem(op, "bad-op", "'%s' has no form with a number as its first source", f.Name)
	case scalar && f.Scalar+f.TPU.Scalar == "":
		return problem(op, "bad-op", "'%s' has no form with a number", f.Name)
	case scalar:
		want--
	}
	if sources != want {
		return problem(op, "bad-op", "expected %d sources of '%s', but got %d", want, f.Name, sources)
	}
	return nil
}

func checkEltwise(op *ir.Operation) *ir.Diagnostic {
	eltwise := ir.Cast[EltwiseOp](op)
	f := FunctionOf(Eltwise, eltwise.KindAttr())
	if d := checkForm(op, f, len(eltwise.Sources())); d != nil {
		return d
	}
	number := eltwise.Destination().Type().(*LocalType).Tensor.DType
	if isAmount(op, f) && isOfType(eltwise.Scalar(), I32) {
		number = I32
	}
	return verifyScalar(op, eltwise.Scalar(), number)
}

// isAmount reports whether the last source of an operation is the amount of a shift, which is signed
// or unsigned and may be of another type.
func isAmount(op *ir.Operation, f *Function) bool {
	return f.Types == int32Set && op.Attr(reversedAttr) == nil
}

// eltwiseForm: the types of operands depend on the function.
func eltwiseForm(op *ir.Operation, c *OpClass) {
	f := FunctionOf(Eltwise, ir.Cast[EltwiseOp](op).KindAttr())
	c.Name, c.SameType = f.Name, f.Types != int32Set
	for i := range c.Operands {
		c.Operands[i].Types = f.Types
	}
	if isAmount(op, f) && len(c.Operands) > 1 {
		c.Operands[1].Types = 1 << op.Operand(0).Type().(*LocalType).Tensor.DType
	}
}

func checkSelect(op *ir.Operation) *ir.Diagnostic {
	selectOp := ir.Cast[SelectOp](op)
	constants, sources := selectOp.Constants(), selectOp.Sources()
	dst := selectOp.Destination()
	tensors := 0
	for i, a := range constants {
		switch {
		case ir.IsAttr[*ir.UnitAttr](a):
			tensors++
		case numberAttr.Check(a):
			t := dst.Type().(*LocalType).Tensor.DType
			if i < 2 {
				t = comparedType(op)
			}
			if d := verifyScalar(op, a, t); d != nil {
				return d
			}
		default:
			return problem(op, "bad-op", "expected tensors and numbers, but got '%s'", a)
		}
	}
	switch {
	case len(constants) != 3 && len(constants) != 4:
		return problem(op, "bad-op", "expected 3 or 4 tensors and numbers, but got %d", len(constants))
	case tensors != len(sources):
		return problem(op, "bad-op", "expected %d sources, but got %d", tensors, len(sources))
	case len(constants) == 3 && numberAttr.Check(constants[0]) && numberAttr.Check(constants[1]):
		return problem(op, "bad-op", "expected a tensor to compare, but got two numbers")
	case len(constants) == 3 && !numberAttr.Check(constants[2]):
		return problem(op, "bad-op", "expected a number where nothing is given for the other elements; name both choices")
	}
	return nil
}

// comparedType returns the element type of the tensors that an operation compares; f32 if it compares numbers.
func comparedType(op *ir.Operation) DType {
	selectOp := ir.Cast[SelectOp](op)
	for i, a := range selectOp.Constants() {
		if i < 2 && ir.IsAttr[*ir.UnitAttr](a) && len(selectOp.Sources()) > 0 {
			return selectOp.Sources()[0].Type().(*LocalType).Tensor.DType
		}
	}
	return F32
}

// choiceForm: two of the tensors and numbers are compared, and one or two are chosen from; with two,
// all are aligned.
func choiceForm(op *ir.Operation, c *OpClass) {
	constants := ir.Cast[SelectOp](op).Constants()
	c.Operands[0].Types = bits32
	n := 1
	for i, a := range constants {
		if !ir.IsAttr[*ir.UnitAttr](a) {
			continue
		}
		if c.Operands[n].Types = bits32; i < 2 {
			c.Operands[n].Types = f32Set
		}
		n++
	}
	if len(constants) == 4 {
		for i := range c.Operands {
			c.Operands[i].Layouts = aligned
		}
	}
}

func checkFunction(op *ir.Operation) *ir.Diagnostic {
	function := ir.Cast[FunctionOp](op)
	f := FunctionOf(WholeTensor, function.KindAttr())
	work, series := function.Work(), function.Series()
	switch {
	case f.Works > 0 && work == nil:
		return problem(op, "bad-op", "'%s' needs a work buffer", f.Name)
	case f.Works == 0 && work != nil:
		return problem(op, "bad-op", "'%s' takes no work buffer", f.Name)
	case f.Series && series < 1:
		return problem(op, "bad-op", "'%s' needs the number of terms of its series, at least 1", f.Name)
	case !f.Series && series != 0:
		return problem(op, "bad-op", "'%s' takes no number of terms", f.Name)
	}
	return nil
}

// wholeForm: the types of operands depend on the function; a function with a work buffer does not
// compute in place.
func wholeForm(op *ir.Operation, c *OpClass) {
	f := FunctionOf(WholeTensor, ir.Cast[FunctionOp](op).KindAttr())
	c.Name, c.InPlace = f.Name, f.Works == 0
	for i := range c.Operands {
		c.Operands[i].Types = f.Operands[i]
	}
}

// callSelect writes a comparison: with numbers in the place of tensors if both choices are given, and
// as its own function for each form otherwise.
func callSelect(op *ir.Operation) Call {
	selectOp := ir.Cast[SelectOp](op)
	choices, predicate := selectOp.Constants(), selectOp.Predicate()
	tensors := make([]int, len(choices)) // the numbers of operands; 0 for numbers
	n := 0
	for i, a := range choices {
		if ir.IsAttr[*ir.UnitAttr](a) {
			n++
			tensors[i] = n
		}
	}
	list := []Arg{addressArg(0)}
	if len(choices) == 4 {
		if predicate == Equal && tensors[0] == 0 {
			// The functional model of BM1684 finds a number equal to every element if the number
			// is the first source.
			choices, tensors = swapFirst(choices), swapFirst(tensors)
		}
		for i, a := range choices {
			kind, value := "x32_or_addr_t", x32(a)
			if i < 2 {
				kind, value = "fp32_or_addr_t", cFloat(NumberBits(a))
			}
			if tensors[i] != 0 {
				list = append(list, Arg{Kind: AddressArg, Operand: tensors[i], Text: "&(" + kind + "){true, {.addr = %s}}"})
			} else {
				list = append(list, textArg("&(%s){false, {.val = %s}}", kind, value))
			}
		}
		return Call{"okk_bdc_" + predicate + "_select", append(list, shapeArg(0))}
	}
	name := predicate
	switch {
	case tensors[0] != 0 && tensors[1] != 0:
		list = append(list, addressArg(tensors[0]), addressArg(tensors[1]))
	case tensors[0] != 0:
		name += "_C"
		list = append(list, addressArg(tensors[0]), textArg("%s", cFloat(NumberBits(choices[1]))))
	default:
		// Equality has a single form, because the order of its sources does not matter.
		if name = "C_" + predicate; predicate == Equal {
			name = predicate + "_C"
		}
		list = append(list, addressArg(tensors[1]), textArg("%s", cFloat(NumberBits(choices[0]))))
	}
	return Call{"okk_bdc_" + name + "_select_value", append(append(list, textArg("%s", x32(choices[2])), shapeArg(0)), eachOperand(op, strideArg)...)}
}

// swapFirst returns a list whose first two elements changed their places.
func swapFirst[T any](list []T) []T {
	list = slices.Clone(list)
	list[0], list[1] = list[1], list[0]
	return list
}

// parseChoices reads 3 or 4 tensors or numbers.
func parseChoices(p ir.OpParser, st *ir.OpState, args []ir.FormatArg) {
	var tensors []ir.Unresolved
	var constants []ir.Attribute
	for {
		if u, ok := p.OptionalOperand(); ok {
			tensors = append(tensors, u)
			constants = append(constants, p.Context().Unit())
		} else if a := p.Attr(nil); a != nil {
			constants = append(constants, a)
		}
		if !p.Ok() || !p.Accept(",") {
			break
		}
	}
	if p.Ok() {
		p.BindOperands(args[0], tensors...)
		st.SetProp(constantsAttr, p.Context().Array(constants))
	}
}

func printChoices(p *ir.Printer, op *ir.Operation, _ []ir.FormatArg) {
	selectOp := ir.Cast[SelectOp](op)
	sources := selectOp.Sources()
	for i, a := range selectOp.Constants() {
		if i > 0 {
			p.Str(", ")
		}
		if ir.IsAttr[*ir.UnitAttr](a) && len(sources) > 0 {
			p.Operand(sources[0])
			sources = sources[1:]
			continue
		}
		p.Attr(a)
	}
}
