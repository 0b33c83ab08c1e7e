package codelet

import (
	"slices"
	"strconv"
	"strings"

	"optc/dialect/memref"
	"optc/dialect/poplar/scalar"
	"optc/internal/family/poplar/structured"
	"optc/ir"
)

// expr translates an expression.
func (t *translator) expr(s *scope, n *node) *operand {
	t.step(n.tok)
	t.b.Loc = n.loc()
	switch n.kind {
	case nameNode:
		return t.named(s, n)
	case numberNode:
		return t.literal(n)
	case textNode:
		text := pointerTo(scalarType(scalar.Char))
		return &operand{typ: text, ptr: &pointer{to: text.to}}
	case unaryNode:
		return t.unary(s, n)
	case postfixNode:
		o := t.expr(s, n.kids[0])
		old := t.settled(o)
		t.b.Loc = n.loc()
		t.assign(o, t.binary(n.op[:1], old, constantInt(intType, 1)))
		return old
	case binaryNode:
		return t.binaryNode(s, n)
	case assignNode:
		return t.assignment(s, n)
	case condNode:
		return t.conditional(s, n)
	case callNode:
		return t.call(s, n)
	case indexNode:
		return t.subscript(t.indexed(s, n))
	case memberNode:
		return t.memberOf(s, n)
	case castNode:
		return t.cast(s, n)
	case listNode:
		// Names stay places, so that references can be bound to them: evaluating a name has no effects.
		o := &operand{isList: true}
		names := !slices.ContainsFunc(n.kids, func(k *node) bool { return k.kind != nameNode && k.kind != numberNode })
		for _, k := range n.kids {
			x := t.expr(s, k)
			if x.place != nil && !names {
				x = t.settled(x)
			}
			if k.member != "" {
				named := *x
				named.member = k.member
				x = &named
			}
			o.list = append(o.list, x)
		}
		return o
	case sizeNode:
		return t.sizeOf(s, n)
	case lambdaNode:
		return t.lambda(s, n)
	}
	t.fail(n.loc(), "cannot translate %s", n.tok.text)
	return nil
}

func (t *translator) unary(s *scope, n *node) *operand {
	if n.op == "-" && n.kids[0].kind == numberNode {
		return t.unaryOp("-", t.literal(n.kids[0]))
	}
	if x := n.kids[0]; n.op == "&" && x.kind == indexNode {
		o, i := t.indexed(s, x)
		if m := o.memory; m != nil && m.inner { // the index may be the end of the array
			p := t.address(m, t.index(i))
			return t.pointerTo(p.to, p)
		}
		return t.addressOf(t.subscript(o, i))
	}
	o := t.expr(s, n.kids[0])
	t.b.Loc = n.loc()
	t.at = n.tok
	switch n.op {
	case "++", "--":
		t.assign(o, t.binary(n.op[:1], o, constantInt(intType, 1)))
		return o
	case "*":
		return t.star(o)
	case "&":
		return t.addressOf(o)
	}
	return t.unaryOp(n.op, o)
}

// indexed translates the parts of x[i].
func (t *translator) indexed(s *scope, n *node) (o, i *operand) {
	o = t.expr(s, n.kids[0])
	if o.place == nil && o.holder != nil || o.stored != nil {
		o = t.settled(o)
	}
	i = t.expr(s, n.kids[1])
	t.b.Loc = n.loc()
	return o, i
}

// star translates *x, for a pointer or for an edge to a scalar.
func (t *translator) star(o *operand) *operand {
	o = t.decayed(o)
	switch {
	case o.fn != nil && o.fn.bound == nil, o.typ != nil && o.typ.code: // a function is its own address
		return o
	case o.edge:
		p := *o
		p.edge = false
		return &p
	case o.isPointer():
		return t.deref(t.pointerOf(o))
	case o.memory != nil && !o.memory.rows:
		return t.deref(t.address(o.memory, nil))
	}
	t.failHere("cannot translate '*' of '%s'", t.describe(o))
	return nil
}

// addressOf is &x.
func (t *translator) addressOf(o *operand) *operand {
	switch p := o.place.(type) {
	case elementPlace:
		return t.pointerTo(o.typ, &pointer{to: o.typ, base: t.flexible(p.base), index: p.index, elem: p.elem})
	case vectorPlace:
		return t.pointerTo(o.typ, &pointer{to: o.typ, base: p.base, index: p.index, elem: p.elem})
	case narrowPlace:
		return t.pointerTo(o.typ, p.at)
	case viewPlace:
		return t.pointerTo(o.typ, p.at)
	case lanePlace:
		if p.whole != nil {
			return t.pointerTo(o.typ, &pointer{to: o.typ, at: p.whole, unit: t.bitsOf(t.size(o.typ)), index: t.b.Int(t.c.Index(), p.i)})
		}
	case anyLanePlace:
		if p.whole != nil {
			return t.pointerTo(o.typ, &pointer{to: o.typ, at: p.whole, unit: t.bitsOf(t.size(o.typ)), index: t.b.ToIndex(p.i, false)})
		}
	}
	switch {
	case o.fn != nil && o.fn.this == nil:
		return o
	case o.stored != nil:
		return t.pointerTo(o.typ, o.stored.at)
	case o.memory != nil && o.memory.typ.array:
		p := t.address(o.memory, nil)
		p.to = o.memory.typ
		return t.pointerTo(p.to, p)
	case o.object != nil && o.object.at != nil:
		return t.pointerTo(o.typ, o.object.at)
	case o.typ != nil && o.fn == nil && o.ptr == nil: // a constant has an address, too
		return t.pointerTo(o.typ, &pointer{to: o.typ, at: o})
	}
	t.failHere("cannot translate the address of '%s'", t.describe(o))
	return nil
}

// addressNumber is the address of an element of memory as a number.
func (t *translator) addressNumber(p *pointer) *operand {
	if p.base == nil {
		t.failHere("cannot translate the address of a variable as a number")
	}
	a := t.pure("address", t.c.Index(), func(b *ir.Builder, a []*ir.Value) *ir.Value {
		return memref.NewExtractAlignedPointerAsIndex(b, a[0]).Operation().Result(0)
	}, p.base)
	a = t.sum(a, t.times(p.index, t.size(p.elem)))
	return &operand{typ: uintType, value: t.b.FromIndex(a, t.c.Integer(32), true)}
}

func (t *translator) pointerTo(of *typ, p *pointer) *operand {
	return &operand{typ: pointerTo(of), ptr: p}
}

func (t *translator) binaryNode(s *scope, n *node) *operand {
	switch n.op {
	case ",":
		t.expr(s, n.kids[0])
		return t.expr(s, n.kids[1])
	case "&&", "||":
		return t.logic(s, n)
	}
	a := t.expr(s, n.kids[0])
	if a.place != nil || a.holder != nil || a.stored != nil && !relations[n.op] {
		a = t.settled(a)
	}
	b := t.expr(s, n.kids[1])
	t.b.Loc = n.loc()
	t.at = n.tok
	if o := t.overloaded(s, n.op, a, b); o != nil {
		return o
	}
	return t.binary(n.op, a, b)
}

// overloaded calls the operator function of a class, or returns nil if there is none.
func (t *translator) overloaded(s *scope, op string, a, b *operand) *operand {
	if a.object == nil && b.object == nil {
		return nil
	}
	name := "operator" + op
	if a.object != nil {
		if list, home := routinesIn(a.typ.class.scope, name, nil); list != nil {
			return t.callOperand(&operand{fn: &functions{name: name, list: list, home: home, this: a}}, []*operand{b})
		}
	}
	scopes := []*scope{s}
	for _, o := range []*operand{a, b} {
		if o.object != nil {
			scopes = append(scopes, o.typ.class.scope)
		}
	}
	for _, from := range scopes {
		for ; from != nil; from = from.parent {
			if list, home := routinesIn(from, name, nil); list != nil && from.self == nil {
				return t.callOperand(&operand{fn: &functions{name: name, list: list, home: home}}, []*operand{a, b})
			}
		}
	}
	return nil
}

// logic is && and ||. The right side is executed only if the left side does not decide,
// unless nobody can notice.
func (t *translator) logic(s *scope, n *node) *operand {
	and := n.op == "&&"
	left := t.truth(t.expr(s, n.kids[0]))
	if left.number != nil {
		if (left.number.n != 0) != and {
			return left
		}
		return t.truth(t.expr(s, n.kids[1]))
	}
	x := t.val(left)
	var list []structured.Statement
	var right *operand
	t.into(&list, func() {
		t.frame.depth++
		right = t.truth(t.expr(s, n.kids[1]))
		t.frame.depth--
		right = &operand{typ: boolType, value: t.val(right), number: right.number}
	})
	t.b.Loc = n.loc()
	if right.number != nil && structured.Total(list) {
		if (right.number.n != 0) == and {
			return left
		}
		return constantInt(boolType, right.number.n)
	}
	if structured.Total(list) {
		t.splice(list)
		if and {
			return &operand{typ: boolType, value: t.b.And(x, right.value)}
		}
		return &operand{typ: boolType, value: t.intOp("|", false, x, right.value)}
	}
	v := t.code.NewVar("", t.c.I1())
	yes := append(list, &structured.Write{Var: v, Value: right.value})
	no := []structured.Statement{&structured.Write{Var: v, Value: x}}
	if !and {
		yes, no = no, yes
	}
	t.b.Add(&structured.If{Loc: n.loc(), Cond: x, Then: yes, Else: no})
	return &operand{typ: boolType, value: t.b.Read(v)}
}

func (t *translator) splice(list []structured.Statement) {
	for _, st := range list {
		t.b.Add(st)
	}
}

// conditional is c ? x : y.
func (t *translator) conditional(s *scope, n *node) *operand {
	c := t.truth(t.expr(s, n.kids[0]))
	if c.number != nil {
		if c.number.n != 0 {
			return t.expr(s, n.kids[1])
		}
		return t.expr(s, n.kids[2])
	}
	cond := t.val(c)
	var yes, no []structured.Statement
	var a, b *operand
	t.frame.depth++
	t.into(&yes, func() { a = t.expr(s, n.kids[1]) })
	t.into(&no, func() { b = t.expr(s, n.kids[2]) })
	t.at = n.tok
	t.b.Loc = n.loc()
	if a.isVariable() && b.isVariable() && a.typ.same(b.typ) {
		t.frame.depth--
		return &operand{typ: a.typ, place: choicePlace{cond: cond, yes: a.place, no: b.place, typ: t.irType(a.typ)}}
	}
	t.into(&yes, func() { a = t.settled(a) })
	t.into(&no, func() { b = t.settled(b) })
	t.frame.depth--
	result := t.either(a, b, &yes, &no)
	t.b.Loc = n.loc()
	t.b.Add(&structured.If{Loc: n.loc(), Cond: cond, Then: yes, Else: no})
	return t.settled(result)
}

// choicePlace is one of two variables, selected at run time.
type choicePlace struct {
	cond    *structured.Value
	yes, no location
	typ     ir.Type
}

func (p choicePlace) load(t *translator) *structured.Value {
	v := t.code.NewVar("", p.typ)
	st := &structured.If{Loc: t.b.Loc, Cond: p.cond}
	t.into(&st.Then, func() { t.b.Write(v, p.yes.load(t)) })
	t.into(&st.Else, func() { t.b.Write(v, p.no.load(t)) })
	t.b.Add(st)
	return t.b.Read(v)
}

func (p choicePlace) store(t *translator, x *structured.Value) {
	st := &structured.If{Loc: t.b.Loc, Cond: p.cond}
	t.into(&st.Then, func() { p.yes.store(t, x) })
	t.into(&st.Else, func() { p.no.store(t, x) })
	t.b.Add(st)
}

// either returns a new variable that the ends of two lists of statements set to a or b.
func (t *translator) either(a, b *operand, yes, no *[]structured.Statement) *operand {
	of := a.typ
	switch {
	case a.fn != nil && b.fn != nil:
		of = t.typeOfFunction(a.fn)
	case a.fn != nil:
		of = b.typ
	case b.fn != nil:
	case a.typ == nil || b.typ == nil:
		return &operand{typ: voidType}
	case a.typ.isVoid() && b.typ.isVoid():
		return &operand{typ: voidType}
	case a.memory != nil && b.memory != nil && !a.memory.typ.array:
		return t.eitherMemory(a, b, yes, no)
	case a.typ.isScalar() && b.typ.isScalar() && !a.typ.same(b.typ):
		of = t.commonType(a.typ, b.typ)
	}
	result := t.variable("", of)
	t.into(yes, func() { t.assign(result, a) })
	t.into(no, func() { t.assign(result, b) })
	return result
}

// eitherMemory chooses between two vectors.
func (t *translator) eitherMemory(a, b *operand, yes, no *[]structured.Statement) *operand {
	x, y := a.memory, b.memory
	if x.rows != y.rows || !x.elem.same(y.elem) || x.base.Type != y.base.Type || x.offset != nil || y.offset != nil {
		t.failHere("cannot translate a choice between '%s' and '%s'", t.describe(a), t.describe(b))
	}
	v := t.code.NewVar("", x.base.Type)
	t.into(yes, func() { t.b.Write(v, x.base) })
	t.into(no, func() { t.b.Write(v, y.base) })
	chosen := *x
	o := &operand{typ: a.typ, memory: &chosen}
	chosen.baseVar = v
	return o
}

// assignment is x = y and x op= y.
func (t *translator) assignment(s *scope, n *node) *operand {
	y := t.expr(s, n.kids[1])
	if y.place != nil || y.holder != nil || y.stored != nil {
		y = t.settled(y)
	}
	x := t.expr(s, n.kids[0])
	t.b.Loc = n.loc()
	t.at = n.tok
	if n.op != "" {
		if x.object != nil && !x.edge {
			return t.callMethod(x, "operator"+n.op+"=", []*operand{y})
		}
		y = t.binary(n.op, x, y)
	}
	t.assign(x, y)
	return x
}

// assign stores a value in a place.
func (t *translator) assign(to, from *operand) {
	switch {
	case to.late:
		name := to.name
		*to = *from
		to.name = name
	case to.place != nil:
		to.place.store(t, t.val(t.convert(from, to.typ)))
	case to.stored != nil:
		t.storePointer(to, from)
	case to.holder != nil:
		t.setPointer(to.holder, to.name, t.pointerOf(t.toPointer(from, to.typ)))
	case to.object != nil:
		t.assignObject(to, from)
	case to.memory != nil && to.memory.typ.array:
		t.assignArray(to, from)
	case to.typ != nil && to.value != nil:
		t.failHere("cannot translate an assignment to a field that is no edge")
	default:
		t.failHere("cannot translate an assignment to '%s'", t.describe(to))
	}
}

func (t *translator) cast(s *scope, n *node) *operand {
	to, reference := t.resolve(s, n.typ)
	if to == nil {
		t.fail(n.loc(), "cannot translate 'auto' here")
	}
	var args []*operand
	for _, k := range n.kids {
		args = append(args, t.expr(s, k))
	}
	t.b.Loc = n.loc()
	t.at = n.tok
	switch {
	case to.class != nil && !reference && (n.braces || len(args) != 1 || args[0].typ == nil || !args[0].typ.same(to)):
		return t.construct(to, args, n.braces)
	case n.braces && (to.array || to.isVector()):
		return t.convert(&operand{isList: true, list: args}, to)
	case len(args) == 0:
		return t.zero(to)
	case len(args) > 1:
		t.fail(n.loc(), "expected one value for '%s', but got %d", to.name, len(args))
	case reference && n.op == "reinterpret_cast":
		p := t.pointerOf(t.addressOf(args[0]))
		q := *p
		q.to = to
		return t.deref(&q)
	case reference:
		return args[0]
	case to.isInteger() && t.size(to) >= 4 && args[0].isPointer():
		return t.convert(t.addressNumber(t.pointerOf(args[0])), to)
	}
	return t.convert(args[0], to)
}

func (t *translator) sizeOf(s *scope, n *node) *operand {
	var of *typ
	if n.typ != nil {
		of, _ = t.resolve(s, n.typ)
	} else {
		of = t.typeOf(s, n.kids[0])
	}
	if of == nil {
		t.fail(n.loc(), "the size of this type is not known")
	}
	if n.op == "alignof" {
		return constantInt(sizeType, t.alignment(of))
	}
	return constantInt(sizeType, t.size(of))
}

func isFloatLiteral(text string) bool {
	lower := strings.ToLower(text)
	if text[0] == '\'' {
		return false
	}
	if strings.HasPrefix(lower, "0x") {
		return strings.Contains(lower, "p")
	}
	return strings.ContainsAny(lower, ".e")
}

func (t *translator) floatLiteral(n *node) *operand {
	text := strings.ReplaceAll(n.tok.text, "'", "")
	of := doubleType
	switch last := text[len(text)-1]; last {
	case 'f', 'F':
		of, text = floatType, text[:len(text)-1]
	case 'l', 'L':
		text = text[:len(text)-1]
	}
	bits := 64
	if of == floatType {
		bits = 32
	}
	x, err := strconv.ParseFloat(text, bits)
	if err != nil && x == 0 {
		t.fail(n.loc(), "cannot read the number '%s'", n.tok.text)
	}
	return &operand{typ: of, number: &constantNumber{f: x}}
}
