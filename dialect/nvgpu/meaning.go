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
			k, shape := MmaSync, ir.Cast[MmaSyncOp](in.Op).MmaShape()
			return ireegpu.Multiply(f, in, ireegpu.MMASync, 32, ireegpu.Product{
				M: shape[0], N: shape[1], K: shape[2],
				A: k.MatrixA(in.Op), B: k.MatrixB(in.Op), C: k.MatrixC(in.Op), D: k.Res(in.Op),
			})
		},
	}
}
