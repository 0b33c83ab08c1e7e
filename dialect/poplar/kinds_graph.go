package poplar

import (
	"optc/dialect/poplar/scalar"
	"optc/ir"
)

type graphKind struct{ ir.OldKind }

// Target returns the graph's own target, or nil; see [TargetFor].
func (graphKind) Target(op *ir.Operation) *TargetAttr { return ir.Get[*TargetAttr](op, "target") }

// SetTarget sets the graph's target.
func (graphKind) SetTarget(rw *ir.Rewriter, op *ir.Operation, t *TargetAttr) {
	set(rw, op, "target", t)
}

type virtualGraphKind struct{ ir.OldKind }

func (virtualGraphKind) Lo(op *ir.Operation) int64 { return intAttr(op, "lo") }
func (virtualGraphKind) Hi(op *ir.Operation) int64 { return intAttr(op, "hi") }
func (virtualGraphKind) Replicas(op *ir.Operation) (n int64, given bool) {
	return optionalInt(op, "replicas")
}

type variableKind struct{ ir.OldKind }

func (variableKind) Name(op *ir.Operation) string        { return strAttr(op, nameAttr) }
func (variableKind) Value(op *ir.Operation) ir.Attribute { return op.Attr("value") }
func (variableKind) Result(op *ir.Operation) *ir.Value   { return op.Result(0) }

// Build makes a variable without initial value.
func (k variableKind) Build(b ir.OpBuilder, name string, t *TensorType) *ir.Value {
	st := &ir.OpState{Def: b.Context().MustOpDef(k), ResultTypes: []ir.Type{t}}
	st.SetProp(nameAttr, b.Context().Str(name))
	return k.Create(b, st).Result(0)
}

type constantKind struct{ ir.OldKind }

// Name returns the debug name, "" without one.
func (constantKind) Name(op *ir.Operation) string        { return strAttr(op, nameAttr) }
func (constantKind) Value(op *ir.Operation) ir.Attribute { return op.Attr("value") }
func (constantKind) Result(op *ir.Operation) *ir.Value   { return op.Result(0) }

type sliceKind struct{ ir.OldKind }

// Build makes the view of indices [begin, end) of a dimension.
func (k sliceKind) Build(b ir.OpBuilder, source *ir.Value, begin, end, dim int64) *ir.Value {
	return build(b, k.Kind(), []*ir.Value{source}, i64(b, "begin", begin), i64(b, "end", end), i64(b, "dim", dim)).Result(0)
}

type concatKind struct{ ir.OldKind }

// Build makes the concatenation of tensors along a dimension.
func (k concatKind) Build(b ir.OpBuilder, inputs []*ir.Value, dim int64) *ir.Value {
	return build(b, k.Kind(), inputs, i64(b, "dim", dim)).Result(0)
}

type reshapeKind struct{ ir.OldKind }

// Build makes a view of another shape.
func (k reshapeKind) Build(b ir.OpBuilder, source *ir.Value, t *TensorType) *ir.Value {
	return k.Create(b, &ir.OpState{Operands: []*ir.Value{source}, ResultTypes: []ir.Type{t}}).Result(0)
}

type flattenKind struct{ ir.OldKind }

// Build makes the view of rank 1.
func (k flattenKind) Build(b ir.OpBuilder, source *ir.Value) *ir.Value {
	return build(b, k.Kind(), []*ir.Value{source}).Result(0)
}

type setTileMappingKind struct{ ir.OldKind }

func (setTileMappingKind) Tensor(op *ir.Operation) *ir.Value { return op.Operand(0) }
func (setTileMappingKind) Tile(op *ir.Operation) ir.Mixed    { return mixed(op, "tile") }

// Mapping returns the tiles of intervals, or nil if everything is on one tile.
func (setTileMappingKind) Mapping(op *ir.Operation) *MappingAttr {
	return ir.Get[*MappingAttr](op, "mapping")
}

// Build places all elements of a view on one tile.
func (k setTileMappingKind) Build(b ir.OpBuilder, t *ir.Value, tile int) *ir.Operation {
	return build(b, k.Kind(), []*ir.Value{t}, i64(b, "tile", int64(tile)))
}

// BuildMapping puts the elements of a view on tiles.
func (k setTileMappingKind) BuildMapping(b ir.OpBuilder, t *ir.Value, m *MappingAttr) *ir.Operation {
	return build(b, k.Kind(), []*ir.Value{t}, ir.NamedAttr{Name: "mapping", Value: m})
}

type mapLinearKind struct{ ir.OldKind }

func (mapLinearKind) Tensor(op *ir.Operation) *ir.Value { return op.Operand(0) }

// Min returns the least number of elements of a tile; it is present together with Grain.
func (mapLinearKind) Min(op *ir.Operation) (elems int64, given bool) { return optionalInt(op, "min") }
func (mapLinearKind) Grain(op *ir.Operation) int64                   { return intAttr(op, "grain") }
func (mapLinearKind) Offset(op *ir.Operation) ir.Mixed               { return mixed(op, "offset") }
func (mapLinearKind) Descending(op *ir.Operation) bool               { return op.Attr("descending") != nil }

type mapLinearNextKind struct{ ir.OldKind }

func (mapLinearNextKind) Tensor(op *ir.Operation) *ir.Value { return op.Operand(0) }
func (mapLinearNextKind) Offset(op *ir.Operation) ir.Mixed  { return mixed(op, "offset") }
func (mapLinearNextKind) Next(op *ir.Operation) *ir.Value   { return op.Result(0) }

type chooseOffsetKind struct{ ir.OldKind }

func (chooseOffsetKind) Shape(op *ir.Operation) []int64 { return intsAttr(op, "shape") }
func (chooseOffsetKind) Seed(op *ir.Operation) (seed int64, given bool) {
	return optionalInt(op, "seed")
}
func (chooseOffsetKind) Next(op *ir.Operation) *ir.Value { return op.Result(0) }

type mapByUseKind struct{ ir.OldKind }

func (mapByUseKind) Grain(op *ir.Operation) int64     { return intAttr(op, "grain") }
func (mapByUseKind) Min(op *ir.Operation) int64       { return intAttr(op, "min") }
func (mapByUseKind) Method(op *ir.Operation) string   { return strAttr(op, "method") }
func (mapByUseKind) Extend(op *ir.Operation) bool     { return op.Attr("extend") != nil }
func (mapByUseKind) Start(op *ir.Operation) ir.Mixed  { return mixed(op, "start") }
func (mapByUseKind) Descending(op *ir.Operation) bool { return op.Attr("descending") != nil }

type useKind struct{ ir.OldKind }

func (useKind) Tensor(op *ir.Operation) *ir.Value { return op.Operand(0) }
func (useKind) Tile(op *ir.Operation) ir.Mixed    { return mixed(op, "tile") }

type broadcastOperandKind struct{ ir.OldKind }

func (broadcastOperandKind) Full(op *ir.Operation) *ir.Value   { return op.Operand(0) }
func (broadcastOperandKind) Result(op *ir.Operation) *ir.Value { return op.Result(0) }
func (broadcastOperandKind) Dim(op *ir.Operation) int64        { return intAttr(op, "dim") }
func (broadcastOperandKind) Dither(op *ir.Operation) bool      { return op.Attr("dither") != nil }

// Name returns the debug name of the new variable, "" without one.
func (broadcastOperandKind) Name(op *ir.Operation) string { return strAttr(op, nameAttr) }

// Type returns the type of the elements.
func (broadcastOperandKind) Type(op *ir.Operation) scalar.Type {
	e, _ := ElemOf(ir.Get[*ir.TypeAttr](op, "type").Value)
	return e
}

// cloneKind makes a new variable in the shape of a view.
type cloneKind struct{ ir.OldKind }

func (cloneKind) Source(op *ir.Operation) *ir.Value { return op.Operand(0) }
func (cloneKind) Clone(op *ir.Operation) *ir.Value  { return op.Result(0) }

// Name returns the debug name of the new variable, "" without one.
func (cloneKind) Name(op *ir.Operation) string { return strAttr(op, nameAttr) }

// cloneByKind is a cloneKind with a method.
type cloneByKind struct{ cloneKind }

// Method returns the word of a [graph.CloneMethod], "" for the default.
func (cloneByKind) Method(op *ir.Operation) string { return strAttr(op, "method") }

type cloneToIPUKind struct{ cloneByKind }

func (cloneToIPUKind) IPU(op *ir.Operation) int64 { return intAttr(op, "ipu") }

type cloneToGraphKind struct{ cloneByKind }

func (cloneToGraphKind) From(op *ir.Operation) string { return symbolOf(op, "from") }
func (cloneToGraphKind) To(op *ir.Operation) string   { return symbolOf(op, "to") }

type cloneExpandKind struct{ cloneKind }

func (cloneExpandKind) Offset(op *ir.Operation) ir.Mixed { return mixed(op, "offset") }
func (cloneExpandKind) Next(op *ir.Operation) *ir.Value  { return op.Result(1) }

type createIPUCopyKind struct{ cloneToIPUKind }

func (createIPUCopyKind) Src(op *ir.Operation) *ir.Value { return op.Result(1) }
func (createIPUCopyKind) Dst(op *ir.Operation) *ir.Value { return op.Result(2) }

type computeSetKind struct{ ir.OldKind }

// Build makes a compute set without vertices.
func (k computeSetKind) Build(b ir.OpBuilder, name string) *ir.Operation {
	return build(b, k.Kind(), nil, str(b, "sym_name", name))
}

type addVertexKind struct{ ir.OldKind }

func (addVertexKind) Vertex(op *ir.Operation) string      { return symbolOf(op, "vertex") }
func (addVertexKind) Tile(op *ir.Operation) ir.Mixed      { return mixed(op, "tile") }
func (addVertexKind) Instance(op *ir.Operation) *ir.Value { return op.Result(0) }

type connectKind struct{ ir.OldKind }

func (connectKind) Vertex(op *ir.Operation) *ir.Value    { return op.Operand(0) }
func (connectKind) Tensors(op *ir.Operation) []*ir.Value { return op.OperandGroup(1) }
func (connectKind) Field(op *ir.Operation) string        { return symbolOf(op, "field") }
func (connectKind) All(op *ir.Operation) bool            { return op.Attr("all") != nil }
func (connectKind) Index(op *ir.Operation) (index int64, given bool) {
	return optionalInt(op, "index")
}

type setKind struct{ ir.OldKind }

func (setKind) Vertex(op *ir.Operation) *ir.Value   { return op.Operand(0) }
func (setKind) Field(op *ir.Operation) string       { return symbolOf(op, "field") }
func (setKind) Value(op *ir.Operation) ir.Attribute { return op.Attr("value") }

type eachTileKind struct{ ir.OldKind }

func (eachTileKind) Tensors(op *ir.Operation) []*ir.Value { return op.OperandGroup(0) }

type executeKind struct{ ir.OldKind }

func (executeKind) Set(op *ir.Operation) string { return symbolOf(op, "set") }

// Build makes a step that runs a compute set.
func (k executeKind) Build(b ir.OpBuilder, set string) *ir.Operation {
	return build(b, k.Kind(), nil, symbol(b, "set", set))
}

type copyKind struct{ ir.OldKind }

func (copyKind) Source(op *ir.Operation) *ir.Value      { return op.Operand(0) }
func (copyKind) Destination(op *ir.Operation) *ir.Value { return op.Operand(1) }

// Build makes a step that copies the elements of one view to the elements of another
// view.
func (k copyKind) Build(b ir.OpBuilder, source, destination *ir.Value) *ir.Operation {
	return build(b, k.Kind(), []*ir.Value{source, destination})
}

type assertMappingKind struct{ ir.OldKind }

func (assertMappingKind) Tensor(op *ir.Operation) *ir.Value { return op.Operand(0) }
func (assertMappingKind) Mapping(op *ir.Operation) *MappingAttr {
	return ir.Get[*MappingAttr](op, "mapping")
}

type assertImbalanceKind struct{ ir.OldKind }

func (assertImbalanceKind) Tensor(op *ir.Operation) *ir.Value { return op.Operand(0) }
func (assertImbalanceKind) Min(op *ir.Operation) int64        { return intAttr(op, "min") }
func (assertImbalanceKind) IsAttr(op *ir.Operation) int64     { return intAttr(op, "is") }

// Grain returns the grain, 1 if it is absent.
func (assertImbalanceKind) Grain(op *ir.Operation) int64 { return ir.IntOr(op.Attr("grain"), 1) }

type assertSplitKind struct{ ir.OldKind }

func (assertSplitKind) Tensor(op *ir.Operation) *ir.Value { return op.Operand(0) }
func (assertSplitKind) Dim(op *ir.Operation) int64        { return intAttr(op, "dim") }
func (assertSplitKind) Tiles(op *ir.Operation) bool {
	return ir.Get[*ir.IntegerAttr](op, "tiles").Bool()
}
func (assertSplitKind) IPUs(op *ir.Operation) bool { return ir.Get[*ir.IntegerAttr](op, "ipus").Bool() }

type assertFieldKind struct{ ir.OldKind }

func (assertFieldKind) Vertex(op *ir.Operation) string { return symbolOf(op, "vertex") }
func (assertFieldKind) Field(op *ir.Operation) string  { return symbolOf(op, "field") }
func (assertFieldKind) Layout(op *ir.Operation) string { return strAttr(op, "layout") }
func (assertFieldKind) Offset(op *ir.Operation) int64  { return intAttr(op, "offset") }
func (assertFieldKind) Size(op *ir.Operation) int64    { return intAttr(op, "size") }

type assertSymbolKind struct{ ir.OldKind }

func (assertSymbolKind) Vertex(op *ir.Operation) string { return symbolOf(op, "vertex") }
func (assertSymbolKind) Symbol(op *ir.Operation) string { return strAttr(op, "symbol") }

type assertBytesKind struct{ ir.OldKind }

func (assertBytesKind) Tile(op *ir.Operation) int64    { return intAttr(op, "tile") }
func (assertBytesKind) Address(op *ir.Operation) int64 { return intAttr(op, "address") }
func (assertBytesKind) Bytes(op *ir.Operation) string  { return strAttr(op, "bytes") }

type printMappingKind struct{ ir.OldKind }

func (printMappingKind) Tensor(op *ir.Operation) *ir.Value { return op.Operand(0) }
