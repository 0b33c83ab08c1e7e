package nvgpu

import (
	"optc/dialect/iree/ireegpu"
	"optc/ir"
	"optc/sim"
)

// meaning is the meaning of the operations of nvgpu.
func meaning() ir.Meaning {
	return sim.Table{
		MmaSyncOp{}.Kind(): func(f *sim.Frame, in *sim.Instr) error {
			mma := ir.Cast[MmaSyncOp](in.Op)
			shape := mma.MmaShape()
			return ireegpu.Multiply(f, in, ireegpu.MMASync, 32, ireegpu.Product{
				M: shape[0], N: shape[1], K: shape[2],
				A: mma.MatrixA(), B: mma.MatrixB(), C: mma.MatrixC(), D: mma.Res(),
			})
		},
	}
}
