package optmain

import (
	"context"
	"fmt"
	"io"
	"sync/atomic"
	"time"

	"optc/internal/output"
	"optc/optmain/internal/report"
	"optc/passes"
)

// quiet is the time after which a terminal shows what a command is doing.
const quiet = 2 * time.Second

// work is a part of a command that may take long. A terminal shows what it is doing, and the
// first interrupt ends it.
type work struct {
	doing  string
	pass   atomic.Pointer[passes.Pass] // that began last
	passes atomic.Int64                // that have begun
}

// do does a piece of work. If an interrupt ends it, the error says what it was doing.
func (t *tool) do(doing string, f func(ctx context.Context, w *work) error) error {
	w := &work{doing: doing}
	ctx := t.ctx
	if t.ownsProcess {
		interruptible, stop := output.Interruptible(ctx)
		defer stop()
		ctx = interruptible
	}
	if report.IsConsole(t.stderr.Unbuffered()) && t.stderr.Format == "text" {
		defer w.show(t.stderr)()
	}
	err := f(ctx, w)
	if context.Cause(ctx) == output.ErrInterrupted {
		return fmt.Errorf("interrupted while %s; nothing was written", doing)
	}
	return err
}

// show writes the state of the work every second to a terminal until the returned function is
// called.
func (w *work) show(to *report.Terminal) (end func()) {
	begun, done, ended := time.Now(), make(chan struct{}), make(chan struct{})
	write := func(text string) {
		io.WriteString(to, clearLine+text)
		to.Show()
	}
	go func() {
		defer close(ended)
		tick := time.NewTicker(time.Second)
		defer tick.Stop()
		shown := false
		for {
			select {
			case <-tick.C:
				if spent := time.Since(begun); spent >= quiet {
					write(fmt.Sprintf("%.0f s: %s", spent.Seconds(), w.state()))
					shown = true
				}
			case <-done:
				if shown {
					write("")
				}
				return
			}
		}
	}()
	return func() { close(done); <-ended }
}

// state says what the work is doing.
func (w *work) state() string {
	p := w.pass.Load()
	if p == nil {
		return w.doing
	}
	return fmt.Sprintf("%s: %d passes begun, the last is '%s'", w.doing, w.passes.Load(), p.Name)
}

// watch returns the instrumentation that follows a pipeline.
func (w *work) watch() *passes.Instrumentation {
	return &passes.Instrumentation{BeforePass: func(e *passes.Event) {
		w.pass.Store(e.Instance.Pass)
		w.passes.Add(1)
	}}
}
