package okk

import (
	"optc/dialect/okk"
	"optc/internal/family/okk/extent"
	"optc/ir"
)

// settle gives open tensors the types that follow from their sizes, which are numbers by now.
//
//	okk.alloc sizes(%c5) : !okk.local<?x3x4x5xf32, max = [8], aligned>
//	→   okk.alloc : !okk.local<5x3x4x5xf32, aligned>
func (u *unroller) settle() (changed bool) {
	sizes := extent.New()
	m := okk.MachineFor(u.Op)
	u.Walk(u.Op, func(op *ir.Operation) ir.WalkResult {
		if ir.Is[okk.ComputeOp](op) {
			return ir.Skip
		}
		for _, v := range op.Results() {
			if !isUnsettled(v) {
				continue
			}
			t, err := settled(m, sizes, op, v)
			if err != nil {
				okkFail(u.Context, op, err)
			} else if t != nil {
				okk.SetType(u.rw, v, t)
				changed = true
			}
		}
		if sizes, group := okk.SizesOf(op); len(sizes) > 0 && isClosed(op.Result(0)) {
			u.rw.Modify(op, func() { op.SetOperandGroup(group, nil) })
		}
		return ir.Advance
	})
	return changed
}

// isUnsettled reports whether sizes must be known to complete the type of a tensor.
func isUnsettled(v *ir.Value) bool { return !okk.IsSettled(v) && !(okk.IsAuto(v) && isClosed(v)) }

// isClosed reports whether all extents of a tensor are numbers.
func isClosed(v *ir.Value) bool {
	_, open := okk.Extents(v.Type())
	return open == 0
}

// settled returns the type of a tensor with its sizes; nil if one is not known.
func settled(m *okk.Machine, sizes *extent.Sizes, op *ir.Operation, v *ir.Value) (ir.Type, error) {
	var shape []int64
	for _, s := range sizes.Shape(v) {
		n, known := s.Constant()
		if !known {
			return nil, nil
		}
		shape = append(shape, n)
	}
	if t, ok := v.Type().(*okk.SystemType); ok {
		return settledSystem(t, shape, op), nil
	}
	t := v.Type().(*okk.LocalType).Sized(shape)
	if !t.Follows && !t.AnyStart || m == nil || t.Auto {
		return t, nil
	}
	view, _ := okk.ViewOf(op)
	if !okk.IsSettled(view.Source) {
		return nil, nil
	}
	x, _, err := okk.Placed(m, view.Source)
	if err != nil {
		return nil, err
	}
	shown, err := okk.Shown(m, op, x, okk.AutoOf(t))
	if err != nil || shown == nil {
		return nil, err
	}
	return viewType(t, shown), nil
}

// settledSystem is settled for tensors in system memory.
func settledSystem(t *okk.SystemType, shape []int64, op *ir.Operation) ir.Type {
	x := t.Tensor.Sized(shape)
	if !t.Follows {
		return okk.SystemOf(t.Context(), x, t.Space)
	}
	view, ok := okk.ViewOf(op)
	if !ok { // a buffer: a matrix without gaps
		x.RowStride = x.Cols
		return okk.SystemOf(t.Context(), x, t.Space)
	}
	from := view.Source.Type().(*okk.SystemType).Tensor
	if x = followed(x, from); view.Order != nil {
		strides := okk.Permuted(from, view.Order).UnitStrides()
		x.Strides = &strides
	}
	return okk.SystemOf(t.Context(), x, t.Space)
}
