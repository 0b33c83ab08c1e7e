package optmain

import (
	"fmt"
	"slices"
	"strings"

	"optc/diag"
	"optc/dialect/okk"
	"optc/dialect/poplar"
	"optc/dialect/vectorext"
	"optc/internal/npy"
	"optc/layout"
	"optc/lower"
	"optc/lower/poplar/link"
	"optc/lower/poplar/run"
	"optc/passes"
	"optc/sim"
)

// allErrors explains all codes that optc reports.
func allErrors() []diag.Doc {
	return slices.Concat(poplar.Errors, link.Errors, vectorext.Errors, okk.Errors, layout.Errors, passes.Errors, lower.Errors, sim.Errors, run.Errors, npy.Errors, []diag.Doc{{
		Code: "unknown-variable",
		Text: "The program has no variable of that name.",
		Fix:  "Check the spelling; the memory map and images.json name the variables.",
	}})
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
