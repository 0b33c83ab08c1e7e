package amdgpu

import (
	"optc/diag"
	"optc/dialect/iree/ireegpu"
	"optc/ir"
	"optc/sim"
)

// meaning is the meaning of the operations of amdgpu.
func meaning() ir.Meaning {
	table := sim.Table{
		MFMAOp{}.Kind(): func(f *sim.Frame, in *sim.Instr) error {
			return ireegpu.Multiply(f, in, func(op *ir.Operation) (ireegpu.Product, error) {
				p := amdgpuProduct(op)
				if p.Family, p.Lanes = ireegpu.MFMA, 64; ir.Cast[MFMAOp](op).Blocks() != 1 {
					return p, diag.Errorf("unsupported", "cannot execute matrix instructions of several blocks")
				}
				return p, nil
			})
		},
		WMMAOp{}.Kind(): func(f *sim.Frame, in *sim.Instr) error {
			return ireegpu.Multiply(f, in, func(op *ir.Operation) (ireegpu.Product, error) {
				p := amdgpuProduct(op)
				p.Family, p.Lanes = ireegpu.WMMAR4, 32
				if a, ok := p.A.Type().(*ir.VectorType); ok && a.Dims[0] == p.K {
					p.Family = ireegpu.WMMAR3 // every lane holds a whole row in this family
				}
				return p, nil
			})
		},
	}
	return &sim.Meanings{Table: table, Reads: ireegpu.ReadsMatrices(table)}
}

// amdgpuProduct reads amdgpu.mfma and amdgpu.wmma.
func amdgpuProduct(op *ir.Operation) ireegpu.Product {
	p := op.Typed().(matrixProduct)
	return ireegpu.Product{
		M: p.M(), N: p.N(), K: p.K(),
		A: p.SourceA(), B: p.SourceB(), C: p.DestC(), D: p.DestD(),
	}
}
