package tune

import (
	"fmt"
	"io"
	"text/tabwriter"

	"optc/diag"
)

// Write writes the result as text: the operations whose plans differ from the default, and the cycles.
func (r *PlanResult) Write(w io.Writer) error {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "place\tdefault\tplan")
	before := map[int]*PlannedStep{}
	for i := range r.Default.Steps {
		before[r.Default.Steps[i].number] = &r.Default.Steps[i]
	}
	changed := 0
	for _, s := range r.Best.Steps {
		old, plan := "part of another step", s.Plan
		if b := before[s.number]; b != nil {
			old = b.Plan
		}
		if old == plan {
			plan = "the same"
		} else {
			changed++
		}
		fmt.Fprintf(table, "%s\t%s\t%s\n", s.Place, old, plan)
	}
	fmt.Fprintf(table, "estimated cycles\t%d\t%d\n", r.Default.Estimated, r.Best.Estimated)
	if r.Default.Measurement != nil && r.Best.Measurement != nil {
		fmt.Fprintf(table, "executed cycles\t%s\t%s\n", number(r.Default.Cycles), number(r.Best.Cycles))
	}
	table.Flush()
	outcome := "the default is the best"
	switch {
	case changed == 1:
		outcome = "1 step has another plan"
	case changed > 1:
		outcome = fmt.Sprintf("%d steps have other plans", changed)
	}
	if r.Interrupted {
		outcome += "; interrupted: this is the best program so far"
	}
	_, err := fmt.Fprintf(w, "\n%s planned, %d executed for %s; %s\n", diag.Counted(r.Planned, "program"), r.Executed, r.Target, outcome)
	return err
}
