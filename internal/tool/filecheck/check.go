package filecheck

import (
	"errors"
	"io"
	"slices"
	"strings"
)

// Exit codes of a check, LLVM's.
const (
	exitMatch    = 0
	exitMismatch = 1
	exitError    = 2
)

// maxEmptyReports bounds the messages about a -COUNT directive that matches
// nothing again and again.
const maxEmptyReports = 100

// checker is a run: the directives of a check file against an input.
type checker struct {
	opts          Options
	defaultPrefix bool // CheckPrefixes is the default
	collect       bool // annotations are made for a dump
	vars          *variables
	directives    []directive
	implicit      []*source // texts of the implicit NOT patterns
	invalid       bool      // an implicit pattern is invalid
	input         *source
	out           printer
	notes         []annotation
}

var defaultCommentPrefixes = []string{"COM", "RUN"}

func newChecker(o Options, w io.Writer) *checker {
	c := &checker{opts: o, vars: newVariables(), out: printer{w, o.Color}, collect: o.DumpInput != DumpNever}
	if len(o.CheckPrefixes) == 0 {
		c.opts.CheckPrefixes = []string{"CHECK"}
		c.defaultPrefix = true
	}
	if len(o.CommentPrefixes) == 0 {
		c.opts.CommentPrefixes = defaultCommentPrefixes
	}
	c.opts.Verbose = o.Verbose || o.VeryVerbose
	return c
}

// report prints an error of the check file or of an option.
func (c *checker) report(err error) {
	var p *patternError
	if !errors.As(err, &p) {
		io.WriteString(c.out.w, err.Error()+"\n")
		return
	}
	c.out.message(p.at, sevError, 0, "%s", p.msg)
	if p.spaced {
		io.WriteString(c.out.w, "\n")
	}
}

// read prepares the directives. It returns an exit code other than exitMatch if
// the check file cannot be used.
func (c *checker) read(checks *source) int {
	if errs := c.defineFromOptions(); errs != nil {
		for _, err := range errs {
			c.report(err)
		}
		return exitError
	}
	c.vars.line = &number{name: "@LINE", form: format{kind: unsigned}}
	c.vars.numbers["@LINE"] = c.vars.line
	if c.opts.Strict {
		if problems := lint(checks, c.opts); len(problems) > 0 {
			for _, p := range problems {
				c.report(p)
			}
			return exitError
		}
	}
	err := c.readDirectives(checks)
	if err == nil && c.invalid && c.opts.Strict {
		return exitError
	}
	if err == nil {
		return exitMatch
	}
	c.report(err)
	var p *patternError
	if errors.As(err, &p) {
		return p.exit
	}
	return exitError
}

// check matches all directives against the input: block by block, where a block
// ends with the match of a LABEL directive.
func (c *checker) check() bool {
	ok := true
	text := c.input.text
	rest := 0 // start of the input not yet given to a block
	for i := 0; ; {
		end := i
		for end < len(c.directives) && c.directives[end].pat.kind != kindLabel {
			end++
		}
		lo, hi := rest, len(text)
		if end < len(c.directives) {
			// Only the label itself: DAG and NOT directives before it may need variables
			// of the block, which is matched next.
			_, labelEnd, found := c.repeat(c.directives[end].pat, rest, len(text))
			if !found {
				return false
			}
			hi, rest = labelEnd, labelEnd
			end++
		}
		// The first block keeps the variables of the command line.
		if i != 0 && c.opts.EnableVarScope {
			c.vars.clearLocal()
		}
		for ; i < end; i++ {
			matchEnd, found := c.checkOne(&c.directives[i], lo, hi)
			if !found {
				ok = false
				i = end
				break
			}
			lo = matchEnd
		}
		if end == len(c.directives) {
			return ok
		}
	}
}

// repeat matches a pattern as often as its count requires.
func (c *checker) repeat(p *pattern, lo, hi int) (first, end int, ok bool) {
	end = lo
	for n := 1; n <= p.count; n++ {
		start, stop, errs := p.match(c.vars, c.input, end, hi)
		if !c.reportMatch(true, p, n, end, hi, start, stop, errs) {
			return 0, 0, false
		}
		if n == 1 {
			first = start
		}
		if start == end && stop == end && (!c.opts.Verbose || n >= maxEmptyReports) {
			break // an empty match: all following matches are at the same place
		}
		end = stop
	}
	return first, end, true
}

// checkOne matches a directive and the DAG and NOT directives before it in
// input[lo:hi]. It returns where the directive's match ends.
func (c *checker) checkOne(d *directive, lo, hi int) (end int, ok bool) {
	from, nots, ok := c.checkDAG(d.before, lo, hi)
	if !ok {
		return 0, false
	}
	start, end, ok := c.repeat(d.pat, from, hi)
	if !ok {
		return 0, false
	}
	if !c.checkLines(d.pat, from, start) {
		if c.opts.Verbose {
			c.relabelLast(wrongLine)
		} else {
			c.annotate(d.pat, wrongLine, start, end, "")
		}
		return 0, false
	}
	return end, c.checkNot(nots, from, start)
}

// newlines counts the line ends in input[lo:hi] and returns where the second line starts.
// "\r\n" and "\n\r" are a single line end.
func (c *checker) newlines(lo, hi int) (count, second int) {
	text := c.input.text[:hi]
	for pos := lo; ; {
		i := strings.IndexAny(text[pos:], "\n\r")
		if i < 0 {
			return count, second
		}
		pos += i
		if pos+1 < hi && (text[pos+1] == '\n' || text[pos+1] == '\r') && text[pos] != text[pos+1] {
			pos++
		}
		pos++
		if count++; count == 1 {
			second = pos
		}
	}
}

// checkLines verifies that a NEXT, EMPTY or SAME match starts on the right line. The
// previous match ended at lo, and this match starts at hi.
func (c *checker) checkLines(p *pattern, lo, hi int) bool {
	var want int
	switch p.kind {
	case kindNext, kindEmpty:
		want = 1
	case kindSame:
		want = 0
	default:
		return true
	}
	count, second := c.newlines(lo, hi)
	if count == want {
		return true
	}
	what := "is not on the line after the previous match"
	switch {
	case want == 0:
		what = "is not on the same line as the previous match"
	case count == 0:
		what = "is on the same line as previous match"
	}
	c.out.message(p.at, sevError, 0, "%s%s: %s", p.prefix, kinds[p.kind].suffix, what)
	c.out.message(c.input.at(hi), sevNote, 0, "'next' match was here")
	c.out.message(c.input.at(lo), sevNote, 0, "previous match ended here")
	if want == 1 && count > 1 {
		c.out.message(c.input.at(second), sevNote, 0, "non-matching line after previous match is here")
	}
	return false
}

// checkNot verifies that none of the patterns occurs in input[lo:hi].
func (c *checker) checkNot(nots []*pattern, lo, hi int) bool {
	ok := true
	for _, p := range nots {
		start, end, errs := p.match(c.vars, c.input, lo, hi)
		if !c.reportMatch(false, p, 1, lo, hi, start, end, errs) {
			ok = false
		}
	}
	return ok
}

// textRange is a part of the input.
type textRange struct{ start, end int }

// checkDAG matches the DAG directives of list and the NOT directives between
// them. It returns the end of the last group of DAG matches and the NOT
// directives after it.
func (c *checker) checkDAG(list []*pattern, lo, hi int) (end int, nots []*pattern, ok bool) {
	start := lo
	var matches []textRange // matches of this group, sorted, without overlaps
	for i, p := range list {
		if p.kind == kindNot {
			nots = append(nots, p)
			continue
		}
		m, at, found := c.matchDAG(p, matches, start, hi)
		if !found {
			return 0, nil, false
		}
		if c.opts.AllowDAGOverlap && len(matches) > 0 {
			matches[0] = textRange{min(matches[0].start, m.start), max(matches[0].end, m.end)}
		} else {
			matches = slices.Insert(matches, at, m)
		}
		if !c.opts.VeryVerbose {
			c.reportMatch(true, p, 1, start, hi, m.start, m.end, nil)
		}
		if i+1 == len(list) || list[i+1].kind == kindNot {
			if len(nots) > 0 {
				if !c.checkNot(nots, start, matches[0].start) {
					return 0, nil, false
				}
				nots = nil
			}
			start = matches[len(matches)-1].end
			matches = matches[:0]
		}
	}
	return start, nots, true
}

// matchDAG finds the first match of p that overlaps none of matches, and the place in
// matches where it belongs.
func (c *checker) matchDAG(p *pattern, matches []textRange, lo, hi int) (m textRange, at int, ok bool) {
	for from := lo; ; at++ {
		start, end, errs := p.match(c.vars, c.input, from, hi)
		if errs != nil || c.opts.VeryVerbose {
			if !c.reportMatch(true, p, 1, from, hi, start, end, errs) {
				return m, 0, false
			}
		}
		m = textRange{start, end}
		if c.opts.AllowDAGOverlap {
			return m, 0, true
		}
		for at < len(matches) && m.start >= matches[at].end {
			at++
		}
		if at == len(matches) || matches[at].start >= m.end {
			return m, at, true
		}
		if c.opts.VeryVerbose {
			c.discardLast(matches[at])
		}
		from = matches[at].end
	}
}
