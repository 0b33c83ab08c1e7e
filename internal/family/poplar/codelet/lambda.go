package codelet

import (
	"maps"
	"slices"

	"optc/internal/family/poplar/structured"
)

// lambda returns a lambda expression as a function. Variables that it captures by copy are copied.
func (t *translator) lambda(s *scope, n *node) *operand {
	l := &lambda{text: n.lambda, scope: s, frame: t.frame}
	byCopy := hasToken(n.lambda.captures, 0, "=")
	copies := innerScope(s)
	for _, item := range splitList(n.lambda.captures) {
		switch {
		case item[0].is("=", "&", "this"):
		case len(item) > 2 && item[1].is("="):
			r := &reader{t: t, s: s, tokens: item[2:]}
			o := t.settled(t.expr(s, r.whole()))
			copies.vars[item[0].text] = o
		case item[0].kind == identifier:
			if o := visible(s, item[0].text); o != nil {
				copies.vars[item[0].text] = t.settled(o)
			}
		}
	}
	if byCopy {
		for at := s; at != nil && at.vars != nil; at = at.parent {
			for _, name := range slices.Sorted(maps.Keys(at.vars)) {
				if o := at.vars[name]; copies.vars[name] == nil && o.isVariable() { // a copy differs from a reference
					copies.vars[name] = t.settled(o)
				}
			}
		}
	}
	l.scope = copies
	return &operand{fn: &functions{name: "a lambda", lambda: l}}
}

// visible returns the variable that a name means, or nil.
func visible(s *scope, name string) *operand {
	for ; s != nil; s = s.parent {
		if o := s.vars[name]; o != nil {
			return o
		}
	}
	return nil
}

func (t *translator) callLambda(l *lambda, args []*operand) *operand {
	r := &routine{name: "a lambda", scope: l.scope, args: l.text.args, lambda: l.text.body}
	depth := 0
	for o := t.frame; o != nil; o = o.outer {
		if depth++; depth > maxCalls {
			t.failHere("calls nest more than %d levels", maxCalls)
		}
	}
	caller := t.frame
	s := innerScope(l.scope)
	fr := &frame{outer: caller, routine: r, this: l.frame.this, end: t.label(), start: t.depth}
	t.parameters(s, fr, args)
	at := t.at
	t.frame = fr
	var list []structured.Statement
	t.into(&list, func() { t.block(s, l.text.body) })
	t.finish(fr, list)
	t.frame = caller
	t.at = at
	t.b.Loc = at.loc()
	return fr.value(t)
}
