package poplar

import (
	"optc/dialect/poplar/target"
	"optc/ir"
)

// Place is a place in an allocation: its tile, its name, and bytes from its start.
type Place struct {
	Tile   int
	Alloc  string
	Offset int64
}

// tiled is the tile of an operation that is about one.
func tiled(op *ir.Operation) int { return int(intAttr(op, "tile")) }

type tileKind struct{ ir.Kind }

func (tileKind) Tile(op *ir.Operation) int { return tiled(op) }

// Build describes a tile with nothing in its memory.
func (k tileKind) Build(b ir.OpBuilder, tile int) *ir.Operation {
	return build(b, k.Kind, nil, i64(b, "tile", int64(tile)))
}

type allocKind struct{ ir.Kind }

func (allocKind) Name(op *ir.Operation) string     { return strAttr(op, nameAttr) }
func (allocKind) Size(op *ir.Operation) uint64     { return uint64(intAttr(op, "size")) }
func (allocKind) Align(op *ir.Operation) uint64    { return uint64(intAttr(op, "align")) }
func (allocKind) KindAttr(op *ir.Operation) string { return strAttr(op, "kind") }
func (allocKind) Address(op *ir.Operation) (addr uint64, given bool) {
	n, given := optionalInt(op, "address")
	return uint64(n), given
}
func (allocKind) Region(op *ir.Operation) (region int, given bool) {
	n, given := optionalInt(op, "region")
	return int(n), given
}

// Lo and Hi are the range of addresses, 0 for all of memory.
func (allocKind) Lo(op *ir.Operation) uint64 { return uint64(intAttr(op, "lo")) }
func (allocKind) Hi(op *ir.Operation) uint64 { return uint64(intAttr(op, "hi")) }

// SetAddress places the allocation.
func (allocKind) SetAddress(rw *ir.Rewriter, op *ir.Operation, addr uint64) {
	setInt(rw, op, "address", int64(addr))
}

// Demands are what an allocation may demand of its address.
type Demands struct {
	Address    uint64
	HasAddress bool
	Region     int
	HasRegion  bool
	Range      target.Range // zero for all of memory
}

// Build makes an allocation of a tile; sizes and alignments are in bytes.
func (k allocKind) Build(b ir.OpBuilder, name, kind string, size, align uint64, d Demands) *ir.Operation {
	attrs := []ir.NamedAttr{str(b, nameAttr, name), i64(b, "size", int64(size)), i64(b, "align", int64(align)), str(b, "kind", kind)}
	if d.HasAddress {
		attrs = append(attrs, i64(b, "address", int64(d.Address)))
	}
	if d.HasRegion {
		attrs = append(attrs, i64(b, "region", int64(d.Region)))
	}
	if d.Range != (target.Range{}) {
		attrs = append(attrs, i64(b, "lo", int64(d.Range.Lo)), i64(b, "hi", int64(d.Range.Hi)))
	}
	return build(b, k.Kind, nil, attrs...)
}

type apartKind struct{ ir.Kind }

func (apartKind) What(op *ir.Operation) string   { return strAttr(op, "what") }
func (apartKind) First(op *ir.Operation) string  { return strAttr(op, "first") }
func (apartKind) Second(op *ir.Operation) string { return strAttr(op, "second") }

// Build keeps two allocations apart; what is ApartElements or ApartRegions.
func (k apartKind) Build(b ir.OpBuilder, what, first, second string) *ir.Operation {
	return build(b, k.Kind, nil, str(b, "what", what), str(b, "first", first), str(b, "second", second))
}

type bytesKind struct{ ir.Kind }

func (bytesKind) Name(op *ir.Operation) string        { return strAttr(op, nameAttr) }
func (bytesKind) Value(op *ir.Operation) ir.Attribute { return op.Attr("value") }

// Build says what an allocation holds before the program runs. The bytes are shared.
func (k bytesKind) Build(b ir.OpBuilder, name string, data []byte) *ir.Operation {
	c := b.Context()
	t := ir.Tensor([]int64{int64(len(data))}, c.IntegerOf(8, ir.Unsigned), nil)
	return build(b, k.Kind, nil, str(b, nameAttr, name), ir.NamedAttr{Name: "value", Value: c.Dense(t, data)})
}

type storageKind struct{ ir.Kind }

func (storageKind) Name(op *ir.Operation) string        { return strAttr(op, nameAttr) }
func (storageKind) Constant(op *ir.Operation) bool      { return op.Attr("constant") != nil }
func (storageKind) Value(op *ir.Operation) ir.Attribute { return op.Attr("value") }
func (storageKind) Type(op *ir.Operation) *TensorType {
	return ir.Get[*ir.TypeAttr](op, "type").Value.(*TensorType)
}

// SetValue gives the variable another value before the program runs.
func (storageKind) SetValue(op *ir.Operation, value ir.Attribute) { op.SetAttr("value", value) }

// Build makes the storage of a variable without runs; value may be nil.
func (k storageKind) Build(b ir.OpBuilder, name string, t *TensorType, constant bool, value ir.Attribute) *ir.Operation {
	return build(b, k.Kind, nil, str(b, nameAttr, name), unit(b, "constant", constant),
		ir.NamedAttr{Name: "type", Value: ir.TypeAttrOf(t)}, ir.NamedAttr{Name: "value", Value: value})
}

type runKind struct{ ir.Kind }

func (runKind) Begin(op *ir.Operation) int64  { return intAttr(op, "begin") }
func (runKind) End(op *ir.Operation) int64    { return intAttr(op, "end") }
func (runKind) Tile(op *ir.Operation) int     { return tiled(op) }
func (runKind) Alloc(op *ir.Operation) string { return strAttr(op, "alloc") }
func (runKind) Offset(op *ir.Operation) int64 { return intAttr(op, "offset") }

// Build says that elements [begin, end) lie at a place.
func (k runKind) Build(b ir.OpBuilder, begin, end int64, at Place) *ir.Operation {
	return build(b, k.Kind, nil, i64(b, "begin", begin), i64(b, "end", end),
		i64(b, "tile", int64(at.Tile)), str(b, "alloc", at.Alloc), i64(b, "offset", at.Offset))
}

type stateKind struct{ ir.Kind }

func (stateKind) ID(op *ir.Operation) int        { return int(intAttr(op, "id")) }
func (stateKind) Vertex(op *ir.Operation) string { return symbolOf(op, "vertex") }
func (stateKind) Tile(op *ir.Operation) int      { return tiled(op) }
func (stateKind) Alloc(op *ir.Operation) string  { return strAttr(op, "alloc") }

// Build makes a vertex whose state is an allocation, without its fields.
func (k stateKind) Build(b ir.OpBuilder, id int, vertex string, tile int, alloc string) *ir.Operation {
	return build(b, k.Kind, nil, i64(b, "id", int64(id)), symbol(b, "vertex", vertex), i64(b, "tile", int64(tile)), str(b, "alloc", alloc))
}

type referKind struct{ ir.Kind }

func (referKind) Field(op *ir.Operation) string { return symbolOf(op, "field") }

// Plain returns the bits of the elements of a plain field.
func (referKind) Plain(op *ir.Operation) []int64 { return intsAttr(op, "plain") }

// Through returns the allocation of the table or delta array, "" without one.
func (referKind) Through(op *ir.Operation) string { return strAttr(op, "through") }

// Allocs, Offsets and Counts are of one length.
func (referKind) Allocs(op *ir.Operation) []string { return stringsAttr(op, "allocs") }
func (referKind) Offsets(op *ir.Operation) []int64 { return intsAttr(op, "offsets") }
func (referKind) Counts(op *ir.Operation) []int64  { return intsAttr(op, "counts") }

// Referred is Count elements that a field refers to, Offset bytes from the start of
// an allocation on the tile of the vertex on. A Count of 0 refers to nothing.
type Referred struct {
	Alloc         string
	Offset, Count int64
}

// Build says what a field holds or refers to: plain, through and to may each be empty.
func (k referKind) Build(b ir.OpBuilder, field string, plain []int64, through string, to []Referred) *ir.Operation {
	c := b.Context()
	attrs := []ir.NamedAttr{symbol(b, "field", field)}
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
	return build(b, k.Kind, nil, attrs...)
}

// When poplar.moves happen.
const (
	MovesBefore = "before"
	MovesAfter  = "after"
)

type movesKind struct{ ir.Kind }

func (movesKind) When(op *ir.Operation) string { return strAttr(op, "when") }
func (movesKind) Set(op *ir.Operation) string  { return symbolOf(op, "set") }

// Build makes copies around a compute set; when is MovesBefore or MovesAfter.
func (k movesKind) Build(b ir.OpBuilder, when, set string) *ir.Operation {
	return build(b, k.Kind, nil, str(b, "when", when), symbol(b, "set", set))
}

type moveKind struct{ ir.Kind }

func (moveKind) SrcTile(op *ir.Operation) int     { return int(intAttr(op, "src_tile")) }
func (moveKind) Src(op *ir.Operation) string      { return strAttr(op, "src") }
func (moveKind) SrcOffset(op *ir.Operation) int64 { return intAttr(op, "src_offset") }
func (moveKind) DstTile(op *ir.Operation) int     { return int(intAttr(op, "dst_tile")) }
func (moveKind) Dst(op *ir.Operation) string      { return strAttr(op, "dst") }
func (moveKind) DstOffset(op *ir.Operation) int64 { return intAttr(op, "dst_offset") }
func (moveKind) Bytes(op *ir.Operation) int64     { return intAttr(op, "bytes") }

// Pieces says how often a move copies its bytes, and how far its pieces are apart.
type Pieces struct{ Count, SrcStep, DstStep int64 }

func (moveKind) Count(op *ir.Operation) int64   { return ir.IntOr(op.Attr("count"), 1) }
func (moveKind) SrcStep(op *ir.Operation) int64 { return intAttr(op, "src_step") }
func (moveKind) DstStep(op *ir.Operation) int64 { return intAttr(op, "dst_step") }

// Build copies pieces of consecutive bytes, or one piece if the count is 1.
func (k moveKind) Build(b ir.OpBuilder, src, dst Place, bytes int64, pieces Pieces) *ir.Operation {
	attrs := []ir.NamedAttr{
		i64(b, "src_tile", int64(src.Tile)), str(b, "src", src.Alloc), i64(b, "src_offset", src.Offset),
		i64(b, "dst_tile", int64(dst.Tile)), str(b, "dst", dst.Alloc), i64(b, "dst_offset", dst.Offset),
		i64(b, "bytes", bytes),
	}
	if pieces.Count > 1 {
		attrs = append(attrs, i64(b, "count", pieces.Count), i64(b, "src_step", pieces.SrcStep), i64(b, "dst_step", pieces.DstStep))
	}
	return build(b, k.Kind, nil, attrs...)
}

type exchangeElementsKind struct{ ir.Kind }

// Elements are elements of a variable in an order: loops from slow to fast, whose indices
// times their steps are added to the first element.
type Elements struct {
	Variable      string
	First         int64
	Counts, Steps []int64 // of the loops
}

func elementsOf(op *ir.Operation, side string) Elements {
	counts, _ := ir.ReadInt64s(op.Attr(side + "_counts"))
	steps, _ := ir.ReadInt64s(op.Attr(side + "_steps"))
	return Elements{strAttr(op, side), intAttr(op, side+"_first"), counts, steps}
}

func (exchangeElementsKind) Src(op *ir.Operation) Elements { return elementsOf(op, "src") }
func (exchangeElementsKind) Dst(op *ir.Operation) Elements { return elementsOf(op, "dst") }

// Build copies elements of a variable to elements of another one.
func (k exchangeElementsKind) Build(b ir.OpBuilder, source, destination Elements) *ir.Operation {
	c := b.Context()
	var attrs []ir.NamedAttr
	side := func(name string, e Elements) {
		attrs = append(attrs, str(b, name, e.Variable), i64(b, name+"_first", e.First),
			ir.NamedAttr{Name: name + "_counts", Value: c.DenseI64Array(e.Counts)}, ir.NamedAttr{Name: name + "_steps", Value: c.DenseI64Array(e.Steps)})
	}
	side("src", source)
	side("dst", destination)
	return build(b, k.Kind, nil, attrs...)
}
