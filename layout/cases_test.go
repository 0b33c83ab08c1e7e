package layout

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"
	"optc/diag"
)

// Runs are joined only where both the elements and the places continue.
func TestIntervalsAreJoined(t *testing.T) {
	t.Parallel()
	at := func(index, n int64, unit int, offset int64) Run { return Run{index, n, Place{unit, offset}} }
	for _, test := range []struct {
		name       string
		runs, want []Run
	}{
		{"go on", []Run{at(0, 2, 0, 0), at(2, 2, 0, 4)}, []Run{at(0, 4, 0, 0)}},
		{"elements between", []Run{at(0, 2, 0, 0), at(4, 2, 0, 4)}, []Run{at(0, 2, 0, 0), at(4, 2, 0, 4)}},
		{"cells between", []Run{at(0, 2, 0, 0), at(2, 2, 0, 5)}, []Run{at(0, 2, 0, 0), at(2, 2, 0, 5)}},
		{"another unit", []Run{at(0, 2, 0, 0), at(2, 2, 1, 4)}, []Run{at(0, 2, 0, 0), at(2, 2, 1, 4)}},
		{"copies", []Run{at(0, 4, 0, 0), at(0, 2, 1, 0), at(2, 2, 1, 4)}, []Run{at(0, 4, 0, 0), at(0, 4, 1, 0)}},
		{"copies of a part", []Run{at(0, 4, 0, 0), at(2, 2, 1, 0)}, []Run{at(0, 2, 0, 0), at(2, 2, 0, 4), at(2, 2, 1, 0)}},
		{"copies apart", []Run{at(0, 2, 0, 0), at(0, 2, 1, 0), at(4, 2, 0, 4), at(4, 2, 1, 4)},
			[]Run{at(0, 2, 0, 0), at(0, 2, 1, 0), at(4, 2, 0, 4), at(4, 2, 1, 4)}},
	} {
		m, err := NewTable(Table{Units: 2, Width: 2, Shape: []int64{6}, Runs: test.runs})
		if err != nil {
			t.Fatalf("%s: %v", test.name, err)
		}
		if got := intervals(m); !slices.Equal(got, test.want) {
			t.Errorf("%s: %v, want %v", test.name, got, test.want)
		}
	}
}

// intervals returns the runs of a map, neighbours joined.
func intervals(m *Map) (out []Run) {
	t := m.Table().table
	for _, s := range t.segs {
		for _, p := range t.places[s.lo:s.hi] {
			out = append(out, Run{s.index, s.len, p})
		}
	}
	return out
}

// If there are several copies, moves read the copy in the unit that they write, otherwise
// the first copy.
func TestMovesReadTheNearestCopy(t *testing.T) {
	t.Parallel()
	one := func(units ...int) *Map {
		table := Table{Units: 8, Width: 1, Shape: []int64{1}}
		for _, u := range units {
			table.Runs = append(table.Runs, Run{0, 1, Place{u, 0}})
		}
		m, err := NewTable(table)
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	for _, test := range []struct {
		from     []int
		to, want int
	}{
		{[]int{0, 3, 5}, 3, 3}, {[]int{0, 2, 5}, 3, 0}, {[]int{4, 5}, 1, 4},
	} {
		src, dst := one(test.from...), one(test.to)
		moves, err := Moves(src, dst)
		if err != nil || len(moves) != 1 || moves[0].Src.Unit != test.want {
			t.Errorf("from %v to %d: %v, want unit %d; %v", test.from, test.to, moves, test.want, err)
		}
	}
}

// Collisions of runs that begin at the same element and differ in length, and of copies
// that share a part of their cells.
func TestCollisionsOfCopies(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name          string
		width         int64
		runs          []Run
		first, second int64
		found         bool
	}{
		{name: "behind a short run", width: 1,
			runs: []Run{{4, 1, Place{1, 0}}, {4, 3, Place{0, 3}}, {1, 1, Place{0, 4}}, {0, 1, Place{1, 1}}}, first: 1,
			second: 5, found: true},
		{name: "the end of a short run", width: 1,
			runs: []Run{{4, 2, Place{1, 0}}, {4, 3, Place{0, 3}}, {1, 1, Place{0, 4}}, {0, 1, Place{1, 1}}}, first: 0,
			second: 5, found: true},
		{name: "behind a short run of a lower unit", width: 1,
			runs: []Run{{4, 1, Place{0, 0}}, {4, 3, Place{1, 3}}, {1, 1, Place{1, 4}}, {0, 1, Place{0, 1}}}, first: 1,
			second: 5, found: true},
		{name: "copies one cell apart", width: 3, runs: []Run{{0, 2, Place{0, 0}}, {0, 2, Place{0, 1}}}, first: 0, second: 1,
			found: true},
		{name: "copies two cells apart", width: 3, runs: []Run{{2, 2, Place{0, 0}}, {2, 2, Place{0, 2}}}, first: 2,
			second: 3, found: true},
		{name: "one element one cell apart", width: 3, runs: []Run{{0, 1, Place{0, 0}}, {0, 1, Place{0, 1}}}, first: 0,
			second: 0},
		{name: "side by side", width: 3, runs: []Run{{0, 1, Place{0, 0}}, {1, 1, Place{0, 3}}}, first: 0, second: 0},
		{name: "the last cell", width: 3, runs: []Run{{0, 1, Place{0, 0}}, {1, 1, Place{0, 2}}}, first: 0, second: 1,
			found: true},
	} {
		m, err := NewTable(Table{Units: 2, Width: test.width, Shape: []int64{8}, Runs: test.runs})
		if err != nil {
			t.Fatalf("%s: %v", test.name, err)
		}
		if a, b, ok := m.shares(); a != test.first || b != test.second || ok != test.found {
			t.Errorf("%s: Collides = %d, %d, %v; want %d, %d, %v", test.name, a, b, ok, test.first, test.second, test.found)
		}
	}
}

// Cells in the range of a map that hold no element.
func TestClassesOfSpareCells(t *testing.T) {
	t.Parallel()
	table, err := NewTable(Table{Units: 1, Width: 1, Shape: []int64{4}, Reserved: 9, Runs: []Run{{0, 2, Place{0, 2}}, {2, 2, Place{0, 5}}}})
	if err != nil {
		t.Fatal(err)
	}
	digits := build(t, Digits{Units: 2, Width: 1, Spare: Gap, Reserved: 9, Base: Place{1, 2}, Dims: []Dim{
		{Size: 2, Digits: []Digit{{2, 0, 3}}}, {Size: 2, Digits: []Digit{{2, 0, 1}}},
	}})
	for _, test := range []struct {
		name string
		m    *Map
		want string // the first letters of the classes
	}{
		{"table", table, "ffeegeeffo"},
		{"digits", digits, "ooeegeeffffo"},
		// Three of four are there: the fourth completes the group, and the next group is free.
		{"one digit", build(t, Digits{Units: 1, Width: 1, Reserved: 6, Dims: []Dim{{Size: 3, Partial: Tail, Digits: []Digit{{4, 0, 1}}}}}), "eeetffo"},
		{"two digits", build(t, Digits{Units: 1, Width: 1, Reserved: 10, Dims: []Dim{{Size: 5, Partial: Tail, Digits: []Digit{{4, 0, 1}, {3, 0, 4}}}}}), "eeeeetttffo"},
		{"a short first group", build(t, Digits{Units: 1, Width: 1, Reserved: 8, Dims: []Dim{{Size: 5, Shift: 2, Partial: Dummy, Digits: []Digit{{4, 0, 1}, {2, 0, 4}}}}}), "ddeeeeedo"},
		{"a group before", build(t, Digits{Units: 1, Width: 1, Reserved: 8, Dims: []Dim{{Size: 3, Shift: 4, Partial: Dummy, Digits: []Digit{{4, 0, 1}, {2, 0, 4}}}}}), "ffffeeedo"},
	} {
		got := ""
		for o := range len(test.want) {
			got += test.m.Invert(test.m.Units()-1, int64(o)).Class.String()[:1]
		}
		if got != test.want {
			t.Errorf("%s: %s, want %s", test.name, got, test.want)
		}
	}
}

// Two digits that look mergeable but are not.
func TestDigitsThatDoNotMerge(t *testing.T) {
	t.Parallel()
	for _, d := range []Digits{
		{Units: 2, Width: 1, Dims: []Dim{{Size: 2, Digits: []Digit{{2, 0, 6}}}, {Size: 3, Digits: []Digit{{2, 1, 0}, {2, 0, 6}}}}},
		{Units: 2, Width: 1, Dims: []Dim{{Size: 2, Digits: []Digit{{2, 0, 5}}}, {Size: 2, Digits: []Digit{{2, 1, 0}, {2, 0, 6}}}}},
		{Units: 4, Width: 1, Dims: []Dim{{Size: 2, Digits: []Digit{{2, 2, 6}}}, {Size: 4, Shift: 1, Digits: []Digit{{2, 1, 0}, {4, 0, 6}}}}},
		{Units: 2, Width: 1, Dims: []Dim{{Size: 2, Shift: 1, Digits: []Digit{{3, 0, 12}}}, {Size: 4, Shift: 1, Digits: []Digit{{2, 1, 0}, {4, 0, 6}}}}},
	} {
		m, want := build(t, d), spell(d)
		want.check(t, m)
		want.check(t, m.Table())
		if v, err := m.Reshape([]int64{m.Count()}); err == nil {
			naive{[]int64{m.Count()}, want.places}.check(t, v)
		}
	}
}

// Views of dimensions in which the outer dimension continues the last digit of the inner one.
func TestViewsOfContinuedDigits(t *testing.T) {
	t.Parallel()
	d := Digits{Units: 4, Width: 1, Dims: []Dim{{Size: 3, Digits: []Digit{{3, 0, 6}}}, {Size: 4, Shift: 2, Digits: []Digit{{4, 1, 0}, {2, 0, 6}}}}}
	m, want := build(t, d), spell(d)
	for _, shape := range [][]int64{{12}, {6, 2}, {1, 12}, {3, 2, 2}} {
		v, err := m.Reshape(shape)
		if err != nil {
			t.Errorf("as %v: %v", shape, err)
			continue
		}
		naive{shape, want.places}.check(t, v)
	}
}

// A value at each limit is accepted, and the next value is refused.
func TestLimits(t *testing.T) {
	t.Parallel()
	dims := func(g Digit) []Dim { return []Dim{{Size: g.Size, Digits: []Digit{g}}} }
	if strconv.IntSize < 64 {
		t.Skip("the number of units at the limit needs an int of 64 bits")
	}
	units := int64(Limit)
	for _, test := range []struct {
		name string
		err  error
		code string
	}{
		{"last unit", second(New(Digits{Units: int(units), Width: 1, Dims: dims(Digit{2, Limit - 1, 0})})), ""},
		{"behind the last unit", second(New(Digits{Units: int(units + 1), Width: 1, Dims: dims(Digit{2, Limit, 0})})), "too-large"},
		{"last offset", second(New(Digits{Units: 1, Width: 1, Dims: dims(Digit{2, 0, Limit - 2})})), ""},
		{"behind the last offset", second(New(Digits{Units: 1, Width: 1, Dims: dims(Digit{2, 0, Limit - 1})})), "too-large"},
		{"slice", second(build(t, Digits{Units: 1, Width: 1, Dims: dims(Digit{4, 0, 1})}).Slice([]int64{3}, []int64{1})), ""},
		{"strides", second(Strided([]int64{2, 2}, []int64{1}, 0, 1)), "bad-digit"},
	} {
		if diag.CodeOf(test.err) != test.code {
			t.Errorf("%s: %v, want code %q", test.name, test.err, test.code)
		}
	}
	d := Digits{Units: 1, Width: 1, Dims: dims(Digit{4, 0, 1})}
	for _, m := range []*Map{build(t, d), build(t, d).Table()} {
		for index, want := range map[int64]bool{-1: false, 0: true, 3: true, 4: false} {
			if _, ok := m.LocateIndex(index); ok != want {
				t.Errorf("LocateIndex(%d) = %v, want %v", index, ok, want)
			}
		}
	}
}

// TestComposeRandom compares compositions with maps that have holes and copies with the
// definition.
func TestComposeRandom(t *testing.T) {
	t.Parallel()
	unmapped := 0
	for seed := range uint64(60) {
		rng := rand.New(rand.NewPCG(seed, 4))
		const units, columns = 3, 5
		placed, places := randomTable(rng, units*columns)
		placed.Shape = []int64{units, columns}
		outer, err := NewTable(placed)
		if err != nil {
			t.Fatal(err)
		}
		inner := Table{Units: units, Width: 1, Shape: []int64{9}}
		want := naive{shape: inner.Shape, places: make([][]Place, 9)}
		hole := false
		for index := int64(0); index < 9; {
			n := min(9-index, 1+rng.Int64N(3))
			r := Run{index, n, Place{rng.IntN(units), rng.Int64N(columns - n + 1)}}
			inner.Runs = append(inner.Runs, r)
			for i := range n {
				all := places.places[int64(r.Unit)*columns+r.Offset+i]
				want.places[index+i] = all
				hole = hole || len(all) == 0
			}
			index += n
		}
		m, err := NewTable(inner)
		if err != nil {
			t.Fatal(err)
		}
		got, err := m.Compose(outer)
		if hole {
			unmapped++
			if diag.CodeOf(err) != "unmapped" {
				t.Fatalf("%v followed by %v: %v, want code unmapped", inner.Runs, placed.Runs, err)
			}
			continue
		}
		if err != nil {
			t.Fatalf("%v followed by %v: %v", inner.Runs, placed.Runs, err)
		}
		want.check(t, got)
	}
	if unmapped < 10 || unmapped > 50 {
		t.Errorf("%d of 60 compositions have holes", unmapped)
	}
}

func TestComposeErrors(t *testing.T) {
	t.Parallel()
	inner := build(t, Digits{Units: 3, Width: 1, Dims: []Dim{{Size: 3, Digits: []Digit{{3, 1, 0}}}, {Size: 4, Digits: []Digit{{4, 0, 1}}}}})
	outer := func(shape ...int64) *Map {
		m, err := Strided(shape, rowMajorStrides(shape, 1), 0, 1)
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	wide, err := Strided([]int64{2}, []int64{2}, 0, 2)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		m, outer *Map
		code     string
	}{
		{inner, outer(3, 4), ""},
		{inner, outer(4, 5), ""},
		{inner, outer(2, 4), "compose-shape"},
		{inner, outer(3, 3), "compose-shape"},
		{inner, outer(12), "compose-shape"},
		{inner, outer(3, 4, 1), "compose-shape"},
		{wide, outer(1, 4), "compose-shape"},
	} {
		if _, err := test.m.Compose(test.outer); diag.CodeOf(err) != test.code {
			t.Errorf("%s followed by %s: %v, want code %q", fmt.Sprint(test.m.Shape()), fmt.Sprint(test.outer.Shape()), err, test.code)
		}
	}
}

// TestDigitsBelongToTheMap: the digits that make a map, and the digits that it returns,
// may be changed.
func TestDigitsBelongToTheMap(t *testing.T) {
	t.Parallel()
	spec := func() Digits {
		return Digits{
			Units: 8, Width: 1,
			Dims: []Dim{{Size: 4, Digits: []Digit{{Size: 2, Offset: 1}, {Size: 2, Unit: 1}}}},
			Free: []Digit{{Size: 2, Unit: 4}},
		}
	}
	overwrite := func(d Digits) {
		d.Dims[0].Digits[0].Offset = 5
		d.Dims[0].Size = 3
		d.Free[0].Unit = 2
	}
	fresh, err := New(spec())
	if err != nil {
		t.Fatal(err)
	}
	given := spec()
	m, err := New(given)
	if err != nil {
		t.Fatal(err)
	}
	overwrite(given)
	told, _ := m.Digits()
	overwrite(told)
	got, _ := m.Digits()
	want, _ := fresh.Digits()
	if d := cmp.Diff(want, got); d != "" || !m.same(fresh) {
		t.Errorf("the map changed: %s", d)
	}
}
