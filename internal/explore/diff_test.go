package explore

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func numbered(lines ...string) (s snapshot) {
	for i, l := range lines {
		s.lines = append(s.lines, l)
		s.from = append(s.from, []int{i + 1})
	}
	return s
}

// Removed lines are shown beside the added lines that follow them, and the source of a row
// is the source of its newer line.
func TestRows(t *testing.T) {
	t.Parallel()
	before := numbered("a", "b", "c", "d", "e", "f", "g", "h", "i")
	after := numbered("a", "b", "c", "d", "X", "g", "h", "i", "Y")
	got, cut := diffRows(before, after)
	want := []DiffRow{
		{Kind: Skip, Left: "…", Right: "…"},
		{Kind: Same, Left: "b", From: []int{2}}, {Kind: Same, Left: "c", From: []int{3}}, {Kind: Same, Left: "d", From: []int{4}},
		{Kind: Changed, Left: "e", Right: "X", From: []int{5}}, {Kind: Removed, Left: "f", From: []int{6}},
		{Kind: Same, Left: "g", From: []int{6}}, {Kind: Same, Left: "h", From: []int{7}}, {Kind: Same, Left: "i", From: []int{8}},
		{Kind: Added, Right: "Y", From: []int{9}},
	}
	if diff := cmp.Diff(want, got); diff != "" || cut != 0 {
		t.Errorf("cut %d (-want +got):\n%s", cut, diff)
	}
	if got, _ := diffRows(before, before); got != nil {
		t.Errorf("equal texts differ: %v", got)
	}
}

// Large texts are compared from the first to the last line that differs, and long
// differences are cut.
func TestRowsOfLargeTexts(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 100)
	var before, after []string
	for i := range 4000 {
		before = append(before, fmt.Sprint("before ", i, long))
		after = append(after, fmt.Sprint("after ", i, long))
	}
	same := []string{"1", "2", "3", "4", "5"}
	a := numbered(append(append(append([]string{}, same...), before...), same...)...)
	b := numbered(append(append(append([]string{}, same...), after...), same...)...)
	got, cut := diffRows(a, b)
	if len(got) != mostRows || cut != 4000+1+3+3+1-mostRows {
		t.Fatalf("%d rows, %d cut", len(got), cut)
	}
	if r := got[4]; r.Kind != Changed || r.Left != before[0] || r.Right != after[0] {
		t.Errorf("the first change is %v", r)
	}
}
