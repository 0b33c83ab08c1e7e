package reference

import (
	"fmt"
	"strings"

	"optc/ir"
	"optc/passes"
)

// PassPage is the page of the passes and pipelines in Markdown.
func PassPage(r *passes.Registry) string {
	var b strings.Builder
	b.WriteString("# Passes\n\n| pass | |\n|---|---|\n")
	list := SortedPasses(r)
	for _, p := range list {
		fmt.Fprintf(&b, "| [`%s`](#%s) | %s |\n", p.Name, headingAnchor(p.Name), cell(p.Title))
	}
	for _, p := range r.Pipelines {
		fmt.Fprintf(&b, "| [`%s`](#%s) | %s (a pipeline) |\n", p.Name, headingAnchor(p.Name), cell(p.Title))
	}
	b.WriteByte('\n')
	for _, p := range list {
		fmt.Fprintf(&b, "## `%s`\n\n%s\n\n", p.Name, asSentence(p.Title))
		if p.Doc != "" {
			fmt.Fprintf(&b, "%s\n\n", strings.TrimSpace(p.Doc))
		}
		if len(p.Aliases) > 0 {
			fmt.Fprintf(&b, "Also called `%s`.\n\n", strings.Join(p.Aliases, "`, `"))
		}
		if len(p.Anchor) > 0 {
			fmt.Fprintf(&b, "Runs on `%s`.\n\n", strings.Join(ir.KindNames(p.Anchor), "`, `"))
		}
		writeConditions(&b, "Needs", p.Needs)
		writeConditions(&b, "Guarantees", p.Guarantees)
		writeOptions(&b, p.OptionList())
		if len(p.Stats) > 0 {
			b.WriteString("| statistic | |\n|---|---|\n")
			for _, s := range p.Stats {
				fmt.Fprintf(&b, "| `%s` | %s |\n", s.Name, cell(s.Doc))
			}
			b.WriteByte('\n')
		}
	}
	for _, p := range r.Pipelines {
		fmt.Fprintf(&b, "## `%s`\n\n%s\n\n", p.Name, asSentence(p.Title))
		if p.Doc != "" {
			fmt.Fprintf(&b, "%s\n\n", strings.TrimSpace(p.Doc))
		}
		b.WriteString("| step | |\n|---|---|\n")
		writeSteps(&b, p.DefaultSteps(), "")
		b.WriteByte('\n')
		if len(p.Orders) > 0 {
			b.WriteString("| before | after | because |\n|---|---|---|\n")
			for _, o := range p.Orders {
				fmt.Fprintf(&b, "| `%s` | `%s` | %s |\n", o.Before.Name, o.After.Name, cell(o.Reason))
			}
			b.WriteByte('\n')
		}
		writeOptions(&b, p.OptionList())
	}
	return strings.TrimRight(b.String(), "\n") + "\n"
}

// writeSteps writes a row for each step of a pipeline; on names the operations that the
// steps run on, unless it is "".
func writeSteps(b *strings.Builder, steps []passes.Step, on string) {
	for _, s := range steps {
		switch s := s.(type) {
		case *passes.Instance:
			fmt.Fprintf(b, "| `%s`%s | %s |\n", s.Pass.Name, on, cell(s.Reason))
		case *passes.Pipeline:
			writeSteps(b, s.Steps, " on `"+s.Anchor+"`")
		}
	}
}

func writeConditions(b *strings.Builder, title string, list []passes.Condition) {
	if len(list) == 0 {
		return
	}
	fmt.Fprintf(b, "%s that\n\n", title)
	for _, c := range list {
		fmt.Fprintf(b, "- %s\n", c.Text)
	}
	b.WriteByte('\n')
}

func writeOptions(b *strings.Builder, options []passes.Option) {
	if len(options) == 0 {
		return
	}
	b.WriteString("| option | value | default | |\n|---|---|---|---|\n")
	for _, o := range options {
		def := ""
		if o.Default != "" && o.Default != "{}" {
			def = "`" + o.Default + "`"
		}
		fmt.Fprintf(b, "| `%s` | %s | %s | %s |\n", o.Name, cell(o.Kind), def, cell(o.Help))
	}
	b.WriteByte('\n')
}
