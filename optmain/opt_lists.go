package optmain

import (
	"slices"
	"strings"

	"optc/ir"
	"optc/optmain/internal/helptext"
	"optc/optmain/internal/reference"
)

// passList is the answer to --list-passes.
func (t *tool) passList() string {
	var b strings.Builder
	b.WriteString("Passes:\n")
	helptext.Columns(&b, 2, reference.PassRows(t.Passes))
	return b.String()
}

// dialectList is the output for --show-dialects.
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
	for i, p := range reference.SortedPasses(t.Passes) {
		if i > 0 {
			b.WriteByte('\n')
		}
		reference.DescribePass(&b, p)
	}
	for _, p := range t.Passes.Pipelines {
		b.WriteByte('\n')
		reference.DescribePipeline(&b, p)
	}
	return b.String()
}
