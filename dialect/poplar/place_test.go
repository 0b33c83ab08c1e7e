package poplar_test

import (
	"math/rand"
	"testing"

	"github.com/google/go-cmp/cmp"

	"optc/diag"
	"optc/dialect/poplar"
)

func demand(name string, size, align uint64) poplar.Demand {
	return poplar.Demand{Name: name, Kind: "data", Size: size, Align: align, Region: poplar.AnyRegion}
}

func inRegion(d poplar.Demand, region int) poplar.Demand {
	d.Region = region
	return d
}

// TestPlace runs the worked example of spec poplar 8.2 and its relatives.
func TestPlace(t *testing.T) {
	t.Parallel()
	state, a, b := demand("state", 16, 4), demand("a", 4096, 8), demand("b", 4096, 8)
	ab := []poplar.Pair{{A: 1, B: 2}}
	for _, c := range []struct {
		name string
		tile poplar.Tile
		want []uint64
		code string
	}{
		{"no constraint", poplar.Tile{Demands: []poplar.Demand{state, a, b}}, []uint64{0x42000, 0x40000, 0x41000}, ""},
		{"elements", poplar.Tile{Demands: []poplar.Demand{state, a, b}, Elements: ab}, []uint64{0x41000, 0x40000, 0x44000}, ""},
		{"regions", poplar.Tile{Demands: []poplar.Demand{state, a, b}, Regions: ab}, []uint64{0x41000, 0x40000, 0x60000}, ""},
		{"interleaved", poplar.Tile{Demands: []poplar.Demand{state, inRegion(a, 1), b}, Elements: ab}, []uint64{0x41000, 0x60000, 0x40000}, ""},
		{"pinned alike", poplar.Tile{Demands: []poplar.Demand{state, inRegion(a, 1), inRegion(b, 1)}, Regions: ab}, nil, "region-unsat"},
		{"odd cycle", poplar.Tile{Demands: []poplar.Demand{state, a, b}, Regions: []poplar.Pair{{A: 0, B: 1}, {A: 1, B: 2}, {A: 2, B: 0}}}, nil, "region-unsat"},
		{"same allocation", poplar.Tile{Demands: []poplar.Demand{a}, Elements: []poplar.Pair{{A: 0, B: 0}}}, nil, "elem-unsat"},
		{"too large", poplar.Tile{Demands: []poplar.Demand{demand("x", 1<<18+1, 4)}}, nil, "out-of-memory"},
		{"no element left", poplar.Tile{Demands: []poplar.Demand{demand("x", 0x30000, 4), demand("y", 0x10000, 4)}, Elements: []poplar.Pair{{A: 0, B: 1}}}, []uint64{0x40000, 0x70000}, ""},
		{"elements exhausted", poplar.Tile{Demands: []poplar.Demand{demand("x", 0x3F000, 4), demand("y", 8, 4)}, Elements: []poplar.Pair{{A: 0, B: 1}}}, nil, "elem-unsat"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			target, err := poplar.LookupTarget("ipu1")
			if err != nil {
				t.Fatal(err)
			}
			got, err := poplar.Place(&target, &c.tile)
			if code := diag.CodeOf(err); code != c.code {
				t.Fatalf("error %v, want code %q", err, c.code)
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Fatalf("addresses (-want +got):\n%s", diff)
			}
			if err == nil {
				for _, e := range poplar.CheckPlacement(&target, &c.tile, got) {
					t.Error(e)
				}
			}
		})
	}
}

// TestPlaceRandom checks random tiles with the independent checker and that the
// result is the same every time.
func TestPlaceRandom(t *testing.T) {
	t.Parallel()
	target, err := poplar.LookupTarget("ipu2")
	if err != nil {
		t.Fatal(err)
	}
	placed := 0
	for seed := range int64(300) {
		r := rand.New(rand.NewSource(seed))
		var tile poplar.Tile
		n := 1 + r.Intn(20)
		for i := range n {
			d := demand(string(rune('a'+i)), uint64(r.Intn(20000)), 1<<r.Intn(6))
			d.Region = r.Intn(4) - 2
			d.Region = max(d.Region, poplar.AnyRegion)
			tile.Demands = append(tile.Demands, d)
		}
		for range r.Intn(4) {
			if a, b := r.Intn(n), r.Intn(n); a != b {
				tile.Elements = append(tile.Elements, poplar.Pair{A: a, B: b})
			}
		}
		if a, b := r.Intn(n), r.Intn(n); a != b {
			tile.Regions = append(tile.Regions, poplar.Pair{A: a, B: b})
		}
		addrs, err := poplar.Place(&target, &tile)
		if err != nil {
			continue
		}
		placed++
		for _, e := range poplar.CheckPlacement(&target, &tile, addrs) {
			t.Errorf("seed %d: %v", seed, e)
		}
		again, _ := poplar.Place(&target, &tile)
		if diff := cmp.Diff(addrs, again); diff != "" {
			t.Errorf("seed %d: placed differently the second time:\n%s", seed, diff)
		}
	}
	if placed < 100 {
		t.Errorf("only %d of 300 random tiles could be placed", placed)
	}
}
