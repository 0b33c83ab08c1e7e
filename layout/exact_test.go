package layout

import (
	"math/rand/v2"
	"slices"
	"testing"

	"optc/diag"
)

func tableOf(t *testing.T, x Table) *Map {
	t.Helper()
	m, err := NewTable(x)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// Runs are as long as the elements are contiguous, and end at the end of the range.
func TestRunsIn(t *testing.T) {
	t.Parallel()
	at := func(index, n int64, unit int, offset int64) Run { return Run{index, n, Place{unit, offset}} }
	line := build(t, Digits{Units: 1, Width: 2, Dims: []Dim{{Size: 6, Digits: []Digit{{6, 0, 2}}}}})
	dealt := build(t, Digits{Units: 2, Width: 1, Free: nil, Dims: []Dim{{Size: 5, Shift: 1, Digits: []Digit{{2, 0, 1}, {2, 1, 0}, {2, 0, 2}}}}})
	copies := build(t, Digits{Units: 2, Width: 1, Free: []Digit{{2, 1, 0}}, Dims: []Dim{{Size: 4, Digits: []Digit{{2, 0, 1}, {2, 0, 10}}}}})
	for _, test := range []struct {
		m          *Map
		begin, end int64
		want       []Run
	}{
		{m: line, begin: 0, end: 6, want: []Run{at(0, 6, 0, 0)}}, {m: line, begin: 2, end: 5, want: []Run{at(2, 3, 0, 4)}}, {m: line, begin: -1, end: 7,
			want: []Run{at(0, 6, 0, 0)}}, {m: line,
			begin: 3, end: 3}, {m: line,
			begin: 6, end: 9}, {m: line,
			begin: 7, end: 9},
		{m: dealt, begin: 0, end: 5, want: []Run{at(0, 1, 0, 1), at(1, 2, 1, 0), at(3, 2, 0, 2)}}, {m: dealt, begin: 0, end: 1,
			want: []Run{at(0, 1, 0, 1)}}, {m: dealt,
			begin: 2, end: 4, want: []Run{at(2, 1, 1, 1), at(3, 1, 0, 2)}},
		{m: copies, begin: 1, end: 3, want: []Run{at(1, 1, 0, 1), at(1, 1, 1, 1), at(2, 1, 0, 10), at(2, 1, 1, 10)}},
	} {
		for _, m := range []*Map{test.m, test.m.Table()} {
			if got := slices.Collect(m.RunsIn(test.begin, test.end)); !slices.Equal(got, test.want) {
				t.Errorf("[%d, %d): %v, want %v", test.begin, test.end, got, test.want)
			}
		}
	}
	for n, want := range []int{0, 1, 2, 2, 3, 3, 3} {
		if got := dealt.collect(int64(n)); len(got) != want {
			t.Errorf("%d elements are in %v", n, got)
		}
	}
	for r := range copies.Runs() { // the caller may stop after the first run
		if r != at(0, 2, 0, 0) {
			t.Errorf("the first run is %v", r)
		}
		break
	}
}

// A part has the runs of the whole, cut at its ends.
func TestRunsOfParts(t *testing.T) {
	t.Parallel()
	for name, d := range smallDigits() {
		whole, want := build(t, d), spell(d)
		for _, m := range []*Map{whole, whole.Table()} {
			for begin := range m.Count() + 1 {
				end := min(m.Count(), begin+5)
				got := make([][]Place, end-begin)
				for r := range m.RunsIn(begin, end) {
					for i := range r.Len {
						got[r.Index+i-begin] = append(got[r.Index+i-begin], Place{r.Unit, r.Offset + i*m.Width()})
					}
				}
				if !slices.EqualFunc(got, want.places[begin:end], slices.Equal) {
					t.Fatalf("%s: [%d, %d) are at %v, want %v", name, begin, end, got, want.places[begin:end])
				}
			}
		}
	}
}

// Answers that follow from the digits alone take no time, however many elements there
// are.
func TestHugeMaps(t *testing.T) {
	t.Parallel()
	const n, rows = 1 << 20, 1 << 10
	digits := func(change func(d *Digits)) *Map {
		d := Digits{Units: n, Width: 3, Base: Place{2, 5}, Dims: []Dim{
			{Size: n - 1, Shift: 1, Digits: []Digit{{rows, rows / 2, 0}, {rows, 0, 3 * n}}},
			{Size: n, Digits: []Digit{{rows / 2, 1, 0}, {2 * rows, 0, 3}}},
		}}
		change(&d)
		return build(t, d)
	}
	m := digits(func(*Digits) {})
	near := digits(func(d *Digits) {
		d.Base.Offset = 9
		d.Dims[1].Digits[1].Offset, d.Dims[0].Digits[1].Offset = 6, 8*n
	})
	far := digits(func(d *Digits) { d.Base.Unit = 3 })
	if _, _, found := m.shares(); found {
		t.Error("elements share cells")
	}
	if !m.same(digits(func(*Digits) {})) || m.same(near) || m.same(far) {
		t.Error("only equal maps are equal")
	}
	if !m.sameUnits(near) || m.sameUnits(far) {
		t.Error("only maps with equal units are local to each other")
	}
	if p, _ := m.Locate([]int64{rows, rows / 2}); p != (Place{2 + rows/2, 5 + 3*n + 3}) {
		t.Errorf("an element is at %v", p)
	}
	if index, differ := m.differs(near); index != 0 || !differ {
		t.Errorf("the first difference is at %d, %v", index, differ)
	}
	if lo, hi := m.uses(2); lo != 5+3*n || hi != 5+3*n*(rows-1)+3*(2*rows-1)+3 {
		t.Errorf("the offsets in unit 2 are [%d, %d)", lo, hi)
	}
	whole := build(t, Digits{Units: 1, Width: 1 << 20, Dims: []Dim{{Size: 1 << 40, Digits: []Digit{{1 << 40, 0, 0}}}}})
	if first, second, found := whole.shares(); first != 0 || second != 1 || !found {
		t.Errorf("elements in one place: %d, %d, %v", first, second, found)
	}
}

// Digits whose strides meet, exactly and not quite.
func TestDigitsThatMeet(t *testing.T) {
	t.Parallel()
	for name, d := range map[string]Digits{
		"one unit stride twice":        {Units: 3, Width: 1, Dims: []Dim{{Size: 2, Digits: []Digit{{2, 1, 0}}}, {Size: 2, Digits: []Digit{{2, 1, 0}}}}},
		"units overlap by one":         {Units: 6, Width: 1, Dims: []Dim{{Size: 2, Digits: []Digit{{2, 2, 0}}}, {Size: 3, Digits: []Digit{{3, 1, 0}}}}},
		"units side by side":           {Units: 6, Width: 1, Dims: []Dim{{Size: 2, Digits: []Digit{{2, 3, 0}}}, {Size: 3, Digits: []Digit{{3, 1, 0}}}}},
		"cells overlap by one":         {Units: 1, Width: 2, Dims: []Dim{{Size: 2, Digits: []Digit{{2, 0, 5}}}, {Size: 3, Digits: []Digit{{3, 0, 2}}}}},
		"cells side by side":           {Units: 1, Width: 2, Dims: []Dim{{Size: 2, Digits: []Digit{{2, 0, 6}}}, {Size: 3, Digits: []Digit{{3, 0, 2}}}}},
		"elements overlap":             {Units: 1, Width: 2, Dims: []Dim{{Size: 3, Digits: []Digit{{3, 0, 1}}}}},
		"copies in units of others":    {Units: 5, Width: 1, Free: []Digit{{2, 2, 0}}, Dims: []Dim{{Size: 3, Digits: []Digit{{3, 1, 0}}}, {Size: 2, Digits: []Digit{{2, 0, 1}}}}},
		"a top digit that is not used": {Units: 2, Width: 1, Dims: []Dim{{Size: 2, Shift: 1, Digits: []Digit{{2, 1, 0}, {2, 0, 1}, {2, 0, 7}}}}},
		"cells below the base":         {Units: 2, Width: 2, Base: Place{1, 6}, Reserved: 9, Dims: []Dim{{Size: 3, Digits: []Digit{{3, 0, 3}}}}},
	} {
		m, want := build(t, d), spell(d)
		want.check(t, m)
		want.check(t, m.Table())
		if t.Failed() {
			t.Fatal(name)
		}
	}
}

// Numbers at the limit, and the first numbers beyond.
func TestFirstBeyondLimits(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name string
		err  error
		code string
	}{
		{"base", second(New(Digits{Units: 1, Width: 1, Base: Place{0, Limit - 1}})), ""},
		{"far base", second(New(Digits{Units: 1, Width: 1, Base: Place{0, Limit}})), "bad-digit"},
		{"negative base", second(New(Digits{Units: 1, Width: 1, Base: Place{0, -1}})), "bad-digit"},
		{"negative capacity", second(New(Digits{Units: 1, Width: 1, Capacity: -1})), "bad-digit"},
		{"negative reserve", second(New(Digits{Units: 1, Width: 1, Reserved: -1})), "bad-digit"},
		{"units of two digits", second(New(Digits{Units: 1 << 61, Width: 1, Dims: []Dim{{Size: 2, Digits: []Digit{{2, 1 << 61, 0}}}, {Size: 2, Digits: []Digit{{2, 1 << 61, 0}}}}})), "too-large"},
		{"units of a digit", second(New(Digits{Units: 1 << 61, Width: 1, Dims: []Dim{{Size: 2, Digits: []Digit{{2, 1 << 61, 0}}}}})), "unit-range"},
		{"offsets of two digits", second(New(Digits{Units: 1, Width: 1, Dims: []Dim{{Size: 2, Digits: []Digit{{2, 0, 1 << 61}}}, {Size: 2, Digits: []Digit{{2, 0, 1 << 61}}}}})), "too-large"},
		{"offsets of a digit", second(New(Digits{Units: 1, Width: 1, Dims: []Dim{{Size: 2, Digits: []Digit{{2, 0, 1 << 61}}}}})), ""},
		{"base of an empty reserve", second(NewTable(Table{Units: 1, Width: 1, Shape: []int64{2}, Base: 100, Capacity: 10})), ""},
		{"reserve", second(NewTable(Table{Units: 1, Width: 1, Shape: []int64{2}, Base: 4, Reserved: 6, Capacity: 10})), ""},
		{"large reserve", second(NewTable(Table{Units: 1, Width: 1, Shape: []int64{2}, Base: 4, Reserved: 7, Capacity: 10})), "does-not-fit"},
		{"negative table base", second(NewTable(Table{Units: 1, Width: 1, Base: -1})), "bad-table"},
		{"negative table reserve", second(NewTable(Table{Units: 1, Width: 1, Reserved: -1})), "bad-table"},
		{"negative table capacity", second(NewTable(Table{Units: 1, Width: 1, Capacity: -1})), "bad-table"},
		{"no units", second(NewTable(Table{Units: 0, Width: 1})), "bad-table"},
		{"negative width", second(NewTable(Table{Units: 1, Width: -1, Shape: []int64{2}})), "bad-table"},
	} {
		if diag.CodeOf(test.err) != test.code {
			t.Errorf("%s: %v, want code %q", test.name, test.err, test.code)
		}
	}
}

// Digits whose strides nest, and views that cut them, are found again but for a few that fold
// into short dimensions.
func TestFoldFindsDigits(t *testing.T) {
	t.Parallel()
	tried, folded := 0, 0
	for seed := range uint64(4000) {
		rng := rand.New(rand.NewPCG(seed, 9))
		d := Digits{Width: 1 + rng.Int64N(2), Base: Place{rng.IntN(2), rng.Int64N(5)}, Units: 1000}
		unit, offset := int64(1), d.Width
		for range 1 + rng.IntN(3) {
			dim, product := Dim{}, int64(1)
			for range 1 + rng.IntN(3) {
				g := Digit{Size: 1 + rng.Int64N(4)}
				if rng.IntN(2) == 0 {
					g.Unit = unit
					unit *= g.Size
				} else {
					g.Offset = offset
					offset *= g.Size + rng.Int64N(2)
				}
				dim.Digits = append(dim.Digits, g)
				product *= g.Size
			}
			dim.Shift = rng.Int64N(product)
			dim.Size = 1 + rng.Int64N(product-dim.Shift)
			d.Dims = append(d.Dims, dim)
		}
		m, err := New(d)
		if err != nil {
			continue // more units than there are
		}
		if seed%2 == 1 {
			rows := 1 + rng.Int64N(m.Count())
			if m, err = m.Reshape([]int64{rows, m.Count() / rows}); err != nil {
				continue
			}
		}
		tried++
		table := m.Table()
		if f, ok := table.Fold(); ok {
			folded++
			if !f.same(m) {
				t.Fatalf("%+v is folded to another map", d)
			}
		}
	}
	if tried != 3306 || folded < 3300 {
		t.Errorf("%d of %d maps are folded", folded, tried)
	}
}
