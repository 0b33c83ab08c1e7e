package hazards

import (
	"fmt"
	"maps"
	"slices"

	"optc/dialect/gpu"
	"optc/dialect/scf"
	"optc/dialect/vectorext"
	"optc/ir"
	"optc/layout"
	"optc/layout/threads"
	"optc/passes/distribute/internal/core"
)

// threadHazards finds accesses to memory whose outcome depends on the order of threads: one thread
// changes an element that another thread reads or changes, and no barrier is between. A thread that
// works on whole vectors has no such problem; distribution introduces it.
//
// Accesses to the same buffer are compared, also through views. Different arguments of a
// function, allocations and globals are taken to be different buffers. Accesses whose indices
// differ between threads were written for threads by hand, and are not compared.
type threadHazards struct {
	*core.Nested
	count    int64 // number of threads that run the code; 0 if it is not known
	known    *threads.Divergence
	first    map[*ir.Operation]*firstGroup // operations that only the first thread executes
	treat    Policy
	told     map[*ir.Operation]bool
	since    map[*ir.Value][]*memoryAccess // accesses since the last barrier, by buffer
	rounds   []round                       // rounds of the loops around the current operation
	holders  map[vectorext.Distribution][]sharers
	released *ir.Operation // an operation that must not be left to only the first thread
}

// actor specifies which threads execute an access.
type actor uint8

const (
	byHolders actor = iota // each thread moves its part of a vector
	byAll                  // every thread moves all elements
	byFirst                // the first thread moves all elements
)

// memoryAccess is an operation that touches memory.
type memoryAccess struct {
	op     *ir.Operation
	base   *ir.Value // the buffer
	writes bool
	by     actor
	layout vectorext.Distribution // layout of the moved vector, nil unless by is byHolders
	place  place
	rounds []round
}

// Policy specifies what is done about accesses that race.
type Policy string

const (
	RequireBarriers Policy = "require" // an error
	insertBarriers  Policy = "insert"  // a barrier between them
	trustBarriers   Policy = "trust"   // a remark
)

// OrderAccesses finds the hazards of root, and reports them or inserts barriers. It leaves writes
// that are not divided to the first thread, together with the operations that only these writes
// need.
func OrderAccesses(d *core.Nested, root *ir.Operation, p *core.Packed, known *threads.Divergence, treat Policy) {
	n := int64(0)
	switch {
	case d.Alone:
		n = d.Subgroup
	case len(d.Workgroup) > 0:
		n = d.WorkgroupThreads()
	}
	if n == 1 {
		return
	}
	plan := newFirstPlan(d, p, known)
	plan.find(root)
	holders := map[vectorext.Distribution][]sharers{}
	for {
		h := &threadHazards{
			Nested: d, count: n, known: known, first: plan.groups, treat: treat, told: map[*ir.Operation]bool{},
			since: map[*ir.Value][]*memoryAccess{}, holders: holders,
		}
		for b := range root.Region(0).Blocks() {
			h.block(b)
		}
		if h.released == nil {
			plan.apply()
			return
		}
		if h.writesPoint(h.released) {
			d.Unguarded[h.released] = true
		} else {
			plan.kept[h.released] = true
		}
		plan.find(root)
	}
}

// block follows the operations of a block in their order.
func (h *threadHazards) block(b *ir.Block) {
	for op := range b.Ops() {
		if h.Pass.Ended() || h.released != nil {
			return
		}
		g := h.first[op]
		switch {
		case g == nil:
			h.operation(op)
		case op == g.last():
			h.group(g)
		}
	}
}

// group follows the operations that the first thread executes.
func (h *threadHazards) group(g *firstGroup) {
	for _, op := range g.ops {
		if core.IsMasking(op) {
			op = op.Region(0).Front().Front()
		}
		h.accesses(op, byFirst)
	}
}

func (h *threadHazards) operation(op *ir.Operation) {
	byHand := !h.known.Control(op).Covers(threads.Workgroup) || slices.ContainsFunc(op.OperandList(), func(v *ir.Value) bool {
		return !h.known.Of(v).Covers(threads.Workgroup)
	})
	orders, isBarrier := threads.Barrier.Of(op)
	switch {
	case isBarrier:
		maps.DeleteFunc(h.since, func(v *ir.Value, _ []*memoryAccess) bool {
			t, ranked := v.Type().(*ir.MemRefType)
			return ranked && orders(op, t)
		})
	case op.NumRegions() > 0:
		if !byHand { // other threads take another path, which the author of the code has considered
			h.regions(op)
		}
	case !byHand || h.vectorOf(op) != nil:
		h.accesses(op, byAll)
	}
}

// accesses notes the accesses of op, which the threads of by execute.
func (h *threadHazards) accesses(op *ir.Operation, by actor) {
	written := map[*ir.Value]bool{} // an operation that reads and writes memory changes it in one step
	visit := func(kind ir.EffectKinds) {
		ir.VisitEffects(op, func(e ir.Effect) bool {
			if e.Kind == kind && ir.IsMemory(e.Value) && !written[e.Value] {
				written[e.Value] = kind == ir.Write
				h.access(op, e, by)
			}
			return true
		})
	}
	visit(ir.Write)
	visit(ir.Read)
}

// access notes the access of op to each buffer that the memref of an effect may be a view of.
func (h *threadHazards) access(op *ir.Operation, e ir.Effect, by actor) {
	a := memoryAccess{op: op, writes: e.Kind == ir.Write, by: by, layout: h.vectorOf(op), place: placeOf(op, e.Value, e.Kind), rounds: h.rounds}
	if a.layout != nil {
		a.by = byHolders
	} else if a.writes && h.writesPoint(op) {
		a.by = byFirst
	}
	for _, root := range ir.MemoryRoots(e.Value) {
		if threads.SharedBy(root) != threads.Thread {
			b := a
			b.base = root
			h.add(&b)
		}
	}
}

// writesPoint reports whether op is distributed as a write of a vector of rank 0.
func (h *threadHazards) writesPoint(op *ir.Operation) bool {
	return h.vectorOf(op) == nil && h.Divides(op) && !h.Unguarded[op]
}

// regions follows both branches in parallel, and the bodies of loops twice; a loop may have no iteration.
func (h *threadHazards) regions(op *ir.Operation) {
	if !threads.MayRepeat(op) {
		before, after := h.since, map[*ir.Value][]*memoryAccess{}
		for r := range op.Regions() {
			h.since = maps.Clone(before)
			for b := range r.Blocks() {
				h.block(b)
			}
			addAccesses(after, h.since)
		}
		h.since = after
		return
	}
	times := 2
	if len(h.rounds) >= core.MaxLoops {
		times = 1
	}
	outer, after := h.rounds, map[*ir.Value][]*memoryAccess{}
	if mayPass(op) {
		after = maps.Clone(h.since)
	}
	for pass := range times {
		h.rounds = append(slices.Clone(outer), round{op, pass})
		for r := range op.Regions() {
			for b := range r.Blocks() {
				h.block(b)
			}
			if pass == times-1 && mayLeave(op, r) {
				addAccesses(after, h.since)
			}
		}
	}
	h.rounds, h.since = outer, after
}

// addAccesses adds the accesses on one path through the code to the accesses on other paths.
func addAccesses(to, from map[*ir.Value][]*memoryAccess) {
	for v, list := range from {
		for _, a := range list {
			to[v] = remember(to[v], a)
		}
	}
}

// mayPass reports whether control may pass a loop without an iteration.
func mayPass(loop *ir.Operation) bool {
	if f := ir.As[scf.ForOp](loop); f.Ok() {
		lower, lowerKnown := ir.ConstantInt(f.LowerBound())
		upper, upperKnown := ir.ConstantInt(f.UpperBound())
		if lowerKnown && upperKnown && lower.Int64() >= 0 {
			return lower.Int64() >= upper.Int64()
		}
	}
	return mayLeave(loop, nil)
}

// mayLeave reports whether control may come from a region of op, or from before op if r is nil, to the end of op.
func mayLeave(op *ir.Operation, r *ir.Region) bool {
	branch := op.Def().Interfaces.RegionBranch
	return branch == nil || slices.ContainsFunc(branch.Successors(op, r), func(s ir.RegionSuccessor) bool { return s.Region == nil })
}

// vectorOf returns the layout of the vector that an operation moves to or from memory,
// or nil.
func (h *threadHazards) vectorOf(op *ir.Operation) vectorext.Distribution {
	for _, v := range slices.Concat(op.ResultList(), op.OperandList()) {
		if l := h.AnyLayout(v); l != nil {
			return l
		}
	}
	return nil
}

// maxAccesses bounds the number of accesses to a buffer that later accesses are compared with.
const maxAccesses = 64

// remember appends an access unless it is in the list, and removes the first if there are
// too many.
func remember(list []*memoryAccess, a *memoryAccess) []*memoryAccess {
	if slices.ContainsFunc(list, func(b *memoryAccess) bool {
		return a == b || a.op == b.op && a.writes == b.writes && slices.Equal(a.rounds, b.rounds)
	}) {
		return list
	}
	first := max(0, len(list)+1-maxAccesses)
	return append(list[first:len(list):len(list)], a)
}

// add compares an access with the accesses since the last barrier.
func (h *threadHazards) add(b *memoryAccess) {
	list := h.since[b.base]
	for _, a := range list {
		msg := h.conflict(a, b)
		switch {
		case msg == "" || h.released != nil:
		case h.treat == insertBarriers && !h.Alone:
			place := h.placeInBlock(b.op)
			h.RW.Before(place).Loc = b.op.Loc()
			gpu.NewBarrier(h.RW)
			h.keepAt(place)
			h.since[b.base] = remember(h.since[b.base], b)
			return
		case !h.told[b.op]:
			h.told[b.op] = true
			h.report(a, b, msg)
		}
	}
	h.since[b.base] = remember(list, b)
}

// keepAt forgets all accesses before place except those that this iteration executes at place.
func (h *threadHazards) keepAt(place *ir.Operation) {
	kept := map[*ir.Value][]*memoryAccess{}
	for v, list := range h.since {
		for _, a := range list {
			if h.placeInBlock(a.op) == place && slices.Equal(a.rounds, h.rounds) {
				kept[v] = append(kept[v], a)
			}
		}
	}
	h.since = kept
}

// placeInBlock returns the operation before which a barrier is placed to precede op.
func (h *threadHazards) placeInBlock(op *ir.Operation) *ir.Operation {
	op = h.placed(op)
	if g := h.first[op]; g != nil {
		return g.last()
	}
	return op
}

// report reports two accesses that race.
func (h *threadHazards) report(a, b *memoryAccess, msg string) {
	none := "no barrier is between"
	if h.Alone {
		none = "workers have no barriers"
	}
	d := b.op.Errorf("%s, and %s", msg, none).WithCode("race")
	if h.treat == trustBarriers {
		d.Severity, d.Code = ir.Remark, ""
	}
	h.noteAccess(d, a)
	h.noteAccess(d, b)
	if a.place.base != b.place.base {
		d.Note(a.base.Location(), "both are views of this memory")
	}
	if !h.Alone && h.treat == RequireBarriers {
		d.HintNote(b.op.Loc(), "the option barriers=insert puts a barrier between them")
	}
	h.Pass.Report(d)
}

// noteAccess adds a note about the elements that the threads touch.
func (h *threadHazards) noteAccess(d *ir.Diagnostic, a *memoryAccess) {
	what := "it is read here"
	if a.writes {
		what = "it is written here"
	}
	switch a.by {
	case byAll:
		what += " by every thread"
	case byFirst:
		what += " by the first thread"
	default:
		what += fmt.Sprintf(" with %s", a.layout.Stripped())
	}
	d.Note(a.op.Loc(), "%s", what)
}

// conflict returns the reason why access b after access a is a hazard, or "".
func (h *threadHazards) conflict(a, b *memoryAccess) string {
	if !a.writes && !b.writes || a.by == byFirst && b.by == byFirst {
		return ""
	}
	if a.by == byAll && a.writes && (!b.writes || a.op == b.op && h.repeats(a)) {
		return "" // every thread wrote all of it, and reads its own writes, or writes it again
	}
	o := h.overlapOf(a, b)
	if o.none || !h.threadsMeet(a, b, o) {
		return ""
	}
	if op := h.placed(a.op); a.writes && h.releasable(op) && (!b.writes || b.by == byAll) {
		h.released = op // every thread writes it, and reads its own writes
		return ""
	}
	switch {
	case a.by == byAll && b.by != byHolders && !a.writes:
		return "writes memory that every thread reads before; a thread may read what another one wrote already"
	case a.by == byAll && b.by == byAll:
		return "writes memory that every thread writes before; a thread may undo what another one wrote"
	case a.by != b.by || a.layout != b.layout:
		return verb(b) + " memory in another layout than it was " + participle(a) + " in"
	}
	return verb(b) + " memory that several threads read and one of them writes"
}

// releasable reports whether the first thread executes op, which every thread could.
func (h *threadHazards) releasable(op *ir.Operation) bool {
	g := h.first[op]
	return g != nil && g.releasable() || g == nil && h.writesPoint(op)
}

// placed returns op, or the vector.mask around it.
func (h *threadHazards) placed(op *ir.Operation) *ir.Operation {
	if core.IsMasking(op.Parent()) {
		return op.Parent()
	}
	return op
}

// repeats reports whether an access in a loop writes the same values to the same place in all
// iterations of the loop.
func (h *threadHazards) repeats(a *memoryAccess) bool {
	return len(a.rounds) > 0 && !slices.ContainsFunc(a.op.OperandList(), func(v *ir.Value) bool {
		return a.rounds[0].loop.IsAncestorOf(v.ParentBlock().ParentOp())
	})
}

func verb(a *memoryAccess) string {
	if a.writes {
		return "writes"
	}
	return "reads"
}

func participle(a *memoryAccess) string {
	if a.writes {
		return "written"
	}
	return "read"
}

// copied reports whether several threads hold the same elements in a layout.
func (h *threadHazards) copied(l vectorext.Distribution) bool {
	dims, err := l.Dims(h.Subgroup)
	if err != nil {
		return false
	}
	radix, overlap := layout.UnitRadix(dims)
	return overlap == nil && (len(radix.Filler(1)) > 0 || h.count > radix.Span)
}
