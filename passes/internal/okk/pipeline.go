package okk

import (
	"optc/dialect/okk"
	"optc/passes"
)

// OkkOptions are the options of the pipeline okk, which passes them on to its passes.
type Options struct {
	Allocation string `opt:"allocation" values:"linear,reuse,bank" help:"how tensors get addresses: one after the other; the same bytes for tensors that are not in use together; also apart from the banks of operands of one operation"`
	ExactNPUs  bool   `opt:"exact-npus" help:"tensors that use no common NPU may share offsets"`
	Widths     string `opt:"widths" values:"lanes,eu" help:"how wide rows of matrices are in an NPU: spread over the NPUs as cheaply as possible, or whole multiples of the alignment unit"`
	Clobber    string `opt:"clobber" values:"npus,blocks,elements" help:"what a write may destroy: the reserved range of all NPUs; blocks that carry channels; elements only"`
	MaxOps     int64  `opt:"max-ops" help:"most operations that a kernel may grow to when its loops are unrolled"`
}

// Okk is the pipeline of kernels: from loops and layouts that are left open to tensors
// at addresses.
var Pipeline = &passes.NamedPipeline{
	Name:  "okk",
	Title: "Choose layouts and addresses for kernels and check them",
	Doc: `Unrolls loops; chooses widths of matrices, layouts and addresses; checks operands, hazards and assertions.
okk-check-banks is not among them: it remarks on what could be faster.`,
	Options: Options{Allocation: "reuse", Widths: "lanes", Clobber: "npus", MaxOps: 1 << 20},
	Build: func(options any) []passes.Step {
		o := options.(*Options)
		return []passes.Step{passes.On(okk.KernelKind,
			passes.Use(Unroll, UnrollOptions{MaxOps: o.MaxOps}),
			passes.Use(ChooseW, ChooseWOptions{Policy: o.Widths}),
			passes.Use(AssignLayout),
			passes.Use(Fold),
			passes.Use(Allocate, AllocateOptions{Policy: o.Allocation, ExactNPUs: o.ExactNPUs}),
			passes.Use(Verify),
			passes.Use(CheckHazards, CheckHazardsOptions{Clobber: o.Clobber}),
			passes.Use(CheckAsserts),
		)}
	},
}
