package optmain

import (
	"context"
	"time"

	"optc/internal/lazyre"
	"optc/ir"
	"optc/parser"
	"optc/passes"
	"optc/sim"
	"optc/validate"
)

// pipelineCheck runs a pipeline on a module and tells how it fails.
type pipelineCheck struct {
	t        *tool
	pipeline string
	exec     bool // execute the program before and after each pass
	timeout  time.Duration
}

// failure is how a pipeline fails.
type failure struct {
	pass string // that fails
	what string // code of the first error, or its text without names and numbers
	text string // all errors
}

// differs is what fails if a program does something else after a pass.
const differs = "differs"

// inAName matches what differs between two errors that are alike.
var inAName = lazyre.New(`'[^']*'|"[^"]*"|[%@^][\w.$-]+|-?\d+(\.\d+)?`)

// same tells whether two failures are alike: in the same pass, for the same reason.
func (f *failure) same(g *failure) bool { return f.pass == g.pass && f.what == g.what }

// run reads a text and runs the pipeline. The failure is nil if there is none, or if it
// took too long. The text must be valid.
func (p *pipelineCheck) run(ctx context.Context, text []byte) (*failure, error) {
	limited := ctx
	if p.timeout > 0 {
		var cancel context.CancelFunc
		limited, cancel = context.WithTimeout(ctx, p.timeout)
		defer cancel()
	}
	c := p.t.anyContext()
	module, err := parser.Parse(ctx, c, &ir.Source{Name: "input", Text: string(text)}, nil)
	if err != nil {
		return nil, err
	}
	pipeline, err := p.t.Passes.Parse(p.pipeline)
	if err != nil {
		return nil, err
	}
	var problems ir.Diagnostics
	f := &failure{}
	// The first to be called before a pass is the last to be called after it.
	checks := []*passes.Instrumentation{{AfterPass: func(e *passes.Event) {
		if e.Failed && f.pass == "" {
			f.pass = e.Instance.Pass.Name
		}
	}}}
	if p.exec {
		check := validate.New(sim.Limits{}, p.t.Programs...)
		checks = append(checks, passes.VerifyExec(func(e *passes.Event, before *ir.Operation) *ir.Diagnostic {
			d := check(e, before)
			if d != nil {
				f.what = differs
			}
			return d
		}))
	}
	checks = append(checks, passes.VerifyEach())
	m := &passes.Manager{Context: c, Registry: p.t.Passes, Sink: &problems, Threads: 1, Instrumentations: checks}
	err = m.Run(limited, pipeline, module)
	if err == nil || limited.Err() != nil {
		return nil, ctx.Err()
	}
	f.text = problems.String()
	for _, d := range problems.List() {
		if d.Severity == ir.Error && f.what == "" {
			f.what = d.Code
			if d.Code == "" {
				f.what = inAName().ReplaceAllString(d.Msg, "_")
			}
		}
	}
	return f, nil
}

// anyContext returns a context with the dialects of the tool that accepts operations of
// other dialects, too.
func (t *tool) anyContext() *ir.Context {
	c := ir.NewContext(t.Dialects...)
	c.AllowUnregistered = true
	return c
}
