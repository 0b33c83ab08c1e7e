package poplar

import (
	_ "embed"
	"slices"

	"optc/diag"
	"optc/dialect/poplar/graph"
	"optc/dialect/poplar/vertex"
)

//go:embed errors.txt
var errorTexts string

// Errors explains the codes of the dialect.
func Errors() []diag.Doc {
	own := diag.Must(diag.ParseDocs("dialect/poplar/errors.txt", errorTexts))
	return slices.Concat(own, vertex.Errors(), graph.Errors())
}
