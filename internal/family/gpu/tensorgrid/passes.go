package tensorgrid

import (
	"slices"

	"optc/internal/family/gpu/kernel"
	"optc/internal/family/nests"
	"optc/ir"
	"optc/passes"
)

// PlanOptions are the options of Plan.
type PlanOptions struct {
	Explain bool `opt:"explain" help:"report for each kernel in a remark its plan, what threads load and store, and which operations are part of it"`
	Costs   bool `opt:"costs" help:"give each operation that begins a kernel what its plan costs as the attribute gpu.cost"`
	Others  int  `opt:"others" help:"list at most that many other plans in the attribute gpu.others, the cheapest first"`
}

// Plan is gpu-plan-tensors.
var Plan = &passes.Pass{
	Name:  "gpu-plan-tensors",
	Title: "Choose how kernels of a GPU compute functions on tensors",
	Doc: `Gives every structured operation of a function on tensors that begins a kernel the attribute gpu.plan. Its entries are the
largest number of threads of a workgroup (threads), the number of neighbouring results in a vector (vector), and the number of vectors that a
thread computes (rows). For a product by a matrix instruction they are the instruction (instruction), the rows, columns and steps of the sum of a
workgroup's tile (tile), and the subgroups along rows and columns (subgroups). Entries that are there are checked, and stay. An operation with a plan
is not part of the kernel of another operation.

    %0 = linalg.matmul ins(%x, %w : tensor<128x128xf16>, …) outs(%z : tensor<128x128xf32>) -> tensor<128x128xf32>
    →
    %0 = linalg.matmul {gpu.plan = {instruction = "NV_MMA_SYNC_F32_16x8x16_F16", subgroups = array<i64: 2, 2>, tile = array<i64: 64, 64, 32>}} ins(%x, …`,
	Options: PlanOptions{},
	Anchor:  []ir.OpKind{ir.ModuleOp{}},
	Run: func(c *passes.Context) (changed bool, err error) {
		return onPrograms(c, func(f *ir.Operation, m *maker) *ir.Diagnostic {
			var explain func(*ir.Diagnostic)
			o := passes.OptionsOf[PlanOptions](c)
			if o.Explain {
				explain = c.Report
			}
			return m.planned(c.Rewriter(nil), explain, o)
		})
	},
}

// Convert is gpu-convert-tensors.
var Convert = &passes.Pass{
	Name:  "gpu-convert-tensors",
	Title: "Make kernels for a GPU of functions on tensors",
	Doc: `Replaces a function on tensors by functions on memrefs, one for each loop nest, which become the kernels of one
program. A nest or a copy that needs only the element that another nest computes at the same point is a part of its kernel, and an
element that no other kernel reads is not stored. The functions have the same arguments: the arguments of the program by their names, the results "result0",
"result1" and so on, constants, and the arena of global memory that holds all other tensors. Each thread computes
neighbouring elements, and a loop runs over each reduction. Products of matrices of f16 or bf16 use matrix instructions.
A workgroup then computes a tile of the result. It reads the tiles of both factors with accesses of up to 16 bytes, and brings
them through workgroup memory into the layouts of the instruction. The products are added in f32.

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
		changed, err = onPrograms(c, func(f *ir.Operation, m *maker) *ir.Diagnostic {
			if d := m.finish(); d != nil {
				for _, k := range m.kernels {
					c.Rewriter(nil).Erase(k.op)
				}
				return d
			}
			return nil
		})
		if changed && !c.Failed() {
			nests.EraseFunctions(c.Rewriter(nil), c.Op)
		}
		return changed, err
	},
}

// onPrograms reads each function of a module that becomes kernels, and calls do with it.
func onPrograms(c *passes.Context, do func(f *ir.Operation, m *maker) *ir.Diagnostic) (changed bool, err error) {
	machine, err := kernel.MachineOf(c.Op)
	if machine == nil {
		return false, err
	}
	for _, f := range slices.DeleteFunc(nests.Programs(c.Op), kernel.IsSource) {
		changed = true
		rw := c.Rewriter(nil)
		rw.Before(f).Loc = f.Loc()
		m := &maker{Builder: rw.Builder, machine: machine, program: ir.SymbolName(f)}
		d := nests.Build(f, m)
		if d == nil {
			d = do(f, m)
		}
		if d != nil {
			c.Report(d)
			return changed, nil
		}
	}
	return changed, nil
}
