package pydata

import "strings"

// line is a statement, which may extend over several lines of the text.
type line struct {
	number int
	indent int
	text   string // without comments
}

// logicalLines divides a text into statements: brackets and backslashes join lines, and
// strings may hold line ends.
func logicalLines(text string) (lines []line) {
	var b strings.Builder
	number, start, depth := 1, 0, 0
	indent := 0
	end := func() {
		if s := strings.TrimSpace(b.String()); s != "" {
			lines = append(lines, line{start, indent, s})
		}
		b.Reset()
		start = 0
	}
	for i := 0; i < len(text); {
		c := text[i]
		if start == 0 && c != ' ' && c != '\t' && c != '\n' && c != '\r' {
			start = number
			indent = columns(text[strings.LastIndexByte(text[:i], '\n')+1 : i])
		}
		switch {
		case c == '#':
			n := strings.IndexByte(text[i:], '\n')
			if n < 0 {
				n = len(text) - i
			}
			i += n
			continue
		case c == '"' || c == '\'':
			n := stringLength(text[i:])
			number += strings.Count(text[i:i+n], "\n")
			b.WriteString(text[i : i+n])
			i += n
			continue
		case c == '\\' && strings.HasPrefix(text[i+1:], "\n"):
			number++
			i += 2
			continue
		case c == '\n':
			number++
			if depth == 0 {
				end()
			} else {
				b.WriteByte(' ')
			}
			i++
			continue
		case c == ';' && depth == 0:
			at := indent
			end()
			start, indent = number, at
			i++
			continue
		case strings.IndexByte("([{", c) >= 0:
			depth++
		case strings.IndexByte(")]}", c) >= 0:
			depth = max(depth-1, 0)
		}
		b.WriteByte(c)
		i++
	}
	end()
	return lines
}

func columns(space string) (n int) {
	for i := range len(space) {
		if space[i] == '\t' {
			n += 8 - n%8
		} else {
			n++
		}
	}
	return n
}

// stringLength returns the length of the string literal at the start of text. A literal
// without an end ends with its line or, with three quotes, with the text.
func stringLength(text string) int {
	quote := text[:1]
	if strings.HasPrefix(text, strings.Repeat(quote, 3)) {
		quote = text[:3]
	}
	for i := len(quote); i < len(text); i++ {
		switch {
		case text[i] == '\\':
			i++
		case strings.HasPrefix(text[i:], quote):
			return i + len(quote)
		case text[i] == '\n' && len(quote) == 1:
			return i
		}
	}
	return len(text)
}

// firstWord returns the name at the start of a statement.
func firstWord(text string) string {
	n := 0
	for n < len(text) && isNameByte(text[n]) {
		n++
	}
	return text[:n]
}

func isNameByte(c byte) bool {
	return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
}

// blockWords start the statements that have a body.
var blockWords = map[string]bool{
	"if": true, "elif": true, "else": true, "for": true, "while": true, "try": true, "except": true, "finally": true, "with": true, "def": true, "class": true, "async": true, "match": true,
}

// opensBlock reports whether a statement has a body.
func opensBlock(text string) bool {
	return blockWords[firstWord(text)] && strings.Contains(text, ":") || strings.HasPrefix(text, "@")
}
