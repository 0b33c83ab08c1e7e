package layout

import (
	_ "embed"

	"optc/diag"
)

//go:embed errors.txt
var errorTexts string

// Errors explains the codes of unit maps.
func Errors() []diag.Doc { return diag.Must(diag.ParseDocs("layout/errors.txt", errorTexts)) }
