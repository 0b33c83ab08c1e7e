package distribute

import (
	"maps"
	"slices"

	"optc/dialect/gpu"
	"optc/dialect/iree/ireemap"
	"optc/dialect/memref"
	"optc/dialect/poplar"
	"optc/dialect/vector"
	"optc/dialect/vectorext"
	"optc/ir"
	"optc/layout"
	"optc/layout/threads"
)

// threadHazards finds accesses to memory whose outcome depends on the order of threads: one
// thread changes an element that another thread reads or changes, and no barrier is between.
// A thread that works on whole vectors has no such problem; it begins with distribution.
// Accesses to the same memref value are compared. Nothing is proved of different memrefs.
type threadHazards struct {
	*distributor
	threads int64              // number of threads that run the code; 0 if it is not known
	own     map[*ir.Value]bool // values that differ between threads
	told    map[*ir.Operation]bool
	since   map[*ir.Value][]memoryAccess // accesses since the last barrier, by memref
}

// memoryAccess is an operation that touches memory.
type memoryAccess struct {
	op     *ir.Operation
	base   *ir.Value
	writes bool
	layout vectorext.Distribution // of the moved vector; nil: every thread moves all of it
}

// reportHazards reports the hazards of root in remarks.
func (d *distributor) reportHazards(root *ir.Operation) {
	threads := int64(0)
	switch {
	case d.alone:
		threads = d.subgroup
	case len(d.workgroup) > 0:
		threads = d.workgroupThreads()
	}
	if threads == 1 {
		return
	}
	h := &threadHazards{distributor: d, threads: threads, own: map[*ir.Value]bool{}, told: map[*ir.Operation]bool{},
		since: map[*ir.Value][]memoryAccess{}}
	if ir.Is[poplar.ComputeOp](root) {
		h.own[poplar.ComputeOf(root).Worker()] = true
	}
	for b := range root.Region(0).Blocks() {
		h.block(b, 0)
	}
}

// maxLoops bounds the depth of loops whose bodies are followed by themselves.
const maxLoops = 6

// block follows the operations of a block in their order.
func (h *threadHazards) block(b *ir.Block, loops int) {
	for op := range b.Ops() {
		if h.c.Ended() {
			return
		}
		h.operation(op, loops)
	}
}

func (h *threadHazards) operation(op *ir.Operation, loops int) {
	differs := threads.Number.Has(op) || slices.ContainsFunc(op.OperandList(), func(v *ir.Value) bool { return h.own[v] })
	for _, r := range op.Results() {
		if differs {
			h.own[r] = true
		}
	}
	orders, isBarrier := threads.Barrier.Of(op)
	switch {
	case isBarrier:
		maps.DeleteFunc(h.since, func(v *ir.Value, _ []memoryAccess) bool { return orders(op, v.Type().(*ir.MemRefType)) })
	case op.NumRegions() > 0:
		if !differs { // other threads take another way, which its author has thought of
			h.regions(op, loops)
		}
	case !differs || h.vectorOf(op) != nil:
		ir.VisitEffects(op, func(e ir.Effect) bool {
			if e.Value != nil && e.Kind&(ir.Read|ir.Write) != 0 && shared(e.Value) {
				h.add(memoryAccess{op: op, base: e.Value, writes: e.Kind == ir.Write, layout: h.vectorOf(op)})
			}
			return true
		})
	}
}

// regions follows branches side by side, and the bodies of loops twice.
func (h *threadHazards) regions(op *ir.Operation, loops int) {
	if !mayRepeat(op) {
		before, after := h.since, map[*ir.Value][]memoryAccess{}
		for r := range op.Regions() {
			h.since = maps.Clone(before)
			for b := range r.Blocks() {
				h.block(b, loops)
			}
			for v, list := range h.since {
				for _, a := range list {
					after[v] = remember(after[v], a)
				}
			}
		}
		h.since = after
		return
	}
	times := 2
	if loops >= maxLoops {
		times = 1
	}
	for range times {
		for r := range op.Regions() {
			for b := range r.Blocks() {
				h.block(b, loops+1)
			}
		}
	}
}

// mayRepeat reports whether control may come from a region of op to a region of op.
func mayRepeat(op *ir.Operation) bool {
	branch := op.Def().Interfaces.RegionBranch
	if branch == nil {
		return true
	}
	for r := range op.Regions() {
		if slices.ContainsFunc(branch.Successors(op, r), func(s ir.RegionSuccessor) bool { return s.Region != nil }) {
			return true
		}
	}
	return false
}

// shared reports whether threads see the same memory under a memref.
func shared(v *ir.Value) bool {
	t, ok := v.Type().(*ir.MemRefType)
	if !ok {
		return false
	}
	if def := v.DefiningOp(); def != nil && ir.IsAny(def, memref.AllocOp{}, memref.AllocaOp{}) {
		return gpu.SpaceOf(t) == gpu.Workgroup
	}
	return true
}

// vectorOf returns the layout of the vector that an operation moves to or from memory,
// or nil.
func (h *threadHazards) vectorOf(op *ir.Operation) vectorext.Distribution {
	for _, v := range slices.Concat(op.ResultList(), op.OperandList()) {
		if l := h.anyLayout(v); l != nil {
			return l
		}
	}
	return nil
}

// maxAccesses bounds the number of accesses to a memref with which later accesses are
// compared.
const maxAccesses = 64

// remember appends an access unless it is in the list, and removes the first if there are
// too many.
func remember(list []memoryAccess, a memoryAccess) []memoryAccess {
	if slices.Contains(list, a) {
		return list
	}
	first := max(0, len(list)+1-maxAccesses)
	return append(list[first:len(list):len(list)], a)
}

// add compares an access with the accesses since the last barrier.
func (h *threadHazards) add(b memoryAccess) {
	list := h.since[b.base]
	h.since[b.base] = remember(list, b)
	if h.told[b.op] {
		return
	}
	for _, a := range list {
		if msg := h.conflict(a, b); msg != "" {
			h.told[b.op] = true
			d := b.op.Remarkf("%s, and %s", msg, h.noBarrier())
			h.noteAccess(d, a)
			h.noteAccess(d, b)
			h.c.Report(d)
			return
		}
	}
}

func (h *threadHazards) noBarrier() string {
	if h.alone {
		return "workers have no barriers"
	}
	return "no barrier is between"
}

// noteAccess adds a note about the elements that the threads touch.
func (h *threadHazards) noteAccess(d *ir.Diagnostic, a memoryAccess) {
	what := "it is read here"
	if a.writes {
		what = "it is written here"
	}
	if a.layout == nil {
		d.Note(a.op.Loc(), "%s by every thread", what)
	} else {
		d.Note(a.op.Loc(), "%s with %s", what, a.layout.Stripped())
	}
}

// conflict returns the reason why access b after access a is a hazard, or "".
func (h *threadHazards) conflict(a, b memoryAccess) string {
	switch {
	case !a.writes && !b.writes || disjoint(a.op, b.op):
		return ""
	case a.layout == nil && a.writes && (b.layout == nil || !b.writes):
		return "" // every thread wrote it all, and reads what it wrote itself
	case a.layout == nil && b.layout == nil:
		return "writes memory that every thread reads before; a thread may read what another one wrote already"
	case a.layout == b.layout && !samePlaces(a.op, b.op):
		return "" // perhaps disjoint
	case a.layout != b.layout:
		return verb(b) + " memory in another layout than it was " + participle(a) + " in"
	case a.writes != b.writes && h.copied(a.layout):
		return verb(b) + " memory that several threads read and one of them writes"
	}
	return ""
}

func verb(a memoryAccess) string {
	if a.writes {
		return "writes"
	}
	return "reads"
}

func participle(a memoryAccess) string {
	if a.writes {
		return "written"
	}
	return "read"
}

// copied reports whether several threads hold the same elements in a layout.
func (h *threadHazards) copied(l vectorext.Distribution) bool {
	var radix layout.Radix
	var err error
	switch l := l.(type) {
	case *vectorext.NestedLayout:
		radix, err = l.ThreadRadix(h.subgroup)
	case *ireemap.PackLayout:
		var s *packSpread
		if s, err = newPackSpread(l); err == nil {
			radix = s.radix
		}
	}
	return err == nil && (len(radix.Filler(1)) > 0 || h.threads > radix.Span)
}

// samePlaces reports whether two accesses move vectors between the same places.
func samePlaces(a, b *ir.Operation) bool {
	x, ok1 := vector.AsTransfer(a)
	y, ok2 := vector.AsTransfer(b)
	if !ok1 || !ok2 || !x.Map().Equal(y.Map()) {
		return false
	}
	return slices.EqualFunc(x.Indices(), y.Indices(), func(v, w *ir.Value) bool {
		c := ir.ConstantValue(v)
		return v == w || c != nil && c == ir.ConstantValue(w)
	})
}

// disjoint reports whether two accesses with constant indices touch no common element.
func disjoint(a, b *ir.Operation) bool {
	x, y := extentOf(a), extentOf(b)
	for k := range min(len(x), len(y)) {
		if x[k].known && y[k].known && (x[k].to <= y[k].from || y[k].to <= x[k].from) {
			return true
		}
	}
	return false
}

// extent is the range of elements, to excluded, that an access touches along a dimension of the
// memory.
type extent struct {
	from, to int64
	known    bool
}

// extentOf returns the extents of an access along each dimension, or nil.
func extentOf(op *ir.Operation) []extent {
	var indices []*ir.Value
	size := func(int) int64 { return 1 }
	switch t, ok := vector.AsTransfer(op); {
	case ok:
		indices = t.Indices()
		dims := transferDims(op)
		size = func(k int) int64 {
			if d := slices.Index(dims, k); d >= 0 {
				return t.VectorType().Dims[d]
			}
			return 1
		}
	case ir.Is[memref.LoadOp](op):
		indices = ir.Cast[memref.LoadOp](op).Indices()
	case ir.Is[memref.StoreOp](op):
		indices = ir.Cast[memref.StoreOp](op).Indices()
	}
	out := make([]extent, len(indices))
	for k, v := range indices {
		if c, ok := ir.ConstantValue(v).(*ir.IntegerAttr); ok {
			out[k] = extent{c.Int64(), c.Int64() + size(k), true}
		}
	}
	return out
}
