package distribute

import (
	"slices"

	"optc/dialect/arith"
	fn "optc/dialect/func"
	"optc/dialect/gpu"
	"optc/dialect/iree/ireegpu"
	"optc/dialect/iree/ireemap"
	"optc/dialect/vector"
	"optc/dialect/vectorext"
	"optc/ir"
	"optc/ir/affine"
	"optc/passes"
	"optc/passes/layouts"
)

// OrderSums is vectorext-order-sums.
var OrderSums = &passes.Pass{
	Name:  "vectorext-order-sums",
	Title: "Reduce in the order in which threads will",
	Doc: `Brings reductions, contractions and scans of vectors with a layout into the order in
which distributed code forms them: first what a thread holds, then lanes, then
subgroups, and last the accumulator. Sums of floats depend on the order; after this
pass they are, bit for bit, those of vectorext-distribute-nested-layout with the same
subgroup-size and chip. The execution check compares distributed code with this, and does not
compare what this pass does.`,
	Options:  OrderSumsOptions{},
	Anchor:   []ir.OpKind{fn.Func},
	Dialects: []string{"arith", "iree_vector_ext", "vector"},
	Models:   layouts.Models,
	Run: func(c *passes.Context) (bool, error) {
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
		var ops []*ir.Operation
		c.Walk(c.Op, func(op *ir.Operation) ir.WalkResult {
			if combines(op) && hasIdentity(op) {
				ops = append(ops, op)
			}
			return ir.Advance
		})
		for op := range passes.Each(c, ops) {
			d.rw.Before(op).Loc = op.Loc()
			if !d.orderSum(op) {
				p.orderSum(op)
			}
		}
		return seen.changed, nil
	},
}

// changeListener notes that something was changed.
type changeListener struct{ changed bool }

func (l *changeListener) Inserted(*ir.Operation)               { l.changed = true }
func (l *changeListener) Erasing(*ir.Operation)                { l.changed = true }
func (l *changeListener) Modified(*ir.Operation)               { l.changed = true }
func (l *changeListener) Replacing(*ir.Operation, []*ir.Value) { l.changed = true }

// OrderSumsOptions are the options of vectorext-order-sums.
type OrderSumsOptions struct {
	SubgroupSize int64  `opt:"subgroup-size" help:"threads of a subgroup; 0 takes 64"`
	Chip         string `opt:"chip" help:"GPU for which it will be distributed"`
}

// defaultSubgroup is the number of threads of a subgroup when nothing says it.
const defaultSubgroup = 64

// orderSum replaces a reduction, contraction or scan whose operands have layouts.
func (d *distributor) orderSum(op *ir.Operation) bool {
	kind := vector.CombiningKind(op)
	if vector.Scan.Is(op) {
		l := d.layouts[vector.Scan.Source(op)]
		return l != nil && d.orderScan(op, l)
	}
	if vector.MultiReduction.Is(op) {
		l := d.layouts[vector.MultiReduction.Source(op)]
		if l == nil || !d.spreads(op, l) {
			return false
		}
		dims := slices.Sorted(slices.Values(vector.MultiReduction.ReductionDims(op)))
		d.rw.Replace(op, d.combineOrdered(op, kind, vector.MultiReduction.Source(op), vector.MultiReduction.Acc(op), l, dims))
		return true
	}
	if vector.Reduction.Is(op) {
		v := vector.Reduction.Vector(op)
		l := d.layouts[v]
		if l == nil || !d.spreads(op, l) {
			return false
		}
		d.rw.Replace(op, d.combineOrdered(op, kind, v, d.startOf(op), l, []int64{0}))
		return true
	}
	maps := vector.Contract.IndexingMaps(op)
	lhs, rhs := vector.Contract.Lhs(op), vector.Contract.Rhs(op)
	layouts := []*vectorext.NestedLayout{d.layouts[lhs], d.layouts[rhs]}
	if layouts[0] == nil || layouts[1] == nil {
		return false
	}
	if mma := ireegpu.IntrinsicOf(op); mma != nil {
		return d.orderDepth(op, mma)
	}
	l := vectorext.Recombine(layouts, maps[:2], affine.Identity(maps[0].NumDims))
	if l == nil || !d.spreads(op, l) || !slices.IsSorted(dimsOf(maps[2])) {
		return false
	}
	d.rw.Replace(op, d.contractOrdered(op, lhs, rhs, maps, vector.Contract.IteratorTypes(op), l))
	return true
}

// contractOrdered multiplies and then combines, where the iterators of a contraction have
// a layout.
func (d *distributor) contractOrdered(op *ir.Operation, lhs, rhs *ir.Value, maps []affine.Map, iterators []vector.IteratorType, l *vectorext.NestedLayout) *ir.Value {
	var dims []int64
	for i, t := range iterators {
		if t == vector.Reduced {
			dims = append(dims, int64(i))
		}
	}
	acc, shape := vector.Contract.Acc(op), l.UndistributedShape()
	elem := ir.ElementOrSelf(acc.Type())
	product := vector.Mul.Combine(d.rw, d.alongIterators(lhs, maps[0], shape, elem), d.alongIterators(rhs, maps[1], shape, elem))
	return d.combineOrdered(op, vector.CombiningKind(op), product, acc, l, dims)
}

// orderSum replaces a reduction or contraction whose operands have layouts of iree_map,
// with a dimension for every digit, and what is distributed in nested layouts as they do.
func (d *packDistributor) orderSum(op *ir.Operation) bool {
	kind := vector.CombiningKind(op)
	var v *ir.Value
	switch {
	case vector.MultiReduction.Is(op):
		v = vector.MultiReduction.Source(op)
	case vector.Reduction.Is(op):
		v = vector.Reduction.Vector(op)
	case vector.Contract.Is(op):
		v = vector.Contract.Lhs(op)
	case vector.Scan.Is(op):
		v = vector.Scan.Source(op)
	}
	l := d.layouts[v]
	if l == nil || !d.spreads(op, l) {
		return false
	}
	if vector.Scan.Is(op) {
		return d.base.orderScan(op, d.nestedLike(l))
	}
	if mma := ireegpu.IntrinsicOf(op); mma != nil {
		return d.base.orderDepth(op, mma)
	}
	digits := func(v *ir.Value, l *ireemap.PackLayout) *ir.Value {
		return d.base.shapeCast(v, d.unfold(l).UndistributedShape())
	}
	u := d.unfold(l)
	switch {
	case vector.MultiReduction.Is(op):
		dims := u.dims(slices.Sorted(slices.Values(vector.MultiReduction.ReductionDims(op))))
		d.rw.Replace(op, d.base.combineOrdered(op, kind, digits(v, l), vector.MultiReduction.Acc(op), u.NestedLayout, dims))
	case vector.Reduction.Is(op):
		d.rw.Replace(op, d.base.combineOrdered(op, kind, digits(v, l), d.startOf(op), u.NestedLayout, u.dims([]int64{0})))
	case vector.Contract.Is(op):
		rhs, maps := vector.Contract.Rhs(op), vector.Contract.IndexingMaps(op)
		r := d.layouts[rhs]
		if r == nil || !slices.IsSorted(dimsOf(maps[2])) {
			return false
		}
		iteration := l.Recombine([]*ireemap.PackLayout{l, r}, maps[:2], affine.Identity(maps[0].NumDims))
		if iteration == nil {
			return false
		}
		u = d.unfold(iteration)
		wide := []affine.Map{u.mapped(maps[0]), u.mapped(maps[1])}
		d.rw.Replace(op, d.base.contractOrdered(op, digits(v, l), digits(rhs, r), wide, u.iterators(op), u.NestedLayout))
	}
	return true
}

// orderDepth brings the depth of a contraction into the order in which an intrinsic adds
// its products, where that is another one.
//
//	VMFMA_F32_16x16x32_F16: a depth of 64 is 2 x [4, 2, 4], and becomes 2 x [2, 4, 4]
func (d *distributor) orderDepth(op *ir.Operation, mma *ireegpu.MMA) bool {
	digits, ok := mma.DepthDigits()
	if !ok {
		return false
	}
	p := tileProduct{MMA: mma, maps: vector.Contract.IndexingMaps(op)}
	p.findIterators()
	depth := p.tile[2]
	if depth < 0 || vector.Contract.Lhs(op).Type().(*ir.VectorType).Dims[slices.Index(dimsOf(p.maps[0]), depth)]%mma.K != 0 {
		return false
	}
	ordered := func(v *ir.Value, m affine.Map) *ir.Value {
		dim, shape := slices.Index(dimsOf(m), depth), v.Type().(*ir.VectorType).Dims
		split := slices.Concat(shape[:dim], []int64{shape[dim] / mma.K}, digits[:], shape[dim+1:])
		perm := make([]int64, len(split))
		for i := range perm {
			perm[i] = int64(i)
		}
		perm[dim+1], perm[dim+2] = perm[dim+2], perm[dim+1]
		return d.shapeCast(vector.Transpose.Build(d.rw, d.shapeCast(v, split), perm), shape)
	}
	lhs, rhs := ordered(vector.Contract.Lhs(op), p.maps[0]), ordered(vector.Contract.Rhs(op), p.maps[1])
	d.rw.Replace(op, vector.Contract.Build(d.rw, lhs, rhs, vector.Contract.Acc(op), p.maps, vector.Contract.IteratorTypes(op), vector.CombiningKind(op)))
	return true
}

// alongIterators repeats an operand of a contraction along the iterators that it does
// not have, with elements of another type.
func (d *distributor) alongIterators(v *ir.Value, m affine.Map, shape []int64, elem ir.Type) *ir.Value {
	dims := dimsOf(m)
	perm, unit := make([]int64, len(dims)), slices.Repeat([]int64{1}, len(shape))
	sorted := slices.Sorted(slices.Values(dims))
	for i, dim := range sorted {
		perm[i], unit[dim] = int64(slices.Index(dims, dim)), shape[dim]
	}
	v = d.shapeCast(vector.Transpose.Build(d.rw, v, perm), unit)
	if from := ir.ElementOrSelf(v.Type()); from != elem {
		t := ir.Vector(unit, elem)
		if ir.AnyFloat.Check(elem) {
			v = arith.ExtF.Build(d.rw, t, v)
		} else {
			v = arith.ExtSI.Build(d.rw, t, v)
		}
	}
	return vector.Broadcast.Build(d.rw, ir.Vector(shape, elem), v)
}

// combineOrdered combines dims of v, which has a layout, and then acc:
//
//	S x T x B x O x E per dimension  →  over B, O and E  →  over T of lanes  →  over S  →  with acc
func (d *distributor) combineOrdered(op *ir.Operation, kind vector.Kind, v, acc *ir.Value, l *vectorext.NestedLayout, dims []int64) *ir.Value {
	elem, n := ir.ElementOrSelf(v.Type()), l.Rank()
	cross, _ := d.crossing(op, l, elem, dims)
	// Digits are grouped like S, T, B, O, E; each knows its dimension.
	type digit struct{ level, dim int }
	tiles := [5][]int64{l.SubgroupTile, l.BatchTile, l.OuterTile, l.ThreadTile, l.ElementTile} // as in a dimension
	packed, perm := []int64{1}, []int64{0}
	var digits []digit
	for dim := range n {
		for _, tile := range tiles {
			packed = append(packed, tile[dim])
		}
	}
	for _, level := range []int{0, 3, 1, 2, 4} {
		for dim := range n {
			digits = append(digits, digit{level, dim})
			perm = append(perm, int64(1+5*dim+level))
		}
	}
	v = vector.Transpose.Build(d.rw, d.shapeCast(v, packed), perm)
	over := func(gone func(g digit) bool) {
		var at []int64
		var shape []int64
		rest := digits[:0:0]
		from := v.Type().(*ir.VectorType).Dims
		for i, g := range digits {
			if gone(g) {
				at = append(at, int64(1+i))
				continue
			}
			rest, shape = append(rest, g), append(shape, from[1+i])
		}
		if at == nil {
			return
		}
		digits = rest
		t := ir.Vector(append([]int64{1}, shape...), elem)
		v = vector.MultiReduction.Build(d.rw, kind, v, d.constant(kind.Identity(t)), at)
	}
	reduced := func(dim int) bool { return slices.Contains(dims, int64(dim)) }
	over(func(g digit) bool { return reduced(g.dim) && g.level != 0 && g.level != 3 })
	for _, dim := range cross.lanes {
		over(func(g digit) bool { return g.dim == dim && g.level == 3 })
	}
	if m := d.meetingOf(l, dims, cross); len(cross.memory) > 0 && slices.ContainsFunc(dims, func(dim int64) bool { return m.read.ThreadTile[dim] > 1 }) {
		for _, dim := range dims {
			over(func(g digit) bool { return g.dim == int(dim) })
		}
	}
	over(func(g digit) bool { return reduced(g.dim) })
	// Back to one dimension for each that is left.
	order := []int64{0}
	for dim := range n {
		for level := range tiles {
			if i := slices.Index(digits, digit{level, dim}); i >= 0 {
				order = append(order, int64(1+i))
			}
		}
	}
	v = vector.Transpose.Build(d.rw, v, order)
	t, isVector := acc.Type().(*ir.VectorType)
	if !isVector {
		return kind.Combine(d.rw, vector.Extract.Build(d.rw, d.shapeCast(v, []int64{1}), 0), acc)
	}
	return kind.Combine(d.rw, d.shapeCast(v, t.Dims), acc)
}
