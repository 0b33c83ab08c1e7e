package exchange

import (
	"fmt"
	"slices"

	"optc/dialect/arith"
	"optc/ir"
	"optc/layout"
	"optc/passes/distribute/internal/core"
)

// addresses computes the addresses of the accesses of a thread to a buffer.
type addresses struct {
	*core.Nested
	turned  int64                // bits that may depend on the thread
	thread  *ir.Value            // the part of the address that depends on the thread
	divided []dividedBlock       // blocks whose parts are no digits of the thread
	parts   map[string]*ir.Value // what depends on the thread, by the constants that it is combined with
}

// dividedBlock is a block of which a thread divides the numbers of its elements.
type dividedBlock struct {
	layout.Divided
	number *ir.Value           // of the first element of the thread
	at     map[int64]*ir.Value // addresses, by what registers add to the number
}

func addressesOf(d *core.Nested, b *layout.Buffer, side layout.Side) addresses {
	a := addresses{Nested: d, turned: b.TurnedBits(side), thread: d.ThreadSum(b.Threads(side), b.Xor), parts: map[string]*ir.Value{}}
	for _, block := range b.Divided(side) {
		a.divided = append(a.divided, dividedBlock{block, d.ThreadSum(block.Threads, false), map[int64]*ir.Value{}})
	}
	return a
}

// at returns the address of an access: its constant is the part of the address that is the same in all threads. Its bits that no thread
// changes are added.
//
//	%thread xor 0b10110     →     (%thread xor 0b110) + 0b10000      // threads differ in the bits 0b1111
func (a addresses) at(access layout.Access) *ir.Value {
	low := access.At & a.turned
	key := fmt.Sprint(low, access.Numbers)
	part := a.parts[key]
	if part == nil {
		part = a.thread
		if low != 0 {
			part = arith.NewXOrI(a.RW, part, a.Index(low)).Result()
		}
		for i, block := range a.divided {
			part = arith.NewAddI(a.RW, part, a.addressIn(block, access.Numbers[i])).Result()
		}
		a.parts[key] = part
	}
	if access.At == low {
		return part
	}
	return arith.NewAddI(a.RW, part, a.Index(access.At-low)).Result()
}

// addressIn returns the address of an element in a divided block, where registers add something to the number of the thread.
//
//	240 elements at n + (n div 48)      →   %n = arith.addi %thread, %c96
//	                                        %d:2 = affine.delinearize_index %n into (5, 48)
//	                                        %a = arith.muli %d#0, %c49
//	                                        %at = arith.addi %a, %d#1
func (a addresses) addressIn(block dividedBlock, registers int64) *ir.Value {
	if at := block.at[registers]; at != nil {
		return at
	}
	number := block.number
	if registers > 0 {
		number = arith.NewAddI(a.RW, number, a.Index(registers)).Result()
	}
	var basis []int64
	for _, p := range slices.Backward(block.Parts) {
		basis = append(basis, p.Size)
	}
	var at *ir.Value
	for i, digit := range a.Delinearize(number, basis, true) {
		moved := digit
		if stride := block.Parts[len(basis)-1-i].Stride; stride > 1 {
			moved = arith.NewMulI(a.RW, digit, a.Index(stride)).Result()
		}
		if at == nil {
			at = moved
		} else {
			at = arith.NewAddI(a.RW, at, moved).Result()
		}
	}
	block.at[registers] = at
	return at
}
