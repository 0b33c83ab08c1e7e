package layout

import (
	"maps"
	"slices"

	"optc/diag"
)

// Exchange counts the cells that a change of layout moves, by the units between which they move.
type Exchange struct {
	From, To Axes  // of the places before and after the change
	Same     int64 // cells of elements that keep their place
	Within   int64 // cells that move to other places of their unit
	Between  int64 // cells that units receive from other units

	Received, Sent []int64 // cells of each unit from other units, and to them; a cell for several units is sent once
	Accesses       []int64 // of each unit, for the cells that move to other places of it

	pairs map[[2]int]int64
}

// maxWalked bounds the elements whose moves are counted one after the other.
const maxWalked = 1 << 24

// CountExchange counts the moves of [Plan] without listing them. A unit accesses neighbouring cells together, at most as many
// as wide. Where the digits of both maps have a common refinement, time is proportional to the number of pairs of units between which
// cells move, and otherwise to the number of runs. Errors: see Plan; too-large for more than 2^24 elements in maps whose digits have
// no common refinement.
func CountExchange(src, dst *Map, wide int64) (*Exchange, error) {
	if err := comparable(src, dst); err != nil {
		return nil, err
	}
	if x := newExchange(src, dst); x.countDigits(src, dst, wide) {
		return x, nil
	}
	if src.count > maxWalked && (src.table == nil || dst.table == nil) {
		return nil, diag.Errorf("too-large", "expected at most %d elements where the digits of the layouts have no common refinement, but got %d", maxWalked, src.count)
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
	x := newExchange(src, dst)
	var last, sent Move // the last move, and the last one to another unit
	add := func(v Move) {
		x.pairs[[2]int{v.Src.Unit, v.Dst.Unit}] += v.Len
		switch {
		case v.Src == v.Dst:
			x.Same += v.Len
		case v.Src.Unit == v.Dst.Unit:
			x.Within += v.Len
			x.Accesses[v.Src.Unit] += (v.Len + wide - 1) / wide
		default:
			x.Between += v.Len
			x.Received[v.Dst.Unit] += v.Len
			if sent.Len == 0 || v.Src != sent.Src {
				x.Sent[v.Src.Unit] += v.Len
			}
			sent = v
		}
	}
	err := eachMove(src, dst, func(v Move) {
		switch {
		case last.Len == 0:
			last = v
		case last.continuedBy(v):
			last.Len += v.Len
		default:
			add(last)
			last = v
		}
	})
	if last.Len > 0 {
		add(last)
	}
	return x, err
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
