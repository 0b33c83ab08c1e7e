package exchange

import (
	"slices"

	"optc/dialect/memref"
	"optc/dialect/nvgpu"
	"optc/dialect/scf"
	"optc/dialect/vector"
	"optc/ir"
	"optc/layout/change"
	"optc/passes/distribute/internal/core"
)

// exchangeInMemory writes the part of a thread to workgroup memory and reads the elements of
// another part, at the addresses of b, which avoid conflicts of banks. A barrier before the writes
// is needed only if an earlier iteration may still read the memory.
//
//	%y = iree_vector_ext.to_layout %x to layout(#b)     // rows of 32 lanes become columns
//	→ %m = memref.alloc() : memref<1136xf32, #gpu.address_space<workgroup>>
//	  %d:2 = affine.delinearize_index %thread_id_x into (32)
//	  %w = arith.muli %d#1, %c4
//	  vector.store %x0, %m[%w] : vector<4xf32>           // rows are 36 words long
//	  …
//	  gpu.barrier memfence [#gpu.address_space<workgroup>]
//	  %y0 = memref.load %m[%r]
func exchangeInMemory(d *core.Nested, op *ir.Operation, part *ir.Value, c *conversion) *ir.Value {
	b := &c.ways.Buffer
	memory := d.WorkgroupMemory([]int64{b.Cells}, c.elem)
	if c.apart || IsRepeated(d, op) {
		d.Barrier(core.BeforeWrites)
	}
	held, _ := ir.NumElements(c.from.DistributedShape())
	flat := d.ShapeCast(part, []int64{held})
	in := addressesOf(d, b, change.Before)
	guard := scf.NewIf(d.RW, d.FirstOf(c.copies, 1))
	d.RW.NewBlock(guard.ThenRegion(), nil, op.Loc())
	for _, a := range b.Writes() {
		address := in.at(a)
		if b.Write.Width == 1 {
			memref.NewStore(d.RW, vector.NewExtract(d.RW, flat, a.Registers[0]).Result(), memory, address)
		} else {
			vector.NewStore(d.RW, chosenOf(d, flat, a.Registers), memory, []*ir.Value{address})
		}
	}
	scf.NewYield(d.RW)
	d.RW.After(guard.Operation())
	d.Barrier(core.AfterWrites)
	return readPart(d, memory, c, b)
}

// readPart reads the part of a thread in the new layout.
func readPart(d *core.Nested, memory *ir.Value, c *conversion, b *change.Buffer) *ir.Value {
	shape := c.to.DistributedShape()
	held, _ := ir.NumElements(shape)
	in := addressesOf(d, b, change.After)
	if b.Read.Width == 1 {
		elements := make([]*ir.Value, held)
		for _, a := range b.Reads() {
			elements[a.Registers[0]] = memref.NewLoad(d.RW, memory, in.at(a)).Result()
		}
		return d.VectorOf(elements, shape)
	}
	out := d.Zero(ir.Vector([]int64{held}, c.elem))
	order := make([]int64, held) // position in the vector of the values read, for each register
	n := int64(0)
	for _, a := range b.Reads() {
		v := readRun(d, memory, in.at(a), b, c.elem)
		out = vector.NewInsertStridedSlice(d.RW, v, out, []int64{n}).Result()
		for _, r := range a.Registers {
			order[r] = n
			n++
		}
	}
	return d.ShapeCast(chosenOf(d, out, order), shape)
}

// readRun reads contiguous elements, or a lane's part of matrices; each lane addresses a row of them.
func readRun(d *core.Nested, memory, at *ir.Value, b *change.Buffer, elem ir.Type) *ir.Value {
	if b.Matrices == change.NoMatrices {
		return vector.NewLoad(d.RW, ir.Vector([]int64{b.Read.Width}, elem), memory, []*ir.Value{at}).Result()
	}
	const matrices, each = 4, change.MatrixElements / 4
	parts := nvgpu.NewLdMatrix(d.RW, ir.Vector([]int64{matrices, each}, elem), memory, b.Matrices == change.ColumnMatrices, matrices, at)
	return d.ShapeCast(parts.Res(), []int64{change.MatrixElements})
}

// chosenOf returns the elements at the given positions of a flat vector.
func chosenOf(d *core.Nested, flat *ir.Value, positions []int64) *ir.Value {
	n := flat.Type().(*ir.VectorType).Dims[0]
	first := positions[0]
	inOrder := !slices.ContainsFunc(positions, func(p int64) bool { first++; return p != first-1 })
	switch {
	case inOrder && int64(len(positions)) == n:
		return flat
	case inOrder:
		return vector.NewExtractStridedSlice(d.RW, flat, positions[:1], []int64{int64(len(positions))}).Result()
	}
	return vector.NewShuffle(d.RW, flat, flat, positions).Vector()
}
