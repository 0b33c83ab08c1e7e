package passes

import "optc/dialect/okk"

// OkkOptions are the options of the pipeline okk, which hands them to its passes.
type OkkOptions struct {
	Allocation string `opt:"allocation" values:"linear,reuse,bank" help:"how tensors get addresses: one after the other; the same bytes for tensors that are not in use together; also apart from the banks of operands of one operation"`
	ExactNPUs  bool   `opt:"exact-npus" help:"tensors that use no common NPU may share offsets"`
	Widths     string `opt:"widths" values:"lanes,eu" help:"how wide rows of matrices are in an NPU: spread over the NPUs as cheaply as possible, or whole multiples of the alignment unit"`
	Clobber    string `opt:"clobber" values:"npus,blocks,elements" help:"what a write may destroy: the reserved range of all NPUs; blocks that carry channels; elements only"`
	MaxOps     int64  `opt:"max-ops" help:"most operations that a kernel may grow to when its loops are unrolled"`
}

// Okk is the pipeline of kernels: from loops and layouts that are left open to tensors
// at addresses.
var Okk = &NamedPipeline{
	Name:  "okk",
	Title: "Choose layouts and addresses for kernels and check them",
	Doc: `Unrolls loops; chooses widths of matrices, layouts and addresses; checks operands, hazards and assertions.
okk-check-banks is not among them: it remarks on what could be faster.`,
	Options: OkkOptions{Allocation: "reuse", Widths: "lanes", Clobber: "npus", MaxOps: 1 << 20},
	Build: func(options any) []Step {
		o := options.(*OkkOptions)
		return []Step{On(okk.KernelKind,
			Use(OkkUnroll, OkkUnrollOptions{MaxOps: o.MaxOps}),
			Use(OkkChooseW, OkkChooseWOptions{Policy: o.Widths}),
			Use(OkkAssignLayout),
			Use(OkkFold),
			Use(OkkAllocate, OkkAllocateOptions{Policy: o.Allocation, ExactNPUs: o.ExactNPUs}),
			Use(OkkVerify),
			Use(OkkCheckHazards, OkkCheckHazardsOptions{Clobber: o.Clobber}),
			Use(OkkCheckAsserts),
		)}
	},
}
