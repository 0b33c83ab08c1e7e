// Package reference describes passes, pipelines and the definitions of dialects: as help
// for a terminal and as pages in Markdown.
package reference

import (
	"fmt"
	"strings"

	"optc/ir"
	"optc/layout/picture"
)

// Picture draws the sample of a definition and returns the command for it; both are "" if
// the sample has no picture.
type Picture func(sample string, v picture.View) (command, drawn string)

// DialectPage is the page of a dialect in Markdown.
func DialectPage(d *ir.Dialect, draw Picture) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# Dialect `%s`\n\n%s\n\n", d.Name, asSentence(d.Summary))
	if d.Description != "" {
		fmt.Fprintf(&b, "%s\n\n", strings.TrimSpace(d.Description))
	}
	if len(d.Definitions().Ops) > 0 {
		b.WriteString("## Operations\n\n| operation | |\n|---|---|\n")
		for _, o := range d.Definitions().Ops {
			fmt.Fprintf(&b, "| [`%s`](#%s) | %s |\n", o.Name(), headingAnchor(o.Name()), cell(o.Summary))
		}
		fmt.Fprintf(&b, "\nIn a form: %s; attr-dict is `{name = value, …}` or nothing.\n\n", strings.ReplaceAll(formLegend, "`x`", "`` `x` ``"))
	}
	for _, o := range d.Definitions().Ops {
		fmt.Fprintf(&b, "### `%s`\n\n%s\n\n", o.Name(), asSentence(o.Summary))
		if o.Description != "" {
			fmt.Fprintf(&b, "%s\n\n", strings.TrimSpace(o.Description))
		}
		if form := formLines(o, 0); form != "" {
			fmt.Fprintf(&b, "Form:\n\n```\n%s\n```\n\n", form)
		}
		for _, p := range opParts(o) {
			fmt.Fprintf(&b, "| %s | |\n|---|---|\n", p.title)
			for _, r := range p.rows {
				fmt.Fprintf(&b, "| `%s` | %s |\n", r.Left, cell(r.Right))
			}
			b.WriteByte('\n')
		}
		writeExamples(&b, o.Examples)
	}
	if len(d.Definitions().Types) > 0 {
		b.WriteString("## Types\n\n")
	}
	for _, x := range d.Definitions().Types {
		writeNode(&b, "!"+d.Name+"."+x.Mnemonic, x.Summary, x.Description, x.Syntax, x.Examples)
		if picture.Defined(x) {
			writePicture(&b, draw, x.Examples[0], picture.View{})
		}
	}
	if len(d.Definitions().Attrs) > 0 {
		b.WriteString("## Attributes\n\n")
	}
	for _, x := range d.Definitions().Attrs {
		writeNode(&b, "#"+d.Name+"."+x.Mnemonic, x.Summary, x.Description, x.Syntax, x.Examples)
		if picture.Defined(x) {
			writePicture(&b, draw, x.Examples[0], picture.View{})
		}
	}
	if len(d.Definitions().Terms) > 0 {
		b.WriteString("## Layouts\n\n")
	}
	for _, x := range d.Definitions().Terms {
		fmt.Fprintf(&b, "### `%s`\n\n%s\n\n%s\n\n", x.Name, asSentence(x.Summary), strings.TrimSpace(x.Description))
		if sample, ok := picture.Term.In(x); ok {
			writePicture(&b, draw, sample.Text, sample.View)
		}
	}
	return strings.TrimRight(b.String(), "\n") + "\n"
}

// writePicture writes the command that draws a sample, and the picture.
func writePicture(b *strings.Builder, draw Picture, sample string, v picture.View) {
	if command, drawn := draw(sample, v); drawn != "" {
		fmt.Fprintf(b, "```console\n$ %s\n%s\n```\n\n", command, drawn)
	}
}

// writeNode writes the section of a type or an attribute.
func writeNode(b *strings.Builder, name, summary, doc, syntax string, samples []string) {
	fmt.Fprintf(b, "### `%s`\n\n%s\n\n", name, asSentence(summary))
	if doc != "" {
		fmt.Fprintf(b, "%s\n\n", strings.TrimSpace(doc))
	}
	if syntax != "" {
		fmt.Fprintf(b, "Syntax:\n\n```\n%s\n```\n\n", strings.TrimSpace(syntax))
	}
	writeExamples(b, samples)
}

func writeExamples(b *strings.Builder, samples []string) {
	if len(samples) == 0 {
		return
	}
	fmt.Fprintf(b, "```mlir\n%s\n```\n\n", strings.Trim(strings.Join(samples, "\n\n"), "\n"))
}

// asSentence makes a sentence of s: a capital letter at the beginning and a full stop at
// the end.
func asSentence(s string) string {
	if s == "" {
		return s
	}
	s = strings.ToUpper(s[:1]) + s[1:]
	if !strings.HasSuffix(s, ".") {
		s += "."
	}
	return s
}

// cell escapes text that would end a cell of a table.
func cell(s string) string {
	return strings.ReplaceAll(strings.ReplaceAll(s, "|", "\\|"), "\n", " ")
}

// headingAnchor is the id that Markdown renderers give a heading of code.
func headingAnchor(name string) string { return strings.ReplaceAll(strings.ToLower(name), ".", "") }
