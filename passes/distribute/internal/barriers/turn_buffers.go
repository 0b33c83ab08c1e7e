package barriers

import (
	"optc/dialect/arith"
	"optc/dialect/gpu"
	"optc/dialect/iree/revision"
	"optc/dialect/memref"
	"optc/dialect/scf"
	"optc/ir"
	"optc/passes/distribute/internal/core"
)

// useInTurn removes barriers at which the threads of a loop wait until the reads of the previous
// iteration have ended: the loop uses two buffers in turn, so that the next iteration writes the
// other buffer.
//
//	scf.for %i = …                         %m = memref.alloc() : memref<2048xi8, …>
//	  %a = memref.alloc()                  scf.for %i = …
//	  barrier                                %p = (%i - lower) / step mod 2
//	  write %a                       →       %a = memref.view %m[1024 * %p][]
//	  barrier                                write %a
//	  read %a                                barrier
//	                                         read %a
//
// If the loop itself is repeated, the barrier may still be needed before the loop. A function with stages
// keeps its buffers: gpu-pipeline-loops gives the loop more of them.
func useInTurn(d *core.Nested, t *trace) {
	for _, b := range t.candidates {
		if b.dropped || b.role != core.BeforeWrites || b.around == nil || !countsIterations(b.around.op) {
			continue
		}
		buffers := t.turn(b)
		if buffers == nil {
			continue
		}
		loop := ir.Cast[scf.ForOp](b.around.op)
		parity := parityOf(d, loop)
		for _, v := range buffers {
			replaceByTwo(d, v, loop, parity)
		}
		if b.moved {
			d.RW.Modify(b.op, func() { b.op.MoveBefore(loop.Operation()) })
		}
	}
}

// countsIterations reports whether the number of a loop's iteration can be computed from constants and its counter.
func countsIterations(op *ir.Operation) bool {
	loop := ir.As[scf.ForOp](op)
	if !loop.Ok() {
		return false
	}
	step, known := ir.ConstantInt(loop.Step())
	_, isIndex := loop.Step().Type().(*ir.IndexType)
	return known && isIndex && step.Int64() > 0
}

// MayTakeTurns reports whether the innermost loop around an operation can use two buffers of the given size in turn.
func MayTakeTurns(d *core.Nested, op *ir.Operation, bytes int64) bool {
	return revision.Of(d.RW.Context()) == revision.Release && countsIterations(op.Parent()) && 2*bytes <= d.Chip.DeclaredWorkgroupBytes()
}

// turn drops a barrier of a loop and returns the buffers that the loop must then use in turn; nil if the barrier is
// needed nevertheless, or if memory is short. If one is needed there, the barrier leads the loop.
func (t *trace) turn(b *event) (buffers []*ir.Value) {
	bytes := t.bytes
	b.dropped = true
	for {
		v, needed := t.separates(b)
		if !needed {
			return buffers
		}
		switch {
		case v != nil && t.turning[v] == nil && v.DefiningOp().Parent() == b.around.op && t.bytes+placeBytes(v) <= t.d.Chip.DeclaredWorkgroupBytes():
			t.turning[v] = b.around.op
			t.bytes += placeBytes(v)
			buffers = append(buffers, v)
		case v != nil && !b.around.led:
			b.around.led, b.moved = true, true
		default:
			if b.moved {
				b.around.led, b.moved = false, false
			}
			b.dropped, t.bytes = false, bytes
			for _, v := range buffers {
				delete(t.turning, v)
			}
			return nil
		}
	}
}

// placeBytes returns the size of a buffer rounded up so that the next buffer begins at a multiple of the widest access.
func placeBytes(buffer *ir.Value) int64 {
	t := buffer.Type().(*ir.MemRefType)
	n, _ := ir.NumElements(t.Dims)
	return (n*int64(ir.ElementBytes(t.Elem)) + gpu.WidestAccess - 1) / gpu.WidestAccess * gpu.WidestAccess
}

// parityOf returns 0 in the first, third, … iteration of a loop, and 1 in the others.
func parityOf(d *core.Nested, loop scf.ForOp) *ir.Value {
	body := loop.Region().Front()
	d.RW.AtStart(body).Loc = loop.Operation().Loc()
	n := body.Arg(0)
	if lower, known := ir.ConstantInt(loop.LowerBound()); !known || lower.Int64() != 0 {
		n = arith.NewSubI(d.RW, n, loop.LowerBound()).Result()
	}
	if step, _ := ir.ConstantInt(loop.Step()); step.Int64() != 1 {
		n = arith.NewDivUI(d.RW, n, loop.Step()).Result()
	}
	return arith.NewRemUI(d.RW, n, d.Index(2)).Result()
}

// replaceByTwo replaces a buffer in a loop by one of two adjacent buffers.
func replaceByTwo(d *core.Nested, buffer *ir.Value, loop scf.ForOp, parity *ir.Value) {
	alloc := buffer.DefiningOp()
	size := placeBytes(buffer)
	d.RW.Before(loop.Operation()).Loc = alloc.Loc()
	both := d.WorkgroupMemory([]int64{2 * size}, d.RW.Context().Integer(8))
	d.RW.Before(alloc).Loc = alloc.Loc()
	shift := arith.NewMulI(d.RW, parity, d.Index(size)).Result()
	d.RW.Replace(alloc, memref.NewView(d.RW, buffer.Type(), both, shift, nil).Result())
}
