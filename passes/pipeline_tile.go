package passes

import "optc/dialect/poplar"

// TileOptions are the options of the pipeline tile, which hands them to its passes.
type TileOptions struct {
	CompactPolicy    string `opt:"compact-policy" values:"reference,poplibs" help:"how COMPACT_PTR resolves at alignment 16 or more: by the vendor's table, or as at 8"`
	SingleUnderscore string `opt:"single-underscore" values:"keep,triple" help:"what becomes of a lone underscore in a name"`
	WrapperFrame     int64  `opt:"wrapper-frame" help:"bytes of stack that a wrapper itself uses"`
	AtomicLevel      string `opt:"atomic" values:"warn,error" help:"what two threads that store to one atomic store unit are"`
	StrictLocal      bool   `opt:"strict-local" help:"refuse edges that need a temporary"`
	Reuse            bool   `opt:"reuse" help:"let temporaries of different compute sets share memory"`
	Order            string `opt:"order" values:"size,creation" help:"place larger allocations first, or in the order of the program"`
}

// Tile is the pipeline of the main job: from vertices, a graph and a program to
// placed tiles with packed state.
var Tile = &NamedPipeline{
	Name:  "tile",
	Title: "Compile vertices, graph and program to placed and packed tiles",
	Doc: `Instantiates templates; distributes vectors over workers, drops guards that their ids
always satisfy and simplifies gathers in the code of vertices; resolves layouts, names, wrappers and stacks; maps
tensors and expands vertices per tile; checks races; links and places; checks atomic
stores on the addresses; packs.`,
	Options: TileOptions{CompactPolicy: "reference", SingleUnderscore: "keep", AtomicLevel: "error", Order: "size"},
	Build: func(options any) []Step {
		o := options.(*TileOptions)
		code := On(poplar.VertexKind,
			Use(Distribute),
			Use(IntRangeOptimizations),
			// Folds first: after distribution most index vectors have one element.
			Use(Canonicalize),
			Use(SimplifyGather),
			Use(LowerVectors, LowerVectorsOptions{}),
			Use(Canonicalize),
			Use(CSE),
		)
		code.Optional = true // a program may consist of copies
		return []Step{
			Use(PoplarInstantiate),
			code,
			Use(PoplarResolveLayouts, PoplarResolveLayoutsOptions{CompactPolicy: o.CompactPolicy}),
			Use(PoplarMangleNames, PoplarMangleNamesOptions{SingleUnderscore: o.SingleUnderscore}),
			Use(PoplarGenerateWrappers, PoplarGenerateWrappersOptions{WrapperFrame: o.WrapperFrame}),
			Use(PoplarStackUsage),
			// Expansion reads mappings.
			Use(PoplarMapTensors),
			Use(PoplarExpandTiles),
			Use(PoplarCheckRaces),
			Use(PoplarLowerEdges, LowerEdgesOptions{StrictLocal: o.StrictLocal}),
			Use(PoplarPlace, PoplarPlaceOptions{Reuse: o.Reuse, Order: o.Order}),
			Use(PoplarVerifyPlacement),
			Use(PoplarCheckAtomic, PoplarCheckAtomicOptions{Level: o.AtomicLevel}),
			Use(PoplarPackState),
		}
	},
}
