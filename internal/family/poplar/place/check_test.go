package place_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"optc/dialect/poplar/target"
	"optc/internal/family/poplar/place"
)

func ipu1(t *testing.T) *target.Target {
	t.Helper()
	tg, err := target.Lookup("ipu1")
	if err != nil {
		t.Fatal(err)
	}
	return &tg
}

func inSet(d place.Demand, set int) place.Demand {
	d.Life = place.Life{From: set, To: set + 1}
	return d
}

func living(d place.Demand, from, to int) place.Demand {
	d.Life = place.Life{From: from, To: to}
	return d
}

func within(d place.Demand, lo, hi uint64) place.Demand {
	d.Range = target.Range{Lo: lo, Hi: hi}
	return d
}

// TestCheck: every rule of the checker, at the last address that obeys it and the first
// that does not. Memory is [0x40000, 0x80000), region 1 begins at 0x60000, elements have
// 0x4000 bytes.
func TestCheck(t *testing.T) {
	t.Parallel()
	x, y, z := demand("x", 16, 4), demand("y", 16, 4), demand("z", 16, 4)
	empty := demand("e", 0, 4)
	ab := []place.Pair{{A: 0, B: 1}}
	for _, c := range []struct {
		name  string
		tile  place.Tile
		addrs []uint64
		want  string
	}{
		{name: "first and last", tile: place.Tile{Demands: []place.Demand{x, y}}, addrs: []uint64{0x40000, 0x7FFF0}},
		{name: "before memory", tile: place.Tile{Demands: []place.Demand{x}}, addrs: []uint64{0x3FFFC},
			want: "0 -1 x [0x3fffc, 0x4000c) is outside its range [addr-range]"},
		{name: "behind memory", tile: place.Tile{Demands: []place.Demand{x}}, addrs: []uint64{0x7FFF4},
			want: "0 -1 x [0x7fff4, 0x80004) is outside its range [addr-range]"},
		{name: "in its range", tile: place.Tile{Demands: []place.Demand{within(x, 0x40100, 0x40110)}},
			addrs: []uint64{0x40100}},
		{name: "before its range", tile: place.Tile{Demands: []place.Demand{within(x, 0x40104, 0x50000)}},
			addrs: []uint64{0x40100}, want: "0 -1 x [0x40100, 0x40110) is outside its range [addr-range]"},
		{name: "behind its range", tile: place.Tile{Demands: []place.Demand{within(x, 0x40000, 0x4010C)}},
			addrs: []uint64{0x40100}, want: "0 -1 x [0x40100, 0x40110) is outside its range [addr-range]"},
		{name: "alignment", tile: place.Tile{Demands: []place.Demand{x}}, addrs: []uint64{0x40002},
			want: "0 -1 address 0x40002 of x is not a multiple of 4 [addr-align]"},
		{name: "region 0", tile: place.Tile{Demands: []place.Demand{inRegion(x, 0)}}, addrs: []uint64{0x5FFF0}},
		{name: "across the regions", tile: place.Tile{Demands: []place.Demand{inRegion(x, 0)}}, addrs: []uint64{0x5FFF4},
			want: "0 -1 x [0x5fff4, 0x60004) is not in region 0 [region-unsat]"},
		{name: "region 1", tile: place.Tile{Demands: []place.Demand{inRegion(x, 1)}}, addrs: []uint64{0x60000}},
		{name: "not in region 1", tile: place.Tile{Demands: []place.Demand{inRegion(x, 1)}}, addrs: []uint64{0x5FFFC},
			want: "0 -1 x [0x5fffc, 0x6000c) is not in region 1 [region-unsat]"},
		{name: "any region", tile: place.Tile{Demands: []place.Demand{x}}, addrs: []uint64{0x5FFFC}},
		{name: "side by side", tile: place.Tile{Demands: []place.Demand{x, y}}, addrs: []uint64{0x40010, 0x40000}},
		{name: "overlap", tile: place.Tile{Demands: []place.Demand{x, y}}, addrs: []uint64{0x4000C, 0x40000},
			want: "1 0 y overlaps x [out-of-memory]"},
		{name: "at one place", tile: place.Tile{Demands: []place.Demand{x, y}}, addrs: []uint64{0x40000, 0x40000},
			want: "0 1 x overlaps y [out-of-memory]"},
		{name: "over two", tile: place.Tile{Demands: []place.Demand{demand("long", 64, 4), y, z}},
			addrs: []uint64{0x40000, 0x40010, 0x40030},
			want:  "0 1 long overlaps y [out-of-memory]; 0 2 long overlaps z [out-of-memory]"},
		{name: "other sets", tile: place.Tile{Demands: []place.Demand{inSet(x, 1), inSet(y, 2)}},
			addrs: []uint64{0x40000, 0x40000}},
		{name: "one set", tile: place.Tile{Demands: []place.Demand{inSet(x, 2), inSet(y, 2)}},
			addrs: []uint64{0x40000, 0x40000}, want: "0 1 x overlaps y [out-of-memory]"},
		{name: "a set and the program", tile: place.Tile{Demands: []place.Demand{inSet(x, 2), y}},
			addrs: []uint64{0x40000, 0x40000}, want: "0 1 x overlaps y [out-of-memory]"},
		{name: "the other one of two", tile: place.Tile{Demands: []place.Demand{inSet(x, 1), inSet(y, 2), inSet(z, 1)}},
			addrs: []uint64{0x40000, 0x40004, 0x40008}, want: "0 2 x overlaps z [out-of-memory]"},
		{name: "nothing overlaps nothing", tile: place.Tile{Demands: []place.Demand{x, empty}},
			addrs: []uint64{0x40000, 0x40004}},
		{name: "nothing is aligned", tile: place.Tile{Demands: []place.Demand{empty, x}}, addrs: []uint64{0x40002, 0x40000},
			want: "0 -1 address 0x40002 of e is not a multiple of 4 [addr-align]"},
		{name: "elements", tile: place.Tile{Demands: []place.Demand{x, y}, Elements: ab}, addrs: []uint64{0x43FF0, 0x44000}},
		{name: "one element", tile: place.Tile{Demands: []place.Demand{x, y}, Elements: ab},
			addrs: []uint64{0x43FF4, 0x44004}, want: "0 1 x and y share a memory element [elem-unsat]"},
		{name: "one element, the other way", tile: place.Tile{Demands: []place.Demand{x, y}, Elements: ab},
			addrs: []uint64{0x44010, 0x43FF4}, want: "0 1 x and y share a memory element [elem-unsat]"},
		{name: "one byte in the element", tile: place.Tile{Demands: []place.Demand{demand("x", 17, 4), y}, Elements: ab},
			addrs: []uint64{0x43FF0, 0x44014}, want: "0 1 x and y share a memory element [elem-unsat]"},
		{name: "one byte in the element, the other way",
			tile:  place.Tile{Demands: []place.Demand{y, demand("x", 17, 4)}, Elements: ab},
			addrs: []uint64{0x44014, 0x43FF0}, want: "0 1 y and x share a memory element [elem-unsat]"},
		{name: "one byte in the other region", tile: place.Tile{Demands: []place.Demand{demand("x", 17, 4), y}, Regions: ab},
			addrs: []uint64{0x5FFF0, 0x60014}, want: "0 1 x and y are not wholly in different regions [region-unsat]"},
		{name: "one byte in the other region, the other way",
			tile:  place.Tile{Demands: []place.Demand{y, demand("x", 17, 4)}, Regions: ab},
			addrs: []uint64{0x60014, 0x5FFF0}, want: "0 1 y and x are not wholly in different regions [region-unsat]"},
		{name: "one byte out of region 0", tile: place.Tile{Demands: []place.Demand{inRegion(demand("x", 17, 4), 0)}},
			addrs: []uint64{0x5FFF0}, want: "0 -1 x [0x5fff0, 0x60001) is not in region 0 [region-unsat]"},
		{name: "nothing in the element", tile: place.Tile{Demands: []place.Demand{x, empty, y}, Elements: []place.Pair{{A: 0, B: 1}, {A: 1, B: 0}, {A: 0, B: 2}}},
			addrs: []uint64{0x40000, 0x40100, 0x40200}, want: "0 2 x and y share a memory element [elem-unsat]"},
		{name: "regions", tile: place.Tile{Demands: []place.Demand{x, y}, Regions: ab}, addrs: []uint64{0x60000, 0x5FFF0}},
		{name: "one region", tile: place.Tile{Demands: []place.Demand{x, y}, Regions: ab}, addrs: []uint64{0x40000, 0x5FFF0},
			want: "0 1 x and y are not wholly in different regions [region-unsat]"},
		{name: "first in both regions", tile: place.Tile{Demands: []place.Demand{x, y}, Regions: ab},
			addrs: []uint64{0x5FFF4, 0x60004}, want: "0 1 x and y are not wholly in different regions [region-unsat]"},
		{name: "second in both regions", tile: place.Tile{Demands: []place.Demand{x, y}, Regions: ab},
			addrs: []uint64{0x60004, 0x5FFF4}, want: "0 1 x and y are not wholly in different regions [region-unsat]"},
		{name: "nothing in the region", tile: place.Tile{Demands: []place.Demand{x, empty, y}, Regions: []place.Pair{{A: 0, B: 1}, {A: 1, B: 0}, {A: 0, B: 2}}},
			addrs: []uint64{0x40000, 0x40100, 0x40200}, want: "0 2 x and y are not wholly in different regions [region-unsat]"},
	} {
		var got []string
		for _, e := range place.Check(ipu1(t), &c.tile, c.addrs) {
			got = append(got, fmt.Sprint(e.At, " ", e.Other, " ", e.Err))
		}
		if diff := cmp.Diff(c.want, strings.Join(got, "; ")); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}

// TestPlaceFixed: allocations with given addresses, and allocations that are placed
// around them.
func TestPlaceFixed(t *testing.T) {
	t.Parallel()
	x, y := demand("x", 16, 4), demand("y", 16, 4)
	ab := []place.Pair{{A: 0, B: 1}}
	for _, c := range []struct {
		name    string
		tile    place.Tile
		options place.Options
		want    string
	}{
		{name: "the last address", tile: place.Tile{Demands: []place.Demand{at(x, 0x7FFF0)}}, options: place.Options{},
			want: "[0x7fff0]"},
		{name: "behind it", tile: place.Tile{Demands: []place.Demand{at(x, 0x7FFF4)}}, options: place.Options{},
			want: "0 -1 x at [0x7fff4, 0x80004) lies outside of [0x40000, 0x80000), where it must lie [addr-range]"},
		{name: "before memory", tile: place.Tile{Demands: []place.Demand{at(x, 0x3FFFC)}}, options: place.Options{},
			want: "0 -1 x at [0x3fffc, 0x4000c) lies outside of [0x40000, 0x80000), where it must lie [addr-range]"},
		{name: "alignment", tile: place.Tile{Demands: []place.Demand{at(x, 0x40002)}}, options: place.Options{},
			want: "0 -1 address 0x40002 of x is not a multiple of 4 [addr-align]"},
		{name: "region", tile: place.Tile{Demands: []place.Demand{at(inRegion(x, 1), 0x5FFFC)}}, options: place.Options{},
			want: "0 -1 x at [0x5fffc, 0x6000c) lies outside of [0x60000, 0x80000), where it must lie [addr-range]"},
		{name: "range", tile: place.Tile{Demands: []place.Demand{at(within(x, 0x40100, 0x40200), 0x401F4)}},
			options: place.Options{},
			want:    "0 -1 x at [0x401f4, 0x40204) lies outside of [0x40100, 0x40200), where it must lie [addr-range]"},
		{name: "side by side", tile: place.Tile{Demands: []place.Demand{at(x, 0x40010), at(y, 0x40000)}},
			options: place.Options{}, want: "[0x40010 0x40000]"},
		{name: "overlap", tile: place.Tile{Demands: []place.Demand{at(x, 0x4000C), at(y, 0x40000)}},
			options: place.Options{}, want: "1 0 data y at 0x40000 overlaps x [out-of-memory]"},
		{name: "at one place, empty",
			tile:    place.Tile{Demands: []place.Demand{at(x, 0x40000), at(demand("e", 0, 4), 0x40004)}},
			options: place.Options{}, want: "[0x40000 0x40004]"},
		{name: "one element", tile: place.Tile{Demands: []place.Demand{at(x, 0x40000), at(y, 0x43FFC)}, Elements: ab},
			options: place.Options{},
			want:    "1 0 y at 0x43ffc shares a memory element with an allocation that it must lie apart from [elem-unsat]"},
		{name: "two elements", tile: place.Tile{Demands: []place.Demand{at(x, 0x43FF0), at(y, 0x44000)}, Elements: ab},
			options: place.Options{}, want: "[0x43ff0 0x44000]"},
		{name: "reuse by other sets",
			tile:    place.Tile{Demands: []place.Demand{at(inSet(x, 1), 0x40000), at(inSet(y, 2), 0x40000)}},
			options: place.Options{Reuse: true}, want: "[0x40000 0x40000]"},
		{name: "reuse by one set",
			tile:    place.Tile{Demands: []place.Demand{at(inSet(x, 2), 0x40000), at(inSet(y, 2), 0x4000C)}},
			options: place.Options{Reuse: true}, want: "1 0 data y at 0x4000c overlaps x [out-of-memory]"},
		{name: "no reuse", tile: place.Tile{Demands: []place.Demand{at(inSet(x, 1), 0x40000), at(inSet(y, 2), 0x40000)}},
			options: place.Options{}, want: "1 0 data y at 0x40000 overlaps x [out-of-memory]"},
		{name: "reuse beside another set",
			tile:    place.Tile{Demands: []place.Demand{at(inSet(x, 1), 0x40000), at(inSet(y, 2), 0x40004), at(inSet(demand("z", 16, 4), 2), 0x40010)}},
			options: place.Options{Reuse: true}, want: "2 1 data z at 0x40010 overlaps y [out-of-memory]"},

		{name: "around a fixed one", tile: place.Tile{Demands: []place.Demand{at(x, 0x40008), y, demand("w", 8, 4)}},
			options: place.Options{}, want: "[0x40008 0x40018 0x40000]"},
		{name: "a gap that is just large enough",
			tile:    place.Tile{Demands: []place.Demand{at(x, 0x40000), at(y, 0x40020), demand("w", 16, 4)}},
			options: place.Options{}, want: "[0x40000 0x40020 0x40010]"},
		{name: "a gap that is not",
			tile:    place.Tile{Demands: []place.Demand{at(x, 0x40000), at(y, 0x40020), demand("w", 20, 4)}},
			options: place.Options{}, want: "[0x40000 0x40020 0x40030]"},
		{name: "a gap by alignment", tile: place.Tile{Demands: []place.Demand{at(x, 0x40004), demand("w", 8, 32)}},
			options: place.Options{}, want: "[0x40004 0x40020]"},
		{name: "larger first", tile: place.Tile{Demands: []place.Demand{demand("s", 8, 4), demand("l", 32, 4)}},
			options: place.Options{}, want: "[0x40020 0x40000]"},
		{name: "in order", tile: place.Tile{Demands: []place.Demand{demand("s", 8, 4), demand("l", 32, 4)}},
			options: place.Options{InOrder: true}, want: "[0x40000 0x40008]"},
		{name: "demands first",
			tile:    place.Tile{Demands: []place.Demand{demand("l", 32, 4), within(demand("r", 8, 4), 0x40000, 0x40010), inRegion(demand("o", 4, 4), 0)}},
			options: place.Options{}, want: "[0x4000c 0x40000 0x40008]"},
		{name: "more pairs first",
			tile:    place.Tile{Demands: []place.Demand{x, y, demand("z", 8, 4)}, Regions: []place.Pair{{A: 0, B: 2}, {A: 1, B: 2}}, Elements: ab},
			options: place.Options{}, want: "[0x40000 0x44000 0x60000]"},
		{name: "of sets, one behind the other",
			tile:    place.Tile{Demands: []place.Demand{inSet(x, 1), inSet(y, 1), inSet(demand("z", 12, 4), 2), demand("p", 8, 4)}},
			options: place.Options{Reuse: true}, want: "[0x40000 0x40010 0x40000 0x40020]"},
		{name: "of lives that overlap in part, around others",
			tile:    place.Tile{Demands: []place.Demand{living(x, 1, 4), living(y, 3, 6), living(demand("z", 8, 4), 4, 5), living(demand("w", 8, 4), 6, 9), demand("p", 20, 4)}},
			options: place.Options{Reuse: true}, want: "[0x40014 0x40024 0x40014 0x40014 0x40000]"},
		// In the order of sizes, they take 64 bytes; 56 are alive at the same time.
		{name: "of lives, the longest first",
			tile:    place.Tile{Demands: []place.Demand{living(x, 3, 4), living(demand("s", 24, 4), 1, 2), living(y, 2, 4), living(demand("l", 24, 4), 1, 4)}},
			options: place.Options{Reuse: true}, want: "[0x40028 0x40018 0x40018 0x40000]"},
		{name: "of sets, without reuse",
			tile:    place.Tile{Demands: []place.Demand{inSet(x, 1), inSet(y, 1), inSet(demand("z", 12, 4), 2)}},
			options: place.Options{}, want: "[0x40000 0x40010 0x40020]"},

		{name: "memory is full", tile: place.Tile{Demands: []place.Demand{demand("w", 0x40000, 4)}},
			options: place.Options{}, want: "[0x40000]"},
		{name: "one byte too many", tile: place.Tile{Number: 7, Demands: []place.Demand{demand("w", 0x40001, 4)}}, options: place.Options{},
			want: "0 -1 tile 7 has no room for data 'w' of 262145 bytes: its largest gap has 262144 [out-of-memory]; w may use [0x40000, 0x80000), aligned to 4"},
		{name: "the largest gap", tile: place.Tile{Demands: []place.Demand{at(x, 0x40100), at(y, 0x40210), within(demand("w", 0x200, 4), 0x40000, 0x40300)}}, options: place.Options{},
			want: "2 -1 tile 0 has no room for data 'w' of 512 bytes: its largest gap has 256 [out-of-memory]; w may use [0x40000, 0x40300), aligned to 4"},
		{name: "the last gap", tile: place.Tile{Demands: []place.Demand{at(x, 0x40100), within(demand("w", 0x300, 4), 0x40080, 0x40300)}}, options: place.Options{},
			want: "1 -1 tile 0 has no room for data 'w' of 768 bytes: its largest gap has 496 [out-of-memory]; w may use [0x40080, 0x40300), aligned to 4"},
		{name: "a gap only unaligned", tile: place.Tile{Demands: []place.Demand{at(demand("x", 4, 4), 0x40000), at(demand("y", 4, 4), 0x4000C), within(demand("w", 8, 8), 0x40000, 0x40010)}}, options: place.Options{},
			want: "2 -1 tile 0 has no room for data 'w' of 8 bytes: its largest gap has 4 [out-of-memory]; w may use [0x40000, 0x40010), aligned to 8"},
	} {
		got := ""
		addrs, err := place.Place(ipu1(t), &c.tile, c.options)
		if err != nil {
			e := err.(*place.Error)
			got = fmt.Sprint(e.At, " ", e.Other, " ", e.Err)
		} else {
			got = fmt.Sprintf("%#x", addrs)
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}

// TestRecolouring: of many pairs that could exchange their regions, as many are tried as
// the limit allows.
func TestRecolouring(t *testing.T) {
	t.Parallel()
	for n, fits := range map[int]bool{15: true, 16: false} {
		var tile place.Tile
		for range n {
			tile.Regions = append(tile.Regions, place.Pair{A: len(tile.Demands), B: len(tile.Demands) + 1})
			tile.Demands = append(tile.Demands, demand("x", 8, 4), demand("y", 8, 4))
		}
		// The following pair must be in the opposite order.
		tile.Regions = append(tile.Regions, place.Pair{A: 2 * n, B: 2*n + 1})
		tile.Demands = append(tile.Demands, demand("v", 0x800, 4), demand("w", 0x1000, 4), inRegion(demand("p", 0x1F800-uint64(8*n), 4), 0))
		if addrs, err := place.Place(ipu1(t), &tile, place.Options{}); (err == nil) != fits {
			t.Errorf("%d pairs: %#x, %v", n, addrs, err)
		}
	}
}

// TestDemands: the demands of edges on the allocation that they refer to.
func TestDemands(t *testing.T) {
	t.Parallel()
	tg := ipu1(t)
	d := demand("x", 16, 4)
	d.Require(demand("", 0, 8))
	d.Require(demand("", 0, 2))
	if want := demand("x", 16, 8); d != want {
		t.Errorf("alignment: %+v", d)
	}
	d.Require(within(demand("", 0, 1), 0x40000, 0x50000))
	d.Require(inRegion(within(demand("", 0, 1), 0x48000, 0x60000), 1))
	d.Require(demand("", 0, 1))
	if want := inRegion(within(demand("x", 16, 8), 0x48000, 0x50000), 1); d != want {
		t.Errorf("range: %+v", d)
	}
	for _, c := range []struct{ r, want target.Range }{
		{target.Range{Lo: 0x40000, Hi: 0x80000}, target.Range{}},
		{target.Range{Lo: 0, Hi: 1 << 32}, target.Range{}},
		{target.Range{Lo: 0x40001, Hi: 0x80000}, target.Range{Lo: 0x40001, Hi: 0x80000}},
		{target.Range{Lo: 0x40000, Hi: 0x7FFFF}, target.Range{Lo: 0x40000, Hi: 0x7FFFF}},
	} {
		if got := demand("x", 16, 4).Within(tg, c.r).Range; got != c.want {
			t.Errorf("within %+v: %+v, want %+v", c.r, got, c.want)
		}
	}
	if demand("x", 16, 4).Interleaved(true).Region != 1 || demand("x", 16, 4).Interleaved(false).Region != place.AnyRegion {
		t.Error("only what is interleaved is in region 1")
	}
	x, y := inSet(demand("x", 1, 1), 1), inSet(demand("y", 1, 1), 2)
	always := demand("z", 1, 1)
	if x.Life.Meets(y.Life) || !x.Life.Meets(x.Life) || !x.Life.Meets(always.Life) || !always.Life.Meets(y.Life) {
		t.Error("allocations of one set meet each other and those of the program")
	}
}
