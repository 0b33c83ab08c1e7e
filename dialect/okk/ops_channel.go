package okk

import "optc/ir"

func channelOps() []*ir.OpDef {
	const t, v = "!okk.local<1x3x4x5xf32, aligned>", "!okk.local<1x3x1x1xf32, compact>"
	tensors := "okk.kernel @k {\n  %a = okk.alloc : " + t + "\n  %b = okk.alloc : " + t + "\n  %v = okk.alloc : " + v + "\n"
	read := func(name string) ir.ValueDef {
		return ir.ValueDef{Name: name, Type: localConstraint, Effects: ir.Read}
	}
	destination := ir.ValueDef{Name: "destination", Type: localConstraint, Effects: ir.Write}
	one := func(kind ir.OpKind, verb, summary string) *ir.OpDef {
		return &ir.OpDef{
			Kind: kind.Kind(), Summary: summary, Description: "The numbers are a compact tensor (1, C, 1, 1) of the same first NPU.",
			Operands: []ir.ValueDef{destination, read("source"), read("numbers")},
			Traits:   ir.HasEffects,
			Assembly: "$destination `,` $source `,` $numbers attr-dict `:` type($destination) `,` type($source) `,` type($numbers)",
			Verify:   verifyPerChannel,
			Examples: []string{tensors + "  okk." + verb + " %b, %a, %v : " + t + ", " + t + ", " + v + "\n}"},
		}
	}
	return []*ir.OpDef{
		one(BiasOp{}, "bias", "add a number per channel"),
		one(ScaleOp{}, "scale", "multiply by a number per channel"),
		{
			Kind: "okk.scale_bias", Summary: "multiply by a number per channel and add another",
			Description: "Scale and bias are compact tensors (1, C, 1, 1) of the same first NPU.",
			Operands:    []ir.ValueDef{destination, read("source"), read("scale"), read("bias")},
			Traits:      ir.HasEffects,
			Assembly:    "$destination `,` $source `,` $scale `,` $bias attr-dict `:` type($destination) `,` type($source) `,` type($scale) `,` type($bias)",
			Verify:      verifyPerChannel,
			Examples:    []string{tensors + "  okk.scale_bias %b, %a, %v, %v : " + t + ", " + t + ", " + v + ", " + v + "\n}"},
		},
	}
}
