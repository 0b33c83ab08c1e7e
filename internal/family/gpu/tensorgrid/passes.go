package tensorgrid

import (
	"slices"

	"optc/internal/family/gpu/kernel"
	"optc/internal/family/nests"
	"optc/ir"
	"optc/passes"
)

// Convert is gpu-convert-tensors.
var Convert = &passes.Pass{
	Name:  "gpu-convert-tensors",
	Title: "Make kernels for a GPU of functions on tensors",
	Doc: `Replaces a function on tensors by functions on memrefs, one for each loop nest, which become the kernels of one
program. A nest or a copy that needs only the element that another nest computes at the same point is a part of its kernel, and an
element that no other kernel reads is not stored. The functions have the same arguments: the arguments of the program by their names, the results "result0",
"result1" and so on, constants, and the arena of global memory that holds all other tensors. Each thread computes
neighbouring elements, and a loop runs over each reduction. Products of matrices of f16 or bf16 use matrix instructions:
a workgroup computes a tile of the result, reads the tiles of both factors with accesses of up to 16 bytes, and brings
them through workgroup memory into the layouts of the instruction. They are added in f32.

    func.func @f(%x: tensor<64xf32>, …) -> tensor<64xf32> {
      %0 = linalg.exp ins(%x : tensor<64xf32>) outs(%e : tensor<64xf32>) -> tensor<64xf32>
      return %0 : tensor<64xf32>
    }
    →
    func.func @f_0_exp(%x: memref<64xf32>, %result0: memref<64xf32>) attributes {gpu.known_grid_size = …, gpu.program = "f", …} {
      …
      %2 = vector.load %x[%1] : memref<64xf32>, vector<4xf32>
      %3 = math.exp %2 : vector<4xf32>
      vector.store %3, %result0[%1] : memref<64xf32>, vector<4xf32>`,
	Anchor:   []ir.OpKind{ir.ModuleOp{}},
	Dialects: []string{"affine", "arith", "gpu", "iree_codegen", "memref", "scf", "vector"},
	Run: func(c *passes.Context) (changed bool, err error) {
		machine, err := kernel.MachineOf(c.Op)
		if machine == nil {
			return false, err
		}
		list := slices.DeleteFunc(nests.Programs(c.Op), kernel.IsSource)
		for _, f := range list {
			changed = true
			if d := convert(c, f, machine); d != nil {
				c.Report(d)
				return changed, nil
			}
		}
		if changed {
			nests.EraseFunctions(c.Rewriter(nil), c.Op)
		}
		return changed, nil
	},
}

// convert writes the kernels of a function before it.
func convert(c *passes.Context, f *ir.Operation, machine *kernel.Machine) *ir.Diagnostic {
	rw := c.Rewriter(nil)
	rw.Before(f).Loc = f.Loc()
	m := &maker{Builder: rw.Builder, machine: machine, program: ir.SymbolName(f)}
	if d := nests.Build(f, m); d != nil {
		for _, k := range m.kernels {
			rw.Erase(k.op)
		}
		return d
	}
	m.finish()
	return nil
}
