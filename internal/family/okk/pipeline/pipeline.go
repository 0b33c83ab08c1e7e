package okk

import (
	"optc/dialect/okk"
	"optc/internal/family/nests"
	"optc/internal/family/okk/tensorkernel"
	"optc/passes"
)

// Options are the options of the pipeline okk, which hands them to its passes.
type Options struct {
	Allocation string   `opt:"allocation" values:"linear,reuse,bank" help:"how tensors get addresses: one after the other; the same bytes for tensors that are not in use together; also apart from the banks of operands of one operation"`
	ExactNPUs  bool     `opt:"exact-npus" help:"tensors that use no common NPU may share offsets"`
	Widths     string   `opt:"widths" values:"lanes,eu" help:"how wide rows of matrices are in an NPU: spread over the NPUs as cheaply as possible, or whole multiples of the alignment unit"`
	Clobber    string   `opt:"clobber" values:"npus,blocks,elements" help:"what a write may destroy: the reserved range of all NPUs; blocks that carry channels; elements only"`
	Overlap    bool     `opt:"overlap" help:"copies run at the same time as computations of neighbouring steps"`
	Explain    bool     `opt:"explain" help:"list in a remark other ways to divide a tiled kernel, with their estimates"`
	Sizes      []string `opt:"sizes" help:"numbers of the parameters of a run, such as n:5,c:3; the others have their largest numbers"`
	KeepLoops  bool     `opt:"keep-loops" help:"loops, decisions and parameters stay, as in exported C"`
	MaxOps     int64    `opt:"max-ops" help:"most operations that a kernel may grow to when its loops are unrolled"`
}

// tile returns the step that divides kernels.
func (o *Options) tile() passes.Step {
	return passes.Use(Tile, TileOptions{Overlap: o.Overlap, Explain: o.Explain}).Because("tensors may be larger than the memory")
}

// keepingLoops returns the steps that leave the loops and parameters of a kernel.
func (o *Options) keepingLoops() []passes.Step {
	var steps []passes.Step
	if len(o.Sizes) > 0 {
		steps = append(steps, passes.Use(BindSizes, BindSizesOptions{Sizes: o.Sizes}).Because("some sizes are given"))
	}
	steps = append(steps, o.tile())
	if o.Overlap {
		steps = append(steps, passes.Use(PipelineLoops, PipelineLoopsOptions{}).Because("an engine should not wait for the other engine"))
	}
	return append(steps,
		passes.Use(ChooseW, ChooseWOptions{Policy: o.Widths}).Because("the width of a matrix decides which NPU holds a column"),
		passes.Use(AssignLayout).Because("every tensor gets strides"),
		passes.Use(Fold).Because("copies without effect and tensors that nobody reads take time and memory"),
		passes.Use(Allocate, AllocateOptions{Policy: o.Allocation, ExactNPUs: o.ExactNPUs}).Because("buffers and tensors get addresses for the largest sizes"),
		passes.Use(CheckSizes).Because("the kernel must be right for all sizes"),
	)
}

// Pipeline is the pipeline of kernels: from loops and layouts that are left open to tensors
// at addresses.
var Pipeline = &passes.NamedPipeline{
	Name:    "okk",
	Title:   "Choose layouts and addresses for kernels and check them",
	Doc:     "okk-check-banks is not among the steps: it remarks on what could be faster.",
	Options: Options{Allocation: "bank", Widths: "lanes", Clobber: "npus", MaxOps: 1 << 20},
	Build: func(options any) []passes.Step {
		o := options.(*Options)
		tensors := []passes.Step{
			passes.Use(nests.Normalize).Because("functions on tensors become loop nests and moves of elements"),
			passes.Use(tensorkernel.Convert).Because("a function on tensors becomes a kernel"),
		}
		if o.KeepLoops {
			return append(tensors, passes.On(okk.KernelOp{}, o.keepingLoops()...))
		}
		steps := []passes.Step{o.tile()}
		if o.Overlap {
			steps = append(steps, passes.Use(PipelineLoops, PipelineLoopsOptions{Sized: true}).Because("the addresses of a kernel with parameters are chosen before its loops are unrolled"))
		}
		steps = append(steps,
			passes.Use(Reserve, ReserveOptions{Policy: o.Allocation, ExactNPUs: o.ExactNPUs, Widths: o.Widths}).Because("the addresses of a kernel with parameters hold for all sizes"),
			passes.Use(BindSizes, BindSizesOptions{Sizes: o.Sizes}).Because("a run has certain sizes"),
			passes.Use(Unroll, UnrollOptions{MaxOps: o.MaxOps}).Because("a kernel is a list of instructions; slices by the index of a loop get numbers"),
			passes.Use(ChooseW, ChooseWOptions{Policy: o.Widths}).Because("the width of a matrix decides which NPU holds a column"),
			passes.Use(AssignLayout).Because("every tensor gets strides"),
			passes.Use(Fold).Because("copies without effect and tensors that nobody reads take time and memory"),
		)
		if o.Overlap {
			steps = append(steps, passes.Use(Overlap, OverlapOptions{Window: 6}).Because("an engine should not wait for the other engine"))
		}
		return append(tensors, passes.On(okk.KernelOp{}, append(steps,
			passes.Use(Allocate, AllocateOptions{Policy: o.Allocation, ExactNPUs: o.ExactNPUs}).Because("buffers, tensors and views get addresses"),
			passes.Use(Verify).Because("operands must fit at their addresses, and some addresses were written by hand"),
			passes.Use(CheckHazards, CheckHazardsOptions{Clobber: o.Clobber}).Because("no write may destroy a tensor that is in use"),
			passes.Use(CheckAsserts).Because("the assertions of the text are about final layouts and addresses"),
		)...))
	},
	Orders: []passes.Order{
		{Before: Unroll, After: AssignLayout, Reason: "a slice by the index of a loop has no place before the index is a number"},
		{Before: Unroll, After: Fold, Reason: "only a single iteration shows that a copy or a tensor has no effect"},
		{Before: ChooseW, After: Allocate, Reason: "the size of a matrix depends on its width"},
		{Before: AssignLayout, After: Fold, Reason: "strides show whether a copy leaves every element in its place"},
		{Before: AssignLayout, After: Allocate, Reason: "the size of a tensor depends on its strides"},
		{Before: Fold, After: Allocate, Reason: "tensors that are removed need no room"},
		{Before: Allocate, After: Verify, Reason: "a kernel is complete when it has addresses"},
		{Before: Allocate, After: CheckHazards, Reason: "addresses show which tensors share bytes"},
		{Before: Allocate, After: CheckAsserts, Reason: "assertions are about addresses"},
	},
}
