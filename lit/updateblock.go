package lit

import (
	"slices"
	"strings"

	"optc/internal/base/textdiff"
	"optc/internal/tool/filecheck"
)

// writer rewrites the directives of a block to match lines of the output.
type writer struct {
	*updater
	edit  *edit
	names *names
	lines []string // lines of the output
}

// block walks the units in order. Units that match a line are kept; the other units are replaced by
// directives for the lines between their neighbours.
func (w *writer) block(b block) {
	at := w.align(b)
	done := -1                    // last line of the output that a directive covers
	var broken []unit             // units since then that match nothing
	var last *filecheck.Directive // directive after which new directives are inserted
	for i, un := range b.units {
		d := un.head()
		line := at[i]
		switch {
		case line == keepInPlace:
			w.capture(un)
			continue
		case line == noLine:
			broken = append(broken, un)
			continue
		}
		w.fill(broken, done+1, line, d.Suffix == "-NEXT" || d.Suffix == "-EMPTY", last)
		broken = nil
		if end := w.matchUnit(un, w.lines[line]); end < len(un.directives) {
			w.replace(un, end, w.lines[line])
		}
		done, last = line, &un.directives[len(un.directives)-1]
	}
	w.fill(broken, done+1, len(w.lines), false, last)
}

const (
	noLine      = -1 // the unit matches no line that keeps the order of the units
	keepInPlace = -2 // the unit has no fixed place: NOT, and DAG that matches
)

// align finds a longest list of units that match lines in order and returns the
// line of each unit.
func (w *writer) align(b block) []int {
	n, m := len(b.units), len(w.lines)
	at := make([]int, n)
	// length[i][j] is the length of the longest list for units[i:], lines[j:].
	length := make([][]int, n+1)
	for i := range length {
		length[i] = make([]int, m+1)
	}
	matches := make([][]bool, n)
	for i := n - 1; i >= 0; i-- {
		matches[i] = make([]bool, m)
		at[i] = noLine
		movable := w.movable(b.units[i])
		if movable {
			at[i] = keepInPlace
		}
		for j := m - 1; j >= 0; j-- {
			best := max(length[i+1][j], length[i][j+1])
			if !movable {
				// The label covers the first line, even if it does not match it.
				matches[i][j] = w.matchesAlone(b.units[i], w.lines[j]) || b.label && i == 0 && j == 0
				if matches[i][j] {
					best = max(best, 1+length[i+1][j+1])
				}
			}
			length[i][j] = best
		}
	}
	for i, j := 0, 0; i < n && j < m; {
		switch {
		case matches[i][j] && length[i][j] == 1+length[i+1][j+1]:
			at[i] = j
			i, j = i+1, j+1
		case length[i][j] == length[i+1][j]:
			i++
		default:
			j++
		}
	}
	return at
}

// movable reports whether a unit is unchanged when the lines move.
func (w *writer) movable(un unit) bool {
	switch un.head().Suffix {
	case "-NOT":
		return true
	case "-DAG":
		for _, line := range w.lines {
			if w.matchesAlone(un, line) {
				return true
			}
		}
	}
	return strings.HasPrefix(un.head().Suffix, "-COUNT")
}

// matchesAlone reports whether all directives of a unit match a line, if
// variables may have any value.
func (w *writer) matchesAlone(un unit, line string) bool {
	return w.matchWith(un, line, filecheck.Variables{}, false) == len(un.directives)
}

// matchWith returns the number of leading directives of a unit that match consecutive
// parts of a line. Unless strict is set, variables without a value match anything.
func (w *writer) matchWith(un unit, line string, vars filecheck.Variables, strict bool) int {
	line = canonicalSpace(line)
	if un.head().Suffix == "-EMPTY" {
		if line == "" {
			return 1
		}
		return 0
	}
	pos := 0
	for i := range un.directives {
		d := &un.directives[i]
		unknown := func(name string) bool { _, ok := vars[name]; return !ok }
		if strict && slices.ContainsFunc(d.Uses(), unknown) {
			return i
		}
		_, end, ok := d.Match(line, pos, vars)
		if !ok {
			return i
		}
		pos = end
	}
	return len(un.directives)
}

// canonicalSpace normalizes the spaces of a line as FileCheck does.
func canonicalSpace(line string) string {
	text := strings.Join(strings.Fields(line), " ")
	if line != strings.TrimLeft(line, " \t") {
		text = " " + text
	}
	return strings.TrimRight(text, " ")
}

// matchUnit matches with the present values of variables and stores the values that the
// directives capture. A directive that needs a variable without a value fails.
func (w *writer) matchUnit(un unit, line string) int {
	n := w.matchWith(un, line, w.names.vars, true)
	w.names.sync()
	return n
}

// capture takes the variables of a DAG directive.
func (w *writer) capture(un unit) {
	if un.head().Suffix != "-DAG" {
		return
	}
	for _, line := range w.lines {
		if w.matchUnit(un, line) == len(un.directives) {
			return
		}
	}
}

// fill replaces broken units by directives for lines[from:to]: for all lines if dense is
// set, otherwise for the line that is closest to each unit. New directives without a unit
// to replace are inserted after last.
func (w *writer) fill(broken []unit, from, to int, dense bool, last *filecheck.Directive) {
	for i, un := range broken {
		dense = dense || un.head().Suffix == "-NEXT"
		if !dense || i == 0 && un.head().Suffix != "-NEXT" {
			line := w.closest(un, from, to)
			if line < 0 {
				w.remove(un)
				continue
			}
			w.replace(un, 0, w.lines[line])
			from, last = line+1, un.head()
			continue
		}
		if from >= to {
			w.remove(un)
			continue
		}
		w.replace(un, 0, w.lines[from])
		from, last = from+1, un.head()
	}
	for ; dense && last != nil && from < to; from++ {
		w.insertAfter(last, "-NEXT", w.lines[from])
	}
}

// closest returns the line that shares most with the text of a unit.
func (w *writer) closest(un unit, from, to int) int {
	best, distance := -1, 0.0
	for j := from; j < to; j++ {
		line := strings.TrimSpace(w.lines[j])
		if line == "" {
			continue
		}
		text := un.head().Text
		d := float64(textdiff.Distance(text, line)) / float64(max(len(text), len(line)))
		if best < 0 || d < distance {
			best, distance = j, d
		}
	}
	return best
}

// replace keeps the first directives of a unit and writes the rest for line.
func (w *writer) replace(un unit, keep int, line string) {
	d := un.head()
	first := d.Line - 1
	switch {
	case d.Suffix == "-LABEL":
		w.replaceLabel(un, line)
		return
	case keep > 0: // some SAME directives fail: one takes the place of them all
		_, pos := w.prefixOf(un, keep, line)
		w.set(un.directives[keep].Line-1, w.directive(&un.directives[keep], "-SAME", w.names.replacing(&un.directives[keep], pos)))
		keep++
	default:
		suffix := d.Suffix
		if strings.TrimSpace(line) == "" {
			w.set(first, w.directive(d, "-EMPTY", ""))
		} else {
			if suffix == "-EMPTY" {
				suffix = "-NEXT"
			}
			w.set(first, w.directive(d, suffix, w.names.replacing(d, line)))
		}
		keep = 1
	}
	for _, s := range un.directives[keep:] {
		w.set(s.Line - 1)
	}
}

// prefixOf returns the part of a line that the first keep directives match, and the
// remaining part.
func (w *writer) prefixOf(un unit, keep int, line string) (matched, rest string) {
	line = canonicalSpace(line)
	pos := 0
	for i := range keep {
		_, pos, _ = un.directives[i].Match(line, pos, w.names.vars)
	}
	return line[:pos], line[pos:]
}

// replaceLabel writes a label up to the parameters, which follow in a SAME
// directive because a label has no variables.
func (w *writer) replaceLabel(un unit, line string) {
	d := un.head()
	line = strings.TrimSpace(line)
	var out []string
	rest := ""
	if _, end, ok := d.Match(line, 0, w.names.vars); ok {
		out = append(out, w.original(d.Line-1))
		rest = line[end:]
	} else {
		head := line
		if i := strings.IndexByte(line, '('); i >= 0 {
			head, rest = line[:i+1], line[i+1:]
		}
		out = append(out, w.directive(d, "-LABEL", escapeBrackets(head)))
	}
	if strings.TrimSpace(rest) != "" && (len(un.directives) > 1 || strings.Contains(rest, "%")) {
		style := &un.directives[min(1, len(un.directives)-1)]
		out = append(out, w.directive(style, "-SAME", w.names.replacing(style, rest)))
	}
	w.set(d.Line-1, out...)
	for _, s := range un.directives[1:] {
		w.set(s.Line - 1)
	}
}

func (w *writer) original(i int) string { return w.updater.lines[i] }

// remove takes a unit out.
func (w *writer) remove(un unit) {
	for _, d := range un.directives {
		w.set(d.Line - 1)
	}
}

// set replaces a line of the check file.
func (w *writer) set(line int, text ...string) { w.edit.replace[line] = text }

// insertAfter adds a directive after the lines that replace d's.
func (w *writer) insertAfter(d *filecheck.Directive, suffix, line string) {
	i := d.Line - 1
	if _, ok := w.edit.replace[i]; !ok {
		w.set(i, w.original(i))
	}
	pattern := w.names.pattern(line)
	if pattern == "" {
		suffix = "-EMPTY"
	}
	w.edit.replace[i] = append(w.edit.replace[i], w.directive(d, suffix, pattern))
}

// directive writes a directive in the style of d: same start of the line, same
// column of the pattern if there is room.
func (w *writer) directive(d *filecheck.Directive, suffix, pattern string) string {
	line := w.original(d.Line - 1)
	start := strings.Index(line, d.Prefix+d.Suffix)
	lead, column := line[:max(start, 0)], 0
	if _, after, ok := strings.Cut(line[max(start, 0):], ":"); ok {
		column = len(line) - len(strings.TrimLeft(after, " \t"))
	}
	head := lead + d.Prefix + suffix + ":"
	if pattern == "" {
		return head + "\n"
	}
	return head + strings.Repeat(" ", max(1, column-len(head))) + pattern + "\n"
}

// defineAliases adds directives for the aliases that new directives use, before the first
// label of their part of the output.
func (w *writer) defineAliases(label *filecheck.Directive) {
	if label == nil {
		return
	}
	for _, p := range w.names.definitions() {
		i := label.Line - 1
		w.edit.before[i] = append(w.edit.before[i], w.directive(label, "-DAG", p))
	}
}
