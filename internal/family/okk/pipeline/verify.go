package okk

import (
	"optc/dialect/okk"
	"optc/ir"
	"optc/passes"
)

// Verify is okk-verify.
var Verify = &passes.Pass{
	Name:  "okk-verify",
	Title: "Check that a kernel is complete",
	Doc: `Every layout, width and address is known, and every tensor, copy and operand is as the machine needs it at its
address.`,
	Anchor:   []ir.OpKind{okk.KernelOp{}},
	Dialects: []string{"okk"},
	Run: onFlatKernel("a kernel is complete", true, func(c *passes.Context, _ *okk.Machine) bool {
		c.Walk(c.Op, func(op *ir.Operation) ir.WalkResult {
			if verify := op.Def().Verify; verify != nil && op.Def().Owner() == okk.Dialect {
				if d := verify(op); d != nil {
					c.Report(d)
				}
			}
			return ir.Advance
		})
		return false
	}),
}
