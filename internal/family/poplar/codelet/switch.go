package codelet

import (
	"slices"

	"optc/internal/family/poplar/structured"
)

// switchStatement translates a switch as a chain of comparisons: the cases are labels in a sequence
// of statements, each of which is executed if its case or an earlier case was entered.
func (t *translator) switchStatement(s *scope, tokens []token) (ended bool) {
	end := t.closingOf(tokens, 1, "(")
	s = innerScope(s)
	r := &reader{t: t, s: s, tokens: tokens[2:end]}
	x := t.scalarOf(t.expr(s, r.whole()))
	if !x.typ.isInteger() {
		t.fail(tokens[0].loc(), "expected an integer for 'switch', but got '%s'", t.describe(x))
	}
	of := scalarType(promoted(t.plain(x.typ).elem))
	x = t.toScalar(x, of)
	groups := t.cases(s, of, tokens[end+2:t.closingOf(tokens, end+1, "{")])
	out := &structured.Block{Label: t.label()}
	f := t.frame
	f.breaks = append(f.breaks, out.Label)
	defer func() { f.breaks = f.breaks[:len(f.breaks)-1] }()
	if x.number != nil {
		return t.constantSwitch(s, x.number.n, groups, out)
	}
	f.depth++
	var list []structured.Statement
	t.into(&list, func() { ended = t.chain(s, x, groups) })
	f.depth--
	out.Body = list
	t.b.Add(out)
	return ended
}

// caseGroup is a sequence of statements after labels of a switch.
type caseGroup struct {
	values    []int64
	isDefault bool
	body      []token
	falls     bool // into the next group
}

// cases cuts the body of a switch at its labels.
func (t *translator) cases(s *scope, of *typ, tokens []token) (groups []caseGroup) {
	for i := 0; i < len(tokens); {
		end := spanEnd(tokens, i)
		switch first := &tokens[i]; {
		case first.is("case", "default"):
			if len(groups) == 0 || len(groups[len(groups)-1].body) > 0 {
				groups = append(groups, caseGroup{})
			}
			g := &groups[len(groups)-1]
			if end-1 == i || !tokens[end-1].is(":") {
				t.fail(first.loc(), "expected ':' after '%s'", first.text)
			}
			if first.is("default") {
				g.isDefault = true
				break
			}
			r := &reader{t: t, s: s, tokens: tokens[i+1 : end-1]}
			v := t.toScalar(t.expr(s, r.whole()), of)
			if v.number == nil {
				t.fail(first.loc(), "expected a constant after 'case'")
			}
			g.values = append(g.values, v.number.n)
		case len(groups) == 0:
			t.fail(first.loc(), "cannot translate statements before the first 'case'")
		default:
			g := &groups[len(groups)-1]
			g.body = tokens[i-len(g.body) : end]
		}
		i = end
	}
	for k := range groups {
		groups[k].falls = !endsWithJump(groups[k].body)
	}
	return groups
}

// endsWithJump reports whether the last of some statements is a jump.
func endsWithJump(tokens []token) bool {
	last := -1
	for i := 0; i < len(tokens); i = spanEnd(tokens, i) {
		last = i
	}
	switch {
	case last < 0:
		return false
	case tokens[last].is("{"):
		return endsWithJump(tokens[last+1 : min(closing(tokens, last), len(tokens))])
	case tokens[last].is("if"):
		end := spanEnd(tokens, closing(tokens, last+1)+1)
		return hasToken(tokens, end, "else") && endsWithJump(tokens[min(closing(tokens, last+1)+1, end):end]) && endsWithJump(tokens[end+1:])
	}
	return tokens[last].is("break", "continue", "return")
}

// groupBody returns the statements that a case executes, with those that it falls into.
func groupBody(groups []caseGroup, k int) (list [][]token) {
	for ; k < len(groups); k++ {
		list = append(list, groups[k].body)
		if !groups[k].falls {
			break
		}
	}
	return list
}

func (t *translator) constantSwitch(s *scope, n int64, groups []caseGroup, out *structured.Block) (ended bool) {
	k := slices.IndexFunc(groups, func(g caseGroup) bool { return slices.Contains(g.values, n) })
	if k < 0 {
		k = slices.IndexFunc(groups, func(g caseGroup) bool { return g.isDefault })
	}
	if k < 0 {
		return false
	}
	for _, body := range groupBody(groups, k) {
		if last := endsWithBreak(body); last >= 0 { // without a jump
			if !containsBreak(body[:last]) {
				return t.block(s, body[:last])
			}
		}
		if containsBreak(body) {
			t.frame.depth++
			t.into(&out.Body, func() { t.block(s, body) })
			t.frame.depth--
			t.b.Add(out)
			return false
		}
		if t.block(s, body) {
			return true
		}
	}
	return false
}

// endsWithBreak returns the index of a break that is the last statement, or -1.
func endsWithBreak(tokens []token) int {
	for i := 0; i < len(tokens); i = spanEnd(tokens, i) {
		if tokens[i].is("break") && spanEnd(tokens, i) == len(tokens) {
			return i
		}
	}
	return -1
}

func containsBreak(tokens []token) bool {
	return slices.ContainsFunc(tokens, func(x token) bool { return x.is("break") })
}

// chain translates a switch whose value is not constant. It reports whether all cases end
// with a jump out of the function.
func (t *translator) chain(s *scope, x *operand, groups []caseGroup) bool {
	fallback := slices.IndexFunc(groups, func(g caseGroup) bool { return g.isDefault })
	body := func(k int) {
		for _, b := range groupBody(groups, k) {
			if t.block(s, b) {
				return
			}
		}
	}
	v := t.val(x)
	var write func(k int)
	write = func(k int) {
		for k < len(groups) && (groups[k].isDefault || len(groups[k].values) == 0) {
			k++
		}
		if k == len(groups) {
			if fallback >= 0 {
				body(fallback)
			}
			return
		}
		t.b.Loc = t.at.loc()
		var cond *structured.Value
		for _, n := range groups[k].values {
			c := t.b.Compare(structured.Equal, true, v, t.b.Int(v.Type, n))
			if cond == nil {
				cond = c
			} else {
				cond = t.intOp("|", false, cond, c)
			}
		}
		st := &structured.If{Loc: t.at.loc(), Cond: cond}
		t.into(&st.Then, func() { body(k) })
		t.into(&st.Else, func() { write(k + 1) })
		t.b.Add(st)
	}
	write(0)
	return false
}
