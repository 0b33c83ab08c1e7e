package okk

import (
	"slices"

	"optc/dialect/okk"
	"optc/ir"
	"optc/passes"
)

// Fold removes operations that a kernel does not need.
//
//	%s = okk.slice %t[0, 4, 0, 0]              %u = okk.slice %t[0, 5, 0, 0]
//	%u = okk.slice %s[0, 1, 0, 0]          →
//	okk.copy %t to %t
var Fold = &passes.Pass{
	Name:  "okk-fold",
	Title: "Compose views, remove copies without effect and tensors that nobody reads",
	Doc: `A slice of a slice becomes a slice of the tensor, a view of a view a view of it; a
copy reads the tensor instead of a view of the same shape. Copies that leave every
element in its place are removed, and so are tensors that are only written, with
the operations that write nothing else.`,
	Anchor:   []ir.OpKind{okk.KernelOp{}},
	Dialects: []string{"okk"},
	Run: func(c *passes.Context) (bool, error) {
		f := &okkFolder{Context: c, rw: c.Rewriter(nil), machine: okk.MachineFor(c.Op)}
		for f.again = true; f.again && c.Err() == nil; {
			f.again = false
			f.each(f.compose)
			f.each(f.copies)
			f.unread()
			f.each(f.unused)
			f.changed = f.changed || f.again
		}
		return f.changed, nil
	},
}

type okkFolder struct {
	*passes.Context
	rw             *ir.Rewriter
	machine        *okk.Machine // nil if it is not known
	again, changed bool
}

// each calls visit for every operation of the kernel that is there when it begins.
func (f *okkFolder) each(visit func(op *ir.Operation)) {
	var list []*ir.Operation
	f.Walk(f.Op, func(op *ir.Operation) ir.WalkResult {
		if op != f.Op {
			list = append(list, op)
		}
		return ir.Advance
	})
	for _, op := range slices.Backward(list) {
		visit(op)
	}
}

// compose replaces a view of a view by a view of the underlying tensor.
func (f *okkFolder) compose(op *ir.Operation) {
	if _, placed := addressOfResult(op); placed || !okk.IsView(op) {
		return
	}
	source := op.Typed().(okk.Viewing).SourceMutable()
	inner := source.Value().DefiningOp()
	switch {
	case ir.Is[okk.ViewOp](op) && ir.Is[okk.ViewOp](inner):
		f.rw.Modify(op, func() { source.Set(ir.Cast[okk.ViewOp](inner).Source()) })
	case ir.Is[okk.SliceOp](op) && ir.Is[okk.SliceOp](inner):
		a, b := okk.SliceOffsets(op), okk.SliceOffsets(inner)
		sum := make([]ir.Mixed, len(a))
		for i := range a {
			x, known := a[i].Constant()
			y, both := b[i].Constant()
			if !known || !both {
				return
			}
			sum[i].Const = x + y
		}
		f.rw.Before(op).Loc = op.Loc()
		f.rw.Replace(op, okk.NewSlice(f.rw, inner.Typed().(okk.Viewing).Source(), sum, ir.Cast[okk.SliceOp](op).Sizes(), op.Result(0).Type()).Result())
	default:
		return
	}
	f.again = true
}

func addressOfResult(op *ir.Operation) (int64, bool) {
	if op.NumResults() == 0 {
		return 0, false
	}
	return okk.AddressOf(op.Result(0))
}

// copies simplifies the source of a copy and removes copies without effect.
func (f *okkFolder) copies(op *ir.Operation) {
	if f.machine == nil || !ir.Is[okk.CopyOp](op) && !ir.Is[okk.StoreOp](op) {
		return
	}
	move := op.Typed().(okk.Moving)
	if view := ir.DefiningOp[okk.ViewOp](move.Source()); view.Ok() && keepsShape(view.Operation()) {
		f.rw.Modify(op, func() { move.SourceMutable().Set(view.Source()) })
		f.again = true
	}
	if copyOp := ir.As[okk.CopyOp](op); copyOp.Ok() && f.stays(copyOp.Source(), copyOp.Destination()) {
		f.rw.Erase(op)
		f.again = true
	}
}

// keepsShape reports whether a view has the same elements under the same coordinates as its source.
func keepsShape(view *ir.Operation) bool {
	viewView := view.Typed().(okk.Viewing)
	s, t := viewView.Source().Type().(*okk.LocalType), viewView.Result().Type().(*okk.LocalType)
	return !s.Auto && !t.Auto && slices.Equal(s.Tensor.LogicalShape(), t.Tensor.LogicalShape())
}

// stays reports whether a copy leaves every element in its place.
func (f *okkFolder) stays(a, b *ir.Value) bool {
	if a == b {
		return true
	}
	// A copy to another tensor is kept, because it reads the first tensor.
	if okk.IsAuto(a) || okk.IsAuto(b) || okk.Base(a) != okk.Base(b) {
		return false
	}
	x, known, errA := okk.Placed(f.machine, a)
	y, both, errB := okk.Placed(f.machine, b)
	if errA != nil || errB != nil || known != both || !x.Equivalent(y.Geometry) {
		return false
	}
	if known {
		return x.Address == y.Address
	}
	// Without addresses, two views of a whole tensor are at the same place; b is as large
	// as a.
	return wholeView(a)
}

// wholeView reports whether a value is a tensor or views of all of it.
func wholeView(v *ir.Value) bool {
	for {
		view, ok := okk.ViewOf(v.DefiningOp())
		if !ok {
			return true
		}
		if !ir.Is[okk.ViewOp](v.DefiningOp()) {
			return false
		}
		v = view.Source
	}
}

// unread removes the operations that only write tensors which are never read.
func (f *okkFolder) unread() {
	read := map[*ir.Value]bool{}
	f.Walk(f.Op, func(op *ir.Operation) ir.WalkResult {
		if okk.IsView(op) || ir.Is[okk.DeallocOp](op) {
			return ir.Advance
		}
		writes, reads := okk.Accesses(op)
		for _, v := range op.Operands() {
			if !slices.Contains(writes, v) || slices.Contains(reads, v) {
				read[okk.Base(v)] = true
			}
		}
		return ir.Advance
	})
	f.each(func(op *ir.Operation) {
		writes, _ := okk.Accesses(op)
		for _, v := range writes {
			if !ir.Is[okk.AllocOp](okk.Base(v).DefiningOp()) || read[okk.Base(v)] {
				return
			}
		}
		if len(writes) > 0 {
			f.rw.Erase(op)
			f.again = true
		}
	})
}

// unused removes views and allocations without uses but deallocations.
func (f *okkFolder) unused(op *ir.Operation) {
	if !okk.IsView(op) && !ir.Is[okk.AllocOp](op) {
		return
	}
	v := op.Result(0)
	for u := v.FirstUse(); u != nil; u = u.Next() {
		if !ir.Is[okk.DeallocOp](u.Owner()) {
			return
		}
	}
	for v.FirstUse() != nil {
		f.rw.Erase(v.FirstUse().Owner())
	}
	f.rw.Erase(op)
	f.again = true
}
