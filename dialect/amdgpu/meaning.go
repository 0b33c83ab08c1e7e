package amdgpu

import (
	"optc/diag"
	"optc/dialect/iree/ireegpu"
	"optc/ir"
	"optc/sim"
)

// meaning is the meaning of the operations of amdgpu.
func meaning() ir.Meaning {
	return sim.Table{
		MFMAOp{}.Kind(): func(f *sim.Frame, in *sim.Instr) error {
			if ir.Cast[MFMAOp](in.Op).Blocks() != 1 {
				return diag.Errorf("unsupported", "cannot execute matrix instructions of several blocks")
			}
			return ireegpu.Multiply(f, in, ireegpu.MFMA, 64, amdgpuProduct(in.Op))
		},
		WMMAOp{}.Kind(): func(f *sim.Frame, in *sim.Instr) error {
			family, p := ireegpu.WMMAR4, amdgpuProduct(in.Op)
			if a, ok := p.A.Type().(*ir.VectorType); ok && a.Dims[0] == p.K {
				family = ireegpu.WMMAR3 // every lane holds a whole row in this family
			}
			return ireegpu.Multiply(f, in, family, 32, p)
		},
	}
}

// amdgpuProduct reads amdgpu.mfma and amdgpu.wmma.
func amdgpuProduct(op *ir.Operation) ireegpu.Product {
	p := op.Typed().(matrixProduct)
	return ireegpu.Product{
		M: p.M(), N: p.N(), K: p.K(),
		A: p.SourceA(), B: p.SourceB(), C: p.DestC(), D: p.DestD(),
	}
}
