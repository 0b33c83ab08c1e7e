package codelet

import (
	"strings"

	"optc/diag"
	"optc/dialect/poplar/scalar"
)

// names evaluates a name, or the words of a type such as "unsigned short".
func (e *evaluator) names(s *scope, list []name) (value, error) {
	var words []string
	var last *name
	for i := range list {
		n := &list[i]
		if len(n.Parts) == 1 && n.Parts[0].Args == nil {
			switch w := n.Parts[0].Ident; w {
			case "const", "volatile", "class", "struct", "enum", "typename", "static", "constexpr":
				continue
			case "true", "false":
				return boolValue(w == "true"), nil
			case "nullptr":
				return intValue(0), nil
			default:
				words = append(words, w)
			}
		} else {
			words = append(words, "")
		}
		last = n
	}
	if long, ok := scalar.LongForm(words); ok {
		return value{typ: scalarType(diag.Must(scalar.Parse(long)))}, nil
	}
	if len(words) != 1 {
		return value{}, e.errorf("expected one type, but got '%s'", strings.Join(words, " "))
	}
	if isFunctionPointer(words[0]) {
		return value{typ: functionPointer(decodePointer(words[0]))}, nil
	}
	switch words[0] {
	case "float", "half", "quarter", "bool":
		return value{typ: scalarType(diag.Must(scalar.Parse(words[0])))}, nil
	case "double", "void", "auto":
		return value{typ: &typ{name: words[0]}}, nil
	}
	return e.name(s, last)
}

// name evaluates a qualified name.
func (e *evaluator) name(s *scope, n *name) (value, error) {
	from := s
	for n.Global && from.parent != nil {
		from = from.parent
	}
	first := &n.Parts[0]
	skip := func(x *entity) bool {
		return e.busy[x] > 0 || len(n.Parts) > 1 && x.function != nil
	}
	v, ent, ok := from.lookup(first.Ident, skip)
	if !ok {
		if in := s.namespaceOf(first.Ident); in != "" {
			return v, e.errorf("unknown name '%s'; did you mean '%s::%s'?", first.Ident, in, first.Ident)
		}
		return v, e.errorf("unknown name '%s'%s", first.Ident, diag.DidYouMean(first.Ident, s.namesIn()))
	}
	var err error
	if ent != nil {
		if v, err = e.entity(s, ent, first); err != nil {
			return v, err
		}
	}
	for i := 1; i < len(n.Parts); i++ {
		if v, err = e.memberIn(s, v, &n.Parts[i]); err != nil {
			return v, err
		}
	}
	return v, nil
}

// member is memberIn for a name without template arguments.
func (e *evaluator) member(v value, p *part) (value, error) { return e.memberIn(nil, v, p) }

// memberIn evaluates v::p; template arguments belong to scope s.
func (e *evaluator) memberIn(s *scope, v value, p *part) (value, error) {
	switch {
	case v.ns != nil && v.fn == nil:
		if ent := v.ns.member(p.Ident, func(*entity) bool { return false }, nil); ent != nil {
			return e.entity(s, ent, p)
		}
		return v, e.errorf("unknown name '%s' in '%s'%s", p.Ident, v.ns.name, diag.DidYouMean(p.Ident, v.ns.namesIn()))
	case v.typ != nil && v.typ.enum != nil && !v.constant:
		return e.enumerator(v.typ.enum, p.Ident)
	case v.typ != nil && v.typ.class != nil && !v.constant:
		c := v.typ.class
		if ent := c.scope.member(p.Ident, func(*entity) bool { return false }, nil); ent != nil {
			return e.entityIn(s, ent, p, c)
		}
		return v, e.errorf("'%s' has no member '%s'", c.name, p.Ident)
	}
	return v, e.errorf("'%s' has no member '%s'", v, p.Ident)
}

// entity evaluates a name that was found to be an entity. Its template arguments are
// evaluated in scope s.
func (e *evaluator) entity(s *scope, x *entity, p *part) (value, error) {
	return e.entityIn(s, x, p, nil)
}

// entityIn is entity for a member of a class.
func (e *evaluator) entityIn(s *scope, x *entity, p *part, c *instance) (value, error) {
	if e.depth++; e.depth > maxDepth {
		return value{}, e.errorf("'%s' is defined by itself, or nests more than %d levels", p.Ident, maxDepth)
	}
	defer func() { e.depth-- }()
	var args []value
	if p.Args != nil {
		for i := range p.Args.Args {
			a, err := e.chain(s, p.Args.Args[i].chain())
			if err != nil {
				return a, err
			}
			args = append(args, a)
		}
	}
	home := x.home(s, c)
	if x.alias != nil && x.alias.params == nil && p.Args != nil {
		to, err := e.template(x, home)
		if err != nil {
			return value{}, err
		}
		return e.entityIn(s, to, p, nil)
	}
	switch {
	case x.namespace != nil:
		return value{ns: x.namespace}, nil
	case x.class != nil:
		i, err := e.instantiate(x, args, p.Args != nil, home)
		if err != nil {
			return value{}, err
		}
		return value{typ: &typ{name: i.name, class: i}}, nil
	case x.alias != nil:
		return e.alias(x, args, home)
	case x.enum != nil:
		if x.enum.name == x.enum.scope.qualified(p.Ident) {
			return value{typ: &typ{name: x.enum.name, enum: x.enum}}, nil
		}
		return e.enumerator(x.enum, p.Ident)
	case x.function != nil:
		return value{fn: x.function, ns: home, targs: args}, nil
	case x.variable != nil:
		return value{}, e.errorf("expected a constant, but got the variable '%s'", p.Ident)
	}
	return e.constant(x, args, home)
}

// template returns the template that a using-declaration names.
func (e *evaluator) template(x *entity, home *scope) (*entity, error) {
	of, err := x.alias.of.get()
	if err != nil {
		return nil, err
	}
	if p := of.First.Primary; p != nil && len(p.Names) == 1 {
		var to *entity
		skip := func(o *entity) bool { return o == x }
		for i, part := range p.Names[0].Parts {
			switch {
			case i == 0:
				_, to, _ = home.lookup(part.Ident, skip)
			case to != nil && to.namespace != nil:
				to = to.namespace.member(part.Ident, skip, nil)
			default:
				to = nil
			}
		}
		if to != nil {
			return to, nil
		}
	}
	return nil, e.errorf("expected a template to have arguments")
}

// home is the scope that resolves the names in an entity: for a member of a class it is the scope
// of the instance, with its template arguments.
func (x *entity) home(s *scope, c *instance) *scope {
	if h := c.homeOf(x); h != nil {
		return h
	}
	for ; s != nil; s = s.parent {
		if h := s.self.homeOf(x); h != nil {
			return h
		}
	}
	return x.scope
}

// homeOf is the scope of the class, or base class, that has the entity as a member, or
// nil.
func (i *instance) homeOf(x *entity) *scope {
	if i == nil {
		return nil
	}
	if i.scope.memberOf(x) {
		return i.scope
	}
	for _, b := range i.bases {
		if h := b.homeOf(x); h != nil {
			return h
		}
	}
	return nil
}

// memberOf reports whether the entity is a member of the scope itself.
func (s *scope) memberOf(x *entity) bool {
	for _, m := range s.members {
		if m == x {
			return true
		}
	}
	return false
}

// within evaluates part of an entity; during the evaluation the entity's name means an
// outer entity.
func (e *evaluator) within(x *entity, f func() (value, error)) (value, error) {
	e.busy[x]++
	defer func() { e.busy[x]-- }()
	return f()
}

func (e *evaluator) alias(x *entity, args []value, home *scope) (value, error) {
	of, err := x.alias.of.get()
	if err != nil {
		return value{}, err
	}
	if home, err = e.parameters(x.alias.params, args, home); err != nil {
		return value{}, err
	}
	return e.within(x, func() (value, error) { return e.chain(home, of.chain()) })
}

// parameters returns a scope with the arguments of a template, or home if there are no
// parameters.
func (e *evaluator) parameters(list *lazy[parameterList], args []value, home *scope) (*scope, error) {
	if list == nil {
		return home, nil
	}
	params, err := list.get()
	if err != nil {
		return nil, err
	}
	s := &scope{parent: home, bound: map[string]value{}}
	_, err = e.bind(params, args, s)
	return s, err
}

func (e *evaluator) constant(x *entity, args []value, home *scope) (value, error) {
	is, err := x.constant.is.get()
	if err != nil {
		return value{}, err
	}
	if home, err = e.parameters(x.constant.params, args, home); err != nil {
		return value{}, err
	}
	return e.within(x, func() (value, error) {
		v, err := e.chain(home, is.chain())
		if err != nil || x.constant.typ == nil {
			return v, err
		}
		t, err := x.constant.typ.get()
		if err != nil {
			return v, err
		}
		of, err := e.typeOf(e.chain(home, t.chain()))
		if err != nil {
			return v, err
		}
		return e.as(v, of)
	})
}

// bind assigns arguments to template parameters as names of a scope. It returns the
// arguments, including defaults, converted to the types of their parameters.
func (e *evaluator) bind(list *parameterList, args []value, s *scope) ([]value, error) {
	var out []value
	for i := range list.Params {
		p := &list.Params[i]
		word, v := p.name(), value{}
		var fallback *expr
		if p.Class != nil {
			fallback = p.Class.Default
		} else {
			fallback = p.Value.Default
		}
		switch {
		case p.Class != nil && p.Class.Pack:
			if len(args) > i {
				out = append(out, args[i:]...)
			}
			return out, nil
		case i < len(args):
			v = args[i]
		case fallback != nil:
			var err error
			if v, err = e.chain(s, fallback.chain()); err != nil {
				return nil, err
			}
		default:
			return nil, e.errorf("expected %d template arguments, but got %d", len(list.Params), len(args))
		}
		if p.Value != nil {
			var err error
			if v, err = e.argument(s, p.Value, v); err != nil {
				return nil, err
			}
		} else if p.Class.Of == nil && (v.constant || v.typ == nil) {
			return nil, e.errorf("expected template argument '%s' to be a type, but got '%s'", word, v)
		}
		if word != "" {
			s.bound[word] = v
		}
		out = append(out, v)
	}
	if len(args) > len(out) {
		return nil, e.errorf("expected %d template arguments, but got %d", len(out), len(args))
	}
	return out, nil
}

// argument converts a constant to the type of its parameter.
func (e *evaluator) argument(s *scope, p *valueParameter, v value) (value, error) {
	if !v.constant {
		return v, e.errorf("expected a template argument that is a constant, but got '%s'", v)
	}
	words := p.Type
	if p.Refs != nil { // a pointer, for which only the type matters
		_, err := e.typeOf(e.names(s, words))
		return v, err
	}
	if p.named() {
		words = words[:len(words)-1]
	}
	if len(words) == 1 && words[0].String() == "auto" {
		return v, nil
	}
	t, err := e.typeOf(e.names(s, words))
	if err != nil {
		return v, err
	}
	return e.as(v, t)
}

// name is the name of the parameter, or "".
func (p *parameter) name() string {
	switch {
	case p.Class != nil:
		return p.Class.Name
	case p.Value.Refs != nil:
		return p.Value.Pointer
	case p.Value.named():
		return p.Value.Type[len(p.Value.Type)-1].Parts[0].Ident
	}
	return ""
}

// named reports whether the last word is the name of the parameter rather than part of
// its type.
func (p *valueParameter) named() bool {
	last := p.Type[len(p.Type)-1]
	if len(p.Type) < 2 || len(last.Parts) != 1 || last.Parts[0].Args != nil {
		return false
	}
	_, isType := scalar.LongForm([]string{last.Parts[0].Ident})
	return !isType
}

// instantiate returns the instance of a class for template arguments.
func (e *evaluator) instantiate(x *entity, args []value, given bool, home *scope) (*instance, error) {
	c := x.class
	name := c.name
	if c.params != nil && !given {
		return nil, e.errorf("class template '%s' needs arguments", c.name)
	}
	if c.params != nil {
		params, err := c.params.get()
		if err != nil {
			return nil, err
		}
		if args, err = e.bind(params, args, &scope{parent: home, bound: map[string]value{}}); err != nil {
			return nil, err
		}
	}
	if given {
		words := make([]string, len(args))
		for i, a := range args {
			words[i] = a.String()
		}
		name += "<" + strings.Join(words, ", ") + ">"
	}
	if len(name) > maxName {
		return nil, e.errorf("the name of an instance of '%s' has more than %d characters", c.name, maxName)
	}
	if i := c.instances[name]; i != nil {
		return i, nil
	}
	i := &instance{name: name, from: c, args: args}
	decl, bound, err := e.choose(c, args, home)
	if err != nil {
		return nil, err
	}
	outer := home
	if bound != nil {
		outer = &scope{parent: home, bound: bound}
	}
	i.decl = decl
	i.scope = &scope{parent: outer, name: c.name, members: map[string]*entity{}, self: i}
	if decl == nil {
		return i, nil // a class that is only declared can be an argument
	}
	i.scope.members, i.scope.routines = decl.members, decl.routines
	c.instances[name] = i
	if err := e.findBases(i); err != nil {
		delete(c.instances, name)
		return nil, err
	}
	return i, nil
}

func (e *evaluator) findBases(i *instance) error {
	for k := range i.decl.head.Bases {
		v, err := e.chain(i.scope.parent, i.decl.head.Bases[k].Type.chain())
		if err != nil {
			return err
		}
		if v.typ == nil || v.constant || v.typ.class == nil {
			return e.errorf("expected a class as base of '%s', but got '%s'", i.name, v)
		}
		c := v.typ.class
		if c.decl != nil && !c.complete {
			return e.errorf("expected a complete class as base of '%s', but '%s' derives from itself", i.name, v)
		}
		i.bases = append(i.bases, c)
		i.depth += 1 + c.depth
		if i.depth > maxBases {
			return e.errorf("'%s' derives from more than %d classes", i.name, maxBases)
		}
	}
	i.complete = true
	return nil
}

// choose returns the definition for template arguments, and the values of its parameters:
// an explicit specialization, the fitting partial specialization with the most explicit
// arguments, or the template itself.
func (e *evaluator) choose(c *classTemplate, args []value, home *scope) (*classDecl, map[string]value, error) {
	var best *classDecl
	var bound map[string]value
	most := 0
	for _, list := range [][]*classDecl{c.explicit, c.partial} {
		for _, d := range list {
			b, fixed, err := e.fits(d, args, home)
			if err != nil {
				return nil, nil, err
			}
			if b != nil && (best == nil || fixed > most) {
				best, bound, most = d, b, fixed
			}
		}
	}
	if best != nil {
		return best, bound, nil
	}
	if c.primary == nil || c.primary.params == nil {
		return c.primary, nil, nil
	}
	bound = map[string]value{}
	own, err := c.primary.params.get() // the names of the definition, which may differ
	if err != nil {
		return nil, nil, err
	}
	for i := range own.Params {
		if n := own.Params[i].name(); n != "" && i < len(args) {
			bound[n] = args[i]
		}
	}
	return c.primary, bound, nil
}

// fits reports whether a specialization matches these arguments; if so, bound holds the
// values of its parameters, and fixed is the number of arguments that it specifies
// explicitly.
func (e *evaluator) fits(d *classDecl, args []value, home *scope) (bound map[string]value, fixed int, err error) {
	free := map[string]bool{}
	if d.params != nil { // template<> may have been forgotten
		params, err := d.params.get()
		if err != nil {
			return nil, 0, err
		}
		for i := range params.Params {
			free[params.Params[i].name()] = true
		}
	}
	patterns := d.head.Name.Parts[0].Args.Args
	if len(patterns) != len(args) {
		return nil, 0, nil
	}
	bound = map[string]value{}
	for i := range patterns {
		p := &patterns[i]
		if word := p.word(); word != "" && free[word] {
			if old, again := bound[word]; again && old.String() != args[i].String() {
				return nil, 0, nil
			}
			bound[word] = args[i]
		}
	}
	s := &scope{parent: home, bound: bound}
	for i := range patterns {
		if word := patterns[i].word(); word != "" && free[word] {
			continue
		}
		v, err := e.chain(s, patterns[i].chain())
		if err != nil {
			return nil, 0, err
		}
		if v.constant && args[i].typ != nil {
			if v, err = e.as(v, args[i].typ); err != nil {
				return nil, 0, err
			}
		}
		if v.constant != args[i].constant || v.String() != args[i].String() {
			return nil, 0, nil
		}
		fixed++
	}
	return bound, fixed, nil
}

// word returns the expression if it is one identifier, otherwise "".
func (x *expr) word() string {
	p := x.First.Primary
	if p == nil || len(x.Rest) > 0 || x.Then != nil || len(p.Names) != 1 || len(p.Calls) > 0 || len(p.Refs) > 0 ||
		len(p.Names[0].Parts) != 1 || p.Names[0].Parts[0].Args != nil {
		return ""
	}
	return p.Names[0].Parts[0].Ident
}
