package filecheck

import (
	"bytes"
	"errors"
	"slices"
	"sort"
	"strings"

	"optc/internal/base/ere"
)

// Directive is a directive of a check file, for tools that rewrite check files.
type Directive struct {
	Prefix string // e.g. "CHECK"
	Suffix string // e.g. "-NEXT", "" or "-COUNT-2"
	Line   int    // line in the check file, from 1
	Text   string // the pattern, with canonical spaces

	pat *pattern
}

// ErrNoDirectives is returned for a check file without directives.
var ErrNoDirectives = errors.New("no check strings found")

// Directives returns the directives of a check file in the order of its lines.
// Comments, and the implicit patterns of options, are left out.
func Directives(name, text string, o Options) ([]Directive, error) {
	var messages bytes.Buffer
	c := newChecker(o, &messages)
	if c.read(c.source(name, text)) != exitMatch {
		if strings.HasPrefix(messages.String(), "error: "+ErrNoDirectives.Error()) {
			return nil, ErrNoDirectives
		}
		return nil, errors.New(strings.TrimRight(messages.String(), "\n"))
	}
	var out []Directive
	add := func(p *pattern) {
		if p.line == 0 || p.kind == kindEOF {
			return
		}
		d := Directive{Prefix: p.prefix, Suffix: kinds[p.kind].suffix, Line: p.line, Text: p.at.src.text[p.at.pos:p.end], pat: p}
		if p.count > 1 {
			d.Suffix = "-COUNT-" + utoa(uint(p.count))
		}
		out = append(out, d)
	}
	for _, d := range c.directives {
		for _, p := range d.before {
			add(p)
		}
		add(d.pat)
	}
	sort.SliceStable(out, func(i, j int) bool { return out[i].Line < out[j].Line })
	return out, nil
}

// Uses returns the string variables that the directive needs a value of.
func (d *Directive) Uses() []string {
	var out []string
	for _, s := range d.pat.subst {
		if s.x == nil {
			out = append(out, s.at.String())
		}
	}
	return out
}

// Defines returns the string variables that the directive sets, in the order of
// the pattern.
func (d *Directive) Defines() []string {
	var out []string
	for _, def := range d.pat.stringDefs {
		out = append(out, def.what)
	}
	return out
}

// Variables are the values of string variables.
type Variables map[string]string

// Match looks for the directive's pattern in text[from:] and adds the variables that it
// defines to vars. Variables that vars does not contain match anything. It returns where
// the match starts and ends, or false.
func (d *Directive) Match(text string, from int, vars Variables) (start, end int, ok bool) {
	p := d.pat
	if p.kind == kindEmpty || p.fixed != "" {
		start, end, errs := p.match(nil, &source{text: text}, from, len(text))
		return start, end, errs == nil
	}
	re, err := p.relaxed(vars)
	if err != nil {
		return 0, 0, false
	}
	loc, err := re.Match(text[from:], true)
	if err != nil || loc == nil {
		return 0, 0, false
	}
	for _, def := range p.stringDefs {
		vars[def.what] = text[from+loc[2*def.group] : from+loc[2*def.group+1]]
	}
	return from + loc[0], from + loc[1], true
}

// relaxed compiles the pattern with the values of vars substituted, and with wildcards for all
// other substitutions.
func (p *pattern) relaxed(vars Variables) (*ere.Regexp, error) {
	var b strings.Builder
	done, general := 0, true
	for _, s := range p.subst {
		b.WriteString(p.regex[done:s.index])
		done = s.index
		value, known := vars[s.at.String()]
		switch {
		case known && s.x == nil:
			b.WriteString(ere.Escape(value))
			general = false
		case s.x == nil:
			b.WriteString(".*")
		default:
			b.WriteString("[-0-9A-Fa-fx]+")
		}
	}
	b.WriteString(p.regex[done:])
	if general && p.general != nil {
		return p.general, nil
	}
	re, err := ere.Compile(b.String(), p.ignoreCase)
	if general {
		p.general = re
	}
	return re, err
}

// Failures checks a text and returns the lines of the check file whose
// directives fail. The error is set if the check file cannot be used.
func Failures(checkName, checks, inputName, input string, o Options) ([]int, error) {
	var messages bytes.Buffer
	o.DumpInput = DumpFail
	c := newChecker(o, &messages)
	if c.read(c.source(checkName, checks)) != exitMatch {
		return nil, errors.New(strings.TrimRight(messages.String(), "\n"))
	}
	c.input = c.source(inputName, input)
	if c.check() {
		return nil, nil
	}
	var lines []int
	for _, n := range c.notes {
		if markers[n.outcome].fails && n.outcome != possible && !slices.Contains(lines, n.pat.line) {
			lines = append(lines, n.pat.line)
		}
	}
	return lines, nil
}
