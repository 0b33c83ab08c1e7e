package lit

import (
	"fmt"
	"slices"
	"strings"

	"optc/internal/base/lazyre"
	"optc/internal/tool/filecheck"
)

// filecheck is the command FileCheck of a test: strict, and aware of the
// prefixes that the other commands of the test use.
func (sh *shell) filecheck(inv *Invocation) int {
	if sh.observe != nil {
		return sh.observed(inv, sh.observe)
	}
	return sh.plainFilecheck(inv)
}

func (sh *shell) plainFilecheck(inv *Invocation) int {
	return filecheck.Main(filecheck.Invocation{
		Name: inv.Name, Args: inv.Args, Dir: inv.Dir,
		Env:   func(name string) string { return inv.Env[name] },
		Stdin: inv.Stdin, Stdout: inv.Stdout, Stderr: inv.Stderr,
		Options: filecheck.Options{Strict: !sh.test.settings.asLit, KnownPrefixes: sh.test.prefixes},
	})
}

// calls returns all calls of the test's commands, without env and not.
func (t *test) calls() []simple {
	var out []simple
	var walk func(*command)
	walk = func(c *command) {
		if c.op != "" {
			walk(c.left)
			walk(c.right)
			return
		}
		for _, s := range c.pipeline {
			if s.group != nil {
				walk(s.group)
				continue
			}
			for len(s.words) > 1 && (s.words[0].text == "not" || s.words[0].text == "!" || s.words[0].text == "env" || strings.Contains(s.words[0].text, "=")) {
				s.negated = s.negated || s.words[0].text == "not" || s.words[0].text == "!"
				s.words = s.words[1:]
			}
			out = append(out, s)
		}
	}
	for _, r := range t.runs {
		walk(r.tree)
	}
	return out
}

func (s simple) isFileCheck() bool {
	return s.words[0].text == "FileCheck" || s.words[0].text == "filecheck"
}

// flagValues returns the values of an option in the forms --name=value and --name value,
// with one or two dashes.
func (s simple) flagValues(name string) []string {
	var out []string
	for i, w := range s.words {
		flag, value, ok := strings.Cut(strings.TrimPrefix(strings.TrimPrefix(w.text, "-"), "-"), "=")
		if flag != name || !strings.HasPrefix(w.text, "-") {
			continue
		}
		if !ok && i+1 < len(s.words) {
			value = s.words[i+1].text
		}
		out = append(out, value)
	}
	return out
}

// checkPrefixes returns the prefixes of a FileCheck call.
func (s simple) checkPrefixes() []string {
	out := s.flagValues("check-prefix")
	for _, list := range s.flagValues("check-prefixes") {
		out = append(out, strings.Split(list, ",")...)
	}
	if out == nil {
		out = []string{"CHECK"}
	}
	return out
}

// checkingTools are commands that exist to fail if their input is wrong.
var checkingTools = []string{"FileCheck", "filecheck", "diff", "cmp", "count", "test", "grep"}

// checkingFlags are options that make a tool check its input itself.
var checkingFlags = lazyre.New(`^--?verify-(diagnostics|roundtrip|exec)(=|$)`)

// directive is a comment that starts with an upper-case word and the suffix of a
// FileCheck directive.
var directiveLine = lazyre.New(`(?m)^[ \t]*(?://|#|;)[ \t]*([A-Z][A-Z0-9_-]*?)(?:-(?:NEXT|SAME|NOT|DAG|LABEL|EMPTY|COUNT-[0-9]+))(?:\{LITERAL\})?:`)

// lint rejects tests that cannot fail, and directives that no command reads. It
// sets t.prefixes.
func (t *test) lint() error {
	checks := false
	for _, s := range t.calls() {
		if s.isFileCheck() {
			t.prefixes = append(t.prefixes, s.checkPrefixes()...)
		}
		checks = checks || s.negated || slices.Contains(checkingTools, s.words[0].text) ||
			slices.ContainsFunc(s.words, func(w word) bool { return checkingFlags().MatchString(w.text) })
	}
	if !checks {
		return fmt.Errorf("the test checks nothing: expected a RUN line with FileCheck, diff, cmp, count, test, grep, not or --verify-diagnostics")
	}
	for _, m := range directiveLine().FindAllStringSubmatchIndex(t.text, -1) {
		prefix := t.text[m[2]:m[3]]
		if !slices.Contains(t.prefixes, prefix) && !t.comments(prefix) {
			line := 1 + strings.Count(t.text[:m[2]], "\n")
			return fmt.Errorf("line %d: no command uses the prefix '%s'; the prefixes of this test are %s", line, prefix, strings.Join(t.prefixes, ", "))
		}
	}
	return nil
}

// comments reports whether prefix is a comment prefix of a FileCheck call.
func (t *test) comments(prefix string) bool {
	if prefix == "COM" || prefix == "RUN" {
		return true
	}
	for _, s := range t.calls() {
		for _, list := range s.flagValues("comment-prefixes") {
			if slices.Contains(strings.Split(list, ","), prefix) {
				return true
			}
		}
	}
	return false
}
