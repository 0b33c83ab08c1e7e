package layouts

import (
	"fmt"

	"optc/dialect/iree/ireemap"
	"optc/dialect/vectorext"
	"optc/ir"
	"optc/passes"
)

// PrintLayoutsOptions are the options of vectorext-print-layouts.
type PrintLayoutsOptions struct {
	Algorithm string `opt:"algorithm" help:"first keeps the first layout that reaches a value, candidates chooses among up to four; the default depends on --compat, and is candidates without it" values:"first,candidates"`
	Explain   bool   `opt:"explain" help:"report in remarks from which anchor each layout follows, and where two layouts disagree"`
}

// PrintLayouts is vectorext-print-layouts.
var PrintLayouts = &passes.Pass{
	Name:    "vectorext-print-layouts",
	Aliases: []string{"iree-codegen-test-vector-layout-analysis"},
	Title:   "Print the layout of every vector",
	Doc: `Finds the layout of every vector that is connected to an
iree_vector_ext.to_layout, like distribution does, and reports it in a remark at
the operation whose result it is:

    remark: layout of result #0 is #iree_vector_ext.nested_layout<…>

Where a user needs a layout that differs from the value's layout, the value is
computed again if that is cheap, or a to_layout is inserted. With explain, a
remark names the value and the two layouts, and notes lead from every layout to
its anchor.`,
	Options:  PrintLayoutsOptions{},
	Dialects: []string{"iree_vector_ext"},
	Models:   Models,
	Run: func(c *passes.Context) (bool, error) {
		nested := printLayouts[*vectorext.NestedLayout](c, ForOthers[*vectorext.NestedLayout, *ireemap.PackLayout](c, c.Op))
		packed := printLayouts[*ireemap.PackLayout](c, func(v *ir.Value) bool { return nested.layouts[v] != nil })
		return nested.changed || packed.changed, nil
	},
}

func printLayouts[L vectorext.Layout[L]](c *passes.Context, taken func(v *ir.Value) bool) *layoutAnalysis[L] {
	o := passes.OptionsOf[PrintLayoutsOptions](c)
	algorithm := layoutAlgorithm(o.Algorithm)
	if algorithm == "" {
		algorithm = algorithmOf(c.IR)
	}
	a := newLayoutAnalysis[L](c, c.Rewriter(nil))
	a.taken = taken
	a.run(c.Op, algorithm)
	c.WalkPost(c.Op, func(op *ir.Operation) ir.WalkResult {
		if ir.Is[vectorext.ToLayoutOp](op) {
			return ir.Advance
		}
		var none L
		for i, v := range op.Results() {
			if l := a.layouts[v]; l != none {
				d := &ir.Diagnostic{Severity: ir.Remark, Loc: op.Loc(), Op: op, Msg: fmt.Sprintf("layout of result #%d is %s", i, l)}
				if o.Explain {
					a.explain(d, v)
				}
				c.Report(d)
			}
		}
		return ir.Advance
	})
	if o.Explain {
		for _, x := range a.conflicts {
			c.Report(a.explainConflict(x))
		}
	}
	return a
}

// explainConflict reports which layouts conflict at an operand or at a result of an operation.
func (a *layoutAnalysis[L]) explainConflict(x layoutConflict[L]) *ir.Diagnostic {
	what, have, want := "needs an operand in another layout than it has", "the operand has %s", "the operation needs %s"
	if x.user == x.value.DefiningOp() {
		what, have, want = "gives its result another layout than its users need", "the result has %s", "its users need %s"
	}
	d := x.user.Remarkf("%s; it is converted", what)
	d.Note(x.value.Location(), have, x.have)
	a.explain(d, x.value)
	d.Note(x.user.Loc(), want, x.want)
	a.explain(d, x.wantedBy)
	return d
}

// explain adds notes that lead from a value to the anchor of its layout.
func (a *layoutAnalysis[L]) explain(d *ir.Diagnostic, v *ir.Value) {
	steps := 0
	for next := a.from[v]; next != nil && steps < len(a.from); next = a.from[v] {
		v = next
		steps++
	}
	anchor := v.DefiningOp()
	if !ir.Is[vectorext.ToLayoutOp](anchor) {
		return
	}
	between := ""
	switch {
	case steps == 2:
		between = ", through 1 value"
	case steps > 2:
		between = fmt.Sprintf(", through %d values", steps-1)
	}
	d.Note(anchor.Loc(), "it follows from this anchor%s", between)
}
