package lit

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"optc/internal/base/ere"
)

// sedCommand is a command of a sed script: s, y, d, p, q, =, a, i or c.
type sedCommand struct {
	from, to *sedAddress // nil: every line, one line
	negated  bool
	name     byte
	inside   []sedCommand // of {

	pattern  *ere.Regexp // of s
	anchored bool        // the pattern of s holds at the start of a line only
	text     string      // replacement of s, text of a, i and c, characters of y
	others   string      // the characters that y writes
	all      bool
	print    bool
	nth      int

	active bool // between from and to
}

// sedAddress is a line number, the last line, or an expression.
type sedAddress struct {
	line    int // 0: last or pattern
	last    bool
	offset  bool // +N after the first address
	pattern *ere.Regexp
}

// sed is "sed" with -e, -n, -E and -i, and the commands s, y, d, p, q, =, a, i, c and {}.
func sed(inv *Invocation) int {
	var scripts []string
	quiet, extended, inPlace := false, false, false
	files, ok := inv.shortOptions("nErsi", "e", map[string]byte{
		"--quiet": 'n', "--silent": 'n', "--regexp-extended": 'E', "--expression": 'e', "--in-place": 'i',
	}, func(letter byte, value string) {
		switch letter {
		case 'e':
			scripts = append(scripts, value)
		case 'n':
			quiet = true
		case 'E', 'r':
			extended = true
		case 'i':
			inPlace = true
		}
	})
	if !ok {
		return 1
	}
	if scripts == nil {
		if len(files) == 0 {
			inv.refuse("expected a script")
			return 1
		}
		scripts, files = files[:1], files[1:]
	}
	p := sedParser{rest: strings.Join(scripts, "\n"), extended: extended}
	program, err := p.commands(false)
	if err != nil {
		inv.refuse("%v", err)
		return 1
	}
	run := &sedRun{program: program, quiet: quiet}
	if !inPlace {
		text, ok := inv.texts(files)
		if !ok {
			return 1
		}
		io.WriteString(inv.Stdout, run.edit(text))
		return 0
	}
	for _, name := range files {
		text, err := inv.read(name)
		path := ""
		if err == nil {
			path, err = inv.Output(name)
		}
		if err == nil {
			err = writeWith(path, os.O_WRONLY|os.O_TRUNC, run.edit(text))
		}
		if err != nil {
			return inv.Errorf("%v", err)
		}
	}
	return 0
}

// sedRun is an execution of a script.
type sedRun struct {
	program []sedCommand
	quiet   bool

	out    strings.Builder
	line   string // pattern space
	number int
	last   bool
	after  string // the text of a
	ended  bool
}

// edit returns the result of the script for a text.
func (r *sedRun) edit(text string) string {
	r.out.Reset()
	r.number, r.ended = 0, false
	for text != "" && !r.ended {
		line, rest, newline := strings.Cut(text, "\n")
		text, r.line, r.after = rest, line, ""
		r.number++
		r.last = text == ""
		end := "\n"
		if !newline {
			end = ""
		}
		if r.run(r.program, end) && !r.quiet {
			r.out.WriteString(r.line + end)
		}
		r.out.WriteString(r.after)
	}
	return r.out.String()
}

// run executes commands on the line, and reports whether the line is still there.
func (r *sedRun) run(list []sedCommand, end string) bool {
	for i := range list {
		c := &list[i]
		if r.selects(c) == c.negated {
			continue
		}
		switch c.name {
		case '{':
			if !r.run(c.inside, end) {
				return false
			}
		case 's':
			if changed := r.substitute(c); changed && c.print {
				r.out.WriteString(r.line + end)
			}
		case 'y':
			line := []byte(r.line)
			for i, x := range line {
				if at := strings.IndexByte(c.text, x); at >= 0 {
					line[i] = c.others[at]
				}
			}
			r.line = string(line)
		case 'p':
			r.out.WriteString(r.line + end)
		case '=':
			fmt.Fprintln(&r.out, r.number)
		case 'a':
			r.after += c.text + "\n"
		case 'i':
			r.out.WriteString(c.text + "\n")
		case 'c':
			if !c.active {
				r.out.WriteString(c.text + "\n")
			}
			return false
		case 'd':
			return false
		case 'q':
			r.ended = true
			return true
		}
		if r.ended {
			return true
		}
	}
	return true
}

// selects reports whether the addresses of a command hold for the line.
func (r *sedRun) selects(c *sedCommand) bool {
	switch {
	case c.from == nil:
		return true
	case c.to == nil:
		return r.at(c.from)
	case c.active:
		done := r.at(c.to)
		if c.to.line > 0 {
			done = r.number >= c.to.line
		}
		c.active = !done
		return c.to.line == 0 || r.number <= c.to.line
	case !r.at(c.from):
		return false
	}
	if c.to.offset {
		c.to = &sedAddress{line: r.number + c.to.line}
	}
	c.active = c.to.line == 0 && !r.last || c.to.line > r.number
	return true
}

func (r *sedRun) at(a *sedAddress) bool {
	switch {
	case a.pattern != nil:
		at, err := a.pattern.Match(r.line, false)
		return err == nil && at != nil
	case a.last:
		return r.last
	}
	return a.line == r.number
}

// substitute is the command s; it reports whether it changed the line.
func (r *sedRun) substitute(c *sedCommand) bool {
	var b strings.Builder
	changed, n := false, 0
	at, previous := 0, -1
	for at <= len(r.line) && (at == 0 || !c.anchored) {
		m, err := c.pattern.Match(r.line[at:], true)
		if err != nil || m == nil {
			break
		}
		if m[0] == m[1] && at+m[0] == previous { // nothing, right after a match
			previous = -1
			if at < len(r.line) {
				b.WriteByte(r.line[at])
			}
			at++
			continue
		}
		n++
		b.WriteString(r.line[at : at+m[0]])
		if n >= c.nth {
			writeReplacement(&b, c.text, r.line[at:], m)
			changed = true
		} else {
			b.WriteString(r.line[at+m[0] : at+m[1]])
		}
		next := at + m[1]
		previous = next
		if m[1] == m[0] {
			if next < len(r.line) {
				b.WriteByte(r.line[next])
			}
			next++
		}
		at = next
		if n >= c.nth && !c.all {
			break
		}
	}
	if at < len(r.line) {
		b.WriteString(r.line[at:])
	}
	if changed {
		r.line = b.String()
	}
	return changed
}

// writeReplacement writes the replacement text of s; & and \1 to \9 stand for the matched texts.
func writeReplacement(b *strings.Builder, text, line string, m []int) {
	group := func(k int) {
		if 2*k+1 < len(m) && m[2*k] >= 0 {
			b.WriteString(line[m[2*k]:m[2*k+1]])
		}
	}
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '&':
			group(0)
		case c == '\\' && i+1 < len(text):
			i++
			switch d := text[i]; {
			case d >= '0' && d <= '9':
				group(int(d - '0'))
			case d == 'n':
				b.WriteByte('\n')
			case d == 't':
				b.WriteByte('\t')
			default:
				b.WriteByte(d)
			}
		default:
			b.WriteByte(c)
		}
	}
}

// sedParser reads a script.
type sedParser struct {
	rest     string
	extended bool
	depth    int
}

// commands reads commands up to the end or, inside of braces, up to the closing brace.
func (p *sedParser) commands(inside bool) (list []sedCommand, err error) {
	if p.depth++; p.depth > 100 {
		return nil, errors.New("braces are nested too deeply")
	}
	defer func() { p.depth-- }()
	for {
		p.rest = strings.TrimLeft(p.rest, " \t\n;")
		switch {
		case strings.HasPrefix(p.rest, "#"):
			_, p.rest, _ = strings.Cut(p.rest, "\n")
			continue
		case p.rest == "" && !inside:
			return list, nil
		case p.rest == "":
			return nil, errors.New("'{' lacks its '}'")
		case p.rest[0] == '}' && inside:
			p.rest = p.rest[1:]
			return list, nil
		}
		c, err := p.command()
		if err != nil {
			return nil, err
		}
		list = append(list, c)
	}
}

func (p *sedParser) command() (c sedCommand, err error) {
	if c.from, err = p.address(); err != nil {
		return c, err
	}
	if c.from != nil && strings.HasPrefix(p.rest, ",") {
		p.rest = strings.TrimLeft(p.rest[1:], " ")
		if c.to, err = p.address(); err == nil && c.to == nil {
			err = errors.New("expected an address after ','")
		}
		if err != nil {
			return c, err
		}
	}
	p.rest = strings.TrimLeft(p.rest, " \t")
	if strings.HasPrefix(p.rest, "!") {
		c.negated = true
		p.rest = strings.TrimLeft(p.rest[1:], " \t")
	}
	if p.rest == "" {
		return c, errors.New("expected a command after an address")
	}
	c.name = p.rest[0]
	p.rest = p.rest[1:]
	switch c.name {
	case '{':
		c.inside, err = p.commands(true)
	case 's':
		err = p.substitution(&c)
	case 'y':
		err = p.characters(&c)
	case 'a', 'i', 'c':
		text, rest, _ := strings.Cut(p.rest, "\n")
		text = strings.TrimLeft(text, " \t")
		if text == `\` {
			text, rest, _ = strings.Cut(rest, "\n")
		}
		c.text, p.rest = strings.TrimPrefix(text, `\`), rest
	case 'd', 'p', 'q', '=':
		if end := strings.TrimLeft(p.rest, " \t"); end != "" && strings.IndexByte(";\n}", end[0]) < 0 {
			err = fmt.Errorf("unexpected '%c' after the command '%c'", end[0], c.name)
		}
	default:
		err = fmt.Errorf("unknown command '%c'", c.name)
	}
	return c, err
}

// address reads an address, or none.
func (p *sedParser) address() (*sedAddress, error) {
	if p.rest == "" {
		return nil, nil
	}
	c, a := p.rest[0], &sedAddress{}
	switch {
	case c == '$':
		p.rest = p.rest[1:]
		return &sedAddress{last: true}, nil
	case c == '/':
		text, ok := p.delimited('/', true)
		if !ok {
			return nil, errors.New("an expression lacks its '/'")
		}
		re, err := p.compile(text, false)
		return &sedAddress{pattern: re}, err
	case c == '+':
		a.offset = true
		p.rest = p.rest[1:]
	}
	digits := len(p.rest) - len(strings.TrimLeft(p.rest, "0123456789"))
	if digits == 0 && !a.offset {
		return nil, nil
	}
	n, err := strconv.Atoi(p.rest[:digits])
	if err != nil || n == 0 && !a.offset {
		return nil, fmt.Errorf("expected a line number, but got '%s'", p.rest[:digits])
	}
	a.line, p.rest = n, p.rest[digits:]
	return a, nil
}

// delimited reads the text between the next delimiter and the one after it. A backslash hides a
// delimiter, and in an expression so do brackets.
func (p *sedParser) delimited(delimiter byte, expression bool) (string, bool) {
	var b strings.Builder
	for i := 1; i < len(p.rest); i++ {
		switch c := p.rest[i]; {
		case c == delimiter:
			p.rest = p.rest[i+1:]
			return b.String(), true
		case c == '\\' && i+1 < len(p.rest):
			if i++; p.rest[i] != delimiter {
				b.WriteByte('\\')
			}
			b.WriteByte(p.rest[i])
		case c == '[' && expression:
			n := bracketLength(p.rest[i:])
			b.WriteString(p.rest[i : i+n])
			i += n - 1
		default:
			b.WriteByte(c)
		}
	}
	return "", false
}

func (p *sedParser) compile(text string, ignoreCase bool) (*ere.Regexp, error) {
	if text == "" {
		return nil, errors.New("the empty expression is not supported")
	}
	re, err := ere.Compile(posixExpression(text, p.extended), ignoreCase)
	if err != nil {
		err = fmt.Errorf("'%s': %w", text, err)
	}
	return re, err
}

// substitution reads the rest of the command s.
func (p *sedParser) substitution(c *sedCommand) error {
	if p.rest == "" || p.rest[0] == '\n' || p.rest[0] == '\\' {
		return errors.New("expected a delimiter after 's'")
	}
	delimiter := p.rest[0]
	pattern, ok := p.delimited(delimiter, true)
	if ok {
		p.rest = string(delimiter) + p.rest
		c.text, ok = p.delimited(delimiter, false)
	}
	if !ok {
		return fmt.Errorf("the command 's' lacks its '%c'", delimiter)
	}
	ignoreCase := false
	for c.nth = 1; p.rest != "" && strings.IndexByte(";\n} \t", p.rest[0]) < 0; {
		switch f := p.rest[0]; {
		case f == 'g':
			c.all = true
		case f == 'p':
			c.print = true
		case f == 'I' || f == 'i':
			ignoreCase = true
		case f >= '1' && f <= '9':
			digits := len(p.rest) - len(strings.TrimLeft(p.rest, "0123456789"))
			n, err := strconv.Atoi(p.rest[:digits])
			if err != nil {
				return fmt.Errorf("expected a number, but got '%s'", p.rest[:digits])
			}
			c.nth, p.rest = n, p.rest[digits:]
			continue
		default:
			return fmt.Errorf("unknown option '%c' of the command 's'", f)
		}
		p.rest = p.rest[1:]
	}
	var err error
	c.anchored = strings.HasPrefix(pattern, "^")
	c.pattern, err = p.compile(pattern, ignoreCase)
	return err
}

// characters reads the rest of the command y.
func (p *sedParser) characters(c *sedCommand) error {
	if p.rest == "" {
		return errors.New("expected a delimiter after 'y'")
	}
	delimiter := p.rest[0]
	from, ok := p.delimited(delimiter, false)
	if ok {
		p.rest = string(delimiter) + p.rest
		c.others, ok = p.delimited(delimiter, false)
	}
	if c.text = from; !ok || len(from) != len(c.others) || strings.Contains(from+c.others, `\`) {
		return errors.New("the command 'y' expects two lists of characters of the same length")
	}
	return nil
}
