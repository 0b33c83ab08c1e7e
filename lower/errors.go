package lower

import (
	_ "embed"

	"optc/diag"
)

//go:embed errors.txt
var errorTexts string

// Errors explains the codes of programs of any family.
func Errors() []diag.Doc { return diag.Must(diag.ParseDocs("lower/errors.txt", errorTexts)) }
