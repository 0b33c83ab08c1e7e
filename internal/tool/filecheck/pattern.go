package filecheck

import (
	"errors"
	"fmt"
	"strings"

	"optc/internal/base/ere"
)

// maxBackrefs is the number of groups of a pattern that back references can refer to.
const maxBackrefs = 9

// patternError is a mistake in a check file or in a definition.
type patternError struct {
	at     location
	msg    string
	spaced bool // an empty line follows in the output
	exit   int  // exit code of the command
}

func (e *patternError) Error() string { return e.msg }

// variables holds the values that directives set and use.
type variables struct {
	strings  map[string]capture // values of string variables
	isString map[string]bool    // names defined as string variable anywhere so far
	numbers  map[string]*number
	line     *number // @LINE
}

// capture is the value of a string variable with the end of the input text that it was read from;
// end is 0 if the value comes from a definition.
type capture struct {
	text       string
	start, end int
}

func newVariables() *variables {
	return &variables{strings: map[string]capture{}, isString: map[string]bool{}, numbers: map[string]*number{}}
}

// clearLocal forgets all variables whose name does not start with '$'.
func (v *variables) clearLocal() {
	for name := range v.strings {
		if name[0] != '$' {
			delete(v.strings, name)
		}
	}
	for name, n := range v.numbers {
		if name[0] != '$' {
			n.value = nil
			n.end = 0
			delete(v.numbers, name)
		}
	}
}

// substitution is a piece of a pattern whose text is known only when the pattern
// is matched.
type substitution struct {
	at    span // as written, without brackets
	index int  // its place in the regular expression
	x     expr // nil for a string variable
	form  format
}

// pattern is the pattern of a directive.
type pattern struct {
	kind    kind
	literal bool // modifier {LITERAL}
	count   int
	prefix  string
	line    int // line of the directive; 0 for patterns from options
	at      location
	end     int // offset of the pattern's end in at.src

	ignoreCase bool
	strict     bool
	fixed      string // the text to find, if there is nothing to match but text
	regex      string // otherwise, without the substitutions
	subst      []substitution
	stringDefs []definition[string]
	numberDefs []definition[*number]

	compiled *ere.Regexp // compiled regex, if there are no substitutions
	general  *ere.Regexp // compiled regex with wildcards for all substitutions, see relaxed
}

// definition names the group of a pattern that sets a variable.
type definition[T any] struct {
	what  T
	group int
}

func define[T comparable](defs []definition[T], what T, group int) []definition[T] {
	for i := range defs {
		if defs[i].what == what {
			defs[i].group = group
			return defs
		}
	}
	return append(defs, definition[T]{what, group})
}

// describe returns the directive's name as it appears in messages.
func (p *pattern) describe() string {
	suffix := kinds[p.kind].suffix
	if p.count > 1 {
		suffix = "-COUNT"
	}
	if p.kind == kindEOF {
		return "implicit EOF"
	}
	if p.literal {
		suffix += "{LITERAL}"
	}
	return p.prefix + suffix
}

func (p *pattern) hasVariables() bool { return len(p.subst) > 0 || len(p.stringDefs) > 0 }

// patternParser reads a pattern, or a definition on the command line.
type patternParser struct {
	vars  *variables
	opts  *Options
	src   *source
	pat   *pattern
	depth int

	regex  strings.Builder
	groups int // next group number
}

func (p *patternParser) errorAt(pos int, formatText string, args ...any) error {
	return &patternError{at: p.src.at(pos), msg: fmt.Sprintf(formatText, args...), spaced: true, exit: exitError}
}

// plainErrorAt is errorAt for the messages that no empty line follows.
func (p *patternParser) plainErrorAt(pos int, formatText string, args ...any) error {
	return &patternError{at: p.src.at(pos), msg: fmt.Sprintf(formatText, args...), exit: exitError}
}

// parse reads the pattern text s into p.pat.
func (p *patternParser) parse(s span) error {
	pat := p.pat
	pat.at, pat.ignoreCase, pat.strict = s.loc(), p.opts.IgnoreCase, p.opts.Strict
	fullLine := p.opts.MatchFullLines && pat.kind != kindNot
	if !(p.opts.StrictWhitespace && p.opts.MatchFullLines) {
		s = s.trimRight()
	}
	pat.end = s.end
	switch {
	case pat.kind == kindEmpty:
		if !s.empty() {
			return p.plainErrorAt(s.start, "found non-empty check string for empty check with prefix '%s:'", pat.prefix)
		}
		return nil
	case s.empty():
		return p.plainErrorAt(s.start, "found empty check string with prefix '%s:'", pat.prefix)
	case pat.literal, !fullLine && !strings.Contains(s.String(), "{{") && !strings.Contains(s.String(), "[["):
		pat.fixed = s.String()
		return nil
	}
	blank := " *"
	if p.opts.StrictWhitespace {
		blank = ""
	}
	if fullLine {
		p.regex.WriteString("^" + blank)
	}
	p.groups = 1
	err := p.pieces(s)
	if err == nil && fullLine {
		p.regex.WriteString(blank + "$")
	}
	pat.regex = p.regex.String()
	return err
}

// pieces reads text, {{regex}} and [[block]] pieces up to the end of s.
func (p *patternParser) pieces(s span) error {
	for !s.empty() {
		var err error
		switch {
		case s.has("{{"):
			end := strings.Index(s.String(), "}}")
			if end < 0 {
				return p.plainErrorAt(s.start, "found start of regex string with no end '}}'")
			}
			// An alternation must not reach beyond its braces.
			alternation := strings.Contains(s.String(), "|")
			if alternation {
				p.openGroup()
			}
			err = p.addRegex(s.take(end).drop(2))
			if alternation {
				p.regex.WriteByte(')')
			}
			s = s.drop(end + 2)
		case s.has("[[") && !s.has("[[["):
			s, err = p.block(s)
		default:
			end := len(s.String())
			for _, open := range []string{"{{", "[["} {
				if i := strings.Index(s.String()[1:], open); i >= 0 {
					end = min(end, i+1)
				}
			}
			p.regex.WriteString(ere.Escape(s.take(end).String()))
			s = s.drop(end)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// openGroup starts a group and returns its number.
func (p *patternParser) openGroup() int {
	p.regex.WriteByte('(')
	p.groups++
	return p.groups - 1
}

func (p *patternParser) addRegex(s span) error {
	groups, err := ere.Check(s.String())
	if err != nil {
		return p.plainErrorAt(s.start, "invalid regex: %v", err)
	}
	p.regex.WriteString(s.String())
	p.groups += groups
	return nil
}

// blockEnd returns the length of s up to the "]]" that ends a block, -1 if there
// is none. Brackets inside nest, and a backslash hides the next byte.
func (p *patternParser) blockEnd(s span) (int, error) {
	text := s.String()
	depth := 0
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case depth == 0 && strings.HasPrefix(text[i:], "]]"):
			return i, nil
		case c == '\\':
			i++
		case c == '[':
			depth++
		case c == ']':
			if depth == 0 {
				return 0, &patternError{at: p.src.at(s.start + i), msg: `missing closing "]" for regex variable`,
					exit: exitMismatch}
			}
			depth--
		}
	}
	return -1, nil
}

// block reads "[[...]]" and returns the text after it.
func (p *patternParser) block(s span) (rest span, err error) {
	inner := s.drop(2)
	end, err := p.blockEnd(inner)
	if err != nil {
		return s, err
	}
	if end < 0 {
		return s, p.plainErrorAt(s.start, "Invalid substitution block, no ]] found")
	}
	rest = inner.drop(end + 2)
	inner = inner.take(end)
	if inner.consume("#") {
		return rest, p.numberBlock(inner, false)
	}
	return rest, p.stringBlock(inner)
}

// stringBlock reads "NAME:regex", "NAME" or the legacy "@LINE+n".
func (p *patternParser) stringBlock(s span) error {
	nameEnd := strings.IndexByte(s.String(), ':')
	head := s
	if nameEnd >= 0 {
		head = s.take(nameEnd)
	}
	if i := strings.IndexAny(head.String(), blanks); i >= 0 {
		return p.plainErrorAt(s.start+i, "unexpected whitespace")
	}
	whole := s
	v, err := p.variable(&s)
	if err != nil {
		return err
	}
	name := v.at.String()
	switch {
	case nameEnd >= 0 && (v.pseudo || !s.consume(":")):
		return p.plainErrorAt(v.at.start, "invalid name in string variable definition")
	case nameEnd >= 0:
		if p.vars.numbers[name] != nil {
			return p.plainErrorAt(v.at.start, "numeric variable with name '%s' already exists", name)
		}
		group := p.openGroup()
		p.pat.stringDefs = define(p.pat.stringDefs, name, group)
		p.vars.isString[name] = true
		if !s.empty() {
			if err := p.addRegex(s); err != nil {
				return err
			}
		}
		p.regex.WriteByte(')')
		return nil
	case v.pseudo:
		return p.numberBlock(whole, true)
	case !s.empty():
		return p.plainErrorAt(v.at.start, "invalid name in string variable use")
	}
	for _, d := range p.pat.stringDefs {
		if d.what != name {
			continue
		}
		if d.group > maxBackrefs {
			return p.plainErrorAt(v.at.start, "Can't back-reference more than %d variables", maxBackrefs)
		}
		fmt.Fprintf(&p.regex, `\%d`, d.group)
		return nil
	}
	p.pat.subst = append(p.pat.subst, substitution{at: v.at, index: p.regex.Len()})
	return nil
}

// numberBlock reads a numeric block and adds it to the regular expression.
func (p *patternParser) numberBlock(s span, legacy bool) error {
	x, form, def, err := p.numericBlock(s, legacy)
	if err != nil {
		return err
	}
	if def != nil {
		group := p.openGroup()
		p.pat.numberDefs = define(p.pat.numberDefs, def, group)
		p.vars.numbers[def.name] = def
	}
	if x != nil {
		p.pat.subst = append(p.pat.subst, substitution{at: s, index: p.regex.Len(), x: x, form: form})
	} else {
		wildcard := form.wildcard()
		groups, err := ere.Check(wildcard)
		if err != nil {
			return p.plainErrorAt(s.start, "invalid regex: %v", err)
		}
		p.regex.WriteString(wildcard)
		p.groups += groups
	}
	if def != nil {
		p.regex.WriteByte(')')
	}
	return nil
}

// errNoMatch reports that the pattern is valid but was not found.
var errNoMatch = errors.New("no match")

// match finds the pattern in in.text[lo:hi] and sets the variables that it defines. The
// errors are a single errNoMatch or the errors of substitutions.
func (p *pattern) match(vars *variables, in *source, lo, hi int) (start, end int, errs []error) {
	text := in.text[lo:hi]
	switch {
	case p.kind == kindEOF:
		return hi, hi, nil
	case p.kind == kindEmpty:
		for i := 0; ; i++ {
			n := strings.IndexByte(text[i:], '\n')
			if n < 0 {
				return 0, 0, []error{errNoMatch}
			}
			if i += n; i+1 == len(text) || text[i+1] == '\n' {
				return lo + i + 1, lo + i + 1, nil
			}
		}
	case p.fixed != "":
		i := indexText(text, p.fixed, p.ignoreCase)
		if i < 0 {
			return 0, 0, []error{errNoMatch}
		}
		return lo + i, lo + i + len(p.fixed), nil
	}
	re, errs := p.regexp(vars)
	if errs != nil {
		return 0, 0, errs
	}
	defines := len(p.stringDefs) > 0 || len(p.numberDefs) > 0
	loc, err := re.Match(text, defines)
	if err != nil {
		return 0, 0, []error{&patternError{at: p.at, msg: err.Error(), exit: exitMismatch}}
	}
	if loc == nil {
		return 0, 0, []error{errNoMatch}
	}
	for _, d := range p.stringDefs {
		from, to := loc[2*d.group], loc[2*d.group+1]
		vars.strings[d.what] = capture{text[from:to], lo + from, lo + to}
	}
	for _, d := range p.numberDefs {
		n, from, to := d.what, loc[2*d.group], loc[2*d.group+1]
		vars.numbers[n.name] = n
		n.value, n.start, n.end = n.form.value(text[from:to]), lo+from, lo+to
	}
	return lo + loc[0], lo + loc[1], nil
}

// indexText is strings.Index, without regard to ASCII case if ignoreCase is set.
func indexText(text, find string, ignoreCase bool) int {
	if !ignoreCase {
		return strings.Index(text, find)
	}
	for i := 0; i+len(find) <= len(text); i++ {
		if equalFold(text[i:i+len(find)], find) {
			return i
		}
	}
	return -1
}

func equalFold(a, b string) bool {
	for i := range len(a) {
		if lowerByte(a[i]) != lowerByte(b[i]) {
			return false
		}
	}
	return true
}

func lowerByte(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}

// regexp returns the expression with the current values put in.
func (p *pattern) regexp(vars *variables) (*ere.Regexp, []error) {
	if p.compiled != nil {
		return p.compiled, nil
	}
	text, errs := p.substituted(vars, ere.Escape)
	if errs != nil {
		return nil, errs
	}
	re, err := ere.Compile(text, p.ignoreCase)
	if err != nil {
		// A back reference can become invalid when the pieces are joined: in this case
		// LLVM silently matches nothing.
		if !p.strict && !ere.IsTooLarge(err) {
			return nil, []error{errNoMatch}
		}
		return nil, []error{&patternError{at: p.at, msg: "invalid regex: " + err.Error(), exit: exitMismatch}}
	}
	if len(p.subst) == 0 {
		p.compiled = re
	}
	return re, nil
}

// substituted returns the regular expression with the current values put in,
// string values after escape.
func (p *pattern) substituted(vars *variables, escape func(string) string) (string, []error) {
	if len(p.subst) == 0 {
		return p.regex, nil
	}
	if p.line != 0 {
		vars.line.value = bigInt(p.line)
	}
	var b strings.Builder
	var errs []error
	done := 0
	for _, s := range p.subst {
		b.WriteString(p.regex[done:s.index])
		done = s.index
		text, failed := s.value(vars)
		if failed == nil && s.x == nil {
			text = escape(text)
		}
		b.WriteString(text)
		errs = append(errs, failed...)
	}
	b.WriteString(p.regex[done:])
	return b.String(), errs
}

// value returns the current text of a substitution, or located errors.
func (s substitution) value(vars *variables) (string, []error) {
	if s.x == nil {
		c, ok := vars.strings[s.at.String()]
		if !ok {
			return "", []error{located(undefinedError{s.at}, s)}
		}
		return c.text, nil
	}
	v, errs := s.x.eval()
	if errs == nil {
		text, err := s.form.render(v)
		if err == nil {
			return text, nil
		}
		errs = []error{err}
	}
	for i, err := range errs {
		errs[i] = located(err, s)
	}
	return "", errs
}

func located(err error, s substitution) error {
	at := s.at.loc()
	var undefined undefinedError
	if errors.As(err, &undefined) {
		at = undefined.at.loc()
	}
	return &patternError{at: at, msg: err.Error(), exit: exitMismatch}
}
