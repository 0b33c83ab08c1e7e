package distribute

import (
	"slices"

	"optc/dialect/arith"
	"optc/dialect/gpu"
	"optc/dialect/iree/revision"
	"optc/dialect/memref"
	"optc/dialect/scf"
	"optc/dialect/vector"
	"optc/ir"
	"optc/layout"
)

// distributeElement gives every thread an element of a vector. The digits of its position are the thread that
// holds the element, and the register; lanes get it from the holder.
//
//	vector.extract %v[%i] : f32 from vector<64xf32>, batch 2, thread 32
//	→ %d:2 = affine.delinearize_index %i into (2, 32)
//	  %x = vector.extract %part[%d#0]
//	  gpu.shuffle idx %x, %d#1, 32
func distributeElement(d runDistributor, op *ir.Operation) {
	extract, base := ir.Cast[vector.ExtractOp](op), d.common()
	source := extract.Source()
	l := d.distribution(source)
	dims, err := l.Dims(base.subgroup)
	radix, overlap := layout.UnitRadix(dims)
	switch {
	case slices.Contains(extract.StaticPosition(), poisonPosition):
		d.Leave("is not distributed: the position is poison")
		return
	case err != nil || overlap != nil:
		d.Leave("is not distributed: threads cannot tell from %s which of them holds the element", l.Stripped())
		return
	case radix.Span > 1 && revision.Of(base.c.IR) != revision.Release:
		d.Leave("is not distributed: the element may be in another thread")
		return
	case radix.Span > 1 && !base.exchanges(op):
		return
	}
	thread, register := base.holderOf(dims, extract.MixedPosition())
	x := base.registerOf(d.Part(source), register)
	if radix.Span > 1 {
		x = base.fromHolder(op, x, base.valueOf(thread), radix.Span)
	}
	d.Replace(x)
}

// poisonPosition is the static position of a vector.extract or vector.insert that is poison.
const poisonPosition = -1

// holderOf builds the number of the first thread that holds the element at a position, and the element's register.
func (d *distributor) holderOf(dims []layout.Dim, position []ir.Mixed) (thread, register ir.Mixed) {
	for i, at := range position {
		d.eachDigit(dims[i], at, func(g layout.Digit, digit ir.Mixed) {
			thread = d.plusTimes(thread, digit, g.Unit)
			register = d.plusTimes(register, digit, g.Offset)
		})
	}
	return thread, register
}

// plusTimes builds sum + digit * factor.
func (d *distributor) plusTimes(sum, digit ir.Mixed, factor int64) ir.Mixed {
	switch {
	case factor == 0 || digit.IsConst(0):
		return sum
	case digit.Value == nil && sum.Value == nil:
		return ir.Mixed{Const: sum.Const + digit.Const*factor}
	}
	product := d.index(digit.Const * factor)
	if digit.Value != nil {
		product = arith.NewMulI(d.rw, digit.Value, d.index(factor)).Result()
	}
	return ir.Mixed{Value: arith.NewAddI(d.rw, d.valueOf(sum), product).Result()}
}

// valueOf returns the value of an index that may be a number.
func (d *distributor) valueOf(m ir.Mixed) *ir.Value {
	if m.Value != nil {
		return m.Value
	}
	return d.index(m.Const)
}

// registerOf extracts an element of a part by its number.
func (d *distributor) registerOf(part *ir.Value, number ir.Mixed) *ir.Value {
	shape := vectorShape(part)
	if number.Value != nil {
		n, _ := ir.NumElements(shape)
		return vector.NewExtractAt(d.rw, d.shapeCast(part, []int64{n}), number.Value).Result()
	}
	at := make([]int64, len(shape))
	for dim, n := range slices.Backward(shape) {
		at[dim], number.Const = number.Const%n, number.Const/n
	}
	return vector.NewExtract(d.rw, part, at...).Result()
}

// fromHolder gives every thread the value x of one thread, in a layout that repeats every span threads: by a
// shuffle if every subgroup has a copy of the layout, and otherwise through workgroup memory.
//
//	%m = memref.alloc() : memref<1xf32, #gpu.address_space<workgroup>>
//	scf.if (%thread == %holder) { memref.store %x, %m[0] }
//	gpu.barrier memfence [#gpu.address_space<workgroup>]
//	memref.load %m[0]
func (d *distributor) fromHolder(op *ir.Operation, x, holder *ir.Value, span int64) *ir.Value {
	lanes := d.chip.Lanes(d.subgroup)
	why := d.noShuffles(x.Type(), span)
	switch {
	case why == "" && lanes%span == 0:
		d.explain(op, "takes 1 shuffle")
		lane := arith.NewIndexCast(d.rw, d.rw.Context().I32(), holder).Out()
		return d.shuffleAmong(lanes, gpu.ShuffleIdx, x, lane)
	case why == "":
		why = "the threads of the layout are in several subgroups"
	}
	d.explain(op, "goes through %s of workgroup memory, with 1 barrier: %s", counted(int64(ir.ElementBytes(x.Type())), "byte"), why)
	memory := d.workgroupMemory([]int64{1}, x.Type())
	if d.isRepeated(op) {
		d.barrier(beforeWrites)
	}
	is := arith.NewCmpI(d.rw, arith.EQ, d.threadID, holder).Result()
	guard := scf.NewIf(d.rw, is)
	d.rw.NewBlock(guard.ThenRegion(), nil, op.Loc())
	memref.NewStore(d.rw, x, memory, d.index(0))
	scf.NewYield(d.rw)
	d.rw.After(guard.Operation())
	d.barrier(afterWrites)
	return memref.NewLoad(d.rw, memory, d.index(0)).Result()
}
