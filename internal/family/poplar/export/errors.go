package export

import (
	_ "embed"

	"optc/diag"
)

//go:embed errors.txt
var errorTexts string

// Errors explains the codes of writing programs in C++.
func Errors() []diag.Doc {
	return diag.Must(diag.ParseDocs("internal/family/poplar/export/errors.txt", errorTexts))
}
