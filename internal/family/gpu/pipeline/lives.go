package gpu

import (
	"optc/dialect/gpu"
	"optc/dialect/scf"
	"optc/ir"
)

// order numbers the operations of a function in the order of the text, which is also the order in
// which a thread executes them, except for loops.
type order struct {
	number   map[*ir.Operation]int
	end      map[*ir.Operation]int // the number of the last operation in an operation
	barriers []*ir.Operation
	last     int
}

func orderOf(f *ir.Operation) *order {
	o := &order{number: map[*ir.Operation]int{}, end: map[*ir.Operation]int{}}
	ir.Walk(f, func(op *ir.Operation) ir.WalkResult {
		o.last++
		o.number[op] = o.last
		for at := op; at != nil && at != f; at = at.Parent() {
			o.end[at] = o.last
		}
		if ir.Is[gpu.BarrierOp](op) {
			o.barriers = append(o.barriers, op)
		}
		return ir.Advance
	})
	return o
}

// uses returns the numbers of the first and the last operation that may access a buffer. The uses
// of views of the buffer are its uses. If a buffer is used in a loop but allocated outside of it,
// its use is the whole loop; a buffer that an operation passes on in another way is used to the
// end. The order of blocks is not the order of the text; a buffer that is allocated below several
// blocks counts as always used.
func (o *order) uses(alloc *ir.Operation) (first, last int) {
	for at := alloc; o.number[at] > 0; at = at.Parent() {
		if !at.Block().Region().HasOneBlock() {
			return 0, o.last
		}
	}
	first, last = o.last, o.number[alloc]
	seen := map[*ir.Value]bool{}
	var visit func(v *ir.Value)
	visit = func(v *ir.Value) {
		if seen[v] {
			return
		}
		seen[v] = true
		for use := v.FirstUse(); use != nil; use = use.Next() {
			op := use.Owner()
			from, to := o.number[op], o.number[op]
			for at := op; at.Block() != alloc.Block() && at != nil; at = at.Parent() {
				if outer := at.Parent(); outer != nil && repeats(outer) {
					from, to = o.number[outer], o.end[outer]
				}
			}
			if op.NumRegions() > 0 || op.Has(ir.Terminator) {
				to = o.last
			}
			first, last = min(first, from), max(last, to)
			for _, r := range op.Results() {
				if ir.AnyMemRef.Check(r.Type()) {
					visit(r)
				}
			}
		}
	}
	visit(alloc.Result(0))
	return first, last
}

// repeats reports whether the regions of op may be executed several times.
func repeats(op *ir.Operation) bool {
	return op.NumRegions() > 0 && !ir.Is[scf.IfOp](op) && !op.Has(ir.IsolatedFromAbove)
}

// apart reports whether no two threads ever use the two buffers at the same time.
func (o *order) apart(a, b *buffer) bool {
	if a.first > b.first {
		a, b = b, a
	}
	if a.last >= b.first {
		return false
	}
	if !o.barrierBetween(a.last, b.first, a.op, b.op) {
		return false
	}
	// In a loop around both, the next iteration uses a after b.
	for at := a.op.Parent(); at != nil && o.number[at] > 0; at = at.Parent() {
		if repeats(at) && o.number[at] < b.first && b.last <= o.end[at] &&
			!o.barrierBetween(b.last, o.end[at]+1, b.op) && !o.barrierBetween(o.number[at], a.first, a.op) {
			return false
		}
	}
	return true
}

// barrierBetween reports whether all threads pass a barrier between two operations, given by
// their numbers, whatever branches they take: the barrier is in the block of one of the
// allocations or in a block around it.
func (o *order) barrierBetween(from, to int, allocs ...*ir.Operation) bool {
	for _, b := range o.barriers {
		if n := o.number[b]; n <= from || to <= n {
			continue
		}
		for _, at := range allocs {
			for ; at != nil; at = at.Parent() {
				if at.Block() == b.Block() {
					return true
				}
			}
		}
	}
	return false
}
