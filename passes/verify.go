package passes

import "optc/ir"

// VerifyEach checks the IR after every pass that changed it, and the guarantees of the
// pass. It does not check changes of nested passes again.
func VerifyEach() *Instrumentation {
	return &Instrumentation{AfterPass: func(e *Event) {
		if e.Failed {
			return
		}
		if e.Changed && !e.NestedOnly && ir.VerifyContext(e.Run.Context, e.Op, e.Sink, e.Run.Manager.Threads) != nil {
			e.Fail()
			return
		}
		for _, g := range e.Instance.Pass.Guarantees {
			if d := g.violation(e.Op); d != nil {
				e.Sink.Report(d.Note(e.Op.Loc(), "pass '%s' guarantees that %s", e.Instance.Pass.Name, g.Text))
				e.Fail()
			}
		}
	}}
}
