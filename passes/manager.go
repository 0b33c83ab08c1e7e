package passes

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"

	"optc/internal/base/parallel"
	"optc/ir"
)

// Manager runs pipelines.
type Manager struct {
	Context  *ir.Context
	Registry *Registry
	// Sink receives diagnostics; if it is nil, errors are only in the result of Run and
	// other diagnostics are dropped.
	Sink ir.Sink
	// Out receives the output of passes and instrumentations; nil discards it.
	Out io.Writer
	// ShowOps, if not nil, attaches the text of the operation to diagnostics about an
	// operation.
	ShowOps *ir.PrintOptions
	// Threads bounds the number of passes that run concurrently; 0 means the number of processors, 1
	// runs all passes on the calling goroutine.
	Threads int
	// Instrumentations watch the run. Before a pass they are called in order,
	// after it in reverse order.
	Instrumentations []*Instrumentation
}

// NewManager returns a manager for operations of a context that verifies the IR after
// every pass and uses all processors. It has no registry.
func NewManager(c *ir.Context) *Manager {
	return &Manager{Context: c, Instrumentations: []*Instrumentation{VerifyEach()}}
}

// Run runs a pipeline on an operation until a pass fails or ctx ends; then the operation may be
// only partly transformed.
//
// The error is of type ir.Errors if errors were reported, and ErrFailed if a pass
// failed without one. It wraps the error of ctx if that ended the run.
func (m *Manager) Run(ctx context.Context, p *Pipeline, op *ir.Operation) error {
	out := m.Out
	if out == nil {
		out = io.Discard
	}
	sink := &errorSink{sink: m.Sink}
	r := &run{Context: ctx, m: m, info: &ManagerRun{Context: ctx, Manager: m, Pipeline: p, Op: op, Out: out, Sink: sink}, threads: m.Threads}
	if r.threads == 0 {
		r.threads = runtime.GOMAXPROCS(0)
	}
	for _, i := range m.Instrumentations {
		if i.Serial {
			r.threads = 1
		}
		if i.BeginRun != nil {
			i.BeginRun(r.info)
		}
	}
	w := r.worker(sink, out)
	ok := w.root(p, op)
	for k := len(m.Instrumentations) - 1; k >= 0; k-- {
		if i := m.Instrumentations[k]; i.EndRun != nil {
			i.EndRun(r.info, ok)
		}
	}
	switch {
	case ok:
		return nil
	case r.stopped.Load() != nil:
		return fmt.Errorf("%s: %w", *r.stopped.Load(), ctx.Err())
	case sink.errs != nil:
		return sink.errs
	}
	return ErrFailed
}

// ErrFailed is the error of a pass that fails without a message.
var ErrFailed = errors.New("pass pipeline failed")

// errorSink hands diagnostics on and keeps the errors among them.
type errorSink struct {
	sink ir.Sink
	mu   sync.Mutex
	errs ir.Errors
}

func (s *errorSink) Report(d *ir.Diagnostic) {
	if d.Severity == ir.Error {
		s.mu.Lock()
		s.errs = append(s.errs, d)
		s.mu.Unlock()
	}
	ir.Report(s.sink, d)
}

// run is the state of one Manager.Run.
type run struct {
	context.Context
	m        *Manager
	info     *ManagerRun
	threads  int
	analyses analyses
	// stopped records where the end of the context was first noticed.
	stopped atomic.Pointer[string]
}

// ended reports whether the context ended. when specifies the time: before, in or after p.
func (r *run) ended(when string, p *Pass) bool {
	if r.Err() == nil {
		return false
	}
	text := fmt.Sprintf("the run was stopped %s pass '%s'", when, p.Name)
	r.stopped.CompareAndSwap(nil, &text)
	return true
}

// worker returns a worker that reports to a sink.
func (r *run) worker(raw ir.Sink, out io.Writer) worker {
	w := worker{run: r, raw: raw, sink: raw, out: out}
	if r.m.ShowOps != nil {
		w.sink = ShowingOps(raw, *r.m.ShowOps)
	}
	return w
}

// ShowingOps returns a sink that attaches the text of the operation to every diagnostic
// about an operation, before it passes the diagnostic to s.
func ShowingOps(s ir.Sink, print ir.PrintOptions) ir.Sink { return showingOps{s, print} }

type showingOps struct {
	sink  ir.Sink
	print ir.PrintOptions
}

func (s showingOps) Report(d *ir.Diagnostic) {
	d.ShowOp(s.print)
	s.sink.Report(d)
}

// worker runs passes on one goroutine. Its sink and writer preserve the order of the operations.
type worker struct {
	run    *run
	number int
	raw    ir.Sink // receives diagnostics that are complete
	sink   ir.Sink // receives new diagnostics
	out    io.Writer
	nested bool      // inside a parallel section: no other section is started
	within *Instance // the pass that runs the worker's pipeline, or nil
	// changed is set when a pass has changed its operation, or failed.
	changed bool
}

// root checks that the pipeline fits the operation and runs it.
func (w *worker) root(p *Pipeline, op *ir.Operation) bool {
	if p.Anchor != AnyOp && op.Name() != p.Anchor {
		d := ir.Errorf(op.Loc(), "can't run the pipeline '%s' on '%s' op", p, op.Name())
		if ir.Is[ir.ModuleOp](op) {
			d.HintNote(op.Loc(), "write '%s(%s)'", op.Name(), p)
		} else {
			d.HintNote(op.Loc(), "it begins with '%s': run it on the '%s' around the operation", p.Anchor, p.Anchor)
		}
		w.sink.Report(d)
		return false
	}
	for inst := range p.Instances {
		if d := inst.Pass.missingDialect(w.run.m.Context); d != "" {
			w.sink.Report(ir.Errorf(op.Loc(), "pass '%s' creates operations of dialect '%s', which is not registered", inst.Pass.Name, d))
			return false
		}
	}
	w.run.attachModels(p)
	return w.pipeline(p, op)
}

// attachModels attaches the models of the pipeline's passes to the context.
func (r *run) attachModels(p *Pipeline) {
	for inst := range p.Instances {
		if inst.Pass.Models != nil {
			r.m.Context.Attach(inst.Pass.Models()...)
		}
	}
}

// pipeline runs the steps on an operation. Neighbouring nested pipelines on operations of
// different names share one walk over the nested operations.
func (w *worker) pipeline(p *Pipeline, op *ir.Operation) bool {
	for i := 0; i < len(p.Steps); {
		if inst, ok := p.Steps[i].(*Instance); ok {
			if !w.pass(inst, op) {
				return false
			}
			i++
			continue
		}
		group := adjacent(p.Steps[i:])
		if !w.nestedPipelines(group, op) {
			return false
		}
		i += len(group)
	}
	return true
}

// adjacent returns the leading pipelines that may share a walk: all of them must have an
// anchor, because a pipeline for any operation would have to run in between.
func adjacent(steps []Step) []*Pipeline {
	group := []*Pipeline{steps[0].(*Pipeline)}
	for _, s := range steps[1:] {
		p, ok := s.(*Pipeline)
		if !ok || p.Anchor == AnyOp || group[0].Anchor == AnyOp {
			break
		}
		group = append(group, p)
	}
	return group
}

// pass runs a pass on an operation.
func (w *worker) pass(inst *Instance, op *ir.Operation) bool {
	if d := unsupported(inst.Pass, op); d != nil {
		w.sink.Report(d)
		return false
	}
	if w.run.ended("before", inst.Pass) {
		return false
	}
	e := &Event{Run: w.run.info, Instance: inst, Within: w.within, Op: op, Worker: w.number, Out: w.out, Sink: w.sink}
	all := w.run.m.Instrumentations
	for _, i := range all {
		if i.BeforePass != nil {
			i.BeforePass(e)
		}
	}
	if !e.Failed {
		w.call(e)
	}
	if w.run.ended("in", inst.Pass) {
		e.Failed = true
	}
	for k := len(all) - 1; k >= 0; k-- {
		if i := all[k]; i.AfterPass != nil {
			i.AfterPass(e)
		}
	}
	return !w.run.ended("after", inst.Pass) && !e.Failed
}

func unsupported(p *Pass, op *ir.Operation) *ir.Diagnostic {
	switch {
	case !op.Def().Registered():
		return op.Errorf("trying to schedule a pass on an unregistered operation")
	case !op.Has(ir.IsolatedFromAbove):
		return op.Errorf("trying to schedule a pass on an operation not marked as 'IsolatedFromAbove'")
	case !p.RunsOn(op.Name()):
		return op.Errorf("trying to schedule a pass on an unsupported operation")
	}
	return nil
}

// call runs the pass itself. A panic is a bug of the pass and becomes an error.
func (w *worker) call(e *Event) {
	p := e.Instance.Pass
	c := &Context{Context: w.run.Context, Op: e.Op, IR: w.run.m.Context, event: e, inst: e.Instance, worker: w}
	defer func() {
		if r := recover(); r != nil {
			if parallel.IsFault(r) {
				panic(r) // not a mistake of the pass
			}
			e.Failed = true
			w.sink.Report(crash(p, e.Op, r, debug.Stack()))
		}
	}()
	for _, n := range p.Needs {
		if d := n.violation(e.Op); d != nil {
			c.Fail(d.Note(e.Op.Loc(), "pass '%s' needs that %s", p.Name, n.Text))
		}
	}
	if !c.failed {
		var err error
		e.Changed, err = p.Run(c)
		c.Fail(err)
	}
	e.Failed = c.failed
	if e.Changed || e.Failed {
		w.changed = true
		w.run.analyses.forget()
	}
	for _, r := range c.renewed {
		if !e.Failed {
			w.run.analyses.put(r.key, r.result)
		}
	}
}
