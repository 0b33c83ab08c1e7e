package change

import (
	"math/rand/v2"
	"testing"

	"optc/layout"
)

// TestAccessMemory compares the accesses of random threads to random memories, padded or swizzled, with a search of
// the widest access by its definition and a count of words per bank.
func TestAccessMemory(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(3, 4))
	banks := Banks{Count: 32, Word: 4}
	widths := map[int64]int{}
	for range 1500 {
		shape := []int64{int64(4) << rng.IntN(3), int64(4) << rng.IntN(3)}
		nested, n := randomNested(rng, shape)
		threads, err := layout.Nested(nested)
		if err != nil {
			t.Fatal(err)
		}
		memory, err := layout.Strided(shape, []int64{shape[1] + rng.Int64N(3)*rng.Int64N(5), 1}, 0, 1)
		if err == nil && rng.IntN(3) == 0 {
			memory, err = layout.RowMajor(shape)
		}
		if err == nil && rng.IntN(3) == 0 {
			if turned, err := memory.Swizzled(layout.Swizzle{Bits: 1 + rng.Int64N(2), Base: rng.Int64N(3), Shift: 2}); err == nil {
				memory = turned
			}
		}
		if err != nil {
			t.Fatal(err)
		}
		traffic := Traffic{Banks: banks, Widest: 16, Element: int64(1) << rng.IntN(4), Subgroup: min(32, n)}
		a, err := AccessMemory(threads, memory, traffic, After, 32)
		if err != nil {
			t.Fatal(err)
		}
		cells := threadCells(threads, memory)
		width, cycles := int64(0), int64(0)
		for w := int64(1); w*traffic.Element <= 16; w *= 2 {
			if c, ok := countAccesses(cells, w, traffic); ok {
				width, cycles = w, c
			}
		}
		widths[width]++
		if a.Width != width || a.Count*width != int64(len(cells[0])) || a.Cycles != cycles || a.Cycles < a.Least {
			t.Fatalf("%v in a memory of strides %v: %+v, want %d cells in %d cycles", nested, memory, a, width, cycles)
		}
	}
	for _, w := range []int64{1, 2, 4, 8, 16} {
		if widths[w] < 10 {
			t.Errorf("only %d changes have accesses of %d elements", widths[w], w)
		}
	}
}

// threadCells returns the cell of each register of each thread.
func threadCells(threads, memory *layout.Map) [][]int64 {
	cells := make([][]int64, threads.Units())
	for i := range threads.Count() {
		at, _ := memory.LocateIndex(i)
		for _, p := range threads.LocateAll(threads.Coord(i, nil), nil) {
			for int64(len(cells[p.Unit])) <= p.Offset {
				cells[p.Unit] = append(cells[p.Unit], 0)
			}
			cells[p.Unit][p.Offset] = at.Offset
		}
	}
	return cells
}

// countAccesses counts the cycles of the accesses of the first subgroup, of a width: each begins at a register whose cell is aligned in all threads, and
// the registers of the following cells are the same in all threads. ok is false if there are no such accesses.
func countAccesses(cells [][]int64, width int64, t Traffic) (cycles int64, ok bool) {
	holder := map[int64]int{} // register of each cell of the first lane
	for r, cell := range cells[0] {
		holder[cell] = r
	}
	for first, cell := range cells[0] {
		if cell%width != 0 {
			if _, found := holder[cell-cell%width]; !found {
				return 0, false
			}
			continue
		}
		words := map[int64]map[int64]bool{} // words of each bank, for the lanes that are served together
		together := max(t.Banks.Row()/max(width*t.Element, t.Banks.Word), 1)
		finish := func() {
			most := 0
			for _, w := range words {
				most = max(most, len(w))
			}
			cycles += int64(most)
			clear(words)
		}
		for lane := range cells {
			if int64(lane)%together == 0 && int64(lane) < t.Subgroup {
				finish()
			}
			for k := range width {
				r, found := holder[cell+k]
				if !found || cells[lane][r] != cells[lane][first]+k || cells[lane][first]%width != 0 {
					return 0, false
				}
				for b := range t.Element * min(1, max(0, t.Subgroup-int64(lane))) { // no words of other subgroups
					word := ((cells[lane][r])*t.Element + b) / t.Banks.Word
					if words[word%t.Banks.Count] == nil {
						words[word%t.Banks.Count] = map[int64]bool{}
					}
					words[word%t.Banks.Count][word] = true
				}
			}
		}
		finish()
	}
	return cycles, true
}

// TestSectorsBelowZero shifts accesses by whole sectors, also below address 0, which changes no number of sectors.
func TestSectorsBelowZero(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(5, 6))
	for range 500 {
		list := make([]int64, 1+rng.IntN(8))
		for i := range list {
			list[i] = rng.Int64N(400)
		}
		bytes := int64(1) << rng.IntN(5)
		touched, least := Sectors(list, bytes, 32)
		by := 32 * (1 + rng.Int64N(20))
		below := make([]int64, len(list))
		for i, at := range list {
			below[i] = at - by
		}
		if n, fewest := Sectors(below, bytes, 32); n != touched || fewest != least {
			t.Fatalf("%d bytes at %v touch %d sectors, at least %d, but %d and %d if they are %d bytes lower", bytes, list, touched, least, n, fewest, by)
		}
	}
}
