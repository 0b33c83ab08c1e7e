package gpu

import (
	fn "optc/dialect/func"
	"optc/internal/family/gpu/kernel"
	"optc/ir"
	"optc/passes"
)

// LowerOperations is gpu-lower-operations.
var LowerOperations = &passes.Pass{
	Name:  "gpu-lower-operations",
	Title: "Replace operations whose definitions say by which others",
	Doc: `Replaces each operation whose definition has a rewrite for the chip, for its maker (nvidia or
amd) or for gpu, by the operations that the rewrite builds. A tool with a dialect of its own
lowers its operations this way:

    %1 = toy.clamp %0 : i32 to #toy.range<0, 255>
    →
    %c0 = arith.constant 0 : i32
    %2 = arith.maxsi %0, %c0 : i32
    %c255 = arith.constant 255 : i32
    %1 = arith.minsi %2, %c255 : i32`,
	Anchor: []ir.OpKind{fn.FuncOp{}},
	Run: func(c *passes.Context) (bool, error) {
		if !kernel.IsSource(c.Op) {
			return false, nil
		}
		m, err := machineOf(c.Op)
		if err != nil {
			return false, err
		}
		changed, d := m.Target().Lower(c.Rewriter(nil), c.Op)
		if d != nil {
			return changed, d
		}
		return changed, nil
	},
}
