package distribute

import (
	"fmt"
	"slices"

	"optc/dialect/vector"
	"optc/dialect/vectorext"
	"optc/ir"
)

// distributeToLayout changes the layout of a vector: by nothing where both layouts are
// the same, by reordering a thread's registers where each thread holds the same elements
// in both, by shuffles where elements move between the lanes of subgroups, and through
// workgroup memory otherwise.
func distributeToLayout(d *distributor, op *ir.Operation, sig signature) {
	from, to := sig.operands[0], sig.results[0]
	toLayout := ir.Cast[vectorext.ToLayoutOp](op)
	switch {
	case from == nil:
		d.takeFromOtherKind(op, to)
		return
	case from == to:
		d.rw.Replace(op, toLayout.Input())
		return
	case from.SameThreads(to, d.subgroup):
		d.explain(op, "reorders what every thread holds; no element changes its thread")
		d.replaceByParts(op, d.reorder(d.partOf(toLayout.Input(), from), from, to))
		return
	}
	if !d.spreads(op, from) || !d.spreads(op, to) || !d.tellsThreads(op, from) || !d.exchanges(op) {
		return
	}
	a, b := d.spread(from), d.spread(to)
	if x, why := d.lanesFor(op, a, b); why != "" {
		d.explainMemory(op, from, to, why)
		d.convertInMemory(op, from, to)
	} else {
		d.explain(op, "takes %s in place of %d accesses to workgroup memory and 2 barriers: elements change their lane, but not their subgroup",
			counted(x.shuffles, "shuffle"), partSize(from)+partSize(to))
		d.convertInLanes(op, a, b, x)
	}
}

// lanesFor plans a change of layout by shuffles, or returns the reason why it goes through
// memory.
func (d *distributor) lanesFor(op *ir.Operation, from, to *spread) (x laneExchange, why string) {
	elem := ir.ElementOrSelf(op.Result(0).Type())
	if _, isIndex := elem.(*ir.IndexType); !isIndex && !d.chip.Exchanges(elem) {
		return x, fmt.Sprintf("lanes cannot exchange elements of type %s", elem)
	}
	if radix, _ := from.ThreadRadix(d.subgroup); len(d.workgroup) > 0 && d.workgroupThreads()%radix.Span != 0 {
		return x, fmt.Sprintf("the layout repeats every %d threads, which do not divide the workgroup of %d", radix.Span, d.workgroupThreads())
	}
	moves, ok := from.Moves(to.NestedLayout, d.subgroup)
	if !ok {
		return x, "the layouts are too large to plan an exchange"
	}
	held, accesses := partSize(to.NestedLayout), partSize(from.NestedLayout)+partSize(to.NestedLayout)
	if x, ok = lanesOf(moves, held, d.subgroup); !ok {
		return x, "elements change their subgroup"
	}
	if int64(x.shuffles) > accesses {
		return x, fmt.Sprintf("it would take %d shuffles in place of %d accesses", x.shuffles, accesses)
	}
	return x, ""
}

// partSize returns the number of elements that a thread holds.
func partSize(l vectorext.Distribution) int64 {
	n, _ := ir.NumElements(l.DistributedShape())
	return n
}

// explainMemory reports the costs of a way through memory, and the reason for it.
func (d *distributor) explainMemory(op *ir.Operation, from, to vectorext.Distribution, why string) {
	n, _ := ir.NumElements(from.UndistributedShape())
	d.explain(op, "goes through workgroup memory for %d elements, with 2 barriers; a thread writes %d and reads %d of them: %s",
		n, partSize(from), partSize(to), why)
}

// explain reports how a layout is changed, if the option explain is set.
func (d *distributor) explain(op *ir.Operation, format string, args ...any) {
	if d.explains {
		d.c.Report(op.Remarkf(format, args...))
	}
}

// counted writes a number with a noun.
func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// reorder brings the part of a thread into the order of another layout, in which the thread
// holds the same elements.
func (d *distributor) reorder(part *ir.Value, from, to *vectorext.NestedLayout) *ir.Value {
	// Make the parts of a dimension in a thread adjacent: d, R+d → 2d, 2d+1 for batch and
	// outer, and 2R+d → 3d+2 for elements unless they stay.
	rank := from.Rank()
	levels := [][]int64{to.BatchTile, to.OuterTile, to.ElementTile}
	together := 3
	if slices.Equal(from.ElementTile, to.ElementTile) {
		together = 2
	}
	var perm, shape []int64
	for i := range rank {
		for level, tile := range levels[:together] {
			perm, shape = append(perm, int64(level*rank+i)), append(shape, tile[i])
		}
	}
	for level := together; level < len(levels); level++ {
		for i, n := range levels[level] {
			perm, shape = append(perm, int64(level*rank+i)), append(shape, n)
		}
	}
	inverse := make([]int64, len(perm))
	for i, p := range perm {
		inverse[p] = int64(i)
	}
	v := vector.NewTranspose(d.rw, part, perm).Result()
	return vector.NewTranspose(d.rw, d.shapeCast(v, shape), inverse).Result()
}

// convertInMemory writes a vector to workgroup memory in one layout and reads it in
// another.
//
//	%y = iree_vector_ext.to_layout %x to layout(#b)
//	→ %alloc = memref.alloc() : memref<16x64xf32, #gpu.address_space<workgroup>>
//	  gpu.barrier memfence [#gpu.address_space<workgroup>]
//	  vector.transfer_write %x, %alloc        // in the layout of %x
//	  gpu.barrier memfence [#gpu.address_space<workgroup>]
//	  %y = vector.transfer_read %alloc        // in #b
func (d *distributor) convertInMemory(op *ir.Operation, from, to *vectorext.NestedLayout) {
	shape := from.UndistributedShape()
	elem := ir.ElementOrSelf(op.Result(0).Type())
	part := d.partOf(ir.Cast[vectorext.ToLayoutOp](op).Input(), from)
	buffer := d.workgroupMemory(shape, elem)
	d.barrier()
	d.writeAll(part, buffer, from)
	d.barrier()
	d.rw.Replace(op, d.readAll(buffer, meeting{shape, from, to}, d.poison(elem)))
}
