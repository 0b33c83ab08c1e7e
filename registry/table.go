package registry

import (
	"optc/internal/family/gpu/functions"
	gpupasses "optc/internal/family/gpu/pipeline"
	"optc/internal/family/gpu/tensorgrid"
	"optc/internal/family/nests"
	okkpasses "optc/internal/family/okk/pipeline"
	"optc/internal/family/okk/tensorkernel"
	poplarpasses "optc/internal/family/poplar/pipeline"
	"optc/internal/family/poplar/tensorgraph"
	"optc/passes"
	"optc/passes/distribute"
	"optc/passes/layouts"
	"optc/passes/standard"
	"optc/passes/tensors"
	"optc/passes/vectors"
)

// Passes returns the passes and named pipelines of optc. It is the only list that makes a
// pass known to pipelines, flags, help and the reference.
func Passes() *passes.Registry {
	return &passes.Registry{
		Passes: []*passes.Pass{
			standard.Canonicalize,
			standard.CSE,
			vectors.CastToFitMMA,
			distribute.CheckUniformity,
			standard.ElementwiseToLinalg,
			standard.ConvertToAffineLoops,
			standard.ConvertToLoops,
			standard.ConvertToParallelLoops,
			standard.TensorToLinalg,
			distribute.Distribute,
			vectors.DropVectorUnitDims,
			standard.EmptyTensorToAllocTensor,
			functions.Expand,
			standard.ExpandStridedMetadata,
			vectors.FlattenVectorTransfers,
			vectors.FoldUnitExtents,
			gpupasses.AlignAccesses,
			gpupasses.ExpandLanes,
			gpupasses.LowerElements,
			gpupasses.LowerOperations,
			gpupasses.LowerPositions,
			gpupasses.LowerTransfers,
			gpupasses.OutlineKernels,
			gpupasses.PlaceMemory,
			gpupasses.SetLaunch,
			gpupasses.SetTarget,
			tensorgrid.Convert,
			gpupasses.VerifyKernels,
			standard.Inline,
			standard.IntRangeOptimizations,
			standard.FuseElementwise,
			standard.GeneralizeNamedOps,
			standard.InlineScalarOperands,
			tensors.Tile,
			tensors.Vectorize,
			standard.LoopInvariantCodeMotion,
			standard.LowerAffine,
			vectors.LowerArgCompare,
			vectors.LowerGather,
			vectors.LowerVectorContract,
			vectors.LowerVectorCreateMask,
			vectors.LowerVectorGather,
			vectors.LowerVectorMask,
			vectors.LowerVectorMultiReduction,
			vectors.LowerVectorScan,
			vectors.LowerVectorTranspose,
			vectors.LowerVectors,
			standard.UpliftToFMA,
			nests.Fuse,
			nests.Normalize,
			okkpasses.Allocate,
			okkpasses.AssignLayout,
			okkpasses.BindSizes,
			okkpasses.CheckAsserts,
			okkpasses.CheckBanks,
			okkpasses.CheckDomains,
			okkpasses.CheckHazards,
			okkpasses.CheckSizes,
			okkpasses.ChooseW,
			tensorkernel.Convert,
			okkpasses.Fold,
			okkpasses.LowerToImages,
			okkpasses.Overlap,
			okkpasses.PipelineLoops,
			okkpasses.PrintMemoryMap,
			okkpasses.PrintUnitMaps,
			okkpasses.Reserve,
			okkpasses.Tile,
			okkpasses.Unroll,
			okkpasses.Verify,
			distribute.OrderSums,
			poplarpasses.CheckAtomic,
			poplarpasses.CheckRaces,
			tensorgraph.Convert,
			poplarpasses.ExpandLoops,
			poplarpasses.ExpandTiles,
			poplarpasses.GenerateWrappers,
			poplarpasses.Instantiate,
			poplarpasses.LowerEdges,
			poplarpasses.MangleNames,
			poplarpasses.MapTensors,
			poplarpasses.PackState,
			poplarpasses.Place,
			tensorgraph.Plan,
			poplarpasses.PrintLayout,
			poplarpasses.PrintOffsets,
			poplarpasses.ResolveLayouts,
			poplarpasses.SetTarget,
			poplarpasses.StackUsage,
			poplarpasses.VerifyPlacement,
			passes.PrintIRPass,
			layouts.PrintLayouts,
			layouts.PrintPromotions,
			layouts.PromoteVectors,
			standard.PrintOpStats,
			distribute.PrintUniformity,
			standard.SCCP,
			standard.SCFToCF,
			vectors.SimplifyGather,
			standard.StripDebugInfo,
			standard.SymbolDCE,
			standard.SymbolPrivatize,
			tensors.HoistSlices,
			vectors.UnrollVectors,
			tensors.ConfigureLayouts,
			tensors.VectorizeExt,
		},
		Pipelines: []*passes.NamedPipeline{gpupasses.Pipeline, okkpasses.Pipeline, poplarpasses.Pipeline, poplarpasses.SourcePipeline},
	}
}
