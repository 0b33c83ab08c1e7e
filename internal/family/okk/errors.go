package okk

import (
	_ "embed"

	"optc/diag"
)

//go:embed errors.txt
var errorTexts string

// runErrors explains the codes of running a kernel.
func runErrors() []diag.Doc {
	return diag.Must(diag.ParseDocs("internal/family/okk/errors.txt", errorTexts))
}
