package poplar

import (
	"optc/dialect/arith"
	"optc/ir"
	"optc/sim"
)

const quarterDoc = `A quarter is an 8-bit float with a byte of metadata, which holds the scale in bits
[5:0], in two's complement, and the format in bit 7: 0 for F143 (f8E4M3FNUZ) and 1
for F152 (f8E5M2FNUZ). Its value is the value of its bits in the format times
2^scale. In code the bits and the metadata are i8 (PopLibs,
inlineAssemblerConv.hpp, setFp8Format and setFp8Scale; the numbers of the formats
are assumed from the order in QuarterMetadata::Format).`

func convertOps() []*ir.OpDef {
	return []*ir.OpDef{
		{
			Kind:    "poplar.convert",
			Summary: "float of another type, or of the same",
			Description: `Converts as C++ does: generic code need not know which of the types is wider.
Canonicalization replaces it by arith.extf or arith.truncf, or drops it.`,
			Implements: []ir.Implementation{sim.Moves()},
			Operands:   []ir.ValueDef{{Name: "value", Type: ir.AnyFloat}},
			Results:    []ir.ValueDef{{Name: "result", Type: ir.AnyFloat}},
			Traits:     ir.Pure,
			Assembly:   "$value attr-dict `:` type($value) `to` type($result)",
			Verify: func(op *ir.Operation) *ir.Diagnostic {
				if from, to := convertTypes(op); from != to && from.Kind.Bits == to.Kind.Bits {
					return op.Errorf("expected the same type or types of different widths, but got '%s' and '%s'", from, to)
				}
				return nil
			},
			Fold: func(op *ir.Operation, _ []ir.Attribute) ir.FoldResult {
				convert := ir.Cast[ConvertOp](op)
				if v := convert.Value(); v.Type() == convert.Result().Type() {
					return ir.FoldToValue(v)
				}
				return ir.FoldResult{}
			},
			Patterns: []*ir.Pattern{{Name: "convert-to-arith", Root: ConvertOp{}, Rewrite: convertToArith}},
			Examples: []string{convertExample},
		},
		{
			Kind:        "poplar.from_quarter",
			Summary:     "the float value of a quarter",
			Description: quarterDoc + "\n\nThe result is rounded to the nearest value of its type, to even ones in the middle.",
			Implements:  []ir.Implementation{sim.Moves()},
			Operands:    []ir.ValueDef{{Name: "quarter", Type: ir.I8Constraint}, {Name: "metadata", Type: ir.I8Constraint}},
			Results:     []ir.ValueDef{{Name: "result", Type: ir.AnyFloat}},
			Traits:      ir.Pure,
			Assembly:    "$quarter `metadata` $metadata attr-dict `:` type($result)",
			Examples:    []string{convertExample},
		},
		{
			Kind:    "poplar.to_quarter",
			Summary: "quarter that is nearest to a float",
			Description: quarterDoc + "\n\nRounds to the nearest quarter, to even ones in the middle. What is too large becomes NaN, or " +
				"the largest quarter of its sign with `saturate`; infinity and NaN become NaN.",
			Implements: []ir.Implementation{sim.Moves()},
			Operands:   []ir.ValueDef{{Name: "value", Type: ir.AnyFloat}, {Name: "metadata", Type: ir.I8Constraint}},
			Results:    []ir.ValueDef{{Name: "quarter", Type: ir.I8Constraint}},
			Attrs:      []ir.PropDef{flag("saturate")},
			Traits:     ir.Pure,
			Assembly:   "$value `metadata` $metadata (`saturate` $saturate^)? attr-dict `:` type($value)",
			Examples:   []string{convertExample},
		},
	}
}

const convertExample = `poplar.vertex @"demo::Cast<half, quarter>" worker {
  poplar.field @src : !poplar.in<f16>
  poplar.field @metadata : !poplar.in<ui8>
  poplar.compute (%src : f16, %metadata : i8) {
    %q = poplar.to_quarter %src metadata %metadata saturate : f16
    %h = poplar.from_quarter %q metadata %metadata : f16
    %f = poplar.convert %h : f16 to f32
    poplar.compute_return
  }
}`

func convertTypes(op *ir.Operation) (from, to *ir.FloatType) {
	convert := ir.Cast[ConvertOp](op)
	return convert.Value().Type().(*ir.FloatType), convert.Result().Type().(*ir.FloatType)
}

func convertToArith(op *ir.Operation, rw *ir.Rewriter) bool {
	from, to := convertTypes(op)
	if v := ir.Cast[ConvertOp](op).Value(); from.Kind.Bits < to.Kind.Bits {
		rw.Replace(op, arith.NewExtF(rw, to, v).Out())
	} else {
		rw.Replace(op, arith.NewTruncF(rw, to, v).Out())
	}
	return true
}
