package poplar

import (
	"optc/dialect/poplar"
	"optc/passes"
	"optc/passes/distribute"
	"optc/passes/internal/vectors"
	"optc/passes/standard"
)

// TileOptions are the options of the pipeline tile, which passes them on to its passes.
type TileOptions struct {
	CompactPolicy    string `opt:"compact-policy" values:"reference,poplibs" help:"how COMPACT_PTR resolves at alignment 16 or more: by the vendor's table, or as at 8"`
	SingleUnderscore string `opt:"single-underscore" values:"keep,triple" help:"replacement of a lone underscore in a name"`
	WrapperFrame     int64  `opt:"wrapper-frame" help:"bytes of stack that a wrapper itself uses"`
	AtomicLevel      string `opt:"atomic" values:"warn,error" help:"severity of stores of two threads to the same atomic store unit"`
	StrictLocal      bool   `opt:"strict-local" help:"refuse edges that need a temporary"`
	Reuse            bool   `opt:"reuse" help:"let temporaries of different compute sets share memory"`
	Order            string `opt:"order" values:"size,creation" help:"place larger allocations first, or in the order of the program"`
}

// Tile is the pipeline of the main job: from vertices, a graph and a program to
// placed tiles with packed state.
var Pipeline = &passes.NamedPipeline{
	Name:  "tile",
	Title: "Compile vertices, graph and program to placed and packed tiles",
	Doc: `Instantiates templates; distributes vectors over workers, drops guards that their ids
always satisfy and simplifies gathers in the code of vertices; resolves layouts, names, wrappers and stacks; maps
tensors and expands vertices per tile; checks races; links and places; checks atomic
stores on the addresses; packs.`,
	Options: TileOptions{CompactPolicy: "reference", SingleUnderscore: "keep", AtomicLevel: "error", Order: "size"},
	Build: func(options any) []passes.Step {
		o := options.(*TileOptions)
		code := passes.On(poplar.VertexKind,
			passes.Use(distribute.Distribute),
			passes.Use(standard.IntRangeOptimizations),
			// Folds come first, because after distribution most index vectors have a
			// single element.
			passes.Use(standard.Canonicalize),
			passes.Use(vectors.SimplifyGather),
			passes.Use(vectors.LowerVectors, vectors.LowerVectorsOptions{}),
			passes.Use(standard.Canonicalize),
			passes.Use(standard.CSE),
		)
		code.Optional = true // a program may consist of copies
		return []passes.Step{
			passes.Use(Instantiate),
			code,
			passes.Use(ResolveLayouts, ResolveLayoutsOptions{CompactPolicy: o.CompactPolicy}),
			passes.Use(MangleNames, MangleNamesOptions{SingleUnderscore: o.SingleUnderscore}),
			passes.Use(GenerateWrappers, GenerateWrappersOptions{WrapperFrame: o.WrapperFrame}),
			passes.Use(StackUsage),
			// Expansion reads mappings.
			passes.Use(MapTensors),
			passes.Use(ExpandTiles),
			passes.Use(CheckRaces),
			passes.Use(LowerEdges, LowerEdgesOptions{StrictLocal: o.StrictLocal}),
			passes.Use(Place, PlaceOptions{Reuse: o.Reuse, Order: o.Order}),
			passes.Use(VerifyPlacement),
			passes.Use(CheckAtomic, CheckAtomicOptions{Level: o.AtomicLevel}),
			passes.Use(PackState),
		}
	},
}
