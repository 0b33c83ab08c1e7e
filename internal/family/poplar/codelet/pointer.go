package codelet

import (
	"optc/dialect/arith"
	"optc/dialect/memref"
	"optc/dialect/poplar"
	"optc/dialect/poplar/scalar"
	"optc/dialect/vector"
	"optc/internal/family/poplar/structured"
	"optc/ir"
)

// index returns an integer as an index.
func (t *translator) index(o *operand) *structured.Value {
	o = t.scalarOf(o)
	if o.number != nil {
		return t.b.Int(t.c.Index(), o.number.n)
	}
	if !o.typ.isInteger() {
		t.failHere("expected an integer as an index, but got '%s'", t.describe(o))
	}
	of := t.plain(o.typ)
	return t.b.ToIndex(t.val(o), of.isSigned())
}

// sum adds indices; nil is 0.
func (t *translator) sum(a, b *structured.Value) *structured.Value {
	switch {
	case a == nil || isZero(a):
		return b
	case b == nil || isZero(b):
		return a
	}
	x, isX := a.Constant().(*ir.IntegerAttr)
	y, isY := b.Constant().(*ir.IntegerAttr)
	if isX && isY {
		return t.b.Int(t.c.Index(), x.Int64()+y.Int64())
	}
	return t.b.AddInts(a, b, true)
}

func isZero(v *structured.Value) bool {
	c, ok := v.Constant().(*ir.IntegerAttr)
	return ok && c.Value.IsZero()
}

// times multiplies an index by the constant n.
func (t *translator) times(v *structured.Value, n int64) *structured.Value {
	if n == 1 || v == nil {
		return v
	}
	if c, ok := v.Constant().(*ir.IntegerAttr); ok {
		return t.b.Int(t.c.Index(), c.Int64()*n)
	}
	return t.pure("muli", t.c.Index(), func(b *ir.Builder, a []*ir.Value) *ir.Value { return arith.NewMulI(b, a[0], a[1]).Result() }, v, t.b.Int(t.c.Index(), n))
}

// or0 returns an index, or 0 for nil.
func (t *translator) or0(v *structured.Value) *structured.Value {
	if v == nil {
		return t.b.Int(t.c.Index(), 0)
	}
	return v
}

// leaf returns the scalar type of a nested array and the number of its scalars.
func leaf(of *typ) (*typ, int64) {
	n := int64(1)
	for of.array {
		n *= of.n
		of = of.of
	}
	return of, n
}

// address returns a pointer to an element of memory.
func (t *translator) address(m *elements, i *structured.Value) *pointer {
	cell, _ := leaf(m.elem)
	if cell.to != nil {
		cell = uintType
	}
	if m.cell != nil {
		cell = m.cell
	}
	p := &pointer{to: m.elem, base: m.base, index: m.offset, elem: cell, unit: m.unit, local: m.local, target: m.target}
	if m.local == nil && m.target == nil && t.targets != nil && t.targets.wanted && p.base.IsArgument() {
		p.target = t.targetOf(p)
	}
	p.base = t.flexible(m.base)
	if i == nil {
		return p
	}
	return t.advance(p, i)
}

// flexible returns a memref with a dynamic size, which variables can hold.
func (t *translator) flexible(base *structured.Value) *structured.Value {
	m := base.Type.(*ir.MemRefType)
	if len(m.Dims) == 1 && m.Dims[0] == ir.Dynamic {
		return base
	}
	out := ir.MemRef([]int64{ir.Dynamic}, m.Elem, nil, nil)
	return t.pure("cast", out, func(b *ir.Builder, a []*ir.Value) *ir.Value {
		return memref.NewCast(b, out, a[0]).Operation().Result(0)
	}, base)
}

// pointerOf returns the pointer that an operand is or holds.
func (t *translator) pointerOf(o *operand) *pointer {
	if o.ptr != nil {
		return o.ptr
	}
	if o.stored != nil {
		return t.loadPointer(o)
	}
	h := o.holder
	switch {
	case h == nil:
		t.failHere("expected a pointer, but got '%s'", t.describe(o))
	case h.at != nil && h.index != nil:
		return &pointer{to: h.to, at: h.at, index: t.b.Read(h.index), unit: h.unit}
	case h.at != nil:
		return &pointer{to: h.to, at: h.at}
	case h.null != nil:
		return &pointer{to: h.to}
	case h.elem == nil:
		t.failHere("a pointer is used before it has a value")
	}
	var target *structured.Value
	if h.target != nil {
		target = t.b.Read(h.target)
	}
	return &pointer{to: h.to, base: t.b.Read(h.base), index: t.b.Read(h.index), elem: h.elem, unit: h.unit, local: h.local, target: target}
}

// setPointer assigns to a variable that holds a pointer.
func (t *translator) setPointer(h *pointerVar, name string, p *pointer) {
	switch {
	case p.isNull() && h.elem == nil && h.at == nil:
		h.null = &nullState{frame: t.frame, depth: t.frame.depth}
		return
	case h.null != nil && (h.null.frame != t.frame || h.null.depth < t.frame.depth):
		t.failHere("cannot translate a pointer that is null or not, which a run decides")
	}
	h.null = nil
	switch {
	case p.at != nil && h.elem == nil && (h.at == nil || h.at == p.at):
		t.setVariablePointer(h, name, p)
		return
	case p.base == nil || h.at != nil:
		t.mixed = true
		t.failHere("cannot translate a pointer that is null or refers to a variable or to an element by turns")
	}
	if h.local = p.local; p.local != nil && p.local.depth > h.depth {
		p.local.escapes = true
	}
	q := *p
	q.to = h.to
	p = t.counted(&q)
	if h.elem == nil {
		h.elem, h.unit = p.elem, p.unit
		h.base = t.code.NewVar(name+"_of", t.flexible(p.base).Type)
		h.index = t.code.NewVar(name, t.c.Index())
	}
	if !h.elem.same(p.elem) {
		t.failHere("cannot translate a pointer to elements of '%s' that was a pointer to elements of '%s'", p.elem.name, h.elem.name)
	}
	if t.targets.wanted {
		if h.target == nil {
			h.target = t.code.NewVar(name+"_target", t.irType(uintType))
		}
		if target := t.targetOf(p); target.ReadOf() != h.target {
			t.b.Write(h.target, target)
		}
	}
	if p.base.ReadOf() != h.base {
		t.b.Write(h.base, t.flexible(p.base))
	}
	t.b.Write(h.index, t.or0(t.recounted(p.index, p.step(), (&pointer{elem: h.elem, unit: h.unit}).step())))
}

// setVariablePointer assigns the address of a variable, or of a part of it.
func (t *translator) setVariablePointer(h *pointerVar, name string, p *pointer) {
	h.at = p.at
	if p.index == nil && (p.at.object != nil || p.at.typ == nil || h.to.isVoid() || h.to.same(p.at.typ)) {
		if h.index != nil {
			t.b.Write(h.index, t.or0(nil))
		}
		return
	}
	q := *p
	q.to = h.to
	p = t.counted(&q)
	if h.index == nil {
		h.unit, h.index = p.unit, t.code.NewVar(name, t.c.Index())
	}
	t.b.Write(h.index, t.or0(t.recounted(p.index, p.unit, h.unit)))
}

// isNull reports whether the pointer is null.
func (p *pointer) isNull() bool { return p.base == nil && p.at == nil }

// step returns the type that the index counts.
func (p *pointer) step() *typ {
	if p.unit != nil {
		return p.unit
	}
	return p.elem
}

// counted returns a pointer whose index counts a type whose size divides the size of the pointer's target.
func (t *translator) counted(p *pointer) *pointer {
	if p.to.isVoid() {
		return p
	}
	size := t.size(p.to)
	if p.to.class != nil && p.to.class.decl != nil {
		size = t.alignment(p.to)
	}
	step := p.step()
	if step == nil && p.at != nil { // pointer to a variable
		q := *p
		q.unit = t.bitsOf(min(size, 8))
		return &q
	}
	if size%t.size(step) == 0 {
		return p
	}
	q := *p
	q.unit = t.bitsOf(size & -size)
	q.index = t.recounted(p.index, step, q.unit)
	return &q
}

// recounted converts an index that counts elements of one type to an index that counts elements of
// another. The size of the wider type is a multiple of the size of the other; an address that is
// not a multiple is an error in C++.
func (t *translator) recounted(i *structured.Value, from, to *typ) *structured.Value {
	a, b := t.size(from), t.size(to)
	switch {
	case i == nil || a == b:
		return i
	case a > b:
		return t.times(i, a/b)
	}
	return t.quotient(i, b/a)
}

// bitsOf returns the unsigned integer that has a number of bytes.
func (t *translator) bitsOf(bytes int64) *typ {
	switch bytes {
	case 1:
		return scalarType(scalar.UChar)
	case 2:
		return scalarType(scalar.UShort)
	case 4:
		return uintType
	case 8:
		return scalarType(scalar.ULongLong)
	}
	t.failHere("cannot translate the address of %d bytes", bytes)
	return nil
}

// quotient divides an index by a power of two.
func (t *translator) quotient(i *structured.Value, n int64) *structured.Value {
	if c, ok := i.Constant().(*ir.IntegerAttr); ok {
		return t.b.Int(t.c.Index(), c.Int64()/n)
	}
	return t.pure("divui", t.c.Index(), func(b *ir.Builder, a []*ir.Value) *ir.Value { return arith.NewDivUI(b, a[0], a[1]).Result() }, i, t.b.Int(t.c.Index(), n))
}

// remainder divides an index by a power of two and returns the remainder.
func (t *translator) remainder(i *structured.Value, n int64) *structured.Value {
	if c, ok := i.Constant().(*ir.IntegerAttr); ok {
		return t.b.Int(t.c.Index(), c.Int64()%n)
	}
	return t.pure("remui", t.c.Index(), func(b *ir.Builder, a []*ir.Value) *ir.Value { return arith.NewRemUI(b, a[0], a[1]).Result() }, i, t.b.Int(t.c.Index(), n))
}

// units returns how many elements of memory a value of a type takes.
func (t *translator) units(to, elem *typ) int64 {
	a, b := t.size(to), t.size(elem)
	if a%b != 0 {
		t.failHere("cannot translate a pointer to '%s' into elements of '%s'", to.name, elem.name)
	}
	return a / b
}

// advance returns p + n.
func (t *translator) advance(p *pointer, n *structured.Value) *pointer {
	if p.base == nil && p.at == nil {
		t.failHere("cannot translate the arithmetic of a null pointer")
	}
	q := *t.counted(p)
	q.index = t.sum(q.index, t.times(n, t.units(p.to, q.step())))
	return &q
}

// pointerBinary is the arithmetic and comparison of pointers.
func (t *translator) pointerBinary(op string, a, b *operand) *operand {
	if op == "-" && !b.isPointer() {
		n := t.unaryOp("-", t.toScalar(b, intType))
		return t.pointerBinary("+", a, n)
	}
	if op == "+" {
		if b.isPointer() {
			a, b = b, a
		}
		p := t.advance(t.pointerOf(a), t.index(b))
		return &operand{typ: a.typ, ptr: p}
	}
	if !a.isPointer() || !b.isPointer() {
		t.failHere("cannot translate '%s' of '%s' and '%s'", op, t.describe(a), t.describe(b))
	}
	p, q := t.pointerOf(a), t.pointerOf(b)
	if !p.isNull() && !q.isNull() {
		p, q = t.counted(p), t.counted(q)
	}
	if equal := op == "=="; (equal || op == "!=") && (p.isNull() || q.isNull()) {
		for _, r := range []*pointer{p, q} {
			if r.target != nil {
				return t.toScalar(t.binary(map[bool]string{true: "==", false: "!="}[equal], t.notNull(r), constantInt(boolType, 0)), boolType)
			}
		}
		return constantInt(boolType, b2i((p.isNull() && q.isNull()) == equal))
	}
	if p.base == nil && (p.at == nil || p.at != q.at) || (p.base == nil) != (q.base == nil) {
		t.failHere("cannot translate the comparison of a pointer that is null or refers to a variable")
	}
	unit := p.step()
	if t.size(q.step()) < t.size(unit) {
		unit = q.step()
	}
	x, y := t.or0(t.recounted(p.index, p.step(), unit)), t.or0(t.recounted(q.index, q.step(), unit))
	if op == "-" {
		d := t.pure("subi", t.c.Index(), func(b *ir.Builder, a []*ir.Value) *ir.Value { return arith.NewSubI(b, a[0], a[1]).Result() }, x, y)
		if n := t.units(p.to, unit); n != 1 {
			d = t.pure("divsi", t.c.Index(), func(b *ir.Builder, a []*ir.Value) *ir.Value { return arith.NewDivSI(b, a[0], a[1]).Result() }, d, t.b.Int(t.c.Index(), n))
		}
		return &operand{typ: intType, value: t.b.FromIndex(d, t.c.Integer(32), false)}
	}
	r, ok := intRelations[op]
	if !ok {
		t.failHere("cannot translate '%s' of pointers", op)
	}
	return &operand{typ: boolType, value: t.b.Compare(r, true, x, y)}
}

// deref returns the operand that a pointer points to.
func (t *translator) deref(p *pointer) *operand {
	if p.at != nil {
		return t.viewOf(p)
	}
	if p.base == nil {
		t.failHere("cannot translate the use of a null pointer")
	}
	to := t.plain(p.to)
	switch {
	case to.to != nil:
		return t.stored(p, to)
	case to.array:
		return &operand{typ: to, memory: &elements{base: p.base, elem: to.of, known: to.n, offset: p.index, cell: p.elem, unit: p.unit, typ: to, local: p.local, target: p.target, inner: true}}
	case to.class != nil:
		return &operand{typ: to, object: t.objectAt(to, p)}
	case to.isVoid():
		t.failHere("cannot translate the use of a pointer to 'void'")
	}
	cell := t.irType(p.elem)
	out := t.irType(to)
	p = t.counted(p)
	if t.size(to) < t.size(p.elem) {
		return &operand{typ: p.to, place: t.narrowPlace(p, to)}
	}
	i := t.or0(t.recounted(p.index, p.step(), p.elem))
	if out == cell {
		return &operand{typ: p.to, place: elementPlace{base: p.base, index: i, typ: cell, elem: p.elem}}
	}
	n := t.units(to, p.elem)
	if n == 1 && !isBool(t, cell) && !isBool(t, out) {
		return &operand{typ: p.to, place: viewPlace{of: elementPlace{base: p.base, index: i, typ: cell, elem: p.elem}, from: cell, seen: out, at: p}}
	}
	lane := out
	if v, ok := out.(*ir.VectorType); ok {
		lane = v.Elem
	}
	if cell == ir.Type(t.c.I1()) || lane == ir.Type(t.c.I1()) {
		return &operand{typ: p.to, place: boolsPlace{elementPlace{base: p.base, index: i, typ: cell, elem: p.elem}, n, out}}
	}
	return &operand{typ: p.to, place: vectorPlace{base: p.base, index: i, memory: ir.Vector([]int64{n}, cell), typ: out, elem: p.elem}}
}

// vectorPlace is several elements of memory as a vector of the hardware or as a scalar of
// another type.
type vectorPlace struct {
	base, index *structured.Value
	memory      *ir.VectorType // memory of the elements
	typ         ir.Type
	elem        *typ // element type of the memory
}

func (p vectorPlace) load(t *translator) *structured.Value {
	v := t.b.Op(structured.Op{Args: []*structured.Value{p.base, p.index}, Build: func(b *ir.Builder, a []*ir.Value) *ir.Value {
		return vector.NewLoad(b, p.memory, a[0], a[1:2]).Operation().Result(0)
	}}, p.memory)
	return t.reinterpret(v, p.typ)
}

func (p vectorPlace) store(t *translator, x *structured.Value) {
	t.b.Op(structured.Op{Effects: true, Args: []*structured.Value{t.reinterpret(x, p.memory), p.base, p.index}, Build: func(b *ir.Builder, a []*ir.Value) *ir.Value {
		vector.NewStore(b, a[0], a[1], a[2:3])
		return nil
	}}, nil)
}

// reinterpret returns the bits of a scalar or vector as another scalar or vector of the
// same size.
func (t *translator) reinterpret(v *structured.Value, out ir.Type) *structured.Value {
	if v.Type == out {
		return v
	}
	from, isVector := v.Type.(*ir.VectorType)
	to, toVector := out.(*ir.VectorType)
	switch {
	case !isVector && !toVector:
		return t.pure("bitcast", out, func(b *ir.Builder, a []*ir.Value) *ir.Value {
			return arith.NewBitcast(b, out, a[0]).Operation().Result(0)
		}, v)
	case !isVector:
		one := ir.Vector([]int64{1}, v.Type)
		return t.reinterpret(t.splat(v, one), out)
	case !toVector:
		one := ir.Vector([]int64{1}, out)
		return t.lane(t.reinterpret(v, one), 0)
	}
	if from.Dims[0] == to.Dims[0] {
		return t.pure("bitcast", out, func(b *ir.Builder, a []*ir.Value) *ir.Value {
			return arith.NewBitcast(b, out, a[0]).Operation().Result(0)
		}, v)
	}
	return t.pure("bitcast lanes", out, func(b *ir.Builder, a []*ir.Value) *ir.Value {
		return vector.NewBitcast(b, out, a[0]).Operation().Result(0)
	}, v)
}

// boolsPlace is several bools, which are bytes, as an integer.
type boolsPlace struct {
	at  elementPlace
	n   int64
	typ ir.Type
}

func (p boolsPlace) load(t *translator) *structured.Value {
	of, ok := p.typ.(*ir.IntegerType)
	if !ok || p.at.typ != ir.Type(t.c.I1()) {
		t.failHere("cannot translate the use of bools as another type")
	}
	var all *structured.Value
	for k := range p.n {
		at := p.at
		at.index = t.sum(at.index, t.b.Int(t.c.Index(), k))
		v := t.pure("extui", of, func(b *ir.Builder, a []*ir.Value) *ir.Value { return arith.NewExtUI(b, of, a[0]).Operation().Result(0) }, at.load(t))
		if k > 0 {
			v = t.intOp("|", false, all, t.shiftOp("<<", false, v, t.b.Int(of, 8*k)))
		}
		all = v
	}
	return all
}

func (p boolsPlace) store(t *translator, x *structured.Value) {
	of, ok := p.typ.(*ir.IntegerType)
	if !ok || p.at.typ != ir.Type(t.c.I1()) {
		t.failHere("cannot translate the use of bools as another type")
	}
	for k := range p.n {
		at := p.at
		at.index = t.sum(at.index, t.b.Int(t.c.Index(), k))
		v := x
		if k > 0 {
			v = t.shiftOp(">>", false, x, t.b.Int(of, 8*k))
		}
		at.store(t, t.pure("trunci", t.c.I1(), func(b *ir.Builder, a []*ir.Value) *ir.Value {
			return arith.NewTruncI(b, t.c.I1(), a[0]).Operation().Result(0)
		}, v))
	}
}

// objectAt returns an object in memory.
func (t *translator) objectAt(of *typ, p *pointer) *object {
	o := &object{typ: of, members: map[string]*operand{}, at: p}
	for _, m := range t.layoutOf(of).members {
		if m.reference {
			t.failHere("cannot translate the reference '%s' in memory", m.name)
		}
		o.members[m.name] = t.deref(t.within(p, m.offset, m.typ))
		o.order = append(o.order, m.name)
	}
	return o
}

// within returns the address of a value at a number of bytes after another address.
func (t *translator) within(p *pointer, bytes int64, to *typ) *pointer {
	q := *p
	q.to = to
	if unit := t.size(p.step()); bytes%unit != 0 {
		q.unit = t.bitsOf(bytes & -bytes)
		q.index = t.recounted(p.index, p.step(), q.unit)
	}
	q.index = t.sum(q.index, t.b.Int(t.c.Index(), bytes/t.size(q.step())))
	return t.counted(&q)
}

// subscript is x[i].
func (t *translator) subscript(o, i *operand) *operand {
	switch {
	case o.memory != nil && !o.memory.typ.array && t.scalarOf(i).typ.isFloat(): // the parameter of operator[] is a size_t
		return t.subscript(o, t.toScalar(t.scalarOf(i), sizeType))
	case o.memory != nil && o.memory.rows:
		return t.row(o.memory, t.index(i))
	case o.memory != nil:
		at := t.index(i)
		if o.memory.inner {
			at = t.inside(o.memory, at)
		}
		return t.deref(t.address(o.memory, at))
	case o.isPointer():
		return t.deref(t.advance(t.pointerOf(o), t.index(i)))
	case o.object != nil:
		if inner := o.object.members["_M_elems"]; inner != nil {
			return t.subscript(inner, i)
		}
		return t.callMethod(o, "operator[]", []*operand{i})
	case o.typ != nil && o.typ.isVector():
		return t.lanePlaceOf(o, i)
	}
	t.failHere("cannot translate a subscript of '%s'", t.describe(o))
	return nil
}

// row returns an element of a list or of a vector of edges.
func (t *translator) row(m *elements, i *structured.Value) *operand {
	elem := t.irType(m.elem)
	out := ir.MemRef([]int64{ir.Dynamic}, elem, nil, nil)
	row := t.b.Op(structured.Op{Key: "list_row", Args: []*structured.Value{m.base, i}, Build: func(b *ir.Builder, a []*ir.Value) *ir.Value {
		return poplar.NewListRow(b, out, a[0], a[1]).Operation().Result(0)
	}}, out)
	of := &typ{name: "row of " + m.elem.name}
	if m.scalars {
		return &operand{typ: m.elem, place: elementPlace{base: row, index: t.b.Int(t.c.Index(), 0), typ: elem, elem: m.elem}, edge: true}
	}
	if c := m.typ.class; c != nil && len(c.args) > 0 && c.args[0].typ != nil && c.args[0].typ.class != nil {
		of = c.args[0].typ
	}
	return &operand{typ: of, memory: &elements{base: row, elem: m.elem, typ: of}}
}

// count returns the number of elements.
func (t *translator) count(m *elements) *operand {
	if m.known > 0 {
		return constantInt(sizeType, m.known)
	}
	var n *structured.Value
	if m.rows {
		n = t.pure("list_size", t.c.Index(), func(b *ir.Builder, a []*ir.Value) *ir.Value { return poplar.NewListSize(b, a[0]).Result() }, m.base)
	} else {
		n = t.pure("dim", t.c.Index(), func(b *ir.Builder, a []*ir.Value) *ir.Value {
			return memref.NewDim(b, a[0], a[1]).Operation().Result(0)
		}, m.base, t.b.Int(t.c.Index(), 0))
	}
	return &operand{typ: sizeType, value: t.b.FromIndex(n, t.c.Integer(32), true)}
}
