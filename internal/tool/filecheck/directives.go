package filecheck

import (
	"fmt"
	"math/big"
	"sort"
	"strings"
)

// kind is the kind of a directive.
type kind byte

const (
	kindNone kind = iota
	kindPlain
	kindNext
	kindSame
	kindNot
	kindDAG
	kindLabel
	kindEmpty
	kindComment
	kindEOF
	kindMisspelt
	kindBadNot
	kindBadCount
)

// kinds gives for each directive its suffix and the name of its annotations in
// the input dump.
var kinds = [...]struct{ suffix, label string }{
	kindPlain: {"", "check"},
	kindNext:  {"-NEXT", "next"},
	kindSame:  {"-SAME", "same"},
	kindNot:   {"-NOT", "not"},
	kindDAG:   {"-DAG", "dag"},
	kindLabel: {"-LABEL", "label"},
	kindEmpty: {"-EMPTY", "empty"},
	kindEOF:   {"", "eof"},
}

// directive is a positive directive together with the DAG and NOT directives
// before it.
type directive struct {
	pat    *pattern
	before []*pattern
}

func isWordByte(c byte) bool {
	return isNameByte(c) || c == '-'
}

// prefixFinder finds the next occurrence of any prefix in a text.
type prefixFinder struct {
	text     string
	prefixes []string
	next     []int // next occurrence by prefix, at or after the last search; len(text) for none
}

func newPrefixFinder(text string, prefixes []string) *prefixFinder {
	f := &prefixFinder{text: text, prefixes: append([]string(nil), prefixes...)}
	sort.SliceStable(f.prefixes, func(i, j int) bool { return len(f.prefixes[i]) > len(f.prefixes[j]) })
	f.next = make([]int, len(prefixes))
	for i := range f.next {
		f.next[i] = -1
	}
	return f
}

// find returns the first prefix at or after from, the longest of several that
// start at the same place, or pos -1.
func (f *prefixFinder) find(from int) (prefix string, pos int) {
	pos = len(f.text)
	for i, p := range f.prefixes {
		if f.next[i] < from {
			f.next[i] = len(f.text)
			if n := strings.Index(f.text[from:], p); n >= 0 {
				f.next[i] = from + n
			}
		}
		if f.next[i] < pos {
			prefix, pos = p, f.next[i]
		}
	}
	if prefix == "" {
		return "", -1
	}
	return prefix, pos
}

// found is a directive's head in the check file.
type found struct {
	kind    kind
	literal bool
	count   int
	prefix  string
	pos     int // where the prefix starts
	after   int // where the text after the directive's name starts
}

// classify reads the suffix of a prefix at pos. It returns kindNone if this is
// no directive.
func classify(text string, pos int, prefix string, comment bool) found {
	f := found{prefix: prefix, pos: pos, count: 1}
	rest := text[pos+len(prefix):]
	done := func(k kind) found {
		f.kind, f.after = k, len(text)-len(rest)
		return f
	}
	eat := func(s string) bool {
		if !strings.HasPrefix(rest, s) {
			return false
		}
		rest = rest[len(s):]
		return true
	}
	if rest == "" {
		return f
	}
	if comment {
		if eat(":") {
			return done(kindComment)
		}
		return f
	}
	if eat(":") {
		return done(kindPlain)
	}
	k, misspelt := kindPlain, false
	if rest[0] != '{' {
		if misspelt = eat("_"); !misspelt && !eat("-") {
			return f
		}
		bad := kindNone
		if k, bad = suffix(&rest, &f.count); bad != kindNone {
			if misspelt {
				bad = kindMisspelt
			}
			return done(bad)
		}
		if k == kindNone {
			return f
		}
	}
	if !eat(":") {
		if !eat("{") {
			return f
		}
		const space = " \t\n\v\f\r"
		for {
			rest = strings.TrimLeft(rest, space)
			if !eat("LITERAL") {
				return f
			}
			f.literal = true
			rest = strings.TrimLeft(rest, space)
			if !eat(",") {
				break
			}
		}
		if !eat("}:") {
			return f
		}
	}
	if misspelt {
		return done(kindMisspelt)
	}
	return done(k)
}

// suffix reads the text after "CHECK-" up to the colon or the modifiers. bad is set for
// suffixes that look valid but are not.
func suffix(rest *string, count *int) (k, bad kind) {
	if after, ok := strings.CutPrefix(*rest, "COUNT-"); ok {
		*count, *rest, ok = readCount(after)
		if !ok || *rest == "" || (*rest)[0] != ':' && (*rest)[0] != '{' {
			return kindNone, kindBadCount
		}
		return kindPlain, kindNone
	}
	if badNot(*rest) {
		return kindNone, kindBadNot
	}
	for k := kindNext; k <= kindEmpty; k++ {
		if after, ok := strings.CutPrefix(*rest, kinds[k].suffix[1:]); ok {
			*rest = after
			return k, kindNone
		}
	}
	return kindNone, kindNone
}

// readCount reads the number of -COUNT-n, 1 to 2^31-1.
func readCount(s string) (n int, rest string, ok bool) {
	const limit = 1<<31 - 1
	ok = true
	i := 0
	for ; i < len(s) && '0' <= s[i] && s[i] <= '9'; i++ {
		digit := int(s[i] - '0')
		if ok = ok && n <= (limit-digit)/10; ok {
			n = n*10 + digit
		}
	}
	return n, s[i:], ok && n > 0
}

// badNot reports a combination of -NOT with another suffix.
func badNot(rest string) bool {
	for _, k := range []kind{kindDAG, kindNext, kindSame, kindEmpty} {
		s := kinds[k].suffix[1:]
		if strings.HasPrefix(rest, s+"-NOT:") || strings.HasPrefix(rest, "NOT-"+s+":") {
			return true
		}
	}
	return false
}

// readDirectives fills c.directives from the check file.
func (c *checker) readDirectives(text *source) error {
	implicit := c.implicitNots()
	pending := append([]*pattern(nil), implicit...)
	comments := map[string]bool{}
	for _, p := range c.opts.CommentPrefixes {
		comments[p] = true
	}
	unused := map[string]bool{}
	for _, p := range c.opts.CheckPrefixes {
		unused[p] = true
	}
	finder := newPrefixFinder(text.text, append(append([]string(nil), c.opts.CheckPrefixes...), c.opts.CommentPrefixes...))
	line, counted := 1, 0 // line is the number of the line at offset counted
	pos := 0
	for {
		f := nextDirective(text.text, finder, comments, pos)
		if f.kind == kindNone {
			pos = f.after
			break
		}
		line += strings.Count(text.text[counted:f.pos], "\n")
		counted = f.pos
		s, err := c.patternText(text, f)
		if err != nil {
			return err
		}
		pos = s.end
		if f.kind == kindComment {
			continue
		}
		delete(unused, f.prefix)
		pat, err := c.readPattern(s, f, line)
		if err != nil {
			return err
		}
		if pat.kind == kindDAG || pat.kind == kindNot {
			pending = append(pending, pat)
			continue
		}
		c.directives = append(c.directives, directive{pat, pending})
		pending = append([]*pattern(nil), implicit...)
	}
	if err := c.checkPrefixesUsed(text, unused, len(implicit) > 0); err != nil {
		return err
	}
	if len(pending) > 0 {
		end := &pattern{kind: kindEOF, count: 1, prefix: c.opts.CheckPrefixes[0], line: line + 1, at: text.at(pos)}
		c.directives = append(c.directives, directive{end, pending})
	}
	return nil
}

// nextDirective finds the first directive at or after pos. If there is none, its kind is
// kindNone and after is the end of the searched text.
func nextDirective(text string, finder *prefixFinder, comments map[string]bool, pos int) found {
	start := pos // a prefix at pos itself is not checked against the character before
	for pos < len(text) {
		prefix, at := finder.find(pos)
		if at < 0 {
			break
		}
		if at == start || !isWordByte(text[at-1]) {
			if f := classify(text, at, prefix, comments[prefix]); f.kind != kindNone {
				return f
			}
		}
		pos = at + len(prefix)
		for pos < len(text) && isWordByte(text[pos]) {
			pos++
		}
		start = pos
	}
	return found{after: pos}
}

// patternText returns the text of the directive up to the end of its line, or
// the error of a bad directive.
func (c *checker) patternText(text *source, f found) (span, error) {
	p := patternParser{src: text}
	switch f.kind {
	case kindMisspelt:
		return span{}, p.plainErrorAt(f.pos, "misspelled directive '%s'", text.text[f.pos:f.after])
	case kindBadNot:
		return span{}, p.plainErrorAt(f.after, "unsupported -NOT combo on prefix '%s'", f.prefix)
	case kindBadCount:
		return span{}, p.plainErrorAt(f.after, "invalid count in -COUNT specification on prefix '%s'", f.prefix)
	}
	s := span{text, f.after, len(text.text)}
	if !(c.opts.StrictWhitespace && c.opts.MatchFullLines) {
		s = s.trimLeft()
	}
	if end := strings.IndexAny(s.String(), "\r\n"); end >= 0 {
		s = s.take(end)
	}
	return s, nil
}

func (c *checker) readPattern(s span, f found, line int) (*pattern, error) {
	pat := &pattern{kind: f.kind, literal: f.literal, count: f.count, prefix: f.prefix, line: line}
	p := patternParser{vars: c.vars, opts: &c.opts, src: s.src, pat: pat}
	if err := p.parse(s); err != nil {
		return nil, err
	}
	if pat.kind == kindLabel && pat.hasVariables() {
		return nil, p.plainErrorAt(f.pos, "found '%s-LABEL:' with variable definition or use", f.prefix)
	}
	if (pat.kind == kindNext || pat.kind == kindSame || pat.kind == kindEmpty) && len(c.directives) == 0 {
		return nil, p.plainErrorAt(f.pos, "found '%s%s' without previous '%s: line", f.prefix, kinds[f.kind].suffix, f.prefix)
	}
	return pat, nil
}

// implicitNots returns the patterns of --implicit-check-not. An invalid pattern is
// reported; after that, LLVM treats it as a pattern that matches nothing.
func (c *checker) implicitNots() []*pattern {
	var out []*pattern
	for _, text := range c.opts.ImplicitCheckNot {
		const before = "-implicit-check-not='"
		src := &source{name: "command line", text: before + text + "'"}
		pat := &pattern{kind: kindNot, count: 1, prefix: "IMPLICIT-CHECK"}
		p := patternParser{vars: c.vars, opts: &c.opts, src: src, pat: pat}
		if err := p.parse(span{src, len(before), len(before) + len(text)}); err != nil {
			c.report(err)
			c.invalid = true
		}
		c.implicit = append(c.implicit, src)
		out = append(out, pat)
	}
	return out
}

// checkPrefixesUsed complains about prefixes that no directive uses.
func (c *checker) checkPrefixesUsed(text *source, unused map[string]bool, implicit bool) error {
	all := len(unused) == len(c.opts.CheckPrefixes)
	some := !c.opts.AllowUnusedPrefixes && len(unused) > 0
	if !all && !some || implicit && c.defaultPrefix {
		return nil
	}
	var names []string
	for p := range unused {
		names = append(names, p)
	}
	sort.Strings(names)
	list := "'" + strings.Join(names, ":', '") + ":'"
	plural := " "
	if len(names) > 1 {
		plural = "es "
	}
	return fmt.Errorf("error: no check strings found with prefix%s%s%s", plural, list, suggestPrefix(text.text, unused))
}

// defineFromOptions sets the variables of -D options. All mistakes are reported
// together.
func (c *checker) defineFromOptions() []error {
	type place struct{ start, end int }
	var b strings.Builder
	var places []place
	for i, def := range c.opts.Defines {
		fmt.Fprintf(&b, "Global define #%d: ", i+1)
		eq := strings.IndexByte(def, '=')
		if eq >= 0 && def[0] == '#' {
			fmt.Fprintf(&b, "%s (parsed as: [[", def)
			places = append(places, place{b.Len(), b.Len() + len(def)})
			b.WriteString(def[:eq] + ":" + def[eq+1:] + "]])\n")
			continue
		}
		if eq < 0 {
			places = append(places, place{b.Len(), b.Len()})
			continue
		}
		places = append(places, place{b.Len(), b.Len() + len(def)})
		b.WriteString(def + "\n")
	}
	src := &source{name: "Global defines", text: b.String()}
	var errs []error
	for _, pl := range places {
		errs = append(errs, c.define(span{src, pl.start, pl.end})...)
	}
	return errs
}

// define sets the variable of a definition, "#[format,]NAME:expr" or "NAME=text".
func (c *checker) define(s span) []error {
	p := patternParser{vars: c.vars, opts: &c.opts, src: s.src, pat: &pattern{}}
	if s.empty() {
		return []error{p.errorAt(s.start, "missing equal sign in global definition")}
	}
	if s.consume("#") {
		x, _, n, err := p.numericBlock(s, false)
		if err != nil {
			return []error{err}
		}
		if n == nil || x == nil {
			return []error{p.errorAt(s.start, "numeric definition without name or value")}
		}
		v, errs := x.eval()
		if errs == nil {
			n.value = v
			c.vars.numbers[n.name] = n
		}
		return errs
	}
	rest := s
	v, err := p.variable(&rest)
	if err != nil {
		return []error{err}
	}
	name, value, _ := strings.Cut(s.String(), "=")
	switch {
	case v.pseudo || !rest.has("="):
		return []error{p.errorAt(s.start, "invalid name in string variable definition '%s'", name)}
	case c.vars.numbers[name] != nil:
		return []error{p.errorAt(s.start, "numeric variable with name '%s' already exists", name)}
	}
	if _, ok := c.vars.strings[name]; !ok {
		c.vars.strings[name] = capture{text: value}
	}
	c.vars.isString[name] = true
	return nil
}

func bigInt(n int) *big.Int { return big.NewInt(int64(n)) }
