package lower_test

import (
	"strings"
	"testing"

	"optc/lower"
)

// TestProfilePicture: a bar for each unit and each thread; many units share bars, which
// show the busiest of them.
func TestProfilePicture(t *testing.T) {
	t.Parallel()
	p := &lower.Profile{Cycles: 60, Estimate: "by counting", Units: []lower.ProfileUnit{
		{Unit: "tile", Number: 3, Threads: []int64{5, 10}, Cycles: 20},
		{Unit: "tile", Number: 4, In: 8, Threads: []int64{20, 0}, Cycles: 40},
	}}
	bar := func(n int) string { return "|" + strings.Repeat("#", n) + strings.Repeat(" ", 64-n) + "|" }
	text := p.Draw().Text()
	for _, want := range []string{
		"about 60 cycles\n", "Cycles are estimated: by counting.\n",
		"  tile 3 " + bar(32) + "  20\n", "  tile 4 " + bar(64) + "  40\n",
		"tile 4\n  0            " + bar(64) + "  20\n  1            " + bar(0) + "  0\ntile 3\n  0            " + bar(16) + "  5\n",
		"  bytes in  ", "  tile 4   " + bar(64) + "  8\n",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("expected\n%sin\n%s", want, text)
		}
	}

	many := &lower.Profile{}
	for i := range 130 {
		many.Units = append(many.Units, lower.ProfileUnit{Unit: "tile", Number: i, Threads: []int64{1}, Cycles: int64(i)})
	}
	text = many.Draw().Text()
	for _, want := range []string{"  tile 0 to 2     ", "|  2 on tile 2\n", "  tile 129        ", "|  129\n", "The 8 busiest of 130 units.\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("expected %q in\n%s", want, text)
		}
	}
	if strings.Contains(text, "bytes in") {
		t.Errorf("there is no exchange, but it is drawn:\n%s", text)
	}
}
