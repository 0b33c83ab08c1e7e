package okk

import (
	"slices"

	"optc/dialect/okk"
	"optc/ir"
	"optc/passes"
)

// OkkFold removes operations that a kernel does not need.
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
	Anchor:   []ir.OpKind{okk.KernelKind},
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
	inner := okk.ViewKind.Source(op).DefiningOp()
	switch {
	case okk.ViewKind.Is(op) && okk.ViewKind.Is(inner):
		okk.ViewKind.SetSource(f.rw, op, okk.ViewKind.Source(inner))
	case okk.SliceKind.Is(op) && okk.SliceKind.Is(inner):
		a, b := okk.SliceOffsets(op), okk.SliceOffsets(inner)
		sum := make([]int64, len(a))
		for i := range a {
			x, known := a[i].Constant()
			y, both := b[i].Constant()
			if !known || !both {
				return
			}
			sum[i] = x + y
		}
		f.rw.Before(op).Loc = op.Loc()
		f.rw.Replace(op, okk.SliceKind.Build(f.rw, okk.ViewKind.Source(inner), sum, op.Result(0).Type()))
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
	if f.machine == nil || !okk.CopyKind.Is(op) && !okk.StoreKind.Is(op) {
		return
	}
	if view := okk.CopyKind.Source(op).DefiningOp(); okk.ViewKind.Is(view) && keepsShape(view) {
		okk.CopyKind.SetSource(f.rw, op, okk.ViewKind.Source(view))
		f.again = true
	}
	if okk.CopyKind.Is(op) && f.stays(okk.CopyKind.Source(op), okk.CopyKind.Destination(op)) {
		f.rw.Erase(op)
		f.again = true
	}
}

// keepsShape reports whether a view has the same elements under the same coordinates as its source.
func keepsShape(view *ir.Operation) bool {
	s, t := okk.ViewKind.Source(view).Type().(*okk.LocalType), okk.ViewKind.Result(view).Type().(*okk.LocalType)
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
	for op := v.DefiningOp(); okk.IsView(op); op = okk.ViewKind.Source(op).DefiningOp() {
		if !okk.ViewKind.Is(op) {
			return false
		}
	}
	return true
}

// unread removes the operations that only write tensors which are never read.
func (f *okkFolder) unread() {
	read := map[*ir.Value]bool{}
	f.Walk(f.Op, func(op *ir.Operation) ir.WalkResult {
		if okk.IsView(op) || okk.DeallocKind.Is(op) {
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
			if !okk.AllocKind.Is(okk.Base(v).DefiningOp()) || read[okk.Base(v)] {
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
	if !okk.IsView(op) && !okk.AllocKind.Is(op) {
		return
	}
	v := op.Result(0)
	for u := v.FirstUse(); u != nil; u = u.Next() {
		if !okk.DeallocKind.Is(u.Owner()) {
			return
		}
	}
	for v.FirstUse() != nil {
		f.rw.Erase(v.FirstUse().Owner())
	}
	f.rw.Erase(op)
	f.again = true
}
