package codelet

import (
	"optc/dialect/memref"
	"optc/internal/family/poplar/structured"
	"optc/ir"
)

// local makes a local array. Its memory is allocated once, at the start of the code.
func (t *translator) local(of *typ) *operand {
	cell, n := leaf(of)
	if cell.class != nil {
		cell = t.cellOf(cell)
		n = t.size(of) / t.size(cell)
	}
	switch {
	case cell.isVector():
		n *= cell.n
		cell = cell.of
	case cell.to != nil:
		cell = uintType
	}
	out := ir.MemRef([]int64{n}, t.irType(cell), nil, nil)
	var base *structured.Value
	t.into(&t.start, func() {
		base = t.b.Op(structured.Op{Build: func(b *ir.Builder, _ []*ir.Value) *ir.Value {
			return memref.NewAlloca(b, out, nil, nil, nil).Operation().Result(0)
		}}, out)
	})
	m := &elements{base: base, elem: of.of, known: of.n, typ: of, local: &localArray{base: base, n: n, depth: t.depth}}
	if t.arrays != nil {
		t.arrays[base] = m.local
	}
	if t.life != nil {
		t.life.arrays = append(t.life.arrays, m.local)
	}
	if c, _ := leaf(of); !c.same(cell) {
		m.cell = cell
	}
	return &operand{typ: of, memory: m}
}

// cellOf returns the scalar element type of memory that holds objects of a class: the type of all
// members if they have the same type, otherwise an integer as small as the smallest member.
func (t *translator) cellOf(of *typ) *typ {
	var cell *typ
	same := true
	t.eachField(of, func(_ string, ft *typ, _ *fieldDecl) {
		inner, _ := leaf(ft)
		switch {
		case inner.class != nil && inner.class.decl != nil:
			inner = t.cellOf(inner)
		case inner.isVector():
			inner = inner.of
		case inner.to != nil, inner.reference != nil:
			inner = uintType
		}
		same = same && (cell == nil || cell.same(inner))
		if cell == nil || t.size(inner) < t.size(cell) {
			cell = inner
		}
	})
	switch {
	case cell == nil:
		return t.bitsOf(1)
	case !same || of.isUnion():
		return t.bitsOf(t.size(cell))
	}
	return cell
}
