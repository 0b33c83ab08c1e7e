package barriers

import (
	"cmp"
	"fmt"
	"slices"

	"optc/diag"
	"optc/dialect/gpu"
	"optc/dialect/scf"
	"optc/ir"
	"optc/layout/threads"
	"optc/passes/distribute/internal/core"
)

// Settle removes the barriers of exchanges that separate no accesses, after it joined exchanges
// that one barrier can serve. Buffers that no barrier separates cannot share bytes; therefore
// nothing is changed if all buffers together do not fit into workgroup memory.
func Settle(d *core.Nested, root *ir.Operation) {
	t := traceOf(d, root)
	if t == nil || t.bytes > d.Chip.WorkgroupBytes() {
		return
	}
	joinExchanges(d, root, t)
	t = traceOf(d, root)
	t.dropBarriers()
	if gpu.StagesOf(root) == 1 {
		useInTurn(d, t)
	}
	for _, b := range t.candidates {
		if b.dropped && !b.moved {
			d.RW.Erase(b.op)
		}
	}
	if d.Explains {
		t.explainBarriers(root, t.events, false)
	}
}

// dropBarriers removes barriers that separate no accesses. The barriers of inner loops are tried
// first, because they are passed most often, and among them the first in the text: the remaining
// barriers are as late as possible, so that they separate as many later accesses as possible.
func (t *trace) dropBarriers() {
	for _, b := range t.candidates {
		b.dropped = true
		_, needed := t.separates(b)
		b.dropped = !needed
	}
}

// event is an operation that matters to the order of accesses to the buffers of exchanges.
type event struct {
	op      *ir.Operation
	depth   int // number of loops around it
	barrier bool
	role    core.Role // role of a barrier that an exchange placed
	dropped bool      // a barrier: whether it is dropped
	moved   bool      // a dropped barrier: whether it leads the loop around it
	uses    []use     // uses of an access
	around  *event
	regions [][]*event
	repeats bool // regions may be executed several times
	whole   bool // every iteration executes the whole region
	led     bool // a barrier precedes the regions
	at      *step
}

// use is an access to a buffer.
type use struct {
	buffer *ir.Value
	writes bool
}

// trace has the events of a function in their order.
type trace struct {
	d          *core.Nested
	events     []*event
	candidates []*event                    // barriers that may be dropped, in inner loops first
	turning    map[*ir.Value]*ir.Operation // buffers of which a loop uses two copies in turn
	order      map[*ir.Value]int           // numbers of the buffers, in the order in which the function first accesses them
	bytes      int64                       // bytes of all buffers in workgroup memory
	visited    int                         // number of steps of all searches for accesses
}

// traceOf returns the events of root; nil if there are no exchanges, or if control flow has no
// structure, or loops are too deep.
func traceOf(d *core.Nested, root *ir.Operation) *trace {
	if len(d.Barriers) == 0 {
		return nil
	}
	t := &trace{d: d, turning: map[*ir.Value]*ir.Operation{}, order: map[*ir.Value]int{}}
	var ok bool
	t.events, ok = t.collect(root.Region(0), nil, 0)
	if !ok || len(t.candidates) == 0 {
		return nil
	}
	addSteps(t.events, &step{})
	slices.SortStableFunc(t.candidates, func(a, b *event) int { return cmp.Compare(b.depth, a.depth) })
	return t
}

// collect returns the events of a region.
func (t *trace) collect(r *ir.Region, around *event, depth int) (list []*event, ok bool) {
	if !r.HasOneBlock() || depth > core.MaxLoops {
		return nil, r.Front() == nil
	}
	for op := range r.Front().Ops() {
		e := &event{op: op, depth: depth, around: around}
		orders, isBarrier := threads.Barrier.Of(op)
		switch {
		case isBarrier:
			e.role = t.d.Barriers[op]
			e.barrier = orders(op, gpu.WorkgroupMemory(nil, t.d.RW.Context().I1()))
			if e.role != 0 {
				t.candidates = append(t.candidates, e)
			}
		case op.NumRegions() > 0:
			if e.repeats, e.whole = threads.MayRepeat(op), ir.Is[scf.ForOp](op); e.repeats {
				depth++
			}
			some := false
			for r := range op.Regions() {
				inner, ok := t.collect(r, e, depth)
				if !ok {
					return nil, false
				}
				e.regions = append(e.regions, inner)
				some = some || len(inner) > 0
			}
			if e.repeats {
				depth--
			}
			if !some {
				continue
			}
		default:
			if t.addBytes(op); !t.addUses(e) {
				continue
			}
		}
		list = append(list, e)
	}
	return list, true
}

// addBytes counts the bytes of an allocation in workgroup memory.
func (t *trace) addBytes(op *ir.Operation) {
	for _, r := range op.Results() {
		if m, ok := r.Type().(*ir.MemRefType); ok && gpu.SpaceOf(m) == gpu.Workgroup && op.NumOperands() == 0 {
			size := t.d.Chip.WorkgroupBytes() + 1 // more than there is
			if n, known := ir.NumElements(m.Dims); known && n <= t.d.Chip.WorkgroupBytes() {
				size = placeBytes(r)
			}
			t.bytes += size
		}
	}
}

// addUses notes the buffers of exchanges that an operation accesses, and reports whether there
// are any.
func (t *trace) addUses(e *event) bool {
	ir.VisitEffects(e.op, func(effect ir.Effect) bool {
		if effect.Kind != ir.Read && effect.Kind != ir.Write || !ir.IsMemory(effect.Value) {
			return true
		}
		for _, root := range ir.MemoryRoots(effect.Value) {
			if u := (use{root, effect.Kind == ir.Write}); t.d.Buffers[root] && !slices.Contains(e.uses, u) {
				e.uses = append(e.uses, u)
				if _, known := t.order[root]; !known {
					t.order[root] = len(t.order)
				}
			}
		}
		return true
	})
	return len(e.uses) > 0
}

// turns reports whether a loop uses buffers in turn.
func (t *trace) turns(loop *ir.Operation) bool {
	for _, l := range t.turning {
		if l == loop {
			return true
		}
	}
	return false
}

// explainBarriers reports how many barriers serve the exchanges in a loop, or in the function outside of loops, if
// not each exchange has its own barrier.
func (t *trace) explainBarriers(around *ir.Operation, list []*event, led bool) {
	exchanges, barriers := t.countIn(list)
	twice := int64(0)
	for v, loop := range t.turning {
		if loop == around {
			twice += placeBytes(v)
		}
	}
	if barriers == exchanges && twice == 0 {
		return
	}
	each, turns := "", ""
	if !around.Has(ir.IsolatedFromAbove) {
		each = " in each iteration"
	}
	if led {
		each += ", and 1 before the loop,"
	}
	if twice > 0 {
		turns = fmt.Sprintf(", and uses %d bytes twice, in turn", twice)
	}
	t.d.Explain(around, "passes %s%s for %s through workgroup memory%s", diag.Counted(barriers, "barrier"), each, diag.Counted(exchanges, "exchange"), turns)
}

// countIn counts the exchanges and the barriers that remain of them, without the exchanges in loops, which it explains.
func (t *trace) countIn(list []*event) (exchanges, barriers int64) {
	for _, e := range list {
		if e.role == core.AfterWrites {
			exchanges++
		}
		if e.role != 0 && !e.dropped {
			barriers++
		}
		inner := slices.Concat(e.regions...)
		if e.repeats {
			t.explainBarriers(e.op, inner, e.led)
			continue
		}
		more, of := t.countIn(inner)
		exchanges, barriers = exchanges+more, barriers+of
	}
	return exchanges, barriers
}
