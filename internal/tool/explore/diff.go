package explore

import (
	"slices"
	"strings"
	"unicode/utf16"

	"optc/internal/base/irdiff"
)

// Bounds for the lines that a page contains.
const (
	mostText  = 4 << 20 // bytes; in larger texts, lines that are far from every change are left out
	mostShown = 20000   // number of lines that are kept of a run of changes in that case
	around    = 3       // lines that are kept on both sides of a change
	leftOut   = "…"
)

// Line is a line of a module in some state. Lines that a pass did not change are the same
// line in both states.
type Line struct {
	Text string `json:"text"`
	From []int  `json:"from,omitempty"` // lines of the source that it comes from
	In   int    `json:"in,omitempty"`   // function that it belongs to, an index in Page.Functions
}

// RowKind is the kind of a row in a difference.
type RowKind string

// The kinds.
const (
	Same    RowKind = "s" // the lines did not change, up to the names of values
	Changed RowKind = "c" // the left line was changed to the right one
	Removed RowKind = "d"
	Added   RowKind = "i"
)

// DiffRow is a row of a difference side by side, or a run of similar rows. Left and Right are
// indices in Page.Lines, 0 for no line.
type DiffRow struct {
	Kind  RowKind `json:"kind"`
	Left  int     `json:"left,omitempty"`
	Right int     `json:"right,omitempty"` // 0 also in a Same row whose lines are the same line
	// N is the number of consecutive further rows of the same kind, for the following lines of Page.Lines.
	N int `json:"n,omitempty"`
	// LeftWords and RightWords are the words that differ, as pairs of offsets in the lines,
	// counted as JavaScript does. A line without them differs as a whole.
	LeftWords  []int `json:"leftWords,omitempty"`
	RightWords []int `json:"rightWords,omitempty"`
}

// state is a module as text: indices of its lines in Page.Lines.
type state []int

// compare adds the lines of a new state to the known lines, and returns the rows that lead from the
// old state to the new one; none if they differ at most in names.
func (r *Recorder) compare(before state, lines []Line) (after state, rows []DiffRow) {
	changed := false
	for _, row := range irdiff.Lines(r.texts(before), textsOf(lines)) {
		d := DiffRow{}
		if row.Left >= 0 {
			d.Left = before[row.Left]
		}
		if row.Right >= 0 {
			d.Right = d.Left
			if l := lines[row.Right]; row.Kind != irdiff.Same || !sameLine(l, r.Lines[d.Left]) {
				d.Right = len(r.Lines)
				r.Lines = append(r.Lines, l)
			}
			after = append(after, d.Right)
		}
		switch row.Kind {
		case irdiff.Same:
			d.Kind = Same
			if d.Right == d.Left {
				d.Right = 0
			}
			rows = addRow(rows, d)
			continue
		case irdiff.Changed:
			d.Kind = Changed
			d.LeftWords = utf16Offsets(r.Lines[d.Left].Text, row.LeftWords)
			d.RightWords = utf16Offsets(r.Lines[d.Right].Text, row.RightWords)
		case irdiff.Removed:
			d.Kind = Removed
		case irdiff.Added:
			d.Kind = Added
		}
		rows, changed = addRow(rows, d), true
	}
	if !changed {
		return after, nil
	}
	return after, rows
}

// addRow adds a row to the rows, if possible to the last run of rows.
func addRow(rows []DiffRow, d DiffRow) []DiffRow {
	if len(rows) == 0 || d.Kind == Changed {
		return append(rows, d)
	}
	last := &rows[len(rows)-1]
	follows := func(first, next int) bool { return first == 0 && next == 0 || first > 0 && first+last.N+1 == next }
	if last.Kind != d.Kind || !follows(last.Left, d.Left) || !follows(last.Right, d.Right) {
		return append(rows, d)
	}
	last.N++
	return rows
}

func sameLine(a, b Line) bool {
	return a.Text == b.Text && a.In == b.In && slices.Equal(a.From, b.From)
}

func textsOf(lines []Line) []string {
	list := make([]string, len(lines))
	for i, l := range lines {
		list[i] = l.Text
	}
	return list
}

// texts returns the texts of a state.
func (r *Recorder) texts(s state) []string {
	list := make([]string, len(s))
	for i, at := range s {
		list[i] = r.Lines[at].Text
	}
	return list
}

// utf16Offsets converts ranges of bytes of a line to offsets as JavaScript counts.
func utf16Offsets(text string, ranges []irdiff.Range) (list []int) {
	at, units := 0, 0
	for _, r := range ranges {
		for _, to := range [2]int{r.From, r.To} {
			for _, c := range text[at:to] {
				units += max(1, utf16.RuneLen(c))
			}
			at = to
			list = append(list, units)
		}
	}
	return list
}

// Changed counts the lines that a step adds, removes or changes.
func (s *Step) Changed() (n int) {
	for _, r := range s.Rows {
		if r.Kind != Same {
			n += r.N + 1
		}
	}
	return n
}

// shortened returns the lines of a page. If the lines together are too long, the lines that are far
// from every change lose their text.
func (r *Recorder) shortened() []Line {
	size := 0
	for _, l := range r.Lines {
		size += len(l.Text)
	}
	if size <= mostText {
		return r.Lines
	}
	near := make([]bool, len(r.Lines))
	for _, at := range r.last[:min(len(r.last), mostLines)] {
		near[at] = true
	}
	for _, s := range r.Steps {
		for i, row := range s.Rows {
			switch n := row.N + 1; {
			case row.Kind != Same:
				keepLines(near, row, 0, min(n, mostShown))
			case i == 0:
				keepLines(near, row, max(0, n-around), n)
			default:
				keepLines(near, row, 0, min(around, n))
				keepLines(near, row, max(0, n-around), n)
			}
		}
	}
	list := slices.Clone(r.Lines)
	for i := range list {
		if !near[i] {
			list[i].Text = strings.Repeat(" ", len(list[i].Text)-len(strings.TrimLeft(list[i].Text, " "))) + leftOut
		}
	}
	return list
}

// keepLines marks some lines of a run of rows.
func keepLines(near []bool, row DiffRow, from, to int) {
	for i := from; i < to; i++ {
		for _, first := range [2]int{row.Left, row.Right} {
			if first > 0 {
				near[first+i] = true
			}
		}
	}
}
