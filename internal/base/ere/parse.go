package ere

import (
	"errors"
	"strings"
)

// The errors of LLVM's regex library that a pattern can cause.
var (
	errBrackets  = errors.New("brackets ([ ]) not balanced")
	errParens    = errors.New("parentheses not balanced")
	errBraces    = errors.New("braces not balanced")
	errCount     = errors.New("invalid repetition count(s)")
	errRange     = errors.New("invalid character range")
	errEmpty     = errors.New("empty (sub)expression")
	errRepeat    = errors.New("repetition-operator operand invalid")
	errEscape    = errors.New(`trailing backslash (\)`)
	errBackref   = errors.New("invalid backreference number")
	errClass     = errors.New("invalid character class")
	errCollating = errors.New("invalid collating element")
	errSize      = errors.New("regular expression too large")
)

const (
	maxRepeat = 255 // RE_DUP_MAX of POSIX, and of LLVM
	// maxNodes bounds the size after repetitions are written out.
	maxNodes = 20000
	// maxNesting bounds the depth of parentheses.
	maxNesting = 1000
	unbounded  = -1
)

type op uint8

const (
	opSet     op = iota // a byte of a set
	opConcat            // subs one after the other; empty: matches the empty text
	opAlt               // one of the expressions in subs
	opPlus              // subs[0] once or more
	opQuest             // subs[0], an opPlus, or nothing: x* is opQuest(opPlus(x))
	opGroup             // subs[0] in parentheses, number n
	opBackref           // the text of group n; subs[0] is the body of that group
	opBOL               // start of a line
	opEOL               // end of a line
	opBOW               // [[:<:]]
	opEOW               // [[:>:]]
	opDropped           // x{0}, which LLVM removes
)

// node is a part of an expression. Bounded repetitions are written out as LLVM
// does, x{1,3} as (x|)(x|)x, because group boundaries depend on it; the copies
// share their nodes.
type node struct {
	op   op
	n    int
	set  *set
	subs []*node
	size int // number of nodes in this tree, including copies
}

func newNode(o op, subs ...*node) *node {
	nd := &node{op: o, subs: subs, size: 1}
	for _, s := range subs {
		nd.size += s.size
	}
	return nd
}

type parser struct {
	s          string
	pos        int
	ignoreCase bool
	depth      int
	bodies     []*node // body of each group, by number; nil while the group is open
}

func parse(pattern string, ignoreCase bool) (root *node, groups int, err error) {
	p := &parser{s: pattern, ignoreCase: ignoreCase, bodies: make([]*node, 1, 10)}
	root, err = p.alternation(false)
	if err != nil {
		return nil, 0, err
	}
	if root.size > maxNodes {
		return nil, 0, errSize
	}
	return root, len(p.bodies) - 1, nil
}

func (p *parser) more() bool { return p.pos < len(p.s) }

func (p *parser) see(c byte) bool { return p.more() && p.s[p.pos] == c }

func (p *parser) seeText(t string) bool { return strings.HasPrefix(p.s[p.pos:], t) }

func (p *parser) eat(t string) bool {
	if !p.seeText(t) {
		return false
	}
	p.pos += len(t)
	return true
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// alternation reads branches up to the end, or up to ')' if nested.
func (p *parser) alternation(nested bool) (*node, error) {
	var branches []*node
	for {
		var pieces []*node
		empty := true
		for p.more() && !p.see('|') && !(nested && p.see(')')) {
			piece, err := p.piece()
			if err != nil {
				return nil, err
			}
			if piece.op != opDropped {
				pieces = append(pieces, piece)
				empty = false
			}
		}
		if empty {
			return nil, errEmpty
		}
		branches = append(branches, concat(pieces))
		if !p.eat("|") {
			break
		}
	}
	if len(branches) == 1 {
		return branches[0], nil
	}
	return newNode(opAlt, branches...), nil
}

func concat(pieces []*node) *node {
	if len(pieces) == 1 {
		return pieces[0]
	}
	return newNode(opConcat, pieces...)
}

// seeRepeat reports whether a repetition operator follows; '{' is an operator only before
// a digit.
func (p *parser) seeRepeat() bool {
	if !p.more() {
		return false
	}
	switch p.s[p.pos] {
	case '*', '+', '?':
		return true
	case '{':
		return p.pos+1 < len(p.s) && isDigit(p.s[p.pos+1])
	}
	return false
}

// piece reads an atom with its repetition.
func (p *parser) piece() (*node, error) {
	x, err := p.atom()
	if err != nil || !p.seeRepeat() {
		return x, err
	}
	if x.op == opBOL {
		return nil, errRepeat
	}
	c := p.s[p.pos]
	p.pos++
	switch c {
	case '*':
		x = newNode(opQuest, newNode(opPlus, x))
	case '+':
		x = newNode(opPlus, x)
	case '?':
		x = optional(x)
	case '{':
		if x, err = p.bounds(x); err != nil {
			return nil, err
		}
	}
	if p.seeRepeat() {
		return nil, errRepeat
	}
	return x, nil
}

func optional(x *node) *node { return newNode(opAlt, x, newNode(opConcat)) }

// bounds reads "m}", "m,}" or "m,n}" and repeats x so often.
func (p *parser) bounds(x *node) (*node, error) {
	from, err := p.count()
	if err != nil {
		return nil, err
	}
	to := from
	if p.eat(",") {
		to = unbounded
		if p.more() && isDigit(p.s[p.pos]) {
			if to, err = p.count(); err != nil {
				return nil, err
			}
			if from > to {
				return nil, errCount
			}
		}
	}
	if !p.eat("}") {
		if strings.IndexByte(p.s[p.pos:], '}') < 0 {
			return nil, errBraces
		}
		return nil, errCount
	}
	return repeat(x, from, to)
}

func (p *parser) count() (int, error) {
	n := 0
	for p.more() && isDigit(p.s[p.pos]) && n <= maxRepeat {
		n = n*10 + int(p.s[p.pos]-'0')
		p.pos++
	}
	if n > maxRepeat {
		return 0, errCount
	}
	return n, nil
}

// repeat writes x{from,to} out.
func repeat(x *node, from, to int) (*node, error) {
	if x.size*max(from, to, 1) > maxNodes {
		return nil, errSize
	}
	switch {
	case to == 0:
		return newNode(opDropped), nil
	case from == 0: // (x{1,to}|)
		some, err := repeat(x, 1, to)
		if err != nil {
			return nil, err
		}
		return optional(some), nil
	}
	var pieces []*node
	for range from - 1 {
		pieces = append(pieces, x)
	}
	if to == unbounded {
		return concat(append(pieces, newNode(opPlus, x))), nil
	}
	for range to - from {
		pieces = append(pieces, optional(x))
	}
	return concat(append(pieces, x)), nil
}

func (p *parser) atom() (*node, error) {
	c := p.s[p.pos]
	p.pos++
	switch c {
	case '(':
		return p.group()
	case ')':
		return nil, errParens
	case '^':
		return newNode(opBOL), nil
	case '$':
		return newNode(opEOL), nil
	case '*', '+', '?':
		return nil, errRepeat
	case '.':
		return setNode(dot), nil
	case '[':
		return p.bracket()
	case '\\':
		if !p.more() {
			return nil, errEscape
		}
		c = p.s[p.pos]
		p.pos++
		if '1' <= c && c <= '9' {
			n := int(c - '0')
			if n >= len(p.bodies) || p.bodies[n] == nil {
				return nil, errBackref
			}
			ref := newNode(opBackref, p.bodies[n])
			ref.n = n
			return ref, nil
		}
	case '{':
		if p.more() && isDigit(p.s[p.pos]) {
			return nil, errRepeat
		}
	}
	return p.literal(c), nil
}

func (p *parser) literal(c byte) *node {
	var s set
	s.add(c)
	if p.ignoreCase {
		s.addOtherCase()
	}
	return setNode(&s)
}

func setNode(s *set) *node {
	nd := newNode(opSet)
	nd.set = s
	return nd
}

func (p *parser) group() (*node, error) {
	if !p.more() {
		return nil, errParens
	}
	if p.depth++; p.depth > maxNesting {
		return nil, errSize
	}
	n := len(p.bodies)
	p.bodies = append(p.bodies, nil)
	body := newNode(opConcat)
	if !p.see(')') {
		var err error
		if body, err = p.alternation(true); err != nil {
			return nil, err
		}
	}
	p.bodies[n] = body
	if !p.eat(")") {
		return nil, errParens
	}
	p.depth--
	g := newNode(opGroup, body)
	g.n = n
	return g, nil
}
