package poplar

import (
	"optc/ir"
)

// AllocPlace is a place in an allocation: its tile, its name, and bytes from its start.
type AllocPlace struct {
	Tile   int
	Alloc  string
	Offset int64
}

// tiled is the tile of an operation that belongs to a tile.
func tiled(op *ir.Operation) int { return int(intAttr(op, "tile")) }

type tileKind struct{ ir.OldKind }

func (tileKind) Tile(op *ir.Operation) int { return tiled(op) }

// Build makes the description of a tile without contents.
func (k tileKind) Build(b ir.OpBuilder, tile int) *ir.Operation {
	return build(b, k.Kind(), nil, i64(b, "tile", int64(tile)))
}

type allocKind struct{ ir.OldKind }

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

// Build makes an allocation of a tile; sizes and alignments are in bytes.
func (allocKind) Build(b ir.OpBuilder, name, kind string, size, align uint64, d Demands) *ir.Operation {
	return NewAlloc(b, name, kind, size, align, d).Operation()
}

type apartKind struct{ ir.OldKind }

func (apartKind) What(op *ir.Operation) string   { return strAttr(op, "what") }
func (apartKind) First(op *ir.Operation) string  { return strAttr(op, "first") }
func (apartKind) Second(op *ir.Operation) string { return strAttr(op, "second") }

// Build keeps two allocations apart; what is ApartElements or ApartRegions.
func (k apartKind) Build(b ir.OpBuilder, what, first, second string) *ir.Operation {
	return build(b, k.Kind(), nil, str(b, "what", what), str(b, "first", first), str(b, "second", second))
}

type bytesKind struct{ ir.OldKind }

func (bytesKind) Name(op *ir.Operation) string        { return strAttr(op, nameAttr) }
func (bytesKind) Value(op *ir.Operation) ir.Attribute { return op.Attr("value") }

// Build sets the contents of an allocation at the start of the program. The bytes are
// shared with the caller.
func (bytesKind) Build(b ir.OpBuilder, name string, data []byte) *ir.Operation {
	return NewBytes(b, name, data).Operation()
}

type storageKind struct{ ir.OldKind }

func (storageKind) Name(op *ir.Operation) string        { return strAttr(op, nameAttr) }
func (storageKind) Constant(op *ir.Operation) bool      { return op.Attr("constant") != nil }
func (storageKind) Value(op *ir.Operation) ir.Attribute { return op.Attr("value") }
func (storageKind) Type(op *ir.Operation) *TensorType {
	return ir.Get[*ir.TypeAttr](op, "type").Value.(*TensorType)
}

// SetValue sets the value of the variable at the start of the program.
func (storageKind) SetValue(op *ir.Operation, value ir.Attribute) { op.SetAttr("value", value) }

// Build makes the storage of a variable without runs; value may be nil.
func (k storageKind) Build(b ir.OpBuilder, name string, t *TensorType, constant bool, value ir.Attribute) *ir.Operation {
	return build(b, k.Kind(), nil, str(b, nameAttr, name), unit(b, "constant", constant),
		ir.NamedAttr{Name: "type", Value: ir.TypeAttrOf(t)}, ir.NamedAttr{Name: "value", Value: value})
}

type runKind struct{ ir.OldKind }

func (runKind) Begin(op *ir.Operation) int64  { return intAttr(op, "begin") }
func (runKind) End(op *ir.Operation) int64    { return intAttr(op, "end") }
func (runKind) Tile(op *ir.Operation) int     { return tiled(op) }
func (runKind) Alloc(op *ir.Operation) string { return strAttr(op, "alloc") }
func (runKind) Offset(op *ir.Operation) int64 { return intAttr(op, "offset") }

// Build places elements [begin, end).
func (runKind) Build(b ir.OpBuilder, begin, end int64, at AllocPlace) *ir.Operation {
	return NewRun(b, begin, end, at).Operation()
}

type stateKind struct{ ir.OldKind }

func (stateKind) ID(op *ir.Operation) int        { return int(intAttr(op, "id")) }
func (stateKind) Vertex(op *ir.Operation) string { return symbolOf(op, "vertex") }
func (stateKind) Tile(op *ir.Operation) int      { return tiled(op) }
func (stateKind) Alloc(op *ir.Operation) string  { return strAttr(op, "alloc") }

// Build makes a vertex whose state is an allocation, without its fields.
func (k stateKind) Build(b ir.OpBuilder, id int, vertex string, tile int, alloc string) *ir.Operation {
	return build(b, k.Kind(), nil, i64(b, "id", int64(id)), symbol(b, "vertex", vertex), i64(b, "tile", int64(tile)), str(b, "alloc", alloc))
}

type referKind struct{ ir.OldKind }

func (referKind) Field(op *ir.Operation) string { return symbolOf(op, "field") }

// Plain returns the bits of the elements of a plain field.
func (referKind) Plain(op *ir.Operation) []int64 { return intsAttr(op, "plain") }

// Through returns the allocation of the table or delta array, or "" if there is none.
func (referKind) Through(op *ir.Operation) string { return strAttr(op, "through") }

// Allocs, Offsets and Counts have equal lengths.
func (referKind) Allocs(op *ir.Operation) []string { return stringsAttr(op, "allocs") }
func (referKind) Offsets(op *ir.Operation) []int64 { return intsAttr(op, "offsets") }
func (referKind) Counts(op *ir.Operation) []int64  { return intsAttr(op, "counts") }

// Build sets the contents of a field: plain values, or references; plain, through and to
// may each be empty.
func (referKind) Build(b ir.OpBuilder, field string, plain []int64, through string, to []Referred) *ir.Operation {
	return NewRefer(b, field, plain, through, to).Operation()
}

// When poplar.moves happen.
const (
	MovesBefore = "before"
	MovesAfter  = "after"
)

type movesKind struct{ ir.OldKind }

func (movesKind) When(op *ir.Operation) string { return strAttr(op, "when") }
func (movesKind) Set(op *ir.Operation) string  { return symbolOf(op, "set") }

// Build makes copies around a compute set; when is MovesBefore or MovesAfter.
func (k movesKind) Build(b ir.OpBuilder, when, set string) *ir.Operation {
	return build(b, k.Kind(), nil, str(b, "when", when), symbol(b, "set", set))
}

type moveKind struct{ ir.OldKind }

func (moveKind) SrcTile(op *ir.Operation) int     { return int(intAttr(op, "src_tile")) }
func (moveKind) Src(op *ir.Operation) string      { return strAttr(op, "src") }
func (moveKind) SrcOffset(op *ir.Operation) int64 { return intAttr(op, "src_offset") }
func (moveKind) DstTile(op *ir.Operation) int     { return int(intAttr(op, "dst_tile")) }
func (moveKind) Dst(op *ir.Operation) string      { return strAttr(op, "dst") }
func (moveKind) DstOffset(op *ir.Operation) int64 { return intAttr(op, "dst_offset") }
func (moveKind) Bytes(op *ir.Operation) int64     { return intAttr(op, "bytes") }

func (moveKind) Count(op *ir.Operation) int64   { return ir.IntOr(op.Attr("count"), 1) }
func (moveKind) SrcStep(op *ir.Operation) int64 { return intAttr(op, "src_step") }
func (moveKind) DstStep(op *ir.Operation) int64 { return intAttr(op, "dst_step") }

// Build copies pieces of consecutive bytes, or one piece if the count is 1.
func (moveKind) Build(b ir.OpBuilder, src, dst AllocPlace, bytes int64, pieces Pieces) *ir.Operation {
	return NewMove(b, src, dst, bytes, pieces).Operation()
}

type exchangeElementsKind struct{ ir.OldKind }

func elementsOf(op *ir.Operation, side string) Elements {
	counts, _ := ir.ReadInt64s(op.Attr(side + "_counts"))
	steps, _ := ir.ReadInt64s(op.Attr(side + "_steps"))
	return Elements{strAttr(op, side), intAttr(op, side+"_first"), counts, steps}
}

func (exchangeElementsKind) Src(op *ir.Operation) Elements { return elementsOf(op, "src") }
func (exchangeElementsKind) Dst(op *ir.Operation) Elements { return elementsOf(op, "dst") }

// Build copies elements of a variable to elements of another variable.
func (exchangeElementsKind) Build(b ir.OpBuilder, source, destination Elements) *ir.Operation {
	return NewExchangeElements(b, source, destination).Operation()
}
