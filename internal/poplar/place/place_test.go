package place_test

import (
	"math/rand"
	"testing"

	"github.com/google/go-cmp/cmp"

	"optc/diag"
	"optc/dialect/poplar/target"
	"optc/internal/poplar/place"
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

// TestPlace compares addresses with ones worked out by hand.
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
		{"no constraint", place.Tile{Demands: []place.Demand{state, a, b}}, []uint64{0x42000, 0x40000, 0x41000}, ""},
		{"elements", place.Tile{Demands: []place.Demand{state, a, b}, Elements: ab}, []uint64{0x41000, 0x40000, 0x44000}, ""},
		{"regions", place.Tile{Demands: []place.Demand{state, a, b}, Regions: ab}, []uint64{0x41000, 0x40000, 0x60000}, ""},
		{"interleaved", place.Tile{Demands: []place.Demand{state, inRegion(a, 1), b}, Elements: ab}, []uint64{0x41000, 0x60000, 0x40000}, ""},
		{"pinned alike", place.Tile{Demands: []place.Demand{state, inRegion(a, 1), inRegion(b, 1)}, Regions: ab}, nil, "region-unsat"},
		{"odd cycle", place.Tile{Demands: []place.Demand{state, a, b}, Regions: []place.Pair{{A: 0, B: 1}, {A: 1, B: 2}, {A: 2, B: 0}}}, nil, "region-unsat"},
		{"same allocation", place.Tile{Demands: []place.Demand{a}, Elements: []place.Pair{{A: 0, B: 0}}}, nil, "elem-unsat"},
		{"too large", place.Tile{Demands: []place.Demand{demand("x", 1<<18+1, 4)}}, nil, "out-of-memory"},
		{"no element left", place.Tile{Demands: []place.Demand{demand("x", 0x30000, 4), demand("y", 0x10000, 4)}, Elements: []place.Pair{{A: 0, B: 1}}}, []uint64{0x40000, 0x70000}, ""},
		{"elements exhausted", place.Tile{Demands: []place.Demand{demand("x", 0x3F000, 4), demand("y", 8, 4)}, Elements: []place.Pair{{A: 0, B: 1}}}, nil, "elem-unsat"},
		{"fewer bytes are interleaved", place.Tile{Demands: []place.Demand{demand("x", 8, 4), demand("y", 16, 4)}, Regions: xy}, []uint64{0x60000, 0x40000}, ""},
		{"more pairs go first", place.Tile{Demands: []place.Demand{demand("x", 64, 4), demand("y", 8, 4), demand("z", 16, 4), demand("v", 64, 4), demand("w", 128, 4)}, Regions: []place.Pair{{A: 3, B: 1}, {A: 4, B: 1}, {A: 0, B: 2}}},
			[]uint64{0x40080, 0x60000, 0x60008, 0x400C0, 0x40000}, ""},
		{"of equal ones the second is interleaved", place.Tile{Demands: []place.Demand{demand("x", 8, 4), demand("y", 8, 4)}, Regions: xy}, []uint64{0x40000, 0x60000}, ""},
		{"a chain of regions", place.Tile{Demands: []place.Demand{demand("x", 8, 4), demand("y", 8, 4), demand("z", 8, 4)}, Regions: []place.Pair{{A: 0, B: 1}, {A: 1, B: 2}}}, []uint64{0x40000, 0x60000, 0x40008}, ""},
		{"a pin decides", place.Tile{Demands: []place.Demand{demand("x", 16, 4), inRegion(demand("y", 8, 4), 0)}, Regions: xy}, []uint64{0x60000, 0x40000}, ""},
		{"an address decides", place.Tile{Demands: []place.Demand{demand("x", 8, 4), at(demand("y", 16, 4), 0x60010)}, Regions: xy}, []uint64{0x40000, 0x60010}, ""},
		{"an address across the border decides nothing", place.Tile{Demands: []place.Demand{demand("x", 8, 4), at(demand("y", 16, 4), 0x5FFF8)}, Regions: xy}, nil, "addr-range"},
		// Region 0 has 0x20000 bytes; y fits beside the pinned allocation only after both
		// exchange their regions.
		{"the other way round", place.Tile{Demands: []place.Demand{demand("x", 0x800, 4), demand("y", 0x1000, 4), inRegion(demand("p", 0x1F800, 4), 0)}, Regions: xy}, []uint64{0x40000, 0x60000, 0x40800}, ""},
		{"the second pair the other way round", place.Tile{
			Demands: []place.Demand{demand("x", 8, 4), demand("y", 8, 4), demand("v", 0x800, 4), demand("w", 0x1000, 4), inRegion(demand("p", 0x1F7F8, 4), 0)},
			Regions: []place.Pair{{A: 0, B: 1}, {A: 2, B: 3}}}, []uint64{0x40800, 0x61000, 0x40000, 0x60000, 0x40808}, ""},
		{"not the other way round of a pin", place.Tile{Demands: []place.Demand{inRegion(demand("x", 0x1000, 4), 0), demand("y", 0x2000, 4), inRegion(demand("p", 0x1F800, 4), 0)}, Regions: xy}, nil, "out-of-memory"},
		{"neither way", place.Tile{Demands: []place.Demand{demand("x", 0x1000, 4), demand("y", 0x1000, 4), inRegion(demand("p", 0x1F800, 4), 0)}, Regions: xy}, nil, "out-of-memory"},
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
