package optmain

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"optc/internal/base/flags"
	"optc/ir"
	"optc/lower"
)

// planCommand is `optc plan`.
func planCommand() *Command {
	return &Command{
		Name:  "plan",
		Title: "show how a machine computes a function on tensors, and what that costs",
		Usage: "--target <name> [--svg <file>] <file>",
		Run:   runs(runPlan),
		flags: func(t *tool) []*flags.Flag { return new(planOptions).flags(t) },
		Help: "For each step: how it is divided and over what, the cycles of its computation, of exchange or copies, and the bytes of a unit; with JSON also the operands, and the best plan that was not taken. " +
			"Cycles are estimates, for a GPU as if one multiprocessor did all the work. Plans in the text stay.",
	}
}

// planOptions are the options of `optc plan`.
type planOptions struct {
	source sourceFlags
	format string
	svg    string // a file, or ""
}

func (o *planOptions) flags(t *tool) []*flags.Flag {
	o.format = "table"
	return append(o.source.flags(t),
		flags.Choice("format", &o.format, "write the plan as a table, as JSON, or as the text of the program with its plans", "table", "json", "mlir"),
		flags.Text("svg", "file", &o.svg, "draw the plan as SVG: the steps in order with their exchange, computation and memory"))
}

// runPlan is `optc plan`.
func runPlan(t *tool, args []string) int {
	var o planOptions
	files, code := t.arguments("plan", args, o.flags(t))
	switch {
	case code >= 0:
		return code
	case len(files) != 1:
		return t.fileError("plan", files)
	}
	return t.guarded(func() int { return t.plan(files[0], &o) })
}

// plan plans the functions on tensors of a file, and writes the plan.
func (t *tool) plan(file string, o *planOptions) int {
	p, ok := t.load(file, &o.source)
	if !ok {
		return 1
	}
	family, err := lower.Of(t.Programs, p.module)
	if err != nil {
		t.failed(t.withoutProgram(err, p.module))
		return 1
	}
	if !family.Planning.HasSteps(p.module) {
		return t.fail(fmt.Errorf("'%s' has no function on tensors to plan", file))
	}
	if !p.run(family.Planning.Pipeline(false, "costs"), &o.source) {
		return 1
	}
	if o.format == "mlir" {
		return t.print(string(ir.Print(p.module, ir.PrintOptions{KeepNames: true})))
	}
	steps := planSteps(p.module, family.Planning.Cost)
	if o.svg != "" {
		if err := t.files.Write(o.svg, []byte(drawPlan(steps).SVG())); err != nil {
			return t.fail(err)
		}
		return 0
	}
	if o.format == "table" {
		writePlan(t.stdout, steps)
		return 0
	}
	e := json.NewEncoder(t.stdout)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	if err := e.Encode(steps); err != nil {
		return t.fail(err)
	}
	return 0
}

// writePlan writes a table with a line for each step.
func writePlan(w io.Writer, steps []planStep) {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "place\tcompute\texchange\tmemory\tover\tplan")
	var compute, exchange, most int64
	for _, s := range steps {
		compute, exchange, most = compute+s.Compute, exchange+s.Exchange, max(most, s.Memory)
		fmt.Fprintln(table, strings.Join([]string{s.Place, number(s.Compute), number(s.Exchange), number(s.Memory), s.Over, s.Plan}, "\t"))
	}
	fmt.Fprintln(table, strings.Join([]string{"all steps", number(compute), number(exchange), number(most) + " at most"}, "\t"))
	table.Flush()
}
