package nvgpu

import (
	"optc/dialect/iree/ireegpu"
	"optc/ir"
	"optc/sim"
)

// meaning is the meaning of the operations of nvgpu.
func meaning() ir.Meaning {
	table := sim.Table{
		LdMatrixOp{}.Kind():         loadMatrices,
		AsyncCopyOp{}.Kind():        beginCopy,
		AsyncCreateGroupOp{}.Kind(): createGroup,
		AsyncWaitOp{}.Kind():        waitForGroups,
		MmaSyncOp{}.Kind(): func(f *sim.Frame, in *sim.Instr) error {
			return ireegpu.Multiply(f, in, func(op *ir.Operation) (ireegpu.Product, error) {
				mma := ir.Cast[MmaSyncOp](op)
				shape := mma.MmaShape()
				return ireegpu.Product{
					Family: ireegpu.MMASync, Lanes: 32,
					M: shape[0], N: shape[1], K: shape[2],
					A: mma.MatrixA(), B: mma.MatrixB(), C: mma.MatrixC(), D: mma.Res(),
				}, nil
			})
		},
	}
	return &sim.Meanings{Table: table, Reads: ireegpu.ReadsMatrices(table)}
}
