package textdiff_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"optc/internal/base/textdiff"
)

func Example() {
	fmt.Print(textdiff.Unified("before", "after", "a\nb\nc\n", "a\nB\nc\n"))
	fmt.Println(textdiff.Chars("arith.addi %a, %b : i32", "arith.muli %a, %b : i64"))
	// Output:
	// --- before
	// +++ after
	// @@ -1,3 +1,3 @@
	//  a
	// -b
	// +B
	//  c
	// arith.[-add-]{+mul+}i %a, %b : i[-32-]{+64+}
}

// numbered returns lines 1 to n, with the replacements applied.
func numbered(n int, replace map[int]string) string {
	var b strings.Builder
	for i := 1; i <= n; i++ {
		if s, ok := replace[i]; ok {
			b.WriteString(s)
		} else {
			fmt.Fprintf(&b, "%d\n", i)
		}
	}
	return b.String()
}

var pairs = []struct{ name, a, b string }{
	{"empty to one", "", "x\n"},
	{"one to empty", "x\n", ""},
	{"no final newline", "a\nb", "a\nc"},
	{"newline added", "a", "a\n"},
	{"two hunks", numbered(30, nil), numbered(30, map[int]string{3: "x\n", 25: ""})},
	{"near changes share a hunk", numbered(30, nil), numbered(30, map[int]string{5: "x\n", 12: "y\n"})},
	{"change at both ends", numbered(9, nil), numbered(9, map[int]string{1: "x\n", 9: "y\nz\n"})},
	{"many different lines", numbered(300, nil), numbered(300, map[int]string{150: numbered(99, nil)})},
	{"more lines than runes below the surrogates", numbered(57000, nil), numbered(57000, map[int]string{56000: "x\n"})},
}

// TestUnifiedApplies rebuilds the new text from the old one and the diff.
func TestUnifiedApplies(t *testing.T) {
	t.Parallel()
	patch, err := exec.LookPath("patch")
	if err != nil {
		t.Skip("patch is not installed")
	}
	for _, p := range pairs {
		dir := t.TempDir()
		file := filepath.Join(dir, "f")
		if err := os.WriteFile(file, []byte(p.a), 0o644); err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command(patch, "-s", file)
		cmd.Stdin = strings.NewReader(textdiff.Unified(file, file, p.a, p.b))
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", p.name, err, out)
			continue
		}
		got, _ := os.ReadFile(file) // patch removes a file that becomes empty
		if string(got) != p.b {
			t.Errorf("%s: patched text is %q, want %q", p.name, got, p.b)
		}
	}
}

func TestLinesRebuildBothSides(t *testing.T) {
	t.Parallel()
	for _, p := range pairs {
		var a, b strings.Builder
		for _, l := range textdiff.Lines(p.a, p.b) {
			if l.Kind != textdiff.Insert {
				a.WriteString(l.Text)
			}
			if l.Kind != textdiff.Delete {
				b.WriteString(l.Text)
			}
		}
		if a.String() != p.a || b.String() != p.b {
			t.Errorf("%s: edits do not rebuild the inputs", p.name)
		}
	}
}

func TestUnified(t *testing.T) {
	t.Parallel()
	if got := textdiff.Unified("a", "b", "same\n", "same\n"); got != "" {
		t.Errorf("diff of equal texts = %q, want none", got)
	}
	want := "--- a\n+++ b\n@@ -0,0 +1 @@\n+x\n\\ No newline at end of file\n"
	if got := textdiff.Unified("a", "b", "", "x"); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestDistance(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		a, b string
		want int
	}{{"", "", 0}, {"abc", "abc", 0}, {"abc", "abd", 1}, {"", "xy", 2}, {"%0 = a", "%12 = a", 2}} {
		if got := textdiff.Distance(c.a, c.b); got != c.want {
			t.Errorf("Distance(%q, %q) = %d, want %d", c.a, c.b, got, c.want)
		}
	}
}
