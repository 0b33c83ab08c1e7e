package explore

import (
	"slices"
	"strings"

	"optc/internal/textdiff"
)

// Bounds for the parts of a difference that a page contains.
const (
	mostRows  = 3000    // rows
	mostBytes = 1 << 19 // of texts in which a shortest difference is looked for
	around    = 3       // unchanged lines around a change
)

// RowKind is the kind of a row in a difference.
type RowKind string

// The kinds.
const (
	Same    RowKind = "s" // both lines are the left one
	Changed RowKind = "c" // the left line was replaced by the right one
	Removed RowKind = "d"
	Added   RowKind = "i"
	Skip    RowKind = "k" // unchanged lines that are left out
)

// DiffRow is a row of a difference side by side.
type DiffRow struct {
	Kind  RowKind `json:"kind"`
	Left  string  `json:"left,omitempty"`
	Right string  `json:"right,omitempty"` // "" beside a left line that is the Same
	// From lists the lines of the source from which the right line comes, or the left
	// line where there is no right line.
	From []int `json:"from,omitempty"`
}

// snapshot is a module as text: its lines, and for each line the lines of the source from
// which it comes.
type snapshot struct {
	lines []string
	from  [][]int
}

// diffRows is the difference of two texts with some lines around each change.
func diffRows(before, after snapshot) (list []DiffRow, cut int) {
	if slices.Equal(before.lines, after.lines) {
		return nil, 0
	}
	list = elide(sideBySide(before, after))
	if len(list) > mostRows {
		list, cut = list[:mostRows], len(list)-mostRows
	}
	return list, cut
}

// edits lists the edits that turn the lines of one text into the lines of the other. In
// large texts, the lines from the first to the last difference are replaced as a whole.
func edits(before, after []string) (kinds []textdiff.EditKind) {
	repeat := func(k textdiff.EditKind, n int) { kinds = append(kinds, slices.Repeat([]textdiff.EditKind{k}, n)...) }
	head := 0
	for head < min(len(before), len(after)) && before[head] == after[head] {
		head++
	}
	tail := 0
	for tail < min(len(before), len(after))-head && before[len(before)-1-tail] == after[len(after)-1-tail] {
		tail++
	}
	repeat(textdiff.Keep, head)
	left, right := before[head:len(before)-tail], after[head:len(after)-tail]
	a, b := strings.Join(left, "\n")+"\n", strings.Join(right, "\n")+"\n"
	switch {
	case len(left) == 0 || len(right) == 0 || len(a)+len(b) > mostBytes:
		repeat(textdiff.Delete, len(left))
		repeat(textdiff.Insert, len(right))
	default:
		for _, l := range textdiff.Lines(a, b) {
			kinds = append(kinds, l.Kind)
		}
	}
	repeat(textdiff.Keep, tail)
	return kinds
}

// sideBySide places removed lines beside the added lines that follow them.
func sideBySide(before, after snapshot) (list []DiffRow) {
	i, k := 0, 0     // the next lines
	var beside []int // removed lines in list without a line beside them
	for _, kind := range edits(before.lines, after.lines) {
		switch {
		case kind == textdiff.Keep:
			list, beside = append(list, DiffRow{Kind: Same, Left: after.lines[k], From: after.from[k]}), nil
			i, k = i+1, k+1
		case kind == textdiff.Delete:
			beside = append(beside, len(list))
			list = append(list, DiffRow{Kind: Removed, Left: before.lines[i], From: before.from[i]})
			i++
		case len(beside) > 0:
			r := &list[beside[0]]
			r.Kind, r.Right, r.From = Changed, after.lines[k], after.from[k]
			beside, k = beside[1:], k+1
		default:
			list = append(list, DiffRow{Kind: Added, Right: after.lines[k], From: after.from[k]})
			k++
		}
	}
	return list
}

// elide omits lines that are far from every change.
func elide(list []DiffRow) (out []DiffRow) {
	near := make([]bool, len(list))
	for i, r := range list {
		if r.Kind != Same {
			for k := max(0, i-around); k <= min(len(list)-1, i+around); k++ {
				near[k] = true
			}
		}
	}
	for i, r := range list {
		switch {
		case near[i]:
			out = append(out, r)
		case i == 0 || near[i-1]:
			out = append(out, DiffRow{Kind: Skip, Left: "…", Right: "…"})
		}
	}
	return out
}
