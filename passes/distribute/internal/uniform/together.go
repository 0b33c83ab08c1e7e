package uniform

import (
	"slices"

	"optc/ir"
	"optc/layout/threads"
	"optc/passes/distribute/internal/core"
)

// A vector that is divided among threads is one vector; each of the threads holds a part of it.
// Therefore the threads must agree on the whole vector, and all of them must take part when it is
// written or when they exchange elements.

// together checks this before distribution.
type together struct {
	*core.Nested
	packed *core.Packed
	known  *threads.Divergence
	failed bool
}

// AgreeTogether reports operations whose vectors are not the same for the threads that share them, and
// writes that not all threads may execute. Before that, it lifts operations out of branches that not
// all threads take. It reports whether there are no errors.
func AgreeTogether(d *core.Nested, p *core.Packed, known *threads.Divergence) bool {
	t := &together{Nested: d, packed: p, known: known}
	visit := func(op *ir.Operation) {
		need := t.sharedBy(op)
		if need == threads.Thread {
			return
		}
		switch d := t.misfit(op, need); {
		case d == nil:
			t.lift(op, need)
		case t.isDivided(op):
			t.Pass.Report(d)
			t.failed = true
		default: // the author chose the threads that write a vector of rank 0
			t.Unguarded[op] = true
		}
	}
	t.EachDivided(visit)
	t.packed.EachDivided(visit)
	return !t.failed
}

// isDivided reports whether op has a vector with elements.
func (t *together) isDivided(op *ir.Operation) bool {
	divided := func(v *ir.Value) bool { return t.AnyLayout(v) != nil }
	return slices.ContainsFunc(op.OperandList(), divided) || slices.ContainsFunc(op.ResultList(), divided)
}

// sharedBy returns the scope of the threads that share the vectors of op: a write is done by one
// of the threads of a workgroup that hold the same elements.
func (t *together) sharedBy(op *ir.Operation) threads.Scope {
	if writesMemory(op) {
		return threads.Workgroup
	}
	span := int64(1)
	for _, vs := range [][]*ir.Value{op.OperandList(), op.ResultList()} {
		for _, v := range vs {
			if l := t.AnyLayout(v); l != nil {
				span = max(span, l.WorkgroupThreads(t.Subgroup))
			}
		}
	}
	switch {
	case span == 1:
		return threads.Thread
	case span <= t.Subgroup:
		return t.known.Shape().InSubgroup()
	}
	return threads.Workgroup
}

// misfit returns the reason why threads cannot share the vectors of op, or nil.
func (t *together) misfit(op *ir.Operation, need threads.Scope) *ir.Diagnostic {
	who := threads.OfWorkgroup
	if need != threads.Workgroup {
		who = threads.OfSubgroup
	}
	writes := writesMemory(op)
	for i, v := range op.Operands() {
		// A vector that is divided differs because of an operand of the operation that makes it,
		// which was reported.
		if t.known.Of(v).Covers(need) || t.AnyLayout(v) != nil && (!writes || t.failed) {
			continue
		}
		d := op.Errorf("is divided among the threads of a %s, but its operand #%d differs between them", who, i).WithCode("divergent")
		noteOrigin(d, t.known, v, who)
		return d
	}
	if at, decide := t.known.Parting(op, need); at != nil && writes {
		d := op.Errorf("is divided among the threads of a %s, but '%s' lets only some of them arrive", who, at.Name()).WithCode("divergent")
		return noteParting(d, t.known, at, decide, who)
	}
	return nil
}

// writesMemory reports whether op writes a memref.
func writesMemory(op *ir.Operation) (writes bool) {
	ir.VisitEffects(op, func(e ir.Effect) bool {
		writes = e.Kind == ir.Write && e.Value != nil && core.OnMemRef(e.Value)
		return !writes
	})
	return writes
}

// lift moves an operation without effects out of branches that not all of the threads take, so that
// they can exchange elements. The branch guards only the operations that use the result.
//
//	scf.if %first {                            %s = vector.multi_reduction <add>, %v, %z [0]
//	  %s = vector.multi_reduction … %v …   →   scf.if %first {
//	  memref.store %s, %m[]                      memref.store %s, %m[]
//	}                                          }
func (t *together) lift(op *ir.Operation, need threads.Scope) {
	if op.IsTerminator() || !ir.IsPure(op) {
		return
	}
	for {
		at, _ := t.known.Parting(op, need)
		if at == nil || at.NumSuccessors() > 0 || !definedOutside(op, at) {
			return
		}
		t.RW.Modify(op, func() { op.MoveBefore(at) })
	}
}

// definedOutside reports whether the operands of op, and the values that its regions use, are
// defined outside of the regions of around.
func definedOutside(op, around *ir.Operation) bool {
	outside := func(v *ir.Value) bool {
		b := v.ParentBlock()
		return op.IsAncestorOf(b.ParentOp()) || !around.IsAncestorOf(b.ParentOp())
	}
	return ir.Walk(op, func(inner *ir.Operation) ir.WalkResult {
		for _, v := range inner.Operands() {
			if !outside(v) {
				return ir.Interrupt
			}
		}
		return ir.Advance
	})
}
