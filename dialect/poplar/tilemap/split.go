package tilemap

import (
	"cmp"
	"math"
	"slices"

	"optc/diag"
	"optc/dialect/poplar/target"
)

// SplitOptions bounds the parts that [SplitRegions] makes. All sizes are in
// elements.
type SplitOptions struct {
	Grain        int64 // elements that are never separated; at least 1
	MaxParts     int64 // largest number of parts
	MinElems     int64 // smallest part; 0: no minimum. It takes precedence over MaxElems
	MaxElems     int64 // largest part; 0: 2^32-1. It takes precedence over MaxParts
	MaxPerRegion int64 // largest piece of one region; 0: 2^32-1
}

// unlimitedElems is the default of both maxima (poplibs, poputil/Util.hpp).
const unlimitedElems = math.MaxUint32

// maxSplitParts bounds the length of the list of parts; only a small MaxElems can make it
// longer than a device has tiles.
const maxSplitParts = 1 << 26

// SplitRegions joins regions to a sequence of elements and divides it into at most
// MaxParts parts of nearly equal size: their sizes are multiples of the grain that differ
// by at most one grain, except that the last grain may be short. It covers splitRegions
// (poplibs, poputil/Util.hpp). Neighbouring regions are not merged. The error code is
// split-bad.
func SplitRegions(regions []Interval, o SplitOptions) ([][]Interval, error) {
	total, err := sumSizes(regions)
	if err != nil {
		return nil, err
	}
	p, err := NewPartition(total, o)
	if err != nil {
		return nil, err
	}
	parts := make([][]Interval, p.parts)
	pieces := make([]Interval, 0, len(regions)+int(p.parts)) // backs most parts
	first := 0
	last := int64(0)
	closePart := func() { parts[last] = pieces[first:len(pieces):len(pieces)]; first = len(pieces) }
	p.cut(len(regions), func(i int) []Interval { return regions[i : i+1] }, func(part int64, _ bool, iv Interval) {
		if part != last {
			closePart()
			last = part
		}
		pieces = append(pieces, iv)
	})
	if p.parts > 0 {
		closePart()
	}
	return parts, nil
}

// SplitRegionSequences is [SplitRegions] for regions that are themselves lists of
// intervals; a piece is a list of intervals, and MaxPerRegion limits the total size of a
// piece. It covers splitRegions on sequences (poplibs, poputil/Util.hpp). The error code
// is split-bad.
func SplitRegionSequences(regions [][]Interval, o SplitOptions) ([][][]Interval, error) {
	var total int64
	for _, r := range regions {
		n, err := sumSizes(r)
		if err != nil {
			return nil, err
		}
		if total > math.MaxInt64-n {
			return nil, splitOverflow()
		}
		total += n
	}
	p, err := NewPartition(total, o)
	if err != nil {
		return nil, err
	}
	parts := make([][][]Interval, p.parts)
	p.cut(len(regions), func(i int) []Interval { return regions[i] }, func(part int64, fresh bool, iv Interval) {
		if fresh {
			parts[part] = append(parts[part], nil)
		}
		piece := &parts[part][len(parts[part])-1]
		*piece = append(*piece, iv)
	})
	return parts, nil
}

// SplitRegionsBetweenWorkers splits regions between the workers of a tile; o's MaxParts
// is replaced by the number of workers. It covers splitRegionsBetweenWorkers (poplibs,
// poputil/Util.hpp). The error code is split-bad.
func SplitRegionsBetweenWorkers(t target.Target, regions []Interval, o SplitOptions) ([][]Interval, error) {
	o.MaxParts = int64(t.Workers)
	return SplitRegions(regions, o)
}

// SplitRegionSequencesBetweenWorkers is [SplitRegionsBetweenWorkers] for sequences. The
// error code is split-bad.
func SplitRegionSequencesBetweenWorkers(t target.Target, regions [][]Interval, o SplitOptions) ([][][]Interval, error) {
	o.MaxParts = int64(t.Workers)
	return SplitRegionSequences(regions, o)
}

// UnshufflingIntervals returns the intervals that undo a permutation, given as
// disjoint intervals in shuffled order. It covers calculateUnshufflingIntervals
// (poplibs, poputil/Util.hpp).
//
//	[3,5) [0,1) [1,3)  →  [2,3) [3,5) [0,2)
func UnshufflingIntervals(intervals []Interval) []Interval {
	type moved struct {
		from int64
		to   Interval
	}
	moves := make([]moved, len(intervals))
	var at int64
	for i, iv := range intervals {
		moves[i] = moved{iv.Begin, Interval{Begin: at, End: at + iv.Size()}}
		at += iv.Size()
	}
	slices.SortStableFunc(moves, func(a, b moved) int { return cmp.Compare(a.from, b.from) })
	out := make([]Interval, len(moves))
	for i, m := range moves {
		out[i] = m.to
	}
	return out
}

// partition holds the numbers of elements, grains and parts, before the parts are mapped
// back to intervals.
type partition struct {
	total, grain  int64
	grains, parts int64
	perPiece      int64 // c of step 7, a multiple of grain
}

func NewPartition(total int64, o SplitOptions) (partition, error) {
	maxElems, maxPerRegion := cmp.Or(o.MaxElems, unlimitedElems), cmp.Or(o.MaxPerRegion, unlimitedElems)
	switch {
	case o.Grain <= 0:
		return partition{}, SplitBad("expected a positive grain, but got %d", o.Grain)
	case o.MinElems < 0 || maxElems < 0:
		return partition{}, SplitBad("expected no negative limit, but got a minimum of %d and a maximum of %d", o.MinElems, maxElems)
	case total > 0 && o.MaxParts <= 0:
		return partition{}, SplitBad("expected at least one part for %d elements, but got %d", total, o.MaxParts)
	case maxElems < o.Grain && o.MinElems == 0:
		return partition{}, SplitBad("a grain of %d exceeds the maximum of %d elements", o.Grain, maxElems)
	case maxPerRegion < o.Grain:
		return partition{}, SplitBad("a grain of %d exceeds the maximum of %d elements per region", o.Grain, maxPerRegion)
	}
	p := partition{total: total, grain: o.Grain, perPiece: maxPerRegion / o.Grain * o.Grain}
	if total == 0 {
		return p, nil
	}
	p.grains = DivUp(total, p.grain)
	perPart := min(DivUp(p.grains, o.MaxParts), maxElems/p.grain)
	if o.MinElems > 0 {
		parts := max(1, p.grains/DivUp(o.MinElems, p.grain))
		perPart = max(perPart, DivUp(p.grains, parts))
	}
	p.parts = DivUp(p.grains, perPart)
	if p.parts > maxSplitParts {
		return partition{}, SplitBad("%d elements make more than %d parts", total, maxSplitParts).
			Note("%d grains in parts of %d grains = %d parts", p.grains, perPart, p.parts)
	}
	return p, nil
}

// end is the element at which part v ends, 0 for v = -1 (step 6): floor((v+1)·grains / parts)
// grains, at most total. The quotient is computed in two steps to stay in 64 bits.
func (p *partition) end(v int64) int64 {
	each, rest := p.grains/p.parts, p.grains%p.parts
	grains := (v+1)*each + (v+1)*rest/p.parts
	if grains >= p.grains {
		return p.total
	}
	return grains * p.grain
}

// Part returns the elements of part v, counted from 0; there are none beyond the last
// part.
func (p *partition) Part(v int64) Interval {
	if v >= p.parts {
		return Interval{Begin: p.total, End: p.total}
	}
	return Interval{Begin: p.end(v - 1), End: p.end(v)}
}

// cut walks n sequences of intervals and emits every piece of every part in order; fresh
// marks the first interval of a piece (step 7).
func (p *partition) cut(n int, sequence func(int) []Interval, emit func(part int64, fresh bool, iv Interval)) {
	var part, at int64
	if p.parts == 0 {
		return
	}
	partEnd := p.end(0)
	for i := range n {
		var room int64 // room in the piece
		for _, iv := range sequence(i) {
			for iv.Begin < iv.End {
				if at == partEnd {
					part++
					partEnd = p.end(part)
					room = 0
				}
				fresh := room == 0
				if fresh {
					room = p.perPiece
				}
				size := min(iv.Size(), partEnd-at, room)
				emit(part, fresh, Interval{Begin: iv.Begin, End: iv.Begin + size})
				iv.Begin += size
				at += size
				room -= size
			}
		}
	}
}

// sumSizes adds up the sizes of regions given by a caller.
func sumSizes(regions []Interval) (total int64, err error) {
	for _, r := range regions {
		if r.Begin < 0 || r.End < r.Begin {
			return total, SplitBad("expected an interval of non-negative positions, but got %s", r)
		}
		if total > math.MaxInt64-r.Size() {
			return total, splitOverflow()
		}
		total += r.Size()
	}
	return total, nil
}

func splitOverflow() error { return SplitBad("the sizes of the regions sum to more than 2^63-1") }

func SplitBad(format string, args ...any) *diag.Error {
	return diag.Errorf("split-bad", "cannot split: "+format, args...)
}

// DivUp is ceil(a/b) of a non-negative a and a positive b.
func DivUp(a, b int64) int64 {
	if a == 0 {
		return 0
	}
	return (a-1)/b + 1
}
