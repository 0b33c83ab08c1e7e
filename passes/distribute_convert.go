package passes

import (
	"slices"

	"optc/dialect/vector"
	"optc/dialect/vectorext"
	"optc/ir"
)

// distributeToLayout changes the layout of a vector: by nothing where both are the
// same, by reordering what each thread holds where it holds the same elements in both,
// and through workgroup memory where elements move between threads.
func distributeToLayout(d *distributor, op *ir.Operation, sig signature) bool {
	from, to := sig.operands[0], sig.results[0]
	switch {
	case from == to:
		d.rw.Replace(op, vectorext.ToLayout.Input(op))
		return true
	case from.SameThreads(to, d.subgroup):
		d.replace(op, d.reorder(d.dist(vectorext.ToLayout.Input(op), from), from, to))
		return true
	}
	if d.spread(op, from) == nil || d.spread(op, to) == nil {
		return false
	}
	if d.alone {
		return d.leave(op, "is not distributed: it moves elements between workers, which cannot exchange values while they run")
	}
	d.convertInMemory(op, from, to)
	return true
}

// reorder brings what a thread holds into the order of another layout, in which it
// holds the same elements.
func (d *distributor) reorder(part *ir.Value, from, to *vectorext.NestedLayout) *ir.Value {
	// Make what a thread holds of a dimension neighbours: d, R+d → 2d, 2d+1 for
	// batch and outer, and 2R+d → 3d+2 for elements unless they stay.
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
	v := vector.Transpose.Build(d.rw, part, perm)
	return vector.Transpose.Build(d.rw, d.shapeCast(v, shape), inverse)
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
	part := d.dist(vectorext.ToLayout.Input(op), from)
	buffer := d.workgroupMemory(shape, elem)
	d.barrier()
	d.writeAll(part, buffer, from)
	d.barrier()
	d.rw.Replace(op, d.readAll(buffer, meeting{shape, from, to}, d.poison(elem)))
}
