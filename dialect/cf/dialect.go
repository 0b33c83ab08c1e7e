package cf

import "optc/ir"

// Names of the operations.
const (
	Assert     = "cf.assert"
	Branch     = "cf.br"
	CondBranch = "cf.cond_br"
	Switch     = "cf.switch"
)

// Dialect is the cf dialect.
var Dialect = &ir.Dialect{
	Name:        "cf",
	Summary:     "branches between blocks",
	Description: `Unstructured control flow: branches to blocks of the same region, which pass values to the arguments of the block.`,
	Define: func() ir.Definitions {
		return ir.Definitions{
			Ops: []*ir.OpDef{assert(), branch(), condBranch(), switchOp()},
		}
	},
}
