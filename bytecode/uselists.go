package bytecode

import "optc/ir"

// The uses of a value are listed with the latest first: by default in the reverse of the
// order in which a walk from outside meets the operands. If the writer had them in
// another order, the file contains the permutation.

// useOrder is the order of the uses of a value.
type useOrder struct {
	value *ir.Value
	index int   // index of the use in the value's list, while the order is read
	order []int // at i: the position in the list of the use that is at i by default
	pairs bool  // order is a list of pairs of i and position, only for uses that move
	at    int   // offset in the file
}

// useOrders reads the orders of so many values, and appends them to w.orders without
// the values.
func (w *worker) useOrders(c *cursor, values int) {
	n := uint64(1)
	if values != 1 {
		n = c.varint()
	}
	if !c.checkCount(n, 1, "orders of uses") {
		return
	}
	for range n {
		o := useOrder{at: c.pos}
		if values != 1 {
			o.index = c.index(values, "value")
		}
		size := uint64(0)
		if size, o.pairs = c.flagged(); !c.checkCount(size, 1, "places of uses") {
			return
		}
		o.order = make([]int, size)
		for k := range o.order {
			o.order[k] = int(c.uint32("place of a use"))
		}
		if c.err != nil {
			return
		}
		w.orders = append(w.orders, o)
	}
}

// usesOf lists the uses of a value.
func usesOf(v *ir.Value) (uses []*ir.OpOperand) {
	for u := v.FirstUse(); u != nil; u = u.Next() {
		uses = append(uses, u)
	}
	return uses
}

// orderUses orders the uses of the values in w.orders, all of which were read.
// Operations are made in the order of the default, so that no use has to be searched.
func (w *worker) orderUses(c *cursor) {
	for _, o := range w.orders {
		if c.err != nil {
			return
		}
		uses, ok := o.place(usesOf(o.value))
		if !ok {
			c.failAt(o.at, "order of uses that is no permutation of %d uses", o.value.NumUses())
			return
		}
		o.value.OrderUses(uses)
	}
	w.orders = w.orders[:0]
}

// place puts uses in the default order into theirs.
func (o *useOrder) place(uses []*ir.OpOperand) (placed []*ir.OpOperand, ok bool) {
	order := o.order
	if o.pairs {
		order = make([]int, len(uses))
		for i := range order {
			order[i] = i
		}
		if len(o.order)%2 != 0 {
			return nil, false
		}
		for i := 0; i < len(o.order); i += 2 {
			if o.order[i] >= len(order) {
				return nil, false
			}
			order[o.order[i]] = o.order[i+1]
		}
	}
	if len(order) != len(uses) {
		return nil, false
	}
	placed = make([]*ir.OpOperand, len(uses))
	for i, at := range order {
		if at >= len(placed) || placed[at] != nil {
			return nil, false
		}
		placed[at] = uses[i]
	}
	return placed, true
}
