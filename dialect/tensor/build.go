package tensor

import "optc/ir"

// NewCast builds tensor.cast to another type.
func NewCast(b *ir.Builder, to ir.Type, v *ir.Value) *ir.Value {
	return b.Value(Cast, []*ir.Value{v}, []ir.Type{to})
}

// PreservesStaticInformation tells whether a cast from source to target forgets no
// static extent: both have equal element types and ranks, and target knows an
// extent wherever source does.
func PreservesStaticInformation(source, target ir.Type) bool {
	s, ok := source.(*ir.TensorType)
	t, ok2 := target.(*ir.TensorType)
	if !ok || !ok2 || s.Elem != t.Elem || len(s.Dims) != len(t.Dims) {
		return false
	}
	for i, n := range s.Dims {
		if n != ir.Dynamic && t.Dims[i] == ir.Dynamic {
			return false
		}
	}
	return true
}

// IsStaticCast tells whether op is a tensor.cast to another type whose source is
// as static as its result, so that users may take the source (canFoldIntoConsumerOp
// upstream).
func IsStaticCast(op *ir.Operation) bool {
	return Cast.Is(op) && op.Operand(0).Type() != op.Result(0).Type() &&
		PreservesStaticInformation(op.Result(0).Type(), op.Operand(0).Type())
}

// NewInsertSliceLike builds the tensor.insert_slice that does what a
// tensor.parallel_insert_slice does.
func NewInsertSliceLike(b *ir.Builder, op *ir.Operation) *ir.Value {
	st := &ir.OpState{Def: b.Context().MustOpDef(InsertSlice), Loc: op.Loc(), Operands: op.Operands(),
		ResultTypes: []ir.Type{op.Operand(1).Type()}}
	for _, name := range st.Def.AttrNames() {
		st.SetProp(name, op.Attr(name))
	}
	return b.Create(st).Result(0)
}
