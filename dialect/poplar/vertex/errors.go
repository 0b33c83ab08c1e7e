package vertex

import (
	_ "embed"

	"optc/diag"
)

//go:embed errors.txt
var errorTexts string

// Errors explains the codes of vertices: of their names, constraints and stacks.
func Errors() []diag.Doc {
	return diag.Must(diag.ParseDocs("dialect/poplar/vertex/errors.txt", errorTexts))
}
