package change

import (
	"math/rand/v2"
	"slices"
	"testing"

	"optc/layout"
)

// bitMap returns the layout of a shape of bits in which bit i has a place: places below lanes are bits of the thread, the others
// are bits of the register.
func bitMap(places []int, lanes int) *layout.Map {
	d := layout.Digits{Units: 1 << lanes, Width: 1}
	for _, p := range places {
		g := layout.Digit{Size: 2, Unit: 1 << p}
		if p >= lanes {
			g = layout.Digit{Size: 2, Offset: 1 << (p - lanes)}
		}
		d.Dims = append(d.Dims, layout.Dim{Size: 2, Digits: []layout.Digit{g}})
	}
	m, err := layout.New(d)
	if err != nil {
		panic(err)
	}
	return m
}

// A buffer that is read in matrices gives every thread its elements, as the instruction defines it: lane l gives the address of row l mod 8 of
// matrix l div 8, and gets two neighbours of row l div 4, or of column l div 4, of each matrix.
func TestMatrices(t *testing.T) {
	t.Parallel()
	const lanes, registers = 6, 5 // bits of 64 threads, with 32 elements each
	rng := rand.New(rand.NewPCG(1, 1))
	found := map[Matrices]int{}
	for range 200 {
		before, after := rng.Perm(lanes+registers), rng.Perm(lanes+registers)
		if rng.IntN(2) == 0 { // neighbours before the change are neighbours of a row, or of a column
			for i, p := range [][]int{{lanes, 0, 1}, {2, 3, 4}}[rng.IntN(2)] {
				j, k := slices.Index(after, p), slices.Index(before, lanes+i)
				after[j], after[k] = after[k], after[j]
			}
		}
		from, to := bitMap(before, lanes), bitMap(after, lanes)
		blocks, ok := Blocks(from, to)
		if !ok {
			t.Fatal("no blocks")
		}
		traffic := Traffic{Banks: Banks{Count: 32, Word: 4}, Widest: 16, Element: 2, Subgroup: 32, Threads: 1 << lanes, Matrices: true}
		b := findMatrices(blocks, traffic)
		if b == nil {
			continue
		}
		found[b.Matrices]++
		checkMatrices(t, b, from, to)
	}
	if found[RowMatrices] < 10 || found[ColumnMatrices] < 10 {
		t.Errorf("buffers in matrices: %v, expected at least 10 of each", found)
	}
}

// checkMatrices executes a change through a buffer that is read in matrices.
func checkMatrices(t *testing.T, b *Buffer, from, to *layout.Map) {
	t.Helper()
	address := func(thread int, side Side, at int64) int64 {
		part := int64(0)
		for _, g := range b.Threads(side) {
			part = b.combine(part, g.Value(int64(thread))*g.Offset)
		}
		return b.combine(part, at)
	}
	elements := func(m *layout.Map) (held []map[int64]int64) {
		for range m.Units() {
			held = append(held, map[int64]int64{})
		}
		for i := range m.Count() {
			p, _ := m.LocateIndex(i)
			held[p.Unit][p.Offset] = i
		}
		return held
	}
	stored := map[int64]int64{}
	for thread, held := range elements(from) {
		for _, a := range b.Writes() {
			for k, r := range a.Registers {
				stored[address(thread, Before, a.At)+int64(k)] = held[r]
			}
		}
	}
	for thread, held := range elements(to) {
		first, lane := thread/32*32, thread%32
		for _, a := range b.Reads() {
			for i := range MatrixElements {
				row, column := lane/4, lane%4*2+i%2
				if b.Matrices == ColumnMatrices {
					row, column = column, row
				}
				at := address(first+i/2*8+row, After, a.At)
				if at%MatrixElements != 0 {
					t.Fatalf("a row is at %d elements, which is not aligned", at)
				}
				if got, want := stored[at+int64(column)], held[a.Registers[0]+int64(i)]; got != want {
					t.Fatalf("thread %d has element %d in register %d, expected %d: %+v", thread, got, a.Registers[0]+int64(i), want, b)
				}
			}
		}
	}
}
