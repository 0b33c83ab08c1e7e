package optmain

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"sync/atomic"

	"optc/internal/base/flags"
	"optc/ir"
	"optc/optmain/internal/files"
	"optc/optmain/internal/report"
)

// diagnosticsFlag is the flag for the form of diagnostics.
func diagnosticsFlag(format *string) *flags.Flag {
	return flags.Choice("diagnostics", format, "write diagnostics to standard error as text, as one JSON object per line, as a SARIF 2.1.0 log, or as lines that GitHub shows beside the source", "text", "json", "sarif", "github")
}

// colourFlag is the flag for colours in pictures; *v stays nil without it.
func colourFlag(v **bool) *flags.Flag {
	var on bool
	f := flags.Switch("color", &on, "colour the picture, even if standard output is not a terminal; --color=false does not; by default a terminal gets colours unless NO_COLOR is set")
	set := f.Set
	f.Set = func(text string) error {
		err := set(text)
		*v = &on
		return err
	}
	return f
}

// formatFlag is the flag for the form of the output.
func formatFlag(v *string) *flags.Flag {
	return flags.Choice("format", v, "write text, or JSON, which docs/formats.md describes", "text", "json")
}

// writeJSON writes a value with an indent.
func writeJSON(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	return e.Encode(v)
}

// depfileFlag is the flag for the file that tells a build system which files were read.
func depfileFlag(name *string) *flags.Flag {
	return flags.Text("depfile", "file", name, "write what the output depends on, as a rule for ninja and make")
}

// inputFlag is the flag that bounds the sizes of inputs.
func (t *tool) inputFlag() *flags.Flag {
	return &flags.Flag{
		Name: "max-input", Value: "MiB",
		Help: fmt.Sprintf("read at most that much of a file or of standard input; the default is %d", files.DefaultMaxInput>>20),
		Set: func(text string) error {
			n, err := strconv.ParseInt(text, 10, 32)
			if err != nil || n < 1 {
				return fmt.Errorf("expects a number of MiB, but got '%s'", text)
			}
			t.files.MaxInput = n << 20
			return nil
		},
	}
}

// errDepfile is the error about a depfile without a target.
var errDepfile = errors.New("flag '--depfile' needs '-o', the file that depends on what is read")

// keepsNames reports whether a text keeps the names that values have in the input: as the flag
// specifies; by default if the text is for a person, because it goes to a console, w, and not to a
// file.
func keepsNames(flag *bool, w any, noFile bool) bool {
	if flag != nil {
		return *flag
	}
	return noFile && report.IsConsole(w)
}

// runFunc has the form of [Run].
type runFunc func(ctx context.Context, c Config, args []string, stdin io.Reader, stdout, stderr io.Writer) int

// errNoCommands is the error about a command of the system in a run that is confined to a folder.
var errNoCommands = errors.New("commands are not executed in a run that may write to one folder only; for tests, --allow-outside permits them")

// strictSink makes errors of warnings.
type strictSink struct {
	ir.Sink
	failed atomic.Bool
}

func (s *strictSink) Report(d *ir.Diagnostic) {
	if d.Severity == ir.Warning {
		strict := *d
		strict.Severity = ir.Error
		d = &strict
		s.failed.Store(true)
	}
	s.Sink.Report(d)
}

// watchFlag is the flag of every command that repeats it; Run takes it off the command line.
const watchFlag = "--watch"
