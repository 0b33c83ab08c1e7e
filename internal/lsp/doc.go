// Package lsp is a language server for MLIR: an editor that speaks the language server
// protocol asks it what is wrong, what a name means, what could stand here, and how the
// text looks after a pipeline of passes.
//
// It exists apart from the command because a tool with its own dialects is a language
// server for them as well: [Config] describes the tool. The server answers from the
// parser itself, which records the positions of the names of values and blocks
// (parser.RecordNames) and continues after an error, so that a file that is being typed
// is understood as far as possible.
//
// A file of at most [WholeLimit] bytes is parsed and verified anew at every change. In a
// larger one only the function around a change is, so that an answer takes no
// longer; the whole file follows in the background.
//
// The protocol is Microsoft's, version 3.17.
package lsp
