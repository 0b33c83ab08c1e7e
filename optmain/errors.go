package optmain

import (
	"fmt"
	"slices"
	"strings"

	"optc/diag"
	"optc/dialect/vectorext"
	"optc/internal/npy"
	"optc/layout"
	"optc/lower"
	"optc/passes"
	"optc/sim"
)

// generalErrors explains the codes that optc reports whatever the kind of program.
func generalErrors() []diag.Doc {
	return slices.Concat(vectorext.Errors, layout.Errors, passes.Errors, lower.Errors, sim.Errors(), npy.Errors)
}

// errors explains all codes that the tool reports.
func (c *Config) errors() (list []diag.Doc) {
	for _, k := range c.Programs {
		if k.Errors != nil {
			list = append(list, k.Errors()...)
		}
	}
	if c.Errors != nil {
		list = append(list, c.Errors()...)
	}
	return list
}

// describeCode explains an error code, with an input that gives it.
func (t *tool) describeCode(b *strings.Builder, d *diag.Doc) {
	fmt.Fprintf(b, "error [%s]\n", d.Code)
	describeDoc(b, d.Text)
	describeDoc(b, "What to do: "+d.Fix)
	if d.Example == "" {
		return
	}
	fmt.Fprintf(b, "  example.mlir:\n%s\n", indent(d.Example, "    "))
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
