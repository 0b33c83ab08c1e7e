package lower

import "optc/diag"

// Errors explains the codes of built programs on disk.
var Errors = []diag.Doc{
	{
		Code: "output-folder",
		Text: "The output folder exists and holds something else than a built program; replacing it would lose that.",
		Fix:  "Choose another folder, or remove this one.",
	},
	{
		Code: "no-program",
		Text: "The folder holds no built program.",
		Fix:  "Name the folder that `build -o` wrote.",
	},
	{
		Code: "manifest",
		Text: "images.json cannot be used: it is no manifest, of another version, does not fit program.mlir, or describes what cannot be, such as memory outside of the tile.",
		Fix:  "Build the program again.",
	},
	{
		Code: "image-size",
		Text: "The image of a tile is missing, or shorter than the allocations that it must hold.",
		Fix:  "Build the program again.",
	},
}
