package bisect

import (
	"cmp"
	"context"
	"strings"

	"optc/ir"
	"optc/passes"
)

// watcher numbers the runs of passes and ends the pipeline.
type watcher struct {
	*Bisector
	end      point
	seen     *observation
	check    passes.ExecCheck // nil for none
	steps    *ir.Steps
	problems *ir.Diagnostics
	count    int // number of pass runs that have begun
	began    map[*passes.Event]start
	ended    bool
	err      error
}

// start is the state at the beginning of a pass.
type start struct {
	number int
	copy   *ir.Operation // copy of the operation, for the check
	text   string        // text of the operation
}

func (w *watcher) before(e *passes.Event) {
	w.count++
	s := start{number: w.count}
	if w.check != nil {
		s.copy = e.Copy()
	}
	if s.number == w.end.number {
		s.text = printOperation(e.Op)
		w.steps.Limit, w.steps.Made, w.steps.Last = w.end.limit, 0, ir.Step{}
		w.steps.Tried = ir.Step{}
	}
	w.began[e] = s
}

// after is called when all other instrumentations have examined the pass.
func (w *watcher) after(e *passes.Event) {
	s := w.began[e]
	delete(w.began, e)
	if w.ended || w.seen.problem != "" || w.err != nil {
		return // e is the end of a pass that ran the reported pass as a part of itself
	}
	if len(w.began) == 0 { // not a part of another pass, whose changes are under way
		w.seen.passes = append(w.seen.passes, s.number)
	}
	problem := w.problem(e, s)
	last := s.number == w.end.number
	if problem == "" && !last {
		return
	}
	w.ended = true
	e.Fail()
	w.seen.problem, w.seen.at = problem, s.number
	w.seen.pass, w.seen.on = e.Instance.String(), passes.Describe(e.Op)
	if last {
		w.seen.before, w.seen.made, w.seen.step = s.text, w.steps.Made, w.steps.Last
		w.steps.Limit = ir.NoLimit
		if w.seen.panicked {
			w.seen.step = w.steps.Tried
		} else {
			w.seen.text = printOperation(e.Op)
		}
	}
}

// problem returns the fault after a pass, or "".
func (w *watcher) problem(e *passes.Event, s start) string {
	if e.Failed {
		var b strings.Builder
		for _, d := range w.problems.List() {
			if d.Severity == ir.Error {
				w.seen.panicked = w.seen.panicked || d.Code == passes.CodeInternal
				d.Render(&b)
			}
		}
		return cmp.Or(strings.TrimSpace(b.String()), passes.ErrFailed.Error())
	}
	switch {
	case w.Module != nil && s.number == w.end.number:
		p, err := w.Module(e.Run.Context, e.Run.Op)
		w.err = err
		return p
	case w.check != nil && e.Changed:
		if d := w.check(e, s.copy); d != nil {
			var b strings.Builder
			d.Render(&b)
			return strings.TrimSpace(b.String())
		}
	}
	return ""
}

// printOperation returns an operation as a person reads it; parts of it may be invalid.
func printOperation(op *ir.Operation) string {
	return strings.TrimSuffix(string(ir.Print(op, ir.PrintOptions{LocalScope: op.Block() != nil, KeepNames: true})), "\n") + "\n"
}

// Text returns a check of the text of a module.
func Text(check func(ctx context.Context, text []byte) (string, error)) func(context.Context, *ir.Operation) (string, error) {
	return func(ctx context.Context, module *ir.Operation) (string, error) {
		return check(ctx, ir.Print(module, ir.PrintOptions{}))
	}
}
