package lsp_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"optc/internal/tool/lsp"
)

// large is a text of at least n bytes with many functions, and the number of them.
func large(n int) (string, int) {
	var b strings.Builder
	b.WriteString("#map = affine_map<(d0) -> (d0)>\n")
	count := 0
	for ; b.Len() < n; count++ {
		fmt.Fprintf(&b, "func.func @f%d(%%a: i32, %%m: memref<4xf32, #map>) -> i32 {\n", count)
		last := "%a"
		for i := range 60 {
			fmt.Fprintf(&b, "  %%%d = arith.addi %s, %%a : i32\n", i, last)
			last = fmt.Sprintf("%%%d", i)
		}
		fmt.Fprintf(&b, "  %%r = call @f%d(%s, %%m) : (i32, memref<4xf32, #map>) -> i32\n  return %%r : i32\n}\n", max(0, count-1), last)
	}
	return b.String(), count
}

// TestLargeFile: the diagnostics of the function being edited are known at once, the diagnostics of the other
// functions a little later.
func TestLargeFile(t *testing.T) {
	t.Parallel()
	text, count := large(lsp.WholeLimit + 1000)
	c := open(t, text)
	c.problems() // diagnostics of the first analysis
	if got := c.problems(); got != nil {
		t.Fatalf("the whole file has %q", got)
	}
	c.change("call @f100(%59, %m)", "call @g(%59, %m)")
	if got := c.problems(); got != nil { // the function on its own has no mistake
		t.Errorf("got %q", got)
	}
	whole := c.problems()
	if len(whole) != 1 || !strings.HasSuffix(whole[0], "'func.call' op 'g' does not reference a valid function") {
		t.Errorf("got %q", whole)
	}
	// Diagnostics in other places move with the text.
	c.change("  %3 = arith.addi %2, %a : i32\n", "\n  %3 = arith.addi %2, %aa : i32\n")
	want := []string{"6:22-6:25 use of undeclared SSA value name", strings.Replace(whole[0], whole[0][:strings.Index(whole[0], " ")], movedDown(whole[0]), 1)}
	got := c.problems()
	if len(got) > 0 {
		got[0], _, _ = strings.Cut(got[0], ";")
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	c.change("%aa", "%a")
	c.problems()
	// Requests are answered from the function.
	if got := spots(ask[[]spot](c, "textDocument/definition", "@f50(%a: i32, %m: memref<4xf32, #map>) -> i32 {\n  %0 = arith.addi %", nil)); len(got) != 1 {
		t.Errorf("definition at %v", got)
	}
	if got := about[[]struct{ Name string }](c, "textDocument/documentSymbol"); len(got) != count {
		t.Errorf("%d symbols, want %d", len(got), count)
	}
	if got := spots(ask[[]spot](c, "textDocument/definition", "call @f77", nil)); len(got) != 1 {
		t.Errorf("definition of a function at %v", got)
	}
}

// movedDown is the place of a problem, moved down by a line.
func movedDown(problem string) string {
	var a, b, x, y int
	fmt.Sscanf(problem, "%d:%d-%d:%d", &a, &b, &x, &y)
	return fmt.Sprintf("%d:%d-%d:%d", a+1, b, x+1, y)
}

// BenchmarkEdit measures the answer to an edit in a file of 20 MB.
func BenchmarkEdit(b *testing.B) {
	text, _ := large(20 << 20)
	c := open(b, text)
	c.problems()
	for b.Loop() {
		c.change("%3 = arith.addi %2, %a", "%3 = arith.addi %1, %a")
		c.problems()
		c.change("%3 = arith.addi %1, %a", "%3 = arith.addi %2, %a")
		c.problems()
	}
}
