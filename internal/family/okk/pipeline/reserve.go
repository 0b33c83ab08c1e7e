package okk

import (
	"optc/dialect/okk"
	"optc/ir"
	"optc/passes"
)

// ReserveOptions are the options of okk-reserve.
type ReserveOptions struct {
	Policy    string `opt:"policy" values:"linear,reuse,bank" help:"how tensors get addresses, see okk-allocate"`
	ExactNPUs bool   `opt:"exact-npus" help:"tensors that use no common NPU may share offsets"`
	Widths    string `opt:"widths" values:"lanes,eu" help:"how wide rows of matrices are in an NPU, see okk-choose-w"`
}

// Reserve is okk-reserve.
var Reserve = &passes.Pass{
	Name:  "okk-reserve",
	Title: "Choose layouts and addresses of kernels with parameters, for all sizes",
	Doc: `The steps okk-choose-w, okk-assign-layout, okk-allocate and okk-check-sizes, for a kernel that has parameters.
Other kernels are left as they are. The sizes of a run then change no address.`,
	Options:  ReserveOptions{Policy: "reuse", Widths: "lanes"},
	Anchor:   []ir.OpKind{okk.KernelOp{}},
	Dialects: []string{"arith", "okk"},
	Run: onKernel(func(c *passes.Context, m *okk.Machine) (changed bool) {
		if len(parameters(c.Op)) == 0 {
			return false
		}
		o := passes.OptionsOf[ReserveOptions](c)
		changed = chooseWidths(c, m, o.Widths)
		changed = assignLayouts(c, m) || changed
		if c.Failed() || !okkLaidOut(c, m, "okk-reserve") {
			return changed
		}
		changed = allocate(c, m, AllocateOptions{Policy: o.Policy, ExactNPUs: o.ExactNPUs}) || changed
		if !c.Failed() {
			checkSizes(c, m)
		}
		return changed
	}),
}
