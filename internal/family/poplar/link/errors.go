package link

import (
	_ "embed"

	"optc/diag"
)

//go:embed errors.txt
var errorTexts string

// Errors explains the codes of placement and images.
func Errors() []diag.Doc {
	return diag.Must(diag.ParseDocs("internal/family/poplar/link/errors.txt", errorTexts))
}
