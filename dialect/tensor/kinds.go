package tensor

import (
	"slices"

	"optc/dialect/view"
	"optc/ir"
)

// The operations; see ir.Kind.
var (
	Cast                = view.CastKind{OldKind: "tensor.cast"}
	CollapseShape       = view.Collapse("tensor.collapse_shape")
	ExpandShape         = view.Expand("tensor.expand_shape")
	ExtractSlice        = view.SliceKind{OldKind: "tensor.extract_slice", Slice: view.SliceFrom(1)}
	InsertSlice         = insertSliceKind{parallelInsertKind{OldKind: "tensor.insert_slice", Slice: view.SliceFrom(2)}}
	Pad                 = padKind{"tensor.pad", view.List{Attr: "static_low", Group: 1, Word: "low"}, view.List{Attr: "static_high", Group: 2, Word: "high"}}
	ParallelInsertSlice = parallelInsertKind{OldKind: "tensor.parallel_insert_slice", Slice: view.SliceFrom(2)}
	Splat               = splatKind{"tensor.splat"}
)

const concatDim = "dim"

// parallelInsertKind is the kind of the insertions of slices.
type parallelInsertKind struct {
	ir.OldKind
	view.Slice
}

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

func (padKind) Result(op *ir.Operation) *ir.Value  { return op.Result(0) }
func (padKind) Region(op *ir.Operation) *ir.Region { return op.Region(0) }

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

type splatKind struct{ ir.OldKind }

// Build makes a tensor of static shape whose elements are all the same value.
func (k splatKind) Build(b ir.OpBuilder, t ir.Type, input *ir.Value) *ir.Value {
	return k.CreateValue(b, &ir.OpState{Operands: []*ir.Value{input}, ResultTypes: []ir.Type{t}})
}
