package optmain

import (
	"errors"

	"optc/internal/flags"
	"optc/optmain/internal/report"
)

// diagnosticsFlag is the flag for the form of diagnostics.
func diagnosticsFlag(format *string) *flags.Flag {
	return flags.Choice("diagnostics", format, "write diagnostics to standard error as text, as one JSON object per line, or as a SARIF 2.1.0 log", "text", "json", "sarif")
}

// depfileFlag is the flag for the file that tells a build system which files were read.
func depfileFlag(name *string) *flags.Flag {
	return flags.Text("depfile", "file", name, "write what the output depends on, as a rule for ninja and make")
}

// errDepfile is the error about a depfile without a target.
var errDepfile = errors.New("flag '--depfile' needs '-o', the file that depends on what is read")

// keepsNames reports whether a text contains the names that values have in the input: as
// the flag specifies, or by default if the text goes to a console, w, and not to a file,
// so that a person reads it.
func keepsNames(flag *bool, w any, noFile bool) bool {
	if flag != nil {
		return *flag
	}
	return noFile && report.IsConsole(w)
}
