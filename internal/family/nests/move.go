package nests

import (
	"slices"

	"optc/dialect/linalg"
	"optc/dialect/tensor"
	"optc/ir"
)

// MoveKind is the kind of a move.
type MoveKind int

// The moves. The result of Reshape has the elements in the same order. Insert replaces the part of its first source
// that begins at Offsets with extents Sizes in steps of Steps by its second source.
const (
	Splat     MoveKind = iota // Value everywhere
	Permute                   // dimension Dims[i] of the source becomes dimension i
	Broadcast                 // the dimensions Dims of the result are added
	Slice                     // Offsets, Sizes, Steps
	Reshape
	Insert
	Concat // along Dims[0]
)

// Move makes a tensor of elements of other tensors.
type Move struct {
	Kind    MoveKind
	Sources []*ir.Value
	Shape   []int64 // of the result
	Elem    ir.Type
	Value   ir.Attribute // a number
	Dims    []int64

	Offsets, Sizes, Steps []int64
}

// moves lists the operations that move elements. A function returns moves that follow each other: each
// but the first has the result of the one before as an additional first source.
var moves = map[ir.Kind]func(op *ir.Operation) ([]Move, *ir.Diagnostic){
	tensor.EmptyOp{}.Kind(): func(op *ir.Operation) ([]Move, *ir.Diagnostic) {
		return []Move{{Kind: Splat, Value: ZeroOf(ir.ElementOrSelf(op.Result(0).Type()))}}, nil
	},
	tensor.SplatOp{}.Kind(): func(op *ir.Operation) ([]Move, *ir.Diagnostic) {
		return splat(op, ir.Cast[tensor.SplatOp](op).Input())
	},
	linalg.FillOp{}.Kind(): func(op *ir.Operation) ([]Move, *ir.Diagnostic) {
		return splat(op, ir.Cast[linalg.FillOp](op).Inputs()[0])
	},
	linalg.TransposeOp{}.Kind(): func(op *ir.Operation) ([]Move, *ir.Diagnostic) {
		t := ir.Cast[linalg.TransposeOp](op)
		return []Move{{Kind: Permute, Sources: []*ir.Value{t.Input()}, Dims: t.Permutation()}}, nil
	},
	linalg.BroadcastOp{}.Kind(): func(op *ir.Operation) ([]Move, *ir.Diagnostic) {
		b := ir.Cast[linalg.BroadcastOp](op)
		return []Move{{Kind: Broadcast, Sources: []*ir.Value{b.Input()}, Dims: b.Dimensions()}}, nil
	},
	tensor.ExtractSliceOp{}.Kind(): func(op *ir.Operation) ([]Move, *ir.Diagnostic) {
		s := ir.Cast[tensor.ExtractSliceOp](op)
		if d := staticLists(op, s.StaticOffsets(), s.StaticSizes(), s.StaticStrides()); d != nil {
			return nil, d
		}
		return []Move{
			{Kind: Slice, Sources: []*ir.Value{s.Source()}, Offsets: s.StaticOffsets(), Sizes: s.StaticSizes(), Steps: s.StaticStrides(), Shape: s.StaticSizes()},
			{Kind: Reshape},
		}, nil
	},
	tensor.InsertSliceOp{}.Kind(): func(op *ir.Operation) ([]Move, *ir.Diagnostic) {
		s := ir.Cast[tensor.InsertSliceOp](op)
		if d := staticLists(op, s.StaticOffsets(), s.StaticSizes(), s.StaticStrides()); d != nil {
			return nil, d
		}
		return []Move{{Kind: Insert, Sources: []*ir.Value{s.Dest(), s.Source()}, Offsets: s.StaticOffsets(), Sizes: s.StaticSizes(), Steps: s.StaticStrides()}}, nil
	},
	tensor.PadOp{}.Kind(): func(op *ir.Operation) ([]Move, *ir.Diagnostic) {
		p := ir.Cast[tensor.PadOp](op)
		if d := staticLists(op, p.StaticLow(), p.StaticHigh()); d != nil {
			return nil, d
		}
		value, d := ScalarOf(op, ir.Cast[tensor.YieldOp](op.Body().Back()).Value())
		if d != nil {
			return nil, d
		}
		return []Move{
			{Kind: Splat, Value: value},
			{Kind: Insert, Sources: []*ir.Value{p.Source()}, Offsets: p.StaticLow(), Sizes: p.Source().Type().(ir.ShapedType).Shape(), Steps: ones(len(p.StaticLow()))},
		}, nil
	},
	tensor.ConcatOp{}.Kind(): func(op *ir.Operation) ([]Move, *ir.Diagnostic) {
		c := ir.Cast[tensor.ConcatOp](op)
		return []Move{{Kind: Concat, Sources: c.Inputs(), Dims: []int64{c.Dim()}}}, nil
	},
	tensor.CollapseShapeOp{}.Kind(): reshape,
	tensor.ExpandShapeOp{}.Kind():   reshape,
	tensor.ReshapeOp{}.Kind():       reshape,
	tensor.CastOp{}.Kind():          reshape,
}

func reshape(op *ir.Operation) ([]Move, *ir.Diagnostic) {
	return []Move{{Kind: Reshape, Sources: op.OperandList()[:1]}}, nil
}

func splat(op *ir.Operation, v *ir.Value) ([]Move, *ir.Diagnostic) {
	value, d := ScalarOf(op, v)
	return []Move{{Kind: Splat, Value: value}}, d
}

// ScalarOf returns the number that a value of a function is. The error is about op, which uses it.
func ScalarOf(op *ir.Operation, v *ir.Value) (ir.Attribute, *ir.Diagnostic) {
	if by := v.DefiningOp(); by != nil {
		if a := ir.ConstantOf(by); a != nil {
			return a, nil
		}
	}
	return nil, op.Errorf("uses a scalar that is no constant").WithCode("tensors.scalar").
		HintNote(op.Loc(), "make the scalar a tensor of one element")
}

// staticLists requires numbers to be known.
func staticLists(op *ir.Operation, lists ...[]int64) *ir.Diagnostic {
	for _, list := range lists {
		if slices.Contains(list, ir.Dynamic) {
			return op.Errorf("needs offsets, sizes and steps that are numbers").WithCode("tensors.shape")
		}
	}
	return nil
}

// ZeroOf returns the number 0 of a type, or nil if the type has no numbers.
func ZeroOf(t ir.Type) ir.Attribute {
	switch t := t.(type) {
	case *ir.FloatType:
		return t.Context().FloatAttrOf(t, 0)
	case *ir.IntegerType, *ir.IndexType:
		return t.Context().Int(t, 0)
	}
	return nil
}
