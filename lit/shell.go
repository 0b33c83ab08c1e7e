package lit

import (
	"fmt"
	"strings"
)

// command is a node of a parsed command line: a pipeline, or two commands joined
// by an operator. As in lit, && and || have the same precedence and bind to the
// left.
type command struct {
	op          string // "&&", "||" or ";"; "" for a pipeline
	left, right *command
	pipeline    []simple
}

// simple is a call with its redirections, or a command line in parentheses or braces. The words of
// the latter are the words before the parenthesis: assignments, not and !.
type simple struct {
	negated   bool // not or ! was taken off; set by test.calls
	words     []word
	group     *command
	redirects []redirect
}

// word is an argument. If glob is set, '*' and '?' in it match file names.
type word struct {
	text   string
	glob   bool
	quoted bool  // a part of it is
	vars   []int // positions of dollar signs in text that neither single quotes nor a backslash hide
}

// redirect is an operator with the preceding descriptor, e.g. "2>", and its target.
type redirect struct {
	op     string
	target word
}

// token is an operator (with op set) or a word.
type token struct {
	op   string
	word word
}

// parseShell parses a command line in the language of lit's internal shell, with command
// lines in parentheses and braces in addition.
func parseShell(line string) (*command, error) {
	tokens, err := lexShell(line)
	if err != nil {
		return nil, err
	}
	p := shellParser{tokens: tokens}
	c, err := p.line()
	if err == nil && len(p.tokens) > 0 {
		err = fmt.Errorf("unexpected '%s'", p.tokens[0].op)
	}
	return c, err
}

// line parses pipelines and their operators up to the end, or up to the end of a group.
func (p *shellParser) line() (*command, error) {
	if p.depth++; p.depth > maxGroups {
		return nil, fmt.Errorf("groups are nested more than %d deep", maxGroups)
	}
	defer func() { p.depth-- }()
	left, err := p.pipeline()
	for err == nil && !p.atEnd() {
		op := p.tokens[0].op
		p.tokens = p.tokens[1:]
		switch op {
		case "&&", "||", ";":
		default:
			return nil, fmt.Errorf("unsupported shell operator '%s'", op)
		}
		if p.atEnd() {
			if op == ";" && len(p.tokens) > 0 {
				return left, nil
			}
			return nil, fmt.Errorf("missing command after '%s'", op)
		}
		var right *command
		right, err = p.pipeline()
		left = &command{op: op, left: left, right: right}
	}
	return left, err
}

// maxGroups is the depth of groups in groups.
const maxGroups = 100

// atEnd reports whether the line or the group ends.
func (p *shellParser) atEnd() bool {
	return len(p.tokens) == 0 || p.tokens[0].op == ")" || p.depth > 1 && p.tokens[0].word.is("}")
}

// is reports whether a word is a text without quotes.
func (w word) is(text string) bool { return !w.quoted && w.text == text }

type shellParser struct {
	tokens []token
	depth  int // depth of groups, 1 outside of them
}

func (p *shellParser) pipeline() (*command, error) {
	c := &command{}
	for {
		s, err := p.simple()
		if err != nil {
			return nil, err
		}
		c.pipeline = append(c.pipeline, s)
		if len(p.tokens) == 0 || p.tokens[0].op != "|" {
			return c, nil
		}
		p.tokens = p.tokens[1:]
	}
}

func (p *shellParser) simple() (simple, error) {
	var s simple
	for len(p.tokens) > 0 {
		t := p.tokens[0]
		switch {
		case s.group == nil && (t.op == "(" || t.op == "" && t.word.is("{") && s.onlyNegated()):
			p.tokens = p.tokens[1:]
			group, err := p.line()
			switch {
			case err != nil:
				return s, err
			case len(p.tokens) == 0 || (t.op == "(") != (p.tokens[0].op == ")"):
				return s, fmt.Errorf("'%s' lacks its end", t.op+t.word.text)
			}
			s.group, p.tokens = group, p.tokens[1:]
		case t.op == "" && s.group != nil:
			return s, fmt.Errorf("unexpected '%s' after a group", t.word.text)
		case t.op == "":
			s.words = append(s.words, t.word)
			p.tokens = p.tokens[1:]
		case strings.ContainsAny(t.op, "<>"):
			if len(p.tokens) < 2 || p.tokens[1].op != "" {
				return s, fmt.Errorf("missing file name after '%s'", t.op)
			}
			s.redirects = append(s.redirects, redirect{t.op, p.tokens[1].word})
			p.tokens = p.tokens[2:]
		default:
			return s, s.check()
		}
	}
	return s, s.check()
}

// onlyNegated reports whether there is nothing yet, or only not and !.
func (s simple) onlyNegated() bool {
	for _, w := range s.words {
		if !w.is("not") && !w.is("!") {
			return false
		}
	}
	return true
}

func (s simple) check() error {
	if len(s.words) == 0 && s.group == nil {
		return fmt.Errorf("missing command")
	}
	return nil
}

// operators of the shell; longer operators come before their prefixes.
var shellOperators = []string{"&&", "||", "&>", ">>", ">&", "<&", "<<", "|", ";", "&", ">", "<"}

func lexShell(line string) ([]token, error) {
	var tokens []token
	groups := 0    // open parentheses
	begins := true // whether a command begins here, so that a parenthesis is not text
	for i := 0; i < len(line); {
		switch c := line[i]; {
		case isSpace(c):
			i++
		case c == '(' && begins:
			tokens = append(tokens, token{op: "("})
			groups++
			i++
		case c == ')' && groups > 0:
			tokens = append(tokens, token{op: ")"})
			groups--
			i++
		case strings.IndexByte("|;&<>", c) >= 0:
			op := operatorAt(line[i:])
			tokens = append(tokens, token{op: op})
			i += len(op)
			begins = op == "|" || op == "||" || op == "&&" || op == ";"
		default:
			w, n, err := lexWord(line[i:], groups > 0)
			if err != nil {
				return nil, err
			}
			text := line[i : i+n]
			i += n
			// "2>" is a single token.
			if strings.Trim(text, "0123456789") == "" && i < len(line) && (line[i] == '>' || line[i] == '<') {
				op := operatorAt(line[i:])
				tokens = append(tokens, token{op: text + op})
				i += len(op)
				continue
			}
			tokens = append(tokens, token{word: w})
			begins = begins && (w.is("not") || w.is("!") || w.is("{"))
		}
	}
	return tokens, nil
}

func operatorAt(s string) string {
	for _, op := range shellOperators {
		if strings.HasPrefix(s, op) {
			return op
		}
	}
	return ""
}

func isSpace(c byte) bool { return c == ' ' || '\t' <= c && c <= '\r' }

// lexWord reads a word with its quotes and returns its length in s. In a group a closing
// parenthesis that the word does not open ends it.
func lexWord(s string, inGroup bool) (w word, n int, err error) {
	var b strings.Builder
	open := 0
	for n < len(s) {
		c := s[n]
		switch {
		case isSpace(c) || strings.IndexByte("|;&<>", c) >= 0 || c == ')' && inGroup && open == 0:
			w.text = b.String()
			return w, n, nil
		case c == '\'':
			end := strings.IndexByte(s[n+1:], '\'')
			if end < 0 {
				return w, n, fmt.Errorf("missing quote character in %q", s)
			}
			b.WriteString(s[n+1 : n+1+end])
			w.quoted = true
			n += end + 2
		case c == '"':
			end, err := lexDoubleQuoted(&b, &w, s[n+1:])
			if err != nil {
				return w, n, err
			}
			w.quoted = true
			n += end + 1
		case c == '\\' && n+1 < len(s):
			b.WriteByte(s[n+1])
			w.quoted = true
			n += 2
		default:
			switch c {
			case '(':
				open++
			case ')':
				open--
			case '*', '?':
				w.glob = true
			case '$':
				w.vars = append(w.vars, b.Len())
			}
			b.WriteByte(c)
			n++
		}
	}
	w.text = b.String()
	return w, n, nil
}

// lexDoubleQuoted reads up to and including the closing quote; a backslash hides
// a quote, a backslash or a dollar sign. It notes dollar signs in w.
func lexDoubleQuoted(b *strings.Builder, w *word, s string) (n int, err error) {
	for n < len(s) {
		switch {
		case s[n] == '"':
			return n + 1, nil
		case s[n] == '\\' && n+1 < len(s) && strings.IndexByte(`"\$`, s[n+1]) >= 0:
			b.WriteByte(s[n+1])
			n += 2
		default:
			if s[n] == '$' {
				w.vars = append(w.vars, b.Len())
			}
			b.WriteByte(s[n])
			n++
		}
	}
	return n, fmt.Errorf("missing quote character in %q", `"`+s)
}
