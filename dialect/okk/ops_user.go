package okk

import (
	"optc/ir"
	"optc/sim"
)

func yieldOp() []*ir.OpDef {
	const t = "!okk.local<1x3x4x5xf32, aligned>"
	return []*ir.OpDef{
		{
			Kind:        "okk.yield",
			Summary:     "end of the code of okk.compute",
			Implements:  []ir.Implementation{sim.Moves()},
			Operands:    []ir.ValueDef{{Name: "values", Type: ir.AnyType, Kind: ir.Variadic}},
			Traits:      ir.Terminator | ir.Pure,
			Constraints: []ir.Constraint{ir.HasParent{ComputeOp{}}},
			Assembly:    "$values attr-dict `:` type($values)",
			Examples: []string{"okk.kernel @k {\n  %a = okk.alloc : " + t + "\n  okk.compute \"zero\"() to (%a) : () -> " + t + ` {
    %y = arith.constant 0.0 : f32
    okk.yield %y : f32
  }
}`},
		},
	}
}

func assertOps() []*ir.OpDef {
	assert := func(kind ir.OpKind, summary, assembly, example string, attrs ...ir.PropDef) *ir.OpDef {
		return &ir.OpDef{
			Kind: kind.Kind(), Summary: summary, Description: "okk-check-asserts evaluates and removes it.",
			Operands: []ir.ValueDef{{Name: "tensor", Type: localConstraint}},
			Attrs:    attrs, Assembly: "$tensor " + assembly + " attr-dict `:` type($tensor)",
			Examples: []string{"okk.kernel @k {\n  %t = okk.alloc at 2048 : !okk.local<2x3x4x5xf32, aligned, start = 2>\n  " + example + " : !okk.local<2x3x4x5xf32, aligned, start = 2>\n}"},
		}
	}
	return []*ir.OpDef{
		assert(AssertAtOp{}, "assertion: where an element lies", "$at `npu` $npu `offset` $offset", "okk.assert_at %t [1, 2, 3, 4] npu 0 offset 460",
			ir.PropDef{Name: "at", Type: ir.DenseI64ArrayAttr}, ir.PropDef{Name: "npu", Type: integerAttr}, ir.PropDef{Name: "offset", Type: integerAttr}),
		assert(AssertLayoutOp{}, "assertion: strides, block rows, bytes", "(`strides` $strides^)? (`rows` $rows^)? (`reserved` $reserved^)?",
			"okk.assert_layout %t strides [64, 32, 5, 1] rows 2 reserved 512",
			optional("strides", ir.DenseI64ArrayAttr, ""), optionalInt("rows", -1, "block rows"), optionalInt("reserved", -1, "bytes of every NPU")),
		assert(AssertByteOp{}, "assertion: what a byte is for", "`npu` $npu `offset` $offset `is` $class ($at^ `byte` $byte)?", `okk.assert_byte %t npu 2 offset 1 is "element" [0, 0, 0, 0] byte 1`,
			ir.PropDef{Name: "npu", Type: integerAttr}, ir.PropDef{Name: "offset", Type: integerAttr},
			ir.PropDef{Name: "class", Type: ir.StrAttr, Doc: "element, dummy, tail, padding, gap, free or outside"},
			optional("at", ir.DenseI64ArrayAttr, "the element"), optionalInt("byte", 0, "of the element")),
	}
}
