package poplar

import (
	"optc/dialect/scf"
	"optc/ir"
	"optc/ir/ranges"
)

// verifySteps refuses loops in the code of a vertex, and in the functions that it calls, whose step
// is below 1. Passes delete such a loop, because its meaning is undefined; the simulator reports
// the same error.
func verifySteps(compute *ir.Operation, tables *ir.SymbolTables) *ir.Diagnostic {
	for _, code := range reachedCode(compute, tables) {
		var known *ranges.Analysis
		var found *ir.Diagnostic
		ir.Walk(code, func(op *ir.Operation) ir.WalkResult {
			for _, step := range loopSteps(op) {
				n, constant := step.Const, step.Value == nil
				if !constant && known == nil {
					known = ranges.Analyze(code, nil)
				}
				if !constant {
					n = known.Signed(step.Value).Hi
				}
				if n < 1 {
					found = op.Errorf("loop step must be positive, but got %d", n).WithCode(Codes + "step")
					return ir.Interrupt
				}
			}
			return ir.Advance
		})
		if found != nil {
			return found
		}
	}
	return nil
}

// loopSteps returns the steps of an operation that is a loop. A step that is a constant has
// no value.
func loopSteps(op *ir.Operation) []ir.Mixed {
	var values []*ir.Value
	switch loop := op.Typed().(type) {
	case scf.ForOp:
		if n, ok := ir.ConstantInt(loop.Step()); loop.UnsignedCmp() && !(ok && n.IsZero()) {
			return nil // no unsigned number is negative
		}
		values = []*ir.Value{loop.Step()}
	case scf.ParallelOp:
		values = loop.Step()
	case scf.ForallOp:
		return loop.MixedStep()
	}
	steps := make([]ir.Mixed, len(values))
	for i, v := range values {
		steps[i].Value = v
		if n, ok := ir.ConstantInt(v); ok && n.IsInt64() {
			steps[i] = ir.Mixed{Const: n.Int64()}
		}
	}
	return steps
}

// reachedCode returns the code of a vertex and the functions that it calls, directly or
// indirectly.
func reachedCode(compute *ir.Operation, tables *ir.SymbolTables) []*ir.Operation {
	list, seen := []*ir.Operation{compute}, map[*ir.Operation]bool{}
	for i := 0; i < len(list); i++ {
		ir.Walk(list[i], func(op *ir.Operation) ir.WalkResult {
			if call := op.Def().Interfaces.Call; call != nil && call.Callee(op) != nil {
				if f := tables.LookupFrom(op, call.Callee(op)); f != nil && !seen[f] {
					seen[f] = true
					list = append(list, f)
				}
			}
			return ir.Advance
		})
	}
	return list
}
