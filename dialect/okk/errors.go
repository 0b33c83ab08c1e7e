package okk

import (
	_ "embed"

	"optc/diag"
)

//go:embed errors.txt
var errorTexts string

// Errors explains the codes of the dialect.
func Errors() []diag.Doc { return diag.Must(diag.ParseDocs("dialect/okk/errors.txt", errorTexts)) }
