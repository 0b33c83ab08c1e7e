package place_test

import (
	"fmt"
	"strings"
	"testing"

	"optc/internal/family/poplar/place"
)

// TestMessages: addresses, or the error with the demands that cause it. Memory is
// [0x40000, 0x80000), region 1 begins at 0x60000, elements have 0x4000 bytes.
func TestMessages(t *testing.T) {
	t.Parallel()
	x, y, empty := demand("x", 16, 4), demand("y", 16, 4), demand("e", 0, 4)
	first, all := demand("first", 0x10000, 4), demand("all", 0x40000, 4)
	ab := []place.Pair{{A: 0, B: 1}}
	const otherwise = "cannot be put into different regions: other demands fix their regions otherwise [region-unsat]"
	for _, c := range []struct {
		name string
		tile place.Tile
		want string
	}{
		{"nothing takes no room", place.Tile{Demands: []place.Demand{x, empty}}, "0x40000 0x40000"},
		{"nothing is in the way of nothing", place.Tile{Demands: []place.Demand{at(empty, 0x40008), x}}, "0x40008 0x40000"},
		{"nothing shares no element", place.Tile{Demands: []place.Demand{x, empty}, Elements: ab}, "0x40000 0x40000"},
		{"an address of nothing is in no element", place.Tile{Demands: []place.Demand{at(empty, 0x40010), x}, Elements: ab}, "0x40010 0x40000"},
		{"a gap between two", place.Tile{Demands: []place.Demand{at(first, 0x40000), at(demand("second", 0x28000, 4), 0x58000), demand("x", 0x9000, 8)}},
			"2 -1 tile 0 has no room for data 'x' of 36864 bytes: its largest gap has 32768 [out-of-memory]; x may use [0x40000, 0x80000), aligned to 8"},
		{"a gap from an aligned address on", place.Tile{Demands: []place.Demand{at(x, 0x40000), at(demand("second", 0x2FFFC, 4), 0x50004), demand("z", 0x10000, 0x1000)}},
			"2 -1 tile 0 has no room for data 'z' of 65536 bytes: its largest gap has 61444 [out-of-memory]; z may use [0x40000, 0x80000), aligned to 4096"},
		{"a gap before", place.Tile{Demands: []place.Demand{at(demand("second", 0x38000, 4), 0x48000), demand("z", 0x8004, 4)}},
			"1 -1 tile 0 has no room for data 'z' of 32772 bytes: its largest gap has 32768 [out-of-memory]; z may use [0x40000, 0x80000), aligned to 4"},
		{"a gap behind", place.Tile{Demands: []place.Demand{at(demand("second", 0x3F000, 4), 0x40000), demand("z", 0x1001, 4)}},
			"1 -1 tile 0 has no room for data 'z' of 4097 bytes: its largest gap has 4096 [out-of-memory]; z may use [0x40000, 0x80000), aligned to 4"},
		{"that gap", place.Tile{Demands: []place.Demand{at(demand("second", 0x3F000, 4), 0x40000), demand("z", 0x1000, 4)}}, "0x40000 0x7f000"},
		{"no gap", place.Tile{Demands: []place.Demand{at(all, 0x40000), x}},
			"1 -1 tile 0 has no room for data 'x' of 16 bytes: its largest gap has 0 [out-of-memory]; x may use [0x40000, 0x80000), aligned to 4"},
		{"a gap of its range", place.Tile{Demands: []place.Demand{at(y, 0x40300), within(demand("x", 0x200, 4), 0x40100, 0x40200)}},
			"1 -1 tile 0 has no room for data 'x' of 512 bytes: its largest gap has 256 [out-of-memory]; x may use [0x40100, 0x40200), aligned to 4"},
		{"more than its range, but gaps are wider", place.Tile{Demands: []place.Demand{within(inRegion(demand("x", 0x200, 4), 1), 0x40000, 0x60100)}},
			"0 -1 tile 0 has no room for data 'x' of 512 bytes: its largest gap has 256 [out-of-memory]; x may use [0x60000, 0x60100), aligned to 4"},
		{"an address beside its alignment", place.Tile{Demands: []place.Demand{at(x, 0x40002)}}, "0 -1 address 0x40002 of x is not a multiple of 4 [addr-align]"},
		{"the last address", place.Tile{Demands: []place.Demand{at(x, 0x7FFF0)}}, "0x7fff0"},
		{"an address behind it", place.Tile{Demands: []place.Demand{at(x, 0x7FFF4)}}, "0 -1 x at [0x7fff4, 0x80004) lies outside of [0x40000, 0x80000), where it must lie [addr-range]"},
		{"an address before the first", place.Tile{Demands: []place.Demand{at(x, 0x3FFFC)}}, "0 -1 x at [0x3fffc, 0x4000c) lies outside of [0x40000, 0x80000), where it must lie [addr-range]"},
		{"an address outside of its range", place.Tile{Demands: []place.Demand{within(at(x, 0x40100), 0x40104, 0x50000)}}, "0 -1 x at [0x40100, 0x40110) lies outside of [0x40104, 0x50000), where it must lie [addr-range]"},
		{"addresses that overlap", place.Tile{Demands: []place.Demand{at(demand("z", 16, 4), 0x40100), at(x, 0x40000), at(y, 0x4000C)}}, "2 1 data y at 0x4000c overlaps x [out-of-memory]"},
		{"an address before one and in another", place.Tile{Demands: []place.Demand{at(demand("z", 16, 4), 0x40110), at(demand("x", 16, 4), 0x400F8), at(demand("y", 12, 4), 0x40104)}},
			"2 1 data y at 0x40104 overlaps x [out-of-memory]"},
		{"an address behind one and in another", place.Tile{Demands: []place.Demand{at(demand("z", 16, 4), 0x400F4), at(demand("x", 16, 4), 0x40108), at(demand("y", 12, 4), 0x40104)}},
			"2 1 data y at 0x40104 overlaps x [out-of-memory]"},
		{"addresses side by side", place.Tile{Demands: []place.Demand{at(x, 0x40010), at(y, 0x40000)}}, "0x40010 0x40000"},
		{"addresses in one element", place.Tile{Demands: []place.Demand{at(x, 0x43FF0), at(y, 0x43FE0)}, Elements: ab},
			"1 0 y at 0x43fe0 shares a memory element with an allocation that it must lie apart from [elem-unsat]"},
		{"addresses in two elements", place.Tile{Demands: []place.Demand{at(x, 0x43FF0), at(y, 0x44000)}, Elements: ab}, "0x43ff0 0x44000"},
		{"no element left", place.Tile{Demands: []place.Demand{demand("x", 0x3F000, 4), demand("y", 8, 4)}, Elements: ab},
			"1 0 y and x cannot be put into different memory elements: no element is left for 8 bytes [elem-unsat]"},
		{"one allocation in two elements", place.Tile{Demands: []place.Demand{x, y}, Elements: []place.Pair{{A: 1, B: 1}}},
			"1 -1 y cannot be put into different memory elements: both fields show the same allocation [elem-unsat]"},
		{"one allocation in two regions", place.Tile{Demands: []place.Demand{x, y}, Regions: []place.Pair{{A: 1, B: 1}}},
			"1 1 y and y cannot be put into different regions: both are part of one allocation [region-unsat]"},
		{"two in one region", place.Tile{Demands: []place.Demand{empty, inRegion(x, 1), inRegion(y, 1)}, Regions: []place.Pair{{A: 1, B: 2}}}, "1 2 x and y " + otherwise},
		{"the second pair in one region", place.Tile{Demands: []place.Demand{x, y, inRegion(demand("v", 8, 4), 0), inRegion(demand("w", 8, 4), 0)}, Regions: []place.Pair{{A: 0, B: 1}, {A: 2, B: 3}}},
			"2 3 v and w " + otherwise},
		{"three in two regions", place.Tile{Demands: []place.Demand{x, y, demand("z", 8, 4)}, Regions: []place.Pair{{A: 0, B: 1}, {A: 1, B: 2}, {A: 2, B: 0}}},
			"1 2 y and z cannot be put into different regions: their constraints form a cycle of odd length [region-unsat]"},
	} {
		addrs, err := place.Place(ipu1(t), &c.tile, place.Options{})
		var words []string
		for _, a := range addrs {
			words = append(words, fmt.Sprintf("%#x", a))
		}
		got := strings.Join(words, " ")
		if err != nil {
			e := err.(*place.Error)
			got = fmt.Sprintf("%d %d %v", e.At, e.Other, e)
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}
