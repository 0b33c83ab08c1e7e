// Package bisect finds the pass, and the rewrite in it, that causes a problem.
//
// A run of a pipeline can be stopped after any of its passes, and a pass after any of the
// rewrites that it makes (ir.Steps). The pass is found by running the pipeline once with
// a check after every pass, or, for expensive checks, by halving; the rewrite is always
// found by halving. If n rewrites give the right result and n+1 do not, rewrite n+1 is to
// blame.
package bisect

import (
	"context"
	"errors"
	"fmt"

	"optc/ir"
	"optc/passes"
)

// Bisector holds the passes to run and the check.
type Bisector struct {
	// Load reads the module, again for every run.
	Load func(ctx context.Context) (*ir.Context, *ir.Operation, error)
	// Pipeline makes the pipeline, again for every run.
	Pipeline func() (*passes.Pipeline, error)
	Registry *passes.Registry
	// After, if set, returns for every run the function that checks the module after every pass that
	// changed it, given the module before the run.
	After func() passes.ExecCheck
	// Module, if set, checks the whole module instead of After; it returns the fault, or "". With
	// Module, a pipeline that fails is an error.
	Module func(ctx context.Context, module *ir.Operation) (string, error)
}

// Result names the pass and the rewrite.
type Result struct {
	Number  int    // number of the pass run, counted from 1 in the order in which runs begin
	Pass    string // spelled as in a pipeline
	On      string // the operation that it ran on
	Problem string // the fault after the pass
	// Rewrite is the number of the rewrite, counted from 1, after which the fault appears, and
	// Rewrites is the number of rewrites that the pass makes until it ends or panics. Rewrite is 0 if
	// the fault cannot be assigned to a rewrite: the pass does everything in one step, or does more
	// than its rewrites.
	Rewrite, Rewrites int64
	Step              ir.Step
	// First and Last are the rewrites among which Rewrite is, if the context ended before
	// it was found.
	First, Last int64
	// Before and After are the operation before and after the rewrite, or before and
	// after the whole pass. After is "" if the pass did not get that far.
	Before, After string
}

// ErrNothing is the error if there is no fault after the last pass.
var ErrNothing = errors.New("nothing is wrong after the pipeline")

// point is the end of a run: after a run of a pass, with a bound on the number of its
// rewrites. The zero value is never reached.
type point struct {
	number int
	limit  int64
}

// observation is the outcome of a run.
type observation struct {
	passes   []int // numbers of the runs of passes that are not part of another pass, in order
	problem  string
	at       int // number of the run of the pass after which there was a problem
	pass, on string
	made     int64 // number of rewrites of the last pass
	panicked bool
	step     ir.Step
	text     string // text of the operation of the last pass, after it
	before   string
}

// Run finds the pass and the rewrite. If ctx ends after the pass is found, the result has
// the pass, and the error is not nil.
func (b *Bisector) Run(ctx context.Context) (*Result, error) {
	number, err := b.pass(ctx)
	if err != nil {
		return nil, err
	}
	whole, err := b.run(ctx, point{number, ir.NoLimit})
	if err != nil {
		return nil, err
	}
	r := &Result{Number: number, Pass: whole.pass, On: whole.on, Problem: whole.problem, Before: whole.before, After: whole.text, Rewrites: whole.made}
	if whole.panicked && whole.step.Name != "" {
		r.Rewrites++ // counts the rewrite that did not end
	}
	r.First, r.Last = 1, r.Rewrites
	none, err := b.run(ctx, point{number, 0})
	if err == nil {
		r.First, r.Last = 0, 0
	}
	if err != nil || none.problem != "" || r.Rewrites == 0 {
		return r, err
	}
	good, bad := int64(0), r.Rewrites
	last, first := none, whole
	for bad-good > 1 {
		middle := good + (bad-good)/2
		o, err := b.run(ctx, point{number, middle})
		switch {
		case err != nil:
			r.First, r.Last = good+1, bad
			return r, err
		case o.problem == "":
			good, last = middle, o
		default:
			bad, first = middle, o
		}
	}
	r.Rewrite, r.Step, r.Problem, r.Before, r.After = bad, first.step, first.problem, last.text, first.text
	return r, nil
}

// pass returns the number of the run of the pass after which the problem appears.
func (b *Bisector) pass(ctx context.Context) (int, error) {
	all, err := b.run(ctx, point{})
	switch {
	case err != nil:
		return 0, err
	case b.Module == nil && all.problem == "":
		return 0, ErrNothing
	case b.Module == nil:
		return all.at, nil
	case all.problem != "":
		return 0, fmt.Errorf("the pipeline fails by itself: %s", all.problem)
	}
	_, module, err := b.Load(ctx)
	if err != nil {
		return 0, err
	}
	problem, err := b.Module(ctx, module)
	if err != nil {
		return 0, err
	}
	if problem != "" {
		return 0, fmt.Errorf("there is something wrong before the pipeline: %s", problem)
	}
	good, bad := 0, len(all.passes) // numbers of passes that have ended
	for first := true; first || bad-good > 1; first = false {
		middle := good + (bad-good+1)/2
		if first {
			middle = bad
		}
		if middle == 0 {
			return 0, ErrNothing
		}
		o, err := b.run(ctx, point{all.passes[middle-1], ir.NoLimit})
		switch {
		case err != nil:
			return 0, err
		case o.problem != "":
			bad = middle
		case first:
			return 0, ErrNothing
		default:
			good = middle
		}
	}
	return all.passes[bad-1], nil
}

// run runs the pipeline up to a point, or until a problem appears.
func (b *Bisector) run(ctx context.Context, end point) (*observation, error) {
	c, module, err := b.Load(ctx)
	if err != nil {
		return nil, err
	}
	pipeline, err := b.Pipeline()
	if err != nil {
		return nil, err
	}
	var problems ir.Diagnostics
	w := &watcher{Bisector: b, end: end, seen: &observation{}, steps: &ir.Steps{Limit: ir.NoLimit}, problems: &problems, began: map[*passes.Event]start{}}
	if b.After != nil {
		w.check = b.After()
	}
	m := &passes.Manager{Context: c, Registry: b.Registry, Sink: &problems, Threads: 1,
		Instrumentations: []*passes.Instrumentation{{Serial: true, BeforePass: w.before, AfterPass: w.after}, passes.VerifyEach()}}
	err = m.Run(ir.WithSteps(ctx, w.steps), pipeline, module)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case w.err != nil:
		return nil, w.err
	case err != nil && !w.ended && w.seen.problem == "":
		return nil, err // before any pass
	}
	return w.seen, nil
}
