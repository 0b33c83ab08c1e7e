// Package report writes diagnostics for people and for other programs: as text, in
// colour on a terminal, as JSON, or as a SARIF log.
package report

import (
	"bufio"
	"encoding/json"
	"io"
	"os"
	"strings"
	"sync"

	"optc/diag"
	"optc/ir"
)

// Terminal writes diagnostics, and any other text for standard error, in the order of
// arrival. It is an ir.Sink.
type Terminal struct {
	Tool   string            // name of the tool in SARIF logs
	Codes  func() []diag.Doc // explains codes in SARIF logs
	Format string            // "text", "json", "sarif" or "github"; a SARIF log is written by Flush
	Color  bool
	// Level is the least severity that Report shows; NoNotes leaves out notes.
	Level   ir.Severity
	NoNotes bool
	// Also receives every diagnostic that Report shows, or is nil.
	Also ir.Sink
	// Void reports that diagnostics are no longer true, because the input changed.
	Void func() bool

	mu  sync.Mutex
	raw io.Writer // the writer that w buffers
	w   *bufio.Writer
	log []*ir.Diagnostic
}

// New returns a terminal that writes text to w, in colour if w is a terminal.
func New(w io.Writer) *Terminal {
	return &Terminal{Format: "text", Color: isTerminal(w), Level: ir.Note, raw: w, w: bufio.NewWriter(w)}
}

// Unbuffered is the underlying writer of the terminal.
func (t *Terminal) Unbuffered() io.Writer { return t.raw }

// isTerminal reports whether w is a terminal that should get colours.
func isTerminal(w io.Writer) bool {
	return os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" && IsConsole(w)
}

// IsConsole reports whether a reader or writer is a console, which a person uses;
// /dev/null is none.
func IsConsole(x any) bool { return console(x) != nil }

// console returns the file of a console, or nil.
func console(x any) *os.File {
	for {
		switch under := x.(type) {
		case interface{ Under() io.Writer }:
			x = under.Under()
			continue
		case interface{ Under() io.Reader }:
			x = under.Under()
			continue
		}
		break
	}
	f, ok := x.(*os.File)
	if !ok {
		return nil
	}
	info, err := f.Stat()
	if err != nil || info.Mode()&os.ModeCharDevice == 0 {
		return nil
	}
	if null, err := os.Stat(os.DevNull); err == nil && os.SameFile(info, null) {
		return nil
	}
	return f
}

// Write implements io.Writer.
func (t *Terminal) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.w.Write(p)
}

// Flush ends the report: it writes the SARIF log, if that is the format, and the buffered
// text.
func (t *Terminal) Flush() {
	if t.Format == "sarif" {
		var codes []diag.Doc
		if t.Codes != nil {
			codes = t.Codes()
		}
		writeSARIF(t, t.Tool, t.log, codes)
		t.Format, t.log = "text", nil
	}
	t.Show()
}

// Show writes the buffered text.
func (t *Terminal) Show() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.w.Flush()
}

// Report implements ir.Sink.
func (t *Terminal) Report(d *ir.Diagnostic) {
	if d.Severity > t.Level || t.Void != nil && t.Void() {
		return
	}
	ir.Report(t.Also, d)
	if t.NoNotes && d.Notes != nil {
		alone := *d
		alone.Notes = nil
		d = &alone
	}
	t.ReportRange(d, 1)
}

// ReportRange reports a diagnostic about n characters of a line.
func (t *Terminal) ReportRange(d *ir.Diagnostic, n int) {
	switch t.Format {
	case "json":
		e := json.NewEncoder(t)
		e.SetEscapeHTML(false)
		e.Encode(newDiagnostic(d))
		return
	case "github":
		io.WriteString(t, workflowCommand(d))
		return
	case "sarif":
		t.mu.Lock()
		defer t.mu.Unlock()
		t.log = append(t.log, d)
		return
	}
	var b strings.Builder
	if t.Color {
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

// Error writes an error that belongs to no place in the input, after a prefix.
func (t *Terminal) Error(prefix, text string) {
	if t.Format != "text" {
		t.ReportRange(&ir.Diagnostic{Severity: ir.Error, Msg: text}, 1)
		return
	}
	if t.Color {
		io.WriteString(t, bold+prefix+reset+red+"error: "+reset+bold+text+reset+"\n")
		return
	}
	io.WriteString(t, prefix+"error: "+text+"\n")
}
