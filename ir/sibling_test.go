package ir_test

import (
	"strings"
	"testing"

	"optc/ir"
)

// TestSiblingOfUnusedOperation checks that a wrong type suggests an operation that the program
// does not use, whose definition is not prepared yet.
func TestSiblingOfUnusedOperation(t *testing.T) {
	t.Parallel()
	add := func(kind ir.Kind, of *ir.TypeConstraint) *ir.OpDef {
		return &ir.OpDef{Kind: kind, Summary: "add", Operands: []ir.ValueDef{{Name: "input", Type: of}}}
	}
	toy := &ir.Dialect{Name: "toy", Define: func() ir.Definitions {
		return ir.Definitions{Ops: []*ir.OpDef{
			{Kind: "toy.make", Summary: "make", Results: []ir.ValueDef{{Name: "output", Type: ir.AnyType}}},
			add("toy.addi", ir.AnySignlessInteger), add("toy.addf", ir.AnyFloat),
		}}
	}}
	ctx := ir.NewContext(toy)
	b := ir.NewBuilder(ctx)
	module := b.Op(ir.ModuleOp{}, nil, nil)
	b.NewBlock(module.Region(0), nil, ir.Location{})
	x := b.Value(ir.Kind("toy.make"), nil, []ir.Type{ctx.F32()})
	b.Op(ir.Kind("toy.addi"), []*ir.Value{x}, nil)
	if err := ir.Verify(module, nil); err == nil || !strings.Contains(err.Error(), "; for these types there is 'toy.addf';") {
		t.Error(err)
	}
}
