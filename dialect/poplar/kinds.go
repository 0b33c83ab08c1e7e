package poplar

import (
	"optc/dialect/poplar/vertex"
	"optc/ir"
)

// The operations. Accessors are named like the operands, results and attributes of the
// definitions, with Attr appended to names that an ir.Kind itself has. Build functions
// insert an operation, with an empty block where it has a body. Setters go through a
// rewriter.
var (
	VertexKind         = vertexKind{"poplar.vertex"}
	FieldKind          = fieldKind{"poplar.field"}
	ConstraintKind     = constraintKind{"poplar.constraint"}
	SplitKind          = splitKind{"poplar.split"}
	VertexTemplateKind = templateKind{"poplar.vertex_template"}
	InstantiateKind    = instantiateKind{"poplar.instantiate"}
	FunctionKind       = functionKind{"poplar.function"}

	ComputeKind       ir.Kind = "poplar.compute"
	ComputeReturnKind ir.Kind = "poplar.compute_return"
	NumWorkersKind    ir.Kind = "poplar.num_workers"
	PartKind                  = partKind{"poplar.part"}
	ListSizeKind              = listSizeKind{"poplar.list_size"}
	ListRowKind               = listRowKind{"poplar.list_row"}

	GraphKind        = graphKind{"poplar.graph"}
	VirtualGraphKind = virtualGraphKind{"poplar.virtual_graph"}
	VariableKind     = variableKind{"poplar.variable"}
	ConstantKind     = constantKind{"poplar.constant"}

	SliceKind              = sliceKind{"poplar.slice"}
	ConcatKind             = concatKind{"poplar.concat"}
	ReshapeKind            = reshapeKind{"poplar.reshape"}
	FlattenKind            = flattenKind{"poplar.flatten"}
	DimShuffleKind ir.Kind = "poplar.dim_shuffle"
	DimRollKind    ir.Kind = "poplar.dim_roll"
	ReverseKind    ir.Kind = "poplar.reverse"
	BroadcastKind  ir.Kind = "poplar.broadcast"
	IndexKind      ir.Kind = "poplar.index"
	SubsampleKind  ir.Kind = "poplar.subsample"
	ExpandKind     ir.Kind = "poplar.expand"
	SqueezeKind    ir.Kind = "poplar.squeeze"

	SetTileMappingKind      = setTileMappingKind{"poplar.set_tile_mapping"}
	MapLinearKind           = mapLinearKind{"poplar.map_linear"}
	MapLinearNextKind       = mapLinearNextKind{"poplar.map_linear_next"}
	ChooseOffsetKind        = chooseOffsetKind{"poplar.choose_offset"}
	MapByUseKind            = mapByUseKind{"poplar.map_by_use"}
	UseKind                 = useKind{"poplar.use"}
	BroadcastOperandKind    = broadcastOperandKind{"poplar.broadcast_operand"}
	CloneKind               = cloneByKind{cloneKind{"poplar.clone"}}
	CloneToIPUKind          = cloneToIPUKind{cloneByKind{cloneKind{"poplar.clone_to_ipu"}}}
	CloneToGraphKind        = cloneToGraphKind{cloneByKind{cloneKind{"poplar.clone_to_graph"}}}
	CloneExpandAliasingKind = cloneExpandKind{cloneKind{"poplar.clone_expand_aliasing"}}
	CreateIPUCopyKind       = createIPUCopyKind{cloneToIPUKind{cloneByKind{cloneKind{"poplar.create_ipu_copy"}}}}

	ComputeSetKind = computeSetKind{"poplar.compute_set"}
	AddVertexKind  = addVertexKind{"poplar.add_vertex"}
	ConnectKind    = connectKind{"poplar.connect"}
	SetKind        = setKind{"poplar.set"}
	EachTileKind   = eachTileKind{"poplar.each_tile"}

	ProgramKind               = bodyKind{"poplar.program"}
	SequenceKind      ir.Kind = "poplar.sequence"
	ExecuteKind               = executeKind{"poplar.execute"}
	CopyKind                  = copyKind{"poplar.copy"}
	CopyToIPUKind             = cloneToIPUKind{cloneByKind{cloneKind{"poplar.copy_to_ipu"}}}
	RepeatKind                = repeatKind{bodyKind{"poplar.repeat"}}
	RepeatWhileKind           = repeatWhileKind{decisionKind{"poplar.repeat_while"}}
	IfKind                    = ifKind{decisionKind{"poplar.if"}}
	GraphFunctionKind         = graphFunctionKind{bodyKind{"poplar.graph_function"}}
	CallKind                  = callKind{"poplar.call"}
	CopyFromHostKind          = hostCopyKind{"poplar.copy_from_host"}
	CopyToHostKind            = hostCopyKind{"poplar.copy_to_host"}
	HostMovesKind             = hostMovesKind{"poplar.host_moves"}

	TileKind     = tileKind{"poplar.tile"}
	AllocKind    = allocKind{"poplar.alloc"}
	ApartKind    = apartKind{"poplar.apart"}
	BytesKind    = bytesKind{"poplar.bytes"}
	StorageKind  = storageKind{"poplar.storage"}
	RunKind      = runKind{"poplar.run"}
	StateKind    = stateKind{"poplar.state"}
	ReferKind    = referKind{"poplar.refer"}
	MovesKind    = movesKind{"poplar.moves"}
	ExchangeKind = bodyKind{"poplar.exchange"}

	ExchangeElementsKind = exchangeElementsKind{"poplar.exchange_elements"}
	MoveKind             = moveKind{"poplar.move"}

	AssertMappingKind   = assertMappingKind{"poplar.assert_mapping"}
	AssertImbalanceKind = assertImbalanceKind{"poplar.assert_imbalance"}
	AssertSplitKind     = assertSplitKind{"poplar.assert_split"}
	AssertFieldKind     = assertFieldKind{"poplar.assert_field"}
	AssertSymbolKind    = assertSymbolKind{"poplar.assert_symbol"}
	AssertBytesKind     = assertBytesKind{"poplar.assert_bytes"}
	PrintMappingKind    = printMappingKind{"poplar.print_mapping"}
)

type listSizeKind struct{ ir.OldKind }

func (listSizeKind) List(op *ir.Operation) *ir.Value { return op.Operand(0) }

type partKind struct{ ir.OldKind }

func (partKind) Field(op *ir.Operation) string     { return symbolOf(op, "field") }
func (partKind) Size(op *ir.Operation) *ir.Value   { return op.Operand(0) }
func (partKind) Worker(op *ir.Operation) *ir.Value { return op.Operand(1) }
func (partKind) Begin(op *ir.Operation) *ir.Value  { return op.Result(0) }
func (partKind) End(op *ir.Operation) *ir.Value    { return op.Result(1) }

type listRowKind struct{ ir.OldKind }

func (listRowKind) List(op *ir.Operation) *ir.Value { return op.Operand(0) }
func (listRowKind) Row(op *ir.Operation) *ir.Value  { return op.Operand(1) }

// build inserts an operation with one empty block in every region.
func build(b ir.OpBuilder, k ir.Kind, operands []*ir.Value, attrs ...ir.NamedAttr) *ir.Operation {
	st := &ir.OpState{Def: b.Context().MustOpDef(k), Operands: operands}
	for _, a := range attrs {
		if a.Value != nil {
			st.SetProp(a.Name, a.Value)
		}
	}
	op := k.Create(b, st)
	for r := range op.Regions() {
		r.Append(&ir.Block{})
	}
	return op
}

// Attributes of an operation to be built; nil means an absent attribute.

func i64(b ir.OpBuilder, name string, n int64) ir.NamedAttr {
	return ir.NamedAttr{Name: name, Value: b.Context().I64Attr(n)}
}

func str(b ir.OpBuilder, name, s string) ir.NamedAttr {
	return ir.NamedAttr{Name: name, Value: b.Context().Str(s)}
}

func symbol(b ir.OpBuilder, name, s string) ir.NamedAttr {
	return ir.NamedAttr{Name: name, Value: b.Context().SymbolRef(s)}
}

func unit(b ir.OpBuilder, name string, is bool) ir.NamedAttr {
	if !is {
		return ir.NamedAttr{Name: name}
	}
	return ir.NamedAttr{Name: name, Value: b.Context().Unit()}
}

// set changes an attribute of an operation in place.
func set(rw *ir.Rewriter, op *ir.Operation, name string, a ir.Attribute) {
	rw.Modify(op, func() { op.SetAttr(name, a) })
}

func setInt(rw *ir.Rewriter, op *ir.Operation, name string, n int64) {
	set(rw, op, name, rw.Context().I64Attr(n))
}

// optionalInt returns a number and whether it is given.
func optionalInt(op *ir.Operation, name string) (n int64, given bool) {
	a := op.Attr(name)
	return ir.IntOr(a, 0), a != nil
}

// bodyKind has only a body.
type bodyKind struct{ ir.OldKind }

// Build makes an operation with an empty body.
func (k bodyKind) Build(b ir.OpBuilder) *ir.Operation { return build(b, k.Kind(), nil) }

type vertexKind struct{ ir.OldKind }

func (vertexKind) KindAttr(op *ir.Operation) string   { return strAttr(op, "kind") }
func (vertexKind) External(op *ir.Operation) bool     { return op.Attr("external") != nil }
func (vertexKind) Symbol(op *ir.Operation) string     { return strAttr(op, "symbol") }
func (vertexKind) Source(op *ir.Operation) string     { return strAttr(op, "source") }
func (vertexKind) WorkerStack(op *ir.Operation) int64 { return intAttr(op, "worker_stack") }

// StateSize returns the size of the vertex state in bytes, 0 before the layout is chosen.
func (vertexKind) StateSize(op *ir.Operation) int64 { return intAttr(op, "state_size") }

// Build declares a class of vertices without members; kind is a word of [vertex.CodeletKind].
func (k vertexKind) Build(b ir.OpBuilder, name, kind string, external bool) *ir.Operation {
	return build(b, k.Kind(), nil, str(b, "sym_name", name), str(b, "kind", kind), unit(b, "external", external))
}

// SetSource keeps the text of the compute method.
func (vertexKind) SetSource(rw *ir.Rewriter, op *ir.Operation, text string) {
	set(rw, op, "source", rw.Context().Str(text))
}

// SetSymbol sets the mangled name.
func (vertexKind) SetSymbol(rw *ir.Rewriter, op *ir.Operation, symbol string) {
	set(rw, op, "symbol", rw.Context().Str(symbol))
}

// SetState gives the size and the alignment of the state, in bytes.
func (vertexKind) SetState(rw *ir.Rewriter, op *ir.Operation, size, align int) {
	setInt(rw, op, "state_size", int64(size))
	setInt(rw, op, "state_align", int64(align))
}

// SetResolvedFor sets the target for which the layouts are resolved.
func (vertexKind) SetResolvedFor(rw *ir.Rewriter, op *ir.Operation, t *TargetAttr) {
	set(rw, op, resolvedFor, t)
}

// SetWorkerStack sets the bytes of stack that a run of the entry point needs.
func (vertexKind) SetWorkerStack(rw *ir.Rewriter, op *ir.Operation, bytes int) {
	setInt(rw, op, "worker_stack", int64(bytes))
}

type fieldKind struct{ ir.OldKind }

func (fieldKind) Type(op *ir.Operation) ir.Type       { return ir.Get[*ir.TypeAttr](op, "type").Value }
func (fieldKind) Value(op *ir.Operation) ir.Attribute { return op.Attr("value") }

// Offset returns the bytes from the start of the state, -1 before the layout is chosen.
func (fieldKind) Offset(op *ir.Operation) int64 { return ir.IntOr(op.Attr("offset"), -1) }

// Size returns the bytes in the state, -1 before the layout is chosen.
func (fieldKind) Size(op *ir.Operation) int64 { return ir.IntOr(op.Attr("size"), -1) }

// Build declares a member; value is its default or nil.
func (k fieldKind) Build(b ir.OpBuilder, name string, t ir.Type, value ir.Attribute) *ir.Operation {
	return build(b, k.Kind(), nil, str(b, "sym_name", name), ir.NamedAttr{Name: "type", Value: ir.TypeAttrOf(t)}, ir.NamedAttr{Name: "value", Value: value})
}

// SetType changes the type.
func (fieldKind) SetType(rw *ir.Rewriter, op *ir.Operation, t ir.Type) {
	set(rw, op, "type", ir.TypeAttrOf(t))
}

// SetResolved changes the type to a type with a concrete layout. The type as first
// written is kept in declared. A dataAlign of 0 stands for no requirement.
func (k fieldKind) SetResolved(rw *ir.Rewriter, op *ir.Operation, t ir.Type, dataAlign int) {
	if op.Attr("declared") == nil {
		set(rw, op, "declared", op.Attr("type"))
	}
	k.SetType(rw, op, t)
	if dataAlign > 0 {
		setInt(rw, op, "data_align", int64(dataAlign))
	}
}

// SetPlace sets the place of the field in the state, in bytes.
func (fieldKind) SetPlace(rw *ir.Rewriter, op *ir.Operation, offset, size, align int) {
	setInt(rw, op, "offset", int64(offset))
	setInt(rw, op, "size", int64(size))
	setInt(rw, op, "align", int64(align))
}

// SetValue changes the default value.
func (fieldKind) SetValue(rw *ir.Rewriter, op *ir.Operation, v ir.Attribute) { set(rw, op, "value", v) }

// When returns the predicate over template parameters that must hold for a member of a
// vertex template to exist; "" means true.
func When(member *ir.Operation) string { return strAttr(member, "when") }

// ClearWhen removes the condition from a member of a vertex.
func ClearWhen(rw *ir.Rewriter, member *ir.Operation) { set(rw, member, "when", nil) }

type constraintKind struct{ ir.OldKind }

func (constraintKind) Text(op *ir.Operation) string { return strAttr(op, "text") }

// Build adds a memory constraint.
func (k constraintKind) Build(b ir.OpBuilder, text string) *ir.Operation {
	return build(b, k.Kind(), nil, str(b, "text", text))
}

type splitKind struct{ ir.OldKind }

func (splitKind) Field(op *ir.Operation) string { return symbolOf(op, "field") }

// Grain returns the number of elements of a grain; it is absent if workers take elements
// in turn.
func (splitKind) Grain(op *ir.Operation) (elems int64, given bool) { return optionalInt(op, "grain") }

type templateKind struct{ ir.OldKind }

func (templateKind) KindAttr(op *ir.Operation) string { return strAttr(op, "kind") }

// External returns the predicate over the parameters that must hold for an instance to
// have hand-written code; "" means false.
func (templateKind) External(op *ir.Operation) string { return strAttr(op, "external") }

type instantiateKind struct{ ir.OldKind }

func (instantiateKind) Template(op *ir.Operation) string { return symbolOf(op, "template") }
func (instantiateKind) Args(op *ir.Operation) []ir.Attribute {
	return ir.Get[*ir.ArrayAttr](op, "args").Elems
}

type functionKind struct{ ir.OldKind }

// Wrapper returns "vertex", "multi" or "supervisor" for an entry point that the compiler adds,
// otherwise "".
func (functionKind) Wrapper(op *ir.Operation) string { return strAttr(op, "wrapper") }

// Build declares a function of ownStack bytes.
func (k functionKind) Build(b ir.OpBuilder, name string, ownStack int64) *ir.Operation {
	return build(b, k.Kind(), nil, str(b, "sym_name", name), i64(b, "own_stack", ownStack))
}

// BuildWrapper declares the entry point of a compiled vertex that calls compute.
func (k functionKind) BuildWrapper(b ir.OpBuilder, name string, ownStack int64, compute string, kind vertex.CodeletKind) *ir.Operation {
	wrapper := wrapperKinds[kind-vertex.Worker]
	c := b.Context()
	return build(b, k.Kind(), nil, str(b, "sym_name", name), i64(b, "own_stack", ownStack),
		ir.NamedAttr{Name: "calls", Value: c.Array([]ir.Attribute{c.SymbolRef(compute)})}, str(b, "wrapper", wrapper))
}

// SetStack sets the bytes of stack that the function needs, including all callees.
func (functionKind) SetStack(rw *ir.Rewriter, op *ir.Operation, bytes int) {
	setInt(rw, op, "stack", int64(bytes))
}
