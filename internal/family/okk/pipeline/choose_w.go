package okk

import (
	"optc/dialect/okk"
	"optc/ir"
	"optc/passes"
)

// ChooseWOptions are the options of okk-choose-w.
type ChooseWOptions struct {
	Policy string `opt:"policy" values:"lanes,eu" help:"lanes: spread over the NPUs as cheaply as possible; eu: whole multiples of the alignment unit"`
}

// ChooseW chooses the widths of matrices, on a machine of 4 NPUs:
//
//	!okk.matrix<2x40xf32, w = ?>   →   !okk.matrix<2x40xf32, w = 10>
var ChooseW = &passes.Pass{
	Name:  "okk-choose-w",
	Title: "Choose the widths of matrices",
	Doc: `The width is the number of columns of a row that an NPU holds. The policy lanes
chooses the width with the fewest reserved bytes, then with a single block row,
then with the most NPUs, then with the shortest tail. The policy eu chooses the
smallest multiple of the alignment unit that needs one channel per NPU.`,
	Options:  ChooseWOptions{Policy: "lanes"},
	Anchor:   []ir.OpKind{okk.KernelOp{}},
	Dialects: []string{"okk"},
	Run: onKernel(func(c *passes.Context, m *okk.Machine) (changed bool) {
		return chooseWidths(c, m, passes.OptionsOf[ChooseWOptions](c).Policy)
	}),
}

// chooseWidths chooses the widths of the matrices of a kernel.
func chooseWidths(c *passes.Context, m *okk.Machine, widths string) (changed bool) {
	policy := okk.Lanes
	if widths == "eu" {
		policy = okk.EU
	}
	rw := c.Rewriter(nil)
	choose := func(v *ir.Value) {
		t, ok := v.Type().(*okk.LocalType)
		if !ok || !t.Auto || t.Tensor.Layout != okk.Matrix {
			return
		}
		x := t.Tensor
		if view, _ := okk.ViewOf(v.DefiningOp()); view.Part { // rows of a matrix have its width
			x.Width = view.Source.Type().(*okk.LocalType).Tensor.Width
			okk.SetType(rw, v, t.With(x))
			changed = true
			return
		}
		w, err := m.MatrixWidth(policy, x.Cols, x.DType, t.Start)
		if err != nil {
			okkFail(c, v.ParentBlock().ParentOp(), err)
			return
		}
		x.Width = w
		okk.SetType(rw, v, t.With(x))
		changed = true
	}
	c.Walk(c.Op, func(op *ir.Operation) ir.WalkResult {
		for r := range op.Regions() {
			for b := range r.Blocks() {
				for _, a := range b.Args() {
					choose(a)
				}
			}
		}
		for _, v := range op.Results() {
			choose(v)
		}
		return ir.Advance
	})
	return changed
}
