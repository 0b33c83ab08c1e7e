package codelet

import (
	"slices"
	"strconv"
)

// macro is what #define declares (ISO C++, [cpp.replace]).
type macro struct {
	name     string
	function bool
	params   []string // of a function-like macro; the last one is __VA_ARGS__ if it is variadic
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

// with adds all of names.
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

// common returns what is in both.
func (h *hideSet) common(o *hideSet) (both *hideSet) {
	for ; h != nil; h = h.next {
		if o.has(h.name) {
			both = both.add(h.name)
		}
	}
	return both
}

// expand replaces macros in tokens, in the order of Prosser's algorithm: the
// replacement of a macro is scanned again together with what follows it.
func (p *preprocessor) expand(tokens []token) []token {
	var out []token
	// The tokens that are left, in reverse order.
	todo := slices.Clone(tokens)
	slices.Reverse(todo)
	for len(todo) > 0 {
		t := todo[len(todo)-1]
		if !p.work(&t, 1) {
			return nil
		}
		todo = todo[:len(todo)-1]
		m := p.macros[t.text]
		if t.kind != identifier || m == nil || t.hidden.has(t.text) {
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
				if len(todo) > 0 && todo[len(todo)-1].is("(") && !p.work(&t, len(todo)) { // which is not closed
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

// arguments takes the arguments of a function-like macro off the end of todo. n is
// the number of tokens that they take with their parentheses, 0 if there are none. Other
// brackets hide no comma (ISO C++, [cpp.replace]).
func arguments(todo []token, m *macro) (args [][]token, closer token, n int) {
	last := len(todo) - 1
	if last < 0 || !todo[last].is("(") {
		return nil, token{}, 0
	}
	depth := 0
	arg := []token{}
	for i := last; i >= 0; i-- {
		t := todo[i]
		switch {
		case t.is("("):
			if depth++; depth == 1 {
				continue
			}
		case t.is(")"):
			if depth--; depth == 0 {
				if len(arg) > 0 || len(args) > 0 || len(m.params) > 0 {
					args = append(args, arg)
				}
				if m.variadic && len(args) < len(m.params) {
					args = append(args, nil)
				}
				return args, t, last - i + 1
			}
		case t.is(",") && depth == 1 && !(m.variadic && len(args) == len(m.params)-1):
			args = append(args, arg)
			arg = []token{}
			continue
		}
		arg = append(arg, t)
	}
	return nil, token{}, 0
}

// substitute returns the body of a macro with its arguments, at the place of its use.
func (p *preprocessor) substitute(m *macro, args [][]token, use *token) []token {
	param := func(t *token) int {
		if t.kind != identifier {
			return -1
		}
		i := slices.Index(m.params, t.text)
		if i >= len(args) {
			return -1
		}
		return i
	}
	var out []token
	for i := 0; i < len(m.body); i++ {
		t := m.body[i]
		t.src, t.at = use.src, use.at
		pasted := i > 0 && m.body[i-1].is("##") || i+1 < len(m.body) && m.body[i+1].is("##")
		switch k := param(&t); {
		case t.is("#") && i+1 < len(m.body) && param(&m.body[i+1]) >= 0:
			i++
			out = append(out, token{kind: literalText, text: strconv.Quote(spell(args[param(&m.body[i])])), src: use.src, at: use.at, space: t.space})
		case t.is("##"):
		case k >= 0:
			arg := args[k]
			if !pasted {
				arg = p.expand(arg)
			}
			if i > 0 && m.body[i-1].is("##") {
				out = paste(out, arg)
				continue
			}
			for j, a := range arg {
				if j == 0 {
					a.space = t.space
				}
				out = append(out, a)
			}
		case i > 0 && m.body[i-1].is("##"):
			out = paste(out, []token{t})
		default:
			out = append(out, t)
		}
	}
	if len(out) > 0 {
		out[0].space = use.space
	}
	return out
}

// paste joins the last token of out with the first one of more.
func paste(out, more []token) []token {
	if len(out) == 0 || len(more) == 0 {
		return append(out, more...)
	}
	last := &out[len(out)-1]
	last.text += more[0].text
	last.kind, _ = scanToken(last.text)
	return append(out, more[1:]...)
}
