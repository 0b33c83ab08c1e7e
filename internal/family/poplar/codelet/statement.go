package codelet

import (
	"slices"

	"optc/internal/family/poplar/structured"
)

// block translates the statements of a block in its own scope. ended reports that
// the end of the block is not reached.
func (t *translator) block(s *scope, tokens []token) (ended bool) {
	if t.frame.nesting++; t.frame.nesting > maxNesting && len(tokens) > 0 {
		t.fail(tokens[0].loc(), "statements nest more than %d levels", maxNesting)
	}
	defer func() { t.frame.nesting-- }()
	t.lives(func() { ended = t.statements(innerScope(s), tokens) })
	return ended
}

// innerScope returns a scope for the variables of a block.
func innerScope(s *scope) *scope {
	return &scope{parent: s, members: map[string]*entity{}, vars: map[string]*operand{}}
}

// statements translates a list of statements. The statements before a label are a block that goto
// leaves.
func (t *translator) statements(s *scope, tokens []token) (ended bool) {
	if at := lastLabel(tokens); at >= 0 {
		name := tokens[at].text
		st := &structured.Block{Label: t.label()}
		f := t.frame
		if f.labels[name] != nil {
			t.fail(tokens[at].loc(), "the label '%s' is defined twice", name)
		}
		if f.labels == nil {
			f.labels = map[string]*structured.Label{}
		}
		f.labels[name] = st.Label
		f.depth++
		t.into(&st.Body, func() { t.statements(s, tokens[:at]) })
		f.depth--
		delete(f.labels, name)
		t.b.Add(st)
		tokens = tokens[at+2:]
	}
	for i := 0; i < len(tokens); {
		end := spanEnd(tokens, i)
		if t.statement(s, tokens[i:end]) {
			return true
		}
		i = end
	}
	return false
}

// lastLabel returns the index of the last label in a list of statements, or -1.
func lastLabel(tokens []token) int {
	last := -1
	for i := 0; i < len(tokens); {
		if isLabel(tokens[i:]) {
			last = i
			i += 2
			continue
		}
		i = spanEnd(tokens, i)
	}
	return last
}

// isLabel reports whether a label begins a list of tokens.
func isLabel(tokens []token) bool {
	return len(tokens) > 1 && tokens[0].kind == identifier && tokens[1].is(":") && !tokens[0].is("default", "public", "private", "protected")
}

// spanEnd is the index after the statement at tokens[at].
func spanEnd(tokens []token, at int) int {
	switch {
	case at >= len(tokens):
		return len(tokens)
	case tokens[at].is("{"):
		return min(closing(tokens, at)+1, len(tokens))
	case tokens[at].is("if", "for", "while", "switch"):
		open := at + 1
		if hasToken(tokens, open, "constexpr") {
			open++
		}
		if !hasToken(tokens, open, "(") {
			return min(statementEnd(tokens, at)+1, len(tokens))
		}
		end := spanEnd(tokens, closing(tokens, open)+1)
		if tokens[at].is("if") && hasToken(tokens, end, "else") {
			end = spanEnd(tokens, end+1)
		}
		return end
	case tokens[at].is("do"):
		return min(statementEnd(tokens, spanEnd(tokens, at+1))+1, len(tokens))
	case tokens[at].is("try"):
		return spanEnd(tokens, at+1)
	case tokens[at].is("case", "default"):
		for i := at; i < len(tokens); i++ {
			if tokens[i].is(":") {
				return i + 1
			}
		}
		return len(tokens)
	}
	return min(statementEnd(tokens, at)+1, len(tokens))
}

// closingOf returns the index of the bracket that closes the bracket which must open at
// tokens[at].
func (t *translator) closingOf(tokens []token, at int, open string) int {
	if !hasToken(tokens, at, open) {
		t.failHere("expected '%s' after '%s'", open, tokens[min(at, len(tokens))-1].text)
	}
	end := closing(tokens, at)
	if end == len(tokens) {
		t.fail(tokens[at].loc(), "'%s' is not closed", open)
	}
	return end
}

// statement translates a statement, whose tokens include the ";".
func (t *translator) statement(s *scope, tokens []token) (ended bool) {
	first := &tokens[0]
	t.step(first)
	t.b.Loc = first.loc()
	rest := tokens[1:]
	if len(rest) > 0 && hasToken(tokens, len(tokens)-1, ";") {
		rest = tokens[1 : len(tokens)-1]
	}
	switch {
	case first.is(";"), first.is("static_assert"):
	case first.is("case", "default"):
		t.fail(first.loc(), "cannot translate a '%s' that is not directly in a switch", first.text)
	case first.is("{"):
		return t.block(s, tokens[1:t.closingOf(tokens, 0, "{")])
	case first.is("if"):
		return t.ifStatement(s, tokens)
	case first.is("for"):
		t.forStatement(s, tokens)
	case first.is("while"):
		end := t.closingOf(tokens, 1, "(")
		t.loop(s, tokens[2:end], tokens[end+1:], nil, false)
	case first.is("do"):
		body := spanEnd(tokens, 1)
		if !hasToken(tokens, body, "while") {
			t.fail(first.loc(), "expected 'while' after the body of 'do'")
		}
		t.loop(s, tokens[body+2:t.closingOf(tokens, body+1, "(")], tokens[1:body], nil, true)
	case first.is("switch"):
		return t.switchStatement(s, tokens)
	case first.is("return"):
		t.returnStatement(s, rest)
		return true
	case first.is("break", "continue"):
		list := t.frame.breaks
		if first.is("continue") {
			list = t.frame.nexts
		}
		if len(list) == 0 {
			t.fail(first.loc(), "'%s' outside of a loop", first.text)
		}
		t.jump(list[len(list)-1])
		return true
	case first.is("goto"):
		if len(rest) != 1 || t.frame.labels[rest[0].text] == nil {
			t.fail(first.loc(), "cannot translate a 'goto' to a label that is not after it, in a block around it")
		}
		t.jump(t.frame.labels[rest[0].text])
		return true
	case first.is("try", "throw", "asm", "__asm__", "co_return"):
		t.fail(first.loc(), "cannot translate '%s'", first.text)
	case first.is("using"):
		(&unit{}).using(rest, s, nil)
	case first.is("typedef"):
		t.typedef(s, rest)
	case first.is("struct", "class", "enum", "union") && isClass(tokens, 0):
		t.localClass(s, tokens)
	case first.is("[") && hasToken(tokens, 1, "["): // an attribute
		if end := closing(tokens, 0) + 1; end < len(tokens) {
			return t.statement(s, tokens[end:])
		}
	case first.kind == identifier && hasToken(tokens, 1, ":"):
		t.fail(first.loc(), "cannot translate the label '%s'", first.text)
	default:
		t.simple(s, slices.Clip(tokens[:len(rest)+1]))
	}
	return false
}

// simple translates a declaration, an expression or nothing, without the ";".
func (t *translator) simple(s *scope, tokens []token) {
	if len(tokens) == 0 {
		return
	}
	if tokens[0].is("const", "constexpr", "static", "volatile") || t.declares(s, tokens) {
		t.declaration(s, tokens)
		return
	}
	r := &reader{t: t, s: s, tokens: tokens}
	t.expr(s, r.whole())
}

// declares reports whether the tokens are a declaration: a type, and a name.
func (t *translator) declares(s *scope, tokens []token) bool {
	r := &reader{t: t, s: s, tokens: tokens}
	for r.skipAttribute() {
	}
	if !r.typeAhead() {
		return false
	}
	r.typeName()
	return r.i < len(tokens) && (tokens[r.i].kind == identifier || r.groupedName() || r.is("["))
}

// groupedName reports whether the name of a reference to an array or of a pointer is next:
// (&x)[2], (*x) = y.
func (r *reader) groupedName() bool {
	return r.is("(") && hasToken(r.tokens, r.i+1, "&", "*") && r.i+2 < len(r.tokens) && r.tokens[r.i+2].kind == identifier &&
		hasToken(r.tokens, r.i+3, ")") && (r.i+4 == len(r.tokens) || hasToken(r.tokens, r.i+4, "[", "=", "(", ","))
}

// localClass enters a class or an enumeration that a function declares.
func (t *translator) localClass(s *scope, tokens []token) {
	open := slices.IndexFunc(tokens, func(x token) bool { return x.is("{") })
	if open < 0 || closing(tokens, open)+2 != len(tokens) {
		t.fail(tokens[0].loc(), "cannot translate variables that are declared with their class")
	}
	u := &unit{sink: t.im.problems}
	if tokens[0].is("enum") {
		u.enum(tokens, 0, s, nil)
	} else {
		u.class(tokens, 0, s, nil, nil)
	}
}

func (t *translator) typedef(s *scope, tokens []token) {
	r := &reader{t: t, s: s, tokens: tokens}
	text := r.typeName()
	if r.i >= len(tokens) || tokens[r.i].kind != identifier {
		r.fail("cannot translate this typedef")
	}
	name := tokens[r.i].text
	r.i++
	for k := r.i; k < len(tokens); k++ {
		if tokens[k].is("vector_size") {
			text.attribute = tokens[k+2 : t.closingOf(tokens, k+1, "(")]
		}
	}
	of, _ := t.resolve(s, text)
	if s.bound == nil {
		s.bound = map[string]value{}
	}
	s.bound[name] = value{typ: of}
}

// ifStatement translates an if. If its condition is constant, the other side need not be
// translatable.
func (t *translator) ifStatement(s *scope, tokens []token) (ended bool) {
	open := 1
	if hasToken(tokens, open, "constexpr") {
		open++
	}
	end := t.closingOf(tokens, open, "(")
	cond := tokens[open+1 : end]
	s = innerScope(s)
	if at := statementEnd(cond, 0); at < len(cond) { // if (declaration; condition)
		t.simple(s, cond[:at])
		cond = cond[at+1:]
	}
	after := spanEnd(tokens, end+1)
	then, els := tokens[end+1:after], []token(nil)
	if hasToken(tokens, after, "else") {
		els = tokens[after+1:]
	}
	c := t.condition(s, cond)
	if c.number != nil {
		if c.number.n == 0 {
			then = els
		}
		return len(then) > 0 && t.block(s, then)
	}
	st := &structured.If{Loc: tokens[0].loc(), Cond: t.val(c)}
	t.frame.depth++
	var thenEnds, elseEnds bool
	t.into(&st.Then, func() { thenEnds = len(then) > 0 && t.block(s, then) })
	t.into(&st.Else, func() { elseEnds = len(els) > 0 && t.block(s, els) })
	t.frame.depth--
	t.b.Add(st)
	return thenEnds && elseEnds
}

// condition translates the condition of a statement, which may declare a variable.
func (t *translator) condition(s *scope, tokens []token) *operand {
	if t.declares(s, tokens) {
		return t.truth(t.declaration(s, tokens))
	}
	r := &reader{t: t, s: s, tokens: tokens}
	return t.truth(t.expr(s, r.whole()))
}

func (t *translator) forStatement(s *scope, tokens []token) {
	end := t.closingOf(tokens, 1, "(")
	head, body := tokens[2:end], tokens[end+1:]
	s = innerScope(s)
	first := statementEnd(head, 0)
	if first >= len(head) {
		t.rangeFor(s, tokens, head, body)
		return
	}
	second := statementEnd(head, first+1)
	if first > 0 {
		t.simple(s, head[:first])
	}
	t.loop(s, head[first+1:min(second, len(head))], body, head[min(second+1, len(head)):], false)
}

// loop translates a loop with a condition, which may be empty, and a step.
func (t *translator) loop(s *scope, cond, body, step []token, bodyFirst bool) {
	at := t.at.loc()
	st := &structured.Loop{Loc: at}
	out := &structured.Block{Label: t.label()}
	next := &structured.Block{Label: t.label()}
	f := t.frame
	f.depth++
	f.breaks, f.nexts = append(f.breaks, out.Label), append(f.nexts, next.Label)
	var c *operand
	condition := func() {
		if len(cond) == 0 {
			c = constantInt(boolType, 1)
			return
		}
		c = t.condition(s, cond)
		if c.number == nil {
			st.Cond = t.val(c)
		}
	}
	inside := func() {
		t.into(&next.Body, func() {
			if len(body) > 0 {
				t.block(s, body)
			}
		})
	}
	if bodyFirst {
		t.into(&st.Head, func() {
			inside()
			t.b.Add(next)
			condition()
			if c.number != nil { // do { … } while (false)
				st.Cond = t.b.Constant(t.c.I1(), t.c.Bool(c.number.n != 0))
			}
		})
	} else {
		t.into(&st.Head, condition)
		if c.number == nil || c.number.n != 0 {
			inside()
			t.into(&st.Body, func() {
				t.b.Add(next)
				if len(step) > 0 {
					r := &reader{t: t, s: s, tokens: step}
					t.expr(s, r.whole())
				}
			})
		}
	}
	f.depth--
	f.breaks, f.nexts = f.breaks[:len(f.breaks)-1], f.nexts[:len(f.nexts)-1]
	if c.number != nil && c.number.n == 0 && !bodyFirst {
		t.splice(st.Head)
		return
	}
	out.Body = []structured.Statement{st}
	t.b.Add(out)
}

// rangeFor translates for (T x : list).
func (t *translator) rangeFor(s *scope, tokens, head, body []token) {
	colon := slices.IndexFunc(head, func(x token) bool { return x.is(":") })
	if colon < 0 {
		t.fail(tokens[0].loc(), "cannot translate this 'for'")
	}
	r := &reader{t: t, s: s, tokens: head[colon+1:]}
	list := t.expr(s, r.whole())
	if list.object != nil && list.object.members["_M_elems"] != nil {
		list = list.object.members["_M_elems"]
	}
	if list.memory == nil {
		t.fail(head[colon].loc(), "cannot translate a 'for' over '%s'", t.describe(list))
	}
	counter := t.variable("", sizeType)
	counter.name = "i"
	counter.place = variablePlace{t.code.NewVar("i", t.irType(sizeType))}
	t.assign(counter, constantInt(sizeType, 0))
	n := t.count(list.memory)
	st := &structured.Loop{Loc: tokens[0].loc()}
	out := &structured.Block{Label: t.label(), Body: []structured.Statement{st}}
	next := &structured.Block{Label: t.label()}
	f := t.frame
	f.depth++
	f.breaks, f.nexts = append(f.breaks, out.Label), append(f.nexts, next.Label)
	t.into(&st.Head, func() { st.Cond = t.val(t.binary("<", counter, n)) })
	t.into(&next.Body, func() {
		item := t.subscript(list, counter)
		d := &reader{t: t, s: s, tokens: head[:colon]}
		text := d.typeName()
		of, reference := t.resolve(s, text)
		name := d.here().text
		inside := innerScope(s)
		if !reference && item.memory == nil {
			if of == nil {
				of = item.typ
			}
			v := t.variable(name, of)
			t.assign(v, item)
			item = v
		}
		inside.vars[name] = item
		if len(body) > 0 {
			t.block(inside, body)
		}
	})
	t.into(&st.Body, func() {
		t.b.Add(next)
		t.assign(counter, t.binary("+", counter, constantInt(sizeType, 1)))
	})
	f.depth--
	f.breaks, f.nexts = f.breaks[:len(f.breaks)-1], f.nexts[:len(f.nexts)-1]
	t.b.Add(out)
}

// returnStatement ends the current function.
func (t *translator) returnStatement(s *scope, tokens []token) {
	f := t.frame
	at := t.at
	o := &operand{typ: voidType}
	if len(tokens) > 0 {
		r := &reader{t: t, s: s, tokens: tokens}
		var n *node
		if r.is("{") {
			n = r.list()
		} else {
			n = r.whole()
		}
		if f.result != nil && f.result.class != nil && n.kind == listNode {
			o = t.construct(f.result, t.expr(s, n).list, true)
		} else {
			o = t.expr(s, n)
		}
		t.b.Loc = at.loc()
		t.at = at
		switch {
		case f.reference:
		case f.result != nil && !f.result.isVoid():
			o = t.snapshot(t.convert(o, f.result))
		case o.memory != nil || o.fn != nil:
		default:
			o = t.snapshot(t.settled(t.decayed(o)))
		}
	}
	t.leave(o)
}

// leave makes an operand the value of the current function and jumps to its end.
func (t *translator) leave(o *operand) {
	f := t.frame
	if f.depth == 0 && !f.variable {
		f.returned = o
		return
	}
	if o.typ != nil && !o.typ.isVoid() {
		if f.returned == nil {
			of := f.result
			if of == nil {
				of = o.typ
			}
			f.returned, f.variable = t.variable("result", of), true
		}
		t.assign(f.returned, o)
	}
	if f.depth > 0 {
		f.left = true
		t.jump(f.end)
	}
}
