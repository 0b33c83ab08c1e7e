package conformance

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// note is a line of a part that declares an intended difference, beside the affected
// line:
//
//	// mlir-opt-22 differs (canonicalize cse, inline licm): index_cast to a narrower type cancels
//	// mlir-opt-22 hangs (canonicalize cse): a loop that is entered no more
//
// The lanes are the lanes of Lanes and Verdicts. A part that hangs is not given to
// mlir-opt; a part that is declared to differ must differ.
type note struct {
	verb  string // "differs" or "hangs"
	lanes []string
}

var noteLine = regexp.MustCompile(`(?m)^ *// ` + Tool + ` (\w+) \(([^)]*)\): .`)

func notesOf(text string) (notes []note, err error) {
	for _, m := range noteLine.FindAllStringSubmatch(text, -1) {
		n := note{m[1], strings.Split(m[2], ", ")}
		if n.verb != "differs" && n.verb != "hangs" {
			return nil, fmt.Errorf("%s: %s is told to do something else than to differ or to hang", m[0], Tool)
		}
		for _, lane := range n.lanes {
			if !slices.Contains(Verdicts, lane) && !slices.ContainsFunc(Lanes, func(l Lane) bool { return l.Name == lane }) {
				return nil, fmt.Errorf("%s: there is no lane '%s'", m[0], lane)
			}
		}
		notes = append(notes, n)
	}
	return notes, nil
}

// declares reports whether a note of the part has this verb for the lane.
func (p *Part) declares(verb, lane string) bool {
	return slices.ContainsFunc(p.notes, func(n note) bool { return n.verb == verb && slices.Contains(n.lanes, lane) })
}
