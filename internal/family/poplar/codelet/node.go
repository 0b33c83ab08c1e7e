package codelet

import "optc/ir"

// nodeKind is the form of an expression.
type nodeKind uint8

const (
	nameNode    nodeKind = iota + 1
	numberNode           // integer, floating-point or character literal
	textNode             // string literal
	unaryNode            // op x
	postfixNode          // x++, x--
	binaryNode           // x op y, with comparison, logic and comma
	assignNode           // x op= y
	condNode             // c ? x : y
	callNode             // f(x, …)
	indexNode            // x[i]
	memberNode           // x.name, x->name
	castNode             // (T)x, static_cast<T>(x), T(x), T{x}
	listNode             // {x, …}
	sizeNode             // sizeof(T), sizeof x, alignof(T)
	lambdaNode
)

// node is an expression.
type node struct {
	kind nodeKind
	tok  *token // the token that messages point to
	op   string
	kids []*node
	name *qualified
	typ  *typeText
	// member is the name of the member that a value of a list initializes.
	member string
	// braces reports that the arguments of a castNode are in braces.
	braces bool
	lambda *lambdaText
}

func (n *node) loc() ir.Location { return n.tok.loc() }

// qualified is a name with template arguments.
type qualified struct {
	tokens []token
	global bool
	parts  []namePart
}

type namePart struct {
	ident string
	args  []token // tokens including the angle brackets; nil without template arguments
}

// last returns the last part of the name.
func (q *qualified) last() *namePart { return &q.parts[len(q.parts)-1] }

func (q *qualified) String() string { return spellTokens(q.tokens) }

// typeText is a type: the words of a type, and the operators of a declarator.
type typeText struct {
	tok  *token
	base []token // without const and the like
	ops  []string
	// attribute is the argument of vector_size, or empty.
	attribute []token
}

// lambdaText is a lambda expression.
type lambdaText struct {
	captures []token
	args     []token
	body     []token
}

// reader reads expressions from the tokens of a body. Which words are types and templates
// depends on the scope.
type reader struct {
	t      *translator
	s      *scope
	tokens []token
	i      int
	depth  int
}

func (r *reader) is(texts ...string) bool { return hasToken(r.tokens, r.i, texts...) }

// here returns the next token, or the last token at the end.
func (r *reader) here() *token {
	if len(r.tokens) == 0 {
		return r.t.at
	}
	return &r.tokens[min(r.i, len(r.tokens)-1)]
}

// fail fails at the next token; without tokens, at the last statement or expression.
func (r *reader) fail(format string, args ...any) {
	at := r.t.place()
	if len(r.tokens) > 0 {
		at = r.here().loc()
	}
	r.t.fail(at, format, args...)
}

// got spells the next token for messages.
func (r *reader) got() string {
	if r.i < len(r.tokens) {
		return "'" + r.tokens[r.i].text + "'"
	}
	return "the end"
}

// take skips a token with this text.
func (r *reader) take(text string) {
	if !r.is(text) {
		r.fail("expected '%s', but got %s", text, r.got())
	}
	r.i++
}

// accept skips the next token if it has one of these texts.
func (r *reader) accept(texts ...string) bool {
	if !r.is(texts...) {
		return false
	}
	r.i++
	return true
}

// maxNesting bounds the nesting of expressions and statements.
const maxNesting = 128

// enter counts the nesting of expressions.
func (r *reader) enter() func() {
	if r.depth++; r.depth > maxNesting {
		r.fail("expressions nest more than %d levels", maxNesting)
	}
	return func() { r.depth-- }
}

// expression reads an expression with commas.
func (r *reader) expression() *node {
	x := r.assignment()
	for r.is(",") {
		tok := r.here()
		r.i++
		x = &node{kind: binaryNode, tok: tok, op: ",", kids: []*node{x, r.assignment()}}
	}
	return x
}

// whole reads an expression that uses all tokens.
func (r *reader) whole() *node {
	x := r.expression()
	if r.i < len(r.tokens) {
		r.fail("cannot translate '%s'", r.tokens[r.i].text)
	}
	return x
}

// assignment reads an expression without commas.
func (r *reader) assignment() *node {
	defer r.enter()()
	x := r.binary(1)
	tok := r.here()
	switch {
	case r.accept("?"):
		yes := r.expression()
		r.take(":")
		return &node{kind: condNode, tok: tok, kids: []*node{x, yes, r.assignment()}}
	case r.accept("=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="):
		var y *node
		if r.is("{") {
			y = r.list()
		} else {
			y = r.assignment()
		}
		return &node{kind: assignNode, tok: tok, op: tok.text[:len(tok.text)-1], kids: []*node{x, y}}
	}
	return x
}

// operator returns the binary operator at the current place, and its number of tokens.
func (r *reader) operator() (string, int) {
	if r.i >= len(r.tokens) || r.tokens[r.i].kind != punctuator {
		return "", 0
	}
	op := r.tokens[r.i].text
	if op == ">" && hasToken(r.tokens, r.i+1, ">") && !r.tokens[r.i+1].space {
		return ">>", 2
	}
	if precedence[op] == 0 {
		return "", 0
	}
	return op, 1
}

func (r *reader) binary(least int) *node {
	x := r.unary()
	for {
		op, n := r.operator()
		if n == 0 || precedence[op] < least {
			return x
		}
		tok := r.here()
		r.i += n
		if op == "<" && x.kind == nameNode && r.typeAhead() && !r.castAfter() { // arguments of an unknown template
			r.t.fail(x.loc(), untranslatedName+" '%s'", x.name)
		}
		x = &node{kind: binaryNode, tok: tok, op: op, kids: []*node{x, r.binary(precedence[op] + 1)}}
	}
}

// castAfter reports whether a type is next that is called: T(x), T{x}.
func (r *reader) castAfter() bool {
	at := r.i
	defer func() { r.i = at }()
	r.simpleType()
	return r.is("(", "{", "::")
}

func (r *reader) unary() *node {
	defer r.enter()()
	tok := r.here()
	switch {
	case r.accept("!", "~", "-", "+", "*", "&", "++", "--"):
		return &node{kind: unaryNode, tok: tok, op: tok.text, kids: []*node{r.unary()}}
	case r.is("sizeof", "alignof"):
		return r.size()
	case r.is("new", "delete", "throw", "typeid", "dynamic_cast", "co_await", "co_yield", "__asm__", "asm", "goto", "try"):
		r.fail("cannot translate '%s'", tok.text)
	case r.is("(") && r.castAhead():
		r.i++
		t := r.typeName()
		r.take(")")
		if r.is("{") {
			return &node{kind: castNode, tok: tok, typ: t, kids: r.list().kids, braces: true}
		}
		return &node{kind: castNode, tok: tok, typ: t, kids: []*node{r.unary()}}
	}
	return r.postfix(r.primary())
}

// castAhead reports whether the parenthesis contains a type.
func (r *reader) castAhead() bool {
	end := closing(r.tokens, r.i)
	if end >= len(r.tokens) || end+1 >= len(r.tokens) || end == r.i+1 {
		return false
	}
	t := &reader{t: r.t, s: r.s, tokens: r.tokens[:end], i: r.i + 1, depth: r.depth}
	return t.typeAhead() && t.typeEnds()
}

func (r *reader) size() *node {
	tok := r.here()
	r.i++
	if r.is("(") {
		end := closing(r.tokens, r.i)
		inside := &reader{t: r.t, s: r.s, tokens: r.tokens[:min(end, len(r.tokens))], i: r.i + 1, depth: r.depth}
		if inside.typeAhead() && inside.typeEnds() {
			inside.i = r.i + 1
			t := inside.typeName()
			r.i = end + 1
			return &node{kind: sizeNode, tok: tok, op: tok.text, typ: t}
		}
	}
	return &node{kind: sizeNode, tok: tok, op: tok.text, kids: []*node{r.unary()}}
}

func (r *reader) postfix(x *node) *node {
	for {
		tok := r.here()
		switch {
		case r.is("("):
			x = &node{kind: callNode, tok: tok, kids: append([]*node{x}, r.arguments("(", ")")...)}
		case r.is("["):
			r.i++
			i := r.expression()
			r.take("]")
			x = &node{kind: indexNode, tok: tok, kids: []*node{x, i}}
		case r.accept(".", "->"):
			r.accept("template")
			if r.is("~") || r.is("operator") {
				r.fail("cannot translate '%s'", r.here().text)
			}
			x = &node{kind: memberNode, tok: r.here(), op: tok.text, kids: []*node{x}, name: r.memberName()}
		case r.accept("++", "--"):
			x = &node{kind: postfixNode, tok: tok, op: tok.text, kids: []*node{x}}
		default:
			return x
		}
	}
}

// arguments reads a list in brackets.
func (r *reader) arguments(open, closer string) (list []*node) {
	r.take(open)
	for !r.is(closer) {
		if r.is("{") {
			list = append(list, r.list())
		} else {
			list = append(list, r.assignment())
		}
		if r.is("...") {
			r.fail("cannot translate '...'")
		}
		if !r.accept(",") {
			break
		}
	}
	r.take(closer)
	return list
}

// list reads a list in braces, whose values may be for members: {.x = 1, .y{2}}.
func (r *reader) list() *node {
	n := &node{kind: listNode, tok: r.here()}
	if !hasToken(r.tokens, r.i+1, ".") {
		n.kids = r.arguments("{", "}")
		return n
	}
	r.take("{")
	for r.is(".") {
		r.i++
		member := r.memberName().parts[0].ident
		var value *node
		switch {
		case r.is("{"):
			value = r.list()
		default:
			r.take("=")
			if r.is("{") {
				value = r.list()
			} else {
				value = r.assignment()
			}
		}
		value.member = member
		n.kids = append(n.kids, value)
		if !r.accept(",") {
			break
		}
	}
	r.take("}")
	return n
}

func (r *reader) primary() *node {
	tok := r.here()
	switch {
	case r.i >= len(r.tokens):
		r.fail("expected an expression, but got the end")
	case tok.kind == number, tok.kind == literalText && tok.text[0] == '\'':
		r.i++
		return &node{kind: numberNode, tok: tok}
	case tok.kind == literalText:
		for r.i < len(r.tokens) && r.tokens[r.i].kind == literalText {
			r.i++
		}
		return &node{kind: textNode, tok: tok}
	case r.accept("("):
		x := r.expression()
		r.take(")")
		return x
	case r.is("["):
		return r.lambda()
	case r.is("static_cast", "reinterpret_cast", "const_cast"):
		r.i++
		r.take("<")
		t := r.typeName()
		r.take(">")
		r.take("(")
		x := r.expression()
		r.take(")")
		return &node{kind: castNode, tok: tok, op: tok.text, typ: t, kids: []*node{x}}
	case r.typeAhead():
		t := r.simpleType()
		switch {
		case r.is("{"):
			return &node{kind: castNode, tok: tok, typ: t, kids: r.list().kids, braces: true}
		case r.is("("):
			return &node{kind: castNode, tok: tok, typ: t, kids: r.arguments("(", ")")}
		}
		r.fail("cannot translate the type '%s' as an expression", spellTokens(t.base))
	case tok.kind == identifier || tok.is("::"):
		return &node{kind: nameNode, tok: tok, name: r.qualified()}
	}
	r.fail("cannot translate '%s'", tok.text)
	return nil
}

func (r *reader) lambda() *node {
	tok := r.here()
	l := &lambdaText{}
	end := closing(r.tokens, r.i)
	l.captures = r.tokens[r.i+1 : min(end, len(r.tokens))]
	r.i = end + 1
	if r.is("(") {
		end = closing(r.tokens, r.i)
		l.args = r.tokens[r.i+1 : min(end, len(r.tokens))]
		r.i = end + 1
	}
	for r.i < len(r.tokens) && !r.is("{") {
		r.i++
	}
	if !r.is("{") {
		r.fail("expected the body of a lambda expression")
	}
	end = closing(r.tokens, r.i)
	l.body = r.tokens[r.i+1 : min(end, len(r.tokens))]
	r.i = end + 1
	return &node{kind: lambdaNode, tok: tok, lambda: l}
}
