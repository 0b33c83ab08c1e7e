package nests

import (
	_ "embed"

	"optc/diag"
)

//go:embed errors.txt
var errorTexts string

// Errors explains the codes of programs of tensors.
func Errors() []diag.Doc {
	return diag.Must(diag.ParseDocs("internal/family/nests/errors.txt", errorTexts))
}
