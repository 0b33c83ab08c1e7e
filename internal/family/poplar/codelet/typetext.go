package codelet

// words of declarations that do not change the type of a value.
var plainWords = []string{"const", "volatile", "constexpr", "static", "inline", "typename", "register", "mutable", "__restrict__", "__restrict", "restrict", "struct", "class", "thread_local"}

// basicWords are the types of the language.
var basicWords = []string{"unsigned", "signed", "int", "char", "short", "long", "float", "double", "bool", "void", "auto", "half", "quarter"}

// typeAhead reports whether a type begins at the current token. It does not move the reader.
func (r *reader) typeAhead() bool {
	at := r.i
	defer func() { r.i = at }()
	for r.accept(plainWords...) || r.skipAttribute() {
	}
	if r.is(basicWords...) || r.is("decltype") {
		return true
	}
	if r.i >= len(r.tokens) || r.tokens[r.i].kind != identifier && !r.is("::") {
		return false
	}
	q := r.qualified()
	return r.t.isType(r.s, q)
}

// skipAttribute skips an attribute such as __attribute__((…)) or [[…]].
func (r *reader) skipAttribute() bool {
	switch {
	case r.is("__attribute__", "alignas"):
		r.i = closing(r.tokens, r.i+1) + 1
	case r.is("[") && hasToken(r.tokens, r.i+1, "["):
		r.i = closing(r.tokens, r.i) + 1
	default:
		return false
	}
	return true
}

// simpleType reads a type without operators.
func (r *reader) simpleType() *typeText {
	t := &typeText{tok: r.here()}
	for {
		switch {
		case r.accept(plainWords...):
		case r.is("__attribute__"):
			end := closing(r.tokens, r.i+1)
			for k := r.i; k < min(end, len(r.tokens)); k++ {
				if r.tokens[k].is("vector_size") {
					t.attribute = r.tokens[k+2 : closing(r.tokens, k+1)]
				}
			}
			r.i = end + 1
		case r.skipAttribute():
		case r.is(basicWords...) && (len(t.base) == 0 || t.base[0].is(basicWords...)):
			t.base = append(t.base, *r.here())
			r.i++
		case r.is("decltype") && len(t.base) == 0:
			end := closing(r.tokens, r.i+1)
			t.base = r.tokens[r.i:min(end+1, len(r.tokens))]
			r.i = end + 1
		case len(t.base) == 0 && r.i < len(r.tokens) && (r.tokens[r.i].kind == identifier || r.is("::")):
			t.base = r.qualified().tokens
		default:
			if len(t.base) == 0 {
				r.fail("expected a type, but got %s", r.got())
			}
			return t
		}
	}
}

// operators reads the operators of a declarator.
func (r *reader) operators(t *typeText) {
	for {
		switch {
		case r.is("*", "&", "&&"):
			t.ops = append(t.ops, r.here().text)
			r.i++
		case r.accept("const", "volatile", "__restrict__", "__restrict", "restrict"), r.skipAttribute():
		default:
			return
		}
	}
}

// typeName reads a type with its operators.
func (r *reader) typeName() *typeText {
	t := r.simpleType()
	r.operators(t)
	return t
}

// typeEnds reports whether a type ends exactly where the tokens end. It moves.
func (r *reader) typeEnds() bool {
	r.typeName()
	return r.i >= len(r.tokens)
}

// qualified reads a name.
func (r *reader) qualified() *qualified {
	q := &qualified{}
	from := r.i
	q.global = r.accept("::")
	for {
		r.accept("template")
		if r.i >= len(r.tokens) || r.tokens[r.i].kind != identifier {
			r.fail("expected a name, but got %s", r.got())
		}
		p := namePart{ident: r.tokens[r.i].text}
		r.i++
		q.tokens = r.tokens[from:r.i]
		q.parts = append(q.parts, p)
		if r.is("<") && r.t.isTemplate(r.s, q) {
			if end := angleEnd(r.tokens, r.i); end > r.i {
				q.parts[len(q.parts)-1].args = r.tokens[r.i : end+1]
				r.i = end + 1
				q.tokens = r.tokens[from:r.i]
			}
		}
		if !r.is("::") {
			return q
		}
		r.i++
	}
}

// memberName reads the name after "." or "->".
func (r *reader) memberName() *qualified {
	from := r.i
	if r.i >= len(r.tokens) || r.tokens[r.i].kind != identifier {
		r.fail("expected the name of a member, but got %s", r.got())
	}
	q := &qualified{parts: []namePart{{ident: r.tokens[r.i].text}}}
	r.i++
	if r.is("<") {
		if end := angleEnd(r.tokens, r.i); end > r.i && hasToken(r.tokens, end+1, "(") {
			q.parts[0].args = r.tokens[r.i : end+1]
			r.i = end + 1
		}
	}
	q.tokens = r.tokens[from:r.i]
	return q
}
