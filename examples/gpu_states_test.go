package examples_test

import (
	"os"
	"testing"

	"optc/ir"
	"optc/passes"
)

// TestKernelStates stops after every pass of the pipeline gpu: the module is printed, pretty and
// generic, can be parsed again, verifies, prints the same bytes, and after the rest of the
// pipeline the parsed module is the same kernel.
func TestKernelStates(t *testing.T) {
	t.Parallel()
	eachKernel(t, func(t *testing.T, file, name, chip string) {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		want := printed(compiled(t, string(text), chip, "gpu"), false)
		module := parse(t, printed(compiled(t, string(text), chip, "func.func()"), false))
		run := func(module *ir.Operation, p *passes.Pipeline) {
			t.Helper()
			if err := passes.NewManager(ir.ContextOf(module)).Run(t.Context(), p, module); err != nil {
				t.Fatalf("%s: %v", p, err)
			}
		}
		rest := steps(t, "gpu")
		for len(rest) > 0 {
			run(module, rest[0])
			after := rest[0].String()
			rest = rest[1:]
			for _, generic := range []bool{false, true} {
				again := parse(t, printed(module, generic))
				if got := printed(again, generic); got != printed(module, generic) {
					t.Fatalf("after %s it prints\n%s\nand then\n%s", after, printed(module, generic), got)
				}
				for _, p := range rest {
					run(again, p)
				}
				if got := printed(again, false); got != want {
					t.Fatalf("read again after %s it becomes\n%s\nwant\n%s", after, got, want)
				}
			}
		}
	})
}

// printed returns the text of a module.
func printed(module *ir.Operation, generic bool) string {
	return string(ir.Print(module, ir.PrintOptions{Generic: generic}))
}
