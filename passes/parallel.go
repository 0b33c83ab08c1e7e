package passes

import (
	"bytes"
	"sync/atomic"

	"optc/diag"
	"optc/internal/base/parallel"
	"optc/ir"
)

// Job is the run of some pipelines on a nested operation. The reports and output of the
// run are stored until they are replayed; see [Context.RunAhead].
type Job struct {
	op        *ir.Operation
	pipelines []*Pipeline
	sink      ir.Diagnostics
	out       bytes.Buffer
	ok        bool
	changed   bool
}

// NewJob returns a job that runs pipelines on op.
func NewJob(op *ir.Operation, pipelines ...*Pipeline) *Job { return &Job{op: op, pipelines: pipelines} }

// Again returns a new job that runs the same pipelines on the same operation.
func (j *Job) Again() *Job { return NewJob(j.op, j.pipelines...) }

// Ok reports whether the job has run and succeeded.
func (j *Job) Ok() bool { return j.ok }

// Changed reports whether a pass of the job changed its operation, or failed.
func (j *Job) Changed() bool { return j.changed }

// RunAhead runs jobs on operations inside c.Op concurrently, and stores their reports and
// output. Jobs after a failing job may not be run.
func (c *Context) RunAhead(jobs []*Job) { c.worker.distribute(jobs, c.inst) }

// Replay passes on the reports and output of a job of RunAhead. It returns ErrFailed if
// the job failed.
func (c *Context) Replay(j *Job) error {
	if !c.worker.replay(j) {
		return ErrFailed
	}
	return nil
}

// nestedPipelines runs each pipeline on the operations directly inside op with the
// pipeline's anchor, in parallel if there are several. Reports and output appear as if
// the operations were visited one by one and the visit stopped at the first failure.
func (w *worker) nestedPipelines(group []*Pipeline, op *ir.Operation) bool {
	e := &Event{Run: w.run.info, Pipelines: group, Op: op, Worker: w.number, Out: w.out, Sink: w.sink}
	all := w.run.m.Instrumentations
	for _, i := range all {
		if i.BeforePipeline != nil {
			i.BeforePipeline(e)
		}
	}
	jobs := w.jobs(group, op)
	if w.run.threads > 1 && !w.nested && len(jobs) > 1 {
		e.Failed = !w.parallel(jobs)
	} else {
		e.Failed = !w.serial(jobs)
	}
	for k := len(all) - 1; k >= 0; k-- {
		if i := all[k]; i.AfterPipeline != nil {
			i.AfterPipeline(e)
		}
	}
	return !e.Failed
}

// jobs collects the operations to visit, and warns of pipelines that match none.
func (w *worker) jobs(group []*Pipeline, op *ir.Operation) []*Job {
	var jobs []*Job
	matched := make([]bool, len(group))
	var names []string
	for r := range op.Regions() {
		for b := range r.Blocks() {
			for o := range b.Ops() {
				var mine []*Pipeline
				for i, p := range group {
					if p.Anchor == AnyOp && runsOnAny(p, o) || o.Name() == p.Anchor {
						mine = append(mine, p)
						matched[i] = true
					}
				}
				if mine != nil {
					jobs = append(jobs, &Job{op: o, pipelines: mine})
				} else {
					names = append(names, o.Name())
				}
			}
		}
	}
	for i, p := range group {
		if !matched[i] && !p.Optional && p.Anchor != AnyOp && len(names) > 0 {
			d := ir.Errorf(op.Loc(), "pipeline '%s(...)' matches no operation inside '%s'%s", p.Anchor, op.Name(),
				diag.DidYouMean(p.Anchor, names)).WithCode(CodeEmptyNest)
			d.Severity = ir.Warning
			w.sink.Report(d)
		}
	}
	return jobs
}

// CodeEmptyNest is the code of the warning about a nested pipeline that matches
// no operation.
const CodeEmptyNest = "passes.empty-nest"

// runsOnAny reports whether a pipeline for any operation can run on op.
func runsOnAny(p *Pipeline, op *ir.Operation) bool {
	if !op.Def().Registered() || !op.Has(ir.IsolatedFromAbove) {
		return false
	}
	for _, s := range p.Steps {
		if inst, ok := s.(*Instance); ok && !inst.Pass.RunsOn(op.Name()) {
			return false
		}
	}
	return true
}

func (w *worker) serial(jobs []*Job) bool {
	for _, j := range jobs {
		for _, p := range j.pipelines {
			if !w.pipeline(p, j.op) {
				return false
			}
		}
	}
	return true
}

// parallel distributes the jobs over the workers and replays their reports in the order
// of the jobs.
func (w *worker) parallel(jobs []*Job) bool {
	w.distribute(jobs, w.within)
	for _, j := range jobs {
		if !w.replay(j) {
			return false
		}
	}
	return true
}

// distribute runs the jobs on the workers, at least those before a failing job, for a
// pass or for the pipeline itself.
func (w *worker) distribute(jobs []*Job, within *Instance) {
	var next atomic.Int64
	var firstFailed atomic.Int64
	firstFailed.Store(int64(len(jobs)))
	var workers parallel.Group
	for n := range min(w.run.threads, len(jobs)) {
		workers.Go(func() {
			var inner worker
			for {
				i := next.Add(1) - 1
				if i > firstFailed.Load() || i >= int64(len(jobs)) {
					return
				}
				j := jobs[i]
				inner = w.run.worker(&j.sink, &j.out)
				inner.number, inner.nested, inner.within = n, true, within
				j.ok = inner.serial([]*Job{j})
				j.changed = inner.changed
				if !j.ok {
					storeMin(&firstFailed, i)
				}
			}
		})
	}
	workers.Wait()
}

// replay passes on the reports and output of a distributed job, and returns whether it
// succeeded.
func (w *worker) replay(j *Job) bool {
	for _, d := range j.sink.List() {
		w.raw.Report(d)
	}
	w.out.Write(j.out.Bytes())
	return j.ok
}

func storeMin(a *atomic.Int64, v int64) {
	for {
		old := a.Load()
		if v >= old || a.CompareAndSwap(old, v) {
			return
		}
	}
}
