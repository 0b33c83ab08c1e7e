package passes

import (
	_ "embed"

	"optc/diag"
)

//go:embed errors.txt
var errorTexts string

// Errors explains the codes of pass pipelines.
func Errors() []diag.Doc { return diag.Must(diag.ParseDocs("passes/errors.txt", errorTexts)) }
