package passes

import (
	"fmt"
	"slices"
	"sync"

	"optc/internal/base/output"
	"optc/ir"
)

// ReproducerOptions specify where and how a failing run is recorded.
type ReproducerOptions struct {
	File string
	// Local records only the failing pass and the IR before it, which makes the
	// run serial; otherwise the whole pipeline and the IR before that.
	Local      bool
	VerifyEach bool
	Print      ir.PrintOptions
}

// Reproducer writes a file that repeats a failing run with --run-reproducer: the IR and, as a
// resource, the pipeline.
func Reproducer(o ReproducerOptions) *Instrumentation {
	var (
		mu     sync.Mutex
		text   []byte // the reproducer, in case of failure
		failed string // description of the failing pass
	)
	i := &Instrumentation{Serial: o.Local}
	i.BeginRun = func(r *ManagerRun) {
		if !o.Local {
			text = o.Text(r.Op, r.Pipeline, r.Manager.Threads == 1)
		}
	}
	i.BeforePass = func(e *Event) {
		if o.Local {
			text = o.Text(e.Run.Op, wrap(e.Instance, e.Op), true)
		}
	}
	i.AfterPass = func(e *Event) {
		if e.Failed {
			mu.Lock()
			defer mu.Unlock()
			if failed == "" {
				failed = fmt.Sprintf("`%s` on %s", e.Instance.Pass.ClassName(), Describe(e.Op))
			}
		}
	}
	i.EndRun = func(r *ManagerRun, ok bool) {
		if ok {
			return
		}
		d := ir.Errorf(r.Op.Loc(), "Failures have been detected while processing an MLIR pass pipeline")
		if err := output.WriteFile(o.File, text); err != nil {
			d.Note(r.Op.Loc(), "the reproducer could not be written: %v", err)
		} else {
			d.Note(r.Op.Loc(), "Pipeline failed while executing [%s]: reproducer generated at `%s`", failed, o.File)
		}
		r.Sink.Report(d)
	}
	return i
}

// Text returns a file that repeats the run of p on op: the IR, with the pipeline in its external
// resources, as mlir-opt writes it.
func (o ReproducerOptions) Text(op *ir.Operation, p *Pipeline, disableThreading bool) []byte {
	opts := o.Print
	opts.External = append(slices.Clone(opts.External), ir.ResourceSection{Name: ReproducerSection, Entries: []ir.ResourceEntry{
		{Key: "pipeline", Value: string(ir.AppendQuoted(nil, p.String()))},
		{Key: "disable_threading", Value: fmt.Sprint(disableThreading)},
		{Key: "verify_each", Value: fmt.Sprint(o.VerifyEach)},
	}})
	return ir.Print(op, opts)
}

// ReproducerSection is the name of the section of external resources that holds
// the pipeline of a reproducer.
const ReproducerSection = "mlir_reproducer"

// wrap nests a step so that it runs on op when the pipeline runs on the
// outermost operation.
func wrap(inst *Instance, op *ir.Operation) *Pipeline {
	p := On(op.Kind(), inst)
	for op = op.Parent(); op != nil; op = op.Parent() {
		p = On(op.Kind(), p)
	}
	return p
}
