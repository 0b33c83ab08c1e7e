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
}

// Divided is a block whose parts are not digits of a side: a thread adds up the number of an element and divides it into the parts.
type Divided struct {
	Threads   []Digit // digits of the number of a thread, with the number of elements that each moves as Offset
	Parts     []Part
	registers []Digit // the same for registers
}

// Address returns the address that the block adds for the element with a number.
func (d *Divided) Address(number int64) (at int64) {
	for _, p := range d.Parts {
		at += number % p.Size * p.Stride
		number /= p.Size
	}
	return at
}

// numbers lists what the registers of a thread add to its number.
func (d *Divided) numbers() []int64 {
	list := []int64{0}
	for _, g := range d.registers {
		for _, n := range slices.Clone(list) {
			for v := int64(1); v < g.Size; v++ {
				list = append(list, n+v*g.Offset)
			}
		}
	}
	return list
}

// sideView is how a side sees the addresses of a buffer.
type sideView struct {
	terms   []term
	divided []Divided
}

// view returns the addresses of a side.
func (b *Buffer) view(side Side) (v sideView) {
	for i, k := range b.Blocks {
		terms, ok := b.termsOf(i, side)
		if ok {
			v.terms = append(v.terms, terms...)
			continue
		}
		d := Divided{Parts: b.Parts[i]}
		weight := int64(1)
		for _, g := range k.On(side) {
			if g.Unit != 0 {
				d.Threads = append(d.Threads, Digit{g.Size, g.Unit, weight})
			} else {
				d.registers = append(d.registers, Digit{g.Size, g.Offset, weight})
			}
			weight *= g.Size
		}
		v.divided = append(v.divided, d)
	}
	return v
}

// termsOf returns the digits of a block on a side; ok is false if a part ends within one of them.
func (b *Buffer) termsOf(i int, side Side) (list []term, ok bool) {
	k, parts := b.Blocks[i], b.Parts[i]
	weight, below := int64(1), int64(1) // of the digit in the block, and of the first of parts
	for _, g := range k.On(side) {
		for len(parts) > 1 && weight >= below*parts[0].Size {
			below *= parts[0].Size
			parts = parts[1:]
		}
		t := term{Digit: g}
		if !k.IsCopy() && len(parts) > 0 {
			if end := below * parts[0].Size; weight%below != 0 || end%(weight*g.Size) != 0 {
				return nil, false
			}
			t.stride = weight / below * parts[0].Stride
		}
		list = append(list, t)
		weight *= g.Size
	}
	return list, true
}

// Threads returns the digits of the number of a thread, and how far apart the addresses of threads are that differ by 1 in each, as Offset.
func (b *Buffer) Threads(side Side) (list []Digit) {
	for _, g := range b.view(side).terms {
		if g.Unit != 0 {
			list = append(list, Digit{g.Size, g.Unit, g.stride})
		}
	}
	return list
}

// Divided returns the blocks that a thread of a side divides.
func (b *Buffer) Divided(side Side) []Divided { return b.view(side).divided }

// count counts the accesses of both sides, of at most a number of elements.
func (b *Buffer) count(most int64, t Traffic) {
	b.Write = b.countSide(Before, most, t)
	b.Read = b.countSide(After, most, t)
}

// countSide counts the accesses of a side. Accesses of registers whose addresses differ by a sum, or an exclusive or, with one number take the
// same number of cycles; only accesses to parts of a word, and registers of divided blocks, are counted one by one.
func (b *Buffer) countSide(side Side, most int64, t Traffic) Accesses {
	v := b.view(side)
	a := Accesses{Width: v.width(most), Count: 1}
	var registers []term // the digits that number accesses
	for _, g := range v.terms {
		if g.Unit == 0 && g.stride >= a.Width {
			a.Count *= g.Size
			registers = append(registers, g)
		}
	}
	a.Turns = b.countTurns(a.Width, side)
	bytes, lanes := a.Width*t.Element, b.activeLanes(t, side)
	add := func(numbers []int64, at, times int64) {
		addresses := b.addresses(t, v, lanes, numbers, at)
		n := t.Banks.Lanes(bytes)
		a.Cycles += t.Banks.Cycles(addresses, bytes) * times
		a.Least += (int64(len(addresses)) + n - 1) / n * times
	}
	all := v.registerNumbers()
	for _, numbers := range all {
		if bytes >= t.Banks.Word || a.Count*t.Subgroup > maxCounted {
			add(numbers, 0, a.Count)
			continue
		}
		for n := range a.Count {
			at := int64(0)
			for _, g := range registers {
				at = b.combine(at, n%g.Size*g.stride)
				n /= g.Size
			}
			add(numbers, at, 1)
		}
	}
	a.Count *= int64(len(all))
	return a
}

// registerNumbers lists the numbers that registers add in the divided blocks.
func (v sideView) registerNumbers() (list [][]int64) {
	list = [][]int64{nil}
	for _, d := range v.divided {
		var more [][]int64
		for _, n := range d.numbers() {
			for _, numbers := range list {
				more = append(more, append(slices.Clone(numbers), n))
			}
		}
		list = more
	}
	return list
}

// width returns the elements of the widest access, at most a number: registers of a thread that are neighbours, where all other
// digits and parts move elements by multiples of the access.
func (v sideView) width(most int64) int64 {
	for n := int64(1); ; n *= 2 {
		isNext := func(g term) bool { return g.Unit == 0 && g.Size == 2 && g.stride == n }
		isNearer := func(g term) bool { return g.stride > n && g.stride%(2*n) != 0 }
		isOdd := func(d Divided) bool {
			return slices.ContainsFunc(d.Parts, func(p Part) bool { return p.Stride%(2*n) != 0 })
		}
		if 2*n > most || !slices.ContainsFunc(v.terms, isNext) || slices.ContainsFunc(v.terms, isNearer) || slices.ContainsFunc(v.divided, isOdd) {
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

// held returns the registers of a thread on a side.
func (b *Buffer) held(side Side) int64 {
	n := int64(1)
	for _, k := range b.Blocks {
		if !k.IsCopy() {
			n *= k.held(side)
		}
	}
	return n
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
			return side == Before && k.To == nil && slices.ContainsFunc(k.From, func(g Digit) bool { return g.Value(lane) != 0 })
		}
		if !slices.ContainsFunc(b.Blocks, isCopy) {
			lanes = append(lanes, lane)
		}
	}
	return lanes
}

// addresses returns the bytes that lanes access first, where registers have some numbers in the divided blocks and add at to addresses.
func (b *Buffer) addresses(t Traffic, v sideView, lanes, numbers []int64, at int64) (addresses []int64) {
	for _, lane := range lanes {
		address := at
		for _, g := range v.terms {
			if g.Unit < t.Subgroup {
				address = b.combine(address, g.Value(lane)*g.stride)
			}
		}
		for i, d := range v.divided {
			number := numbers[i]
			for _, g := range d.Threads {
				number += g.Value(lane) * g.Offset
			}
			address += d.Address(number)
		}
		addresses = append(addresses, address*t.Element)
	}
	return addresses
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

// divisionCost is the number of operations by which a thread divides a number by a constant, and multiplies the parts.
const divisionCost = 4

// countTurns counts the constants with which a thread combines its part of addresses by exclusive or, and the operations that divide
// numbers.
func (b *Buffer) countTurns(width int64, side Side) (n int64) {
	v := b.view(side)
	turned := b.TurnedBits(side)
	constants := map[int64]bool{0: true}
	for _, g := range v.terms {
		if stride := g.stride & turned; g.Unit == 0 && g.stride >= width && stride != 0 {
			for c := range maps.Clone(constants) {
				constants[c^stride] = true
			}
		}
	}
	return int64(len(constants)) - 1 + b.divisionTurns(side)
}

// divisionTurns counts the operations that divide numbers.
func (b *Buffer) divisionTurns(side Side) (n int64) {
	for i, k := range b.Blocks {
		if _, ok := b.termsOf(i, side); !ok {
			n += k.held(side) * int64(len(b.Parts[i])-1) * divisionCost
		}
	}
	return n
}

// FirstWrite lists how the banks serve the first write of a subgroup.
func (b *Buffer) FirstWrite(t Traffic) []Service { return b.serve(t, b.Write.Width, Before) }

// FirstRead lists how the banks serve the first read of a subgroup.
func (b *Buffer) FirstRead(t Traffic) []Service { return b.serve(t, b.Read.Width, After) }

func (b *Buffer) serve(t Traffic, width int64, side Side) (list []Service) {
	v := b.view(side)
	lanes := b.activeLanes(t, side)
	return t.Banks.Serve(lanes, b.addresses(t, v, lanes, v.registerNumbers()[0], 0), width*t.Element)
}

// Access moves neighbouring cells of a buffer from or to registers of a thread.
type Access struct {
	At        int64   // added to, or combined by exclusive or with, the part of the address that depends on the thread
	Numbers   []int64 // added to the number of the thread in each of the divided blocks
	Registers []int64 // numbers of the registers, in the order of the cells
}

// Writes lists the accesses by which a thread writes the buffer.
func (b *Buffer) Writes() []Access { return b.accesses(b.Write.Width, Before) }

// Reads lists the accesses by which a thread reads the buffer.
func (b *Buffer) Reads() []Access { return b.accesses(b.Read.Width, After) }

func (b *Buffer) accesses(width int64, side Side) []Access {
	list := []Access{{Registers: []int64{0}}}
	cells := []int64{0} // registers of the cells of an access, relative to the first
	v := b.view(side)
	for i, d := range v.divided {
		more := []Access{}
		for _, a := range list {
			a.Numbers = append(slices.Clone(a.Numbers), 0)
			more = append(more, a)
		}
		for _, g := range d.registers {
			for _, a := range slices.Clone(more) {
				for x := int64(1); x < g.Size; x++ {
					numbers := slices.Clone(a.Numbers)
					numbers[i] += x * g.Offset
					more = append(more, Access{Numbers: numbers, Registers: []int64{a.Registers[0] + x*g.Unit}})
				}
			}
		}
		list = more
	}
	slices.SortStableFunc(v.terms, func(x, y term) int { return cmp.Compare(x.stride, y.stride) })
	for _, g := range v.terms {
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
					more = append(more, Access{At: b.combine(a.At, x*g.stride), Numbers: a.Numbers, Registers: []int64{a.Registers[0] + x*g.Offset}})
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
