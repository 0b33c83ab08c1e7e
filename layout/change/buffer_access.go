package change

import (
	"cmp"
	"maps"
	"slices"

	"optc/layout"
)

// term is a digit of a thread or of its registers, with the distance of the addresses of elements that differ by 1 in the digit.
type term struct {
	layout.Digit
	stride int64
}

// termsOf returns the digits of a side, each with the distance of the addresses of elements that differ by 1 in it.
func (b *Buffer) termsOf(side Side) (list []term) {
	for i, k := range b.Blocks {
		weight := int64(1)
		for _, g := range k.On(side) {
			list = append(list, term{g, weight * b.Strides[i]})
			weight *= g.Size
		}
	}
	return list
}

// Threads returns the digits of the number of a thread; the Offset of each is the distance of the addresses of threads that
// differ by 1 in it.
func (b *Buffer) Threads(side Side) (list []layout.Digit) {
	for _, g := range b.termsOf(side) {
		if g.Unit != 0 {
			list = append(list, layout.Digit{Size: g.Size, Unit: g.Unit, Offset: g.stride})
		}
	}
	return list
}

// count counts the accesses of both sides, each of up to most elements.
func (b *Buffer) count(most int64, t Traffic) {
	b.Write = b.countSide(Before, most, t)
	b.Read = b.countSide(After, most, t)
}

// countSide counts the accesses of a side. Accesses of registers whose addresses differ by a constant summand, or by exclusive or
// with a constant, take the same number of cycles; only accesses to parts of a word are counted individually.
func (b *Buffer) countSide(side Side, most int64, t Traffic) Accesses {
	terms := b.termsOf(side)
	a := Accesses{Width: widthOf(terms, most), Count: 1}
	var registers []term // the digits that number accesses
	for _, g := range terms {
		if g.Unit == 0 && g.stride >= a.Width {
			a.Count *= g.Size
			registers = append(registers, g)
		}
	}
	a.Turns = b.countTurns(terms, a.Width, side)
	bytes, lanes := a.Width*t.Element, b.activeLanes(t, side)
	add := func(at, times int64) {
		r := Request{Side: side, Lanes: lanes, Addresses: b.addresses(t, terms, lanes, at), Width: bytes}
		a.Cycles += t.Banks.Cycles(r) * times
		a.Least += t.Banks.Least(r) * times
	}
	if bytes >= t.Banks.Word || a.Count*t.Subgroup > maxCounted {
		add(0, a.Count)
		return a
	}
	for n := range a.Count {
		at := int64(0)
		for _, g := range registers {
			at = b.combine(at, n%g.Size*g.stride)
			n /= g.Size
		}
		add(at, 1)
	}
	return a
}

// widthOf returns the number of elements, up to most, of the widest access: contiguous registers of a thread, if all other
// digits move elements by multiples of the access.
func widthOf(terms []term, most int64) int64 {
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

// activeLanes returns the lanes of the first subgroup that access the buffer on a side: of lanes that hold the same elements before the change, one
// writes.
func (b *Buffer) activeLanes(t Traffic, side Side) (lanes []int64) {
	units := int64(1)
	for _, k := range b.Blocks {
		for _, g := range k.On(side) {
			units = max(units, g.Unit*g.Size)
		}
	}
	for lane := range min(t.Subgroup, units) {
		isCopy := func(k Block) bool {
			return side == Before && k.To == nil && slices.ContainsFunc(k.From, func(g layout.Digit) bool { return g.Value(lane) != 0 })
		}
		if !slices.ContainsFunc(b.Blocks, isCopy) {
			lanes = append(lanes, lane)
		}
	}
	return lanes
}

// addresses returns the first byte that each lane accesses; the registers contribute at to the addresses.
func (b *Buffer) addresses(t Traffic, terms []term, lanes []int64, at int64) (addresses []int64) {
	for _, lane := range lanes {
		address := at
		for _, g := range terms {
			if g.Unit < t.Subgroup {
				address = b.combine(address, g.Value(lane)*g.stride)
			}
		}
		addresses = append(addresses, address*t.Element)
	}
	return addresses
}

// TurnedBits returns the bits of addresses that may depend on the thread. A constant is combined by exclusive or
// with these bits of the thread's part of the address, and added to the others.
func (b *Buffer) TurnedBits(side Side) (turned int64) {
	for _, g := range b.Threads(side) {
		if b.Xor {
			turned |= g.Offset
		}
	}
	return turned
}

// countTurns counts the constants that a thread combines with its part of addresses by exclusive or.
func (b *Buffer) countTurns(terms []term, width int64, side Side) (n int64) {
	turned := b.TurnedBits(side)
	constants := map[int64]bool{0: true}
	for _, g := range terms {
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
	lanes := b.activeLanes(t, side)
	return t.Banks.Serve(Request{Side: side, Lanes: lanes, Addresses: b.addresses(t, b.termsOf(side), lanes, 0), Width: width * t.Element})
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
	terms := b.termsOf(side)
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
			for x := range g.Size {
				for _, a := range list {
					more = append(more, Access{At: b.combine(a.At, x*g.stride), Registers: []int64{a.Registers[0] + x*g.Offset}})
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
