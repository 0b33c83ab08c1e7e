package codelet

import (
	"slices"
	"strconv"
	"strings"

	"optc/diag"
)

// parsedKey identifies a text of tokens.
type parsedKey struct {
	first *token
	n     int
}

// evaluate evaluates a type or a constant that is given as tokens. A text is parsed once for
// all its places and all instances of a template, unless it has an error, which is located.
func (t *translator) evaluate(tokens []token, s *scope) (value, error) {
	if slices.ContainsFunc(tokens, func(x token) bool { return x.is("decltype") }) {
		tokens, s = t.withoutDecltype(tokens, s)
	}
	key := parsedKey{&tokens[0], len(tokens)}
	l := t.im.parsed[key]
	if l == nil {
		var text strings.Builder
		for i := range tokens {
			text.WriteString(tokens[i].text + " ")
		}
		if l = t.im.spelled[text.String()]; l == nil {
			l = parseLater(typeNames, tokens)
			if _, err := l.get(); err == nil {
				t.im.spelled[text.String()] = l
			}
		}
		t.im.parsed[key] = l
	}
	x, err := l.get()
	if err != nil {
		return value{}, err
	}
	old := t.e.at
	t.e.at = tokens[0].loc()
	v, err := t.e.chain(s, x.chain())
	t.e.at = old
	return v, err
}

// withoutDecltype replaces each decltype(…) by a name, which means the type in the
// returned scope.
func (t *translator) withoutDecltype(tokens []token, s *scope) ([]token, *scope) {
	var out []token
	named := &scope{parent: s, bound: map[string]value{}}
	for i := 0; i < len(tokens); i++ {
		if !tokens[i].is("decltype") || !hasToken(tokens, i+1, "(") {
			out = append(out, tokens[i])
			continue
		}
		end := closing(tokens, i+1)
		r := &reader{t: t, s: s, tokens: tokens[i+2 : min(end, len(tokens))]}
		name := tokens[i]
		name.text = "__decltype" + strconv.Itoa(len(named.bound))
		named.bound[name.text] = value{typ: t.typeOf(s, r.whole())}
		out = append(out, name)
		i = end
	}
	return out, named
}

func anyEntity(*entity) bool { return false }

// isType reports whether a name is a type.
func (t *translator) isType(s *scope, q *qualified) bool {
	if len(q.parts) > 1 || q.last().args != nil || q.global {
		if hardwareTypes[q.last().ident] != nil {
			return true
		}
		v, err := t.evaluate(q.tokens, s)
		return err == nil && v.typ != nil && !v.constant
	}
	ident := q.parts[0].ident
	if isFunctionPointer(ident) {
		return true
	}
	for at := s; at != nil; at = at.parent {
		if at.vars[ident] != nil {
			return false
		}
		if v, ok := at.bound[ident]; ok {
			return v.typ != nil && !v.constant
		}
		if e := at.member(ident, anyEntity, nil); e != nil {
			if e.class != nil || e.enum != nil && e.enum.name == e.enum.scope.qualified(ident) {
				return true
			}
			if e.alias == nil {
				return false
			}
			v, err := t.e.entity(s, e, &part{Ident: ident})
			return err == nil && v.typ != nil && !v.constant
		}
		if len(at.routines[ident]) > 0 {
			return false
		}
	}
	return hardwareTypes[ident] != nil
}

// isTemplate reports whether template arguments may follow a name.
func (t *translator) isTemplate(s *scope, q *qualified) bool {
	ident := q.last().ident
	if len(q.parts) > 1 {
		inner := t.prefix(s, q)
		return inner != nil && t.templateIn(inner, ident)
	}
	for at := s; at != nil; at = at.parent {
		if at.vars[ident] != nil {
			return false
		}
		if _, ok := at.bound[ident]; ok {
			return false
		}
		if t.templateIn(at, ident) {
			return true
		}
	}
	return false
}

// prefix returns the scope that the parts of a name before the last name, or nil.
func (t *translator) prefix(s *scope, q *qualified) *scope {
	last := len(q.tokens) - 1
	for depth := 0; last > 0; last-- {
		switch {
		case q.tokens[last].is(">"):
			depth++
		case q.tokens[last].is("<"):
			depth--
		case depth == 0 && q.tokens[last].is("::"):
			v, err := t.evaluate(q.tokens[:last], s)
			switch {
			case err != nil:
				return nil
			case v.ns != nil && v.fn == nil:
				return v.ns
			case v.typ != nil && !v.constant && v.typ.class != nil:
				return v.typ.class.scope
			}
			return nil
		}
	}
	return nil
}

// templateIn reports whether a scope has a template of this name.
func (t *translator) templateIn(s *scope, ident string) bool {
	list, _ := routinesIn(s, ident, nil)
	if slices.ContainsFunc(list, func(r *routine) bool { return r.params != nil }) {
		return true
	}
	e := s.member(ident, anyEntity, nil)
	switch {
	case e == nil:
		return false
	case e.class != nil:
		return e.class.params != nil
	case e.alias != nil && e.alias.params == nil:
		to, err := t.e.template(e, e.scope)
		return err == nil && (to.class != nil && to.class.params != nil || to.function != nil && to.function.params != nil || to.alias != nil && to.alias.params != nil)
	case e.alias != nil:
		return true
	case e.constant != nil:
		return e.constant.params != nil
	case e.function != nil:
		return e.function.params != nil
	}
	return false
}

// routinesIn returns the functions with a name in a scope, in the namespaces that it uses and in
// base classes, and the scope that resolves the names in them.
func routinesIn(s *scope, name string, seen []*scope) ([]*routine, *scope) {
	if list := s.routines[name]; len(list) > 0 {
		return list, s
	}
	if s.self != nil {
		for _, b := range s.self.bases {
			if list, home := routinesIn(b.scope, name, seen); list != nil {
				return list, home
			}
		}
	}
	for _, u := range s.using {
		if slices.Contains(seen, u) {
			continue
		}
		if list, home := routinesIn(u, name, append(seen, u)); list != nil {
			return list, home
		}
	}
	return nil, nil
}

// arguments evaluates explicit template arguments.
func (t *translator) templateArguments(s *scope, tokens []token) []value {
	if tokens == nil {
		return nil
	}
	list := []value{}
	for _, item := range splitList(tokens[1 : len(tokens)-1]) {
		v, err := t.evaluate(item, s)
		t.must(err)
		list = append(list, v)
	}
	return list
}

// named returns the variable, constant or function that a name means.
func (t *translator) named(s *scope, n *node) *operand {
	q := n.name
	ident, args := q.last().ident, q.last().args
	if len(q.parts) == 1 && !q.global {
		switch ident {
		case "true", "false":
			return constantInt(boolType, b2i(ident == "true"))
		case "nullptr", "NULL":
			return &operand{typ: pointerTo(voidType), ptr: &pointer{to: voidType}}
		case "this":
			if t.frame.this == nil {
				t.fail(n.loc(), "'this' is not known here")
			}
			return &operand{typ: pointerTo(t.frame.this.typ), ptr: &pointer{to: t.frame.this.typ, at: t.frame.this}}
		}
		for at := s; at != nil; at = at.parent {
			if o := at.vars[ident]; o != nil {
				return o
			}
			if v, ok := at.bound[ident]; ok {
				return t.ofValue(n, v)
			}
			if o := t.member(at, ident); o != nil {
				return o
			}
			if o := t.inScope(s, at, n, ident, args); o != nil {
				return o
			}
		}
	} else {
		inner := t.prefix(s, q)
		if inner == nil && q.global && len(q.parts) == 1 {
			for inner = s; inner.parent != nil; inner = inner.parent {
			}
		}
		if inner != nil {
			if o := t.inScope(s, inner, n, ident, args); o != nil {
				return o
			}
		} else if v, err := t.evaluate(q.tokens, s); err == nil {
			return t.ofValue(n, v)
		}
	}
	if o := t.libraryName(s, q); o != nil {
		return o
	}
	if o := t.elsewhere(s, n); o != nil {
		return o
	}
	t.failBodiless(s, n)
	if header := headerOf(ident); header != "" {
		t.fail(n.loc(), untranslatedName+" '%s'; <%s> defines it", q, header)
	}
	t.fail(n.loc(), untranslatedName+" '%s'%s", q, diag.DidYouMean(ident, s.namesIn()))
	return nil
}

// failBodiless fails if a name is a function that the files declare and do not define.
func (t *translator) failBodiless(s *scope, n *node) {
	at := s
	if len(n.name.parts) > 1 {
		at = t.prefix(s, n.name)
	}
	for ; at != nil; at = at.parent {
		if loc, ok := at.bodiless[n.name.last().ident]; ok {
			file, line, _, _ := loc.FileLineCol()
			t.fail(n.loc(), "cannot translate '%s', which %s:%d declares and no file defines; give import the file with its body, too", n.name, file, line)
		}
	}
}

// elsewhere returns the functions with a name that another file of the import defines.
func (t *translator) elsewhere(s *scope, n *node) *operand {
	ident := n.name.last().ident
	from := s
	if len(n.name.parts) > 1 {
		from = t.prefix(s, n.name)
	}
	for ; from != nil; from = from.parent {
		if from.self != nil || from.vars != nil || from.bound != nil {
			continue
		}
		for _, u := range t.im.units {
			in := u.global
			for _, word := range strings.Split(from.name, "::") {
				if e := in.members[word]; word != "" && e != nil && e.namespace != nil {
					in = e.namespace
				}
			}
			if in.name != from.name {
				continue
			}
			if list, home := routinesIn(in, ident, nil); list != nil {
				return &operand{fn: &functions{name: ident, list: list, home: home, args: t.templateArguments(s, n.name.last().args)}}
			}
		}
	}
	return nil
}

// member returns the member of the object of the current function that a scope is of.
func (t *translator) member(s *scope, ident string) *operand {
	if s.self == nil || t.frame.this == nil {
		return nil
	}
	return t.frame.this.object.members[ident]
}

// inScope returns what a name denotes in a scope, its namespaces and bases, or nil.
func (t *translator) inScope(s, in *scope, n *node, ident string, args []token) *operand {
	if list, home := routinesIn(in, ident, nil); list != nil {
		f := &functions{name: ident, list: list, home: home, args: t.templateArguments(s, args)}
		if home.self != nil {
			f.this = t.frame.this
		}
		return &operand{fn: f}
	}
	e := in.member(ident, anyEntity, nil)
	if e == nil {
		return nil
	}
	switch {
	case e.function != nil:
		return nil // a name of the prelude
	case e.variable != nil:
		return t.global(e, e.home(in, in.self))
	}
	if e.alias != nil && e.alias.params == nil {
		if o := t.used(e, ident); o != nil {
			return o
		}
	}
	if v, err := t.evaluateEntity(s, in, e, n); err == nil {
		return t.ofValue(n, v)
	} else if e.constant != nil {
		return t.initialized(s, in, e, err)
	} else {
		t.must(err)
	}
	return nil
}

func (t *translator) evaluateEntity(s, in *scope, e *entity, n *node) (value, error) {
	if len(n.name.parts) == 1 && n.name.last().args == nil {
		old := t.e.at
		t.e.at = n.loc()
		v, err := t.e.entityIn(in, e, &part{Ident: n.name.last().ident}, in.self)
		t.e.at = old
		return v, err
	}
	return t.evaluate(n.name.tokens, s)
}

// used returns the function that a using-declaration makes known.
func (t *translator) used(e *entity, ident string) *operand {
	tokens := e.alias.of.tokens
	last := len(tokens) - 1
	if last < 1 || tokens[last].text != ident || !tokens[last-1].is("::") {
		return nil
	}
	in := e.scope
	for in.parent != nil {
		in = in.parent
	}
	if last > 1 {
		v, err := t.evaluate(tokens[:last-1], e.scope)
		if err != nil || v.ns == nil {
			return nil
		}
		in = v.ns
	}
	if list, home := routinesIn(in, ident, nil); list != nil {
		return &operand{fn: &functions{name: ident, list: list, home: home}}
	}
	return nil
}

// initialized returns a constant whose value the evaluator of integer constants cannot compute. The
// initializer of the entity is translated at its use.
func (t *translator) initialized(s, in *scope, e *entity, problem error) *operand {
	if e.constant.params != nil {
		t.must(problem)
	}
	home := e.home(in, in.self)
	r := &reader{t: t, s: home, tokens: e.constant.is.tokens}
	t.e.busy[e]++
	if t.e.busy[e] > 1 {
		t.must(problem)
	}
	defer func() { t.e.busy[e]-- }()
	var x *node
	if r.is("{") {
		x = r.list()
	} else {
		x = r.whole()
	}
	o := t.expr(home, x)
	if e.constant.typ == nil {
		return o
	}
	tr := &reader{t: t, s: home, tokens: e.constant.typ.tokens}
	of, _ := t.resolve(home, tr.typeName())
	if of == nil {
		return o
	}
	return t.convert(o, of)
}

// ofValue returns a constant of the evaluator as an operand.
func (t *translator) ofValue(n *node, v value) *operand {
	if !v.constant || v.tuple != nil {
		t.fail(n.loc(), "cannot translate '%s' as a value", n.name)
	}
	return constantInt(v.typ, v.n)
}

func constantInt(of *typ, n int64) *operand {
	return &operand{typ: of, number: &constantNumber{n: n}}
}

func b2i(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// untranslatedName begins the message about a name that means nothing known.
const untranslatedName = "cannot translate the name"
