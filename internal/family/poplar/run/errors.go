package run

import (
	_ "embed"

	"optc/diag"
)

//go:embed errors.txt
var errorTexts string

// Errors explains the codes of running a program on tiles.
func Errors() []diag.Doc {
	return diag.Must(diag.ParseDocs("internal/family/poplar/run/errors.txt", errorTexts))
}
