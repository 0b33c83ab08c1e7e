package vector

import "optc/ir"

// Names of the operations.
const (
	Bitcast             ir.Kind = "vector.bitcast"
	Broadcast           ir.Kind = "vector.broadcast"
	CompressStore       ir.Kind = "vector.compressstore"
	ConstantMask        ir.Kind = "vector.constant_mask"
	Contract            ir.Kind = "vector.contract"
	CreateMask          ir.Kind = "vector.create_mask"
	Deinterleave        ir.Kind = "vector.deinterleave"
	ExpandLoad          ir.Kind = "vector.expandload"
	Extract             ir.Kind = "vector.extract"
	ExtractStridedSlice ir.Kind = "vector.extract_strided_slice"
	FMA                 ir.Kind = "vector.fma"
	FromElements        ir.Kind = "vector.from_elements"
	Gather              ir.Kind = "vector.gather"
	Insert              ir.Kind = "vector.insert"
	InsertStridedSlice  ir.Kind = "vector.insert_strided_slice"
	Interleave          ir.Kind = "vector.interleave"
	Load                ir.Kind = "vector.load"
	Mask                ir.Kind = "vector.mask"
	MaskedLoad          ir.Kind = "vector.maskedload"
	MaskedStore         ir.Kind = "vector.maskedstore"
	MultiReduction      ir.Kind = "vector.multi_reduction"
	OuterProduct        ir.Kind = "vector.outerproduct"
	Print               ir.Kind = "vector.print"
	Reduction           ir.Kind = "vector.reduction"
	ScalableExtract     ir.Kind = "vector.scalable.extract"
	ScalableInsert      ir.Kind = "vector.scalable.insert"
	Scan                ir.Kind = "vector.scan"
	Scatter             ir.Kind = "vector.scatter"
	ShapeCast           ir.Kind = "vector.shape_cast"
	Shuffle             ir.Kind = "vector.shuffle"
	Step                ir.Kind = "vector.step"
	Store               ir.Kind = "vector.store"
	ToElements          ir.Kind = "vector.to_elements"
	TransferRead        ir.Kind = "vector.transfer_read"
	TransferWrite       ir.Kind = "vector.transfer_write"
	Transpose           ir.Kind = "vector.transpose"
	TypeCast            ir.Kind = "vector.type_cast"
	VScale              ir.Kind = "vector.vscale"
	Yield               ir.Kind = "vector.yield"
)

// Dialect is the vector dialect.
var Dialect = &ir.Dialect{
	Name:    "vector",
	Summary: "vectors of any rank",
	Description: `Operations on vectors of any rank and fixed or scalable extents, and transfers
between them and memory. A position of -1 is poison: what it selects is poison.`,
	Define: func() ir.Definitions {
		return ir.Definitions{
			Ops: []*ir.OpDef{
				broadcast(), shapeCast(), transpose(), bitcast(), typeCast(),
				extract(), insert(), fromElements(), toElements(), scalableExtract(), scalableInsert(),
				shuffle(), interleave(), deinterleave(),
				extractStridedSlice(), insertStridedSlice(),
				transferRead(), transferWrite(),
				load(), store(), maskedLoad(), maskedStore(), expandLoad(), compressStore(), gather(), scatter(),
				createMask(), constantMask(), maskOp(), yield(),
				reduction(), multiReduction(), contract(), outerProduct(), fma(), scan(),
				step(), vscale(), printOp(),
			},
			Attrs: []*ir.AttrDef{kindAttr, iteratorTypeAttr, punctuationAttr},
		}
	},
	Materialize: materialize,
}
