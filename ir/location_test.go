package ir

import (
	"math"
	"strings"
	"testing"
)

// Position and Offset are inverse to each other, up to the end of a line.
func TestSourceOffset(t *testing.T) {
	t.Parallel()
	for _, s := range []*Source{
		{Text: "ab\ncde\n\nf"}, {Text: "ab\n"}, {Text: ""}, {Text: "ab\ncd", FirstLine: 4, Before: "xx"},
	} {
		for offset := range len(s.Text) + 1 {
			line, col := s.Position(offset)
			if got := s.Offset(Position{line, col}); got != offset {
				t.Errorf("%q: offset %d is line %d, column %d, which is offset %d", s.Text, offset, line, col, got)
			}
		}
	}
	s := &Source{Name: "a.mlir", Text: "ab\ncde\n"}
	for p, want := range map[Position]int{{1, 3}: 2, {1, 9}: 2, {2, 1}: 3, {2, 4}: 6, {2, 5}: 6, {0, 1}: 0, {1, 0}: 0, {9, 1}: 7} {
		if got := s.Offset(p); got != want {
			t.Errorf("%v: got %d, want %d", p, got, want)
		}
	}
	split := &Source{Text: "ab\ncd", FirstLine: 4, Before: "xx"}
	if line, col := split.Position(1); line != 5 || col != 4 {
		t.Errorf("behind a marker: got %d:%d", line, col)
	}
	if r := s.Range(1, 5).String(); r != "a.mlir:1:2-2:3" {
		t.Errorf("got %s", r)
	}
}

func TestLocationRange(t *testing.T) {
	t.Parallel()
	c := NewContext()
	if r, ok := LocationOf(c.FileRangeLoc("a.mlir", 1, 2, 3, 4)).Range(); !ok || r.String() != "a.mlir:1:2-3:4" {
		t.Errorf("got %v, %v", r, ok)
	}
	for _, l := range []Location{{}, At(&Source{Text: "x"}, 0)} {
		if r, ok := l.Range(); ok {
			t.Errorf("got %v of %v", r, l)
		}
	}
}

// A location that is fused step by step has the attribute of all the places at once.
func TestFusedAt(t *testing.T) {
	t.Parallel()
	c := NewContext()
	src := &Source{Name: "a.mlir", Text: strings.Repeat("x", 9)}
	x, y, z := At(src, 0), At(src, 1), At(src, 2)
	named := LocationOf(c.NameLoc("n", nil))
	xy := FusedAt(c, x, y)
	for _, tt := range []struct {
		got  Location
		want string
	}{
		{FusedAt(c), "loc(unknown)"},
		{FusedAt(c, Location{}, LocationOf(c.UnknownLoc())), "loc(unknown)"},
		{FusedAt(c, x, Location{}, x), `loc("a.mlir":1:1)`},
		{FusedAt(c, z, xy), `loc(fused["a.mlir":1:3, "a.mlir":1:1, "a.mlir":1:2])`},
		{FusedAt(c, FusedAt(c, xy, z), xy), `loc(fused["a.mlir":1:1, "a.mlir":1:2, "a.mlir":1:3])`},
		{FusedAt(c, named, LocationOf(xy.Attr(c)), named), `loc(fused["n", "a.mlir":1:1, "a.mlir":1:2])`},
	} {
		if got := tt.got.Attr(c).String(); got != tt.want {
			t.Errorf("got %s, want %s", got, tt.want)
		}
	}
	deep := x
	for i := range 100_000 {
		deep = FusedAt(c, At(src, i%len(src.Text)), deep)
	}
	if n := len(deep.Attr(c).(*FusedLoc).Locs); n != len(src.Text) {
		t.Errorf("a long chain has %d places, want %d", n, len(src.Text))
	}
}

func TestNumElements(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		shape []int64
		n     int64
		ok    bool
	}{
		{nil, 1, true}, {[]int64{3, 4}, 12, true}, {[]int64{3, 0}, 0, true}, {[]int64{0, math.MaxInt64}, 0, true},
		{[]int64{7, math.MaxInt64 / 7}, math.MaxInt64, true}, {[]int64{7, math.MaxInt64/7 + 1}, 0, false}, {[]int64{math.MaxInt64, 2}, 0, false},
		{[]int64{1 << 32, 1 << 31}, 0, false}, {[]int64{1 << 31, 1 << 31}, 1 << 62, true}, {[]int64{2, Dynamic}, 0, false}, {[]int64{-1}, 0, false},
	} {
		if n, ok := NumElements(test.shape); n != test.n || ok != test.ok {
			t.Errorf("%v: got %d, %v, want %d, %v", test.shape, n, ok, test.n, test.ok)
		}
	}
}
