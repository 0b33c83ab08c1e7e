package lit

import (
	"errors"
	"slices"
	"strings"

	"optc/internal/base/lazyre"
	"optc/internal/tool/filecheck"
)

// updateChecks returns a check file in which the failing blocks of directives are
// rewritten to the output. A block starts with a -LABEL directive; the directives before
// the first label also form a block. A file without directives gets new directives.
func updateChecks(name, text, output string, o filecheck.Options) string {
	o.Strict = false
	o.AllowUnusedPrefixes = true
	directives, err := filecheck.Directives(name, text, o)
	switch {
	case errors.Is(err, filecheck.ErrNoDirectives):
		fresh := newChecks(text, output, append(o.CheckPrefixes, "CHECK")[0])
		if lines, err := filecheck.Failures(name, fresh, "<stdin>", output, o); err != nil || lines != nil {
			return text
		}
		return fresh
	case err != nil:
		return text
	}
	u := &updater{
		lines: strings.SplitAfter(text, "\n"), output: strings.SplitAfter(strings.TrimSuffix(output, "\n"), "\n"),
		edits: map[int]*edit{},
	}
	u.aliases = outputAliases(u.output)
	u.defines = o.Defines
	u.split(directives)
	failing := func() []int {
		lines, err := filecheck.Failures(name, u.text(), "<stdin>", output, o)
		if err != nil {
			return nil
		}
		return u.blocksOf(lines)
	}
	// A LABEL that is not found hides later failures, so that the search is repeated
	// after each round.
	tried := map[int]bool{}
	for {
		progress := false
		for _, b := range failing() {
			if !tried[b] {
				tried[b] = true
				progress = true
				u.rewrite(b)
			}
		}
		if !progress {
			break
		}
	}
	// Give up on the blocks that still fail; others may depend on them.
	for bad := failing(); len(bad) > 0 && len(u.edits) > 0; bad = failing() {
		edits := len(u.edits)
		for _, b := range bad {
			delete(u.edits, b)
		}
		if len(u.edits) == edits {
			break
		}
	}
	return u.text()
}

// edit changes lines of the check file. The keys are line indices of the
// original; a line that is replaced by nothing is removed.
type edit struct{ before, replace map[int][]string }

// updater rewrites a check file for an output.
type updater struct {
	lines  []string // lines of the check file, with their ends
	output []string // lines of the output, with their ends
	blocks []block
	edits  map[int]*edit // by block

	aliases []alias
	defines []string // definitions by -D options
	order   []int    // for each line of text(), the index of its original line
}

// block is a run of directives.
type block struct {
	units []unit
	label bool
}

// unit is a directive with the SAME directives after it.
type unit struct{ directives []filecheck.Directive }

func (u unit) head() *filecheck.Directive { return &u.directives[0] }

func (u *updater) split(directives []filecheck.Directive) {
	for _, d := range directives {
		switch {
		case d.Suffix == "-LABEL" || len(u.blocks) == 0:
			u.blocks = append(u.blocks, block{label: d.Suffix == "-LABEL"})
		case d.Suffix == "-SAME":
			last := &u.blocks[len(u.blocks)-1]
			last.units[len(last.units)-1].directives = append(last.units[len(last.units)-1].directives, d)
			continue
		}
		last := &u.blocks[len(u.blocks)-1]
		last.units = append(last.units, unit{[]filecheck.Directive{d}})
	}
}

// text returns the check file with all edits.
func (u *updater) text() string {
	var b strings.Builder
	u.order = u.order[:0]
	for i, line := range u.lines {
		var before []string
		replaced := []string{line}
		for n := range u.blocks {
			if e := u.edits[n]; e != nil {
				before = append(before, e.before[i]...)
				if r, ok := e.replace[i]; ok {
					replaced = r
				}
			}
		}
		for _, r := range append(before, replaced...) {
			b.WriteString(r)
			u.order = append(u.order, i)
		}
	}
	return b.String()
}

// blocksOf returns the blocks of directives on the given lines of text().
func (u *updater) blocksOf(lines []int) []int {
	var out []int
	for _, l := range lines {
		original := u.order[min(l, len(u.order))-1] + 1
		b := 0
		for b+1 < len(u.blocks) && u.blocks[b+1].units[0].head().Line <= original {
			b++
		}
		if !slices.Contains(out, b) {
			out = append(out, b)
		}
	}
	return out
}

// section is the part of the output that belongs to a block.
type section struct {
	first, last int // lines of output, last exclusive
	start       int // first line of the part between "// -----" separators
}

var symbolName = lazyre.New(`@(?:[A-Za-z0-9_$.-]+|"[^"]*")`)

// find returns the lines of the output that belong to block b: from the line of
// its label to the end of that function, or to the next label.
func (u *updater) find(b int) (section, bool) {
	s := section{last: len(u.output)}
	for i, bl := range u.blocks {
		if !bl.label {
			continue
		}
		line := u.labelLine(bl.units[0].head(), s.first)
		if line < 0 {
			if i == b {
				return s, false
			}
			continue
		}
		if i > b {
			s.last = min(s.last, line)
			break
		}
		s.first = line
		if i == b {
			s.last = u.functionEnd(line)
		}
	}
	if !u.blocks[b].label {
		s.first = 0
	}
	s.start = u.sectionStart(s.first)
	return s, true
}

// labelLine finds the line of a label by its pattern, or by the symbol in it.
func (u *updater) labelLine(d *filecheck.Directive, from int) int {
	symbol := symbolName().FindString(d.Text)
	bySymbol := -1
	for i := from; i < len(u.output); i++ {
		if _, _, ok := d.Match(u.output[i], 0, filecheck.Variables{}); ok {
			return i
		}
		if bySymbol < 0 && symbol != "" && symbolName().FindString(u.output[i]) == symbol {
			bySymbol = i
		}
	}
	return bySymbol
}

// functionEnd returns the line after the '}' that closes the op of a line.
func (u *updater) functionEnd(line int) int {
	indent := indentation(u.output[line])
	if !strings.HasSuffix(strings.TrimSpace(u.output[line]), "{") {
		return line + 1
	}
	for i := line + 1; i < len(u.output); i++ {
		if indentation(u.output[i]) == indent && strings.HasPrefix(strings.TrimSpace(u.output[i]), "}") {
			return i + 1
		}
	}
	return len(u.output)
}

func indentation(line string) int { return len(line) - len(strings.TrimLeft(line, " ")) }

// alias is the definition of an attribute or type alias in the output.
type alias struct {
	line             int // line of the output
	name, definition string
	variable         string // set by the directives that edits add
}

var aliasDefinition = lazyre.New(`^([#!][A-Za-z_][A-Za-z0-9_$-]*) = (.*)$`)

func outputAliases(lines []string) []alias {
	var out []alias
	for i, line := range lines {
		if m := aliasDefinition().FindStringSubmatch(strings.TrimRight(line, "\r\n")); m != nil {
			out = append(out, alias{line: i, name: m[1], definition: m[2]})
		}
	}
	return out
}

// aliasesOf returns the aliases of the part of the output that s is in.
func (u *updater) aliasesOf(s section) []*alias {
	var out []*alias
	for i := range u.aliases {
		if a := &u.aliases[i]; a.line >= s.start && a.line < s.first {
			out = append(out, a)
		}
	}
	return out
}

// rewrite makes the edit of a block.
func (u *updater) rewrite(b int) {
	s, ok := u.find(b)
	if !ok {
		return
	}
	w := &writer{
		updater: u, edit: &edit{map[int][]string{}, map[int][]string{}},
		names: newNames(u.globals(b), u.aliasesOf(s)), lines: u.output[s.first:s.last],
	}
	w.names.literal = spelledOut(u.blocks[b].units)
	w.block(u.blocks[b])
	w.defineAliases(u.firstLabel(s))
	u.edits[b] = w.edit
}

// globals returns the variables that a block starts with: the variables of -D options,
// and the variables with '$' that directives before the block capture.
func (u *updater) globals(b int) filecheck.Variables {
	vars := filecheck.Variables{}
	for _, d := range u.defines {
		if name, value, ok := strings.Cut(d, "="); ok && !strings.HasPrefix(name, "#") {
			vars[name] = value
		}
	}
	for _, bl := range u.blocks[:b] {
		for _, un := range bl.units {
			for _, d := range un.directives {
				if strings.Contains(d.Text, "[[$") && d.Suffix != "-NOT" {
					u.captureAnywhere(&d, vars)
				}
			}
		}
	}
	return vars
}

func (u *updater) captureAnywhere(d *filecheck.Directive, vars filecheck.Variables) {
	found := filecheck.Variables{}
	for _, line := range u.output {
		if _, _, ok := d.Match(line, 0, found); ok {
			break
		}
	}
	for name, value := range found {
		if name[0] == '$' {
			vars[name] = value
		}
	}
}

// firstLabel returns the first label directive whose function is in the same part of the
// output as s: alias definitions precede it.
func (u *updater) firstLabel(s section) *filecheck.Directive {
	for i, bl := range u.blocks {
		if o, ok := u.find(i); ok && bl.label && o.start == s.start {
			return bl.units[0].head()
		}
	}
	return nil
}
