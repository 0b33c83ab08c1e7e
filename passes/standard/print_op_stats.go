package standard

import (
	"fmt"
	"slices"
	"strings"

	"optc/ir"
	"optc/passes"
)

// PrintOpStatsOptions are the options of PrintOpStats.
type PrintOpStatsOptions struct {
	JSON bool `opt:"json" help:"print an object from operation names to numbers"`
}

// PrintOpStats prints how often each operation occurs.
var PrintOpStats = &passes.Pass{
	Name:    "print-op-stats",
	Title:   "Print statistics of operations",
	Class:   "PrintOpStats",
	Doc:     "Counts the operations by name, by dialect first, and changes nothing.",
	Options: PrintOpStatsOptions{},
	Run:     runPrintOpStats,
}

func runPrintOpStats(c *passes.Context) (bool, error) {
	counts := map[string]int{}
	c.Walk(c.Op, func(op *ir.Operation) ir.WalkResult {
		counts[op.Name()]++
		return ir.Advance
	})
	names := make([]string, 0, len(counts))
	for n := range counts {
		names = append(names, n)
	}
	slices.Sort(names)
	if passes.OptionsOf[PrintOpStatsOptions](c).JSON {
		fmt.Fprint(c.Out(), "{\n")
		for i, n := range names {
			comma := ","
			if i == len(names)-1 {
				comma = ""
			}
			fmt.Fprintf(c.Out(), "  %q : %d%s\n", n, counts[n], comma)
		}
		fmt.Fprint(c.Out(), "}\n")
		return false, nil
	}
	fmt.Fprint(c.Out(), "Operations encountered:\n-----------------------\n")
	// Operations without a dialect come first, then the dialects, in aligned columns.
	dialectWidth, opWidth := 0, 0
	for _, n := range names {
		d, o := splitOpName(n)
		dialectWidth, opWidth = max(dialectWidth, len(d)), max(opWidth, len(o))
	}
	for _, n := range names {
		d, o := splitOpName(n)
		if d == "" {
			fmt.Fprintf(c.Out(), "%*s", dialectWidth+3, "")
		} else {
			fmt.Fprintf(c.Out(), "%*s.", dialectWidth+2, d)
		}
		fmt.Fprintf(c.Out(), "%-*s , %d\n", opWidth, o, counts[n])
	}
	return false, nil
}

func splitOpName(name string) (dialect, op string) {
	if d, o, ok := strings.Cut(name, "."); ok {
		return d, o
	}
	return "", name
}
