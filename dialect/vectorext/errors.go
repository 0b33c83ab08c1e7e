package vectorext

import "optc/diag"

// Errors explains the codes of nested layouts.
var Errors = []diag.Doc{
	{Code: "layout-rank", Text: "The lists of a nested layout have different lengths.", Fix: "Give each list one number per dimension of the vector."},
	{Code: "layout-range", Text: "A tile of a nested layout is below 1, or a stride is negative.", Fix: "Use tiles of at least 1 and strides of at least 0."},
	{
		Code: "layout-shape",
		Text: "The vector does not have the shape that the nested layout distributes: along each dimension the product of subgroups, batches, outers, threads and elements.",
		Fix:  "Compare the products of the note with the shape of the vector.",
	},
}
