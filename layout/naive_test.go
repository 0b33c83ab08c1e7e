package layout

import (
	"fmt"
	"slices"
	"testing"
)

// naive is a unit map spelled out: the places of every flat index.
type naive struct {
	shape  []int64
	places [][]Place
}

// spell derives the places of every element from the definition of the digit
// form, without any of the code under test.
func spell(d Digits) naive {
	n := naive{places: [][]Place{{d.Base}}}
	for _, dim := range d.Dims {
		n.shape = append(n.shape, dim.Size)
		var next [][]Place
		for _, at := range n.places {
			for c := range dim.Size {
				v, p := c+dim.Shift, at[0]
				for _, g := range dim.Digits {
					p.Unit += int(v % g.Size * g.Unit)
					p.Offset += v % g.Size * g.Offset
					v /= g.Size
				}
				next = append(next, []Place{p})
			}
		}
		n.places = next
	}
	for _, g := range d.Free {
		for i, at := range n.places {
			var all []Place
			for v := range g.Size {
				for _, p := range at {
					all = append(all, Place{p.Unit + int(v*g.Unit), p.Offset})
				}
			}
			n.places[i] = all
		}
	}
	n.sort()
	return n
}

func (n naive) sort() {
	for i, at := range n.places {
		slices.SortFunc(at, Place.compare)
		n.places[i] = slices.Compact(at)
	}
}

// check compares every answer of m with the model.
func (n naive) check(t *testing.T, m *Map) {
	t.Helper()
	if !slices.Equal(m.Shape(), n.shape) || m.Count() != int64(len(n.places)) {
		t.Fatalf("shape %v with %d elements, want %v with %d", m.Shape(), m.Count(), n.shape, len(n.places))
	}
	type cell struct {
		unit   int
		offset int64
	}
	owners := map[cell][]Hit{}
	lo, hi := map[int]int64{}, map[int]int64{}
	for i, at := range n.places {
		coord := m.Coord(int64(i), nil)
		if back, ok := m.Index(coord); !ok || back != int64(i) {
			t.Fatalf("Index(Coord(%d)) = %d, %v", i, back, ok)
		}
		if got := m.LocateAll(coord, nil); !slices.Equal(got, at) {
			t.Fatalf("LocateAll%v = %v, want %v", coord, got, at)
		}
		got, ok := m.Locate(coord)
		byIndex, ok2 := m.LocateIndex(int64(i))
		if ok != (len(at) > 0) || ok2 != ok || ok && (got != at[0] || byIndex != at[0]) {
			t.Fatalf("Locate%v = %v, %v and LocateIndex = %v, %v; want %v", coord, got, ok, byIndex, ok2, at)
		}
		for _, p := range at {
			for k := range m.Width() {
				c := cell{p.Unit, p.Offset + k}
				owners[c] = append(owners[c], Hit{Element, int64(i), k})
			}
			if l, ok := lo[p.Unit]; !ok || p.Offset < l {
				lo[p.Unit] = p.Offset
			}
			hi[p.Unit] = max(hi[p.Unit], p.Offset+m.Width())
		}
	}
	for u := range m.Units() {
		if l, h := m.uses(u); l != lo[u] || h != hi[u] {
			t.Fatalf("Extent(%d) = [%d, %d), want [%d, %d)", u, l, h, lo[u], hi[u])
		}
		from, to := m.owns(u)
		for o := from - 2; o < to+2; o++ {
			hit, want := m.Invert(u, o), owners[cell{u, o}]
			if (o < from || o >= to) != (hit.Class == Outside) {
				t.Fatalf("Invert(%d, %d) = %v with range [%d, %d)", u, o, hit, from, to)
			}
			if (hit.Class == Element) != (len(want) > 0) || len(want) > 0 && !slices.Contains(want, hit) {
				t.Fatalf("Invert(%d, %d) = %v, want one of %v", u, o, hit, want)
			}
		}
	}
	walked := make([][]Place, len(n.places))
	last := int64(0)
	for r := range m.Runs() {
		if r.Index < last || r.Len < 1 {
			t.Fatalf("run %v after index %d", r, last)
		}
		last = r.Index
		for i := range r.Len {
			walked[r.Index+i] = append(walked[r.Index+i], Place{r.Unit, r.Offset + i*m.Width()})
		}
	}
	naive{places: walked}.sort()
	for i := range walked {
		if !slices.Equal(walked[i], n.places[i]) {
			t.Fatalf("Runs put element %d at %v, want %v", i, walked[i], n.places[i])
		}
	}
	first, second, found := n.collides(m.Width())
	if a, b, ok := m.shares(); ok != found || a != first || b != second {
		t.Fatalf("Collides = %d, %d, %v; want %d, %d, %v", a, b, ok, first, second, found)
	}
}

// collides is the definition of [Map.Collides].
func (n naive) collides(width int64) (first, second int64, found bool) {
	owner := map[Place]int64{}
	for i, at := range n.places {
		first = int64(i)
		for _, p := range at {
			for k := range width {
				if o, ok := owner[Place{p.Unit, p.Offset + k}]; ok && o != int64(i) {
					first = min(first, o)
				}
			}
		}
		if first < int64(i) {
			return first, int64(i), true
		}
		for _, p := range at {
			for k := range width {
				owner[Place{p.Unit, p.Offset + k}] = int64(i)
			}
		}
	}
	return 0, 0, false
}

func build(t *testing.T, d Digits) *Map {
	t.Helper()
	m, err := New(d)
	if err != nil {
		t.Fatalf("New(%+v): %v", d, err)
	}
	return m
}

// smallDigits are digit maps of every kind: all of their elements are
// enumerated.
func smallDigits() map[string]Digits {
	out := map[string]Digits{
		"scalar":     {Units: 3, Width: 4, Base: Place{1, 7}, Free: []Digit{{2, 1, 0}}},
		"packed":     {Units: 1, Width: 1, Dims: []Dim{{Size: 6, Partial: Dummy, Digits: []Digit{{4, 0, 1}, {2, 0, 20}}}, {Size: 5, Digits: []Digit{{5, 0, 4}}}}},
		"columns":    {Units: 4, Width: 2, Spare: Padding, Reserved: 32, Dims: []Dim{{Size: 2, Digits: []Digit{{2, 0, 16}}}, {Size: 17, Shift: 10, Partial: Tail, Digits: []Digit{{5, 0, 2}, {4, 1, 0}, {2, 0, 0}}}}},
		"overlap ok": {Units: 1, Width: 1, Dims: []Dim{{Size: 2, Digits: []Digit{{2, 0, 5}}}, {Size: 3, Digits: []Digit{{3, 0, 3}}}}},
		"broadcast":  {Units: 2, Width: 2, Dims: []Dim{{Size: 3, Shift: 2, Digits: []Digit{{6, 0, 0}}}, {Size: 4, Digits: []Digit{{2, 0, 2}, {2, 1, 0}}}}},
		"collides":   {Units: 1, Width: 3, Dims: []Dim{{Size: 4, Digits: []Digit{{4, 0, 5}}}, {Size: 3, Digits: []Digit{{3, 0, 4}}}}},
		"diagonal":   {Units: 9, Width: 1, Dims: []Dim{{Size: 7, Shift: 1, Digits: []Digit{{3, 1, 2}, {3, 3, 1}}}}},
		"continued":  {Units: 4, Width: 1, Dims: []Dim{{Size: 3, Digits: []Digit{{3, 0, 6}}}, {Size: 4, Shift: 2, Digits: []Digit{{4, 1, 0}, {2, 0, 6}}}}},
		"two rounds": {Units: 8, Width: 1, Dims: []Dim{{Size: 6, Shift: 1, Digits: []Digit{{4, 2, 0}, {2, 0, 5}}}}},
		"two rows":   {Units: 2, Width: 1, Base: Place{1, 3}, Dims: []Dim{{Size: 7, Shift: 3, Digits: []Digit{{5, 0, 3}, {2, 0, 20}}}}},
		"pairs":      {Units: 1, Width: 1, Dims: []Dim{{Size: 12, Digits: []Digit{{2, 0, 1}, {2, 0, 10}, {3, 0, 50}}}}},
		"last first": {Units: 4, Width: 1, Dims: []Dim{{Size: 8, Shift: 3, Digits: []Digit{{4, 1, 0}, {3, 0, 5}}}}},
		"zero top":   {Units: 1, Width: 1, Dims: []Dim{{Size: 5, Shift: 6, Digits: []Digit{{2, 0, 1}, {3, 0, 0}, {2, 0, 2}}}}},
	}
	for npus := int64(1); npus <= 4; npus++ {
		for start := range npus {
			for channels := int64(1); channels <= 2*npus+1; channels++ {
				rows := (start + channels + npus - 1) / npus
				out[fmt.Sprintf("dealt %d/%d/%d", npus, start, channels)] = Digits{
					Units: int(npus), Width: 4, Spare: Padding, Base: Place{0, 8}, Reserved: 2 * rows * 32,
					Dims: []Dim{
						{Size: 2, Digits: []Digit{{2, 0, rows * 32}}},
						{Size: channels, Shift: start, Digits: []Digit{{npus, 1, 0}, {rows, 0, 32}}},
						{Size: 2, Digits: []Digit{{2, 0, 12}}},
						{Size: 3, Digits: []Digit{{3, 0, 4}}},
					},
				}
			}
		}
	}
	return out
}

func TestDigitsExhaustive(t *testing.T) {
	t.Parallel()
	for name, d := range smallDigits() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := build(t, d)
			want := spell(d)
			want.check(t, m)
			table := m.Table()
			want.check(t, table)
			if !m.same(table) || !table.same(m) {
				t.Error("the two forms differ")
			}
		})
	}
}

func TestNestedExample(t *testing.T) {
	t.Parallel()
	m, err := Nested(NestedLayout{
		Subgroup: []int64{2, 1}, Batch: []int64{2, 4}, Outer: []int64{1, 1}, Thread: []int64{16, 4}, Element: []int64{1, 4},
		SubgroupStrides: []int64{1, 0}, ThreadStrides: []int64{1, 16},
	})
	if err != nil {
		t.Fatal(err)
	}
	if got, _ := m.Locate([]int64{37, 22}); got != (Place{64 + 21, 6}) {
		t.Errorf("Locate(37,22) = %v, want thread 21 of subgroup 1, slot 6", got)
	}
	used := make([]bool, 2*64*32)
	for r := range m.Runs() {
		for i := range r.Len {
			slot := int64(r.Unit)*32 + r.Offset + i
			if used[slot] {
				t.Fatalf("slot %d is filled twice", slot)
			}
			used[slot] = true
		}
	}
	for slot, u := range used {
		if !u {
			t.Fatalf("slot %d is empty", slot)
		}
	}
}
