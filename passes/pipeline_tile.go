package passes

import "optc/dialect/poplar"

// Tile is the pipeline of the main job: from vertices, a graph and a program to
// placed tiles with packed state.
var Tile = &NamedPipeline{
	Name:  "tile",
	Title: "Compile vertices, graph and program to placed and packed tiles",
	Doc: `Instantiates templates; distributes vectors over workers and simplifies gathers
in the code of vertices; resolves layouts, names, wrappers and stacks; maps
tensors and expands vertices per tile; checks races and atomic stores; links,
places and packs.`,
	Build: func(any) []Step {
		code := On(poplar.VertexOp,
			Use(Distribute),
			// Folds first: after distribution most index vectors have one element.
			Use(Canonicalize),
			Use(SimplifyGather),
			Use(LowerGather),
			Use(Canonicalize),
			Use(CSE),
		)
		code.Optional = true // a program may consist of copies
		return []Step{
			Use(PoplarInstantiate),
			code,
			Use(PoplarResolveLayouts),
			Use(PoplarMangleNames),
			Use(PoplarGenerateWrappers),
			Use(PoplarStackUsage),
			// Expansion reads mappings.
			Use(PoplarMapTensors),
			Use(PoplarExpandTiles),
			Use(PoplarCheckRaces),
			Use(PoplarCheckAtomic),
			Use(PoplarLowerEdges),
			Use(PoplarPlace),
			Use(PoplarVerifyPlacement),
			Use(PoplarPackState),
		}
	},
}
