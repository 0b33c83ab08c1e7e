package kernel

import _ "embed"

//go:embed errors.txt
var errorTexts string
