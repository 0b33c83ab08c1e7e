package vectorext

import "optc/ir"

// Dialect is the iree_vector_ext dialect.
var Dialect = &ir.Dialect{
	Name:    "iree_vector_ext",
	Summary: "vector layouts over subgroups and threads, gathers and scatters of vectors",
	Description: `Vectors whose elements are spread over the threads of a workgroup (or the workers
of a tile), and transfers that select rows, columns or single elements of a memref
through index vectors.`,
	Meaning: meaning,
	Define: func() ir.Definitions {
		return ir.Definitions{
			Typed: typedOps(),
			Ops:   []*ir.OpDef{toLayout(), toSIMD(), toSIMT(), transferGather(), transferScatter(), argCompare(), yield()},
			Attrs: []*ir.AttrDef{nestedLayout},
		}
	},
	AttrAlias: alias,
}
