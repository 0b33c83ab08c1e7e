package okk

import (
	"optc/dialect/okk"
	"optc/ir"
	"optc/passes"
)

// OkkAssignLayout gives every tensor a layout, on a machine of 4 NPUs:
//
//	!okk.local<2x3x4x5xf32, auto>   →   !okk.local<2x3x4x5xf32, aligned[32, 32, 5, 1]>
var AssignLayout = &passes.Pass{
	Name:  "okk-assign-layout",
	Title: "Choose the layouts of tensors and write down their strides",
	Doc: `A tensor with layout auto becomes aligned, unless it holds numbers per channel or
is a weight in mode ic2 or of a depthwise convolution: these become compact. A
view with layout auto gets the strides and the first NPU with which every element
keeps its place. Loops must be unrolled.`,
	Anchor:   []ir.OpKind{okk.KernelOp{}},
	Dialects: []string{"okk"},
	Needs:    []passes.Condition{{Text: "loops are unrolled and the widths of matrices are chosen"}},
	Run: onKernel(func(c *passes.Context, m *okk.Machine) (changed bool) {
		rw := c.Rewriter(nil)
		c.Walk(c.Op, func(op *ir.Operation) ir.WalkResult {
			for _, v := range op.Results() {
				t, ok := v.Type().(*okk.LocalType)
				if !ok {
					continue
				}
				chosen, err := assignedLayout(m, op, t)
				switch {
				case err != nil:
					okkFail(c, op, err)
				case chosen != nil && chosen != t:
					okk.SetType(rw, v, chosen)
					changed = true
				}
			}
			return ir.Advance
		})
		return changed
	}),
}

// assignedLayout returns the type of a result with its layout; nil if that is not
// known yet.
func assignedLayout(m *okk.Machine, op *ir.Operation, t *okk.LocalType) (*okk.LocalType, error) {
	switch {
	case !t.Auto:
		return t.Complete(m)
	case t.Tensor.Layout == okk.Matrix: // which waits for its width
	case okk.IsView(op):
		source := op.Typed().(okk.Viewing).Source()
		if okk.IsAuto(source) {
			break
		}
		x, _, err := okk.Placed(m, source)
		if err != nil {
			return nil, err
		}
		shown, err := okk.Shown(m, op, x, t)
		if err != nil || shown == nil {
			return nil, err
		}
		strided := shown.Type
		strided.Layout, strided.Strides = okk.Strided, shown.Canonical()
		return okk.Local(t.Context(), strided, shown.Start), nil
	case ir.Is[okk.AllocOp](op):
		x := t.Tensor
		x.Layout = okk.Aligned
		if wantsCompact(op.Result(0)) {
			x.Layout = okk.Compact
		}
		return t.With(x).Complete(m)
	}
	return nil, nil
}

// wantsCompact reports whether an operation takes the tensor only in compact layout, or,
// like the weight of a convolution, usually does.
func wantsCompact(v *ir.Value) bool {
	for u := v.FirstUse(); u != nil; u = u.Next() {
		op := u.Owner()
		for _, w := range okk.CompactOperands(op) {
			if w == v {
				return true
			}
		}
	}
	return false
}
