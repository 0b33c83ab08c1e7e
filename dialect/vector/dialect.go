package vector

import "optc/ir"

// Names of the operations.
const (
	Bitcast             = "vector.bitcast"
	Broadcast           = "vector.broadcast"
	CompressStore       = "vector.compressstore"
	ConstantMask        = "vector.constant_mask"
	Contract            = "vector.contract"
	CreateMask          = "vector.create_mask"
	Deinterleave        = "vector.deinterleave"
	ExpandLoad          = "vector.expandload"
	Extract             = "vector.extract"
	ExtractStridedSlice = "vector.extract_strided_slice"
	FMA                 = "vector.fma"
	FromElements        = "vector.from_elements"
	Gather              = "vector.gather"
	Insert              = "vector.insert"
	InsertStridedSlice  = "vector.insert_strided_slice"
	Interleave          = "vector.interleave"
	Load                = "vector.load"
	Mask                = "vector.mask"
	MaskedLoad          = "vector.maskedload"
	MaskedStore         = "vector.maskedstore"
	MultiReduction      = "vector.multi_reduction"
	OuterProduct        = "vector.outerproduct"
	Print               = "vector.print"
	Reduction           = "vector.reduction"
	ScalableExtract     = "vector.scalable.extract"
	ScalableInsert      = "vector.scalable.insert"
	Scan                = "vector.scan"
	Scatter             = "vector.scatter"
	ShapeCast           = "vector.shape_cast"
	Shuffle             = "vector.shuffle"
	Step                = "vector.step"
	Store               = "vector.store"
	ToElements          = "vector.to_elements"
	TransferRead        = "vector.transfer_read"
	TransferWrite       = "vector.transfer_write"
	Transpose           = "vector.transpose"
	TypeCast            = "vector.type_cast"
	VScale              = "vector.vscale"
	Yield               = "vector.yield"
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
			Attrs: []*ir.AttrKind{kindAttr, iteratorTypeAttr, punctuationAttr},
		}
	},
	Materialize: materialize,
}
