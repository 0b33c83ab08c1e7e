package poplar

import (
	"slices"
	"strings"

	"optc/diag"
	"optc/dialect/poplar/target"
	"optc/ir"
)

// TargetAttrName is the attribute of a module that holds its target.
const TargetAttrName = "poplar.target"

// Codes prefixes the codes of this package's errors in diagnostics.
const Codes = "poplar."

// Dialect is the poplar dialect.
var Dialect = &ir.Dialect{
	Name:    "poplar",
	Summary: "vertices, tensors, tile mappings and tile memory of a Graphcore IPU program",
	Description: `A vertex declares its fields one by one, as its C++ class does. A graph holds
variables, views of them, mappings to tiles, and compute sets of vertex instances.
Layouts are resolved for a target, names are mangled, data is placed; every state
on the way is text that parses again.`,
	Meaning: meaning,
	Define: func() ir.Definitions {
		return ir.Definitions{
			Typed: typedOps(),
			Ops: slices.Concat(vertexOps(), templateOps(), functionOps(), computeOps(), convertOps(), supervisorOps(), graphOps(), viewOps(), mappingOps(), cloneOps(),
				instanceOps(), loopOps(), programOps(), controlOps(), loweredOps(), loweredGraphOps(), assertOps()),
			Types: typeDefs(),
			Attrs: attrDefs(),
			Terms: terms(),
		}
	},
	VerifyAttr: verifyDialectAttr,
	Describe:   describe,
	InlineInto: ir.InlineAlways,
}

// verifyDialectAttr checks the attribute poplar.target of a module.
func verifyDialectAttr(op *ir.Operation, a ir.NamedAttr) *ir.Diagnostic {
	if a.Name != TargetAttrName {
		return nil
	}
	if !ir.Is[ir.ModuleOp](op) {
		return op.Errorf("expects attribute '%s' only on '%s'", TargetAttrName, ir.ModuleOp{}.Kind())
	}
	if !ir.IsAttr[*TargetAttr](a.Value) {
		return op.Errorf("expected attribute '%s' to be a poplar target, but got '%s'", TargetAttrName, a.Value)
	}
	return nil
}

// Retarget returns arch's target, or the module's own target, with its overrides, if that
// is already for arch. Overrides for another architecture are dropped, except those that
// describe the program. The error code is target-fit.
func Retarget(module *ir.Operation, arch target.Target) (target.Target, error) {
	old := ir.Get[*TargetAttr](module, TargetAttrName)
	if old == nil {
		return arch, nil
	}
	if old.Target.Arch == arch.Arch {
		return old.Target, nil
	}
	var texts []string
	var program []target.Setting
	for _, o := range old.Target.Overrides() {
		if o.OfProgram() {
			program = append(program, o)
		} else {
			texts = append(texts, o.String())
		}
	}
	if texts == nil {
		return arch.With(program...)
	}
	return target.Target{}, diag.Errorf("target-fit", "the file overrides fields of %s, which cannot be carried over to %s: %s", old.Target.Arch, arch.Arch, strings.Join(texts, ", ")).
		Note("name the architecture that the file names, or change the target in the file")
}

// SetTarget makes t the target of a module.
func SetTarget(rw *ir.Rewriter, module *ir.Operation, t target.Target) {
	set(rw, module, TargetAttrName, TargetOf(rw.Context(), t))
}

// TargetFor returns the effective target of an operation: the target of the enclosing
// graph if it has one, otherwise the target of the nearest module with a target.
func TargetFor(op *ir.Operation) (t target.Target, ok bool) {
	for ; op != nil; op = op.Parent() {
		a := ir.Get[*TargetAttr](op, TargetAttrName)
		if ir.Is[GraphOp](op) {
			a = ir.Cast[GraphOp](op).Target()
		}
		if a != nil {
			return a.Target, true
		}
	}
	return target.Target{}, false
}

// RequiredTarget is TargetFor for operations that require a target: where none is in
// force, the error is reported at the operation, with a note on how to name one.
func RequiredTarget(op, user *ir.Operation) (target.Target, *ir.Diagnostic) {
	t, ok := TargetFor(op)
	if ok {
		return t, nil
	}
	return t, user.Errorf("needs a module attribute %s", TargetAttrName).WithCode(Codes+"target-missing").
		HintNote(user.Loc(), "write 'module attributes {%s = #poplar.target<ipu2>}', or name a target on the command line: "+
			"--target ipu2, or as a pass --poplar-set-target=arch=ipu2", TargetAttrName)
}
