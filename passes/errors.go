package passes

import "optc/diag"

// Errors explains the codes of pass pipelines.
var Errors = []diag.Doc{
	{
		Code: CodeEmptyNest,
		Text: "A warning: a nested pipeline names an operation that does not occur directly inside the operation around it, so its passes do nothing.",
		Fix:  "Check the name, and nest deeper if the operation is further inside.",
		Example: `module {
  module {
    func.func private @f()
  }
}`,
		Command: "--pass-pipeline=builtin.module(func.func(cse))",
	},
	{
		Code: CodeInternal,
		Text: "A pass panicked. This is always a mistake of the package that the note names, never of the input.",
		Fix:  "Please report it there, with the file that --mlir-pass-pipeline-crash-reproducer=FILE writes.",
	},
	{
		Code: "pipeline-option",
		Text: "The pass has no option of that name, or the value does not suit the option.",
		Fix:  "`help` followed by the name of the pass lists its options.",
	},
}
