package gpu

import (
	"slices"

	"optc/ir"
)

// Names of the operations.
const (
	Alloc                         = "gpu.alloc"
	AllReduce                     = "gpu.all_reduce"
	Barrier                       = "gpu.barrier"
	Binary                        = "gpu.binary"
	BlockDim                      = "gpu.block_dim"
	BlockID                       = "gpu.block_id"
	ClusterBlockID                = "gpu.cluster_block_id"
	ClusterDim                    = "gpu.cluster_dim"
	ClusterDimBlocks              = "gpu.cluster_dim_blocks"
	ClusterID                     = "gpu.cluster_id"
	Create2To4SpMat               = "gpu.create_2to4_spmat"
	CreateBsr                     = "gpu.create_bsr"
	CreateCoo                     = "gpu.create_coo"
	CreateCooAoS                  = "gpu.create_coo_aos"
	CreateCsc                     = "gpu.create_csc"
	CreateCsr                     = "gpu.create_csr"
	CreateDnTensor                = "gpu.create_dn_tensor"
	Dealloc                       = "gpu.dealloc"
	DestroyDnTensor               = "gpu.destroy_dn_tensor"
	DestroySpMat                  = "gpu.destroy_sp_mat"
	DynamicSharedMemory           = "gpu.dynamic_shared_memory"
	Func                          = "gpu.func"
	GlobalID                      = "gpu.global_id"
	GridDim                       = "gpu.grid_dim"
	HostRegister                  = "gpu.host_register"
	HostUnregister                = "gpu.host_unregister"
	LaneID                        = "gpu.lane_id"
	Launch                        = "gpu.launch"
	LaunchFunc                    = "gpu.launch_func"
	Memcpy                        = "gpu.memcpy"
	Memset                        = "gpu.memset"
	Module                        = "gpu.module"
	NumSubgroups                  = "gpu.num_subgroups"
	Printf                        = "gpu.printf"
	Return                        = "gpu.return"
	Rotate                        = "gpu.rotate"
	SDDMM                         = "gpu.sddmm"
	SDDMMBufferSize               = "gpu.sddmm_buffer_size"
	SetCsrPointers                = "gpu.set_csr_pointers"
	SetDefaultDevice              = "gpu.set_default_device"
	Shuffle                       = "gpu.shuffle"
	SpGEMMCopy                    = "gpu.spgemm_copy"
	SpGEMMCreateDescr             = "gpu.spgemm_create_descr"
	SpGEMMDestroyDescr            = "gpu.spgemm_destroy_descr"
	SpGEMMWorkEstimationOrCompute = "gpu.spgemm_work_estimation_or_compute"
	SpMatGetSize                  = "gpu.spmat_get_size"
	SpMM                          = "gpu.spmm"
	SpMMBufferSize                = "gpu.spmm_buffer_size"
	SpMV                          = "gpu.spmv"
	SpMVBufferSize                = "gpu.spmv_buffer_size"
	SubgroupBroadcast             = "gpu.subgroup_broadcast"
	SubgroupID                    = "gpu.subgroup_id"
	SubgroupMMACompute            = "gpu.subgroup_mma_compute"
	SubgroupMMAConstantMatrix     = "gpu.subgroup_mma_constant_matrix"
	SubgroupMMAElementwise        = "gpu.subgroup_mma_elementwise"
	SubgroupMMAExtract            = "gpu.subgroup_mma_extract_thread_local"
	SubgroupMMAInsert             = "gpu.subgroup_mma_insert_thread_local"
	SubgroupMMALoadMatrix         = "gpu.subgroup_mma_load_matrix"
	SubgroupMMAStoreMatrix        = "gpu.subgroup_mma_store_matrix"
	SubgroupReduce                = "gpu.subgroup_reduce"
	SubgroupSize                  = "gpu.subgroup_size"
	Terminator                    = "gpu.terminator"
	ThreadID                      = "gpu.thread_id"
	Wait                          = "gpu.wait"
	WarpExecuteOnLane0            = "gpu.warp_execute_on_lane_0"
	Yield                         = "gpu.yield"
)

// Dialect is the gpu dialect.
var Dialect = &ir.Dialect{
	Name:    "gpu",
	Summary: "kernels, threads and what they do together",
	Description: `A kernel is launched over a grid of blocks (workgroups) of threads. Threads of a
block share workgroup memory and meet at barriers; groups of neighbouring threads,
the subgroups, exchange values directly.

Operations with the keyword async run when the tokens in brackets are ready and
return a token themselves.`,
	Define: func() ir.Definitions {
		return ir.Definitions{
			Ops: slices.Concat(positions(), scalars(), []*ir.OpDef{
				barrier(), shuffle(), rotate(), subgroupReduce(), allReduce(), subgroupBroadcast(), warpExecute(),
				module(), function(), returnOp(), binary(), launchFunc(), launch(), terminator(), yield(), printf(),
				wait(), alloc(), dealloc(), memcpy(), memset(), hostRegister(), hostUnregister(), setDefaultDevice(), dynamicSharedMemory(),
				mmaLoad(), mmaStore(), mmaCompute(), mmaConstant(), mmaExtract(), mmaInsert(), mmaElementwise(),
			}, sparseOps()),
			Types: []*ir.TypeDef{asyncToken.def(), mmaMatrixDef, dnTensor.def(), spMat.def(), spGEMMHandle.def()},
			Attrs: []*ir.AttrKind{
				dimensions.kind(), addressSpaces.kind(), reductions.kind(), shuffleModes.kind(), broadcastTypes.kind(),
				elementwiseOps.kind(), pruneFlags.kind(), transposeModes.kind(), estimateKinds.kind(),
				blockMapping.kind(), warpgroupMapping.kind(), warpMapping.kind(), threadMapping.kind(), laneMapping.kind(), memoryMapping.kind(),
				maskKind, loopDimMapKind, kernelMetadataKind, kernelTableKind, objectKind, selectObjectKind,
			},
		}
	},
	VerifyAttr: verifyDialectAttr,
}

// Discardable attributes of the dialect.
const (
	containerModule = "gpu.container_module"
	kernelAttr      = "gpu.kernel"
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
	case containerModule:
		if _, ok := attr.Value.(*ir.UnitAttr); ok {
			return verifyContainer(op)
		}
	}
	return nil
}

// verifyContainer checks that the launches in a module have kernels.
func verifyContainer(module *ir.Operation) *ir.Diagnostic {
	if !module.Is(ir.Module) {
		return ir.Errorf(module.Loc(), "expected '%s' attribute to be attached to '%s'", containerModule, ir.Module)
	}
	tables := ir.NewSymbolTables()
	var found *ir.Diagnostic
	ir.WalkPost(module, func(op *ir.Operation) ir.WalkResult {
		if op.Is(LaunchFunc) && op.Parent() != nil && op.Parent().Parent() == module {
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
	ref, ok := op.Attr("kernel").(*ir.SymbolRefAttr)
	if !ok {
		return nil
	}
	container := tables.Table(module)[ref.Root]
	switch {
	case container == nil:
		return op.Errorf("kernel container '%s' is undefined", ref.Root)
	case container.Is(Binary):
		return nil
	case !container.Is(Module):
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
	if !kernel.Is(Func) {
		return nil
	}
	args, inputs := op.OperandGroup(launchFuncArgs), typeOf(kernel).Inputs
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
