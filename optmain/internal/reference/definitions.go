package reference

import (
	"fmt"
	"slices"
	"strings"

	"optc/ir"
	"optc/layout/picture"
	"optc/optmain/internal/helptext"
)

// TypeRows has a row for each type of a dialect.
func TypeRows(d *ir.Dialect) (rows helptext.Table) {
	for _, x := range d.Definitions().Types {
		rows.Add("!"+d.Name+"."+x.Mnemonic, x.Summary)
	}
	return rows
}

// AttrRows has a row for each attribute of a dialect.
func AttrRows(d *ir.Dialect) (rows helptext.Table) {
	for _, x := range d.Definitions().Attrs {
		rows.Add("#"+d.Name+"."+x.Mnemonic, x.Summary)
	}
	return rows
}

// DescribePart writes the help of a dialect, if that has the name, or of the operation,
// term, type or attribute of the dialect that has it.
func DescribePart(b *strings.Builder, d *ir.Dialect, name string, draw Picture) {
	if d.Name == name {
		fmt.Fprintf(b, "dialect '%s': %s\n", d.Name, d.Summary)
		helptext.Paragraphs(b, d.Description)
		var rows helptext.Table
		for _, o := range d.Definitions().Ops {
			rows.Add(o.Name(), o.Summary)
		}
		helptext.Columns(b, 2, slices.Concat(rows, TypeRows(d), AttrRows(d)))
	}
	if o := d.Op(name); o != nil {
		describeOp(b, o)
	}
	for _, x := range d.Definitions().Terms {
		if x.Name == name {
			fmt.Fprintf(b, "%s, a %s\n", x.Name, x.Summary)
			helptext.Paragraphs(b, x.Description)
			if sample, ok := picture.Term.In(x); ok {
				describePicture(b, draw, sample.Text, sample.View)
			}
		}
	}
	_, mnemonic, _ := strings.Cut(name, ".")
	if !strings.HasPrefix(name, d.Name+".") {
		return
	}
	if x := d.Type(mnemonic); x != nil {
		describeNode(b, "!"+name, x.Summary, x.Description, x.Syntax, x.Examples)
		if picture.Defined(x) {
			describePicture(b, draw, x.Examples[0], picture.View{})
		}
	}
	if x := d.Attr(mnemonic); x != nil {
		describeNode(b, "#"+name, x.Summary, x.Description, x.Syntax, x.Examples)
		if picture.Defined(x) {
			describePicture(b, draw, x.Examples[0], picture.View{})
		}
	}
}

// describePicture draws a sample of the definition.
func describePicture(b *strings.Builder, draw Picture, sample string, v picture.View) {
	if command, drawn := draw(sample, v); drawn != "" {
		fmt.Fprintf(b, "  picture (%s):\n%s\n", command, helptext.IndentLines(drawn, "    "))
	}
}

// describeNode writes the help of a type or an attribute.
func describeNode(b *strings.Builder, name, summary, doc, syntax string, examples []string) {
	fmt.Fprintf(b, "%s: %s\n", name, summary)
	helptext.Paragraphs(b, doc)
	if syntax != "" {
		fmt.Fprintf(b, "  syntax:\n%s\n", helptext.Indent(syntax, "    "))
	}
	describeExamples(b, examples)
}

// describeOp writes the help of an operation.
func describeOp(b *strings.Builder, o *ir.OpDef) {
	fmt.Fprintf(b, "operation '%s': %s\n", o.Name(), o.Summary)
	helptext.Paragraphs(b, o.Description)
	if form := formLines(o, 4); form != "" {
		fmt.Fprintf(b, "  form (%s):\n    %s\n", formLegend, form)
	}
	for _, s := range opParts(o) {
		fmt.Fprintf(b, "  %s:\n", s.title)
		helptext.Columns(b, 4, s.rows)
	}
	describeExamples(b, o.Examples)
}

func describeExamples(b *strings.Builder, examples []string) {
	if len(examples) == 0 {
		return
	}
	b.WriteString("  examples:\n")
	for i, e := range examples {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(helptext.Indent(strings.Trim(e, "\n"), "    ") + "\n")
	}
}
