// Package textdiff shows how two texts differ, line by line for files and
// character by character for single lines.
//
// It is the only package that imports go-diff: the views of the pass manager (IR before
// and after a pass), of FileCheck (expected against nearest line) and of the test runner
// (the diff command) all use it, so that they have the same form. The search for a diff
// has no time limit, so that equal inputs give equal output on every machine.
package textdiff

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sergi/go-diff/diffmatchpatch"
)

// contextLines is the number of unchanged lines around a change in Unified, as
// in diff -u.
const contextLines = 3

// EditKind is the kind of a line edit.
type EditKind byte

// The kinds, by the character that starts their line in a unified diff.
const (
	Keep   EditKind = ' '
	Delete EditKind = '-'
	Insert EditKind = '+'
)

// Line is a line of a diff, including its newline if it has one.
type Line struct {
	Kind EditKind
	Text string
}

func engine() *diffmatchpatch.DiffMatchPatch {
	dmp := diffmatchpatch.New()
	dmp.DiffTimeout = 0 // no deadline: the result depends on the inputs only
	return dmp
}

// Lines returns a shortest sequence of line edits that turns a into b.
func Lines(a, b string) []Line {
	dmp := engine()
	ra, rb, table := dmp.DiffLinesToRunes(a, b)
	var out []Line
	for _, d := range dmp.DiffCharsToLines(dmp.DiffMainRunes(ra, rb, false), table) {
		kind := Keep
		switch d.Type {
		case diffmatchpatch.DiffDelete:
			kind = Delete
		case diffmatchpatch.DiffInsert:
			kind = Insert
		}
		for text := range strings.Lines(d.Text) {
			out = append(out, Line{kind, text})
		}
	}
	return out
}

// Unified returns the diff of a and b in the format of diff -u, with three lines
// of context and the given names in the header, or "" if the texts are equal.
func Unified(oldName, newName, a, b string) string {
	if a == b {
		return ""
	}
	return Format(oldName, newName, Lines(a, b))
}

// Split returns the lines of a text, with their newlines.
func Split(text string) []string { return slices.Collect(strings.Lines(text)) }

// Format writes the lines of a diff in the format of diff -u, with three lines of context and
// the given names in the header.
func Format(oldName, newName string, lines []Line) string {
	var out strings.Builder
	fmt.Fprintf(&out, "--- %s\n+++ %s\n", oldName, newName)
	oldLine, newLine := 1, 1 // line numbers of lines[i]
	for i := 0; i < len(lines); {
		if lines[i].Kind == Keep {
			i, oldLine, newLine = i+1, oldLine+1, newLine+1
			continue
		}
		first := max(0, i-contextLines)
		end := hunkEnd(lines, i)
		writeHunk(&out, lines[first:end], oldLine-(i-first), newLine-(i-first))
		for ; i < end; i++ {
			if lines[i].Kind != Insert {
				oldLine++
			}
			if lines[i].Kind != Delete {
				newLine++
			}
		}
	}
	return out.String()
}

// hunkEnd returns the end of the hunk that starts with the change at i: changes
// that are at most two contexts apart share a hunk.
func hunkEnd(lines []Line, i int) int {
	last := i // last change so far
	for j := i; j < len(lines) && j-last <= 2*contextLines; j++ {
		if lines[j].Kind != Keep {
			last = j
		}
	}
	return min(len(lines), last+1+contextLines)
}

func writeHunk(out *strings.Builder, lines []Line, oldLine, newLine int) {
	oldCount, newCount := 0, 0
	for _, l := range lines {
		if l.Kind != Insert {
			oldCount++
		}
		if l.Kind != Delete {
			newCount++
		}
	}
	fmt.Fprintf(out, "@@ -%s +%s @@\n", hunkRange(oldLine, oldCount), hunkRange(newLine, newCount))
	for _, l := range lines {
		out.WriteByte(byte(l.Kind))
		out.WriteString(l.Text)
		if !strings.HasSuffix(l.Text, "\n") {
			out.WriteString("\n\\ No newline at end of file\n")
		}
	}
}

// hunkRange renders one side of a hunk header. For an empty side, the start is the line before it;
// a count of one is omitted, as in diff -u.
func hunkRange(line, count int) string {
	switch count {
	case 0:
		return fmt.Sprintf("%d,0", line-1)
	case 1:
		return fmt.Sprint(line)
	}
	return fmt.Sprintf("%d,%d", line, count)
}

// Chars marks the changes that turn line a into line b: [-deleted-] and {+inserted+}, as
// wdiff does, adjusted so that the marked pieces are readable rather than minimal.
func Chars(a, b string) string {
	dmp := engine()
	diffs := dmp.DiffCleanupSemantic(dmp.DiffMain(a, b, false))
	var out strings.Builder
	for _, d := range diffs {
		switch d.Type {
		case diffmatchpatch.DiffEqual:
			out.WriteString(d.Text)
		case diffmatchpatch.DiffDelete:
			out.WriteString("[-" + d.Text + "-]")
		case diffmatchpatch.DiffInsert:
			out.WriteString("{+" + d.Text + "+}")
		}
	}
	return out.String()
}

// Distance is the number of characters that must be inserted, deleted or replaced to turn a into b.
func Distance(a, b string) int {
	dmp := engine()
	return dmp.DiffLevenshtein(dmp.DiffMain(a, b, false))
}
