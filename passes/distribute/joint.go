package distribute

import (
	"slices"

	"optc/dialect/vector"
	"optc/dialect/vectorext"
	"optc/ir"
	"optc/ir/affine"
)

// joint converts the parts of a vector from one layout to another, if one of the two is a layout
// of iree_map.
type joint struct {
	nested *distributor
	packed *packDistributor
}

// run converts the parts that are taken of a vector made of other parts.
//
//	%w = iree_vector_ext.to_simd %x {layout = #a}
//	%y = iree_vector_ext.to_simt %w {layout = #b}
//	→ %y = vector.shuffle %x, %x […]               // where every thread holds the same elements in both
//	→ the way through workgroup memory otherwise, with a barrier before and one after it is written
func (j joint) run(root *ir.Operation) {
	type change struct {
		whole *ir.Value
		to    vectorext.Distribution
	}
	var order []change
	users := map[change][]*ir.Operation{}
	j.nested.c.Walk(root, func(op *ir.Operation) ir.WalkResult {
		toSIMT := ir.As[vectorext.ToSIMTOp](op)
		if !toSIMT.Ok() {
			return ir.Advance
		}
		c := change{toSIMT.Input(), toSIMT.Layout()}
		if def := ir.DefiningOp[vectorext.ToSIMDOp](c.whole); def.Ok() && def.Layout() != c.to {
			if users[c] == nil {
				order = append(order, c)
			}
			users[c] = append(users[c], op)
		}
		return ir.Advance
	})
	d := j.nested
	for _, c := range order {
		first := users[c][0]
		d.rw.After(c.whole.DefiningOp()).Loc = first.Loc()
		whole := j.convert(first, c.whole, c.to)
		if whole == nil {
			continue
		}
		for _, cast := range users[c] {
			d.rw.Modify(cast, func() { ir.Cast[vectorext.ToSIMTOp](cast).InputMutable().Set(whole) })
		}
	}
	d.distributeQueue()
	j.packed.distributeQueue()
}

// convert returns the same vector in another layout; nil, with a reason, where threads
// cannot exchange elements.
func (j joint) convert(op *ir.Operation, whole *ir.Value, to vectorext.Distribution) *ir.Value {
	d, def := j.nested, whole.DefiningOp()
	toSIMD := ir.Cast[vectorext.ToSIMDOp](def)
	from := toSIMD.Layout()
	if order := d.sameHolders(from, to); order != nil {
		if len(order) > 1 {
			d.explain(op, "reorders what every thread holds; no element changes its thread")
		}
		flat := d.shapeCast(toSIMD.Input(), []int64{int64(len(order))})
		part := d.shapeCast(vector.NewShuffle(d.rw, flat, flat, order).Vector(), to.DistributedShape())
		return vectorext.NewToSIMD(d.rw, whole.Type(), part, to).Output()
	}
	if !d.exchanges(op) {
		return nil
	}
	t := whole.Type().(*ir.VectorType)
	if c, ok := d.changeOf(t.Elem, from, to); ok {
		return vectorext.NewToSIMD(d.rw, t, d.exchange(op, toSIMD.Input(), c), to).Output()
	}
	d.explainRows(op, from, to, t.Elem)
	rank := len(t.Dims)
	buffer := d.workgroupMemory(t.Dims, t.Elem)
	all := slices.Repeat([]bool{true}, rank)
	d.barrier(beforeWrites)
	j.listed(vector.NewTransferWrite(d.rw, whole, buffer, d.zeros(rank), nil, affine.Identity(rank), all).Operation(), whole, from)
	d.barrier(afterWrites)
	read := vector.NewTransferRead(d.rw, t, buffer, d.zeros(rank), d.poison(t.Elem), nil, affine.Identity(rank), all).Vector()
	j.listed(read.DefiningOp(), read, to)
	return read
}

// listed enqueues a transfer of a vector in a layout.
func (j joint) listed(op *ir.Operation, moved *ir.Value, l vectorext.Distribution) {
	if !listedIn(&j.nested.parts, op, moved, l) {
		listedIn(&j.packed.parts, op, moved, l)
	}
}

func listedIn[L vectorext.Layout[L]](d *parts[L], op *ir.Operation, moved *ir.Value, l vectorext.Distribution) bool {
	mine, ok := l.(L)
	if !ok {
		return false
	}
	layouts := func(vs []*ir.Value) []L {
		out := make([]L, len(vs))
		if i := slices.Index(vs, moved); i >= 0 {
			out[i] = mine
		}
		return out
	}
	d.enqueue(op, layouts(op.OperandList()), layouts(op.ResultList()))
	return true
}

// maxHolders is the largest number of elements whose holders are compared one by one.
const maxHolders = 1 << 18

// sameHolders returns, if every thread holds the same elements in both layouts, the order of the
// second part: for each of its elements the position in the first part. Otherwise it returns nil.
func (d *distributor) sameHolders(from, to vectorext.Distribution) (order []int64) {
	threads := max(from.WorkgroupThreads(d.subgroup), to.WorkgroupThreads(d.subgroup))
	if len(d.workgroup) > 0 {
		threads = max(threads, d.workgroupThreads())
	}
	n, ok := ir.NumElements(append(slices.Clone(to.DistributedShape()), threads))
	if !ok || n > maxHolders {
		return nil
	}
	for thread := range threads {
		have, err1 := from.Held(thread, d.subgroup)
		want, err2 := to.Held(thread, d.subgroup)
		if err1 != nil || err2 != nil {
			return nil
		}
		if order == nil {
			place := map[int64]int64{}
			for i, at := range have {
				place[at] = int64(i)
			}
			for _, at := range want {
				order = append(order, place[at])
			}
		}
		for i, at := range order {
			if have[at] != want[i] {
				return nil
			}
		}
	}
	return order
}
