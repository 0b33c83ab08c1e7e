package change

import (
	"cmp"
	"math/bits"
	"slices"

	"optc/layout"
)

// Selection describes how a lane selects, among the elements of a group, the value that it sends in each round, and the values that
// it keeps. Its values are numbered: the registers come first, then the values that the lane receives in each round, then the
// results of selects.
type Selection struct {
	Registers []int64 // counted from the first register of the group before the change
	Selects   []Select
	Sent      []int // values sent, by round; -1 if lanes keep their value
	Kept      []KeptValue
}

// Select is a value: Set for lanes in which a bit is set, and Clear for the others.
type Select struct {
	Bit        ThreadBit
	Set, Clear int
}

// ThreadBit is a bit of a digit of the thread id, (id div Unit) mod Size. If Lanes is not 0, the digit is a digit of the lane, id mod Lanes.
type ThreadBit struct {
	Unit, Size int64
	Bit        int
	Lanes      int64
}

// of reports whether the bit is set for a thread.
func (b ThreadBit) of(thread int64) bool {
	if b.Lanes > 0 {
		thread %= b.Lanes
	}
	return thread/b.Unit%b.Size>>b.Bit&1 != 0
}

// KeptValue is a value that becomes a register, counted from the first register of the group after the change.
type KeptValue struct {
	Value    int
	Register int64
}

// Received returns the number of the value that a lane receives in a round.
func (s *Selection) Received(round int) int { return len(s.Registers) + round }

// chooser builds a selection.
type chooser struct {
	Selection
	number map[Select]int
}

// choose returns how lanes select registers; in a round in which elements do not move, a lane keeps what it would send. The values
// form an array with an axis for each partner: on the side of the sender, an axis of registers becomes an axis of rounds, and on
// the side of the reader the rounds become registers.
func choose(partners []Partner, moves func(round int) bool) Selection {
	c := &chooser{number: map[Select]int{}}
	sent, rounds := sizesOf(partners, func(p Partner) int { return len(p.Sent) }), sizesOf(partners, func(p Partner) int { return len(p.Turns) })
	got := sizesOf(partners, func(p Partner) int { return len(p.Got) })
	values := make([]int, product(sent))
	for i, register := range sumsOf(partners, func(p Partner) []int64 { return p.Sent }) {
		k := slices.Index(c.Registers, register)
		if k < 0 {
			k = len(c.Registers)
			c.Registers = append(c.Registers, register)
		}
		values[i] = k
	}
	first := len(c.Registers) + product(rounds)
	a := valueArray{sizes: sent, values: values}
	for _, d := range fewerFirst(sent, rounds) {
		p := partners[d]
		a.replace(d, len(p.Turns), func(line []int) []int {
			if n := p.apart(len(line)); n > 0 {
				line = c.rotate(line, layout.Digit{Size: int64(len(line)), Unit: p.Reader * p.Size, Offset: n}, upTo(p.Size), first)
			}
			return c.rotate(line, layout.Digit{Size: cmp.Or(p.Sources, int64(len(line))), Unit: p.Source, Offset: 1}, negated(p.Turns), first)
		})
	}
	c.Sent = a.values
	a = valueArray{sizes: rounds, values: make([]int, product(rounds))}
	for j := range a.values {
		if a.values[j] = c.Received(j); !moves(j) {
			a.values[j] = c.Sent[j]
		}
	}
	for _, d := range fewerFirst(rounds, got) {
		p := partners[d]
		a.replace(d, len(p.Got), func(line []int) []int {
			parts := upTo(int64(len(p.Got)))
			line = c.rotate(line, layout.Digit{Size: cmp.Or(p.Readers, int64(len(line))), Unit: p.GotUnit, Offset: -1}, parts, first)
			if n := p.apart(len(line)); n > 0 {
				line = c.rotate(line, layout.Digit{Size: int64(len(line)), Unit: p.Reader * p.Size, Offset: -n}, parts, first)
			}
			return line
		})
	}
	kept := map[int64]bool{}
	for i, register := range sumsOf(partners, func(p Partner) []int64 { return p.Got }) {
		if !kept[register] {
			kept[register] = true
			c.Kept = append(c.Kept, KeptValue{a.values[i], register})
		}
	}
	for j := range c.Sent {
		if !moves(j) {
			c.Sent[j] = -1
		}
	}
	c.dropUnused(first)
	return c.Selection
}

// dropUnused removes the selects that neither a round nor a register needs.
func (c *chooser) dropUnused(first int) {
	used := make([]bool, len(c.Selects))
	use := func(value int) {
		if value >= first {
			used[value-first] = true
		}
	}
	for _, value := range c.Sent {
		use(value)
	}
	for _, k := range c.Kept {
		use(k.Value)
	}
	for i, s := range slices.Backward(c.Selects) { // operands come before their users
		if used[i] {
			use(s.Set)
			use(s.Clear)
		}
	}
	number := make([]int, len(c.Selects))
	kept := c.Selects[:0]
	renumber := func(value int) int {
		if value >= first {
			return number[value-first]
		}
		return value
	}
	for i, s := range c.Selects {
		if used[i] {
			number[i] = first + len(kept)
			kept = append(kept, Select{s.Bit, renumber(s.Set), renumber(s.Clear)})
		}
	}
	c.Selects = kept
	for i, value := range c.Sent {
		c.Sent[i] = renumber(value)
	}
	for i := range c.Kept {
		c.Kept[i].Value = renumber(c.Kept[i].Value)
	}
}

// apart returns the number of parts by which the registers of a block of lanes are shifted against the registers of the previous
// block, if registers repeat after a number of parts that does not divide the block; 0 if the number divides the block.
//
//	blocks of 4 lanes, 3 parts:   0 1 2 0 | 1 2 0 1 | 2 0 1 2 | …
func (p Partner) apart(parts int) int64 {
	if !p.Apart {
		return 0
	}
	return p.Size % int64(parts)
}

// rotate returns the values of a line at the given indices plus a digit of the thread id, modulo the length of the line. Each
// bit of the digit moves all values by its offset times a power of two:
//
//	digit of 3 values:  %0 = select bit 0, line[1], line[0]
//	                    %1 = select bit 1, line[2], %0        // line[digit]; there is no digit 3
func (c *chooser) rotate(line []int, digit layout.Digit, indices []int64, first int) []int {
	n := len(line)
	width := bits.Len(uint(digit.Size - 1))
	if digit.Unit == 0 {
		width = 0
	}
	type moved struct{ low, index, added int }
	known := map[moved]int{}
	// at returns the value at an index plus the digit's lowest bits. If only one value is needed, the
	// higher bits have added a number: no digit reaches the size.
	var at func(m moved) int
	at = func(m moved) int {
		m.index = (m.index%n + n) % n
		if m.low == 0 {
			return line[m.index]
		}
		v, ok := known[m]
		if ok {
			return v
		}
		bit := 1 << (m.low - 1)
		clear, set := moved{m.low - 1, m.index, m.added}, moved{m.low - 1, m.index + int(digit.Offset)*bit, m.added}
		if len(indices) == 1 {
			set.added += bit
		}
		if v = at(clear); set.added < int(digit.Size) {
			v = c.choose(ThreadBit{Unit: digit.Unit, Size: digit.Size, Bit: m.low - 1}, at(set), v, first)
		}
		known[m] = v
		return v
	}
	out := make([]int, len(indices))
	for i, index := range indices {
		out[i] = at(moved{low: width, index: int(index)})
	}
	return out
}

// choose returns the number of a select. A choice among values that the same bit chooses is a choice among their operands:
//
//	select b, (select b, x, y), z  =  select b, x, z
func (c *chooser) choose(bit ThreadBit, set, clear, first int) int {
	if set >= first && c.Selects[set-first].Bit == bit {
		set = c.Selects[set-first].Set
	}
	if clear >= first && c.Selects[clear-first].Bit == bit {
		clear = c.Selects[clear-first].Clear
	}
	if set == clear {
		return set
	}
	s := Select{bit, set, clear}
	k, ok := c.number[s]
	if !ok {
		k = first + len(c.Selects)
		c.number[s] = k
		c.Selects = append(c.Selects, s)
	}
	return k
}

// valueArray is an array of values, whose first axis is the innermost.
type valueArray struct {
	sizes  []int
	values []int
}

// replace replaces each line along an axis by a line of another size.
func (a *valueArray) replace(axis, size int, turn func(line []int) []int) {
	inner, old := product(a.sizes[:axis]), a.sizes[axis]
	values := make([]int, len(a.values)/old*size)
	line := make([]int, old)
	for i := range len(a.values) / old {
		low, high := i%inner, i/inner
		for k := range line {
			line[k] = a.values[low+inner*(k+old*high)]
		}
		for k, v := range turn(line) {
			values[low+inner*(k+size*high)] = v
		}
	}
	a.sizes = slices.Clone(a.sizes)
	a.sizes[axis], a.values = size, values
}

func sizesOf(partners []Partner, size func(Partner) int) []int {
	out := make([]int, len(partners))
	for i, p := range partners {
		out[i] = size(p)
	}
	return out
}

func product(sizes []int) int {
	n := 1
	for _, size := range sizes {
		n *= size
	}
	return n
}

// sumsOf returns the sums of a register for each partner, the first partner innermost.
func sumsOf(partners []Partner, registers func(Partner) []int64) []int64 {
	sums := []int64{0}
	for _, p := range partners {
		var next []int64
		for _, r := range registers(p) {
			for _, sum := range sums {
				next = append(next, sum+r)
			}
		}
		sums = next
	}
	return sums
}

// fewerFirst orders axes so that the axes that lose most values come first.
func fewerFirst(before, after []int) []int {
	order := make([]int, len(before))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(after[i]*before[j], after[j]*before[i]) })
	return order
}

// negated returns the numbers with opposite sign.
func negated(numbers []int64) []int64 {
	out := slices.Clone(numbers)
	for i := range out {
		out[i] = -out[i]
	}
	return out
}
