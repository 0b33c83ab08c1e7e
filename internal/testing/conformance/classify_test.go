package conformance

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// mnemonic finds the operation of a line.
var mnemonic = regexp.MustCompile(`^(?:%.* = )?"?([a-z_]\w*(?:\.[\w.]+)?)`)

// operation returns the mnemonic of a line, or the line if there is none.
func operation(line string) string {
	if m := mnemonic.FindStringSubmatch(strings.TrimSpace(line)); m != nil {
		return m[1]
	}
	return strings.TrimSpace(line)
}

// classify describes the difference between two texts: by the operations that occur more often in
// one of them, or by the operation in the first line that differs.
func classify(want, got string) string {
	w, g := strings.Split(want, "\n"), strings.Split(got, "\n")
	surplus := map[string]int{}
	for _, l := range g {
		surplus[operation(l)]++
	}
	for _, l := range w {
		surplus[operation(l)]--
	}
	var ours, theirs []string
	for _, op := range slices.Sorted(maps.Keys(surplus)) {
		switch n := surplus[op]; {
		case op == "" || strings.ContainsAny(op, " {}"):
		case n > 0:
			ours = append(ours, op)
		case n < 0:
			theirs = append(theirs, op)
		}
	}
	if len(ours)+len(theirs) > 0 {
		return fmt.Sprintf("surplus %q, lacking %q", ours, theirs)
	}
	for i := range w {
		if i >= len(g) || w[i] != g[i] {
			return "first in " + operation(w[i])
		}
	}
	return "more lines than wanted"
}
