package passes

import (
	"fmt"
	"reflect"
	"runtime"
	"strings"

	"optc/internal/base/parallel"
	"optc/ir"
)

// CodeInternal is the code of panics of a pass.
const CodeInternal = "passes.internal"

// crash describes a panic of a pass: a mistake of the author of the pass, never of the
// input.
func crash(p *Pass, op *ir.Operation, value any, stack []byte) *ir.Diagnostic {
	if p, ok := value.(*parallel.Panic); ok {
		value, stack = p.Value, p.Stack
	}
	d := op.Errorf("internal error in pass '%s': %v", p.Name, value).WithCode(CodeInternal)
	d.Op = nil // its text may be large, or broken
	owner := packageOf(p)
	if module, _, _ := strings.Cut(owner, "/"); module == ownModule {
		owner = ownModule
	}
	return d.
		Note(op.Loc(), "pass '%s' of %s panicked; please report it there with the output of --mlir-pass-pipeline-crash-reproducer=FILE", p.Name, owner).
		Note(op.Loc(), "%s", panicSite(string(stack)))
}

// ownModule is the path of this module.
var ownModule, _, _ = strings.Cut(reflect.TypeFor[Pass]().PkgPath(), "/")

// packageOf returns the path of the Go package that the function of a pass is in.
func packageOf(p *Pass) string {
	name := runtime.FuncForPC(reflect.ValueOf(p.Run).Pointer()).Name()
	slash := strings.LastIndexByte(name, '/') + 1
	pkg, _, _ := strings.Cut(name[slash:], ".")
	return name[:slash] + pkg
}

// panicSite returns the line of a stack trace at which the panic happened.
func panicSite(stack string) string {
	_, after, _ := strings.Cut(stack, "panic(")
	lines := strings.Split(after, "\n")
	for i := 2; i+1 < len(lines); i += 2 {
		if !strings.HasPrefix(lines[i], "runtime.") {
			return fmt.Sprintf("at %s, %s", strings.TrimSpace(lines[i]), strings.TrimSpace(lines[i+1]))
		}
	}
	return "the place is unknown"
}
