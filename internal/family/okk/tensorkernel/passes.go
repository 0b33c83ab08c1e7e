package tensorkernel

import (
	"optc/dialect/okk"
	"optc/internal/family/nests"
	"optc/ir"
	"optc/passes"
)

// Convert is okk-convert-tensors.
var Convert = &passes.Pass{
	Name:  "okk-convert-tensors",
	Title: "Make kernels of functions on tensors",
	Doc: `Replaces a function on tensors by a kernel. Arguments are buffers of their names, the results are the buffers "result0",
"result1", and so on. A structured operation loads its operands, computes and stores its result: products of matrices
by okk.matmul, functions of elements by arithmetic on tensors, reductions by windows. Slices, transpositions and
repetitions are strides of the copies.

    func.func @f(%x: tensor<64xf32>, …) -> tensor<64xf32> {
      %0 = linalg.exp ins(%x : tensor<64xf32>) outs(%e : tensor<64xf32>) -> tensor<64xf32>
      return %0 : tensor<64xf32>
    }
    →
    okk.kernel @f {
      %x = okk.sys_buffer "x" as [64] : !okk.sys<1x1x1x64xf32, continuous>
      …
      okk.function exp %3, %2 work %4 : !okk.local<1x64x1x1xf32, auto>, …`,
	Anchor:   []ir.OpKind{ir.ModuleOp{}},
	Dialects: []string{"okk"},
	Run: func(c *passes.Context) (changed bool, err error) {
		machine := okk.MachineFor(c.Op)
		if machine == nil || len(passes.OpsIn(c.Op, okk.KernelOp{})) > 0 {
			return false, nil
		}
		list := nests.Programs(c.Op)
		for _, f := range list {
			changed = true
			if d := convert(c, f, machine); d != nil {
				c.Report(d)
				return changed, nil
			}
		}
		if list != nil {
			nests.EraseFunctions(c.Rewriter(nil), c.Op)
		}
		return changed, nil
	},
}

// convert writes the kernel of a function before it.
func convert(c *passes.Context, f *ir.Operation, machine *okk.Machine) *ir.Diagnostic {
	rw := c.Rewriter(nil)
	rw.Before(f).Loc = f.Loc()
	made := okk.NewKernel(rw, ir.SymbolName(f))
	made.SetTiled(true) // a tensor may be larger than the memory
	kernel := made.Operation()
	rw.AtEnd(kernel.Body())
	m := &maker{Builder: rw.Builder, machine: machine, remark: c.Report}
	if d := nests.Build(f, m); d != nil {
		rw.Erase(kernel)
		return d
	}
	return nil
}
