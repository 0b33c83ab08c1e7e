package codelet

import "optc/ir"

// routine is a function that has a body.
type routine struct {
	name   string
	loc    ir.Location
	scope  *scope // scope of the declaration
	params *lazy[parameterList]
	before []token // the words and the type before the name
	args   []token // between the parentheses
	// rest is the text after the parentheses: member initializers, a result type, and the body.
	rest   []token
	lambda []token // the body of a lambda
	// converts is the type that a conversion function converts its object to, or empty.
	converts []token
}

func (s *scope) addRoutine(r *routine) {
	if s.routines != nil {
		s.routines[r.name] = append(s.routines[r.name], r)
	}
}

// operator enters the operator function whose word "operator" is at tokens[at], and
// returns the index after it.
func (u *unit) operator(tokens []token, start, at int, s *scope, params *lazy[parameterList], class *classDecl) int {
	args := at + 1
	name := "operator"
	for args < len(tokens) && (!tokens[args].is("(") || args == at+1) {
		name += tokens[args].text
		args++
	}
	if !hasToken(tokens, args, "(") {
		return skipFunction(tokens, at)
	}
	end := closing(tokens, args)
	next := skipFunction(tokens, end+1)
	if bodyStart(tokens[min(end+1, len(tokens)):next]) >= 0 {
		s.addRoutine(&routine{name: name, loc: tokens[at].loc(), scope: s, params: params, before: tokens[start:at], converts: tokens[at+1 : args], args: tokens[args+1 : min(end, len(tokens))], rest: tokens[end+1 : next]})
	}
	return next
}

// bodyStart returns the index of the "{" of the body, or -1. The initializers of members
// may have braces, too.
func bodyStart(rest []token) int {
	initializers := false
	for i := 0; i < len(rest); i++ {
		switch t := &rest[i]; {
		case t.is(":"):
			initializers = true
		case t.is("(", "["):
			i = closing(rest, i)
		case t.is("{"):
			if !initializers || i == 0 || rest[i-1].kind != identifier && !rest[i-1].is(">") {
				return i
			}
			i = closing(rest, i)
		}
	}
	return -1
}

// body returns the tokens between the braces.
func (r *routine) body() []token {
	at := bodyStart(r.rest)
	if at < 0 {
		return r.lambda
	}
	return r.rest[at+1 : min(closing(r.rest, at), len(r.rest))]
}

// hasWord reports whether a word such as "static" precedes the name.
func (r *routine) hasWord(word string) bool {
	for i := range r.before {
		if r.before[i].is(word) {
			return true
		}
	}
	return false
}
