package passes

import (
	"reflect"
	"runtime"
	"strings"

	"optc/internal/base/panics"
	"optc/ir"
)

// CodeInternal is the code of panics of a pass.
const CodeInternal = "passes.internal"

// crash describes a panic of a pass: a mistake of the author of the pass, never of the
// input.
func crash(p *Pass, op *ir.Operation, value any, stack []byte) *ir.Diagnostic {
	reason, site := panics.Describe(value, stack)
	d := op.Errorf("internal error in pass '%s': %v", p.Name, reason).WithCode(CodeInternal)
	d.Op = nil // its text may be large, or broken
	owner := packageOf(p)
	if module, _, _ := strings.Cut(owner, "/"); module == ownModule {
		owner = ownModule
	}
	return d.
		Note(op.Loc(), "pass '%s' of %s panicked; please report it there with the output of --mlir-pass-pipeline-crash-reproducer=FILE", p.Name, owner).
		Note(op.Loc(), "%s", site)
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
