package optmain

import (
	"bufio"
	"encoding/json"
	"io"
	"os"
	"strings"
	"sync"
	"unicode"

	"optc/ir"
	"optc/parser"
)

// terminal writes diagnostics and everything else for standard error in the
// order of arrival, in colour when it is a terminal. It is an ir.Sink.
type terminal struct {
	mu    sync.Mutex
	of    io.Writer // that w buffers
	w     *bufio.Writer
	color bool
	// level is the least severity that Report shows, noNotes that it leaves out notes.
	level   ir.Severity
	noNotes bool
	// void tells that what is reported is not true any more, because the input changed.
	void func() bool
	// format is "text", "json" or "sarif"; a SARIF log is written when the run ends.
	format   string
	log      []*ir.Diagnostic
	writeLog func(list []*ir.Diagnostic)
}

func newTerminal(w io.Writer) *terminal {
	if t, ok := w.(*terminal); ok {
		return t
	}
	return &terminal{of: w, w: bufio.NewWriter(w), color: isTerminal(w), level: ir.Note, format: "text"}
}

// isTerminal tells whether w is a terminal that should get colours.
func isTerminal(w io.Writer) bool {
	return os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" && isConsole(w)
}

// isConsole tells whether a reader or writer is a console with somebody in front
// of it; /dev/null is none.
func isConsole(x any) bool {
	f, ok := x.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	if err != nil || info.Mode()&os.ModeCharDevice == 0 {
		return false
	}
	null, err := os.Stat(os.DevNull)
	return err != nil || !os.SameFile(info, null)
}

// diagnosticsFlag is the flag for the form of diagnostics.
func diagnosticsFlag(format *string) *flag {
	return choiceFlag("diagnostics", format, "write diagnostics to standard error as text, as one JSON object per line, or as a SARIF 2.1.0 log", "text", "json", "sarif")
}

// Write implements io.Writer.
func (t *terminal) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.w.Write(p)
}

// limit says which diagnostics are shown; those that --verify-diagnostics reports
// all are.
func (t *terminal) limit(o *options) {
	if o.verifyDiagnostics == "" {
		t.level, t.noNotes = verbosityLevels[o.verbosity], o.noNotes
	}
}

func (t *terminal) flush() {
	if t.format == "sarif" {
		t.writeLog(t.log)
		t.format, t.log = "text", nil
	}
	t.show()
}

// show writes what was kept back.
func (t *terminal) show() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.w.Flush()
}

// Report implements ir.Sink.
func (t *terminal) Report(d *ir.Diagnostic) {
	if d.Severity > t.level || t.void != nil && t.void() {
		return
	}
	if t.noNotes && d.Notes != nil {
		alone := *d
		alone.Notes = nil
		d = &alone
	}
	t.reportRange(d, 1)
}

// reportRange reports a diagnostic about n characters of a line.
func (t *terminal) reportRange(d *ir.Diagnostic, n int) {
	switch t.format {
	case "json":
		e := json.NewEncoder(t)
		e.SetEscapeHTML(false)
		e.Encode(newJSONDiagnostic(d))
		return
	case "sarif":
		t.mu.Lock()
		defer t.mu.Unlock()
		t.log = append(t.log, d)
		return
	}
	var b strings.Builder
	if t.color {
		colorful(&b, d)
	} else {
		d.Render(&b)
	}
	text := b.String()
	if i := strings.LastIndexByte(text, '^'); n > 1 && i >= 0 {
		text = text[:i+1] + strings.Repeat("~", n-1) + text[i+1:]
	}
	io.WriteString(t, text)
}

const (
	bold  = "\x1b[1m"
	red   = "\x1b[1;31m"
	pink  = "\x1b[1;35m"
	blue  = "\x1b[1;34m"
	grey  = "\x1b[1;30m"
	green = "\x1b[1;32m"
	reset = "\x1b[0m"
)

var severityColors = [...]string{ir.Error: red, ir.Warning: pink, ir.Remark: blue, ir.Note: grey}

// colorful renders a diagnostic with a coloured severity, a bold message and a
// green caret, as mlir-opt does on a terminal, and underlines the word it is about.
func colorful(b *strings.Builder, d *ir.Diagnostic) {
	var plain strings.Builder
	alone := *d
	alone.Notes = nil
	alone.Render(&plain)
	head, rest, _ := strings.Cut(plain.String(), "\n")
	place, text, ok := strings.Cut(head, d.Severity.String()+": ")
	if !ok {
		place, text = "", head
	}
	b.WriteString(bold + place + reset + severityColors[d.Severity] + d.Severity.String() + ": " + reset + bold + text + reset + "\n")
	if line, caret, ok := strings.Cut(strings.TrimSuffix(rest, "\n"), "\n"); ok {
		at, underlined := len(caret)-1, 1
		if r, ok := parser.RangeOf(d); ok && r.End.Line == r.Begin.Line {
			end := min(at+r.End.Col-r.Begin.Col, len(line))
			underlined = max(1, len(blank(line[min(at, end):end])))
		}
		b.WriteString(line + "\n" + green + blank(line[:min(at, len(line))]) + "^" + strings.Repeat("~", underlined-1) + reset + "\n")
	} else {
		b.WriteString(rest)
	}
	for _, n := range d.Notes {
		colorful(b, n)
	}
}

// blank is white space as wide as a text on a terminal.
func blank(text string) string {
	var b strings.Builder
	for _, r := range text {
		if r == '\t' {
			b.WriteByte('\t')
		} else {
			b.WriteString(strings.Repeat(" ", cells(r)))
		}
	}
	return b.String()
}

// cells is the number of columns of a terminal that a character takes: two for those of
// East Asia (Unicode Standard Annex 11) and pictures, none for marks upon others.
func cells(r rune) int {
	switch {
	case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
		return 0
	case unicode.In(r, unicode.Han, unicode.Hangul, unicode.Hiragana, unicode.Katakana, fullWidth):
		return 2
	}
	return 1
}

// fullWidth are wide signs of no script of East Asia.
var fullWidth = &unicode.RangeTable{
	R16: []unicode.Range16{{Lo: 0x3000, Hi: 0x303e, Stride: 1}, {Lo: 0xff01, Hi: 0xff60, Stride: 1}, {Lo: 0xffe0, Hi: 0xffe6, Stride: 1}},
	R32: []unicode.Range32{{Lo: 0x1f300, Hi: 0x1f64f, Stride: 1}, {Lo: 0x1f900, Hi: 0x1f9ff, Stride: 1}},
}

// message writes a line that belongs to no place in the input.
func (t *terminal) message(severity, prefix, text string) {
	if t.format != "text" {
		t.reportRange(&ir.Diagnostic{Severity: ir.Error, Msg: text}, 1)
		return
	}
	if t.color {
		io.WriteString(t, bold+prefix+reset+red+severity+": "+reset+bold+text+reset+"\n")
		return
	}
	io.WriteString(t, prefix+severity+": "+text+"\n")
}
