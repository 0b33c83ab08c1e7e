package layout

import (
	"cmp"
	"maps"
	"slices"
)

// term is a digit of a thread or of its registers, and how far apart the addresses are of elements that differ by 1 in it.
type term struct {
	Digit
	stride int64
	copied bool // threads that differ in it hold the same elements before the change: one of them writes
}

// terms returns the digits of a side with their addresses.
func (b *Buffer) terms(side Side) (list []term) {
	for i, k := range b.Blocks {
		weight := int64(1)
		for _, g := range k.On(side) {
			list = append(list, term{g, weight * b.Stride[i], k.To == nil})
			weight *= g.Size
		}
	}
	return list
}

// count counts the accesses of both sides, of at most a number of elements.
func (b *Buffer) count(most int64, t Traffic) {
	b.Write = b.countSide(Before, most, t)
	b.Read = b.countSide(After, most, t)
}

// countSide counts the accesses of a side. Accesses of different registers take the same number of
// cycles, because their addresses differ by a sum, or an exclusive or, with one number; only
// accesses to parts of a word are counted one by one.
func (b *Buffer) countSide(side Side, most int64, t Traffic) Accesses {
	terms := b.terms(side)
	a := Accesses{Width: accessWidth(terms, most), Count: 1}
	var registers []term // the digits that number accesses
	for _, g := range terms {
		if g.Unit == 0 && g.stride >= a.Width {
			a.Count *= g.Size
			registers = append(registers, g)
		}
	}
	a.Turns = b.countTurns(a.Width, side)
	bytes := a.Width * t.Element
	groups := func(at int64) (cycles, least int64) {
		_, addresses := b.lanes(t, terms, at)
		n := t.Banks.Lanes(bytes)
		return t.Banks.Cycles(addresses, bytes), (int64(len(addresses)) + n - 1) / n
	}
	if bytes >= t.Banks.Word || a.Count*t.Subgroup > maxCounted {
		cycles, least := groups(0)
		a.Cycles, a.Least = cycles*a.Count, least*a.Count
		return a
	}
	for n := range a.Count {
		at := int64(0)
		for _, g := range registers {
			at = b.combine(at, n%g.Size*g.stride)
			n /= g.Size
		}
		cycles, least := groups(at)
		a.Cycles, a.Least = a.Cycles+cycles, a.Least+least
	}
	return a
}

// accessWidth returns the elements of the widest access, at most a number: registers of a thread that are neighbours, where all other
// digits move elements by multiples of the access.
func accessWidth(terms []term, most int64) int64 {
	for n := int64(1); ; n *= 2 {
		isNext := func(g term) bool { return g.Unit == 0 && g.Size == 2 && g.stride == n }
		isNearer := func(g term) bool { return g.stride > n && g.stride%(2*n) != 0 }
		if 2*n > most || !slices.ContainsFunc(terms, isNext) || slices.ContainsFunc(terms, isNearer) {
			return n
		}
	}
}

// combine combines addresses of blocks.
func (b *Buffer) combine(x, y int64) int64 {
	if b.Xor {
		return x ^ y
	}
	return x + y
}

// lanes returns the lanes of the first subgroup that access the buffer, and the bytes that they
// access first, where the digits of registers add at to addresses.
func (b *Buffer) lanes(t Traffic, terms []term, at int64) (lanes, addresses []int64) {
	units := int64(1)
	for _, g := range terms {
		units = max(units, g.Unit*g.Size)
	}
	for lane := range min(t.Subgroup, units) {
		address, active := at, true
		for _, g := range terms {
			if g.Unit != 0 && g.Unit < t.Subgroup {
				value := lane / g.Unit % g.Size
				address = b.combine(address, value*g.stride)
				active = active && (value == 0 || !g.copied)
			}
		}
		if active {
			lanes, addresses = append(lanes, lane), append(addresses, address*t.Element)
		}
	}
	return lanes, addresses
}

// TurnedBits returns the bits of addresses that may depend on the thread. A constant is combined with the part of
// the address that depends on the thread by exclusive or in these bits, and added in the others.
func (b *Buffer) TurnedBits(side Side) (turned int64) {
	for _, g := range b.Threads(side) {
		if b.Xor {
			turned |= g.Offset
		}
	}
	return turned
}

// Threads returns the digits of the number of a thread, and how far apart the addresses of threads are that differ by 1 in each, as Offset.
func (b *Buffer) Threads(side Side) (list []Digit) {
	for _, g := range b.terms(side) {
		if g.Unit != 0 {
			list = append(list, Digit{g.Size, g.Unit, g.stride})
		}
	}
	return list
}

// countTurns counts the constants with which a thread combines its part of addresses by exclusive or.
func (b *Buffer) countTurns(width int64, side Side) int64 {
	turned := b.TurnedBits(side)
	constants := map[int64]bool{0: true}
	for _, g := range b.terms(side) {
		if stride := g.stride & turned; g.Unit == 0 && g.stride >= width && stride != 0 {
			for c := range maps.Clone(constants) {
				constants[c^stride] = true
			}
		}
	}
	return int64(len(constants)) - 1
}

// FirstWrite lists how the banks serve the first write of a subgroup.
func (b *Buffer) FirstWrite(t Traffic) []Service { return b.serve(t, b.Write.Width, Before) }

// FirstRead lists how the banks serve the first read of a subgroup.
func (b *Buffer) FirstRead(t Traffic) []Service { return b.serve(t, b.Read.Width, After) }

func (b *Buffer) serve(t Traffic, width int64, side Side) (list []Service) {
	lanes, addresses := b.lanes(t, b.terms(side), 0)
	return t.Banks.Serve(lanes, addresses, width*t.Element)
}

// Access moves neighbouring cells of a buffer from or to registers of a thread.
type Access struct {
	At        int64   // added to, or combined by exclusive or with, the part of the address that depends on the thread
	Registers []int64 // numbers of the registers, in the order of the cells
}

// Writes lists the accesses by which a thread writes the buffer.
func (b *Buffer) Writes() []Access { return b.accesses(b.Write.Width, Before) }

// Reads lists the accesses by which a thread reads the buffer.
func (b *Buffer) Reads() []Access { return b.accesses(b.Read.Width, After) }

func (b *Buffer) accesses(width int64, side Side) []Access {
	list := []Access{{Registers: []int64{0}}}
	cells := []int64{0} // registers of the cells of an access, relative to the first
	terms := b.terms(side)
	slices.SortStableFunc(terms, func(x, y term) int { return cmp.Compare(x.stride, y.stride) })
	for _, g := range terms {
		switch {
		case g.Unit != 0:
		case g.stride < width:
			cells = append(cells, cells[0]+g.Offset)
			for _, r := range cells[1 : len(cells)-1] {
				cells = append(cells, r+g.Offset)
			}
		default:
			var more []Access
			for v := range g.Size {
				for _, a := range list {
					more = append(more, Access{At: b.combine(a.At, v*g.stride), Registers: []int64{a.Registers[0] + v*g.Offset}})
				}
			}
			list = more
		}
	}
	slices.SortFunc(list, func(a, b Access) int { return cmp.Compare(a.Registers[0], b.Registers[0]) })
	for k, a := range list {
		for _, r := range cells[1:] {
			list[k].Registers = append(list[k].Registers, a.Registers[0]+r)
		}
	}
	return list
}
