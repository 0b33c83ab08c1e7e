package filecheck

import (
	"fmt"
	"io"
	"sort"
	"strings"
)

// source is a text with a name; messages point into it.
type source struct {
	name  string
	text  string
	lines []int // offsets of line starts, made when first needed
}

// location is a place in a source.
type location struct {
	src *source
	pos int
}

func (s *source) at(pos int) location { return location{s, pos} }

// position returns line and column, both from 1, the column in bytes.
func (s *source) position(pos int) (line, col int) {
	if s.lines == nil {
		s.lines = append(make([]int, 0, 1+strings.Count(s.text, "\n")), 0)
		for i := 0; ; {
			n := strings.IndexByte(s.text[i:], '\n')
			if n < 0 {
				break
			}
			i += n + 1
			s.lines = append(s.lines, i)
		}
	}
	line = sort.SearchInts(s.lines, pos+1)
	return line, pos - s.lines[line-1] + 1
}

// lineAt returns the line around pos, without its end, and where it starts.
func (s *source) lineAt(pos int) (text string, start int) {
	start = strings.LastIndexAny(s.text[:pos], "\r\n") + 1
	text = s.text[start:]
	if end := strings.IndexAny(text, "\r\n"); end >= 0 {
		text = text[:end]
	}
	return text, start
}

// severity is the kind of a message.
type severity string

const (
	sevError  severity = "error"
	sevRemark severity = "remark"
	sevNote   severity = "note"
)

// Terminal escapes, used when Options.Color is set.
const (
	colorBold    = "\x1b[1m"
	colorRed     = "\x1b[0;1;31m"
	colorGreen   = "\x1b[0;1;32m"
	colorMagenta = "\x1b[0;1;35m"
	colorCyan    = "\x1b[0;1;36m"
	colorGray    = "\x1b[0;1;90m"
	colorReset   = "\x1b[0m"
)

var severityColors = map[severity]string{sevError: colorRed, sevRemark: "\x1b[0;1;34m", sevNote: colorGray}

// printer writes messages in the form of LLVM's tools: place, text, the line and
// a caret below it.
type printer struct {
	w     io.Writer
	color bool
}

// message prints a message. length is the number of bytes to underline after the caret, 0 for only
// the caret.
func (p printer) message(at location, sev severity, length int, format string, args ...any) {
	line, col := at.src.position(at.pos)
	text := fmt.Sprintf(format, args...)
	if p.color {
		fmt.Fprintf(p.w, "%s%s:%d:%d: %s%s: %s%s%s%s\n", colorBold, at.src.name, line, col,
			severityColors[sev], sev, colorReset, colorBold, text, colorReset)
	} else {
		fmt.Fprintf(p.w, "%s:%d:%d: %s: %s\n", at.src.name, line, col, sev, text)
	}
	p.snippet(at, length)
}

// snippet prints the line of at and marks length bytes of it.
func (p printer) snippet(at location, length int) {
	const tabStop = 8
	line, start := at.src.lineAt(at.pos)
	col := at.pos - start
	ascii := true
	var shown, marks strings.Builder
	mark := func(i int) byte {
		switch {
		case i == col:
			return '^'
		case col < i && i < col+length:
			return '~'
		}
		return ' '
	}
	for i := range len(line) {
		ascii = ascii && line[i] < 0x80
		if line[i] != '\t' {
			shown.WriteByte(line[i])
			marks.WriteByte(mark(i))
			continue
		}
		shown.WriteByte(' ')
		marks.WriteByte(mark(i))
		for shown.Len()%tabStop != 0 {
			shown.WriteByte(' ')
			marks.WriteByte(mark(i))
		}
	}
	if col >= len(line) {
		marks.WriteString(strings.Repeat(" ", col-len(line)) + "^")
	}
	fmt.Fprintln(p.w, shown.String())
	if !ascii { // columns and bytes differ: a caret would mislead
		return
	}
	caret := strings.TrimRight(marks.String(), " ")
	if p.color {
		caret = colorGreen + caret + colorReset
	}
	fmt.Fprintln(p.w, caret)
}

// canonical removes carriage returns before newlines, and replaces runs of blanks by a
// single space unless keepSpace is set.
func canonical(text string, keepSpace bool) string {
	const blanks = " \t"
	var b strings.Builder
	clean := 0 // text[clean:i] is to be copied
	for i := 0; i < len(text); {
		c := text[i]
		switch {
		case c == '\r' && i+1 < len(text) && text[i+1] == '\n':
			b.WriteString(text[clean:i])
			i++
			clean = i
		case !keepSpace && (c == ' ' || c == '\t'):
			end := i + 1
			for end < len(text) && strings.IndexByte(blanks, text[end]) >= 0 {
				end++
			}
			if c == '\t' || end > i+1 {
				b.WriteString(text[clean:i])
				b.WriteByte(' ')
				clean = end
			}
			i = end
		default:
			i++
		}
	}
	if clean == 0 {
		return text
	}
	b.WriteString(text[clean:])
	return b.String()
}
