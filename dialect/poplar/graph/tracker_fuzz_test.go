package graph

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"optc/dialect/poplar/scalar"
	"optc/dialect/poplar/target"
	"optc/dialect/poplar/tilemap"
	"optc/internal/testing/targettest"
)

// naiveParts computes splitRegions of n elements, element by element: the part of each
// element (poplibs, poputil/Util.hpp).
func naiveParts(n int64, o tilemap.SplitOptions) []int {
	grains := tilemap.DivUp(n, o.Grain)
	q := tilemap.DivUp(grains, o.MaxParts)
	if o.MaxElems > 0 {
		q = min(q, o.MaxElems/o.Grain)
	}
	if o.MinElems != 0 {
		parts := max(1, grains/tilemap.DivUp(o.MinElems, o.Grain))
		q = max(q, tilemap.DivUp(grains, parts))
	}
	out := make([]int, n)
	if n == 0 {
		return out
	}
	parts := tilemap.DivUp(grains, q)
	for i := range out {
		grain, v := int64(i)/o.Grain, int64(0)
		for (v+1)*grains/parts <= grain {
			v++
		}
		out[i] = int(v)
	}
	return out
}

// naiveResolve computes TensorUseTracker.resolve of a variable, grain by grain: the tile
// of each element, or noTile (poplibs, TensorUseTracker.cpp). users lists the tiles that
// use each element.
func naiveResolve(users [][]int, o UseOptions, numTiles int) []int {
	n := int64(len(users))
	shared, grain := o.Grain, int64(1)
	if o.Method == ConstrainMappingToUsedTiles {
		shared, grain = 1, o.Grain
	}
	// A grain has the set of its first used element.
	sets := make([][]int, tilemap.DivUp(n, shared))
	for i, u := range users {
		if g := int64(i) / shared; len(sets[g]) == 0 && len(u) > 0 {
			sets[g] = slices.Compact(slices.Sorted(slices.Values(u)))
		}
	}
	used := func(set []int) bool { return len(set) > 0 }
	if first := slices.IndexFunc(sets, used); o.Extend && first >= 0 {
		for g := range sets {
			if g < first {
				sets[g] = sets[first]
			} else if !used(sets[g]) {
				sets[g] = sets[g-1]
			}
		}
	}
	// Runs of equal sets.
	type run struct {
		begin, end int
		set        []int
	}
	runsOf := func() (runs []run) {
		for g, set := range sets {
			if last := len(runs) - 1; last >= 0 && runs[last].end == g && slices.Equal(runs[last].set, set) {
				runs[last].end++
			} else if used(set) {
				runs = append(runs, run{g, g + 1, set})
			}
		}
		return runs
	}
	subset := func(a, b []int) bool {
		return !slices.ContainsFunc(a, func(x int) bool { return !slices.Contains(b, x) })
	}
	runs := runsOf()
	assign := func(r run, set []int) {
		for g := r.begin; g < r.end; g++ {
			sets[g] = set
		}
	}
	switch o.Method {
	case OptimizeHaloRegions:
		for i := 1; i+1 < len(runs); i++ {
			p, c, q := runs[i-1].set, runs[i].set, runs[i+1].set
			if len(p)+len(q) == len(c) && subset(p, c) && subset(q, c) {
				assign(runs[i], p)
			}
		}
	case ConstrainMappingToUsedTiles:
		for i := 0; i < len(runs); {
			all := runs[i]
			for i++; i < len(runs) && slices.ContainsFunc(runs[i].set, func(x int) bool { return slices.Contains(all.set, x) }); i++ {
				all.end = runs[i].end
				all.set = slices.Compact(slices.Sorted(slices.Values(slices.Concat(all.set, runs[i].set))))
			}
			assign(all, all.set)
		}
	}
	// Divide the grains of each set.
	tiles := slices.Repeat([]int{noTile}, len(users))
	done := make(map[int]bool)
	for g, set := range sets {
		if done[g] || !used(set) {
			continue
		}
		var members []int
		for h := g; h < len(sets); h++ {
			if slices.Equal(sets[h], set) {
				members = append(members, h)
				done[h] = true
			}
		}
		parts := naiveParts(int64(len(members)), tilemap.SplitOptions{Grain: grain, MaxParts: int64(len(set)), MinElems: tilemap.DivUp(o.MinElems, shared)})
		for i, h := range members {
			for e := int64(h) * shared; e < min(n, int64(h+1)*shared); e++ {
				tiles[e] = set[parts[i]]
			}
		}
	}
	return tiles
}

// FuzzTracker compares the tracker with the grain-by-grain model.
func FuzzTracker(f *testing.F) {
	for seed := range uint64(100) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		r := rand.New(rand.NewPCG(seed, 1))
		const numTiles = 5
		g := New(targettest.New(t, "ipu2", target.Setting{Field: "tiles_per_ipu", Int: numTiles}))
		n := 1 + r.Int64N(60)
		x := variable(t, g, "x", scalar.Float, n)
		order := tilemap.TileOrder{Offset: r.IntN(numTiles), Descending: r.IntN(2) == 0}
		u, err := NewTensorUseTracker(numTiles, order)
		if err != nil {
			t.Fatal(err)
		}
		users := make([][]int, n)
		for range r.IntN(8) {
			tile, begin := r.IntN(numTiles), r.Int64N(n)
			end := begin + r.Int64N(min(20, n-begin)+1)
			part := must(t)(x.Slice(begin, end, 0))
			if r.IntN(3) == 0 {
				part = must(t)(must(t)(part.Reverse(0)).Broadcast(2, 0))
			}
			if err := u.Add(g, tile, part); err != nil {
				t.Fatal(err)
			}
			for i := begin; i < end; i++ {
				users[i] = append(users[i], tile)
			}
		}
		o := UseOptions{Grain: 1 + r.Int64N(6), MinElems: r.Int64N(10), Extend: r.IntN(2) == 0,
			Method: MappingMethods()[r.IntN(3)]}
		if err := u.MapTensorsByUse(g, o); err != nil {
			t.Fatal(err)
		}
		want := naiveResolve(users, o, numTiles)
		for i, tile := range want {
			if tile != noTile {
				if tile, err = tilemap.InvTransformTileIndex(tile, numTiles, order); err != nil {
					t.Fatal(err)
				}
			}
			got, ok := g.ElementTile(x.Flatten().base.regions[0].Var, int64(i))
			if !ok {
				got = noTile
			}
			if got != tile {
				t.Fatalf("%+v, users %v: element %d is on tile %d, want %d", o, users, i, got, tile)
			}
		}
	})
}

// FuzzSplit compares the splitting of regions and of sequences, and linear
// mappings, with an element-by-element model.
func FuzzSplit(f *testing.F) {
	for seed := range uint64(100) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		r := rand.New(rand.NewPCG(seed, 2))
		var sequences [][]tilemap.Interval
		var elements []int64 // in order
		var items []int      // item of each element
		for item := range r.IntN(6) {
			var seq []tilemap.Interval
			for range r.IntN(4) {
				begin := r.Int64N(50)
				iv := tilemap.Interval{Begin: begin, End: begin + r.Int64N(12)}
				seq = append(seq, iv)
				for e := iv.Begin; e < iv.End; e++ {
					elements, items = append(elements, e), append(items, item)
				}
			}
			sequences = append(sequences, seq)
		}
		o := tilemap.SplitOptions{Grain: 1 + r.Int64N(5), MaxParts: 1 + r.Int64N(6), MinElems: r.Int64N(3) * r.Int64N(20)}
		if r.IntN(2) == 0 {
			o.MaxElems = o.Grain + r.Int64N(20)
		}
		if r.IntN(2) == 0 {
			o.MaxPerRegion = o.Grain + r.Int64N(20)
		}
		got, err := tilemap.SplitRegionSequences(sequences, o)
		if err != nil {
			t.Fatal(err)
		}
		want := naiveParts(int64(len(elements)), o)
		limit := int64(math.MaxUint32)
		if o.MaxPerRegion > 0 {
			limit = o.MaxPerRegion / o.Grain * o.Grain
		}
		at := 0
		for part, pieces := range got {
			for _, piece := range pieces {
				if tilemap.TotalSize(piece) > limit {
					t.Fatalf("%+v: piece %v exceeds %d", o, piece, limit)
				}
				item := items[at]
				for _, iv := range piece {
					for e := iv.Begin; e < iv.End; e++ {
						if elements[at] != e || want[at] != part || items[at] != item {
							t.Fatalf("%+v of %v: got %v, but element %d belongs to part %d, item %d", o, sequences, got, e, want[at], items[at])
						}
						at++
					}
				}
				// A piece ends only where it has to.
				if at < len(elements) && items[at] == item && want[at] == part && tilemap.TotalSize(piece) < limit {
					t.Fatalf("%+v of %v: piece %v of %v ends early", o, sequences, piece, got)
				}
			}
		}
		if at != len(elements) {
			t.Fatalf("%d of %d elements", at, len(elements))
		}

		// The form without sequences equals the form with sequences of one interval.
		var flat []tilemap.Interval
		var single [][]tilemap.Interval
		for _, iv := range slices.Concat(sequences...) {
			flat, single = append(flat, iv), append(single, []tilemap.Interval{iv})
		}
		regions, err := tilemap.SplitRegions(flat, o)
		if err != nil {
			t.Fatal(err)
		}
		singles, err := tilemap.SplitRegionSequences(single, o)
		if err != nil {
			t.Fatal(err)
		}
		for part := range singles {
			if !slices.Equal(regions[part], slices.Concat(singles[part]...)) {
				t.Fatalf("part %d is %v as regions and %v as sequences", part, regions[part], singles[part])
			}
		}

		tiles := int(1 + r.Int64N(9))
		n := r.Int64N(200)
		order := tilemap.TileOrder{Offset: r.IntN(2 * tiles), Descending: r.IntN(2) == 0}
		m, err := tilemap.LinearTileMapping(targettest.New(t, "ipu2", target.Setting{Field: "tiles_per_ipu", Int: uint64(tiles)}), []int64{n},
			tilemap.LinearOptions{MinElems: o.MinElems, Grain: o.Grain, Order: order})
		if err != nil {
			t.Fatal(err)
		}
		where := naiveParts(n, tilemap.SplitOptions{Grain: o.Grain, MaxParts: int64(tiles), MinElems: o.MinElems})
		for e, part := range where {
			where[e] = (order.Offset + part) % tiles
			if order.Descending {
				where[e] = tiles - 1 - where[e]
			}
		}
		if want := naiveMapping(where, tiles); m.String() != want.String() {
			t.Fatalf("linear mapping %v, want %v", m, want)
		}
	})
}
