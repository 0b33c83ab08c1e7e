package values

import (
	"slices"

	"optc/diag"
	"optc/dialect/arith"
	"optc/dialect/gpu"
	"optc/dialect/iree/revision"
	"optc/dialect/memref"
	"optc/dialect/scf"
	"optc/dialect/vector"
	"optc/ir"
	"optc/layout"
	"optc/passes/distribute/internal/core"
	"optc/passes/distribute/internal/exchange"
	"optc/passes/distribute/internal/threadcode"
)

// distributeElement gives every thread an element of a vector. The digits of its position are the thread that
// holds the element, and the register; lanes get it from the holder.
//
//	vector.extract %v[%i] : f32 from vector<64xf32>, batch 2, thread 32
//	→ %d:2 = affine.delinearize_index %i into (2, 32)
//	  %x = vector.extract %part[%d#0]
//	  gpu.shuffle idx %x, %d#1, 32
func distributeElement(d core.Distributor, op *ir.Operation) {
	extract, base := ir.Cast[vector.ExtractOp](op), d.Common()
	source := extract.Source()
	l := d.Distribution(source)
	dims, err := l.Dims(base.Subgroup)
	radix, overlap := layout.UnitRadix(dims)
	switch {
	case slices.Contains(extract.StaticPosition(), poisonPosition):
		d.Leave("is not distributed: the position is poison")
		return
	case err != nil || overlap != nil:
		d.Leave("is not distributed: threads cannot tell from %s which of them holds the element", l.Stripped())
		return
	case radix.Span > 1 && revision.Of(base.Pass.IR) != revision.Release:
		d.Leave("is not distributed: the element may be in another thread")
		return
	case radix.Span > 1 && !base.Exchanges(op):
		return
	}
	thread, register := holderOf(base, dims, extract.MixedPosition())
	x := registerOf(base, d.Part(source), register)
	if radix.Span > 1 {
		x = fromHolder(base, op, x, base.ValueOf(thread), radix.Span)
	}
	d.Replace(x)
}

// poisonPosition is the static position of a vector.extract or vector.insert that is poison.
const poisonPosition = -1

// holderOf builds the number of the first thread that holds the element at a position, and the element's register.
func holderOf(d *core.Nested, dims []layout.Dim, position []ir.Mixed) (thread, register ir.Mixed) {
	for i, at := range position {
		eachDigit(d, dims[i], at, func(g layout.Digit, digit ir.Mixed) {
			thread = d.PlusTimes(thread, digit, g.Unit)
			register = d.PlusTimes(register, digit, g.Offset)
		})
	}
	return thread, register
}

// registerOf extracts an element of a part by its number.
func registerOf(d *core.Nested, part *ir.Value, number ir.Mixed) *ir.Value {
	shape := threadcode.VectorShape(part)
	if number.Value != nil {
		n, _ := ir.NumElements(shape)
		return vector.NewExtractAt(d.RW, d.ShapeCast(part, []int64{n}), number.Value).Result()
	}
	at := make([]int64, len(shape))
	for dim, n := range slices.Backward(shape) {
		at[dim], number.Const = number.Const%n, number.Const/n
	}
	return vector.NewExtract(d.RW, part, at...).Result()
}

// fromHolder gives every thread the value x of one thread, in a layout that repeats every span threads: by a
// shuffle if every subgroup has a copy of the layout, and otherwise through workgroup memory.
//
//	%m = memref.alloc() : memref<1xf32, #gpu.address_space<workgroup>>
//	scf.if (%thread == %holder) { memref.store %x, %m[0] }
//	gpu.barrier memfence [#gpu.address_space<workgroup>]
//	memref.load %m[0]
func fromHolder(d *core.Nested, op *ir.Operation, x, holder *ir.Value, span int64) *ir.Value {
	lanes := d.Chip.Lanes(d.Subgroup)
	why := exchange.NoShuffles(d, x.Type(), span)
	switch {
	case why == "" && lanes%span == 0:
		d.Explain(op, "takes 1 shuffle")
		lane := arith.NewIndexCast(d.RW, d.RW.Context().I32(), holder).Out()
		return exchange.ShuffleAmong(d, lanes, gpu.ShuffleIdx, x, lane)
	case why == "":
		why = "the threads of the layout are in several subgroups"
	}
	d.Explain(op, "goes through %s of workgroup memory, with 1 barrier: %s", diag.Counted(int64(ir.ElementBytes(x.Type())), "byte"), why)
	memory := d.WorkgroupMemory([]int64{1}, x.Type())
	if exchange.IsRepeated(d, op) {
		d.Barrier(core.BeforeWrites)
	}
	is := arith.NewCmpI(d.RW, arith.EQ, d.ThreadID, holder).Result()
	guard := scf.NewIf(d.RW, is)
	d.RW.NewBlock(guard.ThenRegion(), nil, op.Loc())
	memref.NewStore(d.RW, x, memory, d.Index(0))
	scf.NewYield(d.RW)
	d.RW.After(guard.Operation())
	d.Barrier(core.AfterWrites)
	return memref.NewLoad(d.RW, memory, d.Index(0)).Result()
}
