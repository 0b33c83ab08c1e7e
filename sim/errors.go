package sim

import (
	_ "embed"

	"optc/diag"
)

//go:embed errors.txt
var errorTexts string

// Errors explains the codes of execution.
func Errors() []diag.Doc { return diag.Must(diag.ParseDocs("sim/errors.txt", errorTexts)) }
