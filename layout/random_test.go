package layout

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"optc/internal/testing/layouttest"
	"optc/internal/testing/raced"
)

// compared is the number of random layouts of each of the tests below.
var compared = raced.Runs(10_000)

// randomRadices returns digits of a shape in random radices; some turn each other, have shifts, or end beyond the dimension. Steps
// may overlap.
func randomRadices(rng *rand.Rand, shape []int64) Digits {
	d := Digits{Width: 1 + rng.Int64N(2), Base: Place{rng.IntN(2), rng.Int64N(3)}}
	units, cells := int64(1), d.Width
	var at []DigitRef
	for i, n := range shape {
		dim := Dim{Size: n}
		if rng.IntN(4) == 0 {
			dim.Shift = rng.Int64N(4)
		}
		below := int64(1)
		for _, size := range layouttest.Radix(rng, n) {
			dim.Digits = append(dim.Digits, Digit{Size: size})
			below *= size
		}
		if below < n+dim.Shift {
			dim.Digits = append(dim.Digits, Digit{Size: (n + dim.Shift + below - 1) / below})
			rng.Shuffle(len(dim.Digits), func(a, b int) { dim.Digits[a], dim.Digits[b] = dim.Digits[b], dim.Digits[a] })
		}
		for k := range dim.Digits {
			g := &dim.Digits[k]
			switch {
			case rng.IntN(12) == 0: // does not move
			case rng.IntN(8) == 0: // overlaps
				g.Offset = 1 + rng.Int64N(5)
				cells += (g.Size - 1) * g.Offset
			case rng.IntN(2) == 0 && units < 64:
				g.Unit = units
				units *= g.Size
			default:
				g.Offset = cells
				cells *= g.Size
			}
			if rng.IntN(10) == 0 {
				*g = g.reverse()
				d.Base = d.Base.add(*g, 1-g.Size)
			}
			if dim.IsExact() {
				at = append(at, DigitRef{i, k})
			}
		}
		d.Dims = append(d.Dims, dim)
	}
	if rng.IntN(6) == 0 {
		d.Free = []Digit{{2 + rng.Int64N(2), units, 0}}
		units *= d.Free[0].Size
	}
	d.Units = d.Base.Unit + int(units) + 64
	if len(at) > 1 && rng.IntN(3) == 0 {
		for range 1 + rng.IntN(3) {
			if a, b := rng.IntN(len(at)), rng.IntN(len(at)); a != b {
				d.Turns = append(d.Turns, Turn{At: at[a], By: at[b], Factor: 1 + rng.Int64N(4)})
			}
		}
	}
	return d
}

// otherSpelling returns digits of the same map, or of a map that differs in one number.
func otherSpelling(rng *rand.Rand, d Digits) Digits {
	dims := slices.Clone(d.Dims)
	for i := range dims {
		dims[i].Digits = slices.Clone(dims[i].Digits)
	}
	d.Dims, d.Turns = dims, slices.Clone(d.Turns)
	dim := &d.Dims[rng.IntN(len(d.Dims))]
	if len(dim.Digits) == 0 {
		return d
	}
	g := &dim.Digits[rng.IntN(len(dim.Digits))]
	switch rng.IntN(4) {
	case 0:
		g.Offset += 1 - 2*int64(bitOf(g.Offset < 0))
	case 1:
		d.Base.Offset++
	case 2:
		if len(d.Turns) > 0 {
			d.Turns[rng.IntN(len(d.Turns))].Factor += 1 + rng.Int64N(3)
		}
	default: // the last digit in two, which turns nothing
		k := len(dim.Digits) - 1
		if last := dim.Digits[k]; last.Size%2 == 0 && last.Size > 2 && len(d.Turns) == 0 {
			dim.Digits[k].Size = 2
			dim.Digits = append(dim.Digits, Digit{last.Size / 2, 2 * last.Unit, 2 * last.Offset})
		}
	}
	return d
}

// TestRandomDifferences compares random layouts, which share digits or have their own digits, element by element.
func TestRandomDifferences(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(31, 40))
	equal, decided := 0, 0
	for range compared {
		shape := layouttest.Shape(rng)
		d := randomRadices(rng, shape)
		m, err := New(d)
		if err != nil {
			t.Fatal(err)
		}
		other := otherSpelling(rng, d)
		if rng.IntN(4) == 0 {
			other = randomRadices(rng, shape)
		}
		n, err := New(other)
		if err != nil {
			continue
		}
		n.width = m.width
		index, differ := m.differs(n)
		if want, wanted := firstDifference(m, n); index != want || differ != wanted {
			t.Fatalf("the first difference is at %d, %t; want %d, %t\n%+v\n%+v", index, differ, want, wanted, d, other)
		}
		if !differ {
			equal++
		}
		if _, _, ok := m.digitDifference(n); ok {
			decided++
		}
	}
	t.Logf("digits decide %d of %d, %d are equal", decided, compared, equal)
	if decided < compared*9/10 || equal < compared/10 {
		t.Errorf("digits decide %d of %d, %d are equal", decided, compared, equal)
	}
}

// TestRandomCollisions compares the elements that share a cell with all pairs of elements.
func TestRandomCollisions(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(31, 41))
	shared, decided, divided := 0, 0, 0
	for range compared {
		d := randomRadices(rng, layouttest.Shape(rng))
		m, err := New(d)
		if err != nil {
			t.Fatal(err)
		}
		n := naive{places: make([][]Place, m.count)}
		for i := range m.count {
			n.places[i] = m.locateAllIndex(i, nil)
		}
		first, second, found := m.shares()
		if a, b, want := n.collides(m.width); found != want || found && (a != first || b != second) {
			t.Fatalf("%+v: elements %d and %d share a cell, %t; want %d and %d, %t", d, first, second, found, a, b, want)
		}
		if found {
			shared++
		}
		if m.digits != nil {
			if groups := m.digits.collisionGroups(m); len(groups) > 1 {
				divided++
				if a, b, got, ok := m.groupCollision(groups, maxSteps); !ok || got != found || a != first || b != second {
					t.Fatalf("%+v: in groups, elements %d and %d share a cell, %t, %t; want %d and %d, %t", d, a, b, got, ok, first, second, found)
				}
			}
		}
		if _, _, _, ok := m.digitCollision(maxCollideSteps); ok {
			decided++
		}
	}
	t.Logf("digits decide %d of %d, %d have collisions, %d have several groups", decided, compared, shared, divided)
	if decided < compared*8/10 || shared < compared/10 || divided < compared/10 {
		t.Errorf("digits decide %d of %d, %d have collisions, %d have several groups", decided, compared, shared, divided)
	}
}

// TestRandomCompositions compares compositions of maps in different radices, with copies and turns, with the places of their
// elements. None of them makes a table.
func TestRandomCompositions(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(31, 42))
	chains := 0
	for range compared {
		d := randomRadices(rng, layouttest.Shape(rng))
		d.Width = 1
		m, err := New(d)
		if err != nil {
			t.Fatal(err)
		}
		units, cells := m.bounds()
		shape := []int64{units + rng.Int64N(2), cells + rng.Int64N(3)}
		if m.units == 1 {
			shape = []int64{shape[1]}
		}
		outer, err := New(randomRadices(rng, shape))
		if err != nil {
			t.Fatal(err)
		}
		c, err := m.Compose(outer)
		if err != nil {
			t.Fatal(err)
		}
		if c.table != nil {
			t.Fatalf("%+v followed by %+v: a table", d, outer)
		}
		if c.chain != nil {
			chains++
		}
		columns := m.columns(outer)
		for i := range m.count {
			var want []Place
			for _, p := range m.locateAllIndex(i, nil) {
				want = outer.locateAllIndex(int64(p.Unit)*columns+p.Offset, want)
			}
			slices.SortFunc(want, Place.compare)
			want = slices.Compact(want)
			got := c.LocateAll(c.Coord(i, nil), nil)
			if first, _ := c.LocateIndex(i); !slices.Equal(got, want) || first != want[0] {
				t.Fatalf("%+v followed by %+v: element %d at %v, want %v", d, outer.digits, i, got, want)
			}
		}
	}
	t.Logf("%d of %d are chains", chains, compared)
}

// TestRandomExchanges compares the counts of changes of layout by digits with the counts by runs.
func TestRandomExchanges(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(31, 43))
	decided := 0
	for range compared {
		shape := layouttest.Shape(rng)
		from, to := randomRadices(rng, shape), randomRadices(rng, shape)
		if rng.IntN(3) == 0 {
			to = otherSpelling(rng, from)
		}
		from.Turns, to.Turns, to.Width = nil, nil, from.Width
		src, err1 := New(from)
		dst, err2 := New(to)
		if err1 != nil || err2 != nil {
			continue
		}
		wide := 1 + rng.Int64N(4)
		want, err := countRuns(src, dst, wide)
		if err != nil {
			t.Fatal(err)
		}
		got, err := CountExchange(src, dst, wide)
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Fatalf("%v\n%s\n%s\nwide %d\n%+v\n%+v", err, fmt.Sprintf("%+v", from), fmt.Sprintf("%+v", to), wide, got, want)
		}
		moves, err := Moves(src, dst)
		if err != nil {
			t.Fatal(err)
		}
		sent, cells := make([]int64, src.units), map[Place]bool{}
		for _, v := range moves {
			for k := range v.Len {
				if at := (Place{v.Src.Unit, v.Src.Offset + k}); v.Src.Unit != v.Dst.Unit && !cells[at] {
					cells[at] = true
					sent[at.Unit]++
				}
			}
		}
		if !slices.Equal(got.Sent, sent) {
			t.Fatalf("%+v to %+v: units send %v cells, want %v", from, to, got.Sent, sent)
		}
		if newExchange(src, dst).countDigits(src, dst, wide) {
			decided++
		}
	}
	t.Logf("digits decide %d of %d", decided, compared)
	if decided < compared/2 {
		t.Errorf("digits decide %d of %d", decided, compared)
	}
}
