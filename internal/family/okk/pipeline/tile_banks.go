package okk

import (
	"slices"

	"optc/dialect/okk"
	"optc/ir"
)

// clashing finds the computations whose operands share a bank when the tensors of a division, with their buffers, are
// placed as okk-allocate does.
func (t *tiler) clashing(d *division, levels []level) map[*ir.Operation]bool {
	var requests []okk.Request
	numbers := map[*ir.Value][]int{}
	uses := t.stagesOf(levels)
	for _, op := range t.allocations() {
		v := op.Result(0)
		typ, ok := t.partType(d, v)
		if !ok {
			return nil
		}
		size, err := t.reserved(v, typ)
		if err != nil || size == 0 {
			return nil
		}
		for range t.buffers(d, v, uses) {
			numbers[v] = append(numbers[v], len(requests))
			requests = append(requests, okk.Request{Size: size, Align: t.machine.Align})
		}
	}
	alloc := okk.Allocator{Machine: t.machine, Policy: okk.Bank}
	together := func(v, w *ir.Value, cycles int64) {
		for _, i := range numbers[v] {
			for _, j := range numbers[w] {
				if i != j && (v != w || i < j) {
					alloc.Conflicts = append(alloc.Conflicts, okk.Conflict{A: i, B: j, Cycles: cycles})
				}
			}
		}
	}
	sizes := map[*axis]int64{}
	for _, s := range d.splits {
		sizes[s.axis] = s.size
	}
	var copied, computed []*ir.Value
	for i, op := range t.ops {
		row := okk.RowOf(op)
		switch {
		case row == nil:
		case row.Engine == okk.CopyEngine && levels[i] >= inParts:
			copied = append(copied, localBases(op)...)
		case row.Engine == okk.ComputeEngine:
			list := localBases(op)
			for k, v := range list {
				for _, w := range list[:k] {
					together(v, w, t.cycles(op, sizes)-okk.StartCycles)
				}
			}
			if levels[i] >= inParts {
				computed = append(computed, list...)
			}
		}
	}
	if d.mode != oneAfterOne {
		for _, v := range copied {
			for _, w := range computed {
				together(v, w, 0)
			}
		}
	}
	placed, err := alloc.Allocate(requests)
	if err != nil {
		return nil
	}
	share := func(v, w *ir.Value) bool {
		for _, i := range numbers[v] {
			for _, j := range numbers[w] {
				first, last := t.machine.BanksOf(placed.Offsets[i], placed.Offsets[i]+requests[i].Size)
				from, to := t.machine.BanksOf(placed.Offsets[j], placed.Offsets[j]+requests[j].Size)
				if first <= to && from <= last {
					return true
				}
			}
		}
		return false
	}
	found := map[*ir.Operation]bool{}
	for _, op := range t.ops {
		if row := okk.RowOf(op); row == nil || row.Engine != okk.ComputeEngine {
			continue
		}
		list := localBases(op)
		for i, v := range list {
			if slices.ContainsFunc(list[:i], func(w *ir.Value) bool { return share(v, w) }) {
				found[op] = true
			}
		}
	}
	return found
}
