package passes

import (
	"fmt"
	"strings"

	"optc/internal/parallel"
	"optc/ir"
)

// CodeInternal is the code of errors that are bugs of a pass.
const CodeInternal = "passes.internal"

// crash describes a panic of a pass: our bug, never the user's.
func crash(p *Pass, op *ir.Operation, value any, stack []byte) *ir.Diagnostic {
	if p, ok := value.(*parallel.Panic); ok {
		value, stack = p.Value, p.Stack
	}
	d := op.Errorf("internal error in pass '%s': %v", p.Name, value).WithCode(CodeInternal)
	d.Op = nil // its text may be large, or broken
	return d.
		Note(op.Loc(), "this is a bug of optc; please report it with the output of --mlir-pass-pipeline-crash-reproducer=FILE").
		Note(op.Loc(), "%s", panicSite(string(stack)))
}

// panicSite returns the line of a stack trace at which the panic happened.
func panicSite(stack string) string {
	_, after, ok := strings.Cut(stack, "panic(")
	if !ok {
		return "the place is unknown"
	}
	lines := strings.Split(after, "\n")
	for i := 2; i+1 < len(lines); i += 2 {
		if !strings.HasPrefix(lines[i], "runtime.") {
			return fmt.Sprintf("at %s, %s", strings.TrimSpace(lines[i]), strings.TrimSpace(lines[i+1]))
		}
	}
	return "the place is unknown"
}
