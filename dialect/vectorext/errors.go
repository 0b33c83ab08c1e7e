package vectorext

import (
	_ "embed"

	"optc/diag"
)

//go:embed errors.txt
var errorTexts string

// Errors explains the codes of nested layouts.
func Errors() []diag.Doc {
	return diag.Must(diag.ParseDocs("dialect/vectorext/errors.txt", errorTexts))
}
