package passes

import (
	"slices"

	"optc/ir"
)

// MoveDefinitions moves the operations that define values before another operation, with the operations whose results they need
// (moveValueDefinitions upstream). It moves nothing and returns false if an operation is in another block, depends on the operation
// before, or has effects on memory.
func MoveDefinitions(rw *ir.Rewriter, values []*ir.Value, before *ir.Operation) bool {
	var dom ir.Dominance
	var late []*ir.Operation
	movable := true
	var visit func(v *ir.Value)
	visit = func(v *ir.Value) {
		op := v.DefiningOp()
		if !movable || dom.ValueDominates(v, before) || slices.Contains(late, op) {
			return
		}
		if op == nil || op == before || op.Block() != before.Block() || !ir.IsMemoryEffectFree(op) {
			movable = false
			return
		}
		ir.Walk(op, func(inner *ir.Operation) ir.WalkResult {
			for _, used := range inner.Operands() {
				if def := used.DefiningOp(); def == nil && !op.IsAncestorOf(used.OwnerBlock().ParentOp()) || def != nil && !op.IsAncestorOf(def) {
					visit(used)
				}
			}
			return ir.Advance
		})
		late = append(late, op)
	}
	for _, v := range values {
		visit(v)
	}
	if !movable {
		return false
	}
	for _, op := range late {
		rw.Before(before)
		op.Remove()
		rw.Insert(op)
	}
	return true
}
