package vectorext_test

import (
	"testing"

	"optc/dialect/vectorext"
	"optc/ir"
)

// TestCuTe compares layouts of the operands of matrix instructions with the layouts of threads and values
// that CuTe has for them (CUTLASS, cute/atom/mma_traits_sm80.hpp, mma_traits_sm70.hpp).
func TestCuTe(t *testing.T) {
	t.Parallel()
	one, none := []int64{1, 1}, []int64{0, 0}
	lists := func(outer, thread, element, strides []int64) vectorext.LayoutLists {
		return vectorext.LayoutLists{
			SubgroupTile: one, BatchTile: one, OuterTile: outer, ThreadTile: thread, ElementTile: element, SubgroupStrides: none, ThreadStrides: strides,
		}
	}
	for _, test := range []struct {
		name string
		l    vectorext.LayoutLists
		want string
	}{
		// SM80_16x8_Row, the accumulator of m16n8: rows 8 apart are two registers apart.
		{"accumulator", lists([]int64{2, 1}, []int64{8, 4}, []int64{1, 2}, []int64{4, 1}), "((4,8),(2,2)):((32,1),(16,8))"},
		// A of m16n8k8.
		{"A of k8", lists([]int64{2, 1}, []int64{8, 4}, []int64{1, 2}, []int64{4, 1}), "((4,8),(2,2)):((32,1),(16,8))"},
		// B of m16n8k16 is 8x16: ((4,8),(2,2)):((16,1),(8,64)).
		{"B of k16", lists([]int64{1, 2}, []int64{8, 4}, []int64{1, 2}, []int64{4, 1}), "((4,8),(2,2)):((16,1),(8,64))"},
		// B of m16n8k8 is 8x8: ((4,8),2):((16,1),8).
		{"B of k8", lists(one, []int64{8, 4}, []int64{1, 2}, []int64{4, 1}), "((4,8),2):((16,1),8)"},
		// A of m16n8k16: batches are columns 8 apart.
		{"A of k16", vectorext.LayoutLists{
			SubgroupTile: one, BatchTile: []int64{1, 2}, OuterTile: []int64{2, 1}, ThreadTile: []int64{8, 4}, ElementTile: []int64{1, 2},
			SubgroupStrides: none, ThreadStrides: []int64{4, 1},
		}, "((4,8),(2,2,2)):((32,1),(16,8,128))"},
		{"a row for each thread", lists(one, []int64{8, 1}, []int64{1, 4}, []int64{1, 0}), "(8,4):(1,8)"},
		{"all in every thread", lists(one, one, []int64{2, 2}, none), "(1,(2,2)):(0,(2,1))"},
	} {
		got, err := vectorext.CuTe(layoutOf(t, ir.NewContext(), test.l))
		if err != nil || got != test.want {
			t.Errorf("%s: %s, want %s; %v", test.name, got, test.want, err)
		}
	}
}
