package change

import (
	"testing"

	"optc/layout"
)

// BenchmarkFindBuffer plans the change of 64x64 elements of two bytes from rows to the operand of a matrix
// instruction.
func BenchmarkFindBuffer(b *testing.B) {
	from, _ := layout.Nested(layout.NestedLayout{
		Subgroup: []int64{1, 1}, Batch: []int64{8, 1}, Outer: []int64{1, 1}, Thread: []int64{8, 8}, Element: []int64{1, 8},
		SubgroupStrides: []int64{0, 0}, ThreadStrides: []int64{8, 1},
	})
	to, _ := layout.Nested(layout.NestedLayout{
		Subgroup: []int64{1, 1}, Batch: []int64{4, 4}, Outer: []int64{1, 1}, Thread: []int64{16, 4}, Element: []int64{1, 4},
		SubgroupStrides: []int64{0, 0}, ThreadStrides: []int64{1, 16},
	})
	for b.Loop() {
		blocks, ok := Blocks(from, to)
		if !ok {
			b.Fatal("no blocks")
		}
		FindBuffer(blocks, Traffic{Banks: Banks{Count: 32, Word: 4}, Widest: 16, Element: 2, Subgroup: 64})
	}
}
