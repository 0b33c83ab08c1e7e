package layout

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"optc/diag"
)

// checkPlan applies the definition: every place of dst is written exactly once, from a
// place of the same element in src, in the same unit if there is one.
func checkPlan(t *testing.T, src, dst *Map, from, to naive) {
	t.Helper()
	moves, err := Plan(src, dst)
	if err != nil {
		t.Fatal(err)
	}
	type cell struct {
		unit   int
		offset int64
	}
	owner := map[cell]Hit{}
	for i, at := range from.places {
		for _, p := range at {
			for k := range src.Width() {
				owner[cell{p.Unit, p.Offset + k}] = Hit{Element, int64(i), k}
			}
		}
	}
	written := map[cell]Hit{}
	for i, v := range moves {
		if v.Len < 1 || i > 0 && moves[i-1].Dst.compare(v.Dst) >= 0 || i > 0 && moves[i-1].continuedBy(v) {
			t.Fatalf("move %d, %v, after %v", i, v, moves[max(0, i-1)])
		}
		for k := range v.Len {
			c := cell{v.Dst.Unit, v.Dst.Offset + k}
			if _, ok := written[c]; ok {
				t.Fatalf("%v is written twice", c)
			}
			hit := owner[cell{v.Src.Unit, v.Src.Offset + k}]
			written[c] = hit
			if v.Src.Unit != v.Dst.Unit && slices.ContainsFunc(from.places[hit.Index], func(p Place) bool { return p.Unit == v.Dst.Unit }) {
				t.Fatalf("element %d comes from unit %d although unit %d has it", hit.Index, v.Src.Unit, v.Dst.Unit)
			}
		}
	}
	same := slices.EqualFunc(from.places, to.places, func(a, b []Place) bool {
		return slices.EqualFunc(a, b, func(p, q Place) bool { return p.Unit == q.Unit })
	})
	if got := src.sameUnits(dst); got != same {
		t.Fatalf("SameUnits = %t for %v and %v", got, from.places, to.places)
	}
	n := 0
	for i, at := range to.places {
		for _, p := range at {
			for k := range dst.Width() {
				n++
				if got := written[cell{p.Unit, p.Offset + k}]; got != (Hit{Element, int64(i), k}) {
					t.Fatalf("cell %d of element %d at %v is written from %v", k, i, p, got)
				}
			}
		}
	}
	if n != len(written) {
		t.Fatalf("%d cells are written, want %d", len(written), n)
	}
	checkExchange(t, src, dst, moves)
}

// checkExchange compares the counts of an exchange with the moves of a plan.
func checkExchange(t *testing.T, src, dst *Map, moves []Move) {
	t.Helper()
	x, err := CountExchange(src, dst, 1)
	if err != nil {
		t.Fatal(err)
	}
	var kinds [3]int64
	between := map[[2]int]int64{}
	received, sent := make([]int64, dst.Units()), make([]int64, src.Units())
	seen := map[Place]bool{}
	for _, v := range moves {
		between[[2]int{v.Src.Unit, v.Dst.Unit}] += v.Len
		switch {
		case v.Src == v.Dst:
			kinds[0] += v.Len
		case v.Src.Unit == v.Dst.Unit:
			kinds[1] += v.Len
		default:
			kinds[2] += v.Len
			received[v.Dst.Unit] += v.Len
			for k := range v.Len {
				at := Place{v.Src.Unit, v.Src.Offset + k}
				if !seen[at] {
					sent[v.Src.Unit]++
				}
				seen[at] = true
			}
		}
	}
	if got := [3]int64{x.Same, x.Within, x.Between}; got != kinds || !slices.Equal(x.Received, received) || !slices.Equal(x.Sent, sent) {
		t.Fatalf("%v %v %v, want %v %v %v for %v", got, x.Received, x.Sent, kinds, received, sent, moves)
	}
	from, to := x.Units()
	for _, f := range from {
		for _, u := range to {
			if n := between[[2]int{f, u}]; x.Cells(f, u) != n {
				t.Fatalf("%d cells from %d to %d, want %d", x.Cells(f, u), f, u, n)
			}
		}
	}
}

func TestPlanExhaustive(t *testing.T) {
	t.Parallel()
	// Plan is checked for all pairs of layouts of 2×3 elements over at most 6 units, in
	// both directions. The layouts are in the form of digits or in the form of a table.
	var specs []Digits
	for shift := range int64(3) {
		for _, cols := range [][]Digit{
			{{3, 1, 0}, {2, 0, 4}},
			{{2, 0, 2}, {3, 1, 0}},
			{{6, 0, 2}},
		} {
			for _, rows := range []Digit{{2, 0, 12}, {2, 0, 40}} {
				specs = append(specs,
					Digits{Units: 3, Width: 2, Base: Place{0, 2}, Dims: []Dim{{Size: 2, Digits: []Digit{rows}}, {Size: 3, Shift: shift, Digits: cols}}},
					Digits{Units: 6, Width: 2, Free: []Digit{{2, 3, 0}}, Dims: []Dim{{Size: 2, Digits: []Digit{rows}}, {Size: 3, Shift: shift, Digits: cols}}})
			}
		}
	}
	maps := make([]*Map, len(specs))
	models := make([]naive, len(specs))
	for i, d := range specs {
		maps[i], models[i] = build(t, d), spell(d)
		if i%2 == 1 {
			maps[i] = maps[i].Table()
		}
	}
	for i := range maps {
		for j := range maps {
			checkPlan(t, maps[i], maps[j], models[i], models[j])
			same := slices.EqualFunc(models[i].places, models[j].places, slices.Equal)
			if got := maps[i].same(maps[j]); got != same {
				t.Fatalf("Equal of %d and %d = %v, want %v", i, j, got, same)
			}
		}
	}
}

func TestPlanErrors(t *testing.T) {
	t.Parallel()
	two, _ := Strided([]int64{2, 2}, []int64{2, 1}, 0, 1)
	four, _ := Strided([]int64{4}, []int64{1}, 0, 1)
	wide, _ := Strided([]int64{4}, []int64{2}, 0, 2)
	half, _ := NewTable(Table{Units: 1, Width: 1, Shape: []int64{4}, Runs: []Run{{1, 2, Place{0, 0}}}})
	for _, test := range []struct {
		src, dst *Map
		code     string
	}{
		{two, four, "shape-mismatch"},
		{four, wide, "width-mismatch"},
		{half, four, "unmapped"},
		{four, half, ""},
	} {
		if _, err := Plan(test.src, test.dst); diag.CodeOf(err) != test.code {
			t.Errorf("Plan: %v, want code %q", err, test.code)
		}
	}
	if _, err := Plan(half, four); err == nil || err.Error() != "expected a source for 4 elements, but 2 of them are stored nowhere [unmapped]" {
		t.Errorf("Plan: %v", err)
	}
	if half.same(four) || four.same(half) || !half.same(half.Table()) {
		t.Error("a map with holes equals one without")
	}
}

func rowMajorStrides(shape []int64, width int64) []int64 {
	strides, _, _ := rowMajor(shape, width)
	return strides
}

// randomTable makes a table whose runs occasionally overlap.
func randomTable(rng *rand.Rand, count int64) (Table, naive) {
	t := Table{Units: 1 + rng.IntN(4), Width: 1 + rng.Int64N(3), Shape: []int64{count}}
	model := naive{shape: t.Shape, places: make([][]Place, count)}
	for range rng.IntN(8) {
		r := Run{Index: rng.Int64N(count), Place: Place{rng.IntN(t.Units), rng.Int64N(40)}}
		r.Len = 1 + rng.Int64N(count-r.Index)
		t.Runs = append(t.Runs, r)
		for i := range r.Len {
			model.places[r.Index+i] = append(model.places[r.Index+i], Place{r.Unit, r.Offset + i*t.Width})
		}
	}
	model.sort()
	return t, model
}

// selfOverlaps reports whether two copies of an element share some cells.
func (n naive) selfOverlaps(width int64) bool {
	for _, at := range n.places {
		for i := 1; i < len(at); i++ {
			if at[i].Unit == at[i-1].Unit && at[i].Offset-at[i-1].Offset < width {
				return true
			}
		}
	}
	return false
}

// FuzzTable compares the interval algorithms with the model that lists every
// element.
func FuzzTable(f *testing.F) {
	for seed := range uint64(40) {
		f.Add(seed, uint8(seed*5))
	}
	f.Fuzz(func(t *testing.T, seed uint64, size uint8) {
		rng := rand.New(rand.NewPCG(seed, 2))
		count := int64(size%48) + 1
		table, model := randomTable(rng, count)
		m, err := NewTable(table)
		if err != nil {
			t.Fatal(err)
		}
		model.check(t, m)
		again, err := NewTable(Table{Units: m.Units(), Width: m.Width(), Shape: m.Shape(), Runs: intervals(m)})
		if err != nil || !m.same(again) {
			t.Fatalf("the intervals %v of %v build another map: %v", intervals(m), table.Runs, err)
		}
		o := []int64{rng.Int64N(count)}
		z := []int64{1 + rng.Int64N(count-o[0])}
		s, err := m.Slice(o, z)
		if err != nil {
			t.Fatal(err)
		}
		model.slice(o, z).check(t, s)
		if folded, ok := m.Fold(); ok {
			model.check(t, folded)
		}

		other, otherModel := randomTable(rng, count)
		other.Width = m.Width()
		for i := range otherModel.places {
			otherModel.places[i] = nil
		}
		for _, r := range other.Runs {
			for i := range r.Len {
				otherModel.places[r.Index+i] = append(otherModel.places[r.Index+i], Place{r.Unit, r.Offset + i*other.Width})
			}
		}
		otherModel.sort()
		b, err := NewTable(other)
		if err != nil {
			t.Fatal(err)
		}
		same := slices.EqualFunc(model.places, otherModel.places, slices.Equal)
		if m.same(b) != same || b.same(m) != same {
			t.Fatalf("Equal(%v, %v) = %v, want %v", table.Runs, other.Runs, m.same(b), same)
		}
		if index, differ := m.differs(b); differ && !same {
			first := 0
			for slices.Equal(model.places[first], otherModel.places[first]) {
				first++
			}
			if index != int64(first) {
				t.Fatalf("Difference(%v, %v) = %d, want %d", table.Runs, other.Runs, index, first)
			}
		}
		if _, _, clash := m.shares(); clash {
			return
		}
		if _, _, clash := b.shares(); clash {
			return
		}
		if model.selfOverlaps(m.Width()) || otherModel.selfOverlaps(m.Width()) {
			return // not a memory that could store data
		}
		missing := slices.IndexFunc(model.places, func(at []Place) bool { return len(at) == 0 })
		if missing >= 0 {
			return
		}
		checkPlan(t, m, b, model, otherModel)
	})
}

// FuzzDigits checks random digit maps in both forms, and that a folded table equals the
// map that it was made from.
func FuzzDigits(f *testing.F) {
	for seed := range uint64(60) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		rng := rand.New(rand.NewPCG(seed, 3))
		d := Digits{Width: 1 + rng.Int64N(3), Base: Place{rng.IntN(2), rng.Int64N(5)}}
		for range rng.IntN(4) {
			dim := Dim{}
			product := int64(1)
			for range 1 + rng.IntN(3) {
				g := Digit{Size: 1 + rng.Int64N(4)}
				switch rng.IntN(4) {
				case 0:
					g.Unit = rng.Int64N(6)
				case 1:
					g.Unit, g.Offset = rng.Int64N(3), rng.Int64N(6)
				default:
					g.Offset = rng.Int64N(24)
				}
				dim.Digits = append(dim.Digits, g)
				product *= g.Size
			}
			dim.Shift = rng.Int64N(product)
			dim.Size = 1 + rng.Int64N(product-dim.Shift)
			d.Dims = append(d.Dims, dim)
		}
		for range rng.IntN(2) {
			d.Free = append(d.Free, Digit{1 + rng.Int64N(3), rng.Int64N(8), 0})
		}
		d.Units = 100
		model := spell(d)
		if len(model.places) > 600 {
			return
		}
		m, err := New(d)
		if err != nil {
			t.Fatalf("New(%+v): %v", d, err)
		}
		model.check(t, m)
		model.check(t, m.Table())
		if folded, ok := m.Table().Fold(); ok {
			model.check(t, folded)
		}
		for _, shape := range [][]int64{{m.Count()}, {1, m.Count()}, {2, m.Count() / 2}, {m.Count() / 3, 3}} {
			if v, err := m.Reshape(shape); err == nil {
				naive{shape, model.places}.check(t, v)
			}
		}
	})
}

func TestErrors(t *testing.T) {
	t.Parallel()
	one := []Dim{{Size: 4, Digits: []Digit{{4, 0, 1}}}}
	for i, test := range []struct {
		digits Digits
		code   string
	}{
		{Digits{Units: 0, Width: 1}, "bad-digit"},
		{Digits{Units: 1, Width: 0}, "bad-digit"},
		{Digits{Units: 1, Width: 1, Dims: []Dim{{Size: 0}}}, "bad-shape"},
		{Digits{Units: 1, Width: 1, Dims: []Dim{{Size: 5, Digits: []Digit{{4, 0, 1}}}}}, "bad-digit"},
		{Digits{Units: 1, Width: 1, Dims: []Dim{{Size: 4, Digits: []Digit{{4, 0, -1}}}}}, "bad-digit"},
		{Digits{Units: 1, Width: 1, Dims: []Dim{{Size: 4, Digits: []Digit{{4, 1, 0}}}}}, "unit-range"},
		{Digits{Units: 1, Width: 1, Base: Place{-1, 0}, Dims: one}, "unit-range"},
		{Digits{Units: 1, Width: 1, Dims: one, Free: []Digit{{2, 1, 0}}}, "unit-range"},
		{Digits{Units: 4, Width: 1, Dims: one, Free: []Digit{{2, 1, 3}}}, "bad-digit"},
		{Digits{Units: 1, Width: 1, Dims: one, Capacity: 3}, "does-not-fit"},
		{Digits{Units: 1, Width: 1, Dims: one, Capacity: 4, Reserved: 5}, "does-not-fit"},
		{Digits{Units: 1, Width: 1, Dims: []Dim{{Size: 1 << 40, Digits: []Digit{{1 << 40, 0, 1}}}, {Size: 1 << 40, Digits: []Digit{{1 << 40, 0, 1}}}}}, "too-large"},
		{Digits{Units: 1, Width: 1, Dims: []Dim{{Size: 4, Digits: []Digit{{1 << 40, 0, 1 << 40}}}}}, "too-large"},
		{Digits{Units: 1, Width: 1, Dims: one, Capacity: 4, Reserved: 4}, ""},
	} {
		if _, err := New(test.digits); diag.CodeOf(err) != test.code {
			t.Errorf("New %d: %v, want code %q", i, err, test.code)
		}
	}
	for i, test := range []struct {
		table Table
		code  string
	}{
		{Table{Units: 1, Width: 1, Shape: []int64{4}, Runs: []Run{{3, 2, Place{}}}}, "index-range"},
		{Table{Units: 1, Width: 1, Shape: []int64{4}, Runs: []Run{{-1, 2, Place{}}}}, "index-range"},
		{Table{Units: 1, Width: 1, Shape: []int64{4}, Runs: []Run{{0, 0, Place{}}}}, "index-range"},
		{Table{Units: 1, Width: 1, Shape: []int64{4}, Runs: []Run{{0, 1, Place{1, 0}}}}, "unit-range"},
		{Table{Units: 1, Width: 1, Shape: []int64{4}, Runs: []Run{{0, 1, Place{0, -1}}}}, "too-large"},
		{Table{Units: 1, Width: 0, Shape: []int64{4}}, "bad-table"},
		{Table{Units: 1, Width: 2, Shape: []int64{4}, Runs: []Run{{0, 4, Place{}}}, Capacity: 7}, "does-not-fit"},
		{Table{Units: 1, Width: 2, Shape: []int64{4}, Runs: []Run{{0, 4, Place{}}}, Capacity: 8}, ""},
	} {
		if _, err := NewTable(test.table); diag.CodeOf(err) != test.code {
			t.Errorf("NewTable %d: %v, want code %q", i, err, test.code)
		}
	}
	m := build(t, Digits{Units: 1, Width: 1, Dims: one})
	for i, err := range []error{
		second(m.Slice([]int64{1}, []int64{4})),
		second(m.Slice([]int64{0}, []int64{0})),
		second(m.Slice([]int64{-1}, []int64{1})),
		second(m.Slice(nil, nil)),
	} {
		if diag.CodeOf(err) != "slice-range" {
			t.Errorf("Slice %d: %v", i, err)
		}
	}
	if _, err := m.Transpose([]int{1}); diag.CodeOf(err) != "bad-permutation" {
		t.Errorf("Transpose: %v", err)
	}
	if _, ok := m.Locate([]int64{4}); ok {
		t.Error("located a coordinate outside the shape")
	}
	if _, ok := m.Locate([]int64{0, 0}); ok {
		t.Error("located a coordinate of another rank")
	}
	if got := fmt.Sprint(m.Invert(0, 4).Class, m.Invert(1, 0).Class, m.Invert(-1, 0).Class); got != "outside outside outside" {
		t.Errorf("classes beyond the map: %s", got)
	}
}

func second[T any](_ T, err error) error { return err }
