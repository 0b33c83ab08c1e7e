package codelet

import (
	_ "embed"

	"optc/diag"
)

//go:embed errors.txt
var errorTexts string

// Errors explains the codes of reading C++.
func Errors() []diag.Doc {
	return diag.Must(diag.ParseDocs("internal/family/poplar/codelet/errors.txt", errorTexts))
}
