// Package expect checks diagnostics against comments of the input, as
// mlir-opt --verify-diagnostics does:
//
//	// expected-error@+1 {{text that the message contains}}
//
// The kinds are error, warning, note and remark; -re makes {{…}} inside the text regular
// expressions. The line is the comment's own line; @+n and @-n count from it, @above and @below
// mean the nearest line without such a comment, and @unknown means diagnostics without a place.
package expect

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"optc/diag"
	"optc/internal/base/lazyre"
	"optc/ir"
	"optc/optmain/internal/report"
	"optc/passes"
)

// Checker is a sink that compares diagnostics with the comments of a source.
type Checker struct {
	out *report.Terminal
	src *ir.Source
	// onlyExpected ignores diagnostics that nothing expects.
	onlyExpected bool

	mu      sync.Mutex
	byLine  map[int][]*expectation
	unknown []*expectation
	all     []*expectation
	failed  bool
}

type expectation struct {
	severity ir.Severity
	text     string
	re       *regexp.Regexp // nil: the message contains text
	at       int            // offset of the comment
	matched  bool
}

func (e *expectation) matches(msg string) bool {
	if e.re != nil {
		return e.re.MatchString(msg)
	}
	return strings.Contains(msg, e.text)
}

// New reads the comments of a source. Mistakes are reported to out; with onlyExpected
// diagnostics that no comment expects are none.
func New(src *ir.Source, onlyExpected bool, out *report.Terminal) *Checker {
	x := &Checker{out: out, src: src, onlyExpected: onlyExpected, byLine: map[int][]*expectation{}}
	comment := regexp.MustCompile(`expected-(error|note|remark|warning)(-re)? *(@([+-][0-9]+|above|below|unknown))? *\{\{(.*)\}\}$`)
	severities := map[string]ir.Severity{"error": ir.Error, "warning": ir.Warning, "remark": ir.Remark, "note": ir.Note}
	line, lastPlain, offset := src.FirstLine, src.FirstLine, 0
	var below []*expectation
	for text := range strings.Lines(src.Text) {
		line++
		start := offset
		offset += len(text)
		m := comment.FindStringSubmatchIndex(strings.TrimRight(text, " \t\r\n"))
		if m == nil {
			x.checkMisspelt(text, start)
			x.byLine[line] = append(x.byLine[line], below...)
			below, lastPlain = nil, line
			continue
		}
		group := func(i int) string {
			if m[2*i] < 0 {
				return ""
			}
			return text[m[2*i]:m[2*i+1]]
		}
		e := &expectation{severity: severities[group(1)], text: group(5), at: start + m[0]}
		x.all = append(x.all, e)
		if group(2) != "" {
			re, err := expectedRegexp(e.text)
			if err != nil {
				x.error(ir.At(src, e.at), err.Error())
				continue
			}
			e.re = re
		}
		switch place := group(4); place {
		case "":
			x.byLine[line] = append(x.byLine[line], e)
		case "unknown":
			x.unknown = append(x.unknown, e)
		case "above":
			x.byLine[lastPlain] = append(x.byLine[lastPlain], e)
		case "below":
			below = append(below, e)
		default:
			n, err := strconv.Atoi(place)
			if err != nil {
				x.error(ir.At(src, e.at), "invalid line offset '"+place+"'")
			}
			x.byLine[line+n] = append(x.byLine[line+n], e)
		}
	}
	x.byLine[line+1] = append(x.byLine[line+1], below...)
	return x
}

// likeComment matches a comment whose kind is misspelt.
var likeComment = lazyre.New(`expected-([a-z]+)(-re)? *(@[^ ]*)? *\{\{.*\}\}[ \t]*\r?\n?$`)

// checkMisspelt reports a comment that expects nothing because its kind is misspelt.
func (x *Checker) checkMisspelt(line string, start int) {
	m := likeComment().FindStringSubmatchIndex(line)
	if m == nil {
		return
	}
	kind := line[m[2]:m[3]]
	if s := diag.DidYouMean(kind, []string{"error", "warning", "remark", "note"}); s.Meant != "" && s.Meant != kind {
		x.failed = true
		x.out.Report(ir.Errorf(ir.At(x.src, start+m[2]), "'expected-%s' expects nothing%s", kind, s))
	}
}

// expectedRegexp turns text with {{regular expressions}} into a single expression.
func expectedRegexp(text string) (*regexp.Regexp, error) {
	var b strings.Builder
	for rest := text; rest != ""; {
		plain, after, found := strings.Cut(rest, "{{")
		b.WriteString(regexp.QuoteMeta(plain))
		if !found {
			break
		}
		re, tail, closed := strings.Cut(after, "}}")
		if !closed {
			return nil, fmt.Errorf("found start of regex with no end '}}'")
		}
		if _, err := regexp.Compile(re); err != nil {
			return nil, fmt.Errorf("invalid regex: %v", err)
		}
		b.WriteString("(" + re + ")")
		rest = tail
	}
	return regexp.Compile(b.String())
}

func (x *Checker) error(loc ir.Location, text string) {
	x.failed = true
	x.out.Report(ir.Errorf(loc, "%s", text))
}

// unmet reports an error about an expectation and marks as much of its comment
// as its text is long, as mlir-opt does.
func (x *Checker) unmet(e *expectation, text string) {
	x.failed = true
	x.out.ReportRange(ir.Errorf(ir.At(x.src, e.at), "%s", text), len(e.text))
}

// Report implements ir.Sink.
func (x *Checker) Report(d *ir.Diagnostic) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.one(d)
	for _, n := range d.Notes {
		x.one(n)
	}
}

func (x *Checker) one(d *ir.Diagnostic) {
	candidates := x.unknown
	if _, line, _, ok := d.Loc.FileLineCol(); ok {
		candidates = x.byLine[line]
	}
	var near *expectation
	for _, e := range candidates {
		if e.matches(d.Text()) {
			if e.severity == d.Severity {
				e.matched = true
				return
			}
			near = e
		}
	}
	switch {
	case x.onlyExpected, d.Hint, d.Code == passes.CodeEmptyNest:
	case near != nil:
		x.unmet(near, fmt.Sprintf("'%v' diagnostic emitted when expecting a '%v'", d.Severity, near.severity))
	default:
		x.error(d.Loc, fmt.Sprintf("unexpected %v: %s", d.Severity, d.Text()))
	}
}

// Check reports the expectations that no diagnostic met. It returns false after any
// mistake.
func (x *Checker) Check() bool {
	for _, e := range x.all {
		if !e.matched {
			x.unmet(e, fmt.Sprintf("expected %v \"%s\" was not produced", e.severity, e.text))
		}
	}
	return !x.failed
}
