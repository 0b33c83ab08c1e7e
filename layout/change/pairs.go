package change

import "slices"

// pairing finds partners digit by digit.
type pairing struct {
	out  []Partner
	from []laneDigit // digits of the source that have no partner yet
}

// pairedPartners returns partners in which a digit that becomes a lane is paired with a digit of the same size that becomes a
// register, or else with copies of the layout before. A digit that becomes a lane and has no partner takes a round for each of its
// values; a lane keeps the value of one of them. A digit that becomes a register and has no partner is the number of the round, or
// the reader's own digit plus the number of the round.
func (c *laneChange) pairedPartners(own bool) []Partner {
	p := pairing{from: slices.Clone(c.from)}
	p.from = slices.DeleteFunc(p.from, func(g laneDigit) bool {
		if g.other > 0 {
			p.out = append(p.out, Partner{Size: g.size, Reader: g.other, Source: g.unit, Turns: []int64{0}, Sent: []int64{0}, Got: []int64{0}})
		}
		return g.other > 0
	})
	to := c.to
	if c.apart && c.lanes%c.block == 0 {
		to = p.pairRest(to, c.block)
	}
	to = slices.DeleteFunc(slices.Clone(to), func(g laneDigit) bool { return g.register == 0 })
	sortByUnit(to)
	for _, copies := range []bool{false, true} {
		for _, sameUnit := range []bool{true, false} {
			to = slices.DeleteFunc(to, func(g laneDigit) bool { return p.pair(g, copies, sameUnit) })
		}
	}
	if c.apart && c.lanes%c.block != 0 {
		to = p.pairUnequal(to, c.block, c.lanes)
	}
	for _, g := range to {
		p.out = append(p.out, Partner{Size: g.size, Reader: g.unit, Turns: upTo(g.size), Sent: registersOf(g), Got: []int64{0}, GotUnit: g.unit})
	}
	for _, g := range p.from {
		reader := g.unit
		if g.register > 0 && !own {
			reader = 0
		}
		p.out = append(p.out, readsFrom(g, reader))
	}
	return p.out
}

// pairRest pairs the digits of the reader that do not divide a block of the source with digits of the source that fill as many lanes, and
// returns the other digits of the reader. Blocks begin with different parts.
//
//	blocks of 32 lanes, 24 lanes after, in parts of 8:   parts 0 1 2 0, then 1 2 0 1, …
func (p *pairing) pairRest(to []laneDigit, block int64) []laneDigit {
	rest := fillDigits(slices.Clone(to), spanOf(to))
	unit := int64(1)
	for len(rest) > 0 && block%rest[0].end() == 0 {
		unit, rest = rest[0].end(), rest[1:]
	}
	if slices.ContainsFunc(rest, func(g laneDigit) bool { return g.other > 0 }) {
		return to
	}
	others := slices.DeleteFunc(slices.Clone(to), func(g laneDigit) bool { return g.unit >= unit })
	if unit == block {
		p.out = append(p.out, Partner{
			Size: 1, Reader: unit, Source: unit, Turns: []int64{0}, Sent: registersIn(rest, unit, repeatOf(rest, unit)), Got: []int64{0}, Apart: true,
		})
		return others
	}
	for i := range p.from {
		n := runOf(p.from[i:], block/unit)
		if n == 0 {
			continue
		}
		if x, ok := turnTogether(p.from[i:i+n], rest, p.from[i].unit, unit); ok {
			p.out = append(p.out, x)
			p.from = slices.Delete(p.from, i, i+n)
			return others
		}
	}
	return to
}

// runOf returns how many of the first digits continue each other and together have the given number of values; 0 if there is no
// such run.
func runOf(digits []laneDigit, values int64) int {
	for k, g := range digits {
		if k > 0 && g.unit != digits[k-1].end() || g.end() > digits[0].unit*values {
			break
		}
		if g.end() == digits[0].unit*values {
			return k + 1
		}
	}
	return 0
}

// pairUnequal pairs the digits that become lanes with digits that become registers and have fewer or more values: a round that has no
// part for a reader, or no reader for a part, is idle.
//
//	3 parts, 4 readers:   in round j, reader y gets part y+j (mod 4), and nothing if this is 3
func (p *pairing) pairUnequal(to []laneDigit, block, lanes int64) []laneDigit {
	from := longestRun(slices.DeleteFunc(slices.Clone(p.from), laneDigit.isCopy))
	run := longestRun(to)
	if len(from) == 0 || len(run) == 0 {
		return to
	}
	source, reader := from[0].unit, run[0].unit
	sources, readers := from[len(from)-1].end()/source, run[len(run)-1].end()/reader
	n := max(sources, readers)
	if block+(n-sources)*source > lanes {
		return to // a source would be beyond the subgroup
	}
	p.out = append(p.out, Partner{
		Size: n, Reader: reader, Source: source, Turns: upTo(n), GotUnit: reader, Readers: readers, Sources: sources,
		Sent: append(registersIn(run, reader, readers), make([]int64, n-readers)...), Got: registersIn(from, source, sources),
	})
	p.from = slices.DeleteFunc(p.from, func(g laneDigit) bool { return slices.Contains(from, g) })
	return slices.DeleteFunc(to, func(g laneDigit) bool { return slices.Contains(run, g) })
}

// longestRun returns the digits that continue each other and together have the most values.
func longestRun(digits []laneDigit) (longest []laneDigit) {
	values := func(run []laneDigit) int64 {
		if len(run) == 0 {
			return 0
		}
		return run[len(run)-1].end() / run[0].unit
	}
	first := 0
	for i, g := range digits {
		if i > 0 && g.unit != digits[i-1].end() {
			first = i
		}
		if run := digits[first : i+1]; values(run) > values(longest) {
			longest = run
		}
	}
	return slices.Clone(longest)
}

// pair pairs a digit that becomes a lane with a digit that becomes a register, or with copies.
func (p *pairing) pair(to laneDigit, copies, sameUnit bool) bool {
	k := slices.IndexFunc(p.from, func(g laneDigit) bool {
		return g.size == to.size && g.isCopy() == copies && (g.unit == to.unit || !sameUnit)
	})
	if k < 0 {
		return false
	}
	x := readsFrom(p.from[k], to.unit)
	x.Sent = registersOf(to)
	p.out = append(p.out, x)
	p.from = slices.Delete(p.from, k, k+1)
	return true
}

// readsFrom returns the partner for a digit of the source that is a digit of the reader, plus the number of the round if the digit
// becomes a register.
func readsFrom(g laneDigit, reader int64) Partner {
	x := Partner{Size: g.size, Reader: reader, Source: g.unit, Turns: []int64{0}, Sent: []int64{0}, Got: []int64{0}, GotUnit: reader}
	if g.register > 0 {
		x.Turns, x.Got = upTo(g.size), registersOf(g)
	}
	return x
}

// upTo returns the numbers from 0 to n-1.
func upTo(n int64) []int64 {
	out := make([]int64, n)
	for i := range out {
		out[i] = int64(i)
	}
	return out
}
