package ir

import "unsafe"

// Value is a result of an operation or an argument of a block. It stores its type, where it is
// defined, and a list of its uses.
type Value struct {
	typ   Type
	def   *Operation // operation that defines a result
	block *Block     // block of a block argument
	uses  *OpOperand // most recent first
	name  string     // name in the source, without %; only a hint
	index uint32
	num   uint32 // name during a printing; see ssaNames
}

// Type returns the type of the value.
func (v *Value) Type() Type { return v.typ }

// SetType changes the type in place; users are not informed.
func (v *Value) SetType(t Type) { v.typ = t }

// DefiningOp returns the operation whose result v is, or nil for an argument.
func (v *Value) DefiningOp() *Operation { return v.def }

// OwnerBlock returns the block whose argument v is, or nil for a result.
func (v *Value) OwnerBlock() *Block { return v.block }

// Index returns the result or argument number.
func (v *Value) Index() int { return int(v.index) }

// ParentBlock returns the block that v is defined in.
func (v *Value) ParentBlock() *Block {
	if v.def != nil {
		return v.def.block
	}
	return v.block
}

// Location returns the location of v's definition.
func (v *Value) Location() Location {
	if v.def != nil {
		return v.def.Loc()
	}
	return v.block.argLocs[v.index]
}

// NameHint returns the name that v had in the source, or "".
func (v *Value) NameHint() string { return v.name }

// SetNameHint sets the name that v gets when names are kept.
func (v *Value) SetNameHint(name string) { v.name = name }

// TakeName sets the name of v to the name of from if v has none.
func (v *Value) TakeName(from *Value) {
	if v.name == "" {
		v.name = from.name
	}
}

// Unused reports whether v has no uses.
func (v *Value) Unused() bool { return v.uses == nil }

// HasOneUse reports whether v has exactly one use.
func (v *Value) HasOneUse() bool { return v.uses != nil && v.uses.next == nil }

// FirstUse returns the most recently added use, or nil. Next returns the following uses.
func (v *Value) FirstUse() *OpOperand { return v.uses }

// NumUses counts the uses.
func (v *Value) NumUses() int {
	n := 0
	for u := v.uses; u != nil; u = u.next {
		n++
	}
	return n
}

// ReplaceAllUsesWith makes every use of v a use of w.
func (v *Value) ReplaceAllUsesWith(w *Value) {
	if v == w {
		return
	}
	for v.uses != nil {
		v.uses.Set(w)
	}
}

// TakeUses moves the uses of w to v, in their order and before the existing uses of v.
func (v *Value) TakeUses(w *Value) {
	last := w.uses
	if last == nil {
		return
	}
	for last.value = v; last.next != nil; last.value = v {
		last = last.next
	}
	last.next = v.uses
	if v.uses != nil {
		v.uses.prev = last
	}
	v.uses, w.uses = w.uses, nil
}

// ReplaceUsesIf replaces those uses of v for which cond holds by w.
func (v *Value) ReplaceUsesIf(w *Value, cond func(*OpOperand) bool) {
	if v == w {
		return
	}
	for u := v.uses; u != nil; {
		next := u.next
		if cond(u) {
			u.Set(w)
		}
		u = next
	}
}

// OrderUses orders the uses of v as in list, which contains all of them without repetition. The
// order determines the sequence in which rewriting visits the users.
func (v *Value) OrderUses(uses []*OpOperand) {
	v.uses = nil
	for i := len(uses) - 1; i >= 0; i-- {
		uses[i].link(v)
	}
}

// OpOperand is a use of a value by an operation.
type OpOperand struct {
	value      *Value
	owner      *Operation
	next, prev *OpOperand
}

// Value returns the used value.
func (u *OpOperand) Value() *Value { return u.value }

// Owner returns the operation that uses the value.
func (u *OpOperand) Owner() *Operation { return u.owner }

// Next returns the use after u in the list of the value's uses.
func (u *OpOperand) Next() *OpOperand { return u.next }

// Index returns the operand number of u in its owner. The operands of an operation are in
// one slice, so that the number follows from the address of u; searching for u would take
// quadratic time for all the uses of a branch with thousands of operands.
func (u *OpOperand) Index() int {
	first := u.owner.firstOperand
	return int((uintptr(unsafe.Pointer(u)) - uintptr(unsafe.Pointer(first))) / unsafe.Sizeof(*u))
}

// Set makes u a use of v.
func (u *OpOperand) Set(v *Value) {
	u.unlink()
	u.link(v)
}

func (u *OpOperand) link(v *Value) {
	u.value = v
	if v == nil {
		return
	}
	u.prev, u.next = nil, v.uses
	if v.uses != nil {
		v.uses.prev = u
	}
	v.uses = u
}

func (u *OpOperand) unlink() {
	if u.value == nil {
		return
	}
	if u.prev != nil {
		u.prev.next = u.next
	} else {
		u.value.uses = u.next
	}
	if u.next != nil {
		u.next.prev = u.prev
	}
	u.value, u.prev, u.next = nil, nil, nil
}

// BlockOperand is a use of a block as a successor.
type BlockOperand struct {
	block      *Block
	owner      *Operation
	next, prev *BlockOperand
}

// Index returns the successor number of u in its owner.
func (u *BlockOperand) Index() int {
	i := 0
	for &u.owner.tail.successors()[i] != u {
		i++
	}
	return i
}

// Set makes u a use of b.
func (u *BlockOperand) Set(b *Block) {
	u.unlink()
	u.block = b
	if b == nil {
		return
	}
	u.prev, u.next = nil, b.uses
	if b.uses != nil {
		b.uses.prev = u
	}
	b.uses = u
}

func (u *BlockOperand) unlink() {
	if u.block == nil {
		return
	}
	if u.prev != nil {
		u.prev.next = u.next
	} else {
		u.block.uses = u.next
	}
	if u.next != nil {
		u.next.prev = u.prev
	}
	u.block, u.prev, u.next = nil, nil, nil
}
