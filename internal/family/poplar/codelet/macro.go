package codelet

import (
	"slices"
	"strconv"
)

// macro is the definition in a #define (ISO C++, [cpp.replace]).
type macro struct {
	name     string
	function bool
	params   []string // names of the parameters of a function-like macro; the last is __VA_ARGS__ if it is variadic
	variadic bool
	body     []token
}

// hideSet is a list of macros.
type hideSet struct {
	name string
	next *hideSet
	size int
}

func (h *hideSet) add(name string) *hideSet { return &hideSet{name, h, h.len() + 1} }

func (h *hideSet) len() int {
	if h == nil {
		return 0
	}
	return h.size
}

func (h *hideSet) has(name string) bool {
	for ; h != nil; h = h.next {
		if h.name == name {
			return true
		}
	}
	return false
}

// with adds all names of another set.
func (h *hideSet) with(names *hideSet) *hideSet {
	if h == nil {
		return names
	}
	for ; names != nil; names = names.next {
		if !h.has(names.name) {
			h = h.add(names.name)
		}
	}
	return h
}

// common returns the intersection of two sets.
func (h *hideSet) common(o *hideSet) (both *hideSet) {
	for ; h != nil; h = h.next {
		if o.has(h.name) {
			both = both.add(h.name)
		}
	}
	return both
}

// expand replaces macros in tokens by Prosser's algorithm: the replacement of a macro is
// scanned again together with the tokens that follow it. Tokens without macros are returned
// as they are.
func (p *preprocessor) expand(tokens []token) []token {
	plain := 0 // tokens in front of the first macro
	for plain < len(tokens) && p.macroAt(&tokens[plain]) == nil {
		plain++
	}
	if plain > 0 && !p.work(&tokens[0], plain) {
		return nil
	}
	if plain == len(tokens) {
		return tokens
	}
	out := append(make([]token, 0, len(tokens)), tokens[:plain]...)
	// The remaining tokens, in reverse order.
	todo := slices.Clone(tokens[plain:])
	slices.Reverse(todo)
	for len(todo) > 0 {
		t := todo[len(todo)-1]
		if !p.work(&t, 1) {
			return nil
		}
		todo = todo[:len(todo)-1]
		m := p.macroAt(&t)
		if m == nil {
			out = append(out, t)
			continue
		}
		hide := t.hidden.add(m.name)
		var args [][]token
		if m.function {
			var closer token
			var n int
			if args, closer, n = arguments(todo, m); n == 0 {
				out = append(out, t)
				if hasToken(todo, len(todo)-1, "(") && !p.work(&t, len(todo)) { // the list of arguments is not closed
					return nil
				}
				continue
			}
			todo = todo[:len(todo)-n]
			if !p.work(&t, n+t.hidden.len()*closer.hidden.len()) {
				return nil
			}
			hide = t.hidden.common(closer.hidden).add(m.name)
		}
		body := p.substitute(m, args, &t)
		for i := len(body) - 1; i >= 0; i-- {
			if !p.work(&t, 1+hide.len()*body[i].hidden.len()) {
				return nil
			}
			body[i].hidden = body[i].hidden.with(hide)
			todo = append(todo, body[i])
		}
	}
	return out
}

// macroAt returns the macro that a token names and that may be expanded there, or nil.
func (p *preprocessor) macroAt(t *token) *macro {
	if t.kind != identifier || t.hidden.has(t.text) {
		return nil
	}
	return p.macros[t.text]
}

// arguments removes the arguments of a function-like macro from the end of todo. n is the
// number of their tokens, including the parentheses, or 0 if there are no arguments.
// Commas inside of other brackets separate arguments too (ISO C++, [cpp.replace]).
func arguments(todo []token, m *macro) (args [][]token, closer token, n int) {
	last := len(todo) - 1
	if !hasToken(todo, last, "(") {
		return nil, token{}, 0
	}
	depth := 0
	var arg []token
	for i := last; i >= 0; i-- {
		t := todo[i]
		switch {
		case t.is("("):
			if depth++; depth == 1 {
				continue
			}
		case t.is(")"):
			if depth--; depth == 0 {
				args = append(args, arg)
				if m.variadic && len(args) < len(m.params) {
					args = append(args, nil)
				}
				return args, t, last - i + 1
			}
		case t.is(",") && depth == 1 && !(m.variadic && len(args) == len(m.params)-1):
			args, arg = append(args, arg), nil
			continue
		}
		arg = append(arg, t)
	}
	return nil, token{}, 0
}

// substitute returns the body of a macro with its arguments, located at the use of the
// macro.
func (p *preprocessor) substitute(m *macro, args [][]token, use *token) []token {
	argument := func(i int) (arg []token, is bool) {
		if i < len(m.body) {
			if k := slices.Index(m.params, m.body[i].text); k >= 0 && k < len(args) {
				return args[k], true
			}
		}
		return nil, false
	}
	var out []token
	for i := 0; i < len(m.body); i++ {
		t := m.body[i]
		if t.is("##") {
			continue
		}
		t.src, t.at = use.src, use.at
		joined := hasToken(m.body, i-1, "##") // joined to the preceding token
		piece := []token{t}
		if arg, is := argument(i); is {
			if piece = slices.Clone(arg); !joined && !hasToken(m.body, i+1, "##") {
				piece = p.expand(piece)
			}
			if len(piece) > 0 {
				piece[0].space = t.space
			}
		} else if arg, is := argument(i + 1); is && t.is("#") {
			i++
			piece[0].kind, piece[0].text = literalText, strconv.Quote(spellTokens(arg))
		}
		if joined {
			out = paste(out, piece)
		} else {
			out = append(out, piece...)
		}
	}
	if len(out) > 0 {
		out[0].space, out[0].line = use.space, out[0].line || use.line
	}
	return out
}

// paste joins the last token of out with the first token of more.
func paste(out, more []token) []token {
	if len(out) == 0 || len(more) == 0 {
		return append(out, more...)
	}
	out[len(out)-1].text += more[0].text
	return append(out, more[1:]...)
}
