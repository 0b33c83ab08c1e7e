package optmain

import (
	"context"
	"fmt"
	"sync/atomic"
	"time"

	"optc/internal/base/output"
	"optc/optmain/internal/report"
	"optc/optmain/internal/status"
	"optc/passes"
)

// statusOf returns the status line for commands on a terminal, or nil if errors do not go to one.
// The streams that are the terminal are replaced by streams that go well with the state.
func (e *Env) statusOf() *status.Line {
	if !report.IsConsole(e.Stderr) {
		return nil
	}
	l := status.New(e.Stderr, report.Columns(e.Stderr))
	e.Stderr = l.Writer(e.Stderr)
	if report.IsConsole(e.Stdout) {
		e.Stdout = l.Writer(e.Stdout)
	}
	if report.IsConsole(e.Stdin) {
		e.Stdin = l.Reader(e.Stdin)
	}
	if e.ownsProcess {
		output.AtInterrupt(l.Interrupt)
	}
	return l
}

// begin makes the name of a command its state until the returned function is called.
func (e *Env) begin(command string) (end func()) {
	end = e.status.Begin(command)
	e.tellTest()
	return end
}

// tellTest tells a test that a piece of work begins.
func (c *Config) tellTest() {
	if c.began != nil {
		c.began()
	}
}

// hideFromPrograms hides the state if the messages are in a form that other programs read.
func (t *tool) hideFromPrograms() {
	if t.stderr.Format != "text" {
		t.status.Hide()
	}
}

// show makes a text the status until the returned function is called. It is for work that an
// interrupt ends together with the process.
func (t *tool) show(doing string) (done func()) {
	done = t.status.Doing(func() string { return doing })
	t.tellTest()
	return done
}

// work is a part of a command that may take long. A terminal shows its progress, and the first
// interrupt ends it.
type work struct {
	doing  string
	detail atomic.Pointer[func() string]
}

// do does a piece of work. If an interrupt ends it, the error describes what it was doing.
func (t *tool) do(doing string, f func(ctx context.Context, w *work) error) error {
	err := t.follow(doing, patience, f)
	if !t.interrupted {
		return err
	}
	if out, ok := t.stdout.(*output.Checked); ok && out.Wrote() {
		return fmt.Errorf("interrupted while %s", doing)
	}
	return fmt.Errorf("interrupted while %s; nothing was written", doing)
}

// doInPart is do for work that has a result when an interrupt ends it.
func (t *tool) doInPart(doing string, f func(ctx context.Context, w *work) error) error {
	return t.follow(doing, 0, f)
}

// patience is how long work may continue after an interrupt before the process ends.
const patience = time.Second

// follow does a piece of work whose progress a terminal shows, and notes whether an interrupt ended it.
func (t *tool) follow(doing string, patience time.Duration, f func(ctx context.Context, w *work) error) error {
	w := &work{doing: doing}
	defer t.status.Doing(w.state)()
	t.tellTest()
	ctx := t.ctx
	if t.ownsProcess {
		interruptible, stop := output.Interruptible(ctx, patience)
		defer stop()
		ctx = interruptible
	}
	err := f(ctx, w)
	t.interrupted = context.Cause(ctx) == output.ErrInterrupted
	return err
}

// say adds a text to the state; detail is called each time the state is drawn.
func (w *work) say(detail func() string) { w.detail.Store(&detail) }

// state describes the progress of the work.
func (w *work) state() string {
	if detail := w.detail.Load(); detail != nil {
		return w.doing + ": " + (*detail)()
	}
	return w.doing
}

// watch returns the instrumentation that follows a pipeline.
func (w *work) watch() *passes.Instrumentation {
	var last atomic.Pointer[passes.Pass] // that began
	var begun atomic.Int64
	var over atomic.Bool // the pass is over, and checks follow
	say := func() string {
		if over.Load() {
			return fmt.Sprintf("%d passes begun, checking what '%s' did", begun.Load(), last.Load().Name)
		}
		return fmt.Sprintf("%d passes begun, the last is '%s'", begun.Load(), last.Load().Name)
	}
	return &passes.Instrumentation{BeforePass: func(e *passes.Event) {
		last.Store(e.Instance.Pass)
		over.Store(false)
		if begun.Add(1) == 1 {
			w.say(say)
		}
	}, AfterPass: func(*passes.Event) { over.Store(true) }}
}

// read returns a function that notes how much of a text of the given size has been read.
func (w *work) read(size int) func(from, to int) {
	const mega = 1e6
	if size < mega {
		return func(int, int) {}
	}
	var read atomic.Int64
	w.say(func() string { return fmt.Sprintf("%.0f of %.0f MB", float64(read.Load())/mega, float64(size)/mega) })
	return func(_, to int) { read.Store(int64(to)) }
}
