package okk

import (
	"cmp"
	"slices"

	"optc/dialect/okk"
	"optc/ir"
	"optc/passes"
)

// CheckHazardsOptions are the options of okk-check-hazards.
type CheckHazardsOptions struct {
	Clobber string `opt:"clobber" values:"npus,blocks,elements" help:"what a write may destroy: the reserved range of all NPUs; blocks that carry channels; elements only"`
}

// CheckHazards is okk-check-hazards.
var CheckHazards = &passes.Pass{
	Name:  "okk-check-hazards",
	Title: "Check that no operation destroys a tensor that is in use",
	Doc: `Tensors that are in use together must not share bytes that a write to one of them
may destroy, and in okk.parallel no copy may share bytes that another
operation uses, if one of them writes the bytes. A tensor is written before it is stored. NPUs work in lockstep: a write is assumed to destroy the whole
range that the tensor reserves, in every NPU. The option clobber narrows this
assumption, and then warns of tensors in free blocks of others.`,
	Options:  CheckHazardsOptions{Clobber: "npus"},
	Anchor:   []ir.OpKind{okk.KernelOp{}},
	Dialects: []string{"okk"},
	Needs:    []passes.Condition{{Text: "addresses are chosen"}},
	Run: onFlatKernel("okk-check-hazards", true, func(c *passes.Context, m *okk.Machine) bool {
		h := &hazards{Context: c, machine: m}
		switch passes.OptionsOf[CheckHazardsOptions](c).Clobber {
		case "blocks":
			h.clobber = okk.ClobberBlocks
		case "elements":
			h.clobber = okk.ClobberElements
		}
		h.places()
		h.stores()
		return false
	}),
}

// checkPlaces is okk-check-hazards for a kernel of which some iterations are left out, so that tensors that they write may
// be unwritten.
var checkPlaces = &passes.Pass{
	Name: "okk-check-places", Title: "Check that no operation destroys a tensor in use, in some of the iterations of loops",
	Anchor: []ir.OpKind{okk.KernelOp{}},
	Run: onFlatKernel("okk-check-places", true, func(c *passes.Context, m *okk.Machine) bool {
		(&hazards{Context: c, machine: m}).places()
		return false
	}),
}

// places checks the places of tensors that are in use together.
func (h *hazards) places() {
	h.tensors()
	h.Walk(h.Op, func(op *ir.Operation) ir.WalkResult {
		if ir.Is[okk.ParallelOp](op) {
			h.parallel(op)
		}
		return ir.Advance
	})
}

type hazards struct {
	*passes.Context
	machine *okk.Machine
	clobber okk.Clobber
}

// tensors compares the allocations whose ranges of offsets meet.
func (h *hazards) tensors() {
	type placed struct {
		v    *ir.Value
		x    *okk.Tensor
		life okk.Life
	}
	lives := okk.Lives(h.Op)
	var list []placed
	h.Walk(h.Op, func(op *ir.Operation) ir.WalkResult {
		if ir.Is[okk.AllocOp](op) {
			list = append(list, placed{op.Result(0), okkTensor(h.machine, op.Result(0)), lives[op.Result(0)]})
		}
		return ir.Advance
	})
	slices.SortStableFunc(list, func(a, b placed) int { return cmp.Compare(a.x.Offset, b.x.Offset) })
	ordered := make([]okk.Life, len(list))
	for i, a := range list {
		ordered[i] = a.life
	}
	index := okk.NewLifeIndex(ordered)
	for i := range list {
		index.Add(i)
	}
	for i, a := range list {
		if h.Ended() {
			break
		}
		others := index.Meeting(a.life)
		slices.Sort(others)
		for _, j := range others {
			if b := list[j]; j > i && b.x.Offset < a.x.Offset+a.x.Reserved {
				h.compare(a.v, b.v, a.x, b.x)
			}
		}
	}
}

func (h *hazards) compare(v, w *ir.Value, x, y *okk.Tensor) {
	b, found := x.Endangers(y, h.clobber)
	if !found {
		b, found = y.Endangers(x, h.clobber)
	}
	op, other := w.DefiningOp(), v.DefiningOp()
	if found {
		h.Report(op.Errorf("'%s' and '%s' are alive together and share NPU %d, bytes [%d, %d)", okk.NameOf(w), okk.NameOf(v), b.NPU, b.Lo, b.Hi).
			WithCode(okk.Codes+"live-overlap").Note(other.Loc(), "'%s' is here, at offsets [%d, %d)", okk.NameOf(v), x.Offset, x.Offset+x.Reserved))
	} else {
		h.Report(op.Warningf("'%s' uses free blocks of '%s'", okk.NameOf(w), okk.NameOf(v)).WithCode(okk.Codes+"free-block-reuse").Note(other.Loc(), "'%s' is here", okk.NameOf(v)))
	}
}

// stores reports stores of tensors that no operation has written before.
func (h *hazards) stores() {
	written := map[*ir.Value]bool{}
	h.Walk(h.Op, func(op *ir.Operation) ir.WalkResult {
		if store := ir.As[okk.StoreOp](op); store.Ok() {
			if v := okk.Base(store.Source()); !written[v] {
				h.Report(neverWritten(op, v))
			}
		}
		writes, _ := okk.Accesses(op)
		for _, v := range writes {
			written[okk.Base(v)] = true
		}
		return ir.Advance
	})
}

// neverWritten is the error for a store of an allocation that no operation has written before.
func neverWritten(op *ir.Operation, v *ir.Value) *ir.Diagnostic {
	return op.Errorf("stores '%s', which was never written", okk.NameOf(v)).WithCode(okk.Codes+"never-written").
		Note(v.DefiningOp().Loc(), "'%s' is here", okk.NameOf(v))
}

// access is a tensor that an operation of okk.parallel uses.
type access struct {
	op    *ir.Operation
	v     *ir.Value
	write bool
}

// parallel compares the operations of okk.parallel.
func (h *hazards) parallel(op *ir.Operation) {
	var list []access
	for o := range op.Body().Ops() {
		writes, reads := okk.Accesses(o)
		for _, v := range writes {
			list = append(list, access{o, v, true})
		}
		for _, v := range reads {
			list = append(list, access{o, v, false})
		}
	}
	reported := map[*ir.Operation]bool{}
	for i, a := range list {
		for _, b := range list[:i] {
			if okk.InOrder(a.op, b.op) || !a.write && !b.write || reported[a.op] {
				continue
			}
			if where, found := race(h.placed(a.v), h.placed(b.v), a.write, b.write, h.clobber); found {
				reported[a.op] = true
				h.Report(raceError(b.op, a.op, where, b.v, a.v))
			}
		}
	}
}

// placed returns a tensor at its place.
func (h *hazards) placed(v *ir.Value) placed {
	p := placed{base: okk.Base(v)}
	if ir.IsType[*okk.SystemType](v.Type()) {
		p.system, _ = okk.InSystem(v)
	} else {
		p.local = okkTensor(h.machine, v)
	}
	return p
}

// raceError is the error for two operations of okk.parallel, which use tensors that share bytes.
func raceError(first, second *ir.Operation, where string, v, w *ir.Value) *ir.Diagnostic {
	names := "'" + okk.NameOf(v) + "'"
	if v != w {
		names += " and '" + okk.NameOf(w) + "'"
	}
	return second.Errorf("'%s' and '%s' may run at the same time and share %s of %s", first.Name(), second.Name(), where, names).
		WithCode(okk.Codes+"parallel-race").Note(first.Loc(), "the other operation is here")
}

// race returns the bytes that one of two accesses writes and the other uses.
func race(a, b placed, writeA, writeB bool, clobber okk.Clobber) (where string, found bool) {
	switch {
	case !writeA && !writeB || (a.local == nil) != (b.local == nil):
		return "", false
	case a.local == nil:
		return systemRace(a.system, b.system)
	}
	// Parts of a tensor may be written side by side, because the bytes between the
	// elements of a part belong to other parts.
	if a.base == b.base {
		clobber = okk.ClobberElements
	}
	var bytes okk.Bytes
	if writeA {
		bytes, found = a.local.Endangers(b.local, clobber)
	}
	if !found && writeB {
		bytes, found = b.local.Endangers(a.local, clobber)
	}
	return bytes.String(), found
}

func systemRace(s, t okk.System) (where string, found bool) {
	lo, hi, found := s.Shared(t)
	return okk.SystemRange(lo, hi), found
}
