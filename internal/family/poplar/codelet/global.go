package codelet

import (
	"slices"

	"optc/internal/family/poplar/structured"
	"optc/ir"
)

// Variables outside of functions. An array that nobody assigns to is a local array, which
// is initialized at the start of the code, and another variable is its initial value.

// global returns a variable outside of functions, whose declaration is read in a scope.
func (t *translator) global(e *entity, home *scope) *operand {
	v := e.variable
	if o := t.globals[v]; o != nil {
		return o
	}
	use := t.im.useOf(v)
	if use == assignedUse {
		t.failShared(t.place(), v.name)
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
	if use == addressUse {
		if o.memory == nil || o.memory.local == nil {
			t.failHere("cannot translate the address of the variable '%s', which keeps its value after the code", v.name)
		}
		t.kept = append(t.kept, keptArray{variable: v, root: o.memory.local.base})
	}
	return o
}

// keptArray is an array outside of functions that pointers point to.
type keptArray struct {
	variable *variable
	root     *structured.Value
}

// checkKept fails if the code may assign to an array outside of functions through a pointer.
func (t *translator) checkKept() {
	for _, k := range t.kept {
		if op := structured.Stores([]*structured.Value{k.root}, t.start, t.code.Body); op != nil {
			t.failShared(op.Loc, k.variable.name)
		}
	}
}

// failShared refuses a variable that code assigns to and that outlives a call. A tile has one such
// variable: its workers, which run at the same time, and all vertices of the program would share
// it. The graph does not know it, so that neither the order of accesses nor the memory could be
// checked.
func (t *translator) failShared(at ir.Location, name string) {
	t.fail(at, "cannot translate the variable '%s': code assigns to it, the workers and vertices of a tile share it, and it keeps its value after the code; a field InOut<…> instead names it in the graph", name)
}

func hasInitializer(text []token) bool {
	return slices.ContainsFunc(text, func(x token) bool { return x.is("=", "{", "(") })
}

// variableUse is how code uses a variable outside of functions.
type variableUse uint8

const (
	readUse     variableUse = iota + 1
	addressUse              // there may be pointers to the variable
	assignedUse             // code assigns to the variable
)

// useOf returns how code of any file uses a variable. A variable of the same name in
// another scope counts, too.
func (im *importer) useOf(v *variable) variableUse {
	if v.use == 0 {
		v.use = im.usedAs(v.name, slices.ContainsFunc(v.text, func(x token) bool { return x.is("[") }))
		if v.isConst {
			v.use = readUse
		}
	}
	return v.use
}

// usedAs returns how code of any file uses variables of a name.
func (im *importer) usedAs(name string, array bool) variableUse {
	use := readUse
	for _, u := range im.units {
		use = max(use, useIn(u.tokens, name, array))
	}
	return use
}

// useIn returns how tokens use a variable outside of functions, or a part of it. An array that is
// used as a whole is used as a pointer.
func useIn(tokens []token, name string, array bool) variableUse {
	use := readUse
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
		switch {
		case hasToken(tokens, i-1, "++", "--") || hasToken(tokens, k, "++", "--", "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="):
			return assignedUse
		case !array && hasToken(tokens, i-1, "&"):
			return assignedUse
		case array && (k == i+1 || hasToken(tokens, i-1, "&")):
			use = addressUse
		}
	}
	return use
}
