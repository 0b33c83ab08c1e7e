package num_test

import (
	"testing"

	"optc/num"
)

func TestIsPermutation(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		list     []int
		expected bool
	}{
		{nil, true},
		{[]int{0}, true},
		{[]int{2, 0, 1}, true},
		{[]int{1}, false},
		{[]int{0, 0}, false},
		{[]int{0, -1}, false},
		{[]int{0, 2}, false},
	} {
		if found := num.IsPermutation(c.list); found != c.expected {
			t.Errorf("IsPermutation(%v) is %t, expected %t", c.list, found, c.expected)
		}
	}
}
