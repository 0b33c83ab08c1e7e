package layout

import (
	"slices"
	"testing"

	"optc/diag"
)

// TestNestedExhaustive compares all small nested layouts with the closed form:
// the ids of a thread are (tid / stride) mod tile, and the index of an element
// is (((s·B + b)·O + o)·T + t)·E + e.
func TestNestedExhaustive(t *testing.T) {
	t.Parallel()
	for _, n := range []NestedLayout{
		{},
		{SubgroupSize: 4, Subgroups: 2},
		{Subgroup: []int64{2}, Batch: []int64{2}, Outer: []int64{3}, Thread: []int64{4}, Element: []int64{2}, SubgroupStrides: []int64{1}, ThreadStrides: []int64{1}},
		{Subgroup: []int64{1}, Batch: []int64{2}, Outer: []int64{1}, Thread: []int64{4}, Element: []int64{2}, SubgroupStrides: []int64{7}, ThreadStrides: []int64{2}, SubgroupSize: 16, Subgroups: 3},
		{Subgroup: []int64{2, 1}, Batch: []int64{1, 2}, Outer: []int64{2, 1}, Thread: []int64{2, 4}, Element: []int64{1, 2}, SubgroupStrides: []int64{1, 0}, ThreadStrides: []int64{4, 1}},
		{Subgroup: []int64{2, 2}, Batch: []int64{1, 1}, Outer: []int64{1, 1}, Thread: []int64{3, 2}, Element: []int64{2, 1}, SubgroupStrides: []int64{2, 1}, ThreadStrides: []int64{1, 3}, SubgroupSize: 6},
		{Subgroup: []int64{2, 1, 1}, Batch: []int64{1, 1, 2}, Outer: []int64{1, 2, 1}, Thread: []int64{2, 1, 2}, Element: []int64{1, 2, 1}, SubgroupStrides: []int64{2, 0, 0}, ThreadStrides: []int64{1, 0, 4}, SubgroupSize: 16, Subgroups: 8},
	} {
		m, err := Nested(n)
		if err != nil {
			t.Fatalf("%+v: %v", n, err)
		}
		rank := len(n.Subgroup)
		want := naive{shape: make([]int64, rank)}
		count := int64(1)
		for d := range rank {
			want.shape[d] = n.Subgroup[d] * n.Batch[d] * n.Outer[d] * n.Thread[d] * n.Element[d]
			count *= want.shape[d]
		}
		want.places = make([][]Place, count)
		index := &Map{shape: want.shape}
		slots := slices.Concat(n.Batch, n.Outer, n.Element)
		threads, subgroups := int64(m.Units()), int64(1)
		if n.SubgroupSize != 0 {
			threads = n.SubgroupSize
			subgroups = int64(m.Units()) / threads
		} else {
			threads = 1
			for d := range rank {
				threads = max(threads, n.Thread[d]*n.ThreadStrides[d])
			}
			subgroups = int64(m.Units()) / threads
		}
		if n.Subgroups != 0 && subgroups != n.Subgroups {
			t.Errorf("%+v: %d subgroups", n, subgroups)
		}
		for u := range threads * subgroups {
			slot := int64(0)
			each(slots, func(c []int64) {
				coord := make([]int64, rank)
				for d := range rank {
					id := func(flat, stride, tile int64) int64 {
						if tile == 1 {
							return 0
						}
						return flat / stride % tile
					}
					s := id(u/threads, n.SubgroupStrides[d], n.Subgroup[d])
					th := id(u%threads, n.ThreadStrides[d], n.Thread[d])
					b, o, e := c[d], c[rank+d], c[2*rank+d]
					coord[d] = (((s*n.Batch[d]+b)*n.Outer[d]+o)*n.Thread[d]+th)*n.Element[d] + e
				}
				i, _ := index.Index(coord)
				want.places[i] = append(want.places[i], Place{int(u), slot})
				slot++
			})
		}
		want.sort()
		want.check(t, m)
		want.check(t, m.Table())
		dims, err := n.Dims(threads)
		if err != nil {
			t.Fatal(err)
		}
		for u := range m.Units() {
			var held []int64
			slot := int64(0)
			each(slots, func([]int64) {
				held = append(held, m.Invert(u, slot).Index)
				slot++
			})
			if got := Held(dims, int64(u)); !slices.Equal(got, held) {
				t.Errorf("%+v: unit %d holds %v, but got %v", n, u, held, got)
			}
		}
	}
}

// TestHeldOfEveryUnit: digits are taken modulo their sizes, also where two digits use the
// same ids or a step is larger than every id.
func TestHeldOfEveryUnit(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		dims []Dim
		unit int64
		want []int64
	}{
		{[]Dim{{Size: 4, Digits: []Digit{{Size: 2, Offset: 1}, {Size: 2, Unit: 1}}}}, 7, []int64{2, 3}},
		{[]Dim{{Size: 2, Digits: []Digit{{Size: 2, Unit: 1}}}, {Size: 2, Digits: []Digit{{Size: 2, Unit: 1}}}}, 1, []int64{3}},
		{[]Dim{{Size: 2, Digits: []Digit{{Size: 2, Unit: Limit}}}, {Size: 3, Digits: []Digit{{Size: 3, Offset: 1}}}}, 1 << 40, []int64{0, 1, 2}},
		{[]Dim{{Size: 2, Digits: []Digit{{Size: 2, Offset: 1}}}, {Size: 2, Digits: []Digit{{Size: 2, Offset: 2}}}}, 0, []int64{0, 2, 1, 3}},
	} {
		if got := Held(c.dims, c.unit); !slices.Equal(got, c.want) {
			t.Errorf("%v of unit %d: expected %v, but got %v", c.dims, c.unit, c.want, got)
		}
	}
}

func TestNestedErrors(t *testing.T) {
	t.Parallel()
	good := func() NestedLayout {
		return NestedLayout{
			Subgroup: []int64{1, 2}, Batch: []int64{1, 1}, Outer: []int64{1, 1}, Thread: []int64{4, 8}, Element: []int64{1, 1},
			SubgroupStrides: []int64{0, 1}, ThreadStrides: []int64{1, 4},
		}
	}
	for name, change := range map[string]func(*NestedLayout){
		"short list":       func(n *NestedLayout) { n.Outer = n.Outer[:1] },
		"tile 0":           func(n *NestedLayout) { n.Batch[0] = 0 },
		"stride 0":         func(n *NestedLayout) { n.ThreadStrides[1] = 0 },
		"overlap":          func(n *NestedLayout) { n.ThreadStrides[1] = 2 },
		"subgroup too big": func(n *NestedLayout) { n.SubgroupSize = 48 },
		"few subgroups":    func(n *NestedLayout) { n.Subgroups = 1 },
	} {
		n := good()
		if _, err := Nested(n); err != nil {
			t.Fatal(err)
		}
		change(&n)
		if _, err := Nested(n); diag.CodeOf(err) != "bad-nested" {
			t.Errorf("%s: %v", name, err)
		}
	}
	n := good()
	n.Thread[1] = 1 << 40
	if _, err := Nested(n); diag.CodeOf(err) != "too-large" {
		t.Errorf("huge tile: %v", err)
	}
}

// tileMapping returns the map of intervals of elements, which each tile has one after the other.
func tileMapping(tiles int, shape []int64, width int64, mapping [][]Interval) (*Map, error) {
	var runs []Run
	for tile, intervals := range mapping {
		offset := int64(0)
		for _, iv := range intervals {
			runs = append(runs, Run{iv.Begin, iv.Size(), Place{tile, offset}})
			offset += iv.Size() * width
		}
	}
	return NewTable(Table{Units: tiles, Width: width, Shape: shape, Runs: runs})
}

func TestTileMapping(t *testing.T) {
	t.Parallel()
	mapping := [][]Interval{{{4, 6}, {0, 2}}, nil, {{2, 4}, {6, 9}}}
	m, err := tileMapping(4, []int64{3, 3}, 2, mapping)
	if err != nil {
		t.Fatal(err)
	}
	want := naive{shape: []int64{3, 3}, places: make([][]Place, 9)}
	for tile, intervals := range mapping {
		offset := int64(0)
		for _, iv := range intervals {
			for i := iv.Begin; i < iv.End; i++ {
				want.places[i] = []Place{{tile, offset}}
				offset += 2
			}
		}
	}
	want.check(t, m)
	// A linear mapping with two of 100 elements on each of 50 tiles folds into a single
	// number.
	linear := make([][]Interval, 50)
	for tile := range linear {
		linear[tile] = []Interval{{int64(2 * tile), int64(2*tile + 2)}}
	}
	regular, err := tileMapping(len(linear), []int64{100}, 4, linear)
	if err != nil {
		t.Fatal(err)
	}
	folded, ok := regular.Fold()
	if !ok {
		t.Fatal("a linear mapping did not fold")
	}
	d, _ := folded.Digits()
	if want := []Digit{{2, 0, 4}, {50, 1, 0}}; !slices.Equal(d.Dims[0].Digits, want) {
		t.Errorf("folded digits %v, want %v", d.Dims[0].Digits, want)
	}
}
