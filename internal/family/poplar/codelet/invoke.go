package codelet

import (
	"fmt"
	"slices"

	"optc/internal/family/poplar/structured"
)

// call translates a call.
func (t *translator) call(s *scope, n *node) *operand {
	callee := t.expr(s, n.kids[0])
	if callee.fn != nil && callee.fn.library != "" && lazyLibrary[callee.fn.library] {
		return &operand{typ: voidType}
	}
	var args []*operand
	for _, k := range n.kids[1:] {
		args = append(args, t.expr(s, k))
	}
	t.b.Loc = n.loc()
	t.at = n.kids[0].tok
	return t.callOperand(callee, args)
}

func (t *translator) callOperand(callee *operand, args []*operand) *operand {
	switch {
	case callee.fn != nil && callee.fn.bound != nil:
		if len(args) > 0 {
			t.failHere("'%s' takes no arguments, but got %d", callee.fn.name, len(args))
		}
		return callee.fn.bound()
	case callee.fn != nil && callee.fn.lambda != nil:
		return t.callLambda(callee.fn.lambda, args)
	case callee.fn != nil && callee.fn.library != "":
		return t.callLibrary(callee.fn, args)
	case callee.fn != nil && callee.fn.home.name == "std" && len(args) == 1 && args[0].isList && len(args[0].list) > 0: // std::min({x, y, z})
		all := args[0].list[0]
		for _, o := range args[0].list[1:] {
			all = t.callOperand(callee, []*operand{all, o})
		}
		return all
	case callee.fn != nil:
		r, home, bound := t.choose(callee.fn, args)
		return t.enter(callee.fn, r, home, bound, args, nil)
	case callee.object != nil:
		return t.callMethod(callee, "operator()", args)
	case callee.typ != nil && callee.typ.code:
		return t.callPointer(callee, args)
	}
	t.failHere("cannot translate a call of '%s'", t.describe(callee))
	return nil
}

// callMethod calls a method of an object.
func (t *translator) callMethod(o *operand, name string, args []*operand) *operand {
	if o.object == nil || o.typ.class == nil {
		t.failHere("cannot translate '%s' of '%s'", name, t.describe(o))
	}
	list, home := routinesIn(o.typ.class.scope, name, nil)
	if list == nil {
		t.failHere("cannot translate '%s' of '%s'", name, t.describe(o))
	}
	return t.callOperand(&operand{fn: &functions{name: name, list: list, home: home, this: o}}, args)
}

// invoke calls a function whose overload is known.
func (t *translator) invoke(f *functions, r *routine, home *scope, args []*operand, bound map[string]value) *operand {
	return t.enter(f, r, home, bound, args, nil)
}

// formal is a parameter of a function.
type formal struct {
	text     *typeText
	name     string
	fallback []token // the default argument
	array    bool    // T x[], a pointer
	assigned bool    // the body may assign to it
	pack     bool
}

// formals reads the parameters of a function.
func (t *translator) formals(s *scope, tokens []token) (list []formal) {
	for _, item := range splitList(tokens) {
		if len(item) == 1 && item[0].is("void") {
			continue
		}
		r := &reader{t: t, s: s, tokens: item}
		for r.skipAttribute() {
		}
		f := formal{text: r.simpleType()}
		r.operators(f.text)
		if r.accept("...") {
			f.pack = true
		}
		if r.is("(") && hasToken(item, r.i+1, "&") { // T (&x)[n]
			r.i += 2
			f.text.ops = append(f.text.ops, "&")
			f.name = r.here().text
			r.i++
			r.take(")")
		} else if r.i < len(item) && item[r.i].kind == identifier {
			f.name = item[r.i].text
			r.i++
		}
		for r.is("[") {
			r.i = closing(item, r.i) + 1
			f.array = len(f.text.ops) == 0
		}
		for r.skipAttribute() {
		}
		if r.accept("=") {
			f.fallback = item[r.i:]
		}
		if f.array {
			f.text.ops = append(f.text.ops, "*")
		}
		list = append(list, f)
	}
	return list
}

// candidate is a function that can be called with the arguments.
type candidate struct {
	r     *routine
	bound map[string]value
	cost  int
}

// choose returns the function that fits the arguments best, and its template arguments.
func (t *translator) choose(f *functions, args []*operand) (*routine, *scope, map[string]value) {
	var best []candidate
	var problem *bodyError
	for _, r := range f.list {
		home := f.homeOf(r)
		c, err := t.fits(f, r, home, args)
		switch {
		case err != nil:
			if problem == nil {
				problem = err
			}
		case len(best) == 0 || c.cost < best[0].cost:
			best = []candidate{c}
		case c.cost == best[0].cost:
			best = append(best, c)
		}
	}
	switch {
	case len(best) == 0 && problem != nil && len(f.list) == 1:
		panic(*problem)
	case len(best) == 0:
		t.failHere("no function '%s' fits these arguments", f.name)
	}
	chosen := best[0]
	return chosen.r, f.homeOf(chosen.r), chosen.bound
}

// homeOf is the scope that resolves the names in a function.
func (f *functions) homeOf(r *routine) *scope {
	if f.home.self != nil {
		return f.home
	}
	return r.scope
}

// fits binds the template parameters of a function and compares its parameters with the
// arguments.
func (t *translator) fits(f *functions, r *routine, home *scope, args []*operand) (c candidate, problem *bodyError) {
	at := t.at
	busy := t.frame
	defer func() {
		switch p := recover().(type) {
		case nil:
		case bodyError:
			problem = &p
			t.at, t.frame = at, busy
		default:
			panic(p)
		}
	}()
	c = candidate{r: r, bound: map[string]value{}}
	s := &scope{parent: home, bound: c.bound}
	var params *parameterList
	names := map[string]bool{}
	if r.params != nil {
		var err error
		params, err = r.params.get()
		t.must(err)
		c.cost++ // other functions are preferred
		for k := range params.Params {
			p := &params.Params[k]
			if p.Class != nil && p.Class.Pack {
				t.failHere("cannot translate '%s', which has a pack of template parameters", r.name)
			}
			names[p.name()] = true
			if k < len(f.args) {
				c.bound[p.name()] = f.args[k]
			}
		}
	}
	formals := t.formals(s, r.args)
	least := 0
	for _, p := range formals {
		if p.pack {
			t.failHere("cannot translate '%s', which has a pack of parameters", r.name)
		}
		if p.fallback == nil {
			least++
		}
	}
	if len(args) < least || len(args) > len(formals) {
		t.failHere("'%s' takes %d arguments, but got %d", r.name, len(formals), len(args))
	}
	for k, a := range args {
		t.deduce(names, c.bound, formals[k].text, a)
	}
	if params != nil {
		t.defaults(params, s, r)
		if text := resultType(r); text != nil && !text[0].is("auto", "decltype") { // of enable_if
			rd := &reader{t: t, s: s, tokens: text}
			t.resolve(s, rd.typeName())
		}
	}
	for k, a := range args {
		c.cost += 4 * t.conversionCost(s, &formals[k], a)
		c.cost -= specificity(formals[k].text, names)
	}
	c.cost *= 2
	return c, nil
}

// specificity prefers pointers to types in general.
func specificity(text *typeText, names map[string]bool) int {
	if names[text.base[0].text] && slices.Contains(text.ops, "*") {
		return 1
	}
	return 0
}

// defaults binds the template parameters that have not been deduced.
func (t *translator) defaults(params *parameterList, s *scope, r *routine) {
	for k := range params.Params {
		p := &params.Params[k]
		name := p.name()
		v, known := s.bound[name]
		fallback := (*expr)(nil)
		if p.Class != nil {
			fallback = p.Class.Default
		} else {
			fallback = p.Value.Default
		}
		if !known {
			if fallback == nil {
				t.failHere("template argument '%s' of '%s' is not known", name, r.name)
			}
			var err error
			v, err = t.e.chain(s, fallback.chain())
			t.must(err)
		}
		if p.Value != nil {
			var err error
			v, err = t.e.argument(s, p.Value, v)
			t.must(err)
		}
		if name != "" {
			s.bound[name] = v
		}
	}
}

// deduce binds template parameters that a parameter's type mentions.
func (t *translator) deduce(names map[string]bool, bound map[string]value, text *typeText, a *operand) {
	if len(names) == 0 {
		return
	}
	of := t.argumentType(text, a)
	for k := len(text.ops) - 1; k >= 0 && of != nil; k-- {
		if text.ops[k] == "*" {
			of = of.to
		}
	}
	if of == nil {
		return
	}
	t.match(names, bound, text.base, of)
}

// argumentType is the type of an argument for deduction: arrays are pointers for
// parameters that are no references.
func (t *translator) argumentType(text *typeText, a *operand) *typ {
	switch {
	case a.fn != nil:
		return &typ{name: "function " + a.fn.name}
	case a.memory != nil && a.memory.typ.array && slices.Contains(text.ops, "*"):
		return pointerTo(a.memory.elem)
	case a.memory != nil && a.typ != nil && a.typ.array && !a.typ.solid && !slices.Contains(text.ops, "&"):
		return pointerTo(a.typ.of)
	}
	return a.typ
}

// match binds the template parameters in a type pattern such as T or Vector<T, n>.
func (t *translator) match(names map[string]bool, bound map[string]value, pattern []token, of *typ) {
	for len(pattern) > 0 && pattern[0].is(plainWords...) {
		pattern = pattern[1:]
	}
	switch {
	case len(pattern) == 0:
		return
	case len(pattern) == 1:
		if name := pattern[0].text; names[name] {
			if _, known := bound[name]; !known {
				bound[name] = value{typ: of}
			}
		}
		return
	case of.class == nil:
		return
	}
	open := slices.IndexFunc(pattern, func(x token) bool { return x.is("<") })
	if open < 0 || !pattern[len(pattern)-1].is(">") {
		return
	}
	for k, item := range splitList(pattern[open+1 : len(pattern)-1]) {
		if k >= len(of.class.args) {
			return
		}
		v := of.class.args[k]
		if v.typ != nil && !v.constant {
			t.match(names, bound, item, v.typ)
		} else if len(item) == 1 && names[item[0].text] {
			if _, known := bound[item[0].text]; !known {
				bound[item[0].text] = v
			}
		}
	}
}

// conversionCost compares an argument with a parameter: 0 for the same type, 1 for a
// promotion, 2 for a conversion.
func (t *translator) conversionCost(s *scope, f *formal, a *operand) int {
	of, _ := t.resolve(s, f.text)
	from := a.typ
	switch {
	case of == nil, a.fn != nil:
		return 0
	case a.isList:
		return 1
	case from == nil:
		t.failHere("an argument has no value")
	case a.memory != nil && of.to != nil:
		return 1
	case a.memory != nil || a.object != nil && of.class != nil:
		if !from.same(of) && !derives(from.class, of.class) {
			return 2
		}
		return 0
	case of.to != nil && a.number != nil && nullOf(a).isPointer():
		return 1
	case a.isPointer() != (of.to != nil):
		t.failHere("cannot convert '%s' to '%s'", t.describe(a), of.name)
	case of.to != nil:
		if from.to == nil || !of.to.same(from.to) && !of.to.isVoid() && !from.to.isVoid() {
			t.failHere("cannot convert '%s' to '%s'", t.describe(a), of.name)
		}
		return 0
	case from.same(of):
		return 0
	case !of.isScalar() || !from.isScalar():
		if of.isVector() != from.isVector() || of.class != nil {
			t.failHere("cannot convert '%s' to '%s'", t.describe(a), of.name)
		}
		return 2
	case from.isInteger() && of.elem == promoted(t.plain(from).elem) && from.enum == nil, from.same(floatType) && of.isDouble(), from.same(halfType) && of.same(floatType):
		return 1
	}
	return 2
}

func derives(i, from *instance) bool {
	if i == nil || from == nil {
		return false
	}
	return i == from || slices.ContainsFunc(i.bases, func(b *instance) bool { return derives(b, from) })
}

// enter translates the body of a function in place of a call. first, if set, is translated before
// the body, and may use the parameters.
func (t *translator) enter(f *functions, r *routine, home *scope, bound map[string]value, args []*operand, first func(s *scope)) *operand {
	key := fmt.Sprintf("%p %v", r, bound)
	depth := 0
	for o := t.frame; o != nil; o = o.outer {
		if o.key == key {
			t.failHere("'%s' calls itself", r.name)
		}
		depth++
	}
	if depth >= maxCalls {
		t.failHere("calls nest more than %d levels", maxCalls)
	}
	if r.hasWord("virtual") {
		t.failHere("cannot translate a call of the virtual function '%s'", r.name)
	}
	caller := t.frame
	s := &scope{parent: home, bound: bound, members: map[string]*entity{}, vars: map[string]*operand{}}
	fr := &frame{outer: caller, routine: r, this: f.this, end: t.label(), key: key, start: t.depth}
	if fr.this == nil && caller != nil && r.scope.self != nil {
		fr.this = caller.this
	}
	t.parameters(s, fr, args)
	at := t.at
	t.frame = fr
	if at == nil && len(r.rest) > 0 { // the first function is translated without a call
		t.at = &r.rest[0]
	}
	if text := resultType(r); text != nil {
		rd := &reader{t: t, s: s, tokens: text}
		fr.result, fr.reference = t.resolve(s, rd.typeName())
	} else {
		fr.result = voidType // a constructor
	}
	var list []structured.Statement
	t.into(&list, func() {
		if first != nil {
			first(s)
		}
		t.block(s, r.body())
	})
	t.finish(fr, list)
	t.frame = caller
	t.at = at
	if at != nil {
		t.b.Loc = at.loc()
	}
	return fr.value(t)
}

// finish adds the statements of a function's body to its caller.
func (t *translator) finish(fr *frame, list []structured.Statement) {
	if fr.left {
		t.b.Add(&structured.Block{Label: fr.end, Body: list})
	} else {
		t.splice(list)
	}
}

// value is the result of a call.
func (fr *frame) value(t *translator) *operand {
	switch {
	case fr.returned == nil:
		return &operand{typ: voidType}
	case fr.variable:
		return t.settled(fr.returned)
	}
	return fr.returned
}

// resultType returns the tokens of the result type, or nil for a constructor.
func resultType(r *routine) []token {
	for k := 0; k+1 < len(r.rest) && !r.rest[k].is("{", ":"); k++ {
		if r.rest[k].is("->") {
			end := k + 1
			for end < len(r.rest) && !r.rest[end].is("{") {
				end++
			}
			return r.rest[k+1 : end]
		}
	}
	var text []token
	for k := 0; k < len(r.before); k++ {
		switch x := r.before[k]; {
		case x.is("[") && hasToken(r.before, k+1, "["):
			k = closing(r.before, k)
		case x.is("__attribute__"):
			k = closing(r.before, k+1)
		case x.is("inline", "static", "constexpr", "virtual", "explicit", "friend", "extern", "__inline__", "__always_inline"):
		default:
			text = append(text, x)
		}
	}
	if len(text) == 0 && len(r.converts) > 0 && r.converts[0].kind == identifier {
		return r.converts
	}
	return text
}

// parameters enters the parameters of a function as variables, with the values of the
// arguments.
func (t *translator) parameters(s *scope, fr *frame, args []*operand) {
	r := fr.routine
	body := r.body()
	for k, p := range t.formals(s, r.args) {
		p.assigned = assignsTo(body, p.name)
		var a *operand
		switch {
		case k < len(args):
			a = args[k]
		case p.fallback != nil:
			rd := &reader{t: t, s: s, tokens: p.fallback}
			a = t.expr(s, rd.whole())
		default:
			t.failHere("'%s' needs more than %d arguments", r.name, len(args))
		}
		of, reference := t.resolve(s, p.text)
		s.vars[p.name] = t.parameter(fr, p, of, reference, a)
	}
	delete(s.vars, "")
}

// assignsTo reports whether tokens may assign to a variable.
func assignsTo(tokens []token, name string) bool {
	for i := range tokens {
		if tokens[i].text != name || tokens[i].kind != identifier {
			continue
		}
		if hasToken(tokens, i-1, "++", "--", "&") || hasToken(tokens, i+1, "++", "--", "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=") {
			return true
		}
	}
	return false
}

// parameter returns the value of a parameter's name in the body.
func (t *translator) parameter(fr *frame, p formal, of *typ, reference bool, a *operand) *operand {
	switch {
	case a.fn != nil:
		return a
	case reference:
		return t.bind(of, a)
	case a.memory != nil && !a.memory.typ.array && (of == nil || of.to == nil):
		return a
	}
	if of == nil {
		a = t.decayed(a)
		of = a.typ
	}
	if a.number != nil && of.isScalar() && !p.assigned {
		return t.convert(a, of)
	}
	if (a.isPointer() || a.number != nil) && of.to != nil && !p.assigned {
		return t.settled(t.toPointer(a, of))
	}
	v := t.owned(t.declared(fr, p.name, of))
	t.assign(v, a)
	if h := v.holder; h != nil && h.null != nil {
		h.null = &nullState{frame: fr}
	}
	return v
}
