package okk

import (
	"slices"

	"optc/ir"
)

const (
	int16Set = DTypeSet(1<<I16 | 1<<UI16)
	int8Set  = DTypeSet(1<<I8 | 1<<UI8)
	smallInt = int16Set | int8Set
)

// Kinds of okk.fixed_point that differ between widths.
const (
	SplitHigh = "split_high"
	SplitLow  = "split_low"
	Mul16x8   = "mul_16x8"
	MulS16U8  = "mul_s16_u8"
)

// FixedPoint lists the functions of okk.fixed_point (OKKernel manual, fixed-point
// functions; declarations in okk.h). Types are the types of the first source.
var FixedPoint = []Function{
	{Name: "add", Sources: 2, C: "okk_bdc_fixed_point_packed_add", Scalar: "okk_bdc_fixed_point_packed_add_C", Types: smallInt, Rshift: true,
		Exact: func(_, x, y, _ int64) int64 { return x + y }},
	{Name: "sub", Sources: 2, C: "okk_bdc_fixed_point_packed_sub", Scalar: "okk_bdc_fixed_point_packed_sub_C", Reversed: "okk_bdc_fixed_point_packed_C_sub", Types: smallInt, Rshift: true,
		Exact: func(_, x, y, _ int64) int64 { return x - y }},
	{Name: "mul", Sources: 2, C: "okk_bdc_fixed_point_packed_mul", Scalar: "okk_bdc_fixed_point_packed_mul_C", Types: smallInt, NarrowSources: true, Rshift: true,
		Exact: func(_, x, y, _ int64) int64 { return x * y }},
	{Name: "mac", Sources: 2, C: "okk_bdc_fixed_point_packed_mac", Scalar: "okk_bdc_fixed_point_packed_mac_C", ReadsDestination: true, Types: smallInt, NarrowSources: true, WideResult: true, Rshift: true,
		Exact: func(d, x, y, _ int64) int64 { return d + x*y }},
	{Name: "max", Sources: 2, C: "okk_bdc_fixed_point_packed_max", Scalar: "okk_bdc_fixed_point_packed_max_C", Types: smallInt, Selects: true,
		Exact: func(_, x, y, _ int64) int64 { return max(x, y) }},
	{Name: "min", Sources: 2, C: "okk_bdc_fixed_point_packed_min", Scalar: "okk_bdc_fixed_point_packed_min_C", Types: smallInt, Selects: true,
		Exact: func(_, x, y, _ int64) int64 { return min(x, y) }},
	{Name: "arithmetic_shift", Sources: 2, C: "okk_bdc_fixed_point_packed_16bit_arithmetic_shift", Scalar: "okk_bdc_fixed_point_packed_16bit_arithmetic_shift_C",
		Reversed: "okk_bdc_fixed_point_packed_16bit_C_arithmetic_shift", Types: int16Set,
		Exact: func(_, x, y, _ int64) int64 { return shifted(int64(int16(x)), int64(int16(y))) }, Raw: true},
	{Name: "logical_shift", Sources: 2, C: "okk_bdc_fixed_point_packed_16bit_logical_shift", Scalar: "okk_bdc_fixed_point_packed_16bit_logical_shift_C",
		Reversed: "okk_bdc_fixed_point_packed_16bit_C_logical_shift", Types: int16Set,
		Exact: func(_, x, y, _ int64) int64 { return shifted(int64(uint16(x)), int64(int16(y))) }, Raw: true},
	{Name: SplitHigh, Sources: 1, C: "okk_bdc_fixed_point_packed_16bit_split_high_8bit", Operands: []DTypeSet{int8Set, int16Set},
		Exact: func(_, x, _, _ int64) int64 { return x >> 8 }, Raw: true},
	{Name: SplitLow, Sources: 2, C: "okk_bdc_fixed_point_packed_16bit_split_low_8bit", Operands: []DTypeSet{int8Set, int16Set, int16Set}, Works: 1,
		Exact: func(_, x, _, _ int64) int64 { return x }, Raw: true},
	// The sources of mul_16x8 are the high bytes, the low bytes and the factor of 8 bits.
	{Name: Mul16x8, Sources: 3, C: "okk_bdc_fixed_point_packed_16bit_mul_8bit", Operands: []DTypeSet{int16Set, int8Set, int8Set, int8Set}, Rshift: true,
		Exact: func(_, high, low, factor int64) int64 { return (high<<8 + low&0xff) * factor }},
	// The work buffers of mul_s16_u8 hold the numbers without their high bytes, the high
	// and the low bytes.
	{Name: MulS16U8, Sources: 5, C: "okk_bdc_fixed_point_packed_s16_mul_u8_to_s16",
		Operands: []DTypeSet{1 << I16, 1 << I16, 1 << UI8, int16Set, int8Set, int8Set}, Works: 3, Rshift: true,
		Exact: func(_, x, y, _ int64) int64 { return x * y }},
}

func fixedRows() []*Row {
	const t, u = "!okk.local<6x5x4x5xi8, mode = n4, aligned>", "!okk.local<6x5x4x5xi16, mode = n2, aligned>"
	sources := sourcesOf
	sources.Mode = PackedMode
	return []*Row{
		{
			Kind:    "okk.fixed_point",
			Summary: "fixed-point function of 8- and 16-bit integers",
			Description: "On a machine with packed modes, 8-bit operands are in mode n4 and 16-bit operands in mode n2; on " +
				"other machines they are in mode n1. All operands start at NPU 0. The functions add, sub, mul and mac compute the " +
				"exact result, add half a unit of the last place that remains, shift right by `rshift`, and saturate " +
				"to the width of the destination. Differences, and results of signed sources, saturate as signed numbers, " +
				"other results as unsigned numbers. A signed source needs a signed destination. Both mul and mac take 8-bit " +
				"sources; mac has a 16-bit destination, whose old value it first shifts left by `lshift`. " +
				"Sources and destination of max and min have one type. Shifts of 16-bit elements are to the left by positive and to the right by " +
				"negative amounts. The functions split_high and split_low extract the high and low bytes of 16-bit elements; the " +
				"second source of split_low is a work buffer, which is destroyed. The function mul_16x8 multiplies the numbers " +
				"whose high and low bytes are its first sources. The function mul_s16_u8 multiplies i16 by ui8 and destroys three " +
				"work buffers, of 16, 8 and 8 bits.",
			Attrs: []ir.PropDef{
				{Name: kindAttr, Type: ir.StrEnum("kind", functionNames(FixedPoint)...)}, optional(scalarAttr, numberAttr, ""), word(reversedAttr, "the number is the first source"),
				optionalInt("lshift", 0, "0 to 31"), optionalInt("rshift", 0, "0 to 31"),
			},
			Assembly: "$kind $destination `,` $sources (`scalar` $scalar^)? (`reversed` $reversed^)? (`lshift` $lshift^)? (`rshift` $rshift^)? attr-dict " +
				"`:` type($destination) `,` type($sources)",
			OpClass: OpClass{
				Name: "fixed_point", FixedPoint: true, SameStart: true, FirstNPU: true, InPlace: true,
				Operands: []Column{{Name: "destination", Access: ir.Write, Mode: PackedMode}, sources},
			},
			Functions: FixedPoint, Form: fixedForm, CheckAttrs: checkFixed,
			Engine: ComputeEngine, Divide: "NCH", Compute: (*Arithmetic).fixedPoint,
			Calls: map[string]Caller{OKKernel: callFixed},
			Examples: []string{"okk.kernel @k {\n  %a = okk.alloc : " + t + "\n  %b = okk.alloc : " + t + "\n  %c = okk.alloc : " + u +
				"\n  okk.fixed_point mul %c, %a, %b rshift 1 : " + u + ", " + t + ", " + t +
				"\n  okk.fixed_point add %a, %a scalar 3 : i32 : " + t + ", " + t + "\n}", fixedExample},
		},
		{
			Kind: "okk.int8_to_fp32", GoName: "Int8ToFP32",
			Summary:     "8-bit integers as f32",
			Description: "All three are aligned or all three are compact; the source is in mode n1 or n4. The work buffer has the type of the destination and is destroyed.",
			Assembly:    "$destination `,` $source `,` $work attr-dict `:` type($destination) `,` type($source) `,` type($work)",
			OpClass: OpClass{
				Name: "int8_to_fp32", SameStart: true, Operands: []Column{
					{Name: "destination", Access: ir.Write, Types: f32Set, Layouts: aligned | compact},
					{Name: "source", Access: ir.Read, Types: int8Set, Layouts: aligned | compact},
					{Name: "work", Access: ir.Write, Types: f32Set, Layouts: aligned | compact},
				},
			},
			Form:   oneLayout,
			Engine: ComputeEngine, Divide: "NCH", Compute: (*Arithmetic).convert,
			Calls: map[string]Caller{OKKernel: func(op *ir.Operation) Call {
				destination, source := op.Operand(0).Type().(*LocalType).Tensor, op.Operand(1).Type().(*LocalType).Tensor
				function := "okk_bdc_int8_to_fp32"
				if source.Mode != N1 {
					function = "okk_bdc_4N_int8_to_fp32"
				}
				return Call{function, append(eachOperand(op, addressArg), Arg{Kind: ElementShapeArg}, flagArg(source.DType.Signed()), flagArg(destination.Layout != Compact))}
			}},
			Examples: []string{`okk.kernel @k {
  %a = okk.alloc : !okk.local<2x3x4x5xi8, aligned>
  %b = okk.alloc : !okk.local<2x3x4x5xf32, aligned>
  %w = okk.alloc : !okk.local<2x3x4x5xf32, aligned>
  okk.int8_to_fp32 %b, %a, %w : !okk.local<2x3x4x5xf32, aligned>, !okk.local<2x3x4x5xi8, aligned>, !okk.local<2x3x4x5xf32, aligned>
}`},
		},
	}
}

// oneLayout: all operands have the layout of the destination.
func oneLayout(op *ir.Operation, c *OpClass) {
	l := aligned
	if op.Operand(0).Type().(*LocalType).Tensor.Layout == Compact {
		l = compact
	}
	for i := range c.Operands {
		c.Operands[i].Layouts = l
	}
}

func checkFixed(op *ir.Operation) *ir.Diagnostic {
	fixedPointOp := ir.Cast[FixedPointOp](op)
	f := FunctionOf(FixedPoint, fixedPointOp.KindAttr())
	sources := fixedPointOp.Sources()
	if d := checkForm(op, f, len(sources)); d != nil {
		return d
	}
	l, r := fixedPointOp.Lshift(), fixedPointOp.Rshift()
	if l < 0 || l > 31 || r < 0 || r > 31 {
		return problem(op, "value-range", "expected shifts in [0, 31], but got %d to the left and %d to the right", l, r)
	}
	if l != 0 && !f.ReadsDestination {
		return problem(op, "bad-op", "'%s' takes no shift to the left", f.Name)
	}
	if r != 0 && !f.Rshift {
		return problem(op, "bad-op", "'%s' takes no shift to the right", f.Name)
	}
	dst, first := fixedPointOp.Destination().Type().(*LocalType).Tensor.DType, sources[0].Type().(*LocalType).Tensor.DType
	if d := checkConstant(op, first); d != nil {
		return d
	}
	return checkSigns(op, f, dst, first)
}

// fixedForm: the types of operands depend on the function.
func fixedForm(op *ir.Operation, c *OpClass) {
	f := FunctionOf(FixedPoint, ir.Cast[FixedPointOp](op).KindAttr())
	if f.Operands != nil {
		c.InPlace = false
		for i := range c.Operands {
			c.Operands[i].Types = f.Operands[min(i, len(f.Operands)-1)]
		}
		return
	}
	// Sources have the same width (op_type_t in okk.h).
	if f.Types == int16Set {
		c.Operands[0].Types = int16Set
	}
	c.Operands[1].Types = f.Types
	if len(c.Operands) > 2 {
		c.Operands[2].Types = widthSet(op.Operand(1).Type().(*LocalType).Tensor.DType)
	}
}

// checkSigns checks the widths and signs of sources and destination against the
// combinations that op_type_t and mul_type_t have in okk.h and that the function takes
// (OKKernel manual, fixed-point functions; functional model of BM1684).
func checkSigns(op *ir.Operation, f *Function, dst, first DType) *ir.Diagnostic {
	types := factors(op, f)
	signed := slices.ContainsFunc(types, DType.Signed)
	unsigned := slices.ContainsFunc(types, func(t DType) bool { return !t.Signed() })
	mismatch := func(rule, format string, args ...any) *ir.Diagnostic {
		return problem(op, "dtype-mismatch", format, args...).Note(op.Loc(), "%s", rule)
	}
	switch {
	case f.NarrowSources && first.Bytes() != 1:
		return mismatch("the hardware multiplies 8-bit sources; okk.fixed_point mul_16x8 and mul_s16_u8 multiply numbers of 16 bits by numbers of 8 bits",
			"'%s' takes 8-bit sources, but got %s", f.Name, first)
	case f.WideResult && dst.Bytes() != 2:
		return mismatch("the hardware adds to sums of 16 bits", "'%s' has a 16-bit destination, but got %s", f.Name, dst)
	case f.Selects && signed && unsigned:
		return mismatch("the hardware compares numbers of one type, and a negative number is signed", "'%s' takes sources of one sign", f.Name)
	case f.Selects && (dst.Bytes() != first.Bytes() || dst.Signed() != first.Signed()):
		return mismatch("the result is one of the sources", "'%s' has a destination of the type of its sources, %s, but got %s", f.Name, first, dst)
	case signed && !dst.Signed():
		return problem(op, "dtype-mismatch", "'%s' of signed sources has a signed result, but the destination is %s", f.Name, dst)
	case f.Name == Mul16x8 && !signed && dst.Signed():
		return problem(op, "dtype-mismatch", "'%s' of unsigned sources has an unsigned result, but the destination is %s", f.Name, dst)
	}
	return nil
}

// factors returns the element types of the sources whose signs determine the sign of the
// result (op_type_t and mul_type_t in okk.h); a negative number counts as signed.
func factors(op *ir.Operation, f *Function) (list []DType) {
	if f.Name == SplitHigh || f.Name == SplitLow || f.Types == int16Set {
		return nil
	}
	fixedPoint := ir.Cast[FixedPointOp](op)
	for i, v := range fixedPoint.Sources() {
		if f.Name != Mul16x8 || i != 1 {
			list = append(list, v.Type().(*LocalType).Tensor.DType)
		}
	}
	if n, ok := fixedPoint.Scalar().(*ir.IntegerAttr); ok && n.Int64() < 0 {
		list = append(list, I16)
	}
	return list
}

// isSignedResult reports whether okk.fixed_point computes a signed number: a difference, or
// a result of a signed source.
func isSignedResult(op *ir.Operation) bool {
	f := FunctionOf(FixedPoint, ir.Cast[FixedPointOp](op).KindAttr())
	return f.Name == "sub" || slices.ContainsFunc(factors(op, f), DType.Signed)
}

// checkConstant checks that the number of a fixed-point operation fits the width of its
// source.
func checkConstant(op *ir.Operation, t DType) *ir.Diagnostic {
	scalar := ir.Cast[FixedPointOp](op).Scalar()
	if scalar == nil {
		return nil
	}
	number, ok := scalar.(*ir.IntegerAttr)
	if !ok {
		return problem(op, "dtype-mismatch", "expected an integer, but got '%s'", scalar)
	}
	bits := 8 * t.Bytes()
	if v := number.Int64(); v < -1<<(bits-1) || v >= 1<<bits {
		return problem(op, "value-range", "expected a number of %d bits, in [%d, %d], but got %d", bits, -1<<(bits-1), 1<<bits-1, v)
	}
	return nil
}

// widthSet holds the small integers as wide as t.
func widthSet(t DType) DTypeSet {
	if t.Bytes() == 1 {
		return int8Set
	}
	return int16Set
}

// callFixed writes a function of packed integers; the shape counts elements, strides
// count units.
func callFixed(op *ir.Operation) Call {
	fixedPoint := ir.Cast[FixedPointOp](op)
	f, number, list := FunctionOf(FixedPoint, fixedPoint.KindAttr()), fixedPoint.Scalar(), eachOperand(op, addressArg)
	if number != nil {
		list = append(list, textArg("%d", int32(NumberBits(number))))
	}
	list = append(append(list, Arg{Kind: ElementShapeArg}), eachOperand(op, strideArg)...)
	types := make([]DType, op.NumOperands())
	for i, v := range op.Operands() {
		types[i] = v.Type().(*LocalType).Tensor.DType
	}
	sign := func(t DType) string { return map[bool]string{true: "S", false: "U"}[t.Signed()] }
	switch {
	case f.Name == Mul16x8:
		list = append(list, textArg("%s16_MUL_%s8_TO_%s16", sign(types[1]), sign(types[3]), sign(types[0])))
	case f.Operands == nil && !f.Raw:
		bits, signs := 8*types[1].Bytes(), [2]string{sign(types[1])}
		if number == nil {
			signs[1] = sign(types[2])
		} else if signs[1] = "U"; f.Selects {
			signs[1] = signs[0]
		} else if int32(NumberBits(number)) < 0 {
			signs[1] = "S"
		}
		if fixedPoint.Reversed() {
			signs[0], signs[1] = signs[1], signs[0]
		}
		if f.ReadsDestination {
			list = append(list, flagArg(types[0].Signed()))
		}
		list = append(list, textArg("%s%d_OP_%s%d_TO_%s%d", signs[0], bits, signs[1], bits, sign(types[0]), 8*types[0].Bytes()))
		if f.ReadsDestination {
			list = append(list, textArg("%d", fixedPoint.Lshift()))
		}
	}
	if f.Rshift {
		list = append(list, textArg("%d", fixedPoint.Rshift()))
	}
	return Call{f.form(op), list}
}

const fixedExample = `okk.kernel @products {
  %a = okk.alloc : !okk.local<6x5x4x5xi16, mode = n2, aligned>
  %b = okk.alloc : !okk.local<6x5x4x5xui8, mode = n4, aligned>
  %c = okk.alloc : !okk.local<6x5x4x5xi16, mode = n2, aligned>
  %work = okk.alloc : !okk.local<6x5x4x5xi16, mode = n2, aligned>
  %high = okk.alloc : !okk.local<6x5x4x5xi8, mode = n4, aligned>
  %low = okk.alloc : !okk.local<6x5x4x5xui8, mode = n4, aligned>
  okk.fixed_point split_high %high, %a : !okk.local<6x5x4x5xi8, mode = n4, aligned>, !okk.local<6x5x4x5xi16, mode = n2, aligned>
  okk.fixed_point mul_s16_u8 %c, %a, %b, %work, %high, %low rshift 4 : !okk.local<6x5x4x5xi16, mode = n2, aligned>, !okk.local<6x5x4x5xi16, mode = n2, aligned>, !okk.local<6x5x4x5xui8, mode = n4, aligned>, !okk.local<6x5x4x5xi16, mode = n2, aligned>, !okk.local<6x5x4x5xi8, mode = n4, aligned>, !okk.local<6x5x4x5xui8, mode = n4, aligned>
}`
