package ere

import (
	"fmt"
	"io"
	"regexp"
	"strings"
)

// facts collects the properties of the matches of an expression during a walk over it.
type facts struct {
	newline  bool // some set holds a newline
	backrefs bool
	words    bool // has a word boundary
	simple   bool // every piece of variable length repeats single bytes
	literals []string
	run      []byte // literal text that ends here, in every match
}

func (f *facts) collect(root *node) {
	f.simple = true
	f.walk(root, true)
	f.endRun()
}

func (f *facts) endRun() {
	if len(f.run) > 0 {
		f.literals = append(f.literals, string(f.run))
		f.run = f.run[:0]
	}
}

// walk visits n; if always is set, every match goes through n exactly once.
func (f *facts) walk(n *node, always bool) {
	switch n.op {
	case opSet:
		f.newline = f.newline || n.set.has('\n')
		if always && n.set.count() == 1 {
			f.run = append(f.run, n.set.only())
			return
		}
		f.endRun()
	case opConcat, opGroup:
		for _, s := range n.subs {
			f.walk(s, always)
		}
	case opPlus, opQuest, opAlt:
		f.endRun()
		if !repeatsBytes(n) {
			f.simple = false
		}
		for _, s := range n.subs {
			f.walk(s, false)
		}
	case opBackref:
		f.endRun()
		f.backrefs = true
	case opBOW, opEOW:
		f.endRun()
		f.words = true
	}
}

// repeatsBytes reports whether n is x+, x* or x? for a set x.
func repeatsBytes(n *node) bool {
	switch n.op {
	case opPlus:
		return n.subs[0].op == opSet
	case opQuest:
		return repeatsBytes(n.subs[0])
	case opAlt: // (x|)
		return len(n.subs) == 2 && n.subs[0].op == opSet && n.subs[1].op == opConcat && len(n.subs[1].subs) == 0
	}
	return false
}

func (f *facts) longestLiteral() string {
	best := ""
	for _, l := range f.literals {
		if len(l) > len(best) {
			best = l
		}
	}
	return best
}

// translate returns the Go expression for n. Go treats a byte of the text as a character.
// Back references become copies of their group and word boundaries lose their direction,
// so that expressions with these match more than n does.
func translate(n *node) (*regexp.Regexp, error) {
	var b strings.Builder
	b.WriteString("(?m)")
	write(&b, n, true)
	re, err := regexp.Compile(b.String())
	if err != nil {
		return nil, errSize // the syntax is ours; only limits can fail
	}
	re.Longest()
	return re, nil
}

// write appends the Go spelling of n. Groups capture only at the top level: nested groups
// are never needed.
func write(b *strings.Builder, n *node, top bool) {
	switch n.op {
	case opSet:
		writeSet(b, n.set)
	case opConcat:
		if len(n.subs) == 0 {
			b.WriteString("(?:)")
		}
		for _, s := range n.subs {
			write(b, s, top)
		}
	case opAlt:
		b.WriteString("(?:")
		for i, s := range n.subs {
			if i > 0 {
				b.WriteByte('|')
			}
			write(b, s, false)
		}
		b.WriteByte(')')
	case opPlus:
		writeIn(b, "(?:", n.subs[0], ")+")
	case opQuest:
		writeIn(b, "(?:", n.subs[0].subs[0], ")*")
	case opGroup:
		open := "(?:"
		if top {
			open = "("
		}
		b.WriteString(open)
		write(b, n.subs[0], top)
		b.WriteByte(')')
	case opBackref:
		writeIn(b, "(?:", n.subs[0], ")")
	case opBOL:
		b.WriteByte('^')
	case opEOL:
		b.WriteByte('$')
	case opBOW, opEOW:
		b.WriteString(`\b`)
	}
}

func writeIn(b *strings.Builder, open string, n *node, end string) {
	b.WriteString(open)
	write(b, n, false)
	b.WriteString(end)
}

func writeSet(b *strings.Builder, s *set) {
	switch {
	case *s == *dot:
		b.WriteByte('.')
	case s.count() == 1:
		writeByte(b, s.only())
	case s.count() == 0:
		b.WriteString(`[^\x{0}-\x{10FFFF}]`)
	default:
		b.WriteByte('[')
		for c := 0; c < 256; c++ {
			if !s.has(byte(c)) {
				continue
			}
			first := c
			for c+1 < 256 && s.has(byte(c+1)) {
				c++
			}
			writeByte(b, byte(first))
			if c > first {
				b.WriteByte('-')
				writeByte(b, byte(c))
			}
		}
		b.WriteByte(']')
	}
}

func writeByte(b *strings.Builder, c byte) {
	switch {
	case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', isDigit(c), c == ' ', c == '%', c == '_', c == '=', c == '"', c == '@', c == ',', c == ':':
		b.WriteByte(c)
	default:
		fmt.Fprintf(b, `\x%02x`, c)
	}
}

// byteReader presents each byte of a text as a character.
type byteReader struct {
	s   string
	pos int
}

func (r *byteReader) ReadRune() (rune, int, error) {
	if r.pos == len(r.s) {
		return 0, 0, io.EOF
	}
	c := r.s[r.pos]
	r.pos++
	return rune(c), 1, nil
}
