package change

import (
	"testing"

	"optc/layout"
)

// cyclesByRows counts the cycles of a subgroup that accesses a matrix in workgroup memory row by row, without padding: each
// thread accesses the neighbours that it holds in a row together, up to 16 bytes.
func cyclesByRows(t *testing.T, l layout.NestedLayout, element int64) (cycles int64) {
	t.Helper()
	m, err := layout.Nested(l)
	if err != nil {
		t.Fatal(err)
	}
	held := map[layout.Place]int64{} // element in each register of a thread
	registers := int64(0)
	for i := range m.Count() {
		for _, p := range m.LocateAll(m.Coord(i, nil), nil) {
			held[p] = i
			registers = max(registers, p.Offset+1)
		}
	}
	width := min(l.Element[len(l.Element)-1], 16/element)
	banks := Banks{Count: 32, Word: 4}
	for r := int64(0); r < registers; r += width {
		var addresses []int64
		for lane := range 32 {
			addresses = append(addresses, held[layout.Place{Unit: lane, Offset: r}]*element)
		}
		cycles += banks.Cycles(Request{Addresses: addresses, Width: width * element})
	}
	return cycles
}

// The cycles of changes of layout row by row, which docs/layouts.md compares with the cycles of the kernels in
// test/lit/gpu/conversions_tiles.mlir.
func TestCyclesByRows(t *testing.T) {
	lines := layout.NestedLayout{
		Subgroup: []int64{8, 1}, Batch: []int64{4, 1}, Outer: []int64{1, 1}, Thread: []int64{4, 8}, Element: []int64{1, 8},
		SubgroupStrides: []int64{1, 0}, ThreadStrides: []int64{8, 1},
	}
	left := layout.NestedLayout{
		Subgroup: []int64{4, 1}, Batch: []int64{2, 4}, Outer: []int64{2, 2}, Thread: []int64{8, 4}, Element: []int64{1, 2},
		SubgroupStrides: []int64{1, 0}, ThreadStrides: []int64{4, 1},
	}
	sums := layout.NestedLayout{
		Subgroup: []int64{2, 2}, Batch: []int64{2, 4}, Outer: []int64{2, 1}, Thread: []int64{8, 4}, Element: []int64{1, 2},
		SubgroupStrides: []int64{2, 1}, ThreadStrides: []int64{4, 1},
	}
	store := lines
	store.Subgroup = []int64{4, 1}
	columns := layout.NestedLayout{
		Subgroup: []int64{1, 4}, Batch: []int64{1, 4}, Outer: []int64{1, 1}, Thread: []int64{8, 4}, Element: []int64{8, 1},
		SubgroupStrides: []int64{0, 1}, ThreadStrides: []int64{1, 8},
	}
	for _, c := range []struct {
		name        string
		from, to    layout.NestedLayout
		write, read int64
	}{
		{name: "left operand", from: lines, to: left, write: 16, read: 256},
		{name: "result", from: sums, to: store, write: 128, read: 16},
		{name: "transposed", from: store, to: columns, write: 16, read: 256},
	} {
		write, read := cyclesByRows(t, c.from, 2), cyclesByRows(t, c.to, 2)
		if write != c.write || read != c.read {
			t.Errorf("%s: %d cycles to write and %d to read, expected %d and %d", c.name, write, read, c.write, c.read)
		}
	}
}
