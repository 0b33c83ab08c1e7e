package place

import (
	"cmp"
	"math"
	"slices"
)

// Life is the half-open range of times [From, To) during which an allocation is alive. A time is a
// compute set or a step of the program, counted from 1. The zero value is the life of an allocation that lives
// as long as the program.
type Life struct{ From, To int }

// Always reports whether an allocation lives as long as the program.
func (l Life) Always() bool { return l == Life{} }

// Meets reports whether two allocations are alive at the same time, so that they must not
// share memory.
func (l Life) Meets(other Life) bool {
	return l.Always() || other.Always() || l.From < other.To && other.From < l.To
}

// length is the number of times during which an allocation is alive.
func (l Life) length() int {
	if l.Always() {
		return math.MaxInt
	}
	return l.To - l.From
}

// alive returns the most bytes that are alive at the same time, which placing needs at least.
func (t *Tile) alive() (most uint64) {
	type event struct {
		time  int
		bytes int64
	}
	var always uint64
	var events []event
	for i := range t.Demands {
		d := &t.Demands[i]
		if d.Life.Always() {
			always += d.Size
			continue
		}
		events = append(events, event{d.Life.From, int64(d.Size)}, event{d.Life.To, -int64(d.Size)})
	}
	// A life ends before another begins at the same time.
	slices.SortFunc(events, func(a, b event) int { return cmp.Or(cmp.Compare(a.time, b.time), cmp.Compare(a.bytes, b.bytes)) })
	now, peak := int64(0), int64(0)
	for _, e := range events {
		now += e.bytes
		peak = max(peak, now)
	}
	return always + uint64(peak)
}
