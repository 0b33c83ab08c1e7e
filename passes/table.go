package passes

// Table returns the passes and named pipelines of optc. It is the one list that
// makes a pass known to pipelines, flags, help and the reference.
func Table() *Registry {
	return &Registry{
		Passes: []*Pass{
			Canonicalize,
			CSE,
			Distribute,
			ExpandStridedMetadata,
			FlattenVectorTransfers,
			Inline,
			LoopInvariantCodeMotion,
			LowerAffine,
			LowerGather,
			LowerVectorContract,
			LowerVectorGather,
			LowerVectorMask,
			LowerVectorMultiReduction,
			PoplarCheckAtomic,
			PoplarCheckRaces,
			PoplarExpandTiles,
			PoplarGenerateWrappers,
			PoplarInstantiate,
			PoplarLowerEdges,
			PoplarMangleNames,
			PoplarMapTensors,
			PoplarPackState,
			PoplarPlace,
			PoplarPrintLayout,
			PoplarPrintOffsets,
			PoplarResolveLayouts,
			PoplarSetTarget,
			PoplarStackUsage,
			PoplarVerifyPlacement,
			PrintIRPass,
			PrintOpStats,
			SCCP,
			SCFToCF,
			SimplifyGather,
			StripDebugInfo,
			SymbolDCE,
			SymbolPrivatize,
			UnrollVectors,
		},
		Pipelines: []*NamedPipeline{Tile},
	}
}
