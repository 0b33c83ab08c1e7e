package distribute

import (
	"cmp"

	fn "optc/dialect/func"
	"optc/dialect/gpu"
	"optc/dialect/iree/ireemap"
	"optc/dialect/vectorext"
	"optc/ir"
	"optc/passes"
	"optc/passes/distribute/internal/core"
	"optc/passes/distribute/internal/moves"
	"optc/passes/distribute/internal/sums"
	"optc/passes/distribute/internal/threadcode"
	"optc/passes/layouts"
)

// OrderSums is vectorext-order-sums.
var OrderSums = &passes.Pass{
	Name:  "vectorext-order-sums",
	Title: "Reduce in the order of distributed code",
	Doc: `Rewrites reductions, contractions and scans of vectors with a layout to use the
order of distributed code: first the elements of a thread, then lanes in pairs, then
subgroups, and last the accumulator. Sums of floats depend on the order; after
this pass they equal, bit for bit, the sums of vectorext-distribute-nested-layout
with the same subgroup-size and chip, for workgroups of whole subgroups. The
execution check compares distributed code with the result of this pass, and does
not check this pass itself.`,
	Options:  OrderSumsOptions{},
	Anchor:   []ir.OpKind{fn.FuncOp{}},
	Dialects: []string{"arith", "iree_vector_ext", "vector"},
	Models:   Models,
	Run:      runOrderSums,
}

// OrderSumsOptions are the options of vectorext-order-sums.
type OrderSumsOptions struct {
	SubgroupSize int64  `opt:"subgroup-size" help:"threads of a subgroup; 0 takes 64"`
	Chip         string `opt:"chip" help:"GPU for which the code will be distributed"`
}

// defaultSubgroup is the number of threads of a subgroup if neither the options nor the
// function specify it.
const defaultSubgroup = 64

func runOrderSums(c *passes.Context) (bool, error) {
	o := passes.OptionsOf[OrderSumsOptions](c)
	if o.SubgroupSize < 0 {
		return false, negativeSubgroup(c.Op, o.SubgroupSize)
	}
	if !gpu.Chip(o.Chip).Known() {
		return false, unknownChip(c.Op, o.Chip)
	}
	subgroup := (&DistributeOptions{SubgroupSize: o.SubgroupSize}).In(c.Op).SubgroupSize
	seen := &changeListener{}
	d := core.NewNested(c, c.Rewriter(seen), threadcode.Group{Subgroup: cmp.Or(subgroup, defaultSubgroup), Chip: gpu.Chip(o.Chip)})
	dissolveMasks(d, c.Op)
	d.FindLayouts(c.Op, layouts.ForOthers[*vectorext.NestedLayout, *ireemap.PackLayout](c, c.Op))
	p := core.NewPacked(d)
	p.FindLayouts(c.Op, func(v *ir.Value) bool { return d.Layouts[v] != nil })
	c.Walk(c.Op, func(op *ir.Operation) ir.WalkResult {
		if rule := moves.RuleOf(op); rule != nil && rule.Order != nil && !d.ScheduleIfLaidOut(op) {
			p.ScheduleIfLaidOut(op)
		}
		return ir.Advance
	})
	d.VisitQueue(func(op *ir.Operation) { sums.Order(d, op) })
	p.VisitQueue(func(op *ir.Operation) { sums.Order(p, op) })
	return seen.changed, nil
}

// changeListener records whether anything was changed.
type changeListener struct{ changed bool }

func (l *changeListener) Inserted(*ir.Operation) { l.changed = true }

func (l *changeListener) Erasing(*ir.Operation) { l.changed = true }

func (l *changeListener) Modified(*ir.Operation) { l.changed = true }

func (l *changeListener) Replacing(*ir.Operation, []*ir.Value) { l.changed = true }
