package distribute_test

import (
	"fmt"
	"testing"
)

// squareLayouts are layouts of 8x8 elements over up to 16 threads in subgroups of eight, of each sort: rows or
// columns of one thread, tiles, and dimensions that subgroups divide.
func squareLayouts() []nested {
	one, none := []int64{1, 1}, []int64{0, 0}
	return []nested{
		{subgroup: one, batch: one, outer: one, thread: []int64{8, 1}, element: []int64{1, 8}, subgroupStrides: none, threadStrides: []int64{1, 0}},
		{subgroup: one, batch: one, outer: one, thread: []int64{1, 8}, element: []int64{8, 1}, subgroupStrides: none, threadStrides: []int64{0, 1}},
		{subgroup: one, batch: []int64{2, 1}, outer: one, thread: []int64{4, 2}, element: []int64{1, 4}, subgroupStrides: none, threadStrides: []int64{1, 4}},
		{subgroup: one, batch: one, outer: one, thread: []int64{4, 2}, element: []int64{2, 4}, subgroupStrides: none, threadStrides: []int64{2, 1}},
		{subgroup: one, batch: one, outer: one, thread: []int64{2, 4}, element: []int64{4, 2}, subgroupStrides: none, threadStrides: []int64{4, 1}},
		{subgroup: one, batch: []int64{4, 1}, outer: one, thread: []int64{2, 4}, element: []int64{1, 2}, subgroupStrides: none, threadStrides: []int64{1, 2}},
		{subgroup: []int64{2, 1}, batch: one, outer: one, thread: []int64{4, 2}, element: []int64{1, 4}, subgroupStrides: []int64{1, 0}, threadStrides: []int64{2, 1}},
		{subgroup: []int64{1, 2}, batch: one, outer: one, thread: []int64{2, 4}, element: []int64{4, 1}, subgroupStrides: []int64{0, 1}, threadStrides: []int64{4, 1}},
		{subgroup: []int64{2, 1}, batch: one, outer: one, thread: []int64{1, 8}, element: []int64{4, 1}, subgroupStrides: []int64{1, 0}, threadStrides: []int64{0, 1}},
		{subgroup: one, batch: one, outer: one, thread: []int64{2, 2}, element: []int64{4, 4}, subgroupStrides: none, threadStrides: []int64{1, 2}},
		{subgroup: one, batch: one, outer: []int64{2, 2}, thread: []int64{2, 2}, element: []int64{2, 2}, subgroupStrides: none, threadStrides: []int64{2, 4}},
		{subgroup: one, batch: []int64{1, 8}, outer: one, thread: []int64{8, 1}, element: one, subgroupStrides: none, threadStrides: []int64{1, 0}},
	}
}

// TestContractionsConvertOperands multiplies matrices whose layouts are unrelated, or one of which has no
// layout: operands are converted.
func TestContractionsConvertOperands(t *testing.T) {
	t.Parallel()
	layouts := squareLayouts()
	maps := []string{mapText(3, []int{0, 2}), mapText(3, []int{2, 1}), mapText(3, []int{0, 1})}
	square := vectorType([]int64{8, 8}, "i32")
	for i, lhs := range layouts {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			t.Parallel()
			p := newProgram(0)
			for k := range len(layouts) + 1 {
				a, b, c := p.anchoredAs(p.numbers(lhs, "i32", "mul"), lhs, "i32"), p.numbers(lhs, "i32", "mul"), p.numbers(lhs, "i32", "mul")
				if k < len(layouts) {
					b = p.anchoredAs(b, layouts[k], "i32")
				}
				if k%5 == 4 {
					c = p.anchoredAs(c, layouts[(i+k)%len(layouts)], "i32")
				}
				if k%2 == 1 {
					a, b = b, a
				}
				r := p.Define(`vector.contract {indexing_maps = [%s, %s, %s], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %s, %s, %s : %s, %s into %s`,
					maps[0], maps[1], maps[2], a, b, c, square, square, square)
				if k%5 == 3 {
					r = p.anchoredAs(r, layouts[(i+k)%len(layouts)], "i32")
				}
				p.writeWhole(r, []int64{8, 8}, "i32")
			}
			p.distributedAgrees(t, "")
		})
	}
}
