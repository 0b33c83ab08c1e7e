package okk

import "optc/ir"

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
	{Name: "add", Sources: 2, C: "okk_bdc_fixed_point_packed_add", Scalar: "okk_bdc_fixed_point_packed_add_C", Types: smallInt},
	{Name: "sub", Sources: 2, C: "okk_bdc_fixed_point_packed_sub", Scalar: "okk_bdc_fixed_point_packed_sub_C", Reversed: "okk_bdc_fixed_point_packed_C_sub", Types: smallInt},
	{Name: "mul", Sources: 2, C: "okk_bdc_fixed_point_packed_mul", Scalar: "okk_bdc_fixed_point_packed_mul_C", Types: smallInt, NarrowSources: true},
	{Name: "mac", Sources: 2, C: "okk_bdc_fixed_point_packed_mac", Scalar: "okk_bdc_fixed_point_packed_mac_C", ReadsDestination: true, Types: smallInt, NarrowSources: true, WideResult: true},
	{Name: "max", Sources: 2, C: "okk_bdc_fixed_point_packed_max", Scalar: "okk_bdc_fixed_point_packed_max_C", Types: smallInt, Selects: true},
	{Name: "min", Sources: 2, C: "okk_bdc_fixed_point_packed_min", Scalar: "okk_bdc_fixed_point_packed_min_C", Types: smallInt, Selects: true},
	{Name: "arithmetic_shift", Sources: 2, C: "okk_bdc_fixed_point_packed_16bit_arithmetic_shift", Scalar: "okk_bdc_fixed_point_packed_16bit_arithmetic_shift_C",
		Reversed: "okk_bdc_fixed_point_packed_16bit_C_arithmetic_shift", Types: int16Set},
	{Name: "logical_shift", Sources: 2, C: "okk_bdc_fixed_point_packed_16bit_logical_shift", Scalar: "okk_bdc_fixed_point_packed_16bit_logical_shift_C",
		Reversed: "okk_bdc_fixed_point_packed_16bit_C_logical_shift", Types: int16Set},
	{Name: SplitHigh, Sources: 1, C: "okk_bdc_fixed_point_packed_16bit_split_high_8bit", Operands: []DTypeSet{int8Set, int16Set}},
	{Name: SplitLow, Sources: 2, C: "okk_bdc_fixed_point_packed_16bit_split_low_8bit", Operands: []DTypeSet{int8Set, int16Set, int16Set}, Works: 1},
	// The sources of mul_16x8 are the high bytes, the low bytes and the factor of 8 bits.
	{Name: Mul16x8, Sources: 3, C: "okk_bdc_fixed_point_packed_16bit_mul_8bit", Operands: []DTypeSet{int16Set, int8Set, int8Set, int8Set}},
	// The work buffers of mul_s16_u8 hold the numbers without their high bytes, the high
	// and the low bytes.
	{Name: MulS16U8, Sources: 5, C: "okk_bdc_fixed_point_packed_s16_mul_u8_to_s16",
		Operands: []DTypeSet{1 << I16, 1 << I16, 1 << UI8, int16Set, int8Set, int8Set}, Works: 3},
}

func fixedOps() []*ir.OpDef {
	const t, u = "!okk.local<6x5x4x5xi8, mode = n4, aligned>", "!okk.local<6x5x4x5xi16, mode = n2, aligned>"
	return []*ir.OpDef{
		{
			Kind:    "okk.fixed_point",
			Summary: "fixed-point function of 8- and 16-bit integers",
			Description: "On a machine with packed modes, 8-bit operands are in mode n4 and 16-bit operands in mode n2; on " +
				"other machines they are in mode n1. All operands start at NPU 0. add, sub, mul and mac compute the " +
				"exact result, add half a unit of the last place that remains, shift right by `rshift`, and saturate " +
				"to the width of the destination: as signed numbers if a source is signed and for differences, as " +
				"unsigned numbers otherwise. A signed source needs a signed destination. mul and mac take 8-bit " +
				"sources; mac has a 16-bit destination, whose old value it first shifts left by `lshift`. " +
				"max and min take sources and a destination of one type. Shifts, of 16-bit elements, go to the left by positive and to the right by " +
				"negative amounts. split_high and split_low extract the high and low bytes of 16-bit elements; the " +
				"second source of split_low is a work buffer, which is destroyed. mul_16x8 multiplies the numbers " +
				"whose high and low bytes are its first sources. mul_s16_u8 multiplies i16 by ui8 and destroys three " +
				"work buffers, of 16, 8 and 8 bits.",
			Operands: []ir.ValueDef{
				{Name: "destination", Type: localConstraint, Effects: ir.Write}, {Name: "sources", Type: localConstraint, Kind: ir.Variadic, Effects: ir.Read},
			},
			Attrs: []ir.PropDef{
				{Name: kindAttr, Type: ir.StrEnum("kind", functionNames(FixedPoint)...)}, optional(scalarAttr, numberAttr, ""), word(reversedAttr, "the number is the first source"),
				optionalInt("lshift", 0, "0 to 31"), optionalInt("rshift", 0, "0 to 31"),
			},
			Traits: ir.HasEffects,
			Assembly: "$kind $destination `,` $sources (`scalar` $scalar^)? (`reversed` $reversed^)? (`lshift` $lshift^)? (`rshift` $rshift^)? attr-dict " +
				"`:` type($destination) `,` type($sources)",
			Effects: fixedEffects,
			Verify:  verifyFixedPoint,
			Examples: []string{"okk.kernel @k {\n  %a = okk.alloc : " + t + "\n  %b = okk.alloc : " + t + "\n  %c = okk.alloc : " + u +
				"\n  okk.fixed_point mul %c, %a, %b rshift 1 : " + u + ", " + t + ", " + t +
				"\n  okk.fixed_point add %a, %a scalar 3 : i32 : " + t + ", " + t + "\n}", fixedExample},
		},
		{
			Kind: "okk.int8_to_fp32", GoName: "Int8ToFP32",
			Summary:     "8-bit integers as f32",
			Description: "All three are aligned or all three are compact; the source is in mode n1 or n4. The work buffer has the type of the destination and is destroyed.",
			Operands: []ir.ValueDef{
				{Name: "destination", Type: localConstraint, Effects: ir.Write}, {Name: "source", Type: localConstraint, Effects: ir.Read},
				{Name: "work", Type: localConstraint, Effects: ir.Write},
			},
			Traits:   ir.HasEffects,
			Assembly: "$destination `,` $source `,` $work attr-dict `:` type($destination) `,` type($source) `,` type($work)",
			Verify:   verifyInt8,
			Examples: []string{`okk.kernel @k {
  %a = okk.alloc : !okk.local<2x3x4x5xi8, aligned>
  %b = okk.alloc : !okk.local<2x3x4x5xf32, aligned>
  %w = okk.alloc : !okk.local<2x3x4x5xf32, aligned>
  okk.int8_to_fp32 %b, %a, %w : !okk.local<2x3x4x5xf32, aligned>, !okk.local<2x3x4x5xi8, aligned>, !okk.local<2x3x4x5xf32, aligned>
}`},
		},
	}
}

// fixedEffects returns whether the destination is read, and which sources are work
// buffers.
func fixedEffects(op *ir.Operation) []ir.Effect {
	fixedPoint := ir.Cast[FixedPointOp](op)
	f := FunctionOf(FixedPoint, fixedPoint.KindAttr())
	list := readsDestination(op, f)
	if sources := fixedPoint.Sources(); f != nil && len(sources) == f.Sources {
		for _, v := range sources[f.Sources-f.Works:] {
			list = append(list, ir.Effect{Kind: ir.Write, Value: v})
		}
	}
	return list
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
