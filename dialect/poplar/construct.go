package poplar

import (
	"sync"

	"optc/dialect/poplar/target"
	"optc/dialect/poplar/vertex"
	"optc/ir"
	"optc/ir/affine"
)

// construct builds an operation of attributes.
func construct[T interface {
	~struct{ ir.Op }
	ir.TypedOp
}](b ir.OpBuilder, attrs ...ir.NamedAttr) T {
	room := props.Get().(*[]ir.Attribute)
	st := &ir.OpState{Def: ir.DefOf[T](b.Context()), Props: (*room)[:0]}
	for _, a := range attrs {
		st.SetProp(a.Name, a.Value)
	}
	op := ir.Build[T](b, st)
	clear(st.Props)
	*room = st.Props
	props.Put(room)
	return op
}

// props holds lists for the attributes of operations that are built. A lowered program has
// several operations for each vertex.
var props = sync.Pool{New: func() any { return &[]ir.Attribute{} }}

// NewDeclaredFunction builds a poplar.function whose stack is not known.
func NewDeclaredFunction(b ir.OpBuilder, symName string, external bool) FunctionOp {
	f := ir.Build[FunctionOp](b, &ir.OpState{Props: []ir.Attribute{b.Context().Str(symName)}})
	f.SetExternal(external)
	return f
}

// NewWrapper declares the entry point of a compiled vertex that calls compute.
func NewWrapper(b ir.OpBuilder, name string, ownStack int64, compute string, kind vertex.CodeletKind) FunctionOp {
	op := NewFunction(b, name, ownStack)
	c := b.Context()
	op.SetCalls(c.Array([]ir.Attribute{c.SymbolRef(compute)}))
	op.SetWrapper(wrapperKinds[kind-vertex.Worker])
	return op
}

// NewSlice builds poplar.slice.
func NewSlice(b ir.OpBuilder, source *ir.Value, begin, end, dim int64) SliceOp {
	st := &ir.OpState{Def: ir.DefOf[SliceOp](b.Context()), Operands: []*ir.Value{source}}
	for _, a := range []ir.NamedAttr{i64(b, "begin", begin), i64(b, "end", end), i64(b, "dim", dim)} {
		st.SetProp(a.Name, a.Value)
	}
	return ir.Build[SliceOp](b, st)
}

// NewTileMapping puts the elements of a view on a tile.
func NewTileMapping(b ir.OpBuilder, t *ir.Value, tile int) SetTileMappingOp {
	st := &ir.OpState{Def: ir.DefOf[SetTileMappingOp](b.Context()), Operands: []*ir.Value{t}}
	st.SetProp("tile", b.Context().I64Attr(int64(tile)))
	return ir.Build[SetTileMappingOp](b, st)
}

// NewMapping puts the elements of a view on tiles.
func NewMapping(b ir.OpBuilder, t *ir.Value, m *MappingAttr) SetTileMappingOp {
	st := &ir.OpState{Def: ir.DefOf[SetTileMappingOp](b.Context()), Operands: []*ir.Value{t}}
	st.SetProp("mapping", m)
	return ir.Build[SetTileMappingOp](b, st)
}

// Demands are requirements that an allocation may have for its address.
type Demands struct {
	Address    uint64
	HasAddress bool
	Region     int
	HasRegion  bool
	Range      target.Range // zero for all of memory
}

// NewAlloc makes an allocation of a tile; sizes and alignments are in bytes.
func NewAlloc(b ir.OpBuilder, name, kind string, size, align uint64, d Demands) AllocOp {
	attrs := append(make([]ir.NamedAttr, 0, 8), str(b, nameAttr, name), i64(b, "size", int64(size)), i64(b, "align", int64(align)), str(b, "kind", kind))
	if d.HasAddress {
		attrs = append(attrs, i64(b, "address", int64(d.Address)))
	}
	if d.HasRegion {
		attrs = append(attrs, i64(b, "region", int64(d.Region)))
	}
	if d.Range != (target.Range{}) {
		attrs = append(attrs, i64(b, "lo", int64(d.Range.Lo)), i64(b, "hi", int64(d.Range.Hi)))
	}
	return construct[AllocOp](b, attrs...)
}

// NewBytes sets the contents of an allocation at the start of the program. The bytes are
// shared with the caller.
func NewBytes(b ir.OpBuilder, name string, data []byte) BytesOp {
	c := b.Context()
	t := ir.Tensor([]int64{int64(len(data))}, c.IntegerOf(8, ir.Unsigned), nil)
	return construct[BytesOp](b, str(b, nameAttr, name), ir.NamedAttr{Name: "value", Value: c.Dense(t, data)})
}

// AllocPlace is a place in an allocation: its tile, its name, and bytes from its start.
type AllocPlace struct {
	Tile   int
	Alloc  string
	Offset int64
}

// NewRun places elements [begin, end).
func NewRun(b ir.OpBuilder, begin, end int64, at AllocPlace) RunOp {
	return construct[RunOp](b, i64(b, "begin", begin), i64(b, "end", end),
		i64(b, "tile", int64(at.Tile)), str(b, "alloc", at.Alloc), i64(b, "offset", at.Offset))
}

// Referred describes the Count elements that a field refers to; they begin Offset bytes after the
// start of an allocation on the vertex's tile. If Count is 0, the field refers to nothing.
type Referred struct {
	Alloc         string
	Offset, Count int64
}

// NewRefer sets the contents of a field: plain values, or references; plain, through and
// to may each be empty.
func NewRefer(b ir.OpBuilder, field string, plain []int64, through string, to []Referred) ReferOp {
	c := b.Context()
	attrs := append(make([]ir.NamedAttr, 0, 6), symbol(b, "field", field))
	if plain != nil {
		attrs = append(attrs, ir.NamedAttr{Name: "plain", Value: c.DenseI64Array(plain)})
	}
	if through != "" {
		attrs = append(attrs, str(b, "through", through))
	}
	if n := len(to); n > 0 {
		allocs, offsets, counts := make([]ir.Attribute, n), make([]int64, n), make([]int64, n)
		for i, x := range to {
			allocs[i], offsets[i], counts[i] = c.Str(x.Alloc), x.Offset, x.Count
		}
		attrs = append(attrs, ir.NamedAttr{Name: "allocs", Value: c.Array(allocs)},
			ir.NamedAttr{Name: "offsets", Value: c.DenseI64Array(offsets)}, ir.NamedAttr{Name: "counts", Value: c.DenseI64Array(counts)})
	}
	return construct[ReferOp](b, attrs...)
}

// Pieces specifies how many pieces a move copies, and the distances between pieces.
type Pieces struct{ Count, SrcStep, DstStep int64 }

// NewMove copies pieces of consecutive bytes, or one piece if the count is 1.
func NewMove(b ir.OpBuilder, src, dst AllocPlace, bytes int64, pieces Pieces) MoveOp {
	attrs := append(make([]ir.NamedAttr, 0, 10),
		i64(b, "src_tile", int64(src.Tile)), str(b, "src", src.Alloc), i64(b, "src_offset", src.Offset),
		i64(b, "dst_tile", int64(dst.Tile)), str(b, "dst", dst.Alloc), i64(b, "dst_offset", dst.Offset),
		i64(b, "bytes", bytes),
	)
	if pieces.Count > 1 {
		attrs = append(attrs, i64(b, "count", pieces.Count), i64(b, "src_step", pieces.SrcStep), i64(b, "dst_step", pieces.DstStep))
	}
	return construct[MoveOp](b, attrs...)
}

// Elements is a sequence of elements of a variable: loops from slow to fast, whose
// indices times their steps are added to the first element.
type Elements struct {
	Variable      string
	First         int64
	Counts, Steps []int64 // counts and steps of the loops
}

// elementsOf reads the elements of one side of poplar.exchange_elements.
func elementsOf(op *ir.Operation, side string) Elements {
	counts, _ := ir.ReadInt64s(op.Attr(side + "_counts"))
	steps, _ := ir.ReadInt64s(op.Attr(side + "_steps"))
	return Elements{Variable: strAttr(op, side), First: intAttr(op, side+"_first"), Counts: counts, Steps: steps}
}

// NewExchangeElements copies elements of a variable to elements of another variable.
func NewExchangeElements(b ir.OpBuilder, source, destination Elements) ExchangeElementsOp {
	c := b.Context()
	var attrs []ir.NamedAttr
	side := func(name string, e Elements) {
		attrs = append(attrs, str(b, name, e.Variable), i64(b, name+"_first", e.First),
			ir.NamedAttr{Name: name + "_counts", Value: c.DenseI64Array(e.Counts)}, ir.NamedAttr{Name: name + "_steps", Value: c.DenseI64Array(e.Steps)})
	}
	side("src", source)
	side("dst", destination)
	return construct[ExchangeElementsOp](b, attrs...)
}

// SourceElements returns the elements that are read.
func (op ExchangeElementsOp) SourceElements() Elements { return elementsOf(op.Operation(), "src") }

// DestinationElements returns the elements that are written.
func (op ExchangeElementsOp) DestinationElements() Elements { return elementsOf(op.Operation(), "dst") }

// Source returns the elements that are copied.
func (op ExchangeElementsOp) Source() Elements {
	return Elements{Variable: op.Src(), First: op.SrcFirst(), Counts: op.SrcCounts(), Steps: op.SrcSteps()}
}

// Destination returns the elements that are written.
func (op ExchangeElementsOp) Destination() Elements {
	return Elements{Variable: op.Dst(), First: op.DstFirst(), Counts: op.DstCounts(), Steps: op.DstSteps()}
}

// Attributes of an operation to be built.

func i64(b ir.OpBuilder, name string, n int64) ir.NamedAttr {
	return ir.NamedAttr{Name: name, Value: b.Context().I64Attr(n)}
}

func str(b ir.OpBuilder, name, s string) ir.NamedAttr {
	return ir.NamedAttr{Name: name, Value: b.Context().Str(s)}
}

func symbol(b ir.OpBuilder, name, s string) ir.NamedAttr {
	return ir.NamedAttr{Name: name, Value: b.Context().SymbolRef(s)}
}

// NewSliceAt builds poplar.slice with bounds that are maps of indices of loops. Every index is used.
func NewSliceAt(b ir.OpBuilder, source *ir.Value, indices []*ir.Value, begin, end affine.Map, dim int64) SliceOp {
	c := b.Context()
	st := &ir.OpState{Def: ir.DefOf[SliceOp](c), Operands: append([]*ir.Value{source}, indices...)}
	for _, a := range []ir.NamedAttr{{Name: "begin", Value: numberAttrOf(c, begin)}, {Name: "end", Value: numberAttrOf(c, end)}, i64(b, "dim", dim)} {
		st.SetProp(a.Name, a.Value)
	}
	return ir.Build[SliceOp](b, st)
}

// NewTileMappingAt puts the elements of a view on the tile that a map of indices of loops gives. Every
// index is used.
func NewTileMappingAt(b ir.OpBuilder, t *ir.Value, indices []*ir.Value, tile affine.Map) SetTileMappingOp {
	c := b.Context()
	st := &ir.OpState{Def: ir.DefOf[SetTileMappingOp](c), Operands: append([]*ir.Value{t}, indices...)}
	st.SetProp("tile", numberAttrOf(c, tile))
	return ir.Build[SetTileMappingOp](b, st)
}

// NewFor builds poplar.for over [lower, upper) without operations in its body.
func NewFor(b ir.OpBuilder, lower, upper int64) ForOp {
	op := construct[ForOp](b, i64(b, "lower", lower), i64(b, "upper", upper))
	op.Operation().Region(0).Append(&ir.Block{})
	op.Operation().Body().AddArg(b.Context().Index(), op.Operation().Loc())
	return op
}

// NumberOfMap returns the attribute of a number that may depend on loop indices: an integer if the
// map is constant.
func NumberOfMap(c *ir.Context, m affine.Map) ir.Attribute { return numberAttrOf(c, m) }
