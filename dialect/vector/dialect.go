package vector

import "optc/ir"

// Dialect is the vector dialect.
var Dialect = &ir.Dialect{
	Name:    "vector",
	Summary: "vectors of any rank",
	Description: `Operations on vectors of any rank and fixed or scalable extents, and transfers
between them and memory. A position of -1 is poison: an operation that selects it
gives poison.`,
	Meaning: meaning,
	Define: func() ir.Definitions {
		return ir.Definitions{
			Typed: typedOps(),
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
			Attrs: []*ir.AttrDef{kinds.Def(), iteratorTypes.Def(), punctuations.Def()},
		}
	},
	Materialize: materialize,
}
