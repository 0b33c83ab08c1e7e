package poplar

import (
	"slices"

	"optc/dialect/poplar/target"
	"optc/ir"
)

// Names of the operations.
const (
	VertexOp         = "poplar.vertex"
	FieldOp          = "poplar.field"
	ConstraintOp     = "poplar.constraint"
	SplitOp          = "poplar.split"
	VertexTemplateOp = "poplar.vertex_template"
	InstantiateOp    = "poplar.instantiate"
	FunctionOp       = "poplar.function"

	ComputeOp       = "poplar.compute"
	ComputeReturnOp = "poplar.compute_return"
	NumWorkersOp    = "poplar.num_workers"
	ListSizeOp      = "poplar.list_size"
	ListRowOp       = "poplar.list_row"

	GraphOp        = "poplar.graph"
	VirtualGraphOp = "poplar.virtual_graph"
	VariableOp     = "poplar.variable"
	ConstantOp     = "poplar.constant"

	SliceOp      = "poplar.slice"
	ConcatOp     = "poplar.concat"
	ReshapeOp    = "poplar.reshape"
	FlattenOp    = "poplar.flatten"
	DimShuffleOp = "poplar.dim_shuffle"
	DimRollOp    = "poplar.dim_roll"
	ReverseOp    = "poplar.reverse"
	BroadcastOp  = "poplar.broadcast"
	IndexOp      = "poplar.index"
	SubsampleOp  = "poplar.subsample"
	ExpandOp     = "poplar.expand"
	SqueezeOp    = "poplar.squeeze"

	SetTileMappingOp      = "poplar.set_tile_mapping"
	MapLinearOp           = "poplar.map_linear"
	MapLinearNextOp       = "poplar.map_linear_next"
	ChooseOffsetOp        = "poplar.choose_offset"
	MapByUseOp            = "poplar.map_by_use"
	UseOp                 = "poplar.use"
	BroadcastOperandOp    = "poplar.broadcast_operand"
	CloneOp               = "poplar.clone"
	CloneToIPUOp          = "poplar.clone_to_ipu"
	CloneToGraphOp        = "poplar.clone_to_graph"
	CloneExpandAliasingOp = "poplar.clone_expand_aliasing"
	CreateIPUCopyOp       = "poplar.create_ipu_copy"

	ComputeSetOp = "poplar.compute_set"
	AddVertexOp  = "poplar.add_vertex"
	ConnectOp    = "poplar.connect"
	SetOp        = "poplar.set"
	EachTileOp   = "poplar.each_tile"

	ProgramOp   = "poplar.program"
	SequenceOp  = "poplar.sequence"
	ExecuteOp   = "poplar.execute"
	CopyOp      = "poplar.copy"
	CopyToIPUOp = "poplar.copy_to_ipu"

	TileOp  = "poplar.tile"
	AllocOp = "poplar.alloc"
	BytesOp = "poplar.bytes"
	MovesOp = "poplar.moves"
	MoveOp  = "poplar.move"

	AssertMappingOp   = "poplar.assert_mapping"
	AssertImbalanceOp = "poplar.assert_imbalance"
	AssertSplitOp     = "poplar.assert_split"
	AssertFieldOp     = "poplar.assert_field"
	AssertSymbolOp    = "poplar.assert_symbol"
	AssertBytesOp     = "poplar.assert_bytes"
	PrintMappingOp    = "poplar.print_mapping"
)

// TargetAttrName is the attribute of a module that holds the target in force.
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
				instanceOps(), programOps(), loweredOps(), assertOps()),
			Types: typeDefs(),
			Attrs: attrKinds(),
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
	if !op.Is(ir.Module) {
		return op.Errorf("expects attribute '%s' only on '%s'", TargetAttrName, ir.Module)
	}
	if !ir.IsAttr[*TargetAttr](a.Value) {
		return op.Errorf("expected attribute '%s' to be a poplar target, but got '%s'", TargetAttrName, a.Value)
	}
	return nil
}

// Target returns the target in force for an operation: that of the enclosing
// graph if it has one, otherwise that of the nearest module that has one.
func TargetFor(op *ir.Operation) (t target.Target, ok bool) {
	for ; op != nil; op = op.Parent() {
		name := TargetAttrName
		if op.Is(GraphOp) {
			name = "target"
		}
		if a := ir.Get[*TargetAttr](op, name); a != nil {
			return a.Target, true
		}
	}
	return target.Target{}, false
}
