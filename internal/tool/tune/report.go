package tune

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"optc/diag"
	"optc/ir"
)

// shown is the number of choices that a report lists.
const shown = 5

// shownReasons is the number of reasons that a report lists.
const shownReasons = 3

// Report is a result in the form in which it is written as JSON.
type Report struct {
	Target  string         `json:"target"`
	Part    Part           `json:"part"` // that each candidate executed
	Anchors []AnchorReport `json:"anchors"`
	Choices []ChoiceReport `json:"choices"` // the best first
	Why     []string       `json:"why"`
	// NotExecuted lists candidates that were left out because of their bound, the least bound first. Together
	// with Choices they are at most as many as the report shows.
	NotExecuted []BoundedReport `json:"not_executed"`
	Listed      int             `json:"listed"`
	Measured    int             `json:"measured"`
	Bounded     int             `json:"bounded"`
	Least       float64         `json:"least_bound"` // of the candidates that were left out because of their bound
	Refused     int             `json:"refused"`
	Left        int             `json:"left"`
	Invalid     int             `json:"invalid"`
	Reasons     []Reason        `json:"reasons"` // of refused and invalid candidates, the most frequent first
	Open        int             `json:"open"`    // not compared yet when the search was interrupted
	Cycles      float64         `json:"cycles"`
	Interrupt   bool            `json:"interrupted"`
}

// Reason is a reason why candidates cannot be used.
type Reason struct {
	Count  int    `json:"count"`
	Reason string `json:"reason"`
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

// BoundedReport is a choice that was not executed because of its bound.
type BoundedReport struct {
	Layouts []string   `json:"layouts"` // by anchor
	Bound   float64    `json:"bound"`   // of the cycles
	Parts   BoundParts `json:"parts"`   // of the bound
	Why     []string   `json:"why"`     // the parts by which the bound differs from the bound of the first choice
}

// Report describes the result for a target.
func (r *Result) Report(target string) *Report {
	out := &Report{
		Target: target, Part: r.Part, Measured: r.Measured, Bounded: r.Bounded, Refused: len(r.Refused) - r.Invalid, Left: r.Left, Invalid: r.Invalid,
		Reasons: r.reasons(), Open: r.Open, Interrupt: r.Interrupted, NotExecuted: []BoundedReport{},
	}
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
		out.Choices = append(out.Choices, ChoiceReport{Layouts: t.layouts(), Bound: t.Bound, Measurement: *t.Measurement})
	}
	if len(r.NotExecuted) > 0 {
		out.Least = r.NotExecuted[0].Bound
	}
	for _, t := range r.NotExecuted[:min(shown-len(out.Choices), len(r.NotExecuted))] {
		out.NotExecuted = append(out.NotExecuted, BoundedReport{Layouts: t.layouts(), Bound: t.Bound, Parts: t.Parts, Why: boundWhy(best.Parts, t.Parts)})
	}
	if len(r.Best) > 1 {
		out.Why = why(out.Choices[0].Measurement, out.Choices[1].Measurement)
	}
	return out
}

// layouts writes the layouts of a choice, by anchor.
func (c Choice) layouts() (list []string) {
	for _, l := range c {
		list = append(list, l.String())
	}
	return list
}

// reasons counts the reasons why candidates cannot be used.
func (r *Result) reasons() []Reason {
	list := []Reason{}
	for _, t := range r.Refused {
		if i := slices.IndexFunc(list, func(x Reason) bool { return x.Reason == t.Refused }); i >= 0 {
			list[i].Count++
		} else {
			list = append(list, Reason{1, t.Refused})
		}
	}
	slices.SortStableFunc(list, func(a, b Reason) int { return cmp.Compare(b.Count, a.Count) })
	return list[:min(shownReasons, len(list))]
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
		list = append(list, fmt.Sprintf("%s: %s %s (%d instead of %d)", d.name, cycles(max(d.less, -d.less)), word, d.count, d.other))
	}
	return list
}

// Write writes the report as text.
func (r *Report) Write(w io.Writer) error {
	var b strings.Builder
	for _, a := range r.Anchors {
		among := fmt.Sprintf("%s in subgroups of %d", diag.Counted(a.Threads, "thread"), a.Subgroup)
		if a.Tiles > 0 {
			among = diag.Counted(a.Tiles, "tile")
		}
		fmt.Fprintf(&b, "%s: %s of type %s, %s, %s\n  %s\n", a.Place, a.Name, a.Type, among, diag.Counted(a.Listed, "candidate"), a.Layout)
	}
	fmt.Fprintln(&b)
	table := tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.AlignRight)
	columns := names(r.Choices)
	fmt.Fprintf(table, "\tcycles\t%s\t\n", strings.Join(columns, "\t"))
	for i, c := range r.Choices {
		cells := []string{strconv.Itoa(i + 1), number(c.Cycles)}
		for _, name := range columns {
			cells = append(cells, number(c.cost(name).Cycles))
		}
		fmt.Fprintf(table, "%s\t\n", strings.Join(cells, "\t"))
	}
	table.Flush()
	fmt.Fprintln(&b)
	for i, c := range r.Choices[1:] {
		r.writeLayouts(&b, i+2, c.Layouts)
	}
	switch {
	case len(r.Choices) > 1 && r.Choices[0].Cycles == r.Choices[1].Cycles:
		fmt.Fprintln(&b, "\n1 and 2 cost the same; 1 was executed first")
	case len(r.Why) > 0:
		fmt.Fprintf(&b, "\n1 is cheaper than 2 by %s:\n", cycles(r.Choices[1].Cycles-r.Choices[0].Cycles))
		for _, line := range r.Why {
			fmt.Fprintf(&b, "  %s\n", line)
		}
	}
	for i, c := range r.NotExecuted {
		n := len(r.Choices) + 1 + i
		equal := ""
		if c.Bound == r.Cycles {
			equal = ", as many as 1"
		}
		fmt.Fprintf(&b, "%d was not executed: it costs at least %s%s\n", n, cycles(c.Bound), equal)
		r.writeLayouts(&b, n, c.Layouts)
		for _, line := range c.Why {
			fmt.Fprintf(&b, "  %s\n", line)
		}
	}
	r.writeCounts(&b)
	_, err := io.WriteString(w, b.String())
	return err
}

// writeLayouts writes the layouts of a choice that the first choice does not have.
func (r *Report) writeLayouts(b *strings.Builder, n int, layouts []string) {
	for k, l := range layouts {
		if l != r.Anchors[k].Layout {
			fmt.Fprintf(b, "%d: %s %s\n", n, r.Anchors[k].Name, l)
		}
	}
}

// writeCounts writes what was executed, and why other candidates were not.
func (r *Report) writeCounts(b *strings.Builder) {
	fmt.Fprintf(b, "\n%s executed for %s, %d of them refused", diag.Counted(r.Measured, "candidate"), r.Target, r.Refused)
	if r.Bounded > 0 {
		fmt.Fprintf(b, "; %d left out because they cost at least %s", r.Bounded, cycles(r.Least))
	}
	if r.Left > 0 {
		fmt.Fprintf(b, "; %d left out because the budget was used up", r.Left)
	}
	if r.Invalid > 0 {
		fmt.Fprintf(b, "; %d cannot be built", r.Invalid)
	}
	fmt.Fprintln(b)
	for _, x := range r.Reasons {
		fmt.Fprintf(b, "  %s: %s\n", diag.Counted(x.Count, "candidate"), x.Reason)
	}
	if !r.Part.isWhole() {
		fmt.Fprintf(b, "each candidate executed %s of %d", diag.Counted(r.Part.Executed, "workgroup"), r.Part.Workgroups)
		if r.Part.Loop != "" {
			fmt.Fprintf(b, " with %d of %d iterations of the loop at %s", r.Part.Iterations, r.Part.Trips, r.Part.Loop)
		}
		fmt.Fprintln(b, "; cycles are scaled to the whole kernel, which --whole executes")
	}
	if r.Interrupt {
		fmt.Fprint(b, "interrupted: these are the best choices so far")
		if r.Open > 0 {
			fmt.Fprintf(b, "; %s of an anchor not compared yet", diag.Counted(r.Open, "candidate"))
		}
		fmt.Fprintln(b)
	}
}

// cycles writes a number of cycles.
func cycles(n float64) string { return diag.Counted(n, "cycle") }

// number writes a number that may have a fraction.
func number(n float64) string { return strconv.FormatFloat(n, 'f', -1, 64) }

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
