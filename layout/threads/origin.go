package threads

import (
	"optc/ir"
)

// Parting returns the innermost operation at which threads diverge on the way to op, so that not
// all threads of each group of scope need arrive at op together, and the values that decide the way
// of a thread; nil if all arrive.
func (a *Divergence) Parting(op *ir.Operation, need Scope) (at *ir.Operation, decide []*ir.Value) {
	for place := range a.places(op) {
		if s, ok := a.control[place]; ok && !s.Covers(need) {
			at = a.parting[place]
			break
		}
	}
	if at == nil {
		return nil, nil
	}
	if at.NumSuccessors() > 0 {
		return at, a.narrower(branchDeciders(at), need)
	}
	return at, a.narrower(Deciders(at), need)
}

// narrower returns the values that differ between threads of a group of scope need.
func (a *Divergence) narrower(vs []*ir.Value, need Scope) (list []*ir.Value) {
	for _, v := range vs {
		if !a.Of(v).Covers(need) {
			list = append(list, v)
		}
	}
	return list
}

// Origin returns the value that makes v differ between threads of a group of scope need, such as
// the number of a thread.
func (a *Divergence) Origin(v *ir.Value, need Scope) *ir.Value {
	seen := map[*ir.Value]bool{}
	for !seen[v] {
		seen[v] = true
		from := a.narrower(a.reasons(v, need), need)
		for _, w := range from {
			if !seen[w] {
				v = w
				break
			}
		}
	}
	return v
}

// reasons returns the values that v depends on.
func (a *Divergence) reasons(v *ir.Value, need Scope) (list []*ir.Value) {
	op := v.DefiningOp()
	if op == nil {
		return a.reasonsOfArgument(v, need)
	}
	for _, p := range ir.Passings(op) {
		if p.Input == v {
			list = append(list, p.Operand.Value())
		}
	}
	list = append(append(list, Deciders(op)...), op.OperandList()...)
	for _, o := range op.Operands() {
		if !ir.IsMemory(o) {
			continue
		}
		for _, root := range ir.MemoryRoots(o) {
			if m := a.memory[root]; m != nil && m.writer != nil {
				list = append(list, m.writer.OperandList()...)
				list = append(list, a.decidersOf(m.writer, need)...)
			}
		}
	}
	return list
}

// decidersOf returns the values that decide whether threads of a group arrive at op together.
func (a *Divergence) decidersOf(op *ir.Operation, need Scope) []*ir.Value {
	_, decide := a.Parting(op, need)
	return decide
}

func (a *Divergence) reasonsOfArgument(v *ir.Value, need Scope) (list []*ir.Value) {
	b := v.OwnerBlock()
	if !b.IsEntry() {
		for p := range b.Predecessors() {
			list = append(list, p.Terminator().OperandList()...)
			list = append(list, a.decidersOf(p.Terminator(), need)...)
		}
		return list
	}
	op := b.ParentOp()
	if op == nil || op.Def().Interfaces.Callable != nil {
		return nil
	}
	for _, p := range ir.Passings(op) {
		if p.Input == v {
			list = append(list, p.Operand.Value())
		}
	}
	return append(list, op.OperandList()...)
}
