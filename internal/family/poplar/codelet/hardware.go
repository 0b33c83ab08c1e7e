package codelet

import (
	"optc/dialect/arith"
	"optc/dialect/poplar/scalar"
	"optc/dialect/vector"
	"optc/internal/family/poplar/structured"
	"optc/ir"
)

// hardwareTypes are the vectors of the hardware.
var hardwareTypes = hardwareVectors()

func hardwareVectors() map[string]*typ {
	list := map[string]*typ{}
	add := func(name string, of scalar.Type, lengths ...int64) {
		for _, n := range lengths {
			v := &typ{name: name + string(rune('0'+n)), of: scalarType(of), n: n}
			list[v.name] = v
		}
	}
	add("float", scalar.Float, 2, 4)
	add("half", scalar.Half, 2, 4, 8)
	add("char", scalar.Char, 2, 4)
	add("uchar", scalar.UChar, 2, 4)
	add("short", scalar.Short, 2, 4)
	add("ushort", scalar.UShort, 2, 4)
	add("int", scalar.Int, 2, 4)
	add("uint", scalar.UInt, 2, 4)
	add("long", scalar.Long, 2)
	add("ulong", scalar.ULong, 2)
	add("longlong", scalar.LongLong, 2)
	add("ulonglong", scalar.ULongLong, 2)
	return list
}

// hardwareType returns the vector that the words of a type name, or nil.
func (t *translator) hardwareType(s *scope, base []token) *typ {
	if len(base) == 0 {
		return nil
	}
	return hardwareTypes[base[len(base)-1].text]
}

// vectorBinary combines vectors element by element; a scalar is each element.
func (t *translator) vectorBinary(op string, a, b *operand) *operand {
	of := a.typ
	if !of.isVector() {
		of = b.typ
	}
	a, b = t.toVector(a, of), t.toVector(b, of)
	x, y := a.value, b.value
	result := of
	if relations[op] {
		result = vectorOf(maskOf(of.of), of.n)
	}
	var v *structured.Value
	switch {
	case of.of.isFloat():
		v = t.floatOp(op, x, y)
	case op == "<<" || op == ">>":
		v = t.shiftOp(op, of.of.isSigned(), x, y)
	case relations[op]:
		t.failHere("cannot translate '%s' of vectors of integers", op)
	default:
		v = t.intOp(op, of.of.isSigned() && t.size(of.of) >= 4, x, y)
	}
	if relations[op] {
		v = t.mask(v, t.irType(result))
	}
	return &operand{typ: result, value: v}
}

// maskOf is the element type of the result of comparing two vectors: an integer of the same size,
// whose bits are all 1 or all 0.
func maskOf(of *typ) *typ {
	switch of.elem.Size() {
	case 2:
		return scalarType(scalar.Short)
	case 8:
		return scalarType(scalar.LongLong)
	}
	return intType
}

func (t *translator) mask(v *structured.Value, out ir.Type) *structured.Value {
	return t.pure("extsi", out, extSI(out), v)
}

func (t *translator) vectorUnary(op string, o *operand) *operand {
	v := t.val(o)
	if o.typ.of.isFloat() && op == "-" {
		return &operand{typ: o.typ, value: t.negF(v)}
	}
	switch op {
	case "-":
		return t.vectorBinary("-", t.zero(o.typ), o)
	case "~":
		return t.vectorBinary("^", o, constantInt(o.typ.of, wrapped(-1, o.typ.of.elem)))
	case "+":
		return t.settled(o)
	}
	t.failHere("cannot translate '%s' of '%s'", op, o.typ.name)
	return nil
}

// lane returns an element of a vector.
func (t *translator) lane(v *structured.Value, i int64) *structured.Value {
	of := v.Type.(*ir.VectorType).Elem
	return t.pure("extract "+string(rune('0'+i)), of, func(b *ir.Builder, a []*ir.Value) *ir.Value {
		return vector.NewExtract(b, a[0], i).Operation().Result(0)
	}, v)
}

// lanePlace is an element of a vector in a variable or in memory.
type lanePlace struct {
	of    location
	i     int64
	whole *operand // the vector, or nil
}

func (p lanePlace) load(t *translator) *structured.Value { return t.lane(p.of.load(t), p.i) }

func (p lanePlace) store(t *translator, x *structured.Value) {
	var whole *structured.Value
	t.parts(func() { whole = p.of.load(t) })
	p.of.store(t, t.pure("insert "+string(rune('0'+p.i)), whole.Type, func(b *ir.Builder, a []*ir.Value) *ir.Value {
		return vector.NewInsert(b, a[0], a[1], p.i).Operation().Result(0)
	}, x, whole))
}

// lanePlaceOf is v[i].
func (t *translator) lanePlaceOf(o, i *operand) *operand {
	i = t.scalarOf(i)
	if p, ok := o.place.(vectorPlace); ok && p.typ == ir.Type(p.memory) && i.number == nil {
		return &operand{typ: o.typ.of, place: elementPlace{base: p.base, index: t.sum(p.index, t.index(i)), typ: p.memory.Elem, elem: p.elem}}
	}
	if i.number == nil {
		at := o.place
		if at == nil {
			at = valuePlace{o.value}
		}
		return &operand{typ: o.typ.of, place: anyLanePlace{of: at, i: t.val(t.toScalar(i, uintType)), n: o.typ.n, whole: o}}
	}
	k := i.number.n
	if k < 0 || k >= o.typ.n {
		t.failHere("a vector of %d elements has no element %d", o.typ.n, k)
	}
	if p, ok := o.place.(vectorPlace); ok && p.typ == ir.Type(p.memory) {
		return &operand{typ: o.typ.of, place: elementPlace{base: p.base, index: t.sum(p.index, t.b.Int(t.c.Index(), k)), typ: p.memory.Elem, elem: p.elem}}
	}
	if o.place != nil {
		return &operand{typ: o.typ.of, place: lanePlace{o.place, k, o}}
	}
	return &operand{typ: o.typ.of, value: t.lane(o.value, k)}
}

// valuePlace is a vector that is not in a variable.
type valuePlace struct{ v *structured.Value }

func (p valuePlace) load(*translator) *structured.Value { return p.v }

func (p valuePlace) store(t *translator, _ *structured.Value) {
	t.failHere("cannot translate an assignment to an element of a vector that is no variable")
}

// anyLanePlace is an element of a vector, at a position that is not constant. The lane is selected
// among all elements, because a hardware vector has few of them.
type anyLanePlace struct {
	of location
	i  *structured.Value // index of type i32
	n  int64
	// whole is the vector, or nil.
	whole *operand
}

func (p anyLanePlace) load(t *translator) *structured.Value {
	whole := p.of.load(t)
	v := t.lane(whole, 0)
	for k := int64(1); k < p.n; k++ {
		v = t.selectValue(t.isLane(p.i, k), t.lane(whole, k), v)
	}
	return v
}

func (p anyLanePlace) store(t *translator, x *structured.Value) {
	for k := range p.n {
		lane := lanePlace{of: p.of, i: k}
		var old *structured.Value
		t.parts(func() { old = lane.load(t) })
		lane.store(t, t.selectValue(t.isLane(p.i, k), x, old))
	}
}

func (t *translator) isLane(i *structured.Value, k int64) *structured.Value {
	return t.b.Compare(structured.Equal, false, i, t.b.Int(i.Type, k))
}

func (t *translator) selectValue(c, x, y *structured.Value) *structured.Value {
	return t.pure("select", x.Type, func(b *ir.Builder, a []*ir.Value) *ir.Value { return arith.NewSelect(b, a[0], a[1], a[2]).Result() }, c, x, y)
}
