package codelet

import (
	"optc/internal/family/poplar/structured"
	"optc/ir"
)

// Pointers in arrays, in objects in memory and in unions take four bytes, as on a tile. The bytes
// hold a number: 0 for null, otherwise the number of a memory, and the bytes from its begin. A load
// compares the number with each memory that a pointer of the type may point to. Variables with
// pointers know the number of their memory, too.

const (
	// offsetBits is the number of bits of the bytes. The memory of a tile is smaller.
	offsetBits = 24
	// noTarget is the number of a memory that is not known.
	noTarget = 255
)

// pointerTarget is a memory that a stored pointer may point to.
type pointerTarget struct {
	to   string // type that the pointers point to
	elem *typ
	// base holds the memory, and root is the memory itself, which identifies it.
	base  *structured.Var
	root  *structured.Value
	local *localArray
}

// pointerTargets are the memories that the pointers of a body point to, in the order in which
// variables and memory get the pointers.
type pointerTargets struct {
	wanted bool // there are pointers in memory
	list   []*pointerTarget
	met    int // number of targets met in this translation; the others were met in the previous one
	loaded map[string]bool
	// late reports that a memory was added after a pointer of the type was loaded.
	late bool
}

// renewed returns the memories for another translation, which meets them in the same order.
func (p *pointerTargets) renewed() *pointerTargets {
	r := &pointerTargets{wanted: p.wanted, loaded: map[string]bool{}}
	for _, m := range p.list {
		r.list = append(r.list, &pointerTarget{to: m.to, elem: m.elem})
	}
	return r
}

// storedPlace is a pointer in memory.
type storedPlace struct {
	number location
	at     *pointer
}

// stored returns a pointer in memory that another pointer points to.
func (t *translator) stored(p *pointer, of *typ) *operand {
	q := *p
	q.to = uintType
	return &operand{typ: of, stored: &storedPlace{number: t.deref(&q).place, at: p}}
}

// storePointer stores a pointer in memory.
func (t *translator) storePointer(to *operand, from *operand) {
	if !t.targets.wanted {
		t.targets.wanted, t.targets.late = true, true
		t.failHere("cannot translate a pointer in memory")
	}
	p := *t.pointerOf(t.toPointer(from, to.typ))
	out := t.irType(uintType)
	switch {
	case p.isNull():
		to.stored.number.store(t, t.b.Int(out, 0))
		return
	case p.at != nil:
		t.mixed = true
		t.failHere("cannot translate a pointer to a variable in memory")
	}
	if a := t.arrays[p.base.Of("cast")]; a != nil {
		a.escapes = true
	}
	p.to = to.typ.to
	number := t.targetOf(&p)
	bytes := t.b.FromIndex(t.times(t.or0(p.index), t.size(p.step())), t.c.Integer(32), true)
	bytes = t.intOp("&", false, bytes, t.b.Int(out, 1<<offsetBits-1))
	to.stored.number.store(t, t.intOp("|", false, number, bytes))
}

// targetOf returns the number of the memory that a pointer points to, in the bits of a stored
// pointer. A memory that another run of a loop replaces has none.
func (t *translator) targetOf(p *pointer) *structured.Value {
	out := t.irType(uintType)
	root := p.base.Of("cast")
	switch {
	case p.target != nil:
		return p.target
	case !root.IsArgument() && t.arrays[root] == nil:
		return t.b.Int(out, noTarget<<offsetBits)
	}
	all := t.targets
	k := 0
	for k < all.met && (all.list[k].root != root || all.list[k].to != p.to.name || !all.list[k].elem.same(p.elem)) {
		k++
	}
	if k == all.met {
		all.met++
		m := &pointerTarget{to: p.to.name, elem: p.elem}
		switch {
		case k == noTarget-1:
			t.failHere("the pointers in memory point to more than %d arrays", k)
		case k == len(all.list):
			all.list = append(all.list, m)
			all.late = all.late || all.loaded[m.to]
		case all.list[k].to != m.to || !all.list[k].elem.same(m.elem):
			t.failHere("cannot translate pointers in memory that point to other arrays in another order")
		}
		all.list[k].root, all.list[k].local = root, t.arrays[root]
	}
	t.b.Write(t.memoryOf(all.list[k]), t.flexible(p.base))
	return t.b.Int(out, int64(k+1)<<offsetBits)
}

// memoryOf returns the variable that holds the memory of a target.
func (t *translator) memoryOf(m *pointerTarget) *structured.Var {
	if m.base == nil {
		m.base = t.code.NewVar("memory", ir.MemRef([]int64{ir.Dynamic}, t.irType(m.elem), nil, nil))
	}
	return m.base
}

// clearPointer makes a variable null, or makes it point to an unknown memory. Its index is beyond
// all memory, so that the simulator reports a use of the pointer.
func (t *translator) clearPointer(h *pointerVar, target *structured.Value) {
	for _, m := range t.targets.list {
		if m.to == h.to.name {
			t.b.Write(h.base, t.b.Read(t.memoryOf(m)))
			break
		}
	}
	t.b.Write(h.index, t.b.Int(t.c.Index(), beyond))
	t.b.Write(h.target, target)
}

// notNull reports whether a pointer whose memory has a number is not null.
func (t *translator) notNull(p *pointer) *operand {
	return t.binary("!=", &operand{typ: uintType, value: p.target}, constantInt(uintType, 0))
}

// loadPointer returns a pointer that is in memory.
func (t *translator) loadPointer(o *operand) *pointer {
	of := o.typ.to
	all := t.targets
	all.loaded[of.name] = true
	number := o.stored.number.load(t)
	loc := t.b.Loc
	target := t.intOp("&", false, number, t.b.Int(number.Type, 0xff<<offsetBits))
	bytes := t.b.ToIndex(t.intOp("&", false, number, t.b.Int(number.Type, 1<<offsetBits-1)), false)
	h := &pointerVar{to: of, depth: t.depth}
	var whole []structured.Statement
	list := &whole
	t.frame.depth++
	for k, m := range all.list {
		if m.to != of.name {
			continue
		}
		st := &structured.If{Loc: loc}
		t.into(list, func() {
			st.Cond = t.b.Compare(structured.Equal, true, target, t.b.Int(target.Type, int64(k+1)<<offsetBits))
			t.b.Add(st)
		})
		t.into(&st.Then, func() {
			p := t.counted(&pointer{to: of, base: t.b.Read(t.memoryOf(m)), elem: m.elem, local: m.local, target: target})
			p.index = t.recounted(bytes, t.bitsOf(1), p.step())
			t.setPointer(h, "p", p)
		})
		list = &st.Else
	}
	if h.elem == nil {
		t.failHere("cannot translate a pointer in memory that points to no array")
	}
	t.into(list, func() { t.clearPointer(h, target) })
	t.frame.depth--
	t.splice(whole)
	return t.pointerOf(&operand{typ: o.typ, holder: h})
}
