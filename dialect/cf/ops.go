package cf

import (
	"optc/ir"
	"optc/ir/lowering"
	"optc/sim"
)

func assert() *ir.OpDef {
	return &ir.OpDef{
		Kind:        "cf.assert",
		Summary:     "stop the program unless a condition holds",
		Description: `Has no effect if the operand is true, and ends the program with the message otherwise.`,
		Implements:  []ir.Implementation{lowering.By(lowering.Native("nvidia"), lowering.Never("gpu"))},
		Operands:    []ir.ValueDef{{Name: "arg", Type: ir.BoolConstraint}},
		Attrs:       []ir.PropDef{{Name: message, Type: ir.StrAttr}},
		// A write to no particular value marks the end of the program as an effect.
		Effects:  func(*ir.Operation) []ir.Effect { return []ir.Effect{{Kind: ir.Write}} },
		Assembly: "$arg `,` $msg attr-dict",
		Patterns: []*ir.Pattern{{Name: "erase-true-assert", Root: AssertOp{}, Rewrite: eraseTrueAssert}},
		Examples: []string{`func.func @f(%ok: i1) {
  cf.assert %ok, "expected it to be so"
  return
}`},
	}
}

func branch() *ir.OpDef {
	return &ir.OpDef{
		Kind: "cf.br", GoName: "Branch",
		New:         ir.ByHand,
		Summary:     "branch",
		Description: `Continues at a block. The operands become its arguments.`,
		Implements:  []ir.Implementation{sim.Moves()},
		Operands:    []ir.ValueDef{{Name: "destOperands", Type: ir.AnyType, Kind: ir.Variadic}},
		Successors:  []ir.SuccessorDef{{Name: "dest"}},
		Traits:      ir.Pure | ir.Terminator,
		Assembly:    "$dest (`(` $destOperands^ `:` type($destOperands) `)`)? attr-dict",
		Patterns:    []*ir.Pattern{{Name: "simplify-br", Root: BranchOp{}, Rewrite: simplifyBranch}},
		Interfaces: ir.Interfaces{Branch: &ir.Branch{
			Forwarded: func(op *ir.Operation, _ int) (lo, hi int) { return 0, op.NumOperands() },
			Taken:     func(op *ir.Operation, _ []ir.Attribute) *ir.Block { return op.Successor(0) },
		}},
		Examples: []string{`func.func @f(%x: i32) -> i32 {
  cf.br ^bb1(%x : i32)
^bb1(%y: i32):
  return %y : i32
}`},
	}
}

func condBranch() *ir.OpDef {
	return &ir.OpDef{
		Kind: "cf.cond_br", GoName: "CondBranch",
		New:     ir.ByHand,
		Summary: "conditional branch",
		Description: `Continues at the first block if the condition is true and at the second one
otherwise. The optional weights are the relative frequencies of the two.`,
		Implements: []ir.Implementation{sim.Moves("trueDestOperands", "falseDestOperands")},
		Operands: []ir.ValueDef{
			{Name: "condition", Type: ir.BoolConstraint},
			{Name: "trueDestOperands", Type: ir.AnyType, Kind: ir.Variadic},
			{Name: "falseDestOperands", Type: ir.AnyType, Kind: ir.Variadic},
		},
		Attrs:      []ir.PropDef{{Name: branchWeights, Type: ir.DenseI32ArrayAttr, Go: ir.GoAttr[ir.Attribute](), Optional: true}},
		Successors: []ir.SuccessorDef{{Name: "trueDest"}, {Name: "falseDest"}},
		Traits:     ir.Pure | ir.Terminator | ir.AttrSizedOperandSegments,
		Assembly: "$condition (`weights` `(` $branch_weights^ `)` )? `,`" +
			"$trueDest (`(` $trueDestOperands^ `:` type($trueDestOperands) `)`)? `,`" +
			"$falseDest (`(` $falseDestOperands^ `:` type($falseDestOperands) `)`)? attr-dict",
		Verify: verifyWeights,
		Patterns: []*ir.Pattern{
			{Name: "constant-cond-br", Root: CondBranchOp{}, Rewrite: constantCondition},
			{Name: "pass-through-cond-br", Root: CondBranchOp{}, Rewrite: passThroughCondBranch},
			{Name: "identical-successors-cond-br", Root: CondBranchOp{}, Rewrite: identicalSuccessors},
			{Name: "same-condition-cond-br", Root: CondBranchOp{}, Rewrite: sameCondition},
			{Name: "propagate-condition", Root: CondBranchOp{}, Rewrite: propagateCondition},
			{Name: "unreachable-cond-br", Root: CondBranchOp{}, Rewrite: dropUnreachable},
		},
		Interfaces: ir.Interfaces{Branch: &ir.Branch{
			Forwarded: func(op *ir.Operation, i int) (lo, hi int) { return op.OperandRange(groupTrue + i) },
			Taken: func(op *ir.Operation, operands []ir.Attribute) *ir.Block {
				c, ok := operands[0].(*ir.IntegerAttr)
				if !ok {
					return nil
				}
				if c.Bool() {
					return op.Successor(0)
				}
				return op.Successor(1)
			},
		}},
		Examples: []string{`func.func @f(%c: i1, %a: i32, %b: i32) -> i32 {
  cf.cond_br %c weights([1, 2]), ^bb1(%a : i32), ^bb1(%b : i32)
^bb1(%x: i32):
  return %x : i32
}`},
	}
}
