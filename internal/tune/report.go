package tune

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"optc/ir"
)

// shown is the number of choices that a report lists.
const shown = 5

// Report is a result in the form in which it is written as JSON.
type Report struct {
	Target    string         `json:"target"`
	Anchors   []AnchorReport `json:"anchors"`
	Choices   []ChoiceReport `json:"choices"` // the best first
	Why       []string       `json:"why"`
	Listed    int            `json:"listed"`
	Measured  int            `json:"measured"`
	Bounded   int            `json:"bounded"`
	Refused   int            `json:"refused"`
	Left      int            `json:"left"`
	Invalid   int            `json:"invalid"`
	Cycles    float64        `json:"cycles"`
	Interrupt bool           `json:"interrupted"`
}

// AnchorReport is an anchor with its layout.
type AnchorReport struct {
	Name     string `json:"name"`
	Place    string `json:"place"`
	Type     string `json:"type"`
	Threads  int64  `json:"threads,omitempty"`  // of a vector
	Subgroup int64  `json:"subgroup,omitempty"` // of a vector
	Tiles    int64  `json:"tiles,omitempty"`    // of the device, of a tensor
	Listed   int    `json:"listed"`
	Layout   string `json:"layout"`
}

// ChoiceReport is a choice with its cost.
type ChoiceReport struct {
	Layouts []string `json:"layouts"` // by anchor
	Bound   float64  `json:"bound"`   // of the cycles, known before the choice was executed
	Measurement
}

// Report describes the result for a target.
func (r *Result) Report(target string) *Report {
	out := &Report{Target: target, Measured: r.Measured, Bounded: r.Bounded, Refused: len(r.Refused) - r.Invalid, Left: r.Left, Invalid: r.Invalid, Interrupt: r.Interrupted}
	best := r.Best[0]
	out.Cycles = best.Cycles
	for i, a := range r.Anchors {
		out.Listed += a.Listed
		out.Anchors = append(out.Anchors, AnchorReport{
			Name: a.Name, Place: place(a.Loc), Type: a.Type.String(), Threads: a.Group.Threads, Subgroup: a.Group.Subgroup, Tiles: a.Tiles, Listed: a.Listed,
			Layout: best.Choice[i].String(),
		})
	}
	for _, t := range r.Best[:min(shown, len(r.Best))] {
		c := ChoiceReport{Bound: t.Bound, Measurement: *t.Measurement}
		for _, l := range t.Choice {
			c.Layouts = append(c.Layouts, l.String())
		}
		out.Choices = append(out.Choices, c)
	}
	if len(r.Best) > 1 {
		out.Why = why(out.Choices[0].Measurement, out.Choices[1].Measurement)
	}
	return out
}

// why lists the costs by which the best choice and the second differ, the largest difference first.
func why(first, second Measurement) (list []string) {
	type difference struct {
		name         string
		less         float64
		count, other int64
	}
	var all []difference
	for _, name := range names([]ChoiceReport{{Measurement: first}, {Measurement: second}}) {
		a, b := first.cost(name), second.cost(name)
		if a.Cycles != b.Cycles {
			all = append(all, difference{name: name, less: b.Cycles - a.Cycles, count: a.Count, other: b.Count})
		}
	}
	slices.SortStableFunc(all, func(a, b difference) int { return cmp.Compare(max(b.less, -b.less), max(a.less, -a.less)) })
	for _, d := range all {
		word := "less"
		if d.less < 0 {
			word = "more"
		}
		list = append(list, fmt.Sprintf("%s: %s cycles %s (%d instead of %d)", d.name, cyclesText(max(d.less, -d.less)), word, d.count, d.other))
	}
	return list
}

// Write writes the report as text.
func (r *Report) Write(w io.Writer) error {
	var b strings.Builder
	for _, a := range r.Anchors {
		among := fmt.Sprintf("%d threads in subgroups of %d", a.Threads, a.Subgroup)
		if a.Tiles > 0 {
			among = fmt.Sprintf("%d tiles", a.Tiles)
		}
		fmt.Fprintf(&b, "%s: %s of type %s, %s, %d candidates\n  %s\n", a.Place, a.Name, a.Type, among, a.Listed, a.Layout)
	}
	fmt.Fprintln(&b)
	table := tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.AlignRight)
	columns := names(r.Choices)
	fmt.Fprintf(table, "\tcycles\t%s\t\n", strings.Join(columns, "\t"))
	for i, c := range r.Choices {
		cells := []string{strconv.Itoa(i + 1), cyclesText(c.Cycles)}
		for _, name := range columns {
			cells = append(cells, cyclesText(c.cost(name).Cycles))
		}
		fmt.Fprintf(table, "%s\t\n", strings.Join(cells, "\t"))
	}
	table.Flush()
	fmt.Fprintln(&b)
	for i, c := range r.Choices[1:] {
		for k, l := range c.Layouts {
			if l != r.Anchors[k].Layout {
				fmt.Fprintf(&b, "%d: %s %s\n", i+2, r.Anchors[k].Name, l)
			}
		}
	}
	switch {
	case len(r.Choices) > 1 && r.Choices[0].Cycles == r.Choices[1].Cycles:
		fmt.Fprintln(&b, "\n1 and 2 cost the same; 1 was executed first")
	case len(r.Why) > 0:
		fmt.Fprintf(&b, "\n1 is cheaper than 2 by %s cycles:\n", cyclesText(r.Choices[1].Cycles-r.Choices[0].Cycles))
		for _, line := range r.Why {
			fmt.Fprintf(&b, "  %s\n", line)
		}
	}
	fmt.Fprintf(&b, "\n%d candidates executed for %s, %d of them refused; %d left out by their bound, %d by the budget", r.Measured, r.Target, r.Refused, r.Bounded, r.Left)
	if r.Invalid > 0 {
		fmt.Fprintf(&b, ", %d because they cannot be built", r.Invalid)
	}
	fmt.Fprintln(&b)
	if r.Interrupt {
		fmt.Fprintln(&b, "interrupted: these are the best choices so far")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// place writes where an anchor is: "kernel.mlir:7:8".
func place(l ir.Location) string {
	file, line, col, ok := l.FileLineCol()
	if !ok {
		return "an unknown place"
	}
	return fmt.Sprintf("%s:%d:%d", file, line, col)
}

// names lists the costs of choices, in the order of the first that has them.
func names(list []ChoiceReport) (all []string) {
	for _, c := range list {
		for _, cost := range c.Costs {
			if !slices.Contains(all, cost.Name) {
				all = append(all, cost.Name)
			}
		}
	}
	return all
}

// cyclesText writes a number of cycles.
func cyclesText(n float64) string { return strconv.FormatFloat(n, 'f', -1, 64) }
