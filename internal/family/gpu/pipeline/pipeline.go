package gpu

import (
	"slices"

	fn "optc/dialect/func"
	"optc/dialect/gpu"
	"optc/internal/family/gpu/functions"
	"optc/internal/family/gpu/tensorgrid"
	"optc/internal/family/nests"
	"optc/passes"
	"optc/passes/distribute"
	"optc/passes/standard"
	"optc/passes/vectors"
)

// Options are the options of the pipeline gpu, which hands them to its passes.
type Options struct {
	Workgroup []int64 `opt:"workgroup" help:"threads of a workgroup in x, y and z; replaces the size in the function's translation_info"`
	Subgroup  int64   `opt:"subgroup" help:"threads of a subgroup that the layouts assume; replaces the size in the function's translation_info"`
	Grid      []int64 `opt:"grid" help:"workgroups in x, y and z"`
	Stages    int64   `opt:"stages" help:"buffers through which a loop passes the tiles that it stages in workgroup memory, so that copies go on while threads compute; 0 keeps the number that the function's gpu.stages gives"`
	Parts     int64   `opt:"parts" help:"parts of the sums of products of tensors: 0 chooses a number for products with few tiles, 1 divides no sum; the entry 'parts' of gpu.plan takes precedence"`
	Align     int64   `opt:"align" help:"bytes of which the addresses of arguments are multiples, unless llvm.align gives another number"`
	FastMath  bool    `opt:"fast-math" help:"approximate functions, multiply by one reciprocal where several numbers are divided by one, and let upstream fuse products and sums; sums keep their order"`
	Explain   bool    `opt:"explain" help:"report in remarks which accesses are narrower than their vectors, and why, and the plans of functions on tensors"`
}

// Pipeline is the pipeline of kernels for GPUs: from a function on vectors with layouts to a
// kernel of operations that upstream's tools lower.
var Pipeline = &passes.NamedPipeline{
	Name:    "gpu",
	Title:   "Compile functions on vectors with layouts, and functions on tensors, to kernels for a GPU",
	Doc:     "The module names its GPU by the attribute gpu.chip, which --target and gpu-set-target set. The kernels consist of operations of LLVM 22.",
	Options: Options{Align: gpu.WidestAccess},
	Build: func(options any) []passes.Step {
		o := options.(*Options)
		code := passes.On(fn.FuncOp{},
			passes.Use(SetLaunch, SetLaunchOptions{Workgroup: o.Workgroup, Subgroup: o.Subgroup, Grid: o.Grid, Stages: o.Stages}).Because("distribution needs the number of threads, and the kernel keeps it"),
			passes.Use(distribute.Distribute).Because("code on whole vectors becomes code of one thread"),
			passes.Use(LowerOperations).Because("operations of other dialects become operations that the passes below know"),
			passes.Use(standard.IntRangeOptimizations).Because("guards that the ids of threads always satisfy go"),
			passes.Use(standard.Canonicalize).Because("after distribution most index vectors have one element, and fold"),
			passes.Use(vectors.SimplifyGather).Because("gathers of neighbouring elements become contiguous reads"),
			passes.Use(vectors.LowerVectorMask).Because("the mask of a transfer decides which elements it accesses"),
			passes.Use(vectors.LowerVectors, vectors.LowerVectorsOptions{Loads: true}).Because("transfers of several dimensions become loads and stores of rows"),
			passes.Use(LowerTransfers, LowerTransfersOptions{Align: o.Align}).Because("a row that a mask leaves whole is one access, and other rows need no branch per element"),
			passes.Use(LowerElements).Because("upstream does not know IREE's gathers, scatters, map_store and swizzle hints"),
			passes.Use(vectors.LowerVectorContract, vectors.ContractOptions{Strategy: "dot"}).Because("products of the parts of one thread become products of rows and columns"),
			passes.Use(vectors.LowerVectorMultiReduction, vectors.MultiReductionOptions{Strategy: "inner-reduction"}).Because("each reduction of the part of one thread becomes a reduction of a row"),
			passes.Use(vectors.LowerVectorScan).Because("upstream lowers no scan"),
			passes.Use(vectors.LowerVectorGather).Because("a thread loads the elements of a gather one by one"),
			passes.Use(vectors.LowerVectorTranspose).Because("parts are permuted in registers"),
			passes.Use(vectors.LowerVectorCreateMask).Because("masks become comparisons"),
			passes.Use(LowerPositions).Because("upstream selects no part of a vector of several dimensions"),
			passes.Use(ExpandLanes).Because("lanes exchange numbers of 32 bits"),
			passes.Use(functions.Expand).Because("chips have no instructions for most functions, and a kernel needs no library"),
			passes.Use(PipelineLoops, PipelineLoopsOptions{Align: o.Align, Explain: o.Explain}).Because("the copies of the next tiles go on while threads compute with a tile"),
			passes.Use(standard.CSE).Because("equal guards are one value"),
			passes.Use(JoinBranches).Because("accesses with the same mask share their guards"),
			passes.Use(standard.Canonicalize).Because("the parts of rows that were cut and joined fold"),
			passes.Use(standard.CSE).Because("rows repeat index computations"),
			passes.Use(LowerPositions).Because("canonicalization takes vectors of several dimensions apart, which upstream does not"),
			passes.Use(PlaceMemory).Because("the buffers of workgroup memory get places in one arena"),
			passes.Use(AlignAccesses, AlignAccessesOptions{Align: o.Align, Explain: o.Explain}).Because("upstream accesses memory element by element where it does not know the alignment"),
		)
		kernels := passes.On(gpu.ModuleOp{}, passes.Use(VerifyKernels).Because("what a chip or upstream's tools do not have is reported here, with its place"))
		code.Optional, kernels.Optional = true, true
		if o.FastMath {
			expand := slices.IndexFunc(code.Steps, func(s passes.Step) bool {
				i, ok := s.(*passes.Instance)
				return ok && i.Pass == functions.Expand
			})
			code.Steps = slices.Insert(code.Steps, expand, passes.Step(passes.Use(functions.Approximate).Because("the chip's functions are approximations")))
		}
		return []passes.Step{
			passes.Use(nests.Normalize).Because("functions on tensors become loop nests and moves of elements"),
			passes.Use(nests.Fuse, nests.FuseOptions{Recompute: true}).Because("elements that are computed where they are used need no memory"),
			passes.Use(tensorgrid.Split, tensorgrid.SplitOptions{Parts: o.Parts, Explain: o.Explain}).Because("a product with few tiles and a long sum leaves multiprocessors idle"),
			passes.Use(tensorgrid.Plan, tensorgrid.PlanOptions{Explain: o.Explain}).Because("the kernels of functions on tensors get their plans"),
			passes.Use(tensorgrid.Convert).Because("a function on tensors becomes the functions of its kernels"),
			code,
			passes.Use(OutlineKernels).Because("a kernel is a function of a module for the GPU"),
			kernels,
		}
	},
	Orders: []passes.Order{
		{Before: SetLaunch, After: distribute.Distribute, Reason: "the workgroup decides which thread holds an element"},
		{Before: distribute.Distribute, After: standard.IntRangeOptimizations, Reason: "distribution makes the guards that the ids of threads satisfy"},
		{Before: distribute.Distribute, After: ExpandLanes, Reason: "distribution makes the exchanges between lanes"},
		{Before: vectors.SimplifyGather, After: LowerElements, Reason: "a gather that is taken apart is not found to be contiguous any more"},
		{Before: vectors.LowerVectors, After: vectors.LowerVectorGather, Reason: "gathers of several dimensions first become gathers of rows"},
		{Before: vectors.LowerVectors, After: LowerTransfers, Reason: "rows of gathers, which become transfers, are then transfers too"},
		{Before: vectors.LowerVectors, After: LowerElements, Reason: "gathers of neighbouring elements are accesses of rows"},
		{Before: distribute.Distribute, After: functions.Expand, Reason: "each thread computes the functions of its numbers"},
		{Before: ExpandLanes, After: PlaceMemory, Reason: "barriers on values become barriers, which let buffers share bytes"},
		{Before: distribute.Distribute, After: PipelineLoops, Reason: "distribution makes the copies of tiles"},
		{Before: PipelineLoops, After: PlaceMemory, Reason: "each stage has a buffer"},
		{Before: PlaceMemory, After: OutlineKernels, Reason: "the arena becomes a buffer of the kernel"},
		{Before: OutlineKernels, After: VerifyKernels, Reason: "there must be kernels to check"},
	},
}
