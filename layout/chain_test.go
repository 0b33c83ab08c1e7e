package layout

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"optc/internal/testing/layouttest"
	"optc/layout/axes"
)

// chained returns the composition of m and outer as a chain, and as a table that is made element by element.
func chained(t *testing.T, m, outer *Map) (chain, table *Map) {
	t.Helper()
	chain, err := m.newChain(outer)
	if err != nil {
		t.Fatal(err)
	}
	var runs []Run
	for i := range m.count {
		p, _ := m.LocateIndex(i)
		q, _ := outer.LocateIndex(int64(p.Unit)*m.columns(outer) + p.Offset)
		runs = append(runs, Run{i, 1, q})
	}
	table, err = outer.retable(m.shape, runs)
	if err != nil {
		t.Fatal(err)
	}
	return chain, table
}

// spellTable lists the places of a table.
func spellTable(m *Map) naive {
	n := naive{shape: m.Shape(), places: make([][]Place, m.count)}
	for i := range m.count {
		p, _ := m.LocateIndex(i)
		n.places[i] = []Place{p}
	}
	return n
}

// TestChains compares layouts of random strides and offsets, followed by exclusive or and rotations, with their tables: every
// answer, and slices, transpositions, shapes and further compositions.
func TestChains(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(31, 6))
	for range 2 * *layouttest.Layouts {
		modes := randomModes(rng)
		inner, err := OfModesFrom(axes.Pair{}, rng.Int64N(6)+firstCell(modes), modes)
		if err != nil {
			t.Fatal(err)
		}
		_, cells := inner.uses(0)
		outer := randomTurning(t, rng, cells)
		m, table := chained(t, inner, outer)
		name := fmt.Sprintf("%+v then %+v", inner.digits.spec, outer.turned)
		spellTable(table).check(t, m)
		composed, err := inner.Compose(outer)
		if err != nil || !composed.same(table) {
			t.Fatalf("%s: composed otherwise than its table: %v", name, err)
		}
		perm := rng.Perm(m.Rank())
		got, err1 := m.Transpose(perm)
		want, err2 := table.Transpose(perm)
		if err1 != nil || err2 != nil || !got.same(want) || got.chain == nil {
			t.Fatalf("%s: transposed otherwise than its table: %v, %v", name, err1, err2)
		}
		offsets, sizes := make([]int64, m.Rank()), make([]int64, m.Rank())
		for d, n := range m.shape {
			offsets[d] = rng.Int64N(n)
			sizes[d] = 1 + rng.Int64N(n-offsets[d])
		}
		got, err1 = m.Slice(offsets, sizes)
		want, err2 = table.Slice(offsets, sizes)
		if err1 != nil || err2 != nil || !got.same(want) || got.chain == nil {
			t.Fatalf("%s: sliced otherwise than its table: %v, %v", name, err1, err2)
		}
		got, err1 = m.Reshape([]int64{m.count})
		want, err2 = table.Reshape([]int64{m.count})
		if err1 == nil && (err2 != nil || !got.same(want)) {
			t.Fatalf("%s: flattened otherwise than its table: %v", name, err2)
		}
		_, cells = m.uses(0)
		again := randomTurning(t, rng, cells)
		got, err1 = m.Compose(again)
		want, err2 = table.Compose(again)
		if err1 != nil || err2 != nil || !got.same(want) {
			t.Fatalf("%s: composed otherwise than its table: %v, %v", name, err1, err2)
		}
		parts, err := outer.Slice([]int64{1}, []int64{outer.count - 1})
		if err != nil {
			t.Fatal(err)
		}
		for i := range parts.count {
			p, _ := parts.LocateIndex(i)
			if q, _ := outer.LocateIndex(i + 1); p != q {
				t.Fatalf("%s: element %d of the slice from 1 on is at %v, want %v", name, i, p, q)
			}
		}
	}
}

// firstCell returns the cell of the first element of modes whose lowest cell is 0.
func firstCell(modes []Dim) (cell int64) {
	for _, dim := range modes {
		for _, g := range dim.Digits {
			cell += (g.Size - 1) * max(0, -g.Offset)
		}
	}
	return cell
}

// randomTurning returns a map of at least so many elements, one after the other, whose digits turn each other.
func randomTurning(t *testing.T, rng *rand.Rand, cells int64) *Map {
	t.Helper()
	d := Digits{Units: 1, Width: 1, Dims: []Dim{{Size: 1}}}
	dim := &d.Dims[0]
	for dim.Size < cells || len(dim.Digits) < 2 {
		size := 2 + rng.Int64N(3)
		dim.Digits = append(dim.Digits, Digit{Size: size, Offset: dim.Size})
		dim.Size *= size
	}
	for range 1 + rng.IntN(3) {
		at, by := rng.IntN(len(dim.Digits)), rng.IntN(len(dim.Digits))
		if at == by {
			by = (at + 1) % len(dim.Digits)
		}
		d.Turns = append(d.Turns, Turn{At: DigitRef{0, at}, By: DigitRef{0, by}, Factor: 1})
	}
	return build(t, d)
}

// randomModes returns a layout of a memory; see [layouttest.Modes].
func randomModes(rng *rand.Rand) (modes []Dim) {
	for _, digits := range layouttest.Modes(rng) {
		mode := Dim{Size: 1}
		for _, g := range digits {
			mode.Size *= g.Size
			mode.Digits = append(mode.Digits, Digit(g))
		}
		modes = append(modes, mode)
	}
	return modes
}
