package layout

import (
	"io/fs"
	"optc/diag"
	"optc/layout/axes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestAxesAreCarried: maps that are derived from a map have the axes of its places.
func TestAxesAreCarried(t *testing.T) {
	t.Parallel()
	tiles := axes.Pair{Unit: axes.Tile, Cell: axes.Byte}
	mode := func(size, unit, offset int64) Dim { return Dim{Size: size, Digits: []Digit{{size, unit, offset}}} }
	spec := Digits{Units: 4, Axes: tiles, Width: 1, Dims: []Dim{mode(4, 1, 0), mode(6, 0, 1)}}
	m := diag.Must(New(spec))
	turned := spec
	turned.Turns = []Turn{{At: DigitRef{0, 0}, By: DigitRef{1, 0}, Factor: 1}}
	inverse, _ := m.Inverse()
	folded, _ := m.Table().Fold()
	chain := diag.Must(diag.Must(Strided([]int64{5}, []int64{1}, 3, 1)).newChain(diag.Must(New(turned))))
	for name, test := range map[string]struct {
		m    *Map
		want axes.Pair
	}{
		"slice":      {diag.Must(m.Slice([]int64{1, 2}, []int64{2, 3})), tiles},
		"transposed": {diag.Must(m.Transpose([]int{1, 0})), tiles},
		"view":       {diag.Must(m.Reshape([]int64{24})), tiles},
		"copies":     {diag.Must(m.Copies(8)), tiles},
		"table":      {m.Table(), tiles},
		"folded":     {folded, tiles},
		"turned":     {diag.Must(New(turned)), tiles},
		"chain":      {chain, tiles},
		"composed":   {diag.Must(diag.Must(Strided([]int64{6}, []int64{2}, 0, 1)).Compose(m)), tiles},
		"placed":     {diag.Must(inverse.Placed(tiles)), tiles},
		"inverse":    {inverse, axes.Pair{Unit: axes.Unit, Cell: axes.Cell}},
		"renamed":    {m.On(axes.Pair{Unit: axes.NPU}), axes.Pair{Unit: axes.NPU, Cell: axes.Cell}},
	} {
		if got := test.m.Axes(); got != test.want {
			t.Errorf("%s: places are along %v and %v, want %v and %v", name, got.Unit, got.Cell, test.want.Unit, test.want.Cell)
		}
	}
	spec.Capacity = 5
	if _, err := New(spec); err == nil || !strings.Contains(err.Error(), "expected at most 5 bytes in a tile, but tile 0 uses [0, 6)") {
		t.Errorf("unexpected error %v", err)
	}
}

// TestPicturesNameAxes: code that draws takes the names of places from the axes.
func TestPicturesNameAxes(t *testing.T) {
	t.Parallel()
	var names []string
	for _, a := range axes.List() {
		if a != axes.Row { // a row of a picture
			names = append(names, a.String())
		}
	}
	label := regexp.MustCompile(`"[^"\n]*\b(` + strings.Join(names, "|") + `)s? (%[dv]|")`)
	err := filepath.WalkDir("..", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		if !strings.Contains(string(text), `"optc/draw"`) || strings.Contains(path, "drawtest") {
			return err
		}
		for i, line := range strings.Split(string(text), "\n") {
			if found := label.FindString(line); found != "" {
				t.Errorf("%s:%d: %s; use the axis", path, i+1, found)
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
