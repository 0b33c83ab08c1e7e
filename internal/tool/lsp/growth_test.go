package lsp_test

import (
	"runtime"
	"testing"

	"optc/internal/tool/lsp"
)

// TestGrowthOfEdits counts the allocations and allocated bytes from an edit to the diagnostics of
// its function, for four sizes of a large file. Only the function is analysed, so that the number
// of allocations does not grow with the file; the bytes grow with its text, which the editor, the
// client of this test and the server each copy. Not parallel, because allocations are counted for
// the whole process.
func TestGrowthOfEdits(t *testing.T) {
	const limit = 1.5
	var least [2]float64
	for i := range 4 {
		size := (lsp.WholeLimit + 1000) << i
		text, _ := large(size)
		c := open(t, text)
		c.problems()
		c.problems() // diagnostics of the whole file
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		c.change("%3 = arith.addi %2, %a", "%3 = arith.addi %1, %a")
		c.problems()
		runtime.ReadMemStats(&after)
		work := [2]float64{float64(after.Mallocs - before.Mallocs), float64(after.TotalAlloc-before.TotalAlloc) / float64(size)}
		if i == 0 {
			least = work
		}
		t.Logf("a file of %d bytes: %.0f allocations, %.1f bytes for each", size, work[0], work[1])
		if work[0] > limit*least[0] || work[1] > limit*least[1] {
			t.Errorf("an edit in a file of %d bytes takes %.0f allocations, and %.1f bytes for each of its bytes, but %.0f and %.1f in the smallest", size, work[0], work[1], least[0], least[1])
		}
	}
}
