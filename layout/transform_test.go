package layout

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"optc/diag"
)

// slice, transpose and reshape are the definitions of the operations.
func (n naive) slice(offsets, sizes []int64) naive {
	out := naive{shape: sizes}
	old := &Map{shape: n.shape}
	each(sizes, func(c []int64) {
		at := slices.Clone(c)
		for d := range at {
			at[d] += offsets[d]
		}
		i, _ := old.Index(at)
		out.places = append(out.places, n.places[i])
	})
	return out
}

func (n naive) transpose(perm []int) naive {
	out := naive{shape: make([]int64, len(perm))}
	for d, p := range perm {
		out.shape[d] = n.shape[p]
	}
	old := &Map{shape: n.shape}
	each(out.shape, func(c []int64) {
		at := make([]int64, len(c))
		for d, p := range perm {
			at[p] = c[d]
		}
		i, _ := old.Index(at)
		out.places = append(out.places, n.places[i])
	})
	return out
}

// each calls f with every coordinate of a shape in row-major order.
func each(shape []int64, f func([]int64)) {
	m := &Map{shape: shape, count: 1}
	for _, n := range shape {
		m.count *= n
	}
	for i := range m.count {
		f(m.Coord(i, nil))
	}
}

func TestSliceExhaustive(t *testing.T) {
	t.Parallel()
	for name, d := range smallDigits() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m, want := build(t, d), spell(d)
			table := m.Table()
			rng := rand.New(rand.NewPCG(1, uint64(len(name))))
			for range 6 {
				offsets, sizes := make([]int64, m.Rank()), make([]int64, m.Rank())
				for i, n := range want.shape {
					offsets[i] = rng.Int64N(n)
					sizes[i] = 1 + rng.Int64N(n-offsets[i])
				}
				for _, f := range []*Map{m, table} {
					s, err := f.Slice(offsets, sizes)
					if err != nil {
						t.Fatal(err)
					}
					want.slice(offsets, sizes).check(t, s)
				}
			}
		})
	}
}

func TestTransposeExhaustive(t *testing.T) {
	t.Parallel()
	for name, d := range smallDigits() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m, want := build(t, d), spell(d)
			perm := make([]int, m.Rank())
			for i := range perm {
				perm[i] = (i + 1) % len(perm)
			}
			for _, f := range []*Map{m, m.Table()} {
				p, err := f.Transpose(perm)
				if err != nil {
					t.Fatal(err)
				}
				want.transpose(perm).check(t, p)
			}
		})
	}
}

// TestReshape tries every shape of up to three dimensions with the same number
// of elements. A table can always be viewed; a digit map that can must agree.
func TestReshape(t *testing.T) {
	t.Parallel()
	views := map[string]int{}
	for name, d := range smallDigits() {
		if d.Units == 4 && d.Width == 4 && d.Dims[1].Size%2 == 1 {
			continue // like the even cases, but with many shapes
		}
		m, want := build(t, d), spell(d)
		for a := int64(1); a <= m.Count(); a++ {
			for b := int64(1); a*b <= m.Count(); b++ {
				if m.Count()%(a*b) != 0 {
					continue
				}
				shape := []int64{a, b, m.Count() / (a * b)}
				expect := naive{shape, want.places}
				table, err := m.Table().Reshape(shape)
				if err != nil {
					t.Fatalf("%s: table as %v: %v", name, shape, err)
				}
				expect.check(t, table)
				v, err := m.Reshape(shape)
				if err != nil {
					if diag.CodeOf(err) != "view-illegal" {
						t.Errorf("%s as %v: %v", name, shape, err)
					}
					continue
				}
				expect.check(t, v)
				views[name]++
			}
		}
		same, err := m.Reshape(want.shape)
		if err != nil || !same.same(m) {
			t.Errorf("%s: viewed as its own shape: %v", name, err)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(smallDigits())) {
		if n, tried := views[name]; tried && name != "scalar" && n < 2 {
			t.Errorf("%s: %d views", name, views[name])
		}
	}
}

func TestReshapeErrors(t *testing.T) {
	t.Parallel()
	m, err := Strided([]int64{4, 6}, []int64{8, 1}, 0, 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		shape []int64
		code  string
	}{
		{[]int64{24}, ""},
		{[]int64{8, 3}, ""},
		{[]int64{4, 2, 3}, ""},
		{[]int64{3, 8}, "view-illegal"},
		{[]int64{4, 5}, "view-count"},
		{[]int64{0, 24}, "bad-shape"},
		{[]int64{2, 2, 6}, ""},
	} {
		if _, err := m.Reshape(test.shape); diag.CodeOf(err) != test.code {
			t.Errorf("Reshape%v: %v, want code %q", test.shape, err, test.code)
		}
	}
}

// TestFold checks that every digit map without copies is recovered from its table.
func TestFold(t *testing.T) {
	t.Parallel()
	for name, d := range smallDigits() {
		m := build(t, d)
		folded, ok := m.Table().Fold()
		if ok != (len(m.digits.free) == 1) {
			t.Errorf("%s: Fold = %v", name, ok)
		}
		if ok {
			spell(d).check(t, folded)
			if _, digits := folded.Digits(); !digits {
				t.Errorf("%s: folded to a table", name)
			}
		}
	}
	odd, err := NewTable(Table{Units: 2, Width: 1, Shape: []int64{6}, Runs: []Run{{0, 1, Place{0, 0}}, {1, 3, Place{1, 0}}, {4, 2, Place{0, 5}}}})
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := odd.Fold(); ok {
		t.Error("an irregular table was folded")
	}
}

func TestCompose(t *testing.T) {
	t.Parallel()
	// 12 elements over 3 threads with 4 registers each; threads 0 and 2 are on tile 1, thread 1 is on
	// tile 0; registers are 2 bytes, and threads are 16 bytes apart.
	inner := Digits{Units: 3, Width: 1, Dims: []Dim{
		{Size: 3, Digits: []Digit{{3, 1, 0}}},
		{Size: 4, Digits: []Digit{{4, 0, 1}}},
	}}
	place := []Place{{1, 0}, {0, 32}, {1, 16}}
	var runs []Run
	for thread, p := range place {
		runs = append(runs, Run{int64(thread) * 4, 4, p})
	}
	outer, err := NewTable(Table{Units: 2, Width: 2, Shape: []int64{3, 4}, Runs: runs})
	if err != nil {
		t.Fatal(err)
	}
	got, err := build(t, inner).Compose(outer)
	if err != nil {
		t.Fatal(err)
	}
	want := naive{shape: []int64{3, 4}}
	each(want.shape, func(c []int64) {
		p := place[c[0]]
		want.places = append(want.places, []Place{{p.Unit, p.Offset + 2*c[1]}})
	})
	want.check(t, got)

	for name, d := range smallDigits() {
		m := build(t, d)
		if m.Width() != 1 {
			continue
		}
		columns := int64(0)
		for u := range m.Units() {
			_, hi := m.uses(u)
			columns = max(columns, hi)
		}
		identity := build(t, Digits{Units: m.Units(), Width: 1, Dims: []Dim{
			{Size: int64(m.Units()), Digits: []Digit{{int64(m.Units()), 1, 0}}},
			{Size: columns, Digits: []Digit{{columns, 0, 1}}},
		}})
		got, err := m.Compose(identity)
		if err != nil || !got.same(m) {
			t.Errorf("%s followed by the identity: %v, %v", name, got, err)
		} else if _, regular := got.Digits(); regular != (len(m.digits.free) == 1) {
			t.Errorf("%s followed by the identity is regular: %v", name, regular)
		}
	}
	if _, err := build(t, inner).Compose(build(t, inner)); err != nil {
		t.Error(err)
	}
	narrow, _ := Strided([]int64{3, 3}, []int64{3, 1}, 0, 1)
	if _, err := build(t, inner).Compose(narrow); diag.CodeOf(err) != "compose-shape" {
		t.Errorf("compose with a narrow map: %v", err)
	}
}

// A slice keeps the reserved range, and the class of places that complete a group.
func TestSliceKeepsReservedRange(t *testing.T) {
	m := build(t, Digits{Units: 4, Width: 1, Capacity: 32, Reserved: 32, Dims: []Dim{{Size: 16, Digits: []Digit{{4, 1, 0}, {4, 0, 8}}}}})
	part, err := m.Slice([]int64{8}, []int64{4})
	if err != nil {
		t.Fatal(err)
	}
	if lo, hi, _ := part.Range(0); lo != 0 || hi != 32 {
		t.Errorf("the slice has the range [%d, %d)", lo, hi)
	}
	packed := build(t, Digits{Units: 1, Width: 1, Capacity: 8, Reserved: 8, Dims: []Dim{{Size: 6, Digits: []Digit{{4, 0, 1}, {2, 0, 4}}, Partial: Dummy}}})
	if part, err = packed.Slice([]int64{4}, []int64{2}); err != nil {
		t.Fatal(err)
	}
	if hit := part.Invert(0, 7); hit.Class != Dummy {
		t.Errorf("the place behind the last element is %v", hit.Class)
	}
}
