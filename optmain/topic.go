package optmain

import (
	"fmt"
	"slices"
	"strings"

	"optc/ir"
	"optc/lower"
)

// topic explains a pass, pipeline, command, flag, dialect, operation, type,
// attribute or error code; "" when there is none of that name. Names may carry
// the dashes or the sigil that they have in use.
func (t *tool) topic(name string) string {
	var b strings.Builder
	bare := strings.TrimLeft(name, "-")
	if p := t.Passes.Pass(bare); p != nil {
		describePass(&b, p)
	}
	if p := t.Passes.Pipeline(bare); p != nil {
		describePipeline(&b, p)
	}
	if c := t.command(name); c != nil {
		fmt.Fprintf(&b, "%s\n  ", strings.TrimSpace(t.Name+" "+c.Name+" "+c.Usage))
		wrap(&b, c.Title, 2)
		describeDoc(&b, c.Help)
		if c.docs != nil {
			for _, k := range t.Programs {
				describeDoc(&b, c.docs(k))
			}
		}
		if c.draws {
			describeDoc(&b, "There are pictures of "+strings.Join(t.newContext(defaultOptions()).Drawn(), ", ")+".")
		}
		if c.flags != nil {
			columns(&b, 4, flagRows(c.flags(t)))
		}
	}
	for _, f := range defaultOptions().flags() {
		if f.name == bare && strings.HasPrefix(name, "-") {
			columns(&b, 2, []row{{f.spelling(), f.help}})
		}
	}
	for _, e := range t.errors() {
		if e.Named(strings.Trim(name, "[]")) {
			separate(&b)
			t.describeCode(&b, &e)
		}
	}
	for _, d := range t.dialects() {
		t.describeDialectPart(&b, d, strings.TrimLeft(name, "!#"))
	}
	for _, target := range lower.Targets(t.Programs) {
		if target.Name == name {
			separate(&b)
			describeTarget(&b, &target)
		}
	}
	if b.Len() == 0 {
		t.describeMnemonic(&b, name)
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
			separate(b)
			t.describeDialectPart(b, d, d.Name+"."+name)
		}
	}
}

// topics lists the names that topic knows.
func (t *tool) topics() []string {
	names := slices.Concat(t.Passes.Names(), targetNames(t), t.commandNames())
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

func (t *tool) dialects() []*ir.Dialect { return append([]*ir.Dialect{ir.Builtin}, t.Dialects...) }

// describeDialectPart explains what of a dialect has that name.
func (t *tool) describeDialectPart(b *strings.Builder, d *ir.Dialect, name string) {
	if d.Name == name {
		fmt.Fprintf(b, "dialect '%s': %s\n", d.Name, d.Summary)
		describeDoc(b, d.Description)
		var rows []row
		for _, o := range d.Definitions().Ops {
			rows = append(rows, row{o.Name(), o.Summary})
		}
		columns(b, 2, slices.Concat(rows, typeRows(d), attrRows(d)))
	}
	if o := d.Op(name); o != nil {
		describeOp(b, o)
	}
	for _, x := range d.Definitions().Terms {
		if x.Name == name {
			fmt.Fprintf(b, "%s, a %s\n", x.Name, x.Summary)
			describeDoc(b, x.Description)
			t.describePicture(b, x.Sample, x.View)
		}
	}
	_, mnemonic, _ := strings.Cut(name, ".")
	if !strings.HasPrefix(name, d.Name+".") {
		return
	}
	if x := d.Type(mnemonic); x != nil {
		describeNode(b, "!"+name, x.Summary, x.Description, x.Syntax, x.Examples)
		if x.Draw != nil {
			t.describePicture(b, x.Examples[0], ir.View{})
		}
	}
	if x := d.Attr(mnemonic); x != nil {
		describeNode(b, "#"+name, x.Summary, x.Description, x.Syntax, x.Examples)
		if x.Draw != nil {
			t.describePicture(b, x.Examples[0], ir.View{})
		}
	}
}

// describePicture draws what stands for the thing that is explained.
func (t *tool) describePicture(b *strings.Builder, sample string, v ir.View) {
	if command, picture := t.samplePicture(sample, v); picture != "" {
		fmt.Fprintf(b, "  picture (%s):\n%s\n", command, indentLines(picture, "    "))
	}
}

// samplePicture draws a type or an attribute and says which command does; "" if it has
// no picture.
func (t *tool) samplePicture(sample string, v ir.View) (command, picture string) {
	if sample == "" {
		return "", ""
	}
	p, err := drawNode(ir.NewContext(t.Dialects...), sample, v, nil)
	if err != nil {
		return "", ""
	}
	command = t.Name + " layout '" + sample + "'"
	if v.Machine != "" {
		command += " --machine=" + v.Machine
	}
	return command, strings.TrimRight(p.Text(), "\n")
}

// indentLines is indent that leaves empty lines empty.
func indentLines(text, by string) string {
	return strings.ReplaceAll(indent(text, by), by+"\n", "\n")
}

func describeNode(b *strings.Builder, name, summary, doc, syntax string, examples []string) {
	fmt.Fprintf(b, "%s: %s\n", name, summary)
	describeDoc(b, doc)
	if syntax != "" {
		fmt.Fprintf(b, "  syntax:\n%s\n", indent(syntax, "    "))
	}
	describeExamples(b, examples)
}

func describeOp(b *strings.Builder, o *ir.OpDef) {
	fmt.Fprintf(b, "operation '%s': %s\n", o.Name(), o.Summary)
	describeDoc(b, o.Description)
	if form := formLines(o, 4); form != "" {
		fmt.Fprintf(b, "  form (%s):\n    %s\n", formLegend, form)
	}
	for _, s := range opParts(o) {
		fmt.Fprintf(b, "  %s:\n", s.title)
		columns(b, 4, s.rows)
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
		b.WriteString(indent(strings.Trim(e, "\n"), "    ") + "\n")
	}
}

func indent(text, by string) string {
	return by + strings.ReplaceAll(text, "\n", "\n"+by)
}
