package distribute

import (
	"cmp"
	"fmt"
	"slices"

	"optc/dialect/arith"
	"optc/dialect/gpu"
	"optc/dialect/vector"
	"optc/ir"
	"optc/layout"
)

// laneExchange is a change of layout in which elements move between the lanes of a subgroup only.
//
// Some digits of elements are registers before and after, some are lanes before and after. A
// digit that becomes a lane and a digit that becomes a register change their roles in pairs. In
// round j, a lane reads the register for which the pairs of both differ by j: so each lane sends
// one register per round, and receives one, and as many rounds as registers are enough.
//
//	4 lanes, 4 registers: lane t has row t and gets column t
//	round j:  lane t gets row t^j from lane t^j, which sends its register t = (t^j)^j
type laneExchange struct {
	groups []exchangeGroup // registers that take part in the same rounds
	// toLane and toRegister are the digits that change their roles; the unit of the lane's bit in the new
	// layout and in the old.
	toLane, toRegister []roleChange
	lane               []threadTerm // the lane from which an element comes in round 0, without toRegister
	stays              bool         // in round 0, every lane reads its own register
	shuffles, selects  int          // operations of a thread
}

// roleChange is a bit that moves between lanes and registers: Unit in the thread id, and Offset
// in the registers of a thread.
type roleChange struct {
	unit   int
	offset int64
}

// exchangeGroup are the first registers of a group, before and after.
type exchangeGroup struct{ from, to int64 }

// lanesFor plans a change of layout by shuffles, or returns the reason why it goes through
// memory.
func (d *distributor) lanesFor(c *change) (x laneExchange, why string) {
	if _, isIndex := c.elem.(*ir.IndexType); !isIndex && !d.chip.Exchanges(c.elem) {
		return x, "lanes cannot exchange elements of type " + c.elem.String()
	}
	if threads := d.workgroupThreads(); len(d.workgroup) > 0 && threads%c.copies.Span != 0 {
		return x, fmt.Sprintf("the layout repeats every %d threads, which do not divide the workgroup of %d", c.copies.Span, threads)
	}
	lanes := d.chip.Lanes(d.subgroup)
	if lanes&(lanes-1) != 0 {
		return x, "the number of lanes is no power of two"
	}
	x.groups = []exchangeGroup{{}}
	for _, s := range c.steps {
		if why := x.addStep(s, lanes); why != "" {
			return x, why
		}
	}
	x.pair()
	x.stays = x.readsOwnLane(lanes)
	rounds := 1 << max(len(x.toLane), len(x.toRegister))
	for j := range rounds {
		if !x.stays || x.flipped(j) != 0 {
			x.shuffles += len(x.groups)
		}
	}
	x.selects = len(x.groups) * x.selectsOfGroup()
	return x, ""
}

// selectsOfGroup returns the number of selects that order the values of a group before they are
// sent and after they are received.
func (x *laneExchange) selectsOfGroup() (n int) {
	sent, got := 1<<len(x.toLane), 1<<len(x.toRegister)
	n = sent * min(len(x.toLane), len(x.toRegister))
	for i := range x.toLane {
		n += min(max(sent, got), got<<i)
	}
	return n
}

// addStep adds a digit to the plan.
func (x *laneExchange) addStep(s layout.Step, subgroup int64) (why string) {
	from, to := int64(s.From.Unit), int64(s.To.Unit)
	inside := from > 0 && from < subgroup
	switch {
	case inside && (s.Size != 2 || from*s.Size > subgroup):
		return "lanes are divided in numbers that are no powers of two"
	case s.From == layout.Place{}:
		// A copy in the new layout comes from the same lane.
	case s.To == layout.Place{}:
		if inside {
			x.lane = append(x.lane, threadTerm{from, s.Size, from})
		}
	case from >= subgroup:
		if to != from {
			return "elements change their subgroup"
		}
	case from > 0 && to > 0:
		x.lane = append(x.lane, threadTerm{to, s.Size, from})
	case from > 0:
		x.toRegister = append(x.toRegister, roleChange{s.From.Unit, s.To.Offset})
	case to > 0:
		if s.Size != 2 {
			return "lanes are divided in numbers that are no powers of two"
		}
		x.toLane = append(x.toLane, roleChange{s.To.Unit, s.From.Offset})
	default:
		var groups []exchangeGroup
		for v := range s.Size {
			for _, g := range x.groups {
				groups = append(groups, exchangeGroup{g.from + v*s.From.Offset, g.to + v*s.To.Offset})
			}
		}
		x.groups = groups
	}
	return ""
}

// pair orders the digits that change their roles so that equal bits of the lane come together.
func (x *laneExchange) pair() {
	byUnit := func(a, b roleChange) int { return cmp.Compare(a.unit, b.unit) }
	slices.SortFunc(x.toLane, byUnit)
	slices.SortFunc(x.toRegister, byUnit)
	shared := 0
	for i := range x.toLane {
		k := slices.IndexFunc(x.toRegister, func(r roleChange) bool { return r.unit == x.toLane[i].unit })
		if k >= shared {
			x.toLane[shared], x.toLane[i] = x.toLane[i], x.toLane[shared]
			x.toRegister[shared], x.toRegister[k] = x.toRegister[k], x.toRegister[shared]
			shared++
		}
	}
}

// terms returns the lane from which an element comes in round 0.
func (x *laneExchange) terms() []threadTerm {
	terms := slices.Clone(x.lane)
	for i, r := range x.toRegister {
		if i < len(x.toLane) {
			terms = append(terms, threadTerm{int64(x.toLane[i].unit), 2, int64(r.unit)})
		}
	}
	return terms
}

// readsOwnLane reports whether every bit of the lane from which an element comes in round 0 is the same bit of
// the lane that reads it.
func (x *laneExchange) readsOwnLane(subgroup int64) bool {
	bits := int64(0)
	for _, t := range x.terms() {
		if t.unit != t.weight {
			return false
		}
		bits |= t.unit
	}
	return bits == subgroup-1
}

// flipped returns the bits of the lane in which round j differs from round 0.
func (x *laneExchange) flipped(j int) (mask int64) {
	for i, r := range x.toRegister {
		mask |= int64(j>>i&1) * int64(r.unit)
	}
	return mask
}

// cost returns the cost of an exchange; see phaseCost.
func (x *laneExchange) cost(subgroup int64, elem ir.Type) int64 {
	words := max(int64(ir.ElementBytes(elem))/4, 1)
	return (int64(x.shuffles)*phaseCost + int64(x.selects)*arithmeticCost) * max(subgroup/32, 1) * words
}

// exchangeInLanes changes a layout by shuffles.
//
//	%y = iree_vector_ext.to_layout %x to layout(#b)     // #a: thread 8 of 2 elements, #b: batch 2, thread 8
//	→ %p = arith.select %odd, %x1, %x0                  // what the lane sends in round 0, and in round 1
//	  %q = arith.select %odd, %x0, %x1
//	  %r, %_ = gpu.shuffle idx %p, %lane, 64
//	  %s, %_ = gpu.shuffle idx %q, %other, 64           // %other = %lane xor 4
//	  %y0 = arith.select %upper, %s, %r
//	  %y1 = arith.select %upper, %r, %s
func (d *distributor) exchangeInLanes(part *ir.Value, c *change, x laneExchange) *ir.Value {
	held, _ := ir.NumElements(c.from.DistributedShape())
	flat := d.shapeCast(part, []int64{held})
	shape := c.to.DistributedShape()
	after, _ := ir.NumElements(shape)
	elements := make([]*ir.Value, after)
	rounds := 1 << max(len(x.toLane), len(x.toRegister))
	lanes := make([]*ir.Value, rounds) // from which each round reads; nil: the own lane
	if !x.stays || x.shuffles > 0 {
		first := arith.NewIndexCast(d.rw, d.rw.Context().I32(), d.threadSum(x.terms(), false)).Out()
		for j := range lanes {
			switch mask := x.flipped(j); {
			case mask != 0:
				lanes[j] = arith.NewXOrI(d.rw, first, d.constant(d.rw.Context().Int(d.rw.Context().I32(), mask))).Result()
			case !x.stays:
				lanes[j] = first
			}
		}
	}
	sends, receives := d.bits(x.toRegister), d.bits(x.toLane)
	for _, g := range x.groups {
		values := make([]*ir.Value, rounds)
		for k := range values {
			from := g.from
			for i, r := range x.toLane {
				from += int64(k>>i&1) * r.offset
			}
			values[k] = vector.NewExtract(d.rw, flat, from).Result()
		}
		d.exchangePlaces(values, sends)
		for j, lane := range lanes {
			if lane != nil {
				values[j] = d.shuffleAmong(d.chip.Lanes(d.subgroup), gpu.ShuffleIdx, values[j], lane)
			}
		}
		d.exchangePlaces(values, receives)
		for k := range 1 << len(x.toRegister) {
			to := g.to
			for i, r := range x.toRegister {
				to += int64(k>>i&1) * r.offset
			}
			elements[to] = values[k]
		}
	}
	return d.vectorOf(elements, shape)
}

// bits returns the conditions under which the thread id has the bits of digits.
func (d *distributor) bits(digits []roleChange) []*ir.Value {
	out := make([]*ir.Value, len(digits))
	for i, r := range digits {
		bit := d.threadSum([]threadTerm{{int64(r.unit), 2, 1}}, false)
		out[i] = arith.NewCmpI(d.rw, arith.NE, bit, d.index(0)).Result()
	}
	return out
}

// exchangePlaces moves value k to place k^n, where bit i of n is set if condition i holds.
func (d *distributor) exchangePlaces(values []*ir.Value, conditions []*ir.Value) {
	for i, cond := range conditions {
		old := slices.Clone(values)
		for k := range values {
			if other := old[k^1<<i]; other != old[k] {
				values[k] = arith.NewSelect(d.rw, cond, other, old[k]).Result()
			}
		}
	}
}

// shuffle exchanges a value among all lanes of a subgroup.
func (d *distributor) shuffle(mode gpu.ShuffleMode, v, offset *ir.Value) *ir.Value {
	return d.shuffleAmong(d.subgroup, mode, v, offset)
}

// shuffleAmong exchanges a value among lanes; indices go as 64-bit integers.
func (d *distributor) shuffleAmong(lanes int64, mode gpu.ShuffleMode, v, offset *ir.Value) *ir.Value {
	c := d.rw.Context()
	width := d.constant(c.Int(c.I32(), lanes))
	t := v.Type()
	if _, isIndex := t.(*ir.IndexType); !isIndex {
		return gpu.NewShuffle(d.rw, mode, v, offset, width).ShuffleResult()
	}
	bits := d.indexCast(v, c.Integer(64))
	return d.indexCast(gpu.NewShuffle(d.rw, mode, bits, offset, width).ShuffleResult(), t)
}
