package optmain

import (
	"fmt"
	"strings"

	"optc/ir"
)

// opPart is a table of the parts of an operation: operands, results and so on.
type opPart struct {
	title string
	rows  []row
}

// opParts describes what an operation consists of, from its definition.
func opParts(o *ir.OpDef) []opPart {
	var parts []opPart
	add := func(title string, rows []row) {
		if rows != nil {
			parts = append(parts, opPart{title, rows})
		}
	}
	add("operands", valueRows(o.Operands))
	var attrs []row
	for _, a := range o.Attrs {
		what := "any attribute"
		if a.Type != nil {
			what = a.Type.Summary
			if a.Type.Keywords != nil {
				what = "one of " + strings.Join(a.Type.Keywords, ", ")
			}
		}
		if a.Optional {
			what += ", optional"
		}
		attrs = append(attrs, row{a.Name, sentence(what, a.Doc)})
	}
	add("attributes", attrs)
	var regions []row
	for _, r := range o.Regions {
		what := "any number of blocks"
		switch {
		case r.SingleBlock:
			what = "one block"
		case r.NonEmpty:
			what = "at least one block"
		}
		if r.Variadic {
			what = "any number of regions, each with " + what
		}
		regions = append(regions, row{r.Name, sentence(what, r.Doc)})
	}
	add("regions", regions)
	var successors []row
	for _, s := range o.Successors {
		what := "a block"
		if s.Variadic {
			what = "any number of blocks"
		}
		successors = append(successors, row{s.Name, what})
	}
	add("successors", successors)
	add("results", valueRows(o.Results))
	var rules []row
	for _, c := range o.Constraints {
		rules = append(rules, row{"-", c.Doc()})
	}
	add("constraints", rules)
	return parts
}

func valueRows(values []ir.ValueDef) []row {
	var rows []row
	for _, v := range values {
		what := "any type"
		if v.Type != nil {
			what = v.Type.Summary
		}
		switch v.Kind {
		case ir.Optional:
			what += ", optional"
		case ir.Variadic:
			what += ", any number"
		}
		rows = append(rows, row{v.Name, sentence(what, v.Doc)})
	}
	return rows
}

func sentence(what, doc string) string {
	if doc == "" {
		return what
	}
	return doc + " (" + what + ")"
}

// dialectReference is the page of a dialect in Markdown.
func (t *tool) dialectReference(d *ir.Dialect) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# Dialect `%s`\n\n%s\n\n", d.Name, capital(d.Summary))
	if d.Description != "" {
		fmt.Fprintf(&b, "%s\n\n", strings.TrimSpace(d.Description))
	}
	if len(d.Definitions().Ops) > 0 {
		b.WriteString("## Operations\n\n| operation | |\n|---|---|\n")
		for _, o := range d.Definitions().Ops {
			fmt.Fprintf(&b, "| [`%s`](#%s) | %s |\n", o.Name(), anchor(o.Name()), cell(o.Summary))
		}
		fmt.Fprintf(&b, "\nIn a form: %s; attr-dict is `{name = value, …}` or nothing.\n\n", strings.ReplaceAll(formLegend, "`x`", "`` `x` ``"))
	}
	for _, o := range d.Definitions().Ops {
		fmt.Fprintf(&b, "### `%s`\n\n%s\n\n", o.Name(), capital(o.Summary))
		if o.Description != "" {
			fmt.Fprintf(&b, "%s\n\n", strings.TrimSpace(o.Description))
		}
		if form := formLines(o, 0); form != "" {
			fmt.Fprintf(&b, "Form:\n\n```\n%s\n```\n\n", form)
		}
		for _, p := range opParts(o) {
			fmt.Fprintf(&b, "| %s | |\n|---|---|\n", p.title)
			for _, r := range p.rows {
				fmt.Fprintf(&b, "| `%s` | %s |\n", r.left, cell(r.right))
			}
			b.WriteByte('\n')
		}
		examples(&b, o.Examples)
	}
	if len(d.Definitions().Types) > 0 {
		b.WriteString("## Types\n\n")
	}
	for _, x := range d.Definitions().Types {
		node(&b, "!"+d.Name+"."+x.Mnemonic, x.Summary, x.Description, x.Syntax, x.Examples)
		if x.Draw != nil {
			t.picture(&b, x.Examples[0], ir.View{})
		}
	}
	if len(d.Definitions().Attrs) > 0 {
		b.WriteString("## Attributes\n\n")
	}
	for _, x := range d.Definitions().Attrs {
		node(&b, "#"+d.Name+"."+x.Mnemonic, x.Summary, x.Description, x.Syntax, x.Examples)
		if x.Draw != nil {
			t.picture(&b, x.Examples[0], ir.View{})
		}
	}
	if len(d.Definitions().Terms) > 0 {
		b.WriteString("## Layouts\n\n")
	}
	for _, x := range d.Definitions().Terms {
		fmt.Fprintf(&b, "### `%s`\n\n%s\n\n%s\n\n", x.Name, capital(x.Summary), strings.TrimSpace(x.Description))
		t.picture(&b, x.Sample, x.View)
	}
	return strings.TrimRight(b.String(), "\n") + "\n"
}

// picture shows the command that draws a sample, and what it draws.
func (t *tool) picture(b *strings.Builder, sample string, v ir.View) {
	if command, picture := t.samplePicture(sample, v); picture != "" {
		fmt.Fprintf(b, "```console\n$ %s\n%s\n```\n\n", command, picture)
	}
}

func node(b *strings.Builder, name, summary, doc, syntax string, samples []string) {
	fmt.Fprintf(b, "### `%s`\n\n%s\n\n", name, capital(summary))
	if doc != "" {
		fmt.Fprintf(b, "%s\n\n", strings.TrimSpace(doc))
	}
	if syntax != "" {
		fmt.Fprintf(b, "Syntax:\n\n```\n%s\n```\n\n", strings.TrimSpace(syntax))
	}
	examples(b, samples)
}

func examples(b *strings.Builder, samples []string) {
	if len(samples) == 0 {
		return
	}
	fmt.Fprintf(b, "```mlir\n%s\n```\n\n", strings.Trim(strings.Join(samples, "\n\n"), "\n"))
}

// capital begins a sentence and ends it.
func capital(s string) string {
	if s == "" {
		return s
	}
	s = strings.ToUpper(s[:1]) + s[1:]
	if !strings.HasSuffix(s, ".") {
		s += "."
	}
	return s
}

// cell escapes what would end a cell of a table.
func cell(s string) string {
	return strings.ReplaceAll(strings.ReplaceAll(s, "|", "\\|"), "\n", " ")
}

// anchor is the id that Markdown renderers give a heading of code.
func anchor(name string) string { return strings.ReplaceAll(strings.ToLower(name), ".", "") }
