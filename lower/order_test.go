package lower_test

import (
	"slices"
	"testing"

	"optc/lower"
)

func TestOrder(t *testing.T) {
	t.Parallel()
	up, down := []int{0, 1, 2, 3, 4, 5}, []int{5, 4, 3, 2, 1, 0}
	for order := range lower.Order(4) {
		got := slices.Collect(order.Permute(6))
		want := [][]int{up, down, nil, nil}[order]
		if want != nil && !slices.Equal(got, want) {
			t.Errorf("order %d: %v, want %v", order, got, want)
		}
		if want == nil && (slices.Equal(got, up) || slices.Equal(got, down)) {
			t.Errorf("order %d: %v is not random", order, got)
		}
		if !slices.Equal(got, slices.Collect(order.Permute(6))) {
			t.Errorf("order %d differs from one time to the next", order)
		}
		if slices.Sort(got); !slices.Equal(got, up) {
			t.Errorf("order %d: %v is no permutation", order, got)
		}
		for first := range order.Permute(6) {
			if got = append(got, first); len(got) == 8 {
				break
			}
		}
	}
}
