package place_test

import (
	"math/rand"
	"testing"

	"github.com/google/go-cmp/cmp"

	"optc/diag"
	"optc/dialect/poplar/target"
	"optc/internal/family/poplar/place"
)

func demand(name string, size, align uint64) place.Demand {
	return place.Demand{Name: name, Kind: "data", Size: size, Align: align, Region: place.AnyRegion}
}

func inRegion(d place.Demand, region int) place.Demand {
	d.Region = region
	return d
}

func at(d place.Demand, addr uint64) place.Demand {
	d.Fixed, d.HasFixed = addr, true
	return d
}

// TestPlace compares addresses with addresses worked out by hand.
func TestPlace(t *testing.T) {
	t.Parallel()
	state, a, b := demand("state", 16, 4), demand("a", 4096, 8), demand("b", 4096, 8)
	ab, xy := []place.Pair{{A: 1, B: 2}}, []place.Pair{{A: 0, B: 1}}
	for _, c := range []struct {
		name string
		tile place.Tile
		want []uint64
		code string
	}{
		{name: "no constraint", tile: place.Tile{Demands: []place.Demand{state, a, b}},
			want: []uint64{0x42000, 0x40000, 0x41000}},
		{name: "elements", tile: place.Tile{Demands: []place.Demand{state, a, b}, Elements: ab},
			want: []uint64{0x41000, 0x40000, 0x44000}},
		{name: "regions", tile: place.Tile{Demands: []place.Demand{state, a, b}, Regions: ab},
			want: []uint64{0x41000, 0x40000, 0x60000}},
		{name: "interleaved", tile: place.Tile{Demands: []place.Demand{state, inRegion(a, 1), b}, Elements: ab},
			want: []uint64{0x41000, 0x60000, 0x40000}},
		{name: "pinned alike", tile: place.Tile{Demands: []place.Demand{state, inRegion(a, 1), inRegion(b, 1)}, Regions: ab},
			code: "region-unsat"},
		{name: "odd cycle",
			tile: place.Tile{Demands: []place.Demand{state, a, b}, Regions: []place.Pair{{A: 0, B: 1}, {A: 1, B: 2}, {A: 2, B: 0}}},
			code: "region-unsat"},
		{name: "same allocation", tile: place.Tile{Demands: []place.Demand{a}, Elements: []place.Pair{{A: 0, B: 0}}},
			code: "elem-unsat"},
		{name: "too large", tile: place.Tile{Demands: []place.Demand{demand("x", 1<<18+1, 4)}}, code: "out-of-memory"},
		{name: "no element left",
			tile: place.Tile{Demands: []place.Demand{demand("x", 0x30000, 4), demand("y", 0x10000, 4)}, Elements: []place.Pair{{A: 0, B: 1}}},
			want: []uint64{0x40000, 0x70000}},
		{name: "elements exhausted",
			tile: place.Tile{Demands: []place.Demand{demand("x", 0x3F000, 4), demand("y", 8, 4)}, Elements: []place.Pair{{A: 0, B: 1}}},
			code: "elem-unsat"},
		{name: "fewer bytes are interleaved",
			tile: place.Tile{Demands: []place.Demand{demand("x", 8, 4), demand("y", 16, 4)}, Regions: xy},
			want: []uint64{0x60000, 0x40000}},
		{name: "more pairs go first", tile: place.Tile{Demands: []place.Demand{demand("x", 64, 4), demand("y", 8, 4), demand("z", 16, 4), demand("v", 64, 4), demand("w", 128, 4)}, Regions: []place.Pair{{A: 3, B: 1}, {A: 4, B: 1}, {A: 0, B: 2}}},
			want: []uint64{0x40080, 0x60000, 0x60008, 0x400C0, 0x40000}, code: ""},
		{name: "of equal ones the second is interleaved",
			tile: place.Tile{Demands: []place.Demand{demand("x", 8, 4), demand("y", 8, 4)}, Regions: xy},
			want: []uint64{0x40000, 0x60000}},
		{name: "a chain of regions",
			tile: place.Tile{Demands: []place.Demand{demand("x", 8, 4), demand("y", 8, 4), demand("z", 8, 4)}, Regions: []place.Pair{{A: 0, B: 1}, {A: 1, B: 2}}},
			want: []uint64{0x40000, 0x60000, 0x40008}},
		{name: "a pin decides",
			tile: place.Tile{Demands: []place.Demand{demand("x", 16, 4), inRegion(demand("y", 8, 4), 0)}, Regions: xy},
			want: []uint64{0x60000, 0x40000}},
		{name: "an address decides",
			tile: place.Tile{Demands: []place.Demand{demand("x", 8, 4), at(demand("y", 16, 4), 0x60010)}, Regions: xy},
			want: []uint64{0x40000, 0x60010}},
		{name: "an address across the border decides nothing",
			tile: place.Tile{Demands: []place.Demand{demand("x", 8, 4), at(demand("y", 16, 4), 0x5FFF8)}, Regions: xy},
			code: "addr-range"},
		// Region 0 has 0x20000 bytes; y fits beside the pinned allocation only after both
		// exchange their regions.
		{name: "the other way round",
			tile: place.Tile{Demands: []place.Demand{demand("x", 0x800, 4), demand("y", 0x1000, 4), inRegion(demand("p", 0x1F800, 4), 0)}, Regions: xy},
			want: []uint64{0x40000, 0x60000, 0x40800}},
		{name: "the second pair the other way round", tile: place.Tile{
			Demands: []place.Demand{demand("x", 8, 4), demand("y", 8, 4), demand("v", 0x800, 4), demand("w", 0x1000, 4), inRegion(demand("p", 0x1F7F8, 4), 0)},
			Regions: []place.Pair{{A: 0, B: 1}, {A: 2, B: 3}}}, want: []uint64{0x40800, 0x61000, 0x40000, 0x60000, 0x40808}, code: ""},
		{name: "not the other way round of a pin",
			tile: place.Tile{Demands: []place.Demand{inRegion(demand("x", 0x1000, 4), 0), demand("y", 0x2000, 4), inRegion(demand("p", 0x1F800, 4), 0)}, Regions: xy},
			code: "out-of-memory"},
		{name: "neither way",
			tile: place.Tile{Demands: []place.Demand{demand("x", 0x1000, 4), demand("y", 0x1000, 4), inRegion(demand("p", 0x1F800, 4), 0)}, Regions: xy},
			code: "out-of-memory"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			target, err := target.Lookup("ipu1")
			if err != nil {
				t.Fatal(err)
			}
			got, err := place.Place(&target, &c.tile, place.Options{})
			if code := diag.CodeOf(err); code != c.code {
				t.Fatalf("error %v, want code %q", err, c.code)
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Fatalf("addresses (-want +got):\n%s", diff)
			}
			if err == nil {
				for _, e := range place.Check(&target, &c.tile, got) {
					t.Error(e)
				}
			}
		})
	}
}

// TestPlaceRandom checks random tiles with the independent checker, and checks that the
// result is reproducible.
func TestPlaceRandom(t *testing.T) {
	t.Parallel()
	target, err := target.Lookup("ipu2")
	if err != nil {
		t.Fatal(err)
	}
	placed := 0
	for seed := range int64(300) {
		r := rand.New(rand.NewSource(seed))
		var tile place.Tile
		n := 1 + r.Intn(20)
		for i := range n {
			d := demand(string(rune('a'+i)), uint64(r.Intn(20000)), 1<<r.Intn(6))
			d.Region = r.Intn(4) - 2
			d.Region = max(d.Region, place.AnyRegion)
			tile.Demands = append(tile.Demands, d)
		}
		for range r.Intn(4) {
			if a, b := r.Intn(n), r.Intn(n); a != b {
				tile.Elements = append(tile.Elements, place.Pair{A: a, B: b})
			}
		}
		if a, b := r.Intn(n), r.Intn(n); a != b {
			tile.Regions = append(tile.Regions, place.Pair{A: a, B: b})
		}
		addrs, err := place.Place(&target, &tile, place.Options{})
		if err != nil {
			continue
		}
		placed++
		for _, e := range place.Check(&target, &tile, addrs) {
			t.Errorf("seed %d: %v", seed, e)
		}
		again, _ := place.Place(&target, &tile, place.Options{})
		if diff := cmp.Diff(addrs, again); diff != "" {
			t.Errorf("seed %d: placed differently the second time:\n%s", seed, diff)
		}
	}
	if placed < 100 {
		t.Errorf("only %d of 300 random tiles could be placed", placed)
	}
}
