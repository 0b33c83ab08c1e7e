package passes

import "optc/dialect/okk"

// Okk is the pipeline of kernels: from loops and layouts that are left open to tensors
// at addresses.
var Okk = &NamedPipeline{
	Name:  "okk",
	Title: "Choose layouts and addresses for kernels and check them",
	Doc: `Unrolls loops; chooses widths of matrices, layouts and addresses; checks operands, hazards and assertions.
okk-check-banks is not among them: it remarks on what could be faster.`,
	Build: func(any) []Step {
		return []Step{On(okk.KernelOp,
			Use(OkkUnroll),
			Use(OkkChooseW),
			Use(OkkAssignLayout),
			Use(OkkFold),
			Use(OkkAllocate),
			Use(OkkVerify),
			Use(OkkCheckHazards),
			Use(OkkCheckAsserts),
		)}
	},
}
