package linalg

import (
	"slices"

	"optc/ir"
	"optc/ir/affine"
)

// NewGeneric makes a generic operation whose region is empty. Each output that is a tensor gives a
// result.
func NewGeneric(b ir.OpBuilder, inputs, outputs []*ir.Value, maps []affine.Map, iterators []Iterator) GenericOp {
	c := b.Context()
	st := &ir.OpState{Def: ir.DefOf[GenericOp](c), Operands: slices.Concat(inputs, outputs)}
	for _, v := range outputs {
		if ir.AnyRankedTensor.Check(v.Type()) {
			st.ResultTypes = append(st.ResultTypes, v.Type())
		}
	}
	st.SetProp(indexingMaps, c.AffineMaps(maps))
	st.SetProp(iteratorsName, MakeIterators(c, iterators))
	st.SetSegments(c, len(inputs), len(outputs))
	return ir.Build[GenericOp](b, st)
}

// InputsOf and OutputsOf return the operands of a structured operation.
func InputsOf(op *ir.Operation) []*ir.Value {
	lo, _ := initsOf(op)
	return op.OperandList()[:lo]
}

// OutputsOf is described at InputsOf.
func OutputsOf(op *ir.Operation) []*ir.Value {
	lo, hi := initsOf(op)
	return op.OperandList()[lo:hi]
}

// IsScalar reports whether a structured operation reads an operand of type t as a whole.
func IsScalar(t ir.Type) bool { return !isIndexed(t) }

// ConvertNumber converts the number x to another number type, with the operations that named
// operations use (convertScalarToDtype upstream).
func ConvertNumber(b *ir.Builder, x *ir.Value, to ir.Type) *ir.Value {
	return (&body{Builder: b}).cast(x, to, false)
}

// NewFill makes a linalg.fill, which gives all elements of an output the value of a number.
func NewFill(b *ir.Builder, value, output *ir.Value) FillOp {
	st := &ir.OpState{Def: ir.DefOf[FillOp](b.Context()), Operands: []*ir.Value{value, output}}
	if ir.AnyRankedTensor.Check(output.Type()) {
		st.ResultTypes = []ir.Type{output.Type()}
	}
	st.SetSegments(b.Context(), 1, 1)
	r, _ := buildRegion(b, []ir.Type{value.Type(), output.Type()}, func(n *body) *ir.Value { return n.input(0) })
	st.Regions = append(st.Regions, r)
	return ir.Build[FillOp](b, st)
}

// NewTranspose makes a linalg.transpose: dimension i of the output is dimension permutation[i] of the input.
func NewTranspose(b *ir.Builder, input, output *ir.Value, permutation []int64) TransposeOp {
	return ir.Build[TransposeOp](b, moveState(b, ir.DefOf[TransposeOp](b.Context()), input, output, "permutation", permutation))
}

// NewBroadcast makes a linalg.broadcast, which repeats the input along the added dimensions of the output.
func NewBroadcast(b *ir.Builder, input, output *ir.Value, added []int64) BroadcastOp {
	return ir.Build[BroadcastOp](b, moveState(b, ir.DefOf[BroadcastOp](b.Context()), input, output, dimensions, added))
}

// moveState is the state of an operation that moves elements.
func moveState(b *ir.Builder, def *ir.OpDef, input, output *ir.Value, name string, list []int64) *ir.OpState {
	st := &ir.OpState{Def: def, Operands: []*ir.Value{input, output}}
	if ir.AnyRankedTensor.Check(output.Type()) {
		st.ResultTypes = []ir.Type{output.Type()}
	}
	st.SetProp(name, b.Context().DenseI64Array(list))
	r, _ := buildRegion(b, ir.TypesOf(st.Operands), func(n *body) *ir.Value { return n.args[0] })
	st.Regions = append(st.Regions, r)
	return st
}
