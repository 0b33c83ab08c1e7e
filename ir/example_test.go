package ir_test

import (
	"fmt"

	"optc/ir"
)

// A small dialect with two declared operations.
var counter = &ir.Dialect{
	Name: "counter",
	Define: func() ir.Definitions {
		return ir.Definitions{Ops: []*ir.OpDef{{
			Kind:     "counter.first",
			Summary:  "a number",
			Results:  []ir.ValueDef{{Name: "output", Type: ir.AnySignlessInteger}},
			Traits:   ir.Pure,
			Assembly: "attr-dict `:` type($output)",
		}, {
			Kind:     "counter.next",
			Summary:  "the number after another one",
			Operands: []ir.ValueDef{{Name: "input", Type: ir.AnySignlessInteger}},
			Results:  []ir.ValueDef{{Name: "output", Type: ir.AnySignlessInteger}},
			Traits:   ir.Pure | ir.SameOperandsAndResultType,
			Assembly: "$input attr-dict `:` type($output)",
		}}}
	},
}

func Example() {
	ctx := ir.NewContext(counter)
	b := ir.NewBuilder(ctx)
	module := b.Op(ir.ModuleOp{}, nil, nil)
	b.NewBlock(module.Region(0), nil, ir.Location{})
	start := b.Value(ir.Kind("counter.first"), nil, []ir.Type{ctx.I32()})
	one := b.Value(ir.Kind("counter.next"), []*ir.Value{start}, nil)
	b.Value(ir.Kind("counter.next"), []*ir.Value{one}, nil, ir.NamedAttr{Name: "counter.note", Value: ctx.Str("twice")})
	fmt.Print(module)

	b.Op(ir.Kind("counter.next"), []*ir.Value{one}, []ir.Type{ctx.I64()})
	fmt.Println(ir.Verify(module, nil))
	// Output:
	// module {
	//   %0 = counter.first : i32
	//   %1 = counter.next %0 : i32
	//   %2 = counter.next %1 {counter.note = "twice"} : i32
	// }
	// error: 'counter.next' op requires the same type for all operands and results; result #0 has type 'i64', but operand #0, a result of 'counter.next', has 'i32'; a value that takes the place of another by Rewriter.Replace or OpOperand.Set must have a type that its users accept; see current operation: %3 = "counter.next"(%1) : (i32) -> i64
}
