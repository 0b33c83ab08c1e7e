package ir_test

import (
	"fmt"

	"optc/ir"
)

// The smallest dialect: one operation, declared.
var counter = &ir.Dialect{
	Name: "counter",
	Ops: []*ir.OpDef{{
		Name:     "counter.next",
		Summary:  "the number after another one",
		Operands: []ir.ValueDef{{Name: "input", Type: ir.AnySignlessInteger}},
		Results:  []ir.ValueDef{{Name: "output", Type: ir.AnySignlessInteger}},
		Traits:   ir.Pure | ir.SameOperandsAndResultType,
		Assembly: "$input attr-dict `:` type($output)",
	}},
}

func Example() {
	ctx := ir.NewContext(counter)
	b := ir.NewBuilder(ctx)
	module := b.Op(ir.Module, nil, nil)
	body := b.NewBlock(module.Region(0), nil, ir.Location{})
	start := body.AddArg(ctx.I32(), ir.Location{})
	one := b.Value("counter.next", []*ir.Value{start}, nil)
	b.Value("counter.next", []*ir.Value{one}, nil, ir.NamedAttr{Name: "counter.note", Value: ctx.Str("twice")})
	fmt.Print(module)

	b.Op("counter.next", []*ir.Value{one}, []ir.Type{ctx.I64()})
	var found ir.Diagnostics
	fmt.Println("valid:", ir.Verify(module, &found))
	fmt.Print(&found)
	// Output:
	// module {
	// ^bb0(%arg0: i32):
	//   %0 = counter.next %arg0 : i32
	//   %1 = counter.next %0 {counter.note = "twice"} : i32
	// }
	// valid: false
	// <unknown>:0: error: 'counter.next' op requires the same type for all operands and results
}
