package poplar

import (
	"optc/dialect/poplar"
	"optc/internal/family/nests"
	"optc/internal/family/poplar/tensorgraph"
	"optc/passes"
	"optc/passes/distribute"
	"optc/passes/standard"
	"optc/passes/vectors"
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
	Explain          bool   `opt:"explain" help:"report for each operation on tensors in a remark what its plan costs"`
}

// Pipeline is the pipeline of the main job: from vertices, a graph and a program to
// placed tiles with packed state.
var Pipeline = &passes.NamedPipeline{
	Name:    "tile",
	Title:   "Compile vertices, graph and program to placed and packed tiles",
	Doc:     "From the code of vertices, a graph and a program to memory images: code for single workers, laid out state, linked edges, addresses, bytes.",
	Options: TileOptions{CompactPolicy: "reference", SingleUnderscore: "keep", AtomicLevel: "error", Order: "size"},
	Build: func(options any) []passes.Step {
		o := options.(*TileOptions)
		return []passes.Step{
			passes.Use(nests.Normalize).Because("functions on tensors become loop nests and moves of elements"),
			passes.Use(nests.Fuse).Because("elements that are computed where they are used need no exchange"),
			passes.Use(tensorgraph.Plan, tensorgraph.PlanOptions{Explain: o.Explain}).Because("functions on tensors are divided among the tiles"),
			passes.Use(tensorgraph.Convert).Because("a function on tensors becomes vertices and a graph"),
			passes.Use(Instantiate).Because("only instances of templates have types, and with them code and state"),
			codeSteps(),
			passes.Use(ResolveLayouts, ResolveLayoutsOptions{CompactPolicy: o.CompactPolicy}).Because("fields get the offsets by which states are packed and decoded"),
			passes.Use(MangleNames, MangleNamesOptions{SingleUnderscore: o.SingleUnderscore}).Because("a class gets the symbol of its entry point"),
			passes.Use(GenerateWrappers, GenerateWrappersOptions{WrapperFrame: o.WrapperFrame}).Because("a tile enters a vertex through a function of its symbol"),
			passes.Use(StackUsage).Because("every worker has a stack in tile memory, of a size that is known before the run"),
			passes.Use(ExpandLoops).Because("mappings are evaluated for a list of operations without loops"),
			passes.Use(MapTensors).Because("every variable gets one mapping, clones become variables, and assertions on mappings are checked"),
			passes.Use(ExpandTiles).Because("every tile gets vertices of its own"),
			passes.Use(CheckRaces).Because("vertices of a compute set run in any order"),
			passes.Use(LowerEdges, LowerEdgesOptions{StrictLocal: o.StrictLocal}).Because("edges become references to blocks of memory, and the graph becomes the program that is placed and packed"),
			passes.Use(Place, PlaceOptions{Reuse: o.Reuse, Order: o.Order}).Because("allocations get addresses"),
			passes.Use(VerifyPlacement).Because("addresses are checked without the code that chose them, and some were written by hand"),
			passes.Use(CheckAtomic, CheckAtomicOptions{Level: o.AtomicLevel}).Because("addresses show which stores share a word"),
			passes.Use(PackState).Because("states, tables and constants become bytes"),
		}
	},
	Orders: []passes.Order{
		{Before: nests.Normalize, After: nests.Fuse, Reason: "arithmetic on tensors becomes loop nests, which are fused"},
		{Before: nests.Fuse, After: tensorgraph.Plan, Reason: "every loop nest gets a plan"},
		{Before: tensorgraph.Plan, After: tensorgraph.Convert, Reason: "blocks are divided as the plan says"},
		{Before: tensorgraph.Convert, After: ResolveLayouts, Reason: "the classes of blocks have fields to lay out"},
		{Before: Instantiate, After: distribute.Distribute, Reason: "the code of a template is copied into its instances, and distributed there"},
		{Before: Instantiate, After: ResolveLayouts, Reason: "an instance has fields to lay out as any class"},
		{Before: Instantiate, After: MangleNames, Reason: "an instance has a symbol as any class"},
		{Before: distribute.Distribute, After: standard.IntRangeOptimizations, Reason: "distribution makes the guards that the ids of workers satisfy"},
		{Before: distribute.Distribute, After: vectors.SimplifyGather, Reason: "the index vectors of one worker are shorter and simpler"},
		{Before: distribute.Distribute, After: vectors.LowerVectors, Reason: "rows that are joined by strided slices have no rule of distribution"},
		{Before: vectors.SimplifyGather, After: vectors.LowerVectors, Reason: "a gather that is taken apart is not found to be contiguous any more"},
		{Before: distribute.Distribute, After: StackUsage, Reason: "the stack frame is estimated from the code of one worker"},
		{Before: ExpandLoops, After: MapTensors, Reason: "a loop makes several variables and mappings of one operation"},
		{Before: ResolveLayouts, After: CheckRaces, Reason: "the graph is evaluated with the layouts of its target"},
		{Before: MangleNames, After: GenerateWrappers, Reason: "a wrapper has the symbol of its class"},
		{Before: GenerateWrappers, After: StackUsage, Reason: "the stack of a vertex begins with its entry point"},
		{Before: StackUsage, After: LowerEdges, Reason: "linking reserves the stacks"},
		{Before: CheckRaces, After: LowerEdges, Reason: "races are found in the views of variables, which linking replaces"},
		{Before: LowerEdges, After: Place, Reason: "only a linked program has allocations"},
		{Before: LowerEdges, After: CheckAtomic, Reason: "linking gives outputs that share a word temporaries of their own"},
		{Before: Place, After: VerifyPlacement, Reason: "there must be addresses to check"},
		{Before: Place, After: PackState, Reason: "states contain addresses"},
	},
}

// codeSteps are the steps for the code of each class.
func codeSteps() *passes.Pipeline {
	code := passes.On(poplar.VertexOp{},
		passes.Use(distribute.Distribute).Because("code on whole vectors becomes code of one worker"),
		passes.Use(standard.IntRangeOptimizations).Because("guards that the ids of workers always satisfy go"),
		passes.Use(standard.Canonicalize).Because("after distribution most index vectors have one element, and fold"),
		passes.Use(vectors.SimplifyGather).Because("gathers of neighbouring elements become contiguous reads"),
		passes.Use(vectors.LowerVectors, vectors.LowerVectorsOptions{}).Because("gathers of several dimensions become gathers and reads of rows"),
		passes.Use(standard.Canonicalize).Because("the parts of rows that were cut and joined fold"),
		passes.Use(standard.CSE).Because("rows repeat index computations"),
	)
	code.Optional = true // a program may consist of copies
	return code
}
