package lit

import (
	"strings"

	"optc/internal/base/ere"
)

// posixExpression translates an expression of grep and sed with GNU's escapes to a POSIX extended
// expression. In a basic expression \( \) \{ \} \| \+ \? are operators and the characters without
// backslash are text; in an extended expression it is the other way round.
func posixExpression(text string, extended bool) string {
	var b strings.Builder
	start := true // start of the expression, a group or an alternative, where '*' is text
	for i := 0; i < len(text); i++ {
		c := text[i]
		begins := false
		switch {
		case c == '[':
			n := bracketLength(text[i:])
			b.WriteString(text[i : i+n])
			i += n - 1
		case c == '\\' && i+1 < len(text):
			i++
			begins = writeEscape(&b, text[i], extended)
		case c == '*' && start && !extended:
			b.WriteString(`\*`)
		case strings.IndexByte("(){}|+?", c) >= 0:
			if extended {
				begins = c == '(' || c == '|'
			} else {
				b.WriteByte('\\')
			}
			b.WriteByte(c)
		case c == '^' && !start && !extended:
			b.WriteString(`\^`)
		case c == '$' && !extended && i+1 < len(text) && !strings.HasPrefix(text[i+1:], `\)`) && !strings.HasPrefix(text[i+1:], `\|`):
			b.WriteString(`\$`)
		default:
			begins = c == '^'
			b.WriteByte(c)
		}
		start = begins
	}
	return b.String()
}

// writeEscape writes the meaning of a backslash and a character, and reports whether an expression
// begins after them.
func writeEscape(b *strings.Builder, c byte, extended bool) (begins bool) {
	switch {
	case c == 'w':
		b.WriteString("[[:alnum:]_]")
	case c == 'W':
		b.WriteString("[^[:alnum:]_]")
	case c == 's':
		b.WriteString("[[:space:]]")
	case c == 'S':
		b.WriteString("[^[:space:]]")
	case c == '<':
		b.WriteString("[[:<:]]")
	case c == '>':
		b.WriteString("[[:>:]]")
	case c == 't':
		b.WriteByte('\t')
	case c == 'n':
		b.WriteByte('\n')
	case strings.IndexByte("(){}|+?", c) >= 0 && !extended:
		b.WriteByte(c)
		return c == '(' || c == '|'
	case c >= '1' && c <= '9', strings.IndexByte(`(){}|+?.[]*^$\`, c) >= 0:
		b.WriteByte('\\')
		b.WriteByte(c)
	default:
		b.WriteString(ere.Escape(string(c)))
	}
	return false
}

// bracketLength returns the length of the bracket expression at the start of text, or of
// all of text if it has no end.
func bracketLength(text string) int {
	i := 1
	if i < len(text) && text[i] == '^' {
		i++
	}
	if i < len(text) && text[i] == ']' {
		i++
	}
	for i < len(text) {
		switch {
		case text[i] == ']':
			return i + 1
		case text[i] == '[' && i+1 < len(text) && strings.IndexByte(":.=", text[i+1]) >= 0:
			end := strings.Index(text[i+2:], text[i+1:i+2]+"]")
			if end < 0 {
				return len(text)
			}
			i += 2 + end + 2
		default:
			i++
		}
	}
	return len(text)
}
