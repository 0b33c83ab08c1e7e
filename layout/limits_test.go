package layout

import (
	"fmt"
	"strings"
	"testing"

	"optc/diag"
)

// Invalid arguments, with the complete message.
func TestRefusals(t *testing.T) {
	t.Parallel()
	const big = 1 << 40
	line := build(t, Digits{Units: 1, Width: 1, Dims: []Dim{{Size: 4, Digits: []Digit{{4, 0, 1}}}}})
	threes, fives := flat(modesOf(3, 1, 1<<24, 15, 5, 3)), flat(modesOf(5, 1, 1<<24, 30, 3, 10))
	two := build(t, Digits{Units: 2, Width: 1, Dims: []Dim{{Size: 2, Digits: []Digit{{2, 1, 0}}}}})
	nested := func(change func(n *NestedLayout)) error {
		n := NestedLayout{Subgroup: []int64{1}, Batch: []int64{1}, Outer: []int64{1}, Thread: []int64{1}, Element: []int64{1}, SubgroupStrides: []int64{1}, ThreadStrides: []int64{1}}
		change(&n)
		return second(Nested(n))
	}
	for _, test := range []struct {
		name string
		err  error
		want string
	}{
		{"values of digits", second(New(Digits{Units: 1, Width: 1, Dims: []Dim{{Size: 4, Digits: []Digit{{big, 0, 0}, {big, 0, 0}}}}})), "the digits of dimension 0 have more than 2^62 values"},
		{"free digit", second(New(Digits{Units: 1, Width: 1, Free: []Digit{{0, 1, 0}}})), "expected a size of at least 1 and strides of one sign, but got size 0, unit stride 1, offset stride 0"},
		{"copy in a unit", second(New(Digits{Units: 2, Width: 1, Free: []Digit{{2, 1, 0}}, Dims: []Dim{{Size: 2, Digits: []Digit{{2, 1, 0}}}}})), "expected units in [0, 2), but the digits reach [0, 2]"},
		{"shape of a table", second(NewTable(Table{Units: 1, Width: 1, Shape: []int64{0}})), "expected extents of at least 1, but dimension 0 of (0) is 0"},
		{"offsets of another rank", second(line.Slice(nil, []int64{1})), "expected 1 offsets and sizes, but got 0 and 1"},
		{"sizes of another rank", second(line.Slice([]int64{0}, nil)), "expected 1 offsets and sizes, but got 1 and 0"},
		{"slice behind", second(line.Slice([]int64{4}, []int64{1})), "slice [4, 5) is out of bounds of dimension 0 of extent 4"},
		{"slice too large", second(line.Slice([]int64{2}, []int64{3})), "slice [2, 5) is out of bounds of dimension 0 of extent 4"},
		{"compose outside", second(line.Compose(build(t, Digits{Units: 1, Width: 1, Dims: []Dim{{Size: 1}, {Size: 3, Digits: []Digit{{3, 0, 1}}}}}))), "expected cells inside [0, 3), but cells [0, 4) are in use"},
		{"compose with nothing", second(two.Compose(tableOf(t, Table{Units: 1, Width: 1, Shape: []int64{2, 3}, Runs: []Run{{0, 3, Place{0, 0}}}}))), "cell 0 of unit 1 is stored nowhere"},
		{"compose with a part", second(line.Compose(tableOf(t, Table{Units: 1, Width: 1, Shape: []int64{1, 4}, Runs: []Run{{0, 2, Place{0, 0}}, {3, 1, Place{0, 3}}}}))), "cell 2 of unit 0 is stored nowhere"},
		{"exchange", second(CountExchange(threes, fives, 1)), "16777216 steps do not decide how many cells move"},
		{"permutation", second(line.Transpose([]int{1})), "expected a permutation of 1 dimensions, but got [1]"},
		{"short permutation", second(build(t, Digits{Units: 1, Width: 1, Dims: []Dim{{Size: 1}, {Size: 1}}}).Transpose([]int{0})), "expected a permutation of 2 dimensions, but got [0]"},
		{"permutation twice", second(build(t, Digits{Units: 1, Width: 1, Dims: []Dim{{Size: 1}, {Size: 1}}}).Transpose([]int{0, 0})), "expected a permutation of 2 dimensions, but got [0 0]"},
		{"threads of subgroups", nested(func(n *NestedLayout) { n.Thread[0], n.Subgroup[0] = 1<<20, 1<<20 }), "expected at most 1073741824 threads, but got 1048576 subgroups of 1048576"},
		{"one thread", nested(func(n *NestedLayout) { n.Element[0], n.Batch[0] = big, big }), "one thread holds more than 2^62 elements"},
		{"outer", nested(func(n *NestedLayout) { n.Outer[0], n.Element[0] = big, big }), "one thread holds more than 2^62 elements"},
		{"dimension", nested(func(n *NestedLayout) { n.Element[0], n.Thread[0], n.Subgroup[0] = 1<<56, 1<<10, 1<<10 }), "dimension 0 has more than 2^62 elements"},
	} {
		if test.err == nil {
			t.Errorf("%s: no error, want %q", test.name, test.want)
		} else if got := strings.Split(test.err.Error(), "\n")[0]; !strings.HasPrefix(got, test.want) {
			t.Errorf("%s: %q [%s], want %q", test.name, got, diag.CodeOf(test.err), test.want)
		}
	}
}

// Maps with other shapes, counts or widths are different.
func TestDifferentShapes(t *testing.T) {
	t.Parallel()
	square := Digits{Units: 1, Width: 1, Dims: []Dim{{Size: 2, Digits: []Digit{{2, 0, 2}}}, {Size: 2, Digits: []Digit{{2, 0, 1}}}}}
	line := Digits{Units: 1, Width: 1, Dims: []Dim{{Size: 4, Digits: []Digit{{4, 0, 1}}}}}
	wide := line
	wide.Width = 2
	long := Digits{Units: 1, Width: 1, Dims: []Dim{{Size: 5, Digits: []Digit{{5, 0, 1}}}}}
	for _, test := range []struct {
		a, b                     Digits
		equal, sameUnits, differ bool
	}{
		{a: square, b: line},
		{a: line, b: line, equal: true, sameUnits: true},
		{a: line, b: wide, sameUnits: true, differ: true},
		{a: line, b: long, differ: true},
	} {
		a, b := build(t, test.a), build(t, test.b)
		_, differ := a.differs(b)
		if got := [3]bool{a.same(b), a.sameUnits(b), differ}; got != [3]bool{test.equal, test.sameUnits, test.differ} {
			t.Errorf("%v and %v of width %d: equal, same units, different: %v", a.Shape(), b.Shape(), test.b.Width, got)
		}
	}
}

// Indices beyond the last element have no runs and no places.
func TestBehindTheEnd(t *testing.T) {
	t.Parallel()
	d := build(t, Digits{Units: 1, Width: 1, Dims: []Dim{{Size: 4, Digits: []Digit{{4, 0, 1}}}}})
	for _, m := range []*Map{d, d.Table()} {
		var runs []Run
		for r := range m.RunsIn(4, 9) {
			runs = append(runs, r)
		}
		if places := m.LocateAll([]int64{4}, nil); runs != nil || places != nil {
			t.Errorf("runs %v, places %v", runs, places)
		}
	}
}

// Digits whose numbers would exceed 2^62 if dimensions were joined are kept separate.
func TestHugeShift(t *testing.T) {
	t.Parallel()
	m := build(t, Digits{Units: 1, Width: 1, Dims: []Dim{
		{Size: 2, Shift: 1 << 40, Digits: []Digit{{1 << 41, 0, 0}}},
		{Size: 1 << 30, Digits: []Digit{{1 << 30, 0, 1}}},
	}})
	for index, want := range map[int64]int64{0: 0, 5: 5, 1<<30 + 7: 7} {
		if p, ok := m.LocateIndex(index); !ok || p != (Place{0, want}) {
			t.Errorf("element %d is at %v, want offset %d", index, p, want)
		}
	}
}

// No thread has the number of a subgroup that is too large.
func TestFarSubgroup(t *testing.T) {
	t.Parallel()
	n := NestedLayout{Subgroup: []int64{2}, Batch: []int64{1}, Outer: []int64{1}, Thread: []int64{4}, Element: []int64{1}, SubgroupStrides: []int64{1 << 60}, ThreadStrides: []int64{1}}
	dims, err := n.Dims(64)
	if err != nil || dims[0].Digits[NestedSubgroup] != (Digit{2, Limit, 0}) {
		t.Errorf("%v, %v", dims, err)
	}
}

// Tables that are regular along every dimension, but not as a whole, and tables whose numbers
// become too large, are not folded; tables whose first or last group is short are folded.
func TestFoldOfTables(t *testing.T) {
	t.Parallel()
	at := func(places ...Place) []Run {
		var runs []Run
		for i, p := range places {
			runs = append(runs, Run{int64(i), 1, p})
		}
		return runs
	}
	o := func(offsets ...int64) []Run {
		var places []Place
		for _, n := range offsets {
			places = append(places, Place{0, n})
		}
		return at(places...)
	}
	for _, test := range []struct {
		name  string
		shape []int64
		runs  []Run
		folds bool
	}{
		{name: "corner", shape: []int64{2, 2}, runs: o(0, 1, 2, 7)},
		{name: "far", shape: []int64{2}, runs: o(Limit/2, 0)},
		{name: "back", shape: []int64{2}, runs: o(5, 0), folds: true},
		{name: "back above the base", shape: []int64{2}, runs: o(9, 4), folds: true},
		{name: "one back", shape: []int64{2}, runs: o(1, 0), folds: true},
		{name: "short begin", shape: []int64{5}, runs: o(2, 10, 11, 12, 20), folds: true},
		{name: "steps", shape: []int64{6}, runs: o(0, 3, 10, 13, 20, 23), folds: true},
		{name: "irregular", shape: []int64{7}, runs: o(0, 1, 10, 11, 12, 20, 21)},
		{name: "wrap", shape: []int64{4}, runs: at(Place{2, 0}, Place{3, 0}, Place{0, 4}, Place{1, 4}), folds: true},
		{name: "last of a round", shape: []int64{2}, runs: at(Place{3, 0}, Place{0, 4}), folds: true},
		{name: "back twice", shape: []int64{3}, runs: o(9, 5, 0)},
		{name: "holes", shape: []int64{3}, runs: o(0, 1)},
		{name: "one", shape: []int64{1, 1}, runs: o(3), folds: true},
	} {
		m, err := NewTable(Table{Units: 4, Width: 1, Shape: test.shape, Runs: test.runs, Capacity: Limit/2 + 8})
		if err != nil {
			t.Fatal(test.name, err)
		}
		folded, ok := m.Fold()
		if ok != test.folds {
			t.Errorf("%s: Fold = %v, want %v", test.name, ok, test.folds)
		}
		if ok && (!folded.same(m) || intervals(folded.Table())[0] != intervals(m)[0]) {
			t.Errorf("%s: folded to %v", test.name, intervals(folded.Table()))
		}
	}
}

// Moves that continue each other in both places are joined, elements of only one map are
// skipped, and only the same unit is near.
func TestPlans(t *testing.T) {
	t.Parallel()
	table := func(units int, runs ...Run) *Map {
		m, err := NewTable(Table{Units: units, Width: 1, Shape: []int64{4}, Runs: runs})
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	halves := table(1, Run{0, 2, Place{0, 2}}, Run{2, 2, Place{0, 0}})
	line := table(1, Run{0, 4, Place{0, 0}})
	tail := table(1, Run{1, 3, Place{0, 5}})
	copies := table(4, Run{0, 4, Place{0, 0}}, Run{0, 4, Place{2, 8}})
	for _, test := range []struct {
		name     string
		src, dst *Map
		want     string
	}{
		{name: "joined", src: halves, dst: halves, want: "[{{0 0} {0 0} 4}]"},
		{name: "apart", src: halves, dst: line, want: "[{{0 2} {0 0} 2} {{0 0} {0 2} 2}]"},
		{name: "passed over", src: line, dst: tail, want: "[{{0 1} {0 5} 3}]"},
		{name: "near", src: copies, dst: table(4, Run{0, 4, Place{3, 0}}), want: "[{{0 0} {3 0} 4}]"},
		{name: "same unit", src: copies, dst: table(4, Run{0, 4, Place{2, 0}}), want: "[{{2 8} {2 0} 4}]"},
	} {
		if moves, err := Plan(test.src, test.dst); err != nil || fmt.Sprint(moves) != test.want {
			t.Errorf("%s: %v, %v, want %s", test.name, moves, err, test.want)
		}
	}
	if _, err := Plan(tail, line); diag.CodeOf(err) != "unmapped" {
		t.Errorf("an element without a source: %v", err)
	}
}
