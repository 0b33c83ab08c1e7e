// Package failure compares the ways in which a pipeline fails on two modules.
package failure

import (
	"context"
	"time"

	"optc/internal/base/lazyre"
	"optc/ir"
	"optc/lower"
	"optc/parser"
	"optc/passes"
	"optc/sim"
	"optc/validate"
)

// Check runs a pipeline on modules.
type Check struct {
	NewContext func() *ir.Context
	Passes     *passes.Registry
	Programs   []*lower.Family
	Pipeline   string
	Exec       bool          // execute the program before and after each pass
	Timeout    time.Duration // a run that takes longer does not count as failing; 0 for no bound
}

// Failure describes the failure of a pipeline.
type Failure struct {
	Text   string // all errors
	pass   string // that fails
	reason string // code of the first error, or its text without names and numbers
}

// differs is the reason if a program behaves differently after a pass.
const differs = "differs"

// namesAndNumbers matches the parts in which two errors of the same kind may differ.
var namesAndNumbers = lazyre.New(`'[^']*'|"[^"]*"|[%@^][\w.$-]+|-?\d+(\.\d+)?`)

// Same reports whether the same pass fails for the same reason.
func (f *Failure) Same(g *Failure) bool { return f.pass == g.pass && f.reason == g.reason }

// Run reads a text and runs the pipeline. The failure is nil if there is none, or if it
// took too long. The text must be valid.
func (c *Check) Run(ctx context.Context, text []byte) (*Failure, error) {
	limited := ctx
	if c.Timeout > 0 {
		var cancel context.CancelFunc
		limited, cancel = context.WithTimeout(ctx, c.Timeout)
		defer cancel()
	}
	irContext := c.NewContext()
	module, err := parser.Parse(ctx, irContext, &ir.Source{Name: "input", Text: string(text)}, nil)
	if err != nil {
		return nil, err
	}
	pipeline, err := c.Passes.Parse(c.Pipeline)
	if err != nil {
		return nil, err
	}
	var problems ir.Diagnostics
	f := &Failure{}
	// The first to be called before a pass is the last to be called after it.
	checks := []*passes.Instrumentation{{AfterPass: func(e *passes.Event) {
		if e.Failed && f.pass == "" {
			f.pass = e.Instance.Pass.Name
		}
	}}}
	if c.Exec {
		check := validate.New(sim.Limits{}, c.Programs...)
		checks = append(checks, passes.VerifyExec(func(e *passes.Event, before *ir.Operation) *ir.Diagnostic {
			d := check(e, before)
			if d != nil {
				f.reason = differs
			}
			return d
		}))
	}
	checks = append(checks, passes.VerifyEach())
	m := &passes.Manager{Context: irContext, Registry: c.Passes, Sink: &problems, Threads: 1, Instrumentations: checks}
	err = m.Run(limited, pipeline, module)
	if err == nil || limited.Err() != nil {
		return nil, ctx.Err()
	}
	f.Text = problems.String()
	for _, d := range problems.List() {
		if d.Severity == ir.Error && f.reason == "" {
			f.reason = d.Code
			if d.Code == "" {
				f.reason = namesAndNumbers().ReplaceAllString(d.Msg, "_")
			}
		}
	}
	return f, nil
}
