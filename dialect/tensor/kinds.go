package tensor

import (
	"slices"

	"optc/dialect/view"
	"optc/ir"
)

// The operations; see ir.Kind.
var (
	Bitcast             = view.CastKind{OldKind: "tensor.bitcast"}
	Cast                = view.CastKind{OldKind: "tensor.cast"}
	CollapseShape       = view.Collapse("tensor.collapse_shape")
	Concat              = concatKind{"tensor.concat"}
	Dim                 = view.DimKind{OldKind: "tensor.dim"}
	Empty               = emptyKind{"tensor.empty"}
	ExpandShape         = view.Expand("tensor.expand_shape")
	Extract             = extractKind{"tensor.extract"}
	ExtractSlice        = view.SliceKind{OldKind: "tensor.extract_slice", Slice: view.SliceFrom(1)}
	FromElements        = fromElementsKind{"tensor.from_elements"}
	Gather              = gatherKind{"tensor.gather"}
	Generate            = generateKind{"tensor.generate"}
	Insert              = insertKind{"tensor.insert"}
	InsertSlice         = insertSliceKind{parallelInsertKind{OldKind: "tensor.insert_slice", Slice: view.SliceFrom(2)}}
	Pad                 = padKind{"tensor.pad", view.List{Attr: "static_low", Group: 1, Word: "low"}, view.List{Attr: "static_high", Group: 2, Word: "high"}}
	ParallelInsertSlice = parallelInsertKind{OldKind: "tensor.parallel_insert_slice", Slice: view.SliceFrom(2)}
	Rank                = rankKind{"tensor.rank"}
	Reshape             = view.ReshapeKind{OldKind: "tensor.reshape"}
	Scatter             = scatterKind{"tensor.scatter"}
	Splat               = splatKind{"tensor.splat"}
	Yield               = yieldKind{"tensor.yield"}
)

type concatKind struct{ ir.OldKind }

func (concatKind) Inputs(op *ir.Operation) []*ir.Value { return op.OperandGroup(0) }
func (concatKind) Result(op *ir.Operation) *ir.Value   { return op.Result(0) }

// Dim returns the dimension along which the inputs are joined.
func (concatKind) Dim(op *ir.Operation) int64 { return ir.IntOr(op.Attr(concatDim), 0) }

// Build concatenates tensors to a tensor of type t.
func (k concatKind) Build(b ir.OpBuilder, t ir.Type, dim int64, inputs []*ir.Value) *ir.Value {
	st := &ir.OpState{Def: b.Context().MustOpDef(k.Kind()), Operands: inputs, ResultTypes: []ir.Type{t}}
	st.SetProp(concatDim, b.Context().I64Attr(dim))
	return k.CreateValue(b, st)
}

const concatDim = "dim"

type emptyKind struct{ ir.OldKind }

func (emptyKind) DynamicSizes(op *ir.Operation) []*ir.Value { return op.OperandGroup(0) }
func (emptyKind) Result(op *ir.Operation) *ir.Value         { return op.Result(0) }

// Build makes a tensor with unspecified elements; sizes are its unknown extents.
func (k emptyKind) Build(b ir.OpBuilder, t ir.Type, sizes []*ir.Value) *ir.Value {
	return k.CreateValue(b, &ir.OpState{Operands: sizes, ResultTypes: []ir.Type{t}})
}

type extractKind struct{ ir.OldKind }

func (extractKind) Tensor(op *ir.Operation) *ir.Value    { return op.Operand(0) }
func (extractKind) Indices(op *ir.Operation) []*ir.Value { return op.OperandGroup(1) }
func (extractKind) Result(op *ir.Operation) *ir.Value    { return op.Result(0) }

// Build reads an element.
func (k extractKind) Build(b ir.OpBuilder, tensor *ir.Value, indices ...*ir.Value) *ir.Value {
	return k.CreateValue(b, &ir.OpState{Operands: append([]*ir.Value{tensor}, indices...), ResultTypes: []ir.Type{typeOf(tensor).Elem}})
}

type fromElementsKind struct{ ir.OldKind }

func (fromElementsKind) Elements(op *ir.Operation) []*ir.Value { return op.OperandGroup(0) }

// Element returns element i in row-major order.
func (fromElementsKind) Element(op *ir.Operation, i int64) *ir.Value { return op.Operand(int(i)) }

func (fromElementsKind) Result(op *ir.Operation) *ir.Value { return op.Result(0) }

// Build makes a tensor from its elements in row-major order.
func (k fromElementsKind) Build(b ir.OpBuilder, t ir.Type, elements []*ir.Value) *ir.Value {
	return k.CreateValue(b, &ir.OpState{Operands: elements, ResultTypes: []ir.Type{t}})
}

type gatherKind struct{ ir.OldKind }

func (gatherKind) Source(op *ir.Operation) *ir.Value  { return op.Operand(0) }
func (gatherKind) Indices(op *ir.Operation) *ir.Value { return op.Operand(1) }
func (gatherKind) Result(op *ir.Operation) *ir.Value  { return op.Result(0) }

// GatherDims returns the dimensions of the source that the coordinates are of.
func (gatherKind) GatherDims(op *ir.Operation) []int64 {
	dims, _ := ir.Int64s(op.Attr("gather_dims"))
	return dims
}

type generateKind struct{ ir.OldKind }

func (generateKind) DynamicExtents(op *ir.Operation) []*ir.Value { return op.OperandGroup(0) }
func (generateKind) Body(op *ir.Operation) *ir.Region            { return op.Region(0) }
func (generateKind) Result(op *ir.Operation) *ir.Value           { return op.Result(0) }

// Build makes a tensor from a region, which computes an element from its indices; the
// region is moved into the operation.
func (generateKind) Build(b ir.OpBuilder, t ir.Type, extents []*ir.Value, body *ir.Region) *ir.Value {
	return NewGenerate(b, t, extents, body).Result()
}

type insertKind struct{ ir.OldKind }

func (insertKind) Scalar(op *ir.Operation) *ir.Value    { return op.Operand(0) }
func (insertKind) Dest(op *ir.Operation) *ir.Value      { return op.Operand(1) }
func (insertKind) Indices(op *ir.Operation) []*ir.Value { return op.OperandGroup(2) }

// parallelInsertKind is the kind of the insertions of slices.
type parallelInsertKind struct {
	ir.OldKind
	view.Slice
}

func (parallelInsertKind) Source(op *ir.Operation) *ir.Value            { return op.Operand(0) }
func (parallelInsertKind) SourceMutable(op *ir.Operation) *ir.OpOperand { return op.OpOperand(0) }
func (parallelInsertKind) Dest(op *ir.Operation) *ir.Value              { return op.Operand(1) }
func (parallelInsertKind) DestMutable(op *ir.Operation) *ir.OpOperand   { return op.OpOperand(1) }

// Build inserts source into a slice of dest.
func (k parallelInsertKind) Build(b ir.OpBuilder, source, dest *ir.Value, m view.Mixed) *ir.Operation {
	st := &ir.OpState{Def: b.Context().MustOpDef(k.Kind()), Operands: []*ir.Value{source, dest}}
	k.SetLists(b.Context(), st, m)
	return k.Create(b, st)
}

type insertSliceKind struct{ parallelInsertKind }

func (insertSliceKind) Result(op *ir.Operation) *ir.Value { return op.Result(0) }

// Build inserts source into a slice of dest.
func (k insertSliceKind) Build(b ir.OpBuilder, source, dest *ir.Value, m view.Mixed) *ir.Value {
	return k.Result(k.parallelInsertKind.Build(b, source, dest, m))
}

type padKind struct {
	ir.OldKind
	Low, High view.List // elements added before and after each dimension
}

func (padKind) Source(op *ir.Operation) *ir.Value            { return op.Operand(0) }
func (padKind) SourceMutable(op *ir.Operation) *ir.OpOperand { return op.OpOperand(0) }
func (padKind) Result(op *ir.Operation) *ir.Value            { return op.Result(0) }
func (padKind) Region(op *ir.Operation) *ir.Region           { return op.Region(0) }

// Nofold reports whether the operation must be kept even if it adds no elements.
func (padKind) Nofold(op *ir.Operation) bool { return op.Attr(nofold) != nil }

// BuildLike makes a pad of source that has the nofold of op, and takes over op's region.
func (k padKind) BuildLike(b ir.OpBuilder, op *ir.Operation, t ir.Type, source *ir.Value, low, high []ir.Mixed) *ir.Value {
	c := b.Context()
	staticLow, lows := ir.SplitMixed(low)
	staticHigh, highs := ir.SplitMixed(high)
	st := &ir.OpState{Def: op.Def(), ResultTypes: []ir.Type{t}, Operands: slices.Concat([]*ir.Value{source}, lows, highs)}
	st.SetProp(k.Low.Attr, c.DenseI64Array(staticLow))
	st.SetProp(k.High.Attr, c.DenseI64Array(staticHigh))
	if k.Nofold(op) {
		st.SetProp(nofold, c.Unit())
	}
	st.SetSegments(c, 1, len(lows), len(highs))
	n := k.Create(b, st)
	k.Region(n).TakeBody(k.Region(op))
	return k.Result(n)
}

const nofold = "nofold"

type rankKind struct{ ir.OldKind }

func (rankKind) Tensor(op *ir.Operation) *ir.Value { return op.Operand(0) }

type scatterKind struct{ ir.OldKind }

func (scatterKind) Source(op *ir.Operation) *ir.Value  { return op.Operand(0) }
func (scatterKind) Dest(op *ir.Operation) *ir.Value    { return op.Operand(1) }
func (scatterKind) Indices(op *ir.Operation) *ir.Value { return op.Operand(2) }
func (scatterKind) Unique(op *ir.Operation) bool       { return op.Attr("unique") != nil }

// ScatterDims returns the dimensions of dest that the coordinates are of.
func (scatterKind) ScatterDims(op *ir.Operation) []int64 {
	dims, _ := ir.Int64s(op.Attr("scatter_dims"))
	return dims
}

type splatKind struct{ ir.OldKind }

func (splatKind) Input(op *ir.Operation) *ir.Value          { return op.Operand(0) }
func (splatKind) DynamicSizes(op *ir.Operation) []*ir.Value { return op.OperandGroup(1) }
func (splatKind) Aggregate(op *ir.Operation) *ir.Value      { return op.Result(0) }

// Build makes a tensor of static shape whose elements are all the same value.
func (k splatKind) Build(b ir.OpBuilder, t ir.Type, input *ir.Value) *ir.Value {
	return k.CreateValue(b, &ir.OpState{Operands: []*ir.Value{input}, ResultTypes: []ir.Type{t}})
}

type yieldKind struct{ ir.OldKind }

func (yieldKind) Value(op *ir.Operation) *ir.Value { return op.Operand(0) }
