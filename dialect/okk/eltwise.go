package okk

import (
	"slices"

	"optc/ir"
)

// Function is a function of OKKernel that computes on tensors.
type Function struct {
	Name    string // in an operation
	Sources int    // tensors that it reads, beside the destination
	// C is the name of the function on tensors, Scalar of the function whose last source
	// is a number, and Reversed of the function whose first source is a number: "" where
	// there is none.
	C, Scalar, Reversed string
	// ReadsDestination is set if the destination is also a source.
	ReadsDestination bool
	Types            DTypeSet // element types of the first source, and of all operands of okk.eltwise
	// Operands holds the element types of destination and sources, if they are not all
	// equal.
	Operands []DTypeSet
	// NarrowSources is set if sources have 8 bits, WideResult if the destination has 16 bits,
	// Selects if the result is one of the sources.
	NarrowSources, WideResult, Selects bool
	Works                              int // number of work buffers, which are destroyed, at the end of the sources
}

const (
	f32Set   = DTypeSet(1 << F32)
	bits32   = DTypeSet(1<<F32 | 1<<I32 | 1<<UI32)
	int32Set = DTypeSet(1<<I32 | 1<<UI32)
)

// Eltwise lists the functions of okk.eltwise (OKKernel manual, fp32 and 32-bit
// functions; declarations in okk.h).
var Eltwise = []Function{
	{Name: "copy", Sources: 1, C: "okk_bdc_32bit_cpy", Types: bits32},
	{Name: "relu", Sources: 1, C: "okk_bdc_relu", Types: f32Set},
	{Name: "reciprocal", Sources: 1, C: "okk_bdc_reciprocal", Types: f32Set},
	{Name: "neg", Sources: 1, C: "okk_bdc_neg", Types: f32Set},
	{Name: "add", Sources: 2, C: "okk_bdc_add", Scalar: "okk_bdc_add_C", Types: f32Set},
	{Name: "sub", Sources: 2, C: "okk_bdc_sub", Scalar: "okk_bdc_sub_C", Reversed: "okk_bdc_C_sub", Types: f32Set},
	{Name: "mul", Sources: 2, C: "okk_bdc_mul", Scalar: "okk_bdc_mul_C", Types: f32Set},
	{Name: "div", Sources: 2, C: "okk_bdc_div", Scalar: "okk_bdc_div_C", Reversed: "okk_bdc_C_div", Types: f32Set},
	{Name: "mac", Sources: 2, C: "okk_bdc_mac", Scalar: "okk_bdc_mac_C", ReadsDestination: true, Types: f32Set},
	{Name: "max", Sources: 2, C: "okk_bdc_max", Scalar: "okk_bdc_max_C", Types: f32Set},
	{Name: "min", Sources: 2, C: "okk_bdc_min", Scalar: "okk_bdc_min_C", Types: f32Set},
	{Name: "and", Sources: 2, C: "okk_bdc_32bit_and", Scalar: "okk_bdc_32bit_and_C", Types: bits32},
	{Name: "or", Sources: 2, C: "okk_bdc_32bit_or", Scalar: "okk_bdc_32bit_or_C", Types: bits32},
	{Name: "xor", Sources: 2, C: "okk_bdc_32bit_xor", Scalar: "okk_bdc_32bit_xor_C", Types: bits32},
	{Name: "arithmetic_shift", Sources: 2, C: "okk_bdc_32bit_arithmetic_shift", Scalar: "okk_bdc_32bit_arithmetic_shift_C", Reversed: "okk_bdc_32bit_C_arithmetic_shift", Types: int32Set},
	{Name: "logical_shift", Sources: 2, C: "okk_bdc_32bit_logical_shift", Scalar: "okk_bdc_32bit_logical_shift_C", Reversed: "okk_bdc_32bit_C_logical_shift", Types: int32Set},
}

// WholeTensor lists the functions of okk.function, which take whole tensors in aligned
// layout (OKKernel manual, fp32 functions; declarations in okk.h).
var WholeTensor = []WholeFunction{
	{Name: "sqrt", C: "okk_bdc_sqrt", From: F32, To: F32},
	{Name: "rsqrt", C: "okk_bdc_rsqrt", From: F32, To: F32},
	{Name: "taylor_exp", C: "okk_bdc_taylor_exp", From: F32, To: F32, Series: true},
	{Name: "lookup_exp", C: "okk_bdc_lookup_exp", From: I32, To: F32},
	{Name: "exp", C: "okk_bdc_exp", From: F32, To: F32, Work: true},
	{Name: "exp_tunable", C: "okk_bdc_exp_tunable", From: F32, To: F32, Work: true, Series: true},
	{Name: "sigmoid", C: "okk_bdc_sigmoid", From: F32, To: F32, Work: true},
	{Name: "sigmoid_tunable", C: "okk_bdc_sigmoid_tunable", From: F32, To: F32, Work: true, Series: true},
	{Name: "tanh", C: "okk_bdc_tanh", From: F32, To: F32, Work: true},
	{Name: "tanh_tunable", C: "okk_bdc_tanh_tunable", From: F32, To: F32, Work: true, Series: true},
	{Name: "fp32_to_int32", C: "okk_bdc_fp32_to_int32", From: F32, To: I32},
	{Name: LookupInteger, C: "okk_bdc_lookup_int32_to_fp32", From: I32, To: F32},
}

// LookupInteger is the function with a table for the integers in [-128, 127] (OKKernel
// manual, Data Type Converting Functions).
const LookupInteger = "int32_to_fp32"

// WholeFunction is a function of one tensor that takes no strides.
type WholeFunction struct {
	Name, C      string
	From, To     DType
	Work, Series bool // takes a work buffer, the number of terms of a series
}

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

// readsDestination returns the effect of reading the destination, if a function reads it.
func readsDestination(op *ir.Operation, f *Function) []ir.Effect {
	if f == nil || !f.ReadsDestination {
		return nil
	}
	return []ir.Effect{{Kind: ir.Read, Value: op.Operand(0)}}
}

// WholeOf returns the function that an okk.function computes.
func WholeOf(name string) *WholeFunction {
	if i := slices.IndexFunc(WholeTensor, func(f WholeFunction) bool { return f.Name == name }); i >= 0 {
		return &WholeTensor[i]
	}
	return nil
}

func wholeNames() (names []string) {
	for _, f := range WholeTensor {
		names = append(names, f.Name)
	}
	return names
}

// Predicates of okk.select.
const (
	Greater = "greater"
	Equal   = "equal"
)

func eltwiseOps() []*ir.OpDef {
	const t = "!okk.local<1x3x4x5xf32, aligned>"
	tensors := "okk.kernel @k {\n  %a = okk.alloc : " + t + "\n  %b = okk.alloc : " + t + "\n  %c = okk.alloc : " + t + "\n"
	return []*ir.OpDef{
		{
			Kind:    "okk.eltwise",
			Summary: "elementwise function of tensors with any strides",
			Description: "copy, relu, reciprocal, neg, add, sub, mul, div, mac (which adds the product to the destination), " +
				"max and min of f32; and, or, xor of 32-bit elements; shifts of 32-bit integers, to the left by " +
				"positive and to the right by negative amounts, which may be i32 for tensors of ui32. A number may replace the last source, or with " +
				"`reversed` the first one. The destination may also be a source.",
			Operands: []ir.ValueDef{
				{Name: "destination", Type: localConstraint, Effects: ir.Write}, {Name: "sources", Type: localConstraint, Kind: ir.Variadic, Effects: ir.Read},
			},
			Attrs: []ir.PropDef{
				{Name: kindAttr, Type: ir.StrEnum("kind", functionNames(Eltwise)...)}, optional(scalarAttr, numberAttr, ""), word(reversedAttr, "the number is the first source"),
			},
			Traits:   ir.HasEffects,
			Assembly: "$kind $destination `,` $sources (`scalar` $scalar^)? (`reversed` $reversed^)? attr-dict `:` type($destination) `,` type($sources)",
			Effects: func(op *ir.Operation) []ir.Effect {
				return readsDestination(op, FunctionOf(Eltwise, ir.Cast[EltwiseOp](op).KindAttr()))
			},
			Verify:   verifyEltwise,
			Examples: []string{tensors + "  okk.eltwise add %c, %a, %b : " + t + ", " + t + ", " + t + "\n  okk.eltwise sub %a, %a scalar 1.0 : f32 reversed : " + t + ", " + t + "\n}"},
		},
		{
			Kind:    "okk.select",
			Summary: "choose elements by comparison",
			Description: "`select greater %d, a, b, x, y` gives x where a > b and y elsewhere; without y, which needs a number for x and takes any strides, 0 " +
				"elsewhere. Each of the four is a tensor or a number; at least one is a tensor.",
			Operands: []ir.ValueDef{
				{Name: "destination", Type: localConstraint, Effects: ir.Write}, {Name: "sources", Type: localConstraint, Kind: ir.Variadic, Effects: ir.Read},
			},
			Attrs:    []ir.PropDef{{Name: "predicate", Type: ir.StrEnum("predicate", Greater, Equal)}, {Name: constantsAttr, Type: ir.ArrayConstraint}},
			Traits:   ir.HasEffects,
			Assembly: "$predicate $destination `,` custom<Choices>($sources, $constants) attr-dict `:` type($destination) `,` type($sources)",
			Custom:   map[string]ir.CustomDirective{"Choices": {Parse: parseChoices, Print: printChoices, Form: "(value | number), …"}},
			Verify:   verifySelect,
			Examples: []string{tensors + "  okk.select greater %c, %a, 0.0 : f32, %b, 1.0 : f32 : " + t + ", " + t + ", " + t + "\n  okk.select equal %c, %a, %b, 1.0 : f32 : " + t + ", " + t + ", " + t + "\n}"},
		},
		{
			Kind:    "okk.function",
			Summary: "function of a whole tensor in aligned layout",
			Description: "The hardware approximates exp, sigmoid and tanh, and destroys a work buffer of the shape of the destination. The tunable forms and " +
				"taylor_exp take the number of terms of the series. fp32_to_int32 cuts the fraction off. int32_to_fp32 takes the integers of its table, -128 to 127. When the simulator executes a kernel, results are exact, rounded to f32.",
			Operands: []ir.ValueDef{
				{Name: "destination", Type: localConstraint, Effects: ir.Write}, {Name: "source", Type: localConstraint, Effects: ir.Read},
				{Name: "work", Type: localConstraint, Kind: ir.Optional, Effects: ir.Write},
			},
			Attrs:    []ir.PropDef{{Name: kindAttr, Type: ir.StrEnum("kind", wholeNames()...)}, optionalInt("series", 0, "terms of the series")},
			Traits:   ir.HasEffects,
			Assembly: "$kind $destination `,` $source (`work` $work^)? (`series` $series^)? attr-dict `:` type($destination) `,` type($source) (`,` type($work)^)?",
			Verify:   verifyFunction,
			Examples: []string{tensors + "  okk.function taylor_exp %b, %a series 10 : " + t + ", " + t + "\n  okk.function sigmoid %b, %a work %c : " + t + ", " + t + ", " + t + "\n}"},
		},
	}
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
