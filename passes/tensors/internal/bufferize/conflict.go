package bufferize

import (
	"slices"

	"optc/ir"
)

// A conflict is a read that would see another write than the definition of the value that it reads: in
//
//	%1 = tensor.insert %f into %0[%i] : tensor<4xf32>     // write
//	%2 = tensor.extract %0[%j] : tensor<4xf32>            // read: must not see the write
//
// the insertion needs a copy of %0.

// accesses are the operands that read the buffer of a class of values, also through a view of it, and those that change it.
type accesses struct {
	of            *class
	reads, writes []*ir.OpOperand
}

// addAccesses appends the accesses to the buffer of a value to groups, unless they are there or the value has no
// class. Elements beyond the length of groups give it their memory.
func (s *state) addAccesses(groups []accesses, v *ir.Value) []accesses {
	c := s.aliasing.class(v)
	if c == nil || slices.ContainsFunc(groups, func(g accesses) bool { return g.of == c }) {
		return groups
	}
	if len(groups) < cap(groups) {
		groups = groups[:len(groups)+1]
	} else {
		groups = append(groups, accesses{})
	}
	a := &groups[len(groups)-1]
	a.of, a.reads, a.writes = c, a.reads[:0], a.writes[:0]
	for _, w := range c.members {
		for u := w.FirstUse(); u != nil; u = u.Next() {
			if s.reads(u) || !s.writes(u) && slices.ContainsFunc(s.aliases(u), func(a alias) bool { return s.isRead(a.value) }) {
				a.reads = append(a.reads, u)
			}
			if s.isInPlace(u) && s.writes(u) {
				a.writes = append(a.writes, u)
			}
		}
	}
	return groups
}

// conflicts reports whether there is a conflict if an operand is used in place, or, if decided is set, whether there
// is one already. Operands of a class that was checked are not compared with one another again.
func (s *state) conflicts(u *ir.OpOperand, decided bool) bool {
	groups := s.addAccesses(s.compared[:0], u.Value())
	for _, a := range s.aliases(u) {
		groups = s.addAccesses(groups, a.value)
	}
	s.compared = groups
	own := []*ir.OpOperand{u}
	for _, from := range groups {
		if !decided && s.writes(u) && s.interfere(from.reads, own) {
			return true
		}
		for _, to := range groups {
			if (from.of != to.of || !from.of.checked) && s.interfere(from.reads, to.writes) {
				return true
			}
		}
	}
	for _, g := range groups {
		g.of.checked = true
	}
	return false
}

// writesReadOnly reports whether a buffer that must not change would be changed if an operand is used in place,
// or, if decided is set, whether it is changed already.
func (s *state) writesReadOnly(u *ir.OpOperand, decided bool) bool {
	values := []*ir.Value{u.Value()}
	for _, a := range s.aliases(u) {
		values = append(values, a.value)
	}
	if decided || !s.writes(u) {
		if !slices.ContainsFunc(values, s.isWritten) {
			return false
		}
	}
	return slices.ContainsFunc(values, func(v *ir.Value) bool {
		return slices.ContainsFunc(s.aliasing.of(v), func(w *ir.Value) bool { return !s.isWritable(w) })
	})
}

// interfere reports whether a read would see the wrong write.
func (s *state) interfere(reads, writes []*ir.OpOperand) bool {
	if s.CheckParallel && len(reads) > 0 && slices.ContainsFunc(writes, s.isShared) {
		return true
	}
	if len(writes) == 0 {
		return false
	}
	for _, read := range reads {
		definitions := s.definitions(read.Value())
		for _, write := range writes {
			if len(definitions) > 0 && s.interferes(read, write, definitions) {
				return true
			}
		}
	}
	return false
}

// isShared reports whether threads would change the same buffer: it is defined outside of the parallel region of the
// write.
func (s *state) isShared(write *ir.OpOperand) bool {
	own := s.parallelRegion(write.Owner().ParentRegion())
	defined := s.trace(write.Value(), s.defines, tracing{leaves: true})
	return slices.ContainsFunc(defined, func(v *ir.Value) bool { return s.parallelRegion(v.ParentBlock().Region()) != own })
}

// interferes reports whether a read of a value with these definitions would see a write instead.
func (s *state) interferes(read, write *ir.OpOperand, definitions []*ir.Value) bool {
	reader, writer := read.Owner(), write.Owner()
	if s.isOrdered(read, write, definitions) {
		if s.before(reader, writer) || read == write || areExclusive(reader, writer) || reader == writer && s.isElementwise(read, write) {
			return false
		}
	}
	if s.areSeparate(read, write) {
		return false
	}
	return slices.ContainsFunc(definitions, func(d *ir.Value) bool { return s.hides(write, d) })
}

// hides reports whether a write comes after a definition, and is not the definition itself.
func (s *state) hides(write *ir.OpOperand, definition *ir.Value) bool {
	writer := write.Owner()
	if op := definition.DefiningOp(); op != nil {
		if s.before(writer, op) || op != writer && op.IsAncestorOf(writer) {
			return false
		}
	} else if ancestorIn(definition.OwnerBlock(), writer) == nil {
		return false
	}
	as := s.aliases(write)
	return len(as) != 1 || as[0].value != definition
}

// ancestorIn returns the operation of a block that is op or contains it, or nil.
func ancestorIn(b *ir.Block, op *ir.Operation) *ir.Operation {
	for op != nil && op.Block() != b {
		op = op.Parent()
	}
	return op
}

// before reports whether a, or an operation around it, comes before b on every path, and b is not inside of it.
func (s *state) before(a, b *ir.Operation) bool {
	for ; a != nil; a = a.Parent() {
		if a != b && a.IsAncestorOf(b) {
			return false
		}
		if a.Block() != nil && s.dom.OpDominates(a, b, true) {
			return true
		}
	}
	return false
}

// isOrdered reports whether read and write happen in the order in which they are in the text: there is no loop
// around both that does not also contain the definitions.
func (s *state) isOrdered(read, write *ir.OpOperand, definitions []*ir.Value) bool {
	for _, d := range definitions {
		around := s.repetition(read.Owner().ParentRegion())
		outer := s.repetition(d.ParentBlock().Region())
		if around == outer {
			continue
		}
		for around != nil {
			next := s.repetition(around.ParentRegion())
			if next == outer {
				break
			}
			around = next
		}
		if around == nil || around.Parent().IsAncestorOf(write.Owner()) {
			return false
		}
	}
	from, to := read.Owner().Block(), write.Owner().Block()
	if from.Region() != to.Region() {
		return true
	}
	return !slices.ContainsFunc(definitions, func(d *ir.Value) bool {
		return canReach(from, to, d.ParentBlock()) && canReach(to, from, d.ParentBlock())
	})
}

// canReach reports whether control can pass from one block to another without a third.
func canReach(from, to, except *ir.Block) bool {
	seen := map[*ir.Block]bool{}
	work := slices.Clone(from.Successors())
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if b == except {
			continue
		}
		if b == to {
			return true
		}
		if !seen[b] {
			seen[b] = true
			work = append(work, b.Successors()...)
		}
	}
	return false
}

// areExclusive reports whether at most one of two operations is executed, because they are in different regions of
// a conditional.
func areExclusive(a, b *ir.Operation) bool {
	for around := a.Parent(); around != nil; around = around.Parent() {
		if around.Def().Interfaces.RegionBranch == nil || around == b || !around.IsAncestorOf(b) {
			continue
		}
		var ra, rb *ir.Region
		for r := range around.Regions() {
			if r.IsAncestorOf(a.ParentRegion()) {
				ra = r
			}
			if r.IsAncestorOf(b.ParentRegion()) {
				rb = r
			}
		}
		return ra != rb && !reaches(around, ra, rb) && !reaches(around, rb, ra)
	}
	return false
}

// isElementwise reports whether an operation reads each element of a buffer right before it writes the same element.
func (s *state) isElementwise(read, write *ir.OpOperand) bool {
	r := s.rule(read.Owner())
	if r == nil || r.access == nil || !r.access(s, read, write) {
		return false
	}
	leads := func(from, to *ir.Value) bool {
		return len(s.trace(from, func(v *ir.Value) bool { return v == to }, tracing{equal: true, sameType: true})) > 0
	}
	return leads(read.Value(), write.Value()) || leads(write.Value(), read.Value())
}
