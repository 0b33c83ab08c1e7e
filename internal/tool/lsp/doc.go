// Package lsp is a language server for MLIR: an editor that speaks the language server protocol
// requests diagnostics, the meaning of a name, completions, and the text after a pipeline of passes
// from it.
//
// It is separate from the command because a tool with its own dialects is a language
// server for them as well: [Config] describes the tool. The server answers from the
// parser itself, which records the positions of the names of values and blocks
// (parser.RecordNames) and continues after an error, so that a file that is being typed
// is understood as far as possible.
//
// A file of at most [WholeLimit] bytes is parsed and verified anew at every change. In a
// larger file only the function around a change is analysed at once, so that an answer
// takes no longer; the whole file is analysed in the background.
//
// The protocol is Microsoft's, version 3.17.
package lsp
