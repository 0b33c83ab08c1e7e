package distribute

import (
	"slices"

	fn "optc/dialect/func"
	"optc/dialect/gpu"
	"optc/dialect/iree/ireegpu"
	"optc/dialect/iree/ireemap"
	"optc/dialect/vector"
	"optc/dialect/vectorext"
	"optc/ir"
	"optc/ir/affine"
	"optc/layout/threads"
	"optc/passes"
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
	d := newDistributor(c, c.Rewriter(seen), subgroup, o.Chip)
	if d.subgroup == 0 {
		d.subgroup = defaultSubgroup
	}
	d.dissolveMasks(c.Op)
	d.layouts = layouts.AnalyzeLayouts[*vectorext.NestedLayout](c, c.Op, d.rw, layouts.ForOthers[*vectorext.NestedLayout, *ireemap.PackLayout](c, c.Op))
	p := newPackDistributor(d)
	p.layouts = layouts.AnalyzeLayouts[*ireemap.PackLayout](c, c.Op, d.rw, func(v *ir.Value) bool { return d.layouts[v] != nil })
	c.Walk(c.Op, func(op *ir.Operation) ir.WalkResult {
		if rule := ruleOf(op); rule != nil && rule.Order != nil && !d.enqueueIfLaidOut(op) {
			p.enqueueIfLaidOut(op)
		}
		return ir.Advance
	})
	d.visitQueue(func(op *ir.Operation, _ signature) { order(d, op) })
	p.visitQueue(func(op *ir.Operation, _ packSignature) { order(p, op) })
	return seen.changed, nil
}

// enqueueIfLaidOut queues op if one of its vectors has a layout, and reports whether it does.
func (d *parts[L]) enqueueIfLaidOut(op *ir.Operation) bool {
	sig, _ := d.signatureOf(op)
	if sig.hasVectors() {
		d.enqueue(op, sig.operands, sig.results)
	}
	return sig.hasVectors()
}

// order applies the rule for the order of op.
func order(d threads.Distributor, op *ir.Operation) {
	if rule := ruleOf(op); rule != nil && rule.Order != nil {
		rule.Order(d, op)
	}
}

// changeListener records whether anything was changed.
type changeListener struct{ changed bool }

func (l *changeListener) Inserted(*ir.Operation)               { l.changed = true }
func (l *changeListener) Erasing(*ir.Operation)                { l.changed = true }
func (l *changeListener) Modified(*ir.Operation)               { l.changed = true }
func (l *changeListener) Replacing(*ir.Operation, []*ir.Value) { l.changed = true }

// reducedDims returns the dimensions that a vector.multi_reduction reduces, ascending.
func reducedDims(op vector.MultiReductionOp) []int64 {
	return slices.Sorted(slices.Values(op.ReductionDims()))
}

// orderMultiReduction replaces a multi_reduction of a vector in a nested layout.
func orderMultiReduction(d *distributor, op *ir.Operation) {
	reduce := ir.Cast[vector.MultiReductionOp](op)
	if l := d.ownLayout(reduce.Source()); d.ordersSum(op, l) {
		d.rw.Replace(op, d.sumInOrder(op, reduce.Source(), reduce.Acc(), l, reducedDims(reduce)))
	}
}

// ordersSum reports whether a sum of a vector in layout l depends on the threads.
func (d *distributor) ordersSum(op *ir.Operation, l *vectorext.NestedLayout) bool {
	return l != nil && hasIdentity(op) && d.spreads(op, l)
}

// orderReduction replaces a vector.reduction of a vector in a nested layout.
func orderReduction(d *distributor, op *ir.Operation) {
	reduce := ir.Cast[vector.ReductionOp](op)
	if l := d.ownLayout(reduce.Vector()); d.ordersSum(op, l) {
		d.rw.Replace(op, d.sumInOrder(op, reduce.Vector(), startOf(d.rw, reduce), l, []int64{0}))
	}
}

// orderScan replaces a scan of a vector in a nested layout.
func orderScan(d *distributor, op *ir.Operation) {
	if l := d.ownLayout(ir.Cast[vector.ScanOp](op).Source()); d.ordersSum(op, l) {
		d.scanInOrder(op, l)
	}
}

// orderContract replaces a contraction of vectors in nested layouts.
func orderContract(d *distributor, op *ir.Operation) {
	contract := ir.Cast[vector.ContractOp](op)
	maps, lhs, rhs := contract.IndexingMaps(), contract.Lhs(), contract.Rhs()
	layouts := []*vectorext.NestedLayout{d.ownLayout(lhs), d.ownLayout(rhs)}
	if layouts[0] == nil || layouts[1] == nil || !hasIdentity(op) {
		return
	}
	if mma := ireegpu.IntrinsicOf(op); mma != nil {
		d.orderDepth(op, mma)
		return
	}
	l := vectorext.Recombine(layouts, maps[:2], affine.Identity(maps[0].NumDims))
	if l != nil && d.spreads(op, l) && slices.IsSorted(dimsOf(maps[2])) && !d.sumsInThread(l, contract.IteratorTypes()) {
		d.rw.Replace(op, d.sumProducts(contract, lhs, rhs, maps, contract.IteratorTypes(), l))
	}
}

// Vectors in layouts of iree_map are summed with a dimension for each digit of their layout.

// ordersSum reports whether a sum of a vector in layout l depends on the threads.
func (d *packDistributor) ordersSum(op *ir.Operation, l *ireemap.PackLayout) bool {
	return l != nil && hasIdentity(op) && d.spreads(op, l)
}

// splitDigits casts a vector to one with a dimension for each digit of its layout.
func (d *packDistributor) splitDigits(v *ir.Value, l *ireemap.PackLayout) *ir.Value {
	return d.base.shapeCast(v, d.unfold(l).UndistributedShape())
}

// orderPackedMultiReduction replaces a multi_reduction of a vector in a layout of iree_map.
func orderPackedMultiReduction(d *packDistributor, op *ir.Operation) {
	reduce := ir.Cast[vector.MultiReductionOp](op)
	if l := d.ownLayout(reduce.Source()); d.ordersSum(op, l) {
		u := d.unfold(l)
		dims := u.dims(reducedDims(reduce))
		d.rw.Replace(op, d.base.sumInOrder(op, d.splitDigits(reduce.Source(), l), reduce.Acc(), u.NestedLayout, dims))
	}
}

// orderPackedReduction replaces a vector.reduction of a vector in a layout of iree_map.
func orderPackedReduction(d *packDistributor, op *ir.Operation) {
	reduce := ir.Cast[vector.ReductionOp](op)
	if l := d.ownLayout(reduce.Vector()); d.ordersSum(op, l) {
		u := d.unfold(l)
		v := d.splitDigits(reduce.Vector(), l)
		d.rw.Replace(op, d.base.sumInOrder(op, v, startOf(d.rw, reduce), u.NestedLayout, u.dims([]int64{0})))
	}
}

// orderPackedScan replaces a scan, which is distributed in the nested layout next to its own.
func orderPackedScan(d *packDistributor, op *ir.Operation) {
	if l := d.ownLayout(ir.Cast[vector.ScanOp](op).Source()); d.ordersSum(op, l) {
		d.base.scanInOrder(op, d.nestedLike(l))
	}
}

// orderPackedContract replaces a contraction of vectors in layouts of iree_map.
func orderPackedContract(d *packDistributor, op *ir.Operation) {
	contract := ir.Cast[vector.ContractOp](op)
	maps, lhs, rhs := contract.IndexingMaps(), contract.Lhs(), contract.Rhs()
	l, r := d.ownLayout(lhs), d.ownLayout(rhs)
	if !d.ordersSum(op, l) {
		return
	}
	if mma := ireegpu.IntrinsicOf(op); mma != nil {
		d.base.orderDepth(op, mma)
		return
	}
	if r == nil || !slices.IsSorted(dimsOf(maps[2])) {
		return
	}
	iteration := l.Recombine([]*ireemap.PackLayout{l, r}, maps[:2], affine.Identity(maps[0].NumDims))
	if iteration == nil {
		return
	}
	u := d.unfold(iteration)
	if d.base.sumsInThread(u.NestedLayout, u.iterators(contract)) {
		return
	}
	wide := []affine.Map{u.mapped(maps[0]), u.mapped(maps[1])}
	d.rw.Replace(op, d.base.sumProducts(contract, d.splitDigits(lhs, l), d.splitDigits(rhs, r), wide, u.iterators(contract), u.NestedLayout))
}
