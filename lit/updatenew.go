package lit

import (
	"strings"

	"optc/internal/base/lazyre"
	"optc/internal/tool/filecheck"
)

// symbolDefinition matches a line that defines a symbol, e.g. "func.func @f(".
var symbolDefinition = lazyre.New(`^[ \t]*([a-z_]+(?:\.[a-z_]+)+)(?: [a-z]+)* (@(?:[A-Za-z0-9_$.-]+|"[^"]*"))`)

// newChecks adds directives for the whole output to a check file without directives. The
// directives for a function are placed before the line of the check file that defines it;
// the directives for aliases are placed before the first function of their part of the
// output. A function that exists in only one of the two texts gets no directives.
func newChecks(text, output, prefix string) string {
	u := &updater{output: strings.SplitAfter(strings.TrimSuffix(output, "\n"), "\n")}
	u.aliases = outputAliases(u.output)
	lines := strings.SplitAfter(text, "\n")
	directives := map[int][]string{} // directives by index in lines
	first := map[int]int{}           // index in lines of the first function, by the start of a part of the output
	from := 0
	for i, line := range lines {
		m := symbolDefinition().FindStringSubmatch(line)
		if m == nil || strings.Contains(m[1], "call") {
			continue
		}
		at := u.definitionOf(m[1], m[2], from)
		if at < 0 {
			continue
		}
		from = u.functionEnd(at)
		start := u.sectionStart(at)
		if _, ok := first[start]; !ok {
			first[start] = i
		}
		n := newNames(filecheck.Variables{}, u.aliasesOf(section{first: at, start: start}))
		directives[i] = append(directives[i], u.functionChecks(n, at, from, prefix)...)
		var definitions []string
		for _, p := range n.definitions() {
			definitions = append(definitions, newDirective(prefix, "-DAG", p))
		}
		directives[first[start]] = append(definitions, directives[first[start]]...)
	}
	var b strings.Builder
	for i, line := range lines {
		for _, d := range directives[i] {
			b.WriteString(d)
		}
		b.WriteString(line)
	}
	return b.String()
}

// newDirective writes a directive; all patterns start in the same column.
func newDirective(prefix, suffix, pattern string) string {
	head := "// " + prefix + suffix + ":"
	if pattern == "" {
		return head + "\n"
	}
	return head + strings.Repeat(" ", len("-LABEL ")-len(suffix)) + pattern + "\n"
}

// definitionOf finds the line of the output on which an op defines a symbol.
func (u *updater) definitionOf(op, symbol string, from int) int {
	for i := from; i < len(u.output); i++ {
		if m := symbolDefinition().FindStringSubmatch(u.output[i]); m != nil && m[1] == op && m[2] == symbol {
			return i
		}
	}
	return -1
}

// functionChecks returns the directives for output[at:end].
func (u *updater) functionChecks(n *names, at, end int, prefix string) []string {
	line := strings.TrimSpace(u.output[at])
	label, rest := line, ""
	if i := strings.IndexByte(line, '('); i >= 0 && strings.Contains(line[i:], "%") {
		label, rest = line[:i+1], line[i+1:]
	}
	out := []string{newDirective(prefix, "-LABEL", escapeBrackets(label))}
	if rest != "" {
		out = append(out, newDirective(prefix, "-SAME", "  "+n.pattern(rest)))
	}
	indent := indentation(u.output[at])
	for _, l := range u.output[at+1 : end] {
		if pattern := n.pattern(l); pattern != "" {
			out = append(out, newDirective(prefix, "-NEXT", strings.Repeat(" ", max(0, indentation(l)-indent))+pattern))
		} else {
			out = append(out, newDirective(prefix, "-EMPTY", ""))
		}
	}
	return out
}

// sectionStart returns the line after the last "// -----" before a line.
func (u *updater) sectionStart(line int) int {
	start := 0
	for i := range line {
		if strings.HasPrefix(u.output[i], "// -----") {
			start = i + 1
		}
	}
	return start
}
