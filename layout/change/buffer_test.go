package change

import (
	"math/rand/v2"
	"testing"

	"optc/internal/testing/layouttest"
	"optc/layout"
)

// checkBuffer executes a change through its buffer, thread by thread, and compares the cycles of the first subgroup with
// the addresses that its lanes access.
func checkBuffer(t *testing.T, rng *rand.Rand, from, to *layout.Map) Buffer {
	t.Helper()
	traffic := Traffic{
		Banks: Banks{Count: []int64{32, 64, 16, 6, 7, 30}[rng.IntN(6)], Word: 4}, Widest: 16,
		Element: []int64{1, 2, 4, 8}[rng.IntN(4)], Subgroup: []int64{8, 32, 64}[rng.IntN(3)],
	}
	blocks, ok := Blocks(from, to)
	if !ok {
		t.Fatal("no blocks")
	}
	b := FindBuffer(blocks, traffic)
	held := func(m *layout.Map) []map[int64]int64 { // elements by thread and register
		out := make([]map[int64]int64, m.Units())
		for u := range out {
			out[u] = map[int64]int64{}
		}
		for i := range m.Count() {
			for _, p := range m.LocateAll(m.Coord(i, nil), nil) {
				out[p.Unit][p.Offset] = i
			}
		}
		return out
	}
	stored := map[int64]int64{}
	visit := func(m *layout.Map, side Side, accesses []Access, a Accesses, access func(element, at int64)) {
		holds := held(m)
		cycles, least := int64(0), int64(0)
		if int64(len(accesses)) != a.Count {
			t.Fatalf("%d accesses, expected %d: %+v", len(accesses), a.Count, b)
		}
		for _, x := range accesses {
			if int64(len(x.Registers)) != a.Width || x.At%a.Width != 0 {
				t.Fatalf("the access %+v is not aligned to %d elements", x, a.Width)
			}
			var lanes, addresses []int64
			for thread, registers := range holds {
				if side == Before && !isFirst(b, int64(thread)) {
					continue
				}
				part := int64(0)
				for _, g := range b.Threads(side) {
					part = b.combine(part, g.Value(int64(thread))*g.Offset)
				}
				at := b.combine(part, x.At)
				if int64(thread) < traffic.Subgroup {
					lanes, addresses = append(lanes, int64(thread)), append(addresses, at*traffic.Element)
				}
				for k, r := range x.Registers {
					element, ok := registers[r]
					if !ok || at < 0 || at+int64(k) >= b.Cells {
						t.Fatalf("thread %d has no register %d, or address %d is beyond %d", thread, r, at+int64(k), b.Cells)
					}
					access(element, at+int64(k))
				}
			}
			r := Request{Side: side, Lanes: lanes, Addresses: addresses, Width: a.Width * traffic.Element}
			cycles, least = cycles+traffic.Banks.Cycles(r), least+traffic.Banks.Least(r)
		}
		if cycles != a.Cycles || least != a.Least {
			t.Fatalf("%d cycles of at least %d, expected %d of %d: %+v for %+v", cycles, least, a.Cycles, a.Least, b, traffic)
		}
	}
	visit(from, Before, b.Writes(), b.Write, func(element, at int64) {
		if other, ok := stored[at]; ok && other != element {
			t.Fatalf("the elements %d and %d have address %d: %+v", other, element, at, b)
		}
		stored[at] = element
	})
	visit(to, After, b.Reads(), b.Read, func(element, at int64) {
		if got, ok := stored[at]; !ok || got != element {
			t.Fatalf("element %d is read at %d, which has %d: %+v", element, at, got, b)
		}
	})
	if b.cycles() < b.Bound {
		t.Fatalf("%d cycles to write and %d to read, with their operations, below the bound of %d: %+v", b.Write.Cycles, b.Read.Cycles, b.Bound, b)
	}
	return b
}

// isFirst reports whether a thread is the first with its elements before the change.
func isFirst(b Buffer, thread int64) bool {
	for _, k := range b.Blocks {
		for _, g := range k.From {
			if k.To == nil && g.Value(thread) != 0 {
				return false
			}
		}
	}
	return true
}

// randomMixed returns a layout of a shape over threads with a random order of digits: each dimension is divided into threads and registers in any
// numbers.
func randomMixed(r *rand.Rand, shape []int64, threads int64) *layout.Map {
	var d layout.Digits
	d.Width = 1
	var places []*layout.Digit
	for _, n := range shape {
		dim := layout.Dim{Size: n}
		for n > 1 {
			var divisors []int64
			for f := int64(2); f <= n; f++ {
				if n%f == 0 {
					divisors = append(divisors, f)
				}
			}
			f := divisors[r.IntN(len(divisors))]
			dim.Digits = append(dim.Digits, layout.Digit{Size: f})
			n /= f
		}
		d.Dims = append(d.Dims, dim)
	}
	for i := range d.Dims {
		for k := range d.Dims[i].Digits {
			places = append(places, &d.Dims[i].Digits[k])
		}
	}
	r.Shuffle(len(places), func(i, j int) { places[i], places[j] = places[j], places[i] })
	units, cells := int64(1), int64(1)
	for _, g := range places {
		if threads%(units*g.Size) == 0 && r.IntN(3) > 0 {
			g.Unit, units = units, units*g.Size
		} else {
			g.Offset, cells = cells, cells*g.Size
		}
	}
	if units < threads {
		d.Free = []layout.Digit{{Size: threads / units, Unit: units}}
	}
	d.Units = int(threads)
	m, err := layout.New(d)
	if err != nil {
		panic(err)
	}
	return m
}

// Buffers of changes between layouts that divide dimensions in any numbers move every element, and take the cycles that they say.
func TestBuffersOfAnyRadix(t *testing.T) {
	t.Parallel()
	changes, least, free := 0, 0, 0
	for seed := range uint64(*layouttest.Layouts) {
		r := rand.New(rand.NewPCG(seed, 17))
		shape := [][]int64{{60}, {12, 10}, {96}, {6, 20}, {240}, {30, 8}, {18, 12}, {15, 16}}[r.IntN(8)]
		from, to := randomMixed(r, shape, 480), randomMixed(r, shape, 480)
		if _, ok := Steps(from, to); ok {
			continue
		}
		b := checkBuffer(t, r, from, to)
		changes++
		if b.IsLeast() {
			least++
		}
		if b.Write.Cycles == b.Write.Least && b.Read.Cycles == b.Read.Least {
			free++
		}
	}
	t.Logf("%d changes: %d are proven to take the fewest cycles of all buffers, %d have no conflicts", changes, least, free)
	if least < changes/4 || free < changes/3 {
		t.Errorf("of %d changes, %d have the fewest cycles, and %d have no conflicts", changes, least, free)
	}
}
