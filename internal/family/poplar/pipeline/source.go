package poplar

import (
	"optc/dialect/poplar"
	gpupasses "optc/internal/family/gpu/pipeline"
	"optc/passes"
	"optc/passes/distribute"
	"optc/passes/standard"
	"optc/passes/vectors"
)

// SourcePipeline prepares programs that are written in C++.
var SourcePipeline = &passes.NamedPipeline{
	Name:  "poplar-source",
	Title: "Prepare vertices, graph and program for C++",
	Doc: "The code of vertices becomes code for single workers on numbers and rows, which C++ has. Graph and program stay as they " +
		"are, with their loops.",
	Build: func(any) []passes.Step {
		code := passes.On(poplar.VertexOp{},
			passes.Use(distribute.Distribute).Because("code on whole vectors becomes code of one worker"),
			passes.Use(standard.IntRangeOptimizations).Because("guards that the ids of workers always satisfy go"),
			passes.Use(standard.Canonicalize).Because("after distribution most index vectors have one element, and fold"),
			passes.Use(vectors.SimplifyGather).Because("gathers of neighbouring elements become contiguous reads"),
			passes.Use(vectors.LowerVectorMask).Because("the mask of a transfer decides which elements it accesses"),
			passes.Use(vectors.LowerVectors, vectors.LowerVectorsOptions{Loads: true}).Because("transfers of several dimensions become loads and stores of rows"),
			passes.Use(gpupasses.LowerTransfers, gpupasses.LowerTransfers.Options).Because("a row that a mask leaves whole is one access"),
			passes.Use(gpupasses.LowerElements).Because("gathers and scatters become accesses of elements"),
			passes.Use(vectors.LowerVectorContract, vectors.ContractOptions{Strategy: "dot"}).Because("products become products of rows and columns"),
			passes.Use(vectors.LowerVectorMultiReduction, vectors.MultiReductionOptions{Strategy: "inner-reduction"}).Because("a reduction becomes a loop over a row"),
			passes.Use(vectors.LowerVectorScan).Because("a scan becomes operations on its parts"),
			passes.Use(vectors.LowerVectorGather).Because("the elements of a gather are loaded one by one"),
			passes.Use(vectors.LowerVectorTranspose).Because("parts are permuted in registers"),
			passes.Use(vectors.LowerVectorCreateMask).Because("masks become comparisons"),
			passes.Use(gpupasses.LowerPositions).Because("the part at a computed position is selected"),
			passes.Use(standard.Canonicalize).Because("the parts of rows that were cut and joined fold"),
			passes.Use(standard.CSE).Because("rows repeat index computations"),
		)
		code.Optional = true // a program may consist of copies
		return []passes.Step{
			passes.Use(Instantiate).Because("only instances of templates have types, and with them code"),
			code,
			passes.Use(ResolveLayouts, ResolveLayoutsOptions{CompactPolicy: "reference"}).Because("fields that the target cannot have are reported"),
		}
	},
}
