package lower

import "optc/diag"

// Errors explains the codes of programs of any kind.
var Errors = []diag.Doc{
	{
		Code: "target-unknown",
		Text: "There is no target of that name.",
		Fix:  "`help targets` lists the targets.",
	},
	{
		Code: "target-fit",
		Text: "The file holds a program of another kind than those that the target is for.",
		Fix:  "Choose one of the targets in the note.",
	},
	{
		Code: "no-unit",
		Text: "The program uses no unit of memory of that number, so there is nothing to draw.",
		Fix:  "Name one that memory_map.txt lists, as `3` or `tile 3`.",
	},
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
		Text: "images.json cannot be used: it is no manifest, of another version, or does not describe program.mlir.",
		Fix:  "Build the program again.",
	},
	{
		Code: "edited",
		Text: "A file of a built program is missing or is not as it was written, so that it may say something else than the images.",
		Fix:  "Build the program again; or `run --unverified`, which runs what program.mlir says and compares nothing.",
	},
	{
		Code: "image-size",
		Text: "The image of a unit of memory is missing, or has another size than what it must hold.",
		Fix:  "Build the program again.",
	},
	{
		Code: "image-bytes",
		Text: "The image of a unit of memory holds other bytes than program.mlir says.",
		Fix:  "Build the program again.",
	},
	{
		Code: "elf-address",
		Text: "The memory of a unit cannot be described by an ELF32 object.",
		Fix:  "Build without --elf.",
	},
	{
		Code: "input-size",
		Text: "A variable is given another number of bytes than it has.",
		Fix:  "Pass all elements, packed, little-endian.",
	},
	{
		Code: "no-place",
		Text: "Elements of the variable lie in no memory, so they cannot be written or read.",
		Fix:  "Place the whole variable.",
	},
	{
		Code: "unknown-variable",
		Text: "The program has no variable of that name.",
		Fix:  "Check the spelling; the memory map and images.json name the variables.",
	},
}
