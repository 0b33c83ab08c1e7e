package passes_test

import (
	"testing"

	"optc/internal/testing/irtest"
	"optc/ir"
	"optc/passes"
)

// cost is an interface that only the pass of the test knows.
var cost = ir.NewInterface[int]("cost")

// A pass provides implementations for operations of upstream; they exist in the contexts in which it runs, and in no others.
func TestModelsOfPass(t *testing.T) {
	t.Parallel()
	total := 0
	count := &passes.Pass{Name: "count", Title: "test", Anchor: []ir.OpKind{ir.ModuleOp{}},
		Models: func() []ir.Model {
			return []ir.Model{ir.ModelOf(ir.Kind("arith.addi"), cost.By(1)), ir.ModelOf(ir.Kind("arith.muli"), cost.By(3))}
		},
		Run: func(c *passes.Context) (bool, error) {
			total = 0
			ir.Walk(c.Op, func(op *ir.Operation) ir.WalkResult {
				if n, ok := cost.Of(op); ok {
					total += n
				}
				return ir.Advance
			})
			return false, nil
		}}
	nest := &passes.Pass{Name: "nest", Title: "test", Anchor: []ir.OpKind{ir.ModuleOp{}}, Run: func(c *passes.Context) (bool, error) {
		return false, c.RunNested(passes.On(ir.ModuleOp{}, passes.Use(count)), c.Op)
	}}
	for _, p := range []*passes.Pass{count, nest} {
		c, m := irtest.Parse(t, irtest.Functions(4))
		for range 2 {
			if err := passes.NewManager(c).Run(t.Context(), passes.On(ir.ModuleOp{}, passes.Use(p)), m); err != nil {
				t.Fatal(err)
			}
			if total != 4*7 {
				t.Errorf("%s: got a cost of %d, want %d", p.Name, total, 4*7)
			}
		}
	}
	_, other := irtest.Parse(t, irtest.Functions(1))
	ir.Walk(other, func(op *ir.Operation) ir.WalkResult {
		if cost.Has(op) {
			t.Errorf("%s has a cost in a context without models", op.Name())
		}
		return ir.Advance
	})
}
