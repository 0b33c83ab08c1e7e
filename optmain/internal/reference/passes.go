package reference

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"optc/ir"
	"optc/optmain/internal/helptext"
	"optc/passes"
)

// SortedPasses returns the passes by name.
func SortedPasses(r *passes.Registry) []*passes.Pass {
	return slices.SortedFunc(slices.Values(r.Passes), func(a, b *passes.Pass) int { return cmp.Compare(a.Name, b.Name) })
}

// PassRows has a row for each pass and each pipeline.
func PassRows(r *passes.Registry) helptext.Table {
	var rows helptext.Table
	for _, p := range SortedPasses(r) {
		rows.Add("--"+p.Name, p.Title)
	}
	for _, p := range r.Pipelines {
		rows.Add("--"+p.Name, "pipeline: "+p.Title)
	}
	return rows
}

// DescribePass writes the help of a pass.
func DescribePass(b *strings.Builder, p *passes.Pass) {
	fmt.Fprintf(b, "--%s: %s\n", p.Name, p.Title)
	helptext.Paragraphs(b, p.Doc)
	if len(p.Aliases) > 0 {
		fmt.Fprintf(b, "  also called %s\n", strings.Join(p.Aliases, ", "))
	}
	if len(p.Anchor) > 0 {
		fmt.Fprintf(b, "  runs on %s\n", strings.Join(ir.KindNames(p.Anchor), ", "))
	}
	for _, c := range p.Needs {
		fmt.Fprintf(b, "  needs that %s\n", c.Text)
	}
	for _, c := range p.Guarantees {
		fmt.Fprintf(b, "  guarantees that %s\n", c.Text)
	}
	describeOptions(b, p.OptionList())
}

// DescribePipeline writes the help of a named pipeline.
func DescribePipeline(b *strings.Builder, p *passes.NamedPipeline) {
	fmt.Fprintf(b, "--%s: %s (a pipeline)\n", p.Name, p.Title)
	helptext.Paragraphs(b, p.Doc)
	b.WriteString("  steps:\n")
	describeSteps(b, p.DefaultSteps(), 4)
	if len(p.Orders) > 0 {
		b.WriteString("  required orders:\n")
	}
	for _, o := range p.Orders {
		b.WriteString("    ")
		helptext.Wrap(b, fmt.Sprintf("%s before %s: %s", o.Before.Name, o.After.Name, o.Reason), 6)
	}
	describeOptions(b, p.OptionList())
}

// describeSteps writes the steps of a pipeline with their reasons.
func describeSteps(b *strings.Builder, steps []passes.Step, indentation int) {
	var rows helptext.Table
	flush := func() {
		helptext.Columns(b, indentation, rows)
		rows = nil
	}
	for _, s := range steps {
		switch s := s.(type) {
		case *passes.Instance:
			rows.Add(s.Pass.Name, s.Reason)
		case *passes.Pipeline:
			flush()
			fmt.Fprintf(b, "%son %s:\n", strings.Repeat(" ", indentation), s.Anchor)
			describeSteps(b, s.Steps, indentation+2)
		}
	}
	flush()
}

func describeOptions(b *strings.Builder, options []passes.Option) {
	var rows helptext.Table
	for _, o := range options {
		help := o.Help
		if o.Default != "" && o.Default != "{}" {
			help += " (default: " + o.Default + ")"
		}
		rows.Add(o.Name+"=<"+o.Kind+">", help)
	}
	if rows != nil {
		b.WriteString("  options:\n")
		helptext.Columns(b, 4, rows)
	}
}
