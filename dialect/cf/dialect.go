package cf

import "optc/ir"

// Dialect is the cf dialect.
var Dialect = &ir.Dialect{
	Name:        "cf",
	Summary:     "branches between blocks",
	Description: `Unstructured control flow: branches to blocks of the same region, which pass values to the arguments of the block.`,
	Meaning:     meaning,
	Define: func() ir.Definitions {
		return ir.Definitions{
			Typed: typedOps(),
			Ops:   []*ir.OpDef{assert(), branch(), condBranch(), switchOp()},
		}
	},
}
