package codelets

import (
	"path/filepath"
	"strings"
	"testing"

	"optc/diag"
	"optc/internal/family/poplar/codelet"
)

// A run whose behaviour is undefined in C++ ends with an error.
func TestUndefined(t *testing.T) {
	classes, problems := readClasses(t, codelet.Source{Files: []string{filepath.Join("testdata", "undefined", "undefined.cpp")}})
	if len(problems.List()) > 0 {
		t.Fatal(problems.String())
	}
	for _, c := range classes {
		if c.view.Compute() == nil {
			continue // a base of the other classes
		}
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			want := "uninitialized"
			if strings.HasPrefix(c.name, "Beyond") {
				want = "out-of-bounds"
			}
			_, err := onTiles(t.Context(), "ipu2", false, c, []*vertexState{randomState(c.view.Fields(), 1)})
			if got := diag.CodeOf(err); got != want {
				t.Errorf("got %q (%v), want %q", got, err, want)
			}
		})
	}
}
