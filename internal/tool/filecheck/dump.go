package filecheck

import (
	"fmt"
	"io"
	"math"
	"sort"
	"strconv"
	"strings"
)

const (
	defaultDumpContext = 5
	// ellipsisLines is the height of the dots that represent hidden lines.
	ellipsisLines = 3
	restOfLine    = math.MaxInt
)

// marker is the appearance of an outcome in the dump.
type marker struct {
	lead  byte // first character; the following ones are '~'
	color string
	note  string
	fails bool
}

var markers = [...]marker{
	foundExpected: {lead: '^', color: colorGreen},
	foundExcluded: {lead: '!', color: colorRed, note: "error: no match expected", fails: true},
	wrongLine:     {lead: '!', color: colorRed, note: "error: match on wrong line", fails: true},
	discarded:     {lead: '!', color: colorCyan, note: "discard: overlaps earlier match"},
	noneExcluded:  {lead: 'X', color: colorGreen},
	noneExpected:  {lead: 'X', color: colorRed, note: "error: no match found", fails: true},
	noneInvalid:   {lead: 'X', color: colorRed, note: "error: match failed for invalid pattern", fails: true},
	possible:      {lead: '?', color: colorMagenta, note: "possible intended match", fails: true},
}

// mark is the part of an annotation on an input line.
type mark struct {
	marker
	label    string
	order    int // order of the annotation
	first    bool
	line     int
	from, to int // columns from 1; to is exclusive
}

// marks splits the annotations by line and labels them. If a pattern has several
// annotations, their labels have numbers.
func (c *checker) marks() []mark {
	count := map[location]int{}
	for _, n := range c.notes {
		count[n.pat.at]++
	}
	used := map[location]int{}
	var out []mark
	for order, n := range c.notes {
		at := n.pat.at
		m := mark{marker: markers[n.outcome], label: c.label(n.pat), order: order, first: true}
		if count[at] > 1 {
			m.label += "'" + strconv.Itoa(used[at])
			used[at]++
		}
		if n.note != "" {
			m.note = n.note
			if n.start == n.end { // nothing is marked, the place is the start of the search
				m.lead = ' '
			}
		}
		line, col := c.input.position(n.start)
		lastLine, lastCol := c.input.position(n.end)
		m.line, m.from, m.to = line, col, max(col+1, lastCol)
		if line == lastLine {
			out = append(out, m)
			continue
		}
		m.to = restOfLine
		out = append(out, m)
		m.first, m.lead, m.note, m.from = false, '~', "", 1
		for m.line = line + 1; m.line < lastLine; m.line++ {
			out = append(out, m)
		}
		if m.to = lastCol; lastCol > 1 {
			out = append(out, m)
		}
	}
	sort.SliceStable(out, func(i, j int) bool {
		if out[i].line != out[j].line {
			return out[i].line < out[j].line
		}
		return out[i].order < out[j].order
	})
	return out
}

// label names a directive by kind and line, e.g. "next:12".
func (c *checker) label(p *pattern) string {
	name := kinds[p.kind].label
	if p.count > 1 {
		name = "count"
	}
	for i, src := range c.implicit {
		if p.at.src == src {
			return fmt.Sprintf("%s:imp%d", name, i+1)
		}
	}
	line, _ := p.at.src.position(p.at.pos)
	return fmt.Sprintf("%s:%d", name, line)
}

// shown reports whether the filter includes the line of m.
func (f DumpFilter) shown(m mark) bool {
	switch f {
	case FilterAnnotationFull:
		return true
	case FilterAnnotation:
		return m.first
	default:
		return m.first && m.fails
	}
}

// dump prints the input with its annotations.
func (c *checker) dump() {
	w := c.out.w
	io.WriteString(w, "Input was:\n<<<<<<\n")
	marks := c.marks()
	text := strings.SplitAfter(c.input.text, "\n")
	if text[len(text)-1] == "" {
		text = text[:len(text)-1]
	}
	lines := len(text)
	width := len(strconv.Itoa(lines))
	for _, m := range marks {
		width = max(width, len(m.label))
		lines = max(lines, m.line)
	}
	width = max(width+3, c.opts.DumpInputLabelWidth)
	visible := c.visibleLines(marks, lines)

	hidden, hiddenLines := strings.Builder{}, 0
	flush := func() {
		if hiddenLines > ellipsisLines {
			io.WriteString(w, strings.Repeat(c.paint(colorGray, strings.Repeat(" ", width-1)+".")+"\n", ellipsisLines))
		} else {
			io.WriteString(w, hidden.String())
		}
		hidden.Reset()
		hiddenLines = 0
	}
	for line := 1; line <= lines; line++ {
		content := ""
		if line <= len(text) {
			content = text[line-1]
		}
		n := 0
		for n < len(marks) && marks[n].line == line {
			n++
		}
		block := c.dumpLine(line, content, marks[:n], width)
		marks = marks[n:]
		if visible[line] {
			flush()
			io.WriteString(w, block)
		} else {
			hidden.WriteString(block)
			hiddenLines += 1 + n
		}
	}
	flush()
	io.WriteString(w, ">>>>>>\n")
}

// visibleLines returns, by line number, whether the filter or its context selects the line.
func (c *checker) visibleLines(marks []mark, lines int) []bool {
	filter := c.opts.DumpInputFilter
	if filter == FilterDefault {
		filter = FilterError
		if c.opts.DumpInput == DumpAlways {
			filter = FilterAll
		}
	}
	context := max(0, c.opts.DumpInputContext)
	if c.opts.DumpInputContext == 0 {
		context = defaultDumpContext
	}
	visible := make([]bool, lines+1)
	for i := range visible {
		visible[i] = filter == FilterAll
	}
	last := 0 // lines up to this one are done
	for _, m := range marks {
		if filter == FilterAll || !filter.shown(m) {
			continue
		}
		for l := max(1, last+1, m.line-context); l <= min(lines, m.line+context); l++ {
			visible[l] = true
			last = l
		}
	}
	return visible
}

func (c *checker) paint(color, s string) string {
	if !c.out.color {
		return s
	}
	return color + s + colorReset
}

// dumpLine renders an input line with its number and the marks below it.
func (c *checker) dumpLine(line int, content string, marks []mark, width int) string {
	var b strings.Builder
	b.WriteString(c.paint(colorGray, fmt.Sprintf("%*d: ", width, line)))
	if text, ok := strings.CutSuffix(content, "\n"); ok {
		content = text + " " // the newline can be marked too
	}
	b.WriteString(content + "\n")
	for _, m := range marks {
		var l strings.Builder
		fmt.Fprintf(&l, "%-*s  %s%c", width, m.label, strings.Repeat(" ", m.from-1), m.lead)
		col := m.from + 1
		for ; col < m.to && col <= len(content); col++ {
			l.WriteByte('~')
		}
		if m.note != "" {
			l.WriteString(strings.Repeat(" ", max(0, len(content)+1-col)) + " " + m.note)
		}
		b.WriteString(c.paint(m.color, l.String()) + "\n")
	}
	return b.String()
}

// dumpHelp explains the dump.
const dumpHelp = `The input dump shows the input of a check with marks below the lines.

Options:
  --dump-input=<mode>          when to dump: always, fail or never
  --dump-input-filter=<value>  which lines: all, annotation-full, annotation, error
  --dump-input-context=<N>     how many lines around them
  -v, -vv                      mark matches, and also what was tried and discarded
  --color                      use colors
All can also be given in the environment variable FILECHECK_OPTS.

Format:
  L:     line L of the input; its newline is shown as a space
  T:L    mark of the directive of type T on line L of the check file, or of the
         Nth --implicit-check-not if L is "impN"
  T:L'N  mark number N of a directive with several marks
  ^~~    a match, with -v
  !~~    a bad match: on the wrong line, excluded by -NOT, or discarded by -DAG
  X~~    the part that was searched without success
  ?      the place that comes closest to what was expected
  ...    lines left out by filter and context
`
