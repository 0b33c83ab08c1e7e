package barriers

import (
	"slices"

	"optc/ir"
	"optc/layout/threads"
	"optc/passes/distribute/internal/core"
)

// joinExchanges lets exchanges of a block share a barrier if the writes of the second exchange do
// not need the reads of the first:
//
//	write a                 write a
//	barrier                 write b
//	read a             →    barrier
//	write b                 read a
//	barrier                 barrier          // separates nothing any more
//	read b                  read b
func joinExchanges(d *core.Nested, root *ir.Operation, t *trace) {
	ir.Walk(root, func(op *ir.Operation) ir.WalkResult {
		for r := range op.Regions() {
			for b := range r.Blocks() {
				joinIn(d, b, t)
			}
		}
		return ir.Advance
	})
}

// maxJoined bounds the exchanges that share a barrier, because each exchange is compared with the operations of all others.
const maxJoined = 32

// joinIn moves the writes of each exchange of a block before the barriers of earlier exchanges, as far as
// possible. The barrier before the writes of the first of these exchanges then precedes all writes.
func joinIn(d *core.Nested, b *ir.Block, t *trace) {
	var barriers []*ir.Operation // after writes
	for op := range b.Ops() {
		if d.Barriers[op] == core.AfterWrites {
			barriers = append(barriers, op)
		}
	}
	first := 0 // first of the exchanges that may join
	for i := 1; i < len(barriers); i++ {
		if i-first == maxJoined {
			first = i
		}
		writes := t.writesBetween(barriers[i-1], barriers[i])
		for _, earlier := range slices.Backward(barriers[first:i]) {
			moved := t.neededAfter(earlier, writes)
			if moved == nil {
				break
			}
			for _, op := range moved {
				d.RW.Modify(op, func() { op.MoveBefore(earlier) })
			}
		}
	}
}

// writesBetween returns the operations between two operations of a block that write buffers of exchanges.
func (t *trace) writesBetween(from, to *ir.Operation) (list []*ir.Operation) {
	for op := from.Next(); op != to; op = op.Next() {
		if t.touchesOf(op).writesBuffer {
			list = append(list, op)
		}
	}
	return list
}

// touches records which memory an operation, with the operations in it, accesses.
type touches struct {
	readsBuffer, writesBuffer bool // accesses of an exchange
	reads, changes            bool // accesses to other memory, and other effects
}

func (t *trace) touchesOf(op *ir.Operation) (out touches) {
	ir.Walk(op, func(inner *ir.Operation) ir.WalkResult {
		known := ir.VisitEffects(inner, func(e ir.Effect) bool {
			ofExchange := ir.IsMemory(e.Value) && !slices.ContainsFunc(ir.MemoryRoots(e.Value), func(v *ir.Value) bool { return !t.d.Buffers[v] })
			switch {
			case ofExchange && e.Kind == ir.Read:
				out.readsBuffer = true
			case ofExchange && e.Kind == ir.Write:
				out.writesBuffer = true
			case e.Kind == ir.Read:
				out.reads = true
			case !ofExchange:
				out.changes = true
			}
			return true
		})
		if _, isOurs := t.d.Barriers[inner]; !isOurs && !known && !inner.Has(ir.RecursiveMemoryEffects) && !meetsInRegisters(inner) {
			out.changes = true
		}
		return ir.Advance
	})
	return out
}

// meetsInRegisters reports whether the lanes of a subgroup exchange values in op, and access no memory.
func meetsInRegisters(op *ir.Operation) bool {
	meets, together := threads.Meeting.Of(op)
	if !together || threads.Barrier.Has(op) || slices.ContainsFunc(op.OperandList(), ir.IsMemory) {
		return false
	}
	who, now := meets(op)
	return now && who == threads.OfSubgroup
}

// neededAfter returns the operations after a barrier in its block that some writes need, and the writes
// themselves, in their order; nil if they cannot be moved before the barrier, because they read a
// buffer of an exchange or have other effects, or because operations between may change memory that they
// read, or may end the execution before one of them that may be undefined.
func (t *trace) neededAfter(barrier *ir.Operation, writes []*ir.Operation) (list []*ir.Operation) {
	if len(writes) == 0 {
		return nil
	}
	needed := map[*ir.Operation]bool{}
	for _, op := range writes {
		needed[op] = true
	}
	last := writes[len(writes)-1]
	for op := last; op != barrier; op = op.Prev() {
		if needed[op] {
			visitOperands(op, func(v *ir.Value) {
				if def := v.DefiningOp(); def != nil && def.Block() == barrier.Block() {
					needed[def] = true
				}
			})
		}
	}
	changed := false // other memory
	for op := barrier.Next(); ; op = op.Next() {
		x := t.touchesOf(op)
		switch {
		case !needed[op]:
			changed = changed || x.changes
		case x.readsBuffer || x.changes || changed && (x.reads || mayBeUndefined(op)):
			return nil
		default:
			list = append(list, op)
		}
		if op == last {
			return list
		}
	}
}

// mayBeUndefined reports whether an operation without effects is undefined for some operands, such as a division.
func mayBeUndefined(op *ir.Operation) bool {
	return ir.IsMemoryEffectFree(op) && !ir.IsSpeculatable(op)
}

// visitOperands visits the operands of an operation and of the operations in it.
func visitOperands(op *ir.Operation, visit func(v *ir.Value)) {
	ir.Walk(op, func(inner *ir.Operation) ir.WalkResult {
		for _, v := range inner.Operands() {
			visit(v)
		}
		return ir.Advance
	})
}
