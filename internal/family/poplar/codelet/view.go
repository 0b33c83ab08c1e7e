package codelet

import (
	"optc/dialect/arith"
	"optc/internal/family/poplar/structured"
	"optc/ir"
)

// A cast pointer views the bits of a variable or of an element as another type:
//
//	float f = x;
//	unsigned bits = *reinterpret_cast<unsigned *>(&f);
//
// The variable remains a value, and its bits are reinterpreted at each access.

// viewPlace is a variable whose bits are read and written as another type of the same size.
type viewPlace struct {
	of         location
	from, seen ir.Type
	at         *pointer
}

func (p viewPlace) load(t *translator) *structured.Value { return t.reinterpret(p.of.load(t), p.seen) }

func (p viewPlace) store(t *translator, x *structured.Value) {
	p.of.store(t, t.reinterpret(x, p.from))
}

// viewOf returns the operand that a pointer to a variable points to.
func (t *translator) viewOf(p *pointer) *operand {
	at := p.at
	switch {
	case p.to.isVoid():
		t.failHere("cannot translate the use of a pointer to 'void'")
	case p.index == nil && (at.typ == nil || p.to.same(at.typ)), at.late && p.index == nil:
		return at
	case at.object != nil:
		return t.memberAt(p)
	case !at.typ.isScalar() && !at.typ.isVector() || !p.to.isScalar() && !p.to.isVector():
		t.failHere("cannot translate the use of '%s' as '%s'", t.describe(at), p.to.name)
	}
	to := t.plain(p.to)
	from, seen := t.irType(at.typ), t.irType(to)
	if isBool(t, from) || isBool(t, seen) {
		if from != seen {
			t.failHere("cannot translate the use of bools as another type")
		}
		return at
	}
	whole, part := t.size(at.typ), t.size(to)
	if whole%part != 0 {
		t.failHere("cannot translate the use of the %d bytes of '%s' as '%s'", whole, t.describe(at), p.to.name)
	}
	place := at.place
	if place == nil {
		place = valuePlace{t.val(at)}
	}
	n := whole / part
	if n == 1 {
		return &operand{typ: p.to, place: viewPlace{of: place, from: from, seen: seen, at: p}}
	}
	bits := t.irType(t.bitsOf(part))
	place = viewPlace{of: place, from: from, seen: ir.Vector([]int64{n}, bits), at: p}
	i := t.or0(t.recounted(p.index, t.unitOf(p), to))
	if c, ok := i.Constant().(*ir.IntegerAttr); ok {
		if k := c.Int64(); k < 0 || k >= n {
			t.failHere("'%s' has no part %d of type '%s'", t.describe(at), k, p.to.name)
		}
		place = lanePlace{of: place, i: c.Int64()}
	} else {
		place = anyLanePlace{of: place, i: t.b.FromIndex(i, t.c.Integer(32), true), n: n}
	}
	return &operand{typ: p.to, place: viewPlace{of: place, from: bits, seen: seen, at: p}}
}

func isBool(t *translator, of ir.Type) bool { return of == ir.Type(t.c.I1()) }

// unitOf returns the type that the index of a pointer to a variable counts.
func (t *translator) unitOf(p *pointer) *typ {
	if p.unit == nil {
		return t.counted(p).unit
	}
	return p.unit
}

// memberAt returns the part of an object that a pointer of another type points to: the object as
// its base class, or the member at that offset.
func (t *translator) memberAt(p *pointer) *operand {
	at := p.at
	if p.to.class != nil && p.index == nil && derives(at.typ.class, p.to.class) {
		return t.base(p.to, at)
	}
	bytes := int64(0)
	if p.index != nil {
		c, ok := p.index.Constant().(*ir.IntegerAttr)
		if !ok {
			t.failHere("cannot translate an index into the members of '%s'", t.describe(at))
		}
		bytes = c.Int64() * t.size(t.unitOf(p))
	}
	if !at.object.whole {
		for _, m := range t.layoutOf(at.typ).members {
			if o := at.object.members[m.name]; o != nil && m.offset <= bytes && bytes+t.size(p.to) <= m.offset+t.size(m.typ) {
				return t.partOf(o, bytes-m.offset, p.to)
			}
		}
	}
	t.failHere("cannot translate the use of '%s' as '%s'", t.describe(at), p.to.name)
	return nil
}

// partOf returns the bytes of an operand from an offset, as a value of another type.
func (t *translator) partOf(o *operand, bytes int64, to *typ) *operand {
	p := *t.pointerOf(t.addressOf(o))
	p.to = to
	if bytes == 0 {
		return t.deref(&p)
	}
	unit := t.bitsOf(min(bytes&-bytes, 8))
	if p.base != nil {
		return t.deref(t.within(&p, bytes, to))
	}
	p.unit, p.index = unit, t.b.Int(t.c.Index(), bytes/t.size(unit))
	return t.deref(&p)
}

// narrowPlace is a part of an element of memory:
//
//	*(unsigned char *)&x[0]     word = x[i / 4]; word >> 8 * (i % 4)
type narrowPlace struct {
	of       location          // the element
	word     *ir.IntegerType   // integer type of the bits of the element
	whole    ir.Type           // type of the element
	shift    *structured.Value // shift of type word
	part     *ir.IntegerType
	seen     ir.Type
	partBits int64
	at       *pointer
}

func (t *translator) narrowPlace(p *pointer, to *typ) location {
	if isBool(t, t.irType(p.elem)) || isBool(t, t.irType(to)) {
		t.failHere("cannot translate the use of bools as another type")
	}
	wide, part := t.size(p.elem), t.size(to)
	i := t.or0(t.recounted(p.index, p.step(), to))
	cell := t.irType(p.elem)
	word := t.c.Integer(int(8 * wide))
	shift := t.b.FromIndex(t.times(t.remainder(i, wide/part), 8*part), word, true)
	return narrowPlace{
		of:   elementPlace{base: p.base, index: t.quotient(i, wide/part), typ: cell, elem: p.elem},
		word: word, whole: cell, shift: shift, part: t.c.Integer(int(8 * part)), seen: t.irType(to), partBits: 8 * part, at: p,
	}
}

func (p narrowPlace) load(t *translator) *structured.Value {
	word := t.reinterpret(p.of.load(t), p.word)
	bits := t.shiftOp(">>", false, word, p.shift)
	return t.reinterpret(t.pure("trunci", p.part, func(b *ir.Builder, a []*ir.Value) *ir.Value {
		return arith.NewTruncI(b, p.part, a[0]).Operation().Result(0)
	}, bits), p.seen)
}

func (p narrowPlace) store(t *translator, x *structured.Value) {
	word := t.reinterpret(p.of.load(t), p.word)
	bits := t.pure("extui", p.word, func(b *ir.Builder, a []*ir.Value) *ir.Value {
		return arith.NewExtUI(b, p.word, a[0]).Operation().Result(0)
	}, t.reinterpret(x, p.part))
	mask := t.shiftOp("<<", false, t.b.Constant(p.word, t.c.Int(p.word, 1<<p.partBits-1)), p.shift)
	kept := t.intOp("&", false, word, t.intOp("^", false, mask, t.b.Constant(p.word, t.c.Int(p.word, -1))))
	p.of.store(t, t.reinterpret(t.intOp("|", false, kept, t.shiftOp("<<", false, bits, p.shift)), p.whole))
}
