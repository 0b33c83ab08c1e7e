// Package status shows a command's progress on a terminal once the command has run for a while.
//
// The output of the command may go to the same terminal. Writers of a Line take the state
// off the terminal before they write, and the state is not drawn into an unfinished line.
package status

import (
	"fmt"
	"io"
	"sync"
	"time"
)

// Quiet is the time after which the status line appears; it is drawn again after each Interval.
const (
	Quiet    = 2 * time.Second
	Interval = time.Second
)

// clearLine empties the line of a terminal.
const clearLine = "\r\x1b[K"

// Line is the state of a command on the last line of a terminal. A nil Line shows nothing.
type Line struct {
	mu       sync.Mutex
	terminal io.Writer
	columns  int // columns of the terminal
	begun    time.Time
	timer    *time.Timer
	doing    []func() string // the pieces of work that the command is doing, each a part of the one before it
	shown    bool
	busy     bool // somebody else uses the line: it holds unfinished output, or the user types
}

// New returns the state for a terminal with that many columns. Nothing is shown before Begin.
func New(terminal io.Writer, columns int) *Line { return &Line{terminal: terminal, columns: columns} }

// Begin starts the clock of a command, and end takes the state off the terminal for good.
func (l *Line) Begin(command string) (end func()) {
	if l == nil {
		return func() {}
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.begun, l.doing, l.busy = time.Now(), []func() string{func() string { return command }}, false
	l.timer = time.AfterFunc(Quiet, l.draw)
	return l.Hide
}

// Hide takes the state off the terminal for good, for a command whose messages other programs read.
func (l *Line) Hide() {
	if l == nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.stop()
}

// stop ends the drawing.
func (l *Line) stop() {
	l.erase()
	l.doing = nil
	if l.timer != nil {
		l.timer.Stop()
	}
}

// Doing makes a piece of work the state until the returned function is called. The text is
// asked for each time the state is drawn.
func (l *Line) Doing(text func() string) (done func()) {
	if l == nil {
		return func() {}
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	n := len(l.doing)
	if n == 0 { // hidden
		return func() {}
	}
	l.doing = append(l.doing, text)
	return func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.doing = l.doing[:min(n, len(l.doing))]
	}
}

// State is the activity of the command; "" if nothing is shown.
func (l *Line) State() string {
	if l == nil {
		return ""
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.state()
}

func (l *Line) state() string {
	if len(l.doing) == 0 {
		return ""
	}
	return l.doing[len(l.doing)-1]()
}

// draw draws the state, and will do so again.
func (l *Line) draw() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.doing) == 0 {
		return
	}
	if !l.busy {
		text := []rune(fmt.Sprintf("%.0f s: %s", time.Since(l.begun).Seconds(), l.state()))
		io.WriteString(l.terminal, clearLine+string(text[:min(len(text), l.columns-1)]))
		l.shown = true
	}
	l.timer.Reset(Interval)
}

// Interrupt takes the state off the terminal for a process that ends now. It does not wait for
// a writer that is blocked.
func (l *Line) Interrupt() {
	if l != nil && l.mu.TryLock() {
		defer l.mu.Unlock()
		l.stop()
	}
}

// erase takes the state off the terminal until it is drawn again.
func (l *Line) erase() {
	if l.shown {
		io.WriteString(l.terminal, clearLine)
		l.shown = false
	}
}

// Writer returns a writer to w, which is the same terminal.
func (l *Line) Writer(w io.Writer) io.Writer { return &writer{l, w} }

type writer struct {
	line *Line
	to   io.Writer
}

// Write implements io.Writer.
func (w *writer) Write(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	w.line.mu.Lock()
	defer w.line.mu.Unlock()
	w.line.erase()
	w.line.busy = p[len(p)-1] != '\n'
	return w.to.Write(p)
}

// Under returns the terminal.
func (w *writer) Under() io.Writer { return w.to }

// Reader returns a reader of the same terminal. While somebody types, nothing is drawn.
func (l *Line) Reader(r io.Reader) io.Reader { return &reader{l, r} }

type reader struct {
	line *Line
	from io.Reader
}

// Read implements io.Reader.
func (r *reader) Read(p []byte) (int, error) {
	r.typing(true)
	defer r.typing(false)
	return r.from.Read(p)
}

func (r *reader) typing(now bool) {
	r.line.mu.Lock()
	defer r.line.mu.Unlock()
	r.line.erase()
	r.line.busy = now
}

// Under returns the terminal.
func (r *reader) Under() io.Reader { return r.from }
