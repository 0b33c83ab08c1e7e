package cf_test

import (
	"fmt"

	"optc/dialect/cf"
	"optc/ir"
)

// Generic code uses the interface of branches to find which values are passed to which
// arguments.
func Example() {
	c := ir.NewContext(cf.Dialect)
	dest := ir.NewBlock([]ir.Type{c.I32()}, nil)
	from := ir.NewBlock([]ir.Type{c.I32()}, nil)
	b := ir.NewBuilder(c).AtEnd(from)
	br := b.Create(&ir.OpState{Def: c.MustOpDef(cf.BranchOp{}), Operands: from.Args(), Successors: []*ir.Block{dest}})
	lo, hi := br.Def().Interfaces.Branch.Forwarded(br, 0)
	fmt.Println(br.Name(), "passes operands", lo, "to", hi)
	// Output: cf.br passes operands 0 to 1
}
