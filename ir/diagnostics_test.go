package ir

import (
	"strings"
	"testing"
)

// TestExcerpts: the caret is below the column; of a long line the surroundings are shown.
func TestExcerpts(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ text, want string }{
		{"ab\tcX", "ab\tcX\n  \t ^\n"},
		{strings.Repeat("a", longestExcerpt-1) + "X", strings.Repeat("a", longestExcerpt-1) + "X\n" + strings.Repeat(" ", longestExcerpt-1) + "^\n"},
		{strings.Repeat("a", 2000) + "X" + strings.Repeat("b", 2000), "... " + strings.Repeat("a", 100) + "X" + strings.Repeat("b", 99) + " ...\n" + strings.Repeat(" ", 104) + "^\n"},
		{"X" + strings.Repeat("b", 2000), "X" + strings.Repeat("b", 99) + " ...\n^\n"},
		{strings.Repeat("a", 2000) + "X", "... " + strings.Repeat("a", 100) + "X\n" + strings.Repeat(" ", 104) + "^\n"},
		{strings.Repeat("é", 1000) + "aX", "... " + " " + strings.Repeat("é", 49) + "aX\n" + strings.Repeat(" ", 104) + "^\n"},
	} {
		src := &Source{Name: "a", Text: c.text}
		var b strings.Builder
		At(src, strings.IndexByte(c.text, 'X')).render(&b)
		if b.String() != c.want {
			t.Errorf("got\n%s\nwant\n%s", b.String(), c.want)
		}
	}
}

// TestWord: the place of a wrong word is found on the line of a location, as a whole word.
func TestWord(t *testing.T) {
	t.Parallel()
	src := &Source{Name: "x.mlir", Text: "poplar.connect %v @inner to %in @\"in\"\npoplar.set @far"}
	for _, c := range []struct {
		word string
		want int
	}{{"in", 28}, {"inner", 18}, {"far", 0}, {"", 0}, {"to %in", 28}} {
		loc := At(src, 0).Word(c.word)
		if _, got, ok := loc.Source(); !ok || got != c.want {
			t.Errorf("%q: got %d, want %d", c.word, got, c.want)
		}
	}
}
