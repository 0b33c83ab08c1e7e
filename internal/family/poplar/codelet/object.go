package codelet

import (
	"maps"
	"slices"
	"strings"

	"optc/internal/family/poplar/structured"
)

// variable makes a variable without a value.
func (t *translator) variable(name string, of *typ) *operand {
	switch {
	case of.to != nil:
		return &operand{typ: of, name: name, holder: &pointerVar{to: of.to, depth: t.depth}}
	case of.isScalar() || of.isVector():
		return &operand{typ: of, name: name, place: variablePlace{t.code.NewVar(name, t.irType(of))}}
	case of.array:
		return t.local(of)
	case of.reference != nil, of.class != nil && of.class.decl == nil:
		return &operand{typ: of, name: name, late: true}
	case of.isUnion():
		return t.unionVariable(of)
	case of.class != nil:
		o := &object{typ: of, members: map[string]*operand{}}
		t.eachField(of, func(member string, ft *typ, f *fieldDecl) {
			if o.members[member] != nil {
				t.fail(f.loc, "cannot translate a member that has the name of a member of a base class")
			}
			o.members[member] = t.variable(name+"_"+member, ft)
			o.order = append(o.order, member)
		})
		return &operand{typ: of, object: o, name: name}
	}
	t.failHere("cannot translate a variable of type '%s'", of.name)
	return nil
}

// unionVariable makes a union. Its members share a local array.
func (t *translator) unionVariable(of *typ) *operand {
	p := t.address(t.local(t.storageOf(of)).memory, nil)
	p.to = of
	return &operand{typ: of, object: t.objectAt(of, p)}
}

// storageOf returns the type of an array of integers that is as large as a class.
func (t *translator) storageOf(of *typ) *typ {
	cell := t.bitsOf(t.size(t.cellOf(of)))
	return arrayOf(cell, t.size(of)/t.size(cell))
}

// declaration translates a declaration, without the ";", and returns its last variable.
func (t *translator) declaration(s *scope, tokens []token) (last *operand) {
	r := &reader{t: t, s: s, tokens: tokens}
	isConst := slices.ContainsFunc(tokens[:min(3, len(tokens))], func(x token) bool { return x.is("const", "constexpr") })
	isShared := hasToken(tokens, 0, "static") && !isConst
	base := r.simpleType()
	for {
		text := *base
		text.ops = nil
		r.operators(&text)
		grouped := r.groupedName()
		if grouped {
			text.ops = append(text.ops, tokens[r.i+1].text)
			r.i += 2
		}
		if r.is("[") {
			t.binding(s, r, &text)
			return nil
		}
		if r.i >= len(tokens) || tokens[r.i].kind != identifier {
			r.fail("expected a name, but got %s", r.got())
		}
		name := r.here()
		r.i++
		if grouped {
			r.take(")")
		}
		var bounds []*node
		for r.is("[") && !hasToken(tokens, r.i+1, "[") {
			r.i++
			var n *node
			if !r.is("]") {
				n = r.expression()
			}
			bounds = append(bounds, n)
			r.take("]")
		}
		for r.skipAttribute() {
		}
		d := declared1{tok: name, text: &text, bounds: bounds, isConst: isConst}
		switch {
		case r.accept("="):
			if r.is("{") {
				d.init = r.list()
			} else {
				d.init = r.assignment()
			}
		case r.is("{"):
			d.init = r.list()
			d.direct = true
		case r.is("("):
			d.init = &node{kind: listNode, tok: r.here(), kids: r.arguments("(", ")")}
			d.direct, d.parens = true, true
		}
		if isShared && (d.init == nil || t.im.usedAs(name.text, len(bounds) > 0) != readUse) {
			t.failShared(name.loc(), name.text)
		}
		last = t.declare(s, &d)
		if !r.accept(",") {
			break
		}
	}
	if r.i < len(tokens) {
		r.fail("cannot translate '%s'", tokens[r.i].text)
	}
	return last
}

// binding translates a structured binding: auto [a, b] = x. A reference binds the elements
// themselves, otherwise they are copied.
func (t *translator) binding(s *scope, r *reader, text *typeText) {
	open := r.i
	end := closing(r.tokens, open)
	names := splitList(r.tokens[open+1 : min(end, len(r.tokens))])
	r.i = end + 1
	var init *node
	switch {
	case r.accept("="):
		init = r.assignment()
	case r.is("{", "("):
		closer := map[string]string{"{": "}", "(": ")"}[r.here().text]
		if list := r.arguments(r.here().text, closer); len(list) == 1 {
			init = list[0]
		}
	}
	if init == nil || r.i < len(r.tokens) {
		r.fail("expected one value for a structured binding")
	}
	o := t.expr(s, init)
	t.at = &r.tokens[open]
	if len(text.ops) == 0 {
		copied := t.variable("", o.typ)
		t.assign(copied, o)
		o = copied
	}
	var parts []*operand
	switch {
	case o.object != nil:
		for _, name := range o.object.order {
			parts = append(parts, o.object.members[name])
		}
	case o.memory != nil && o.memory.typ.array && o.memory.known <= maxUnrolled:
		for k := range o.memory.known {
			parts = append(parts, t.subscript(o, constantInt(sizeType, k)))
		}
	default:
		t.failHere("cannot translate a structured binding of '%s'", t.describe(o))
	}
	if len(parts) != len(names) {
		t.failHere("'%s' has %d parts, but got %d names", t.describe(o), len(parts), len(names))
	}
	for k, name := range names {
		s.vars[name[0].text] = parts[k]
	}
}

// declared1 is a variable of a declaration.
type declared1 struct {
	tok     *token
	text    *typeText
	bounds  []*node // nil for []
	init    *node   // nil without an initializer
	direct  bool    // the initializer has braces or parentheses, and no "="
	parens  bool
	isConst bool
}

// declare enters a variable into a scope and returns it.
func (t *translator) declare(s *scope, d *declared1) *operand {
	t.step(d.tok)
	of, reference := t.resolve(s, d.text)
	var init *operand
	if d.init != nil {
		init = t.expr(s, d.init)
		if d.parens && len(init.list) == 1 && (of == nil || of.class == nil) {
			init = init.list[0]
		}
	}
	t.b.Loc = d.tok.loc()
	t.at = d.tok
	for k := len(d.bounds) - 1; k >= 0; k-- {
		of = t.boundArray(s, of, d.bounds[k], init)
	}
	v := t.initializedVariable(d, of, reference, init)
	s.vars[d.tok.text] = v
	return v
}

func (t *translator) boundArray(s *scope, of *typ, bound *node, init *operand) *typ {
	if of == nil {
		t.failHere("cannot translate an array of 'auto'")
	}
	if bound == nil {
		if init == nil || !init.isList {
			t.failHere("an array has no number of elements")
		}
		return arrayOf(of, int64(len(init.list)))
	}
	n := t.scalarOf(t.expr(s, bound))
	if n.number == nil || n.number.n < 1 || n.number.n > 1<<16 {
		t.failHere("expected a constant number of elements from 1 to %d", 1<<16)
	}
	return arrayOf(of, n.number.n)
}

// initializedVariable returns the operand that a declared name means.
func (t *translator) initializedVariable(d *declared1, of *typ, reference bool, init *operand) *operand {
	name := d.tok.text
	switch {
	case init == nil:
		if of == nil {
			t.failHere("'%s' has no initializer", name)
		}
		if of.class != nil {
			return t.owned(t.construct(of, nil, false))
		}
		v := t.owned(t.declared(t.frame, name, of))
		t.constructElements(v)
		if of.isVector() { // its elements are set one after the other
			t.assign(v, t.zero(of))
		}
		return v
	case reference:
		return t.bind(of, init)
	case of == nil && init.isList && len(init.list) == 1:
		init = init.list[0]
	}
	if of == nil {
		switch {
		case init.fn != nil, init.memory != nil && !init.memory.typ.array:
			return t.settled(init)
		}
		init = t.decayed(init)
		if of = init.typ; of == nil || of.isVoid() {
			t.failHere("the type of '%s' is not known", name)
		}
	}
	switch {
	case of.class != nil && (d.direct || init.isList):
		if init.isList {
			return t.owned(t.construct(of, init.list, !d.parens))
		}
		return t.owned(t.construct(of, []*operand{init}, false))
	case of.isScalar() && d.isConst && len(d.text.ops) == 0:
		o := *t.convert(init, of)
		if o.value != nil && o.value.Name == "" {
			o.value.Name = name
		}
		return &o
	case of.array:
		v := t.variable(name, of)
		t.assignArray(v, init)
		return v
	}
	if init.memory != nil && !init.memory.typ.array && of.class != nil {
		return init
	}
	v := t.owned(t.declared(t.frame, name, of))
	t.assign(v, init)
	return v
}

// bind returns the operand that a reference of the type refers to; a reference to a value that is
// not stored as that type refers to the converted value.
func (t *translator) bind(of *typ, o *operand) *operand {
	if of == nil || o.typ == nil || o.typ.same(of) || o.memory != nil || o.fn != nil {
		return o
	}
	if o.isPointer() && of.to != nil {
		return o
	}
	if o.object != nil && of.class != nil {
		return t.base(of, o)
	}
	return t.convert(o, of)
}

// base returns an object as a reference to its base class sees it: with the members and the
// functions of that class.
func (t *translator) base(of *typ, o *operand) *operand {
	if o.object.whole || o.typ.class == of.class || !derives(o.typ.class, of.class) {
		return o
	}
	seen := &object{typ: of, members: map[string]*operand{}}
	t.eachField(of, func(member string, _ *typ, _ *fieldDecl) {
		seen.members[member] = o.object.members[member]
		seen.order = append(seen.order, member)
	})
	if bases := o.typ.class.bases; bases[0] == of.class {
		seen.at = o.object.at // the first base is at the begin
	}
	return &operand{typ: of, object: seen, name: o.name}
}

// construct makes an object of a class.
func (t *translator) construct(of *typ, args []*operand, braces bool) *operand {
	if of.class.decl == nil {
		t.failHere("cannot translate an object of '%s'", of.name)
	}
	i := of.class
	if len(args) == 1 && args[0].object != nil && args[0].typ.same(of) {
		o := t.variable("", of)
		t.assign(o, args[0])
		return o
	}
	o := t.variable("", of)
	name := i.scope.name
	if at := lastColon(name); at >= 0 {
		name = name[at:]
	}
	if list := i.decl.routines[name]; len(list) > 0 {
		t.constructor(o, i, &functions{name: name, list: list, home: i.scope, this: o}, args)
		return o
	}
	t.aggregate(o, args, braces || len(args) > 0)
	return o
}

func lastColon(name string) int {
	for k := len(name) - 1; k >= 0; k-- {
		if name[k] == ':' {
			return k + 1
		}
	}
	return -1
}

// assignObject copies an object.
func (t *translator) assignObject(to, from *operand) {
	switch {
	case from.isList:
		values := make([]*operand, len(from.list))
		for k, o := range from.list { // elements that may be members of the object
			values[k] = t.settled(o)
		}
		t.aggregate(to, values, true)
		return
	case from.object == nil || !from.typ.same(to.typ):
		if list := to.typ.class.decl.routines["operator="]; len(list) > 0 {
			t.callMethod(to, "operator=", []*operand{from})
			return
		}
		t.failHere("cannot assign '%s' to '%s'", t.describe(from), t.describe(to))
	}
	if to.typ.isUnion() {
		t.copyUnion(to, from)
		return
	}
	values := make([]*operand, len(to.object.order))
	t.parts(func() {
		for k, name := range to.object.order {
			if values[k] = from.object.members[name]; !to.object.members[name].late {
				values[k] = t.settled(values[k])
			}
		}
	})
	for k, name := range to.object.order {
		t.assign(to.object.members[name], values[k])
	}
}

// copyUnion copies the storage of a union.
func (t *translator) copyUnion(to, from *operand) {
	whole := t.storageOf(to.typ)
	p, q := *to.object.at, *from.object.at
	p.to, q.to = whole, whole
	t.assignArray(t.deref(&p), t.deref(&q))
}

// assignArray initializes the elements of a local array.
func (t *translator) assignArray(to, from *operand) {
	m := to.memory
	switch {
	case from.memory != nil && from.memory.typ.array && from.memory.known == m.known:
		for k := range m.known {
			i := t.b.Int(t.c.Index(), k)
			t.assign(t.deref(t.address(m, i)), t.settled(t.deref(t.address(from.memory, i))))
		}
		return
	case !from.isList:
		t.failHere("cannot initialize an array with '%s'", t.describe(from))
	}
	list := from.list
	if len(list) == 1 && list[0].isList && m.typ.array && !m.elem.array && m.elem.class == nil {
		list = list[0].list // the inner braces of std::array
	}
	if int64(len(list)) > m.known {
		t.failHere("an array of %d elements cannot have %d values", m.known, len(list))
	}
	for k := range m.known {
		if int(k) < len(list) {
			t.assign(t.deref(t.address(m, t.b.Int(t.c.Index(), k))), list[k])
		} else if m.known-k > maxUnrolled {
			t.clearFrom(m, k)
			break
		} else {
			t.clear(t.deref(t.address(m, t.b.Int(t.c.Index(), k))))
		}
	}
}

// clearFrom sets the elements of a local array from index from to its end to zero in a loop.
func (t *translator) clearFrom(m *elements, from int64) {
	i := &operand{typ: sizeType, place: variablePlace{t.code.NewVar("i", t.irType(sizeType))}}
	t.assign(i, constantInt(sizeType, from))
	st := &structured.Loop{Loc: t.b.Loc}
	t.into(&st.Head, func() { st.Cond = t.val(t.binary("<", i, constantInt(sizeType, m.known))) })
	t.into(&st.Body, func() {
		t.clear(t.deref(t.address(m, t.index(i))))
		t.assign(i, t.binary("+", i, constantInt(sizeType, 1)))
	})
	t.b.Add(st)
}

// maxUnrolled bounds the stores of an initializer.
const maxUnrolled = 256

// toObject converts to a class.
func (t *translator) toObject(o *operand, to *typ) *operand {
	switch {
	case o.object != nil:
		return o
	case o.memory != nil:
		return o
	case o.isList:
		return t.construct(to, o.list, true)
	}
	return t.construct(to, []*operand{o}, false)
}

// objectValue returns the value that an object converts to: the value of a constant of a trait, or
// the result of a conversion function. If there are several such functions, it calls the one that
// converts to the required type, if that is known.
func (t *translator) objectValue(o *operand, to *typ) *operand {
	i := o.typ.class
	if e := i.scope.member("value", anyEntity, nil); e != nil {
		if v, err := t.e.entityIn(i.scope, e, &part{Ident: "value"}, i); err == nil && v.constant {
			return constantInt(v.typ, v.n)
		}
	}
	var found []string
	for at := []*instance{i}; len(at) > 0; at = append(at[1:], at[0].bases...) {
		for _, name := range slices.Sorted(maps.Keys(at[0].scope.routines)) {
			if of := t.conversion(at[0], name, to); of == nil || slices.Contains(found, name) {
				continue
			} else if to != nil && of.same(to) {
				return t.callMethod(o, name, nil)
			}
			found = append(found, name)
		}
	}
	if len(found) != 1 {
		t.failHere("cannot convert '%s' to a number: it has %d functions that convert it", t.describe(o), len(found))
	}
	return t.callMethod(o, found[0], nil)
}

// conversion returns the arithmetic type that a function of a class converts its object to if the
// type to is required, or nil if it is not such a function.
func (t *translator) conversion(i *instance, name string, to *typ) *typ {
	if text, is := strings.CutPrefix(name, "operator"); !is || text == "" || !isLetter(text[0]) || i.decl == nil {
		return nil
	}
	r := i.decl.routines[name][0]
	if len(r.converts) == 0 || len(r.args) > 0 || r.hasWord("explicit") && (to == nil || !to.same(boolType)) {
		return nil
	}
	rd := &reader{t: t, s: i.scope, tokens: r.converts}
	if !rd.typeAhead() {
		return nil
	}
	if of, _ := t.resolve(i.scope, rd.typeName()); of != nil && of.isArithmetic() {
		return of
	}
	return nil
}

// memberOf is x.name and x->name, without a call.
func (t *translator) memberOf(s *scope, n *node) *operand {
	o := t.expr(s, n.kids[0])
	t.b.Loc = n.loc()
	t.at = n.tok
	if n.op == "->" && (o.memory == nil || o.memory.typ.array) { // an edge to a vector has the members of the vector
		o = t.star(o)
	}
	name := n.name.parts[0].ident
	if o.typ != nil && o.typ.isVector() && len(name) == 1 {
		if k := strings.Index("xyzw", name); k >= 0 && int64(k) < o.typ.n {
			return t.lanePlaceOf(o, constantInt(intType, int64(k)))
		}
	}
	if o.object != nil {
		if m := o.object.members[name]; m != nil {
			return m
		}
		in := o.typ.class.scope
		if list, home := routinesIn(in, name, nil); list != nil {
			return &operand{fn: &functions{name: name, list: list, home: home, this: o, args: t.templateArguments(s, n.name.parts[0].args)}}
		}
		if e := in.member(name, anyEntity, nil); e != nil {
			v, err := t.e.entityIn(in, e, &part{Ident: name}, o.typ.class)
			t.must(err)
			return constantInt(v.typ, v.n)
		}
	}
	if m := t.libraryMember(o, name); m != nil {
		return m
	}
	t.failHere("cannot translate the member '%s' of '%s'", name, t.describe(o))
	return nil
}
