package irdiff

import "strings"

// A text is read as lines of tokens. Names of values, blocks and aliases are numbered by their
// definitions, which are found by their places:
//
//	%a, %b:2 = …             defines %a and %b for the following lines, until the indentation
//	                         becomes smaller
//	scf.for %i = %lo …       a name that is not known yet is defined for the lines that are
//	                         indented more, as arguments of blocks are
//	^bb1(%x: i32):           defines ^bb1 and %x until the region ends
//	#map = …                 defines an alias for the whole text
//
// A use before its definition, as in a graph, gets its own number.

// line is a line of a text.
type line struct {
	text   string
	tokens []token
	masked string // the tokens, with each name as its sigil
}

// token is a word, a name, a string or a mark.
type token struct {
	lo, hi int // range in the line
	text   string
	name   int  // number of the definition of a name; -1 for other tokens
	sigil  byte // first byte of a name
	begins bool // the name is defined in this line
}

// binding is the former meaning of a name whose scope ends with an indentation.
type binding struct {
	name   string
	former int // -1 for none
	level  int // the scope ends at the first line that is indented less
}

// names finds definitions.
type names struct {
	known map[string]int
	undo  []binding
	next  int
}

// readLines reads a text, and returns the number of names that it defines.
func readLines(text []string) (lines []line, defined int) {
	n := &names{known: map[string]int{}}
	list := make([]line, len(text))
	for _, s := range text { // aliases are used before they are defined, too
		if s != "" && (s[0] == '#' || s[0] == '!') {
			if end := nameEnd(s, 1); strings.HasPrefix(strings.TrimLeft(s[end:], " "), "=") {
				n.known[s[:end]] = n.number()
			}
		}
	}
	for i, s := range text {
		list[i] = line{text: s, tokens: splitLine(s)}
		n.read(&list[i])
	}
	return list, n.next
}

func (n *names) number() int {
	n.next++
	return n.next - 1
}

// bind gives a name a new meaning, until a line is indented less than level.
func (n *names) bind(name string, level int) int {
	former, ok := n.known[name]
	if !ok {
		former = -1
	}
	n.undo = append(n.undo, binding{name: name, former: former, level: level})
	n.known[name] = n.number()
	return n.known[name]
}

// leave ends the scopes that a line with an indentation is outside of.
func (n *names) leave(indent int) {
	for len(n.undo) > 0 && n.undo[len(n.undo)-1].level > indent {
		b := n.undo[len(n.undo)-1]
		n.undo = n.undo[:len(n.undo)-1]
		if b.former < 0 {
			delete(n.known, b.name)
		} else {
			n.known[b.name] = b.former
		}
	}
}

// read numbers the names of a line.
func (n *names) read(l *line) {
	if len(l.tokens) == 0 {
		return
	}
	indent := l.tokens[0].lo
	label := l.tokens[0].sigil == '^'
	if !label {
		n.leave(indent)
	}
	results := resultsOf(l.tokens)
	var b strings.Builder
	b.Grow(2 * len(l.text))
	for i := range l.tokens {
		t := &l.tokens[i]
		b.WriteByte(' ')
		if t.sigil == 0 {
			b.WriteString(t.text)
			continue
		}
		b.WriteByte(t.sigil)
		known, ok := n.known[t.text]
		switch {
		case i < results:
			t.name, t.begins = n.bind(t.text, indent), true
		case ok:
			t.name = known
			t.begins = t.lo == 0 && (t.sigil == '#' || t.sigil == '!')
		case t.sigil == '#' || t.sigil == '!': // name of a dialect
			t.name, t.sigil = -1, 0
			b.WriteString(t.text)
		case t.sigil == '^' && !label:
			t.name, t.begins = n.bind(t.text, indent-1), true
		default:
			t.name, t.begins = n.bind(t.text, indent+1), true
		}
	}
	l.masked = b.String()
}

// resultsOf returns the number of tokens before the sign = that ends a list of results.
func resultsOf(tokens []token) int {
	for i, t := range tokens {
		switch {
		case t.sigil == '%', t.text == ",", t.text == ":", t.sigil == 0 && t.text[0] >= '0' && t.text[0] <= '9':
		case t.text == "=":
			return i
		default:
			return 0
		}
	}
	return 0
}

// splitLine splits a line into tokens.
func splitLine(s string) []token {
	list := make([]token, 0, len(s)/4+2)
	for at := 0; at < len(s); {
		c, lo := s[at], at
		t := token{name: -1}
		switch {
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			at++
			continue
		case c == '"':
			at = stringEnd(s, at)
		case c == '/' && strings.HasPrefix(s[at:], "//"):
			at = len(strings.TrimRight(s, "\r\n"))
		case c == '-' && strings.HasPrefix(s[at:], "->"):
			at += 2
		case strings.IndexByte("%^#!", c) >= 0 && nameEnd(s, at+1) > at+1:
			at = nameEnd(s, at+1)
			t.sigil = c
			// "%0#1" is a result of %0, and no alias.
			if c == '#' && lo > 0 && isWordByte(s[lo-1]) {
				t.sigil = 0
			}
		case isWordByte(c):
			at = wordEnd(s, at)
		case c >= 0x80:
			for at < len(s) && s[at] >= 0x80 {
				at++
			}
		default:
			at++
		}
		t.lo, t.hi, t.text = lo, at, s[lo:at]
		list = append(list, t)
	}
	return list
}

// stringEnd returns the end of a string that begins at an offset.
func stringEnd(s string, at int) int {
	for i := at + 1; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(s)
}

// nameEnd returns the end of the name after its sigil, which may contain "-" but not "->".
func nameEnd(s string, at int) int {
	for at < len(s) && (isWordByte(s[at]) || s[at] == '-' && !strings.HasPrefix(s[at:], "->")) {
		at++
	}
	return at
}

// wordEnd returns the end of the word at an offset.
func wordEnd(s string, at int) int {
	for at < len(s) && isWordByte(s[at]) {
		at++
	}
	return at
}

func isWordByte(b byte) bool {
	return b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= '0' && b <= '9' || b == '_' || b == '.' || b == '$'
}
