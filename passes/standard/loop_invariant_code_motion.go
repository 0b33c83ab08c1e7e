package standard

import (
	"optc/ir"
	"optc/passes"
)

// LoopInvariantCodeMotion moves operations out of loops.
//
//	scf.for %i = %lo to %hi step %s {        %v = arith.addi %a, %b : i32
//	  %v = arith.addi %a, %b : i32       →   scf.for %i = %lo to %hi step %s {
//	  "use"(%v, %i) …                          "use"(%v, %i) …
//	}                                        }
var LoopInvariantCodeMotion = &passes.Pass{
	Name:  "loop-invariant-code-motion",
	Title: "Hoist loop invariant instructions outside of the loop",
	Doc: `Moves operations that are speculatable, have no memory effect and use only values
from outside of the loop before the loop; inner loops are processed first.`,
	Run: runLoopInvariantCodeMotion,
}

func runLoopInvariantCodeMotion(c *passes.Context) (bool, error) {
	changed := false
	c.WalkPost(c.Op, func(loop *ir.Operation) ir.WalkResult {
		l := loop.Def().Interfaces.Loop
		if l == nil || l.Bodies == nil {
			return ir.Advance
		}
		for _, body := range l.Bodies(loop) {
			changed = hoistFrom(c, loop, body) || changed
		}
		return ir.Advance
	})
	return changed, nil
}

// hoistFrom moves the invariant operations of a loop body before the loop.
func hoistFrom(c *passes.Context, loop *ir.Operation, body *ir.Region) bool {
	changed, steps := false, ir.StepsOf(c)
	for b := range body.Blocks() {
		for op := range b.Ops() {
			if c.Ended() {
				return changed
			}
			if !op.IsTerminator() && usesOnlyOutside(op, body) && ir.IsPure(op) && steps.Did(steps.Try(ir.StepHoist, op)) {
				op.MoveBefore(loop)
				changed = true
			}
		}
	}
	return changed
}

// usesOnlyOutside reports whether op and the operations nested in it use no value of the
// body, except values that op itself defines inside. The values that op uses are defined
// in a region around the use: inside of op, in the body itself, or outside of the loop.
func usesOnlyOutside(op *ir.Operation, body *ir.Region) bool {
	return ir.Walk(op, func(o *ir.Operation) ir.WalkResult {
		for i := range o.NumOperands() {
			if o.Operand(i).ParentBlock().Region() == body {
				return ir.Interrupt
			}
		}
		return ir.Advance
	})
}
