package ir

// doubts records the open questions about the operands in a unit.
type doubts struct {
	outside bool // some may not be defined in the unit
	late    bool // some may not be defined when they are used
}

// operands checks whether the operands of an operation in the unit are defined, in the unit, before
// they are used. It answers at once for values whose block is the operation's block or an enclosing
// block.
func (u *unit) operands(op *Operation) {
	for i := range op.operands() {
		v := op.operands()[i].value
		if v == nil {
			return // it is an error
		}
		defined := v.ParentBlock()
		if defined == nil || defined.region == nil {
			u.doubts = doubts{true, true}
			return
		}
		for at := op; ; {
			if b := at.block; b == defined {
				u.doubts.late = u.doubts.late || v.def != nil && v.def.order >= at.order
				break
			} else if b.region == defined.region {
				u.doubts.late = true
				break
			} else if at = b.region.op; at == u.root {
				u.doubts = doubts{true, true}
				return
			}
		}
	}
}

// dominance checks the uses in the regions of op, except for isolated operations in them.
func (u *unit) dominance(op *Operation) bool {
	pending := []*Operation{op}
	for len(pending) > 0 {
		op := pending[len(pending)-1]
		pending = pending[:len(pending)-1]
		for r := range op.Regions() {
			for b := r.first; b != nil; b = b.next {
				reachable := u.dom.Reachable(b)
				b.renumber()
				for o := b.first; o != nil; o = o.next {
					if u.visited++; u.stopped() {
						return false
					}
					if reachable {
						if i := u.undominated(o, b); i >= 0 {
							return u.check(badDominance(o, i))
						}
					}
					if o.NumRegions() > 0 && !o.Has(IsolatedFromAbove) {
						pending = append(pending, o)
					}
				}
			}
		}
	}
	return true
}

// undominated returns the first operand of op, in block b, whose definition does
// not dominate it, or -1.
func (u *unit) undominated(op *Operation, b *Block) int {
	for i := range op.operands() {
		v := op.operands()[i].value
		if v.block == b || v.def != nil && v.def.block == b && v.def.order < op.order {
			continue
		}
		if !u.dom.ValueDominates(v, op) {
			return i
		}
	}
	return -1
}

// badDominance reports where the operand is defined instead.
func badDominance(op *Operation, i int) *Diagnostic {
	v := op.operands()[i].value
	d := op.PlainErrorf("operand #%d does not dominate this use", i)
	here, there := op.ParentRegion(), (*Region)(nil)
	if b := v.ParentBlock(); b != nil {
		there = b.region
	}
	if v.def != nil {
		where := "op is neither in a parent nor in a child region"
		switch {
		case v.def.block == op.block:
			where = "op in the same block"
		case here == there:
			where = "op in the same region"
		case there != nil && there.IsAncestorOf(here):
			where = "op in a parent region"
		case here.IsAncestorOf(there):
			where = "op in a child region"
		}
		return d.Note(v.def.Loc(), "operand defined here (%s)", where)
	}
	if there == nil {
		return d.Note(Location{}, " (block without parent)")
	}
	index := 0
	for b := there.first; b != v.block; b = b.next {
		index++
	}
	where := "neither in a parent nor in a child region"
	switch {
	case here == there:
		where = "in the same region"
	case there.IsAncestorOf(here):
		where = "in a parent region"
	case here.IsAncestorOf(there):
		where = "in a child region"
	}
	var loc Location
	if there.op != nil {
		loc = there.op.Loc()
	}
	return d.Note(loc, "operand defined as a block argument (block #%d %s)", index, where)
}
