package explore

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// linesOf makes lines, each from its own line of the source.
func linesOf(texts ...string) (list []Line) {
	for i, text := range texts {
		list = append(list, Line{Text: text, From: []int{i + 1}})
	}
	return list
}

// recorded returns a recorder that has seen a module.
func recorded(texts ...string) *Recorder {
	r := &Recorder{Lines: []Line{{}}}
	r.last, _ = r.compare(nil, linesOf(texts...))
	return r
}

// describe writes a row with its texts.
func describe(r *Recorder, d DiffRow) string {
	text := fmt.Sprintf("%s %q %q", d.Kind, r.Lines[d.Left].Text, r.Lines[d.Right].Text)
	if d.N > 0 {
		text += fmt.Sprint(" and ", d.N)
	}
	if d.Kind == Changed {
		text += fmt.Sprint(" ", d.LeftWords, d.RightWords)
	}
	return text
}

// TestRows: lines that do not change keep their places in the list of lines, runs of them are
// one row, and the words that differ are marked in units of UTF-16.
func TestRows(t *testing.T) {
	t.Parallel()
	r := recorded("func.func @f(%x: i32) {", "  %0 = a.a \"ä𝄞\" : i32", "  %1 = b.b %x", "  %2 = c.c %1", "  use %0, %2", "}")
	after := linesOf("func.func @f(%x: i32) {", "  %0 = a.a \"ä𝄞\" : i64", "  %1 = c.c %x", "  use %0, %1", "}", "// end")
	last, rows := r.compare(r.last, after)
	var got []string
	for _, row := range rows {
		got = append(got, describe(r, row))
	}
	want := []string{
		`s "func.func @f(%x: i32) {" ""`,
		`c "  %0 = a.a \"ä𝄞\" : i32" "  %0 = a.a \"ä𝄞\" : i64" [19 22] [19 22]`,
		`d "  %1 = b.b %x" ""`,
		`c "  %2 = c.c %1" "  %1 = c.c %x" [11 13] [11 13]`,
		`s "  use %0, %2" "  use %0, %1" and 1`,
		`i "" "// end"`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got := r.texts(last); !slices.Equal(got, textsOf(after)) {
		t.Errorf("the state after is %q", got)
	}
	if _, rows := r.compare(last, after); rows != nil {
		t.Errorf("equal texts differ: %v", rows)
	}
}

// TestOnlyNames: a pass that changes nothing but names changes nothing, and the state has the
// new names.
func TestOnlyNames(t *testing.T) {
	t.Parallel()
	r := recorded("%4 = a.a", "use %4")
	last, rows := r.compare(r.last, linesOf("%0 = a.a", "use %0"))
	if rows != nil || !slices.Equal(r.texts(last), []string{"%0 = a.a", "use %0"}) {
		t.Errorf("rows %v, state %q", rows, r.texts(last))
	}
}

// TestLargeTexts: a page has the lines around changes, and the result; a run of removed lines is
// one row.
func TestLargeTexts(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 400)
	var before []string
	for i := range 20000 {
		before = append(before, fmt.Sprint("  line", i, long))
	}
	r := recorded(before...)
	after := slices.Clone(before)
	after[10000] = "  changed"
	_, rows := r.compare(r.last, linesOf(after...))
	r.last = nil // the result would be kept
	r.Steps = []Step{{Rows: rows}}
	lines, size := r.shortened(), 0
	for _, l := range lines {
		size += len(l.Text)
	}
	if size > 200_000 || lines[1+10000-around].Text != before[10000-around] || lines[1+10000+around].Text != before[10000+around] || lines[5].Text != "  …" {
		t.Errorf("%d bytes; the lines around are %.20q and %.20q, a far one is %q", size, lines[1+10000-around].Text, lines[1+10000+around].Text, lines[5].Text)
	}
	r = recorded(before...)
	if _, rows = r.compare(r.last, nil); len(rows) != 1 || rows[0].N != 19999 {
		t.Errorf("%d rows, the first with %d more", len(rows), rows[0].N)
	}
}
