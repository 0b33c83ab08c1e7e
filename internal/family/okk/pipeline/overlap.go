package okk

import (
	"slices"

	"optc/dialect/okk"
	"optc/ir"
	"optc/passes"
)

// OverlapOptions are the options of okk-overlap.
type OverlapOptions struct {
	Window int64 `opt:"window" help:"number of operations, from the first one that has not started, among which the next ones are chosen"`
}

// Overlap lets the two engines work at the same time.
//
//	okk.load %x0 to %a                       okk.load %x0 to %a
//	okk.eltwise relu %a, %a                  okk.parallel {
//	okk.store %a to %y0                        okk.eltwise relu %a, %a
//	okk.load %x1 to %a                   →     okk.load %x1 to %b
//	okk.eltwise relu %a, %a                  }
//	okk.store %a to %y1                      okk.parallel {
//	                                           okk.eltwise relu %b, %b
//	                                           okk.store %a to %y0
//	                                         }
//	                                         okk.store %b to %y1
var Overlap = &passes.Pass{
	Name:  "okk-overlap",
	Title: "Run copies and computations of neighbouring steps at the same time",
	Doc: `Software pipelining of a kernel whose loops are unrolled: a computation runs in okk.parallel with the copies that
depend on no operation before them, such as the load of the next tile and the store of the previous tile. A tensor
that is written as a whole again becomes a tensor of its own, so that the next tile has another buffer; okk-allocate
uses the memory of a buffer again when its tile is stored. Loads run ahead only as far as the memory has room for their tensors. Tensors with written addresses, and tensors with views, keep
their memory. Operations do not pass an okk.parallel of the text.`,
	Options:  OverlapOptions{Window: 6},
	Anchor:   []ir.OpKind{okk.KernelOp{}},
	Dialects: []string{"okk"},
	Needs:    []passes.Condition{{Text: "loops are unrolled and layouts are chosen, and addresses are not"}},
	Run: onFlatKernel("okk-overlap", false, func(c *passes.Context, m *okk.Machine) bool {
		o := &overlapper{Context: c, machine: m, rw: c.Rewriter(nil), window: int(max(1, passes.OptionsOf[OverlapOptions](c).Window))}
		o.separate()
		o.narrow()
		return o.schedule() || o.changed
	}),
}

type overlapper struct {
	*passes.Context
	machine *okk.Machine
	rw      *ir.Rewriter
	window  int
	changed bool
}

// narrow makes the window smaller until the tensors that are in use together fit into the memory.
func (o *overlapper) narrow() {
	for ; o.window > 1 && o.peak() > o.machine.NPUBytes; o.window-- {
	}
}

// peak returns the most bytes of an NPU that tensors take together in the order of the window.
func (o *overlapper) peak() (most int64) {
	lives := map[*ir.Value]okk.Life{}
	var order []*ir.Value // by first use
	at := int64(0)
	use := func(list []*ir.Value) {
		for _, v := range list {
			base := okk.Base(v)
			if !ir.Is[okk.AllocOp](base.DefiningOp()) {
				continue
			}
			l, known := lives[base]
			if !known {
				l.First = at
				order = append(order, base)
			}
			l.Last = at
			lives[base] = l
		}
	}
	together := func(group []step) {
		for _, s := range group {
			use(s.writes)
			use(s.reads)
		}
		at++
	}
	o.segments(func(pending []step, end *ir.Operation) {
		for _, group := range o.groups(pending) {
			together(group)
		}
		if end != nil {
			ir.Walk(end, func(op *ir.Operation) ir.WalkResult {
				use(okk.Touched(op))
				return ir.Advance
			})
			at++
		}
	})
	change := make([]int64, at+1)
	for _, v := range order {
		size, err := reservedBytes(o.machine, v, v.Type().(*okk.LocalType))
		if err != nil {
			return 0
		}
		change[lives[v].First] += size
		change[lives[v].Last+1] -= size
	}
	sum := int64(0)
	for _, c := range change {
		sum += c
		most = max(most, sum)
	}
	return most
}

// segments visits the operations between the okk.parallel of the text, each list with the okk.parallel after it.
func (o *overlapper) segments(visit func(pending []step, end *ir.Operation)) {
	var pending []step
	for _, op := range slices.Collect(o.Op.Body().Ops()) {
		writes, reads := okk.Accesses(op)
		switch {
		case ir.Is[okk.ParallelOp](op):
			visit(pending, op)
			pending = nil
		case len(writes)+len(reads) > 0:
			pending = append(pending, step{op, writes, reads})
		}
	}
	visit(pending, nil)
}

// separate gives a tensor that is written as a whole again its own buffer.
func (o *overlapper) separate() {
	separable := map[*ir.Value]bool{}
	o.Walk(o.Op, func(op *ir.Operation) ir.WalkResult {
		if ir.Is[okk.AllocOp](op) {
			separable[op.Result(0)] = isSeparable(op.Result(0))
		}
		return ir.Advance
	})
	current := map[*ir.Value]*ir.Value{} // the buffer of a tensor that has been written
	for op := range o.Op.Body().Ops() {
		alloc := ir.As[okk.AllocOp](op)
		writes, reads := okk.Accesses(op)
		if alloc.Ok() || len(writes)+len(reads) == 0 {
			continue
		}
		renewed := map[*ir.Value]*ir.Value{}
		for _, v := range writes {
			_, known := current[v]
			switch {
			case !separable[v]:
			case !known:
				current[v] = v
			case !slices.Contains(reads, v):
				o.rw.Before(v.DefiningOp()).Loc = v.DefiningOp().Loc()
				fresh := okk.NewAlloc(o.rw, v.Type(), nil)
				renewed[v], o.changed = fresh.Result(), true
			}
		}
		for i, v := range op.OperandList() {
			if fresh := renewed[v]; fresh != nil {
				op.SetOperand(i, fresh)
			} else if buffer := current[v]; buffer != nil && buffer != v {
				op.SetOperand(i, buffer)
			}
		}
		for v, fresh := range renewed {
			current[v] = fresh
		}
	}
}

// isSeparable reports whether a tensor is an allocation without address that only
// operations on whole tensors of the kernel's block use.
func isSeparable(v *ir.Value) bool {
	alloc := v.DefiningOp()
	if !ir.Is[okk.AllocOp](alloc) {
		return false
	}
	if _, placed := okk.AddressOf(v); placed {
		return false
	}
	for use := v.FirstUse(); use != nil; use = use.Next() {
		user := use.Owner()
		if writes, reads := okk.Accesses(user); len(writes)+len(reads) == 0 || user.Block() != alloc.Block() {
			return false
		}
	}
	return true
}

// step is an operation with the tensors that it accesses.
type step struct {
	op            *ir.Operation
	writes, reads []*ir.Value
}

// schedule puts operations into okk.parallel, between the operations that are there; it
// reports whether it did so.
func (o *overlapper) schedule() (changed bool) {
	o.segments(func(pending []step, end *ir.Operation) {
		if end == nil && len(pending) > 0 {
			end = pending[len(pending)-1].op.Next()
		}
		if groups := o.groups(pending); len(groups) < len(pending) {
			o.place(groups, end)
			changed = true
		}
	})
	if changed {
		// Lives end with the last uses, at other places now.
		for _, op := range slices.Collect(o.Op.Body().Ops()) {
			if ir.Is[okk.DeallocOp](op) {
				o.rw.Erase(op)
			}
		}
	}
	return changed
}

// groups divides operations into groups that run at the same time. It changes the order of pending.
func (o *overlapper) groups(pending []step) (groups [][]step) {
	for len(pending) > 0 {
		var together []step
		together, pending = o.next(pending)
		groups = append(groups, together)
	}
	return groups
}

// place moves groups of operations to their places before another operation, or to the end of the
// kernel.
func (o *overlapper) place(groups [][]step, end *ir.Operation) {
	for _, together := range groups {
		if end != nil {
			o.rw.Before(end)
		} else {
			o.rw.AtEnd(o.Op.Body())
		}
		o.rw.Loc = together[0].op.Loc()
		switch {
		case len(together) > 1:
			parallel := okk.NewParallel(o.rw)
			for _, s := range together {
				s.op.MoveToEnd(parallel.Body().Front())
			}
		case end != nil:
			together[0].op.MoveBefore(end)
		default:
			together[0].op.MoveToEnd(o.Op.Body())
		}
	}
}

// next chooses the operations that run next: the first computation that is ready, and the
// copies that are ready; or the first operation alone. The rest is at the end of pending.
func (o *overlapper) next(pending []step) (together, rest []step) {
	computes := false
	window := min(o.window, len(pending))
	for i, s := range pending[:window] {
		copies := okk.IsCopyEngine(s.op)
		if !copies && computes || slices.ContainsFunc(pending[:i], func(before step) bool { return depends(before, s) }) {
			rest = append(rest, s)
			continue
		}
		computes = computes || !copies
		together = append(together, s)
	}
	if !computes || len(together) == 1 {
		return pending[:1], pending[1:]
	}
	copy(pending[len(together):], rest)
	return together, pending[len(together):]
}

// depends reports whether the order of two operations matters.
func depends(a, b step) bool {
	meet := func(x, y []*ir.Value) bool {
		return slices.ContainsFunc(x, func(v *ir.Value) bool {
			return slices.ContainsFunc(y, func(w *ir.Value) bool { return mayShare(v, w) })
		})
	}
	return meet(a.writes, b.writes) || meet(a.writes, b.reads) || meet(a.reads, b.writes)
}

// mayShare reports whether two tensors may share bytes: they are parts of one tensor, or tensors
// with written addresses.
func mayShare(v, w *ir.Value) bool {
	x, y := okk.Base(v), okk.Base(w)
	if x == y {
		return !isApart(v, w)
	}
	_, placed := okk.AddressOf(x)
	_, both := okk.AddressOf(y)
	return placed && both && ir.IsType[*okk.LocalType](x.Type()) == ir.IsType[*okk.LocalType](y.Type()) && !apartInMemory(x, y)
}

// apartInMemory reports whether two allocations or buffers with addresses occupy ranges of their
// own.
func apartInMemory(v, w *ir.Value) bool {
	lo, hi, known := rangeOf(v)
	lo2, hi2, both := rangeOf(w)
	return known && both && (hi <= lo2 || hi2 <= lo)
}

// rangeOf returns the offsets that an allocation reserves in every NPU, or the addresses of a
// buffer, for the largest sizes.
func rangeOf(v *ir.Value) (lo, hi int64, known bool) {
	op := v.DefiningOp()
	switch {
	case ir.Is[okk.SysBufferOp](op):
		lo, known = okk.AddressOf(v)
		return lo, lo + okk.BufferBytes(op), known
	case !ir.Is[okk.AllocOp](op):
		return 0, 0, false
	}
	x, known, err := okk.Placed(okk.MachineFor(op), v)
	if err != nil {
		return 0, 0, false
	}
	return x.Offset, x.Offset + x.Reserved, known
}

// isApart reports whether two parts of a buffer in system memory certainly share no byte.
func isApart(v, w *ir.Value) bool {
	s, known := partOfBuffer(v)
	t, both := partOfBuffer(w)
	if !known || !both {
		return false
	}
	_, _, shared := s.Shared(t)
	return !shared
}

// partOfBuffer returns a part of a buffer as if the buffer began at address 0.
func partOfBuffer(v *ir.Value) (s okk.System, known bool) {
	t, ok := v.Type().(*okk.SystemType)
	if !ok {
		return s, false
	}
	view, isView := okk.ViewOf(v.DefiningOp())
	if !isView {
		s = t.Tensor
		s.Base = 0
		return s, true
	}
	if s, known = partOfBuffer(view.Source); !known || !view.Part {
		return s, false
	}
	part, err := okk.PartOf(s, view.Offsets, t)
	if err != nil || part == nil {
		return s, false
	}
	return *part, true
}
