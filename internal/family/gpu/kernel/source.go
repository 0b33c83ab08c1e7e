package kernel

import (
	fn "optc/dialect/func"
	"optc/dialect/iree/ireecodegen"
	"optc/dialect/vectorext"
	"optc/ir"
)

// IsSource reports whether op is a function that will become a kernel: it has a body, and
// vectors with layouts or the sizes of a workgroup.
func IsSource(op *ir.Operation) bool {
	if !ir.Is[fn.FuncOp](op) || fn.IsDeclaration(op) {
		return false
	}
	found := ireecodegen.TranslationOf(op) != nil
	ir.Walk(op, func(o *ir.Operation) ir.WalkResult {
		if found = found || ir.Is[vectorext.ToLayoutOp](o); found {
			return ir.Interrupt
		}
		return ir.Advance
	})
	return found
}
