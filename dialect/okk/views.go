package okk

import (
	"slices"

	"optc/ir"
)

// View describes how the result of an operation shows its source: as a part, repeated, with its dimensions
// in another order, with other strides, or, if none of these is given, as the same bytes under another type.
type View struct {
	Source  *ir.Value
	Part    bool
	Offsets []ir.Mixed // of a part: where it begins
	Repeats bool       // extents of 1 grow
	Order   []int64    // dimension i of the result is dimension Order[i] of the source
	Strided bool       // the result has its own strides, from an element of the source on
	First   int64      // that element, in row-major order
}

// Same reports whether the result is the same bytes under another type.
func (v View) Same() bool { return !v.Part && !v.Repeats && v.Order == nil && !v.Strided }

// Views is the interface of the operations that show a tensor in another way.
var Views = ir.NewInterface[func(op *ir.Operation) View]("view of a tensor of a TPU")

// ViewOf returns how an operation shows a tensor; ok is false if it does not.
func ViewOf(op *ir.Operation) (v View, ok bool) {
	if op == nil {
		return v, false
	}
	of, ok := Views.Of(op)
	if ok {
		v = of(op)
		v.Source = op.Operand(0)
	}
	return v, ok
}

// Sized is satisfied by the types of the operations that make or show a tensor with open extents.
type Sized interface {
	ir.TypedOp
	Sizes() []*ir.Value
}

// SizesOf returns the extents that the type of the result of an operation leaves open; group is the
// group of operands that holds them.
func SizesOf(op *ir.Operation) (sizes []*ir.Value, group int) {
	if x, ok := op.Typed().(Sized); ok {
		return x.Sizes(), slices.IndexFunc(op.Def().Operands, func(d ir.ValueDef) bool { return d.Name == "sizes" })
	}
	return nil, -1
}
