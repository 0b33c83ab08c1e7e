package layout

import "slices"

// pairing finds partners digit by digit.
type pairing struct {
	out  []Partner
	from []laneDigit // digits of the source that have no partner yet
}

// pairedPartners returns partners in which a digit that becomes a lane is paired with a digit of the same size that
// becomes a register, or else with copies of the layout before. A digit that becomes a lane and has no partner takes a round for
// each of its values, of which a lane keeps one. A digit that becomes a register and has no partner is the number of the round, or the reader's
// own digit plus the number of the round.
func (c *laneChange) pairedPartners(own bool) []Partner {
	p := pairing{from: slices.Clone(c.from)}
	p.from = slices.DeleteFunc(p.from, func(g laneDigit) bool {
		if g.other > 0 {
			p.out = append(p.out, Partner{Size: g.size, Reader: g.other, Source: g.unit, Turns: []int64{0}, Sent: []int64{0}, Got: []int64{0}})
		}
		return g.other > 0
	})
	to := slices.DeleteFunc(slices.Clone(c.to), func(g laneDigit) bool { return g.register == 0 })
	sortByUnit(to)
	for _, copies := range []bool{false, true} {
		for _, sameUnit := range []bool{true, false} {
			to = slices.DeleteFunc(to, func(g laneDigit) bool { return p.pair(g, copies, sameUnit) })
		}
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

// upTo returns the numbers below n.
func upTo(n int64) []int64 {
	out := make([]int64, n)
	for i := range out {
		out[i] = int64(i)
	}
	return out
}
