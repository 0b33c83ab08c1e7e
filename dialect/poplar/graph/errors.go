package graph

import (
	_ "embed"

	"optc/diag"
)

//go:embed errors.txt
var errorTexts string

// Errors explains the codes of tensors, mappings and connections.
func Errors() []diag.Doc {
	return diag.Must(diag.ParseDocs("dialect/poplar/graph/errors.txt", errorTexts))
}
