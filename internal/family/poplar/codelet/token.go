package codelet

import (
	"slices"
	"strings"

	"optc/ir"
)

// tokenKind is the lexical class of a preprocessing token (ISO C++, [lex.pptoken]).
type tokenKind uint8

const (
	identifier tokenKind = iota + 1
	number
	literalText // string or character
	punctuator
)

// token is a preprocessing token.
type token struct {
	text string
	src  *ir.Source
	// hidden lists the macros whose expansion contains the token; they are not expanded
	// in it again.
	hidden *hideSet
	at     int32 // offset in src
	kind   tokenKind
	space  bool // white space precedes the token
	line   bool // the token is the first on its line
}

func (t *token) loc() ir.Location { return ir.At(t.src, int(t.at)) }

// is reports whether the token has one of these texts.
func (t *token) is(texts ...string) bool {
	return t.kind != literalText && slices.Contains(texts, t.text)
}

// hasToken reports whether tokens[i] exists and has one of these texts.
func hasToken(tokens []token, i int, texts ...string) bool {
	return i >= 0 && i < len(tokens) && tokens[i].is(texts...)
}

// punctuators of more than one character, longest first. ">>" is not among them, because
// it mostly closes two template argument lists.
var punctuators = []string{"<<=", ">>=", "...", "->*", "::", "&&", "||", "==", "!=", "<=", ">=", "<<", "->", "++", "--",
	"+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "##"}

// scanTokens splits a source into tokens, at most as many as given, and drops comments;
// lines that end in a backslash are joined with the next.
func scanTokens(src *ir.Source, most int) []token {
	text := src.Text
	out := make([]token, 0, min(len(text)/4, most)) // about as many as a source has
	space, line := false, true
	for i := 0; i < len(text) && len(out) < most; {
		rest := text[i:]
		switch c := rest[0]; {
		case c == '\n':
			line = true
			i++
			continue
		case c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v':
			space = true
			i++
			continue
		case strings.HasPrefix(rest, "\\\n") || strings.HasPrefix(rest, "\\\r\n"):
			space = true
			i += strings.IndexByte(rest, '\n') + 1
			continue
		case strings.HasPrefix(rest, "//"):
			i += lineEnd(rest)
			continue
		case strings.HasPrefix(rest, "/*"):
			space = true
			if end := strings.Index(rest[2:], "*/"); end >= 0 {
				i += end + 4
			} else {
				i = len(text)
			}
			continue
		}
		t := token{src: src, at: int32(i), space: space, line: line}
		t.kind, t.text = scanToken(rest)
		if len(out) == cap(out) { // as much room again as the text so far needed
			out = slices.Grow(out, 1+min(len(out)*(len(rest)/(i+1)+1), most-len(out)))
		}
		out = append(out, t)
		i += len(t.text)
		space, line = false, false
	}
	return out
}

// lineEnd is the length of a line comment, which a backslash continues.
func lineEnd(text string) int {
	for i := 0; i < len(text); i++ {
		if text[i] == '\n' && !strings.HasSuffix(strings.TrimSuffix(text[:i], "\r"), "\\") {
			return i
		}
	}
	return len(text)
}

// maxDelimiter is the length of the longest delimiter of a raw string (ISO C++,
// [lex.string]).
const maxDelimiter = 16

// scanToken returns the token at the start of a text.
func scanToken(text string) (tokenKind, string) {
	c := text[0]
	n := 1
	switch {
	case isLetter(c):
		for n < len(text) && (isLetter(text[n]) || isDigit(text[n])) {
			n++
		}
		if strings.HasPrefix(text[n:], `"`) && strings.HasSuffix(text[:n], "R") { // R"x( … )x"
			if open := strings.IndexByte(text[n+1:min(len(text), n+1+maxDelimiter+1)], '('); open >= 0 {
				open += n + 1
				ending := ")" + text[n+1:open] + `"`
				if end := strings.Index(text[open:], ending); end >= 0 {
					return literalText, text[:open+end+len(ending)]
				}
				return literalText, text // reportUnclosed reports it
			}
		}
		return identifier, text[:n]
	case isDigit(c) || c == '.' && len(text) > 1 && isDigit(text[1]):
		for n < len(text) && (isLetter(text[n]) || isDigit(text[n]) || text[n] == '.' || text[n] == '\'' ||
			(text[n] == '+' || text[n] == '-') && (strings.IndexByte("pP", text[n-1]) >= 0 || strings.IndexByte("eE", text[n-1]) >= 0 && !strings.HasPrefix(text, "0x"))) {
			n++
		}
		return number, text[:n]
	case c == '"' || c == '\'':
		for n < len(text) && text[n] != c && text[n] != '\n' {
			if text[n] == '\\' {
				n++
			}
			n++
		}
		if n < len(text) && text[n] == c {
			n++
		}
		return literalText, text[:min(n, len(text))]
	}
	for _, p := range punctuators {
		if strings.HasPrefix(text, p) {
			return punctuator, p
		}
	}
	return punctuator, text[:1]
}

func isLetter(c byte) bool {
	return c == '_' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c >= 0x80
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// spellTokens renders tokens with the spaces of their source between them.
func spellTokens(tokens []token) string {
	var b strings.Builder
	for i := range tokens {
		if i > 0 && (tokens[i].space || tokens[i].line) {
			b.WriteByte(' ')
		}
		b.WriteString(tokens[i].text)
	}
	return b.String()
}

// sourceText returns the source text of tokens, or their spelling if macros made them.
func sourceText(tokens []token) string {
	first, last := &tokens[0], &tokens[len(tokens)-1]
	for i := range tokens {
		if tokens[i].src != first.src || tokens[i].hidden != nil {
			return spellTokens(tokens)
		}
	}
	return first.src.Text[first.at : int(last.at)+len(last.text)]
}

// closing returns the index of the token that closes the bracket at tokens[at], or
// len(tokens). Angle brackets are not treated as brackets.
func closing(tokens []token, at int) int {
	depth := 0
	for i := at; i < len(tokens); i++ {
		if tokens[i].kind != punctuator {
			continue
		}
		switch tokens[i].text[0] {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
			if depth == 0 {
				return i
			}
		}
	}
	return len(tokens)
}

// reportUnclosed reports literals and comments that are not closed, and the first bracket
// that is not closed or not opened.
func reportUnclosed(tokens []token, sink ir.Sink) {
	var open []*token
	for i := range tokens {
		t := &tokens[i]
		if t.kind == literalText {
			if q := t.text[0]; (q == '"' || q == '\'') && !closed(t.text) {
				ir.Report(sink, ir.Errorf(t.loc(), "the text has no closing %c in its line", q).WithCode(codes+"cpp-parse"))
			} else if open := strings.IndexByte(t.text, '('); isLetter(q) && !strings.HasSuffix(t.text, ")"+t.text[strings.IndexByte(t.text, '"')+1:open]+`"`) {
				ir.Report(sink, ir.Errorf(t.loc(), "the raw text '%s' is not closed", t.text[:open+1]).WithCode(codes+"cpp-parse"))
			}
			continue
		}
		opener := ""
		switch t.text {
		case "(", "[", "{":
			open = append(open, t)
			continue
		case ")":
			opener = "("
		case "]":
			opener = "["
		case "}":
			opener = "{"
		default:
			continue
		}
		if len(open) == 0 {
			ir.Report(sink, ir.Errorf(t.loc(), "there is no '%s' for this '%s'", opener, t.text).WithCode(codes+"cpp-parse"))
			return
		}
		if last := open[len(open)-1]; last.text != opener {
			ir.Report(sink, ir.Errorf(last.loc(), "'%s' is not closed", last.text).WithCode(codes+"cpp-parse").Note(t.loc(), "'%s' comes first", t.text))
			return
		}
		open = open[:len(open)-1]
	}
	if len(open) > 0 {
		last := open[len(open)-1]
		ir.Report(sink, ir.Errorf(last.loc(), "'%s' is not closed", last.text).WithCode(codes+"cpp-parse"))
	}
}

// closed reports whether a literal ends with its opening quote.
func closed(text string) bool {
	for i := 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case text[0]:
			return i == len(text)-1
		}
	}
	return false
}
