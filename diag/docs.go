package diag

import (
	"fmt"
	"slices"
	"strings"
)

// ParseDocs reads the explanations of a package's codes. text is the contents of the
// package's errors.txt; file is its name, for errors.
//
//	# Comments, and blank lines between entries, are ignored.
//
//	command: build -o out
//
//	frame kernel:
//	    okk.kernel @k {
//	      ...
//	    }
//
//	[okk.bad-dtype]
//	Tensors have no elements of that type. Text may go on
//	in the next line.
//	fix: Use f32, i32, ui32, f16, bf16, i16, ui16, i8 or ui8.
//	command: run --target toy4
//	example in kernel:
//	    %t = okk.alloc : !okk.local<1x3x4x5xf64, aligned>
//
// An entry has a text, a fix, and optionally an example. "example in kernel:" replaces
// the three dots of the frame by the lines of the example; a plain "example:" is
// complete. A command before the entries applies to entries without a command of their
// own.
func ParseDocs(file, text string) ([]Doc, error) {
	p := docParser{file: file, lines: append(strings.Split(text, "\n"), ""), frames: map[string][]string{}}
	for p.err == nil && p.next < len(p.lines) {
		p.part()
	}
	return p.docs, p.err
}

// docParser reads the lines of an errors.txt.
type docParser struct {
	file    string
	lines   []string // the last line is empty
	next    int      // the index of the next line
	command string   // command for entries that have none
	frames  map[string][]string
	docs    []Doc
	err     error
}

// part reads a line or an entry at the outermost level.
func (p *docParser) part() {
	line := p.lines[p.next]
	code, isEntry := strings.CutPrefix(line, "[")
	name, isFrame := strings.CutPrefix(line, "frame ")
	command, isCommand := strings.CutPrefix(line, "command: ")
	switch {
	case line == "" || line[0] == '#':
		p.next++
	case isEntry && strings.HasSuffix(code, "]"):
		p.entry(strings.TrimSuffix(code, "]"))
	case isFrame && strings.HasSuffix(name, ":"):
		p.frame(strings.TrimSuffix(name, ":"))
	case isCommand:
		p.command = command
		p.next++
	default:
		p.fail(p.next, "expected [code], 'frame name:' or 'command: …'")
	}
}

// frame reads the lines around examples.
func (p *docParser) frame(name string) {
	start := p.next
	p.next++
	lines := p.block()
	if !slices.ContainsFunc(lines, isHole) {
		p.fail(start, "expected a line '...' in frame %s", name)
	}
	p.frames[name] = lines
}

// entry reads the explanation of a code.
func (p *docParser) entry(code string) {
	start := p.next
	p.next++
	d := Doc{Code: code, Text: p.paragraph(""), Command: p.command}
	if slices.ContainsFunc(p.docs, func(e Doc) bool { return e.Code == code }) {
		p.fail(start, "[%s] is explained twice", code)
	}
	for {
		line := p.lines[p.next]
		if fix, ok := strings.CutPrefix(line, "fix: "); ok {
			p.next++
			d.Fix = p.paragraph(fix)
		} else if command, ok := strings.CutPrefix(line, "command: "); ok {
			p.next++
			d.Command = command
		} else if isExample(line) {
			d.Example = strings.Join(p.example(), "\n")
		} else {
			break
		}
	}
	if d.Text == "" || d.Fix == "" {
		p.fail(start, "expected a text and a fix for [%s]", code)
	}
	if line := p.lines[p.next]; line != "" {
		p.fail(p.next, "expected a blank line after [%s]", code)
	}
	p.docs = append(p.docs, d)
}

// example reads an example and puts it into its frame.
func (p *docParser) example() []string {
	start := p.next
	p.next++
	body := p.block()
	name, framed := strings.CutPrefix(strings.TrimSuffix(p.lines[start], ":"), "example in ")
	if !framed {
		return body
	}
	frame := p.frames[name]
	hole := slices.IndexFunc(frame, isHole)
	if hole < 0 {
		p.fail(start, "there is no frame %s", name)
		return nil
	}
	indent := strings.TrimSuffix(frame[hole], "...")
	for i := range body {
		body[i] = indent + body[i]
	}
	return slices.Concat(frame[:hole], body, frame[hole+1:])
}

// block reads the lines that are indented by four spaces, without these.
func (p *docParser) block() (lines []string) {
	for start := p.next; ; p.next++ {
		line, ok := strings.CutPrefix(p.lines[p.next], "    ")
		if !ok {
			if lines == nil {
				p.fail(start, "expected lines with an indentation of four spaces")
			}
			return lines
		}
		lines = append(lines, line)
	}
}

// paragraph reads a text that begins with first and may go on in the next lines.
func (p *docParser) paragraph(first string) string {
	words := strings.Fields(first)
	for ; ; p.next++ {
		line := p.lines[p.next]
		if line == "" || strings.HasPrefix(line, "fix: ") || strings.HasPrefix(line, "command: ") || isExample(line) {
			return strings.Join(words, " ")
		}
		words = append(words, strings.Fields(line)...)
	}
}

// fail sets the error, unless it is set already.
func (p *docParser) fail(line int, format string, args ...any) {
	if p.err == nil {
		p.err = fmt.Errorf("%s:%d: %s", p.file, line+1, fmt.Sprintf(format, args...))
	}
}

// isExample reports whether an example begins on the line.
func isExample(line string) bool {
	return line == "example:" || strings.HasPrefix(line, "example in ") && strings.HasSuffix(line, ":")
}

// isHole reports whether the line of a frame is the placeholder for an example.
func isHole(line string) bool { return strings.TrimLeft(line, " ") == "..." }
