package gpu

import (
	"optc/dialect/gpu"
	"optc/internal/family/gpu/kernel"
	"optc/ir"
	"optc/passes"
)

// VerifyKernels is gpu-verify-kernels.
var VerifyKernels = &passes.Pass{
	Name:  "gpu-verify-kernels",
	Title: "Check that the chip and upstream's tools know every operation of a kernel",
	Doc: `Reports operations of a kernel that LLVM 22 does not have, matrix instructions that the
chip does not have, and workgroups and buffers that are larger than the chip allows.`,
	Anchor: []ir.OpKind{gpu.ModuleOp{}},
	Run: func(c *passes.Context) (bool, error) {
		m, err := machineOf(c.Op)
		if err != nil {
			return false, err
		}
		for _, f := range passes.OpsIn(c.Op, gpu.FuncOp{}) {
			verifyKernel(c, m, f)
		}
		return false, nil
	},
}

func verifyKernel(c *passes.Context, m *kernel.Machine, f *ir.Operation) {
	kernel := ir.Cast[gpu.FuncOp](f)
	if n, ok := ir.NumElements(kernel.KnownBlockSize()); !ok || n > m.MaxThreads {
		c.Report(f.Errorf("needs a workgroup of %s threads, but %s has at most %d", product(kernel.KnownBlockSize()), m.Chip, m.MaxThreads).WithCode("gpu.threads"))
	}
	said := mistakes{}
	c.Walk(f, func(op *ir.Operation) ir.WalkResult {
		if op == f {
			return ir.Advance
		}
		d := notInstruction(m, op)
		if d == nil {
			d = m.NotLowered(op)
		}
		if d != nil {
			said.report(c, op, d)
			return ir.Skip
		}
		return ir.Advance
	})
}

// mistakes holds the names and places of operations about which a pass complained: a line of the
// source may have become several operations.
type mistakes map[mistake]bool

type mistake struct {
	name string
	at   ir.Location
}

// report reports a mistake, once for each line.
func (said mistakes) report(c *passes.Context, op *ir.Operation, d *ir.Diagnostic) {
	m := mistake{op.Name(), op.Loc()}
	if !said[m] {
		said[m] = true
		c.Report(d)
	}
}

// notInstruction returns an error if op is a matrix instruction that the machine does not have.
func notInstruction(m *kernel.Machine, op *ir.Operation) *ir.Diagnostic {
	if !m.Lacks(op) {
		return nil
	}
	return op.Errorf("is no instruction of %s", m.Chip).WithCode("gpu.instruction").
		Note(op.Loc(), "matrix instructions of %s: %s", m.Chip, m.MatrixNames())
}
