package codelet

// aggregate initializes the members of an object in order. Members without a value have
// their initializer, or 0 if the list has braces.
func (t *translator) aggregate(o *operand, args []*operand, braces bool) {
	k := 0
	if o.typ.isUnion() {
		t.initializeUnion(o, args, braces)
		return
	}
	t.eachField(o.typ, func(name string, ft *typ, f *fieldDecl) {
		m := o.object.members[name]
		switch {
		case k < len(args) && (args[k].member == "" || args[k].member == name):
			t.assign(m, args[k])
			k++
			return
		case len(f.init) > 0:
			t.initializeMember(o.typ.class, m, f.init)
		case braces:
			t.clear(m)
		}
	})
	switch {
	case k < len(args) && args[k].member != "":
		t.failHere("'%s' has no member '%s' after the members before it", o.typ.name, args[k].member)
	case k < len(args):
		t.failHere("'%s' has %d members, but got %d values", o.typ.name, k, len(args))
	}
}

// constructElements initializes the elements of a local array of class objects, if the class has
// initial values.
func (t *translator) constructElements(o *operand) {
	if o.memory == nil || !o.memory.typ.array {
		return
	}
	of, _ := leaf(o.typ)
	if of.class == nil || of.class.decl == nil || !t.hasInitialValues(of) {
		return
	}
	for k := range o.memory.known {
		t.step(t.at)
		e := t.deref(t.address(o.memory, t.b.Int(t.c.Index(), k)))
		if e.memory != nil {
			t.constructElements(e)
		} else {
			t.assign(e, t.construct(of, nil, false))
		}
	}
}

// hasInitialValues reports whether an object of a class that is declared without values has
// some.
func (t *translator) hasInitialValues(of *typ) (has bool) {
	name := of.class.scope.name
	if at := lastColon(name); at >= 0 {
		name = name[at:]
	}
	has = len(of.class.decl.routines[name]) > 0
	t.eachField(of, func(_ string, ft *typ, f *fieldDecl) {
		inner, _ := leaf(ft)
		has = has || len(f.init) > 0 || inner.class != nil && inner.class.decl != nil && t.hasInitialValues(inner)
	})
	return has
}

// initializeUnion gives a value to the first member of a union, or to the member that has
// an initializer.
func (t *translator) initializeUnion(o *operand, args []*operand, braces bool) {
	if len(args) > 1 {
		t.failHere("the union '%s' cannot have %d values", o.typ.name, len(args))
	}
	first := true
	t.eachField(o.typ, func(name string, ft *typ, f *fieldDecl) {
		m := o.object.members[name]
		switch {
		case len(args) == 1 && (args[0].member == name || args[0].member == "" && first):
			t.assign(m, args[0])
		case len(args) == 0 && len(f.init) > 0:
			t.initializeMember(o.typ.class, m, f.init)
		case len(args) == 0 && braces && first:
			t.clear(m)
		}
		first = false
	})
}

func (t *translator) initializeMember(i *instance, m *operand, init []token) {
	r := &reader{t: t, s: i.scope, tokens: init}
	var n *node
	if r.is("{") {
		n = r.list()
	} else {
		n = r.whole()
	}
	t.assign(m, t.expr(i.scope, n))
}

// clear sets an object to zero.
func (t *translator) clear(o *operand) {
	switch {
	case o.place != nil:
		t.assign(o, t.zero(o.typ))
	case o.stored != nil:
		o.stored.number.store(t, t.b.Int(t.irType(uintType), 0))
	case o.object != nil:
		for _, name := range o.object.order {
			t.clear(o.object.members[name])
		}
	case o.memory != nil && o.memory.typ.array:
		t.assignArray(o, &operand{isList: true})
	}
}

// constructor calls a constructor: it initializes the members and executes the body.
func (t *translator) constructor(o *operand, i *instance, f *functions, args []*operand) {
	given := map[string]bool{}
	r, home, bound := t.choose(f, args)
	t.enter(f, r, home, bound, args, func(s *scope) {
		for _, item := range initializers(r.rest) {
			m := o.object.members[item[0].text]
			if m == nil {
				t.fail(item[0].loc(), "cannot translate the initializer of '%s'", item[0].text)
			}
			given[item[0].text] = true
			rd := &reader{t: t, s: s, tokens: item, i: 1}
			open, closer := "(", ")"
			if rd.is("{") {
				open, closer = "{", "}"
			}
			kids := rd.arguments(open, closer)
			switch {
			case len(kids) == 0:
				t.clear(m)
			case len(kids) == 1:
				t.assign(m, t.expr(s, kids[0]))
			default:
				t.assign(m, t.expr(s, &node{kind: listNode, tok: &item[0], kids: kids}))
			}
		}
		t.eachField(o.typ, func(name string, _ *typ, fd *fieldDecl) {
			if !given[name] && len(fd.init) > 0 {
				t.initializeMember(i, o.object.members[name], fd.init)
			}
		})
	})
}

// initializers returns the initializers of members before the body of a constructor.
func initializers(rest []token) [][]token {
	at := bodyStart(rest)
	for k := 0; k < at; k++ {
		if rest[k].is(":") {
			return splitList(rest[k+1 : at])
		}
	}
	return nil
}
