package lower_test

import (
	"strings"
	"testing"

	"optc/lower"
)

// TestProfilePicture: a bar for each unit and each thread; if there are many units,
// several share a bar, which shows the busiest of them.
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

// TestProfileText: operations by number and then by name, accesses by width.
func TestProfileText(t *testing.T) {
	t.Parallel()
	p := &lower.Profile{Cycles: 70, Estimate: "by counting",
		Parts: []lower.ProfilePart{{Step: "@cs", Code: "demo::A", Runs: 6, Operations: map[string]int64{"arith.addf": 3, "memref.load": 12, "arith.addi": 3},
			Loads: map[int]int64{8: 2, 4: 10}, Clashes: 1, Threads: []int64{2, 4}, Stack: 16, Reserved: 40}},
		Units: []lower.ProfileUnit{{Unit: "tile", Number: 3, In: 8, Out: 4, Used: 100, Size: 1000, Cycles: 50}},
		Steps: []lower.ProfileStep{{Step: "@cs", Cycles: 50, Unit: "tile", Number: 3}},
	}
	const want = `@cs, demo::A
  runs         6
  operations   18
    memref.load                  12
    arith.addf                   3
    arith.addi                   3
  loads        56 bytes: 10 of 4 bytes, 2 of 8 bytes
  stores       0 bytes
  clashes      1
  threads      [2 4], the busiest with 1.33 of the average
  stack        at least 16 of 40 bytes
tile 3: 8 bytes in, 4 bytes out, 100 of 1000 bytes used, about 50 cycles
about 70 cycles
  @cs                          50 on tile 3
Cycles are estimated: by counting.
`
	var b strings.Builder
	if err := p.Write(&b); err != nil || b.String() != want {
		t.Errorf("got %v\n%s\nwant\n%s", err, &b, want)
	}
	if x := (&lower.ProfilePart{Threads: []int64{0, 0}}).Imbalance(); x != 1 {
		t.Errorf("threads without work: got %v", x)
	}
}
