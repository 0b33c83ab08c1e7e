package ir

import (
	"fmt"
	"strings"
	"sync"

	"optc/diag"
)

// Severity of a diagnostic.
type Severity uint8

const (
	Error Severity = iota
	Warning
	Remark
	Note
)

func (s Severity) String() string { return [...]string{"error", "warning", "remark", "note"}[s] }

// Diagnostic is a message about a place in the input. It is data, which is rendered only at the
// end. The text is lower case, has the expected before the found and no final full stop.
type Diagnostic struct {
	Severity Severity
	Loc      Location
	Msg      string
	Code     string     // stable identifier such as "poplar.addr-align", or ""
	Op       *Operation // the operation that the message is about, or nil
	Notes    []*Diagnostic
	Hint     bool  // a note that upstream does not have: a test of diagnostics need not expect it
	Fixes    []Fix // edits of the text, each of which may remove the mistake
}

// Fix is a change of the text. The first word at or after Loc that is spelled Old becomes
// New, while sigils and quotes are kept; see parser.Edit. If Old is empty, New is
// inserted at the place given by Place.
type Fix struct {
	Loc      Location
	Old, New string
	Place    FixPlace
}

// FixPlace is the place of an insertion.
type FixPlace int

const (
	Here       FixPlace = iota // at Loc
	BlockEnd                   // at the end of the block whose last operation is at Loc
	EmptyBlock                 // in the first block, of the operation at Loc, that has a label and no operation
	BeforeItem                 // in separate lines before the top-level operation that contains Loc
)

// String describes the change for a person who chooses among changes.
func (f Fix) String() string {
	if f.Old == "" {
		return "insert '" + strings.TrimSpace(f.New) + "'"
	}
	if f.New == "" {
		return "remove '" + f.Old + "'"
	}
	return "change '" + f.Old + "' to '" + f.New + "'"
}

// Errorf returns an error at a location. A [diag.Suggestion] among the arguments also
// becomes a fix.
func Errorf(loc Location, format string, args ...any) *Diagnostic {
	return (&Diagnostic{Severity: Error, Loc: loc, Msg: fmt.Sprintf(format, args...)}).suggests(diag.SuggestionIn(args))
}

// suggests turns a suggestion into a fix of the text after the location.
func (d *Diagnostic) suggests(s diag.Suggestion) *Diagnostic {
	if s.Meant != "" {
		d.Fix(d.Loc, s.Given, s.Meant)
	}
	return d
}

// Fix adds a change of the text that may remove the mistake, and returns d.
func (d *Diagnostic) Fix(loc Location, old, new string) *Diagnostic {
	d.Fixes = append(d.Fixes, Fix{Loc: loc, Old: old, New: new})
	return d
}

// SuggestNote adds a hint with the word of candidates that was probably meant by name, and the edit
// that fixes it; it does nothing if there is no such word.
func (d *Diagnostic) SuggestNote(name string, candidates []string) *Diagnostic {
	if s := diag.Suggest(name, candidates); s != "" {
		d.HintNote(d.Loc, "did you mean '%s'?", s).Fix(d.Loc, name, s)
	}
	return d
}

// HintNote attaches a note that upstream does not have, and returns d.
func (d *Diagnostic) HintNote(loc Location, format string, args ...any) *Diagnostic {
	d.Note(loc, format, args...)
	d.Notes[len(d.Notes)-1].Hint = true
	return d
}

// Errorf returns an error about the operation: 'dialect.op' op …
func (op *Operation) Errorf(format string, args ...any) *Diagnostic {
	return op.diagnose(Error, format, args)
}

// Warningf returns a warning about the operation.
func (op *Operation) Warningf(format string, args ...any) *Diagnostic {
	return op.diagnose(Warning, format, args)
}

// Remarkf returns a remark about the operation.
func (op *Operation) Remarkf(format string, args ...any) *Diagnostic {
	return op.diagnose(Remark, format, args)
}

func (op *Operation) diagnose(s Severity, format string, args []any) *Diagnostic {
	meant := diag.SuggestionIn(args)
	d := &Diagnostic{Severity: s, Loc: op.Loc().Word(meant.Given), Msg: "'" + op.Name() + "' op " + fmt.Sprintf(format, args...), Op: op}
	return d.suggests(meant)
}

// At moves the diagnostic to a wrong word, or wrong words, on the line of its place, and
// returns d.
func (d *Diagnostic) At(format string, args ...any) *Diagnostic {
	d.Loc = d.Loc.Word(fmt.Sprintf(format, args...))
	return d
}

// OpError turns a coded error of a pure function into a diagnostic about the
// operation; the notes carry over. prefix qualifies the code ("poplar.").
func (op *Operation) OpError(prefix string, err error) *Diagnostic {
	e, ok := err.(*diag.Error)
	if !ok {
		return op.Errorf("%v", err)
	}
	d := op.Errorf("%s", e.Msg).At("%s", e.Word).suggests(e.Meant)
	d.Code = prefix + e.Code
	for _, n := range e.Notes {
		d.Note(d.Loc, "%s", n)
	}
	return d
}

// Note attaches a note and returns d, so that calls chain.
func (d *Diagnostic) Note(loc Location, format string, args ...any) *Diagnostic {
	d.Notes = append(d.Notes, &Diagnostic{Severity: Note, Loc: loc, Msg: fmt.Sprintf(format, args...)})
	return d
}

// ShowOp puts the text of the operation into the first note, as mlir-opt does unless
// --mlir-print-op-on-diagnostic=false is given. It must be called before the operation changes
// further.
func (d *Diagnostic) ShowOp(o PrintOptions) {
	if d.Op == nil {
		return
	}
	note := &Diagnostic{Severity: Note, Loc: d.Loc, Msg: "see current operation: " + d.Op.forMessage(d.Severity, o)}
	d.Notes = append([]*Diagnostic{note}, d.Notes...)
}

// WithCode sets the stable identifier and returns d.
func (d *Diagnostic) WithCode(code string) *Diagnostic {
	d.Code = code
	return d
}

// Text is the message with its code in brackets.
func (d *Diagnostic) Text() string {
	if d.Code == "" {
		return d.Msg
	}
	return d.Msg + " [" + d.Code + "]"
}

// Error renders the diagnostic on one line, with its notes about the same place: file:line:col:
// error: text; note; …, or file: error: text for a message about the whole file. If the place is
// unknown, as in a module that was built in Go, the operation is shown instead of the source line.
func (d *Diagnostic) Error() string {
	var b strings.Builder
	_, _, _, located := d.Loc.FileLineCol()
	if located {
		d.head(&b)
	} else {
		fmt.Fprintf(&b, "%v: %s", d.Severity, d.Text())
	}
	line := strings.TrimRight(b.String(), " ")
	for _, n := range d.Notes {
		if n.Loc == d.Loc {
			line += "; " + n.Text()
		}
	}
	if !located && d.Op != nil && d.Op.NumRegions() == 0 {
		line += "; see current operation: " + d.Op.forMessage(d.Severity, PrintOptions{})
	}
	return line
}

func (d *Diagnostic) head(b *strings.Builder) {
	switch file, line, col, ok := d.Loc.FileLineCol(); {
	case !ok:
		b.WriteString("<unknown>:0: ")
	case line == 0: // about the whole file
		fmt.Fprintf(b, "%s: ", file)
	default:
		fmt.Fprintf(b, "%s:%d:%d: ", file, line, col)
	}
	fmt.Fprintf(b, "%v: %s", d.Severity, d.Text())
}

// Render writes the diagnostic with its notes the way mlir-opt does: the message, the
// source line and a caret below the column. A note about the same place has no source
// line.
func (d *Diagnostic) Render(b *strings.Builder) {
	d.head(b)
	b.WriteByte('\n')
	d.Loc.render(b)
	for _, n := range d.Notes {
		n.head(b)
		b.WriteByte('\n')
		if n.Loc != d.Loc {
			n.Loc.render(b)
		}
	}
}

// render writes the source line and a caret below the column. Of a very long line, only
// the surroundings of the column are shown.
func (l Location) render(b *strings.Builder) {
	src, off, ok := l.Source()
	if !ok {
		return
	}
	line := src.Line(off)
	_, col := src.Position(off)
	at := min(col-1, len(line))
	if len(line) > longestExcerpt {
		line, at = cutSurroundings(line, at)
	}
	b.WriteString(line)
	b.WriteByte('\n')
	for _, c := range []byte(line[:at]) {
		if c == '\t' {
			b.WriteByte('\t')
		} else {
			b.WriteByte(' ')
		}
	}
	b.WriteString("^\n")
}

// longestExcerpt is the length in bytes of the longest source line that is shown whole;
// of a longer line, excerptSide bytes on either side of the column are shown.
const (
	longestExcerpt = 1000
	excerptSide    = 100
)

// cutSurroundings cuts out the surroundings of a place in a long line and returns them
// with the place in them.
func cutSurroundings(line string, at int) (string, int) {
	lo, hi := max(0, at-excerptSide), min(len(line), at+excerptSide)
	before, after := "", ""
	if lo > 0 {
		before = "... "
	}
	if hi < len(line) {
		after = " ..."
	}
	before += strings.ToValidUTF8(line[lo:at], " ")
	return before + strings.ToValidUTF8(line[at:hi], " ") + after, len(before)
}

// Sink receives diagnostics. Functions that take a sink accept nil, which discards the
// diagnostics; the returned error contains the diagnostics that are errors in any case.
type Sink interface {
	Report(d *Diagnostic)
}

// Errors is the error of functions that report to a sink: the errors that the sink
// received, in order. errors.As finds the first error as a *Diagnostic.
type Errors []*Diagnostic

// ErrorsOf returns the diagnostics that are errors as an error, or nil if there are
// none.
func ErrorsOf(list []*Diagnostic) error {
	var errs Errors
	for _, d := range list {
		if d.Severity == Error {
			errs = append(errs, d)
		}
	}
	if errs == nil {
		return nil
	}
	return errs
}

// Error renders the first line of every error.
func (e Errors) Error() string {
	lines := make([]string, len(e))
	for i, d := range e {
		lines[i] = d.Error()
	}
	return strings.Join(lines, "\n")
}

// Unwrap returns the single errors, for errors.As.
func (e Errors) Unwrap() []error {
	list := make([]error, len(e))
	for i, d := range e {
		list[i] = d
	}
	return list
}

// Report hands diagnostics to a sink, in order; a nil sink forgets them.
func Report(s Sink, list ...*Diagnostic) {
	if s != nil {
		for _, d := range list {
			s.Report(d)
		}
	}
}

// Diagnostics is a sink that stores everything in the order of arrival. The zero value is
// ready for use, also by several goroutines at once.
type Diagnostics struct {
	mu   sync.Mutex
	list []*Diagnostic
	errs int
}

// Report adds a diagnostic.
func (ds *Diagnostics) Report(d *Diagnostic) {
	ds.mu.Lock()
	defer ds.mu.Unlock()
	ds.list = append(ds.list, d)
	if d.Severity == Error {
		ds.errs++
	}
}

// List returns the diagnostics in order.
func (ds *Diagnostics) List() []*Diagnostic {
	ds.mu.Lock()
	defer ds.mu.Unlock()
	return ds.list
}

// HasErrors reports whether an error was reported.
func (ds *Diagnostics) HasErrors() bool {
	ds.mu.Lock()
	defer ds.mu.Unlock()
	return ds.errs > 0
}

// Err returns the reported errors as an error of type Errors, or nil.
func (ds *Diagnostics) Err() error { return ErrorsOf(ds.List()) }

// String renders everything.
func (ds *Diagnostics) String() string {
	var b strings.Builder
	for _, d := range ds.List() {
		d.Render(&b)
	}
	return b.String()
}
