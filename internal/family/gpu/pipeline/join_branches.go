package gpu

import (
	fn "optc/dialect/func"
	"optc/dialect/iree/ireecodegen"
	"optc/dialect/memref"
	"optc/dialect/scf"
	"optc/ir"
	"optc/passes"
)

// JoinBranches is gpu-join-branches.
var JoinBranches = &passes.Pass{
	Name:  "gpu-join-branches",
	Title: "Move branches with the same condition together, so that a thread evaluates the condition once",
	Doc: `Masked accesses to several memories have the same guards. Moves an scf.if behind an earlier one in its block that has the same condition, with the
operations without effects that it needs. canonicalize then makes one scf.if of them. A branch passes no operation that changes memory, and a
branch that changes memory passes no access. Code for NVIDIA's chips keeps its branches: predicates evaluate a condition once, and need no jumps.

    %a = scf.if %all { load %x } else { … }        %a = scf.if %all { load %x } else { … }
    %b = scf.if %other { load %x } …           →   %c = scf.if %all { load %y } else { … }
    %c = scf.if %all { load %y } else { … }        %b = scf.if %other { load %x } …`,
	Anchor: []ir.OpKind{fn.FuncOp{}},
	Run: func(c *passes.Context) (changed bool, err error) {
		if ireecodegen.TranslationOf(c.Op) == nil {
			return false, nil
		}
		if m, err := machineOf(c.Op); err != nil || m.IsNVIDIA() {
			return false, err
		}
		rw := c.Rewriter(nil)
		c.Walk(c.Op, func(op *ir.Operation) ir.WalkResult {
			for r := range op.Regions() {
				for b := range r.Blocks() {
					changed = joinBranchesIn(rw, b) || changed
				}
			}
			return ir.Advance
		})
		return changed, nil
	},
}

// maxPassed bounds the operations that a branch passes.
const maxPassed = 256

// joinBranchesIn moves the branches of a block together.
func joinBranchesIn(rw *ir.Rewriter, b *ir.Block) (changed bool) {
	last := map[*ir.Value]*ir.Operation{} // the last branch with a condition
	for op := b.Front(); op != nil; {
		next := op.Next()
		if branch := ir.As[scf.IfOp](op); branch.Ok() {
			earlier := last[branch.Condition()]
			if earlier != nil && earlier.Next() != op && moveBehind(rw, earlier, op) {
				changed = true
			}
			last[branch.Condition()] = op
		}
		op = next
	}
	return changed
}

// moveBehind moves a branch directly behind an earlier one, if that changes no result.
func moveBehind(rw *ir.Rewriter, earlier, branch *ir.Operation) bool {
	reads, writes, known := touched(branch)
	if !known {
		return false
	}
	between := map[*ir.Operation]bool{}
	for op := earlier.Next(); op != branch; op = op.Next() {
		otherReads, otherWrites, known := touched(op)
		if len(between) == maxPassed || !known || otherWrites && (reads || writes) || otherReads && writes {
			return false
		}
		between[op] = true
	}
	var needed []*ir.Operation
	if !neededBetween(branch, earlier, between, map[*ir.Operation]bool{}, &needed) {
		return false
	}
	for _, op := range needed {
		rw.Modify(op, func() { op.MoveBefore(earlier) })
	}
	if next := earlier.Next(); next != branch {
		rw.Modify(branch, func() { branch.MoveBefore(next) })
	}
	return true
}

// touched reports whether an operation, with the operations in it, reads and changes memory; known is false if it may have other effects.
func touched(op *ir.Operation) (reads, writes, known bool) {
	known = true
	ir.Walk(op, func(inner *ir.Operation) ir.WalkResult {
		if ir.Is[memref.AllocOp](inner) || ir.IsMemoryEffectFree(inner) || inner.Has(ir.Terminator) || ir.Is[scf.IfOp](inner) {
			return ir.Advance
		}
		declared := ir.VisitEffects(inner, func(e ir.Effect) bool {
			reads, writes = reads || e.Kind == ir.Read, writes || e.Kind == ir.Write
			known = known && (e.Kind == ir.Read || e.Kind == ir.Write) && ir.IsMemory(e.Value)
			return true
		})
		if known = known && declared; !known {
			return ir.Interrupt
		}
		return ir.Advance
	})
	return reads, writes, known
}

// neededBetween lists the operations of a block between an earlier branch and an operation that the operation needs, in their order; ok is false
// if one of them must stay: it needs the earlier branch, or has effects.
func neededBetween(op, earlier *ir.Operation, between, seen map[*ir.Operation]bool, list *[]*ir.Operation) (ok bool) {
	ok = true
	visitAllOperands(op, func(v *ir.Value) bool {
		def := v.DefiningOp()
		switch {
		case def == earlier:
			ok = false
		case def == nil || !between[def] || seen[def]:
		case def.NumRegions() > 0 || !ir.IsMemoryEffectFree(def) && !ir.Is[memref.AllocOp](def):
			ok = false
		default:
			seen[def] = true
			if ok = neededBetween(def, earlier, between, seen, list); ok {
				*list = append(*list, def)
			}
		}
		return ok
	})
	return ok
}
