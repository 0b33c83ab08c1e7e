package gpu

import (
	"cmp"

	fn "optc/dialect/func"
	"optc/dialect/gpu"
	"optc/dialect/iree/ireecodegen"
	"optc/dialect/memref"
	"optc/ir"
	"optc/passes"
)

// OutlineKernels is gpu-outline-kernels.
var OutlineKernels = &passes.Pass{
	Name:  "gpu-outline-kernels",
	Title: "Make kernels of the functions with a workgroup",
	Doc: `Moves every function with a translation_info into a gpu.module of its name, as a kernel. Functions of
one program, which have the attribute gpu.program, become the kernels of one gpu.module.
Extents that the types of arguments leave open become arguments behind the others, in the order of arguments and dimensions.
Its workgroup memory becomes a buffer of the kernel. For AMD's chips, whose instructions for
global memory are others than for any memory, arguments are in global memory and buffers of a
thread in private memory.

    func.func @f(%x: memref<64xf32>) attributes {gpu.known_grid_size = …, translation_info = …} {
      %arena = memref.alloc() : memref<64xi8, #gpu.address_space<workgroup>>
    →
    gpu.module @f {
      gpu.func @f(%x: memref<64xf32>) workgroup(%arena : memref<64xi8, #gpu.address_space<workgroup>> {llvm.align = 16 : i64})
          kernel attributes {gpu.subgroup_size = 32 : i64, known_block_size = array<i32: 64, 1, 1>, known_grid_size = array<i32: 1, 1, 1>} {`,
	Anchor:   []ir.OpKind{ir.ModuleOp{}},
	Dialects: []string{"gpu"},
	Run:      runOutlineKernels,
}

func runOutlineKernels(c *passes.Context) (changed bool, err error) {
	rw := c.Rewriter(nil)
	programs := map[string]*ir.Operation{}
	for _, f := range passes.OpsIn(c.Op, fn.FuncOp{}) {
		t := ireecodegen.TranslationOf(f)
		if t == nil || f.Parent() != c.Op || fn.IsDeclaration(f) {
			continue
		}
		if d := notKernel(f); d != nil {
			c.Report(d)
			continue
		}
		outline(rw, f, t, programs)
		changed = true
	}
	if changed {
		rw.Modify(c.Op, func() { gpu.SetContainer(c.Op) })
	}
	return changed, nil
}

// notKernel returns the reason why a function cannot be a kernel, or nil.
func notKernel(f *ir.Operation) (d *ir.Diagnostic) {
	if n := len(fn.TypeOf(f).Results); n > 0 {
		return f.Errorf("returns %d results, but a kernel returns none: it writes to memory", n).WithCode("gpu.kernel")
	}
	for i, t := range fn.TypeOf(f).Inputs {
		if m, ok := t.(*ir.MemRefType); ok {
			if d := notPassed(f, i, m); d != nil {
				return d
			}
			continue
		}
		if !ir.AnyOf(ir.AnySignlessInteger, ir.AnyFloat, ir.IndexConstraint).Check(t) {
			return f.Errorf("has argument %d of type '%s', which a kernel cannot have", i, t).WithCode("gpu.kernel").
				HintNote(f.Loc(), "the arguments of a kernel are numbers and memrefs")
		}
	}
	ir.Walk(f, func(op *ir.Operation) ir.WalkResult {
		switch {
		case op.Def().Interfaces.Call != nil:
			d = op.Errorf("calls a function from a kernel; inline it first").WithCode("gpu.kernel")
		case ir.Is[memref.GetGlobalOp](op):
			d = op.Errorf("uses memory of the module, which a kernel does not have; make it an argument").WithCode("gpu.kernel")
		default:
			return ir.Advance
		}
		return ir.Interrupt
	})
	return d
}

// outline replaces a function by a kernel in its own module, or in the module of its program.
func outline(rw *ir.Rewriter, f *ir.Operation, t *ireecodegen.Translation, programs map[string]*ir.Operation) {
	grid := gpu.GridOf(f)
	rw.Before(f).Loc = f.Loc()
	program := gpu.ProgramOf(f)
	module := programs[program]
	if module == nil {
		module = gpu.NewModule(rw, cmp.Or(program, ir.SymbolName(f))).Operation()
	}
	if program != "" {
		programs[program] = module
	}
	rw.AtEnd(module.Body())
	kernel := gpu.NewFunc(rw, fn.TypeOf(f))
	op := kernel.Operation()
	gpu.SetName(kernel, ir.SymbolName(f))
	op.Region(0).TakeBody(f.Region(0))
	gpu.SetKernel(kernel)
	kernel.SetArgAttrs(ir.Cast[fn.FuncOp](f).ArgAttrs())
	passExtents(rw, kernel)
	if gpu.ChipOf(op).IsAMD() {
		placeMemories(rw, kernel)
	}
	kernel.SetKnownBlockSize(threeSizes(t.WorkgroupSize))
	kernel.SetKnownGridSize(threeSizes(grid))
	gpu.SetSubgroup(op, t.SubgroupSize)
	for b := range op.Region(0).Blocks() {
		if ret := b.Back(); ret != nil && ir.Is[fn.ReturnOp](ret) {
			rw.Before(ret).Loc = ret.Loc()
			gpu.NewReturn(rw, nil)
			rw.Erase(ret)
		}
	}
	n := 0
	for _, alloc := range passes.OpsIn(op, memref.AllocOp{}) {
		if v := alloc.Result(0); gpu.SpaceOf(v.Type().(*ir.MemRefType)) == gpu.Workgroup && alloc.Block() == op.Body() {
			arena := op.Body().AddArg(v.Type(), alloc.Loc())
			arena.TakeName(v)
			rw.Replace(alloc, arena)
			n++
		}
	}
	gpu.SetWorkgroupMemory(kernel, n, memoryAlign)
	rw.Erase(f)
}
