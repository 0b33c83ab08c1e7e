package codelet

import "optc/diag"

// Errors explains the codes of reading C++.
var Errors = []diag.Doc{
	{
		Code: "poplar.cpp-parse",
		Text: "The declaration of a class, or an expression in it, has a form that import does not read.",
		Fix:  "Write it in a simpler form; what stands in a method body does not matter.",
	},
	{
		Code: "poplar.cpp-eval",
		Text: "A type or a constant in the declaration of a class cannot be computed: a name is unknown, a template has other parameters, or a function does more than return a constant.",
		Fix:  "If a header was not found, name its folder with -I; a macro of the build is given with -D.",
	},
	{
		Code: "poplar.cpp-file",
		Text: "A file that is to be imported cannot be read.",
		Fix:  "Check the name.",
	},
}
