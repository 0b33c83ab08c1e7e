package lowering_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"optc/dialect/all"
	"optc/dialect/arith"
	"optc/ir"
	"optc/ir/lowering"
	"optc/parser"
)

// twice is an operation that answers for every GPU, and separately for one chip.
var twice = &ir.OpDef{
	Kind:     "own.twice",
	Operands: []ir.ValueDef{{Name: "x", Type: ir.AnySignlessInteger}},
	Results:  []ir.ValueDef{{Name: "result", Type: ir.AnySignlessInteger}},
	Traits:   ir.Pure | ir.SameOperandsAndResultType,
	Assembly: "$x attr-dict `:` type($x)",
	Implements: []ir.Implementation{lowering.By(
		lowering.As("gpu", func(rw *ir.Rewriter, op *ir.Operation) bool {
			rw.Replace(op, arith.NewAddI(rw, op.Operand(0), op.Operand(0)).Result())
			return true
		}),
		lowering.As("sm_80", func(rw *ir.Rewriter, op *ir.Operation) bool {
			one := arith.ConstantInt(rw, op.Operand(0).Type(), 1)
			rw.Replace(op, arith.NewShLI(rw, op.Operand(0), one).Result())
			return true
		}),
		lowering.In("gpu", "c++", func(_ lowering.Writer, _ *ir.Operation, x []string) []string { return []string{"2 * " + x[0]} }),
	)},
}

// endless becomes itself.
var endless = &ir.OpDef{
	Kind:     "own.endless",
	Assembly: "attr-dict",
	Implements: []ir.Implementation{lowering.By(lowering.As("gpu", func(rw *ir.Rewriter, op *ir.Operation) bool {
		rw.Op(ir.Kind("own.endless"), nil, nil)
		rw.Erase(op)
		return true
	}))},
}

func parse(text string) (*ir.Context, *ir.Operation, error) {
	dialect := &ir.Dialect{Name: "own", Define: func() ir.Definitions { return ir.Definitions{Ops: []*ir.OpDef{twice, endless}} }}
	c := ir.NewContext(append(all.Dialects(), dialect)...)
	m, err := parser.Parse(context.Background(), c, &ir.Source{Name: "in.mlir", Text: text}, nil)
	return c, m, err
}

// The answer for a chip wins over the answer for its family.
func Example() {
	for _, target := range []lowering.Target{{"sm_80", "nvidia", "gpu"}, {"gfx942", "amd", "gpu"}} {
		c, m, err := parse("func.func @f(%x: i32) -> i32 {\n  %0 = own.twice %x : i32\n  return %0 : i32\n}")
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(target.Languages(m.Body().Front().Body().Front()))
		if _, d := target.Lower(ir.NewRewriter(c, nil), m); d != nil {
			fmt.Println(d)
		}
		fmt.Println(m.Body().Front().Body().Back().Operand(0).DefiningOp().Name())
	}
	// Output:
	// [c++]
	// arith.shli
	// [c++]
	// arith.addi
}

func TestEndless(t *testing.T) {
	t.Parallel()
	c, m, err := parse("own.endless")
	if err != nil {
		t.Fatal(err)
	}
	if _, d := (lowering.Target{"gpu"}).Lower(ir.NewRewriter(c, nil), m); d == nil || !strings.Contains(d.Error(), "64 times") {
		t.Errorf("got %v", d)
	}
}
