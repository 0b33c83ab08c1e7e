package core

import (
	"optc/diag"
	"optc/ir"
)

// Explain reports how a layout is changed, if the option explain is set.
func (d *Nested) Explain(op *ir.Operation, format string, args ...any) {
	if d.Explains {
		d.Pass.Report(op.Remarkf(format, args...))
	}
}

// Cycles writes a number of cycles.
func Cycles(n int64) string { return diag.Counted(n, "cycle") }

// ExplainLater keeps a text that explains an operation and is reported when the operation is distributed.
func (d *Nested) ExplainLater(op *ir.Operation, text string) { d.remarks[op] = text }

// explainPlanned reports the explanation of an operation, once.
func (d *Nested) explainPlanned(op *ir.Operation) {
	if text := d.remarks[op]; text != "" {
		d.Explain(op, "%s", text)
		delete(d.remarks, op)
	}
}
