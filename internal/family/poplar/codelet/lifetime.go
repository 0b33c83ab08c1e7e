package codelet

import (
	"maps"

	"optc/dialect/memref"
	"optc/dialect/ub"
	"optc/internal/family/poplar/structured"
	"optc/ir"
)

// lifetime holds the variables that end at the end of a block: pointers and references to them must
// not be used afterwards.
type lifetime struct {
	outer  *lifetime
	depth  int // nesting depth of the block
	vars   []*structured.Var
	arrays []*localArray
}

// localArray is the memory of a local array.
type localArray struct {
	base *structured.Value
	n    int64 // elements of the memref
	// depth is the nesting depth of the block that declares the array.
	depth int
	// escapes reports that a pointer that lives longer than the array may point to it.
	escapes bool
}

// lives translates f, and ends the life of the variables that f declares.
func (t *translator) lives(f func()) {
	t.depth++
	t.life = &lifetime{outer: t.life, depth: t.depth}
	f()
	t.end(t.life)
	t.depth--
	t.life = t.life.outer
}

// end ends the life of the variables of a block.
func (t *translator) end(l *lifetime) {
	for _, v := range l.vars {
		t.b.Forget(v)
	}
	for _, a := range l.arrays {
		if a.escapes && l.depth > 1 { // not of the vertex as a whole
			t.poison(a)
		}
	}
}

// label returns a label in the current block.
func (t *translator) label() *structured.Label {
	l := &structured.Label{}
	t.labels[l] = t.depth
	return l
}

// jump leaves for the end of the block that has a label, and ends the life of the variables of all
// blocks that it leaves.
func (t *translator) jump(to *structured.Label) {
	for l := t.life; l != nil && l.depth > t.labels[to]; l = l.outer {
		t.end(l)
	}
	t.b.Add(&structured.Leave{Label: to})
}

// owned makes the current block the owner of a variable, or of the members of an object.
func (t *translator) owned(o *operand) *operand {
	if p, ok := o.place.(variablePlace); ok && t.life != nil {
		t.life.vars = append(t.life.vars, p.v)
	}
	if o.object != nil && !o.object.whole {
		for _, name := range t.ownMembers(o) {
			t.owned(o.object.members[name])
		}
	}
	return o
}

// ownMembers returns the names of those members of an object that are not references.
func (t *translator) ownMembers(o *operand) (names []string) {
	t.eachField(o.typ, func(name string, ft *typ, _ *fieldDecl) {
		if ft.reference == nil && !o.object.members[name].late {
			names = append(names, name)
		}
	})
	return names
}

// declared makes a variable that a function declares. In the second attempt, a scalar whose
// address is used is in memory.
func (t *translator) declared(fr *frame, name string, of *typ) *operand {
	if !t.inMemory || !of.isScalar() || fr == nil || !addressed(fr.routine.body(), name) {
		return t.variable(name, of)
	}
	return t.deref(t.address(t.local(arrayOf(of, 1)).memory, nil))
}

// addressed reports whether tokens may contain the address of a variable.
func addressed(tokens []token, name string) bool {
	for k := 1; k < len(tokens); k++ {
		if tokens[k].text == name && tokens[k-1].is("&") && (k < 2 || tokens[k-2].kind == punctuator && !tokens[k-2].is(")", "]") || tokens[k-2].is("return")) {
			return true
		}
	}
	return false
}

// snapshot returns the value of an operand that outlives the variables of a block. Of an
// object, it has the values of the members; pointers to local arrays escape.
func (t *translator) snapshot(o *operand) *operand {
	switch {
	case o.object != nil && !o.object.whole && o.object.at == nil:
		copied := *o.object
		copied.members = maps.Clone(o.object.members)
		t.parts(func() {
			for _, name := range t.ownMembers(o) {
				if m := o.object.members[name]; m.isVariable() || m.object != nil {
					copied.members[name] = t.snapshot(t.settled(m))
				}
			}
		})
		return &operand{typ: o.typ, object: &copied, name: o.name}
	case o.ptr != nil && o.ptr.local != nil && o.ptr.local.depth > t.frame.start:
		o.ptr.local.escapes = true
	}
	return o
}

// poison forgets the elements of an array in a loop.
func (t *translator) poison(a *localArray) {
	index := t.c.Index()
	i := t.code.NewVar("i", index)
	t.b.Write(i, t.b.Int(index, 0))
	st := &structured.Loop{Loc: t.b.Loc}
	t.into(&st.Head, func() {
		st.Cond = t.b.Compare(structured.Less, false, t.b.Read(i), t.b.Int(index, a.n))
	})
	t.into(&st.Body, func() {
		elem := a.base.Type.(*ir.MemRefType).Elem
		x := t.pure("poison", elem, func(b *ir.Builder, _ []*ir.Value) *ir.Value { return ub.NewPoison(b, elem).Result() })
		t.b.Op(structured.Op{Effects: true, Args: []*structured.Value{x, a.base, t.b.Read(i)}, Build: func(b *ir.Builder, v []*ir.Value) *ir.Value {
			memref.NewStore(b, v[0], v[1], v[2])
			return nil
		}}, nil)
		t.b.Write(i, t.b.AddInts(t.b.Read(i), t.b.Int(index, 1), true))
	})
	t.b.Add(st)
}

// inside returns index i into an array that is a part of a larger array. An index beyond the array
// becomes an index beyond all memory, which the simulator reports.
func (t *translator) inside(m *elements, i *structured.Value) *structured.Value {
	if c, ok := i.Constant().(*ir.IntegerAttr); ok && c.Int64() >= 0 && c.Int64() < m.known {
		return i
	}
	good := t.b.Compare(structured.Less, false, i, t.b.Int(t.c.Index(), m.known))
	return t.selectValue(good, i, t.b.Int(t.c.Index(), beyond))
}

// beyond is an index that no memory of a tile has.
const beyond = 1 << 28
