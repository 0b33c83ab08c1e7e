package distribute

import (
	"slices"

	"optc/dialect/memref"
	"optc/dialect/scf"
	"optc/dialect/vector"
	"optc/ir"
	"optc/layout"
)

// exchangeInMemory writes the part of a thread to workgroup memory and reads the elements of
// another part, at the addresses of b, which avoid conflicts of banks. A barrier before the
// writes is needed only where an earlier iteration may still read the memory.
//
//	%y = iree_vector_ext.to_layout %x to layout(#b)     // rows of 32 lanes become columns
//	→ %m = memref.alloc() : memref<1136xf32, #gpu.address_space<workgroup>>
//	  %d:2 = affine.delinearize_index %thread_id_x into (32)
//	  %w = arith.muli %d#1, %c4
//	  vector.store %x0, %m[%w] : vector<4xf32>           // rows are 36 words apart
//	  …
//	  gpu.barrier memfence [#gpu.address_space<workgroup>]
//	  %y0 = memref.load %m[%r]
func (d *distributor) exchangeInMemory(op *ir.Operation, part *ir.Value, c *change) *ir.Value {
	b := &c.ways.Buffer
	memory := d.workgroupMemory([]int64{b.Cells}, c.elem)
	if d.isRepeated(op) {
		d.barrier(beforeWrites)
	}
	held, _ := ir.NumElements(c.from.DistributedShape())
	flat := d.shapeCast(part, []int64{held})
	in := d.addressesOf(b, layout.Before)
	guard := scf.NewIf(d.rw, d.firstOf(c.copies))
	d.rw.NewBlock(guard.ThenRegion(), nil, op.Loc())
	for _, a := range b.Writes() {
		address := in.at(a)
		if b.Write.Width == 1 {
			memref.NewStore(d.rw, vector.NewExtract(d.rw, flat, a.Registers[0]).Result(), memory, address)
		} else {
			vector.NewStore(d.rw, d.chosenOf(flat, a.Registers), memory, []*ir.Value{address})
		}
	}
	scf.NewYield(d.rw)
	d.rw.After(guard.Operation())
	d.barrier(afterWrites)
	return d.readPart(memory, c, b)
}

// readPart reads the part of a thread in the new layout.
func (d *distributor) readPart(memory *ir.Value, c *change, b *layout.Buffer) *ir.Value {
	shape := c.to.DistributedShape()
	held, _ := ir.NumElements(shape)
	in := d.addressesOf(b, layout.After)
	if b.Read.Width == 1 {
		elements := make([]*ir.Value, held)
		for _, a := range b.Reads() {
			elements[a.Registers[0]] = memref.NewLoad(d.rw, memory, in.at(a)).Result()
		}
		return d.vectorOf(elements, shape)
	}
	out := d.zero(ir.Vector([]int64{held}, c.elem))
	order := make([]int64, held) // position in the vector of the values read, for each register
	n := int64(0)
	for _, a := range b.Reads() {
		v := vector.NewLoad(d.rw, ir.Vector([]int64{b.Read.Width}, c.elem), memory, []*ir.Value{in.at(a)}).Result()
		out = vector.NewInsertStridedSlice(d.rw, v, out, []int64{n}).Result()
		for _, r := range a.Registers {
			order[r] = n
			n++
		}
	}
	return d.shapeCast(d.chosenOf(out, order), shape)
}

// chosenOf returns the elements of a flat vector at the given positions.
func (d *distributor) chosenOf(flat *ir.Value, positions []int64) *ir.Value {
	n := flat.Type().(*ir.VectorType).Dims[0]
	first := positions[0]
	inOrder := !slices.ContainsFunc(positions, func(p int64) bool { first++; return p != first-1 })
	switch {
	case inOrder && int64(len(positions)) == n:
		return flat
	case inOrder:
		return vector.NewExtractStridedSlice(d.rw, flat, positions[:1], []int64{int64(len(positions))}).Result()
	}
	return vector.NewShuffle(d.rw, flat, flat, positions).Vector()
}
