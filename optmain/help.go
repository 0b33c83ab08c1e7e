package optmain

import (
	"cmp"
	"fmt"
	"runtime/debug"
	"slices"
	"strings"

	"optc/diag"
	"optc/ir"
	"optc/passes"
)

// row is a line of two columns.
type row struct{ left, right string }

// columns writes rows behind an indentation, with the right column wrapped at 100
// characters.
func columns(b *strings.Builder, indentation int, rows []row) {
	width := 0
	for _, r := range rows {
		if len(r.left) <= 32 {
			width = max(width, len(r.left))
		}
	}
	for _, r := range rows {
		b.WriteString(strings.Repeat(" ", indentation) + r.left)
		column := indentation + len(r.left)
		if len(r.left) > width {
			b.WriteByte('\n')
			column = 0
		}
		right := indentation + width + 2
		b.WriteString(strings.Repeat(" ", right-column))
		wrap(b, r.right, right)
	}
}

// wrap writes words on lines of at most 100 characters that begin at a column,
// where the text stands already.
func wrap(b *strings.Builder, text string, column int) { wrapFrom(b, text, column, column) }

// wrapFrom is wrap for a text that stands at another column than its further lines.
func wrapFrom(b *strings.Builder, text string, at, column int) {
	for i, word := range strings.Fields(text) {
		if i > 0 {
			if at+1+len(word) > 100 {
				b.WriteString("\n" + strings.Repeat(" ", column))
				at = column
			} else {
				b.WriteByte(' ')
				at++
			}
		}
		b.WriteString(word)
		at += len(word)
	}
	b.WriteByte('\n')
}

// usage is the help of the main command.
func (t *tool) usage(flags []*flag) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s\n\nusage: %s [flags] [file]     transform a file (standard input without one)\n", t.Name, t.Title, t.Name)
	for _, c := range t.Commands {
		fmt.Fprintf(&b, "       %s %s\n", t.Name, strings.TrimSpace(c.Name+" "+c.Usage))
	}
	fmt.Fprintf(&b, "\nPasses run in the order of their flags, or as --pass-pipeline says:\n\n  %s --canonicalize='max-iterations=3' --cse file.mlir\n", t.Name)
	fmt.Fprintf(&b, "  %s --pass-pipeline='builtin.module(func.func(canonicalize,cse))' file.mlir -o out.mlir\n", t.Name)
	if len(t.Commands) > 0 {
		b.WriteString("\nCommands:\n")
		var rows []row
		for _, c := range t.Commands {
			rows = append(rows, row{c.Name, c.Title})
		}
		columns(&b, 2, rows)
	}
	for i := 0; i < len(flags); {
		heading, first := flags[i].group, i
		for i < len(flags) && flags[i].group == heading {
			i++
		}
		if rows := flagRows(flags[first:i]); len(rows) > 0 {
			fmt.Fprintf(&b, "\n%s:\n", heading)
			columns(&b, 2, rows)
		}
	}
	b.WriteString("\nPasses (--help-passes has their options):\n")
	columns(&b, 2, passRows(t.Passes))
	fmt.Fprintf(&b, "\nLists: %s help %s.\n", t.Name, listNames())
	return b.String()
}

func flagRows(flags []*flag) (rows []row) {
	for _, f := range flags {
		if !f.hidden {
			rows = append(rows, row{f.spelling(), f.help})
		}
	}
	return rows
}

// spelling is the flag with a placeholder for its value.
func (f *flag) spelling() string {
	switch {
	case f.value == "":
		return f.dashed()
	case f.optional:
		return f.dashed() + "[=<" + f.value + ">]"
	case len(f.name) == 1:
		return f.dashed() + " <" + f.value + ">"
	}
	return f.dashed() + "=<" + f.value + ">"
}

// dashed is the flag as it is usually written.
func (f *flag) dashed() string {
	if len(f.name) == 1 {
		return "-" + f.name
	}
	return "--" + f.name
}

func sortedPasses(r *passes.Registry) []*passes.Pass {
	return slices.SortedFunc(slices.Values(r.Passes), func(a, b *passes.Pass) int { return cmp.Compare(a.Name, b.Name) })
}

func passRows(r *passes.Registry) []row {
	var rows []row
	for _, p := range sortedPasses(r) {
		rows = append(rows, row{"--" + p.Name, p.Title})
	}
	for _, p := range r.Pipelines {
		rows = append(rows, row{"--" + p.Name, "pipeline: " + p.Title})
	}
	return rows
}

// passList is the answer to --list-passes.
func (t *tool) passList() string {
	var b strings.Builder
	b.WriteString("Passes:\n")
	columns(&b, 2, passRows(t.Passes))
	return b.String()
}

// dialectList is the answer to --show-dialects.
func (t *tool) dialectList() string {
	names := []string{ir.Builtin.Name}
	for _, d := range t.Dialects {
		names = append(names, d.Name)
	}
	slices.Sort(names)
	return "Available Dialects: " + strings.Join(slices.Compact(names), ",") + "\n"
}

// passHelp is the answer to --help-passes.
func (t *tool) passHelp() string {
	var b strings.Builder
	for i, p := range sortedPasses(t.Passes) {
		if i > 0 {
			b.WriteByte('\n')
		}
		describePass(&b, p)
	}
	for _, p := range t.Passes.Pipelines {
		b.WriteByte('\n')
		describePipeline(&b, p)
	}
	return b.String()
}

func describePass(b *strings.Builder, p *passes.Pass) {
	fmt.Fprintf(b, "--%s: %s\n", p.Name, p.Title)
	describeDoc(b, p.Doc)
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

func describePipeline(b *strings.Builder, p *passes.NamedPipeline) {
	fmt.Fprintf(b, "--%s: %s (a pipeline)\n", p.Name, p.Title)
	describeDoc(b, p.Doc)
	describeOptions(b, p.OptionList())
}

// describeDoc writes paragraphs, those that are indented as they are.
func describeDoc(b *strings.Builder, doc string) {
	for paragraph := range strings.SplitSeq(doc, "\n\n") {
		switch {
		case strings.HasPrefix(paragraph, "    "):
			b.WriteString(strings.TrimRight(paragraph, "\n") + "\n")
		case strings.TrimSpace(paragraph) != "":
			b.WriteString("  ")
			wrap(b, paragraph, 2)
		}
	}
}

func describeOptions(b *strings.Builder, options []passes.Option) {
	var rows []row
	for _, o := range options {
		help := o.Help
		if o.Default != "" && o.Default != "{}" {
			help += " (default: " + o.Default + ")"
		}
		rows = append(rows, row{o.Name + "=<" + o.Kind + ">", help})
	}
	if rows != nil {
		b.WriteString("  options:\n")
		columns(b, 4, rows)
	}
}

// versionText is the answer to --version.
func (t *tool) versionText() string {
	version := "(devel)"
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		version = info.Main.Version
	}
	return fmt.Sprintf("%s %s, text and passes as in MLIR of LLVM 22\n", t.Name, version)
}

// runHelp explains topics, or shows the help of the main command.
func runHelp(e *Env, args []string) int {
	t := e.tool()
	defer t.stderr.flush()
	if len(args) == 0 {
		return t.print(t.usage(defaultOptions().flags()))
	}
	code := 0
	for i, topic := range args {
		if i > 0 {
			t.print("\n")
		}
		text := t.topic(topic)
		if text == "" {
			code = t.fail(fmt.Errorf("nothing is known about '%s'%s", topic, diag.DidYouMean(topic, t.topics())))
			continue
		}
		t.print(text)
	}
	return code
}
