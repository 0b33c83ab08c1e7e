package poplar

import (
	"slices"

	"optc/dialect/poplar/target"
	"optc/ir"
)

// Names of the operations.
const (
	VertexOp         ir.Kind = "poplar.vertex"
	FieldOp          ir.Kind = "poplar.field"
	ConstraintOp     ir.Kind = "poplar.constraint"
	SplitOp          ir.Kind = "poplar.split"
	VertexTemplateOp ir.Kind = "poplar.vertex_template"
	InstantiateOp    ir.Kind = "poplar.instantiate"
	FunctionOp       ir.Kind = "poplar.function"

	ComputeOp       ir.Kind = "poplar.compute"
	ComputeReturnOp ir.Kind = "poplar.compute_return"
	NumWorkersOp    ir.Kind = "poplar.num_workers"
	ListSizeOp      ir.Kind = "poplar.list_size"
	ListRowOp       ir.Kind = "poplar.list_row"

	GraphOp        ir.Kind = "poplar.graph"
	VirtualGraphOp ir.Kind = "poplar.virtual_graph"
	VariableOp     ir.Kind = "poplar.variable"
	ConstantOp     ir.Kind = "poplar.constant"

	SliceOp      ir.Kind = "poplar.slice"
	ConcatOp     ir.Kind = "poplar.concat"
	ReshapeOp    ir.Kind = "poplar.reshape"
	FlattenOp    ir.Kind = "poplar.flatten"
	DimShuffleOp ir.Kind = "poplar.dim_shuffle"
	DimRollOp    ir.Kind = "poplar.dim_roll"
	ReverseOp    ir.Kind = "poplar.reverse"
	BroadcastOp  ir.Kind = "poplar.broadcast"
	IndexOp      ir.Kind = "poplar.index"
	SubsampleOp  ir.Kind = "poplar.subsample"
	ExpandOp     ir.Kind = "poplar.expand"
	SqueezeOp    ir.Kind = "poplar.squeeze"

	SetTileMappingOp      ir.Kind = "poplar.set_tile_mapping"
	MapLinearOp           ir.Kind = "poplar.map_linear"
	MapLinearNextOp       ir.Kind = "poplar.map_linear_next"
	ChooseOffsetOp        ir.Kind = "poplar.choose_offset"
	MapByUseOp            ir.Kind = "poplar.map_by_use"
	UseOp                 ir.Kind = "poplar.use"
	BroadcastOperandOp    ir.Kind = "poplar.broadcast_operand"
	CloneOp               ir.Kind = "poplar.clone"
	CloneToIPUOp          ir.Kind = "poplar.clone_to_ipu"
	CloneToGraphOp        ir.Kind = "poplar.clone_to_graph"
	CloneExpandAliasingOp ir.Kind = "poplar.clone_expand_aliasing"
	CreateIPUCopyOp       ir.Kind = "poplar.create_ipu_copy"

	ComputeSetOp ir.Kind = "poplar.compute_set"
	AddVertexOp  ir.Kind = "poplar.add_vertex"
	ConnectOp    ir.Kind = "poplar.connect"
	SetOp        ir.Kind = "poplar.set"
	EachTileOp   ir.Kind = "poplar.each_tile"

	ProgramOp   ir.Kind = "poplar.program"
	SequenceOp  ir.Kind = "poplar.sequence"
	ExecuteOp   ir.Kind = "poplar.execute"
	CopyOp      ir.Kind = "poplar.copy"
	CopyToIPUOp ir.Kind = "poplar.copy_to_ipu"

	TileOp     ir.Kind = "poplar.tile"
	AllocOp    ir.Kind = "poplar.alloc"
	ApartOp    ir.Kind = "poplar.apart"
	BytesOp    ir.Kind = "poplar.bytes"
	StorageOp  ir.Kind = "poplar.storage"
	RunOp      ir.Kind = "poplar.run"
	StateOp    ir.Kind = "poplar.state"
	ReferOp    ir.Kind = "poplar.refer"
	MovesOp    ir.Kind = "poplar.moves"
	ExchangeOp ir.Kind = "poplar.exchange"
	MoveOp     ir.Kind = "poplar.move"

	AssertMappingOp   ir.Kind = "poplar.assert_mapping"
	AssertImbalanceOp ir.Kind = "poplar.assert_imbalance"
	AssertSplitOp     ir.Kind = "poplar.assert_split"
	AssertFieldOp     ir.Kind = "poplar.assert_field"
	AssertSymbolOp    ir.Kind = "poplar.assert_symbol"
	AssertBytesOp     ir.Kind = "poplar.assert_bytes"
	PrintMappingOp    ir.Kind = "poplar.print_mapping"
)

// TargetAttrName is the attribute of a module that holds its target.
const TargetAttrName = "poplar.target"

// Codes prefixes the codes of this package's errors in diagnostics.
const Codes = "poplar."

// Dialect is the poplar dialect.
var Dialect = &ir.Dialect{
	Name:    "poplar",
	Summary: "vertices, tensors, tile mappings and tile memory of a Graphcore IPU program",
	Description: `A vertex declares its fields one by one, as its C++ class does. A graph holds
variables, views of them, mappings to tiles, and compute sets of vertex instances.
Layouts are resolved for a target, names are mangled, data is placed; every state
on the way is text that parses again.`,
	Define: func() ir.Definitions {
		return ir.Definitions{
			Ops: slices.Concat(vertexOps(), templateOps(), functionOps(), computeOps(), graphOps(), viewOps(), mappingOps(), cloneOps(),
				instanceOps(), programOps(), loweredOps(), loweredGraphOps(), assertOps()),
			Types: typeDefs(),
			Attrs: attrDefs(),
		}
	},
	VerifyAttr: verifyDialectAttr,
	InlineInto: ir.InlineAlways,
}

// verifyDialectAttr checks the attribute poplar.target of a module.
func verifyDialectAttr(op *ir.Operation, a ir.NamedAttr) *ir.Diagnostic {
	if a.Name != TargetAttrName {
		return nil
	}
	if !ir.Module.Is(op) {
		return op.Errorf("expects attribute '%s' only on '%s'", TargetAttrName, ir.Module)
	}
	if !ir.IsAttr[*TargetAttr](a.Value) {
		return op.Errorf("expected attribute '%s' to be a poplar target, but got '%s'", TargetAttrName, a.Value)
	}
	return nil
}

// Target returns the effective target of an operation: that of the enclosing
// graph if it has one, otherwise that of the nearest module that has one.
func TargetFor(op *ir.Operation) (t target.Target, ok bool) {
	for ; op != nil; op = op.Parent() {
		name := TargetAttrName
		if GraphOp.Is(op) {
			name = "target"
		}
		if a := ir.Get[*TargetAttr](op, name); a != nil {
			return a.Target, true
		}
	}
	return target.Target{}, false
}
