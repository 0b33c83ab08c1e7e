package codelet

import (
	"slices"
	"strings"

	"optc/ir"
)

// unit is a translation unit: the declarations of a file and of what it includes.
type unit struct {
	global    *scope
	instances []requested
	sink      ir.Sink
	depth     int // of namespaces and classes
}

// requested is a class that the file defines as a vertex may be: an explicit
// instantiation, a class or an explicit specialization.
type requested struct {
	loc   ir.Location
	scope *scope
	name  *lazy[expr] // of an explicit instantiation
	class *classTemplate
	decl  *classDecl
}

// declarations enters what the tokens of a namespace or class declare. class is the
// class whose members they are, or nil.
func (u *unit) declarations(tokens []token, s *scope, class *classDecl) {
	if u.depth++; u.depth > maxDepth && len(tokens) > 0 {
		ir.Report(u.sink, ir.Errorf(tokens[0].loc(), "declarations nest more than %d levels", maxDepth).WithCode(codes+"cpp-parse"))
		tokens = nil
	}
	defer func() { u.depth-- }()
	for i := 0; i < len(tokens); {
		t := &tokens[i]
		switch {
		case t.is(";", "}"):
			i++
		case t.is("public", "private", "protected") && i+1 < len(tokens) && tokens[i+1].is(":"):
			i += 2
		case t.is("inline") && i+1 < len(tokens) && tokens[i+1].is("namespace"):
			i++
		case t.is("namespace"):
			i = u.namespace(tokens, i, s)
		case t.is("extern") && i+2 < len(tokens) && tokens[i+2].is("{"):
			end := closing(tokens, i+2)
			u.declarations(tokens[i+3:end], s, class)
			i = end + 1
		case t.is("using"):
			end := statementEnd(tokens, i)
			u.using(tokens[i+1:end], s, nil)
			i = end + 1
		case t.is("typedef"):
			end := statementEnd(tokens, i)
			if end-i > 2 {
				s.members[tokens[end-1].text] = &entity{scope: s, alias: &alias{of: later(typeNames, tokens[i+1:end-1])}}
			}
			i = end + 1
		case t.is("static_assert", "friend", "asm", "__asm__"):
			i = statementEnd(tokens, i) + 1
		case t.is("template"):
			i = u.template(tokens, i, s, class)
		case t.is("class", "struct", "union") && isClass(tokens, i):
			i = u.class(tokens, i, s, nil, class)
		case t.is("enum"):
			i = u.enum(tokens, i, s, class)
		default:
			i = u.declaration(tokens, i, s, nil, class)
		}
	}
}

// statementEnd is the index of the next ';' outside of brackets.
func statementEnd(tokens []token, at int) int {
	for i := at; i < len(tokens); i++ {
		switch {
		case tokens[i].is(";"):
			return i
		case tokens[i].is("(", "[", "{"):
			i = closing(tokens, i)
		}
	}
	return len(tokens)
}

// maxArguments bounds the tokens of a list of template arguments: behind a '<' that
// compares, its end is looked for in vain.
const maxArguments = 1 << 9

// angleEnd is the index of the '>' that closes the '<' at tokens[at], or -1 if that is
// no list of template arguments.
func angleEnd(tokens []token, at int) int {
	depth := 0
	for i := at; i < min(len(tokens), at+maxArguments); i++ {
		switch {
		case tokens[i].is("<"):
			depth++
		case tokens[i].is(">"):
			if depth--; depth == 0 {
				return i
			}
		case tokens[i].is("(", "[", "{"):
			i = closing(tokens, i)
		case tokens[i].is(";", ")", "]", "}"):
			return -1
		}
	}
	return -1
}

// isClass tells whether "class" or "struct" begins the declaration of a class, and not
// of a variable or function of such a type.
func isClass(tokens []token, at int) bool {
	for i := at + 1; i < len(tokens); i++ {
		switch {
		case tokens[i].is("{", ";", ":"):
			return true
		case tokens[i].is("[") && i+1 < len(tokens) && tokens[i+1].is("["): // attributes
			i = closing(tokens, i)
		case tokens[i].is("alignas", "__attribute__"):
			i = closing(tokens, i+1)
		case tokens[i].is("<"):
			if end := angleEnd(tokens, i); end > 0 {
				i = end
			}
		case tokens[i].is("(", "=", "["):
			return false
		case i > at+1 && tokens[i].kind == identifier && tokens[i-1].kind == identifier && !tokens[i].is("final") &&
			i+1 < len(tokens) && tokens[i+1].is("(", "=", ";", "["):
			return false
		}
	}
	return true
}

func (u *unit) namespace(tokens []token, i int, s *scope) int {
	var names []string
	inline := map[int]bool{0: i > 0 && tokens[i-1].is("inline")} // whose members are found in the scope around it
	for i++; i < len(tokens) && !tokens[i].is("{", "=", ";"); i++ {
		switch {
		case tokens[i].is("inline"):
			inline[len(names)] = true
		case tokens[i].kind == identifier:
			names = append(names, tokens[i].text)
		}
	}
	if i == len(tokens) || !tokens[i].is("{") {
		end := statementEnd(tokens, i)
		if i < len(tokens) && tokens[i].is("=") && len(names) == 1 {
			s.members[names[0]] = &entity{scope: s, alias: &alias{of: later(typeNames, tokens[i+1:end])}}
		}
		return end + 1
	}
	for k, n := range names {
		e := s.members[n]
		if e == nil || e.namespace == nil {
			e = &entity{scope: s, namespace: newScope(s, s.qualified(n))}
			s.members[n] = e
			if inline[k] {
				s.using = append(s.using, e.namespace)
			}
		}
		s = e.namespace
	}
	end := closing(tokens, i)
	u.declarations(tokens[i+1:end], s, nil)
	return end + 1
}

// using enters what stands between "using" and ";".
func (u *unit) using(tokens []token, s *scope, params *lazy[parameterList]) {
	switch {
	case len(tokens) > 1 && tokens[0].is("namespace"):
		at := s
		for _, t := range tokens[1:] {
			if t.kind != identifier {
				continue
			}
			_, e, ok := at.lookup(t.text, func(*entity) bool { return false })
			if !ok || e == nil || e.namespace == nil {
				return // of a header that was not found
			}
			at = e.namespace
		}
		s.using = append(s.using, at)
	case len(tokens) > 2 && tokens[1].is("="):
		s.members[tokens[0].text] = &entity{scope: s, alias: &alias{params: params, of: later(typeNames, tokens[2:])}}
	case len(tokens) > 1:
		// The name must not find itself.
		s.members[tokens[len(tokens)-1].text] = &entity{scope: s, alias: &alias{of: later(typeNames, tokens)}}
	}
}

// template enters a template or an explicit instantiation.
func (u *unit) template(tokens []token, i int, s *scope, class *classDecl) int {
	var params *lazy[parameterList]
	for i < len(tokens) && tokens[i].is("template") {
		if i+1 == len(tokens) || !tokens[i+1].is("<") {
			end := statementEnd(tokens, i)
			if i+2 < end && tokens[i+1].is("class", "struct") {
				u.instances = append(u.instances, requested{loc: tokens[i].loc(), scope: s, name: later(typeNames, tokens[i+2:end])})
			}
			return end + 1
		}
		end := angleEnd(tokens, i+1)
		if end < 0 {
			return statementEnd(tokens, i) + 1
		}
		params = later(parameterLists, tokens[i+1:end+1])
		i = end + 1
	}
	switch {
	case i == len(tokens):
		return i
	case tokens[i].is("class", "struct", "union") && isClass(tokens, i):
		return u.class(tokens, i, s, params, class)
	case tokens[i].is("using"):
		end := statementEnd(tokens, i)
		u.using(tokens[i+1:end], s, params)
		return end + 1
	case tokens[i].is("friend"):
		return statementEnd(tokens, i) + 1
	}
	return u.declaration(tokens, i, s, params, class)
}

// class enters a class, a class template or a specialization. params is nil without
// template<…>, and holds no parameter in an explicit specialization; outer is the class
// whose member it is, or nil.
func (u *unit) class(tokens []token, i int, s *scope, params *lazy[parameterList], outer *classDecl) int {
	start := i
	body := i
	for body < len(tokens) && !tokens[body].is("{", ";") {
		if tokens[body].is("(", "[") {
			body = closing(tokens, body)
		}
		body++
	}
	if body >= len(tokens) {
		return body
	}
	end := body
	if tokens[body].is("{") {
		end = closing(tokens, body)
	}
	next := body + 1
	if end > body {
		next = outer.variables(tokens, start, end, body == start+1)
	}
	if body == start+1 {
		return next // a class without a name
	}
	head, err := parse(classHeads, tokens[start+1:body])
	if err != nil {
		u.unread(tokens[start+1:body], err)
		return next
	}
	p := head.Name.Parts[len(head.Name.Parts)-1]
	if len(head.Name.Parts) > 1 {
		return next // a member of another class
	}
	e := s.members[p.Ident]
	if e == nil || e.class == nil {
		e = &entity{scope: s, class: &classTemplate{name: s.qualified(p.Ident), instances: map[string]*instance{}}}
		s.members[p.Ident] = e
	}
	c := e.class
	if params != nil && p.Args == nil {
		c.template = true
		if c.params == nil || end > body {
			c.params = mergeParams(c.params, params)
		}
	}
	if end == body {
		return next
	}
	d := &classDecl{loc: tokens[start].loc(), scope: s, params: params, head: head, members: map[string]*entity{}}
	d.constraints = constraintsOf(head)
	inner := &scope{parent: s, name: c.name, members: d.members}
	u.declarations(tokens[body+1:end], inner, d)
	switch {
	case p.Args == nil:
		c.primary = d
		if params == nil && head.Bases != nil {
			u.instances = append(u.instances, requested{loc: d.loc, scope: s, class: c, decl: d})
		}
	case params != nil && len(params.tokens) > 2:
		c.partial = append(c.partial, d)
	default:
		c.explicit = append(c.explicit, d)
		if head.Bases == nil {
			return next // no vertex
		}
		u.instances = append(u.instances, requested{loc: d.loc, scope: s, class: c, decl: d})
	}
	return next
}

// unread reports the head of a class that may be a vertex.
func (u *unit) unread(head []token, err error) {
	if slices.ContainsFunc(head, func(t token) bool { return strings.HasSuffix(t.text, "Vertex") }) {
		ir.Report(u.sink, err.(*ir.Diagnostic))
	}
}

// mergeParams prefers the list of parameters that has the defaults.
func mergeParams(first, second *lazy[parameterList]) *lazy[parameterList] {
	if first != nil && slices.ContainsFunc(first.tokens, func(t token) bool { return t.is("=") }) {
		return first
	}
	return second
}

// constraintsOf returns the texts of the attributes poplar::constraint.
func constraintsOf(head *classHead) (list []string) {
	for _, a := range head.Attrs {
		for _, item := range a.Attrs {
			if item.Name.String() != "poplar::constraint" {
				continue
			}
			for _, l := range item.Args {
				text := ""
				for _, s := range l.Text {
					text += strings.Trim(s, `"`)
				}
				list = append(list, text)
			}
		}
	}
	return list
}

// enum enters an enumeration; outer is the class whose member it is, or nil.
func (u *unit) enum(tokens []token, i int, s *scope, outer *classDecl) int {
	start := i
	e := &enumeration{scope: s, inside: newScope(s, "")}
	i++
	if i < len(tokens) && tokens[i].is("class", "struct") {
		e.scoped = true
		i++
	}
	for i+1 < len(tokens) && tokens[i].is("[") {
		i = closing(tokens, i) + 1
	}
	if i < len(tokens) && tokens[i].kind == identifier {
		e.name = tokens[i].text
		i++
	}
	if i < len(tokens) && tokens[i].is(":") {
		start := i + 1
		for i < len(tokens) && !tokens[i].is("{", ";") {
			i++
		}
		e.base = later(typeNames, tokens[start:min(i, len(tokens))])
	}
	switch {
	case i >= len(tokens) || tokens[i].is(";"):
		return i + 1 // declared elsewhere
	case !tokens[i].is("{"):
		return u.declaration(tokens, start, s, nil, outer)
	}
	end := closing(tokens, i)
	for _, item := range splitList(tokens[i+1 : end]) {
		if len(item) == 0 {
			continue
		}
		e.names = append(e.names, item[0].text)
		if len(item) > 2 && item[1].is("=") {
			e.values = append(e.values, later(expressions, item[2:]))
		} else {
			e.values = append(e.values, nil)
		}
		e.inside.members[item[0].text] = &entity{scope: s, enum: e}
		if !e.scoped {
			s.members[item[0].text] = &entity{scope: s, enum: e}
		}
	}
	if e.name != "" {
		s.members[e.name] = &entity{scope: s, enum: e}
		e.name = s.qualified(e.name)
	}
	return outer.variables(tokens, start, end, false)
}

// variables returns the index behind the declaration of a class or an enumeration whose
// body ends at end. What it declares besides is entered as members that cannot be read;
// alone tells that the body is a member itself if there is no more.
func (c *classDecl) variables(tokens []token, start, end int, alone bool) int {
	from := min(end+1, len(tokens))
	next := statementEnd(tokens, from)
	switch {
	case c == nil:
	case from < next:
		c.unread(tokens[from:next])
	case alone:
		c.unread(tokens[start:from])
	}
	return next + 1
}

// splitList cuts tokens at the commas outside of brackets and template arguments.
func splitList(tokens []token) (items [][]token) {
	start := 0
	for i := 0; i < len(tokens); i++ {
		switch {
		case tokens[i].is("(", "[", "{"):
			i = closing(tokens, i)
		case tokens[i].is("<"):
			if end := angleEnd(tokens, i); end > 0 {
				i = end
			}
		case tokens[i].is(","):
			items = append(items, tokens[start:i])
			start = i + 1
		}
	}
	return append(items, tokens[start:])
}

// declaration enters a variable, a data member or a function.
func (u *unit) declaration(tokens []token, i int, s *scope, params *lazy[parameterList], class *classDecl) int {
	start := i
	for ; i < len(tokens); i++ {
		switch t := &tokens[i]; {
		case t.is("[") && i+1 < len(tokens) && tokens[i+1].is("["):
			i = closing(tokens, i)
		case t.is("<"):
			if end := angleEnd(tokens, i); end > 0 {
				i = end
			}
		case t.is("operator"):
			for i < len(tokens) && !tokens[i].is("(") {
				i++
			}
			if i+2 < len(tokens) && tokens[i+1].is(")") && tokens[i+2].is("(") { // operator()
				i += 2
			}
			return skipFunction(tokens, closing(tokens, i)+1)
		case t.is("alignas", "__attribute__", "decltype"):
			i = closing(tokens, min(i+1, len(tokens)-1))
		case t.is("("):
			return u.function(tokens, start, i, s, params, class)
		case t.is("=", "{", ";", "[", ","):
			end := statementEnd(tokens, i)
			u.variable(tokens[start:end], i-start, s, params, class)
			return end + 1
		}
	}
	return i
}

// variable enters the variables of a declaration; at is where the name of the first
// one ends.
func (u *unit) variable(tokens []token, at int, s *scope, params *lazy[parameterList], class *classDecl) {
	if at == 0 || at > len(tokens) || tokens[at-1].kind != identifier {
		if class != nil {
			class.unread(tokens)
		}
		return
	}
	fixed := func(words ...string) bool {
		return slices.ContainsFunc(tokens[:at-1], func(t token) bool { return t.is(words...) })
	}
	typ := slices.DeleteFunc(slices.Clone(tokens[:at-1]), func(t token) bool {
		return t.is("static", "constexpr", "inline", "const", "volatile", "mutable", "thread_local", "alignas")
	})
	for len(typ) > 0 && typ[0].is("[") { // attributes
		typ = typ[min(closing(typ, 0)+1, len(typ)):]
	}
	items := splitList(tokens[at-1:])
	if class != nil && !fixed("static", "constexpr") {
		if fixed("alignas", "__attribute__") { // which may place the member elsewhere
			class.unread(tokens)
			return
		}
		for _, item := range items {
			class.field(typ, item)
		}
		return
	}
	if !fixed("constexpr", "const") {
		return
	}
	for _, item := range items {
		c := &constant{params: params}
		if len(typ) > 0 && !typ[0].is("auto") {
			c.typ = later(typeNames, typ)
		}
		switch {
		case len(item) > 2 && item[1].is("="):
			c.is = later(expressions, item[2:])
		case len(item) > 3 && item[1].is("{"):
			c.is = later(expressions, item[2:len(item)-1])
		default:
			continue
		}
		s.members[item[0].text] = &entity{scope: s, constant: c}
	}
}

// unread enters a member that cannot be read.
func (c *classDecl) unread(tokens []token) {
	if len(tokens) > 0 {
		loc := tokens[0].loc()
		c.fields = append(c.fields, fieldDecl{loc: loc, problem: ir.Errorf(loc, "cannot read the member '%s'", spell(tokens)).WithCode(codes + "cpp-parse")})
	}
}

// field enters a data member: a type, and a name with bounds and an initializer.
func (c *classDecl) field(typ, item []token) {
	if len(item) == 0 || len(typ) == 0 {
		return
	}
	f := fieldDecl{loc: item[0].loc()}
	end := 1
	for end < len(item) && item[end].is("[") {
		end = closing(item, end) + 1
	}
	f.typ, f.what = later(typeNames, typ), later(declarators, item[:min(end, len(item))])
	switch rest := item[min(end, len(item)):]; {
	case len(rest) == 0:
	case rest[0].is("="):
		f.init = rest[1:]
	case rest[0].is("{"):
		f.init = rest[1:closing(rest, 0)]
	default:
		f.problem = ir.Errorf(f.loc, "cannot read '%s' behind field '%s'", spell(rest), item[0].text).WithCode(codes + "cpp-parse")
	}
	c.fields = append(c.fields, f)
}

// function enters a constexpr function and keeps the text of a compute method; args is
// the index of its parenthesis.
func (u *unit) function(tokens []token, start, args int, s *scope, params *lazy[parameterList], class *classDecl) int {
	end := closing(tokens, args)
	next := skipFunction(tokens, end+1)
	if class != nil && args+1 < end && tokens[args+1].is("*", "&") {
		class.unread(tokens[start:min(next, len(tokens))]) // a pointer to a function or an array
		return next
	}
	if args == 0 || tokens[args-1].kind != identifier || end >= len(tokens) {
		return next
	}
	name := tokens[args-1].text
	open := end + 1
	for open < next && !tokens[open].is("{") {
		open++
	}
	if class != nil && name == "compute" && open < next {
		class.compute = text(tokens[start:next])
	}
	if !slices.ContainsFunc(tokens[start:args], func(t token) bool { return t.is("constexpr") }) || open >= next || s.members[name] != nil {
		return next
	}
	f := &function{name: name, params: params, body: tokens[open+1 : closing(tokens, open)]}
	for _, a := range splitList(tokens[args+1 : end]) {
		if i := slices.IndexFunc(a, func(t token) bool { return t.is("=") }); i >= 0 {
			a = a[:i]
		}
		if len(a) > 0 {
			f.args = append(f.args, a[len(a)-1].text)
		}
	}
	s.members[name] = &entity{scope: s, function: f}
	return next
}

// skipFunction returns the index behind a function whose parameters end before at.
func skipFunction(tokens []token, at int) int {
	initializers := false
	for i := at; i < len(tokens); i++ {
		switch t := &tokens[i]; {
		case t.is(";"):
			return i + 1
		case t.is(":"):
			initializers = true
		case t.is("(", "["):
			i = closing(tokens, i)
		case t.is("{"):
			end := closing(tokens, i)
			if initializers && i > 0 && (tokens[i-1].kind == identifier || tokens[i-1].is(">")) {
				i = end // the initializer of a member
				continue
			}
			return min(end+1, len(tokens))
		}
	}
	return len(tokens)
}
