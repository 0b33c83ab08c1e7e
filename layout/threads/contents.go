package threads

import (
	"optc/ir"
)

// contents describes the elements of an allocation that each thread has for itself.
type contents struct {
	scope   Scope           // scope in which the elements are the same
	writer  *ir.Operation   // the operation that shrank the scope
	readers []*ir.Operation // operations whose results depend on the elements
	reads   map[*ir.Operation]bool
}

// SharedBy returns the scope of the threads that access the same memory through a root (see
// [ir.MemoryRoots]): an allocation belongs to a thread, unless its memory space says otherwise.
func SharedBy(root *ir.Value) Scope {
	sharing, known := Grid, false
	if space := ir.MemorySpace(root.Type()); space != nil {
		if of, ok := Sharing.OfNode(space); ok {
			sharing, known = of(space), true
		}
	}
	if isAllocation(root) && (!known || sharing == Grid) {
		return Thread
	}
	return sharing
}

// isAllocation reports whether the operation that defines v allocates its memory.
func isAllocation(v *ir.Value) (found bool) {
	if op := v.DefiningOp(); op != nil {
		ir.VisitEffects(op, func(e ir.Effect) bool {
			found = e.Kind == ir.Allocate && e.Value == v
			return !found
		})
	}
	return found
}

// read returns the scope in which the elements of a memory are the same; op is visited again when
// the scope changes.
func (a *Divergence) read(op *ir.Operation, root *ir.Value) Scope {
	shared := SharedBy(root)
	if shared != Thread || !isAllocation(root) {
		return shared
	}
	m := a.contentsOf(root)
	if !m.reads[op] {
		m.reads[op] = true
		m.readers = append(m.readers, op)
	}
	return m.scope
}

func (a *Divergence) contentsOf(root *ir.Value) *contents {
	m := a.memory[root]
	if m == nil {
		m = &contents{scope: Grid, reads: map[*ir.Operation]bool{}}
		a.memory[root] = m
	}
	return m
}

// visitWrites shrinks the scopes of the memory that op writes. An operation with unknown effects
// may write to any memory that it can reach.
func (a *Divergence) visitWrites(op *ir.Operation) {
	known := ir.VisitEffects(op, func(e ir.Effect) bool {
		if e.Kind == ir.Write && ir.IsMemory(e.Value) {
			a.write(op, e.Value, func() Scope { return a.meetOf(op.OperandList()).Meet(a.Control(op)) })
		}
		return true
	})
	if known || op.NumRegions() > 0 || ir.View.Has(op) || op.IsTerminator() {
		return
	}
	for _, v := range op.Operands() {
		if ir.IsMemory(v) {
			a.write(op, v, func() Scope { return Thread })
		}
	}
}

// write notes that op writes elements that are the same in a scope.
func (a *Divergence) write(op *ir.Operation, v *ir.Value, scope func() Scope) {
	for _, root := range ir.MemoryRoots(v) {
		if !isAllocation(root) || SharedBy(root) != Thread {
			continue
		}
		m := a.contentsOf(root)
		s := scope().Meet(m.scope)
		if s == m.scope {
			continue
		}
		m.scope, m.writer = s, op
		for _, reader := range m.readers {
			a.enqueue(reader)
		}
	}
}
