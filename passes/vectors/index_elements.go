package vectors

import (
	"optc/dialect/vectorext"
	"optc/ir"
)

// Indices finds the elements of index vectors that are computed from constants, steps and scalars.
type Indices struct {
	forms   *indexForms
	counted map[*ir.Value]bool
}

// IndicesIn returns the index vectors of an operation. Layouts of vectors do not matter.
func IndicesIn(root *ir.Operation) *Indices {
	forms := newIndexForms(rangesOf(root))
	forms.lookThrough = func(op *ir.Operation) *ir.Value {
		if to := ir.As[vectorext.ToLayoutOp](op); to.Ok() {
			return to.Input()
		}
		return nil
	}
	return &Indices{forms: forms, counted: map[*ir.Value]bool{}}
}

// Elements returns the elements of an index vector row by row, up to scalars that are added to all of
// them. ok is false if they are not known.
func (x *Indices) Elements(v *ir.Value) (elements []int64, ok bool) {
	f, ok := x.forms.of(v)
	if !ok {
		return nil, false
	}
	return f.table, true
}

// IsCounted reports whether v is computed only from steps, scalars, and constants whose elements are all equal, so
// that a thread computes its own elements and needs no table of them.
func (x *Indices) IsCounted(v *ir.Value) bool {
	counted, seen := x.counted[v]
	if !seen {
		counted = x.countsOperands(v.DefiningOp())
		x.counted[v] = counted
	}
	return counted
}

func (x *Indices) countsOperands(op *ir.Operation) bool {
	if op == nil {
		return true
	}
	if c := ir.ConstantOf(op); c != nil {
		if f, ok := formOfConstant(c); ok {
			_, equal := f.uniformConstant()
			return equal
		}
		return false
	}
	for _, u := range op.Operands() {
		if _, isVector := u.Type().(*ir.VectorType); isVector && !x.IsCounted(u) {
			return false
		}
	}
	return true
}
