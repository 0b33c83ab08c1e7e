package tensor

import (
	"optc/dialect/arith"
	"optc/dialect/internal/view"
	"optc/ir"
)

// NewGenerate makes a tensor from a region, which computes an element from its indices;
// the region is moved into the operation.
func NewGenerate(b ir.OpBuilder, t ir.Type, extents []*ir.Value, body *ir.Region) GenerateOp {
	op := ir.Build[GenerateOp](b, &ir.OpState{Operands: extents, ResultTypes: []ir.Type{t}})
	op.Body().TakeBody(body)
	return op
}

// ReplaceByCast replaces an operation by a cast of a value to the type of its result. The
// cast is inserted at the insertion point.
func ReplaceByCast(rw *ir.Rewriter, op *ir.Operation, v *ir.Value) {
	rw.Replace(op, NewCast(rw, op.Result(0).Type(), v).Dest())
}

// ConstantIndex returns the number of the dimension if that is known.
func (op DimOp) ConstantIndex() (i int64, ok bool) { return ir.Mixed{Value: op.Index()}.Constant() }

// Lists returns the offsets, sizes and strides.
func (op ExtractSliceOp) Lists() ir.MixedSlice {
	return ir.MixedSlice{Offsets: op.MixedOffsets(), Sizes: op.MixedSizes(), Strides: op.MixedStrides()}
}

// Lists returns the offsets, sizes and strides.
func (op InsertSliceOp) Lists() ir.MixedSlice {
	return ir.MixedSlice{Offsets: op.MixedOffsets(), Sizes: op.MixedSizes(), Strides: op.MixedStrides()}
}

// Lists returns the offsets, sizes and strides.
func (op ParallelInsertSliceOp) Lists() ir.MixedSlice {
	return ir.MixedSlice{Offsets: op.MixedOffsets(), Sizes: op.MixedSizes(), Strides: op.MixedStrides()}
}

// Element returns element i in row-major order.
func (op FromElementsOp) Element(i int64) *ir.Value { return op.Operation().Operand(int(i)) }

// DroppedDims returns which dimensions of extent 1 the result does not have.
func (op ExtractSliceOp) DroppedDims() []bool {
	dropped, _ := view.DroppedDims(op.StaticSizes(), typeOf(op.Result()).Dims, false)
	return dropped
}

// Extent returns extent d of a tensor: the value that defines it if that is known, and otherwise the result of a tensor.dim.
func Extent(rw *ir.Rewriter, v *ir.Value, d int) *ir.Value {
	f, at := rw.OrFold(), arith.ConstantIndex(rw, int64(d))
	return f.Value(NewDim(f, v, at))
}

// MixedSizes returns the extents of a tensor: static extents as constants, the others as the values that Extent returns.
func MixedSizes(rw *ir.Rewriter, v *ir.Value) []ir.Mixed {
	sizes := make([]ir.Mixed, len(typeOf(v).Dims))
	for d, n := range typeOf(v).Dims {
		if sizes[d].Const = n; n == ir.Dynamic {
			sizes[d] = ir.Mixed{Value: Extent(rw, v, d)}
		}
	}
	return sizes
}

// EmptyOf makes a tensor without contents from its extents.
func EmptyOf(b ir.OpBuilder, sizes []ir.Mixed, elem ir.Type, encoding ir.Attribute) *ir.Value {
	static, values := ir.SplitMixed(sizes)
	return NewEmpty(b, ir.Tensor(static, elem, encoding), values).Result()
}
