package graph

import (
	"cmp"
	"encoding/binary"
	"slices"

	"optc/dialect/poplar/tilemap"
)

// A used region is a run of a variable whose elements, or grains, are used by the same
// set of tiles.
type usedRegion struct {
	tilemap.Interval
	set int // index in useSets
}

// useSets numbers sets of tiles.
type useSets struct {
	sets [][]int // sorted
	ids  map[string]int
	key  []byte
}

func (s *useSets) id(tiles []int) int {
	s.key = s.key[:0]
	for _, tile := range tiles {
		s.key = binary.AppendUvarint(s.key, uint64(tile))
	}
	id, known := s.ids[string(s.key)]
	if !known {
		id = len(s.sets)
		s.sets = append(s.sets, slices.Clone(tiles))
		s.ids[string(s.key)] = id
	}
	return id
}

// resolveUse turns the uses of a variable of n elements into disjoint ascending runs
// (poplibs, TensorUseTracker.cpp). The numbers of o are checked. The error code is
// split-bad.
func resolveUse(uses []TileRun, n int64, o UseOptions) ([]TileRun, error) {
	// Either the segments or the parts consist of whole grains.
	shared, grain := o.Grain, int64(1)
	if o.Method == ConstrainMappingToUsedTiles {
		shared, grain = 1, o.Grain
	}
	sets := &useSets{ids: make(map[string]int)}
	regions := sets.segments(mergeUses(uses))
	regions = inGrains(regions, shared)
	if o.Extend {
		regions = extended(regions, tilemap.DivUp(n, shared))
	}
	switch o.Method {
	case OptimizeHaloRegions:
		regions = sets.assignHalos(regions)
	case ConstrainMappingToUsedTiles:
		regions = sets.joinCommonUse(regions)
	}
	return sets.distribute(regions, n, shared, tilemap.SplitOptions{Grain: grain, MinElems: tilemap.DivUp(o.MinElems, shared)})
}

// mergeUses joins uses of the same tile that overlap or touch (step 1).
func mergeUses(uses []TileRun) []TileRun {
	uses = slices.Clone(uses)
	slices.SortFunc(uses, func(a, b TileRun) int {
		return cmp.Or(cmp.Compare(a.Tile, b.Tile), cmp.Compare(a.Begin, b.Begin))
	})
	merged := uses[:0]
	for _, u := range uses {
		if n := len(merged); n > 0 && merged[n-1].Tile == u.Tile && u.Begin <= merged[n-1].End {
			merged[n-1].End = max(merged[n-1].End, u.End)
		} else {
			merged = append(merged, u)
		}
	}
	return merged
}

// segments sweeps over all tiles: the maximal runs on which the set of using
// tiles is constant and not empty (step 2).
func (s *useSets) segments(uses []TileRun) []usedRegion {
	type event struct {
		at   int64
		tile int
	}
	var events []event // a tile enters or leaves the set of users
	for _, u := range uses {
		events = append(events, event{u.Begin, u.Tile}, event{u.End, u.Tile})
	}
	slices.SortFunc(events, func(a, b event) int { return cmp.Compare(a.at, b.at) })
	var regions []usedRegion
	var active []int
	for i, e := range events {
		// Uses of the same tile do not touch, so that its events alternate.
		if at, using := slices.BinarySearch(active, e.tile); using {
			active = slices.Delete(active, at, at+1)
		} else {
			active = slices.Insert(active, at, e.tile)
		}
		if len(active) > 0 && events[i+1].at > e.at {
			regions = appendUsed(regions, usedRegion{tilemap.Interval{Begin: e.at, End: events[i+1].at}, s.id(active)})
		}
	}
	return regions
}

// appendUsed appends r to ascending regions, or extends the last region if r begins at
// its end and has the same set.
func appendUsed(regions []usedRegion, r usedRegion) []usedRegion {
	if n := len(regions); n > 0 && regions[n-1].End == r.Begin && regions[n-1].set == r.set {
		regions[n-1].End = r.End
		return regions
	}
	return append(regions, r)
}

// inGrains converts regions to regions of grains of the given size. A grain that overlaps
// several regions belongs to the first of them (step 3).
func inGrains(regions []usedRegion, grain int64) []usedRegion {
	out := regions[:0]
	var end int64
	for _, r := range regions {
		r.Begin = max(r.Begin/grain, end)
		r.End = (r.End-1)/grain + 1
		if r.Begin < r.End {
			end = r.End
			out = appendUsed(out, r)
		}
	}
	return out
}

// extended extends every region to the beginning of the next, the first to 0 and the last
// to the end (step 4).
func extended(regions []usedRegion, end int64) []usedRegion {
	out := regions[:0]
	var begin int64
	for i, r := range regions {
		r.Begin, r.End = begin, end
		if i+1 < len(regions) {
			r.End = regions[i+1].Begin
		}
		begin = r.End
		out = appendUsed(out, r)
	}
	return out
}

// assignHalos assigns the set of the first neighbour to a region whose set is the union
// of the sets of its neighbours (step 5, OptimizeHaloRegions).
func (s *useSets) assignHalos(regions []usedRegion) []usedRegion {
	out := make([]usedRegion, 0, len(regions))
	for i, r := range regions {
		if i > 0 && i+1 < len(regions) {
			before, after := regions[i-1].set, regions[i+1].set
			if s.isSum(r.set, before, after) {
				r.set = before
			}
		}
		out = appendUsed(out, r)
	}
	return out
}

// isSum reports whether sets p and q are subsets of c and together have as many tiles as
// c.
func (s *useSets) isSum(c, p, q int) bool {
	return len(s.sets[p])+len(s.sets[q]) == len(s.sets[c]) && s.contains(c, p) && s.contains(c, q)
}

// contains reports whether set c contains set p.
func (s *useSets) contains(c, p int) bool {
	rest := s.sets[c]
	for _, tile := range s.sets[p] {
		at, found := slices.BinarySearch(rest, tile)
		if !found {
			return false
		}
		rest = rest[at+1:]
	}
	return true
}

// joinCommonUse joins successive regions as long as the next region shares a tile with
// the joined ones; gaps between them are included (step 5, ConstrainMappingToUsedTiles).
func (s *useSets) joinCommonUse(regions []usedRegion) []usedRegion {
	var out []usedRegion
	joined := make(map[int]struct{}) // tiles of the last entry of out
	for _, r := range regions {
		tiles := s.sets[r.set]
		common := slices.ContainsFunc(tiles, func(tile int) bool { _, ok := joined[tile]; return ok })
		if common {
			out[len(out)-1].End = r.End
		} else {
			s.close(out, joined)
			clear(joined)
			out = append(out, usedRegion{Interval: r.Interval})
		}
		for _, tile := range tiles {
			joined[tile] = struct{}{}
		}
	}
	s.close(out, joined)
	return out
}

// close sets the set of the last region of out.
func (s *useSets) close(out []usedRegion, tiles map[int]struct{}) {
	if len(out) == 0 {
		return
	}
	list := make([]int, 0, len(tiles))
	for tile := range tiles {
		list = append(list, tile)
	}
	slices.Sort(list)
	out[len(out)-1].set = s.id(list)
}

// distribute divides the regions of each set among its tiles (step 6). Parts of
// different sets are disjoint, so that the order of the sets does not matter.
func (s *useSets) distribute(regions []usedRegion, n, grain int64, o tilemap.SplitOptions) ([]TileRun, error) {
	perSet := make([][]tilemap.Interval, len(s.sets))
	for _, r := range regions {
		perSet[r.set] = append(perSet[r.set], r.Interval)
	}
	var out []TileRun
	for set, intervals := range perSet {
		o.MaxParts = int64(len(s.sets[set]))
		parts, err := tilemap.SplitRegions(intervals, o)
		if err != nil {
			return nil, err
		}
		if len(parts) > len(s.sets[set]) {
			return nil, tilemap.SplitBad("%d parts of at most 2^32-1 elements exceed %d tiles", len(parts), len(s.sets[set]))
		}
		for i, part := range parts {
			for _, iv := range part {
				out = append(out, TileRun{iv.Begin * grain, min(iv.End*grain, n), s.sets[set][i]})
			}
		}
	}
	slices.SortFunc(out, func(a, b TileRun) int { return cmp.Compare(a.Begin, b.Begin) })
	joined := out[:0]
	for _, r := range out {
		joined = appendRun(joined, r)
	}
	return joined, nil
}
