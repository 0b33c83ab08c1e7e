package layout

import (
	"cmp"
	"maps"
	"slices"

	"optc/layout/axes"
)

// Exchange counts the cells that a change of layout moves, by the units between which they move.
type Exchange struct {
	From, To axes.Pair // axes of the places before and after the change
	Same     int64     // cells of elements that keep their place
	Within   int64     // cells that move to other places of their unit
	Between  int64     // cells that units receive from other units

	Received, Sent []int64 // cells of each unit from other units, and to them; a cell for several units is sent once
	Accesses       []int64 // accesses of each unit for the cells that move to other places in it

	pairs map[[2]int]int64
}

// CountExchange counts the moves of [Plan] without listing them. A unit accesses neighbouring cells together, at most as many as
// wide. If the digits of both maps have a common refinement, time is proportional to the number of pairs of units between which cells
// move, and otherwise to the number of runs. Errors: see Plan; undecided for more than 2^24 runs of maps whose digits have no common
// refinement. Tables may have more.
func CountExchange(src, dst *Map, wide int64) (*Exchange, error) {
	if err := comparable(src, dst); err != nil {
		return nil, err
	}
	if x := newExchange(src, dst); x.countDigits(src, dst, wide) {
		return x, nil
	}
	return countRuns(src, dst, wide)
}

func newExchange(src, dst *Map) *Exchange {
	return &Exchange{
		From: src.axes, To: dst.axes,
		Received: make([]int64, dst.units), Sent: make([]int64, src.units), Accesses: make([]int64, src.units),
		pairs: map[[2]int]int64{},
	}
}

// countRuns is CountExchange run by run.
func countRuns(src, dst *Map, wide int64) (*Exchange, error) {
	c := runCount{Exchange: newExchange(src, dst), wide: wide, steps: walkBudget(src, dst), alone: src.isInjective()}
	located := src.isLocated() || dst.isLocated()
	err := eachMove(src, dst, func(v Move) bool {
		cost := int64(1)
		if located {
			cost = v.Len / dst.width
		}
		if !c.steps.spend(cost) {
			return false
		}
		switch {
		case c.last.Len == 0:
			c.last = v
		case c.last.continuedBy(v):
			c.last.Len += v.Len
		default:
			c.add(c.last)
			c.last = v
		}
		return true
	})
	if c.steps.left < 0 {
		return nil, notDecided("how many cells move", "Use layouts whose digits divide each other.")
	}
	if c.last.Len > 0 {
		c.add(c.last)
	}
	for _, r := range joined(c.sent) {
		c.Sent[r.unit] += r.end - r.begin
	}
	return c.Exchange, err
}

// runCount is an exchange that is counted run by run.
type runCount struct {
	*Exchange
	wide  int64
	steps *budget
	last  Move        // the last move, which following moves may continue
	alone bool        // no elements of the source share cells
	to    Move        // the last move to another unit
	sent  []unitCells // cells that are sent, if elements share them

	joinedAt int // ranges of sent after they were joined
}

// unitCells are the cells [begin, end) of a unit.
type unitCells struct {
	unit       int
	begin, end int64
}

func (c *runCount) add(v Move) {
	c.pairs[[2]int{v.Src.Unit, v.Dst.Unit}] += v.Len
	switch {
	case v.Src == v.Dst:
		c.Same += v.Len
	case v.Src.Unit == v.Dst.Unit:
		c.Within += v.Len
		c.Accesses[v.Src.Unit] += (v.Len + c.wide - 1) / c.wide
	default:
		c.Between += v.Len
		c.Received[v.Dst.Unit] += v.Len
		switch {
		case !c.alone:
			if c.sent = append(c.sent, unitCells{v.Src.Unit, v.Src.Offset, v.Src.Offset + v.Len}); len(c.sent) >= 2*c.joinedAt && len(c.sent) > maxHeld {
				c.sent = joined(c.sent)
				c.joinedAt = len(c.sent)
			}
		case c.to.Len == 0 || v.Src != c.to.Src:
			c.Sent[v.Src.Unit] += v.Len
		}
		c.to = v
	}
}

// joined returns the same cells as ranges that do not overlap.
func joined(list []unitCells) []unitCells {
	slices.SortFunc(list, func(a, b unitCells) int {
		return cmp.Or(cmp.Compare(a.unit, b.unit), cmp.Compare(a.begin, b.begin))
	})
	out := list[:0]
	for _, r := range list {
		if n := len(out) - 1; n >= 0 && out[n].unit == r.unit && out[n].end >= r.begin {
			out[n].end = max(out[n].end, r.end)
			continue
		}
		out = append(out, r)
	}
	return out
}

// Cells returns the number of cells that one unit gives to another, or keeps.
func (x *Exchange) Cells(from, to int) int64 { return x.pairs[[2]int{from, to}] }

// Units lists the units that have elements before the change, and those that have elements after it, in ascending order.
func (x *Exchange) Units() (from, to []int) {
	givers, takers := map[int]bool{}, map[int]bool{}
	for pair := range x.pairs {
		givers[pair[0]], takers[pair[1]] = true, true
	}
	return slices.Sorted(maps.Keys(givers)), slices.Sorted(maps.Keys(takers))
}

// Busiest returns the unit that receives or sends the most cells, and their number.
func (x *Exchange) Busiest() (unit int, cells int64) {
	for _, list := range [][]int64{x.Received, x.Sent} {
		for u, n := range list {
			if n > cells {
				unit, cells = u, n
			}
		}
	}
	return unit, cells
}
