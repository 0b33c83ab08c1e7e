package exchange

import (
	"slices"

	"optc/dialect/vector"
	"optc/dialect/vectorext"
	"optc/ir"
	"optc/ir/affine"
	"optc/passes/distribute/internal/core"
)

// joint converts the parts of a vector from one layout to another, if one of the two is a layout
// of iree_map.
type joint struct {
	nested *core.Nested
	packed *core.Packed
}

// ConvertParts converts parts that are taken from a vector made of other parts, and distributes the code that moves them.
//
//	%w = iree_vector_ext.to_simd %x {layout = #a}
//	%y = iree_vector_ext.to_simt %w {layout = #b}
//	→ %y = vector.shuffle %x, %x […]               // if every thread holds the same elements in both layouts
//	→ the way through workgroup memory otherwise, with a barrier before and one after it is written
func ConvertParts(d *core.Nested, p *core.Packed, root *ir.Operation) {
	j := joint{d, p}
	type request struct {
		whole *ir.Value
		to    vectorext.Distribution
	}
	var order []request
	users := map[request][]*ir.Operation{}
	d.Pass.Walk(root, func(op *ir.Operation) ir.WalkResult {
		toSIMT := ir.As[vectorext.ToSIMTOp](op)
		if !toSIMT.Ok() {
			return ir.Advance
		}
		c := request{toSIMT.Input(), toSIMT.Layout()}
		if def := ir.DefiningOp[vectorext.ToSIMDOp](c.whole); def.Ok() && def.Layout() != c.to {
			if users[c] == nil {
				order = append(order, c)
			}
			users[c] = append(users[c], op)
		}
		return ir.Advance
	})
	for _, c := range order {
		first := users[c][0]
		d.RW.After(c.whole.DefiningOp()).Loc = first.Loc()
		whole := j.convert(first, c.whole, c.to)
		if whole == nil {
			continue
		}
		for _, cast := range users[c] {
			d.RW.Modify(cast, func() { ir.Cast[vectorext.ToSIMTOp](cast).InputMutable().Set(whole) })
		}
	}
	d.DistributeQueue()
	p.DistributeQueue()
}

// convert returns the same vector in another layout; nil, with a reason, if threads cannot exchange
// elements.
func (j joint) convert(op *ir.Operation, whole *ir.Value, to vectorext.Distribution) *ir.Value {
	d, def := j.nested, whole.DefiningOp()
	toSIMD := ir.Cast[vectorext.ToSIMDOp](def)
	from := toSIMD.Layout()
	if order := sameHolders(d, from, to); order != nil {
		if len(order) > 1 {
			d.Explain(op, "reorders what every thread holds; no element changes its thread")
		}
		flat := d.ShapeCast(toSIMD.Input(), []int64{int64(len(order))})
		part := d.ShapeCast(vector.NewShuffle(d.RW, flat, flat, order).Vector(), to.DistributedShape())
		return vectorext.NewToSIMD(d.RW, whole.Type(), part, to).Output()
	}
	if !d.Exchanges(op) {
		return nil
	}
	t := whole.Type().(*ir.VectorType)
	if c, ok := changeOf(d, t.Elem, from, to); ok {
		return vectorext.NewToSIMD(d.RW, t, changeLayout(d, op, toSIMD.Input(), c), to).Output()
	}
	explainRows(d, op, from, to, t.Elem)
	rank := len(t.Dims)
	buffer := d.WorkgroupMemory(t.Dims, t.Elem)
	all := slices.Repeat([]bool{true}, rank)
	d.Barrier(core.BeforeWrites)
	j.listed(vector.NewTransferWrite(d.RW, whole, buffer, d.Zeros(rank), nil, affine.Identity(rank), all).Operation(), whole, from)
	d.Barrier(core.AfterWrites)
	read := vector.NewTransferRead(d.RW, t, buffer, d.Zeros(rank), d.Poison(t.Elem), nil, affine.Identity(rank), all).Vector()
	j.listed(read.DefiningOp(), read, to)
	return read
}

// listed enqueues a transfer of a vector in a layout.
func (j joint) listed(op *ir.Operation, moved *ir.Value, l vectorext.Distribution) {
	if !listedIn(&j.nested.Parts, op, moved, l) {
		listedIn(&j.packed.Parts, op, moved, l)
	}
}

func listedIn[L vectorext.Layout[L]](d *core.Parts[L], op *ir.Operation, moved *ir.Value, l vectorext.Distribution) bool {
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
	d.Schedule(op, layouts(op.OperandList()), layouts(op.ResultList()))
	return true
}

// sameHolders returns, if every thread holds the same elements in both layouts, the order of the
// second part: for each of its elements the position in the first part. Otherwise it returns nil.
func sameHolders(d *core.Nested, from, to vectorext.Distribution) (order []int64) {
	threads := max(from.WorkgroupThreads(d.Subgroup), to.WorkgroupThreads(d.Subgroup))
	if len(d.Workgroup) > 0 {
		threads = max(threads, d.WorkgroupThreads())
	}
	n, ok := ir.NumElements(append(slices.Clone(to.DistributedShape()), threads))
	if !ok || n > core.MaxHolders {
		return nil
	}
	for thread := range threads {
		have, err1 := from.Held(thread, d.Subgroup)
		want, err2 := to.Held(thread, d.Subgroup)
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
