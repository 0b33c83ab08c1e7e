package distribute

import (
	"math"
	"slices"
	"strconv"

	"optc/dialect/iree/ireemap"
	"optc/dialect/vectorext"
	"optc/ir"
	"optc/passes"
)

// maxTiles bounds the code of a distributed operation: it is repeated for every batch and
// outer position that a thread holds.
const maxTiles = 1 << 16

// layoutKinds marks the kinds of layouts that anchors have.
type layoutKinds struct{ nested, packed bool }

// checkLayouts returns the kinds of the layouts of the to_layout operations in op, the anchors.
// fits is false, with an error, if a layout has parts that belong to no thread, so that elements
// would be lost.
func checkLayouts(c *passes.Context, op *ir.Operation, o *DistributeOptions, th threadGroup) (found layoutKinds, fits bool) {
	fits = true
	workgroup, sized := ir.NumElements(o.WorkgroupSize)
	if len(o.WorkgroupSize) == 0 || !sized {
		workgroup = math.MaxInt64
	}
	c.Walk(op, func(op *ir.Operation) ir.WalkResult {
		toLayout := ir.As[vectorext.ToLayoutOp](op)
		if !toLayout.Ok() {
			return ir.Advance
		}
		var d *ir.Diagnostic
		switch l := vectorext.LayoutOf(op).(type) {
		case *vectorext.NestedLayout:
			found.nested = true
			d = th.nestedMisfit(c, op, l, workgroup)
		case *ireemap.PackLayout:
			found.packed = true
			d = th.packMisfit(c, op, l, workgroup)
		default:
			d = openAnchor(op)
		}
		if t, ok := toLayout.Output().Type().(*ir.VectorType); ok && t.AnyScalable() {
			d = op.Errorf("expected a vector of fixed extents, of which every thread has its part, but got %s", t)
		}
		if d != nil {
			c.Report(d)
			fits = false
		}
		return ir.Advance
	})
	return found, fits
}

// openAnchor returns the error that an anchor has no layout.
func openAnchor(op *ir.Operation) *ir.Diagnostic {
	return op.Errorf("is not distributed: its layout is open").WithCode("open-layout").
		HintNote(op.Loc(), "optc tune chooses a layout and writes it into the file")
}

// nestedMisfit returns the reason why the threads cannot share a vector in a nested layout, or
// nil.
func (th threadGroup) nestedMisfit(c *passes.Context, op *ir.Operation, l *vectorext.NestedLayout, workgroup int64) *ir.Diagnostic {
	n, tiled := ir.NumElements(slices.Concat(l.BatchTile, l.OuterTile))
	switch {
	case th.one && l.Threads() > th.subgroup:
		return th.tooFew(c, op, l.Threads(), "1 + sum of (thread_tile - 1) * thread_strides")
	case th.one && slices.Max(append([]int64{1}, l.SubgroupTile...)) > 1:
		return op.Errorf("layout needs %s subgroups, but a tile has one: its workers", countText(max(2, l.Subgroups())))
	case l.WorkgroupThreads(th.subgroup) > workgroup:
		return op.Errorf("layout needs %s threads, but the workgroup has %d", countText(l.WorkgroupThreads(th.subgroup)), workgroup).
			Note(op.Loc(), "write workgroup_size = [%s, 1, 1], or a layout of fewer threads; subgroups of %d threads: %s, the last with %s",
				countText(l.WorkgroupThreads(th.subgroup)), th.subgroup, countText(l.Subgroups()), countText(l.Threads()))
	case !tiled || n > maxTiles:
		return op.Errorf("layout unrolls code for every batch and outer position of a thread, at most %d", maxTiles).
			Note(op.Loc(), "batch_tile = %v, outer_tile = %v", l.BatchTile, l.OuterTile)
	}
	return nil
}

// packMisfit is nestedMisfit for a layout of iree_map.
func (th threadGroup) packMisfit(c *passes.Context, op *ir.Operation, l *ireemap.PackLayout, workgroup int64) *ir.Diagnostic {
	threads := l.WorkgroupThreads(th.subgroup)
	n, held := ir.NumElements(l.DistributedShape())
	switch {
	case th.one && threads > th.subgroup:
		return th.tooFew(c, op, threads, packThreads)
	case threads > workgroup:
		return op.Errorf("layout needs %d threads, but the workgroup has %d", threads, workgroup).
			Note(op.Loc(), "%s = %d", packThreads, threads)
	case !held || n > maxTiles:
		return op.Errorf("layout unrolls code for what a thread holds, at most %d elements", maxTiles).
			Note(op.Loc(), "a thread holds a vector of shape %v", l.DistributedShape())
	}
	return nil
}

// packThreads is the formula for the number of threads that a layout of iree_map distinguishes.
const packThreads = "1 + sum of (size - 1) * stride"

// tooFew returns the error that there are fewer threads than a formula gives.
func (th threadGroup) tooFew(c *passes.Context, op *ir.Operation, need int64, formula string) *ir.Diagnostic {
	d := op.Errorf("layout needs %s threads, but %s", countText(need), th.have).
		Note(op.Loc(), "%s = %s", formula, countText(need))
	if th.hint != "" {
		d.HintNote(c.Op.Loc(), "%s", th.hint)
	}
	return d
}

// countText writes a number; 2^63 - 1 means that or more.
func countText(n int64) string {
	if n == math.MaxInt64 {
		return "2^63 or more"
	}
	return strconv.FormatInt(n, 10)
}
