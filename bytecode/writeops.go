package bytecode

import (
	"cmp"
	"fmt"
	"slices"

	"optc/ir"
)

func (w *writer) writeIR(out *buffer, root *ir.Operation) {
	body := &buffer{}
	body.flagged(1, false)
	w.blocks = map[*ir.Block]int{}
	w.values = &valueNumbers{}
	for i := range root.NumResults() {
		w.values.set(root.Result(i), uint32(i))
	}
	first := 0
	w.writeOp(body, root, root.NumResults(), &first)
	out.section(irSection, body)
}

// writeRegion writes a region whose values are numbered from base.
func (w *writer) writeRegion(b *buffer, r *ir.Region, base int) {
	if r.Empty() {
		b.varint(0)
		return
	}
	next, blocks := base, 0
	define := func(v *ir.Value) {
		w.values.set(v, uint32(next))
		next++
	}
	for block := range r.Blocks() {
		if !r.HasOneBlock() {
			w.blocks[block] = blocks
		}
		blocks++
		for _, a := range block.Args() {
			define(a)
		}
		for op := range block.Ops() {
			for i := range op.NumResults() {
				define(op.Result(i))
			}
		}
	}
	b.varint(uint64(blocks))
	b.varint(uint64(next - base))
	at := w.starts[r]
	for block := range r.Blocks() {
		w.writeBlock(b, block, next, &at)
	}
}

// writeBlock writes a block; refs[*at] belongs to its first argument or operation.
func (w *writer) writeBlock(b *buffer, block *ir.Block, next int, at *int) {
	ops := 0
	for range block.Ops() {
		ops++
	}
	b.flagged(uint64(ops), block.NumArgs() > 0)
	if block.NumArgs() > 0 {
		b.varint(uint64(block.NumArgs()))
		for range block.Args() {
			l, t := w.at(w.refs[*at]), w.number(w.refs[*at+1])
			*at += 2
			known := l.node != ir.Node(w.ctx.UnknownLoc())
			if w.opts.Version >= elidedArgLocations {
				b.flagged(t, known)
			} else {
				b.varint(t)
			}
			if known || w.opts.Version < elidedArgLocations {
				b.varint(uint64(l.number))
			}
		}
		if w.opts.Version >= useListOrders {
			flags := len(b.data)
			b.byte(0)
			if w.writeUseOrders(b, block.NumArgs(), block.Arg) {
				b.data[flags] = hasUseListOrders
			}
		}
	}
	for op := range block.Ops() {
		w.writeOp(b, op, next, at)
	}
}

// writeOp writes an operation, whose references begin with refs[*at]; values inside of it are
// numbered from next, unless it is isolated.
func (w *writer) writeOp(b *buffer, op *ir.Operation, next int, at *int) {
	results := op.NumResults()
	name, types := w.refs[*at], w.refs[*at+1:][:results]
	*at += 1 + results
	b.varint(w.number(name))
	maskAt := len(b.data)
	var mask byte
	b.byte(0)
	if dict := w.dictOf(op); dict.Len() > 0 {
		mask |= hasAttrs
		*at++
	}
	b.varint(w.number(w.refs[*at]))
	if mask != 0 {
		b.varint(w.number(w.refs[*at-1]))
	}
	*at++
	if w.opts.Version >= nativeProperties {
		if id, used, ok := w.propertiesOf(op, name, w.refs[*at:]); ok {
			mask |= hasProperties
			b.varint(uint64(id))
			*at += used
		}
	}
	if results > 0 {
		mask |= hasResults
		b.varint(uint64(results))
		for _, t := range types {
			b.varint(w.number(t))
		}
	}
	if n := op.NumOperands(); n > 0 {
		mask |= hasOperands
		b.varint(uint64(n))
		for i := range n {
			id, ok := w.values.get(op.Operand(i))
			if !ok {
				w.fail("'%s' op uses a value from outside of an isolated operation", op.Name())
			}
			b.varint(uint64(id))
		}
	}
	if n := op.NumSuccessors(); n > 0 {
		mask |= hasSuccessors
		b.varint(uint64(n))
		for i := range n {
			b.varint(uint64(w.blocks[op.Successor(i)]))
		}
	}
	if w.opts.Version >= useListOrders && w.writeUseOrders(b, op.NumResults(), op.Result) {
		mask |= hasUseListOrders
	}
	if op.NumRegions() > 0 {
		mask |= hasRegions
	}
	b.data[maskAt] = mask
	if op.NumRegions() == 0 {
		return
	}
	isolated := op.Has(ir.IsolatedFromAbove)
	b.flagged(uint64(op.NumRegions()), isolated)
	if !isolated {
		for r := range op.Regions() {
			w.writeRegion(b, r, next)
		}
		return
	}
	body, outer := b, w.values
	if w.opts.Version >= lazyRegions {
		body = &buffer{}
	}
	w.values = &valueNumbers{}
	for r := range op.Regions() {
		w.writeRegion(body, r, 0)
	}
	w.values = outer
	if body != b {
		b.section(irSection, body)
	}
}

func (w *writer) fail(format string, args ...any) {
	if w.err == nil {
		w.err = fmt.Errorf(format, args...)
	}
}

// writeUseOrders writes the orders of the uses of values that are not the default, and
// reports whether there are any.
func (w *writer) writeUseOrders(b *buffer, n int, value func(i int) *ir.Value) bool {
	var orders []useOrder
	for i := range n {
		v := value(i)
		if v.Unused() || v.HasOneUse() || w.inDefaultOrder(v) {
			continue
		}
		uses := usesOf(v)
		places := make([]int, len(uses))
		for k := range places {
			places[k] = k
		}
		slices.SortFunc(places, func(x, y int) int { return w.compareUses(uses[y], uses[x]) })
		orders = append(orders, useOrder{index: i, order: places})
	}
	if len(orders) == 0 {
		return false
	}
	if n != 1 {
		b.varint(uint64(len(orders)))
	}
	for _, o := range orders {
		if n != 1 {
			b.varint(uint64(o.index))
		}
		b.flagged(uint64(len(o.order)), false)
		for _, place := range o.order {
			b.varint(uint64(place))
		}
	}
	return true
}

// inDefaultOrder reports whether the latest use of a value in the program comes first.
func (w *writer) inDefaultOrder(v *ir.Value) bool {
	for u := v.FirstUse(); u.Next() != nil; u = u.Next() {
		if w.compareUses(u, u.Next()) < 0 {
			return false
		}
	}
	return true
}

// compareUses compares the places of two uses of a value in the program.
func (w *writer) compareUses(x, y *ir.OpOperand) int {
	a, b := x.Owner(), y.Owner()
	if a == b {
		return cmp.Compare(x.Index(), y.Index())
	}
	if a.Block() != b.Block() {
		if a, b = w.siblings(a, b); a == b { // one operation is inside the other
			return cmp.Compare(depth(x.Owner()), depth(y.Owner()))
		}
		if r, s := a.ParentRegion(), b.ParentRegion(); r != s {
			return cmp.Compare(r.Index(), s.Index())
		}
		if a.Block() != b.Block() {
			return cmp.Compare(w.blocks[a.Block()], w.blocks[b.Block()])
		}
	}
	if a.IsBefore(b) {
		return -1
	}
	return 1
}

// siblings returns the ancestors of a and b, or a and b themselves, that have the same
// parent operation; they are the same operation if a is inside b or b inside a.
func (w *writer) siblings(a, b *ir.Operation) (x, y *ir.Operation) {
	da, db := depth(a), depth(b)
	for ; da > db; da-- {
		a = a.Parent()
	}
	for ; db > da; db-- {
		b = b.Parent()
	}
	for a != b && a.Parent() != b.Parent() {
		a, b = a.Parent(), b.Parent()
	}
	return a, b
}

func depth(op *ir.Operation) int {
	n := 0
	for p := op.Parent(); p != nil; p = p.Parent() {
		n++
	}
	return n
}
