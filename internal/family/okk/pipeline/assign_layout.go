package okk

import (
	"optc/dialect/okk"
	"optc/dialect/scf"
	"optc/internal/family/okk/extent"
	"optc/ir"
	"optc/passes"
)

// AssignLayout gives every tensor a layout, on a machine of 4 NPUs:
//
//	!okk.local<2x3x4x5xf32, auto>   →   !okk.local<2x3x4x5xf32, aligned[32, 32, 5, 1]>
var AssignLayout = &passes.Pass{
	Name:  "okk-assign-layout",
	Title: "Choose the layouts of tensors and write down their strides",
	Doc: `A tensor with layout auto becomes aligned, unless it holds numbers per channel or
is a weight in mode ic2 or of a depthwise convolution: these become compact. A
view with layout auto gets the strides and the first NPU with which every element
keeps its place. In a kernel with parameters, a view of which a size is not known has the strides of the tensor
that it shows: its type becomes strided.`,
	Anchor:   []ir.OpKind{okk.KernelOp{}},
	Dialects: []string{"okk"},
	Needs:    []passes.Condition{{Text: "the widths of matrices are chosen"}},
	Run:      onKernel(assignLayouts),
}

// assignLayouts chooses the layouts of the tensors of a kernel.
func assignLayouts(c *passes.Context, m *okk.Machine) (changed bool) {
	rw := c.Rewriter(nil)
	sizes := extent.New()
	set := func(op *ir.Operation, v *ir.Value, chosen *okk.LocalType, err error) {
		switch {
		case err != nil:
			okkFail(c, op, err)
		case chosen != nil && chosen != v.Type():
			okk.SetType(rw, v, chosen)
			changed = true
		}
	}
	c.Walk(c.Op, func(op *ir.Operation) ir.WalkResult {
		if loop := ir.As[scf.ForOp](op); loop.Ok() {
			// A tensor that a loop carries has the type of the tensor before the first iteration.
			for i, v := range loop.InitArgs() {
				if t, ok := v.Type().(*okk.LocalType); ok {
					set(op, loop.Region().Front().Args()[1+i], t, nil)
					set(op, loop.Results()[i], t, nil)
				}
			}
			return ir.Advance
		}
		for _, v := range op.Results() {
			if t, ok := v.Type().(*okk.LocalType); ok {
				chosen, err := assignedLayout(m, sizes, op, t)
				set(op, v, chosen, err)
			}
		}
		return ir.Advance
	})
	return changed
}

// assignedLayout returns the type of a result with its layout; nil if that is not
// known yet.
func assignedLayout(m *okk.Machine, sizes *extent.Sizes, op *ir.Operation, t *okk.LocalType) (*okk.LocalType, error) {
	view, isView := okk.ViewOf(op)
	switch {
	case t.Follows:
	case !t.Auto:
		return t.Complete(m)
	case t.Tensor.Layout == okk.Matrix: // which waits for its width
	case isView:
		source := view.Source
		if from := source.Type().(*okk.LocalType); from.Auto {
			break
		} else if !okk.IsSettled(source) || t.Open != 0 || movesFirstNPU(view) {
			return openPart(m, sizes, op, view, t), nil
		}
		x, _, err := okk.Placed(m, source)
		if err != nil {
			return nil, err
		}
		shown, err := okk.ShownAnywhere(m, op, x, t)
		if err != nil {
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

// movesFirstNPU reports whether a view is a part that begins at a channel that is not known.
func movesFirstNPU(view okk.View) bool {
	if !view.Part {
		return false
	}
	_, known := view.Offsets[1].Constant()
	return !known
}

// openPart returns the type of a view of an open tensor. A part with all channels, rows and
// columns has the layout of the whole; other parts have its strides.
func openPart(m *okk.Machine, sizes *extent.Sizes, op *ir.Operation, view okk.View, t *okk.LocalType) *okk.LocalType {
	from := view.Source.Type().(*okk.LocalType)
	start, known := from.Start, !from.AnyStart
	if view.Part && known {
		var channel int64
		channel, known = view.Offsets[1].Constant()
		start = (start + channel) % m.NPUs
	}
	part := t.Part(start, !known, from.Tensor.Broadcast || view.Repeats)
	if !view.Part || from.Follows || from.Tensor.Layout != okk.Aligned && from.Tensor.Layout != okk.Compact {
		return part
	}
	whole, shown := sizes.Shape(view.Source), sizes.Shape(op.Result(0))
	for d, offset := range view.Offsets {
		if d > 0 && (!offset.IsConst(0) || !whole[d].Equal(shown[d])) {
			return part
		}
	}
	x := t.Tensor
	x.Layout = from.Tensor.Layout
	return t.With(x)
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
