package codelet

import "slices"

// Variables outside of functions. An array that nobody assigns to is a local array, which
// is initialized at the start of the code, and another variable is its initial value.

// global returns a variable outside of functions, whose declaration is read in a scope.
func (t *translator) global(e *entity, home *scope) *operand {
	v := e.variable
	if o := t.globals[v]; o != nil {
		return o
	}
	if t.im.isWritten(v) {
		t.failHere("cannot translate the variable '%s', which keeps its value after the code, and to which code assigns", v.name)
	}
	if t.e.busy[e]++; t.e.busy[e] > 1 {
		t.failHere("the initial value of '%s' refers to itself", v.name)
	}
	defer func() { t.e.busy[e]-- }()
	at, loc, life, depth := t.at, t.b.Loc, t.life, t.depth
	defer func() { t.at, t.b.Loc, t.life, t.depth = at, loc, life, depth }()
	t.life, t.depth = nil, 0 // the variable is not of the current block
	var o *operand
	t.into(&t.start, func() {
		in := innerScope(home)
		o = t.declaration(in, slices.Clip(v.text))
		if o.place != nil {
			if !hasInitializer(v.text) {
				t.assign(o, t.zero(o.typ))
			}
			o = t.settled(o)
		} else if !hasInitializer(v.text) {
			t.clear(o)
		}
	})
	if t.globals == nil {
		t.globals = map[*variable]*operand{}
	}
	t.globals[v] = o
	return o
}

func hasInitializer(text []token) bool {
	return slices.ContainsFunc(text, func(x token) bool { return x.is("=", "{", "(") })
}

// isWritten reports whether code of any file may assign to a variable that is not constant.
// A variable of the same name in another scope counts, too.
func (im *importer) isWritten(v *variable) bool {
	if v.isConst {
		return false
	}
	if v.written == nil {
		array := slices.ContainsFunc(v.text, func(x token) bool { return x.is("[") })
		written := slices.ContainsFunc(im.units, func(u *unit) bool { return mayAssign(u.tokens, v.name, array) })
		v.written = &written
	}
	return *v.written
}

// mayAssign reports whether tokens may assign to a variable outside of functions, or to a
// part of it. An array may be changed where it is used as a whole.
func mayAssign(tokens []token, name string, array bool) bool {
	for i := range tokens {
		if tokens[i].kind != identifier || tokens[i].text != name || hasToken(tokens, i-1, ".", "->") {
			continue
		}
		if i > 0 && tokens[i-1].kind == identifier && !tokens[i-1].is("return", "else", "do") {
			continue // the declaration
		}
		k := i + 1
		for hasToken(tokens, k, "[", ".") {
			if tokens[k].is("[") {
				k = closing(tokens, k)
			} else {
				k++
			}
			k++
		}
		if hasToken(tokens, i-1, "++", "--", "&") || hasToken(tokens, k, "++", "--", "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=") || array && k == i+1 {
			return true
		}
	}
	return false
}
