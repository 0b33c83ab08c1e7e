package change

import "slices"

// laneDigit is a digit of the thread id in a layout: in the other layout the digit is a register, a digit of
// the thread id, or nothing, for copies.
type laneDigit struct {
	size, unit int64
	register   int64 // offset in the registers of the other layout, or 0
	other      int64 // unit in the thread id of the other layout, or 0
}

// isCopy reports whether lanes that differ in the digit have the same elements.
func (g laneDigit) isCopy() bool { return g.register == 0 && g.other == 0 }

// isFixed reports whether the digit is the same digit of the thread id in both layouts.
func (g laneDigit) isFixed() bool { return g.other == g.unit }

// end returns the number of lanes after which the digit repeats.
func (g laneDigit) end() int64 { return g.unit * g.size }

// laneChange has the digits of the thread id in the layouts before and after a change.
type laneChange struct {
	lanes    int64
	from, to []laneDigit // without copies
	known    []laneDigit // digits of to that are the same in all lanes of a subgroup, and were registers
	block    int64       // lanes after which from repeats, and also to unless apart
	apart    bool        // no block of lanes has both layouts
	leaves   bool        // some elements change their subgroup
}

// isOuter reports whether a digit of the thread id is the same in all lanes of a subgroup.
func (c *laneChange) isOuter(unit int64) bool { return unit > 0 && unit%c.lanes == 0 }

// addStep adds a digit of the change that is a lane before or after.
func (c *laneChange) addStep(s Step) {
	from := laneDigit{size: s.Size, unit: int64(s.From.Unit), register: s.To.Offset, other: int64(s.To.Unit)}
	to := laneDigit{size: s.Size, unit: int64(s.To.Unit), register: s.From.Offset, other: int64(s.From.Unit)}
	if c.isOuter(from.unit) && !from.isCopy() {
		c.leaves = c.leaves || !from.isFixed()
		return
	}
	if from.unit > 0 && !from.isCopy() {
		c.from = append(c.from, from)
	}
	switch {
	case to.unit == 0 || to.isCopy():
	case !c.isOuter(to.unit):
		c.to = append(c.to, to)
	case to.register > 0:
		c.known = append(c.known, to)
	}
}

// spanOf returns a number of lanes after which all digits repeat.
func spanOf(digits []laneDigit) int64 {
	span := int64(1)
	for _, g := range digits {
		span = max(span, g.end())
	}
	return span
}

// findBlock finds the lanes among which elements move. Digits that do not move may be beyond the block
// if the blocks are aligned.
func (c *laneChange) findBlock() (why string) {
	if c.leaves {
		return "elements change their subgroup"
	}
	without := func(digits []laneDigit) []laneDigit {
		return slices.DeleteFunc(slices.Clone(digits), laneDigit.isFixed)
	}
	c.block = lcm(spanOf(without(c.from)), spanOf(without(c.to)))
	if c.lanes%c.block != 0 {
		own := spanOf(c.from)
		if own > c.lanes {
			return "elements change their subgroup"
		}
		if c.block = lcm(own, spanOf(c.to)); c.block > c.lanes {
			c.block, c.apart = own, true
		}
	}
	c.from = fillDigits(c.from, c.block)
	if !c.apart {
		c.to = fillDigits(c.to, c.block)
	}
	return ""
}

// fillDigits returns the digits of a block, with copies between the given ones.
func fillDigits(digits []laneDigit, block int64) (out []laneDigit) {
	sortByUnit(digits)
	at := int64(1)
	copies := func(end int64) {
		for _, p := range primes(end / at) {
			out = append(out, laneDigit{size: p, unit: at})
			at *= p
		}
	}
	for _, g := range digits {
		if g.unit < block {
			copies(g.unit)
			out = append(out, g)
			at = g.end()
		}
	}
	copies(block)
	return out
}

// staysInPlace reports whether no digit moves from one unit of the thread id to another.
func (c *laneChange) staysInPlace() bool {
	return !slices.ContainsFunc(c.from, func(g laneDigit) bool { return g.other > 0 && !g.isFixed() })
}

// received returns the registers of a group that some lane must get from other lanes.
func (c *laneChange) received() int64 {
	n := int64(1)
	for _, g := range c.from {
		if g.register > 0 {
			n *= g.size
		}
	}
	if c.staysInPlace() {
		n--
	}
	return n
}

// partnering is a way to compute the lanes that lanes read from.
type partnering struct {
	partners []Partner
	block    int64
}

// partnerings returns the ways to compute the lanes that lanes read from.
func (c *laneChange) partnerings() (ways []partnering) {
	add := func(partners []Partner, block int64) {
		for _, g := range c.known {
			partners = append(partners, Partner{Size: g.size, Reader: g.unit, Source: g.unit, Turns: []int64{0}, Sent: registersOf(g), Got: []int64{0}})
		}
		ways = append(ways, partnering{partners, block})
	}
	add(c.pairedPartners(false), c.block)
	if c.staysInPlace() {
		add(c.pairedPartners(true), c.block)
		if own := c.ownPartners(); own != nil {
			add(own, own[len(own)-1].end())
		}
	}
	return ways
}

// ownPartners returns partners where each lane reads its own registers in round 0; nil if digits that become registers are divided by
// copies. A block is cut at the lanes at which digits of both layouts end; between two such cuts, the lanes of a block turn as a
// whole.
//
//	before  | 2 |   3   | 2 | 2 |
//	after   | 2 | 2 | 2 |   3   |
//	turns   | 2 |      12       |
//
// Digits that end in no common place are turned with as many lanes as have all parts of the layout before.
func (c *laneChange) ownPartners() (out []Partner) {
	from, to := c.from, fillDigits(c.to, spanOf(c.to))
	for unit := int64(1); len(from)+len(to) > 0; {
		i, j := c.commonEnd(from, to)
		p, ok := Partner{}, true
		if i == 0 {
			p, ok = c.turnApart(unit, from, to)
			i, j = len(from), len(to)
		} else {
			p, ok = turnTogether(from[:i], to[:j], unit, unit)
		}
		if !ok {
			return nil
		}
		out, from, to, unit = append(out, p), from[i:], to[j:], p.end()
	}
	return out
}

// commonEnd returns the numbers of digits after which two layouts end at the same lane, which divides the subgroup if no block has
// both layouts; 0 if there is no such lane.
func (c *laneChange) commonEnd(from, to []laneDigit) (i, j int) {
	for i < len(from) && j < len(to) {
		switch a, b := from[i].end(), to[j].end(); {
		case a < b:
			i++
		case a > b:
			j++
		case !c.apart || c.lanes%a == 0:
			return i + 1, j + 1
		default:
			i, j = i+1, j+1
		}
	}
	return 0, 0
}

// turnApart returns the partner for digits of both layouts that fill no common block of lanes: the block is the smallest part of a
// subgroup that contains all parts of the layout before.
func (c *laneChange) turnApart(unit int64, from, to []laneDigit) (p Partner, ok bool) {
	if slices.ContainsFunc(from, laneDigit.isFixed) {
		return p, false
	}
	parts := spanOf(from) / unit
	if len(from) == 0 {
		parts = 1
	}
	size := parts
	for c.lanes/unit%size != 0 {
		size++
	}
	if size == parts {
		return turnTogether(append(slices.Clone(from), laneDigit{size: 1, unit: unit * parts}), to, unit, unit)
	}
	p = Partner{Size: size, Reader: unit, Source: unit, Turns: upTo(size), GotUnit: unit, Apart: true}
	p.Sent, p.Got = registersIn(to, unit, repeatOf(to, unit)), registersIn(from, unit, parts)
	return p, true
}

// turnTogether returns the partner for digits of both layouts that fill the same lanes, which begin at a unit of the source
// and at a unit of the reader.
//
// The digits that become registers together form a digit of n values of unit u. It takes each value once if the lanes turn
// by 0, w, 2w, …, (n-1)·w, provided that w is a multiple of u and w/u has no factor in common with n. The lanes send the
// same register in all rounds if w is a multiple of the number of lanes after which the digits that came from registers
// repeat.
func turnTogether(from, to []laneDigit, source, reader int64) (p Partner, ok bool) {
	p = Partner{Size: from[len(from)-1].end() / source, Reader: reader, Source: source}
	low, n := int64(0), int64(1) // for the digits that become registers
	for _, g := range from {
		switch {
		case g.register == 0:
		case low == 0:
			low, n = g.unit, g.size
		case g.unit != low*n:
			return p, false
		default:
			n *= g.size
		}
	}
	low = max(low, source)
	repeat, every := repeatOf(to, reader), low/source
	p.Sent, p.Got, p.GotUnit = registersIn(to, reader, repeat), registersIn(from, low, n), reader*every
	by := lcm(every, repeat) / every
	if p.Apart = p.Size%repeat != 0; p.Apart || lcm(by, n) != by*n {
		by = 1
	}
	p.Turns = make([]int64, n)
	for k := range n {
		p.Turns[k*by%n] = k * by * every % p.Size
	}
	return p, true
}

// repeatOf returns the number of lanes after which the digits that came from registers repeat.
func repeatOf(to []laneDigit, unit int64) int64 {
	repeat := int64(1)
	for _, g := range to {
		if g.register > 0 {
			repeat = g.end() / unit
		}
	}
	return repeat
}

// registersIn returns the registers of the numbers below n; the digits of the numbers begin at unit.
func registersIn(digits []laneDigit, unit, n int64) []int64 {
	out := make([]int64, n)
	for v := range out {
		for _, g := range digits {
			if g.register > 0 {
				out[v] += int64(v) / (g.unit / unit) % g.size * g.register
			}
		}
	}
	return out
}

// registersOf returns the registers of the values of a digit.
func registersOf(g laneDigit) []int64 { return registersIn([]laneDigit{g}, g.unit, g.size) }
