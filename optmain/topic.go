package optmain

import (
	"fmt"
	"slices"
	"strings"

	"optc/diag"
	"optc/docs"
	"optc/layout/picture"
	"optc/lower"
	"optc/optmain/internal/helptext"
	"optc/optmain/internal/reference"
)

// topic explains a pass, pipeline, command, flag, dialect, operation, type, attribute or
// error code; "" when there is none of that name. A name may begin with the dashes of a
// flag or the sigil of a type or attribute.
func (t *tool) topic(name string) string {
	var b strings.Builder
	bare := strings.TrimLeft(name, "-")
	if p := t.Passes.Pass(bare); p != nil {
		reference.DescribePass(&b, p)
	}
	if p := t.Passes.Pipeline(bare); p != nil {
		reference.DescribePipeline(&b, p)
	}
	if c := t.command(name); c != nil {
		t.describeCommand(&b, c)
	}
	for _, f := range defaultOptions().flags(t) {
		if f.Name == bare && strings.HasPrefix(name, "-") {
			helptext.Columns(&b, 2, helptext.Table{{Left: f.Spelling(), Right: f.Help}})
		}
	}
	for _, e := range t.errors() {
		if e.Named(strings.Trim(name, "[]")) {
			helptext.Separate(&b)
			t.describeCode(&b, &e)
		}
	}
	for _, d := range t.dialects() {
		reference.DescribePart(&b, d, strings.TrimLeft(name, "!#"), t.samplePicture)
	}
	for _, target := range lower.Targets(t.Programs) {
		if target.Name == name {
			helptext.Separate(&b)
			describeTarget(&b, &target)
		}
	}
	if b.Len() == 0 {
		t.describeMnemonic(&b, name)
	}
	if text, ok := docs.Page(name); b.Len() == 0 && ok {
		return text
	}
	if b.Len() == 0 {
		return t.enumerate(name)
	}
	return b.String()
}

// describeMnemonic explains the types and attributes whose name without the dialect is
// name, such as nested_layout.
func (t *tool) describeMnemonic(b *strings.Builder, name string) {
	for _, d := range t.dialects() {
		if d.Type(name) != nil || d.Attr(name) != nil {
			helptext.Separate(b)
			reference.DescribePart(b, d, d.Name+"."+name, t.samplePicture)
		}
	}
}

// describeCommand writes the help of a subcommand.
func (t *tool) describeCommand(b *strings.Builder, c *Command) {
	fmt.Fprintf(b, "%s\n  ", strings.TrimSpace(t.Name+" "+c.Name+" "+c.Usage))
	helptext.Wrap(b, c.Title, 2)
	for i, e := range c.examples {
		if i == 0 {
			b.WriteString("\n")
		}
		fmt.Fprintf(b, "  %s %s\n", t.Name, e)
	}
	helptext.Paragraphs(b, c.Help)
	if c.docs != nil {
		for _, k := range t.Programs {
			helptext.Paragraphs(b, c.docs(k))
		}
	}
	if c.draws {
		helptext.Paragraphs(b, "There are pictures of "+strings.Join(picture.Names(t.newContext()), ", ")+".")
	}
	if c.flags != nil {
		helptext.Columns(b, 4, flagRows(c.flags(t)))
	}
}

// describeCode explains an error code, with an input that gives it.
func (t *tool) describeCode(b *strings.Builder, d *diag.Doc) {
	fmt.Fprintf(b, "error [%s]\n", d.Code)
	helptext.Paragraphs(b, d.Text)
	helptext.Paragraphs(b, "What to do: "+d.Fix)
	if d.Example == "" {
		return
	}
	fmt.Fprintf(b, "  example.mlir:\n%s\n", helptext.Indent(d.Example, "    "))
	fmt.Fprintf(b, "  gives the error with\n    %s %s example.mlir\n", t.Name, quoted(d.CommandLine()))
}

// quoted is a command line as a shell needs it.
func quoted(line string) string {
	words := strings.Fields(line)
	for i, w := range words {
		if strings.ContainsAny(w, "()*<>$&|;") {
			words[i] = "'" + w + "'"
		}
	}
	return strings.Join(words, " ")
}

// describeTarget explains a target with its figures.
func describeTarget(b *strings.Builder, t *lower.Target) {
	fmt.Fprintf(b, "target %s: %s\n", t.Name, t.Summary)
	helptext.Paragraphs(b, t.Doc)
	var rows helptext.Table
	for _, f := range t.Fields {
		rows.Add(f.Setting, f.Doc)
	}
	helptext.Columns(b, 4, rows)
}

// topics lists the names that topic knows.
func (t *tool) topics() []string {
	names := slices.Concat(t.Passes.Names(), t.targetNames(), t.commandNames(), docs.Pages())
	for _, l := range lists() {
		names = append(names, l.name)
	}
	for _, e := range t.errors() {
		names = append(names, e.Code)
	}
	for _, d := range t.dialects() {
		names = append(names, d.Name)
		for _, o := range d.Definitions().Ops {
			names = append(names, o.Name())
		}
		for _, x := range d.Definitions().Types {
			names = append(names, d.Name+"."+x.Mnemonic)
		}
		for _, x := range d.Definitions().Attrs {
			names = append(names, d.Name+"."+x.Mnemonic)
		}
		for _, x := range d.Definitions().Terms {
			names = append(names, x.Name)
		}
	}
	return names
}
