package lit

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"optc/internal/base/lazyre"
)

// test is a parsed test file.
type test struct {
	name         string
	text         string
	runs         []runLine
	requires     []string // boolean expressions
	unsupporteds []string
	xfails       []string
	definitions  []definition

	settings settings
	retries  int // how often the test is run again when it fails

	dir      string   // working directory
	prefixes []string // prefixes of all FileCheck calls
}

// runLine is a RUN command after its continuation lines are joined.
type runLine struct {
	line     int // line of its start
	text     string
	expanded string
	tree     *command
}

// definition is a DEFINE or REDEFINE line. It holds for RUN line beforeRuns and the following ones.
type definition struct {
	line       int
	body       string
	redefine   bool
	name       string
	value      string
	beforeRuns int
}

// keywords are the words that lit looks for, anywhere in a line.
var keywords = lazyre.New(`(RUN:|XFAIL:|REQUIRES:|UNSUPPORTED:|ALLOW_RETRIES:|END\.|DEFINE:|REDEFINE:)(.*)`)

// mayHaveKeyword is a fast check before the regular expression.
func mayHaveKeyword(line string) bool {
	for _, end := range [...]string{"RUN:", "FINE:", "FAIL:", "IRES:", "RTED:", "RIES:", "END."} {
		if strings.Contains(line, end) {
			return true
		}
	}
	return false
}

// parseTest reads the keywords of a test file.
func parseTest(name, text string) (*test, error) {
	t := &test{name: name, text: text, retries: -1}
	open := "" // keyword whose last line ends with a backslash
	line := 0
	for content := range strings.Lines(text) {
		line++
		if !mayHaveKeyword(content) {
			continue
		}
		m := keywords().FindStringSubmatch(strings.TrimRight(content, "\r\n"))
		if m == nil {
			continue
		}
		keyword, rest := m[1], m[2]
		if keyword == "END." && strings.TrimSpace(rest) == "" {
			break
		}
		continued := open == keyword
		if (open == "RUN:" || strings.HasSuffix(open, "DEFINE:")) && !continued && (keyword == "RUN:" || strings.HasSuffix(keyword, "DEFINE:")) {
			return nil, fmt.Errorf("line %d: '%s' line with '\\' has no continuation", line, open)
		}
		more := strings.HasSuffix(strings.TrimRight(rest, " \t"), `\`)
		if more {
			rest = strings.TrimSuffix(strings.TrimRight(rest, " \t"), `\`)
		}
		if err := t.addKeyword(keyword, rest, line, continued); err != nil {
			return nil, fmt.Errorf("line %d: %w", line, err)
		}
		switch {
		case more:
			open = keyword
		case continued:
			open = ""
		}
	}
	if open != "" {
		return nil, fmt.Errorf("'%s' line with '\\' has no continuation", open)
	}
	if len(t.runs) == 0 {
		return nil, errors.New("test has no 'RUN:' line")
	}
	return t, t.parseDefinitions()
}

func (t *test) addKeyword(keyword, rest string, line int, continued bool) error {
	switch keyword {
	case "RUN:":
		rest = substituteLine(rest, line)
		if continued {
			t.runs[len(t.runs)-1].text += rest
		} else {
			t.runs = append(t.runs, runLine{line: line, text: rest})
		}
	case "DEFINE:", "REDEFINE:":
		rest = substituteLine(rest, line)
		if continued {
			last := &t.definitions[len(t.definitions)-1]
			last.body = strings.TrimRight(last.body, " \t") + " " + strings.TrimLeft(rest, " \t")
		} else {
			t.definitions = append(t.definitions, definition{line: line, body: rest, redefine: keyword == "REDEFINE:", beforeRuns: len(t.runs)})
		}
	case "REQUIRES:":
		addConditions(&t.requires, rest, continued)
	case "UNSUPPORTED:":
		addConditions(&t.unsupporteds, rest, continued)
	case "XFAIL:":
		addConditions(&t.xfails, rest, continued)
	case "ALLOW_RETRIES:":
		n, err := strconv.Atoi(strings.TrimSpace(rest))
		switch {
		case err != nil || n < 0:
			return fmt.Errorf("expected a number of retries, but got '%s'", strings.TrimSpace(rest))
		case t.retries >= 0:
			return errors.New("the test has more than one ALLOW_RETRIES line")
		}
		t.retries = n
	}
	return nil
}

// addConditions adds the expressions of a comma-separated list.
func addConditions(list *[]string, rest string, continued bool) {
	for i, e := range strings.Split(rest, ",") {
		e = strings.TrimSpace(e)
		switch {
		case e == "":
		case continued && i == 0 && len(*list) > 0:
			(*list)[len(*list)-1] += " " + e
		default:
			*list = append(*list, e)
		}
	}
}

var lineExpression = lazyre.New(`%\(line *(?:([+-]) *(\d+))?\)`)

// substituteLine replaces %(line), %(line+n) and %(line-n).
func substituteLine(text string, line int) string {
	return lineExpression().ReplaceAllStringFunc(text, func(s string) string {
		m := lineExpression().FindStringSubmatch(s)
		n, _ := strconv.Atoi(m[1] + m[2])
		return strconv.Itoa(line + n)
	})
}

var definitionName = lazyre.New(`^%\{[_a-zA-Z][-_:0-9a-zA-Z]*\}$`)

func (t *test) parseDefinitions() error {
	for i := range t.definitions {
		d := &t.definitions[i]
		name, value, ok := strings.Cut(d.body, "=")
		d.name, d.value = strings.TrimSpace(name), strings.TrimSpace(value)
		if !ok || !definitionName().MatchString(d.name) {
			return fmt.Errorf("line %d: expected '%%{name} = value' with a name of letters, digits, '_', '-' and ':', but got '%s'", d.line, strings.TrimSpace(d.body))
		}
	}
	return nil
}

// unsupported returns why the test cannot run, or "".
func (t *test) unsupported(features []string) (string, error) {
	for _, e := range t.requires {
		ok, err := evaluate(e, features)
		if err != nil {
			return "", fmt.Errorf("REQUIRES: %w", err)
		}
		if !ok {
			return "requires " + e, nil
		}
	}
	e, err := firstTrue(t.unsupporteds, features)
	if err != nil {
		return "", fmt.Errorf("UNSUPPORTED: %w", err)
	}
	if e != "" {
		return "unsupported with " + e, nil
	}
	return "", nil
}

func (t *test) expectedToFail(features []string) (bool, error) {
	e, err := firstTrue(t.xfails, features)
	if err != nil {
		return false, fmt.Errorf("XFAIL: %w", err)
	}
	return e != "", nil
}

// firstTrue returns the first condition that holds; "*" always does.
func firstTrue(conditions, features []string) (string, error) {
	for _, e := range conditions {
		if e == "*" {
			return e, nil
		}
		if ok, err := evaluate(e, features); ok || err != nil {
			return e, err
		}
	}
	return "", nil
}

// percent hides "%%", a percent sign, from substitutions.
const percent = "\x00"

func hidePercents(text string) string { return strings.ReplaceAll(text, "%%", percent) }

// expand replaces the substitutions in the RUN lines. temp is the start of the
// names that %t gives.
func (t *test) expand(additional [][2]string, source, temp string) error {
	subst := slices.Clone(t.settings.patterns)
	for _, list := range [][][2]string{additional, defaultSubstitutions(source, temp)} {
		for _, s := range list {
			subst = append(subst, substitution{from: s[0], to: s[1]})
		}
	}
	defs := t.definitions
	for i := range t.runs {
		for len(defs) > 0 && defs[0].beforeRuns <= i {
			var err error
			if subst, err = defs[0].apply(subst); err != nil {
				return fmt.Errorf("line %d: %w", defs[0].line, err)
			}
			defs = defs[1:]
		}
		text, err := t.substituted(t.runs[i].text, subst)
		if err == nil && !t.settings.asLit {
			if _, after, found := strings.Cut(strings.ReplaceAll(text, readFile, ""), "%{"); found {
				name, _, _ := strings.Cut(after, "}")
				err = fmt.Errorf("unknown substitution '%%{%s}'", name)
			}
		}
		if err != nil {
			return fmt.Errorf("line %d: %w", t.runs[i].line, err)
		}
		t.runs[i].expanded = strings.ReplaceAll(text, percent, "%")
	}
	return nil
}

// substituted applies conditions and substitutions to a RUN line, and to the result as often
// as the settings permit.
func (t *test) substituted(text string, subst []substitution) (string, error) {
	for step := 0; ; step++ {
		next, err := expandConditions(hidePercents(text), t.settings.features)
		if err != nil {
			return "", err
		}
		for i := range subst {
			if next, err = subst[i].apply(next, hidePercents); err != nil {
				return "", err
			}
		}
		next = strings.TrimSpace(next)
		switch {
		case strings.Contains(next, "%T"):
			return "", errors.New("%T is not supported; make a directory with a name that starts with %t")
		case len(next) > maxLine:
			return "", fmt.Errorf("the line is longer than %d bytes after its substitutions", maxLine)
		case t.settings.recursion < 0 || next == text:
			return next, nil
		case step > t.settings.recursion:
			return "", fmt.Errorf("substitutions still change the line after config.recursiveExpansionLimit = %d", t.settings.recursion)
		}
		text = next
	}
}

// maxLine is the length of a RUN line after its substitutions, in bytes.
const maxLine = 1 << 20

// apply adds or changes a substitution.
func (d definition) apply(subst []substitution) ([]substitution, error) {
	for i, s := range subst {
		if s.from != d.name {
			continue
		}
		if !d.redefine {
			return nil, fmt.Errorf("substitution '%s' is already defined; use REDEFINE", d.name)
		}
		out := slices.Clone(subst)
		out[i] = substitution{from: d.name, to: d.value}
		return out, nil
	}
	if d.redefine {
		return nil, fmt.Errorf("substitution '%s' is not defined; use DEFINE", d.name)
	}
	return append([]substitution{{from: d.name, to: d.value}}, subst...), nil
}

// defaultSubstitutions are lit's, in its order.
func defaultSubstitutions(source, temp string) [][2]string {
	dir, tmp := filepath.Dir(source), temp+".tmp"
	out := [][2]string{
		{"%{pathsep}", string(filepath.ListSeparator)},
		{"%basename_t", filepath.Base(temp)},
		{"%{s:basename}", filepath.Base(source)},
		{"%{t:stem}", filepath.Base(temp)},
		{"%{fs-src-root}", filepath.VolumeName(source) + string(filepath.Separator)},
		{"%{fs-tmp-root}", filepath.VolumeName(temp) + string(filepath.Separator)},
		{"%{fs-sep}", string(filepath.Separator)},
		{"%/et", strings.ReplaceAll(tmp, `\`, strings.Repeat(`\`, 8))},
	}
	escape := strings.NewReplacer("@", `\@`, "&", `\&`)
	for _, p := range [][2]string{{"s", source}, {"S", dir}, {"p", dir}, {"t", tmp}} {
		letter, path := p[0], p[1]
		slashed := filepath.ToSlash(path)
		out = append(out,
			[2]string{"%" + letter, path},
			[2]string{"%/" + letter, slashed},
			[2]string{"%{" + letter + ":real}", realPath(path)},
			[2]string{"%{/" + letter + ":real}", filepath.ToSlash(realPath(path))},
			[2]string{"%{/" + letter + ":regex_replacement}", escape.Replace(slashed)},
			[2]string{"%:" + letter, strings.TrimPrefix(slashed, "/")})
	}
	return out
}

// realPath is a path without symbolic links. Parts of the path that do not exist yet are
// kept.
func realPath(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	if dir, file := filepath.Split(path); dir != path && file != "" {
		return filepath.Join(realPath(filepath.Clean(dir)), file)
	}
	return path
}

// expandConditions replaces "%if cond %{ text %} %else %{ text %}".
func expandConditions(text string, features []string) (string, error) {
	out, rest, err := conditional(text, features, false)
	if err == nil && rest != "" {
		err = fmt.Errorf("unexpected '%s'", rest)
	}
	return out, err
}

func conditional(text string, features []string, nested bool) (out, rest string, err error) {
	for {
		i := strings.Index(text, "%if ")
		end := -1
		if nested {
			if end = strings.Index(text, "%}"); end < 0 {
				return "", "", errors.New("'%}' is missing for %if substitution")
			}
		}
		if end >= 0 && (i < 0 || end < i) {
			return out + text[:end], text[end+2:], nil
		}
		if i < 0 {
			return out + text, "", nil
		}
		out += text[:i]
		cond, body, ok := strings.Cut(text[i+len("%if "):], "%{")
		if !ok {
			return "", "", errors.New("'%{' is missing for %if substitution")
		}
		holds, err := evaluate(strings.TrimSpace(cond), features)
		if err != nil {
			return "", "", err
		}
		then, after, err := conditional(body, features, true)
		if err != nil {
			return "", "", err
		}
		otherwise := ""
		if e, ok := strings.CutPrefix(strings.TrimLeft(after, " \t"), "%else"); ok {
			if e, ok = strings.CutPrefix(strings.TrimLeft(e, " \t"), "%{"); !ok {
				return "", "", errors.New("'%{' is missing for %else substitution")
			}
			if otherwise, after, err = conditional(e, features, true); err != nil {
				return "", "", err
			}
		}
		if holds {
			out += then
		} else {
			out += otherwise
		}
		text = after
	}
}
