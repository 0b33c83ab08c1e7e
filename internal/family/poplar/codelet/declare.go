package codelet

import (
	"slices"
	"strings"

	"optc/ir"
)

// unit is a translation unit: the declarations of a file and of the files that it
// includes.
type unit struct {
	global    *scope
	instances []requested
	stacks    []stackDecl
	missing   []string // included files that were not found
	sink      ir.Sink
	tokens    []token // tokens of the file, after the prelude
	depth     int     // depth of namespaces and classes
}

// requested is a class that the file defines and that may be a vertex: an explicit
// instantiation, a class or an explicit specialization.
type requested struct {
	loc   ir.Location
	scope *scope
	name  *lazy[expr] // name of an explicit instantiation
	class *classTemplate
	decl  *classDecl
}

// declarations enters the declarations in the tokens of a namespace or class. class is
// the class whose members they are, or nil.
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
		case t.is("public", "private", "protected") && hasToken(tokens, i+1, ":"):
			i += 2
		case t.is("namespace"), t.is("inline") && hasToken(tokens, i+1, "namespace"):
			i = u.namespace(tokens, i, s)
		case t.is("extern") && hasToken(tokens, i+2, "{"):
			i += 3 // the contents of the braces are declared in the enclosing scope
		case t.is("using"):
			end := statementEnd(tokens, i)
			u.using(tokens[i+1:end], s, nil)
			i = end + 1
		case t.is("typedef"):
			end := statementEnd(tokens, i)
			if end-i > 2 && !u.typedefOfClass(tokens[i+1:end], s) {
				s.members[tokens[end-1].text] = &entity{scope: s, alias: &alias{of: parseLater(typeNames, tokens[i+1:end-1])}}
			}
			i = end + 1
		case isStackMacro(t) && hasToken(tokens, i+1, "("):
			i = u.stack(tokens, i, s)
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

// typedefOfClass enters a class that a typedef defines, and reports whether it does:
//
//	struct { float x; } Cell      struct cell { float x; } Cell
func (u *unit) typedefOfClass(tokens []token, s *scope) bool {
	open := slices.IndexFunc(tokens, func(t token) bool { return t.is("{") })
	if open < 1 || open > 2 || !tokens[0].is("struct", "union") {
		return false
	}
	end := closing(tokens, open)
	if end+1 >= len(tokens) || tokens[end+1].kind != identifier {
		return false
	}
	named := tokens[end+1]
	tag := []token{named}
	if open == 2 {
		tag = tokens[1:2]
		if tag[0].text != named.text {
			s.members[named.text] = &entity{scope: s, alias: &alias{of: parseLater(typeNames, tag)}}
		}
	}
	u.class(slices.Concat(tokens[:1], tag, tokens[open:end+1]), 0, s, nil, nil)
	return true
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

// maxArguments bounds the number of tokens of a template argument list. It bounds the search for
// the closing '>', because a '<' may also be a comparison.
const maxArguments = 1 << 9

// angleEnd is the index of the '>' that closes the '<' at tokens[at], or at if the '<'
// does not begin a list of template arguments.
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
			return at
		}
	}
	return at
}

// isClass reports whether "class" or "struct" begins the declaration of a class, rather
// than of a variable or function with a class type.
func isClass(tokens []token, at int) bool {
	for i := at + 1; i < len(tokens); i++ {
		switch {
		case tokens[i].is("{", ";", ":"):
			return true
		case tokens[i].is("[") && hasToken(tokens, i+1, "["), tokens[i].is("(") && tokens[i-1].is("alignas", "__attribute__"): // attributes
			i = closing(tokens, i)
		case tokens[i].is("<"):
			i = angleEnd(tokens, i)
		case tokens[i].is("(", "=", "["):
			return false
		case i > at+1 && tokens[i].kind == identifier && tokens[i-1].kind == identifier && hasToken(tokens, i+1, "(", "=", ";", "["):
			return false
		}
	}
	return true
}

func (u *unit) namespace(tokens []token, i int, s *scope) int {
	var names []string
	inline := map[int]bool{} // the members of these are found in the enclosing scope
	for ; i < len(tokens) && !tokens[i].is("{", "=", ";"); i++ {
		switch {
		case tokens[i].is("namespace"):
		case tokens[i].is("inline"):
			inline[len(names)] = true
		case tokens[i].kind == identifier:
			names = append(names, tokens[i].text)
		}
	}
	if !hasToken(tokens, i, "{") {
		end := statementEnd(tokens, i)
		if hasToken(tokens, i, "=") && len(names) == 1 {
			s.members[names[0]] = &entity{scope: s, alias: &alias{of: parseLater(typeNames, tokens[i+1:end])}}
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

// using enters the tokens between "using" and ";".
func (u *unit) using(tokens []token, s *scope, params *lazy[parameterList]) {
	switch {
	case hasToken(tokens, 0, "namespace"):
		at := s
		for _, t := range tokens[1:] {
			if t.kind != identifier {
				continue
			}
			_, e, _ := at.lookup(t.text, func(*entity) bool { return false })
			if e == nil || e.namespace == nil {
				return // a name from a header that was not found
			}
			at = e.namespace
		}
		s.using = append(s.using, at)
	case len(tokens) > 2 && tokens[1].is("="):
		s.members[tokens[0].text] = &entity{scope: s, alias: &alias{params: params, of: parseLater(typeNames, tokens[2:])}}
	case len(tokens) > 1:
		// The name must not be resolved to the declared entity itself.
		s.members[tokens[len(tokens)-1].text] = &entity{scope: s, alias: &alias{of: parseLater(typeNames, tokens)}}
	}
}

// template enters a template or an explicit instantiation.
func (u *unit) template(tokens []token, i int, s *scope, class *classDecl) int {
	var params *lazy[parameterList]
	for hasToken(tokens, i, "template") {
		if !hasToken(tokens, i+1, "<") {
			end := statementEnd(tokens, i)
			if i+2 < end && tokens[i+1].is("class", "struct") {
				u.instances = append(u.instances, requested{loc: tokens[i].loc(), scope: s, name: parseLater(typeNames, tokens[i+2:end])})
			}
			return end + 1
		}
		end := angleEnd(tokens, i+1)
		if end == i+1 {
			return statementEnd(tokens, i) + 1
		}
		params = parseLater(parameterLists, tokens[i+1:end+1])
		i = end + 1
	}
	switch {
	case hasToken(tokens, i, "class", "struct", "union") && isClass(tokens, i):
		return u.class(tokens, i, s, params, class)
	case hasToken(tokens, i, "using"):
		end := statementEnd(tokens, i)
		u.using(tokens[i+1:end], s, params)
		return end + 1
	case hasToken(tokens, i, "friend"):
		return statementEnd(tokens, i) + 1
	}
	return u.declaration(tokens, i, s, params, class)
}

// class enters a class, a class template or a specialization. params is nil without
// template<…>, and is empty in an explicit specialization; outer is the class whose
// member it is, or nil.
func (u *unit) class(tokens []token, start int, s *scope, params *lazy[parameterList], outer *classDecl) int {
	body := start
	for body < len(tokens) && !tokens[body].is("{", ";") {
		body++
	}
	end, next := body, body+1
	defined := hasToken(tokens, body, "{")
	if defined {
		end = closing(tokens, body)
		next = outer.variables(tokens, start, end, body == start+1)
	}
	if body == start+1 {
		return next // a class without a name
	}
	head, err := parse(classHeads, withoutAttributes(tokens[start+1:body]))
	if err != nil {
		u.unread(tokens[start:body], err)
		return next
	}
	if len(head.Name.Parts) > 1 {
		return next // a member of another class
	}
	p := &head.Name.Parts[0]
	e := s.members[p.Ident]
	if e == nil || e.class == nil {
		e = &entity{scope: s, class: &classTemplate{name: s.qualified(p.Ident), instances: map[string]*instance{}}}
		s.members[p.Ident] = e
	}
	c := e.class
	if params != nil && p.Args == nil {
		c.params = mergeParams(c.params, params)
	}
	if !defined {
		return next
	}
	d := &classDecl{loc: tokens[start].loc(), scope: s, params: params, head: head, members: map[string]*entity{}, routines: map[string][]*routine{}, constraints: constraintsOf(head), union: tokens[start].is("union"), text: tokens[start:end]}
	if p.Args == nil && c.primary.otherThan(d) {
		ir.Report(u.sink, ir.Errorf(d.loc, "'%s' is defined twice", c.name).WithCode(codes+"instance-twice").Note(c.primary.loc, "the first one is here"))
		c.primary.twice = true
		return next
	}
	inner := &scope{parent: s, name: c.name, members: d.members, routines: d.routines}
	u.declarations(tokens[body+1:end], inner, d)
	whole := params == nil || len(params.tokens) == 2 // has no parameters
	switch {
	case p.Args == nil:
		c.primary = d
	case whole:
		c.explicit = append(c.explicit, d)
	default:
		c.partial = append(c.partial, d)
	}
	if whole && head.Bases != nil { // the class may be a vertex
		u.instances = append(u.instances, requested{loc: d.loc, scope: s, class: c, decl: d})
	}
	return next
}

// withoutAttributes returns the head of a class without the attributes of GNU C before its name,
// except for those that change the places of members.
func withoutAttributes(head []token) []token {
	for hasToken(head, 0, "__attribute__") && hasToken(head, 1, "(") {
		end := closing(head, 1)
		if end == len(head) || slices.ContainsFunc(head[:end], func(t token) bool { return strings.Contains(t.text, "aligned") || strings.Contains(t.text, "packed") }) {
			break
		}
		head = head[end+1:]
	}
	return head
}

// otherThan reports whether a class of a file has another text than a second definition. The
// headers that this package knows may be written out in a file.
func (c *classDecl) otherThan(second *classDecl) bool {
	return c != nil && !strings.HasPrefix(c.text[0].src.Name, "<") && !samePlace(c.loc, second.loc) && spellTokens(c.text) != spellTokens(second.text)
}

// unread reports the head of a class that may be a vertex.
func (u *unit) unread(head []token, err error) {
	if slices.ContainsFunc(head, func(t token) bool { return strings.HasSuffix(t.text, "Vertex") }) {
		ir.Report(u.sink, err.(*ir.Diagnostic))
	}
}

// mergeParams returns the list of parameters that has the default arguments.
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
func (u *unit) enum(tokens []token, start int, s *scope, outer *classDecl) int {
	i := start + 1
	e := &enumeration{scope: s, inside: newScope(s, ""), scoped: hasToken(tokens, i, "class", "struct")}
	if e.scoped {
		i++
	}
	for hasToken(tokens, i, "[") {
		i = closing(tokens, i) + 1
	}
	if i < len(tokens) && tokens[i].kind == identifier {
		e.name = tokens[i].text
		i++
	}
	if hasToken(tokens, i, ":") {
		from := i + 1
		for i < len(tokens) && !tokens[i].is("{", ";") {
			i++
		}
		e.base = parseLater(typeNames, tokens[from:i])
	}
	switch {
	case i >= len(tokens) || tokens[i].is(";"):
		return i + 1 // declared elsewhere
	case !tokens[i].is("{"):
		return u.declaration(tokens, start, s, nil, outer)
	}
	end := closing(tokens, i)
	for _, item := range splitList(tokens[i+1 : end]) {
		e.names = append(e.names, item[0].text)
		if len(item) > 2 && item[1].is("=") {
			e.values = append(e.values, parseLater(expressions, item[2:]))
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

// variables returns the index after the declaration of a class or an enumeration whose body ends at
// end. Variables that the declaration declares are entered as members that cannot be read. If alone
// is set and there are no variables, the body itself is such a member.
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

// splitList cuts tokens at the commas outside of brackets and template arguments. An
// empty text, such as after a last comma, is not an item.
func splitList(tokens []token) (items [][]token) {
	start := 0
	add := func(end int) {
		if start < end {
			items = append(items, tokens[start:end])
		}
		start = end + 1
	}
	for i := 0; i < len(tokens); i++ {
		switch {
		case tokens[i].is("(", "[", "{"):
			i = closing(tokens, i)
		case tokens[i].is("<"):
			i = angleEnd(tokens, i)
		case tokens[i].is(","):
			add(i)
		}
	}
	add(len(tokens))
	return items
}

// declaration enters a variable, a data member or a function.
func (u *unit) declaration(tokens []token, i int, s *scope, params *lazy[parameterList], class *classDecl) int {
	start := i
	for ; i < len(tokens); i++ {
		switch t := &tokens[i]; {
		case t.is("[") && hasToken(tokens, i+1, "["):
			i = closing(tokens, i)
		case t.is("<"):
			i = angleEnd(tokens, i)
		case t.is("operator"):
			return u.operator(tokens, start, i, s, params, class)
		case t.is("alignas", "__attribute__", "decltype"):
			i = closing(tokens, i+1)
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

// variable enters the variables of a declaration; at is the end of the first variable's
// name.
func (u *unit) variable(tokens []token, at int, s *scope, params *lazy[parameterList], class *classDecl) {
	if at == 0 || tokens[at-1].kind != identifier {
		if class != nil {
			class.unread(tokens)
		}
		return
	}
	fixed := func(words ...string) bool {
		return slices.ContainsFunc(tokens[:at-1], func(t token) bool { return t.is(words...) })
	}
	typ := slices.DeleteFunc(slices.Clone(tokens[:at-1]), func(t token) bool {
		return t.is("static", "constexpr", "inline", "const", "volatile", "mutable", "thread_local", "alignas", "extern")
	})
	for hasToken(typ, 0, "[") { // attributes
		typ = typ[min(closing(typ, 0)+1, len(typ)):]
	}
	items := splitList(tokens[at-1:])
	if class != nil && !fixed("static", "constexpr") {
		if fixed("alignas", "__attribute__") { // the attribute may change the place of the member
			class.unread(tokens)
			return
		}
		for k, item := range items {
			class.field(declaratorType(typ, item, k))
		}
		return
	}
	for k, item := range items {
		typ, item := declaratorType(typ, item, k)
		isConst := fixed("constexpr", "const")
		if !isConst || hasToken(item, 1, "[") {
			if params == nil && (!fixed("extern") || len(item) > 1) && len(typ) > 0 && item[0].kind == identifier {
				s.members[item[0].text] = &entity{scope: s, variable: &variable{loc: item[0].loc(), text: slices.Concat(typ, item), name: item[0].text, isConst: isConst}}
			}
			continue
		}
		c := &constant{params: params}
		if len(typ) > 0 && !typ[0].is("auto") {
			c.typ = parseLater(typeNames, typ)
		}
		switch {
		case len(item) > 2 && item[1].is("="):
			c.is = parseLater(expressions, item[2:])
		case len(item) > 3 && item[1].is("{"):
			c.is = parseLater(expressions, item[2:len(item)-1])
		default:
			continue
		}
		s.members[item[0].text] = &entity{scope: s, constant: c}
	}
}

// function enters a constexpr function and keeps the text of a compute method; args is
// the index of its parenthesis.
func (u *unit) function(tokens []token, start, args int, s *scope, params *lazy[parameterList], class *classDecl) int {
	end := closing(tokens, args)
	next := skipFunction(tokens, end+1)
	if class != nil && hasToken(tokens, args+1, "*", "&") {
		class.unread(tokens[start:next]) // a pointer to a function or an array
		return next
	}
	if args == start || tokens[args-1].kind != identifier {
		return next
	}
	name := tokens[args-1].text
	open := end + 1
	for open < next && !tokens[open].is("{") {
		open++
	}
	switch {
	case class == nil || name != "compute":
	case open < next:
		class.compute = sourceText(tokens[start:next])
	default:
		class.declares = true
	}
	if open < next {
		s.addRoutine(&routine{name: name, loc: tokens[args-1].loc(), scope: s, params: params, before: tokens[start : args-1], args: tokens[args+1 : min(end, len(tokens))], rest: tokens[min(end+1, len(tokens)):next]})
	} else if class == nil {
		if s.bodiless == nil {
			s.bodiless = map[string]ir.Location{}
		}
		s.bodiless[name] = tokens[args-1].loc()
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

// skipFunction returns the index after a function whose parameters end before at.
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
			if initializers && (tokens[i-1].kind == identifier || tokens[i-1].is(">")) {
				i = end // the initializer of a member
				continue
			}
			return min(end+1, len(tokens))
		}
	}
	return len(tokens)
}
