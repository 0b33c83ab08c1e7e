package codelet

import "optc/ir"

// call executes a constexpr function: declarations of constants, if, and return.
func (e *evaluator) call(s *scope, f value, args []inner) (value, error) {
	e.depth++
	defer func() { e.depth-- }()
	home, err := e.parameters(f.fn.params, f.targs, f.ns)
	if err != nil {
		return value{}, err
	}
	local := &scope{parent: home, bound: map[string]value{}, members: map[string]*entity{}}
	if len(args) != len(f.fn.args) {
		return value{}, e.errorf("'%s' takes %d arguments, but got %d", f.fn.name, len(f.fn.args), len(args))
	}
	for i := range args {
		v, err := e.chain(s, args[i].chain())
		if err != nil {
			return v, err
		}
		local.bound[f.fn.args[i]] = v
	}
	v, returned, err := e.statements(f.fn.body, local)
	if err == nil && !returned {
		err = e.errorf("'%s' returns no value", f.fn.name)
	}
	return v, err
}

// statements executes statements until a return.
func (e *evaluator) statements(tokens []token, s *scope) (v value, returned bool, err error) {
	for i := 0; i < len(tokens) && !returned && err == nil; {
		t := &tokens[i]
		switch {
		case t.is(";"):
			i++
		case t.is("{"):
			end := closing(tokens, i)
			v, returned, err = e.statements(tokens[i+1:end], &scope{parent: s, bound: map[string]value{}, members: map[string]*entity{}})
			i = end + 1
		case t.is("if"):
			i, v, returned, err = e.ifStatement(tokens, i, s)
		case t.is("return"):
			end := statementEnd(tokens, i)
			v, err = e.evaluate(tokens[i+1:end], s)
			return v, true, err
		case t.is("using"):
			end := statementEnd(tokens, i)
			(&unit{}).using(tokens[i+1:end], s, nil)
			i = end + 1
		case t.is("static_assert", "assert"):
			i = statementEnd(tokens, i) + 1
		case t.is("for", "while", "do", "switch", "goto"): // statements that may contain assignments
			err = notExecuted(tokens[i:statementEnd(tokens, i)])
		default:
			end := statementEnd(tokens, i)
			err = e.local(tokens[i:end], s)
			i = end + 1
		}
	}
	return v, returned, err
}

// ifStatement executes the "if" at tokens[i]; next is the index after it.
func (e *evaluator) ifStatement(tokens []token, i int, s *scope) (next int, v value, returned bool, err error) {
	open := i + 1
	if hasToken(tokens, open, "constexpr") {
		open++
	}
	end := closing(tokens, open)
	if end >= len(tokens) {
		return end, v, false, e.errorf("expected a condition after 'if'")
	}
	cond, err := e.evaluate(tokens[open+1:end], s)
	if err != nil {
		return end, v, false, err
	}
	then := branchEnd(tokens, end+1)
	if cond.n != 0 {
		v, returned, err = e.statements(tokens[end+1:then], s)
	}
	next = then
	if hasToken(tokens, then, "else") {
		next = branchEnd(tokens, then+1)
		if cond.n == 0 {
			v, returned, err = e.statements(tokens[then+1:next], s)
		}
	}
	return next, v, returned, err
}

// branchEnd is the index after the statement at tokens[at].
func branchEnd(tokens []token, at int) int {
	switch {
	case at >= len(tokens):
		return len(tokens)
	case tokens[at].is("{"):
		return min(closing(tokens, at)+1, len(tokens))
	case tokens[at].is("if"):
		for at++; at < len(tokens) && !tokens[at].is("("); at++ {
		}
		end := branchEnd(tokens, closing(tokens, at)+1)
		if hasToken(tokens, end, "else") {
			end = branchEnd(tokens, end+1)
		}
		return end
	}
	return min(statementEnd(tokens, at)+1, len(tokens))
}

// local declares a variable of a function, or assigns to a variable:
//
//	unsigned n = 4      n = m = 8
func (e *evaluator) local(tokens []token, s *scope) error {
	for i := range tokens {
		if i == 0 || !tokens[i].is("=") || tokens[i-1].kind != identifier {
			continue
		}
		word := tokens[i-1].text
		rest := tokens[i+1:]
		if hasToken(rest, 1, "=") {
			if err := e.local(rest, s); err != nil {
				return err
			}
			rest = rest[:1]
		}
		v, err := e.evaluate(rest, s)
		if err != nil {
			return err
		}
		at := s
		for i == 1 && at != nil && !at.binds(word) {
			at = at.parent
		}
		if at == nil {
			return e.errorf("unknown name '%s'", word)
		}
		at.bound[word] = v
		return nil
	}
	return notExecuted(tokens)
}

func notExecuted(tokens []token) error {
	return ir.Errorf(tokens[0].loc(), "cannot execute '%s' at compile time", spellTokens(tokens)).WithCode(codes + "cpp-eval")
}

func (s *scope) binds(name string) bool {
	_, is := s.bound[name]
	return is
}

// readingSteps is the number of evaluations that take as long as parsing an expression,
// which a function does each time it is called.
const readingSteps = 32

// evaluate evaluates an expression given as tokens, or the elements of a tuple.
func (e *evaluator) evaluate(tokens []token, s *scope) (value, error) {
	if len(tokens) > 2 && tokens[0].is("{") {
		v := value{constant: true, typ: intType}
		for _, item := range splitList(tokens[1 : len(tokens)-1]) {
			x, err := e.evaluate(item, s)
			if err != nil {
				return x, err
			}
			v.tuple = append(v.tuple, x)
		}
		return v, nil
	}
	if len(tokens) == 0 {
		return value{}, e.errorf("expected an expression")
	}
	x, err := parse(expressions, tokens)
	if err != nil {
		return value{}, err
	}
	e.steps += readingSteps
	return e.chain(s, x.chain())
}

// evalText evaluates the condition of an #if after macro replacement.
func evalText(tokens []token) (int64, error) {
	e := &evaluator{busy: map[*entity]int{}}
	v, err := e.evaluate(tokens, newScope(nil, ""))
	return v.n, err
}
