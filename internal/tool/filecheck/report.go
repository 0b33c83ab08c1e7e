package filecheck

import (
	"errors"
	"fmt"
	"io"
	"sort"
	"strings"
)

// outcome is the result of searching for a pattern.
type outcome byte

const (
	foundExpected outcome = iota
	foundExcluded
	wrongLine
	discarded
	noneExcluded
	noneExpected
	noneInvalid
	possible
)

// annotation is a mark below a line of the dumped input.
type annotation struct {
	pat        *pattern
	outcome    outcome
	start, end int
	note       string // replaces the note of the outcome
}

func (c *checker) annotate(p *pattern, o outcome, start, end int, note string) {
	if c.collect {
		c.notes = append(c.notes, annotation{pat: p, outcome: o, start: start, end: end, note: note})
	}
}

// relabelLast changes the outcome of all annotations of the latest pattern.
func (c *checker) relabelLast(o outcome) {
	for i := len(c.notes) - 1; i >= 0 && c.notes[i].pat == c.notes[len(c.notes)-1].pat; i-- {
		c.notes[i].outcome = o
	}
}

// discardLast reports that the latest match overlaps an earlier DAG match.
func (c *checker) discardLast(earlier textRange) {
	if c.collect {
		c.relabelLast(discarded)
		return
	}
	c.out.message(c.input.at(earlier.start), sevNote, earlier.end-earlier.start, "match discarded, overlaps earlier DAG match here")
}

// reportMatch reports the nth match of p, or its absence, in input[lo:hi] to the user,
// and returns whether that is as expected.
func (c *checker) reportMatch(expected bool, p *pattern, n, lo, hi, start, end int, errs []error) bool {
	if errs == nil {
		return c.reportFound(expected, p, n, start, end)
	}
	return c.reportNone(expected, p, n, lo, hi, errs)
}

func (c *checker) reportFound(expected bool, p *pattern, n, start, end int) bool {
	if expected && (!c.opts.Verbose || !c.opts.VeryVerbose && p.kind == kindEOF) {
		return true
	}
	o, sev, what := foundExpected, sevRemark, "expected"
	if !expected {
		o, sev, what = foundExcluded, sevError, "excluded"
	}
	c.annotate(p, o, start, end, "")
	values, captures := c.substitutionNotes(p), c.captureNotes(p)
	for _, v := range values {
		c.annotate(p, o, start, start, v)
	}
	for _, v := range captures {
		c.annotate(p, o, v.start, v.end, v.text)
	}
	if expected && c.collect {
		return true
	}
	c.out.message(p.at, sev, 0, "%s: %s string found in input%s", p.describe(), what, outOf(p, n))
	c.out.message(c.input.at(start), sevNote, end-start, "found here")
	for _, v := range values {
		c.out.message(c.input.at(start), sevNote, 0, "%s", v)
	}
	for _, v := range captures {
		c.out.message(c.input.at(v.start), sevNote, v.end-v.start, "%s", v.text)
	}
	return expected
}

func outOf(p *pattern, n int) string {
	if p.count == 1 {
		return ""
	}
	return fmt.Sprintf(" (%d out of %d)", n, p.count)
}

func (c *checker) reportNone(expected bool, p *pattern, n, lo, hi int, errs []error) bool {
	failed := expected
	o, sev, what := noneExpected, sevError, "expected"
	if !expected {
		o, sev, what = noneExcluded, sevRemark, "excluded"
	}
	var broken []string
	for _, err := range errs {
		if !errors.Is(err, errNoMatch) {
			c.report(err)
			broken = append(broken, err.Error())
			o, failed = noneInvalid, true
		}
	}
	if !failed && !c.opts.VeryVerbose {
		return true
	}
	c.annotate(p, o, lo, hi, "")
	for _, msg := range broken {
		c.annotate(p, o, lo, lo, msg)
	}
	values := c.substitutionNotes(p)
	for _, v := range values {
		c.annotate(p, o, lo, lo, v)
	}
	if !failed && c.collect {
		return true
	}
	if broken == nil {
		c.out.message(p.at, sev, 0, "%s: %s string not found in input%s", p.describe(), what, outOf(p, n))
		c.out.message(c.input.at(lo), sevNote, 0, "scanning from here")
	}
	for _, v := range values {
		c.out.message(c.input.at(lo), sevNote, 0, "%s", v)
	}
	if expected {
		c.reportClosest(p, lo, hi)
	}
	return !failed
}

// substitutionNotes lists the values that a pattern was searched with.
func (c *checker) substitutionNotes(p *pattern) []string {
	var notes []string
	for _, s := range p.subst {
		value, errs := s.value(c.vars)
		if errs != nil {
			continue
		}
		notes = append(notes, fmt.Sprintf("with \"%s\" equal to %s", escaped(s.at.String()), quoted(value)))
	}
	return notes
}

// quoted puts a value in quotes. A value with bytes that would be hard to read is
// escaped, and marked as escaped.
func quoted(value string) string {
	for i := range len(value) {
		if value[i] < ' ' || value[i] > '~' || value[i] == '"' {
			return `"` + escaped(value) + `" (escaped value)`
		}
	}
	return `"` + value + `"`
}

func escaped(s string) string {
	var b strings.Builder
	for i := range len(s) {
		switch c := s[i]; {
		case c == '\\':
			b.WriteString(`\\`)
		case c == '\t':
			b.WriteString(`\t`)
		case c == '\n':
			b.WriteString(`\n`)
		case c == '"':
			b.WriteString(`\"`)
		case c < ' ' || c > '~':
			fmt.Fprintf(&b, `\%03o`, c)
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

// captured is a message about a variable that a match has set.
type captured struct {
	text       string
	start, end int
}

// captureNotes lists the variables that a match has set, in the order of the input.
func (c *checker) captureNotes(p *pattern) []captured {
	var notes []captured
	for _, d := range p.stringDefs {
		v := c.vars.strings[d.what]
		notes = append(notes, captured{fmt.Sprintf("captured var %q", d.what), v.start, v.end})
	}
	for _, d := range p.numberDefs {
		notes = append(notes, captured{fmt.Sprintf("captured var %q", d.what.name), d.what.start, d.what.end})
	}
	sort.SliceStable(notes, func(i, j int) bool { return notes[i].start < notes[j].start })
	return notes
}

// fail prints a message that belongs to no place.
func fail(w io.Writer, format string, args ...any) int {
	fmt.Fprintf(w, format+"\n", args...)
	return exitError
}
