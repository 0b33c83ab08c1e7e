package exchange

import (
	"optc/dialect/arith"
	"optc/ir"
	"optc/layout/change"
	"optc/passes/distribute/internal/core"
)

// addresses computes the addresses of the accesses of a thread to a buffer.
type addresses struct {
	*core.Nested
	turned int64               // bits that may depend on the thread
	thread *ir.Value           // the part of the address that depends on the thread
	parts  map[int64]*ir.Value // the same part, by the constants that it is combined with
}

func addressesOf(d *core.Nested, b *change.Buffer, side change.Side) addresses {
	return addresses{Nested: d, turned: b.TurnedBits(side), thread: d.ThreadSum(b.Threads(side), b.Xor), parts: map[int64]*ir.Value{}}
}

// at returns the address of an access: its constant is the part of the address that is the same in all threads. Its bits that do not
// depend on the thread are added.
//
//	%thread xor 0b10110     →     (%thread xor 0b110) + 0b10000      // threads differ in the bits 0b1111
func (a addresses) at(access change.Access) *ir.Value {
	low := access.At & a.turned
	part := a.parts[low]
	if part == nil {
		part = a.thread
		if low != 0 {
			part = arith.NewXOrI(a.RW, part, a.Index(low)).Result()
		}
		a.parts[low] = part
	}
	if access.At == low {
		return part
	}
	return arith.NewAddI(a.RW, part, a.Index(access.At-low)).Result()
}
