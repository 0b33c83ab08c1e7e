package reference

import (
	"fmt"
	"strings"

	"optc/ir"
	"optc/sim"
)

// UndefinedPage is the page of the inputs for which operations have no defined result.
func UndefinedPage(dialects []*ir.Dialect) string {
	var b strings.Builder
	b.WriteString("# Undefined behaviour\n\n" +
		"The simulator finds inputs for which an operation has no defined result. It ends the run with an error, or the result is poison: poison\n" +
		"may become any value, and is an error where the behaviour of the program depends on it. The last columns describe LLVM 22.\n" +
		"The word \"folds\" means that LLVM replaces the result of constants by poison. The word \"traps\" means that the instruction of an x86-64\n" +
		"processor or the C library stops the program. The words \"runs on\" mean that the processor executes the bytes after the function. Tensors have no instructions.\n" +
		"Errors among threads, such as `sim.race`, and of programs on a tile are explained by `optc explain`.\n\n" +
		"| operation | undefined if | simulator | LLVM 22 | |\n|---|---|---|---|---|\n")
	for _, d := range dialects {
		m, ok := d.Meanings().(*sim.Meanings)
		if !ok {
			continue
		}
		for i := range m.Undefined {
			u := &m.Undefined[i]
			effect := "poison"
			if u.Stops != nil {
				effect = "`sim." + u.Stops.Code + "`"
			}
			var native []string
			if u.LLVM.Folds {
				native = append(native, "folds")
			}
			if u.LLVM.Traps {
				native = append(native, "traps")
			}
			if u.LLVM.RunsOn {
				native = append(native, "runs on")
			}
			fmt.Fprintf(&b, "| `%s` | %s | %s | %s | %s |\n", u.Op.Kind(), cell(u.When), effect, cell(u.LLVM.Text), strings.Join(native, ", "))
		}
	}
	return b.String()
}
