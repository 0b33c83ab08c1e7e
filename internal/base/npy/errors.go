package npy

import (
	_ "embed"

	"optc/diag"
)

//go:embed errors.txt
var errorTexts string

// Errors explains the codes of the package.
func Errors() []diag.Doc {
	return diag.Must(diag.ParseDocs("internal/base/npy/errors.txt", errorTexts))
}
