package gpu

import (
	"slices"

	"optc/ir"
)

const dialectName = "gpu"

// Dialect is the gpu dialect.
var Dialect = &ir.Dialect{
	Name:    dialectName,
	Summary: "kernels, threads and their joint operations",
	Description: `A kernel is launched over a grid of blocks (workgroups) of threads. Threads of a
block share workgroup memory and meet at barriers; groups of neighbouring threads,
the subgroups, exchange values directly.

Operations with the keyword async run when the tokens in brackets are ready, and
return a token themselves.`,
	Meaning: meaning,
	Define: func() ir.Definitions {
		return ir.Definitions{
			Typed: typedOps(),
			Ops: slices.Concat(positions(), scalars(), []*ir.OpDef{
				barrier(), ballot(), shuffle(), rotate(), subgroupReduce(), allReduce(), subgroupBroadcast(), warpExecute(),
				module(), function(), returnOp(), binary(), launchFunc(), launch(), terminator(), yield(), printf(),
				wait(), alloc(), dealloc(), memcpy(), memset(), hostRegister(), hostUnregister(), setDefaultDevice(), dynamicSharedMemory(),
				mmaLoad(), mmaStore(), mmaCompute(), mmaConstant(), mmaExtract(), mmaInsert(), mmaElementwise(),
			}, sparseOps()),
			Types: []*ir.TypeDef{asyncToken.def(), mmaMatrixDef, dnTensor.def(), spMat.def(), spGEMMHandle.def()},
			Attrs: []*ir.AttrDef{
				dimensions.Def(), addressSpaceDef(), reductions.Def(), shuffleModes.Def(), broadcastTypes.Def(),
				elementwiseOps.Def(), pruneFlags.Def(), transposeModes.Def(), estimateKinds.Def(),
				blockMapping.Def(), warpgroupMapping.Def(), warpMapping.Def(), threadMapping.Def(), laneMapping.Def(), memoryMapping.Def(),
				maskDef, loopDimMapDef, kernelMetadataDef, kernelTableDef, objectDef, selectObjectDef,
			},
		}
	},
	VerifyAttr: verifyDialectAttr,
}

// Discardable attributes of the dialect.
const (
	containerModule = "gpu.container_module"
	kernelAttr      = "gpu.kernel"
	stagesAttr      = "gpu.stages"
)

// verifyDialectAttr checks discardable attributes of the dialect on any operation.
func verifyDialectAttr(op *ir.Operation, attr ir.NamedAttr) *ir.Diagnostic {
	switch attr.Name {
	case "gpu.known_block_size", "gpu.known_grid_size", "gpu.known_cluster_size":
		if !ir.DenseI32ArrayAttr.Check(attr.Value) {
			return op.Errorf("%s must be a dense i32 array", attr.Name)
		}
		if attr.Value.(*ir.DenseArrayAttr).Len != 3 {
			return op.Errorf("%s must contain exactly 3 elements", attr.Name)
		}
	case chipAttr:
		return verifyChip(op, attr.Value)
	case stagesAttr:
		n, ok := attr.Value.(*ir.IntegerAttr)
		if !ok || n.Int64() < 1 || n.Int64() > MaxStages {
			return op.Errorf("expected '%s' to be a number from 1 to %d, but got %s", stagesAttr, MaxStages, attr.Value)
		}
	case containerModule:
		if _, ok := attr.Value.(*ir.UnitAttr); ok {
			return verifyContainer(op)
		}
	}
	return nil
}

// verifyContainer checks that the launches in a module have kernels.
func verifyContainer(module *ir.Operation) *ir.Diagnostic {
	if !ir.Is[ir.ModuleOp](module) {
		return ir.Errorf(module.Loc(), "expected '%s' attribute to be attached to '%s'", containerModule, ir.ModuleOp{}.Kind())
	}
	tables := ir.NewSymbolTables()
	var found *ir.Diagnostic
	ir.WalkPost(module, func(op *ir.Operation) ir.WalkResult {
		if ir.Is[LaunchFuncOp](op) && op.Parent() != nil && op.Parent().Parent() == module {
			found = verifyKernelOf(op, module, tables)
		}
		if found != nil {
			return ir.Interrupt
		}
		return ir.Advance
	})
	return found
}

// verifyKernelOf checks the kernel that a gpu.launch_func refers to.
func verifyKernelOf(op, module *ir.Operation, tables *ir.SymbolTables) *ir.Diagnostic {
	launchFunc := ir.Cast[LaunchFuncOp](op)
	ref := launchFunc.Kernel()
	if ref == nil {
		return nil
	}
	container := tables.Table(module)[ref.Root]
	switch {
	case container == nil:
		return op.Errorf("kernel container '%s' is undefined", ref.Root)
	case ir.Is[BinaryOp](container):
		return nil
	case !ir.Is[ModuleOp](container):
		return op.Errorf("kernel module '%s' is undefined", ref.Root)
	}
	kernel := tables.LookupFrom(module, ref)
	if kernel == nil {
		return op.Errorf("kernel function '%s' is undefined", ref)
	}
	if kernel.Def().Interfaces.Callable == nil && !kernel.IsForeign() {
		return op.Errorf("referenced kernel '%s' is not a function", ref).Note(kernel.Loc(), "see the kernel definition here")
	}
	if _, ok := kernel.Attr(kernelAttr).(*ir.UnitAttr); !ok {
		return op.Errorf("kernel function is missing the '%s' attribute", kernelAttr)
	}
	if !ir.Is[FuncOp](kernel) {
		return nil
	}
	args, inputs := launchFunc.KernelOperands(), typeOf(kernel).Inputs
	if len(args) != len(inputs) {
		return op.Errorf("got %d kernel operands but expected %d", len(args), len(inputs))
	}
	for i, a := range args {
		if a.Type() != inputs[i] {
			return op.Errorf("type of function argument %d does not match", i)
		}
	}
	return nil
}
