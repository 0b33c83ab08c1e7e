package layout

import (
	"cmp"
	"maps"
	"math/bits"
	"slices"

	"optc/num"
)

// Buffer is memory through which elements go from one layout to another: every thread writes
// the elements that it holds, and reads the elements that it needs. The address of an element
// is the sum, or the exclusive or, of one number per digit of the change.
type Buffer struct {
	Steps  []Step
	Stride []int64 // address of each digit, in elements; 0 for digits of copies
	Xor    bool    // addresses are combined by exclusive or
	Cells  int64   // elements
	Write  Accesses
	Read   Accesses
	Bound  int64   // cycles that every buffer takes, whatever its arrangement
	Other  *Buffer // the best buffer of the other arrangement, padding or exclusive or; nil if there is none
}

// Accesses are the accesses by which a thread writes a buffer, or reads it.
type Accesses struct {
	Width  int64 // elements of an access, which are neighbours in the buffer
	Count  int64 // of a thread
	Cycles int64 // of all accesses of a subgroup
	Least  int64 // cycles of the accesses without conflicts between banks
	Turns  int64 // operations by which a thread turns the part of addresses that depends on it
}

// Traffic describes the accesses to a buffer.
type Traffic struct {
	Banks    Banks
	Widest   int64 // bytes of the widest access
	Element  int64 // bytes of an element
	Subgroup int64 // threads that access memory together
	Threads  int64 // of a workgroup; 0 if there are any number of whole subgroups
}

// FindBuffer returns the buffer that takes the fewest cycles for a change of layout.
//
// The digits that are registers on both sides come first in the buffer, so that accesses are wide,
// and then digits of the lanes that are served together. If writing needs a digit of lanes
// for the banks and reading needs another digit, both cannot have the bits of the bank. So the second
// digit is stored in other rows, where each row begins at another bank: by padding, a row is
// longer than the banks, or by exclusive or, a row is permuted.
//
//	32 lanes write rows of 4 words, and 32 lanes read columns; 32 banks
//	address = 36 × row + column            row r begins at bank 4·r: no two lanes meet in a bank
//
// FindBuffer compares arrangements and counts the cycles of each exactly, with the operations that an
// exclusive or needs. Of two arrangements that take the same number of whole cycles it returns the smaller. No
// buffer takes fewer cycles than Bound.
func FindBuffer(steps []Step, t Traffic) (best Buffer) {
	bound := leastCycles(steps, t)
	var kinds [2]*Buffer // with padding, and with exclusive or
	for _, widest := range []int64{16, 8, 4, 2, 1} {
		if widest > t.Widest || widest < t.Element && widest > 1 {
			continue
		}
		for i, inner := range innerChoices(steps, max(widest/t.Element, 1)) {
			if i%usualChoices == 0 && best.Stride != nil && best.Write.Cycles+best.Read.Cycles == bound {
				return best
			}
			for kind, xor := range []bool{false, true} {
				b := Buffer{Steps: steps, Xor: xor, Bound: bound}
				if !b.arrange(inner, t) {
					continue
				}
				b.Write = b.count(inner, t, Step.Source)
				b.Read = b.count(inner, t, Step.Target)
				if kinds[kind] == nil || b.compare(*kinds[kind]) < 0 {
					kinds[kind] = &b
				}
			}
			best = *kinds[0]
			if best.Other = kinds[1]; kinds[1] != nil && kinds[1].compare(best) < 0 {
				best, best.Other = *kinds[1], kinds[0]
			}
		}
	}
	return best
}

// leastCycles returns a number of cycles that no buffer can go below. The cells of an access are neighbours, and
// accesses of one side are parts of the accesses of the other side, or the other way around: both sides are as wide as
// the registers allow that are the same digits on both sides, and one side may be wider.
func leastCycles(steps []Step, t Traffic) int64 {
	widths := func(is func(Step) bool) int64 {
		n := int64(1)
		for _, s := range steps {
			if !s.IsCopy() && s.Size == 2 && is(s) && 2*n*t.Element <= t.Widest {
				n *= 2
			}
		}
		return n
	}
	common := widths(func(s Step) bool { return s.staysInSource() && s.staysInTarget() })
	cycles := func(width int64, side func(Step) Place) int64 {
		b := Buffer{Steps: steps, Stride: make([]int64, len(steps))}
		_, addresses := b.lanes(t, make([]int64, len(steps)), side)
		accesses := int64(1)
		for _, s := range steps {
			if !s.IsCopy() && side(s).Unit == 0 {
				accesses *= s.Size
			}
		}
		n := t.Banks.Lanes(width * t.Element)
		return accesses / width * ((int64(len(addresses)) + n - 1) / n)
	}
	return min(cycles(widths(Step.staysInSource), Step.Source)+cycles(common, Step.Target),
		cycles(common, Step.Source)+cycles(widths(Step.staysInTarget), Step.Target))
}

// compare orders buffers by whole cycles, then by accesses, then by memory, then by arithmetic.
func (b Buffer) compare(c Buffer) int {
	cycles := func(b Buffer) int64 { return b.Write.Cycles + b.Read.Cycles + b.turns()*arithmeticCost/phaseCost }
	return cmp.Or(cmp.Compare(cycles(b), cycles(c)), cmp.Compare(b.Write.Count+b.Read.Count, c.Write.Count+c.Read.Count),
		cmp.Compare(b.Cells, c.Cells), cmp.Compare(b.turns(), c.turns()))
}

func (b *Buffer) turns() int64 { return b.Write.Turns + b.Read.Turns }

// Source returns the place of the digit in the first layout.
func (s Step) Source() Place { return s.From }

// Target returns the place of the digit in the second layout.
func (s Step) Target() Place { return s.To }

// IsCopy reports whether the digit distinguishes copies, not elements.
func (s Step) IsCopy() bool { return s.From == (Place{}) || s.To == (Place{}) }

// The digits that number registers of a thread in the first layout, and in the second.
func (s Step) staysInSource() bool { return s.From.Unit == 0 }
func (s Step) staysInTarget() bool { return s.To.Unit == 0 }

const (
	usualChoices = 3 // choices of inner digits that are compared also if the first is as good as any
	maxChoices   = 24
)

// innerChoices returns choices of the digits at the lowest addresses, at most cap elements: registers on both sides,
// then nothing, or registers of the first side, or of the second. The first usualChoices take the lowest registers.
func innerChoices(steps []Step, cap int64) (list [][]int) {
	var common, source, target []int
	for i, s := range steps {
		switch {
		case s.IsCopy() || s.Size != 2:
		case s.staysInSource() && s.staysInTarget():
			if cap >= 2 {
				common = append(common, i)
				cap /= 2
			}
		case s.staysInSource():
			source = append(source, i)
		case s.staysInTarget():
			target = append(target, i)
		}
	}
	list = [][]int{common}
	var rest [][]int
	for _, registers := range [][]int{source, target} {
		if n := min(bits.Len64(uint64(cap))-1, len(registers)); n > 0 {
			choices := appendChoices(nil, common, registers, n)
			list, rest = append(list, choices[0]), append(rest, choices[1:]...)
		}
	}
	return append(list, rest...)
}

// appendChoices appends lists that consist of some digits and n others, the first n of them first.
func appendChoices(list [][]int, digits, others []int, n int) [][]int {
	if n == 0 {
		return append(list, digits)
	}
	for i := 0; i+n <= len(others) && len(list) < maxChoices; i++ {
		list = appendChoices(list, append(slices.Clone(digits), others[i]), others[i+1:], n-1)
	}
	return list
}

// width returns the number of elements that an access moves, if the inner digits are at the
// lowest addresses.
func width(steps []Step, inner []int, side func(Step) Place) (n int64) {
	n = 1
	for _, i := range inner {
		if side(steps[i]).Unit != 0 {
			break
		}
		n *= steps[i].Size
	}
	return n
}

// servedTogether returns the digits of the threads that are served together, without the inner
// digits.
func servedTogether(steps []Step, inner []int, t Traffic, side func(Step) Place) (digits []int) {
	left := t.Banks.Lanes(width(steps, inner, side) * t.Element)
	var units []int
	for i, s := range steps {
		if u := side(s).Unit; u != 0 && int64(u) < t.Subgroup {
			units = append(units, i)
		}
	}
	slices.SortFunc(units, func(a, b int) int { return cmp.Compare(side(steps[a]).Unit, side(steps[b]).Unit) })
	for _, i := range units {
		if left <= 1 {
			break
		}
		if !steps[i].IsCopy() && !slices.Contains(inner, i) {
			digits = append(digits, i)
		} else if steps[i].IsCopy() && steps[i].To == (Place{}) {
			continue // threads with copies do not write
		}
		left /= steps[i].Size
	}
	return digits
}

// arrange places the digits; ok is false for an exclusive or of digits that are not all bits.
func (b *Buffer) arrange(inner []int, t Traffic) (ok bool) {
	writers := servedTogether(b.Steps, inner, t, Step.Source)
	readers := servedTogether(b.Steps, inner, t, Step.Target)
	b.Stride = make([]int64, len(b.Steps))
	placed := make([]bool, len(b.Steps))
	cells := int64(1)
	put := func(i int) {
		b.Stride[i], placed[i] = cells, true
		cells *= b.Steps[i].Size
	}
	for i, s := range b.Steps {
		placed[i] = s.IsCopy()
		if b.Xor && s.Size != 2 {
			return false
		}
	}
	for _, i := range inner {
		put(i)
	}
	innermost := cells
	for _, i := range writers {
		if slices.Contains(readers, i) {
			put(i)
		}
	}
	var turned []int // digits of the writers that readers' digits may follow
	for _, i := range writers {
		if !placed[i] {
			put(i)
			turned = append(turned, i)
		}
	}
	// Elements that are row apart are at the same place of the same bank, and of an access.
	row := t.Banks.Row() / num.GCD(t.Banks.Row(), t.Element)
	row *= innermost / num.GCD(row, innermost)
	for _, i := range readers {
		if placed[i] {
			continue
		}
		at := slices.IndexFunc(turned, func(w int) bool { return b.Steps[w].Size == b.Steps[i].Size })
		if cells*b.Steps[i].Size <= row || at < 0 {
			put(i)
			continue
		}
		bank := b.Stride[turned[at]]
		turned = slices.Delete(turned, at, at+1)
		if b.Xor {
			put(i)
			b.Stride[i] |= bank
			continue
		}
		b.Stride[i], placed[i] = cells+((bank-cells)%row+row)%row, true
		cells += b.Stride[i] * (b.Steps[i].Size - 1)
	}
	for i := range b.Steps {
		if !placed[i] {
			put(i)
		}
	}
	b.Cells = cells
	return true
}

// Address returns the address of the element with the given values of the digits.
func (b *Buffer) Address(values []int64) (at int64) {
	for i, v := range values {
		if b.Xor {
			at ^= v * b.Stride[i]
		} else {
			at += v * b.Stride[i]
		}
	}
	return at
}

// count counts the accesses of a side. Accesses of different registers take the same number of
// cycles, because their addresses differ by a sum, or an exclusive or, with one number; only
// accesses to parts of a word are counted one by one.
func (b *Buffer) count(inner []int, t Traffic, side func(Step) Place) Accesses {
	a := Accesses{Width: width(b.Steps, inner, side), Count: 1}
	fixed := make([]int64, len(b.Steps)) // the first number of each access
	var registers []int
	for i, s := range b.Steps {
		if !s.IsCopy() && side(s).Unit == 0 && !(slices.Contains(inner, i) && b.Stride[i] < a.Width) {
			a.Count *= s.Size
			registers = append(registers, i)
		}
	}
	a.Turns = b.countTurns(a.Width, side)
	bytes := a.Width * t.Element
	groups := func() (cycles, least int64) {
		_, addresses := b.lanes(t, fixed, side)
		n := t.Banks.Lanes(bytes)
		return t.Banks.Cycles(addresses, bytes), (int64(len(addresses)) + n - 1) / n
	}
	if bytes >= t.Banks.Word || a.Count*t.Subgroup > maxCounted {
		cycles, least := groups()
		a.Cycles, a.Least = cycles*a.Count, least*a.Count
		return a
	}
	for n := range a.Count {
		for _, i := range registers {
			fixed[i], n = n%b.Steps[i].Size, n/b.Steps[i].Size
		}
		cycles, least := groups()
		a.Cycles, a.Least = a.Cycles+cycles, a.Least+least
	}
	return a
}

// TurnedBits returns the bits of addresses that may depend on the thread. A constant is combined with the part of
// the address that depends on the thread by exclusive or in these bits, and added in the others.
func (b *Buffer) TurnedBits(side func(Step) Place) (turned int64) {
	for i, s := range b.Steps {
		if b.Xor && side(s).Unit != 0 {
			turned |= b.Stride[i]
		}
	}
	return turned
}

// countTurns counts the constants with which a thread combines its part of addresses by exclusive or.
func (b *Buffer) countTurns(width int64, side func(Step) Place) int64 {
	turned := b.TurnedBits(side)
	constants := map[int64]bool{0: true}
	for i, s := range b.Steps {
		if stride := b.Stride[i] & turned; !s.IsCopy() && side(s).Unit == 0 && b.Stride[i] >= width && stride != 0 {
			for c := range maps.Clone(constants) {
				constants[c^stride] = true
			}
		}
	}
	return int64(len(constants)) - 1
}

// lanes returns the lanes of the first subgroup that access the buffer, and the bytes that they
// access first, where digits of registers have fixed values.
func (b *Buffer) lanes(t Traffic, fixed []int64, side func(Step) Place) (lanes, addresses []int64) {
	units := int64(1)
	for _, s := range b.Steps {
		units = max(units, int64(side(s).Unit)*s.Size)
	}
	values := make([]int64, len(b.Steps))
	for lane := range min(t.Subgroup, units) {
		copy(values, fixed)
		active := true
		for i, s := range b.Steps {
			if u := int64(side(s).Unit); u != 0 && u < t.Subgroup {
				values[i] = lane / u % s.Size
				active = active && (s.To != (Place{}) || values[i] == 0)
			}
		}
		if active {
			lanes, addresses = append(lanes, lane), append(addresses, b.Address(values)*t.Element)
		}
	}
	return lanes, addresses
}

// FirstWrite lists how the banks serve the first write of a subgroup.
func (b *Buffer) FirstWrite(t Traffic) []Service { return b.serve(t, b.Write.Width, Step.Source) }

// FirstRead lists how the banks serve the first read of a subgroup.
func (b *Buffer) FirstRead(t Traffic) []Service { return b.serve(t, b.Read.Width, Step.Target) }

func (b *Buffer) serve(t Traffic, width int64, side func(Step) Place) (list []Service) {
	lanes, addresses := b.lanes(t, make([]int64, len(b.Steps)), side)
	return t.Banks.Serve(lanes, addresses, width*t.Element)
}

// maxCounted bounds the accesses whose cycles are counted one by one.
const maxCounted = 1 << 14

// IsPermuted reports whether addresses combine a digit of the row with a digit of the bank.
func (b *Buffer) IsPermuted() bool {
	return b.Xor && slices.ContainsFunc(b.Stride, func(s int64) bool { return s&(s-1) != 0 })
}

// Access moves neighbouring cells of a buffer from or to registers of a thread.
type Access struct {
	At        int64   // added to, or combined by exclusive or with, the part of the address that depends on the thread
	Registers []int64 // numbers of the registers, in the order of the cells
}

// Writes lists the accesses by which a thread writes the buffer.
func (b *Buffer) Writes() []Access { return b.accesses(b.Write.Width, Step.Source) }

// Reads lists the accesses by which a thread reads the buffer.
func (b *Buffer) Reads() []Access { return b.accesses(b.Read.Width, Step.Target) }

func (b *Buffer) accesses(width int64, side func(Step) Place) []Access {
	list := []Access{{Registers: []int64{0}}}
	for i, s := range b.Steps {
		if s.IsCopy() || side(s).Unit != 0 || b.Stride[i] < width {
			continue
		}
		var more []Access
		for v := range s.Size {
			for _, a := range list {
				at := a.At + v*b.Stride[i]
				if b.Xor {
					at = a.At ^ v*b.Stride[i]
				}
				more = append(more, Access{At: at, Registers: []int64{a.Registers[0] + v*side(s).Offset}})
			}
		}
		list = more
	}
	slices.SortFunc(list, func(a, b Access) int { return cmp.Compare(a.Registers[0], b.Registers[0]) })
	cells := []int64{0} // registers of the cells of an access, relative to the first
	for n := int64(1); n < width; {
		i := slices.Index(b.Stride, n)
		first := slices.Clone(cells)
		for v := int64(1); v < b.Steps[i].Size; v++ {
			for _, r := range first {
				cells = append(cells, r+v*side(b.Steps[i]).Offset)
			}
		}
		n *= b.Steps[i].Size
	}
	for k, a := range list {
		for _, r := range cells[1:] {
			list[k].Registers = append(list[k].Registers, a.Registers[0]+r)
		}
	}
	return list
}
