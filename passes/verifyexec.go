package passes

import "optc/ir"

// ExecCheck compares the behaviour of a program before and after a pass by executing
// both. before is the copy that [Event.Copy] made before the pass. It returns nil, or the
// difference.
type ExecCheck func(e *Event, before *ir.Operation) *ir.Diagnostic

// VerifyExec checks, by execution, every pass that changed its operation. It makes the run
// single-threaded, because the check examines the whole program.
func VerifyExec(check ExecCheck) *Instrumentation {
	i := &Instrumentation{Serial: true}
	i.BeforePass = func(e *Event) { e.remember(i, e.Copy()) }
	i.AfterPass = func(e *Event) {
		if e.Failed || !e.Changed {
			return
		}
		before := e.remembered(i).(*ir.Operation)
		if d := check(e, before); d != nil {
			e.Sink.Report(d.Note(e.Op.Loc(), "the program does something else after pass '%s'", e.Instance.Pass.Name))
			e.Fail()
		}
	}
	return i
}

// Copy returns a copy of e.Op. The copy is inside copies of the operations around e.Op up
// to e.Run.Op, which hold nothing else, because a pass changes nothing outside of its
// operation.
func (e *Event) Copy() *ir.Operation { return ir.CloneWithin(e.Op, e.Run.Op, &ir.Arena{}) }
